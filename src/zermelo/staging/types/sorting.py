"""Putting rows in order: sorted, list.sort, with or without a key."""

from __future__ import annotations

from zermelo.staging.builder import arena
from zermelo.staging.builder.operations import compare, is_true
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.sequences import Row
from zermelo.staging.builder.values import NOTHING, Known, Shape, Value, cover
from zermelo.staging.ir.code import MEM, Call, Const, Do, Op, Var, plus, times
from zermelo.staging.types.sequence import is_numeric


def put_in_order(b: Scope, row: Row, key: Value, reverse: Value) -> None:
    """Sort a row in place; equal items stay in their order."""
    if not isinstance(reverse, Known):
        with b.out.when(truth_code(is_true(b, reverse))) as choice:
            put_in_order(b, row, key, Known(True))
        with b.out.otherwise(choice):
            put_in_order(b, row, key, Known(False))
        return
    if row.known_length == 0:
        return
    if key == NOTHING and is_numeric(row.item):
        given = (MEM, row.offset, row.length, Const(row.item.width))
        b.emit(Do(Call("sort", given)))
        if reverse.value:
            b.emit(Do(Call("reverse", given)))
        return
    _insertion_sort(b, row, _keys(b, row, key), is_reverse=bool(reverse.value))


def _keys(b: Scope, row: Row, key: Value) -> Row:
    """What the items are sorted by."""
    if key == NOTHING:
        return row
    place, first = Var(b.name("k")), b.out.group()
    form = ("sorted by", b.site)
    shape: Shape | None = b.program.learned.forms.get(form)
    offset = Var(b.name("at"))
    with b.out.loop(place.name, (row.length,), row.known_length):
        found = b.storable(b.call(key, b.keep(arena.at(row, place))))
        shape = found.shape if shape is None else shape
        b.learn_form(form, shape, found.shape)
        shape = cover(shape, found.shape)
        arena.write(b, plus(offset, times(place, shape.width)), b.codes(found, shape))
    with b.out.into(first):
        b.out.assign(offset.name, Call("take", (MEM, row.length, Const(shape.width))))
    return Row(offset, row.length, shape)


def _insertion_sort(b: Scope, row: Row, keys: Row, *, is_reverse: bool) -> None:
    """Rows in rules are short; keys move with their items."""
    k, place = Var(b.name("k")), Var(b.name("k"))
    with b.out.loop(k.name, (Const(1), row.length, Const(1))):
        b.out.assign(place.name, k)
        with b.out.loop() as inner:
            with b.out.when(Op("<=", (place, Const(0)))):
                b.out.leave(inner.label)
            one = b.keep(arena.at(keys, place))
            two = b.keep(arena.at(keys, plus(place, -1)))
            before = compare(b, ">" if is_reverse else "<", one, two)
            code = Const(bool(before.value)) if isinstance(before, Known) else before.code
            with b.out.when(Op("not", (code,))):
                b.out.leave(inner.label)
            for each in (row, *([keys] if keys is not row else [])):
                given = (MEM, each.offset, place, Const(each.item.width))
                b.emit(Do(Call("exchange", given)))
            b.out.assign(place.name, plus(place, -1))
