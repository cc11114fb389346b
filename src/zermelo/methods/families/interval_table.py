"""The triangle: every sub-row of a row, then any question in O(1).

D(i, j) = max(a[i] − D(i+1, j), a[j] − D(i, j−1)), by increasing length. Diagonals lie one after
another in memory, so that each is one run of reads and writes: on a square the same loop is eight
times slower. n(n + 1)/2 entries of the smallest integer type that a bound allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from types import ModuleType
from typing import TYPE_CHECKING

from zermelo.kernels import load
from zermelo.limits.deadline import patiently
from zermelo.methods.answers import Answers
from zermelo.methods.contract import Case, Cost, Method
from zermelo.methods.families.number_rows import int64_row
from zermelo.methods.families.row_answers import RowAnswers, refuse_row
from zermelo.model.exact import Number, Numbers
from zermelo.model.game import Game, State, ValueType

if TYPE_CHECKING:
    from zermelo.proof import Proof

TABLE_COMPILES_FROM = 300  # coins
MOST_BYTES = 12 << 30


class IntervalTable(Method):
    """Fill the triangle diagonal by diagonal. O(n²) time and memory."""

    name = "interval-table"
    title = "the triangle of all sub-rows"
    theorem = "D(i, j) = max(a[i] − D(i+1, j), a[j] − D(i, j−1)), shorter sub-rows first"
    time = "O(n²)"
    space = "O(n²)"
    explores = False
    value_type = ValueType.DIFFERENCE

    def refuses(self, case: Case) -> str | None:
        """A declared row of exact numbers whose triangle fits in memory."""
        unlike = refuse_row(case)
        if unlike is None and 4 * _entries(len(case.game.shape.values)) > MOST_BYTES:
            return f"its triangle would take more than {MOST_BYTES >> 30} GiB"
        return unlike

    def cost(self, case: Case) -> Cost:
        """One entry a sub-row."""
        entries = _entries(len(case.game.shape.values))
        return Cost(entries, 2 * entries, 8 * entries)

    def run(self, case: Case) -> Answers:
        """Fill it."""
        return TableAnswers(case.game.shape, Triangle.of(case.game.shape.values))


def _entries(size: int) -> int:
    return size * (size + 1) // 2


class Triangle:
    """D of every sub-row, diagonal after diagonal."""

    def __init__(self, size: int, table: Numbers, path: str) -> None:
        self.size = size
        self.table = table
        self.path = path

    @classmethod
    def of(cls, values: Sequence[Number]) -> Triangle:
        """Compiled where it pays and a bound allows, else with Python's own numbers."""
        size = len(values)
        if size >= TABLE_COMPILES_FROM:
            kernel = load("rows")
            coins = int64_row(kernel.np, values)
            if coins is not None:
                kind = smallest_type(int(abs(coins).sum()), kernel.np)
                table = kernel.np.empty(_entries(size), kind)
                patiently(len(table), kernel.triangle, coins.astype(kind), table)
                return cls(size, table, f"compiled {kernel.np.dtype(kind).name}")
        return cls(size, plain_triangle(values), "plain")

    def value(self, left: int, right: int) -> Number:
        """D of one sub-row; 0 of an empty one."""
        length = right - left + 1
        if length <= 0:
            return 0
        before = _entries(self.size) - _entries(self.size - length + 1)
        entry = self.table[before + left]
        return entry if self.path == "plain" else int(entry)


def smallest_type(most: int, np: ModuleType) -> object:
    """The smallest integer type that holds ±most and the sum of two such numbers."""
    for kind in (np.int16, np.int32):
        if 2 * most <= np.iinfo(kind).max:
            return kind
    return np.int64


def plain_triangle(values: Sequence[Number]) -> list[Number]:
    """The same loop over Python numbers."""
    row = list(values)
    table, last = list(row), list(row)
    for length in range(2, len(row) + 1):
        last = [
            max(a - right, b - left)
            for a, b, left, right in zip(row, row[length - 1 :], last, last[1:], strict=False)
        ]
        table += last
    return table


class TableAnswers(RowAnswers):
    """Every sub-row in O(1)."""

    def __init__(self, row: Numbers, triangle: Triangle) -> None:
        super().__init__(row)
        self.triangle = triangle
        self.path = triangle.path
        self.before = list(accumulate(row.values, initial=0))

    def value(self, state: State) -> Number:
        """Look it up."""
        self.check(state)
        return self.triangle.value(*state)

    def total(self, state: State) -> Number:
        """From two prefix sums."""
        self.check(state)
        return self.before[state[1] + 1] - self.before[state[0]]

    def prove(self, game: Game, start: State, budget: int) -> Proof:  # noqa: ARG002
        """Every entry against the two below it."""
        from zermelo.proof.rows import verify_triangle

        name, values = type(game).__name__, self.row.values
        return verify_triangle(name, values, self.triangle.table, self.value(start))
