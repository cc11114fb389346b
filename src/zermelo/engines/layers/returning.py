"""A layer in which play can come back.

Moves out of the layer have a known worth, so each state has a best way out of it. What follows from
these, and from ends, is spread backwards along the moves that stay inside, the largest worth first
and the fewest plies first among equals (`kernels.returning.settle`). Play that never ends adds
nothing.

The rules are asked twice: how many moves lead into each state, and which. So only those are held,
4 bytes each, and some 7 bytes a state besides; while it is settled, 4 or 8 more for each state of
one threshold. Where the memory does not hold so much, no move is held: see `rounds`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.layers.alone import PLIES_AT, WORTH_AT, LayerAlone, Pairs
from zermelo.engines.layers.asking import NO_FLAGS, Heard
from zermelo.engines.layers.forward import Closed
from zermelo.engines.layers.moves_into import MovesInto, number_type
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.recurrences import FromColumns, Means, Sweep
from zermelo.engines.layers.rounds import by_rounds
from zermelo.engines.layers.storage import Storage
from zermelo.kernels import load

SETTLING_A_STATE = 20  # bytes, while it is settled, besides its key and its moves
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


def settled_inside(
    sweep: Sweep, storage: Storage, layer: Closed, ordering: Ordering, means: Means
) -> tuple[DTypeLike, Iterator[np.ndarray]]:
    """The pairs of a whole layer, and the narrowest type that holds them."""
    targets = tuple(sorted(layer.facts.targets))
    alone = LayerAlone(storage, layer.number, targets, sweep, ordering)
    held = SETTLING_A_STATE * layer.size + number_type(layer.size)().itemsize * layer.facts.moves
    settle = by_held_moves if held <= means.room else by_rounds
    pairs = settle(alone, means)
    if pairs.most_plies > np.iinfo(sweep.dtype).max:
        raise OverflowError("plies")
    return pairs.dtype, pairs.pieces()


def by_held_moves(alone: LayerAlone, means: Means) -> Pairs:
    """Every move is asked for twice and held."""
    pairs, moves = Pairs(len(alone.keys)), MovesInto(len(alone.keys))
    for low, piece in alone.pieces(means):
        pairs.hear(low, piece.ways_out)
        moves.count(low, piece.inside)
    alone.storage.rest()
    moves.lay_out()
    for low, piece in alone.pieces(means, ways_out=False, done=1 / 3):
        moves.fill(low, piece.inside)
    SettlingInside(pairs, moves).run()
    return pairs


class SettlingInside:
    """Settles a layer whose moves are held."""

    def __init__(self, pairs: Pairs, moves: MovesInto) -> None:
        self.pairs, self.moves = pairs, moves

    def run(self) -> None:
        """Settle all states, the largest worth first."""
        moves, pairs, kernels = self.moves, self.pairs, load("returning")
        line = np.empty(pairs.size, moves.number)  # written as far as a threshold's states go
        for low, high in self._bands():
            seeds = self._seeds(low, high)
            cursor = np.zeros(4, np.int64)
            while not kernels.settle(
                seeds, cursor, moves.base, moves.begin, moves.into, moves.left, moves.settled,
                line, pairs.values, pairs.plies, np.iinfo(pairs.plies.dtype).max,
            ):  # fmt: skip
                pairs.make_room(np.iinfo(pairs.plies.dtype).max + 1)
        pairs.let_be(moves.left, moves.settled)

    def _bands(self) -> Iterator[tuple[int, int]]:
        """Sizes of worth, from the largest down, that few states have together."""
        most = self.pairs.most_worth
        if most > MOST_SIZES:
            yield 1, most
            return
        sizes, high, count = self.pairs.sizes(), most, 0
        for low in range(most, 0, -1):
            count += int(sizes[low])
            if low == 1 or count + sizes[low - 1] > self.pairs.size // BANDS:
                if count:
                    yield low, high
                high, count = low - 1, 0

    def _seeds(self, low: int, high: int) -> np.ndarray:
        """The states with a way out of such a worth, in the order of `cycles.sort`."""
        moves, pairs, kernels = self.moves, self.pairs, load("returning")
        seeds = np.empty(pairs.size, moves.number)
        of = pairs.values, moves.left, moves.settled, pairs.none
        seeds = seeds[: kernels.worth_between(*of, low, high, seeds)]
        spare, place = np.empty_like(seeds), np.empty(COUNTERS, np.int64)
        load("cycles").sort(seeds, spare, pairs.values, pairs.plies, place)
        return seeds
