"""A layer in which play can come back.

Moves out of the layer have a known worth, so each state has a best way out of it. What follows from
these, and from ends, is spread backwards along the moves that stay inside, the largest worth first
and the fewest plies first among equals (`cycles.settle_layer`). Play that never ends adds nothing.

The rules are asked twice: how many moves lead into each state, and which. So only those are held,
4 bytes each, and some 30 bytes a state besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.layers.asking import NO_FLAGS, Asker, Heard
from zermelo.engines.layers.backward import Later, Sweep, fetched
from zermelo.engines.layers.memory import PIECE
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.reusing import FromColumns
from zermelo.engines.layers.sharing import Team
from zermelo.kernels import load

WORTH_AT, PLIES_AT = 0, 1  # of a pair


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


class Inside(NamedTuple):
    """The moves of a piece that stay in its layer."""

    counts: np.ndarray  # [n]
    places: np.ndarray  # [m] that they lead to
    again: np.ndarray  # [m], or nothing
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

    def pieces(self, *, ways_out: bool) -> Iterator[tuple[int, Inside]]:
        """The moves inside, piece after piece, and where each piece begins."""
        lows = range(0, len(self.keys), PIECE)
        works = (partial(self._inside, low, ways_out) for low in lows)
        return zip(lows, self.team.results(works), strict=True)

    def _inside(self, low: int, ways_out: bool, asker: Asker) -> Inside:
        piece = self.keys[low : low + PIECE]
        pairs = np.zeros((len(piece), 2), np.int64) if ways_out else np.empty((0, 2), np.int64)
        counts, rows, flags = [], [np.empty(0, np.uint32)], [NO_FLAGS]
        for begin, heard in asker.stretches(piece):
            targets = self.ordering.targets(self.here, heard, asker)
            stays = targets == self.here
            if ways_out:
                self._find_ways_out(heard, targets, stays, asker, pairs[begin:])
            places = asker.places(len(heard.children))
            children = heard.children, heard.counts, targets
            load("layers").places(*children, self.here, self.keys, places)
            size = len(heard.counts)
            source = np.repeat(np.arange(size), heard.counts)[stays]
            counts.append(np.bincount(source, minlength=size))
            rows.append(places[stays].astype(np.uint32))
            if len(heard.again):
                flags.append(heard.again[stays])
        together = np.concatenate
        return Inside(together(counts), together(rows), together(flags), pairs)

    def _find_ways_out(
        self, heard: Heard, targets: np.ndarray, stays: np.ndarray, asker: Asker, out: np.ndarray
    ) -> None:
        worth = fetched(heard, targets, self.later, self.sweep, asker)
        of = heard.counts, worth, stays.view(np.uint8), heard.gain, heard.again
        load("cycles").best_ways_out(*of, np.iinfo(np.int64).min, out)
        out[heard.ends] = self.sweep.ends(heard.pay)


def settled_inside(
    sweep: Sweep, keys: np.ndarray, here: int, later: Later, ordering: Ordering, team: Team
) -> Iterator[np.ndarray]:
    """The pairs of a whole layer."""
    layer = LayerAlone(sweep, keys, here, later, ordering, team)
    dtype = np.int32 if np.dtype(sweep.dtype).itemsize <= 2 else np.int64
    none, size, kernels = np.iinfo(dtype).min, len(keys), load("cycles")
    values, plies, left = np.empty(size, dtype), np.empty(size, np.int32), np.empty(size, np.int32)
    start = np.zeros(size + 1, np.int64)
    has_again = False
    for low, inside in layer.pieces(ways_out=True):
        piece = slice(low, low + len(inside.counts))
        values[piece] = np.maximum(inside.ways_out[:, WORTH_AT], none)
        plies[piece] = inside.ways_out[:, PLIES_AT]
        left[piece] = inside.counts
        kernels.count_places(inside.places, start)
        has_again |= bool(inside.again.any())
    np.cumsum(start, out=start)
    into = np.empty(int(start[-1]), np.uint32)
    back = np.empty(len(into) if has_again else 0, np.uint8)
    for low, inside in layer.pieces(ways_out=False):
        again = inside.again if has_again else NO_FLAGS
        kernels.fill_places(inside.places, again, inside.counts, low, start, into, back)
    kernels.step_back(start)
    kernels.settle_layer(start, into, back, left, none, values, plies)
    if int(plies.max(initial=0)) > np.iinfo(sweep.dtype).max:
        raise OverflowError("plies")
    for low in range(0, size, PIECE):
        yield np.stack((values[low : low + PIECE], plies[low : low + PIECE]), axis=1)


def grounded(first: np.ndarray, to: np.ndarray) -> np.ndarray:
    """[n] whether no play inside a layer goes on for ever, from the moves that stay in it."""
    kernels, size = load("cycles"), len(first) - 1
    start, into = np.empty(size + 1, np.int64), np.empty(len(to), np.uint32)
    kernels.parents(first, to, start, into)
    out = np.zeros(size, np.uint8)
    kernels.grounded(start, into, first, out)
    return out
