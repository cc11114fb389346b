"""Numbering states as they are found: an open-addressing table of numbers over rows of keys.

The moves of a batch of states lead to `children`, in the order of the rules. Each child gets the
number of its state; a new state gets the next number, in the order in which it is first met. The
table is divided among `owners` by the top bits of the hash: every owner looks at all children and
settles its own, so that several threads share the work; the new ones are numbered by where they
were met, not by who settled them, so the result is the same for any number of owners.

In a dense table every key is its own slot: no hash, no search.

A slot holds 0 (free), number + 1, or, inside a batch, NEW | owner | place among the owner's new.
"""

import numpy as np
from numba import njit

NEW = np.uint32(1 << 31)
OWNER_SHIFT = np.uint32(27)
PLACE = np.uint32((1 << 27) - 1)
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
    """One word for a key of one or more."""
    mixed = _mixed(keys[row, 0])
    for word in range(1, keys.shape[1]):
        mixed = _mixed(np.uint64(keys[row, word]) ^ (mixed + np.uint64(0x9E3779B97F4A7C15)))
    return mixed


@njit
def _owner(mixed, owners):  # pragma: no cover
    return np.int64((mixed >> np.uint64(40)) % np.uint64(owners))


@njit
def _same(one, row, two, other):  # pragma: no cover
    if one[row, 0] != two[other, 0]:
        return False
    for word in range(1, one.shape[1]):  # noqa: SIM110 - a loop, not a generator, compiles
        if one[row, word] != two[other, word]:
            return False
    return True


@njit(nogil=True, cache=True)
def settle_alone(
    batch,  # [C, K] the children of a batch
    count,
    dense,
    slots,  # [power of two], or one for each key when dense
    keys,  # [N, K], with room for all children
    known,  # how many keys there are
    to,  # [·] out: the number of each child
    base,  # to[base + child] belongs to child
):  # pragma: no cover
    """Find or enter the children of a batch by one thread; returns how many keys there are."""
    mask = np.uint64(slots.size - 1)
    places = np.empty(BLOCK, np.uint64)
    contents = np.empty(BLOCK, np.uint32)
    touched = np.int64(0)
    for low in range(0, count, BLOCK):
        high = min(low + BLOCK, count)
        for child in range(low, high):
            if dense:
                places[child - low] = np.uint64(batch[child, 0])
            else:
                places[child - low] = _hash(batch, child) & mask
        # reads that do not wait for each other, in loops of their own: the misses overlap
        for k in range(high - low):
            contents[k] = slots[places[k]]
        if not dense:
            for k in range(high - low):
                touched ^= keys[max(contents[k], np.uint32(1)) - np.uint32(1), 0]
        for child in range(low, high):
            place = places[child - low]
            content = slots[place]
            while content != 0 and not dense:
                if _same(batch, child, keys, content - np.uint32(1)):
                    break
                place = (place + np.uint64(1)) & mask
                content = slots[place]
            if content == 0:
                for word in range(keys.shape[1]):
                    keys[known, word] = batch[child, word]
                known += 1
                content = np.uint32(known)
                slots[place] = content
            to[base + child] = content - np.uint32(1)
    if touched == 1:  # the reads above must not be left out
        places[0] = 0
    return known


@njit(nogil=True, cache=True)
def cut(to, base, counts, begin, level_end, first):  # pragma: no cover
    """Where each state's moves end, first[k] for state begin + k; and where the moves lead.

    Answers 0 when all lead beyond the level, 1 when all lead to higher numbers, 2 otherwise.
    """
    kind, move = 0, base
    for k in range(counts.size):
        for _ in range(counts[k]):
            if to[move] < level_end:
                kind = max(kind, 1)
                if to[move] <= begin + k:
                    kind = 2
            move += 1
        first[k] = move
    return kind


