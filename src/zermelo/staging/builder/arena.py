"""The arena: tuples and lists side by side in one array, how they are laid out, filled and read.

What the code makes is taken from the end of what is in use; all of it is free again with the next
state, so that nothing is ever given back one by one.
"""

from __future__ import annotations

import functools
from collections.abc import ItemsView, KeysView, ValuesView
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from zermelo.staging.builder.classes import has_fields_alone, written
from zermelo.staging.builder.iterators import Generated, Indexed, Passing, Span
from zermelo.staging.builder.lifting import constant
from zermelo.staging.builder.program import Restart
from zermelo.staging.builder.sequences import (
    CHARACTER,
    FixedList,
    Growing,
    Pack,
    Row,
    Table,
)
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import NUMBER, Atom, Known, Shape, Site, Value, cover
from zermelo.staging.ir.code import (
    MEM,
    Assign,
    Call,
    Const,
    Do,
    Expr,
    Op,
    Var,
    Write,
    mem,
    plus,
    times,
)

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope


def room(b: Scope, count: Expr, width: int) -> Var:
    """Fresh memory for items of a width: where it begins."""
    return b.assign("at", Call("take", (MEM, count, Const(width))))


def at(row: Row, index: Expr) -> Value:
    """The item at a place that is inside the row."""
    base = plus(row.offset, times(index, row.item.width))
    return row.item.rebuild(iter([mem(plus(base, k)) for k in range(row.item.width)]))


def write(b: Scope, place: Expr, codes: list[Expr]) -> None:
    """Numbers side by side, from mem[place] on."""
    for k, code in enumerate(codes):
        b.emit(Write("mem", (plus(place, k),), code))


def row_of_head(b: Scope, head: Expr, item: Shape | None, cls: type = tuple) -> Row:
    """What is found through a head, as it is now; nothing, where nothing is ever put into it."""
    if item is None:
        return Row(Const(0), Const(0), NUMBER, cls)
    offset = b.assign("at", mem(head))
    length = b.assign("len", mem(plus(head, 1)))
    return Row(offset, length, item, cls)


def view(b: Scope, value: Value) -> Row:
    """Any sequence as a row that can be read now; a list may change later."""
    match value:
        case FixedList():
            cls = frozenset if value.cls is set else tuple
            return Row(value.offset, value.length, value.item, cls, value.is_fresh)
        case Growing(head=head, item=item, cls=cls):
            return row_of_head(b, head, item, frozenset if cls is set else tuple)
        case Row():
            return value
        case Known(value=tuple() | list() as items):
            return replace(constant(b, items), length=Const(len(items)))
        case Known(value=dict() | KeysView() | ValuesView() | ItemsView() as table):
            return view(b, Known(b.program.constants.once(table, "items", lambda: tuple(table))))
        case Known(value=str() as letters) if isinstance(letters, Enum):
            return view(b, Known(str.__str__(letters)))
        case Atom() if issubclass(value.python, str):
            return view(b, b.of_members(value, str.__str__))
        case Known():
            lifted = b.lifted(value)
            if isinstance(lifted, Known):
                raise b.mistyped(f"{value.spoken()} is not a row of things", "use a tuple")
            return view(b, lifted)
        case Pack(cls=cls) if not has_fields_alone(cls):
            return replace(
                spilled(b, list(value.parts), CHARACTER if cls is str else None), cls=cls
            )
        case Passing() | Span() | Table():
            return collected(b, value)
        case Union():
            return _view_of_kinds(b, value)
        case Atom() if len(value.groups) > 1:
            return _view_of_objects(b, value)
    if written(value.python, "__iter__") is not None:
        return view(b, b.apply(tuple, value))
    raise b.mistyped(f"{value.spoken()} where a tuple is needed", "use a tuple or a list")


