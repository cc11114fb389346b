"""The textbook methods, compiled as well as ours: what the family methods are measured against."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True)
def ends_rolling(coins):  # [n] → D of the whole row, O(n²) time, O(n) memory
    size = coins.shape[0]
    best = coins.copy()
    for length in range(2, size + 1):
        for left in range(size - length + 1):
            one = coins[left] - best[left + 1]
            two = coins[left + length - 1] - best[left]
            best[left] = one if one > two else two
    return best[0]


@njit(cache=True)
def front_scan(before, most):  # [n + 1] prefix sums → D(0), O(n·K)
    size = before.shape[0] - 1
    best = np.zeros(size + 1, np.int64)
    for here in range(size - 1, -1, -1):
        top = before[here + 1] - before[here] - best[here + 1]
        for end in range(here + 2, min(here + most, size) + 1):
            worth = before[end] - before[here] - best[end]
            top = worth if worth > top else top
        best[here] = top
    return best[0]


@njit(cache=True)
def cap_cubic(before):  # [n + 1] prefix sums → D(0, 1), O(n³)
    size = before.shape[0] - 1
    best = np.zeros((size + 1, size + 1), np.int64)
    for here in range(size - 1, -1, -1):
        cap = 1
        while cap <= (size - here + 1) // 2:  # beyond it all caps are alike
            top = before[here + 1] - before[here] - best[cap, here + 1]
            for count in range(2, min(2 * cap, size - here) + 1):
                after = cap if cap > count else count
                worth = before[here + count] - before[here] - best[after, here + count]
                top = worth if worth > top else top
            best[cap, here] = top
            cap += 1
        best[cap:, here] = best[cap - 1, here]
    return best[1, 0]


@njit(cache=True)
def pool_bytes(largest, target):  # → wins[0]; one byte a subset of 1 … largest
    wins = np.zeros(1 << largest, np.uint8)
    for used in range((1 << largest) - 1, -1, -1):
        total = 0
        for item in range(largest):
            if used >> item & 1:
                total += item + 1
        if total < target:
            for item in range(largest):
                if not used >> item & 1 and not wins[used | 1 << item]:
                    wins[used] = 1
                    break
    return wins[0]


@njit(cache=True)
def boxes_bytes(groups, lines):  # [g] → D(0); one byte a subset, every box looked at
    table = np.zeros(1 << lines, np.int8)
    for drawn in range((1 << lines) - 2, -1, -1):
        top = -100
        for line in range(lines):
            if not drawn >> line & 1:
                after = drawn | 1 << line
                closed = 0
                for group in groups:
                    if group >> line & 1 and after & group == group:
                        closed += 1
                worth = closed + table[after] if closed else -table[after]
                top = worth if worth > top else top
        table[drawn] = top
    return table[0]


@njit(cache=True)
def squares_scan(largest):  # → how many heaps are lost; every heap looks at every square
    wins = np.zeros(largest + 1, np.uint8)
    lost = 1
    for heap in range(1, largest + 1):
        root = 1
        while root * root <= heap:
            if not wins[heap - root * root]:
                wins[heap] = 1
                break
            root += 1
        lost += 1 - wins[heap]
    return lost


@njit(cache=True)
def kayles_scan(largest):  # → the nimbers of rows of 0 … largest pins, O(n²)
    nimbers = np.zeros(largest + 1, np.int64)
    seen = np.full(4096, -1, np.int64)
    for heap in range(1, largest + 1):
        for take in range(1, 3):
            left = heap - take
            for small in range(left // 2 + 1):
                if left >= 0:
                    seen[nimbers[small] ^ nimbers[left - small]] = heap
        least = 0
        while seen[least] == heap:
            least += 1
        nimbers[heap] = least
    return nimbers
