"""itertools: each as the loops that it stands for."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

from zermelo.staging.builder import arena
from zermelo.staging.builder.branches import LoopOfRules
from zermelo.staging.builder.iterators import Generated, Indexed, Span, Spread
from zermelo.staging.builder.operations import equal, function, is_true, length, operate
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.sequences import Pack, Row
from zermelo.staging.builder.values import (
    LONGEST_ROW,
    MOST,
    NOTHING,
    Body,
    Known,
    Num,
    Value,
    literal,
)
from zermelo.staging.ir.code import Block, Const, Expr, If, Op, Var, Write, mem, plus
from zermelo.staging.modules.arrangements import arrangements
from zermelo.staging.modules.folding import Accumulator
from zermelo.staging.modules.sequences import mapped, zipped
from zermelo.staging.types.number import arithmetic
from zermelo.staging.types.sequence import statics
from zermelo.staging.walk.gathering import held

MOST_DEEP = 8  # loops within loops


def _generated(b: Scope, each: Callable[[Body], None]) -> Generated:
    return Generated(each, b.once())


def _rows(b: Scope, values: tuple[Value, ...]) -> list[Value]:
    """Sequences that are gone through several times."""
    return [b.keep(held(b, value)) for value in values]


@function(itertools.product)
def _product(b: Scope, *values: Value, repeat: Value = Known(1)) -> Value:
    if len(values) == 1 and isinstance(values[0], Spread) and repeat == Known(1):
        return _product_of_all(b, b.view(values[0].source))
    if len(values) == 1 and not isinstance(repeat, Known):
        row = Pack((b.view(held(b, values[0])),))
        return _product_of_all(b, b.view(operate(b, "*", row, repeat)))
    if not isinstance(repeat, Known) or repeat.value * len(values) > MOST_DEEP:
        raise b.stop("a product of many sequences", "write the loops out")
    rows = _rows(b, values) * repeat.value

    def each(body: Body) -> None:
        def inner(place: int, items: tuple[Value, ...]) -> None:
            if place == len(rows):
                body(Pack(items))
            else:
                b.each(rows[place], lambda item: inner(place + 1, (*items, b.keep(item))))

        inner(0, ())

    return _generated(b, each)


def _product_of_all(b: Scope, rows: Row) -> Value:
    """A product of as many sequences as only the code knows: places that count up like digits."""
    places = arena.room(b, rows.length, 1)

    def size(k: Expr) -> Expr:
        return b.number(length(b, b.keep(arena.at(rows, k))))

    def each(body: Body) -> None:
        k = Var(b.name("k"))
        with b.out.region() as region:
            with b.out.loop(k.name, (rows.length,)):
                b.emit(Write("mem", (plus(places, k),), Const(0)))
                with b.out.when(Op("==", (size(k), Const(0)))):
                    b.out.leave(region.label)
            with b.out.loop():
                body(_picked(b, rows, places))
                _count_up(b, rows.length, places, size, region.label)

    return _generated(b, each)


def _picked(b: Scope, rows: Row, places: Expr) -> Value:
    """The items at the places, as a tuple."""

    def get(k: Known | Num) -> Value:
        row = b.view(b.keep(arena.at(rows, b.number(k))))
        return b.keep(arena.at(row, mem(plus(places, b.number(k)))))

    return arena.collected(b, Indexed(rows.length, get))


def _count_up(b: Scope, digits: Expr, places: Expr, size: Callable[[Expr], Expr], end: int) -> None:
    """The next places; behind the last ones all is over."""
    k = b.assign("k", plus(digits, -1))
    with b.out.loop() as loop:
        with b.out.when(Op("<", (k, Const(0)))):
            b.out.leave(end)
        here = plus(places, k)
        b.emit(Write("mem", (here,), Const(1), "+"))
        with b.out.when(Op("<", (mem(here), size(k)))):
            b.out.leave(loop.label)
        b.emit(Write("mem", (here,), Const(0)))
        b.out.assign(k.name, plus(k, -1))


def _some_of_all(b: Scope, given: Row, number: Num) -> Value:
    """Combinations of as many items as only the code knows: places that climb."""
    count = b.keep(number)
    places = arena.room(b, Op("max", (count.code, Const(0))), 1)
    k = Var(b.name("k"))

    def each(body: Body) -> None:
        with b.out.when(Op("<", (count.code, Const(0)))):
            b.out.fail(ValueError, "r must be non-negative")
        with b.out.region() as region:
            with b.out.when(Op(">", (count.code, given.length))):
                b.out.leave(region.label)
            with b.out.loop(k.name, (count.code,)):
                b.emit(Write("mem", (plus(places, k),), k))
            with b.out.loop():
                body(_taken(b, given, count, places))
                _climb(b, given, count, places, region.label)

    return _generated(b, each)


def _taken(b: Scope, given: Row, count: Num, places: Expr) -> Value:
    def get(k: Known | Num) -> Value:
        return b.keep(arena.at(given, mem(plus(places, b.number(k)))))

    return arena.collected(b, Indexed(count.code, get))


def _climb(b: Scope, given: Row, count: Num, places: Expr, end: int) -> None:
    """The last place that can climb does, and those behind it follow."""
    k = b.assign("k", plus(count.code, -1))
    with b.out.loop() as loop:
        with b.out.when(Op("<", (k, Const(0)))):
            b.out.leave(end)
        most = plus(Op("-", (given.length, count.code)), k)
        with b.out.when(Op("<", (mem(plus(places, k)), most))):
            b.out.leave(loop.label)
        b.out.assign(k.name, plus(k, -1))
    b.emit(Write("mem", (plus(places, k),), Const(1), "+"))
    j = Var(b.name("k"))
    with b.out.loop(j.name, (plus(k, 1), count.code)):
        b.emit(Write("mem", (plus(places, j),), plus(mem(plus(plus(places, j), -1)), 1)))


def _chosen(name: str, *, is_ordered: bool, may_repeat: bool) -> Callable[..., Value]:
    """Combinations and permutations: places in loops within loops."""

    def row(b: Scope, items: Value, r: Value = NOTHING) -> Value:
        given = b.view(held(b, items))
        if r == NOTHING:
            size = given.known_length
            r = Num(given.length, 0, LONGEST_ROW) if size is None else Known(size)
        if not is_ordered and not may_repeat and not isinstance(r, Known):
            return _some_of_all(b, given, b.whole(r))
        if is_ordered and (not isinstance(r, Known) or r.value > MOST_DEEP):
            return b.apply(arrangements, given, r)
        if not isinstance(r, Known) or r.value > MOST_DEEP:
            raise b.stop(f"{name} of a computed number of items", "write the loops out")

        def each(body: Body) -> None:
            def inner(places: tuple[Num, ...]) -> None:
                if len(places) == r.value:
                    body(Pack(tuple(b.keep(arena.at(given, place.code)) for place in places)))
                    return
                begin = literal(0)
                if places and not is_ordered:
                    begin = places[-1] if may_repeat else Num(plus(places[-1].code, 1), 0)
                b.each(
                    Span(begin, Num(given.length, 0), 1),
                    lambda k: fresh(places, b.keep(b.whole(k))),
                )

            def fresh(places: tuple[Num, ...], place: Num) -> None:
                if not is_ordered or not places:
                    inner((*places, place))
                    return
                code = Op("!=", (place.code, places[0].code))
                for other in places[1:]:
                    code = Op("and", (code, Op("!=", (place.code, other.code))))
                with b.out.when(code):
                    inner((*places, place))

            inner(())

        return _generated(b, each)

    return row


function(itertools.combinations)(_chosen("combinations", is_ordered=False, may_repeat=False))
function(itertools.combinations_with_replacement)(
    _chosen("combinations", is_ordered=False, may_repeat=True)
)
function(itertools.permutations)(_chosen("permutations", is_ordered=True, may_repeat=False))


@function(itertools.chain)
def _chain(b: Scope, *values: Value) -> Value:
    def each(body: Body) -> None:
        for value in values:
            if isinstance(value, Spread):
                b.each(value.source, lambda row: b.each(row, body))
            else:
                b.each(value, body)

    return _generated(b, each)


@function(itertools.chain.from_iterable)
def _chained(b: Scope, values: Value) -> Value:
    return _generated(b, lambda body: b.each(values, lambda value: b.each(value, body)))


@function(itertools.pairwise)
def _pairwise(b: Scope, items: Value) -> Value:
    row = b.view(held(b, items))
    length = b.assign("len", Op("max", (Const(0), plus(row.length, -1))))

    def get(k: Known | Num) -> Value:
        place = b.number(k)
        return Pack((b.keep(arena.at(row, place)), b.keep(arena.at(row, plus(place, 1)))))

    return Indexed(length, get, once=b.once())


@function(itertools.accumulate)
def _accumulate(
    b: Scope, items: Value, func: Value = NOTHING, *, initial: Value = NOTHING
) -> Value:
    def more(before: Value, item: Value) -> Value:
        if func == NOTHING:
            return operate(b, "+", before, item)
        assert isinstance(func, Known)
        return b.apply(func.value, before, item)

    def each(body: Body) -> None:
        total = Accumulator(b, "total")
        seen = b.assign("seen", Const(False))
        if initial != NOTHING:
            total.put(initial)
            b.out.assign(seen.name, Const(True))
            body(b.keep(total.value, copy=True))

        def look(item: Value) -> None:
            item = b.keep(b.storable(item))
            total.cover(item.shape)
            with b.out.when(seen) as choice:
                total.put(more(b.keep(total.value, copy=True), item))
            with b.out.otherwise(choice):
                total.put(item)
            b.out.assign(seen.name, Const(True))
            body(b.keep(total.value, copy=True))

        b.each(items, look)
        total.finish()

    return _generated(b, each)


@function(itertools.takewhile)
def _takewhile(b: Scope, work: Value, items: Value) -> Value:
    assert isinstance(work, Known)

    def each(body: Body) -> None:
        loop = LoopOfRules(breaks=True)

        def look(item: Value) -> None:
            item = b.keep(item)
            with b.out.when(Op("not", (truth_code(is_true(b, b.apply(work.value, item))),))):
                loop.leave()
            body(item)

        b.each(items, look, loop)

    return _generated(b, each)


@function(itertools.dropwhile)
def _dropwhile(b: Scope, work: Value, items: Value) -> Value:
    assert isinstance(work, Known)

    def each(body: Body) -> None:
        open_ = b.assign("open", Const(False))

        def look(item: Value) -> None:
            item = b.keep(item)
            with b.out.when(Op("not", (open_,))):
                test = truth_code(is_true(b, b.apply(work.value, item)))
                b.out.assign(open_.name, Op("not", (test,)))
            with b.out.when(open_):
                body(item)

        b.each(items, look)

    return _generated(b, each)


@function(itertools.filterfalse)
def _filterfalse(b: Scope, work: Value, items: Value) -> Value:
    assert isinstance(work, Known)

    def each(body: Body) -> None:
        def look(item: Value) -> None:
            item = b.keep(item)
            found = item if work == NOTHING else b.apply(work.value, item)
            with b.out.when(Op("not", (truth_code(is_true(b, found)),))):
                body(item)

        b.each(items, look)

    return _generated(b, each)


@function(itertools.compress)
def _compress(b: Scope, items: Value, flags: Value) -> Value:
    def each(body: Body) -> None:
        def look(pair: Value) -> None:
            assert isinstance(pair, Pack)
            with b.out.when(truth_code(is_true(b, pair.items[1]))):
                body(pair.items[0])

        b.each(zipped(b, items, flags), look)

    return _generated(b, each)


@function(itertools.starmap)
def _starmap(b: Scope, work: Value, items: Value) -> Value:
    assert isinstance(work, Known)

    def call(given: list[Value]) -> Value:
        spread = statics(b, given[0], 64)
        if spread is None:
            raise b.stop("arguments spread from a sequence", "pass the sequence")
        return b.apply(work.value, *spread)

    return mapped(b, call, [items])


@function(itertools.repeat)
def _repeat(b: Scope, value: Value, times: Value = NOTHING) -> Value:
    held_value = b.keep(value)
    length = literal(MOST).code if times == NOTHING else b.number(b.keep(b.whole(times)))
    return Indexed(length, lambda _: held_value)


@function(itertools.count)
def _count(b: Scope, start: Value = Known(0), step: Value = Known(1)) -> Value:
    """Numbers without an end; a loop over them is that over a long range."""
    first = b.keep(b.whole(start))
    if not isinstance(step, Known) or step.value == 0:
        raise b.stop("count with a step that is computed", "use a while loop")
    span = Span(first, literal(MOST if step.value > 0 else -MOST), step.value).indexed()

    def get(k: Known | Num) -> Value:
        return arithmetic("+", first, arithmetic("*", b.whole(k), literal(step.value)))

    return replace(span, length=Const(MOST), get=get, once=b.once())


@function(itertools.islice)
def _islice(b: Scope, items: Value, *ends: Value) -> Value:
    """The items at some places; nothing behind the end is asked for, which may be needed later."""
    low, high, step = (
        (NOTHING, ends[0], NOTHING) if len(ends) == 1 else (*ends, NOTHING, NOTHING)[:3]
    )
    first, last, by = (_end_of(b, end, other) for end, other in ((low, 0), (high, MOST), (step, 1)))
    for end, least in ((first, 0), (last, 0), (by, 1)):
        if end.low < least:
            with b.out.when(Op("<", (end.code, Const(least)))):
                b.out.fail(ValueError, "islice goes forwards only")

    def each(body: Body) -> None:
        here, loop = b.assign("k", Const(0)), LoopOfRules(breaks=True)
        wanted, end = b.assign("k", first.code), b.assign("k", Op("max", (first.code, last.code)))

        def look(item: Value) -> None:
            is_wanted = b.assign(
                "b", Op("and", (Op("==", (here, wanted)), Op("<", (here, last.code))))
            )
            b.out.assign(here.name, plus(here, 1))
            with b.out.when(is_wanted):
                b.out.assign(wanted.name, arithmetic("+", Num(wanted), by).code)
                body(b.keep(item))
            with b.out.when(Op(">=", (here, end))):
                loop.leave()

        with b.out.region() as region:
            with b.out.when(Op("<=", (end, Const(0)))):
                b.out.leave(region.label)
            b.each(items, look, loop)

    return _generated(b, each)


def _end_of(b: Scope, end: Value, default: int) -> Num:
    return literal(default) if end == NOTHING else b.keep(b.whole(end))


@function(itertools.cycle)
def _cycle(b: Scope, items: Value) -> Value:
    """The items over and over."""
    row = b.view(held(b, items))
    length = b.assign(
        "len", Op("select", (Op("==", (row.length, Const(0))), Const(0), Const(MOST)))
    )

    def get(k: Known | Num) -> Value:
        return b.keep(arena.at(row, Op("%", (b.number(k), row.length))))

    return Indexed(length, get, once=b.once())


@function(itertools.zip_longest)
def _zip_longest(b: Scope, *values: Value, fillvalue: Value = NOTHING) -> Value:
    """As long as its longest."""
    if any(isinstance(value, Spread) for value in values):
        raise b.stop("zip_longest of a computed number of sequences", "write the loops out")
    rows = [b.view(held(b, value)) for value in values]
    fill = b.keep(fillvalue)

    def get(k: Known | Num) -> Value:
        place = b.kept(b.number(k), "k")
        return Pack(tuple(_there_or(b, row, place, fill) for row in rows))

    longest: Expr = Const(0)
    if rows:
        longest = b.assign("len", Op("max", (Const(0), *(row.length for row in rows))))
    return Indexed(longest, get, once=b.once())


def _there_or(b: Scope, row: Row, place: Expr, fill: Value) -> Value:
    """An item where there is one, else something in its place."""
    with b.out.into([]) as here:
        found = b.keep(arena.at(row, place))
    missing: Block = []
    merged = b.merged([(here, found), (missing, fill)])
    b.emit(If(Op("<", (place, row.length)), here, missing))
    return merged


@function(itertools.groupby)
def _groupby(b: Scope, items: Value, key: Value = NOTHING) -> Value:
    """(key, items) of every run of items with equal keys."""
    row = b.view(held(b, items))
    if row.known_length == 0:
        return Known(())
    assert isinstance(key, Known)

    def key_of(place: object) -> Value:
        item = b.keep(arena.at(row, place))  # type: ignore[arg-type]
        return item if key == NOTHING else b.keep(b.apply(key.value, item))

    def each(body: Body) -> None:
        begin = b.assign("k", Const(0))
        with b.out.loop() as outer:
            with b.out.when(Op(">=", (begin, row.length))):
                b.out.leave(outer.label)
            mark, end = key_of(begin), b.assign("k", plus(begin, 1))
            with b.out.loop() as inner:
                with b.out.when(Op(">=", (end, row.length))):
                    b.out.leave(inner.label)
                same = equal(b, mark, key_of(end))
                with b.out.when(Op("not", (truth_code(same),))):
                    b.out.leave(inner.label)
                b.out.assign(end.name, plus(end, 1))
            width = row.item.width
            offset = b.assign("at", plus(row.offset, Op("*", (begin, Const(width)))))
            group = Row(offset, b.assign("len", Op("-", (end, begin))), row.item)
            b.out.assign(begin.name, end)
            body(Pack((mark, group)))

    return _generated(b, each)
