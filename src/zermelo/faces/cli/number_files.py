"""Rows of numbers from a file or from standard input, ten million of them in a second or two.

`.npy` is numpy's own form; `.bin` and `.i64` are little-endian 64-bit integers one after the other;
anything else is text, with spaces, commas or line ends between the numbers.
"""

from __future__ import annotations

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TextIO, TypeVar

from zermelo.errors import BadInput
from zermelo.model.exact import Number, Numbers

T = TypeVar("T")

BINARY = (".bin", ".i64")
ARRAY_FROM = 10_000  # numbers from which on an array is worth loading numpy
MOST_DIGITS = 100_000  # of one number: it is read in a second at most, and Ctrl-C waits for that


def numbers_from(name: str) -> Numbers:
    """The numbers of a file, or of standard input for "-": an array when they are many."""
    path = Path(name)
    if name != "-" and path.suffix == ".npy":
        return _read(name, lambda: _of_npy(path))
    if name != "-" and path.suffix in BINARY:
        return _read(name, lambda: _of_binary(path))
    return _of_text(text_from(name), _spoken(name))


def rows_from(name: str) -> tuple[tuple[Number, ...], ...]:
    """A row for each line of a text; a blank line before the last is an empty row."""
    lines = text_from(name).rstrip().splitlines()
    if not lines:
        return tuple(_of_text("", _spoken(name)))
    return tuple(
        tuple(_of_text(line, f"{_spoken(name)}, line {number}")) if line.strip() else ()
        for number, line in enumerate(lines, 1)
    )


def text_from(name: str) -> str:
    """A text as it was meant: without the mark that some editors begin with, lines ended alike."""
    data = _read(name, lambda: _bytes_of(name))
    code = "utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"
    return _read(name, lambda: data.decode(code))


def _bytes_of(name: str) -> bytes:
    if name != "-":
        return Path(name).read_bytes()
    stream: TextIO | None = sys.stdin
    if stream is None or stream.closed:
        return b""
    return stream.buffer.read()


def _read(name: str, how: Callable[[], T]) -> T:
    try:
        return how()
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        reason = getattr(error, "strerror", None) or "it is not a text"
        raise BadInput(
            _spoken(name), rule=f"it cannot be read: {reason}", fix="Name another file"
        ) from None


def _spoken(name: str) -> str:
    return "standard input" if name == "-" else name


def _of_binary(path: Path) -> Numbers:
    import numpy as np

    if path.stat().st_size % 8 or not path.stat().st_size:
        raise BadInput(
            f"{path.stat().st_size:,} bytes",
            where=str(path),
            rule="it holds integers of 8 bytes each, at least one",
            fix="Write it with array.astype('<i8').tofile",
        )
    return np.fromfile(path, dtype="<i8")


def _of_npy(path: Path) -> Numbers:
    import numpy as np

    try:
        row = np.load(path, allow_pickle=False)
    except ValueError as error:
        raise BadInput(
            str(path), rule=f"it is not numpy's form: {error}", fix="np.save it"
        ) from None
    if row.ndim != 1 or row.dtype.kind not in "iu" or not row.size:
        raise BadInput(
            f"an array of {row.dtype} of shape {row.shape}",
            where=str(path),
            rule="a row has one dimension and whole numbers, at least one",
            fix="Save row.astype(np.int64).ravel()",
        )
    return row


def _of_text(text: str, where: str) -> Numbers:
    words = text.replace(",", " ").replace(";", " ").split()
    if not words:
        raise BadInput("nothing", where=where, rule="a row needs numbers", fix="Write some")
    if len(words) > ARRAY_FROM:
        import numpy as np

        try:
            return np.array(words, dtype=np.int64)
        except (ValueError, OverflowError):
            pass  # fractions, or numbers beyond 64 bits: Python's own will do
    return tuple(_number(word, place, where) for place, word in enumerate(words, 1))


def _number(word: str, place: int, where: str) -> Number:
    if _digits(word) > MOST_DIGITS:
        raise BadInput(
            f"{word[:20]}… has more than {MOST_DIGITS:,} digits",
            where=f"{where}, number {place}",
            rule="a number that long is a slip, or takes for ever to read",
            fix="Write spaces between the numbers",
        )
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


def _digits(word: str) -> int:
    """At least as many as the number has, whose exponent may be large where the word is short."""
    power = word.casefold().partition("e")[2].lstrip("+-")
    return len(word) + (
        int(power) if power.isdecimal() and len(power) < 10 else 10**9 * bool(power)
    )
