"""A layer in which play can come back.

Moves out of the layer have a known worth, so each state has a best way out of it. What follows from
these, and from ends, is spread backwards along the moves that stay inside, the largest worth first
and the fewest plies first among equals (`cycles.settle_layer`). Play that never ends adds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.layers.asking import NO_FLAGS, Asker, Heard
from zermelo.engines.layers.backward import Later, Sweep, fetched
from zermelo.engines.layers.memory import PIECE
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.sharing import Team
from zermelo.kernels import load

WORTH_AT, PLIES_AT = 0, 1  # of a pair


class Inside(NamedTuple):
    """The moves that stay in a layer, and the best way out of each state of a piece."""

    pairs: np.ndarray  # [n, 2] the worth of the best way out and its plies
    counts: np.ndarray  # [n] the moves that stay
    to: np.ndarray  # [m] the places that they lead to
    again: np.ndarray  # [m], or nothing


def pair_sweep(dtype: DTypeLike) -> Sweep:
    """Worth and plies, where play may come back inside a layer."""
    kernel = load("cycles").best_ways_out

    def ends(pay: np.ndarray) -> np.ndarray:
        worth = pay[:, 0]
        return np.stack((worth, np.where(worth == 0, -1, 0)), axis=1)

    def settle(heard: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(heard.counts, worth, NO_FLAGS, heard.gain, heard.again, out)
        out[out[:, WORTH_AT] == 0, PLIES_AT] = -1

    sweep = Sweep("pairs", dtype, ends, settle, 2)
    return Sweep("pairs", dtype, ends, settle, 2, partial(settled_inside, sweep))


def settled_inside(
    sweep: Sweep, keys: np.ndarray, here: int, later: Later, ordering: Ordering, team: Team
) -> Iterator[np.ndarray]:
    """The pairs of a whole layer, in one part."""
    size = len(keys)
    pairs, counts = np.empty((size, 2), np.int64), np.empty(size, np.int64)
    rows: list[np.ndarray] = []
    flags: list[np.ndarray] = []
    for begin, inside in enumerate_pieces(sweep, keys, here, later, ordering, team):
        pairs[begin : begin + len(inside.pairs)] = inside.pairs
        counts[begin : begin + len(inside.pairs)] = inside.counts
        rows.append(inside.to)
        flags.append(inside.again)
    first = np.concatenate(([0], np.cumsum(counts)))
    to, again = np.concatenate(rows), np.concatenate(flags)
    kernels = load("cycles")
    start, into = np.empty(size + 1, np.int64), np.empty(len(to), np.uint32)
    back = np.empty(len(again), np.uint8)
    if len(again):
        kernels.parents_again(first, to, again, start, into, back)
    else:
        kernels.parents(first, to, start, into)
    values, plies = pairs[:, WORTH_AT].copy(), pairs[:, PLIES_AT].astype(np.int32)
    kernels.settle_layer(start, into, back, counts.astype(np.int32), values, plies)
    if int(plies.max(initial=0)) > np.iinfo(sweep.dtype).max:
        raise OverflowError("plies")
    pairs[:, WORTH_AT], pairs[:, PLIES_AT] = values, plies
    yield pairs


def enumerate_pieces(
    sweep: Sweep, keys: np.ndarray, here: int, later: Later, ordering: Ordering, team: Team
) -> Iterator[tuple[int, Inside]]:
    """What is known of a layer before its inner moves are followed, and where each piece begins."""
    lows = range(0, len(keys), PIECE)
    works = (partial(_inside, sweep, keys, low, here, later, ordering) for low in lows)
    return zip(lows, team.results(works), strict=True)


def _inside(
    sweep: Sweep,
    keys: np.ndarray,
    low: int,
    here: int,
    later: Later,
    ordering: Ordering,
    asker: Asker,
) -> Inside:
    piece = keys[low : low + PIECE]
    pairs, counts = np.zeros((len(piece), 2), np.int64), np.zeros(len(piece), np.int64)
    rows, flags = [np.empty(0, np.uint32)], [NO_FLAGS]
    kernels = load("layers")
    out_of = load("cycles").best_ways_out
    for begin, heard in asker.stretches(piece):
        size = len(heard.counts)
        targets = ordering.targets(here, heard, asker)
        worth = fetched(heard, targets, later, sweep, asker)
        stays = targets == here
        stretch = pairs[begin : begin + size]
        out_of(heard.counts, worth, stays.view(np.uint8), heard.gain, heard.again, stretch)
        stretch[heard.ends] = sweep.ends(heard.pay)
        places = asker.places(len(heard.children))
        kernels.places(heard.children, heard.counts, targets, here, keys, places)
        source = np.repeat(np.arange(size), heard.counts)[stays]
        counts[begin : begin + size] = np.bincount(source, minlength=size)
        rows.append(places[stays].astype(np.uint32))
        if len(heard.again):
            flags.append(heard.again[stays])
    return Inside(pairs, counts, np.concatenate(rows), np.concatenate(flags))


def grounded(first: np.ndarray, to: np.ndarray) -> np.ndarray:
    """[n] whether no play inside a layer goes on for ever, from the moves that stay in it."""
    kernels, size = load("cycles"), len(first) - 1
    start, into = np.empty(size + 1, np.int64), np.empty(len(to), np.uint32)
    kernels.parents(first, to, start, into)
    out = np.zeros(size, np.uint8)
    kernels.grounded(start, into, first, out)
    return out
