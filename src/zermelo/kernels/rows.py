"""Rows with open ends: peak fusion and the triangle of all sub-rows."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numba import njit

T = TypeVar("T")

CHUNK = 1 << 20  # coins a thread takes at once
THREADS = 2
LARGEST_INT64 = (1 << 63) - 1


@njit(nogil=True)
def _push(c, stack, top):  # pragma: no cover
    """Put a coin on what is left, with its fusions; where that ends then. LLVM inlines it."""
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
    return top + 1


@njit(nogil=True)
def fuse(coins, stack):  # [n], out [n] → coins left, Σ|v|, bits of all |v|  # pragma: no cover
    """Leave no interior peak: a ≤ b ≥ c becomes a − b + c. The sum wraps where the bits say so.

    To bound what comes of the coins on the way takes half the time of a pass of its own.
    """
    top, total, bits = 0, 0, 0
    for place in range(coins.shape[0]):
        c = coins[place]
        size = abs(c)  # of the least number this is negative, and so are the bits then
        total += size
        bits |= size
        top = _push(c, stack, top)
    return top, total, bits


@njit(nogil=True)
def join(stack, start, kept):  # [n] in place, [C], [C] → coins left  # pragma: no cover
    """Fuse on across chunks that were fused on their own; chunk k left kept[k] at start[k].

    In place: nothing is written beyond what has been read. Behind two coins that stay as the chunk
    left them nothing is fused any more: it has no peak inside.
    """
    top = 0
    for chunk in range(start.shape[0]):
        place, end, as_left = start[chunk], start[chunk] + kept[chunk], 0
        while place < end and as_left < 2:
            before = top
            top = _push(stack[place], stack, top)
            as_left = as_left + 1 if top > before else 0
            place += 1
        if top == place:  # all stands where it belongs
            top = end
            continue
        for rest in range(place, end):
            stack[top] = stack[rest]
            top += 1
    return top


@njit(nogil=True)
def fuse_blocks(coins, origin, stack, first):  # [n], out [n], out [n] → B  # pragma: no cover
    """As `fuse`, with the first coin of every block that is left, counted from `origin`."""
    top = 0
    for place in range(coins.shape[0]):
        c = coins[place]
        begin = origin + place
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
        stack[top] = c
        first[top] = begin
        top += 1
    return top


@njit(nogil=True)
def join_blocks(stack, first, start, kept):  # [n], [n] in place, [C], [C]  # pragma: no cover
    """As `join`, with the first coin of every block."""
    top = 0
    for chunk in range(start.shape[0]):
        place, end, as_left = start[chunk], start[chunk] + kept[chunk], 0
        while place < end and as_left < 2:
            before, begin = top, first[place]
            top = _push(stack[place], stack, top)
            as_left = as_left + 1 if top > before else 0
            if as_left:  # else it begins where the first of those that were fused does
                first[top - 1] = begin
            place += 1
        if top == place:  # all stands where it belongs
            top = end
            continue
        for rest in range(place, end):
            stack[top] = stack[rest]
            first[top] = first[rest]
            top += 1
    return top


@njit(nogil=True)
def count_fusions(coins, start, stack, fused):  # [n], [R + 1], [n], out [n]  # pragma: no cover
    """How many fusions each coin sets off in its row: what a checker needs to replay them."""
    for row in range(start.shape[0] - 1):
        base = start[row]
        top = base
        for place in range(base, start[row + 1]):
            c = coins[place]
            count = 0
            while top >= base + 2:
                b = stack[top - 1]
                if b < c:
                    break
                a = stack[top - 2]
                if a > b:
                    break
                c = a - b + c
                top -= 2
                count += 1
            stack[top] = c
            fused[place] = count
            top += 1


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
def in_turn(valley):  # [m], without interior peaks → the first player's lead  # pragma: no cover
    """All goes in decreasing order: the larger end of what falls, then rises, is its largest."""
    left, right, total, sign = 0, valley.shape[0] - 1, 0, 1
    while left <= right:
        if valley[left] >= valley[right]:
            total += sign * valley[left]
            left += 1
        else:
            total += sign * valley[right]
            right -= 1
        sign = -sign
    return total


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
        kept[row] = fuse(coins[begin:end], stack[begin:end])[0]


@njit(nogil=True)
def fuse_rows_blocks(coins, start, stack, first, kept):  # pragma: no cover
    """As `fuse_rows`, with the first coin of every block."""
    for row in range(start.shape[0] - 1):
        begin, end = start[row], start[row + 1]
        kept[row] = fuse_blocks(coins[begin:end], begin, stack[begin:end], first[begin:end])


@njit(nogil=True)
def closed_end(stack, kept):  # [B], B → blocks that are played last  # pragma: no cover
    """How many blocks at the closed end go in pairs M ≥ x, after everything else."""
    last = 0
    while kept - last > 1 and stack[last] >= stack[last + 1]:
        last += 2
    return last


@njit(nogil=True)
def set_aside(stack, start, kept, closed, left):  # out left [n] → (coins, Σ)  # pragma: no cover
    """What all rows leave to be taken in decreasing order, and Σ (x − M) of what goes last."""
    count, last = 0, 0
    for row in range(kept.shape[0]):
        base = start[row]
        begin = base + (closed_end(stack[base:], kept[row]) if closed[row] else 0)
        for block in range(base, begin, 2):
            last += stack[block + 1] - stack[block]
        for block in range(begin, base + kept[row]):
            left[count] = stack[block]
            count += 1
    return count, last


@njit(nogil=True)
def line_up(stack, first, start, kept, closed, worth, begin, end):  # pragma: no cover
    """The blocks of every row in the order in which the row gives them away.

    Block k goes from coin begin[k] to coin end[k], both taken. Those that go last fill the arrays
    from behind, last row first; the answer is how many do not.
    """
    count, behind = 0, worth.shape[0]
    for row in range(kept.shape[0]):
        base, stop = start[row], start[row] + kept[row]
        low, high = base, stop - 1
        if closed[row]:
            low += closed_end(stack[base:], kept[row])
            for block in range(base, low):
                behind -= 1
                begin[behind] = (first[block + 1] if block + 1 < stop else start[row + 1]) - 1
                end[behind] = first[block]
        while low <= high:
            if not closed[row] and stack[low] >= stack[high]:
                worth[count], begin[count] = stack[low], first[low]
                end[count] = (first[low + 1] if low + 1 < stop else start[row + 1]) - 1
                low += 1
            else:
                worth[count], end[count] = stack[high], first[high]
                begin[count] = (first[high + 1] if high + 1 < stop else start[row + 1]) - 1
                high -= 1
            count += 1
    return count


@njit(nogil=True)
def spell_out(begin, end, blocks, order):  # [B], [B], [B], out [n]  # pragma: no cover
    """The coins of the blocks, one by one."""
    place = 0
    for block in blocks:
        step = 1 if begin[block] <= end[block] else -1
        for coin in range(begin[block], end[block] + step, step):
            order[place] = coin
            place += 1


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


def reduce_row(coins: np.ndarray, room: int | None = None) -> np.ndarray | None:
    """The row without interior peaks, by both cores; None when Σ|v| may not be below `room`.

    The stack is as long as the row, but only what is written to becomes memory.
    """
    stack, starts = np.empty_like(coins), _chunks(len(coins))

    def one(begin: int) -> tuple[int, int, int]:
        end = begin + CHUNK
        found: tuple[int, int, int] = fuse(coins[begin:end], stack[begin:end])
        return found

    found = _on_cores(one, starts)
    if room is not None and not _is_below(room, found, min(CHUNK, len(coins))):
        return None
    kept = [top for top, _, _ in found]
    top = join(stack, np.array(starts), np.array(kept)) if len(starts) > 1 else kept[0]
    return stack[:top]


def _is_below(room: int, found: list[tuple[int, int, int]], most: int) -> bool:
    """Whether all sums together are below `room`, and none of at most so many numbers wrapped."""
    if any(not 0 <= bits < LARGEST_INT64 // most for _, _, bits in found):
        return False
    return sum(total for _, total, _ in found) < room


def value_of_valley(valley: np.ndarray) -> int:
    """The value of a row without interior peaks."""
    return int(in_turn(valley))


def value_of_valleys(coins: np.ndarray) -> int:
    """The value of several rows without interior peaks, all their coins in one array."""
    return int(alternate(np.sort(coins)[::-1]))


def order_of(coins: np.ndarray) -> np.ndarray:
    """The places of the coins in the order they go. Both cores."""
    size = len(coins)
    stack, first, starts = np.empty_like(coins), np.empty(size, np.int64), _chunks(size)

    def one(begin: int) -> int:
        end = begin + CHUNK
        return int(fuse_blocks(coins[begin:end], begin, stack[begin:end], first[begin:end]))

    kept = _on_cores(one, starts)
    blocks = join_blocks(stack, first, np.array(starts), np.array(kept))
    order = np.empty(size, np.int64)
    walk(stack, first, blocks, size, order)
    return order


def value_of_rows(coins: np.ndarray, start: np.ndarray, closed: np.ndarray) -> int:
    """The value of several rows, row r being coins[start[r]:start[r + 1]]."""
    stack, kept = np.empty_like(coins), np.empty(len(closed), np.int64)
    fuse_rows(coins, start, stack, kept)
    left = np.empty(kept.sum(), np.int64)
    count, last = set_aside(stack, start, kept, closed, left)
    return value_of_valleys(left[:count]) + (int(last) if len(coins) % 2 == 0 else -int(last))


def order_of_rows(coins: np.ndarray, start: np.ndarray, closed: np.ndarray) -> np.ndarray:
    """The coins of all rows in the order they go, by their places in `coins`."""
    stack, kept = np.empty_like(coins), np.empty(len(closed), np.int64)
    first = np.empty(len(coins), np.int64)
    fuse_rows_blocks(coins, start, stack, first, kept)
    worth, begin, end = (np.empty(kept.sum(), np.int64) for _ in range(3))
    count = line_up(stack, first, start, kept, closed, worth, begin, end)
    # stable, so that every row's own blocks of equal worth keep their order
    inside = np.argsort(-worth[:count], kind="stable")
    order = np.empty(len(coins), np.int64)
    spell_out(begin, end, np.concatenate([inside, np.arange(count, len(worth))]), order)
    return order


def fusions(coins: np.ndarray, start: np.ndarray) -> np.ndarray:
    """How many fusions each coin sets off; row r is coins[start[r]:start[r + 1]]."""
    fused = np.empty(len(coins), np.int32)
    count_fusions(coins, start, np.empty_like(coins), fused)
    return fused


def _chunks(size: int) -> list[int]:
    return list(range(0, size, CHUNK)) or [0]


def _on_cores(one: Callable[[int], T], starts: list[int]) -> list[T]:
    if len(starts) == 1:
        return [one(starts[0])]
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, starts))
