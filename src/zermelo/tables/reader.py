"""Reading a table: where a position stands, and what is said of it. Nothing is loaded whole."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import DamagedTable
from zermelo.graph.contract import NOT_FOUND
from zermelo.kernels import load
from zermelo.machine.layout import Layout
from zermelo.model.game import Game, State, declares
from zermelo.tables.codes import BLOCK, Blocks, Entry, Palette
from zermelo.tables.diagram import Diagram, key_words, whole_key
from zermelo.tables.exact_json import Find, class_named, from_json
from zermelo.tables.format import HeadJson, TableBytes, opened
from zermelo.tables.layer_signs import Sign
from zermelo.tables.layouts import layout_from_json
from zermelo.tables.sorted_keys import SortedKeys

FEW_NUMBERS = 1 << 12  # positions whose rows are read sooner than machine code is loaded


class SavedLayer:
    """The positions of one layer: their keys, and what is said of them."""

    def __init__(self, table: TableFile, told: HeadJson, first: int) -> None:
        self.number: int = told["layer"]
        self.first = first  # the number of its first position
        self.size: int = told["positions"]
        self.root: int = told["root"]
        blocks = told["blocks"]
        directory = table.numbers(blocks["at"], blocks["count"])
        self.blocks = Blocks(table.file.body, directory, table.palette, table.widths)


class TableFile:
    """A table that is mapped into memory."""

    def __init__(self, path: str | Path, find: Find = class_named) -> None:
        self.file: TableBytes = opened(Path(path))
        self.find = find
        head = self.head
        self.columns: list[str] = head["columns"]
        self.widths: list[int] = head["widths"]
        sizes = [layer["positions"] for layer in head["layers"]]
        self.firsts = [0, *accumulate(sizes)]
        self._asked_for: tuple[Game | None, bool] = (None, False)  # and whether it has kinds

    def __reduce__(self) -> tuple[object, ...]:
        """Another process opens the file again."""
        return TableFile, (self.path.absolute(), self.find)

    @property
    def head(self) -> HeadJson:
        """What the file says about itself."""
        return self.file.head

    @property
    def path(self) -> Path:
        """Where it is."""
        return self.file.path

    def __len__(self) -> int:
        return int(self.firsts[-1])

    @cached_property
    def layout(self) -> Layout:
        """How states become keys."""
        return layout_from_json(self.head["layout"], self.find)

    @cached_property
    def palette(self) -> Palette:
        """The different rows."""
        return Palette([from_json(row, self.find) for row in self.head["palette"]])

    @cached_property
    def index(self) -> Diagram | SortedKeys:
        """The keys of all layers."""
        keys, words = self.head["keys"], self.layout.words
        roots = [layer["root"] for layer in self.head["layers"]]
        firsts = self.firsts[: len(roots)]
        if keys["kind"] == "sorted":
            heads = self.numbers(keys["heads"], words * keys["blocks"]).reshape(-1, words)
            places = self.numbers(keys["places"], keys["blocks"] + 1)
            steps = self.file.body[keys["at"] : keys["at"] + keys["bytes"]]
            return SortedKeys((heads, places, steps), keys["sets"], firsts, words)
        rows = self.numbers(keys["at"], 2 * keys["nodes"]).reshape(-1, 2)
        return Diagram(rows, roots, firsts, words)

    @cached_property
    def layers(self) -> list[SavedLayer]:
        """In the order of their positions' numbers."""
        pairs = zip(self.head["layers"], self.firsts, strict=False)
        return [SavedLayer(self, told, first) for told, first in pairs]

    def numbers(self, at: int, count: int) -> np.ndarray:
        """Words of the file."""
        return np.frombuffer(self.file.body, "<u8", count, at)

    # -- positions -----------------------------------------------------------------------------

    def number(self, game: Game, state: State) -> int:
        """The number of a state, or NOT_FOUND."""
        if game is not self._asked_for[0]:
            self._asked_for = game, declares(game, "canonical")
        same = game.canonical(state) if self._asked_for[1] else state
        words = self.layout.encode(same)
        if words is None or not self._is_state(same, words):
            return NOT_FOUND
        place = self._place(game, same, words)
        return NOT_FOUND if place is None else self.index.number(whole_key(words), place)

    def _is_state(self, state: State, words: list[int]) -> bool:
        """Whether the words are those of the state, and not of one that is packed alike."""
        if self.layout.form.is_plain and all(type(number) is int for number in state):
            return True
        return bool(self.layout.decode(words) == state)  # "5" is not 5

    def _place(self, game: Game, state: State, words: list[int]) -> int | None:
        """The place of a state's layer, or where to begin to look for it; None where none has it.

        The rules name it, or a sign of the key tells it.
        """
        if self._is_named:
            return self._places.get(game.layer(state))
        sign = self._sign
        return 0 if sign is None else self._places.get(sign.of(words))

    @cached_property
    def _is_named(self) -> bool:
        return bool(self.head["layers_by"] == "layer")

    @cached_property
    def _sign(self) -> Sign | None:
        told = self.head["sign"]
        return None if told is None else Sign(told["kind"], tuple(map(tuple, told["pieces"])))

    @cached_property
    def _places(self) -> dict[int, int]:
        """The place of each layer, by its name or its sign."""
        told = self.head["layers"]
        name = "layer" if self._is_named else "sign"
        return {layer[name]: place for place, layer in enumerate(told) if name in layer}

    def numbers_of_keys(self, keys: np.ndarray, near: int = 0) -> np.ndarray:
        """[n] the numbers of keys [n, K]; NOT_FOUND where they are not held.

        Layers are looked into one after the other, from `near` on.
        """
        return self.index.numbers(keys, near)

    def numbers_of_ascending(self, keys: np.ndarray, near: int = 0) -> np.ndarray:
        """[n] the same for ascending keys, many times as quick."""
        return self.index.numbers_ascending(keys, near)

    def likely_layer(self, number: int) -> int:
        """The place of a layer by its number; the first one where there is none of it."""
        numbers = [layer["layer"] for layer in self.head["layers"]]
        return numbers.index(number) if number in numbers else 0

    def layer_at(self, number: int) -> int:
        """The place of the layer that a number belongs to."""
        return bisect_right(self.firsts, number) - 1

    def state(self, number: int) -> State:
        """The state of a number."""
        layer = self.layers[self.layer_at(number)]
        key = self.index.key(number - layer.first, layer.root)
        return self.layout.decode(key_words(key, self.layout.words))

    def keys(self, begin: int, end: int) -> np.ndarray:
        """[n, K] the keys of numbers begin … end − 1."""
        parts = [np.empty((0, self.layout.words), np.int64)]
        while begin < end:
            layer = self.layers[self.layer_at(begin)]
            count = min(end, layer.first + layer.size) - begin
            parts.append(self.index.keys_from(begin - layer.first, count, layer.root))
            begin += count
        return parts[1] if len(parts) == 2 else np.concatenate(parts)

    def keys_at(self, numbers: np.ndarray) -> np.ndarray:
        """[n, K] the keys of ascending numbers."""
        cuts = np.searchsorted(numbers, self.firsts).tolist()
        parts = [
            self.index.keys(numbers[low:high] - layer.first, layer.root)
            for layer, low, high in zip(self.layers, cuts, cuts[1:], strict=False)
            if low < high
        ]
        return np.concatenate(parts) if parts else np.empty((0, self.layout.words), np.int64)

    # -- what is said of them ------------------------------------------------------------------

    def row(self, number: int) -> Entry:
        """All that is said of a position."""
        layer = self.layers[self.layer_at(number)]
        return layer.blocks.row(number - layer.first)

    @cached_property
    def _entries(self) -> list[np.ndarray]:
        return [self.palette.column(place) for place in range(len(self.columns))]

    def column(self, name: str, begin: int, end: int) -> np.ndarray:
        """[n] a column for numbers begin … end − 1, or [n, p]."""
        return self._column(name, np.arange(begin, end))

    def column_at(self, name: str, numbers: np.ndarray) -> np.ndarray:
        """[n] a column for any numbers."""
        if len(numbers) < 2 or (np.diff(numbers) > 0).all():
            return self._column(name, numbers)
        order = np.argsort(numbers, kind="stable")
        found = self._column(name, numbers[order])
        out = np.empty_like(found)
        out[order] = found
        return out

    def columns_at(self, names: Sequence[str], numbers: np.ndarray) -> list[np.ndarray]:
        """[n] several columns for ascending numbers, in as few bytes as hold the palette."""
        rows = self._palette_rows(numbers)
        if rows is None:
            return [self._column(name, numbers) for name in names]
        return [self._narrow_entries[self.columns.index(name)][rows] for name in names]

    @cached_property
    def _narrow_entries(self) -> list[np.ndarray]:
        """2 bytes for each number, where all of them are that small."""
        bounds = np.iinfo(np.int16)
        is_small = all(
            entries.dtype == np.int64
            and bounds.min <= entries.min(initial=0)
            and entries.max(initial=0) <= bounds.max
            for entries in self._entries
        )
        return (
            [entries.astype(np.int16) for entries in self._entries] if is_small else self._entries
        )

    def _palette_rows(self, numbers: np.ndarray) -> np.ndarray | None:
        """[n] the rows of the palette that are said of ascending numbers, by machine code.

        None where there are few numbers, or blocks are packed in other ways.
        """
        if len(numbers) < FEW_NUMBERS:
            return None
        kernels, out = load("blocks"), np.empty(len(numbers), np.uint32)
        body, cuts = np.frombuffer(self.file.body, np.uint8), np.searchsorted(numbers, self.firsts)
        for layer, low, high in zip(self.layers, cuts.tolist(), cuts[1:].tolist(), strict=False):
            ranks, directory = numbers[low:high] - layer.first, layer.blocks.places
            told = kernels.rows_of(body, directory, ranks, out[low:high])
            if told == kernels.PACKED_OTHERWISE:
                return None
            if told == kernels.OUTSIDE:
                raise DamagedTable(
                    f"layer {layer.number} leads beyond the file",
                    where=str(self.path),
                    rule="what is said of its positions lies in its blocks",
                    fix="Solve and save the table again",
                )
        return out

    def _column(self, name: str, numbers: np.ndarray) -> np.ndarray:
        """[n] a column for ascending numbers; each block is looked at once."""
        place, parts, low = self.columns.index(name), [], 0
        while low < len(numbers):
            layer = self.layers[self.layer_at(int(numbers[low]))]
            block = (int(numbers[low]) - layer.first) // BLOCK
            begin = layer.first + block * BLOCK
            high = int(np.searchsorted(numbers, min(begin + BLOCK, layer.first + layer.size)))
            inside = numbers[low:high] - begin
            parts.append(layer.blocks.column(place, block, inside, self._entries[place]))
            low = high
        if not parts:
            return self._entries[place][:0]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def place_text(self, number: int) -> str:
        """Where a position stands, in words."""
        layer = self.layers[self.layer_at(number)]
        rank = number - layer.first
        return f"layer {layer.number}, block {rank // BLOCK}, position {rank:,}"

    def part_of(self, at: int) -> str:
        """What the byte at a place of the file belongs to, in words."""
        keys = self.head["keys"]
        if at >= keys.get("heads", keys["at"]):
            return "the keys"
        best: tuple[int, str] = (0, "the first bytes")
        for told in self.head["layers"]:
            for where, name in _parts_of(self, told):
                if best[0] <= where <= at:
                    best = where, f"layer {told['layer']}, {name}"
        return best[1]


def _parts_of(table: TableFile, told: HeadJson) -> Iterator[tuple[int, str]]:
    """Where the parts of a layer begin, and what they are."""
    yield told["blocks"]["at"], "the directory of its blocks"
    try:
        directory: Any = table.numbers(told["blocks"]["at"], told["blocks"]["count"]).tolist()
    except ValueError:  # damaged beyond its end
        directory = []
    for block, entry in enumerate(directory):
        yield entry >> 8, f"block {block}"
