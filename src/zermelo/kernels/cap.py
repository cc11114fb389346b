"""Rows under a growing cap: both windows of the recurrence as running maxima, a cap at a time.

Here `left` counts what is left of the row, rest[left] is its sum, and H(left, m) stands for
−rest[left] − D(left, m). Caps go downwards, because D(·, m) needs the caps m + 1 … 2m.

    D(left, m) = rest[left] + max( max H(k, m) for left − m ≤ k < left,
                                   max H(left − x, x) for m < x ≤ 2m )        when left > 2m,
    D(left, m) = free[left] = rest[left] + max H(k, ·) for k < left           when left ≤ 2m.
"""

from __future__ import annotations

import numpy as np
from numba import njit

NEAR = 2048  # entries that stay in the nearest cache while many takes pass over them


@njit(nogil=True)
def fill(rest, free, table, high, lowest):  # pragma: no cover
    """All values. rest [n + 1]; free [n + 1] and table, out; high, scratch.

    Cap m holds its entries for left = 2m + 1 … n from (m − 1)(n − m) on. The window m < x ≤ 2m
    holds one power of two: `near` has the maxima below it, `high` those from there upwards.
    """
    size = len(rest) - 1
    column = np.empty_like(rest)  # H(·, m) of the cap at hand
    near = np.empty_like(rest)  # max H(left − x, x) for m < x < power
    tails = np.empty_like(rest)
    sweep_free(rest, free, column)
    power = 2
    while power < size:
        power *= 2
    while power >= 2:
        rise(rest, free, table, power, high, near, lowest)
        near[:] = lowest
        for cap in range(power - 1, power // 2 - 1, -1):
            if cap + 1 < power:  # column is still that of cap + 1
                raise_to(near[cap + 2 :], column)
            if 2 * cap < size:
                row = (cap - power // 2) * (size - power) - power - 1
                slide(rest, table, cap, high, row, near, column, tails, lowest)
        power //= 2


@njit(nogil=True)
def sweep_free(rest, free, column):  # pragma: no cover
    """The states whose mover may take all that is left, now and for ever. All are [n + 1]."""
    free[0] = 0
    column[0] = 0
    best = column[0]
    for left in range(1, len(rest)):
        free[left] = rest[left] + best
        column[left] = -rest[left] - free[left]
        best = max(best, column[left])


@njit(nogil=True)
def raise_to(best, column):  # pragma: no cover
    """best[k] = max(best[k], column[k + 1]); the first entry of a column is that of left = 0."""
    worths = column[1 : 1 + len(best)]
    for place in range(len(best)):
        best[place] = max(best[place], worths[place])


@njit(nogil=True)
def raise_by(best, rest, values):  # pragma: no cover
    """best[k] = max(best[k], −rest[k] − values[k]). All are [length]."""
    for place in range(len(best)):
        best[place] = max(best[place], -rest[place] - values[place])


@njit(nogil=True)
def rise(rest, free, table, power, high, best, lowest):  # pragma: no cover
    """high[(y − power)/2][left − power − 1] = max H(left − x, x) for power ≤ x ≤ y, y even."""
    size = len(rest) - 1
    best[:] = lowest
    for low in range(power + 1, size + 1, NEAR):
        end = min(low + NEAR, size + 1)
        for take in range(power, min(2 * power - 1, end - 1)):
            begin = max(low, take + 1)
            middle = min(max(begin, 3 * take + 1), end)  # below it what the move leaves is free
            raise_by(best[begin:middle], rest[begin - take :], free[begin - take :])
            if middle < end:
                first = (take - 1) * (size - take) + middle - 3 * take - 1
                raise_by(best[middle:end], rest[middle - take :], table[first:])
            if take % 2 == 0:
                row = (take - power) // 2 * (size - power) - power - 1
                high[row + begin : row + end] = best[begin:end]


@njit(nogil=True)
def slide(rest, table, cap, high, row, near, column, tails, lowest):  # pragma: no cover
    """One cap: blocks of `cap` entries, each window the tail of one and the head of the next."""
    size = len(rest) - 1
    begin = (cap - 1) * (size - cap) - 2 * cap - 1
    for block in range(2 * cap + 1, size + 1, cap):
        end = min(block + cap, size + 1)
        past, others = column[block - cap : block], tails[:cap]
        best = lowest
        for back in range(cap):
            best = max(best, past[cap - 1 - back])
            others[cap - 1 - back] = best
        # slices start their places at 0, which spares a test for negative ones: 2 times faster
        below, above = near[block:end], high[row + block : row + end]
        for place in range(end - block):
            others[place] = max(others[place], max(below[place], above[place]))
        sums, values, worths = (
            rest[block:end],
            table[begin + block : begin + end],
            column[block:end],
        )
        best = lowest
        for place in range(end - block):
            found = max(best, others[place])
            values[place] = sums[place] + found
            worth = -2 * sums[place] - found
            worths[place] = worth
            best = max(best, worth)
