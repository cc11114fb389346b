"""Integers of any size as text, and back.

Python refuses to turn an int of more than 4,300 digits into text, or the text into an int, unless
the whole process is told otherwise, which is not for a library to do; its decimal numbers have no
such limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import lru_cache
from numbers import Rational
from typing import Any, TypeAlias

from zermelo.errors import Either

Number: TypeAlias = Any  # int | Fraction | float; type checkers cannot add up such a union

ALWAYS = 10**600  # Python lets nobody set its limit below 640 digits


def digits(number: int) -> str:
    """All digits of a number.

    >>> digits(-12), len(digits(10**5000))
    ('-12', 5001)
    """
    return str(number) if -ALWAYS < number < ALWAYS else _many_digits(number)


@lru_cache(maxsize=256)  # rules name the same numbers in state after state
def _many_digits(number: int) -> str:
    from decimal import Decimal  # takes 2 ms to load

    return f"{Decimal(number):f}"


def integer(text: str) -> int:
    """The number that a text of any length spells; ValueError as `int` has it.

    >>> integer("-12"), integer("9" * 5000) == 10**5000 - 1
    (-12, True)
    """
    bare = text.strip().removeprefix("-").removeprefix("+").replace("_", "")
    if len(bare) < 600 or not bare.isdecimal():
        return int(text)
    from decimal import Decimal

    size = int(Decimal(bare))
    return -size if text.strip().startswith("-") else size


def how_many(count: int, noun: str) -> str:
    """A count with its noun.

    >>> how_many(1, "state"), how_many(1000, "move")
    ('1 state', '1,000 moves')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def error_text(error: BaseException) -> str:
    """The kind of an error, and its words where it has some.

    >>> error_text(KeyError(3)), error_text(StopIteration())
    ('KeyError: 3', 'StopIteration')
    """
    return f"{type(error).__name__}: {shown(error)}".removesuffix(": ")


def shown(value: object) -> str:
    """`str(value)`, whatever the size of the integers in it.

    >>> shown((1, "a")), len(shown((10**5000, 2)))
    ("(1, 'a')", 5006)
    """
    return value if isinstance(value, str) else _text(value, str)


def written(value: object) -> str:
    """A number, or a vector of numbers, as people write it: with a minus sign, not a hyphen.

    >>> written(-3), written((5, -2)), written(1e-9), written(float("-inf"))
    ('−3', '(5, −2)', '1e-09', '−∞')
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(written, value))}{',' * (len(value) == 1)})"
    text = shown(value)
    if isinstance(value, float):
        text = text.replace("inf", "∞")
    return f"−{text[1:]}" if text.startswith("-") else text


def spelled(value: object) -> str:
    """`repr(value)`, whatever the size of the integers in it."""
    return _text(value, repr)


def both_words(value: object) -> Either:
    """A value as Python writes it, and as people do: 7/2, (1, 1/3), yes.

    >>> from fractions import Fraction
    >>> both_words((Fraction(7, 2), 3)).prompt, both_words(True).prompt, both_words("a").prompt
    ('(7/2, 3)', 'yes', '“a”')
    """
    return Either(spelled(value), _in_words(value))


def _in_words(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "nothing"}[value]
    if isinstance(value, tuple | list):
        return f"({', '.join(map(_in_words, value))})"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(map(_in_words, value))}}}"
    return f"“{value}”" if isinstance(value, str) else shown(value)


def _text(value: object, plain: Callable[[object], str]) -> str:
    try:
        return plain(value)
    except ValueError:  # more digits than Python writes
        return _long(value)


def _long(value: object) -> str:
    if isinstance(value, int):
        return digits(value)
    if isinstance(value, Rational):
        return f"{digits(int(value.numerator))}/{digits(int(value.denominator))}"
    if isinstance(value, tuple | list | set | frozenset):
        return _listed(value)
    if isinstance(value, dict):
        pairs = (f"{spelled(key)}: {spelled(part)}" for key, part in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, BaseException):  # such as the KeyError of a long state
        return ", ".join(map(spelled, value.args))
    if is_dataclass(value):
        return _by_fields(value)
    return f"{type(value).__name__}(…)"


def _by_fields(record: Any) -> str:
    named = (part.name for part in fields(record) if part.repr)
    parts = (f"{name}={spelled(getattr(record, name))}" for name in named)
    return f"{type(record).__name__}({', '.join(parts)})"


class AnySize:
    """Mixin for dataclasses: their text has numbers of any size, which Python's own has not.

    `dataclass` leaves a class the `__repr__` that it finds there, so each gets the one that it
    inherits, be it this one or a class's own.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__repr__" not in vars(cls):
            cls.__repr__ = cls.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return _by_fields(self) if is_dataclass(self) else super().__repr__()


def _listed(values: Iterable[object]) -> str:
    inside = ", ".join(map(spelled, values))
    if isinstance(values, tuple):
        return f"({inside}{',' * (len(values) == 1)})"
    if isinstance(values, list):
        return f"[{inside}]"
    return f"{{{inside}}}" if isinstance(values, set) else f"frozenset({{{inside}}})"
