"""Sets of keys in ascending order: whether a key is in one, its rank, the key of a rank.

A zero-suppressed decision diagram over the bits of the keys, with the number of keys below every
node (see `kernels.diagrams`); the layers of a table share it. The keys of a board game have nearly
all of it in common: 69,763,700 positions of Connect Four take 0.21 bytes each. A look-up takes a
step for each node on a path, some dozens.

Few keys are taken in, and single ones looked up, by Python itself: numba takes longer to load.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from zermelo.errors import BadInput, DamagedTable
from zermelo.kernels import load
from zermelo.machine.layout import WORD
from zermelo.machine.words import Words

NO_KEY, KEY_END = 0, 1
LEVEL, LEVELS, HIGH = 16, (1 << 16) - 1, (1 << 32) - 1  # bits of a row, and their masks
FEW_KEYS = 20_000  # keys that Python takes in sooner than numba is loaded
FIRST_ROOM = 1 << 12  # nodes
NODES_AT_ONCE = 1 << 18  # that are looked at together


def whole_key(words: Sequence[int]) -> int:
    """The words of a key as one number, in the order of which keys ascend."""
    if len(words) == 1:
        return int(words[0])
    key = 0
    for place, word in enumerate(words):
        key |= int(word) << WORD * place
    return key


def key_words(key: int, words: int) -> list[int]:
    """The words of such a number."""
    mask = (1 << WORD) - 1
    return [key >> WORD * word & mask for word in range(words)]


def not_ascending(row: int) -> BadInput:
    """The error of a builder."""
    return BadInput(
        f"key {row:,}",
        where="a table",
        rule="the keys of a layer come in ascending order, each of them once",
        fix="Sort them, the last word first",
    )


class Builder:
    """Takes in keys [n, K] in ascending order, some at a time."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.last = np.zeros(words, np.int64)
        self.pending = np.zeros(WORD * words, np.uint32)
        self.counts = np.array([2, 0], np.int64)  # nodes, keys
        self._room(FIRST_ROOM)
        self.sizes[KEY_END] = 1

    @property
    def nodes(self) -> int:
        """How many there are."""
        return int(self.counts[0])

    def _room(self, nodes: int) -> None:
        kinds = {"lows": np.uint32, "highs": np.uint32, "levels": np.uint16, "sizes": np.int64}
        for name, kind in kinds.items():
            grown, held = np.zeros(nodes, kind), getattr(self, name, None)
            if held is not None:
                grown[: len(held)] = held
            setattr(self, name, grown)
        self.table = np.zeros(2 * nodes, np.uint32)
        if self.nodes > 2:
            load("diagrams").enter(self.lows, self.highs, self.levels, self.table, self.nodes)

    lows: np.ndarray
    highs: np.ndarray
    levels: np.ndarray
    sizes: np.ndarray

    @property
    def _arrays(self) -> tuple[np.ndarray, ...]:
        return (self.last, self.pending, self.lows, self.highs, self.levels, self.sizes,
                self.table, self.counts)  # fmt: skip

    def add(self, keys: np.ndarray) -> None:
        """Take them in; O(nodes that are left), a few dozen nanoseconds a key."""
        done, kernels = 0, load("diagrams")
        while done < len(keys):
            done = int(kernels.grow(keys, done, *self._arrays))
            if done < 0:
                raise not_ascending(-1 - done)
            if done < len(keys):
                self._room(2 * max(len(self.lows), len(self.pending)))

    def root(self) -> int:
        """The node of all keys so far; the next ones are of another set."""
        if not self.counts[1]:
            return NO_KEY
        while self.nodes + len(self.pending) >= len(self.lows):
            self._room(2 * len(self.lows))
        return int(load("diagrams").closed(*self._arrays))

    def rows(self) -> np.ndarray:
        """[M, 2] all nodes."""
        count = self.nodes
        return _rows(self.lows[:count], self.highs[:count], self.levels[:count], self.sizes[:count])


