"""The contract of a method: what it refuses, what it costs, and the answers it gives.

A method is one algorithm with one theorem. It never solves another problem with a warning: when
it does not apply it says why, and the planner names the one that does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from sys import getsizeof
from typing import Any, ClassVar

from zermelo.errors import MethodRefused, Setting
from zermelo.graph.state_graph import StateGraph
from zermelo.limits import Limits
from zermelo.methods.answers import Answers
from zermelo.model.game import Game, State
from zermelo.model.numerals import shown, spelled

LONGEST_CYCLE = 12  # states shown of a cycle


@dataclass(frozen=True)
class Case:
    """A game to be solved from `start`, with its graph where the method needs one."""

    game: Game
    start: State
    graph: StateGraph | None = None
    limits: Limits = field(default_factory=Limits)
    notes: dict[str, Any] = field(default_factory=dict, compare=False)
    """What a method worked out while it was asked whether it fits."""

    @property
    def packed(self) -> Any:
        """The `PackedGraph`, when compiled rules explored the game; else None."""
        if self.graph is None or isinstance(self.graph, StateGraph):
            return self.notes.get("packed")
        return self.graph

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
    time: ClassVar[str] = "O(states + moves)"
    space: ClassVar[str] = "O(states + moves)"
    explores: ClassVar[bool] = True
    """Whether the method works on the explored graph."""
    stops_early: ClassVar[bool] = False
    """Whether it keeps to a time limit by itself, with an answer about what is proven by then."""

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

    def run_packed(self, packed: Any, progress: Any) -> Answers:  # noqa: ARG002
        """Solve on a `PackedGraph`, where the method has compiled sweeps."""
        raise MethodRefused(
            f"{self.title} has no compiled form",
            where=type(packed.machine.game).__name__,
            rule="compiled rules fill tables of machine numbers",
            fix=("Pass ", Setting("engine", "plain"), ", or leave the method out"),
        )


def graph_bytes(graph: Any) -> int:
    """An estimate: the states themselves, their dict entries and the flat arrays."""
    if not isinstance(graph, StateGraph):
        held: int = graph.bytes
        return held
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
        state, gain = graph.a_gain()
        return f"it is scored: a gain of {shown(gain)} in state {spelled(state)}"
    state, pay = graph.an_odd_end()
    return f"its end {spelled(state)} pays {shown(pay)}, not −1, 0 or 1"


def show_cycle(graph: StateGraph, move: int | None = None) -> str:
    """A cycle as a person reads it: a → b → a, through `move` when given."""
    cycle = graph.cycle(move)
    names = [*map(spelled, cycle), spelled(cycle[0])]
    if len(names) > LONGEST_CYCLE:
        names[LONGEST_CYCLE - 3 : -2] = [f"… {len(names) - LONGEST_CYCLE + 1} more …"]
    return " → ".join(names)
