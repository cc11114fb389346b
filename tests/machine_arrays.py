"""Graphs as flat arrays, for the kernels that sweep over them, and the plain answers beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import numpy as np

from random_games import TableGame
from zermelo import Game, Move
from zermelo.engines.contract import Explored
from zermelo.graph.contract import Columns
from zermelo.graph.state_graph import StateGraph
from zermelo.kernels import load
from zermelo.methods import METHODS, Case

sweeps, cycles = load("sweeps"), load("cycles")


class Arrays:
    """A graph as the kernels want it."""

    def __init__(
        self,
        graph: StateGraph,
        *,
        dense: bool = False,  # arrays of zeros where none are needed
        ordered: bool = False,  # an order where none is needed
        wide: bool = False,  # gains of int64
    ) -> None:
        self.graph = graph
        self.size = len(graph)
        self.first = np.array(graph.first, dtype=np.int64)
        self.to = np.array(graph.to, dtype=np.uint32)
        keep = slice(None) if dense else slice(0)
        gain = graph.gain if graph.has_gains else graph.gain[keep]
        self.gain = np.array(gain, dtype=np.int64 if wide else np.int32)
        self.again = np.array(graph.again if graph.has_again else graph.again[keep], dtype=np.uint8)
        self.order = np.zeros(0, dtype=np.uint32)
        if ordered or (graph.sweep is not None and not graph.forward):
            self.order = self.sorted()

    def sorted(self) -> Any:
        return self.levels()[0]

    def levels(self) -> tuple[Any, Any]:
        """The order of a sweep, and where its levels begin."""
        order, level = np.empty(self.size, dtype=np.uint32), np.zeros(self.size, dtype=np.uint32)
        assert sweeps.reverse_order(self.first, self.to, order, level) == self.size
        cuts = np.zeros(int(level.max(initial=0)) + 2, dtype=np.int64)
        sweeps.ascend(level, cuts, order)
        return order, cuts

    def payoff(self, dtype: type) -> Any:
        return np.array([pay or 0 for pay in self.graph.payoff], dtype=dtype)

    def difference(self, dtype: type = np.int64) -> list[int]:
        values = self.payoff(dtype)
        args = (self.first, self.to, self.gain, self.again, values, self.order)
        assert sweeps.difference(*args, 0, self.size) == -1
        return values.tolist()

    def outcomes(self, *cuts: int) -> tuple[list[int], list[int]]:
        values = self.payoff(np.int8)
        plies = np.where(values != 0, 0, -1).astype(np.int32)
        args = (self.first, self.to, self.again, values, plies, self.order)
        for begin, end in zip((0, *cuts), (*cuts, self.size), strict=True):
            sweeps.outcomes(*args, begin, end)
        return values.tolist(), plies.tolist()

    def nimbers(self) -> list[int]:
        numbers = np.full(self.size, 99, dtype=np.int32)
        sweeps.nimbers(self.first, self.to, numbers, self.order, 0, self.size)
        return numbers.tolist()

    def vectors(self, players: int) -> list[tuple[int, ...]]:
        values = np.array([pay or (0,) * players for pay in self.graph.payoff], dtype=np.int64)
        mover = np.array(self.graph.mover, dtype=np.uint8)
        args = (self.first, self.to, self.gain, mover, values, self.order)
        sweeps.vectors(*args, 0, self.size)
        return [tuple(row) for row in values.tolist()]

    def totals(self, payoff: Any) -> list[int | None]:
        total, fixed = np.empty(self.size, dtype=np.int64), np.empty(self.size, dtype=np.uint8)
        args = (self.first, self.to, self.gain, payoff, total, fixed, self.order)
        sweeps.totals(*args, 0, self.size)
        return [
            amount if known else None
            for amount, known in zip(total.tolist(), fixed.tolist(), strict=True)
        ]

    def backwards(self) -> tuple[Any, Any, Any]:
        start, into = np.empty(self.size + 1, dtype=np.int64), np.empty_like(self.to)
        again_into = np.empty_like(self.again)
        if len(self.again):
            cycles.parents_again(self.first, self.to, self.again, start, into, again_into)
        else:
            cycles.parents(self.first, self.to, start, into)
        return start, into, again_into

    def retrograde(self) -> tuple[list[int], list[int], list[int]]:
        values, plies = self.payoff(np.int8), np.empty(self.size, dtype=np.int32)
        line = np.empty(self.size, dtype=np.uint32)
        count = cycles.retrograde(*self.backwards(), self.first, values, plies, line)
        return values.tolist(), plies.tolist(), line[:count].tolist()

    def grounded(self) -> bytearray:
        start, into, _ = self.backwards()
        out = np.empty(self.size, dtype=np.uint8)
        assert cycles.grounded(start, into, self.first, out) == out.sum()
        return bytearray(out)

    def parts(self) -> tuple[Any, int]:
        part = np.empty(self.size, dtype=np.uint32)
        return part, cycles.parts(self.first, self.to, part)

    def thresholds(self, *cuts: int) -> tuple[list[int], list[int]]:
        part, count = self.parts()
        assert cycles.gain_inside(self.first, self.to, self.gain, part) == -1
        bound, member = np.empty(count + 1, dtype=np.uint32), np.empty_like(part)
        cycles.by_part(part, bound, member)
        values, plies = self.payoff(np.int64), np.empty(self.size, dtype=np.int32)
        left, line = np.ones(self.size, dtype=np.int32), np.full(2 * self.size, 99, dtype=np.uint32)
        room = np.bincount(part, minlength=1).max()  # of the line: the largest part
        moves = (self.first, self.to, self.gain, self.again, *self.backwards())
        args = (*moves, part, bound, member, left, line[:room], values, plies)
        for begin, end in zip((0, *cuts), (*cuts, count), strict=True):
            cycles.thresholds(*args, begin, end)
        assert set(line[room:].tolist()) <= {99}
        return values.tolist(), plies.tolist()


def plain(method: str, game: Game, graph: StateGraph) -> Columns:
    """The table of a method that is carried out on lists."""
    return answers(method, game, graph).columns


def answers(method: str, game: Game, graph: StateGraph) -> Any:
    case = Case(game, game.start, Explored(graph))
    assert METHODS[method].refuses(case) is None
    return METHODS[method].run(case)


def whole(game: TableGame) -> TableGame:
    """The same game in units that are small whole numbers."""

    def scale(number: Any) -> int:
        return int(number // 10**29 if abs(number) >= 10**29 else 3 * number)

    rules = tuple(tuple(m._replace(gain=scale(m.gain)) for m in row) for row in game.rules)
    return replace(game, rules=rules, payoffs=tuple(map(scale, game.payoffs)))


def graph_of(rows: Sequence[Sequence[Move | int]], *payoffs: int) -> StateGraph:
    """All states as numbered, whether or not state 0 reaches them; 0 where no payoff is given."""
    first, moves = [0], []
    for row in rows:
        moves.extend([move if isinstance(move, Move) else Move(move) for move in row])
        first.append(len(moves))
    size = len(rows)
    graph = StateGraph(
        states=list(range(size)),
        index={state: state for state in range(size)},
        first=first,
        to=[move.to for move in moves],
        gain=[move.gain for move in moves],
        again=[move.again for move in moves],
        payoff=[None if row else pay for row, pay in zip_longest(rows, payoffs, fillvalue=0)],
        mover=None,
        levels=[0],
        complete=True,
        forward=False,
    )
    forward = all(child > source for source, child in zip(graph.sources, graph.to, strict=True))
    return graph.but(forward=forward)
