"""Pieces of a layer: the rules are asked about its states, and what they lead to becomes runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.engines.layers.asking import Asker, Facts, different
from zermelo.engines.layers.merging import MergingAfar, together
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.sharing import Sendable
from zermelo.engines.layers.storage import Storage
from zermelo.kernels import load

FEW_LAYERS = 1 << 12  # that children are counted by

Runs = dict[int, np.ndarray]  # layer → keys, ascending
PieceTold = dict[str, Any]  # what is known of a piece: its facts, and the layers it leads to


@dataclass(frozen=True)
class Expanding(Sendable):
    """The runs of a piece of a layer: a task whose only state is rows of the storage."""

    storage: Storage
    row: str  # that the piece is cut out of
    known: str  # the row of all keys of the layer so far
    low: int
    high: int
    number: int  # of the layer
    ordering: Ordering
    name: str

    def __call__(self, asker: Asker) -> tuple[str, PieceTold]:
        """The name of the piece, and what is known of it; the runs are in the storage."""
        told = self.storage.note(self.name)
        if told is None or not all(map(self.storage.is_sound, self._runs(told["targets"]))):
            keys = self.storage.get(self.row)[self.low : self.high]
            known = self.storage.get(self.known)
            runs, facts = runs_of(keys, self.number, known, self.ordering, asker)
            for name, run in zip(self._runs(runs), runs.values(), strict=True):
                self.storage.keep(name, run)
            told = {"facts": facts.told, "targets": list(runs)}
            self.storage.write_note(self.name, told, is_flushed=False)
        return self.name, told

    def found(self) -> tuple[str, PieceTold] | None:
        """The same, from the note."""
        told = self.storage.note(self.name)
        return None if told is None else (self.name, told)

    def _runs(self, targets: Iterable[int]) -> Iterator[str]:
        """The names of its runs."""
        return (f"{self.name} {target}" for target in targets)


@dataclass(frozen=True)
class PartOfLevel(MergingAfar):
    """A part of a level, done by somebody else: its runs are merged, and its states asked about."""

    number: int  # of the level
    ordering: Ordering

    def __call__(self, asker: Asker) -> tuple[str, str, PieceTold]:  # type: ignore[override]
        """The name of the row with its keys, that of the piece, and what is known of it."""
        row = super().__call__(asker)
        return row, *self._expanding()(asker)

    def found(self) -> tuple[str, str, PieceTold] | None:
        """The same, from the row and the note."""
        found = self._expanding().found()
        return None if found is None else (self.name, *found)

    def _expanding(self) -> Expanding:
        """The states of the row, asked about."""
        row, keys = self.name, self.storage.glance(self.name)
        ends = f"{keys[0]} {keys[-1]}" if len(keys) else "none"  # all of the level between them
        own = row, row, 0, len(keys), self.number, self.ordering, f"piece {self.number} {ends}"
        return Expanding(self.storage, *own)


def runs_of(
    keys: np.ndarray, here: int, known: np.ndarray, ordering: Ordering, asker: Asker
) -> tuple[Runs, Facts]:
    """The keys that the moves of a piece lead to, layer by layer, and what is known of it.

    Of its own layer only those that are not among the known ones.
    """
    facts, kernels = Facts(), load("layers")
    parts: dict[int, list[np.ndarray]] = {}
    for _, heard in asker.stretches(keys):
        facts.hear(heard)
        if not len(heard.children):
            continue
        targets = ordering.targets(here, heard, asker)
        if not len(targets):
            parts.setdefault(here + 1, []).append(heard.children.copy())
            facts.targets.add(here + 1)
            continue
        if len(heard.gain) and heard.gain[targets == here].any():
            facts.has_inner_gains = True
        for target, some in by_layer(heard.children, targets):
            if target == here:
                facts.has_inner = True
                new = np.empty(len(some), np.int64)
                all_here = np.full(len(some), here, np.int64)
                some = new[: kernels.unknown(some, all_here, here, known, new)]
            else:
                facts.targets.add(target)
            if len(some):
                parts.setdefault(target, []).append(some)
    return {target: together(some) for target, some in parts.items()}, facts


def by_layer(children: np.ndarray, targets: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Children by the layers that they are in."""
    least, most = int(targets.min()), int(targets.max())
    if most - least >= FEW_LAYERS:
        for target in different(targets):
            yield target, children[targets == target]
        return
    bounds, out = np.empty(most - least + 2, np.int64), np.empty(len(children), np.int64)
    load("layers").by_layer(children, targets, least, bounds, out)
    for number in np.flatnonzero(np.diff(bounds)).tolist():
        yield least + number, out[bounds[number] : bounds[number + 1]].copy()
