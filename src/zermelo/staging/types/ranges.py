"""range: numbers at equal distances; one whose step only the code knows is `Indexed`."""

from __future__ import annotations

from zermelo.staging.builder.iterators import Indexed, Number, Span
from zermelo.staging.builder.operations import all_of, any_of, binary, equal, protocol
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.values import (
    FALSE,
    LONGEST_ROW,
    Known,
    Num,
    Value,
    literal,
    truth,
)
from zermelo.staging.ir.code import Const, Op
from zermelo.staging.types.number import arithmetic
from zermelo.staging.types.sequence import contains_item, slice_ends


def _by_number(value: Value) -> Indexed:
    assert isinstance(value, Span | Indexed)
    return value.indexed() if isinstance(value, Span) else value


@protocol("length", range)
def _length(b: Scope, value: Value) -> Number:
    part = _by_number(value)
    known = part.known_length
    if known is not None:
        return Known(known)
    return b.keep(Num(part.length, 0, LONGEST_ROW))


@protocol("truth", range)
def _truth(b: Scope, value: Value) -> Number:
    return truth(Op("!=", (b.number(_length(b, value)), Const(0))))


@protocol("item", range)
def _item(b: Scope, value: Value, index: Value) -> Value:
    part = _by_number(value)
    length = b.kept(part.length, "len", copy=False)
    return part.get(b.place(length, index))


@protocol("slice", range)
def _slice(b: Scope, value: Value, low: Value, high: Value, step: Value) -> Value:
    """Another range: its places are those of the slice."""
    part = _by_number(value)
    length = b.kept(part.length, "len", copy=False)
    first, size, by = slice_ends(b, length, low, high, step)

    def get(k: Number) -> Value:
        way = arithmetic("*", b.whole(k), by)
        return part.get(b.keep(arithmetic("+", Num(first, 0, LONGEST_ROW), way)))

    return Indexed(size, get, cls=range)


@binary("==", range, range)
def _equal(b: Scope, one: Value, two: Value) -> Number:
    """Whether both have the same numbers."""
    sizes = [b.keep(b.whole(_length(b, each))) for each in (one, two)]
    ends = [
        [b.keep(each.get(place)) for place in (Known(0), Known(1))]
        for each in (_by_number(one), _by_number(two))
    ]
    return all_of(b, [
        lambda: equal(b, *sizes),
        lambda: any_of(b, [
            lambda: equal(b, sizes[0], Known(0)),
            lambda: all_of(b, [
                lambda: equal(b, ends[0][0], ends[1][0]),
                lambda: any_of(b, [
                    lambda: equal(b, sizes[0], Known(1)),
                    lambda: equal(b, ends[0][1], ends[1][1]),
                ]),
            ]),
        ]),
    ])  # fmt: skip


@protocol("contains", range)
def _contains(b: Scope, value: Value, item: Value) -> Number:
    if isinstance(value, Indexed):
        return contains_item(b, value, item)
    if not issubclass(item.python, int):
        return FALSE
    assert isinstance(value, Span)
    number = b.keep(b.whole(item))
    one, two = (value.first, value.last) if value.step > 0 else (value.last, value.first)
    low, high = ("<=", "<") if value.step > 0 else ("<", "<=")
    code = Op("and", (Op(low, (one.code, number.code)), Op(high, (number.code, two.code))))
    if abs(value.step) > 1:
        way = arithmetic("-", number, value.first)
        rest = arithmetic("%", way, literal(abs(value.step)))
        code = Op("and", (code, Op("==", (rest.code, Const(0)))))
    return truth(code)
