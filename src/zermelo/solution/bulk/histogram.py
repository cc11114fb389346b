"""`Histogram`: how many positions have which value, remoteness, nimber or layer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from zermelo.model.frozen import Frozen
from zermelo.model.numerals import written
from zermelo.solution.bulk.needed import needed
from zermelo.solution.bulk.rows import OUTCOMES, PositionRows, StateNumbers, as_told

if TYPE_CHECKING:
    import pandas as pd

COUNT = "positions"
MOST_HEADS = 12  # values that stand side by side
ROWS_PRINTED = 60
DENSE = 1 << 16  # cells that are counted at once, however few the positions


class Histogram(Frozen, Mapping[object, int]):
    """Counts of positions: a mapping that prints as a table.

    Keys are values, or tuples where positions are counted by several things. What does not occur
    counts 0. Outcomes are 'win', 'draw' and 'loss', and found under 1, 0 and −1 too.
    """

    of: tuple[str, ...]  # what is counted by
    counts: dict[object, int]  # the positions of each kind that occurs

    def __getitem__(self, key: object) -> int:
        if key in self.counts:
            return self.counts[key]
        return self.counts.get(self._named(key), 0)

    def _named(self, key: object) -> object:
        """The key with outcomes by their names."""
        parts = self._parts(key)
        if len(parts) != len(self.of):
            return key
        pairs = zip(self.of, parts, strict=True)
        named = tuple(OUTCOMES.get(part, part) if n == "outcome" else part for n, part in pairs)
        return named if len(self.of) > 1 else named[0]

    def _parts(self, key: object) -> tuple[object, ...]:
        """The things that a key names."""
        return key if len(self.of) > 1 and isinstance(key, tuple) else (key,)

    def __contains__(self, key: object) -> bool:
        return self[key] > 0

    def __iter__(self) -> Iterator[object]:
        return iter(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.of, tuple(self.counts.items())))

    @property
    def total(self) -> int:
        """All positions that were counted."""
        return sum(self.counts.values())

    def to_pandas(self) -> pd.Series:
        """A Series of counts, by an index with a level for each thing."""
        pandas = needed("pandas", "to_pandas")
        keys = map(self._parts, self.counts)
        columns = dict(zip(self.of, zip(*keys, strict=True), strict=False))
        frame = pandas.DataFrame({**columns, COUNT: list(self.counts.values())})
        return frame.set_index(list(self.of))[COUNT]

    # -- as text -------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<Histogram of {self.total:,} {COUNT} by {', '.join(self.of)}>"

    def __str__(self) -> str:
        rows = self.rows()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in rows
        )

    def _repr_html_(self) -> str:
        cell = '<td style="text-align: right; padding: 2px 8px">{}</td>'
        rows = ("".join(map(cell.format, row)) for row in self.rows())
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"

    def rows(self) -> list[list[str]]:
        """The table: heads, a line for each key, the sums; outcomes or values side by side."""
        across = self._across()
        table = self._list() if across is None else self._cross(across)
        if len(table) <= ROWS_PRINTED + 2:
            return table
        more = len(table) - ROWS_PRINTED - 2
        gap = [f"… {more:,} more", *[""] * (len(table[0]) - 1)]
        return [*table[: ROWS_PRINTED + 1], gap, table[-1]]

    def _across(self) -> int | None:
        """The place of what stands side by side, where there is something and it is little."""
        if len(self.of) < 2:
            return None
        places = [self.of.index(name) for name in ("outcome", "value") if name in self.of]
        keys = [self._parts(key) for key in self.counts]
        few = (place for place in places if len({key[place] for key in keys}) <= MOST_HEADS)
        return next(few, None)

    def _list(self) -> list[list[str]]:
        pairs = self.counts.items()
        lines = [[*self._cells(key), f"{count:,}"] for key, count in pairs]
        blank = [""] * (len(self.of) - 1)
        return [[*self.of, COUNT], *lines, ["all", *blank, f"{self.total:,}"]]

    def _cells(self, key: object) -> list[str]:
        return list(map(_text, self._parts(key)))

    def _cross(self, across: int) -> list[list[str]]:
        counts = {self._parts(key): count for key, count in self.counts.items()}
        heads = sorted({key[across] for key in counts}, key=lambda h: _rank(self.of[across], h))
        names = self.of[:across] + self.of[across + 1 :]
        met = {key[:across] + key[across + 1 :] for key in counts}
        lines = sorted(met, key=lambda line: tuple(map(_rank, names, line)))
        table = [[*names, *map(_text, heads), "all"]]
        for line in lines:
            row = [counts.get((*line[:across], head, *line[across:]), 0) for head in heads]
            table.append([*map(_text, line), *(f"{count:,}" for count in (*row, sum(row)))])
        sums = [sum(n for key, n in counts.items() if key[across] == head) for head in heads]
        blank = [""] * (len(names) - 1)
        return [*table, ["all", *blank, *(f"{count:,}" for count in (*sums, self.total))]]


def counted(
    rows: PositionRows, of: tuple[str, ...], stretches: Iterator[StateNumbers]
) -> Histogram:
    """Count positions, stretch by stretch. O(positions) by numpy, and little memory."""
    found: Counter[tuple[object, ...]] = Counter()
    for numbers in stretches:
        columns = [rows.column(name, numbers) for name in of]
        for key, count in _counts(columns):
            found[key] += count
    told = {tuple(map(as_told, of, key)): count for key, count in found.items()}
    ordered = sorted(told, key=lambda key: tuple(map(_rank, of, key)))
    one = len(of) == 1
    return Histogram(of, {key[0] if one else key: told[key] for key in ordered})


def _counts(columns: list[np.ndarray]) -> Iterator[tuple[tuple[object, ...], int]]:
    """How often which items stand side by side."""
    if not len(columns[0]):
        return
    if any(column.dtype.kind not in "iub" for column in columns):
        items = ([_item(part) for part in column.tolist()] for column in columns)
        yield from Counter(zip(*items, strict=True)).items()
        return
    flat = [part.astype(np.int64) for column in columns for part in _parts(column)]
    kinds, counts = _counted_numbers(flat)
    sizes = [column.shape[1] if column.ndim > 1 else 0 for column in columns]
    for kind, count in zip(kinds.tolist(), counts.tolist(), strict=True):
        yield tuple(_grouped(kind, sizes)), count


def _counted_numbers(columns: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """[k, c] the different rows of columns [n], and [k] how often each is there."""
    low = [int(column.min()) for column in columns]
    spans = [int(column.max()) - least + 1 for column, least in zip(columns, low, strict=True)]
    if prod(spans) > DENSE + len(columns[0]):  # sorting is slower, and needs no cells
        return np.unique(np.stack(columns, axis=1), axis=0, return_counts=True)
    cell = np.zeros(len(columns[0]), np.int64)
    for column, least, span in zip(columns, low, spans, strict=True):
        cell = cell * span + (column - least)
    counts = np.bincount(cell)
    met = np.flatnonzero(counts)
    kinds = np.stack(np.unravel_index(met, spans), axis=1) + np.array(low)
    return kinds, counts[met]


def _parts(column: np.ndarray) -> list[np.ndarray]:
    return [column] if column.ndim == 1 else list(column.T)


def _grouped(numbers: list[int], sizes: list[int]) -> Iterator[object]:
    """The numbers of a row as items: one by one, or tuples of so many."""
    left = iter(numbers)
    for size in sizes:
        yield tuple(next(left) for _ in range(size)) if size else next(left)


def _item(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _rank(name: str, item: object) -> int | tuple[bool, object]:
    """The order of lines: wins first, None last, else ascending."""
    if name == "outcome":
        names: list[object] = [*OUTCOMES.values()]
        return names.index(item)
    return (item is None, 0 if item is None else item)


def _text(item: object) -> str:
    return "none" if item is None else written(item)