def _view_of_kinds(b: Scope, value: Union) -> Row:
    """A sequence of one of several kinds, whose items get one shape."""
    item: Shape | None = None
    for _, part in value.kinds():
        found = _item_of(part)
        if found is not None:
            item = found if item is None else cover(item, found)
    row = b.split(value, lambda part: replace(_fitted(b, part, item), cls=tuple))
    assert isinstance(row, Row)
    return row


def _view_of_objects(b: Scope, value: Atom) -> Row:
    """One of several dicts, or of their views, as a row of what is in it."""
    things = sorted(value.objects, key=b.program.atom)  # the code is the same in every process
    rows = [view(b, Known(each)) for each in things]
    filled = [row.item for row in rows if row.length != Const(0)]
    item = functools.reduce(cover, filled) if filled else None
    row = b.split(value, lambda part: _fitted(b, part, item))
    assert isinstance(row, Row)
    return row


def _item_of(part: Value) -> Shape | None:
    """The shape of the items of a sequence in variables or in memory."""
    if isinstance(part, Pack) and not has_fields_alone(part.cls):
        shapes = part.shape.items
        return functools.reduce(cover, shapes) if shapes else None
    return part.item if isinstance(part, Row | Growing) else None


def _fitted(b: Scope, part: Value, item: Shape | None) -> Row:
    row = view(b, part)
    return row if item is None or row.item == item else collected(b, row, item)


def spilled(b: Scope, items: list[Value], item: Shape | None = None) -> Row:
    """Values side by side in memory."""
    laid = [b.storable(each) for each in items]
    shape = item
    for each in laid if item is None else ():
        shape = each.shape if shape is None else cover(shape, each.shape)
    shape = shape or NUMBER
    fitted = [b.codes(each, shape) for each in laid]
    offset = room(b, Const(len(laid)), shape.width)
    for place, codes in enumerate(fitted):
        write(b, plus(offset, place * shape.width), codes)
    return Row(offset, Const(len(laid)), shape, is_fresh=True)


def collected(b: Scope, value: Value, item: Shape | None = None) -> Row:
    """The items of anything side by side in memory."""
    key = ("collected", b.site)
    first = b.out.group()
    offset, length, space = Var(b.name("at")), Var(b.name("len")), Var(b.name("room"))
    common = item or b.program.learned.forms.get(key)
    most = _most(value)
    is_empty = True

    def put(each: Value) -> None:
        nonlocal common, is_empty
        is_empty = False
        each = b.storable(each)
        common = common or each.shape
        if item is None:
            b.learn_form(key, common, each.shape)
            common = cover(common, each.shape)
        if most is None:
            _make_room(b, offset, length, space, common.width)
        codes = b.codes(each, common)
        write(b, plus(offset, times(length, common.width)), codes)
        b.out.assign(length.name, plus(length, 1))

    b.each(value, put)
    shape = common or NUMBER
    size = Const(0) if most is None else Call("take", (MEM, most, Const(shape.width)))
    first += [
        Assign((offset.name,), size),
        Assign((length.name,), Const(0)),
        Assign((space.name,), Const(0)),
    ]
    exact = value.length if isinstance(value, Row | Indexed) else None
    known = Const(0) if is_empty else exact if isinstance(exact, Const) else length
    return Row(offset, known, shape, is_fresh=True)


ITERATED = [cls.__iter__ for cls in (tuple, list, str, bytes)]  # not by a class of the rules


def _most(value: Value) -> Expr | None:
    """A number that there are not more items of."""
    match value:
        case Generated(most=most):
            return most
        case Row(length=length) | Indexed(length=length):
            return length
        case Pack(items=items, cls=cls) if cls.__iter__ in ITERATED:  # type: ignore[attr-defined]
            return Const(len(items))
    return None


def _make_room(b: Scope, offset: Var, length: Var, space: Var, width: int) -> None:
    with b.out.when(Op("==", (length, space))):
        b.out.assign(space.name, plus(Op("*", (Const(2), space)), 4))
        given = (MEM, offset, length, Const(width), space)
        b.out.assign(offset.name, Call("moved", given))


