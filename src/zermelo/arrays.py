"""A row of machine integers: a numpy array that behaves like a tuple of exact numbers.

Ten million Python integers take half a gigabyte and seconds to look at; as an array they take
80 MB and are looked at in passing. Games that take rows accept an integer array as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, overload

SHOWN = 6


class IntRow(Sequence[int]):
    """An immutable row of int64; items are Python ints, slices are rows."""

    def __init__(self, array: Any) -> None:
        own = array.astype("int64")  # a copy: what happens to the caller's array is not ours
        own.flags.writeable = False
        self._array = own

    @classmethod
    def fits(cls, values: Any) -> bool:
        """Whether `values` is a one-dimensional numpy array of integers that fit int64."""
        if type(values).__module__ != "numpy" or getattr(values, "ndim", 0) != 1:
            return False
        if values.dtype.kind == "u" and values.dtype.itemsize == 8 and values.size:
            return int(values.max()) < 1 << 63
        return values.dtype.kind in "iu"

    @cached_property
    def peak(self) -> int:
        """The largest absolute value, looked for once."""
        array = self._array
        return max(int(array.max()), -int(array.min())) if len(array) else 0

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self._array if dtype is None and not copy else self._array.astype(dtype or "int64")

    def __len__(self) -> int:
        return len(self._array)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, slice):
            return int(self._array[place])
        part = IntRow.__new__(IntRow)
        part._array = self._array[place]
        return part

    def __iter__(self) -> Iterator[int]:
        return iter(self._array.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IntRow) or len(self) != len(other):
            return False
        return bool((self._array == other._array).all())

    def __hash__(self) -> int:
        return hash(self._array.tobytes())

    def __repr__(self) -> str:
        if len(self) <= SHOWN:
            return repr(tuple(self))
        shown = ", ".join(map(str, self[:SHOWN]))
        return f"({shown}, … {len(self):,} numbers)"
