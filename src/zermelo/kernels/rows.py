"""Rows with open ends: peak fusion and the triangle of all sub-rows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit

CHUNK = 1 << 20  # coins a thread takes at once
THREADS = 2


@njit(nogil=True)
def fuse(coins, stack, limit):  # [n], out [n], → coins left, or −1  # pragma: no cover
    """Leave no interior peak: a ≤ b ≥ c becomes a − b + c. −1 when a coin exceeds the limit."""
    top = 0
    large = False
    for place in range(coins.shape[0]):
        c = coins[place]
        large |= (c > limit) | (c < -limit)
        while top >= 2:
            b = stack[top - 1]
            if b < c:
                break
            a = stack[top - 2]
            if a > b:
                break
            c = a - b + c
            top -= 2
        stack[top] = c
        top += 1
    return -1 if large else top


@njit(nogil=True)
def fuse_blocks(
    coins, stack, first, fused
):  # [n], out [n], out [n], out [n] → blocks left  # pragma: no cover
    """As `fuse`, with the first coin of every block and how many fusions each coin set off."""
    top = 0
    for place in range(coins.shape[0]):
        c = coins[place]
        begin = place
        count = 0
        while top >= 2:
            b = stack[top - 1]
            if b < c:
                break
            a = stack[top - 2]
            if a > b:
                break
            c = a - b + c
            top -= 2
            begin = first[top]
            count += 1
        stack[top] = c
        first[top] = begin
        fused[place] = count
        top += 1
    return top


@njit(nogil=True)
def walk(stack, first, blocks, size, order):  # [B], [B], B, n, out [n]  # pragma: no cover
    """The coins in the order they go: the larger end block, walked through from its open side."""
    left, right, place = 0, blocks - 1, 0
    while left <= right:
        if stack[left] >= stack[right]:
            end = first[left + 1] if left + 1 < blocks else size
            for coin in range(first[left], end):
                order[place] = coin
                place += 1
            left += 1
        else:
            end = first[right + 1] if right + 1 < blocks else size
            for coin in range(end - 1, first[right] - 1, -1):
                order[place] = coin
                place += 1
            right -= 1


@njit(nogil=True)
def alternate(coins):  # [m], in decreasing order → their sum with signs + − + …  # pragma: no cover
    """What the player gets more who takes the first, the third, …."""
    total = 0
    for place in range(coins.shape[0]):
        total += coins[place] if place % 2 == 0 else -coins[place]
    return total


@njit(nogil=True)
def fuse_rows(coins, start, stack, kept):  # [n], [R + 1], out [n], out [R]  # pragma: no cover
    """Fuse every row on its own; row r leaves kept[r] coins at stack[start[r]:]."""
    for row in range(start.shape[0] - 1):
        begin, end = start[row], start[row + 1]
        kept[row] = fuse(coins[begin:end], stack[begin:end], np.int64(0x3FFFFFFFFFFFFFFF))


@njit(nogil=True)
def diagonal(left, right, shorter, here):  # [m], [m], [m + 1], out [m]  # pragma: no cover
    """D of the sub-rows of one length, from those one shorter.

    A function of its own: written into the loop of `triangle` it is not vectorised and takes
    twice as long.
    """
    kind = here.dtype.type  # int32 − int32 would widen to int64
    for place in range(here.shape[0]):
        one = kind(left[place] - shorter[place + 1])
        two = kind(right[place] - shorter[place])
        here[place] = max(one, two)


@njit(nogil=True)
def triangle(coins, table):  # [n], out [n(n + 1)/2]  # pragma: no cover
    """D of every sub-row, diagonal after diagonal.

    One core writes at three quarters of the speed of memcpy; two, sharing the starts of each
    diagonal, were no faster.
    """
    size = coins.shape[0]
    table[:size] = coins
    before, here = 0, size
    for length in range(2, size + 1):
        count = size - length + 1
        diagonal(coins[:count], coins[length - 1 :], table[before:here], table[here : here + count])
        before = here
        here += count


def reduce_row(coins: np.ndarray, limit: int) -> np.ndarray | None:
    """The row without interior peaks; None when a coin is beyond the limit. Both cores."""
    if len(coins) <= CHUNK:
        return _reduced(coins, limit)
    pieces = [coins[k : k + CHUNK] for k in range(0, len(coins), CHUNK)]
    with ThreadPoolExecutor(THREADS) as pool:
        parts = list(pool.map(lambda piece: _reduced(piece, limit), pieces))
    left = [part for part in parts if part is not None]
    if len(left) < len(parts):
        return None
    return reduce_row(np.concatenate(left), NO_LIMIT)


def _reduced(coins: np.ndarray, limit: int) -> np.ndarray | None:
    stack = np.empty_like(coins)
    kept = fuse(coins, stack, np.int64(limit))
    return None if kept < 0 else stack[:kept].copy()


NO_LIMIT = (1 << 63) - 1


def value_of_valley(coins: np.ndarray) -> int:
    """The value of rows without peaks: everything goes in decreasing order."""
    return int(alternate(np.sort(coins)[::-1]))


def order_of(coins: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The coins in the order they go, and the fusions that each coin set off."""
    size = len(coins)
    stack = np.empty_like(coins)
    first = np.empty(size, np.int64)
    fused = np.empty(size, np.int32)
    blocks = fuse_blocks(coins, stack, first, fused)
    order = np.empty(size, np.int64)
    walk(stack, first, blocks, size, order)
    return order, fused
