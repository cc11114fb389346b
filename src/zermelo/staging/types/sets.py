"""set and frozenset: rows of items that differ, in order where their numbers alone decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from zermelo.staging.builder import arena
from zermelo.staging.builder.branches import LoopOfRules
from zermelo.staging.builder.iterators import Number, Spread
from zermelo.staging.builder.operations import all_of, binary, function, method, protocol
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.sequences import FixedList, Growing, Members, Row
from zermelo.staging.builder.values import (
    FALSE,
    NOTHING,
    NUMBER,
    Known,
    Shape,
    Value,
    cover,
    truth,
)
from zermelo.staging.ir.code import MEM, Assign, Call, Const, Do, Expr, Op, Var, plus, times
from zermelo.staging.types.sequence import contains_item, expect_key, place_of_equal, statics

FEW = 8  # items of a constant set that are compared one by one
EMPTY: dict[object, object] = {}
KEYS = type(EMPTY.keys())
MODES = {"|": 0, "&": 1, "-": 2, "^": 3}


# -- making ----------------------------------------------------------------------------------------


def make_set(b: Scope, items: Value) -> Value:
    """A set of its own."""
    if items == Known(()):
        return arena.empty_list(b, set)
    return arena.new_list(b, replace(rows_of(b, items), is_fresh=True), set)


def rows_of(b: Scope, items: Value) -> Row:
    """The items of anything, each once."""
    if isinstance(items, Known):
        items = Known(frozenset(items.value))
    items = b.lifted(items)
    if issubclass(items.python, set | frozenset):
        row = b.view(items)
        is_held = isinstance(items, Growing | FixedList)
        return replace(arena.copied(b, row) if is_held else row, cls=frozenset)
    with b.program.any_order():
        row = b.collected(items)
    if row.known_length == 0:
        return replace(row, cls=frozenset)
    expect_key(b, row.item)
    if row.item.is_flat:
        length = Call("in_order", (MEM, row.offset, row.length, Const(row.item.width)))
        return Row(row.offset, b.assign("len", length), row.item, frozenset, is_fresh=True)
    return _each_once(b, row)


def _each_once(b: Scope, row: Row) -> Row:
    """Items that are compared one by one."""
    offset = arena.room(b, row.length, row.item.width)
    length = b.assign("len", Const(0))
    found = Row(offset, length, row.item, frozenset, is_fresh=True)

    def put(each: Value) -> None:
        with b.out.when(Op("not", (truth_code(_has(b, found, each)),))):
            arena.write(b, _end(found), b.codes(each, row.item))
            b.out.assign(length.name, plus(length, 1))

    with b.program.any_order():
        b.each(replace(row, cls=tuple), put)
    return found


def _end(row: Row) -> Expr:
    return plus(row.offset, times(row.length, row.item.width))


@function(frozenset)
def _frozenset(b: Scope, items: Value = Known(())) -> Value:
    return rows_of(b, items)


@function(set)
def _set(b: Scope, items: Value = Known(())) -> Value:
    return make_set(b, items)


# -- asking ----------------------------------------------------------------------------------------


@protocol("contains", set, frozenset)
def _contains(b: Scope, owner: Value, value: Value) -> Number:
    if not isinstance(owner, FixedList | Growing) and statics(b, owner, FEW) is not None:
        return contains_item(b, owner, value)
    return _has(b, b.view(owner), value)


def _has(b: Scope, row: Row, value: Value) -> Number:
    value = b.keep(b.storable(value))
    if row.known_length == 0:
        return FALSE
    if not row.item.is_flat or cover(row.item, value.shape) != row.item:
        return contains_item(b, replace(row, cls=tuple), value)
    codes = b.codes(value, row.item)
    given = (MEM, row.offset, row.length)
    members = row.as_bits
    if members is not None and members.is_sure:
        return truth(Op("!=", (Op("&", (members.bits, members.universe.bit(codes))), Const(0))))
    if len(codes) <= 2:
        return truth(Call(f"has_{len(codes)}", (*given, *codes)))
    wanted = b.spilled([value], row.item)
    place = Call("set_place", (*given, Const(row.item.width), wanted.offset))
    return truth(Op(">=", (place, Const(0))))


@binary("==", set, set)
@binary("==", frozenset, frozenset)
@binary("==", set, frozenset)
@binary("==", frozenset, set)
def _equal(b: Scope, one: Value, two: Value) -> Number:
    x, y = _alike(b, one, two)
    test = Op("==", (x.length, y.length))
    if x.item.is_flat:
        size = times(x.length, x.item.width)
        return truth(Op("and", (test, Call("same", (MEM, x.offset, y.offset, size)))))
    return all_of(b, [lambda: truth(test), lambda: _within(b, x, y)])


def _within(b: Scope, one: Row, two: Row) -> Number:
    """Whether all items of one are in the other."""
    result, loop = b.assign("all", Const(True)), LoopOfRules(breaks=True)

    def look(each: Value) -> None:
        with b.out.when(Op("not", (truth_code(_has(b, two, each)),))):
            b.out.assign(result.name, Const(False))
            loop.leave()

    b.each(replace(one, cls=tuple), look, loop)
    return truth(result)


def _order(b: Scope, sign: str, one: Value, two: Value) -> Number:
    """Whether one is a part of the other."""
    if sign in (">", ">="):
        return _order(b, sign.replace(">", "<"), two, one)
    x, y = _alike(b, one, two)
    if sign == "<=":
        return _within(b, x, y)
    return all_of(b, [lambda: truth(Op("<", (x.length, y.length))), lambda: _within(b, x, y)])


def _alike(b: Scope, one: Value, two: Value) -> tuple[Row, Row]:
    """Two sets as rows of items of one shape, in one order."""
    x, y = b.view(b.lifted(one)), b.view(b.lifted(two))
    if x.item == y.item:
        return x, y
    items = [row.item for row in (x, y) if row.known_length != 0]
    shape: Shape = items[0] if items else NUMBER
    for each in items[1:]:
        shape = cover(shape, each)
    return _brought(b, x, shape), _brought(b, y, shape)


def _brought(b: Scope, row: Row, shape: Shape) -> Row:
    if row.item == shape or row.known_length == 0:
        return replace(row, item=shape)
    return rows_of(b, b.collected(replace(row, cls=tuple), shape))


# -- operators -------------------------------------------------------------------------------------


def _merged(b: Scope, sign: str, one: Value, two: Value) -> Row:
    x, y = _alike(b, one, two)
    if x.known_length == 0 and (y.known_length == 0 or sign in "&-"):
        return replace(x, cls=frozenset)
    if y.known_length == 0 and sign == "&":
        return replace(y, cls=frozenset)
    if not x.item.is_flat:
        return _merged_one_by_one(b, sign, x, y)
    offset, length = Var(b.name("at")), Var(b.name("len"))
    rows: tuple[Expr, ...] = (MEM, x.offset, x.length, y.offset, y.length)
    width, mode = x.item.width, Const(MODES[sign])
    if width in (1, 2):
        call = Call(f"set_merge_{width}", (*rows, mode))
    else:
        call = Call("set_merge", (*rows, Const(width), mode))
    b.emit(Assign((offset.name, length.name), call))
    members = _merged_bits(b, sign, x, y, (offset, length))
    return Row(offset, length, x.item, frozenset, is_fresh=True, members=members)


def _merged_bits(b: Scope, sign: str, one: Row, two: Row, of: tuple[Expr, Expr]) -> Members | None:
    """The bits of what comes of two sets, where those of the first are known.

    A row that nobody reads is not made then (`tidy`). What is taken away or asked for in vain need
    not be in the universe; what is added must be.
    """
    held = one.as_bits
    if held is None or not (held.is_sure or sign == "|"):
        return None
    adds = sign in "|^"
    other = two.as_bits
    if other is not None and other.universe == held.universe and (other.is_sure or adds):
        bits: Expr = other.bits
    else:
        bits = b.assign("bits", held.universe.bits(two, is_whole=adds))
    match sign:
        case "-":
            code = Op("&", (held.bits, Op("~", (bits,))))
        case "^":
            code = Op("|", (Op("^", (held.bits, bits)), Op(">>", (bits, Const(63)))))  # −1 stays
        case _:
            code = Op(sign, (held.bits, bits))
    return Members(b.assign("bits", code), held.universe, of, is_sure=not adds)


def _merged_one_by_one(b: Scope, sign: str, one: Row, two: Row) -> Row:
    offset = arena.room(b, plus(one.length, two.length), one.item.width)
    length = b.assign("len", Const(0))
    found = Row(offset, length, one.item, frozenset, is_fresh=True)

    def put(other: Row | None, *, wanted: bool) -> Callable[[Value], None]:
        def look(each: Value) -> None:
            code: Expr = Const(True)
            if other is not None:
                has = truth_code(_has(b, other, each))
                code = has if wanted else Op("not", (has,))
            with b.out.when(code):
                arena.write(b, _end(found), b.codes(each, one.item))
                b.out.assign(length.name, plus(length, 1))

        return look

    first, second = replace(one, cls=tuple), replace(two, cls=tuple)
    if sign == "|":
        b.each(first, put(None, wanted=True))
        b.each(second, put(one, wanted=False))
    else:
        b.each(first, put(two, wanted=sign == "&"))
    if sign == "^":
        b.each(second, put(one, wanted=False))
    return found


def _operator(b: Scope, sign: str, one: Value, two: Value) -> Value:
    row = _merged(b, sign, one, two)
    return arena.new_list(b, row, set) if one.python is set else row


for _one in (set, frozenset):
    for _two in (set, frozenset):
        binary("<", _one, _two)(_order)
        for _sign in MODES:
            binary(_sign, _one, _two)(_operator)


def _of_keys(b: Scope, sign: str, one: Value, two: Value) -> Value:
    """Keys of dicts are like sets."""
    return arena.new_list(b, _merged(b, sign, rows_of(b, one), rows_of(b, two)), set)


for _other in (set, frozenset, KEYS):
    for _sign in MODES:
        binary(_sign, KEYS, _other)(_of_keys)
        binary(_sign, _other, KEYS)(_of_keys)


def changed_set(b: Scope, sign: str, owner: Growing, value: Value) -> None:
    """owner sign= value."""
    row = _merged(b, sign, owner, value)
    if owner.item is None or row.item != owner.item:
        arena.learn_items(b, owner.sites, owner.item, row.item.loose())
    b.emit(Do(Call("refill", (MEM, owner.head, row.offset, row.length, Const(row.item.width)))))


def _operator_of_all(b: Scope, sign: str, owner: Value, others: Value) -> Value:
    """owner sign each of the others, one after the other."""
    found = Accumulated(b, rows_of(b, owner))
    with b.program.any_order():
        b.each(others, lambda other: found.put(_merged(b, sign, found.value, rows_of(b, other))))
    row = found.value
    return arena.new_list(b, row, set) if owner.python is set else row


class Accumulated:
    """A set in variables of its own, which grows in a loop."""

    def __init__(self, b: Scope, row: Row) -> None:
        self.b, self.key = b, ("all of", b.site)
        item = b.program.learned.forms.get(self.key, row.item)
        row = _brought(b, row, item)
        self.offset, self.length = b.assign("at", row.offset), b.assign("len", row.length)
        self.item = item

    @property
    def value(self) -> Row:
        """The set now."""
        return self.b.keep(Row(self.offset, self.length, self.item, frozenset), copy=True)

    def put(self, row: Row) -> None:
        """Another set in its place."""
        self.b.learn_form(self.key, self.item, row.item.loose())
        self.b.out.assign(self.offset.name, row.offset)
        self.b.out.assign(self.length.name, row.length)


def _by_method(name: str, sign: str) -> None:
    @method(set, name)
    @method(frozenset, name)
    def _row(b: Scope, owner: Value, *others: Value) -> Value:
        if not others:
            return _copy(b, owner)
        for other in others:
            if isinstance(other, Spread):
                owner = _operator_of_all(b, sign, owner, other.source)
            else:
                owner = _operator(b, sign, owner, rows_of(b, other))
        return owner


for _name, _sign in (
    ("union", "|"), ("intersection", "&"), ("difference", "-"), ("symmetric_difference", "^"),
):  # fmt: skip
    _by_method(_name, _sign)


def _in_place(name: str, sign: str) -> None:
    @method(set, name)
    def _row(b: Scope, owner: Value, *others: Value) -> Value:
        grown = arena.growing(b, owner)
        for other in others:
            if isinstance(other, Spread):
                raise b.stop(f".{name}(…) of a computed number of sets", "write a loop")
            changed_set(b, sign, grown, rows_of(b, other))
        return NOTHING


for _name, _sign in (
    ("intersection_update", "&"), ("difference_update", "-"), ("symmetric_difference_update", "^"),
):  # fmt: skip
    _in_place(_name, _sign)


@method(set, "issubset")
@method(frozenset, "issubset")
def _issubset(b: Scope, owner: Value, other: Value) -> Number:
    return _order(b, "<=", owner, rows_of(b, other))


@method(set, "issuperset")
@method(frozenset, "issuperset")
def _issuperset(b: Scope, owner: Value, other: Value) -> Number:
    return _order(b, "<=", rows_of(b, other), owner)


@method(set, "isdisjoint")
@method(frozenset, "isdisjoint")
def _isdisjoint(b: Scope, owner: Value, other: Value) -> Number:
    return truth(Op("==", (_merged(b, "&", owner, rows_of(b, other)).length, Const(0))))


# -- changing --------------------------------------------------------------------------------------


@method(set, "add")
def _add(b: Scope, owner: Value, value: Value) -> Value:
    grown, value = arena.growing(b, owner), b.keep(b.storable(value))
    expect_key(b, value.shape)
    shape = arena.learn_items(b, grown.sites, grown.item, value.shape.loose())
    if not shape.is_flat:
        with b.out.when(Op("not", (truth_code(_has(b, b.view(grown), value)),))):
            arena.append(b, grown, value)
        return NOTHING
    arena.append(b, grown, value)
    b.emit(Do(Call("settle", (MEM, grown.head, Const(shape.width)))))
    return NOTHING


def _removal(name: str, *, is_needed: bool) -> None:
    @method(set, name)
    def _row(b: Scope, owner: Value, value: Value) -> Value:
        grown, value = arena.growing(b, owner), b.keep(b.storable(value))
        row = b.view(grown)
        place = place_of_equal(b, replace(row, cls=tuple), value)
        with b.out.when(Op(">=", (place, Const(0)))) as choice:
            b.emit(Do(Call("cut_out", (MEM, grown.head, place, Const(row.item.width)))))
        if is_needed:
            with b.out.otherwise(choice):
                b.out.fail(KeyError, "an item is not in the set")
        return NOTHING


_removal("remove", is_needed=True)
_removal("discard", is_needed=False)


@method(set, "update")
def _update(b: Scope, owner: Value, *others: Value) -> Value:
    with b.program.any_order():
        for other in others:
            b.each(other, partial(_put, b, owner))
    return NOTHING


def _put(b: Scope, owner: Value, each: Value) -> None:
    _add(b, owner, each)


@method(set, "pop")
def _pop(b: Scope, owner: Value) -> Value:
    """Some item; which one is not defined, but of small numbers Python, too, takes the least."""
    grown = arena.growing(b, owner)
    row = b.view(grown)
    with b.out.when(Op("==", (row.length, Const(0)))):
        b.out.fail(KeyError, "pop of an empty set")
    b.take_unordered()
    found = b.keep(arena.at(row, Const(0)))
    b.emit(Do(Call("cut_out", (MEM, grown.head, Const(0), Const(row.item.width)))))
    return found


@method(set, "copy")
@method(frozenset, "copy")
def _copy(b: Scope, owner: Value) -> Value:
    return make_set(b, owner) if owner.python is set else owner
