"""Constants of the rules as values that code can work with."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.staging.builder.classes import is_record
from zermelo.staging.builder.constants import tuples
from zermelo.staging.builder.iterators import span_of
from zermelo.staging.builder.sequences import Pack, Row, number_of_parts
from zermelo.staging.builder.values import AtomShape, Known, Num, TooWide, Value, joined, literal
from zermelo.staging.ir.code import Const
from zermelo.staging.library.arrays import Array
from zermelo.staging.library.axes import side_by_side
from zermelo.staging.library.kinds import ENDS, by_name

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope

LARGE = 64  # numbers of a constant that are handed over when the code runs, not written into it
MOST_CONSTANTS = 1 << 24  # numbers of a constant row
FLOATS: dict[float, float] = {}  # one object for each: infinity is one thing
MOST_AXES = 3  # of an array
HELD = 8  # numbers of a tuple that are held in variables rather than in memory


def known(b: Scope, thing: Any) -> Value:
    """A constant; a long row of numbers is read from memory, so that the code stays the same when
    its numbers change.
    """
    if isinstance(thing, np.ndarray) and _is_translated(thing):
        return _array(b, thing)
    thing = as_tuples(b, thing)
    if isinstance(thing, float):
        return Known(FLOATS.setdefault(thing, thing))
    if isinstance(thing, range):
        for number in (thing.start, thing.stop, thing.step):
            b.whole(Known(number))  # stops where one needs more than 64 bits
    if type(thing) in (tuple, list) and number_of_parts(thing) > LARGE and _can_lie(b, thing):
        return constant(b, thing)
    return Known(thing)


def _is_translated(thing: np.ndarray) -> bool:
    """Whether an array of the game's is one of those that rules can work with."""
    return thing.dtype.kind in "biu" and 1 <= thing.ndim <= MOST_AXES and thing.size > 0


def _array(b: Scope, thing: np.ndarray) -> Pack:
    """An array of the game's: its cells are nobody's to change."""
    b.program.learned.arrays(are_narrow=by_name(thing.dtype) in ENDS)
    cells = b.program.constants.once(thing, "cells", lambda: tuple(map(int, thing.ravel())))
    held, axes = known(b, cells), Known(side_by_side(thing.shape))
    kind = Known(by_name(thing.dtype))
    if isinstance(held, Row) and thing.ndim == 1:  # whose length the code reads, as its numbers
        return Pack((held, Known(0), Pack((Pack((_length(held), Known(1))),)), kind), Array)
    return Pack((held, Known(0), axes, kind), Array)


def _length(row: Row) -> Num:
    return Num(row.length, 0, MOST_CONSTANTS)


def as_tuples(b: Scope, thing: Any) -> Any:
    """Arrays and rows of the game's as tuples, one for each of them; read-only dicts as dicts."""
    if isinstance(thing, MappingProxyType):
        return b.program.constants.once(thing, "dict", lambda: dict(thing))
    if hasattr(thing, "tolist") and not isinstance(thing, type):
        return b.program.constants.once(thing, "tuples", lambda: tuples(thing.tolist()))
    if isinstance(thing, Sequence) and not isinstance(thing, tuple | list | str | bytes | range):
        return b.program.constants.once(thing, "tuples", lambda: tuple(thing))
    return thing


def constant(b: Scope, items: Sequence[object], item: Any = None) -> Row:
    """A known sequence as a row of memory."""
    if len(items) > MOST_CONSTANTS:
        raise b.stop(f"a constant row of {len(items):,} numbers", f"use {MOST_CONSTANTS:,} at most")
    try:
        return b.program.constants.row(items, item)
    except (TypeError, ValueError, AttributeError):
        raise b.stop(
            f"{items!r:.60} is not a row that memory can hold", "give all its items one kind"
        ) from None
    except OverflowError:
        raise b.stop(f"{items!r:.60} needs more than 64 bits", "keep numbers below 2**63") from None


def lifted(b: Scope, value: Value) -> Value:
    """A constant as a value of its type; objects without parts, and dicts, stay what they are."""
    if not isinstance(value, Known):
        return value
    thing = as_tuples(b, value.value)
    match thing:
        case Enum() | None:
            return value
        case int():
            try:
                return literal(thing)
            except TooWide as wide:
                raise b.stop(
                    f"{wide} needs more than 64 bits", "keep numbers below 2**63"
                ) from None
        case str():
            return _sequence(b, thing, tuple(map(ord, thing)), str)
        case bytes():
            return _sequence(b, thing, tuple(thing), bytes)
        case range():
            return span_of(thing)
        case frozenset() | set():
            return _set(b, thing)
        case tuple() | list() if not is_record(type(thing)):
            return _sequence(b, thing, thing, tuple if isinstance(thing, tuple) else list)
    if is_record(type(thing)) and not isinstance(thing, type):
        names = b.program.fields(type(thing))
        items = tuple(storable(b, Known(getattr(thing, name))) for name in names)
        return Pack(items, type(thing))
    return value


def _sequence(b: Scope, thing: Any, items: Sequence[Any], cls: type) -> Value:
    """A short one item by item, a long one in memory, where its items are alike."""
    if number_of_parts(items) > HELD and _can_lie(b, thing):
        row = constant(b, thing)
        return Row(row.offset, Const(len(thing)), row.item, cls)
    return Pack(tuple(storable(b, Known(item)) for item in items), cls)


def _set(b: Scope, thing: frozenset[Any] | set[Any]) -> Row:
    pool = b.program.constants
    items = pool.once(thing, "sorted", lambda: _ordered(b, thing))
    row = constant(b, items)
    return Row(row.offset, Const(len(items)), row.item, frozenset)


def _ordered(b: Scope, thing: frozenset[Any] | set[Any]) -> tuple[Any, ...]:
    pool = b.program.constants
    try:
        return tuple(pool.sorted(thing, pool.item_shape(tuple(thing))))
    except (TypeError, OverflowError):
        raise b.stop(
            f"{thing!r:.60} is a set of things that memory cannot hold",
            "give all its items one kind",
        ) from None


def _can_lie(b: Scope, items: Any) -> bool:
    """Whether the items of a constant have one shape that memory holds."""
    pool = b.program.constants
    kinds = set(map(type, items))
    if kinds <= {int, bool}:
        return True
    try:
        found = joined(map(pool.shape, items))
    except (TypeError, OverflowError):
        return False
    return found is not None and not isinstance(found, AtomShape)


def storable(b: Scope, value: Value) -> Value:
    """A value that variables or memory can hold."""
    value = lifted(b, value)
    if isinstance(value, Pack):
        return Pack(tuple(storable(b, item) for item in value.items), value.cls)
    return value
