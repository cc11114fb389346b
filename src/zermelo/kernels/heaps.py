"""Sieves over the heaps 0 … N of one game of heaps: who wins, and nimbers.

All fill a table from heap `begin` on; what stands before `begin` is final.
"""

from __future__ import annotations

import numpy as np
from numba import njit

BLOCK = 1 << 17  # heaps of a block of `mark`: it stays in the nearer caches
MOST_DIVISORS = 2048  # a number below 2³¹ has at most 1,536 divisors


@njit(nogil=True)
def mark(won, begin, takes, lost, turn):  # pragma: no cover
    # [N] uint8, -, [K] ascending, scratch [largest take + BLOCK + 1], the same
    """Every lost heap p marks p + take as won. O(lost heaps × takes), block by block."""
    size, count = len(won), 0
    for low in range(begin, size, BLOCK):
        high, kept = min(low + BLOCK, size), 0
        for number in range(count):
            heap, k = lost[number], turn[number]
            while k < len(takes) and heap + takes[k] < high:
                won[heap + takes[k]] = 1
                k += 1
            if k < len(takes):
                lost[kept], turn[kept] = heap, k
                kept += 1
        count = kept
        for heap in range(low, high):
            if won[heap] == 0:
                k = 0
                while k < len(takes) and heap + takes[k] < high:
                    won[heap + takes[k]] = 1
                    k += 1
                if k < len(takes):
                    lost[count], turn[count] = heap, k
                    count += 1


@njit(nogil=True)
def slide(won, begin, first, last):  # pragma: no cover
    # [N] uint8, -, [R], [R]: the takes are the runs first[r] … last[r]
    """Count the lost heaps in each run's window as it slides. O(N × runs)."""
    lost = 0
    for run in range(len(first)):
        for heap in range(max(0, begin - 1 - last[run]), max(0, begin - first[run])):
            lost += 1 - won[heap]
    for heap in range(begin, len(won)):
        for run in range(len(first)):
            if heap > last[run]:
                lost -= 1 - won[heap - last[run] - 1]
            if heap >= first[run]:
                lost += 1 - won[heap - first[run]]
        won[heap] = lost > 0


@njit(nogil=True)
def climb(nimber, begin, first, last, count):  # pragma: no cover
    # [N] int32, -, [R], [R], [takes + 2] zeros
    """Nimbers: how often each stands in the runs' windows; the least absent one moves along.

    O(N × runs) and the steps of the least absent one, at most its height a heap.
    """
    for run in range(len(first)):
        for heap in range(max(0, begin - 1 - last[run]), max(0, begin - first[run])):
            count[nimber[heap]] += 1
    least = 0
    for heap in range(begin, len(nimber)):
        for run in range(len(first)):
            if heap > last[run]:
                gone = nimber[heap - last[run] - 1]
                count[gone] -= 1
                if gone < least:
                    least = gone
            if heap >= first[run]:
                count[nimber[heap - first[run]]] += 1
        # a number below the least absent one may have gone while another run still holds it
        while count[least] > 0:
            least += 1
        nimber[heap] = least


@njit(nogil=True)
def climb_each(nimber, begin, takes, stamp):  # pragma: no cover
    # [N] int32, -, [K] ascending, [K + 2] filled with −1
    """Nimbers by looking at every option. O(N × takes)."""
    for heap in range(begin, len(nimber)):
        for take in takes:
            if take > heap:
                break
            stamp[nimber[heap - take]] = heap
        least = 0
        while stamp[least] == heap:
            least += 1
        nimber[heap] = least


@njit(nogil=True)
def wait_at_multiples(entry, first, following, only_won):  # pragma: no cover
    # [N + 1] int32 with heap 1 filled in, scratch [N + 1] int32 zeros, the same, -
    """Nimbers where a divisor is taken; with `only_won` 1 for a won heap. O(N log N) steps.

    `first[n]` and then `following[d]` list the divisors that wait at heap n.
    """
    size = len(entry)
    stamp = np.zeros(MOST_DIVISORS, np.int64)
    for heap in range(1, size):
        divisor = first[heap]
        while divisor > 0:
            then = following[divisor]
            stamp[entry[heap - divisor]] = heap
            if heap + divisor < size:
                following[divisor] = first[heap + divisor]
                first[heap + divisor] = divisor
            divisor = then
        if 2 * heap < size:
            following[heap] = first[2 * heap]
            first[2 * heap] = heap
        if heap > 1:
            least = 0
            while stamp[least] == heap:
                least += 1
            entry[heap] = min(least, 1) if only_won else least
