"""Writing a table: layer by layer, keys in ascending order with what is said of them.

    with TableWriter(path, layout, columns) as table:
        layer = table.layer(7)              # one after the other, in any order
        layer.add(keys, [values, plies])     # as often as need be; keys ascend
        layer.finish()
        table.finish(head)                   # before this there is no file

Nothing is held but a block and the diagram of the keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from zermelo.errors import BadTable
from zermelo.machine.layout import Layout
from zermelo.model.numerals import spelled
from zermelo.tables.codes import BLOCK, Palette, packed_block
from zermelo.tables.diagram import Diagram, builder
from zermelo.tables.exact_json import to_json
from zermelo.tables.format import VERSION, Draft, HeadJson, path_of
from zermelo.tables.layer_signs import Signs
from zermelo.tables.layouts import layout_to_json
from zermelo.tables.sorted_keys import SortedBuilder

LITTLE, SORTED_BYTES = 1 << 16, 4  # bytes of a diagram: those beyond, for a key, are too many
COLUMNS = ("value", "plies", "nimber", "goes_on", "total", "height")


class TableWriter:
    """A table that is being written; its file is there when it is finished, and not before.

    `columns` are some of COLUMNS, in their order; `players` is the length of a value that is a
    vector, else 0; `expected` are the positions that will come, about.
    """

    def __init__(
        self,
        path: str | Path,
        layout: Layout,
        columns: Sequence[str],
        *,
        players: int = 0,
        expected: int = 0,
        compress: bool = False,
    ) -> None:
        self.path = path_of(path)
        self.layout = layout
        self.columns = list(columns)
        self.widths = [players if name == "value" else 0 for name in columns]
        self.compress = compress
        self.palette = Palette()
        self.keys = builder(layout.words, expected)
        self.signs = Signs(layout)
        self.layers: list[HeadJson] = []
        try:
            self.draft = Draft(self.path)
        except (OSError, ValueError) as error:  # also for what is no name
            raise unwritten(self.path, error) from None

    def layer(self, number: int) -> LayerWriter:
        """Begin a layer, when the one before is finished."""
        return LayerWriter(self, number)

    def append(self, data: bytes | np.ndarray) -> int:
        """Write a part down; where it begins."""
        whole = np.ascontiguousarray(data).data.cast("B") if len(data) else b""
        try:
            return self.draft.append(data if isinstance(data, bytes) else whole)
        except OSError as error:
            raise unwritten(self.path, error) from None

    def finish(self, head: HeadJson, order: Sequence[int] | None = None) -> None:
        """Write the keys and the head, and put the file in its place.

        `order` names the layers as their positions are to be numbered, where they came otherwise.
        """
        self._note_signs()
        layers = self.layers
        if order is not None:
            by_name = {layer["layer"]: layer for layer in layers}
            layers = [by_name[number] for number in order]
        keys = self._written_keys(layers)
        whole = {
            "format": VERSION,
            **head,
            "layout": layout_to_json(self.layout),
            "columns": self.columns,
            "widths": self.widths,
            "positions": sum(layer["positions"] for layer in layers),
            "palette": [to_json(row) for row in self.palette.rows],
            "sign": self.sign,
            "keys": keys,
            "layers": layers,
        }
        try:
            self.draft.finish(whole)
        except OSError as error:
            raise unwritten(self.path, error) from None

    def _written_keys(self, layers: list[HeadJson]) -> HeadJson:
        """A diagram, or sorted keys where these are smaller."""
        rows, total = self.keys.rows(), sum(layer["positions"] for layer in layers)
        if rows.nbytes <= LITTLE + SORTED_BYTES * total:
            return {"kind": "diagram", "nodes": len(rows), "at": self.append(rows)}
        diagram = Diagram(rows, [layer["root"] for layer in layers], [], self.layout.words)
        found = SortedBuilder(self.layout.words)
        for place, layer in enumerate(layers):
            found.add_set(_all_keys(diagram, layer["root"], layer["positions"]))
            layer["root"] = place
        heads, places, steps = found.arrays()
        return {
            "kind": "sorted",
            "sets": found.sets,
            "blocks": len(heads),
            "heads": self.append(heads),
            "places": self.append(places),
            "bytes": len(steps),
            "at": self.append(steps),
        }

    def _note_signs(self) -> None:
        """What tells the layer of a key, where something does."""
        told = self.signs.told()
        self.sign = None if told is None else {"kind": told[0].kind, "pieces": told[0].pieces}
        for layer in self.layers:
            layer |= {"sign": told[1].get(layer["layer"])} if told else {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.draft.drop()  # what is finished stands elsewhere by now


class LayerWriter:
    """Takes the positions of one layer."""

    def __init__(self, table: TableWriter, number: int) -> None:
        self.table = table
        self.number = number
        self.positions = 0
        self.waiting: list[list[Any]] = [[] for _ in table.columns]
        self.waits = 0
        self.directory: list[int] = []

    def add(self, keys: np.ndarray, columns: Sequence[Any]) -> None:
        """Positions [n, K] in ascending order, and a column [n] for each name; or [n, p]."""
        self.table.keys.add(np.ascontiguousarray(keys, np.int64))
        if len(keys):
            self.table.signs.look(self.number, keys)
        self.positions += len(keys)
        low = 0
        while low < len(keys):
            high = min(len(keys), low + BLOCK - self.waits)
            for held, column in zip(self.waiting, columns, strict=True):
                held.append(column[low:high])
            self.waits += high - low
            if self.waits == BLOCK:
                self._write_block()
            low = high

    def _write_block(self) -> None:
        columns = [_joined(parts) for parts in self.waiting]
        kind, data = packed_block(self.table.palette, columns, compress=self.table.compress)
        self.directory.append(self.table.append(data) << 8 | kind)
        self.waiting, self.waits = [[] for _ in self.waiting], 0

    def finish(self) -> None:
        """Write what is left."""
        if self.waits:
            self._write_block()
        self.table.layers.append(
            {
                "layer": self.number,
                "positions": self.positions,
                "root": self.table.keys.root(),
                "blocks": {
                    "count": len(self.directory),
                    "at": self.table.append(np.array(self.directory, "<u8")),
                },
            }
        )


def _all_keys(diagram: Diagram, root: int, count: int) -> Iterator[np.ndarray]:
    for low in range(0, count, BLOCK):
        yield diagram.keys(np.arange(low, min(low + BLOCK, count)), root)


def _joined(parts: list[Any]) -> Any:
    if len(parts) == 1:
        return parts[0]
    if all(isinstance(part, np.ndarray) for part in parts):
        return np.concatenate(parts)
    return [value for part in parts for value in part]


def unwritten(path: Path, error: OSError | ValueError) -> BadTable:
    """The error of a disk."""
    return BadTable(
        getattr(error, "strerror", None) or str(error),
        where=spelled(str(path)),
        rule="a table is written whole or not at all; no file was left",
        fix="Name a file in a folder that can be written to, on a disk with room",
    )
