"""Numbering states as they are found: an open-addressing table of numbers over rows of keys.

The moves of a batch of states lead to `children`, in the order of the rules. Each child gets the
number of its state; a new state gets the next number, in the order in which it is first met.

In a dense table every key is its own slot: no hash, no search. A slot holds 0 or number + 1.
"""

import numpy as np
from numba import njit

BLOCK = 256  # children whose table lines are fetched together: misses overlap


@njit
def _mixed(word):  # pragma: no cover
    """A word in which every bit has a say (the finaliser of MurmurHash3)."""
    mixed = np.uint64(word) * np.uint64(0xFF51AFD7ED558CCD)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xC4CEB9FE1A85EC53)
    return mixed ^ (mixed >> np.uint64(29))


@njit
def _hash(keys, row):  # pragma: no cover
    """One word for a key of one word, keys[N], or of several, keys[N, K]."""
    if keys.ndim == 1:
        return _mixed(keys[row])
    mixed = _mixed(keys[row, 0])
    for word in range(1, keys.shape[1]):
        mixed = _mixed(np.uint64(keys[row, word]) ^ (mixed + np.uint64(0x9E3779B97F4A7C15)))
    return mixed


@njit
def _first_word(keys, row):  # pragma: no cover
    return keys[row] if keys.ndim == 1 else keys[row, 0]


@njit
def _same(one, row, two, other):  # pragma: no cover
    if one.ndim == 1:
        return one[row] == two[other]
    for word in range(one.shape[1]):  # noqa: SIM110 - a loop, not a generator, compiles
        if one[row, word] != two[other, word]:
            return False
    return True


@njit
def _copy(keys, row, batch, child):  # pragma: no cover
    if keys.ndim == 1:
        keys[row] = batch[child]
    else:
        for word in range(keys.shape[1]):
            keys[row, word] = batch[child, word]


@njit(nogil=True)
def settle(
    batch,  # [C, K] the children of a batch, or [C]
    count,
    dense,
    slots,  # [power of two], or one for each key when dense
    keys,  # [N, K] or [N], with room for all children
    known,  # how many keys there are
    to,  # [·] out: the number of each child
    base,  # to[base + child] belongs to child
):  # pragma: no cover
    """Find or enter the children of a batch; how many keys there are, and the least child."""
    least = np.uint32(0xFFFFFFFF)
    mask = np.uint64(slots.size - 1)
    places = np.empty(BLOCK, np.uint64)
    touched = np.int64(0)
    for low in range(0, count, BLOCK):
        high = min(low + BLOCK, count)
        for child in range(low, high):
            if dense:
                places[child - low] = np.uint64(_first_word(batch, child))
            else:
                places[child - low] = _hash(batch, child) & mask
        # reads that do not wait for each other, in loops of their own: the misses overlap
        for k in range(high - low):
            touched ^= np.int64(slots[places[k]])
        if not dense:
            for k in range(high - low):
                content = max(slots[places[k]], np.uint32(1))
                touched ^= _first_word(keys, content - np.uint32(1))
        for child in range(low, high):
            place = places[child - low]
            content = slots[place]
            while content != 0 and not dense:
                if _same(batch, child, keys, content - np.uint32(1)):
                    break
                place = (place + np.uint64(1)) & mask
                content = slots[place]
            if content == 0:
                _copy(keys, known, batch, child)
                known += 1
                content = np.uint32(known)
                slots[place] = content
            to[base + child] = content - np.uint32(1)
            least = min(least, content)
    if touched == 1:  # the reads above must not be left out
        places[0] = 0
    return known, np.int64(least) - 1


@njit(nogil=True)
def leads_back(to, base, counts, begin):  # pragma: no cover
    """Whether a move of state begin + k leads to itself or to one before it."""
    move = base
    for k in range(counts.size):
        for _ in range(counts[k]):
            if to[move] <= begin + k:
                return True
            move += 1
    return False


@njit(nogil=True)
def enter_all(keys, count, dense, slots):  # pragma: no cover
    """Enter the numbers of the first `count` keys, all different, into an empty table."""
    mask = np.uint64(slots.size - 1)
    for row in range(count):
        place = np.uint64(_first_word(keys, row)) if dense else _hash(keys, row) & mask
        while not dense and slots[place] != 0:
            place = (place + np.uint64(1)) & mask
        slots[place] = np.uint32(row + 1)


@njit(nogil=True)
def look_up(children, begin, end, dense, slots, keys, out):  # pragma: no cover
    """The numbers of keys; −1 for one that is not known."""
    mask = np.uint64(slots.size - 1)
    for child in range(begin, end):
        place = np.uint64(_first_word(children, child))
        if not dense:
            place = _hash(children, child) & mask
        content = slots[place]
        while not dense and content != 0:
            if _same(children, child, keys, content - np.uint32(1)):
                break
            place = (place + np.uint64(1)) & mask
            content = slots[place]
        out[child] = np.int64(content) - 1
