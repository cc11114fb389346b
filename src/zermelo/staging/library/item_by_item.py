"""numpy's functions of the items of arrays, each under its own name."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from zermelo.staging.library.arrays import Array, folded, is_row, joined, matched, new, worked
from zermelo.staging.library.items import larger, smaller
from zermelo.staging.library.kinds import Given
from zermelo.staging.library.new_arrays import asarray

# -- item by item ----------------------------------------------------------------------------------


def abs(x: Array) -> Array:
    return asarray(x).__abs__()


def sign(x: Array) -> Array:
    owner = asarray(x)
    if owner.kind is bool:
        raise TypeError("the sign of truth values")
    return new([int(item > 0) - int(item < 0) for item in owner.items()], owner.shape, owner.kind)


def maximum(x1: Given, x2: Given) -> Array:
    return joined(larger, x1, x2) if is_row(x1) else joined(larger, asarray(x2), x1)


def minimum(x1: Given, x2: Given) -> Array:
    return joined(smaller, x1, x2) if is_row(x1) else joined(smaller, asarray(x2), x1)


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


def floor_divide(x1: Array, x2: Given) -> Array:
    return worked(operator.floordiv, asarray(x1), x2)


def remainder(x1: Array, x2: Given) -> Array:
    return worked(operator.mod, asarray(x1), x2)


def power(x1: Array, x2: Given) -> Array:
    return worked(operator.pow, asarray(x1), x2)


def left_shift(x1: Array, x2: Given) -> Array:
    return worked(operator.lshift, asarray(x1), x2)


def right_shift(x1: Array, x2: Given) -> Array:
    return worked(operator.rshift, asarray(x1), x2)


def not_equal(x1: Array, x2: Given) -> Given:
    return asarray(x1) != x2


def less(x1: Array, x2: Given) -> Given:
    return asarray(x1) < x2


def less_equal(x1: Array, x2: Given) -> Given:
    return asarray(x1) <= x2


def greater(x1: Array, x2: Given) -> Given:
    return asarray(x1) > x2


def greater_equal(x1: Array, x2: Given) -> Given:
    return asarray(x1) >= x2


def bitwise_and(x1: Array, x2: Given) -> Given:
    return asarray(x1) & x2


def bitwise_or(x1: Array, x2: Given) -> Given:
    return asarray(x1) | x2


def bitwise_xor(x1: Array, x2: Given) -> Given:
    return asarray(x1) ^ x2


def invert(x: Array) -> Given:
    return ~asarray(x)


def negative(x: Array) -> Given:
    return -asarray(x)


def square(x: Array) -> Array:
    return worked(operator.mul, asarray(x), x)


def clip(a: Array, a_min: Given, a_max: Given) -> Array:
    return asarray(a).clip(a_min, a_max)


def outer(a: Array, b: Array) -> Array:
    one, two = asarray(a).flatten(), asarray(b).flatten()
    return worked(operator.mul, one.reshape(-1, 1), two)


# -- one number of many, as `np.add.reduce` --------------------------------------------------------


def xor_along(array: Array, axis: int | None = 0) -> Given:
    owner = asarray(array)
    return folded(owner, axis, _xor, owner.kind)


def or_along(array: Array, axis: int | None = 0) -> Given:
    owner = asarray(array)
    return folded(owner, axis, _or, owner.kind)


def _xor(items: Iterable[int]) -> int:
    found = 0
    for item in items:
        found ^= item
    return found


def _or(items: Iterable[int]) -> int:
    found = 0
    for item in items:
        found |= item
    return found


def sum_along(array: Array, axis: int | None = 0) -> Given:
    return asarray(array).sum(axis)


def product_along(array: Array, axis: int | None = 0) -> Given:
    return asarray(array).prod(axis)


def any_along(array: Array, axis: int | None = 0) -> Given:
    return asarray(array).any(axis)


def all_along(array: Array, axis: int | None = 0) -> Given:
    return asarray(array).all(axis)


def largest_along(array: Array, axis: int | None = 0) -> Given:
    return asarray(array).max(axis)


def least_along(array: Array, axis: int | None = 0) -> Given:
    return asarray(array).min(axis)
