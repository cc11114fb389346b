"""Facts about a game, each true, false or unknown, each "false" with a witness to check by hand.

`diagnose(game)` ends with a decision: which value type, which method, and why the tempting wrong
one is wrong. The planner takes its choice from the same decision.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from zermelo._decide import Decision, decide
from zermelo.engines.choose import LIGHT, LOADING, explored
from zermelo.errors import BudgetExceeded, TimeExceeded
from zermelo.facts import properties
from zermelo.facts.fact import Fact
from zermelo.facts.growth import Growth, growth
from zermelo.facts.redundancy import Redundancy, redundancy
from zermelo.facts.turn_holders import in_a_sum, may_tell_turn, turn_holder
from zermelo.graph.contract import Graph
from zermelo.graph.explore import explore
from zermelo.graph.progress import Callback
from zermelo.graph.rules import moves_of, payoff_of
from zermelo.graph.starts import starts_of
from zermelo.limits import STATES_IN_A_HURRY, Limits
from zermelo.limits.amounts import count_text, power_text
from zermelo.limits.deadline import NO_END, Deadline
from zermelo.model.exact import signed
from zermelo.model.game import UNSET, Game, State, ValueType
from zermelo.model.numerals import how_many, shown, spelled
from zermelo.model.shapes import states_at_least

PARTIAL = 100_000  # states looked at of a game that is too large
PARTIAL_WORK = 500_000  # and moves
DIAGNOSIS_PATIENCE = 5.0  # seconds for that, where nobody named a limit: rules may not answer
EXPLORING_PATIENCE = 20.0  # seconds for all states, where nobody named a limit
MOVES_IN_A_HURRY = 10_000_000  # moves that are looked at to say something about a game
SOME_STATES_GLANCED, GLANCED_MOVES = 1_000, 100_000  # by which the moves of a state are guessed
LEAST_FOR_A_DECISION = 1.0  # seconds for a decision on what was found
TELLS = (
    "every state is met after one number of moves alone, so the rules may tell by it whose turn it "
    "is; where they do not, holds_turn = False says so"
)
UNKNOWN_GROWTH = Growth("unknown", 0.0, ())

T = TypeVar("T")


@dataclass(frozen=True, repr=False)
class Diagnosis:
    """What is known about a game before it is solved."""

    game: Game  # that was looked at
    finite: Fact  # are there finitely many states?
    acyclic: Fact  # does no play come back to a state?
    alternating: Fact  # does the turn pass with every move?
    conserved: Fact  # does every play from a state collect the same total?
    impartial: Fact  # have both players the same moves?
    deterministic: Fact  # do the rules say the same when asked twice?
    bounded: Fact  # is there a most by which play changes a total?
    states: int  # that were found
    moves: int  # that were found
    longest_play: int | None  # in moves; None where play can come back, or is not known
    growth: Growth  # of the states with the size of the instance
    decision: Decision  # what to compute, and by which method
    redundancy: Redundancy  # what could be left out of a state
    examples: tuple[str, ...] = ()  # some ends and moves in words, for a person to agree with
    warnings: tuple[str, ...] = ()  # what may be a mistake, and breaks no rule

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The seven facts, in order."""
        return (
            self.finite,
            self.acyclic,
            self.alternating,
            self.conserved,
            self.impartial,
            self.deterministic,
            self.bounded,
        )

    def __repr__(self) -> str:
        known = {True: "", False: "not ", None: "perhaps "}
        facts = ", ".join(f"{known[fact.holds]}{fact.name}" for fact in self.facts)
        return f"<Diagnosis of {type(self.game).__name__}: {facts}; by {self.decision.method}>"

    def __str__(self) -> str:
        longest = "unknown" if self.longest_play is None else str(self.longest_play)
        more = "" if self.finite.holds else "at least "
        sizes = f"{more}{how_many(self.states, 'state')}, {more}{how_many(self.moves, 'move')}"
        counts = f"{sizes}, longest play {longest}"
        lines = [f"{type(self.game).__name__}: {counts}", *map(str, self.facts)]
        lines += [f"{'growth':<23}{self.growth}", f"{'minimal':<23}{self.redundancy}"]
        lines += [str(self.decision)]
        lines += [f"{'warning':<23}{text}" for text in self.warnings]
        lines += [f"{'example':<23}{text}" for text in self.examples]
        return "\n".join(lines)


