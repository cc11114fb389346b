"""Built-in functions of numbers, and those of `math` and `operator`."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from dataclasses import replace

from zermelo.staging.builder.iterators import Spread
from zermelo.staging.builder.operations import (
    COMPARED,
    OF_SIGN,
    compare,
    contains,
    function,
    is_several,
    is_true,
    item,
    length,
    operate,
    opposite,
    unary,
)
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import Pack
from zermelo.staging.builder.values import MOST, NOTHING, Known, Num, Value
from zermelo.staging.ir.code import MEM, Assign, Call, Const, Op, Var
from zermelo.staging.modules.arithmetic import (
    combinations,
    factorial,
    multiple_of_both,
    permutations,
    power_modulo,
)
from zermelo.staging.types.floats import (
    is_fraction,
    rounded_down,
    rounded_up,
    to_nearest,
    towards_zero,
)
from zermelo.staging.types.number import absolute, arithmetic, inverted, negative, no_zero
from zermelo.staging.types.strings import ends, text


@function(abs)
def _abs(b: Scope, value: Value) -> Value:
    return unary(b, "abs", value, absolute)


@function(int)
def _int(b: Scope, value: Value = Known(0), base: Value = Known(10)) -> Value:
    """A number as it is; a string of digits as the number that it says."""
    if is_several(value):
        return b.split(value, lambda part: _int(b, part, base))
    if issubclass(value.python, str):
        number, fine = Var(b.name("n")), Var(b.name("fine"))
        row = text(b, value)
        call = Call("number_in", (MEM, *ends(row), b.number(base)))
        b.emit(Assign((number.name, fine.name), call))
        with b.out.when(Op("==", (fine, Const(0)))):
            b.out.fail(ValueError, "int of a string that is no number")
        return Num(number)
    found = towards_zero(b, value) if is_fraction(value) else b.whole(value)
    return replace(found, stored=int)


@function(bool)
def _bool(b: Scope, value: Value = Known(False)) -> Value:
    return is_true(b, value)


@function(len)
def _len(b: Scope, value: Value) -> Value:
    return length(b, value)


@function(divmod)
def _divmod(b: Scope, one: Value, two: Value) -> Value:
    x, y = b.keep(b.whole(one)), b.keep(no_zero(b, b.whole(two)))
    return Pack((arithmetic("//", x, y), arithmetic("%", x, y)))


@function(pow)
def _pow(b: Scope, base: Value, exp: Value, mod: Value = NOTHING) -> Value:
    if mod != NOTHING:
        return b.apply(power_modulo, base, exp, mod)
    return operate(b, "**", base, exp)


def _rounding(work: object, write: Callable[[Scope, Value], Num]) -> None:
    @function(work)
    def _row(b: Scope, value: Value) -> Value:
        if is_several(value):
            return b.split(value, lambda part: _row(b, part))
        return write(b, value) if is_fraction(value) else b.whole(value)


_rounding(math.floor, rounded_down)
_rounding(math.ceil, rounded_up)
_rounding(math.trunc, towards_zero)
_rounding(round, to_nearest)


@function(math.isqrt)
def _isqrt(b: Scope, value: Value) -> Value:
    return Num(Call("isqrt", (b.number(value),)), 0, 2**32)


@function(math.gcd)
def _gcd(b: Scope, *values: Value) -> Value:
    if not values:
        return Known(0)
    if len(values) == 1 and isinstance(values[0], Spread):
        return b.apply(functools.reduce, Known(math.gcd), values[0].source, Known(0))
    found = b.whole(values[0])
    for value in values[1:]:
        found = Num(Call("gcd", (found.code, b.number(value))), 0, MOST)
    return found if len(values) > 1 else absolute(found)


def _written(work: object, instead: Callable[..., int]) -> None:
    """A function whose text is translated like the rules."""

    @function(work)
    def _row(b: Scope, *values: Value) -> Value:
        if any(isinstance(value, Spread) for value in values):
            raise b.stop("arguments spread from a sequence", "write a loop")
        return b.apply(instead, *values)


for _work, _instead in ((math.comb, combinations), (math.perm, permutations),
                        (math.factorial, factorial)):  # fmt: skip
    _written(_work, _instead)


@function(math.lcm)
def _lcm(b: Scope, *values: Value) -> Value:
    if any(isinstance(value, Spread) for value in values):
        raise b.stop("arguments spread from a sequence", "write a loop")
    found: Value = Known(1)
    for value in values:
        found = b.apply(multiple_of_both, found, value)
    return found


# -- operator --------------------------------------------------------------------------------------


def _declare_signs() -> None:
    for sign, work in OF_SIGN.items():
        if sign in ("/", "@"):  # no whole numbers come of them
            continue
        function(work)(lambda b, x, y, sign=sign: operate(b, sign, x, y))
    for sign, work in COMPARED.items():
        function(work)(lambda b, x, y, sign=sign: compare(b, sign, x, y))


_declare_signs()


@function(operator.neg)
def _neg(b: Scope, value: Value) -> Value:
    return negative(b.whole(value))


@function(operator.pos)
def _pos(b: Scope, value: Value) -> Value:
    return b.whole(value)


@function(operator.invert)
def _invert(b: Scope, value: Value) -> Value:
    return inverted(b.whole(value))


@function(operator.not_)
def _not(b: Scope, value: Value) -> Value:
    return opposite(is_true(b, value))


@function(operator.contains)
def _contains(b: Scope, owner: Value, value: Value) -> Value:
    return contains(b, owner, value)


@function(operator.getitem)
def _getitem(b: Scope, owner: Value, index: Value) -> Value:
    return item(b, owner, index)
