"""From the start to the last layer: the keys of every layer, ascending.

A layer is cut into pieces. The rules are asked about a piece, and the keys that its moves lead to
make a run: ascending, each once. The runs of all pieces, merged, are the next layer. A run is
merged part by part: keys between two bounds are taken out of all runs and sorted together.

Every key is sorted twice, within a cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from time import perf_counter

import numpy as np

from zermelo.engines.layers.asking import Asker, Facts
from zermelo.engines.layers.separate import Recurring, Separation
from zermelo.engines.layers.sharing import Team, Work
from zermelo.engines.layers.storage import Storage
from zermelo.graph.progress import Callback, Progress, Reporter
from zermelo.kernels import load

PIECE = 1 << 16  # states whose moves become one run
PART = 1 << 18  # keys that are sorted together when runs are merged
SAMPLES = 64  # of a run for each part, that its bounds are taken from


class Forward:
    """Explores a game whose every move leads to the next layer."""

    def __init__(
        self, storage: Storage, team: Team, memory: int, progress: Callback | None = None
    ) -> None:
        self.storage, self.team = storage, team
        self.memory = memory
        self.recurring = Recurring()
        self.is_recurring = False
        self.facts = Facts()
        self.sizes: list[int] = []
        self.reporter = Reporter(progress)
        self.began = perf_counter()
        self.found = 0  # states that are known

    def run(self, start: np.ndarray, most: int) -> bool:
        """All layers, from that of the start; False when there are more states than `most`.

        It ends where play is seen to come back (`is_recurring`).
        """
        self.storage.put(keys_of(0), iter([start]), len(start), np.int64)
        self.found = len(start)
        while True:
            layer = len(self.sizes)
            keys = self.storage.get(keys_of(layer))
            if not len(keys):
                self.storage.drop(keys_of(layer))
                return True
            self.sizes.append(len(keys))
            self.is_recurring = self.recurring.is_met(keys)
            if self.is_recurring or self.found > most:
                return self.is_recurring
            self._next(layer, keys)

    def _next(self, layer: int, keys: np.ndarray) -> None:
        """The layer behind a layer."""
        works = (partial(run_of, keys[low : low + PIECE]) for low in range(0, len(keys), PIECE))
        runs = []
        for run, facts in self.team.results(iter(works)):
            runs.append(run)
            self.facts.add(facts)
            self._report(layer)
        whole = sum(map(len, runs))
        merged = self.team.results(merging(runs)) if len(runs) > 1 else iter(runs)
        self.storage.put(keys_of(layer + 1), self._counted(merged), whole, np.int64)

    def are_apart(self, separation: Separation) -> bool:
        """Whether no state lies in two layers."""
        layers = [self.storage.get(keys_of(layer)) for layer in range(len(self.sizes))]
        if separation.holds(layers):
            return True
        return sum(map(len, self.team.results(merging(layers)))) == self.found

    def _counted(self, parts: Iterator[np.ndarray]) -> Iterator[np.ndarray]:
        for part in parts:
            self.found += len(part)
            yield part

    def _report(self, layer: int) -> None:
        def report() -> Progress:
            seconds = perf_counter() - self.began
            return Progress("explore", self.facts.states, self.facts.moves, layer, seconds)

        self.reporter.tell(report)


def keys_of(layer: int) -> str:
    """The name of a layer's keys."""
    return f"keys {layer}"


def run_of(keys: np.ndarray, asker: Asker) -> tuple[np.ndarray, Facts]:
    """The keys that the moves of a piece lead to, ascending, and what is known of the piece."""
    facts, parts = Facts(), []
    for _, told in asker.stretches(keys):
        facts.hear(told)
        parts.append(told.children.copy())
    return together(parts, asker), facts


def together(parts: Sequence[np.ndarray], asker: Asker) -> np.ndarray:
    """The keys of several rows, ascending, each once."""
    keys = np.concatenate(parts) if parts else np.empty(0, np.int64)
    count = load("layers").sorted_unique(keys, asker.sorting_room(len(keys)))
    return keys[:count].copy()


def merging(runs: Sequence[np.ndarray]) -> Iterator[Work[np.ndarray]]:
    """The work of merging runs, part after part of the keys."""
    places = [np.searchsorted(run, bounds(runs)) for run in runs]
    for part in range(len(places[0]) - 1):
        slices = [run[at[part] : at[part + 1]] for run, at in zip(runs, places, strict=True)]
        yield partial(together, slices)


def bounds(runs: Sequence[np.ndarray]) -> np.ndarray:
    """Keys between which there are about as many keys of all runs, the first and last included."""
    parts = max(1, sum(map(len, runs)) // PART)
    picked = [run[:: max(1, len(run) // (SAMPLES * parts // len(runs) + 1))] for run in runs]
    sample = np.sort(np.concatenate(picked))
    inner = sample[np.arange(1, parts) * len(sample) // parts]
    return np.concatenate(([0], np.unique(inner), [np.iinfo(np.int64).max]))