def diagnose(
    game: Game,
    *,
    start: State = UNSET,
    budget: int | None = None,
    seconds: float | None = None,
    progress: Callback | None = None,
) -> Diagnosis:
    """Explore a game within a budget of states and say what can be said about it.

    Large games are explored by machine code made of their rules, as `solve` does it, but for those
    whose moves are too many for a moment's look, or that take longer than 20 seconds, unless a
    limit is named: of these some states are looked at. Two thirds of the `seconds` are for
    exploring. What is not known when they are over stays unknown.

    >>> from zermelo.games import Ends
    >>> diagnosis = diagnose(Ends((4, 1)))
    >>> diagnosis.conserved.holds, diagnosis.states, diagnosis.longest_play
    (True, 5, 2)
    """
    limits = Limits.checked(budget, seconds)
    deadline = Deadline(limits.seconds)
    with deadline.telling_its_own(type(game).__name__):
        graph = _explored(game, start, limits, progress)
    return examine(game, graph, deadline)


def _explored(game: Game, start: State, limits: Limits, progress: Callback | None) -> Graph:
    """Every state, by the engine that suits; else as many as plain Python finds in a moment."""
    third = None if limits.seconds is None else limits.seconds / 3
    with suppress(BudgetExceeded):
        origin, starts = Deadline(third).run(lambda: starts_of(game, start))
        quick = limits.in_a_hurry
        whole = Deadline(third if limits.are_named else EXPLORING_PATIENCE)
        if limits.are_named or not whole.run(lambda: _is_heavy(game, origin)):
            return whole.run(lambda: explored(game, origin, quick, progress, starts).graph)
    return explore(
        game,
        start=start,
        budget=min(limits.budget, PARTIAL),
        seconds=DIAGNOSIS_PATIENCE if third is None else third,
        work=PARTIAL_WORK,
        memory=LIGHT,
        weigh=not limits.is_asked,
        progress=progress,
    )


def _is_heavy(game: Game, start: State) -> bool:
    """Whether the states that a game declares have more moves, by a glance at the first of them,
    than are looked at in a moment.
    """
    least = states_at_least(game)
    if least <= SOME_STATES_GLANCED or start != game.start:
        return False
    if least > STATES_IN_A_HURRY:
        return True
    glance = explore(
        game, budget=SOME_STATES_GLANCED, work=GLANCED_MOVES, cpu_seconds=LOADING, memory=LIGHT
    )
    asked = sum(map(glance.was_expanded, range(len(glance))))
    return not glance.complete and least * glance.moves >= MOVES_IN_A_HURRY * asked


def examine(game: Game, graph: Graph, deadline: Deadline = NO_END) -> Diagnosis:
    """The facts about a game that was explored already, by whatever engine."""
    from zermelo.facts.telling import in_words, suspicions  # takes 3 ms to load

    def fact(name: str, work: Callable[[Game, Graph], Fact]) -> Fact:
        return _in_time(deadline, lambda: work(game, graph), Fact(name, None, "time is over"))

    conserved = fact("conserved", properties.conserved)
    return Diagnosis(
        game=game,
        finite=_finite(game, graph, deadline),
        acyclic=fact("acyclic", properties.acyclic),
        alternating=fact("alternating", properties.alternating),
        conserved=conserved,
        impartial=fact("impartial", _impartial),
        deterministic=fact("deterministic", properties.deterministic),
        bounded=fact("bounded", properties.bounded),
        states=len(graph),
        moves=graph.moves,
        longest_play=_in_time(deadline, lambda: properties.longest_play(graph), None),
        growth=_in_time(deadline, lambda: growth(game), UNKNOWN_GROWTH),
        redundancy=_in_time(
            deadline, lambda: redundancy(graph), Redundancy(len(graph), None, why="time is over")
        ),
        decision=_mind_the_total(_decided(game, graph, deadline), conserved),
        examples=_in_time(deadline, lambda: in_words(game, graph), ()),
        warnings=_in_time(deadline, lambda: suspicions(game, graph), ()),
    )


