"""From the last layer to the first: what every state is worth.

The rules are asked once more. The worth of a move's child is looked up in its layer, where the
children of neighbours lie near each other; then the recurrence of the value type says what the
state is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.layers.asking import NO_FLAGS, NO_NUMBERS, Asker, Heard
from zermelo.engines.layers.forward import PIECE, keys_of
from zermelo.engines.layers.sharing import Team, Work
from zermelo.engines.layers.storage import Storage
from zermelo.graph.progress import Callback, Progress, Reporter
from zermelo.kernels import load

Settle = Callable[[Heard, np.ndarray, np.ndarray], object]  # moves, children's worth, out


@dataclass(frozen=True)
class Sweep:
    """A recurrence: what an end is worth, and what follows from the children's worth."""

    name: str
    dtype: DTypeLike
    ends: Callable[[np.ndarray], np.ndarray]  # of what they pay, [e, p]
    settle: Settle
    width: int | None = None  # numbers of a state, where it is not one


class Settling:
    """Fills the tables of one explored game."""

    def __init__(
        self, storage: Storage, team: Team, sizes: Sequence[int], progress: Callback | None = None
    ) -> None:
        self.storage, self.team, self.sizes = storage, team, sizes
        self.reporter = Reporter(progress)
        self.began = perf_counter()
        self.done = 0

    def run(self, sweep: Sweep) -> None:
        """The worth of all states, layer by layer, on the storage."""
        for layer in range(len(self.sizes) - 1, -1, -1):
            pieces = self.team.results(self._pieces(layer, sweep))
            name, size = worth_of(sweep, layer), self.sizes[layer]
            shape = size if sweep.width is None else (size, sweep.width)
            self.storage.put(name, self._told(pieces, layer), shape, sweep.dtype)

    def _pieces(self, layer: int, sweep: Sweep) -> Iterator[Work[np.ndarray]]:
        keys, later = self.storage.get(keys_of(layer)), NO_NUMBERS
        worth = np.empty(0 if sweep.width is None else (0, sweep.width), sweep.dtype)
        if layer + 1 < len(self.sizes):
            later = self.storage.get(keys_of(layer + 1))
            worth = self.storage.get(worth_of(sweep, layer + 1))
        for low in range(0, len(keys), PIECE):
            yield partial(settled, keys[low : low + PIECE], later, worth, sweep)

    def _told(self, pieces: Iterator[np.ndarray], layer: int) -> Iterator[np.ndarray]:
        size = sum(self.sizes)
        for piece in pieces:
            self.done += len(piece)
            seconds = perf_counter() - self.began
            report = partial(Progress, "sweep", self.done, 0, layer, seconds, size)
            self.reporter.tell(report, is_last=self.done == size)
            yield piece


def worth_of(sweep: Sweep, layer: int) -> str:
    """The name of what a layer's states are worth."""
    return f"{sweep.name} {layer}"


def settled(
    keys: np.ndarray, later: np.ndarray, worth: np.ndarray, sweep: Sweep, asker: Asker
) -> np.ndarray:
    """What the states of a piece are worth, from the worth of those of the next layer."""
    kernels = load("layers")
    fetch = kernels.fetch if sweep.width is None else kernels.fetch_vectors
    out = np.empty((len(keys), *worth.shape[1:]), sweep.dtype)
    for begin, told in asker.stretches(keys):
        count = len(told.children)
        places, of = asker.places(count), asker.worths(count, worth)
        missing = kernels.places(told.children, told.counts, NO_FLAGS, 0, later, places)
        assert missing < 0, "every child was found on the way forward"
        fetch(places, worth, of)
        stretch = out[begin : begin + len(told.counts)]
        stretch[told.ends] = sweep.ends(told.pay)
        sweep.settle(told, of, stretch)
    return out


# -- the recurrences -------------------------------------------------------------------------------


def outcome_sweep(layers: int) -> Sweep:
    """Win, draw or loss with its plies, in as few bytes as the longest play allows."""
    dtype = next(d for d in (np.int8, np.int16, np.int32, np.int64) if layers < np.iinfo(d).max - 1)
    far = int(np.iinfo(dtype).max)
    kernel = load("layers").outcomes

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, told.again, out)

    return Sweep("outcomes", dtype, lambda pay: far * pay[:, 0], settle)


def difference_sweep(most: int) -> Sweep:
    """D(S), in as few bytes as hold the largest sum of a play."""
    kernel = load("layers").differences

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, told.gain, told.again, out)

    return Sweep("differences", _narrow(most), lambda pay: pay[:, 0], settle)


def nimber_sweep(widest: int) -> Sweep:
    """The least number that no move leads to, which is at most the number of moves."""
    kernel = load("layers").nimbers

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, out)

    return Sweep("nimbers", _narrow(widest), lambda pay: np.zeros(len(pay), np.int64), settle)


def vector_sweep(most: int, players: int) -> Sweep:
    """Everyone's own total."""
    kernel = load("layers").vectors

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, told.gain, told.mover, out)

    return Sweep("vectors", _narrow(most), lambda pay: pay, settle, players)


def total_sweep() -> Sweep:
    """What all players together collect, and whether every play collects that."""
    kernel = load("layers").totals

    def ends(pay: np.ndarray) -> np.ndarray:
        return np.stack((pay.sum(axis=1), np.ones(len(pay), np.int64)), axis=1)

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, told.gain, out)

    return Sweep("totals", np.int64, ends, settle, 2)


def farthest_sweep() -> Sweep:
    """The largest sum of gains and of a payoff on any play, whatever their signs."""
    kernel = load("layers").differences

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, np.abs(told.gain), np.ones(len(worth), np.uint8), out)

    return Sweep("farthest", np.int64, lambda pay: np.abs(pay).max(axis=1, initial=0), settle)


def _narrow(most: int) -> DTypeLike:
    """The smallest type that holds numbers up to this one, whatever their sign."""
    return next(d for d in (np.int8, np.int16, np.int32, np.int64) if most <= np.iinfo(d).max)