class SmallBuilder:
    """The same by Python's own dict."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.last = -1
        self.pending: dict[int, int] = {}
        self.known: dict[tuple[int, int, int], int] = {}
        self.nodes: list[tuple[int, int, int]] = [(0, 0, 0), (0, 0, 0)]
        self.sizes = [0, 1]

    def add(self, keys: np.ndarray) -> None:
        """Take them in."""
        for row, words in enumerate(keys.tolist()):
            key = whole_key(words)
            if key <= self.last:
                raise not_ascending(row)
            if self.last >= 0:
                top = (key ^ self.last).bit_length() - 1
                self.pending[top] = self._closed(top)
            self.last = key

    def _closed(self, top: int) -> int:
        node, rest = KEY_END, self.last & (1 << top) - 1
        while rest:
            level = (rest & -rest).bit_length() - 1
            node = self._node(level, self.pending.pop(level, NO_KEY), node)
            rest &= rest - 1
        return node

    def _node(self, level: int, low: int, high: int) -> int:
        row = (level, low, high)
        if row not in self.known:
            self.known[row] = len(self.nodes)
            self.nodes.append(row)
            self.sizes.append(self.sizes[low] + self.sizes[high])
        return self.known[row]

    def root(self) -> int:
        """The node of all keys so far; the next ones are of another set."""
        node = NO_KEY if self.last < 0 else self._closed(max(1, self.last.bit_length()))
        self.last = -1
        return node

    def rows(self) -> np.ndarray:
        """[M, 2] all nodes."""
        columns = (np.array(column, np.uint32) for column in zip(*self.nodes, strict=True))
        levels, lows, highs = columns
        return _rows(lows, highs, levels, np.array(self.sizes, np.int64))


def builder(words: int, expected: int) -> Builder | SmallBuilder:
    """The one that suits so many keys."""
    is_small = expected <= FEW_KEYS and "numba" not in sys.modules
    return SmallBuilder(words) if is_small or expected <= FEW_KEYS // 10 else Builder(words)


def _rows(lows: np.ndarray, highs: np.ndarray, levels: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    rows = np.empty((len(lows), 2), np.uint64)
    less = sizes[lows].astype(np.uint64)
    rows[:, 0] = lows.astype(np.uint64) << np.uint64(32) | highs
    rows[:, 1] = less << np.uint64(LEVEL) | levels
    return rows


class Diagram:
    """Looks keys up. `roots` are those of the sets, `firsts` the numbers of their first keys."""

    def __init__(
        self, rows: np.ndarray, roots: Sequence[int], firsts: Sequence[int], words: int
    ) -> None:
        self.rows = rows
        self.roots = list(roots)
        self.firsts = list(firsts)
        self.words = words
        self._flat = rows.reshape(-1).data  # quicker than numpy for single numbers
        self._asked = 0  # single look-ups
        self._kernel: Callable[[int, int, np.ndarray], int] | None = None  # for these

    @cached_property
    def _arrays(self) -> tuple[np.ndarray, ...]:
        if not self.is_sound:  # machine code looks at no bounds
            raise _leads_on()
        return np.array(self.roots, np.int64), np.array(self.firsts, np.int64), self.rows

    @property
    def is_sound(self) -> bool:
        """Whether every node leads to earlier ones, so that paths end; O(M)."""
        lows = range(KEY_END + 1, len(self.rows), NODES_AT_ONCE)
        return max(self.roots) < len(self.rows) and all(map(self._leads_back, lows))

    def _leads_back(self, begin: int) -> bool:
        some = self.rows[begin : begin + NODES_AT_ONCE]
        own = np.arange(begin, begin + len(some), dtype=np.uint64)
        low, high = some[:, 0] >> np.uint64(32), some[:, 0] & np.uint64(HIGH)
        levels = some[:, 1] & np.uint64(LEVELS)
        is_inside = (levels < WORD * self.words).all()
        return bool(is_inside and (low < own).all() and (high < own).all())

    def number(self, key: int, near: int = 0) -> int:
        """The number of a key that is one number, looked for from the set `near` on; or −1."""
        if self._kernel is None and self.words == 1:
            self._asked += 1
            if not _is_little(self._asked):
                self._kernel = load("diagrams").rank_of_word if self._arrays else None
        rank = self.rank(key, self.roots[near])
        if rank >= 0:
            return self.firsts[near] + rank
        for step in range(1, len(self.roots)):
            at = (near + step) % len(self.roots)
            rank = self.rank(key, self.roots[at])
            if rank >= 0:
                return self.firsts[at] + rank
        return -1

    def rank(self, key: int, root: int) -> int:
        """The rank of a key in a set; −1 where it is not there."""
        if self._kernel is not None:
            return self._kernel(key, root, self.rows)
        flat, node, rank = self._flat, root, 0
        while node > KEY_END:
            ways, rest = flat[2 * node], flat[2 * node + 1]
            bit = 1 << (rest & LEVELS)
            if key & bit:
                key ^= bit
                rank += rest >> LEVEL
                child = ways & HIGH
            else:
                child = ways >> 32
            if child >= node:
                raise _leads_on()
            node = child
        return rank if node == KEY_END and not key else -1

    def key(self, rank: int, root: int) -> int:
        """The key of a rank, as one number."""
        flat, node, key = self._flat, root, 0
        while node > KEY_END:
            ways, rest = flat[2 * node], flat[2 * node + 1]
            before = rest >> LEVEL
            if rank < before:
                child = ways >> 32
            else:
                rank -= before
                key |= 1 << (rest & LEVELS)
                child = ways & HIGH
            if child >= node:
                raise _leads_on()
            node = child
        return key

    def numbers(self, keys: np.ndarray, near: int = 0) -> np.ndarray:
        """[n] the numbers of keys [n, K]; −1 where no set holds them."""
        if _is_little(len(keys)):
            found = [self.number(whole_key(words), near) for words in keys.tolist()]
            return np.array(found, np.int64)
        out = np.empty(len(keys), np.int64)
        load("diagrams").find(np.ascontiguousarray(keys), *self._arrays, near, out)
        return out

    def numbers_ascending(self, rows: np.ndarray, words: Words, near: int = 0) -> np.ndarray:
        """[n] the same for ascending keys of one word each, whose paths have much in common."""
        if _is_little(len(rows)):
            return self.numbers(words.unpack(rows), near)
        ranks = self._ranks(rows, words, near)
        out = ranks + self.firsts[near]
        left = np.flatnonzero(ranks < 0)
        for step in range(1, len(self.roots)):
            if not len(left):
                return out
            at = (near + step) % len(self.roots)
            ranks = self._ranks(rows[left], words, at)
            is_held = ranks >= 0
            out[left[is_held]] = self.firsts[at] + ranks[is_held]
            left = left[~is_held]
        out[left] = -1
        return out

    def _ranks(self, rows: np.ndarray, words: Words, place: int) -> np.ndarray:
        ranks = np.empty(len(rows), np.int64)
        given = rows, words.places, self._arrays[0][place], self.rows
        load("diagrams").find_ascending(*given, ranks)
        return ranks

    def keys_from(self, rank: int, count: int, root: int) -> np.ndarray:
        """[n, K] the keys of so many ranks, from one on."""
        if _is_little(count):
            return self.keys(np.arange(rank, rank + count), root)
        out = np.empty((count, self.words), np.int64)
        load("diagrams").select_from(rank, root, self._arrays[2], out)
        return out

    @property
    def bits(self) -> tuple[int, ...]:
        """A mask for each word of a key: bits that some key has."""
        masks = [0] * self.words
        levels = self.rows[KEY_END + 1 :, 1] & np.uint64(LEVELS)
        for level in np.flatnonzero(np.bincount(levels.astype(np.int64))).tolist():
            masks[level // WORD] |= 1 << level % WORD
        return tuple(masks)

    def miscounted(self, sizes: Sequence[int]) -> str:
        """What is wrong with the number of keys below a node, or of a set; nothing if all holds."""
        counts = np.zeros(len(self.rows), np.int64)
        node = int(load("diagrams").count_keys(self.rows, counts)) if self._arrays else -1
        if node >= 0:
            return f"node {node:,} of the keys does not count those on its low side"
        for place, (root, size) in enumerate(zip(self.roots, sizes, strict=True)):
            if counts[root] != size:
                return f"layer {place} has {counts[root]:,} keys, and says {size:,}"
        return ""

    def keys(self, ranks: np.ndarray, root: int) -> np.ndarray:
        """[n, K] the keys of ranks."""
        if _is_little(len(ranks)):
            found = [key_words(self.key(rank, root), self.words) for rank in ranks.tolist()]
            return np.array(found, np.int64).reshape(-1, self.words)
        out = np.empty((len(ranks), self.words), np.int64)
        load("diagrams").select(ranks, root, self._arrays[2], out)
        return out


def _leads_on() -> DamagedTable:
    return DamagedTable(
        "its keys lead nowhere",
        where="the diagram of a table",
        rule="every node leads to earlier ones",
        fix="Solve and save the table again",
    )


def _is_little(count: int) -> bool:
    """Whether Python is through with so many look-ups before machine code has begun."""
    return count <= (FEW_KEYS // 100 if "zermelo.kernels.diagrams" in sys.modules else FEW_KEYS)