def _in_time(deadline: Deadline, work: Callable[[], T], otherwise: T) -> T:
    try:
        return deadline.run(work)
    except TimeExceeded:
        return otherwise


def _decided(game: Game, graph: Graph, deadline: Deadline) -> Decision:
    """The decision: with little to look at it takes no time to speak of."""
    return deadline.but_at_least(LEAST_FOR_A_DECISION).run(
        lambda: decide(game, graph), type(game).__name__
    )


def _mind_the_total(decision: Decision, conserved: Fact) -> Decision:
    """Warn of raw scores read off a difference where the total depends on the play."""
    if conserved.holds is not False or decision.value_type is not ValueType.DIFFERENCE:
        return decision
    why = (
        "D is exact for players who maximise the difference, but the total depends on the play, "
        "so (Σ ± D)/2 are nobody's scores; for players who maximise their own total wrap the "
        f"game in OwnTotals. Witness: {conserved.detail}"
    )
    return decision.but(instead=(*decision.instead, ("raw scores from the difference", why)))


def _finite(game: Game, graph: Graph, deadline: Deadline) -> Fact:
    if graph.complete:
        return Fact("finite", True, f"all {how_many(len(graph), 'state')} found")
    if graph.endless:
        why = f"the states grow without an end; the search ended at {len(graph):,}"
        return Fact("finite", None, why)
    if graph.at_least:
        least = power_text(graph.at_least)
        why = f"random plays show at least about {least} states; the search ended at {len(graph):,}"
        return Fact("finite", None, why)
    what = "the budget" if deadline.seconds is None else "the budget or the time"
    declared = getattr(game.shape, "at_least", 0)
    if declared > len(graph):
        why = f"its shape has at least {count_text(declared)} states"
        return Fact("finite", None, f"{why}; the search ended at {len(graph):,}, by {what}")
    return Fact("finite", None, f"{what} ended the search at {len(graph):,} states")


def _impartial(game: Game, graph: Graph) -> Fact:
    name, start = "impartial", graph.state(0)
    if graph.has_own_totals:
        return Fact(name, False, "every player counts an own total", start)
    if graph.has_gains or graph.has_again:
        state = graph.a_gain()[0] if graph.has_gains else graph.a_kept_turn()
        return Fact(name, False, f"not a last-move game: {_odd_move(game, state)}", state)
    if not graph.complete:
        return Fact(name, None, "so far: no gains, turns alternate")
    if not graph.is_acyclic:
        return Fact(name, False, "play can go on for ever", start)
    holder = turn_holder(game) if graph.paid in ({-1}, {1}) else None
    if holder:
        return Fact(name, False, in_a_sum(holder), start)
    if graph.paid in ({-1}, {1}):
        normal = graph.paid == {-1}
        ending = f"{'normal' if normal else 'misère'} play: whoever cannot move "
        ending += "loses" if normal else "wins"
        return (
            Fact(name, None, f"{ending}; {TELLS}")
            if may_tell_turn(game)
            else Fact(name, True, ending)
        )
    ends = ((state, payoff_of(game, state)) for state in graph.some_ends())
    state, payoff = next((state, payoff) for state, payoff in ends if payoff != -1)
    rule = "not −1 as every stuck player of a last-move game gets"
    text = f"the end {spelled(state)} pays {shown(payoff)}, {rule}"
    return Fact(name, False, text, state)


def _odd_move(game: Game, state: State) -> str:
    """The first move of a state that gains something or keeps the turn."""
    move = next(move for move in moves_of(game, state) if move.gain or move.again)
    gain = f" {signed(move.gain)}" if move.gain else ""
    return f"{spelled(state)} –{shown(move.label or '')}{gain}→ {spelled(move.to)}"
