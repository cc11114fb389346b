"""What the items of numpy's arrays are: truth values, or whole numbers of so many bits.

A kind is `bool`, `int` for 64 bits, or one of numpy's own types. Numbers that leave their bits are
an error here; numpy wraps them around.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Kind: TypeAlias = type
Given: TypeAlias = Any  # an array, a row of items or an item: known while the code is written

ENDS: dict[Kind, tuple[int, int]] = {
    np.int8: (-(2**7), 2**7 - 1),
    np.int16: (-(2**15), 2**15 - 1),
    np.int32: (-(2**31), 2**31 - 1),
    np.uint8: (0, 2**8 - 1),
    np.uint16: (0, 2**16 - 1),
    np.uint32: (0, 2**32 - 1),
    np.uint64: (0, 2**63 - 1),
}


def by_name(dtype: object) -> Kind:
    """The kind that numpy knows by a `dtype`."""
    found: Kind = np.dtype(dtype).type  # type: ignore[call-overload]
    if found is np.bool_:
        return bool
    if found is np.int64:
        return int
    if found not in ENDS:
        raise TypeError(f"{dtype} as dtype is not translated")
    return found


def of_items(items: object) -> Kind:
    """The kind that numpy gives an array of some items, or of rows of them."""
    return by_name(np.asarray(items).dtype)


def are_numbers(items: Given) -> bool:
    """Whether the items are numbers, and no rows."""
    return all(isinstance(item, int | np.integer | np.bool_) for item in items)


def read(cell: int, kind: Kind) -> int:
    """The item that a cell holds."""
    return bool(cell) if kind is bool else cell


def cell_of(item: int, kind: Kind) -> int:
    """An item as a cell holds it."""
    if kind is bool:
        return int(bool(item))
    if kind is int:
        return int(item)
    if not ENDS[kind][0] <= item <= ENDS[kind][1]:
        raise OverflowError("a number leaves the bits of its array")
    return int(item)


def of_both(one: Kind, two: Kind) -> Kind:
    """The kind of what two arrays are worked out to."""
    if one is two or two is bool:
        return one
    if one is bool:
        return two
    if int not in (one, two) or np.uint64 in (one, two):
        raise TypeError("arrays of numbers of different bits")
    return int


def of_array_and_number(one: Kind, number: Kind) -> Kind:
    """The kind of what an array and a number are worked out to: a plain number adapts itself."""
    if number is int and one is not bool:
        return one
    return of_both(one, number)


def of_sums(kind: Kind) -> Kind:
    """The kind of sums of items of a kind."""
    return np.uint64 if is_unsigned(kind) else int


def is_unsigned(kind: Kind) -> bool:
    """Whether there are no negative items of a kind."""
    return kind is not bool and kind is not int and ENDS[kind][0] == 0


def octet(kind: Kind) -> bool:
    """Whether an item takes one byte."""
    return kind is bool or kind is np.int8 or kind is np.uint8
