"""Rows of numbers, as tuples or arrays: exact, summed without wrapping, as int64 where safe."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from numbers import Integral
from types import ModuleType

from zermelo.methods.contract import Case
from zermelo.model.arrays import IntRow, total_of
from zermelo.model.exact import Number, Numbers, exact
from zermelo.model.frozen import Frozen
from zermelo.model.game import declares

MOST_SUMS = 500_000  # prefix sums of a row that are held, as Python's own numbers
SAFE = 1 << 62  # sums of absolute values below this leave int64 room for one more sign


class Floats(Frozen):
    """Whether rows hold any float."""

    any: bool

    @classmethod
    def among(cls, rows: Sequence[Sequence[Number]]) -> Floats:
        """Look at every number, but for rows of machine integers."""
        plain = (row for row in rows if not isinstance(row, IntRow))
        kinds = {kind for row in plain for kind in {*map(type, row)}}
        return cls(any(issubclass(kind, float) for kind in kinds))


def refuse_inexact(case: Case, rows: Sequence[Sequence[Number]]) -> str | None:
    """Why rows are not a plain game of exact numbers; None when they are.

    Sums of floats depend on their order, so methods that reorder them refuse.
    """
    if declares(case.game, "payoff"):
        return "its ends have a payoff of their own"
    if case.once(Floats, lambda: Floats.among(rows)).any:
        return "it adds in another order than play does, which changes floats; pass Fractions"
    return None


def exact_row(values: Numbers) -> Sequence[Number]:
    """The row as Python's own exact numbers."""
    if isinstance(values, tuple | list) and set(map(type, values)) <= {int}:
        return values
    return tuple(map(exact, values))


def row_sum(values: Sequence[Number]) -> Number:
    """The sum of a row as an exact number."""
    return exact(total_of(values))


class Rests:
    """What is left of a row from a place on: a sum the first time, two prefix sums after that."""

    def __init__(self, values: Sequence[Number]) -> None:
        self.values = values
        self.asked = 0
        self.before: list[Number] = []

    def sum(self, place: int) -> Number:
        """Of all numbers from a place on."""
        self.asked += 1
        if self.asked == 1 or len(self.values) > MOST_SUMS:
            return row_sum(self.values[place:])
        if not self.before:
            self.before = list(accumulate(exact_row(self.values), initial=0))
        return exact(self.before[-1] - self.before[place])


def int64_row(np: ModuleType, values: Numbers, room: int = SAFE) -> Numbers:
    """The row as an int64 array when its numbers are whole and Σ|v| < room ≤ 2⁶², else None."""
    if not is_whole(values) or bound(values, room) >= room:
        return None
    return np.asarray(values, dtype=np.int64)


def is_whole(values: Sequence[Number]) -> bool:
    """Whether all numbers of a row are integers."""
    kinds = set() if isinstance(values, IntRow) else set(map(type, values))
    return all(issubclass(kind, Integral) for kind in kinds)


def bound(values: Sequence[Number], room: int) -> int:
    """Σ|v| of whole numbers, or a larger number that is below `room` and found sooner."""
    if isinstance(values, IntRow):
        most = values.peak
    else:
        most = max(int(max(values, default=0)), -int(min(values, default=0)))
    rough = most * len(values)
    if rough < room or most >= room:
        return rough
    return values.absolute if isinstance(values, IntRow) else sum(abs(int(v)) for v in values)
