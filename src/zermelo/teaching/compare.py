"""`compare(game)`: greedy, the naive recursion and a table side by side.

What each answers, how much it looks at, how long it takes, and the first move at which greedy goes
wrong. The calls of the naive recursion are counted exactly without making them,

    calls(S) = 1 + Σ calls(S'),

over the states that the table holds, and the recursion is run only where they are few. A time is
measured or left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TypeVar

from zermelo._decide import decide
from zermelo._solve import solve
from zermelo.engines.choose import LIGHT, LOADING
from zermelo.errors import ZermeloError
from zermelo.facts.laws import exponential, factored, polynomial
from zermelo.graph.explore import explore
from zermelo.graph.state_graph import StateGraph
from zermelo.limits import Limits
from zermelo.limits.amounts import count_text
from zermelo.methods import METHODS
from zermelo.model.exact import Number, signed
from zermelo.model.game import UNSET, Game, PayoffGame, State, state_text
from zermelo.model.numerals import AnySize, shown, written
from zermelo.proof.oracle import Oracle
from zermelo.solution import Match, Solution
from zermelo.solution.play import move_name
from zermelo.solution.strategies import STRATEGIES
from zermelo.solution.views import short_name
from zermelo.teaching.cards import Looked
from zermelo.teaching.samples import at_most, declared_states, instances_of

LARGEST_COMPARED_TABLE = 200_000  # of a table that is filled in plain Python to be compared
MOST_CALLS_RUN = 200_000  # of the naive recursion that is run
COMPARING_PATIENCE = 30.0  # seconds for rules that do not answer, where the caller names none
LONGEST_ASKED_ANEW = 2_000  # moves of a play for which every sub-game is asked anew
COMPARED_STATES = 3_000  # states of each instance by whose size work is counted
GREEDY, NAIVE = "greedy", "naive recursion"
T = TypeVar("T")


@dataclass(frozen=True)
class Approach(AnySize):
    """One way to an answer: what it says, what it looks at, how long it takes."""

    name: str  # of the way
    answer: Number | None  # for the player to move first; None where it was not run
    work: int | None  # None where it is not known
    unit: str  # what the work counts
    seconds: float | None  # None where it was not run
    note: str = ""  # what is to be said about it

    @property
    def answer_text(self) -> str:
        """The answer as it is printed."""
        return "–" if self.answer is None else written(self.answer)

    @property
    def work_text(self) -> str:
        """The work as it is printed."""
        unit = self.unit if self.work != 1 else self.unit.removesuffix("s")
        return "–" if self.work is None else f"{count_text(self.work)} {unit}"

    @property
    def time_text(self) -> str:
        """The time as it is printed."""
        if self.seconds is None:
            return "not run"
        return f"{self.seconds * 1000:,.2f} ms" if self.seconds < 1 else f"{self.seconds:,.2f} s"


@dataclass(frozen=True)
class Slip(AnySize):
    """The first move at which greedy's choice is not the best one."""

    number: int  # of the play, from 1
    position: str  # as the game shows it
    taken: str  # greedy's move
    gain: Number  # of that move
    worth: Number  # to the mover
    better: str  # the best move
    best: Number  # what that is worth
    lost: Number  # the difference of both

    def __str__(self) -> str:
        return (
            f"move {self.number}, at {self.position}: it chooses {self.taken} "
            f"({signed(self.gain)}), worth {written(self.worth)}; {self.better} is worth "
            f"{written(self.best)}: {written(self.lost)} lost"
        )


@dataclass(frozen=True)
class WorkBySize(AnySize):
    """The work by the size of the instance."""

    size: str  # what n counts
    counts: tuple[tuple[int, int, int], ...]  # (n, calls, states)
    calls: str  # the law of the calls, "" where none is known
    states: str  # the law of the states, "" where none is known

    def __str__(self) -> str:
        calls, states = self.calls or "no simple law", self.states or "no simple law"
        last = f"{self.counts[-1][1]:,} and {self.counts[-1][2]:,} for n = {self.counts[-1][0]}"
        return f"calls {calls}, states {states} for {self.size}; {last}"


