"""Floats in rules: infinity, known floats beside whole numbers, quotients and roots."""

from __future__ import annotations

import fractions
import math

from zermelo.staging.builder.fractions import EXACT, Fraction, Root
from zermelo.staging.builder.iterators import Number
from zermelo.staging.builder.operations import (
    COMPARED,
    MIRRORED,
    OF_SIGN,
    all_of,
    binary,
    compare,
    function,
    method,
    operate,
    opposite,
    protocol,
)
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.values import FALSE, Known, Num, Value, literal, truth
from zermelo.staging.ir.code import Call, Const, Op
from zermelo.staging.types.number import arithmetic, divided_by_zero, no_zero

SIMPLE = 1 << 20  # below which a fraction is looked for that a known float is nearest to
WHOLE = "use // or math.isqrt, or round it at once"


# -- made ------------------------------------------------------------------------------------------


@binary("/", int, int)
def _quotient(b: Scope, _sign: str, one: Value, two: Value) -> Value:
    above, below = _exact(b, b.whole(one)), _exact(b, no_zero(b, b.whole(two)))
    if below.low <= 0 <= below.high:
        with b.out.when(Op("==", (below.code, Const(0)))):
            divided_by_zero(b, "division by zero")
    if below.low >= 0:
        return Fraction(above, Num(below.code, max(1, below.low), max(1, below.high)))
    sign = b.keep(Num(Op("select", (Op("<", (below.code, Const(0))), Const(-1), Const(1))), -1, 1))
    down = b.keep(arithmetic("*", below, sign))
    return Fraction(b.keep(arithmetic("*", above, sign)), Num(down.code, 1, EXACT))


def _exact(b: Scope, number: Num, most: int = EXACT) -> Num:
    """A number that a float holds, and does not round."""
    number = b.keep(number)
    if -most <= number.low and number.high <= most:
        return number
    low, high = (Op(sign, (number.code, Const(end))) for sign, end in (("<", -most), (">", most)))
    with b.out.when(Op("or", (low, high))):
        b.out.give_up(OverflowError, "a number that floats round")
    return Num(number.code, max(-most, number.low), min(most, number.high))


@function(math.sqrt)
def _sqrt(b: Scope, value: Value) -> Value:
    number = _exact(b, b.whole(value), EXACT >> 3)
    if number.low < 0:
        with b.out.when(Op("<", (number.code, Const(0)))):
            b.out.fail(ValueError, "math domain error")
    return Root(Num(number.code, max(0, number.low), max(0, number.high)))


@binary("**", int, float)
def _power(b: Scope, sign: str, one: Value, two: Value) -> Value:
    if two != Known(0.5):
        raise b.stop(f"{one.spoken()} {sign} {two.spoken()}", "use whole numbers")
    number = b.keep(b.whole(one))
    if number.low < 0:
        with b.out.when(Op("<", (number.code, Const(0)))):
            b.out.fail(OverflowError, "a root that is not real")
    return _sqrt(b, Num(number.code, max(0, number.low), max(0, number.high)))


def is_fraction(value: Value) -> bool:
    """Whether a value is a float that the code computes."""
    return isinstance(value, Fraction | Root)


# -- compared --------------------------------------------------------------------------------------


def _float(b: Scope, value: Value) -> float:
    if not isinstance(value, Known):
        raise b.stop("a float that is computed", WHOLE)
    return float(value.value)


@binary("<", int, float)
def _before_float(b: Scope, sign: str, one: Value, two: Value) -> Number:
    """A number beside a float: below infinity, or beside the whole number next to it."""
    if isinstance(two, Fraction):
        return compare(b, sign, _times(b, one, two.below), two.above)
    if isinstance(two, Root):
        return _beside_root(b, MIRRORED[sign], two, one)
    limit = _float(b, two)
    if math.isinf(limit) or math.isnan(limit):
        return Known(bool(COMPARED[sign](0, limit)))
    near = math.ceil(limit) if sign in ("<", ">=") else math.floor(limit)
    return compare(b, sign, one, Known(near))


@binary("<", float, int)
def _float_before(b: Scope, sign: str, one: Value, two: Value) -> Number:
    return _before_float(b, MIRRORED[sign], two, one)


def _beside_root(b: Scope, sign: str, root: Root, number: Value) -> Number:
    """√n < k: k is above 0, and n < k²."""
    whole = b.keep(b.whole(number))
    if sign in (">", ">="):
        return opposite(_beside_root(b, "<=" if sign == ">" else "<", root, whole))
    least = truth(Op(">" if sign == "<" else ">=", (whole.code, Const(0))))
    return all_of(
        b, [lambda: least, lambda: compare(b, sign, root.square, _times(b, whole, whole))]
    )


@binary("<", float, float)
def _order(b: Scope, sign: str, one: Value, two: Value) -> Number:
    x, y = _fraction(b, one), _fraction(b, two)
    if isinstance(x, float) or isinstance(y, float):
        ends = [each if isinstance(each, float) else 0.0 for each in (x, y)]
        return Known(bool(COMPARED[sign](*ends)))
    return compare(b, sign, _times(b, x.above, y.below), _times(b, y.above, x.below))


