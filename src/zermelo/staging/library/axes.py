"""The axes of arrays: how many items an axis has, and how many cells lie between two of them.

Tuples are as long as there are axes, one to three, and each length is written out: so it is worked
out while the code is written, and only numbers are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Axis: TypeAlias = tuple[int, int]  # items, and cells from one to the next
Axes: TypeAlias = tuple[Axis, ...]
Sizes: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Cut:
    """low:high:step in an index."""

    low: int | None
    high: int | None
    step: int | None

    def taken(self, size: int) -> tuple[int, int, int]:
        """Where it begins, how many it takes and its step, of so many items."""
        by = 1 if self.step is None else self.step
        if by == 0:
            raise ValueError("slice step cannot be zero")
        front, back = (0, size) if by > 0 else (size - 1, -1)
        low = front if self.low is None else _inside(self.low, size, by)
        high = back if self.high is None else _inside(self.high, size, by)
        count = (high - low + by - 1) // by if by > 0 else (low - high - by - 1) // -by
        return low, max(count, 0), by


ALL = Cut(None, None, None)


def _inside(place: int, size: int, by: int) -> int:
    """An end of a slice, counted from the front."""
    counted = place + size if place < 0 else place
    return min(max(counted, 0), size) if by > 0 else min(max(counted, -1), size - 1)


def skipped(place: int | Cut, axis: Axis) -> int:
    """The cells in front of the items that an index takes."""
    size, by = axis
    if isinstance(place, Cut):
        return place.taken(size)[0] * by
    if not -size <= place < size:
        raise IndexError("an index is out of bounds")
    return (place + size if place < 0 else place) * by


def left_of(place: int | Cut, axis: Axis) -> Axes:
    """The axes that an index leaves of one."""
    if isinstance(place, Cut):
        _, count, step = place.taken(axis[0])
        return ((count, step * axis[1]),)
    return ()


def side_by_side(sizes: Sizes) -> Axes:
    """The axes of an array whose cells lie side by side."""
    if len(sizes) == 1:
        return ((sizes[0], 1),)
    if len(sizes) == 2:
        return ((sizes[0], sizes[1]), (sizes[1], 1))
    if len(sizes) == 3:
        return ((sizes[0], sizes[1] * sizes[2]), (sizes[1], sizes[2]), (sizes[2], 1))
    raise TypeError("an array of one, two or three axes is meant")


def number_of_cells(sizes: Sizes) -> int:
    """How many cells there are."""
    if len(sizes) == 1:
        return sizes[0]
    return sizes[0] * sizes[1] if len(sizes) == 2 else sizes[0] * sizes[1] * sizes[2]


def sizes_of(shape: int | Sizes) -> Sizes:
    return tuple(shape) if isinstance(shape, tuple | list) else (shape,)


def without_gap(sizes: Sizes, size: int) -> Sizes:
    """Sizes, one of which may be −1: as many as are needed."""
    if len(sizes) == 1:
        return (size,) if sizes[0] == -1 else sizes
    if len(sizes) == 2:
        n, m = sizes
        return (size // m if n == -1 else n, size // n if m == -1 else m)
    n, m, o = sizes
    return (
        size // (m * o) if n == -1 else n,
        size // (n * o) if m == -1 else m,
        size // (n * m) if o == -1 else o,
    )


def evenly(axes: Axes) -> tuple[bool, int]:
    """Whether all cells lie equally far apart, in the order of the items; and how far."""
    if len(axes) == 1:
        return True, axes[0][1]
    if len(axes) == 2:
        return _both_evenly(axes[0], axes[1])
    are_even, by = _both_evenly(axes[1], axes[2])
    inner = (axes[1][0] * axes[2][0], by)
    found, by = _both_evenly(axes[0], inner)
    return are_even and found, by


def _both_evenly(outer: Axis, inner: Axis) -> tuple[bool, int]:
    if inner[0] == 1:
        return True, outer[1]
    return outer[0] == 1 or outer[1] == inner[0] * inner[1], inner[1]


def wider(axes: Axes, by: int) -> Axes:
    if len(axes) == 1:
        return ((axes[0][0], axes[0][1] * by),)
    if len(axes) == 2:
        return ((axes[0][0], axes[0][1] * by), (axes[1][0], axes[1][1] * by))
    (n, first), (m, second), (o, third) = axes
    return ((n, first * by), (m, second * by), (o, third * by))


def _same_size(one: int, two: int) -> int:
    return two if one == 1 else one


def common_sizes(one: Sizes, two: Sizes) -> Sizes:
    """The sizes that two arrays are brought to."""
    longer = max(len(one), len(two))
    ones = (1,) * (longer - len(one)) + one
    twos = (1,) * (longer - len(two)) + two
    if longer == 1:
        return (_same_size(ones[0], twos[0]),)
    if longer == 2:
        return (_same_size(ones[0], twos[0]), _same_size(ones[1], twos[1]))
    return (
        _same_size(ones[0], twos[0]),
        _same_size(ones[1], twos[1]),
        _same_size(ones[2], twos[2]),
    )


def _stretched(axis: Axis, size: int) -> Axis:
    if axis[0] != size and axis[0] != 1:
        raise ValueError("arrays whose forms do not fit each other")
    return (size, axis[1] if axis[0] == size else 0)


def wide(axes: Axes, sizes: Sizes) -> Axes:
    """Axes brought to some sizes: items are repeated along axes that are new, or of size 1."""
    if len(axes) > len(sizes):
        raise ValueError("an array of too many axes")
    all_axes = ((1, 0),) * (len(sizes) - len(axes)) + axes
    if len(sizes) == 1:
        return (_stretched(all_axes[0], sizes[0]),)
    if len(sizes) == 2:
        return (_stretched(all_axes[0], sizes[0]), _stretched(all_axes[1], sizes[1]))
    return (
        _stretched(all_axes[0], sizes[0]),
        _stretched(all_axes[1], sizes[1]),
        _stretched(all_axes[2], sizes[2]),
    )
