"""What counts as a number here: exact, or refused.

Integers of any size and fractions are exact. A float is accepted only where a game states a
tolerance. Booleans, strings, None, NaN and infinity are never numbers.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from zermelo.errors import BadInput, Either
from zermelo.model.arrays import IntRow
from zermelo.model.numerals import Number as Number  # the word of this file, known below it
from zermelo.model.numerals import both_words, shown, spelled

Numbers: TypeAlias = Any  # a sequence of numbers, or an array of integers, which is none to them

NUMBER_RULE = "a number is an int, a Fraction, or a float in a game that states a tolerance"
EXACT_RULE = "a number is an int or a Fraction"  # where no tolerance can be stated
PLAIN_FIX = "Pass a number, such as 5 or Fraction(1, 2)"
UNSTATED = " and no tolerance is stated"
FRACTION_FIX = "Pass a Fraction, such as Fraction('0.1') for 0.1"


def fault(value: object, tolerance: float | None) -> str | None:
    """Say what is wrong with `value` as a number, or None when nothing is."""
    if isinstance(value, bool):
        return f"{spelled(value)} is a boolean"
    if isinstance(value, numbers.Rational):
        return None
    if not isinstance(value, float):
        return f"{spelled(value)} is of type {type(value).__name__}"
    if not math.isfinite(value):
        return f"{spelled(value)} is not finite"
    return None if tolerance is not None else f"{spelled(value)} is a float{UNSTATED}"


def remedy(value: object, *, tolerant: bool = True) -> str:
    """The way out for a value that is no number; `tolerant` where a tolerance can be stated."""
    if not isinstance(value, float) or not math.isfinite(value):
        return PLAIN_FIX
    if value.is_integer():
        return f"Write {int(value)}, an int"
    return f"{FRACTION_FIX}, or give the game tolerance=1e-9" if tolerant else FRACTION_FIX


def exact(value: Number) -> Number:
    """Turn a faultless number into Python's own int, Fraction or float (numpy's int64 wraps)."""
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Rational):
        from fractions import Fraction  # takes 5 ms to load

        fraction = Fraction(int(value.numerator), int(value.denominator))
        return int(fraction) if fraction.denominator == 1 else fraction
    return float(value)


def is_flag(value: object) -> bool:
    """Whether a value is True or False, Python's own or that of an array."""
    kind = type(value)
    return kind is bool or (kind.__module__ == "numpy" and kind.__name__ in ("bool_", "bool"))


def flag(value: object, *, where: str) -> bool:
    """Check a yes or no given by a user."""
    if is_flag(value):
        return bool(value)
    fix = Either("Pass True or False", "Say yes or no")
    raise BadInput(both_words(value), where=where, rule="it is on or off", fix=fix)


def number_row(
    values: Numbers, *, where: str, tolerance: float | None = None, tolerant: bool = False
) -> Sequence[Number]:
    """Check a row of numbers given by a user and return it as a tuple of exact numbers.

    An array of integers is kept as one. `tolerant` says that the game has a tolerance to state.
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise BadInput(
            (both_words(values), " is not a row of numbers"),
            where=where,
            rule="a row is a sequence of numbers",
            fix=Either("Pass a tuple such as (5, 3, 7, 10)", "Give numbers such as 5,3,7,10"),
        )
    if IntRow.fits(values):
        return IntRow(values)
    row = tuple(values)
    if set(map(type, row)) == {int}:
        return row
    for place, value in enumerate(row):
        _refuse(value, f"item {place}, ", where, tolerance, tolerant=tolerant)
    return tuple(map(exact, row))


def lone_number(
    value: Number, *, where: str, tolerance: float | None = None, tolerant: bool = False
) -> Number:
    """The same of a number that stands alone."""
    _refuse(value, "", where, tolerance, tolerant=tolerant)
    return exact(value)


def _refuse(
    value: object, place: str, where: str, tolerance: float | None, *, tolerant: bool
) -> None:
    """An error where a value is no number; it speaks of tolerances where one can be stated."""
    wrong = fault(value, tolerance)
    if wrong:
        python = wrong if tolerant else wrong.removesuffix(UNSTATED)
        raise BadInput(
            (place, Either(python, f"{both_words(value).prompt} is no exact number")),
            where=where,
            rule=Either(NUMBER_RULE if tolerant else EXACT_RULE, "numbers are whole, or fractions"),
            fix=Either(remedy(value, tolerant=tolerant), "Give a number, such as 5 or 1/2"),
        )


def whole(value: object, *, where: str, least: int = 0) -> int:
    """Check a size given by a user: an int that is not a bool and at least `least`."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise BadInput(
            (
                both_words(value),
                Either(f" is of type {type(value).__name__}", " is no such number"),
            ),
            where=where,
            rule="a size is a whole number",
            fix=_at_least(least),
        )
    if value < least:
        raise BadInput(
            f"{shown(value)} is too small",
            where=where,
            rule=f"the least value is {least}",
            fix=_at_least(least),
        )
    return int(value)


def _at_least(least: int) -> Either:
    return Either(f"Pass an int of at least {least}", f"Give a whole number of at least {least}")


def stated_tolerance(value: object) -> float | None:
    """Check a game's tolerance: None, or a finite float that is not negative."""
    if value is None:
        return None
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or value < 0
    ):
        raise BadInput(
            f"{spelled(value)}",
            where="tolerance",
            rule="a tolerance is None (exact numbers only) or a finite float of at least 0",
            fix="Pass tolerance=1e-9",
        )
    return float(value)


def signed(value: Number) -> str:
    """The number with its sign: +5, −3, 0 as +0."""
    return f"+{shown(value)}" if value >= 0 else f"−{shown(-value)}"
