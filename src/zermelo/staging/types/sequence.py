"""tuple, and what all sequences can do: lengths, items, slices, joining, repeating, comparing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from zermelo.staging.builder import arena
from zermelo.staging.builder.branches import LoopOfRules
from zermelo.staging.builder.classes import has_fields_alone, has_own_order, is_record
from zermelo.staging.builder.iterators import Indexed, Number, Passing, Span
from zermelo.staging.builder.lifting import HELD
from zermelo.staging.builder.operations import (
    all_of,
    any_of,
    binary,
    compare,
    equal,
    item,
    method,
    protocol,
)
from zermelo.staging.builder.scope import SELECTED, Mistyped, Scope, truth_code
from zermelo.staging.builder.sequences import (
    CHARACTER,
    FixedList,
    Growing,
    Pack,
    PackShape,
    Row,
    RowShape,
    can_be_key,
)
from zermelo.staging.builder.values import (
    FALSE,
    LONGEST_ROW,
    NOTHING,
    NUMBER,
    Known,
    Num,
    NumberShape,
    Shape,
    Value,
    cover,
    joined,
    literal,
    truth,
)
from zermelo.staging.ir.code import MEM, Call, Const, Expr, Op, Var, plus, times

FRONT = Const(0)
WRITTEN = 16  # items that are dealt with one by one


# -- asked by everyone -----------------------------------------------------------------------------


def count(value: Value) -> int | None:
    """How many items there are, where that is known."""
    match value:
        case Pack(items=items):
            return len(items)
        case Known(value=range() as numbers):
            return max(0, -(-(numbers.stop - numbers.start) // numbers.step))
        case Known(value=thing):
            return len(thing) if hasattr(thing, "__len__") else None
        case Row() | Indexed():
            return value.known_length
        case Span():
            return value.indexed().known_length
    return None


def statics(b: Scope, value: Value, most: int = WRITTEN) -> list[Value] | None:
    """The items one by one, as they are now, where their number is known and small."""
    size = count(value)
    if size is None or (size > most and not isinstance(value, Pack)):
        return None
    match value:
        case Pack():
            return list(value.parts)
        case Known(value=thing):
            return [b.known(each) for each in thing]
        case Indexed(get=get):
            return [get(Known(place)) for place in range(size)]
        case Span():
            return [value.indexed().get(Known(place)) for place in range(size)]
        case Row():
            items = [arena.at(value, Const(place)) for place in range(size)]
            return [b.keep(each) for each in items] if isinstance(value, FixedList) else items
    return None


def expect_key(b: Scope, shape: Shape) -> None:
    """Stop where a list, or what holds one, would be a key of a dict or an item of a set."""
    if not can_be_key(shape):
        raise b.mistyped("what holds a list, set or dict as a key", "use a tuple or a frozenset")


@protocol("length", tuple, list, str, bytes, deque, set, frozenset)
def _length(b: Scope, value: Value) -> Number:
    known = count(value)
    if known is not None:
        return Known(known)
    return Num(b.view(value).length, 0, LONGEST_ROW)


@protocol("truth", tuple, list, str, bytes, deque, set, frozenset)
def _truth(b: Scope, value: Value) -> Number:
    if isinstance(value, Pack) and is_record(value.cls) and not issubclass(value.cls, tuple):
        return Known(True)
    size = _length(b, value)
    if isinstance(size, Known):
        return Known(bool(size.value))
    return truth(Op("!=", (size.code, Const(0))))


@protocol("item", tuple, list, str, bytes, deque)
def _item(b: Scope, value: Value, index: Value) -> Value:
    several = statics(b, index) if index.python is tuple else None
    if several is not None:  # an array may be asked with several indices
        for part in several:
            value = item(b, value, part)
        return value
    if isinstance(value, Pack):
        return _item_of_pack(b, value, index)
    row = b.view(value)
    place = b.place(row.length, index)
    found = arena.at(row, b.number(place))
    if value.python is bytes or not isinstance(value, FixedList | Growing):
        return found
    return b.keep(found)


def _item_of_pack(b: Scope, pack: Pack, index: Value) -> Value:
    if isinstance(index, Known):
        place = b.place(Const(len(pack.items)), index)
        assert isinstance(place, Known)
        return pack.parts[place.value] if pack.items else Known(0)
    shapes = [b.storable(each).shape for each in pack.items]
    if not 0 < len(shapes) <= SELECTED or any(shape != NUMBER for shape in shapes):
        row = b.spilled(list(pack.parts))
        return arena.at(row, b.number(b.place(row.length, index)))
    place = b.keep(b.whole(b.place(Const(len(pack.items)), index)))
    code = b.number(pack.items[-1])
    for k in reversed(range(len(pack.items) - 1)):
        test = Op("==", (place.code, Const(k)))
        code = Op("select", (test, b.number(pack.items[k]), code))
    shape = joined(shapes) or NUMBER
    assert isinstance(shape, NumberShape)
    found = Num(code, shape.low, shape.high, stored=shape.of)
    return Pack((b.keep(found),), str) if pack.cls is str else found


# -- slices ----------------------------------------------------------------------------------------


@protocol("slice", tuple, list, str, bytes)
def _slice(b: Scope, value: Value, low: Value, high: Value, step: Value) -> Value:
    cut = known_slice(low, high, step)
    if cut is not None and isinstance(value, Pack):
        cls = value.cls if value.cls in (str, bytes, list) else tuple
        return Pack(tuple(value.items[cut]), cls)
    row = b.view(value)
    plain = step in (NOTHING, Known(1))
    part = _stretch(b, row, low, high) if plain else _stepped(b, row, low, high, step)
    if isinstance(value, FixedList | Growing):
        return arena.new_list(b, part)
    return replace(part, cls=value.python if value.python in (str, bytes, list) else tuple)


def known_slice(*parts: Value) -> slice | None:
    """The slice, where its ends and its step are known."""
    found = [part.value for part in parts if isinstance(part, Known)]
    return slice(*found) if len(found) == len(parts) else None


def _stretch(b: Scope, row: Row, low: Value, high: Value) -> Row:
    """A stretch of a row, seen in place."""
    width = row.item.width
    cut, size = known_slice(low, high), row.known_length
    if cut is not None and size is not None:
        begin, end, _ = slice(low.value, high.value).indices(size)  # type: ignore[attr-defined]
        offset = b.kept(plus(row.offset, begin * width), "at", copy=False)
        return Row(offset, Const(max(0, end - begin)), row.item)
    first = _end(b, low, Const(0), row.length)
    last = _end(b, high, row.length, row.length)
    if first == Const(0):
        return Row(row.offset, b.kept(last, "len", copy=False), row.item)
    offset = b.assign("at", plus(row.offset, times(first, width)))
    length = b.assign("len", Op("max", (Const(0), Op("-", (last, first)))))
    return Row(offset, length, row.item)


def stretch_ends(b: Scope, length: Expr, low: Value, high: Value) -> tuple[Expr, Expr]:
    """Where a slice begins and ends, the end not in front of the beginning."""
    first = _end(b, low, Const(0), length)
    last = _end(b, high, length, length)
    return first, b.assign("end", Op("max", (first, last)))


def _end(b: Scope, end: Value, default: Expr, length: Expr) -> Expr:
    if end == NOTHING:
        return default
    return b.assign("end", Call("clipped", (b.number(end), length)))


def _stepped(b: Scope, row: Row, low: Value, high: Value, step: Value) -> Row:
    """A slice with a step."""
    cut, size = known_slice(low, high, step), row.known_length
    if cut == slice(None, None, -1):
        given = (MEM, row.offset, row.length, Const(row.item.width))
        offset = b.assign("at", Call("backwards", given))
        return Row(offset, row.length, row.item, is_fresh=True)
    if size is not None and cut is not None:
        places = range(size)[cut]
        return b.spilled([arena.at(row, Const(place)) for place in places], row.item)
    return _every(b, row, low, high, step)


def _every(b: Scope, row: Row, low: Value, high: Value, step: Value) -> Row:
    """Every so many items between two ends."""
    first, size, by = slice_ends(b, row.length, low, high, step)
    part = Indexed(size, lambda k: arena.at(row, plus(first, Op("*", (b.number(k), by.code)))))
    return arena.collected(b, part, row.item)


def slice_ends(
    b: Scope, length: Expr, low: Value, high: Value, step: Value
) -> tuple[Expr, Expr, Num]:
    """Where a slice begins, how many items it has and its step, as Python clips them."""
    number = b.keep(b.whole(step)) if step != NOTHING else literal(1)
    by = number.code
    if number.low <= 0 <= number.high:
        with b.out.when(Op("==", (by, Const(0)))):
            b.out.fail(ValueError, "slice step cannot be zero")
    forwards = Op(">", (by, Const(0)))
    last = plus(length, -1)
    ends: list[Expr] = [
        Op("select", (forwards, Const(0), last)), Op("select", (forwards, length, Const(-1))),
    ]  # fmt: skip
    for place, end in enumerate((low, high)):
        if end != NOTHING:
            ends[place] = Call("clipped_by", (b.number(end), length, by))
    first, stop = (b.assign("end", end) for end in ends)
    return first, b.assign("len", Call("steps", (first, stop, by))), number


# -- together --------------------------------------------------------------------------------------


def joined_together(b: Scope, parts: list[Value], cls: type = tuple) -> Value:
    """The items of several sequences side by side."""
    parts = [b.collected(p) if isinstance(p, Passing) and count(p) is None else p for p in parts]
    static = [statics(b, part) for part in parts]
    flat = [each for items in static for each in items or ()]
    size = sum(b.storable(each).shape.width for each in flat)
    if all(items is not None for items in static) and size <= HELD:
        return packed(flat, cls)
    pieces = [
        Pack(tuple(items)) if items is not None and not isinstance(part, Row) else part
        for part, items in zip(parts, static, strict=True)
    ]
    return _laid_out(b, [p for p in pieces if p != Pack(())], cls)


def packed(items: list[Value], cls: type) -> Value:
    """Items as a pack of a type; those of a string are strings of one character."""
    if cls is not str:
        return Pack(tuple(items), cls)
    codes: list[Value] = []
    for each in items:
        if isinstance(each, Known):
            codes.append(Known(ord(each.value)))
        else:
            assert isinstance(each, Pack)
            codes += each.items
    return Pack(tuple(codes), str)


def _laid_out(b: Scope, parts: list[Value], cls: type) -> Row:
    """Sequences copied one behind the other."""
    stored = [_stored(b, part) for part in parts]
    found: Shape | None = None
    for piece in stored:
        for shape in _shapes_inside(piece):
            found = shape if found is None else cover(found, shape)
    shape = found or (CHARACTER if cls is str else NUMBER)
    sizes: list[Expr] = [Const(len(p.items)) if isinstance(p, Pack) else p.length for p in stored]
    length: Expr = Const(0)
    for size in sizes:
        length = plus(length, size)
    length = b.kept(length, "len", copy=False)
    rows = [p if isinstance(p, Pack) else b.fit(p, RowShape(shape, None, p.cls)) for p in stored]
    laid = [[b.codes(each, shape) for each in p.parts] if isinstance(p, Pack) else [] for p in rows]
    offset = arena.room(b, length, shape.width)
    place = b.assign("at", offset)
    for piece, codes, size in zip(rows, laid, sizes, strict=True):  # type: ignore[assignment]
        if isinstance(piece, Row):
            arena.copy(b, piece, place)
        for k, each in enumerate(codes):
            arena.write(b, plus(place, k * shape.width), each)
        b.out.assign(place.name, plus(place, times(size, shape.width)))
    return Row(offset, length, shape, cls, is_fresh=True)


def _stored(b: Scope, part: Value) -> Pack | Row:
    if not isinstance(part, Pack):
        return b.view(part)
    return Pack(tuple(map(b.storable, part.items)), part.cls)


def _shapes_inside(piece: Value) -> tuple[Shape, ...]:
    if isinstance(piece, Pack):
        return PackShape(tuple(item.shape for item in piece.items), piece.cls).items
    assert isinstance(piece, Row)
    return () if piece.known_length == 0 else (piece.item,)


def repeated(b: Scope, value: Value, number: Value, cls: type) -> Value:
    """sequence * count."""
    static = statics(b, value)
    if static is not None and isinstance(number, Known):
        width = sum(b.storable(each).shape.width for each in static)
        if width * number.value <= HELD:
            return packed(static * number.value, cls)
    row = b.view(value)
    many = b.keep(b.whole(number))
    given = (MEM, row.offset, row.length, Const(row.item.width), many.code)
    offset = b.assign("at", Call("repeated", given))
    size = row.known_length
    if size is not None and isinstance(number, Known):
        return Row(offset, Const(size * max(0, number.value)), row.item, cls, is_fresh=True)
    length: Expr = Const(0)
    if size != 0:
        length = b.assign("len", Op("*", (row.length, Op("max", (Const(0), many.code)))))
    return Row(offset, length, row.item, cls, is_fresh=True)


def _plus(cls: type) -> Callable[..., Value]:
    def row(b: Scope, _sign: str, one: Value, two: Value) -> Value:
        return joined_together(b, [one, two], cls)

    return row


def _times(cls: type) -> Callable[..., Value]:
    def row(b: Scope, _sign: str, one: Value, two: Value) -> Value:
        value, number = (two, one) if issubclass(one.python, int) else (one, two)
        if isinstance(number, Num) and isinstance(number.code, Const):
            number = Known(number.code.value)
        return repeated(b, value, number, cls)

    return row


for _cls in (tuple, str, bytes):
    binary("+", _cls, _cls)(_plus(_cls))
    binary("*", _cls, int)(_times(_cls))
    binary("*", int, _cls)(_times(_cls))


# -- comparisons -----------------------------------------------------------------------------------


def equal_sequences(b: Scope, one: Value, two: Value) -> Number:
    """Whether two sequences hold equal items."""
    first, second = statics(b, one), statics(b, two)
    if first is not None and second is not None:
        if len(first) != len(second):
            return FALSE
        if isinstance(one, Pack) and isinstance(two, Pack) and one.cls is two.cls is str:
            first, second = list(one.items), list(two.items)
        pairs = zip(first, second, strict=True)
        return all_of(b, [partial(equal, b, x, y) for x, y in pairs])
    x, y = b.view(one), b.view(two)
    if alike(x.item, y.item):
        size = times(x.length, x.item.width)
        test = Op("==", (x.length, y.length))
        return truth(Op("and", (test, Call("same", (MEM, x.offset, y.offset, size)))))
    return _equal_items(b, x, y)


def _equal_items(b: Scope, one: Row, two: Row) -> Num:
    """Rows whose items are compared one by one."""
    result = b.assign("same", Op("==", (one.length, two.length)))
    place = Var(b.name("k"))
    with b.out.when(result), b.out.loop(place.name, (one.length,), one.known_length) as loop:
        test = equal(b, arena.at(one, place), arena.at(two, place))
        code = Const(bool(test.value)) if isinstance(test, Known) else test.code
        with b.out.when(Op("not", (code,))):
            b.out.assign(result.name, Const(False))
            b.out.leave(loop.label)
    return truth(result)


def alike(one: Shape, two: Shape) -> bool:
    """Whether two items are compared number by number."""
    if not (one.is_flat and two.is_flat):
        return False
    if isinstance(one, PackShape) and isinstance(two, PackShape):
        both_tuples = issubclass(one.cls, tuple) and issubclass(two.cls, tuple)
        same = len(one.parts) == len(two.parts) and (one.cls is two.cls or both_tuples)
        return same and all(alike(a, c) for a, c in zip(one.parts, two.parts, strict=True))
    return one == two


def before(b: Scope, sign: str, one: Value, two: Value) -> Number:
    """one < two (or ≤, >, ≥) in the order of sequences: the first difference decides."""
    if sign in (">", ">="):
        one, two, sign = two, one, sign.replace(">", "<")
    first, second = statics(b, one, SELECTED), statics(b, two, SELECTED)
    if isinstance(one, Pack) and isinstance(two, Pack) and one.cls is two.cls is str:
        first, second = list(one.items), list(two.items)
    numbers = all(issubclass(each.python, int) for each in (*(first or ()), *(second or ())))
    if first and second and len(first) == len(second) <= SELECTED and numbers:
        return _before_few(b, first, second, or_same="=" in sign)
    x, y = b.view(one), b.view(two)
    if alike(x.item, y.item) and is_numeric(x.item):
        width = x.item.width
        ends = (MEM, x.offset, times(x.length, width), y.offset, times(y.length, width))
        return truth(Op(sign, (Call("ordered", ends), Const(0))))
    return _before_items(b, sign, x, y)


def is_numeric(shape: Shape) -> bool:
    """Whether numbers alone decide the order, not kinds of things."""
    if isinstance(shape, PackShape):
        return not has_own_order(shape.cls) and all(map(is_numeric, shape.parts))
    return shape == NUMBER


def _before_few(b: Scope, one: list[Value], two: list[Value], *, or_same: bool) -> Num:
    code: Expr = Const(or_same)
    for x, y in zip(reversed(one), reversed(two), strict=True):
        p, q = (b.keep(b.whole(value)).code for value in (x, y))
        code = Op("or", (Op("<", (p, q)), Op("and", (Op("==", (p, q)), code))))
    return truth(code)


def _before_items(b: Scope, sign: str, one: Row, two: Row) -> Num:
    """Rows whose items are put in order one by one."""
    shorter = b.assign("len", Op("min", (one.length, two.length)))
    result = b.assign("less", Op(sign, (one.length, two.length)))
    place = Var(b.name("k"))
    with b.out.loop(place.name, (shorter,)) as loop:
        x, y = b.keep(arena.at(one, place)), b.keep(arena.at(two, place))
        same = equal(b, x, y)
        code = Const(bool(same.value)) if isinstance(same, Known) else same.code
        with b.out.when(Op("not", (code,))):
            less = _less(b, x, y)
            b.out.assign(
                result.name, Const(bool(less.value)) if isinstance(less, Known) else less.code
            )
            b.out.leave(loop.label)
    return truth(result)


def _less(b: Scope, one: Value, two: Value) -> Number:
    """one < two; what has no order fails, as in Python, where there are such items at all."""
    with b.out.into([]) as block:
        try:
            with b.steady():
                found = compare(b, "<", one, two)
        except Mistyped:
            block.clear()
            b.out.fail(TypeError, "a value is of another kind")
            found = FALSE
    b.out.block.extend(block)
    return found


for _kind in (tuple, list, str, bytes, deque):
    binary("==", _kind, _kind)(equal_sequences)
    binary("<", _kind, _kind)(before)


# -- searching -------------------------------------------------------------------------------------


@protocol("contains", tuple, list, deque, object)
def contains_item(b: Scope, owner: Value, value: Value) -> Number:
    """Whether one of the items is equal."""
    if isinstance(owner, Pack) and has_fields_alone(owner.cls):
        raise b.stop(f"a search through {owner.spoken()}", "give it a __contains__")
    value = b.keep(value)
    static = None if isinstance(owner, Indexed) else statics(b, owner)
    if static is not None:
        return any_of(b, [partial(equal, b, each, value) for each in static])
    found = b.assign("found", Const(False))
    loop = LoopOfRules(breaks=True)

    def look(each: Value) -> None:
        test = equal(b, each, value)
        code = Const(bool(test.value)) if isinstance(test, Known) else test.code
        with b.out.when(code):
            b.out.assign(found.name, Const(True))
            loop.leave()

    b.each(owner, look, loop)
    return truth(found)


def searched(
    b: Scope, owner: Value, value: Value, *, is_first: bool, begin: Expr = FRONT
) -> tuple[Var, Var, Var]:
    """How often an item is found, where the search ended, and whether it was found."""
    number, here = b.assign("n", Const(0)), b.assign("n", begin)
    found, loop = b.assign("found", Const(False)), LoopOfRules(breaks=is_first)

    def look(each: Value) -> None:
        test = equal(b, each, value)
        code = Const(bool(test.value)) if isinstance(test, Known) else test.code
        with b.out.when(code):
            b.out.assign(number.name, plus(number, 1))
            b.out.assign(found.name, Const(True))
            if is_first:
                loop.leave()
        b.out.assign(here.name, plus(here, 1))

    b.each(owner, look, loop)
    return number, here, found


def place_of_equal(
    b: Scope, row: Row, wanted: Value, part: Callable[[Value], Value] = lambda item: item
) -> Var:
    """The place of the first item, a part of which is equal to what is wanted, or −1."""
    place, here = b.assign("k", Const(-1)), b.assign("k", Const(0))
    loop = LoopOfRules(breaks=True)

    def look(item: Value) -> None:
        with b.out.when(truth_code(equal(b, part(item), wanted))):
            b.out.assign(place.name, here)
            loop.leave()
        b.out.assign(here.name, plus(here, 1))

    b.each(row, look, loop)
    return place


@method(tuple, "count")
@method(list, "count")
@method(deque, "count")
def _count(b: Scope, owner: Value, value: Value) -> Num:
    return Num(searched(b, owner, b.keep(value), is_first=False)[0], 0, LONGEST_ROW)


@method(tuple, "index")
@method(list, "index")
@method(deque, "index")
def _index(
    b: Scope, owner: Value, value: Value, start: Value = NOTHING, stop: Value = NOTHING
) -> Num:
    value = b.keep(value)
    begin: Expr = Const(0)
    if (start, stop) != (NOTHING, NOTHING):
        row = replace(b.view(owner), cls=tuple)
        begin = _end(b, start, Const(0), row.length)
        owner = _stretch(b, row, Num(begin, 0, LONGEST_ROW), stop)
    _, here, found = searched(b, owner, value, is_first=True, begin=begin)
    with b.out.when(Op("not", (found,))):
        b.out.fail(ValueError, "an item is not in the sequence")
    return Num(here, 0, LONGEST_ROW)
