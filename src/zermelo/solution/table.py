"""The table of values in three views: difference, the pair of scores, the mover's own total."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from zermelo.game import Game, State
from zermelo.shapes import Row

VIEWS = ("difference", "scores", "own")
MOST_LINES = 40


@dataclass(frozen=True, repr=False)
class ValueTable(Mapping[State, Any]):
    """State → value. A row prints as its triangle, everything else as a list."""

    game: Game
    view: str
    entries: Mapping[State, Any]

    def __getitem__(self, state: State) -> Any:
        return self.entries[state]

    def __iter__(self) -> Iterator[State]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        return f"<ValueTable of {len(self):,} states, view {self.view!r}>"

    def __str__(self) -> str:
        return "\n".join("  ".join(cells).rstrip() for cells in _aligned(self._rows()))

    def _repr_html_(self) -> str:
        from html import escape  # takes 2 ms to load

        cell = '<td style="text-align: right; padding: 2px 8px">{}</td>'
        rows = "".join(
            f"<tr>{''.join(cell.format(escape(text)) for text in row)}</tr>" for row in self._rows()
        )
        return f"<table><caption>{self.view}</caption>{rows}</table>"

    def _rows(self) -> list[list[str]]:
        return self._triangle() if isinstance(self.game.shape, Row) else self._list()

    def _triangle(self) -> list[list[str]]:
        """Line i, column j: the sub-row from coin i to coin j."""
        size = len(self.game.shape.values)
        if size * size > 4 * MOST_LINES * MOST_LINES:
            return self._list()
        head = ["", *map(str, range(size))]
        return [head] + [
            [str(i), *(_text(self.entries.get((i, j))) if j >= i else "" for j in range(size))]
            for i in range(size)
        ]

    def _list(self) -> list[list[str]]:
        shown = list(self.entries.items())[:MOST_LINES]
        rows = [[str(self.game.show(state)), _text(value)] for state, value in shown]
        more = len(self.entries) - len(shown)
        return [*rows, [f"… {more:,} more", ""]] if more else rows


def _text(value: Any) -> str:
    if value is None:
        return "·"
    return " – ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _aligned(rows: list[list[str]]) -> Iterator[list[str]]:
    if any("\n" in cell for row in rows for cell in row):  # boards are drawn on several lines
        yield from rows
        return
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
