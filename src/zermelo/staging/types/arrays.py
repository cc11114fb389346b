"""Arrays of numpy in the rules: `library.arrays` stands for them, and is translated as well.

Here is what the library cannot say itself: of what kind numbers are, what an index with slices is,
and that a comparison of arrays is an array.
"""

from __future__ import annotations

import ast
import itertools
import operator
from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np

from zermelo.staging.builder import arena
from zermelo.staging.builder.operations import (
    ASKED_ALWAYS,
    DUNDER,
    HANDING_ON,
    MIRRORED,
    function,
    operate,
)
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import Pack, Row
from zermelo.staging.builder.unions import UnionShape
from zermelo.staging.builder.values import NOTHING, Known, NumberShape, Shape, Value, truth
from zermelo.staging.ir.code import Const, Op
from zermelo.staging.library import arrays, kinds
from zermelo.staging.library.axes import Cut

AXES = [field.name for field in fields(arrays.Array)].index("axes")
KIND = [field.name for field in fields(arrays.Array)].index("kind")
ITERTOOLS = ("chain", "combinations", "cycle", "islice", "pairwise", "permutations", "product")
HANDING_ON.update(
    (abs, all, any, bool, bytes, bytearray, dict, enumerate, filter, frozenset, int, isinstance),
    (iter, len, list, map, max, min, next, pow, range, reversed, set, sorted, str, tuple, zip),
    (kinds.are_numbers, kinds.by_name, kinds.of_items, kinds.read),
    (work for name, work in vars(operator).items() if not name.startswith("_")),
    (vars(itertools)[name] for name in ITERTOOLS),
)


ASKED_ALWAYS.update((kinds.are_numbers, kinds.by_name, kinds.of_items, kinds.read))


def is_array(value: Value) -> bool:
    """Whether a value is an array of the rules' own, or of the game's."""
    return value.python is arrays.Array


def index_of(b: Scope, owner: Value, node: ast.expr) -> Value:
    """What stands between the brackets behind an array."""
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    if not any(isinstance(part, ast.Constant) and part.value is ... for part in parts):
        return _as_pack(b, owner, _index(b, node))
    found: list[Value] = []
    for part in parts:
        if isinstance(part, ast.Constant) and part.value is ...:
            found += [_all_of_it()] * (_number_of_axes(owner) - len(parts) + 1)
        else:
            found.append(b.keep(_index(b, part)))
    return Pack(tuple(found))


def _as_pack(b: Scope, owner: Value, index: Value) -> Value:
    """A tuple in memory as one of numbers: as many as there are axes."""
    if not isinstance(index, Row) or index.python is not tuple:
        return index
    index, count = b.keep(index), _number_of_axes(owner)
    with b.out.when(Op("!=", (index.length, Const(count)))):
        b.out.give_up(OverflowError, "an index for some axes only")
    return Pack(tuple(b.keep(arena.at(index, Const(place))) for place in range(count)))


def _all_of_it() -> Value:
    return Pack((NOTHING, NOTHING, NOTHING), Cut)


def _number_of_axes(owner: Value) -> int:
    assert isinstance(owner, Pack)
    axes = owner.items[AXES]
    return len(axes.value if isinstance(axes, Known) else axes.items)  # type: ignore[attr-defined]


def _index(b: Scope, node: ast.expr) -> Value:
    if isinstance(node, ast.Slice):
        ends = (node.lower, node.upper, node.step)
        return Pack(
            tuple(NOTHING if end is None else b.keep(b.expression(end)) for end in ends), Cut
        )
    if isinstance(node, ast.Tuple):
        return Pack(tuple(b.keep(_index(b, each)) for each in node.elts))
    return b.expression(node)


def compared_arrays(b: Scope, sign: str, one: Value, two: Value) -> Value:
    """one sign two, item by item."""
    if is_array(one):
        return b.apply(getattr(arrays.Array, f"__{DUNDER[sign]}__"), one, two)
    other = MIRRORED.get(sign, sign)
    return b.apply(getattr(arrays.Array, f"__{DUNDER[other]}__"), two, one)


def changed_array(b: Scope, sign: str, owner: Value, value: Value) -> None:
    """owner sign= value, for all that hold its cells."""
    owner = b.keep(owner)
    b.apply(arrays.changed, owner, b.keep(operate(b, sign, owner, value)))


# -- kinds -----------------------------------------------------------------------------------------


@function(kinds.by_name)
def _by_name(b: Scope, dtype: Value) -> Value:
    if not isinstance(dtype, Known):
        raise b.stop("a dtype that is computed", "name it")
    try:
        return Known(kinds.by_name(dtype.value))
    except TypeError:
        name = getattr(dtype.value, "__name__", dtype.value)
        raise b.stop(f"an array of numpy with {name} as dtype", "use dtype=int") from None


@function(kinds.of_items)
def _of_items(b: Scope, items: Value) -> Value:
    found = _kinds_in(b, items.value if isinstance(items, Known) else items.shape)
    if not found or None in found or len(found - {bool}) > 1:
        raise b.stop("an array of things that are not whole numbers alike", "use dtype=int")
    return Known((found - {bool} or found).pop())


def _parts(shape: Shape) -> Sequence[object]:
    """What the items of a row are, which may all be alike."""
    return getattr(shape, "parts", None) or (getattr(shape, "item", None),)


def _kinds_in(b: Scope, found: object) -> set[type | None]:
    """The kinds of numbers in a shape, or in what is known."""
    match found:
        case NumberShape():
            return {found.of}
        case Shape() if getattr(found, "cls", None) is arrays.Array:
            return {each.value for each in found.parts[KIND].members}  # type: ignore[attr-defined]
        case UnionShape():
            raise b.stop("an array of rows of several kinds", "make it of numbers alike")
        case Shape():
            inner = [_kinds_in(b, part) for part in _parts(found)]
            return set().union(*inner)
        case bool():
            return {bool}
        case int():
            return {int}
        case tuple() | list() | range():
            return set().union(*(_kinds_in(b, each) for each in found))
    return {None}


@function(kinds.are_numbers)
def _are_numbers(_b: Scope, items: Value) -> Known:
    if isinstance(items, Known):
        return Known(kinds.are_numbers(items.value))
    return Known(all(isinstance(each, NumberShape) for each in _parts(items.shape)))


@function(kinds.read)
def _read(b: Scope, cell: Value, kind: Value) -> Value:
    assert isinstance(kind, Known)
    number = b.whole(cell)
    if kind.value is bool:
        return truth(Op("!=", (number.code, Const(0))))
    if kind.value is int:
        return replace(number, stored=int)
    b.program.learned.arrays(are_narrow=True)
    low, high = kinds.ENDS[kind.value]
    return replace(number, low=max(low, number.low), high=min(high, number.high), stored=kind.value)


@function(np.int64, np.int_)
def _int64(b: Scope, value: Value = Known(0)) -> Value:
    return b.apply(int, value)


@function(np.bool_)
def _bool(b: Scope, value: Value = Known(False)) -> Value:
    return b.apply(bool, value)
