"""The recurrences: what an end is worth, and what follows from the children's worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.layers.asking import Heard
from zermelo.engines.layers.forward import Closed
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.sharing import Team
from zermelo.engines.layers.storage import Storage
from zermelo.kernels import load

Settle = Callable[[Heard, np.ndarray, np.ndarray], object]  # moves, children's worth, out


class Means(NamedTuple):
    """What a layer in which play comes back is settled with."""

    team: Team
    room: int  # bytes of memory
    tell: Callable[[float], object]  # how much of it is done, 0 … 1


Returning = Callable[[Storage, Closed, Ordering, Means], tuple[DTypeLike, Iterator[np.ndarray]]]


@dataclass(frozen=True)
class FromColumns:
    """How what a state is worth is made of what a table says of it."""

    names: tuple[str, ...]  # of the columns
    worth: Callable[..., np.ndarray]  # of as many arrays


@dataclass(frozen=True)
class Sweep:
    """A recurrence: what an end is worth, and what follows from the children's worth."""

    name: str
    dtype: DTypeLike
    ends: Callable[[np.ndarray], np.ndarray]  # of what they pay, [e, p]
    settle: Settle
    width: int | None = None  # numbers of a state, where it is not one
    returning: Returning | None = None  # how a layer is settled whose moves may stay in it
    made_by: tuple[Callable[..., Sweep], tuple[object, ...]] | None = None
    saved: FromColumns | None = None  # what a saved table says of it

    def __reduce__(self) -> tuple[object, ...]:
        """To others it is how it was made."""
        assert self.made_by is not None
        return self.made_by


def outcome_sweep(layers: int) -> Sweep:
    """Win, draw or loss with its plies, in as few bytes as the longest play allows."""
    dtype = next(d for d in (np.int8, np.int16, np.int32, np.int64) if layers < np.iinfo(d).max - 1)
    far = int(np.iinfo(dtype).max)
    kernel = load("layers").outcomes

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, told.again, out)

    def saved(values: np.ndarray, plies: np.ndarray) -> np.ndarray:
        return np.where(values == 0, 0, np.sign(values) * (far - plies))

    return Sweep(
        "outcomes",
        dtype,
        lambda pay: far * pay[:, 0],
        settle,
        made_by=(outcome_sweep, (layers,)),
        saved=FromColumns(("value", "plies"), saved),
    )


def difference_sweep(most: int) -> Sweep:
    """D(S), in as few bytes as hold the largest sum of a play."""
    kernel = load("layers").differences

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, told.gain, told.again, out)

    return Sweep(
        "differences",
        _narrow(most),
        lambda pay: pay[:, 0],
        settle,
        made_by=(difference_sweep, (most,)),
        saved=FromColumns(("value",), np.asarray),
    )


def nimber_sweep(widest: int) -> Sweep:
    """The least number that no move leads to, which is at most the number of moves."""
    kernel = load("layers").nimbers

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, out)

    return Sweep(
        "nimbers",
        _narrow(widest),
        lambda pay: np.zeros(len(pay), np.int64),
        settle,
        made_by=(nimber_sweep, (widest,)),
        saved=FromColumns(("nimber",), np.asarray),
    )


def vector_sweep(most: int, players: int) -> Sweep:
    """Everyone's own total."""
    kernel = load("layers").vectors

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, told.gain, told.mover, out)

    return Sweep(
        "vectors",
        _narrow(most),
        lambda pay: pay,
        settle,
        players,
        made_by=(vector_sweep, (most, players)),
        saved=FromColumns(("value",), np.asarray),
    )


def total_sweep() -> Sweep:
    """What all players together collect, and whether every play collects that."""
    kernel = load("layers").totals

    def ends(pay: np.ndarray) -> np.ndarray:
        return np.stack((pay.sum(axis=1), np.ones(len(pay), np.int64)), axis=1)

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, told.gain, out)

    return Sweep("totals", np.int64, ends, settle, 2, made_by=(total_sweep, ()))


def farthest_sweep() -> Sweep:
    """The largest sum of gains and of a payoff on any play, whatever their signs."""
    kernel = load("layers").differences

    def settle(told: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        kernel(told.counts, worth, np.abs(told.gain), np.ones(len(worth), np.uint8), out)

    return Sweep(
        "farthest",
        np.int64,
        lambda pay: np.abs(pay).max(axis=1, initial=0),
        settle,
        made_by=(farthest_sweep, ()),
    )


def longest_sweep() -> Sweep:
    """The moves of the longest play: L(S) = 1 + max L(S')."""
    kernel = load("layers").differences

    def settle(heard: Heard, worth: np.ndarray, out: np.ndarray) -> None:
        ones = np.ones(len(worth), np.int64)
        kernel(heard.counts, worth, ones, ones.astype(np.uint8), out)

    return Sweep(
        "longest",
        np.int64,
        lambda pay: np.zeros(len(pay), np.int64),
        settle,
        made_by=(longest_sweep, ()),
    )


def _narrow(most: int) -> DTypeLike:
    """The smallest type that holds numbers up to this one, whatever their sign."""
    return next(d for d in (np.int8, np.int16, np.int32, np.int64) if most <= np.iinfo(d).max)
