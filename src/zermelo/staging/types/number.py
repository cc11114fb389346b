"""int and bool: interval arithmetic; what may leave 64 bits is checked when the code runs.

Every number has bounds. An operation whose result lies within 64 bits for sure is written as it
is; any other calls a function of `kernels.support` that raises an error rather than be wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from zermelo.staging.builder.iterators import Number
from zermelo.staging.builder.operations import binary, method, protocol
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.values import LEAST, MOST, Known, Num, Value, kind_of, truth
from zermelo.staging.ir.code import Call, Const, Op

CHECKED = {"+": "plus", "-": "minus", "*": "times", "<<": "shifted", "**": "power"}
FURTHEST = 63  # a shift to the right by more is a shift by this


@protocol("truth", int)
def _truth(b: Scope, value: Value) -> Num:
    if isinstance(value, Num) and value.is_truth:
        return value
    return truth(Op("!=", (b.number(value), Const(0))))


@binary("==", int, int)
def _equal(b: Scope, one: Value, two: Value) -> Number:
    return truth(Op("==", (b.number(one), b.number(two))))


@binary("<", int, int)
def _before(b: Scope, sign: str, one: Value, two: Value) -> Number:
    return truth(Op(sign, (b.number(one), b.number(two))))


# -- arithmetic ------------------------------------------------------------------------------------


def _arithmetic(b: Scope, sign: str, one: Value, two: Value) -> Value:
    both_truths = one.python is two.python is bool
    divisor = b.whole(two)
    if sign in ("//", "%"):
        divisor = no_zero(b, divisor)
    found = arithmetic(sign, b.whole(one), divisor)
    if both_truths and sign in ("&", "|", "^"):
        return truth(Op("!=", (found.code, Const(0))))
    if sign in ("&", "|", "^") and int not in (kind_of(one), kind_of(two)):
        return replace(found, stored=None)
    return found


for _sign in ("+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^", "**"):
    binary(_sign, int, int)(_arithmetic)


def no_zero(b: Scope, divisor: Num) -> Num:
    """What something is divided by; in a `try`, zero leads to its `except`."""
    if not divisor.low <= 0 <= divisor.high or not b.out.catches(ZeroDivisionError):
        return divisor
    divisor = b.keep(divisor)
    with b.out.when(Op("==", (divisor.code, Const(0)))):
        divided_by_zero(b, "integer division or modulo by zero")
    return divisor


def divided_by_zero(b: Scope, message: str) -> None:
    """The error of Python's; what may be a number of numpy's gives up, for numpy has none."""
    if b.program.learned.has_arrays:
        b.out.give_up(OverflowError, message)
    else:
        b.out.fail(ZeroDivisionError, message)


def arithmetic(sign: str, one: Num, two: Num) -> Num:
    """one sign two, as code with bounds."""
    codes = one.code, two.code
    if sign in ("+", "-", "*"):
        low, high = _ends(sign, one, two)
        if low >= LEAST and high <= MOST:
            return Num(Op(sign, codes), low, high)
        return Num(Call(CHECKED[sign], codes), max(low, LEAST), min(high, MOST))
    if sign in ("&", "|", "^"):
        return Num(Op(sign, codes), *_bit_ends(sign, one, two))
    return _by_sign(sign, one, two)


def _by_sign(sign: str, one: Num, two: Num) -> Num:
    codes = one.code, two.code
    may_leave = one.low == LEAST and two.low <= -1 <= two.high  # −2⁶³ // −1 is 2⁶³
    if sign == "//":
        code = Call("quotient", codes) if may_leave else Op("//", codes)
        return Num(code, *_quotient_ends(one, two))
    if sign == "%":
        code = Call("remainder", codes) if may_leave else Op("%", codes)
        return Num(code, min(0, two.low + 1), max(0, two.high - 1))
    if sign == ">>":
        low, high = min(one.low, 0), max(one.high, 0)
        if two.low >= 0 and two.high <= FURTHEST:
            return Num(Op(">>", codes), low, high)
        return Num(Call("shifted_back", codes), low, high)
    if sign == "<<" and two.low >= 0 and two.high <= FURTHEST:
        low, high = min(one.low << two.high, one.low), max(one.high << two.high, one.high)
        if low >= LEAST and high <= MOST:
            return Num(Op("<<", codes), low, high)
    return Num(Call(CHECKED[sign], codes))


def _ends(sign: str, one: Num, two: Num) -> tuple[int, int]:
    """The least and the greatest that a sum, a difference or a product can be."""
    if sign == "+":
        return one.low + two.low, one.high + two.high
    if sign == "-":
        return one.low - two.high, one.high - two.low
    products = [x * y for x in (one.low, one.high) for y in (two.low, two.high)]
    return min(products), max(products)


def _bit_ends(sign: str, one: Num, two: Num) -> tuple[int, int]:
    """Bounds of an operation on bits: as many bits as the longer one, or as a mask lets through."""
    if sign == "&" and one.low >= 0 and two.low >= 0:
        return 0, min(one.high, two.high)
    if sign == "&" and max(one.low, two.low) >= 0:
        return 0, one.high if one.low >= 0 else two.high
    ends = (one.low, one.high, two.low, two.high)
    bits = max(max(end, -end - 1).bit_length() for end in ends)  # besides the sign
    high = (1 << bits) - 1
    return (0 if one.low >= 0 and two.low >= 0 else -high - 1), high


def _quotient_ends(one: Num, two: Num) -> tuple[int, int]:
    if two.low > 0:
        ends = [x // y for x in (one.low, one.high) for y in (two.low, two.high)]
        return min(ends), max(ends)
    far = max(abs(one.low), abs(one.high))
    return max(LEAST, -far), min(MOST, far)


def negative(value: Num) -> Num:
    """−value."""
    if value.low > LEAST:
        return Num(Op("-", (value.code,)), -value.high, -value.low)
    return Num(Call("minus", (Const(0), value.code)))


def absolute(value: Num) -> Num:
    """The size of a number."""
    high = max(abs(value.low), abs(value.high))
    low = max(0, value.low, -value.high)
    if high <= MOST:
        return Num(Op("abs", (value.code,)), low, high)
    return Num(Call("size_of", (value.code,)), 0, MOST)


def inverted(value: Num) -> Num:
    """~value."""
    return Num(Op("~", (value.code,)), ~value.high, ~value.low)


def _counted(name: str) -> Callable[..., Num]:
    def row(b: Scope, owner: Value) -> Num:
        return Num(Call(name, (b.number(owner),)), 0, 64)

    return row


for _name in ("bit_count", "bit_length"):
    method(int, _name)(_counted(_name))


@protocol("attribute", int)
def _attribute(b: Scope, value: Value, name: str) -> Value:
    """Of a number in an IntEnum its value; real and imag for those who ask."""
    if name in ("value", "real", "numerator"):
        return b.whole(value)
    if name in ("imag",):
        return Known(0)
    raise b.mistyped(f".{name} of a number", "use ints as ints")
