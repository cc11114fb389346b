"""A row of machine integers: a numpy array that behaves like a tuple of exact numbers.

Ten million Python integers take half a gigabyte and seconds to look at; as an array they take
80 MB and are looked at in passing. Games that take rows accept an integer array as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, cast, overload

from zermelo.model.numerals import Number, spelled

if TYPE_CHECKING:  # nobody loads numpy to have a name for its arrays
    import numpy as np
    from numpy.typing import DTypeLike, NDArray

    IntArray: TypeAlias = NDArray[np.int64]
    NumberArray: TypeAlias = NDArray[Number]  # int64, or Python's own where these might not fit
    NumberRow: TypeAlias = Sequence[Number] | NumberArray

NUMBERS_SHOWN = 6
NUMBERS_AT_ONCE = 1 << 16  # they fit the cache, and so does what is made of them


class IntRow(Sequence[int]):
    """An immutable row of int64; items are Python ints, slices are rows."""

    def __init__(self, array: IntArray) -> None:
        # a copy: what happens to the caller's array is not ours
        self._array = _frozen(array.astype("int64"))

    @classmethod
    def fits(cls, values: object) -> TypeGuard[IntArray]:
        """Whether `values` is a one-dimensional numpy array of integers that fit int64."""
        if type(values).__module__ != "numpy" or getattr(values, "ndim", 0) != 1:
            return False
        array = cast("IntArray", values)
        if array.dtype.kind == "u" and array.dtype.itemsize == 8 and array.size:
            return int(array.max()) < 1 << 63
        return array.dtype.kind in "iu"

    @cached_property
    def peak(self) -> int:
        """The largest absolute value, looked for once, in one pass over memory."""
        return max((max(int(part.max()), -int(part.min())) for part in self._chunks), default=0)

    @cached_property
    def total(self) -> int:
        """The sum of all numbers, which may lie beyond int64."""
        if self.peak * len(self) < 1 << 63:
            return int(self._array.sum())
        return sum(map(_wide_sum, self._chunks))

    @cached_property
    def absolute(self) -> int:
        """Σ|v|, exact."""
        if self.peak >= 1 << 62:  # the size of the least int64 is none
            return sum(abs(number) for part in self._chunks for number in part.tolist())
        return sum(_wide_sum(abs(part)) for part in self._chunks)

    @cached_property
    def is_constant(self) -> bool:
        """Whether all numbers are equal; stops near the first that differs."""
        return all(bool((part == self._array[0]).all()) for part in self._chunks)

    @cached_property
    def least(self) -> int:
        """The smallest number."""
        return min(int(part.min()) for part in self._chunks)

    @property
    def sums(self) -> Sequence[int]:
        """0 and the sums of the first 1, 2, … numbers."""
        if self.peak * len(self) >= 1 << 63:
            return tuple(accumulate(self, initial=0))
        import numpy as np  # where there is such a row, it is loaded

        sums = np.zeros(len(self) + 1, np.int64)
        np.cumsum(self._array, out=sums[1:])
        return IntRow._of(sums)

    @property
    def _chunks(self) -> Iterator[IntArray]:
        return (self._array[k : k + NUMBERS_AT_ONCE] for k in range(0, len(self), NUMBERS_AT_ONCE))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NumberArray:
        return self._array.astype(dtype or "int64", copy=bool(copy))

    def __len__(self) -> int:
        return len(self._array)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        if not isinstance(place, slice):
            return int(self._array[place])
        if place.indices(len(self)) == (0, len(self), 1):
            return self  # what is known of it stays known
        return IntRow._of(self._array[place])

    @classmethod
    def _of(cls, array: IntArray) -> IntRow:
        """A row of an array that nobody else writes to."""
        row = cls.__new__(cls)
        row._array = _frozen(array)
        return row

    def __iter__(self) -> Iterator[int]:
        return iter(self._array.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IntRow) or len(self) != len(other):
            return False
        return bool((self._array == other._array).all())

    def __hash__(self) -> int:
        return hash(self._array.tobytes())

    def __repr__(self) -> str:
        if len(self) <= NUMBERS_SHOWN:
            return spelled(tuple(self))
        shown = ", ".join(map(str, self[:NUMBERS_SHOWN]))
        return f"({shown}, … {len(self):,} numbers)"


def _wide_sum(array: IntArray) -> int:
    """A sum of 64-bit numbers in two halves, neither of which can wrap."""
    return (int((array >> 32).sum()) << 32) + int((array & 0xFFFFFFFF).sum())


def _frozen(array: IntArray) -> IntArray:
    array.flags.writeable = False
    return array


def total_of(values: Sequence[Number]) -> Number:
    """The sum of a row; of an array without making Python numbers of its items."""
    return values.total if isinstance(values, IntRow) else sum(values)


def absolute_of(values: Sequence[Number]) -> Number:
    """Σ|v| of a row, likewise."""
    return values.absolute if isinstance(values, IntRow) else sum(map(abs, values))


def least_of(values: Sequence[Number]) -> Number:
    """The smallest number of a row that is not empty, likewise."""
    return values.least if isinstance(values, IntRow) else min(values)


def sums_of(values: Sequence[Number]) -> Sequence[Number]:
    """0 and the sums of the first 1, 2, … numbers; of an array an array, where they fit."""
    return values.sums if isinstance(values, IntRow) else tuple(accumulate(values, initial=0))


def all_equal(values: Sequence[Number]) -> bool:
    """Whether a row has one number throughout; stops at, or near, the first that differs."""
    if isinstance(values, IntRow):
        return values.is_constant
    return not any(value != values[0] for value in values)
