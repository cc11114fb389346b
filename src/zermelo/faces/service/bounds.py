"""Declared bounds on what is sent: looked at before any work starts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isfinite

from zermelo.faces.service.problems import ServiceProblem
from zermelo.faces.service.settings import Settings

LONGEST_TEXT = 200  # letters
MOST_FIELDS = 30
DIGIT_RUN = re.compile(r"\d+")


def check_bounds(value: object, settings: Settings, field: str) -> None:
    """Refuse lists that are long or deep, numbers and texts that are long."""
    _look(value, settings, field, settings.depth)


def _look(value: object, settings: Settings, field: str, depth: int) -> None:
    if isinstance(value, list):
        _check_list(value, settings, field, depth)
        for place, part in enumerate(value):
            if type(part) is not int or part.bit_length() > 64:
                _look(part, settings, f"{field}.{place}", depth - 1)
            elif settings.digits < 20:
                _check_number(part, settings, f"{field}.{place}")
    elif isinstance(value, str):
        _check_text(value, settings, field)
    elif isinstance(value, int):
        _check_number(value, settings, field)
    elif isinstance(value, float):
        _check_float(value, settings, field)
    elif isinstance(value, dict):
        raise _refused("an object", field, "a value is a number, a text, a flag or a list of them")


def _check_list(value: list[object], settings: Settings, field: str, depth: int) -> None:
    if depth <= 0:
        raise _refused(
            f"more than {settings.depth} lists within each other", field, "that is the limit"
        )
    if len(value) > settings.row:
        given = f"a list of {len(value):,} items"
        raise _refused(given, field, f"the limit is {settings.row:,}", "too_large")


def _check_text(value: str, settings: Settings, field: str) -> None:
    if len(value) > LONGEST_TEXT:
        given = f"a text of {len(value):,} letters"
        raise _refused(given, field, f"the limit is {LONGEST_TEXT}", "too_large")
    if any(len(digits) > settings.digits for digits in DIGIT_RUN.findall(value)):
        raise _long_number(settings, field)
    if not value.isprintable():
        raise _refused("a text with control characters", field, "texts can be printed")


def _check_number(value: int, settings: Settings, field: str) -> None:
    if value.bit_length() > 3 * settings.digits and abs(value) >= 10**settings.digits:
        raise _long_number(settings, field)


def _check_float(value: float, settings: Settings, field: str) -> None:
    if not isfinite(value):
        raise _refused(str(value), field, "numbers are finite")
    if value and not 10.0**-settings.digits < abs(value) < 10.0**settings.digits:
        raise _long_number(settings, field)


def _long_number(settings: Settings, field: str) -> ServiceProblem:
    given = f"a number of more than {settings.digits} digits"
    return _refused(given, field, "that is the limit", "too_large")


def _refused(given: str, field: str, rule: str, code: str = "bad_input") -> ServiceProblem:
    fix = "Send less." if code == "too_large" else "Send another value."
    return ServiceProblem(code, f"{field}: {given}; {rule}.", field=field, fix=fix)


def check_count(given: Sequence[object], most: int, field: str) -> None:
    """Refuse a list of more questions or moves than may be sent at once."""
    if len(given) > most:
        raise _refused(f"{len(given):,} items", field, f"the limit is {most:,}", "too_large")


def check_arguments(arguments: Mapping[str, object] | None, settings: Settings) -> None:
    """Refuse arguments over the bounds, before their game is known."""
    if arguments is None:
        return
    if len(arguments) > MOST_FIELDS:
        raise _refused(f"{len(arguments)} fields", "arguments", f"the limit is {MOST_FIELDS}")
    for name, value in arguments.items():
        _check_text(name, settings, "arguments")
        check_bounds(value, settings, f"arguments.{name}")