@dataclass(frozen=True)
class Comparison(AnySize):
    """The ways side by side."""

    game: Game  # that was compared
    start: State  # the state it is played from
    value: Number  # or a tuple of them, with p players
    approaches: tuple[Approach, ...]  # each way, with its answer and its work
    slip: Slip | None  # where greedy goes wrong, if it does
    growing: WorkBySize | None  # how the work grows, where it is known

    @property
    def title(self) -> str:
        """The game, and where it starts if that is not its own start."""
        here = "" if self.start == self.game.start else f" from {_in_a_line(self.game, self.start)}"
        return f"{short_name(self.game)}{here}"

    def table(self) -> list[str]:
        """The ways, one to a line below the heads."""
        cells = [("", "answer", "work", "time", ""), *map(_cells, self.approaches)]
        wides = [max(map(len, column)) for column in zip(*cells, strict=True)]
        return [
            "  ".join(f"{cell:<{wide}}" for cell, wide in zip(row, wides, strict=True)).rstrip()
            for row in cells
        ]

    def remarks(self) -> list[tuple[str, str]]:
        """What is said below the table: heads and texts."""
        found = (("greedy's slip", self.slip), ("growth", self.growing))
        return [(head, str(text)) for head, text in found if text is not None]

    def __str__(self) -> str:
        below = [f"{head:<15}{text}" for head, text in self.remarks()]
        return "\n".join([self.title, *self.table(), *below])


def _cells(way: Approach) -> tuple[str, str, str, str, str]:
    return way.name, way.answer_text, way.work_text, way.time_text, way.note


def compare(
    game: Game,
    *,
    start: State = UNSET,
    budget: int | None = None,
    seconds: float | None = None,
) -> Comparison:
    """Hold greedy and the naive recursion against the table, and against what `plan` chooses.

    The work by size is that of whole instances, wherever this one starts.

    >>> from zermelo.games import Ends
    >>> found = compare(Ends((1, 5, 233, 7)))
    >>> [(way.name, way.answer, way.work) for way in found.approaches]
    [('greedy', -222, 2), ('naive recursion', 222, 23), ('table (backward)', 222, 14)]
    >>> found.slip.taken, found.slip.lost
    ('right', 444)
    """
    limits = Limits.checked(budget, seconds)
    work = partial(solve, game, start=start, budget=budget, seconds=seconds)
    solution, took = _timed(lambda: _answered(work()))
    most = limits.budget if limits.is_asked else LARGEST_COMPARED_TABLE
    graph = _looked_at(game, start, most, seconds)
    greedy, slip = _greedy(solution, graph)
    table = _table(game, graph, solution, took)
    ways = [greedy, _naive(game, graph, solution.start), *table]
    return Comparison(game, solution.start, solution.value, tuple(ways), slip, _growing(game))


def _looked_at(game: Game, start: State, most: int, seconds: float | None) -> StateGraph | None:
    """Its states, or the first of them; None where the game declares more than so many."""
    if start is UNSET and declared_states(game) > most:
        return None
    patience = COMPARING_PATIENCE if seconds is None else seconds
    return explore(game, start=start, budget=most, seconds=patience, cpu_seconds=4 * LOADING)


def _how_many(game: Game, graph: StateGraph | None) -> str:
    if graph is None:
        return f"at least {count_text(declared_states(game))}"
    return f"more than {len(graph) - 1:,}"


def _answered(solution: Solution) -> Solution:
    """Some methods work when they are asked: the value belongs to the time."""
    _ = solution.value
    return solution


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = perf_counter()
    return work(), perf_counter() - began


# -- greedy ---------------------------------------------------------------------------------------


def _greedy(solution: Solution, graph: StateGraph | None) -> tuple[Approach, Slip | None]:
    """The largest gain now, against best play."""
    seen = Looked.at(solution.game).graph if graph is None else graph
    if not seen.has_gains:
        why = "does not apply: no move gains anything, only the end counts"
        return Approach(GREEDY, None, None, "moves", None, why), None
    length = solution.answers.length(solution.start) or 0
    if length > LONGEST_ASKED_ANEW and (graph is None or not graph.complete):
        why = f"not played: more than {LONGEST_ASKED_ANEW:,} moves"
        return Approach(GREEDY, None, None, "moves", None, why), None
    try:
        match = solution.against(GREEDY)
    except ZermeloError as error:
        return Approach(GREEDY, None, None, "moves", None, error.given), None
    states = [step.state for step in match.play.steps if step.player == 0]
    choose = STRATEGIES[GREEDY].prepare(solution.game, solution.start, 0)
    moves = solution.game.moves
    chosen, took = _timed(lambda: [choose(state, list(moves(state))) for state in states])
    slip = next(_slips(solution, match), None)
    note = f"wrong: {written(match.lost)} lost" if match.lost else "right, this time"
    return Approach(GREEDY, match.result, len(chosen), "moves", took, note), slip


