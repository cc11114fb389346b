"""From the starts to the last layer: the keys of every layer, ascending.

A layer is cut into pieces. The rules are asked about a piece, and the keys that its moves lead to
make runs, one for each layer they are in: ascending, each key once. When no move leads into a layer
any more but its own, its runs are merged. Every key is sorted twice, within a cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import NamedTuple

import numpy as np

from zermelo.engines.layers.asking import Facts
from zermelo.engines.layers.expanding import Expanding, PartOfLevel, PieceTold, by_layer
from zermelo.engines.layers.memory import Memory
from zermelo.engines.layers.merging import cut_runs, merging, together
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.separate import MIXING, Recurring, Separation
from zermelo.engines.layers.sharing import Meanwhile, Team
from zermelo.engines.layers.storage import Note, RowParts, Storage, row_of
from zermelo.graph.progress import Callback, Progress, Reporter
from zermelo.limits.deadline import telling

STARTS_AT_ONCE = 1 << 20  # that make a run


class Enough(Exception):
    """So many states were asked about that the work is left."""


class Closed(NamedTuple):
    """A layer whose states are all known."""

    number: int
    size: int
    facts: Facts


class OtherStarts(Exception):
    """Earlier work is found that began elsewhere."""


class StartsSeen:
    """What tells starts from others, in whatever order they come: their number and a sum."""

    def __init__(self) -> None:
        self.count = self.sum = 0

    def seen(self, starts: Iterator[np.ndarray]) -> Iterator[np.ndarray]:
        """The same, while they are added up."""
        for keys in starts:
            mixed = keys * MIXING
            mixed = (mixed ^ mixed >> 29) * MIXING
            self.count += len(keys)
            self.sum = (self.sum + int(mixed.sum())) % 2**64
            yield keys

    @property
    def told(self) -> list[int]:
        """In numbers, which a file can hold."""
        return [self.count, self.sum]


def _bundled(rows: Iterator[np.ndarray]) -> Iterator[np.ndarray]:
    """Rows together, until they are worth sorting."""
    held: list[np.ndarray] = []
    for row in rows:
        held.append(row)
        if sum(map(len, held)) >= STARTS_AT_ONCE:
            yield np.concatenate(held)
            held = []
    if held:
        yield np.concatenate(held)


class ToLast(NamedTuple):
    """What is known and not yet on the disk."""

    note: Note
    closed: tuple[int, ...]  # layers
    spent: tuple[str, ...]  # rows that nobody needs any more when it is there


class Forward:
    """Explores a game layer by layer.

    After every layer, and after every piece of one, the storage holds all that is known: where it
    lasts, work that was ended goes on from there. Now and then that is brought to the disk, so that
    a machine that stops takes little along.
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
        self.expected = 0  # states that there are at least; 0 where nobody knows
        self.widest = 0  # the most moves of a state so far
        self.starts, self.roots = StartsSeen(), 0
        self._flushed: set[str] = set()  # runs that are on the disk
        self._to_last: ToLast | None = None

    def run(self, starts: Iterator[np.ndarray], most: int) -> bool:
        """All layers, from those of the starts; False when there are more states than `most`.

        It ends where play is seen to come back to an earlier level (`is_recurring`).
        """
        with telling(lambda: self._told(len(self.layers)).summary), Meanwhile() as meanwhile:
            if not self._goes_on(starts):
                self._begin(starts)
            try:
                while self.waiting and not self.is_recurring and self.found <= most:
                    number = min(self.waiting) if self.ordering.rises else max(self.waiting)
                    self._note(number, self._close(number))
                    if meanwhile.is_due or not self.storage.lasts:
                        self._make_last_beside(meanwhile)
            except BaseException:
                with suppress(Exception):  # what is known lasts, if it can
                    self._make_last_beside(meanwhile)
                raise
            self._make_last_beside(meanwhile)
        if not self.waiting and self.storage.lasts:  # work before may have had others
            self.storage.drop_all("piece")
            self.storage.drop_all("part")
        return self.is_recurring or self.found <= most

    # -- what lasts ------------------------------------------------------------------------------

    def _begin(self, starts: Iterator[np.ndarray]) -> None:
        """The starts, by their layers: sorted runs, merged for each layer."""
        asker = self.team.askers[0]
        for count, keys in enumerate(_bundled(self.starts.seen(starts))):
            of = self.ordering.starts(keys, asker)
            for number, some in by_layer(keys, of):
                self._wait(number, f"start {number} {count}", together([some]))
        for number, names in self.waiting.items():
            row = self._merged(f"starts {number}", names)
            self.roots += len(row)
            for name in names:
                self.storage.drop(name)
        self.waiting = {number: [f"starts {number}"] for number in self.waiting}
        for names in self.waiting.values():
            self.storage.flush(*names)
        self.storage.write_note("forward", self._noted())

    def _wait(self, number: int, name: str, run: np.ndarray) -> None:
        self.storage.keep(name, run)
        self.waiting.setdefault(number, []).append(name)

    def _noted(self) -> Note:
        """All that is known when a layer is closed, besides rows."""
        return {
            "layers": [[one.number, one.size, one.facts.told] for one in self.layers],
            "waiting": [[number, list(names)] for number, names in self.waiting.items()],
            "roots": self.roots,
            "starts": self.starts.told,
            "is_apart": self.is_apart,
        }

    def _note(self, number: int, spent: Sequence[str]) -> None:
        """A layer is closed: what is known now, and what nobody needs when that lasts."""
        if not self.is_recurring:
            before = self._to_last or ToLast({}, (), ())
            self._to_last = ToLast(self._noted(), (*before.closed, number), (*before.spent, *spent))

    def _make_last_beside(self, meanwhile: Meanwhile) -> None:
        """Begin to make last what is known."""
        if self._to_last is not None:
            last, self._to_last = partial(self._make_last, self._to_last), None
            meanwhile.do(last) if self.storage.lasts else last()

    def _make_last(self, known: ToLast) -> None:
        """Bring layers that are closed and the runs they lead to to the disk, and note them: then
        nobody needs what they were made of.
        """
        waiting = [name for _, names in known.note["waiting"] for name in names]
        for name in (*map(keys_of, known.closed), *waiting):
            if name not in self._flushed:
                self.storage.flush(name)
        self._flushed = set(waiting)
        self.storage.write_note("forward", known.note)
        for name in known.spent:
            self.storage.drop(name)

    def _goes_on(self, starts: Iterator[np.ndarray]) -> bool:
        """Whether earlier work is found; then this goes on where that ended."""
        note = self.storage.note("forward")
        if note is None:
            return False
        for _ in self.starts.seen(starts):
            pass
        if note["starts"] != self.starts.told:
            raise OtherStarts
        self.roots = note["roots"]
        self.waiting, self.is_apart = dict(note["waiting"]), note["is_apart"]
        for number, size, told in note["layers"]:
            self._add(Closed(number, size, Facts.of(told)))
            if self.recurring is not None and self.waiting:
                self.recurring.is_met(self.storage.get(keys_of(number)))
        return True

    def _add(self, layer: Closed) -> None:
        self.layers.append(layer)
        self.found += layer.size
        self.widest = max(self.widest, layer.facts.widest)

    # -- layers ----------------------------------------------------------------------------------

    def _close(self, number: int) -> list[str]:
        """All states of a layer, and the runs of those that it leads to; what is spent by then."""
        names, spent, facts = self.waiting.pop(number), list[str](), Facts()
        first, team = f"{keys_of(number)} 0", self.team.for_states(self._most(names))
        is_asked = team.is_afar and self.ordering.has_levels and len(names) > 1
        if is_asked:
            self._merge_and_ask(number, first, names, facts, spent)
        keys = self._merged(first, names)
        if self.recurring is not None:
            self.is_recurring = self.recurring.is_met(keys)
            if self.is_recurring:
                return []
        row, rounds = first, 0
        while not is_asked and len(self.storage.glance(row)):
            inner = self._expanded(number, rounds, row, facts, spent)
            if not inner:
                break
            rounds += 1
            row = f"new {number} {rounds}"
            self._merged(row, inner)
            before = f"{keys_of(number)} {rounds - 1}"
            spent += [row, before]
            keys = self._merged(f"{keys_of(number)} {rounds}", [before, row])
        self._add(Closed(number, len(keys), facts))
        self.storage.rename(f"{keys_of(number)} {rounds}", keys_of(number))
        return [*names, *spent]

    def _expanded(
        self, number: int, rounds: int, row: str, facts: Facts, spent: list[str]
    ) -> list[str]:
        """Ask about states of a layer; the runs that stay in it."""
        whole = len(self.storage.glance(row))
        widest = max(facts.widest, self.widest)
        team = self.team.for_states(whole)
        ends = self.memory.pieces(whole, widest, is_sent=team.is_afar)
        works = (
            Expanding(self.storage, row, f"{keys_of(number)} {rounds}", low, high, number,
                      self.ordering, f"piece {number} {rounds} {low} {high}")
            for low, high in ends  # sizes change with the memory
        )  # fmt: skip
        inner: list[str] = []
        for name, told in team.results(works):
            inner += self._heard(number, name, told, facts)
            spent.append(name)
        spent += inner
        return inner

    def _heard(self, number: int, name: str, told: PieceTold, facts: Facts) -> list[str]:
        """Note what is known of a piece; its runs that stay in the layer."""
        heard = Facts.of(told["facts"])
        facts.add(heard)
        inner: list[str] = []
        for target in told["targets"]:
            runs = inner if target == number else self.waiting.setdefault(target, [])
            runs.append(f"{name} {target}")
        self.asked, self.moves = self.asked + heard.states, self.moves + heard.moves
        if not self.storage.lasts:
            self.memory.hold(self.storage.held, max(self.found, self.asked))
        self._report(number)
        if self.enough is not None and self.asked >= self.enough:
            raise Enough
        return inner

    def _merge_and_ask(
        self, number: int, row: str, names: Sequence[str], facts: Facts, spent: list[str]
    ) -> None:
        """Have the parts of a level merged and asked about in one go: nobody waits for the whole.

        Nothing leads from a level into itself, so a part needs no other.
        """
        self.storage.drop(row)  # it was put there by work that was ended before the level was noted
        most = self._most(names)
        size = self.memory.piece(most, self.widest, is_sent=True)
        works = (
            PartOfLevel(self.storage, *part, number, self.ordering)
            for part in cut_runs(self.storage, names, row, size, is_sent=True)
        )

        def keys() -> Iterator[str]:
            for part, name, told in self.team.results(works):
                self._heard(number, name, told, facts)
                spent.append(name)
                yield part
                self.storage.drop(part)

        self.storage.put(row, keys(), most, np.int64)

    def _most(self, runs: Sequence[str]) -> int:
        """Keys of some runs, those of several counted several times."""
        return sum(len(self.storage.glance(run)) for run in runs)

    def _merged(self, name: str, runs: Sequence[str]) -> np.ndarray:
        """Several runs as one row of the storage."""
        if not self.storage.is_sound(name):
            most = self._most(runs)
            parts = self._parts(name, runs) if len(runs) > 1 else map(self.storage.get, runs)
            self.storage.put(name, parts, most, np.int64)
        return self.storage.get(name)

    def _parts(self, name: str, runs: Sequence[str]) -> RowParts:
        """The keys of several runs, part by part; what others have written is dropped once read."""
        team = self.team.for_states(self._most(runs))
        for found in team.results(merging(self.storage, runs, name, is_sent=team.is_afar)):
            yield found
            if isinstance(found, str):
                self.storage.drop(found)

    def are_apart(self, separation: Separation) -> bool:
        """Whether no state lies in two layers; noted, for it takes a look at all keys."""
        if self.is_apart is None:
            self.is_apart = self._found_apart(separation)
            self.storage.write_note("forward", self._noted())
        return self.is_apart

    def _found_apart(self, separation: Separation) -> bool:
        layers = [self.storage.get(keys_of(layer.number)) for layer in self.layers]
        if separation.holds(layers, self.team):
            return True
        names = [keys_of(layer.number) for layer in self.layers]
        parts = self._parts("all keys", names)
        return sum(len(row_of(self.storage, part)) for part in parts) == self.found

    def _report(self, layer: int) -> None:
        self.reporter.tell(lambda: self._told(layer))

    def _told(self, layer: int) -> Progress:
        seconds, disk = perf_counter() - self.began, self.storage.on_disk
        return Progress("explore", self.asked, self.moves, layer, seconds, self.expected, disk)


def keys_of(layer: int) -> str:
    """The name of a layer's keys."""
    return f"keys {layer}"
