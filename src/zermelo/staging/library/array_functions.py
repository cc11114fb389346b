"""numpy's functions of all items, of those along an axis, and of where something holds."""

from __future__ import annotations

from zermelo.staging.library.arrays import Array, is_row, new, row, spread
from zermelo.staging.library.axes import Cut, common_sizes
from zermelo.staging.library.items import counts_of
from zermelo.staging.library.kinds import Given, cell_of, of_array_and_number, of_both, of_items
from zermelo.staging.library.new_arrays import as_array, asarray

# -- all items, or all along an axis ---------------------------------------------------------------


def sum(a: Array, axis: int | None = None) -> Given:
    return asarray(a).sum(axis)


def prod(a: Array, axis: int | None = None) -> Given:
    return asarray(a).prod(axis)


def any(a: Array, axis: int | None = None) -> Given:
    return asarray(a).any(axis)


def all(a: Array, axis: int | None = None) -> Given:
    return asarray(a).all(axis)


def max(a: Array, axis: int | None = None) -> Given:
    return asarray(a).max(axis)


def min(a: Array, axis: int | None = None) -> Given:
    return asarray(a).min(axis)


def argmax(a: Array, axis: int | None = None) -> Given:
    return asarray(a).argmax(axis)


def argmin(a: Array, axis: int | None = None) -> Given:
    return asarray(a).argmin(axis)


def count_nonzero(a: Array, axis: int | None = None) -> Given:
    return (asarray(a) != 0).sum(axis)


def cumsum(a: Array, axis: int | None = None) -> Array:
    return asarray(a).cumsum(axis)


def bincount(x: Array, weights: None = None, minlength: int = 0) -> Array:
    owner = asarray(x)
    if weights is not None or len(owner.axes) != 1:
        raise TypeError("a count with weights, or of several axes")
    return row(counts_of(owner.items(), minlength), int)


def diff(a: Array) -> Given:
    owner = asarray(a)
    if len(owner.axes) != 1 or owner.kind is bool:
        raise TypeError("differences of truth values, or along an axis of several")
    return owner[Cut(1, None, None)] - owner[Cut(None, -1, None)]


def trace(a: Array, offset: int = 0) -> int:
    return asarray(a).trace(offset)


def array_equal(a1: Array, a2: Array) -> bool:
    one, two = asarray(a1), asarray(a2)
    if len(one.axes) != len(two.axes):
        return False
    return one.shape == two.shape and one.items() == two.items()


# -- where something holds -------------------------------------------------------------------------


def nonzero(a: Array) -> tuple[Array, ...]:
    return asarray(a).nonzero()


def flatnonzero(a: Array) -> Array:
    return row([place for place, item in enumerate(asarray(a).items()) if item], int)


def argwhere(a: Array) -> Array:
    found = asarray(a).nonzero()
    if len(found) == 1:
        return new(found[0].items(), (found[0].size, 1), int)
    if len(found) == 2:
        pairs = zip(found[0].items(), found[1].items(), strict=True)
        return new([place for pair in pairs for place in pair], (found[0].size, 2), int)
    places = zip(found[0].items(), found[1].items(), found[2].items(), strict=True)
    return new([place for triple in places for place in triple], (found[0].size, 3), int)


def where(condition: Array, x: Given = None, y: Given = None) -> Given:
    test = asarray(condition)
    if x is None:
        return test.nonzero()
    kind = _kind_of_two(x, y)
    one, two = as_array(x), as_array(y)
    sizes = common_sizes(common_sizes(test.shape, one.shape), two.shape)
    ways = zip(
        spread(test, sizes).items(),
        spread(one, sizes).items(),
        spread(two, sizes).items(),
        strict=True,
    )
    return new([cell_of(a if is_first else b, kind) for is_first, a, b in ways], sizes, kind)


def _kind_of_two(x: Given, y: Given) -> type:
    if is_row(x) == is_row(y):
        return of_both(as_array(x).kind, as_array(y).kind)
    if is_row(x):
        return of_array_and_number(as_array(x).kind, of_items((y,)))
    return of_array_and_number(as_array(y).kind, of_items((x,)))


def isin(element: Array, test_elements: Array) -> Array:
    wanted = asarray(test_elements).items()
    owner = asarray(element)
    return new([int(item in wanted) for item in owner.items()], owner.shape, bool)