def copied(b: Scope, row: Row) -> Row:
    """A row of its own with the same items."""
    offset = room(b, row.length, row.item.width)
    copy(b, row, offset)
    return Row(offset, row.length, row.item, row.cls, is_fresh=True)


def copy(b: Scope, row: Row, to: Expr) -> None:
    """Copy the items of a row."""
    words = times(row.length, row.item.width)
    b.emit(Do(Call("copy", (MEM, row.offset, words, to))))


# -- lists -----------------------------------------------------------------------------------------


def new_list(b: Scope, row: Row, cls: type = list) -> Value:
    """A list (or a set, of items that are in order already) of its own with the items of a row."""
    site, learned = b.site, b.program.learned
    item: Shape | None = row.item.loose()
    if site in learned.growing or cls not in (list, set):
        known = learned.items.get(site)
        if row.length == Const(0):
            item = known
        elif known is not None:
            item = learn_items(b, frozenset([site]), known, row.item.loose())
        row = row if item is None else _refitted(b, row, item)
        return new_growing(b, row, item, cls, site)
    row = row if row.is_fresh else copied(b, row)
    assert item is not None
    return FixedList(row.offset, row.length, item, cls, is_fresh=True, sites=frozenset([site]))


def _refitted(b: Scope, row: Row, item: Shape) -> Row:
    return row if row.item == item or row.length == Const(0) else collected(b, row, item)


def empty_list(b: Scope, cls: type = list) -> Value:
    """A list without items; what is put into it shows later."""
    site, learned = b.site, b.program.learned
    if site not in learned.growing:
        item = learned.items.get(site, NUMBER)
        return FixedList(Const(0), Const(0), item, cls, sites=frozenset([site]))
    return new_growing(b, EMPTY, learned.items.get(site), cls, site)


def new_growing(b: Scope, row: Row, item: Shape | None, cls: type, site: Site) -> Growing:
    """Something that grows, with the items of a row to begin with."""
    width = item.width if item is not None else 1
    head = b.assign("list", Call("new_list", (MEM, row.offset, row.length, Const(width))))
    return Growing(head, item, cls, frozenset([site]))


EMPTY = Row(Const(0), Const(0), NUMBER)


def growing(b: Scope, value: Value) -> Growing:
    """A list whose length changes now; one that was laid out otherwise starts over."""
    if isinstance(value, FixedList):
        b.program.learned.must_grow(value.sites)
    if not isinstance(value, Growing):
        raise b.stop(f"{value.spoken()} grows", "begin with list(…) in the same rules")
    return value


def append(b: Scope, value: Value, item: Value) -> None:
    """Add an item at the end of a list."""
    value, item = growing(b, value), b.storable(item)
    shape = learn_items(b, value.sites, value.item, item.shape.loose())
    codes = b.codes(item, shape)
    place = b.assign("at", Call("grown", (MEM, value.head, Const(shape.width))))
    write(b, place, codes)


def learn_items(b: Scope, sites: frozenset[Site], known: Shape | None, shape: Shape) -> Shape:
    """Start over where something else is put into a list than was known of."""
    both = shape if known is None else cover(known, shape)
    if known is not None and both == known:
        return known
    learned = b.program.learned.items
    for site in sites:
        learned[site] = cover(learned[site], both) if site in learned else both
    raise Restart(b.where)


def change(b: Scope, value: FixedList | Growing, place: Expr, item: Value) -> None:
    """list[place] = item, at a place that is inside."""
    row, item = view(b, value), b.storable(item)
    if cover(row.item, item.shape) != row.item:
        if isinstance(value, FixedList):
            b.program.learned.must_grow(value.sites)
        learn_items(b, value.sites, row.item, item.shape.loose())
    codes = b.codes(item, row.item)
    write(b, plus(row.offset, times(place, row.item.width)), codes)
