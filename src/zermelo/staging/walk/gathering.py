"""What is gone through, as something that stays: a tuple of its items."""

from __future__ import annotations

from dataclasses import replace

from zermelo.staging.builder import arena
from zermelo.staging.builder.iterators import Generated, Indexed, Passing, Span
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import FixedList, Growing, Pack, Row, Table
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import Known, Value
from zermelo.staging.types.sequence import statics
from zermelo.staging.walk.loops import iterable, note_order, use


def drained(b: Scope, value: Value) -> Value:
    """A sequence that is used up now: what can be gone through once is marked."""
    value = iterable(b, value) if isinstance(value, Pack) else value
    if isinstance(value, Indexed) and value.once is not None:
        use(b, value.once)
        return replace(value, once=None)
    if isinstance(value, Generated):
        return b.collected(value)
    return value


def gathered(b: Scope, value: Value) -> Value:
    """Anything as a tuple: a pack where the number of items is known, else a row."""
    value = drained(b, value)
    if isinstance(value, Union):
        note_order(b, value)
        return b.split(value, lambda part: gathered(b, part))
    if isinstance(value, Growing | FixedList):
        row = b.view(value)
        return row if row.is_fresh and not isinstance(value, Growing) else arena.copied(b, row)
    if isinstance(value, Row):
        return Row(value.offset, value.length, value.item, tuple, value.is_fresh)
    if isinstance(value, Pack):
        return Pack(value.parts)
    if isinstance(value, Table):
        return b.collected(value)
    static = statics(b, value, 8) if isinstance(value, Passing | Span | Known) else None
    if static is not None:
        return Pack(tuple(b.keep(each) for each in static))
    return b.collected(value)


def held(b: Scope, value: Value) -> Value:
    """A sequence that is about to be copied."""
    if isinstance(value, Known):
        try:
            return Known(tuple(value.value))
        except TypeError as error:
            raise b.mistyped(f"TypeError: {error}", "look at the values first") from None
    note_order(b, value)
    if isinstance(value, Row | Growing):
        return value
    if isinstance(value, Table):
        return b.collected(value)
    return gathered(b, value)
