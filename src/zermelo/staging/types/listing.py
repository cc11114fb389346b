"""list and deque: what changes them, and what they are made of."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache

from zermelo.staging.builder import arena
from zermelo.staging.builder.operations import ask, binary, item, method, operate
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import FixedList, Growing, Pack, Row
from zermelo.staging.builder.values import FALSE, LONGEST_ROW, NOTHING, Known, Num, Value
from zermelo.staging.ir.code import MEM, Call, Const, Do, Expr, Op, Var, Write, plus, times
from zermelo.staging.types.sequence import (
    joined_together,
    repeated,
    searched,
    slice_ends,
    stretch_ends,
)
from zermelo.staging.types.sorting import put_in_order


def _listed(b: Scope, one: Value, made: Value) -> Value:
    """What is made of a list is a list of its own."""
    cls = one.python if one.python is deque else list
    return arena.new_list(b, b.view(made), cls)


@binary("+", list, list)
@binary("+", deque, deque)
def _plus(b: Scope, _sign: str, one: Value, two: Value) -> Value:
    return _listed(b, one, joined_together(b, [one, two]))


@binary("*", list, int)
def _times(b: Scope, _sign: str, one: Value, two: Value) -> Value:
    number = Known(two.code.value) if isinstance(two, Num) and isinstance(two.code, Const) else two
    return _listed(b, one, repeated(b, one, number, tuple))


@binary("*", int, list)
def _times_list(b: Scope, sign: str, one: Value, two: Value) -> Value:
    return _times(b, sign, two, one)


def changing(b: Scope, value: Value) -> FixedList | Growing:
    """A list whose items change; one of the game's own is nobody's to change."""
    if isinstance(value, FixedList | Growing):
        return value
    if isinstance(value, Pack) and value.cls is list:
        b.program.learned.must_grow(frozenset(b.program.displays))
    if isinstance(value, Known):
        b.program.changes(value.value)
    if not issubclass(value.python, list | deque | bytearray | set | dict):
        raise b.mistyped(f"an item of {value.spoken()} is changed", "make it a list with list(…)")
    raise b.changed(value)


def item_place(b: Scope, owner: FixedList | Growing, index: Value) -> Expr:
    """The place of an item that changes."""
    length = owner.length if isinstance(owner, FixedList) else b.view(owner).length
    return b.number(b.place(length, index))


def change_item(b: Scope, owner: Value, index: Value, value: Value) -> None:
    """owner[index] = value."""
    owner = changing(b, owner)
    arena.change(b, owner, item_place(b, owner, index), value)


def removed(b: Scope, owner: Value, place: Expr) -> Value:
    """Take the item at a place out of a list; the item."""
    owner = arena.growing(b, owner)
    row = b.view(owner)
    found = b.keep(arena.at(row, place))
    b.emit(Do(Call("cut_out", (MEM, owner.head, place, Const(row.item.width)))))
    return found


def delete_item(b: Scope, owner: Value, index: Value) -> None:
    """del owner[index]."""
    grown = arena.growing(b, changing(b, owner))
    removed(b, grown, item_place(b, grown, index))


def change_slice(
    b: Scope, owner: Value, low: Value, high: Value, step: Value, value: Value
) -> None:
    """owner[low:high:step] = value."""
    owner, items = changing(b, owner), b.collected(value)
    if step not in (NOTHING, Known(1)):
        _change_every(b, owner, low, high, step, items)
        return
    grown = arena.growing(b, owner)
    if items.known_length != 0:
        arena.learn_items(b, grown.sites, grown.item, items.item.loose())
    row = b.view(grown)
    begin, end = stretch_ends(b, row.length, low, high)
    width = row.item.width
    head = Row(row.offset, begin, row.item)
    rest = Row(plus(row.offset, times(end, width)), Op("-", (row.length, end)), row.item)
    whole = b.view(joined_together(b, [b.keep(head), items, b.keep(rest)]))
    b.emit(Do(Call("refill", (MEM, grown.head, whole.offset, whole.length, Const(width)))))


def _change_every(
    b: Scope, owner: FixedList | Growing, low: Value, high: Value, step: Value, items: Row
) -> None:
    first, size, by = slice_ends(b, b.view(owner).length, low, high, step)
    with b.out.when(Op("!=", (size, items.length))):
        b.out.fail(ValueError, "as many items as the slice has are needed")
    place = Var(b.name("k"))
    with b.out.loop(place.name, (size,)):
        here = plus(first, Op("*", (place, by.code)))
        arena.change(b, owner, b.kept(here, "k"), b.keep(arena.at(items, place)))


def extended(b: Scope, owner: Value, value: Value) -> None:
    """Add all items of a sequence to a list."""
    if isinstance(value, Growing) or value is owner:
        value = arena.copied(b, b.view(value))
    b.each(value, lambda each: arena.append(b, owner, each))


def multiplied(b: Scope, owner: Growing, number: Value) -> None:
    """owner *= number."""
    row = b.view(repeated(b, owner, number, tuple))
    b.emit(Do(Call("refill", (MEM, owner.head, row.offset, row.length, Const(row.item.width)))))


@lru_cache(maxsize=64)
def limited(most: int) -> type:
    """The type of a deque that holds so many items at most."""
    return type("deque", (deque,), {"most": most})


def shortened(b: Scope, owner: Value, *, is_last: bool = False) -> None:
    """A deque loses items at the other end when it has more than it may have."""
    most = owner.python.__dict__.get("most")
    if most is None:
        return
    with b.out.loop() as loop:
        length = b.number(b.apply(len, owner))
        with b.out.when(Op("<=", (length, Const(most)))):
            b.out.leave(loop.label)
        if is_last:
            _pop(b, owner)
        else:
            _popleft(b, owner)


@method(list, "append")
@method(deque, "append")
def _append(b: Scope, owner: Value, value: Value) -> Value:
    arena.append(b, changing(b, owner), value)
    shortened(b, owner)
    return NOTHING


@method(list, "extend")
@method(deque, "extend")
def _extend(b: Scope, owner: Value, value: Value) -> Value:
    extended(b, changing(b, owner), value)
    shortened(b, owner)
    return NOTHING


@method(list, "pop")
@method(deque, "pop")
def _pop(b: Scope, owner: Value, index: Value = Known(-1)) -> Value:
    grown = arena.growing(b, changing(b, owner))
    return removed(b, grown, item_place(b, grown, index))


@method(deque, "popleft")
def _popleft(b: Scope, owner: Value) -> Value:
    """The first item; the rest stays where it is."""
    grown = arena.growing(b, changing(b, owner))
    row = b.view(grown)
    b.place(row.length, Known(0))
    found = b.keep(arena.at(row, Const(0)))
    head = grown.head
    b.emit(Write("mem", (head,), Const(row.item.width), "+"))
    for place in (1, 2):
        b.emit(Write("mem", (plus(head, place),), Const(1), "-"))
    return found


@method(list, "insert")
@method(deque, "insert")
def _insert(b: Scope, owner: Value, index: Value, value: Value) -> Value:
    grown = arena.growing(b, changing(b, owner))
    arena.append(b, grown, value)
    assert grown.item is not None  # or `append` has started over
    last = plus(b.view(grown).length, -1)
    place = b.assign("k", Call("clipped", (b.number(index), last)))
    b.emit(Do(Call("bring_forward", (MEM, grown.head, place, Const(grown.item.width)))))
    return NOTHING


@method(deque, "appendleft")
def _appendleft(b: Scope, owner: Value, value: Value) -> Value:
    _insert(b, owner, Known(0), value)
    shortened(b, owner, is_last=True)
    return NOTHING


@method(list, "remove")
@method(deque, "remove")
def _remove(b: Scope, owner: Value, value: Value) -> Value:
    _, here, found = searched(b, changing(b, owner), b.keep(value), is_first=True)
    with b.out.when(Op("not", (found,))):
        b.out.fail(ValueError, "an item is not in the list")
    removed(b, owner, here)
    return NOTHING


@method(list, "clear")
@method(deque, "clear")
@method(set, "clear")
def _clear(b: Scope, owner: Value) -> Value:
    b.emit(Write("mem", (plus(arena.growing(b, owner).head, 1),), Const(0)))
    return NOTHING


@method(list, "copy")
@method(deque, "copy")
def _copy(b: Scope, owner: Value) -> Value:
    return _listed(b, owner, b.view(owner))


@method(list, "sort")
def _sort(b: Scope, owner: Value, key: Value = NOTHING, reverse: Value = FALSE) -> Value:
    put_in_order(b, b.view(changing(b, owner)), key, reverse)
    return NOTHING


@method(list, "reverse")
@method(deque, "reverse")
def _reverse(b: Scope, owner: Value) -> Value:
    row = b.view(changing(b, owner))
    b.emit(Do(Call("reverse", (MEM, row.offset, row.length, Const(row.item.width)))))
    return NOTHING


@method(deque, "rotate")
def _rotate(b: Scope, owner: Value, by: Value = Known(1)) -> Value:
    """The last items become the first ones."""
    grown = arena.growing(b, changing(b, owner))
    row, number = b.view(grown), b.keep(b.whole(by))
    with b.out.when(Op(">", (row.length, Const(1)))):
        last = b.assign("n", Op("%", (number.code, row.length)))
        cut = Num(Op("-", (row.length, last)), 0, LONGEST_ROW)
        halves = [
            ask(b, "slice", row, cut, NOTHING, NOTHING),
            ask(b, "slice", row, NOTHING, cut, NOTHING),
        ]
        turned = b.view(joined_together(b, halves))
        arena.copy(b, turned, row.offset)
    return NOTHING


@method(deque, "extendleft")
def _extendleft(b: Scope, owner: Value, value: Value) -> Value:
    if isinstance(value, Growing) or value is owner:
        value = arena.copied(b, b.view(value))
    b.each(value, lambda each: _put_first(b, owner, each))
    return NOTHING


def _put_first(b: Scope, owner: Value, value: Value) -> None:
    _appendleft(b, owner, value)


def augmented(b: Scope, sign: str, owner: Value, index: Value, value: Callable[[], Value]) -> None:
    """owner[index] sign= value, of a list."""
    owner = changing(b, owner)
    place = item_place(b, owner, index)
    old = b.keep(item(b, owner, Num(place, 0)))
    arena.change(b, owner, place, operate(b, sign, old, value()))
