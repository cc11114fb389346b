"""Several rows at once: fuse each, then take everything in decreasing order.

A sum of scored games has no short cut through the values of its parts, but rows have their reduced
sequence: peak fusion leaves every row without interior peaks, and in a sum of such rows the largest
end of all is best to take, so what is left goes in decreasing order. A row that is closed on the
left (a stack) is fused too; then, while the number M at its closed end is at least its neighbour
x, those two are played last of all: they add (x − M)·(−1)ⁿ with n the number of coins in the whole
position, and are taken off. O(n log n) for n coins in all.
Source: the task "Termity", Potyczki Algorytmiczne 2010; stacks held against the product game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.exact import Number
from zermelo.game import Game, State, ValueType
from zermelo.kernels import load
from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case, Cost, Method
from zermelo.methods.families.number_rows import SAFE, int64_row, refuse_inexact, row_sum
from zermelo.methods.families.peak_fusion import fuse, value_of_valley, walk
from zermelo.proof import Proof
from zermelo.proof.rows import verify_rows
from zermelo.shapes import Rows

COMPILE_FROM = 100_000  # coins in all


class RowsFusion(Method):
    """Fuse every row, set the closed ends aside, sort the rest."""

    name = "rows-fusion"
    title = "peak fusion of several rows"
    theorem = "rows without interior peaks, side by side, go in decreasing order"
    explores = False

    def refuses(self, case: Case) -> str | None:
        """Declared rows of exact numbers."""
        shape = case.game.shape
        if not isinstance(shape, Rows):
            return "it does not declare the shape Rows"
        if case.start not in shape:
            return f"{case.start!r} is no position of the rows"
        return refuse_inexact(case, shape.rows)

    def cost(self, case: Case) -> Cost:
        """A few numbers a coin."""
        coins = sum(map(len, case.game.shape.rows))
        return Cost(coins, 2 * coins, 24 * coins)

    def run(self, case: Case) -> Answers:
        """Solve the start; other positions when they are asked for."""
        answers = RowsAnswers(case.game.shape)
        answers.value(case.start)
        return answers


class RowsAnswers(Answers):
    """Every position is a linear pass over its coins."""

    value_type = ValueType.DIFFERENCE

    def __init__(self, shape: Rows) -> None:
        self.shape = shape
        self._values: dict[State, Number] = {}
        self.path = "plain"  # how the first position, the start, was solved

    def rows(self, state: State) -> list[Sequence[Number]]:
        """The coins that are left in every row."""
        if state not in self.shape:
            raise unknown_state(state, "a position has an interval (left, right) for every row")
        pairs = zip(self.shape.rows, state, strict=True)
        return [row[left : right + 1] for row, (left, right) in pairs]

    def value(self, state: State) -> Number:
        """Looked up, or fused now."""
        if state not in self._values:
            rows = self.rows(state)
            count = sum(map(len, rows))
            reduced = self._compiled(rows) if count >= COMPILE_FROM else None
            if reduced is not None and not self._values:
                self.path = "compiled int64"
            if reduced is None:
                reduced = [fuse(row) for row in rows]
            self._values[state] = value_of_reduced(reduced, self.shape.closed, count)
        return self._values[state]

    def total(self, state: State) -> Number:
        """All coins that are left are collected."""
        return sum(map(row_sum, self.rows(state)))

    def prove(self, game: Game, start: State, budget: int) -> Proof:  # noqa: ARG002
        """Hand over the fusions of every row: a linear pass can replay them."""
        rows = self.rows(start)
        fused = [walk(0, row)[1] for row in rows]
        closed = self.shape.closed
        return verify_rows(type(game).__name__, rows, closed, fused, self.value(start))

    def _compiled(self, rows: list[Sequence[Number]]) -> list[list[Number]] | None:
        """Fuse with the kernel when no sum can leave int64; else None."""
        kernel = load("rows")
        arrays = [int64_row(kernel.np, row) for row in rows]
        if any(array is None for array in arrays):
            return None
        coins = kernel.np.concatenate(arrays)
        if max(int(coins.max()), -int(coins.min())) * len(coins) >= SAFE:
            return None
        return _fuse_rows(kernel, coins, [len(row) for row in rows])


def _fuse_rows(kernel: Any, coins: Any, sizes: list[int]) -> list[list[Number]]:
    np = kernel.np
    start = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=start[1:])
    stack, kept = np.empty_like(coins), np.empty(len(sizes), np.int64)
    kernel.fuse_rows(coins, start, stack, kept)
    return [stack[a : a + k].tolist() for a, k in zip(start, kept, strict=False)]


def value_of_reduced(rows: list[list[Number]], closed: Sequence[bool], count: int) -> Number:
    """The value of rows without peaks, `count` coins in all before they were fused."""
    last: Number = 0
    left: list[Number] = []
    for row, shut in zip(rows, closed, strict=True):
        begin = 0
        while shut and len(row) - begin > 1 and row[begin] >= row[begin + 1]:
            last += row[begin + 1] - row[begin]
            begin += 2
        left += row[begin:]
    return value_of_valley(left) + (last if count % 2 == 0 else -last)
