"""From the last layer to the first: what every state is worth.

The rules are asked once more. The worth of a move's child is looked up in its layer, where the
children of neighbours lie near each other; then the recurrence of the value type says what the
state is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.layers.asking import Asker, Heard
from zermelo.engines.layers.forward import Closed, keys_of
from zermelo.engines.layers.memory import Memory
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.recurrences import Means, Sweep
from zermelo.engines.layers.reusing import SavedTables, Unsaved
from zermelo.engines.layers.sharing import Meanwhile, Sendable, Team
from zermelo.engines.layers.storage import RowParts, Storage, row_of
from zermelo.graph.progress import Callback, Progress, Reporter
from zermelo.kernels import load
from zermelo.limits.deadline import telling

Later = dict[int, tuple[np.ndarray, np.ndarray]]  # layer → its keys, and what they are worth


class Settling:
    """Fills the tables of one explored game."""

    def __init__(
        self,
        storage: Storage,
        team: Team,
        layers: Sequence[Closed],
        ordering: Ordering,
        memory: Memory,
        progress: Callback | None = None,
        tables: SavedTables | None = None,
    ) -> None:
        self.storage, self.team, self.layers, self.ordering = storage, team, layers, ordering
        self.memory, self.tables = memory, tables
        self.size = sum(layer.size for layer in layers)
        self.reporter = Reporter(progress)
        self.began = perf_counter()
        self.done = self.ahead = 0

    def run(self, sweep: Sweep) -> None:
        """What all states are worth, layer by layer, in the storage."""
        told = telling(lambda: self._report(self.layers[0].number).summary)
        with told, Meanwhile() as meanwhile:
            settled: list[str] = []
            for layer in reversed(self.layers):
                if self._settle(layer, sweep):
                    settled.append(worth_of(sweep, layer.number))
                    for piece in self._pieces(layer, sweep):
                        self.storage.drop(piece.name)
                if meanwhile.is_due:
                    meanwhile.do(partial(self._make_last, settled))
                    settled = []
            self._make_last(settled)

    def _make_last(self, settled: Iterable[str]) -> None:
        """Bring what layers are worth to the disk; what a machine that stops cuts short is found
        out by its sum, and worked out again.
        """
        for name in settled:
            self.storage.flush(name)

    def _settle(self, layer: Closed, sweep: Sweep) -> bool:
        """What the states of a layer are worth, in the storage; False where it was there."""
        name = worth_of(sweep, layer.number)
        if self.storage.is_sound(name):
            self.done += layer.size
            return False
        if self._is_saved(layer, sweep):
            return True
        dtype, parts = sweep.dtype, self._parts(layer, sweep)
        if layer.facts.has_inner:
            assert sweep.returning is not None, "only pairs are settled inside a layer"
            room = self.memory.size - self.storage.held
            means = Means(self.team, room, partial(self._tell_inside, layer))
            dtype, parts = sweep.returning(self.storage, layer, self.ordering, means)
        self._put(layer, sweep, parts, dtype)
        self.storage.rest()
        return True

    def _put(self, layer: Closed, sweep: Sweep, parts: RowParts, dtype: DTypeLike) -> None:
        shape = layer.size if sweep.width is None else (layer.size, sweep.width)
        told = self._told(parts, layer.number)
        self.storage.put(worth_of(sweep, layer.number), told, shape, dtype)

    def _is_saved(self, layer: Closed, sweep: Sweep) -> bool:
        """Whether saved tables hold all of a layer; then what it is worth is there."""
        if self.tables is None or sweep.saved is None:
            return False
        keys, before = self.storage.get(keys_of(layer.number)), self.done
        try:
            saved = self.tables.worth(keys, layer.number, sweep, self.team)
            self._put(layer, sweep, saved, sweep.dtype)
        except Unsaved:
            self.done = before
            return False
        return True

    def _parts(self, layer: Closed, sweep: Sweep) -> RowParts:
        """What the states of a layer are worth, piece after piece."""
        return self.team.for_states(layer.size).results(self._pieces(layer, sweep))

    def _pieces(self, layer: Closed, sweep: Sweep) -> Iterator[SettlingPiece]:
        is_sent = self.team.for_states(layer.size).is_afar
        pieces = self.memory.pieces(layer.size, layer.facts.widest, is_sent=is_sent)
        targets = tuple(sorted(layer.facts.targets))
        for low, high in pieces:
            yield SettlingPiece(
                self.storage, low, high, layer.number, targets, sweep, self.ordering
            )

    def _told(self, pieces: RowParts, layer: int) -> RowParts:
        for piece in pieces:
            self.done += len(row_of(self.storage, piece))
            self.reporter.tell(partial(self._report, layer), is_last=self.done == self.size)
            yield piece

    def _tell_inside(self, layer: Closed, share: float) -> None:
        """A share of a layer is done, whose states will all be settled at once."""
        self.ahead = self.done + int(share * layer.size)
        self.reporter.tell(partial(self._report, layer.number))

    def _report(self, layer: int) -> Progress:
        seconds, disk = perf_counter() - self.began, self.storage.on_disk
        return Progress("sweep", max(self.done, self.ahead), 0, layer, seconds, self.size, disk)


@dataclass(frozen=True)
class SettlingPiece(Sendable):
    """What the states of a piece are worth: a task whose only state is rows of the storage."""

    storage: Storage
    low: int
    high: int
    number: int  # of the layer
    targets: tuple[int, ...]
    sweep: Sweep
    ordering: Ordering

    @property
    def name(self) -> str:
        """Of its row; both ends are in it, for with another memory pieces have another size."""
        return f"{worth_of(self.sweep, self.number)} {self.low} {self.high}"

    def __call__(self, asker: Asker) -> np.ndarray | str:
        """The row of the piece, or its name where the storage lasts."""
        name = self.name
        if self.storage.lasts and self.storage.is_sound(name):
            return name
        keys = self.storage.get(keys_of(self.number))[self.low : self.high]
        later = later_layers(self.storage, self.sweep, self.targets)
        found = settled(keys, self.number, later, self.sweep, self.ordering, asker)
        if not self.storage.lasts:
            return found
        self.storage.keep(name, found)
        return name

    def found(self) -> str:
        """The name."""
        return self.name


def later_layers(storage: Storage, sweep: Sweep, numbers: Iterable[int]) -> Later:
    """Keys and worth of all layers that a layer leads to."""
    return {
        number: (storage.get(keys_of(number)), storage.get(worth_of(sweep, number)))
        for number in numbers
    }


def worth_of(sweep: Sweep, layer: int) -> str:
    """The name of what a layer's states are worth."""
    return f"{sweep.name} {layer}"


