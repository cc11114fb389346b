"""Several rows one move later: every value at once, in O(n log n) for n coins in all.

A move changes one row. So the numbers that the rows leave are sorted once, with the sums of their
signs + − + …; a changed row takes k of them out and puts some in, and between two such places the
sum is the old one, or its negative. O(k log n) for a row that leaves k numbers, hence O(n log n)
for all ends of all rows.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from operator import neg

from zermelo.methods.families.peak_fusion import fuse
from zermelo.model.exact import Number


class RowsAfter:
    """The value of rows in which one of them is replaced."""

    def __init__(self, rows: Sequence[Sequence[Number]], closed: Sequence[bool]) -> None:
        self.closed = closed
        self.reduced = [reduced(row, shut) for row, shut in zip(rows, closed, strict=True)]
        self.last: Number = sum(last for _, last in self.reduced)
        self.count = sum(map(len, rows))
        falling = sorted((n for left, _ in self.reduced for n in left), reverse=True)
        self.rising = list(map(neg, falling))  # bisection wants them in ascending order
        signed = (-n if place % 2 else n for place, n in enumerate(falling))
        self.sums: list[Number] = list(accumulate(signed, initial=0))

    def value(self, place: int, row: Sequence[Number]) -> Number:
        """The value when `row`, one coin shorter, stands in the place of another."""
        before, last_before = self.reduced[place]
        after, last_after = reduced(row, self.closed[place])
        last = self.last - last_before + last_after
        return self._valley(before, after) + (last if self.count % 2 else -last)

    def _valley(self, out: Sequence[Number], into: Sequence[Number]) -> Number:
        """The sum with signs + − + … of the numbers in decreasing order, after the change."""
        changes = sorted([*((-n, True) for n in out), *((-n, False) for n in into)])
        total: Number = 0
        done, sign = 0, 1
        for number, is_out in changes:
            place = max(done, bisect_left(self.rising, number))
            total += sign * (self.sums[place] - self.sums[done])
            if not is_out:
                total += -number if (sign > 0) == (place % 2 == 0) else number
            done = place + is_out
            sign = -sign
        return total + sign * (self.sums[-1] - self.sums[done])


def closed_end(row: Sequence[Number]) -> int:
    """How many numbers at a closed end go in pairs M ≥ x, after everything else."""
    last = 0
    while len(row) - last > 1 and row[last] >= row[last + 1]:
        last += 2
    return last


def reduced(row: Sequence[Number], shut: bool) -> tuple[list[Number], Number]:
    """What a row leaves to be taken in decreasing order, and what its closed end adds at last."""
    left = fuse(row)
    begin = closed_end(left) if shut else 0
    return left[begin:], sum(left[1:begin:2]) - sum(left[0:begin:2])
