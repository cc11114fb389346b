"""Positions as files for other programs: CSV, JSON lines, Parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from os import PathLike, fspath, replace
from pathlib import Path
from typing import IO
from uuid import uuid4

import numpy as np

from zermelo.errors import BadInput, ZermeloError
from zermelo.model.numerals import shown, spelled
from zermelo.solution.bulk.frames import columns
from zermelo.solution.bulk.selection import Selection

LINES_AT_ONCE = 1 << 16


def export_table(selection: Selection, path: str | PathLike[str]) -> int:
    """Write a line for each position; the form is told by the end of the name. How many."""
    target = Path(fspath(path))
    form = target.suffix.lower()
    if form == ".parquet":
        selection.to_parquet(target)
        return selection.count()
    if form not in WRITERS:
        stem = "positions" if target.stem[:1] in ("", ".") else target.stem
        raise BadInput(
            spelled(str(target)),
            where="export",
            rule="a table is exported as .csv, .json (a line for each position) or .parquet",
            fix=f"Name it {stem}.csv, say",
        )
    aside = target.with_name(f".{target.name}.{uuid4().hex}")
    try:
        with aside.open("w", encoding="utf-8", newline="") as file:
            WRITERS[form](file, _groups(selection))
        replace(aside, target)
    except ZermeloError:  # of the table
        raise
    except (OSError, ValueError) as error:  # also for what is no name
        raise BadInput(
            spelled(str(target)),
            where="export",
            rule=f"it cannot be written: {getattr(error, 'strerror', None) or error}",
            fix="Name a file in a folder that exists and may be written to",
        ) from error
    finally:
        with suppress(OSError, ValueError):
            aside.unlink(missing_ok=True)
    return selection.count()


def _groups(selection: Selection) -> Iterator[dict[str, list[object]]]:
    """Columns of some positions at a time; None where there is no remoteness."""
    for numbers in selection.stretches(LINES_AT_ONCE):
        found = columns(selection.rows, numbers)
        yield {name: _items(column) for name, column in found.items()}


def _items(column: np.ndarray) -> list[object]:
    if column.dtype == object:  # texts; fractions and numbers of any size become such
        return [item if isinstance(item, int) else shown(item) for item in column.tolist()]
    items: list[object] = column.tolist()
    return items


def _write_csv(file: IO[str], groups: Iterator[dict[str, list[object]]]) -> None:
    lines = csv.writer(file, lineterminator="\n")
    for place, group in enumerate(groups):
        if place == 0:
            lines.writerow(group)
        lines.writerows(zip(*group.values(), strict=True))


def _write_json(file: IO[str], groups: Iterator[dict[str, list[object]]]) -> None:
    for group in groups:
        for items in zip(*group.values(), strict=True):
            line = dict(zip(group, items, strict=True))
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


WRITERS: dict[str, Callable[[IO[str], Iterator[dict[str, list[object]]]], None]] = {
    ".csv": _write_csv,
    ".json": _write_json,
}
