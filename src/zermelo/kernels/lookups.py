"""One position of a saved table: its key's rank by the diagram, then its row, all in one call.

The file is handed over as one array of words, and where its parts begin as numbers: each array more
would take longer to hand over than the look-up itself.
"""

import numpy as np
from numba import njit

WORD = 63
END = 1
BLOCK_BITS = 16  # positions of a block: 65,536
NOT_HELD, PACKED_OTHERWISE, LEADS_NOWHERE = -1, -2, -3


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
    """The rank of a key of two words, or one of the words above. `nodes`: where they begin."""
    node, rank, most = np.int64(root), np.int64(0), file.size - 1
    while node > END:
        at = nodes + 2 * node
        if at >= most:
            return np.int64(LEADS_NOWHERE)
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
            return np.int64(LEADS_NOWHERE)
        node = np.int64(ways)
    return rank if node == END and low == 0 and high == 0 else np.int64(NOT_HELD)


@njit(nogil=True)
def look_up(file, low, high, root, nodes, directory):  # pragma: no cover
    """The row of the palette that is said of a key; or one of the words above."""
    rank = _rank(file, low, high, root, nodes)
    if rank < 0:
        return rank
    block = directory + (rank >> BLOCK_BITS)
    if block >= file.size:
        return LEADS_NOWHERE
    entry = np.int64(file[block])
    bits, at = entry & 255, entry >> 8
    if bits > 32:
        return PACKED_OTHERWISE
    inside, code = rank & ((1 << BLOCK_BITS) - 1), np.int64(0)
    last = 8 * file.size - 16
    if at < 0 or at > last:
        return LEADS_NOWHERE
    count = _bytes(file, at, 4)
    if bits:
        place = at + 4 + 4 * count + (inside * bits >> 3)
        if place > last:
            return LEADS_NOWHERE
        code = _bytes(file, place, max(1, bits >> 3))
        if bits < 8:
            code = code >> (inside * bits & 7) & ((1 << bits) - 1)
    at += 4 + 4 * code
    return _bytes(file, at, 4) if code < count and at <= last else LEADS_NOWHERE