def _slips(solution: Solution, match: Match) -> Iterator[Slip]:
    """Where a move of the first player is not among the best ones."""
    game = solution.game
    for number, step in enumerate(match.play.steps, 1):
        if step.player != 0:
            continue
        options = solution.options(step.state)
        took = next(option for option in options if option.move == step.move)
        if not took.best:
            best = next(option for option in options if option.best)
            worth, top = (_own(option.value, game) for option in (took, best))
            yield Slip(
                number,
                _in_a_line(game, step.state),
                move_name(game, step.move),
                step.move.gain,
                worth,
                move_name(game, best.move),
                top,
                top - worth,
            )


def _in_a_line(game: Game, state: State) -> str:
    return " / ".join(state_text(game, state).split("\n"))


def _own(value: Number, game: Game) -> Number:
    """What the first player gets."""
    own: Number = value[0] if isinstance(game, PayoffGame) else value
    return own


# -- the naive recursion --------------------------------------------------------------------------


def _naive(game: Game, graph: StateGraph | None, start: State) -> Approach:
    """Its calls, counted; its answer, where they are few."""
    if graph is None or not graph.complete:
        why = f"not counted: there are {_how_many(game, graph)} states"
        return Approach(NAIVE, None, None, "calls", None, why)
    calls = graph.calls()
    if calls is None:
        return Approach(NAIVE, None, None, "calls", None, "never ends: play can come back")
    if calls[0] > MOST_CALLS_RUN:
        return Approach(NAIVE, None, calls[0], "calls", None, "counted, not made")
    oracle = Oracle(game)
    ask = oracle.vector if isinstance(game, PayoffGame) else oracle.difference
    try:
        answer, took = _timed(lambda: ask(start))
    except RecursionError:
        return Approach(NAIVE, None, calls[0], "calls", None, "too deep for Python's stack")
    return Approach(NAIVE, answer, calls[0], "calls", took)


# -- the table ------------------------------------------------------------------------------------


def _table(
    game: Game, graph: StateGraph | None, solution: Solution, took: float
) -> Iterator[Approach]:
    """A value for every state; and the method that was chosen, where that is another."""
    chosen = solution.plan.method
    if graph is not None and graph.complete:
        name = decide(game, graph, refused=METHODS).method
        if name != chosen or solution.plan.is_compiled:
            fill = partial(solve, game, start=solution.start, method=name, engine="plain")
            value, plain = _timed(lambda: fill(budget=len(graph)).value)
            yield Approach(f"table ({name})", value, len(graph), "states", plain)
        else:
            yield Approach(f"table ({name})", solution.value, len(graph), "states", took)
            return
    else:
        why = f"not filled: there are {_how_many(game, graph)} states"
        yield Approach("table", None, None, "states", None, why)
    states, title = solution.plan.cost.states, solution.plan.title
    title += ", by compiled rules" if solution.plan.is_compiled else ""
    yield Approach(chosen, solution.value, states, "states", took, title)


# -- by size --------------------------------------------------------------------------------------


def _growing(game: Game) -> WorkBySize | None:
    """Calls and states of instances of growing size; None where there are too few."""
    size, instances = instances_of(game)
    counts = tuple(_counted(instances))
    if len(counts) < 4:
        return None
    calls, states = ([(n, pair[k]) for n, *pair in counts] for k in (0, 1))
    laws = (law and f"{at_most(game)}{law}" for law in map(_law, (calls, states)))
    return WorkBySize(size, counts, *laws)


def _counted(instances: Iterator[tuple[int, Game]]) -> Iterator[tuple[int, int, int]]:
    for size, instance in instances:
        try:
            graph = explore(instance, budget=COMPARED_STATES, cpu_seconds=4 * LOADING, memory=LIGHT)
        except ZermeloError:
            continue
        calls = graph.calls() if graph.complete else None
        if calls is None:
            return
        yield size, calls[0], len(graph)


def _law(points: list[tuple[int, int]]) -> str:
    """What all counts agree with."""
    exact = polynomial(points)
    if exact is not None:
        return factored(exact)
    power = exponential(points)
    return "" if power is None else shown(power)
