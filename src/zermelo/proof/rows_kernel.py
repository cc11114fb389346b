"""The checker of long rows: claimed fusions replayed by machine; it shares nothing with the solver.

Sums of the coins must fit 62 bits: whoever calls has made sure.
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(nogil=True)
def replay(coins, fused, left):  # [n], [n], out [n] → (coins left, wrong)  # pragma: no cover
    """Make every claimed fusion; `wrong` is the coin whose fusion is at no peak, or −1."""
    top = 0
    for place in range(coins.shape[0]):
        left[top] = coins[place]
        top += 1
        for _ in range(fused[place]):
            if top < 3 or left[top - 3] > left[top - 2] or left[top - 2] < left[top - 1]:
                return top, place
            left[top - 3] += left[top - 1] - left[top - 2]
            top -= 2
    return top, -1


@njit(nogil=True)
def a_peak(left):  # [m] → a place, or −1  # pragma: no cover
    """The first interior peak a ≤ b ≥ c."""
    for place in range(1, left.shape[0] - 1):
        if left[place - 1] <= left[place] and left[place] >= left[place + 1]:
            return place
    return -1


@njit(nogil=True)
def in_turn(left):  # [m] without interior peaks → the first player's lead  # pragma: no cover
    """Both take the larger end, which is the largest of all: what is left falls, then rises."""
    total = np.int64(0)
    low, high = 0, left.shape[0] - 1
    for turn in range(left.shape[0]):
        coin = max(left[low], left[high])
        if coin == left[low]:
            low += 1
        else:
            high -= 1
        total += coin if turn % 2 == 0 else -coin
    return total
