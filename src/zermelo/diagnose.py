"""Facts about a game, each true, false or unknown, each "false" with a witness to check by hand.

`diagnose(game)` ends with a decision: which value type, which method, and why the tempting wrong
one is wrong. The planner takes its choice from the same decision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any, TypeVar

from zermelo.conservation import totals
from zermelo.deadline import Deadline
from zermelo.decide import Decision, decide, keeps_score
from zermelo.errors import TimeExceeded
from zermelo.exact import Number, signed
from zermelo.explore import Callback, explore
from zermelo.game import UNSET, Game, PayoffGame, State, ValueType
from zermelo.graph import StateGraph, components, find_cycle
from zermelo.growth import Growth, growth
from zermelo.limits import DEFAULT_BUDGET, time_limit
from zermelo.stability import ask_again

STABILITY_STATES = 20_000  # states whose moves are asked for a second time
LONGEST_LINE = 12  # moves shown of a line of play
LEAST = 1.0  # seconds for a decision on what was found
NEVER = Deadline(None)
UNKNOWN_GROWTH = Growth("unknown", 0.0, (), "")

T = TypeVar("T")


@dataclass(frozen=True)
class Fact:
    """One question, its answer, and the evidence."""

    name: str
    holds: bool | None
    detail: str
    witness: Any = None

    def __str__(self) -> str:
        mark = {True: "yes", False: "no", None: "unknown"}[self.holds]
        return f"{self.name:<14}{mark:<9}{self.detail}"


@dataclass(frozen=True, repr=False)
class Diagnosis:
    """What is known about a game before it is solved."""

    game: Game
    finite: Fact
    acyclic: Fact
    alternating: Fact
    conserved: Fact
    impartial: Fact
    deterministic: Fact
    bounded: Fact
    states: int
    moves: int
    longest_play: int | None
    growth: Growth
    decision: Decision
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
        counts = f"{more}{self.states:,} states, {more}{self.moves:,} moves, longest play {longest}"
        lines = [f"{type(self.game).__name__}: {counts}", *map(str, self.facts)]
        lines += [f"{'growth':<23}{self.growth}", str(self.decision)]
        lines += [f"{'warning':<23}{text}" for text in self.warnings]
        lines += [f"{'example':<23}{text}" for text in self.examples]
        return "\n".join(lines)


def diagnose(
    game: Game,
    *,
    start: State = UNSET,
    budget: int = DEFAULT_BUDGET,
    seconds: float | None = None,
    progress: Callback | None = None,
) -> Diagnosis:
    """Explore a game within a budget of states and say what can be said about it.

    Half of the `seconds` are for exploring. What is not known when they are over stays unknown.

    >>> from zermelo.games import Ends
    >>> diagnosis = diagnose(Ends((4, 1)))
    >>> diagnosis.conserved.holds, diagnosis.states, diagnosis.longest_play
    (True, 5, 2)
    """
    deadline = Deadline(time_limit(seconds))
    half = None if deadline.left is None else deadline.left / 2
    graph = explore(game, start=start, budget=budget, seconds=half, progress=progress)
    return examine(game, graph, deadline)


def examine(game: Game, graph: StateGraph, deadline: Deadline = NEVER) -> Diagnosis:
    """The facts about a game that has been explored already."""
    from zermelo.telling import in_words, suspicions  # takes 3 ms to load

    def fact(name: str, work: Callable[[Game, StateGraph], Fact]) -> Fact:
        return _in_time(deadline, lambda: work(game, graph), Fact(name, None, "time is over"))

    conserved = fact("conserved", _conserved)
    return Diagnosis(
        game=game,
        finite=_finite(graph, deadline),
        acyclic=fact("acyclic", _acyclic),
        alternating=fact("alternating", _alternating),
        conserved=conserved,
        impartial=fact("impartial", _impartial),
        deterministic=fact("deterministic", _deterministic),
        bounded=fact("bounded", lambda _, graph: _bounded(graph)),
        states=len(graph),
        moves=graph.moves,
        longest_play=_in_time(deadline, lambda: _longest(graph), None),
        growth=_in_time(deadline, lambda: growth(game, graph), UNKNOWN_GROWTH),
        decision=_mind_the_total(_decided(game, graph, deadline), conserved),
        examples=_in_time(deadline, lambda: in_words(game, graph), ()),
        warnings=_in_time(deadline, lambda: suspicions(game, graph), ()),
    )


def _in_time(deadline: Deadline, work: Callable[[], T], otherwise: T) -> T:
    try:
        return deadline.run(work)
    except TimeExceeded:
        return otherwise


def _decided(game: Game, graph: StateGraph, deadline: Deadline) -> Decision:
    """The decision: with little to look at it takes no time to speak of."""
    return deadline.but_at_least(LEAST).run(lambda: decide(game, graph), type(game).__name__)


def _mind_the_total(decision: Decision, conserved: Fact) -> Decision:
    """Warn of raw scores read off a difference where the total depends on the play."""
    if conserved.holds is not False or decision.value_type is not ValueType.DIFFERENCE:
        return decision
    why = (
        "D is exact for players who maximise the difference, but the total depends on the play, "
        "so (Σ ± D)/2 are nobody's scores; for players who maximise their own total wrap the "
        f"game in OwnTotals. Witness: {conserved.detail}"
    )
    return replace(decision, instead=(*decision.instead, ("raw scores from the difference", why)))


def _finite(graph: StateGraph, deadline: Deadline) -> Fact:
    if graph.complete:
        return Fact("finite", True, f"all {len(graph):,} states found")
    what = "the budget" if deadline.seconds is None else "the budget or the time"
    return Fact("finite", None, f"{what} ended the search at {len(graph):,} states")


def _acyclic(game: Game, graph: StateGraph) -> Fact:
    if graph.sweep is None:
        cycle = find_cycle(graph.first, graph.to)
        states = [graph.states[graph.source(move)] for move in cycle]
        text = describe_line(game, graph, graph.source(cycle[0]), cycle)
        return Fact("acyclic", False, f"play can come back: {text}", states)
    if graph.complete:
        return Fact("acyclic", True, "no play meets a state twice")
    return Fact("acyclic", None, "no cycle among the states found so far")


def _alternating(game: Game, graph: StateGraph) -> Fact:
    move = _out_of_turn(game, graph)
    if move is None:
        holds = True if graph.complete else None
        return Fact("alternating", holds, "the turn passes on with every move")
    source = graph.source(move)
    text = describe_line(game, graph, source, [move])
    witness = (graph.states[source], graph.states[graph.to[move]])
    return Fact("alternating", False, f"the turn does not pass on in {text}", witness)


def _out_of_turn(game: Game, graph: StateGraph) -> int | None:
    """A move after which it is not the next player's turn (whose turn it is at an end is moot)."""
    if graph.mover is None or not isinstance(game, PayoffGame):
        return graph.again.index(True) if graph.has_again else None
    for move, (source, child) in enumerate(zip(graph.sources, graph.to, strict=True)):
        follows = graph.mover[child] == (graph.mover[source] + 1) % game.players
        if not follows and graph.payoff[child] is None:
            return move
    return None


