"""Values on their way to a process of somebody's code, and back: JSON with tags.

Not pickle: what comes out of such a process is data, and must not become code in ours. Each
reading makes new lists, so that code which changes its arguments changes copies.
"""

from __future__ import annotations

import json
from fractions import Fraction

LETTERS_SHOWN = 80  # letters of a value that is no data


class Odd:
    """What is no plain value: shown as it was, equal to nothing."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


class Returned(Odd):
    """A function, which can be asked where it is, and is shown here."""


def packed(value: object) -> bytes:
    """One line of JSON."""
    return json.dumps(_tagged(value)).encode() + b"\n"


def unpacked(line: bytes) -> object:
    """What was packed.

    >>> unpacked(packed({(0, 1): [4, Fraction(1, 2), None]}))
    {(0, 1): [4, Fraction(1, 2), None]}
    """
    return _plain(json.loads(line))


def _tagged(value: object) -> object:
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, list):
        return [_tagged(part) for part in value]
    if isinstance(value, tuple):
        return {"tuple": [_tagged(part) for part in value]}
    if isinstance(value, dict):
        return {"dict": [[_tagged(key), _tagged(part)] for key, part in value.items()]}
    if isinstance(value, Fraction):
        return {"fraction": [value.numerator, value.denominator]}
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return _tagged(value.tolist())
    if isinstance(value, int | float | str):  # of a class of its own
        return _tagged(next(kind(value) for kind in (int, float, str) if isinstance(value, kind)))
    kind = "function" if callable(value) and not isinstance(value, type) else "odd"
    return {kind: _shown(value)}


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # of somebody's own class
        text = f"a {type(value).__name__}"
    return text if len(text) <= LETTERS_SHOWN else f"{text[:LETTERS_SHOWN]}…"


def _plain(value: object) -> object:
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if not isinstance(value, dict):
        return value
    [(tag, inside)] = value.items()
    if tag == "tuple":
        return tuple(map(_plain, inside))
    if tag == "dict":
        return {_plain(key): _plain(part) for key, part in inside}
    if tag == "function":
        return Returned(inside)
    return Fraction(*inside) if tag == "fraction" else Odd(inside)
