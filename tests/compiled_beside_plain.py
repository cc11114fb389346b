"""Games solved by compiled rules and by plain Python, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import pytest

from table_games import MAKERS, normal_game, shared_game
from zermelo import Game, LastMoverWins, Move, Solution, solve
from zermelo.engines import choose
from zermelo.engines.memory import explore as expedition
from zermelo.engines.memory import thin
from zermelo.engines.memory.arrays import ANYWHERE, Arrays
from zermelo.engines.memory.graph import MemoryGraph
from zermelo.games import TicTacToe
from zermelo.graph.explore import explore
from zermelo.graph.state_graph import StateGraph
from zermelo.proof.oracle import Oracle


def set_small(monkeypatch: pytest.MonkeyPatch, states: int) -> None:
    """How many states plain Python explores before anything is compiled."""
    for name in ("PLAIN_STATES", "LOADED_STATES"):
        monkeypatch.setattr(choose, name, states)


def both(game: Game, **options: Any) -> tuple[Solution, Solution]:
    """The same game by compiled rules and by plain Python."""
    compiled = solve(game, engine="compiled", **options)
    for name in ("memory", "threads"):
        options.pop(name, None)
    return compiled, solve(game, engine="plain", **options)


def packed(solution: Solution) -> Arrays:
    """The graph of a compiled solution."""
    graph = solution.answers.graph
    assert isinstance(graph, MemoryGraph)
    return graph.arrays


def plain(solution: Solution) -> StateGraph:
    """The graph of a solution in plain Python."""
    graph = solution.answers.graph
    assert isinstance(graph, StateGraph)
    return graph


def assert_same(one: Solution, two: Solution, note: str = "") -> None:
    """The same value, and plies where they are counted, in every state that plain Python has."""
    assert one.plan.method == two.plan.method
    for state in plain(two).states:
        assert one.value_of(state) == two.value_of(state), f"{note} state {state}"
        if two.answers.counts_plies:
            assert one.remoteness_of(state) == two.remoteness_of(state), f"{note} state {state}"


def difference(oracle: Oracle, state: Any) -> Any:
    return oracle.difference(state)


def outcome(oracle: Oracle, state: Any) -> Any:
    """A result takes fewer plies than there are states: states of all fewer plies come before."""
    plies = oracle.remoteness(state, len(explore(oracle.game).states) - 1)
    return 0 if plies is None else oracle._outcome_within(state, plies), plies


def scored_cyclic(oracle: Oracle, state: Any) -> Any:
    return oracle.cyclic_difference(state)


def vector(oracle: Oracle, state: Any) -> Any:
    return oracle.vector(state)


ORACLES: dict[str, tuple[str, Callable[[Oracle, Any], Any]]] = {
    "difference": ("backward", difference),
    "outcome": ("winloss", outcome),
    "normal": ("winloss", outcome),
    "misere": ("winloss", outcome),
    "cyclic": ("retrograde", outcome),
    "scored cyclic": ("thresholds", scored_cyclic),
    "shared": ("vectors", vector),
}


def assert_same_graph(one: Arrays, two: StateGraph) -> None:
    """The same states under the same numbers, and the same moves in the same order."""
    assert [one.state(number) for number in range(len(one))] == two.states
    assert one.first is not None
    assert one.to is not None
    assert one.first.tolist() == two.first
    assert one.to.tolist() == two.to
    assert (one.gain.tolist() or [0] * len(two.to)) == two.gain
    assert (one.again.tolist() or [False] * len(two.to)) == two.again
    assert one.levels.tolist() == [*two.levels, len(two)]
    ends = [number for number, pay in enumerate(two.payoff) if pay is not None]
    assert one.ends.tolist() == ends
    paid = [two.payoff[number] for number in ends]
    assert one.pay.tolist() == [list(pay) if isinstance(pay, tuple) else [pay] for pay in paid]
    assert (None if one.mover is None else one.mover.tolist()) == two.mover
    assert (one.kind != ANYWHERE) == two.forward
    assert one.complete


def set_thin(monkeypatch: pytest.MonkeyPatch, waiting: int = 256, moves: int = 1 << 12) -> None:
    """Levels with at most so many states go by the call, from the first one on."""
    monkeypatch.setattr(thin, "LEVELS_TO_COMPILE", 0)
    monkeypatch.setattr(thin, "LEVELS_ON_DISK", 0)
    monkeypatch.setattr(thin, "WAITING", waiting)
    for place in (thin, expedition):
        monkeypatch.setattr(place, "MOVES_OF_A_CALL", moves)


@dataclass(frozen=True)
class Deep(LastMoverWins):
    """Many levels with few states each."""

    start: int

    def moves(self, state: int) -> Iterator[Move]:
        for take in (1, 3, 4):
            if take <= state:
                yield Move(state - take)


@dataclass(frozen=True)
class Grid(Game):
    """A stone walks right or down over a field of numbers; `room` is the declared space."""

    width: int
    height: int
    numbers: tuple[int, ...]
    room: Any = None
    start: tuple[int, int] = (0, 0)

    @property
    def space(self) -> Any:
        return self.room

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        x, y = state
        if x < self.width:
            yield Move((x + 1, y), gain=self.numbers[x * 7 + y])
        if y < self.height:
            yield Move((x, y + 1), gain=self.numbers[y * 5 + x])


class Pair(NamedTuple):
    heap: int
    limit: int


class Limited(LastMoverWins):
    """Fibonacci nim with named states: at most twice what was taken before."""

    start = Pair(30, 29)

    def moves(self, state: Pair) -> Iterator[Move]:
        for take in range(1, min(state.heap, state.limit) + 1):
            yield Move(Pair(state.heap - take, 2 * take))


def _symmetries() -> tuple[tuple[int, ...], ...]:
    """Where each square of a 3 × 3 board goes, for its eight symmetries."""
    found = []
    for flip in (False, True):
        squares = [(row, column) for row in range(3) for column in range(3)]
        for _ in range(4):
            squares = [(column, 2 - row) for row, column in squares]
            turned = [(column, row) if flip else (row, column) for row, column in squares]
            found.append(tuple(3 * row + column for row, column in turned))
    return tuple(found)


SYMMETRIES = _symmetries()


class Noughts(TicTacToe):
    """Noughts and crosses with one state for all that look the same in a mirror or turned."""

    def canonical(self, state: tuple[int, int]) -> tuple[int, int]:
        best, other = state
        for turned in SYMMETRIES:
            mine, theirs = 0, 0
            for square in range(9):
                mine |= (state[0] >> square & 1) << turned[square]
                theirs |= (state[1] >> square & 1) << turned[square]
            if (mine, theirs) < (best, other):
                best, other = mine, theirs
        return best, other


def solved(kind: str, seed: int, **options: Any) -> Solution:
    method = "nimbers" if kind == "nimbers" else ORACLES[kind][0]
    make = {**MAKERS, "nimbers": normal_game, "shared": three_players}[kind]
    return solve(make(Random(seed)), engine="compiled", method=method, **options)


def three_players(random: Random) -> Game:
    """One number of players: every number has a checker of its own to be compiled."""
    return shared_game(random, players=3)


KINDS = [*ORACLES, "nimbers"]
