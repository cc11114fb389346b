"""numpy's arrays, as far as rules of games use them: whole numbers and truth values, three axes.

An array is a list of cells, the place where it begins and its axes: how many items an axis has, and
how many cells lie between two of them. Rows, columns, slices and transposed arrays are views, which
share their cells. What is left out is not translated; what numpy answers otherwise (numbers that
leave their bits, a division by zero) is an error here, after which plain Python solves the game.

Nothing here looks at the kinds of numbers but through `kinds`, and tuples are as long as there are
axes: all that depends on these alone is worked out while the code is written.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from zermelo.staging.library.axes import (
    ALL,
    Axes,
    Axis,
    Cut,
    Sizes,
    common_sizes,
    evenly,
    left_of,
    number_of_cells,
    side_by_side,
    sizes_of,
    skipped,
    wide,
    wider,
    without_gap,
)
from zermelo.staging.library.items import (
    divided_into,
    exponent_of,
    larger,
    left_over_of,
    moving_left,
    moving_right,
    multiplied,
    place_of_largest,
    place_of_least,
    smaller,
    sums_so_far,
    taken_from,
    total,
)
from zermelo.staging.library.kinds import (
    Given,
    Kind,
    are_numbers,
    by_name,
    cell_of,
    is_unsigned,
    octet,
    of_array_and_number,
    of_both,
    of_items,
    of_sums,
    read,
)

Work: TypeAlias = Callable[[int, int], int]


@dataclass(frozen=True, eq=False)
class Array:
    """Cells, seen along some axes."""

    cells: list[int]
    start: int
    axes: Axes
    kind: Kind

    # -- form --------------------------------------------------------------------------------------

    @property
    def ndim(self) -> int:
        return len(self.axes)

    @property
    def shape(self) -> Sizes:
        if len(self.axes) == 1:
            return (self.axes[0][0],)
        if len(self.axes) == 2:
            return (self.axes[0][0], self.axes[1][0])
        return (self.axes[0][0], self.axes[1][0], self.axes[2][0])

    @property
    def size(self) -> int:
        return number_of_cells(self.shape)

    @property
    def T(self) -> Array:
        return Array(self.cells, self.start, self.axes[::-1], self.kind)

    @property
    def flat(self) -> Array:
        are_even, by = evenly(self.axes)
        if not are_even:
            raise OverflowError("the flat of an array whose cells do not lie evenly")
        return Array(self.cells, self.start, ((self.size, by),), self.kind)

    def __len__(self) -> int:
        return self.axes[0][0]

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("the truth of an array with more than one item, or none")
        return bool(self.cells[self.start])

    def places(self) -> Iterator[int]:
        """The places of its cells, in the order of its items."""
        if len(self.axes) == 1:
            for i in range(self.axes[0][0]):
                yield self.start + i * self.axes[0][1]
        elif len(self.axes) == 2:
            (n, by), (m, along) = self.axes
            for i in range(n):
                for j in range(m):
                    yield self.start + i * by + j * along
        else:
            (n, by), (m, along), (o, inwards) = self.axes
            for i in range(n):
                for j in range(m):
                    for k in range(o):
                        yield self.start + i * by + j * along + k * inwards

    def items(self) -> list[int]:
        """All items, in a list of their own."""
        return [self.cells[place] for place in self.places()]

    def values(self) -> list[int]:
        """All items as the numbers or truth values that they are."""
        return [read(self.cells[place], self.kind) for place in self.places()]

    # -- items -------------------------------------------------------------------------------------

    def __getitem__(self, index: Given) -> Given:
        if has_rows(index):
            places = _picked(self, index)
            return new([self.cells[place] for place in places.items()], places.shape, self.kind)
        view = _view(self, index)
        return view if view.axes else read(self.cells[view.start], self.kind)

    def __setitem__(self, index: Given, value: Given) -> None:
        if has_rows(index):
            _fill(self, _picked(self, index), value)
        else:
            _put(_view(self, index), value)

    def __iter__(self) -> Iterator[Given]:
        n, by = self.axes[0]
        for i in range(n):
            if len(self.axes) == 1:
                yield read(self.cells[self.start + i * by], self.kind)
            else:
                yield Array(self.cells, self.start + i * by, self.axes[1:], self.kind)

    def __contains__(self, value: int) -> bool:
        return any(self.cells[place] == value for place in self.places())

    def item(self, *place: int) -> int:
        if len(place) == 0:
            if self.size != 1:
                raise ValueError("item() of an array with more than one item, or none")
            return read(self.cells[self.start], self.kind)
        if len(place) == len(self.axes):
            return read(self.cells[_view(self, place).start], self.kind)
        return read(self.items()[place[0]], self.kind)

    def fill(self, value: int) -> None:
        _put(self, value)

    def tolist(self) -> list[int] | list[list[int]] | list[list[list[int]]]:
        if len(self.axes) == 1:
            return self.values()
        if len(self.axes) == 2:
            return [row.values() for row in self]
        return [[row.values() for row in layer] for layer in self]

    def tobytes(self) -> bytes:
        if not octet(self.kind):
            raise TypeError("tobytes() of numbers of several bytes (np.int8 has one)")
        return bytes([item % 256 for item in self.items()])

    # -- other forms -------------------------------------------------------------------------------

    def copy(self) -> Array:
        return new(self.items(), self.shape, self.kind)

    def flatten(self) -> Array:
        return row(self.items(), self.kind)

    def ravel(self) -> Array:
        are_even, by = evenly(self.axes)
        lie_together = are_even and (by == 1 or self.size == 1)
        return self.reshape(-1) if lie_together else self.flatten()

    def reshape(self, *sizes: Given) -> Array:
        return _reshaped(self, sizes_of(sizes[0]) if len(sizes) == 1 else sizes)

    def astype(self, dtype: object) -> Array:
        kind = by_name(dtype)
        return new([cell_of(item, kind) for item in self.items()], self.shape, kind)

    def transpose(self) -> Array:
        return self.T

    def diagonal(self, offset: int = 0) -> Array:
        (n, by), (m, along) = self.axes
        start = self.start + (offset * along if offset >= 0 else -offset * by)
        count = max(min(n, m - offset) if offset >= 0 else min(n + offset, m), 0)
        return Array(self.cells, start, ((count, by + along),), self.kind)

    def sort(self) -> None:
        if len(self.axes) != 1:
            raise TypeError("a row is sorted")
        _put(self, row(sorted(self.items()), self.kind))

    # -- all items together ------------------------------------------------------------------------

    def sum(self, axis: int | None = None) -> Given:
        return folded(self, axis, total, of_sums(self.kind))

    def prod(self, axis: int | None = None) -> Given:
        return folded(self, axis, multiplied, of_sums(self.kind))

    def any(self, axis: int | None = None) -> Given:
        return folded(self, axis, any, bool)

    def all(self, axis: int | None = None) -> Given:
        return folded(self, axis, all, bool)

    def max(self, axis: int | None = None) -> Given:
        return folded(self, axis, max, self.kind)

    def min(self, axis: int | None = None) -> Given:
        return folded(self, axis, min, self.kind)

    def argmax(self, axis: int | None = None) -> Given:
        return folded(self, axis, place_of_largest, int)

    def argmin(self, axis: int | None = None) -> Given:
        return folded(self, axis, place_of_least, int)

    def trace(self, offset: int = 0) -> int:
        diagonal = self.diagonal(offset)
        return read(total(diagonal.items()), of_sums(self.kind))

    def nonzero(self) -> tuple[Array, ...]:
        places = [place for place, item in enumerate(self.items()) if item]
        if len(self.axes) == 1:
            return (row(places, int),)
        if len(self.axes) == 2:
            m = self.axes[1][0]
            return row([p // m for p in places], int), row([p % m for p in places], int)
        m, o = self.axes[1][0], self.axes[2][0]
        return (
            row([p // (m * o) for p in places], int),
            row([p // o % m for p in places], int),
            row([p % o for p in places], int),
        )

    def cumsum(self, axis: int | None = None) -> Array:
        kind = of_sums(self.kind)
        if axis is None or len(self.axes) == 1:
            return row(sums_so_far(self.items()), kind)
        if len(self.axes) != 2 or not -2 <= axis < 2:
            raise TypeError("sums along an axis of three")
        lines = self.T if axis in (0, -2) else self
        cells = [found for line in lines for found in sums_so_far(line.items())]
        found = new(cells, lines.shape, kind)
        return found.T.copy() if axis in (0, -2) else found

    def clip(self, low: Given, high: Given) -> Array:
        return joined(smaller, joined(larger, self, low), high)

    def swapaxes(self, one: int, two: int) -> Array:
        if len(self.axes) != 2:
            raise TypeError("two of three axes swapped")
        return self.T if (one - two) % 2 else self[ALL]

    def dot(self, other: Array) -> Given:
        return dot(self, other)

    # -- operators ---------------------------------------------------------------------------------

    def __eq__(self, other: Given) -> Array:  # type: ignore[override]
        return matched(operator.eq, self, other, bool)

    def __ne__(self, other: Given) -> Array:  # type: ignore[override]
        return matched(operator.ne, self, other, bool)

    def __lt__(self, other: Given) -> Array:
        return matched(operator.lt, self, other, bool)

    def __le__(self, other: Given) -> Array:
        return matched(operator.le, self, other, bool)

    def __gt__(self, other: Given) -> Array:
        return matched(operator.gt, self, other, bool)

    def __ge__(self, other: Given) -> Array:
        return matched(operator.ge, self, other, bool)

    def __add__(self, other: Given) -> Array:
        return worked(operator.add, self, other)

    def __radd__(self, other: Given) -> Array:
        return worked(operator.add, self, other)

    def __sub__(self, other: Given) -> Array:
        return worked(operator.sub, self, other)

    def __rsub__(self, other: Given) -> Array:
        return worked(taken_from, self, other)

    def __mul__(self, other: Given) -> Array:
        return worked(operator.mul, self, other)

    def __rmul__(self, other: Given) -> Array:
        return worked(operator.mul, self, other)

    def __floordiv__(self, other: Given) -> Array:
        return worked(operator.floordiv, self, other)

    def __mod__(self, other: Given) -> Array:
        return worked(operator.mod, self, other)

    def __pow__(self, other: Given) -> Array:
        return worked(operator.pow, self, other)

    def __lshift__(self, other: Given) -> Array:
        return worked(operator.lshift, self, other)

    def __rshift__(self, other: Given) -> Array:
        return worked(operator.rshift, self, other)

    def __rfloordiv__(self, other: Given) -> Array:
        return worked(divided_into, self, other)

    def __rmod__(self, other: Given) -> Array:
        return worked(left_over_of, self, other)

    def __rpow__(self, other: Given) -> Array:
        return worked(exponent_of, self, other)

    def __rlshift__(self, other: Given) -> Array:
        return worked(moving_left, self, other)

    def __rrshift__(self, other: Given) -> Array:
        return worked(moving_right, self, other)

    def __and__(self, other: Given) -> Array:
        return joined(operator.and_, self, other)

    def __rand__(self, other: Given) -> Array:
        return joined(operator.and_, self, other)

    def __or__(self, other: Given) -> Array:
        return joined(operator.or_, self, other)

    def __ror__(self, other: Given) -> Array:
        return joined(operator.or_, self, other)

    def __xor__(self, other: Given) -> Array:
        return joined(operator.xor, self, other)

    def __rxor__(self, other: Given) -> Array:
        return joined(operator.xor, self, other)

    def __neg__(self) -> Array:
        if self.kind is bool:
            raise TypeError("the negative of truth values")
        return worked(taken_from, self, 0)

    def __invert__(self) -> Array:
        if self.kind is bool:
            return new([1 - item for item in self.items()], self.shape, bool)
        return worked(operator.xor, self, -1)

    def __abs__(self) -> Array:
        cells = [cell_of(abs(item), self.kind) for item in self.items()]
        return new(cells, self.shape, self.kind)

    def __matmul__(self, other: Array) -> Given:
        return dot(self, other)


# -- what arrays are made of -----------------------------------------------------------------------


def new(cells: list[int], sizes: Sizes, kind: Kind) -> Array:
    """An array of cells that lie side by side."""
    return Array(cells, 0, side_by_side(sizes), kind)


def row(cells: list[int], kind: Kind) -> Array:
    """An array of one axis."""
    return Array(cells, 0, ((len(cells), 1),), kind)


def is_row(item: Given) -> bool:
    """Whether something is a row of items, and no item."""
    return isinstance(item, tuple | list | Array | range)


def array(items: Given, dtype: object = None) -> Array:
    """np.array(items, dtype)."""
    if isinstance(items, Array):
        return items.copy() if dtype is None else items.astype(dtype)
    if dtype is None and len(items) == 0:
        raise OverflowError("an array of nothing, which is one of fractions")
    return _of_rows(items, of_items(items) if dtype is None else by_name(dtype))


def _of_rows(items: Given, kind: Kind) -> Array:
    if are_numbers(items):
        return row([cell_of(item, kind) for item in items], kind)
    sizes = (len(items), len(items[0]))
    if len(items[0].axes) == 1 if isinstance(items[0], Array) else are_numbers(items[0]):
        cells = [cell_of(item, kind) for inner in items for item in inner]
        _even(len(inner) == sizes[1] for inner in items)
        return new(cells, sizes, kind)
    deep = (*sizes, len(items[0][0]))
    cells = [cell_of(item, kind) for layer in items for inner in layer for item in inner]
    _even(len(layer) == deep[1] for layer in items)
    _even(len(inner) == deep[2] for layer in items for inner in layer)
    return new(cells, deep, kind)


def _even(tests: Iterable[bool]) -> None:
    if not all(tests):
        raise ValueError("rows of different lengths")


def _view(owner: Array, index: Given) -> Array:
    """The part of an array that an index stands for; without axes, it is one cell."""
    given = index if isinstance(index, tuple) else (index,)
    if _place_of_none(given) >= 0:
        return _with_one_more(owner, given, _place_of_none(given))
    places = given + (ALL,) * (len(owner.axes) - len(given))
    start = owner.start
    left: Axes = ()
    if len(owner.axes) == 1:
        (a,), (p,) = owner.axes, places
        start, left = start + skipped(p, a), left_of(p, a)
    elif len(owner.axes) == 2:
        (a, b), (p, q) = owner.axes, places
        start, left = start + skipped(p, a) + skipped(q, b), left_of(p, a) + left_of(q, b)
    else:
        (a, b, c), (p, q, r) = owner.axes, places
        start = start + skipped(p, a) + skipped(q, b) + skipped(r, c)
        left = left_of(p, a) + left_of(q, b) + left_of(r, c)
    return Array(owner.cells, start, left, owner.kind)


def _place_of_none(given: Given) -> int:
    """Where an index says None, for an axis of one item; −1 where it does not."""
    if_later = 1 if len(given) > 1 and given[1] is None else -1
    if_later = 2 if len(given) > 2 and given[2] is None else if_later
    return 0 if len(given) > 0 and given[0] is None else if_later


def _with_one_more(owner: Array, given: Given, place: int) -> Array:
    """The part that an index stands for, with an axis of one item where it says None."""
    view = _view(owner, given[:place] + given[place + 1 :])
    in_front = 1 if place > 0 and isinstance(given[0], Cut) else 0
    in_front = in_front + 1 if place > 1 and isinstance(given[1], Cut) else in_front
    if len(view.axes) == 3:
        raise TypeError("an array of four axes")
    axes = (*view.axes[:in_front], (1, 0), *view.axes[in_front:])
    return Array(owner.cells, view.start, axes, owner.kind)


def has_rows(index: Given) -> bool:
    """Whether an index has rows of places, or of truth values."""
    return (is_row(index) and not isinstance(index, tuple)) or (
        isinstance(index, tuple)
        and ((len(index) > 0 and is_row(index[0])) or (len(index) > 1 and is_row(index[1])))
    )


def _picked(owner: Array, index: Given) -> Array:
    """The places of the items that rows of places stand for, in their form."""
    given = index if isinstance(index, tuple) else (index,)
    if len(given) == 1 and _is_mask(owner, given[0]):
        return _where(owner, given[0])
    if len(owner.axes) == 1:
        (one,), (axis,) = given, owner.axes
        return _offsets(one, axis) + owner.start
    if len(owner.axes) != 2:
        raise TypeError("a row of places in an array of three axes")
    one, two = given if len(given) == 2 else (given[0], ALL)
    first, second = owner.axes
    down, along = _offsets(one, first) + owner.start, _offsets(two, second)
    if isinstance(one, Cut) or isinstance(two, Cut):
        return _upright(down) + along
    return down + along


def _is_mask(owner: Array, one: Given) -> bool:
    """Whether it has a truth value for every item."""
    return isinstance(one, Array) and one.kind is bool and len(one.axes) == len(owner.axes)


def _where(owner: Array, mask: Array) -> Array:
    """The places where something holds."""
    if owner.shape != mask.shape:
        raise IndexError("truth values for an array of another form")
    pairs = zip(owner.places(), mask.items(), strict=True)
    return row([place for place, is_in in pairs if is_in], int)


def _offsets(place: Given, axis: Axis) -> Array:
    """How many cells lie in front of each item that an index takes along an axis."""
    if isinstance(place, Cut):
        low, count, step = place.taken(axis[0])
        return row([(low + i * step) * axis[1] for i in range(count)], int)
    if not is_row(place):
        return row([skipped(place, axis)], int)
    wanted = place if isinstance(place, Array) else _of_rows(place, of_items(place))
    if wanted.kind is not bool:
        return new([skipped(each, axis) for each in wanted.items()], wanted.shape, int)
    if len(wanted.axes) != 1:
        raise TypeError("truth values for some axes only")
    if wanted.size != axis[0]:
        raise IndexError("truth values for an array of another form")
    return row([i * axis[1] for i, is_in in enumerate(wanted.items()) if is_in], int)


def _upright(owner: Array) -> Array:
    """A row as a column."""
    if len(owner.axes) != 1:
        raise TypeError("several axes of places beside a slice")
    return Array(owner.cells, owner.start, (owner.axes[0], (1, 0)), owner.kind)


def _fill(owner: Array, places: Array, value: Given) -> None:
    """Write one item into some cells, or one into each."""
    if is_row(value):
        items = spread(array(value), places.shape).items()
        for place, item in zip(places.items(), items, strict=True):
            owner.cells[place] = cell_of(item, owner.kind)
    else:
        for place in places.items():
            owner.cells[place] = cell_of(value, owner.kind)


def _put(view: Array, value: Given) -> None:
    """view[...] = value."""
    if not view.axes:
        view.cells[view.start] = cell_of(value, view.kind)
    elif is_row(value):
        items = spread(array(value), view.shape).items()
        for place, item in zip(view.places(), items, strict=True):
            view.cells[place] = cell_of(item, view.kind)
    else:
        for place in view.places():
            view.cells[place] = cell_of(value, view.kind)


def changed(owner: Array, result: Array) -> None:
    """What `owner += …` and its like leave behind."""
    if (owner.kind is bool) != (result.kind is bool):
        raise TypeError("numbers in the place of truth values")
    if is_unsigned(owner.kind) and owner.kind is not result.kind:
        raise TypeError("numbers with a sign in the place of others")
    _put(owner, result)


def _reshaped(owner: Array, sizes: Sizes) -> Array:
    """The same cells along other axes, where they are evenly spaced; else a copy in a row."""
    filled = without_gap(sizes, owner.size)
    if number_of_cells(filled) != owner.size:
        raise ValueError("as many items as there are must fit")
    are_even, by = evenly(owner.axes)
    if are_even:
        axes = wider(side_by_side(filled), by)
        return Array(owner.cells, owner.start, axes, owner.kind)
    if len(filled) != 1:
        raise OverflowError("another form for a part of an array: make it a copy() first")
    return row(owner.items(), owner.kind)


# -- items in pairs --------------------------------------------------------------------------------


def spread(owner: Array, sizes: Sizes) -> Array:
    """An array brought to some sizes, for one that has them."""
    return Array(owner.cells, owner.start, wide(owner.axes, sizes), owner.kind)


def matched(work: Work, one: Array, two: Given, kind: Kind) -> Array:
    """What is worked out of every item of one and its item of the other, or a number."""
    if is_row(two):
        other = array(two)
        sizes = common_sizes(one.shape, other.shape)
        pairs = zip(spread(one, sizes).items(), spread(other, sizes).items(), strict=True)
        return new([cell_of(work(x, y), kind) for x, y in pairs], sizes, kind)
    return new([cell_of(work(x, two), kind) for x in one.items()], one.shape, kind)


def _kind_with(one: Array, two: Given) -> Kind:
    if is_row(two):
        return of_both(one.kind, array(two).kind)
    return of_array_and_number(one.kind, of_items((two,)))


def worked(work: Work, one: Array, two: Given) -> Array:
    """Sums, products and the like."""
    kind = _kind_with(one, two)
    if kind is bool:
        raise TypeError("a sum of truth values")
    return matched(work, one, _fitting(two, kind), kind)


def _fitting(two: Given, kind: Kind) -> Given:
    """Rows as they are; a number that numpy takes beside an array of a kind."""
    return two if is_row(two) or kind is bool else cell_of(two, kind)


def joined(work: Work, one: Array, two: Given) -> Array:
    """and, or, xor: of truth values, truth values."""
    kind = _kind_with(one, two)
    return matched(work, one, _fitting(two, kind), kind)


# -- items along an axis ---------------------------------------------------------------------------


def folded(
    owner: Array, axis: int | None, work: Callable[[Iterable[int]], int], kind: Kind
) -> Given:
    """All items together, or all along an axis."""
    if axis is None:
        return read(work(owner.cells[place] for place in owner.places()), kind)
    if not -len(owner.axes) <= axis < len(owner.axes):
        raise ValueError("an array has no such axis")
    if len(owner.axes) == 1:
        return read(work(owner.cells[place] for place in owner.places()), kind)
    inner = owner.axes[axis]
    if len(owner.axes) == 2:
        outer = owner.axes[1 - axis % 2]
        starts = [owner.start + i * outer[1] for i in range(outer[0])]
        return row([work(_lane(owner, start, inner)) for start in starts], kind)
    a, b = owner.axes[0 if axis % 3 else 1], owner.axes[1 if axis % 3 == 2 else 2]
    pairs = [owner.start + i * a[1] + j * b[1] for i in range(a[0]) for j in range(b[0])]
    return new([work(_lane(owner, start, inner)) for start in pairs], (a[0], b[0]), kind)


def _lane(owner: Array, start: int, axis: Axis) -> list[int]:
    return [owner.cells[start + j * axis[1]] for j in range(axis[0])]


def dot(one: Array, two: Array) -> Given:
    """one @ two."""
    kind = of_both(one.kind, two.kind)
    if kind is bool:
        raise TypeError("a product of truth values")
    if len(one.axes) == 1 and len(two.axes) == 1:
        return read(_inner(one, two, kind), kind)
    if len(one.axes) == 2 and len(two.axes) == 1:
        return row([_inner(line, two, kind) for line in one], kind)
    if len(one.axes) == 1 and len(two.axes) == 2:
        return row([_inner(one, line, kind) for line in two.T], kind)
    if len(one.axes) != 2 or len(two.axes) != 2:
        raise TypeError("a product of arrays of more than two axes")
    cells = [_inner(line, column, kind) for line in one for column in two.T]
    return new(cells, (one.axes[0][0], two.axes[1][0]), kind)


def _inner(one: Array, two: Array, kind: Kind) -> int:
    pairs = zip(one.items(), two.items(), strict=True)
    return cell_of(total(x * y for x, y in pairs), kind)
