"""One position of a saved table: its key's rank by the diagram, then its row, all in one call.

The file is handed over as one array of words, and where its parts begin as numbers: each array more
would take longer to hand over than the look-up itself.
"""

import numpy as np
from numba import njit

WORD = 63
END = 1
BLOCK_BITS = 16  # positions of a block: 65,536
NOT_HELD, PACKED_OTHERWISE = -1, -2


@njit
def _bytes(file, at, count):  # pragma: no cover
    """Up to four bytes of the file as a number."""
    shift = np.uint64(8 * (at & 7))
    found = file[at >> 3] >> shift
    if 8 * ((at & 7) + count) > 64:
        found |= file[(at >> 3) + 1] << (np.uint64(64) - shift)
    return np.int64(found & ((np.uint64(1) << np.uint64(8 * count)) - np.uint64(1)))


@njit
def _rank(file, low, high, root, nodes):  # pragma: no cover
    """The rank of a key of two words; −1 where it is not there. `nodes`: the word they begin at."""
    node, rank, most = np.int64(root), np.int64(0), file.size - 1
    while node > END:
        at = nodes + 2 * node
        if at >= most:
            return np.int64(-1)
        ways, rest = file[at], file[at + 1]
        level = np.int64(rest & np.uint64(0xFFFF))
        is_low = level < WORD
        bit = np.int64(1) << (level if is_low else level - WORD)
        if (low if is_low else high) & bit:
            if is_low:
                low ^= bit
            else:
                high ^= bit
            rank += np.int64(rest >> np.uint64(16))
            ways &= np.uint64(0xFFFFFFFF)
        else:
            ways >>= np.uint64(32)
        if np.int64(ways) >= node:  # nodes lead to earlier ones, else the file is damaged
            return np.int64(-1)
        node = np.int64(ways)
    return rank if node == END and low == 0 and high == 0 else np.int64(-1)


@njit(nogil=True)
def look_up(file, low, high, root, nodes, directory):  # pragma: no cover
    """The row of the palette that is said of a key; NOT_HELD, or PACKED_OTHERWISE."""
    rank = _rank(file, low, high, root, nodes)
    if rank < 0:
        return NOT_HELD
    entry = np.int64(file[directory + (rank >> BLOCK_BITS)])
    bits, at = entry & 255, entry >> 8
    if bits > 32:
        return PACKED_OTHERWISE
    inside, code = rank & ((1 << BLOCK_BITS) - 1), np.int64(0)
    last = 8 * file.size - 16
    if at > last:
        return NOT_HELD
    if bits:
        place = at + 4 + 4 * _bytes(file, at, 4) + (inside * bits >> 3)
        if place > last:
            return NOT_HELD
        code = _bytes(file, place, max(1, bits >> 3))
        if bits < 8:
            code = code >> (inside * bits & 7) & ((1 << bits) - 1)
    return _bytes(file, min(last, at + 4 + 4 * code), 4)
