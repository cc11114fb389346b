"""Rows of numbers from a file or from standard input, ten million of them in a second or two.

`.npy` is numpy's own form; `.bin` and `.i64` are little-endian 64-bit integers one after the other;
anything else is text, with spaces, commas or line ends between the numbers.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from zermelo.errors import BadInput

BINARY = (".bin", ".i64")
MANY = 10_000  # numbers from which on an array is worth loading numpy


def numbers_from(name: str) -> Any:
    """The numbers of a file, or of standard input for "-": an array when they are many."""
    if name == "-":
        return _of_text(sys.stdin.read(), "standard input")
    path = Path(name)
    try:
        if path.suffix == ".npy":
            return _of_npy(path)
        if path.suffix in BINARY:
            import numpy as np

            return np.fromfile(path, dtype="<i8")
        return _of_text(path.read_text(encoding="utf-8"), name)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not a text"
        raise BadInput(name, rule=f"it cannot be read: {reason}", fix="Name another file") from None


def _of_npy(path: Path) -> Any:
    import numpy as np

    try:
        row = np.load(path, allow_pickle=False)
    except ValueError as error:
        raise BadInput(
            str(path), rule=f"it is not numpy's form: {error}", fix="np.save it"
        ) from None
    if row.ndim != 1 or row.dtype.kind not in "iu":
        raise BadInput(
            f"an array of {row.dtype} with {row.ndim} dimensions",
            where=str(path),
            rule="a row has one dimension and whole numbers",
            fix="Save row.astype(np.int64).ravel()",
        )
    return row


def _of_text(text: str, where: str) -> Any:
    words = text.replace(",", " ").replace(";", " ").split()
    if not words:
        raise BadInput("nothing", where=where, rule="a row needs numbers", fix="Write some")
    if len(words) > MANY:
        import numpy as np

        try:
            return np.array(words, dtype=np.int64)
        except (ValueError, OverflowError):
            pass  # fractions, or numbers beyond 64 bits: Python's own will do
    return tuple(_number(word, place, where) for place, word in enumerate(words, 1))


def _number(word: str, place: int, where: str) -> Any:
    try:
        number = Fraction(word)
    except (ValueError, ZeroDivisionError):
        raise BadInput(
            word,
            where=f"{where}, number {place}",
            rule="a number is whole, a decimal or a fraction",
            fix="Write e.g. 7, 0.5 or 1/3",
        ) from None
    return int(number) if number.denominator == 1 else number
