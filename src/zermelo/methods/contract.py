"""The contract of a method: what it refuses, what it costs, and the answers it gives.

A method is one algorithm with one theorem. It never solves another problem with a warning: when
it does not apply it says why and names the one that does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from sys import getsizeof
from typing import Any, ClassVar

from zermelo.errors import Unavailable, UnknownState
from zermelo.explore import DEFAULT_BUDGET
from zermelo.game import Game, State, ValueType
from zermelo.graph import StateGraph, find_cycle

NEVER = -1  # the remoteness of a draw


@dataclass(frozen=True)
class Limits:
    """How far a search may go."""

    budget: int = DEFAULT_BUDGET
    seconds: float | None = None


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


class Answers:
    """What a method found out, for every state it can speak of.

    Values are seen by the player to move, except in games of p players, where they are vectors.
    """

    value_type: ValueType

    def value(self, state: State) -> Any:
        """The exact value, or an `Unavailable` that says why there is none."""
        raise NotImplementedError

    def bounds(self, state: State) -> tuple[Any, Any]:
        """Proven bounds on the value; equal when it is known."""
        value = self.value(state)
        return value, value

    def remoteness(self, state: State) -> int | None:  # noqa: ARG002
        """Plies until the next gain or the end, hurried by the winner and delayed by the loser.

        None where nobody can force an end; `Unavailable` where plies were not counted.
        """
        raise Unavailable(
            "this method does not count plies",
            rule="remoteness comes with outcomes (win/loss, retrograde, thresholds)",
            fix='Ask for another method, e.g. solve(game, method="winloss")',
        )

    @property
    def counts_plies(self) -> bool:
        """Whether `remoteness` has answers."""
        return False

    @property
    def needs_progress(self) -> bool:
        """Whether keeping the value is not enough: play could go round for ever."""
        return False

    def nimber(self, state: State) -> int:  # noqa: ARG002
        """The nimber of a state of an impartial game."""
        raise Unavailable(
            "this method does not compute nimbers",
            rule="nimbers belong to last-move games in normal play",
            fix='Ask for them: solve(game, method="nimbers")',
        )

    @property
    def graph(self) -> StateGraph | None:
        """The table's states, when there is a table."""
        return None


class Table(Answers):
    """Answers that were written down for every state of a graph."""

    def __init__(
        self,
        value_type: ValueType,
        graph: StateGraph,
        values: Sequence[Any],  # [N]
        plies: Sequence[int] | None = None,  # [N], NEVER where nobody can force an end
    ) -> None:
        self.value_type = value_type
        self._graph = graph
        self.values = values
        self.plies = plies

    @property
    def graph(self) -> StateGraph:
        """The states and moves the values belong to."""
        return self._graph

    @property
    def counts_plies(self) -> bool:
        """Whether plies were counted."""
        return self.plies is not None

    @property
    def needs_progress(self) -> bool:
        """True on cyclic graphs."""
        return self._graph.sweep is None

    def value(self, state: State) -> Any:
        """Look the value up."""
        return self.values[self._number(state)]

    def remoteness(self, state: State) -> int | None:
        """Look the plies up."""
        if self.plies is None:
            return super().remoteness(state)
        plies = self.plies[self._number(state)]
        return None if plies == NEVER else plies

    def _number(self, state: State) -> int:
        try:
            return self._graph.index[state]
        except (KeyError, TypeError):
            raise UnknownState(
                f"the state {state!r} is not in the table",
                rule=f"the table holds the {len(self._graph):,} states that "
                f"{self._graph.states[0]!r} reaches",
                fix="Check its spelling, or solve from there: solve(game, start=…)",
            ) from None


class Method:
    """One algorithm, one theorem."""

    name: ClassVar[str]
    title: ClassVar[str]
    theorem: ClassVar[str]
    explores: ClassVar[bool] = True
    """Whether the method works on the explored graph."""

    def refuses(self, case: Case) -> str | None:
        """The reason why this method does not fit, naming one that does; None when it fits."""
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
    if graph.mover is None:
        return None
    return 'players count their own totals, so a state has a vector. Try method="vectors"'


def refuse_cycle(graph: StateGraph, name: str, instead: str) -> str | None:
    """The refusal of every method that sweeps backwards once."""
    if graph.sweep is not None:
        return None
    return f'{name} needs an acyclic game; found {show_cycle(graph)}. Try method="{instead}"'


def show_cycle(graph: StateGraph, move: int | None = None) -> str:
    """A cycle as a person reads it: a → b → a, through `move` when given."""
    cycle = [graph.states[graph.source(step)] for step in find_cycle(graph.first, graph.to, move)]
    return " → ".join(map(repr, [*cycle, cycle[0]]))


def refuse_scores(graph: StateGraph, name: str, instead: str) -> str | None:
    """The refusal of every method that knows win, draw and loss only."""
    if graph.is_outcome:
        return None
    for move, gain in enumerate(graph.gain):
        if gain:
            found = f"a gain of {gain} in state {graph.states[graph.source(move)]!r}"
            break
    else:
        ends = enumerate(graph.payoff)
        number = next(n for n, pay in ends if pay is not None and pay not in (-1, 0, 1))
        found = f"a payoff of {graph.payoff[number]} in state {graph.states[number]!r}"
    return f'{name} knows only win, draw and loss at the end; found {found}. Try method="{instead}"'
