"""numpy's functions, each under its own name, for arrays of `arrays`."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from itertools import product

import numpy as np

from zermelo.staging.library.arrays import (
    Array,
    array,
    dot,
    is_row,
    joined,
    matched,
    new,
    row,
    spread,
    worked,
)
from zermelo.staging.library.axes import ALL, Cut, Sizes, common_sizes, number_of_cells, sizes_of
from zermelo.staging.library.kinds import (
    Given,
    by_name,
    cell_of,
    octet,
    of_array_and_number,
    of_both,
    of_items,
)

__all__ = ["array", "dot"]

BACKWARDS = Cut(None, None, -1)


# -- new arrays ------------------------------------------------------------------------------------


def asarray(items: Given, dtype: object = None) -> Array:
    return items if isinstance(items, Array) and dtype is None else array(items, dtype)


def full(shape: int | Sizes, fill_value: int, dtype: object = None) -> Array:
    kind = of_items((fill_value,)) if dtype is None else by_name(dtype)
    sizes = sizes_of(shape)
    return new([cell_of(fill_value, kind)] * number_of_cells(sizes), sizes, kind)


def zeros(shape: int | Sizes, dtype: object = float) -> Array:
    return full(shape, 0, dtype)


def ones(shape: int | Sizes, dtype: object = float) -> Array:
    return full(shape, 1, dtype)


def full_like(a: Array, fill_value: int, dtype: object = None) -> Array:
    kind = a.kind if dtype is None else by_name(dtype)
    return new([cell_of(fill_value, kind)] * a.size, a.shape, kind)


def zeros_like(a: Array, dtype: object = None) -> Array:
    return full_like(asarray(a), 0, dtype)


def ones_like(a: Array, dtype: object = None) -> Array:
    return full_like(asarray(a), 1, dtype)


def arange(*ends: int) -> Array:
    return row(list(range(*ends)), int)


def eye(N: int, dtype: object = float) -> Array:
    found = zeros((N, N), dtype)
    for i in range(N):
        found[i, i] = 1
    return found


def copy(a: Array) -> Array:
    return array(a)


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


def argmax(a: Array) -> int:
    return asarray(a).argmax()


def argmin(a: Array) -> int:
    return asarray(a).argmin()


def count_nonzero(a: Array, axis: int | None = None) -> Given:
    return (asarray(a) != 0).sum(axis)


def cumsum(a: Array) -> Array:
    return asarray(a).cumsum()


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
    one, two = _as_array(x), _as_array(y)
    sizes = common_sizes(common_sizes(test.shape, one.shape), two.shape)
    ways = zip(
        spread(test, sizes).items(),
        spread(one, sizes).items(),
        spread(two, sizes).items(),
        strict=True,
    )
    return new([cell_of(a if is_first else b, kind) for is_first, a, b in ways], sizes, kind)


def _as_array(x: Given) -> Array:
    return asarray(x) if is_row(x) else array((x,))


def _kind_of_two(x: Given, y: Given) -> type:
    if is_row(x) == is_row(y):
        return of_both(_as_array(x).kind, _as_array(y).kind)
    if is_row(x):
        return of_array_and_number(_as_array(x).kind, of_items((y,)))
    return of_array_and_number(_as_array(y).kind, of_items((x,)))


def isin(element: Array, test_elements: Array) -> Array:
    wanted = asarray(test_elements).items()
    owner = asarray(element)
    return new([int(item in wanted) for item in owner.items()], owner.shape, bool)


# -- item by item ----------------------------------------------------------------------------------


def abs(x: Array) -> Array:
    return asarray(x).__abs__()


def sign(x: Array) -> Array:
    owner = asarray(x)
    if owner.kind is bool:
        raise TypeError("the sign of truth values")
    return new([int(item > 0) - int(item < 0) for item in owner.items()], owner.shape, owner.kind)


def maximum(x1: Given, x2: Given) -> Array:
    return joined(_larger, x1, x2) if is_row(x1) else joined(_larger, asarray(x2), x1)


def minimum(x1: Given, x2: Given) -> Array:
    return joined(_smaller, x1, x2) if is_row(x1) else joined(_smaller, asarray(x2), x1)


def _larger(one: int, two: int) -> int:
    return one if one > two else two


def _smaller(one: int, two: int) -> int:
    return one if one < two else two


def logical_and(x1: Array, x2: Array) -> Array:
    return matched(operator.and_, asarray(x1).astype(bool), asarray(x2).astype(bool), bool)


def logical_or(x1: Array, x2: Array) -> Array:
    return matched(operator.or_, asarray(x1).astype(bool), asarray(x2).astype(bool), bool)


def logical_xor(x1: Array, x2: Array) -> Array:
    return matched(operator.xor, asarray(x1).astype(bool), asarray(x2).astype(bool), bool)


def logical_not(x: Array) -> Given:
    return asarray(x) == 0


def add(x1: Array, x2: Given) -> Array:
    return worked(operator.add, asarray(x1), x2)


def subtract(x1: Array, x2: Given) -> Array:
    return worked(operator.sub, asarray(x1), x2)


def multiply(x1: Array, x2: Given) -> Array:
    return worked(operator.mul, asarray(x1), x2)


def equal(x1: Array, x2: Given) -> Given:
    return asarray(x1) == x2


# -- other forms -----------------------------------------------------------------------------------


def reshape(a: Array, shape: int | Sizes) -> Array:
    return asarray(a).reshape(shape)


def ravel(a: Array) -> Array:
    return asarray(a).ravel()


def transpose(a: Array) -> Array:
    return asarray(a).T


def diagonal(a: Array, offset: int = 0) -> Array:
    return asarray(a).diagonal(offset)


def diag(v: Array, k: int = 0) -> Array:
    if len(asarray(v).axes) == 1:
        raise TypeError("an array made of its diagonal")
    return asarray(v).diagonal(k)


def flip(m: Array, axis: int | None = None) -> Given:
    owner = asarray(m)
    if len(owner.axes) == 1 or axis == 0:
        return owner[BACKWARDS]
    if len(owner.axes) == 2 and axis is None:
        return owner[BACKWARDS, BACKWARDS]
    if len(owner.axes) == 2:
        return owner[ALL, BACKWARDS]
    raise TypeError("an array of three axes turned round")


def fliplr(m: Array) -> Given:
    return asarray(m)[ALL, BACKWARDS]


def flipud(m: Array) -> Given:
    return asarray(m)[BACKWARDS]


def rot90(m: Array, k: int = 1) -> Given:
    owner = asarray(m)
    if len(owner.axes) != 2:
        raise TypeError("an array of another number of axes than two is turned")
    turns = k % 4
    if turns == 0:
        return owner[ALL]
    if turns == 1:
        return owner.T[BACKWARDS]
    if turns == 2:
        return owner[BACKWARDS, BACKWARDS]
    return owner[BACKWARDS].T


def roll(a: Array, shift: int, axis: int | None = None) -> Array:
    owner = asarray(a)
    if axis is not None and not -len(owner.axes) <= axis < len(owner.axes):
        raise ValueError("an array has no such axis")
    if len(owner.axes) == 1 or axis is None:
        items, n = owner.items(), owner.size
        return new([items[(i - shift) % n] for i in range(n)], owner.shape, owner.kind)
    if len(owner.axes) != 2:
        raise TypeError("an array of three axes rolled along one")
    n, m = owner.shape
    down, right = (shift, 0) if axis in (0, -2) else (0, shift)
    places = product(range(n), range(m))
    return new([owner[(i - down) % n, (j - right) % m] for i, j in places], (n, m), owner.kind)


def concatenate(arrays: tuple[Array, ...], axis: int = 0) -> Array:
    parts = [asarray(part) for part in arrays]
    kind = _one_kind(parts)
    if axis == 0 and len(parts[0].axes) == 1:
        return row([item for part in parts for item in part.items()], kind)
    if axis == 0 and len(parts[0].axes) == 2:
        return vstack(arrays)
    raise TypeError("arrays side by side along a later axis")


def _one_kind(parts: list[Array]) -> type:
    """The kind of arrays that are put together."""
    for part in parts:
        if part.kind is not parts[0].kind:
            raise TypeError("arrays of different kinds put together")
    return parts[0].kind


def append(arr: Array, values: Given) -> Array:
    owner, more = asarray(arr), _as_array(values)
    return row([*owner.items(), *more.items()], of_both(owner.kind, more.kind))


def vstack(tup: tuple[Array, ...]) -> Array:
    parts = [asarray(part) for part in tup]
    lines = [line for part in parts for line in _lines(part)]
    m = len(lines[0])
    for line in lines:
        if len(line) != m:
            raise ValueError("rows of different lengths")
    return new([item for line in lines for item in line], (len(lines), m), _one_kind(parts))


def _lines(owner: Array) -> list[list[int]]:
    if len(owner.axes) == 3:
        raise TypeError("arrays of three axes one above the other")
    return [owner.items()] if len(owner.axes) == 1 else [line.items() for line in owner]


def sort(a: Array) -> Array:
    found = asarray(a).copy()
    found.sort()
    return found


def unique(ar: Array) -> Array:
    owner = asarray(ar)
    return row(sorted(set(owner.items())), owner.kind)


def delete(arr: Array, obj: int) -> Array:
    owner = asarray(arr)
    if len(owner.axes) != 1:
        raise TypeError("an item is taken out of an array of several axes")
    items = owner.items()
    del items[obj]
    return row(items, owner.kind)


def ndindex(*shape: Given) -> Iterator[Sizes]:
    sizes = sizes_of(shape[0]) if len(shape) == 1 else shape
    return product(*(range(size) for size in sizes))


def ndenumerate(arr: Array) -> Iterator[tuple[Sizes, int]]:
    owner = asarray(arr)
    return zip(ndindex(owner.shape), owner.values(), strict=True)


def frombuffer(buffer: bytes, dtype: object = float) -> Array:
    kind = by_name(dtype)
    if octet(kind):
        return row([_signed(item, kind) for item in buffer], kind)
    raise TypeError("numbers of several bytes out of bytes")


def _signed(item: int, kind: type) -> int:
    return item - 256 if kind is np.int8 and item > 127 else item
