"""From the starts to the last layer: the keys of every layer, ascending.

A layer is cut into pieces. The rules are asked about a piece, and the keys that its moves lead to
make runs, one for each layer they are in: ascending, each key once. When no move leads into a layer
any more but its own, its runs are merged. That is done part by part: the keys between two bounds
are taken out of all runs and sorted together. Every key is sorted twice, within a cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from zermelo.engines.layers.asking import NO_NUMBERS, Asker, Facts, different
from zermelo.engines.layers.memory import Memory
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.separate import Recurring, Separation
from zermelo.engines.layers.sharing import Team, Work
from zermelo.engines.layers.storage import Storage
from zermelo.engines.memory.growing_arrays import set_apart
from zermelo.graph.progress import Callback, Progress, Reporter
from zermelo.kernels import load
from zermelo.limits.deadline import telling

PART = 1 << 16  # keys that are sorted together when runs are merged
SAMPLES = 64  # of a run for each part, that its bounds are taken from

Runs = dict[int, np.ndarray]  # layer → keys, ascending


class Enough(Exception):
    """So many states were asked about that the work is left."""


class Closed(NamedTuple):
    """A layer whose states are all known."""

    number: int
    size: int
    facts: Facts


@dataclass(frozen=True)
class Expanding:
    """The runs of a piece of a layer: a task whose only state is rows of the storage."""

    storage: Storage
    row: str  # that the piece is cut out of
    low: int
    high: int
    number: int  # of the layer
    ordering: Ordering
    name: str

    def __call__(self, asker: Asker) -> tuple[str, dict[str, Any]]:
        """The name of the piece, and what is known of it; the runs are in the storage."""
        told = self.storage.note(self.name)
        if told is None:
            keys = self.storage.get(self.row)[self.low : self.high]
            runs, facts = runs_of(keys, self.number, self.ordering, asker)
            for target, run in runs.items():
                self.storage.keep(f"{self.name} {target}", run)
            told = {"facts": facts.told, "targets": list(runs)}
            self.storage.write_note(self.name, told)
        return self.name, told


class Forward:
    """Explores a game layer by layer.

    After every layer, and after every piece of one, the storage holds all that is known: where it
    lasts, work that was ended goes on from there.
    """

    def __init__(
        self,
        storage: Storage,
        team: Team,
        ordering: Ordering,
        memory: Memory,
        progress: Callback | None = None,
        enough: int | None = None,
    ) -> None:
        self.storage, self.team, self.ordering, self.memory = storage, team, ordering, memory
        self.enough = enough  # states of a stretch: when they were asked about, the work is left
        self.layers: list[Closed] = []
        self.waiting: dict[int, list[str]] = {}  # names of the runs of layers to come
        self.recurring = Recurring() if ordering.has_levels else None
        self.is_recurring = False
        self.is_apart: bool | None = None  # whether no state lies in two layers; not known yet
        self.reporter = Reporter(progress)
        self.began = perf_counter()
        self.found = self.asked = self.moves = 0

    def run(self, starts: Iterator[np.ndarray], most: int) -> bool:
        """All layers, from those of the starts; False when there are more states than `most`.

        It ends where play is seen to come back to an earlier level (`is_recurring`).
        """
        with telling(lambda: self._told(len(self.layers)).summary):
            if not self._goes_on():
                self._begin(starts)
            while self.waiting and not self.is_recurring and self.found <= most:
                self._close(min(self.waiting) if self.ordering.rises else max(self.waiting))
        return self.is_recurring or self.found <= most

    # -- what lasts ------------------------------------------------------------------------------

    def _begin(self, starts: Iterator[np.ndarray]) -> None:
        """The starts, by their layers."""
        for count, keys in enumerate(starts):
            of = self.ordering.starts(keys, self.team.askers[0])
            for number in np.unique(of).tolist():
                self._wait(number, f"start {number} {count}", np.unique(keys[of == number]))
        self._note()

    def _wait(self, number: int, name: str, run: np.ndarray) -> None:
        self.storage.keep(name, run)
        self.waiting.setdefault(number, []).append(name)

    def _note(self) -> None:
        """All that is known when a layer is closed, besides rows."""
        self.storage.write_note("forward", {
            "layers": [[one.number, one.size, one.facts.told] for one in self.layers],
            "waiting": [[number, names] for number, names in self.waiting.items()],
            "is_apart": self.is_apart,
        })  # fmt: skip

    def _goes_on(self) -> bool:
        """Whether earlier work is found; then this goes on where that ended."""
        note = self.storage.note("forward")
        if note is None:
            return False
        self.waiting, self.is_apart = dict(note["waiting"]), note["is_apart"]
        for number, size, told in note["layers"]:
            self._add(Closed(number, size, Facts.of(told)))
            if self.recurring is not None and self.waiting:
                self.recurring.is_met(self.storage.get(keys_of(number)))
        return True

    def _add(self, layer: Closed) -> None:
        self.layers.append(layer)
        self.found += layer.size

    # -- layers ----------------------------------------------------------------------------------

    def _close(self, number: int) -> None:
        """All states of a layer, and the runs of those that it leads to."""
        names, spent, facts = self.waiting.pop(number), list[str](), Facts()
        keys = self._merged(f"{keys_of(number)} 0", [self.storage.get(name) for name in names])
        if self.recurring is not None:
            self.is_recurring = self.recurring.is_met(keys)
            if self.is_recurring:
                return
        row, rounds = f"{keys_of(number)} 0", 0
        while len(self.storage.get(row)):
            inner = self._expanded(number, rounds, row, facts, spent)
            new = _others(self._together(inner), keys) if inner else NO_NUMBERS
            if not len(new):
                break
            rounds += 1
            row = f"new {number} {rounds}"
            self.storage.keep(row, new)
            spent += [row, f"{keys_of(number)} {rounds - 1}"]
            keys = self._merged(f"{keys_of(number)} {rounds}", [keys, new])
        self._add(Closed(number, len(keys), facts))
        self.storage.rename(f"{keys_of(number)} {rounds}", keys_of(number))
        self._note()
        for name in (*names, *spent):
            self.storage.drop(name)

    def _expanded(
        self, number: int, rounds: int, row: str, facts: Facts, spent: list[str]
    ) -> list[np.ndarray]:
        """Ask about states of a layer; the runs that stay in it."""
        whole = len(self.storage.get(row))
        size = self.memory.piece(whole, facts.widest)
        works = (
            Expanding(self.storage, row, low, low + size, number, self.ordering,
                      f"piece {number} {rounds} {low}")
            for low in range(0, whole, size)
        )  # fmt: skip
        inner: list[np.ndarray] = []
        for name, told in self.team.results(works):
            heard = Facts.of(told["facts"])
            facts.add(heard)
            for target in told["targets"]:
                run = f"{name} {target}"
                if target == number:
                    inner.append(self.storage.get(run))
                    spent.append(run)
                else:
                    self.waiting.setdefault(target, []).append(run)
            spent.append(name)
            self.asked, self.moves = self.asked + heard.states, self.moves + heard.moves
            if not self.storage.lasts:
                self.memory.hold(self.storage.held, self.found)
            self._report(number)
            if self.enough is not None and self.asked >= self.enough:
                raise Enough
        return inner

    def _merged(self, name: str, runs: Sequence[np.ndarray]) -> np.ndarray:
        """Several runs as one row of the storage."""
        if not self.storage.has(name):
            parts = self.team.results(merging(runs)) if len(runs) > 1 else iter(runs)
            self.storage.put(name, parts, sum(map(len, runs)), np.int64)
        return self.storage.get(name)

    def _together(self, runs: Sequence[np.ndarray]) -> np.ndarray:
        return np.concatenate(list(self.team.results(merging(runs)))) if len(runs) > 1 else runs[0]

    def are_apart(self, separation: Separation) -> bool:
        """Whether no state lies in two layers; noted, for it takes a look at all keys."""
        if self.is_apart is None:
            self.is_apart = self._found_apart(separation)
            self._note()
        return self.is_apart

    def _found_apart(self, separation: Separation) -> bool:
        layers = [self.storage.get(keys_of(layer.number)) for layer in self.layers]
        if separation.holds(layers, self.team):
            return True
        return sum(map(len, self.team.results(merging(layers)))) == self.found

    def _report(self, layer: int) -> None:
        self.reporter.tell(lambda: self._told(layer))

    def _told(self, layer: int) -> Progress:
        seconds, disk = perf_counter() - self.began, self.storage.on_disk
        return Progress("explore", self.asked, self.moves, layer, seconds, 0, disk)


def keys_of(layer: int) -> str:
    """The name of a layer's keys."""
    return f"keys {layer}"


