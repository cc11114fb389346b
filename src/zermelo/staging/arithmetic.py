"""Interval arithmetic on whole numbers: what may leave 64 bits is checked when the code runs.

Every number has bounds. An operation whose result lies within 64 bits for sure is written as it
is; any other calls a function of `kernels.support` that raises an error rather than be wrong.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

from zermelo.staging.value_shapes import LEAST, MOST
from zermelo.staging.values import Num

BINARY: dict[type[ast.operator], tuple[str, Callable[..., object]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
    ast.LShift: ("<<", operator.lshift),
    ast.RShift: (">>", operator.rshift),
    ast.BitAnd: ("&", operator.and_),
    ast.BitOr: ("|", operator.or_),
    ast.BitXor: ("^", operator.xor),
    ast.Pow: ("**", operator.pow),
    ast.Div: ("/", operator.truediv),
}
CHECKED = {"+": "plus", "-": "minus", "*": "times", "<<": "shifted", "**": "power"}
FURTHEST = 63  # a shift to the right by more is a shift by this


def arithmetic(sign: str, one: Num, two: Num) -> Num:
    """one sign two, as code with bounds."""
    a, b = one.code, two.code
    if sign in ("+", "-", "*"):
        low, high = _ends(sign, one, two)
        if low >= LEAST and high <= MOST:
            return Num(f"({a} {sign} {b})", low, high)
        return Num(f"{CHECKED[sign]}({a}, {b})", max(low, LEAST), min(high, MOST))
    if sign in ("&", "|", "^"):
        return Num(f"({a} {sign} {b})", *_bit_ends(sign, one, two))
    return _by_sign(sign, one, two)


def _by_sign(sign: str, one: Num, two: Num) -> Num:
    a, b = one.code, two.code
    may_leave = one.low == LEAST and two.low <= -1 <= two.high  # −2⁶³ // −1 is 2⁶³
    if sign == "//":
        code = f"quotient({a}, {b})" if may_leave else f"({a} // {b})"
        return Num(code, *_quotient_ends(one, two))
    if sign == "%":
        code = f"remainder({a}, {b})" if may_leave else f"({a} % {b})"
        return Num(code, min(0, two.low + 1), max(0, two.high - 1))
    if sign == ">>":
        low, high = min(one.low, 0), max(one.high, 0)
        if two.low >= 0 and two.high <= FURTHEST:
            return Num(f"({a} >> {b})", low, high)
        return Num(f"shifted_back({a}, {b})", low, high)
    if sign == "<<" and two.low >= 0 and two.high <= FURTHEST:
        low, high = min(one.low << two.high, one.low), max(one.high << two.high, one.high)
        if low >= LEAST and high <= MOST:
            return Num(f"({a} << {b})", low, high)
    return Num(f"{CHECKED[sign]}({a}, {b})")


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
        return Num(f"(-{value.code})", -value.high, -value.low)
    return Num(f"minus(0, {value.code})")


def absolute(value: Num) -> Num:
    """The size of a number."""
    high = max(abs(value.low), abs(value.high))
    low = max(0, value.low, -value.high)
    if high <= MOST:
        return Num(f"abs({value.code})", low, high)
    return Num(f"size_of({value.code})", 0, MOST)


def inverted(value: Num) -> Num:
    """~value."""
    return Num(f"(~{value.code})", ~value.high, ~value.low)
