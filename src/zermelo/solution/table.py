"""The table of values in three views: difference, the pair of scores, the mover's own total."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping, ValuesView
from itertools import islice
from typing import TYPE_CHECKING

from zermelo.errors import BadInput
from zermelo.graph.contract import Value
from zermelo.model.frozen import Frozen
from zermelo.model.game import Game, State, state_text
from zermelo.model.numerals import how_many, spelled
from zermelo.model.numerals import shown as text
from zermelo.model.shapes import Row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import DTypeLike

VIEWS = ("difference", "pair", "total")
ENTRIES_PRINTED = 40


def check_view(view: object) -> None:
    """Refuse what is no view."""
    if view not in VIEWS:
        raise BadInput(
            spelled(view),
            where="view",
            rule=f"the views are {', '.join(VIEWS)}",
            fix="Pass one of them",
        )


class HeapEntries(Mapping[State, Value]):
    """The values of heaps that are known without exploring; each is asked for when it is read."""

    def __init__(self, heaps: range, of: Callable[[State], Value]) -> None:
        self.heaps = heaps
        self.of = of

    def __getitem__(self, state: State) -> Value:
        if state in self:
            return self.of(state)
        raise KeyError(state)

    def __contains__(self, state: object) -> bool:
        return type(state) is int and state in self.heaps

    def __iter__(self) -> Iterator[State]:
        return iter(self.heaps)

    def __len__(self) -> int:
        return len(self.heaps)


class ValueTable(Frozen, Mapping[State, Value]):
    """State → value. A row prints as its triangle, everything else as a list."""

    game: Game  # that was solved
    view: str  # difference, pair or total
    entries: Mapping[State, Value]  # the values themselves

    def __getitem__(self, state: State) -> Value:
        return self.entries[state]

    def __iter__(self) -> Iterator[State]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def items(self) -> ItemsView[State, Value]:
        """States and values, decoded in bulk where they are packed."""
        return self.entries.items()

    def values(self) -> ValuesView[Value]:
        """The values alone, in the order of the states."""
        return self.entries.values()

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> np.ndarray:
        """The values in the order of the states: [N], or [N, p] with p numbers to a state.

        Whole numbers beyond 64 bits and fractions stay what they are, in an array of objects.
        """
        import numpy as np  # takes 100 ms to load

        if hasattr(self.entries, "__array__"):
            return np.array(self.entries, dtype=dtype, copy=copy is not False)
        values = list(self.entries.values())
        parts = [
            part for value in values for part in (value if isinstance(value, tuple) else [value])
        ]
        fits = all(
            isinstance(part, float) or (type(part) is int and abs(part) < 2**63) for part in parts
        )
        return np.array(values, dtype=dtype if dtype is not None or fits else object)

    def __repr__(self) -> str:
        return f"<ValueTable of {how_many(len(self), 'state')}, view {spelled(self.view)}>"

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
        if size * size > 4 * ENTRIES_PRINTED * ENTRIES_PRINTED:
            return self._list()
        head = ["", *map(str, range(size))]
        return [head] + [
            [str(i), *(_text(self.entries.get((i, j))) if j >= i else "" for j in range(size))]
            for i in range(size)
        ]

    def _list(self) -> list[list[str]]:
        shown = list(islice(self.entries.items(), ENTRIES_PRINTED))
        rows = [[state_text(self.game, state), _text(value)] for state, value in shown]
        more = len(self.entries) - len(shown)
        return [*rows, [f"… {more:,} more", ""]] if more else rows


def _text(value: Value | None) -> str:
    if value is None:
        return "·"
    return " – ".join(map(text, value)) if isinstance(value, tuple) else text(value)


def _aligned(rows: list[list[str]]) -> Iterator[list[str]]:
    if any("\n" in cell for row in rows for cell in row):  # boards are drawn on several lines
        yield from rows
        return
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
