"""Nimbers of single heaps under an octal code, with most pairs of heaps left out.

Numbers v with an even count of bits in v AND mask are called rare, the others common: rare XOR
rare and common XOR common are rare, rare XOR common is common. A mask under which nearly all
nimbers are common (a sparse space) leaves few rare heaps, and only pairs with a rare heap can give
a common number. Every mask gives the right nimbers; a good one gives them soon.
"""

from __future__ import annotations

import numpy as np  # noqa: F401 - whoever loads the kernels needs it
from numba import njit


@njit(nogil=True)
def is_rare(number: int, mask: int) -> bool:  # pragma: no cover
    """Whether number AND mask has an even count of bits."""
    bits, rare = number & mask, True
    while bits:
        bits &= bits - 1
        rare = not rare
    return rare


@njit(nogil=True)
def best_mask(weight):  # pragma: no cover
    """The mask with the fewest rare heaps: the least entry of the Walsh transform, in place."""
    size = len(weight)  # [a power of two] how many heaps have this nimber
    half = 1
    while half < size:
        for block in range(0, size, 2 * half):
            for low in range(block, block + half):
                one, two = weight[low], weight[low + half]
                weight[low], weight[low + half] = one + two, one - two
        half *= 2
    best = 1
    for mask in range(2, size):
        if weight[mask] < weight[best]:
            best = mask
    return best


@njit(nogil=True)
def fill(nimber, begin, digits, mask, rare, seen):  # pragma: no cover
    # [N] int32, -, [K], -, scratch [N], scratch [S]: S a power of two → heaps done
    """Nimbers from heap `begin` ≥ 1 on; stops where `seen` is too short for what may come.

    O(rare heaps) a heap, and the pairs that must be looked at until all rare numbers below the
    least absent common one have shown; all pairs where one of them never does.
    """
    count, high = 0, 2
    for heap in range(begin):
        while nimber[heap] >= high:
            high *= 2
        if heap and is_rare(nimber[heap], mask):
            rare[count] = heap
            count += 1
    seen[:] = -1
    for heap in range(begin, len(nimber)):
        if 2 * high > len(seen):
            return heap
        few_pairs(nimber, heap, digits, rare, count, seen)
        common = 0
        while seen[common] == heap or is_rare(common, mask):
            common += 1
        missing = 0
        for number in range(min(common, high)):
            missing += seen[number] != heap
        if missing:
            more_pairs(nimber, heap, digits, min(common, high), missing, seen)
        least = 0
        while seen[least] == heap:
            least += 1
        nimber[heap] = least
        while least >= high:
            high *= 2
        if is_rare(least, mask):
            rare[count] = heap
            count += 1
    return len(nimber)


@njit(nogil=True)
def few_pairs(nimber, heap, digits, rare, count, seen):  # pragma: no cover
    """Stamp what a move may leave: nothing, one heap, or a pair with a rare heap."""
    for take in range(1, min(len(digits), heap) + 1):
        digit, left = digits[take - 1], heap - take
        if digit & 1 and left == 0:
            seen[0] = heap
        if digit & 2 and left > 0:
            seen[nimber[left]] = heap
        if digit & 4:
            for place in range(count):
                if rare[place] >= left:
                    break
                seen[nimber[rare[place]] ^ nimber[left - rare[place]]] = heap


@njit(nogil=True)
def more_pairs(nimber, heap, digits, most, missing, seen):  # pragma: no cover
    """Stamp pairs until no number below `most` is missing, or there are no more.

    All takes side by side: under a single one a number may show late or never.
    """
    for small in range(1, heap // 2 + 1):
        for take in range(1, min(len(digits), heap - 2 * small) + 1):
            if digits[take - 1] & 4:
                number = nimber[small] ^ nimber[heap - take - small]
                if number < most and seen[number] != heap:
                    seen[number] = heap
                    missing -= 1
                    if missing == 0:
                        return
