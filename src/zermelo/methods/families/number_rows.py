"""Rows of numbers, as tuples or arrays: exact, summed without wrapping, as int64 where safe."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

from zermelo.arrays import IntRow
from zermelo.exact import Number, exact
from zermelo.game import declares
from zermelo.kernels import load
from zermelo.methods.contract import Case

SAFE = 1 << 62  # sums of absolute values below this leave int64 room for one more sign


def refuse_inexact(case: Case, rows: Sequence[Sequence[Number]]) -> str | None:
    """Why rows are not a plain game of exact numbers; None when they are.

    Sums of floats depend on their order, so methods that reorder them refuse.
    """
    if declares(case.game, "payoff"):
        return "its ends have a payoff of their own"
    if "floats" not in case.notes:
        plain = (row for row in rows if not isinstance(row, IntRow))
        case.notes["floats"] = any(isinstance(value, float) for row in plain for value in row)
    if case.notes["floats"]:
        return "it adds in another order than play does, which changes floats; pass Fractions"
    return None


def exact_row(values: Any) -> Sequence[Number]:
    """The row as Python's own exact numbers."""
    if isinstance(values, tuple | list) and set(map(type, values)) <= {int}:
        return values
    return tuple(map(exact, values))


def row_sum(values: Sequence[Number]) -> Number:
    """The sum of a row; of an array without making Python numbers of its items."""
    if not isinstance(values, IntRow) or len(values) < 1000:
        return exact(sum(values))
    array = load("rows").np.asarray(values)
    return _wide_sum(array >> 32, array & 0xFFFFFFFF)


def _wide_sum(high: Any, low: Any) -> int:
    """A sum of 64-bit numbers in two halves, neither of which can wrap."""
    return (int(high.sum()) << 32) + int(low.sum())


def int64_row(np: Any, values: Any, room: int = SAFE) -> Any:
    """The row as an int64 array when its numbers are whole and Σ|v| < room ≤ 2⁶², else None."""
    if isinstance(values, IntRow):
        return np.asarray(values) if array_size(np, values, room) < room else None
    if not all(issubclass(kind, Integral) for kind in set(map(type, values))):
        return None
    whole = exact_row(values)
    return np.array(whole, dtype=np.int64) if total_size(whole, room) < room else None


def total_size(values: Sequence[int], room: int) -> int:
    """Σ|v|, or a larger number that is below `room` and found sooner."""
    most = max(max(values, default=0), -min(values, default=0))
    return most * len(values) if most * len(values) < room else sum(map(abs, values))


def array_size(np: Any, values: IntRow, room: int) -> int:
    """The same for an array of integers; no step of it can wrap."""
    most = values.peak
    if most * len(values) < room or most >= room:
        return most * len(values)
    sizes = np.abs(np.asarray(values))
    return _wide_sum(sizes >> 32, sizes & 0xFFFFFFFF)