@njit(nogil=True, cache=True)
def settle(
    batch,  # [·, K] all children of the batch
    begin,  # this stretch of children: begin … end − 1
    end,
    owner,
    owners,
    dense,
    slots,  # [power of two], or one for each key when dense
    keys,  # [N, K]
    met,  # [·] out: where each new key of this owner was met, in the batch
    held,  # [·] out: its slot
    fresh,  # new keys of this owner so far
    to,  # [·] out: slot contents of each child of this owner
    base,  # to[base + child] belongs to child
):  # pragma: no cover
    """Find or enter the children of one owner; returns how many new keys it has."""
    share = np.uint64(slots.size // owners)
    mask = share - np.uint64(1)
    places = np.empty(BLOCK, np.uint64)
    mine = np.empty(BLOCK, np.int64)
    touched = np.int64(0)
    flag = NEW | (np.uint32(owner) << OWNER_SHIFT)
    for low in range(begin, end, BLOCK):
        count = 0
        for child in range(low, min(low + BLOCK, end)):
            mixed = _hash(batch, child)
            if owners == 1 or _owner(mixed, owners) == owner:
                places[count] = np.uint64(owner) * share + (mixed & mask)
                if dense:
                    places[count] = np.uint64(batch[child, 0])
                mine[count] = child
                count += 1
        for k in range(count):  # reads that do not wait for each other: the misses overlap
            content = slots[places[k]]
            if not dense and content != 0 and content < NEW:
                touched ^= keys[content - np.uint32(1), 0]
        for k in range(count):
            child, place = mine[k], places[k]
            while True:
                content = slots[place]
                if content == 0:
                    met[fresh] = child
                    held[fresh] = place
                    content = flag | np.uint32(fresh)
                    slots[place] = content
                    fresh += 1
                    break
                if dense:
                    break
                if content < NEW:
                    if _same(batch, child, keys, content - np.uint32(1)):
                        break
                elif _same(batch, child, batch, met[content & PLACE]):
                    break
                place = np.uint64(owner) * share + ((place + np.uint64(1)) & mask)
            to[base + child] = content
    if touched == 1:  # never left out: the reads above must happen
        met[fresh] = 0
    return fresh


@njit(nogil=True, cache=True)
def number(batch, met, held, counts, slots, keys, known, finals):  # pragma: no cover
    """Give the batch's new keys their numbers, by where they were met; returns how many."""
    owners = counts.size
    heads = np.zeros(owners, np.int64)
    total = 0
    for owner in range(owners):
        total += counts[owner]
    for rank in range(total):
        first = -1
        for owner in range(owners):
            if heads[owner] < counts[owner] and (
                first < 0 or met[owner, heads[owner]] < met[first, heads[first]]
            ):
                first = owner
        place = heads[first]
        heads[first] += 1
        for word in range(keys.shape[1]):
            keys[known + rank, word] = batch[met[first, place], word]
        slots[held[first, place]] = np.uint32(known + rank + 1)
        finals[first, place] = known + rank
    return total


@njit(nogil=True, cache=True)
def relabel(to, begin, end, finals):  # pragma: no cover
    """Slot contents → numbers, for the moves begin … end − 1."""
    for move in range(begin, end):
        content = to[move]
        if content >= NEW:
            owner = (content & ~NEW) >> OWNER_SHIFT
            to[move] = finals[owner, content & PLACE]
        else:
            to[move] = content - np.uint32(1)


@njit(nogil=True, cache=True)
def enter_all(keys, begin, end, owner, owners, slots):  # pragma: no cover
    """Enter the numbers of known, different keys into an empty table."""
    share = np.uint64(slots.size // owners)
    mask = share - np.uint64(1)
    for row in range(begin, end):
        mixed = _hash(keys, row)
        if _owner(mixed, owners) != owner:
            continue
        low = mixed & mask
        while slots[np.uint64(owner) * share + low] != 0:
            low = (low + np.uint64(1)) & mask
        slots[np.uint64(owner) * share + low] = np.uint32(row + 1)


@njit(nogil=True, cache=True)
def look_up(children, begin, end, owners, dense, slots, keys, out):  # pragma: no cover
    """The numbers of keys; −1 for one that is not known."""
    share = np.uint64(slots.size // owners)
    mask = share - np.uint64(1)
    for child in range(begin, end):
        if dense:
            out[child] = np.int64(slots[children[child, 0]]) - 1
            continue
        mixed = _hash(children, child)
        base = np.uint64(_owner(mixed, owners)) * share
        low = mixed & mask
        out[child] = -1
        while slots[base + low] != 0:
            row = slots[base + low] - np.uint32(1)
            if _same(children, child, keys, row):
                out[child] = row
                break
            low = (low + np.uint64(1)) & mask
