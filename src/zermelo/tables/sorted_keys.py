"""Sets of keys that have little in common: blocks of 256, the first whole, the rest as steps.

A step takes as many bytes as the longest one of its block; where the higher words of several change
inside a block, keys stand there whole. `diagram` is far smaller where keys have structure.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from zermelo.machine.words import Words
from zermelo.tables.diagram import key_words, whole_key

KEYS_OF_A_BLOCK = 256


class SortedBuilder:
    """Takes in sets of keys [n, K], each in ascending order."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.firsts: list[np.ndarray] = []
        self.steps: list[bytes] = []
        self.sets: list[tuple[int, int]] = []  # the first block of each, and its keys

    def add_set(self, parts: Iterator[np.ndarray]) -> None:
        """One set, some keys at a time: as many as fill blocks, but for the last."""
        first, count = len(self.firsts), 0
        for part in parts:
            count += len(part)
            for low in range(0, len(part), KEYS_OF_A_BLOCK):
                block = part[low : low + KEYS_OF_A_BLOCK]
                self.firsts.append(block[0])
                self.steps.append(_steps(block))
        self.sets.append((first, count))

    def arrays(self) -> tuple[np.ndarray, np.ndarray, bytes]:
        """[B, K] first keys, [B + 1] where the steps of each block begin, and these."""
        places = np.concatenate(([0], np.cumsum([len(steps) for steps in self.steps])))
        firsts = np.array(self.firsts, np.uint64).reshape(-1, self.words)
        return firsts, places.astype(np.uint64), b"".join(self.steps)


def _steps(block: np.ndarray) -> bytes:
    if (block[:, 1:] != block[0, 1:]).any():
        return block[1:].astype("<u8").tobytes()
    steps = np.diff(block[:, 0]).astype("<u8")
    width = max(1, -(-int(steps.max(initial=0)).bit_length() // 8))
    return steps.view(np.uint8).reshape(-1, 8)[:, :width].tobytes()


class SortedKeys:
    """Looks keys up: the block by bisection, then the key in it. A set has its place for a root."""

    def __init__(
        self,
        arrays: tuple[np.ndarray, np.ndarray, memoryview],
        sets: Sequence[tuple[int, int]],
        firsts: Sequence[int],
        words: int,
    ) -> None:
        self.heads, self.places, self.steps = arrays
        self.sets = sets
        self.firsts = list(firsts)
        self.words = words
        self._block = lru_cache(1 << 12)(self._decoded)

    @property
    def is_sound(self) -> bool:
        """Whether the blocks of every set lie in the file; what is in them ascends by itself."""
        ends = [first - (-count // KEYS_OF_A_BLOCK) for first, count in self.sets]
        inside = max(ends, default=0) <= len(self.heads) and len(self.places) > len(self.heads)
        return inside and int(self.places[-1]) <= len(self.steps)

    def number(self, key: int, near: int = 0) -> int:
        """The number of a key that is one number, looked for from the set `near` on; or −1."""
        for step in range(len(self.sets)):
            at = (near + step) % len(self.sets)
            rank = self.rank(key, at)
            if rank >= 0:
                return self.firsts[at] + rank
        return -1

    def rank(self, key: int, root: int) -> int:
        """The rank of a key in a set; −1 where it is not there."""
        first, count = self.sets[root]
        blocks = range(first, first - (-count // KEYS_OF_A_BLOCK))
        at = bisect_right(blocks, key, key=self._head) - 1
        if at < 0:
            return -1
        held = self._block(first + at, min(KEYS_OF_A_BLOCK, count - at * KEYS_OF_A_BLOCK))
        place = bisect_right(held, key) - 1
        return at * KEYS_OF_A_BLOCK + place if held[place] == key else -1

    def _head(self, block: int) -> int:
        return whole_key(self.heads[block].tolist())

    def _decoded(self, block: int, count: int) -> list[int]:
        """The keys of a block, as single numbers."""
        begin, end = int(self.places[block]), int(self.places[block + 1])
        if count == 1:
            return [self._head(block)]
        width = (end - begin) // (count - 1)
        rows = np.frombuffer(self.steps[begin:end], np.uint8).reshape(count - 1, width)
        if width == 8 * self.words and self.words > 1:
            words = rows.copy().view("<u8").tolist()
            return [self._head(block), *map(whole_key, words)]
        wide = np.zeros((count - 1, 8), np.uint8)
        wide[:, :width] = rows
        steps = np.cumsum(wide.view("<u8")[:, 0]).tolist()
        return [self._head(block), *(self._head(block) + step for step in steps)]

    def key(self, rank: int, root: int) -> int:
        """The key of a rank, as one number."""
        first, count = self.sets[root]
        at, inside = divmod(rank, KEYS_OF_A_BLOCK)
        return self._block(first + at, min(KEYS_OF_A_BLOCK, count - at * KEYS_OF_A_BLOCK))[inside]

    def numbers(self, keys: np.ndarray, near: int = 0) -> np.ndarray:
        """[n] the numbers of keys [n, K]; −1 where no set holds them."""
        found = [self.number(whole_key(words), near) for words in keys.tolist()]
        return np.array(found, np.int64)

    def numbers_ascending(self, rows: np.ndarray, words: Words, near: int = 0) -> np.ndarray:
        """[n] the same for ascending keys of one word each."""
        return self.numbers(words.unpack(rows), near)

    def keys_from(self, rank: int, count: int, root: int) -> np.ndarray:
        """[n, K] the keys of so many ranks, from one on."""
        return self.keys(np.arange(rank, rank + count), root)

    def keys(self, ranks: np.ndarray, root: int) -> np.ndarray:
        """[n, K] the keys of ranks."""
        found = [key_words(self.key(rank, root), self.words) for rank in ranks.tolist()]
        return np.array(found, np.int64).reshape(-1, self.words)
