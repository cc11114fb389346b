"""What a table says of positions, out of its blocks as they lie in the file.

A block is a count and as many numbers of rows of the palette, 4 bytes each, then for each position
a place among these in so many bits.
"""

import numpy as np
from numba import njit

BLOCK_BITS = 16  # positions of a block: 65,536
READ, PACKED_OTHERWISE, OUTSIDE = range(3)  # all; compressed, or no palette; beyond the file


@njit
def _word(body, at):  # pragma: no cover
    """Four bytes as a number."""
    low = np.int64(body[at]) | np.int64(body[at + 1]) << 8
    return low | np.int64(body[at + 2]) << 16 | np.int64(body[at + 3]) << 24


@njit(nogil=True)
def read_rows(body, directory, palette, numbers, first, out):  # pragma: no cover
    """What the palette [P, C] says of positions [n], out [C, n]; what came of it (see above).

    Numbers count from the `first` of the layer on.
    """
    for item in range(numbers.size):
        rank = np.int64(numbers[item] - first)
        block, inside = rank >> BLOCK_BITS, rank & ((1 << BLOCK_BITS) - 1)
        if rank < 0 or block >= directory.size:
            return OUTSIDE
        entry = np.int64(directory[block])
        bits, at = entry & 255, entry >> 8
        if bits > 32:
            return PACKED_OTHERWISE
        if at < 0 or at + 4 > body.size:
            return OUTSIDE
        count = _word(body, at)
        place = at + 4 + 4 * count + (inside * bits >> 3)
        if place + (bits + 7 >> 3) > body.size:
            return OUTSIDE
        code = np.int64(0)
        if bits:
            code = np.int64(body[place])
            if bits < 8:
                code = code >> (inside * bits & 7) & ((1 << bits) - 1)
            for more in range(1, bits >> 3):
                code |= np.int64(body[place + more]) << (8 * more)
        if code >= count:
            return OUTSIDE
        row = _word(body, at + 4 + 4 * code)
        if row >= palette.shape[0]:
            return OUTSIDE
        for column in range(palette.shape[1]):
            out[column, item] = palette[row, column]
    return READ
