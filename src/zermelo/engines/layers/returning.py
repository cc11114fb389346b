"""A layer in which play can come back.

Moves out of the layer have a known worth, so each state has a best way out of it. What follows from
these, and from ends, is spread backwards along the moves that stay inside, the largest worth first
and the fewest plies first among equals (`kernels.returning.settle`). Play that never ends adds
nothing.

The rules are asked twice: how many moves lead into each state, and which. So only those are held,
4 bytes each, and some 7 bytes a state besides; while it is settled, 4 or 8 more for each state of
one threshold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.layers.asking import NO_FLAGS, Asker, Heard
from zermelo.engines.layers.backward import Later, Sweep, fetched, later_layers
from zermelo.engines.layers.forward import Closed, keys_of
from zermelo.engines.layers.memory import PIECE
from zermelo.engines.layers.moves_into import Inside, MovesInto, narrowest, widened
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.reusing import FromColumns
from zermelo.engines.layers.sharing import Team
from zermelo.engines.layers.storage import Storage
from zermelo.kernels import load

WORTH_AT, PLIES_AT = 0, 1  # of a pair
NO_WAY_OUT = np.iinfo(np.int64).min
BANDS = 16  # parts of a layer whose states are put in order together
MOST_SIZES = 1 << 20  # of worth that are counted one by one
COUNTERS = (1 << 8) + 1  # counters of `cycles.sort`


def pair_sweep(dtype: DTypeLike) -> Sweep:
    """Worth and plies, where play may come back inside a layer."""
    kernel = load("cycles").best_ways_out

    def ends(pay: np.ndarray) -> np.ndarray:
        worth = pay[:, 0]
        return np.stack((worth, np.where(worth == 0, -1, 0)), axis=1)

    def settle(heard: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(heard.counts, worth, NO_FLAGS, heard.gain, heard.again, 0, out)
        out[out[:, WORTH_AT] == 0, PLIES_AT] = -1

    made_by = pair_sweep, (dtype,)
    name = f"pairs of {np.dtype(dtype).name}"  # a narrower type may have been given up half way
    sweep = Sweep(name, dtype, ends, settle, 2, made_by=made_by)
    saved = FromColumns(("value", "plies"), lambda *columns: np.stack(columns, axis=1))
    return Sweep(name, dtype, ends, settle, 2, partial(settled_inside, sweep), made_by, saved)


class Piece(NamedTuple):
    """What the rules say of a piece of a layer."""

    inside: Inside
    ways_out: np.ndarray  # [n, 2] the worth of the best one and its plies; nothing if not asked for


@dataclass(frozen=True)
class LayerAlone:
    """One layer, with what its states need to be asked about."""

    sweep: Sweep
    keys: np.ndarray
    here: int
    later: Later
    ordering: Ordering
    team: Team

    def pieces(self, *, ways_out: bool) -> Iterator[tuple[int, Piece]]:
        """The moves inside, piece after piece, and where each piece begins."""
        lows = range(0, len(self.keys), PIECE)
        works = (partial(self._piece, low, ways_out) for low in lows)
        return zip(lows, self.team.results(works), strict=True)

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


def settled_inside(
    sweep: Sweep, storage: Storage, layer: Closed, ordering: Ordering, team: Team
) -> tuple[DTypeLike, Iterator[np.ndarray]]:
    """The pairs of a whole layer, and the narrowest type that holds them."""
    keys = storage.get(keys_of(layer.number))
    later = later_layers(storage, sweep, layer.facts.targets)
    alone = LayerAlone(sweep, keys, layer.number, later, ordering, team)
    settling = SettlingInside(layer.size)
    for low, piece in alone.pieces(ways_out=True):
        settling.hear(low, piece)
    storage.rest()
    settling.moves.lay_out()
    for low, piece in alone.pieces(ways_out=False):
        settling.moves.fill(low, piece.inside)
    settling.run()
    if settling.most_plies > np.iinfo(sweep.dtype).max:
        raise OverflowError("plies")
    return settling.dtype, settling.pairs()


class SettlingInside:
    """The rows of a layer while it is settled."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.moves = MovesInto(size)
        self.values = np.empty(size, np.int8)
        self.plies = np.empty(size, np.int16)
        self.most_worth = self.most_plies = 0

    @property
    def none(self) -> int:
        """Instead of a worth where there is no way out: below all of them."""
        return int(np.iinfo(self.values.dtype).min)

    def hear(self, low: int, piece: Piece) -> None:
        """Note the best ways out of a piece, and count where its moves lead."""
        self.moves.count(low, piece.inside)
        worth, plies = piece.ways_out[:, WORTH_AT], piece.ways_out[:, PLIES_AT]
        is_there = worth != NO_WAY_OUT
        size = int(np.abs(worth).max(initial=0, where=is_there))
        self.most_worth = max(self.most_worth, size)
        self._make_room(int(plies.max(initial=0)))
        there = slice(low, low + len(worth))
        self.values[there] = np.where(is_there, worth, self.none)
        self.plies[there] = plies

    def _make_room(self, plies: int) -> None:
        """For the largest worth, and for so many plies."""
        before = self.none
        if narrowest(self.most_worth).itemsize > self.values.itemsize:
            values = self.values.astype(narrowest(self.most_worth))
            values[self.values == before] = np.iinfo(values.dtype).min
            self.values = values
        self.plies = widened(self.plies, plies)

    def run(self) -> None:
        """Settle all states, the largest worth first."""
        moves, kernels = self.moves, load("returning")
        line = np.empty(self.size, moves.number)  # written as far as a threshold's states go
        for low, high in self._bands():
            seeds = self._seeds(low, high)
            cursor = np.zeros(4, np.int64)
            while not kernels.settle(
                seeds, cursor, moves.base, moves.begin, moves.into, moves.left, moves.settled,
                line, self.values, self.plies, np.iinfo(self.plies.dtype).max,
            ):  # fmt: skip
                self.plies = widened(self.plies, np.iinfo(self.plies.dtype).max + 1)
        of = moves.left, moves.settled, self.values, self.plies
        self.most_plies = int(kernels.let_be(*of))

    def _bands(self) -> Iterator[tuple[int, int]]:
        """Sizes of worth, from the largest down, that few states have together."""
        if self.most_worth > MOST_SIZES:
            yield 1, self.most_worth
            return
        sizes = np.zeros(self.most_worth + 1, np.int64)
        load("returning").sizes_of_worth(self.values, self.none, sizes)
        high, count = self.most_worth, 0
        for low in range(self.most_worth, 0, -1):
            count += int(sizes[low])
            if low == 1 or count + sizes[low - 1] > self.size // BANDS:
                if count:
                    yield low, high
                high, count = low - 1, 0

    def _seeds(self, low: int, high: int) -> np.ndarray:
        """The states with a way out of such a worth, in the order of `cycles.sort`."""
        moves, kernels = self.moves, load("returning")
        seeds = np.empty(self.size, moves.number)
        of = self.values, moves.left, moves.settled, self.none
        seeds = seeds[: kernels.worth_between(*of, low, high, seeds)]
        spare, place = np.empty_like(seeds), np.empty(COUNTERS, np.int64)
        load("cycles").sort(seeds, spare, self.values, self.plies, place)
        return seeds

    @property
    def dtype(self) -> np.dtype[np.signedinteger]:
        """The narrowest type for worth and plies."""
        return narrowest(max(self.most_worth, self.most_plies))

    def pairs(self) -> Iterator[np.ndarray]:
        """[n, 2] piece after piece."""
        for low in range(0, self.size, PIECE):
            there = slice(low, low + PIECE)
            yield np.stack((self.values[there], self.plies[there]), axis=1)