def _conserved(game: Game, graph: StateGraph) -> Fact:
    if not graph.complete:
        return Fact("conserved", None, "needs every state")
    found = totals(graph, game.tolerance)
    witness = found.witness()
    if witness is None:
        if not keeps_score(game, graph):
            return Fact("conserved", True, "only the outcome counts, nothing is collected")
        return Fact("conserved", True, f"every play collects {found.candidate[0]}")
    state, one, two = witness
    sums = found.of_play(state, one), found.of_play(state, two)
    text = "; ".join(
        f"{describe_line(game, graph, state, line)} collects {total}"
        for line, total in zip((one, two), sums, strict=True)
    )
    return Fact("conserved", False, text, (graph.states[state], sums))


def _impartial(game: Game, graph: StateGraph) -> Fact:
    name = "impartial"
    if graph.mover is not None:
        return Fact(name, False, "every player counts an own total", graph.states[0])
    if graph.has_gains or graph.has_again:
        move = next(m for m in range(graph.moves) if graph.gain[m] or graph.again[m])
        source = graph.source(move)
        text = describe_line(game, graph, source, [move])
        return Fact(name, False, f"not a last-move game: {text}", graph.states[source])
    ends = {payoff: graph.states[n] for n, payoff in enumerate(graph.payoff) if payoff is not None}
    if not graph.complete:
        return Fact(name, None, "so far: no gains, turns alternate")
    if graph.sweep is None:
        return Fact(name, False, "play can go on for ever", graph.states[0])
    if set(ends) == {-1}:
        return Fact(name, True, "normal play: whoever cannot move loses")
    if set(ends) == {1}:
        return Fact(name, True, "misère play: whoever cannot move wins")
    state = next(state for payoff, state in ends.items() if payoff != -1)
    text = f"the end {state!r} pays {graph.payoff[graph.index[state]]}, not −1 as every stuck "
    return Fact(name, False, text + "player of a last-move game gets", state)


