"""The contract of a method: what it refuses, what it costs, and the answers it gives.

A method is one algorithm with one theorem. It never solves another problem with a warning: when
it does not apply it says why, and the planner names the one that does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from sys import getsizeof
from typing import Any, ClassVar

from zermelo.errors import BadInput
from zermelo.exact import fault, whole
from zermelo.explore import DEFAULT_BUDGET
from zermelo.game import Game, State
from zermelo.graph import StateGraph, find_cycle
from zermelo.methods.answers import Answers

LONGEST_CYCLE = 12  # states shown of a cycle


@dataclass(frozen=True)
class Limits:
    """How far a search may go."""

    budget: int = DEFAULT_BUDGET
    seconds: float | None = None

    @classmethod
    def checked(cls, budget: Any, seconds: Any) -> Limits:
        """Limits as a caller gave them, or an error that says what is wrong with them."""
        if seconds is not None and (fault(seconds, 0.0) or seconds < 0):
            raise BadInput(
                repr(seconds),
                where="seconds",
                rule="a time limit is None or a finite number of seconds, not negative",
                fix="Pass e.g. seconds=10",
            )
        return cls(whole(budget, where="budget", least=1), seconds)


@dataclass(frozen=True)
class Case:
    """A game to be solved from `start`, with its graph where the method needs one."""

    game: Game
    start: State
    graph: StateGraph | None = None
    limits: Limits = Limits()
    notes: dict[str, Any] = field(default_factory=dict, compare=False)
    """What a method worked out while it was asked whether it fits."""

    @property
    def explored(self) -> StateGraph:
        """The graph of a method whose `explores` is True."""
        assert self.graph is not None
        return self.graph


@dataclass(frozen=True)
class Cost:
    """What a method will touch; None where it cannot be known beforehand."""

    states: int | None
    moves: int | None
    bytes: int | None


class Method:
    """One algorithm, one theorem."""

    name: ClassVar[str]
    title: ClassVar[str]
    theorem: ClassVar[str]
    explores: ClassVar[bool] = True
    """Whether the method works on the explored graph."""

    def refuses(self, case: Case) -> str | None:
        """The reason why this method does not fit the game; None when it fits."""
        raise NotImplementedError

    def cost(self, case: Case) -> Cost:
        """What the method will touch: by default the explored graph, one value a state."""
        graph = case.explored
        return Cost(len(graph), graph.moves, graph_bytes(graph) + 8 * len(graph))

    def run(self, case: Case) -> Answers:
        """Solve; call only when `refuses` says None."""
        raise NotImplementedError


def graph_bytes(graph: StateGraph) -> int:
    """An estimate: the states themselves, their dict entries and the flat arrays."""
    sample = graph.states[:: max(1, len(graph) // 64)]
    state = sum(map(getsizeof, sample)) // len(sample)
    return len(graph) * (state + 100 + 8 * 4) + graph.moves * 8 * 3


def refuse_players(graph: StateGraph) -> str | None:
    """The refusal of every method for two players with opposed aims."""
    return None if graph.mover is None else "its players count their own totals"


def refuse_cycle(graph: StateGraph) -> str | None:
    """The refusal of every method that sweeps backwards once."""
    return None if graph.sweep is not None else f"the game is not acyclic: {show_cycle(graph)}"


def refuse_scores(graph: StateGraph) -> str | None:
    """The refusal of every method that knows win, draw and loss only."""
    if graph.is_outcome:
        return None
    if graph.has_gains:
        move = next(move for move, gain in enumerate(graph.gain) if gain)
        return f"it is scored: a gain of {graph.gain[move]} in state {_source(graph, move)!r}"
    number = next(n for n, pay in enumerate(graph.payoff) if pay not in (None, -1, 0, 1))
    return f"its end {graph.states[number]!r} pays {graph.payoff[number]}, not −1, 0 or 1"


def show_cycle(graph: StateGraph, move: int | None = None) -> str:
    """A cycle as a person reads it: a → b → a, through `move` when given."""
    cycle = [_source(graph, step) for step in find_cycle(graph.first, graph.to, move)]
    names = [*map(repr, cycle), repr(cycle[0])]
    if len(names) > LONGEST_CYCLE:
        names[LONGEST_CYCLE - 3 : -2] = [f"… {len(names) - LONGEST_CYCLE + 1} more …"]
    return " → ".join(names)


def _source(graph: StateGraph, move: int) -> State:
    return graph.states[graph.source(move)]
