"""A table of texts: a column for each name where the terminal is wide, else one below the other."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from zermelo.faces.cli.console import paint, rows, say, width

NARROWEST_CELL = 18  # columns of a cell
COLUMN_GAP = 2


def side_by_side(names: Sequence[str], heads: Sequence[str], cells: list[list[str]]) -> None:
    """Print cells[head][name]; wrapped into the terminal, not wrapped where there is none."""
    margin = max(map(len, heads)) + COLUMN_GAP
    columns = width()
    room = None if columns is None else (columns - margin) // len(names) - COLUMN_GAP
    if room is not None and room < NARROWEST_CELL:
        _below_each_other(names, heads, cells)
        return
    texts = [list(names), *cells]
    wides = [
        max(len(line) for text in column for line in _lines(text, room))
        for column in zip(*texts, strict=True)
    ]
    for head, line in zip(("", *heads), texts, strict=True):
        _print_line(head, [_lines(text, room) for text in line], wides, margin)


def _print_line(head: str, parts: list[list[str]], wides: list[int], margin: int) -> None:
    for place, cells in enumerate(zip_longest(*parts, fillvalue="")):
        text = (" " * COLUMN_GAP).join(
            f"{cell:<{wide}}" for cell, wide in zip(cells, wides, strict=True)
        )
        text = text.rstrip()
        left = f"{head if place == 0 else '':<{margin}}"
        say((paint(left, dim=True) + (text if head else paint(text, bold=True))).rstrip())


def _lines(text: str, room: int | None) -> list[str]:
    """The lines of a cell: those that the text has, each wrapped into the room."""
    lines = text.splitlines() or [""]
    return lines if room is None else [part for line in lines for part in _wrapped(line, room)]


def _wrapped(line: str, room: int) -> list[str]:
    """A line in the room; what it begins with is before every part of it."""
    words = line.lstrip()
    indent = line.removesuffix(words)
    return textwrap.wrap(
        words,
        room,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    ) or [""]


def _below_each_other(names: Sequence[str], heads: Sequence[str], cells: list[list[str]]) -> None:
    for place, name in enumerate(names):
        if place:
            say()
        say(paint(name, bold=True))
        rows([(head, line[place]) for head, line in zip(heads, cells, strict=True)])
