"""Built-in functions of sequences: range, zip, enumerate, map, filter, sorted, list, tuple."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Set
from dataclasses import replace
from typing import Any

from zermelo.staging.builder import arena
from zermelo.staging.builder.iterators import Generated, Indexed, Number, Span, Spread
from zermelo.staging.builder.operations import (
    function,
    is_several,
    is_true,
    item,
    length,
    number_of,
)
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import Growing, Pack
from zermelo.staging.builder.values import (
    FALSE,
    LONGEST_ROW,
    MOST,
    NOTHING,
    TRUE,
    Body,
    Known,
    Num,
    Value,
    literal,
)
from zermelo.staging.ir.code import Call, Const, Do, Expr, Op, plus
from zermelo.staging.types.listing import limited, shortened
from zermelo.staging.types.number import arithmetic
from zermelo.staging.types.sorting import put_in_order
from zermelo.staging.walk.comprehensions import at_most
from zermelo.staging.walk.gathering import gathered, held
from zermelo.staging.walk.loops import indexed, parts


@function(range)
def _range(b: Scope, *args: Value) -> Value:
    given = args[2] if len(args) == 3 else Known(1)
    ends = (Known(0), args[0]) if len(args) == 1 else args[:2]
    first, last = (b.keep(b.whole(end)) for end in ends)
    if not isinstance(given, Known):
        return _stepping(b, first, last, b.keep(b.whole(given)))
    if given.value == 0:
        raise b.mistyped("a range with step 0", "use another step")
    b.whole(given)  # stops where it needs more than 64 bits
    return Span(first, last, given.value)


def _stepping(b: Scope, first: Num, last: Num, step: Num) -> Value:
    """A range whose step only the code knows."""
    with b.out.when(Op("==", (step.code, Const(0)))):
        b.out.fail(ValueError, "range() arg 3 must not be zero")
    length = b.assign("len", Call("steps", (first.code, last.code, step.code)))
    low, high = min(first.low, last.low), max(first.high, last.high)

    def get(k: Number) -> Value:
        return Num(Op("+", (first.code, Op("*", (b.number(k), step.code)))), low, high)

    return Indexed(length, get, cls=range)


@function(enumerate)
def _enumerate(b: Scope, items: Value, start: Value = Known(0)) -> Value:
    if isinstance(items, Generated | Growing):
        return _counted(b, items, start)
    part = parts(b, [items])[0]

    def get(k: Number) -> Value:
        return Pack((counted(b, start, k, 1), part.get(k)))

    return replace(part, get=get, header=(), of_header=None, once=b.once())


def counted(b: Scope, start: Value, k: Value, step: int) -> Value:
    """start + k·step."""
    if isinstance(start, Known) and isinstance(k, Known):
        return Known(start.value + k.value * step)
    one, more = b.whole(start), b.whole(k)
    way = more if step == 1 else arithmetic("*", more, literal(step))
    return way if start == Known(0) else arithmetic("+", one, way)


def _counted(b: Scope, items: Generated | Growing, start: Value) -> Generated:
    begin = b.keep(b.whole(start))

    def each(body: Body) -> None:
        number = b.assign("n", begin.code)

        def numbered(item: Value) -> None:
            held = b.keep(Num(number, begin.low, MOST), copy=True)
            b.out.assign(number.name, Call("plus", (number, Const(1))))
            body(Pack((held, item)))

        b.each(items, numbered)

    return Generated(each, b.once(), getattr(items, "most", None))


@function(zip)
def zipped(b: Scope, *values: Value, strict: Value = FALSE) -> Value:
    """As long as its shortest."""
    if len(values) == 1 and isinstance(values[0], Spread):
        return _turned(b, values[0].source)
    kept = [each for each in values if isinstance(each, Generated) and each.once.is_kept]
    if kept and len(values) > 1:
        return _in_turn(b, kept[0], values)
    sides = parts(b, list(values))
    lengths = list(dict.fromkeys(part.length for part in sides))
    length: Expr = lengths[0] if lengths else Const(0)
    known = [size.value for size in lengths if isinstance(size, Const)]
    if len(lengths) > 1 and len(known) == len(lengths):
        length = Const(min(known))
    elif len(lengths) > 1:
        length = b.assign("len", Op("min", tuple(lengths)))
    if strict == TRUE:
        for size in lengths[1:]:
            b.emit(Do(Call("expect", (size, lengths[0]))))
    return Indexed(
        length,
        lambda k: Pack(tuple(part.get(k) for part in sides)),
        is_by_known=any(part.is_by_known for part in sides),
        once=b.once(),
        ready=lambda: _ready(sides),
        watched=tuple(words for part in sides for words in part.watched),
        most=min((part.most for part in sides if part.most is not None), default=None),
    )


def _in_turn(b: Scope, source: Generated, values: tuple[Value, ...]) -> Value:
    """zip(it, it): the items of one iterator in groups."""
    if any(each is not source for each in values):
        raise b.stop("an iterator beside other sequences", "make it a tuple first")
    part, count = indexed(b, b.collected(source)), len(values)

    def get(k: Number) -> Value:
        places = [counted(b, Known(place), k, count) for place in range(count)]
        return Pack(tuple(b.keep(part.get(number_of(place))) for place in places))

    length = b.assign("len", Op("//", (part.length, Const(count))))
    return Indexed(length, get, once=b.once())


def _turned(b: Scope, rows: Value) -> Value:
    """zip(*rows): the first items of all rows, then the second, and so on."""
    outer = b.view(rows)
    most = b.assign("len", Const(0))
    first = b.assign("first", Const(True))

    def look(row: Value) -> None:
        size = b.number(length(b, row))
        shorter = Op("or", (first, Op("<", (size, most))))
        with b.out.when(shorter):
            b.out.assign(most.name, size)
        b.out.assign(first.name, Const(False))

    b.each(outer, look)

    def get(k: Number) -> Value:
        place = b.keep(b.whole(k))
        column = mapped(b, lambda given: item(b, given[0], place), [outer])
        return b.collected(column)

    return Indexed(most, get, once=b.once())


def _ready(sides: list[Indexed]) -> None:
    for part in sides:
        part.ready()


@function(reversed)
def _reversed(b: Scope, value: Value) -> Value:
    if isinstance(value, Generated) or getattr(value, "once", None) is not None:
        raise b.mistyped("a generator cannot be reversed", "make it a tuple first")
    part = parts(b, [value])[0]
    size = part.known_length

    def back(k: Number) -> Value:
        if isinstance(k, Known) and size is not None:
            return part.get(Known(size - 1 - k.value))
        high = size - 1 if size is not None else LONGEST_ROW
        return part.get(Num(Op("-", (plus(part.length, -1), b.number(k))), 0, high))

    return replace(part, get=back, header=(), of_header=None, once=b.once())


@function(map)
def _map(b: Scope, work: Value, *values: Value) -> Value:
    return mapped(b, lambda items: b.call(work, *items), list(values))


def mapped(b: Scope, work: Callable[[list[Value]], Value], values: list[Value]) -> Value:
    """map(…): `work` takes the items of all sequences."""
    if len(values) == 1 and (isinstance(values[0], Generated) or issubclass(values[0].python, Set)):
        source = values[0]

        def each(body: Body) -> None:
            b.each(source, lambda item: body(work([item])))

        return Generated(each, b.once(), at_most(source))
    part: Any = parts(b, values)[0] if len(values) == 1 else zipped(b, *values)

    def get(k: Number) -> Value:
        found = part.get(k)
        items = [found] if len(values) == 1 else list(found.items)
        return b.keep(work(items))

    found: Value = replace(part, get=get, header=(), of_header=None, once=b.once())
    return found


@function(filter)
def _filter(b: Scope, work: Value, items: Value) -> Value:
    def each(body: Body) -> None:
        def look(item: Value) -> None:
            item = b.keep(item)
            found = item if work == NOTHING else b.call(work, item)
            test = is_true(b, found)
            if test == TRUE:
                body(item)
            elif not isinstance(test, Known):
                with b.out.when(test.code):
                    body(item)

        b.each(items, look)

    return Generated(each, b.once())


@function(tuple)
def _tuple(b: Scope, items: Value = Known(())) -> Value:
    return gathered(b, items)


@function(iter)
def _iter(b: Scope, items: Value, sentinel: Value | None = None) -> Value:
    if sentinel is not None:
        raise b.stop("iter(…) of a function that is called again and again", "use a while loop")
    if isinstance(items, Generated):
        return items
    return replace(parts(b, [items])[0], once=b.once())


@function(list)
def _list(b: Scope, items: Value = Known(())) -> Value:
    found = held(b, items)
    if found == Known(()):
        return arena.empty_list(b)
    return arena.new_list(b, b.view(found))


@function(deque)
def _deque(b: Scope, items: Value = Known(()), maxlen: Value = NOTHING) -> Value:
    found = held(b, items)
    row = arena.EMPTY if found == Known(()) else b.view(found)
    if maxlen == NOTHING:
        return arena.new_list(b, row, deque)
    if not isinstance(maxlen, Known):
        raise b.stop("a deque with a length that is computed", "drop the first item by popleft()")
    made = arena.new_list(b, row, limited(maxlen.value))
    shortened(b, made)
    return made


@function(sorted)
def _sorted(b: Scope, items: Value, key: Value = NOTHING, reverse: Value = FALSE) -> Value:
    if key == NOTHING:
        with b.program.any_order():
            found = held(b, items)
    else:
        if issubclass(items.python, Set):
            b.take_unordered()
        found = held(b, items)
    if found == Known(()):
        return arena.empty_list(b)
    made = arena.new_list(b, b.view(found))
    put_in_order(b, b.view(made), key, reverse)
    return made


@function(type)
def _type(b: Scope, value: Value) -> Value:
    if is_several(value):
        return b.split(value, lambda part: _type(b, part))
    if value.python in (int, bool, Iterator):
        raise b.stop(f"the type of {value.spoken()}", "leave it out")
    return Known(value.python)


@function(isinstance)
def _isinstance(b: Scope, value: Value, kinds: Value) -> Value:
    if not isinstance(kinds, Known):
        raise b.stop("isinstance of something computed", "name the class")
    if is_several(value):
        return b.split(value, lambda part: _isinstance(b, part, kinds))
    return Known(b.is_of(value, kinds.value))
