"""States by number: the place of a key in its layer, behind all states of the layers before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from zermelo.engines.layers.asking import NO_NUMBERS, Asker, Heard
from zermelo.engines.layers.forward import Closed, keys_of
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.storage import Storage
from zermelo.graph.contract import NOT_FOUND
from zermelo.kernels import load
from zermelo.machine.machine import Machine
from zermelo.machine.words import Unpacked, Words
from zermelo.model.game import State, declares

KEYS_DECODED = 1 << 13  # states that are made of their keys together
ROOM_TO_ASK = 1 << 26  # bytes for the moves of some states


class NumberedLayers:
    """All states of a game, layer after layer, and what the rules say of them."""

    def __init__(
        self,
        machine: Machine,
        words: Words,
        storage: Storage,
        closed: Sequence[Closed],
        ordering: Ordering,
        memory: int,
    ) -> None:
        self.machine, self.words, self.storage = machine, words, storage
        self.closed, self.ordering, self.memory = closed, ordering, memory
        self.sizes = [layer.size for layer in closed]
        self.offsets = np.concatenate(([0], np.cumsum(self.sizes, dtype=np.int64)))
        self.index = {layer.number: index for index, layer in enumerate(closed)}
        self.latest = 0  # who asks about a state asks about its children, mostly

    def __getstate__(self) -> dict[str, object]:
        """Everything but what asks the rules here."""
        return {name: part for name, part in vars(self).items() if name != "asker"}

    def __len__(self) -> int:
        return int(self.offsets[-1])

    def key(self, state: State) -> np.ndarray | None:
        """[1, K] the key of a state; None for what cannot be one."""
        return self.machine.exact_key(state)

    def keys(self, index: int) -> np.ndarray:
        """[n] the keys of a layer, ascending."""
        return self.storage.glance(keys_of(self.closed[index].number))

    def number(self, state: State) -> int:
        """The number of a state, or NOT_FOUND."""
        whole = self.key(state)
        if whole is None:
            return NOT_FOUND
        try:
            key = self.words.pack(whole)[0]
        except Unpacked:
            return NOT_FOUND
        for index in self._where(state):
            keys = self.keys(index)
            place = int(keys.searchsorted(key))
            if place < len(keys) and keys[place] == key:
                self.latest = index
                return int(self.offsets[index]) + place
        return NOT_FOUND

    def _where(self, state: State) -> Sequence[int]:
        """The layers that a state may be in, by their index: levels, from the one found last on."""
        if self.ordering.has_levels:
            return [*range(self.latest, len(self.closed)), *range(self.latest)]
        game = self.machine.game
        same = game.canonical(state) if declares(game, "canonical") else state
        index = self.index.get(game.layer(same))
        return () if index is None else (index,)

    def state(self, number: int) -> State:
        """The state of a number."""
        layer = self.layer_of(number)
        key = self.keys(layer)[number - self.offsets[layer]]
        return self.machine.state(self.words.unpack(np.array([key]))[0])

    def layer_of(self, number: int) -> int:
        """The layer of a number."""
        return int(np.searchsorted(self.offsets, number, side="right")) - 1

    def states_of(self, numbers: np.ndarray) -> Iterator[State]:
        """The states of ascending numbers, decoded in bulk."""
        for low in range(0, len(numbers), KEYS_DECODED):
            some = np.asarray(numbers[low : low + KEYS_DECODED], np.int64)
            yield from self.machine.layout.decode_all(self.words.unpack(self.keys_at(some)))

    def keys_at(self, numbers: np.ndarray) -> np.ndarray:
        """[n] the keys of ascending numbers."""
        parts = [self.keys(index)[places] for index, places in self._by_layer(numbers)]
        return np.concatenate(parts) if parts else NO_NUMBERS

    def keys_between(self, begin: int, end: int) -> np.ndarray:
        """[n] the keys of numbers begin … end − 1; no copy where all are of one layer.

        It is asked for all keys in turn, so that they are read to their end, and checked.
        """
        parts = []
        for index in range(self.layer_of(begin), self.layer_of(max(begin, end - 1)) + 1):
            low, high = (max(0, number - int(self.offsets[index])) for number in (begin, end))
            parts.append(self.storage.get(keys_of(self.closed[index].number))[low:high])
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    @property
    def all_numbers(self) -> np.ndarray:
        """[N] 0, 1, …"""
        return np.arange(len(self))

    def turn(self, number: int) -> int:
        """Whose turn it is."""
        layer = self.layer_of(number)
        key = self.keys(layer)[number - self.offsets[layer] :][:1]
        return int(self.asker.runner.turns(self.words.unpack(key), 0, 1)[0])

    @cached_property
    def asker(self) -> Asker:
        """Asks the rules, for one thread."""
        return Asker(self.machine, self.words, min(self.memory, ROOM_TO_ASK))

    def heard_of(self, layer: int, keys: np.ndarray | None = None) -> Iterator[tuple[int, Heard]]:
        """What the rules say of a layer, or of some of its keys, and where each stretch begins."""
        return self.asker.stretches(self.keys(layer) if keys is None else keys)

    def all_heard(self) -> Iterator[tuple[int, Heard]]:
        """What the rules say of all states, and the number that each stretch begins with."""
        for layer, offset in enumerate(self.offsets[:-1].tolist()):
            for begin, heard in self.heard_of(layer):
                yield offset + begin, heard

    def reached_from(self, number: int) -> Sequence[int]:
        """The numbers of all states that a state reaches."""
        line = np.array([number])
        seen = line
        while len(line):
            found = [self._children(index, places) for index, places in self._by_layer(line)]
            line = np.setdiff1d(np.concatenate(found), seen)
            seen = np.union1d(seen, line)
        reached: Sequence[int] = seen.tolist()
        return reached

    def _by_layer(self, numbers: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
        """Ascending numbers by the index of their layer, as places in it."""
        cuts = np.searchsorted(numbers, self.offsets)
        for index, (low, high) in enumerate(pairwise(cuts.tolist())):
            if low < high:
                yield index, numbers[low:high] - self.offsets[index]

    def _children(self, index: int, places: np.ndarray) -> np.ndarray:
        """The numbers of all that some states of a layer lead to."""
        keys = self.keys(index)[places]
        found = [self.numbers(index, heard) for _, heard in self.heard_of(index, keys)]
        return np.unique(np.concatenate(found))

    def numbers(self, index: int, heard: Heard) -> np.ndarray:
        """[m] the numbers of the children of a stretch of a layer."""
        layer = self.closed[index]
        targets = self.ordering.targets(layer.number, heard, self.asker)
        out, places = np.empty((2, len(heard.children)), np.int64)
        for number in {layer.number, *layer.facts.targets} if len(targets) else layer.facts.targets:
            at = self.index[number]
            load("layers").places(
                heard.children, heard.counts, targets, number, self.keys(at), places
            )
            meant = targets == number if len(targets) else slice(None)
            out[meant] = places[meant] + self.offsets[at]
        return out
