"""Won and lost over all subsets of a pool, 64 subsets in a word.

Bit s of word h is the subset whose low six numbers are s and whose other numbers are h. A block is
2**inner words. Blocks with equally many numbers do not depend on each other, so that a level of
them can be shared among threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from zermelo.kernels.pool_levels import levels, shares

if TYPE_CHECKING:
    from numpy.typing import NDArray

INNER = 9  # numbers inside a block: 512 words, 4 KiB

NONE, ALL = np.uint64(0), np.uint64(0xFFFFFFFFFFFFFFFF)
S0, S1, S2, S3, S4, S5 = (np.uint64(1 << j) for j in range(6))
H0, H1, H2, H3, H4, H5 = (  # the subsets of six numbers that hold number j
    np.uint64(sum(1 << s for s in range(64) if s >> j & 1)) for j in range(6)
)
LAYER = np.array(  # LAYER[k]: the subsets of k of six numbers
    [sum(1 << s for s in range(64) if s.bit_count() == k) for k in range(7)], dtype=np.uint64
)


def solve(numbers: list[int], target: int, end: bool, threads: int) -> NDArray[np.uint64]:
    """The won subsets of at least six numbers; `end` says whether the whole pool is won."""
    pool = np.array(numbers, dtype=np.int64)
    outer = max(0, len(pool) - 6 - INNER)
    won = np.zeros(1 << (len(pool) - 6), dtype=np.uint64)
    sums = _sums(pool[:6])
    rank = np.argsort(sums, kind="stable")
    ones = np.left_shift(NONE + np.uint64(1), rank.astype(np.uint64))
    masks = np.append(np.bitwise_or.accumulate(ones[::-1])[::-1], NONE)
    inner = _sums(pool[6 : 6 + INNER])
    layers = levels(len(pool) - 6 - outer)
    first = np.cumsum([0, *map(len, layers)])
    order = np.concatenate(layers)
    args = (pool[6 + INNER :], inner, order, first, sums[rank], masks, target, end, won)
    with ThreadPoolExecutor(threads) as workers:
        for level in levels(outer):
            list(workers.map(lambda part: fill(part, *args), shares(level, threads)))
    return won


def _sums(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum of every subset."""
    sums = np.zeros(1, dtype=np.int64)
    for number in numbers:
        sums = np.append(sums, sums + number)
    return sums


@njit(nogil=True)
def settle(won, live, size):  # pragma: no cover
    """Add what leads to a lost subset of the same word, layer by layer; out [w], [w], int."""
    for layer in range(6, 0, -1):
        held = LAYER[layer]
        for k in range(size):  # words inside: the loop over them runs in vector registers
            lost = held & ~won[k]
            low = (lost & H0) >> S0 | (lost & H1) >> S1 | (lost & H2) >> S2
            high = (lost & H3) >> S3 | (lost & H4) >> S4 | (lost & H5) >> S5
            won[k] |= (low | high) & live[k]


@njit(nogil=True)
def missed(short, sums, masks):  # pragma: no cover
    """The subsets of the low six numbers that add up to less than `short`; [64], [65]."""
    if short > sums[63]:
        return ALL
    place = 0
    for step in (32, 16, 8, 4, 2, 1):  # without a branch that could be guessed wrong
        place += step * (sums[place + step - 1] < short)
    return ~masks[place]


@njit(nogil=True)
def gather(block, outer, size, won, both):  # pragma: no cover
    """The AND over all numbers outside the block, word by word; …, [words], out [size].

    Unsigned places, which cannot count from the end: signed ones keep it out of vector registers.
    """
    both[:] = ALL
    for j in range(outer):
        if not block >> j & 1:
            other = np.uint64((block | 1 << j) * size)
            for word in range(np.uint64(size)):
                both[word] &= won[other + word]


@njit(nogil=True)
def fill(blocks, outer, inner, order, first, sums, masks, target, end, won):  # pragma: no cover
    """Fill blocks of one level.

    [k], [outer], [size], [size], [layers + 1], [64], [65], int, bool, out [words]
    """
    size = len(inner)
    least = inner.min() + sums[0]
    both, after, live = np.empty((3, size), dtype=np.uint64)
    for block in blocks:
        short = target
        for j in range(len(outer)):
            short -= outer[j] * (block >> j & 1)
        if short <= least:
            continue  # all reached: lost, as the table was made
        gather(block, len(outer), size, won, both)
        here = won[block * size : (block + 1) * size]
        for layer in range(len(first) - 1):
            words = order[first[layer] : first[layer + 1]]
            for k in range(len(words)):
                word = np.uint64(words[k])
                every = both[word]
                for j in range(len(first) - 2):
                    bit = np.uint64(1) << np.uint64(j)
                    every &= here[word | bit] | (NONE - (word >> np.uint64(j) & np.uint64(1)))
                live[k] = missed(short - inner[word], sums, masks)
                after[k] = ~every & live[k]
            if end and layer == 0 and (block + 1) * size == len(won):
                after[0] |= LAYER[6] & live[0]
            settle(after, live, len(words))
            for k in range(len(words)):
                here[words[k]] = after[k]
