"""From the starts to the last layer: the keys of every layer, ascending.

A layer is cut into pieces. The rules are asked about a piece, and the keys that its moves lead to
make runs, one for each layer they are in: ascending, each key once. When no move leads into a layer
any more but its own, its runs are merged. Every key is sorted twice, within a cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from zermelo.engines.layers.asking import NO_NUMBERS, Asker, Facts, different
from zermelo.engines.layers.memory import Memory
from zermelo.engines.layers.merging import merging, together
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.separate import Recurring, Separation
from zermelo.engines.layers.sharing import Team
from zermelo.engines.layers.storage import Storage
from zermelo.graph.progress import Callback, Progress, Reporter
from zermelo.limits.deadline import telling

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
        keys = self._merged(f"{keys_of(number)} 0", names)
        if self.recurring is not None:
            self.is_recurring = self.recurring.is_met(keys)
            if self.is_recurring:
                return
        row, rounds = f"{keys_of(number)} 0", 0
        while len(self.storage.get(row)):
            inner = self._expanded(number, rounds, row, facts, spent)
            new = self._new(f"inner {number} {rounds}", inner, keys)
            if not len(new):
                break
            rounds += 1
            row = f"new {number} {rounds}"
            self.storage.keep(row, new)
            before = f"{keys_of(number)} {rounds - 1}"
            spent += [row, before]
            keys = self._merged(f"{keys_of(number)} {rounds}", [before, row])
        self._add(Closed(number, len(keys), facts))
        self.storage.rename(f"{keys_of(number)} {rounds}", keys_of(number))
        self._note()
        for name in (*names, *spent):
            self.storage.drop(name)

    def _expanded(
        self, number: int, rounds: int, row: str, facts: Facts, spent: list[str]
    ) -> list[str]:
        """Ask about states of a layer; the runs that stay in it."""
        whole = len(self.storage.get(row))
        size = self.memory.piece(whole, facts.widest, is_sent=self.team.is_afar)
        ends = ((low, min(low + size, whole)) for low in range(0, whole, size))
        works = (
            Expanding(self.storage, row, low, high, number, self.ordering,
                      f"piece {number} {rounds} {low} {high}")  # sizes change with the memory
            for low, high in ends
        )  # fmt: skip
        inner: list[str] = []
        for name, told in self.team.results(works):
            heard = Facts.of(told["facts"])
            facts.add(heard)
            for target in told["targets"]:
                run = f"{name} {target}"
                if target == number:
                    inner.append(run)
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

    def _new(self, name: str, runs: Sequence[str], keys: np.ndarray) -> np.ndarray:
        """The keys of some runs that are not known yet."""
        if not runs:
            return NO_NUMBERS
        new = _others(self._merged(name, runs), keys)
        self.storage.drop(name)
        return new

    def _merged(self, name: str, runs: Sequence[str]) -> np.ndarray:
        """Several runs as one row of the storage."""
        if not self.storage.has(name):
            rows = [self.storage.get(run) for run in runs]
            parts = self._parts(name, runs) if len(runs) > 1 else iter(rows)
            self.storage.put(name, parts, sum(map(len, rows)), np.int64)
        return self.storage.get(name)

    def _parts(self, name: str, runs: Sequence[str]) -> Iterator[np.ndarray]:
        """The keys of several runs, part by part; what others have written is dropped once read."""
        for found in self.team.results(
            merging(self.storage, runs, name, is_sent=self.team.is_afar)
        ):
            if isinstance(found, str):
                yield self.storage.get(found)
                self.storage.drop(found)
            else:
                yield found

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
        names = [keys_of(layer.number) for layer in self.layers]
        return sum(map(len, self._parts("all keys", names))) == self.found

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
