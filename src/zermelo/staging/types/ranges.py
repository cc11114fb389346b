"""range: numbers at equal distances."""

from __future__ import annotations

from zermelo.staging.builder.iterators import Number, Span
from zermelo.staging.builder.operations import protocol
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.values import FALSE, LONGEST_ROW, Known, Num, Value, literal, truth
from zermelo.staging.ir.code import Const, Op
from zermelo.staging.types.number import arithmetic


@protocol("length", range)
def _length(b: Scope, value: Span) -> Number:
    part = value.indexed()
    known = part.known_length
    if known is not None:
        return Known(known)
    return b.keep(Num(part.length, 0, LONGEST_ROW))


@protocol("truth", range)
def _truth(b: Scope, value: Span) -> Number:
    return truth(Op("!=", (b.number(_length(b, value)), Const(0))))


@protocol("item", range)
def _item(b: Scope, value: Span, index: Value) -> Value:
    part = value.indexed()
    length = b.kept(part.length, "len", copy=False)
    return part.get(b.place(length, index))


@protocol("contains", range)
def _contains(b: Scope, value: Span, item: Value) -> Number:
    if not issubclass(item.python, int):
        return FALSE
    number = b.keep(b.whole(item))
    one, two = (value.first, value.last) if value.step > 0 else (value.last, value.first)
    low, high = ("<=", "<") if value.step > 0 else ("<", "<=")
    code = Op("and", (Op(low, (one.code, number.code)), Op(high, (number.code, two.code))))
    if abs(value.step) > 1:
        way = arithmetic("-", number, value.first)
        rest = arithmetic("%", way, literal(abs(value.step)))
        code = Op("and", (code, Op("==", (rest.code, Const(0)))))
    return truth(code)
