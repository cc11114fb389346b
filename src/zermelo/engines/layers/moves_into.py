"""The moves that stay in a layer, by the states that they lead to, in few bytes.

They are gone through twice: first they are counted, then written down (`kernels.returning`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from zermelo.engines.layers.asking import Asker, Heard
from zermelo.kernels import load

MOVES_COUNTED = np.uint32  # moves inside a layer that lead to one state
COUNTED_TOGETHER = 1 << 6  # states, see `kernels.returning`


class Inside(NamedTuple):
    """The moves of some states that stay in their layer."""

    counts: np.ndarray  # [n]
    places: np.ndarray  # [m] that they lead to
    again: np.ndarray  # [m]

    @classmethod
    def of(
        cls, heard: Heard, targets: np.ndarray, here: int, keys: np.ndarray, asker: Asker
    ) -> Inside:
        """Out of all moves of a stretch; `keys` are those of the layer."""
        size, places = len(heard.children), asker.places(len(heard.children))
        load("layers").places(heard.children, heard.counts, targets, here, keys, places)
        counts = np.empty(len(heard.counts), np.uint32)
        to, again = np.empty(size, number_type(len(keys))), np.empty(size, np.uint8)
        of = heard.counts, targets, here, places, heard.again
        found = load("returning").inner_moves(*of, counts, to, again)
        return cls(counts, to[:found], again[:found])

    @classmethod
    def together(cls, parts: Sequence[Inside]) -> Inside:
        """Those of several stretches."""
        counts, places, again = zip(*parts, strict=True)
        return cls(np.concatenate(counts), np.concatenate(places), np.concatenate(again))


class MovesInto:
    """The moves inside a layer of N states."""

    def __init__(self, size: int) -> None:
        self.number = number_type(size)
        self.left = np.empty(size, np.uint8)  # [N] the moves of each state
        self.counts = np.zeros(size, MOVES_COUNTED)  # [N] those into it
        self.total = 0
        self.base = self.begin = self.into = np.empty(0, np.int64)

    @property
    def settled(self) -> int:
        """Instead of a number of moves: above all of them."""
        return int(np.iinfo(self.left.dtype).max)

    def count(self, low: int, inside: Inside) -> None:
        """The moves of a piece, which begins at a place."""
        if int(inside.counts.max(initial=0)) >= self.settled:
            self.left = self.left.astype(np.uint32)
        self.left[low : low + len(inside.counts)] = inside.counts
        load("returning").count_into(inside.places, self.counts)
        self.total += len(inside.places)

    def lay_out(self) -> None:
        """All are counted: where those into each state will stand."""
        kernels, size = load("returning"), len(self.left)
        is_narrow = kernels.fullest_block(self.counts) <= np.iinfo(np.uint16).max
        self.base = np.empty(size // COUNTED_TOGETHER + 1, np.int64)
        self.begin = np.empty(size + 1, np.uint16 if is_narrow else np.int64)
        kernels.lay_out(self.counts, self.base, self.begin)
        self.counts = self.counts[:0].copy()
        self.into = np.empty(self.total, self.number)

    def fill(self, low: int, inside: Inside) -> None:
        """Write down the moves of a piece."""
        of = inside.places, inside.again, inside.counts, low
        load("returning").fill(*of, self.base, self.begin, self.into)

    def grounded(self) -> np.ndarray:
        """[N] whether no play from a state goes on for ever; the counts are used up."""
        line = np.empty(len(self.left), self.number)
        load("returning").ground(self.base, self.begin, self.into, self.left, line)
        found: np.ndarray = self.left == 0
        return found


def number_type(size: int) -> type[np.uint32] | type[np.int64]:
    """For numbers below twice a size."""
    return np.uint32 if 2 * size <= np.iinfo(np.uint32).max else np.int64


def narrowest(most: int) -> np.dtype[np.signedinteger]:
    """The smallest type that holds numbers up to this one, whatever their sign, and one below."""
    types = np.int8, np.int16, np.int32, np.int64
    return np.dtype(next(each for each in types if most <= np.iinfo(each).max))


def widened(row: np.ndarray, most: int) -> np.ndarray:
    """A row that holds such numbers too: itself, if it does."""
    return row if most <= np.iinfo(row.dtype).max else row.astype(narrowest(most))