def _others(found: np.ndarray, known: np.ndarray) -> np.ndarray:
    """The keys that are not known; both rows ascend."""
    place = np.minimum(np.searchsorted(known, found), len(known) - 1)
    new: np.ndarray = found[known[place] != found]
    return new


def runs_of(keys: np.ndarray, here: int, ordering: Ordering, asker: Asker) -> tuple[Runs, Facts]:
    """The keys that the moves of a piece lead to, layer by layer, and what is known of it."""
    facts = Facts()
    parts: dict[int, list[np.ndarray]] = {}
    for _, heard in asker.stretches(keys):
        facts.hear(heard)
        if not len(heard.children):
            continue
        targets = ordering.targets(here, heard, asker)
        if not len(targets):
            parts.setdefault(here + 1, []).append(heard.children.copy())
            continue
        if len(heard.gain) and heard.gain[targets == here].any():
            facts.has_inner_gains = True
        for target in different(targets):
            parts.setdefault(target, []).append(heard.children[targets == target])
    facts.has_inner = here in parts
    facts.targets = {*parts} - {here}
    return {target: together(some, asker) for target, some in parts.items()}, facts


def together(parts: Sequence[np.ndarray], asker: Asker) -> np.ndarray:
    """The keys of several rows, ascending, each once."""
    keys = np.concatenate(parts)
    count = load("layers").sorted_unique(keys, asker.sorting_room(len(keys)))
    return set_apart(keys[:count])


def merging(runs: Sequence[np.ndarray]) -> Iterator[Work[np.ndarray]]:
    """The work of merging runs, part after part of the keys."""
    ends = bounds(runs)
    places = [[0, *np.searchsorted(run, ends).tolist(), len(run)] for run in runs]
    for part in range(len(ends) + 1):
        slices = [run[at[part] : at[part + 1]] for run, at in zip(runs, places, strict=True)]
        yield partial(together, slices)


def bounds(runs: Sequence[np.ndarray]) -> np.ndarray:
    """Keys between which there are about as many keys of all runs."""
    parts = max(1, sum(map(len, runs)) // PART)
    picked = [run[:: max(1, len(run) // (SAMPLES * parts // len(runs) + 1))] for run in runs]
    sample = np.sort(np.concatenate(picked))
    return np.unique(sample[np.arange(1, parts) * len(sample) // parts])
