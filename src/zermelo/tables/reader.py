"""Reading a table: where a position stands, and what is said of it. Nothing is loaded whole."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path

import numpy as np

from zermelo.graph.contract import NOT_FOUND
from zermelo.kernels import load
from zermelo.machine.layout import WORD, Layout
from zermelo.model.game import Game, State, declares
from zermelo.tables.codes import BLOCK, Blocks, Entry, Palette
from zermelo.tables.damage import LEADS_NOWHERE, damaged_part, reading
from zermelo.tables.diagram import Diagram, key_words, whole_key
from zermelo.tables.exact_json import Find, class_named, from_json
from zermelo.tables.format import HeadJson, TableBytes, opened, path_of
from zermelo.tables.layer_signs import Sign
from zermelo.tables.layouts import layout_from_json
from zermelo.tables.sorted_keys import SortedKeys

KEYS, STARTS = "the keys", "the starts"  # as parts of the file
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
        self.file: TableBytes = opened(path_of(path))
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
        if place is None:
            return NOT_FOUND
        try:
            number = self.index.number(whole_key(words), place)
        except LEADS_NOWHERE:
            raise damaged_part(self.path, KEYS) from None
        if number >= len(self):
            raise damaged_part(self.path, KEYS)
        return number

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

    def layer_finder(self, game: Game) -> Callable[[State, int], int | None]:
        """The place of the layer of a state and its key, which is one number.

        None where no layer has it, −1 where nobody knows which.
        """
        places, sign = self._places, self._sign
        if self._is_named:
            return lambda state, _: places.get(game.layer(state))
        if sign is None:
            only = 0 if len(self.firsts) == 2 else -1
            return lambda *_: only
        if sign.kind == "ones":
            mask = sum(mask << shift + WORD * word for word, shift, mask in sign.pieces)
            return lambda _, key: places.get((key & mask).bit_count())
        words = self.layout.words
        return lambda _, key: places.get(sign.of(key_words(key, words)))

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
        with reading(self.path, KEYS):
            return self.index.numbers(keys, near)

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
        with reading(self.path, KEYS):
            key = self.index.key(number - layer.first, layer.root)
            return self.layout.decode(key_words(key, self.layout.words))

    def states_at(self, numbers: np.ndarray) -> list[State]:
        """The states of ascending numbers."""
        keys = self.keys_at(numbers)
        with reading(self.path, KEYS):
            return self.layout.decode_all(keys)

    def keys(self, begin: int, end: int) -> np.ndarray:
        """[n, K] the keys of numbers begin … end − 1."""
        parts = [np.empty((0, self.layout.words), np.int64)]
        while begin < end:
            layer = self.layers[self.layer_at(begin)]
            count = min(end, layer.first + layer.size) - begin
            with reading(self.path, KEYS):
                parts.append(self.index.keys_from(begin - layer.first, count, layer.root))
            begin += count
        return parts[1] if len(parts) == 2 else np.concatenate(parts)

    def keys_at(self, numbers: np.ndarray) -> np.ndarray:
        """[n, K] the keys of ascending numbers."""
        cuts = np.searchsorted(numbers, self.firsts).tolist()
        with reading(self.path, KEYS):
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
        rank = number - layer.first
        try:
            return layer.blocks.row(rank)
        except LEADS_NOWHERE:
            raise damaged_part(self.path, _block_text(layer, rank)) from None

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
        entries = [self._narrow_entries[self.columns.index(name)] for name in names]
        if len(numbers) < FEW_NUMBERS or any(each.ndim > 1 for each in entries):
            return [self._column(name, numbers) for name in names]
        told = self._read_at_once(np.stack(entries, axis=1), numbers)
        return [self._column(name, numbers) for name in names] if told is None else [*told]

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

    def _read_at_once(self, entries: np.ndarray, numbers: np.ndarray) -> np.ndarray | None:
        """[C, n] entries [P, C] of the palette for ascending numbers, by machine code.

        None where blocks are packed in other ways, or lead beyond the file.
        """
        kernels, out = load("blocks"), np.empty((entries.shape[1], len(numbers)), entries.dtype)
        body, cuts = np.frombuffer(self.file.body, np.uint8), np.searchsorted(numbers, self.firsts)
        for place in np.flatnonzero(np.diff(cuts)).tolist():
            layer, low, high = self.layers[place], int(cuts[place]), int(cuts[place + 1])
            told = kernels.read_rows(
                body, layer.blocks.places, entries, numbers[low:high], layer.first, out[:, low:high]
            )
            if told != kernels.READ:  # one by one, they say which block leads beyond the file
                return None
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
            with reading(self.path, _block_text(layer, begin - layer.first)):
                parts.append(layer.blocks.column(place, block, inside, self._entries[place]))
            low = high
        if not parts:
            return self._entries[place][:0]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def place_text(self, number: int) -> str:
        """Where a position stands, in words."""
        layer = self.layers[self.layer_at(number)]
        rank = number - layer.first
        return f"{_block_text(layer, rank)}, position {rank:,}"

    def part_of(self, at: int) -> str:
        """What the byte at a place of the file belongs to, in words."""
        keys = self.head["keys"]
        if at >= keys.get("heads", keys["at"]):
            return KEYS
        stretches = self.head.get("more_starts")
        if stretches and at >= stretches[0][0]:
            return STARTS
        best: tuple[int, str] = (0, "the first bytes")
        for told in self.head["layers"]:
            for where, name in _parts_of(self, told):
                if best[0] <= where <= at:
                    best = where, f"layer {told['layer']}, {name}"
        return best[1]


def _block_text(layer: SavedLayer, rank: int) -> str:
    return f"layer {layer.number}, block {rank // BLOCK}"


def _parts_of(table: TableFile, told: HeadJson) -> Iterator[tuple[int, str]]:
    """Where the parts of a layer begin, and what they are."""
    yield told["blocks"]["at"], "the directory of its blocks"
    try:
        directory: list[int] = table.numbers(told["blocks"]["at"], told["blocks"]["count"]).tolist()
    except ValueError:  # damaged beyond its end
        directory = []
    for block, entry in enumerate(directory):
        yield entry >> 8, f"block {block}"
