"""What the mover still scores, over all subsets of a pool of items: the own-total form.

    own(S) = max over items of  closed + own(S')   when the item closes a group,
                                rest(S) − own(S')  otherwise

A block is the 2**12 subsets of the low items under one set of the others. High items are whole
rows of a block, low items go in rows of 8 subsets or more, and only the last three one by one.
Blocks with equally many items do not depend on each other, so that threads can share a level.

A packed table keeps two subsets in a byte: with the top low item in the high four bits, without
it in the low four.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from zermelo.kernels.pool_levels import levels, shares

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOW = 12  # items inside a block
SIZE = 1 << LOW
HALF = SIZE // 2
ROW = 8  # subsets of the last three items; the sweep was faster than with 4 or 16
FOUR_BITS = 15  # the largest entry of a packed table


def solve(items: int, groups: list[int], threads: int) -> NDArray[np.uint8]:
    """The table of own totals, packed where at most 15 groups can be scored; items ≥ LOW."""
    packed = len(groups) <= FOUR_BITS
    table = np.zeros((1 << (items - LOW), HALF if packed else SIZE), dtype=np.uint8)
    masks = np.array(groups, dtype=np.int64)
    holds = np.array([np.arange(SIZE) & low == low for low in masks & (SIZE - 1)], dtype=np.uint8)
    args = (items - LOW, masks >> LOW, holds.reshape(-1, SIZE), packed, table)
    with ThreadPoolExecutor(threads) as workers:
        for level in levels(items - LOW):
            list(workers.map(lambda part: fill(part, *args), shares(level, threads)))
    return table


def unpack(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The own totals of packed blocks, a byte each; [k, HALF]."""
    return np.stack((rows & np.uint8(15), rows >> np.uint8(4)), axis=1).reshape(-1)


@njit(nogil=True)
def fetch(row, packed, own):  # pragma: no cover
    """Read a block; [HALF] or [SIZE], bool, out [SIZE]."""
    if packed:
        for low in range(HALF):
            own[low] = row[low] & np.uint8(15)
            own[low + HALF] = row[low] >> np.uint8(4)
    else:
        own[:] = row


@njit(nogil=True)
def store(own, packed, row):  # pragma: no cover
    """Write a block; [SIZE], bool, out [HALF] or [SIZE]."""
    if packed:
        for low in range(HALF):
            row[low] = own[low] | np.uint8(own[low + HALF] << np.uint8(4))
    else:
        row[:] = own


@njit(nogil=True)
def count_rest(block, high, holds, rest):  # pragma: no cover
    """Groups not complete; int, [G], [G, SIZE], out [SIZE]."""
    rest[:] = len(high)
    for g in range(len(high)):
        if not high[g] & ~block:
            for low in range(SIZE):
                rest[low] -= holds[g, low]


@njit(nogil=True)
def count_closed(after, j, high, holds, closed):  # pragma: no cover
    """Groups that high item j closes on the way to a block; False when there are none."""
    some = False
    for g in range(len(high)):
        if high[g] >> j & 1 and not high[g] & ~after:
            if not some:
                closed[:] = 0
            some = True
            for low in range(SIZE):
                closed[low] += holds[g, low]
    return some


@njit(nogil=True)
def improve(best, rest, own, closed, some):  # pragma: no cover
    """Take one item in a whole row: out [w], [w], [w], [w], bool."""
    if some:
        for low in range(len(best)):
            keep = np.uint8(closed[low] + own[low])
            give = np.uint8(rest[low] - own[low])
            worth = keep if closed[low] else give
            best[low] = max(best[low], worth)
    else:
        for low in range(len(best)):
            best[low] = max(best[low], np.uint8(rest[low] - own[low]))


@njit(nogil=True)
def pull(best, rest, below, first, width):  # pragma: no cover
    """Take one low item in `width` subsets: out [SIZE], [SIZE]; three places.

    Unsigned places, which cannot count from the end: signed ones keep it out of vector registers.
    """
    for low in range(width):
        closed = np.uint8(rest[below + low] - rest[first + low])
        keep = np.uint8(closed + best[first + low])
        give = np.uint8(rest[below + low] - best[first + low])
        worth = keep if closed else give
        best[below + low] = max(best[below + low], worth)


@njit(nogil=True)
def sweep(best, rest):  # pragma: no cover
    """Take the low items, from the fullest subset down; out [SIZE], [SIZE].

    When a row is settled, so are all rows from `first` to `first + width`, with `width` the lowest
    item of `first`: what they are worth without that item goes to the rows below, all at once.
    """
    for first in range(SIZE - ROW, -1, -ROW):
        for low in range(ROW - 1, -1, -1):
            here = np.uint64(first + low)
            left, most = rest[here], best[here]
            for j in range(3):
                if not low >> j & 1:
                    to = here + np.uint64(1 << j)
                    closed = np.uint8(left - rest[to])
                    keep = np.uint8(closed + best[to])
                    give = np.uint8(left - best[to])
                    most = max(most, keep if closed else give)
            best[here] = most
        width = first & -first
        pull(best, rest, np.uint64(first - width), np.uint64(first), np.uint64(width))


@njit(nogil=True)
def fill(blocks, outer, high, holds, packed, table):  # pragma: no cover
    """Fill blocks of one level; [k], int, [G], [G, SIZE], bool, out [blocks, HALF or SIZE]."""
    best = np.empty(SIZE, dtype=np.uint8)
    rest = np.empty(SIZE, dtype=np.uint8)
    own = np.empty(SIZE, dtype=np.uint8)
    closed = np.empty(SIZE, dtype=np.uint8)
    for block in blocks:
        best[:] = 0
        count_rest(block, high, holds, rest)
        for j in range(outer):
            if not block >> j & 1:
                after = block | 1 << j
                fetch(table[after], packed, own)
                some = count_closed(after, j, high, holds, closed)
                improve(best, rest, own, closed, some)
        sweep(best, rest)
        store(best, packed, table[block])
