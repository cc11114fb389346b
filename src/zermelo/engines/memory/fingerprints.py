"""States with the same future in arrays: fingerprints of 64 bits, split until nothing splits.

Each round gives a state a new fingerprint: its old one, mixed with the sum over its different moves
of mixed (gain, turn, fingerprint of the next state). Two futures that differ meet in one
fingerprint with a probability of states²/2⁶⁵.
"""

from __future__ import annotations

import numpy as np

from zermelo.engines.memory.arrays import Arrays
from zermelo.graph.contract import Futures

ARRAY_WORK = 20_000_000  # moves looked at, each time they are
DECODED = 200_000  # states that are made of their keys, to look at their coordinates
MIXERS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)  # splitmix64


def futures(graph: Arrays) -> Futures:
    """Merge the states by their futures. O(moves · log moves) a round."""
    if graph.first is None or graph.moves > ARRAY_WORK:
        return Futures(None, None, f"more than {ARRAY_WORK:,} moves to look at")
    prints = _fingerprints(graph)
    if prints is None:
        return Futures(None, None, f"it is not decided after {ARRAY_WORK:,} looks at a move")
    found, classes = np.unique(prints, return_inverse=True)
    if len(graph) > DECODED:
        why = f"coordinates are looked at in no more than {DECODED:,} states"
        return Futures(None, len(found), why)
    return Futures(classes.tolist(), len(found))


def _fingerprints(graph: Arrays) -> np.ndarray | None:
    """[N] uint64; None where the work is over before nothing splits any more."""
    assert graph.first is not None
    source = np.repeat(np.arange(len(graph)), np.diff(graph.first))
    edge, prints = _edges(graph), _first(graph)
    work, count = 0, 0
    while count < (count := len(np.unique(prints))):
        work += graph.moves
        if work > ARRAY_WORK:
            return None
        prints = _split(prints, source, _mixed(edge ^ prints[graph.to]))
    return prints


def _edges(graph: Arrays) -> np.ndarray:
    """[M] the gain and the turn of each move."""
    edge = np.zeros(graph.moves, np.uint64)
    if graph.has_gains:
        edge += graph.gain.astype(np.int64).view(np.uint64) * np.uint64(2)
    if graph.has_again:
        edge += graph.again.astype(np.uint64)
    return _mixed(edge)


def _first(graph: Arrays) -> np.ndarray:
    """Ends by what they pay, other states by who moves."""
    prints = np.zeros(len(graph), np.uint64)
    if graph.mover is not None:
        prints += graph.mover.astype(np.uint64)
    pays = np.zeros(len(graph.ends), np.uint64)
    for column in graph.pay.T:
        pays = _mixed(pays ^ column.astype(np.int64).view(np.uint64))
    prints[graph.ends] = _mixed(pays + np.uint64(len(graph)))
    return prints


def _split(prints: np.ndarray, source: np.ndarray, futures: np.ndarray) -> np.ndarray:
    """The old fingerprint with the sum over the different futures of a state."""
    order = np.lexsort((futures, source))
    source, futures = source[order], futures[order]
    fresh = np.ones(len(source), bool)
    fresh[1:] = (source[1:] != source[:-1]) | (futures[1:] != futures[:-1])
    source, futures = source[fresh], futures[fresh]
    begins = np.flatnonzero(np.diff(source, prepend=-1))
    after = prints.copy()
    mine = source[begins]
    after[mine] = _mixed(prints[mine] ^ _mixed(np.add.reduceat(futures, begins)))
    return after


def _mixed(words: np.ndarray) -> np.ndarray:
    """splitmix64's finaliser, a bijection of 64-bit words (Steele, Lea and Flood 2014)."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in zip((30, 27), MIXERS, strict=True):
        words = (words ^ (words >> np.uint64(shift))) * np.uint64(factor)
    mixed: np.ndarray = words ^ (words >> np.uint64(31))
    return mixed
