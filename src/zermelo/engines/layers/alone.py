"""One layer by itself: its moves inside, the ways out of it, and what its states are worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from zermelo.engines.layers.asking import Asker, Heard
from zermelo.engines.layers.backward import Later, fetched, later_layers
from zermelo.engines.layers.forward import keys_of
from zermelo.engines.layers.memory import PIECE
from zermelo.engines.layers.moves_into import Inside, narrowest, widened
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.recurrences import Means, Sweep
from zermelo.engines.layers.storage import Storage
from zermelo.kernels import load

WORTH_AT, PLIES_AT = 0, 1  # of a pair
NO_WAY_OUT = np.iinfo(np.int64).min


class Piece(NamedTuple):
    """What the rules say of a piece of a layer."""

    inside: Inside
    ways_out: np.ndarray  # [n, 2] the worth of the best one and its plies; nothing if not asked for


@dataclass(frozen=True)
class LayerAlone:
    """One layer, with what its states need to be asked about; to others it is rows by names."""

    storage: Storage
    here: int
    targets: tuple[int, ...]
    sweep: Sweep
    ordering: Ordering

    def __reduce__(self) -> tuple[object, ...]:
        return LayerAlone, (self.storage, self.here, self.targets, self.sweep, self.ordering)

    @cached_property
    def keys(self) -> np.ndarray:
        """[N] of its states."""
        return self.storage.get(keys_of(self.here))

    @cached_property
    def later(self) -> Later:
        """The layers that it leads to."""
        return later_layers(self.storage, self.sweep, self.targets)

    def pieces(
        self, means: Means, *, ways_out: bool = True, done: float = 0
    ) -> Iterator[tuple[int, Piece]]:
        """The moves inside, piece after piece, and where each begins; a third of the work."""
        lows = range(0, len(self.keys), PIECE)
        works = (partial(self._piece, low, ways_out) for low in lows)
        for low, piece in zip(lows, means.team.results(works), strict=True):
            means.tell(done + low / len(self.keys) / 3)
            yield low, piece

    def ways_out(self, low: int, high: int, asker: Asker) -> np.ndarray:
        """[n, 2] the best ways out of a piece alone."""
        keys = self.keys[low:high]
        pairs = np.empty((len(keys), 2), np.int64)
        for begin, heard in asker.stretches(keys):
            targets = self.ordering.targets(self.here, heard, asker)
            self._find_ways_out(heard, targets, asker, pairs[begin:])
        return pairs

    def _piece(self, low: int, ways_out: bool, asker: Asker) -> Piece:
        keys = self.keys[low : low + PIECE]
        pairs = np.empty((len(keys) if ways_out else 0, 2), np.int64)
        found = []
        for begin, heard in asker.stretches(keys):
            targets = self.ordering.targets(self.here, heard, asker)
            if ways_out:
                self._find_ways_out(heard, targets, asker, pairs[begin:])
            found.append(Inside.of(heard, targets, self.here, self.keys, asker))
        return Piece(Inside.together(found), pairs)

    def _find_ways_out(
        self, heard: Heard, targets: np.ndarray, asker: Asker, out: np.ndarray
    ) -> None:
        worth = fetched(heard, targets, self.later, self.sweep, asker)
        stays = (targets == self.here).view(np.uint8)
        of = heard.counts, worth, stays, heard.gain, heard.again
        load("cycles").best_ways_out(*of, NO_WAY_OUT, out)
        out[heard.ends] = self.sweep.ends(heard.pay)


class Pairs:
    """[N] worth and plies: of the best way out at first, of the state itself in the end."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.values = np.empty(size, np.int8)
        self.plies = np.empty(size, np.int16)
        self.most_worth = self.most_plies = 0

    @property
    def none(self) -> int:
        """Instead of a worth where there is no way out: below all of them."""
        return int(np.iinfo(self.values.dtype).min)

    def hear(self, low: int, ways_out: np.ndarray) -> None:
        """Note the best ways out of a piece."""
        worth, plies = ways_out[:, WORTH_AT], ways_out[:, PLIES_AT]
        is_there = worth != NO_WAY_OUT
        size = int(np.abs(worth).max(initial=0, where=is_there))
        self.most_worth = max(self.most_worth, size)
        self._widen_values()
        self.make_room(int(plies.max(initial=0)))
        there = slice(low, low + len(worth))
        self.values[there] = np.where(is_there, worth, self.none)
        self.plies[there] = plies

    def _widen_values(self) -> None:
        before = self.none
        if narrowest(self.most_worth).itemsize > self.values.itemsize:
            values = self.values.astype(narrowest(self.most_worth))
            values[self.values == before] = np.iinfo(values.dtype).min
            self.values = values

    def make_room(self, plies: int) -> None:
        """For so many plies."""
        self.plies = widened(self.plies, plies)

    def sizes(self) -> np.ndarray:
        """How many states have a way out of each size of worth."""
        found = np.zeros(self.most_worth + 1, np.int64)
        load("returning").sizes_of_worth(self.values, self.none, found)
        return found

    def let_be(self, status: np.ndarray, settled: int) -> None:
        """All is settled that can be; from everywhere else play goes on for ever."""
        of = status, settled, self.values, self.plies
        self.most_plies = int(load("returning").let_be(*of))

    @property
    def dtype(self) -> np.dtype[np.signedinteger]:
        """The narrowest type for worth and plies."""
        return narrowest(max(self.most_worth, self.most_plies))

    def pieces(self) -> Iterator[np.ndarray]:
        """[n, 2] piece after piece."""
        for low in range(0, self.size, PIECE):
            there = slice(low, low + PIECE)
            yield np.stack((self.values[there], self.plies[there]), axis=1)