def _fraction(b: Scope, value: Value) -> Fraction | float:
    """A float as the simple fraction that it is nearest to; infinity as it is."""
    if isinstance(value, Fraction):
        return value
    limit = _float(b, value)
    if math.isinf(limit) or math.isnan(limit):
        return limit
    near = fractions.Fraction(limit).limit_denominator(SIMPLE)
    if float(near) != limit:
        raise b.stop(f"a computed float beside {limit!r}", WHOLE)
    return Fraction(literal(near.numerator), literal(near.denominator))


def _times(b: Scope, one: Value, two: Value) -> Value:
    return b.keep(operate(b, "*", one, two))


@binary("==", float, float)
def _same(b: Scope, one: Value, two: Value) -> Number:
    x, y = _fraction(b, one), _fraction(b, two)
    if isinstance(x, float) or isinstance(y, float):
        return FALSE
    return compare(b, "==", _times(b, x.above, y.below), _times(b, y.above, x.below))


@binary("==", int, float)
def _equal_to_float(b: Scope, one: Value, two: Value) -> Number:
    if isinstance(two, Fraction):
        return compare(b, "==", _times(b, one, two.below), two.above)
    if isinstance(two, Root):
        whole = b.keep(b.whole(one))
        least = truth(Op(">=", (whole.code, Const(0))))
        square = two.square
        return all_of(b, [lambda: least, lambda: compare(b, "==", square, _times(b, whole, whole))])
    limit = _float(b, two)
    return compare(b, "==", one, Known(int(limit))) if limit.is_integer() else FALSE


@binary("==", float, int)
def _float_equal_to(b: Scope, one: Value, two: Value) -> Number:
    return _equal_to_float(b, two, one)


@protocol("truth", float)
def _truth(b: Scope, value: Value) -> Number:
    return opposite(_equal_to_float(b, Known(0), value))


# -- rounded ---------------------------------------------------------------------------------------


def rounded_down(b: Scope, value: Value) -> Num:
    """The largest whole number that is not above a float."""
    if isinstance(value, Root):
        return Num(Call("isqrt", (value.square.code,)), 0, 2**27)
    above, below = _parts(b, value)
    return b.keep(arithmetic("//", above, below))


def rounded_up(b: Scope, value: Value) -> Num:
    """The smallest whole number that is not below a float."""
    down = rounded_down(b, value)
    more = opposite(compare(b, "==", down, value))
    return arithmetic("+", down, b.whole(more))


def towards_zero(b: Scope, value: Value) -> Num:
    """int(value)."""
    if isinstance(value, Root) or _parts(b, value)[0].low >= 0:
        return rounded_down(b, value)
    return b.whole(b.apply(_cut_off, *_parts(b, value)))


def _cut_off(above: int, below: int) -> int:
    return above // below if above >= 0 else -(-above // below)


def to_nearest(b: Scope, value: Value) -> Num:
    """round(value): half of a number goes to the even one."""
    if isinstance(value, Root):
        return b.whole(b.apply(_nearest_root, value.square))
    return b.whole(b.apply(_nearest, *_parts(b, value)))


def _nearest_root(square: int) -> int:
    """A root of a whole number is never halfway; beyond 2⁴⁸ a float cannot tell."""
    if square >= 2**48:
        raise OverflowError("the root of a large number, rounded")
    down = math.isqrt(square)
    return down + int(square > down * down + down)


def _nearest(above: int, below: int) -> int:
    down, rest = divmod(above, below)
    more = 2 * rest > below or (2 * rest == below and down % 2 == 1)
    return down + int(more)


def _parts(b: Scope, value: Value) -> tuple[Num, Num]:
    if not isinstance(value, Fraction):
        raise b.stop(f"{value.spoken()} that is rounded", WHOLE)
    return value.above, value.below


@method(float, "is_integer")
def _is_integer(b: Scope, value: Value) -> Number:
    return compare(b, "==", rounded_down(b, value), value)


# -- added -----------------------------------------------------------------------------------------


def _added(b: Scope, sign: str, one: Value, two: Value) -> Value:
    """A whole number and a quotient; with infinity, infinity."""
    for value in (one, two):
        if isinstance(value, Known) and isinstance(value.value, float) and math.isinf(value.value):
            ends = [each.value if isinstance(each, Known) else 0 for each in (one, two)]
            return Known(OF_SIGN[sign](*ends))
    fraction = one if isinstance(one, Fraction) else two
    if not isinstance(fraction, Fraction):
        raise b.stop(f"{one.spoken()} {sign} {two.spoken()}", "use whole numbers")
    sides = [each.above if each is fraction else _times(b, each, fraction.below)
             for each in (one, two)]  # fmt: skip
    return Fraction(_exact(b, b.whole(operate(b, sign, *sides))), fraction.below)


for _sign in ("+", "-"):
    binary(_sign, int, float)(_added)
    binary(_sign, float, int)(_added)
