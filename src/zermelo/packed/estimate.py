"""How many states there are at least, before any table is made: the birthday estimate.

Random plays are played side by side. After k moves, S plays stand on S states; if there were N
equally likely ones, some S²/2N pairs would stand on the same. The likelier states meet more often,
so the pairs found give a number that the states after k moves are not below. Where no state shows
up after different numbers of moves, these numbers add up. Where play can come back the greatest of
them counts, and plays that have spread out are not played on.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from zermelo.compiled.machine import Machine, Moves, Worker
from zermelo.game import State
from zermelo.packed.failures import told

PLAYS = 1 << 10  # at first; eight times as many until pairs are met
MOST_PLAYS = 1 << 18
MANY = 8  # pairs that make an estimate worth having
MOST_MOVES = 300
STILL = 8  # moves that show hardly more states than those before: the plays have spread out
SAMPLE = 256  # states after each number of moves that are looked for after other numbers
FIRST_MOVES = 16  # moves of a state that there is room for at first


@dataclass(frozen=True)
class Estimate:
    """At least so many states; what the number rests on."""

    states: int
    plays: int
    depth: int

    def __str__(self) -> str:
        return f"at least about {self.states:.1e} states, from {self.plays:,} random plays"


def estimate(machine: Machine, start: State, *, enough: int, seed: int = 1) -> Estimate:
    """Play at random, ever more plays, until pairs are met often or `enough` states are shown."""
    plays = PLAYS
    while True:
        least, pairs, apart = _played(machine, start, plays, np.random.default_rng(seed))
        found = Estimate(int(sum(least) if apart else max(least)), plays, len(least))
        if pairs >= MANY or found.states > enough or plays >= MOST_PLAYS:
            return found
        plays *= 8


def _played(
    machine: Machine, start: State, plays: int, random: np.random.Generator
) -> tuple[list[float], int, bool]:
    """Least states after each number of moves, the fewest pairs met, whether no state recurs."""
    key = machine.key(start)
    assert key is not None
    keys = np.repeat(key, plays, axis=0)
    least: list[float] = []
    fewest, apart = plays, True
    seen: set[Any] = set()
    worker = machine.worker()
    for _ in range(MOST_MOVES):
        different, times = _different(keys)
        pairs = int((times * (times - 1) // 2).sum())
        least.append(max(len(different), _not_below(len(keys), pairs)))
        if 2 * len(keys) >= plays:
            fewest = min(fewest, pairs)
        sample = _hashable(different[:SAMPLE])
        apart = apart and not sample & seen
        seen |= sample
        keys = _step(worker, keys, random)
        if len(keys) < 2 or (not apart and _has_spread(least)):
            break
    return least, fewest, apart


def _has_spread(least: list[float]) -> bool:
    """Whether the last few moves have led to hardly more states than the moves before."""
    return max(least[-STILL:]) < 1.2 * max(least[:-STILL], default=0)


def _different(keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The different rows, and how often each is there.

    Sorting by columns is many times faster than numpy's own `unique` of rows.
    """
    ordered = keys[np.lexsort(keys.T)] if keys.shape[1] > 1 else np.sort(keys, axis=0)
    is_first = np.ones(len(keys), bool)
    is_first[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    firsts = np.flatnonzero(is_first)
    return ordered[firsts], np.diff(firsts, append=len(keys))


def _hashable(keys: np.ndarray) -> set[Any]:
    return set(keys[:, 0].tolist() if keys.shape[1] == 1 else map(tuple, keys.tolist()))


def _not_below(plays: int, pairs: int) -> float:
    """A number of states that the pairs found do not fall short of, with two deviations' care."""
    return plays * plays / (2 * (pairs + 2 * sqrt(pairs) + 3))


def _step(worker: Worker, keys: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """One random move in every play that is not over."""
    size = FIRST_MOVES * len(keys)
    while True:
        room = Moves.room(size, keys.shape[1])
        with told():
            count = worker.expand(keys, 0, len(keys), room, 0, size)
        if count >= 0:
            break
        size *= 2
    counts = worker.counts.astype(np.int64)
    begin = np.concatenate(([0], np.cumsum(counts)))[:-1]
    going = counts > 0
    pick = begin[going] + (random.random(int(going.sum())) * counts[going]).astype(np.int64)
    return np.ascontiguousarray(room.keys[pick])
