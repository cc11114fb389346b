"""The checker of large tables, compiled with a game's rules; it shares nothing with the solver.

This text is written behind the translated rules (`children`, `payoff`, `turn`), which stand for the
game. The table is a claim: keys, values, plies, and heights that no move may climb.

    every key is there once, the start among them, and every move leads to one of them;
    value(end) = payoff,   value(S) = max [ g ± value(S') ]        (vectors: the first best move)
    plies as in `checker`;  nimber(S) = mex
    heights: every move goes down; where play can come back, no move goes up and every gain goes
             down, so that no cycle carries a gain, and plies must show progress

The first state that breaks a rule is the answer, with the number of the rule.
"""

import numpy as np
from numba import njit

part = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)  # type: ignore[call-overload]
STRETCH = 256


@part
def spread(keys, row):
    """A word in which every bit of a key has a say."""
    word = np.uint64(keys[row, 0])
    for part in range(1, keys.shape[1]):
        word = (word ^ (word >> np.uint64(31))) * np.uint64(0xD6E8FEB86659FD93)
        word += np.uint64(keys[row, part])
    word = (word ^ (word >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    word = (word ^ (word >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    return word ^ (word >> np.uint64(32))


@part
def alike(one, row, two, other):
    """Whether two keys are the same."""
    if one[row, 0] != two[other, 0]:
        return False
    for part in range(1, one.shape[1]):
        if one[row, part] != two[other, part]:
            return False
    return True


@njit(nogil=True)
def index_keys(keys, index):
    """Write every key's number into the index; answers a key that is there twice, or −1."""
    mask = np.uint64(index.size - 1)
    for row in range(keys.shape[0]):
        place = spread(keys, row) & mask
        while index[place] >= 0:
            if alike(keys, row, keys, index[place]):
                return row
            place = (place + np.uint64(1)) & mask
        index[place] = row
    return -1


@njit(nogil=True)
def find_key(key, keys, index):
    """The number of a key, or −1."""
    mask = np.uint64(index.size - 1)
    place = spread(key, 0) & mask
    while index[place] >= 0:
        if alike(key, 0, keys, index[place]):
            return index[place]
        place = (place + np.uint64(1)) & mask
    return -1


@njit(nogil=True)
def first_lost(batch, keys, index):
    """The first key of a batch that is not among the keys, or −1."""
    mask = np.uint64(index.size - 1)
    for row in range(batch.shape[0]):
        place = spread(batch, row) & mask
        while index[place] >= 0 and not alike(batch, row, keys, index[place]):
            place = (place + np.uint64(1)) & mask
        if index[place] < 0:
            return row
    return -1


@part
def locate(found_keys, count, keys, index, places, found):
    """The numbers of the states that moves lead to; whether all are there."""
    mask = np.uint64(index.size - 1)
    near = np.int64(0)
    for move in range(count):
        places[move] = spread(found_keys, move) & mask
    # three loops: what is asked for all at once is not waited for one by one
    for move in range(count):
        found[move] = index[places[move]]
    for move in range(count):
        near ^= keys[max(found[move], 0), 0]
    for move in range(count):
        row = found[move]
        while row >= 0 and not alike(found_keys, move, keys, row):
            places[move] = (places[move] + np.uint64(1)) & mask
            row = index[places[move]]
        if row < 0:
            return False
        found[move] = row
    return near == near


@njit(nogil=True)
def check_states(
    keys, begin, end, index, values, plies, nimbers, heights, may_return,
    mem, codec, found_keys, gains, agains, places, found, starts, status, counted,
):  # fmt: skip
    """Hold states begin … end − 1 against the rules; the first broken rule and its state."""
    for low in range(begin, end, STRETCH):
        high = min(low + STRETCH, end)
        at = 0
        for state in range(low, high):
            starts[state - low] = at
            at = children(keys, state, mem, codec, found_keys, gains, agains, at, status)
            if at < 0:
                return (NO_ROOM, low) if status[0] == 1 else (MISSING, state)
        starts[high - low] = at
        if not locate(found_keys, at, keys, index, places, found):
            return MISSING, low
        counted[0] += at
        for state in range(low, high):
            first, last = starts[state - low], starts[state - low + 1]
            if first == last:
                if not right_end(keys, state, mem, codec, values):
                    return ENDS, state
                if plies.size and plies[state] != (0 if values[state, 0] != 0 else -1):
                    return PLIES, state
                if nimbers.size and nimbers[state] != 0:
                    return MEX, state
                continue
            for move in range(first, last):
                if climbs(state, move, found, gains, heights, may_return):
                    return HEIGHT, state
            if not right_move(keys, state, mem, codec, first, last, found, gains, agains, values):
                return VALUE, state
            if plies.size and plies[state] != expected_plies(
                state, first, last, found, gains, agains, values, plies
            ):
                return PLIES, state
            if nimbers.size and not right_nimber(state, first, last, found, nimbers):
                return MEX, state
    return HELD, -1
