"""numpy's functions that make arrays, each under its own name."""

from __future__ import annotations

from zermelo.staging.library.arrays import Array, array, is_row, new, row
from zermelo.staging.library.axes import Sizes, number_of_cells, sizes_of
from zermelo.staging.library.kinds import Given, by_name, cell_of, of_items


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


def empty(shape: int | Sizes, dtype: object = float) -> Array:
    return full(shape, 0, dtype)


def empty_like(a: Array, dtype: object = None) -> Array:
    return full_like(asarray(a), 0, dtype)


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


def as_array(x: Given) -> Array:
    return asarray(x) if is_row(x) else array((x,))