def _deterministic(game: Game, graph: StateGraph) -> Fact:
    """Ask again, in another order than the first time."""
    asked, numbers = 0, range(min(len(graph), STABILITY_STATES))
    for answer in ask_again(game, graph, numbers):
        asked += 1
        if answer is not None:
            return Fact("deterministic", False, answer.text, answer.witness)
    if graph.complete and asked == len(graph):
        return Fact("deterministic", True, "asked twice, every state answers the same")
    detail = f"asked twice, {asked:,} of {len(graph):,} states answer the same"
    return Fact("deterministic", None, detail)


def _bounded(graph: StateGraph) -> Fact:
    if not graph.complete:
        return Fact("bounded", None, "needs every state")
    parts = components(graph.first, graph.to)
    where = {state: number for number, part in enumerate(parts) for state in part}
    reach: list[Number] = [0] * len(parts)
    for number, part in enumerate(parts):
        for state in part:
            if graph.payoff[state] is not None:
                reach[number] = _size(graph, state)
            for move in graph.moves_of(state):
                child, gain = where[graph.to[move]], abs(graph.gain[move])
                if child == number and gain:
                    return _unbounded(graph, move)
                reach[number] = max(reach[number], gain + reach[child])
    bound = reach[where[0]]
    return Fact("bounded", True, f"no play changes a total by more than {bound}", bound)


def _size(graph: StateGraph, state: int) -> Number:
    payoff = graph.payoff[state]
    return abs(payoff) if graph.mover is None else max(map(abs, payoff))


def _unbounded(graph: StateGraph, move: int) -> Fact:
    cycle = find_cycle(graph.first, graph.to, move)
    states = [graph.states[graph.source(step)] for step in cycle]
    return Fact(
        "bounded", False, f"the cycle {states!r} gains {graph.gain[move]} each time", states
    )


def _longest(graph: StateGraph) -> int | None:
    if graph.sweep is None or not graph.complete:
        return None
    length = [0] * len(graph)
    for state in graph.sweep:
        for move in graph.moves_of(state):
            length[state] = max(length[state], length[graph.to[move]] + 1)
    return length[0]


def describe_line(game: Game, graph: StateGraph, state: int, line: list[int]) -> str:
    """A line of play that a person can follow: state –label +gain→ state …."""
    steps = []
    ends = [state, *(graph.to[move] for move in line)]
    for move, (source, child) in zip(line, pairwise(ends), strict=True):
        place = move - graph.first[source]
        found = next(islice(game.moves(graph.states[source]), place, None), None)
        label = (found and found.label) or ""
        gain = f" {signed(graph.gain[move])}" if graph.gain[move] else ""
        steps.append(f" –{label}{gain}→ {graph.states[child]!r}")
    if len(steps) > LONGEST_LINE:
        steps[LONGEST_LINE - 3 : -2] = [f" … {len(steps) - LONGEST_LINE + 1} moves more …"]
    return repr(graph.states[state]) + "".join(steps)
