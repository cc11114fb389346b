"""How numbers are spelled and texts are padded, as plain Python that is translated like rules."""

from __future__ import annotations

DIGITS = "0123456789abcdef"


def digits(number: int, base: int) -> str:
    """The digits of a number that is not negative."""
    if base == 10:
        return str(number)
    found = DIGITS[number % base]
    while number >= base:
        number //= base
        found = DIGITS[number % base] + found
    return found


def signed(number: int, plus: str, prefix: str) -> str:
    """What stands in front of the digits of a number."""
    sign = "-" if number < 0 else "" if plus == "-" else plus
    return sign + prefix


def widened(text: str, width: int, fill: str, align: str) -> str:
    """A text with so many letters at least."""
    gap = max(0, width - len(text))
    before = gap if align == ">" else gap // 2 if align == "^" else 0
    return fill * before + text + fill * (gap - before)


def with_zeros(sign: str, text: str, width: int, fill: str) -> str:
    """A number whose sign stands in front of what fills it up."""
    return sign + fill * max(0, width - len(sign) - len(text)) + text