def settled(
    keys: np.ndarray, here: int, later: Later, sweep: Sweep, ordering: Ordering, asker: Asker
) -> np.ndarray:
    """What the states of a piece are worth, from the worth of those that they lead to."""
    shape = len(keys) if sweep.width is None else (len(keys), sweep.width)
    out = np.empty(shape, sweep.dtype)
    for begin, heard in asker.stretches(keys):
        stretch = out[begin : begin + len(heard.counts)]
        stretch[heard.ends] = sweep.ends(heard.pay)
        targets = ordering.targets(here, heard, asker)
        sweep.settle(heard, fetched(heard, targets, later, sweep, asker), stretch)
    return out


def fetched(
    heard: Heard, targets: np.ndarray, later: Later, sweep: Sweep, asker: Asker
) -> np.ndarray:
    """[m] what the children in later layers are worth; of others nothing is said."""
    kernels, count = load("layers"), len(heard.children)
    fetch = kernels.fetch if sweep.width is None else kernels.fetch_vectors
    worth, places = asker.worths(count, sweep.width, sweep.dtype), asker.places(count)
    for number, (keys, values) in later.items():
        missing = kernels.places(heard.children, heard.counts, targets, number, keys, places)
        assert missing < 0, "every child was found on the way forward"
        fetch(places, values, worth)
    return worth
