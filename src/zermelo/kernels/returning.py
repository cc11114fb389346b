"""One layer in which play can come back, in few bytes a state.

    left    [N]      how many moves inside the layer are not known to be bad; `settled` in the end
    values  [N]      the worth of the best way out, `none` where there is none; then the state's own
    plies   [N]      and its plies
    base    int64 [N // BLOCK + 1]
    begin   [N + 1]  the moves into n stand at base[n // BLOCK] + begin[n], up to those of n + 1
    into    [M]      twice the state that such a move leaves, and 1 where it keeps the turn

Each is of the narrowest type that holds its numbers. All arrays are C-contiguous.
"""

from __future__ import annotations

import numpy as np
from numba import njit

signed = np.int64
SHIFT = 6
BLOCK = 1 << SHIFT  # states whose moves are counted together


@njit(nogil=True)
def inner_moves(counts, layer, here, places, again, inner, to, flags):  # pragma: no cover
    # [n], [m] or nothing, …, [m], [m] or nothing; out [n], out [m], out [m]
    """Of the moves of some states those that stay in their layer; how many they are."""
    move = found = 0
    for state in range(counts.size):
        before = found
        for _ in range(signed(counts[state])):
            if layer.size == 0 or layer[move] == here:
                to[found] = places[move]
                flags[found] = again[move] if again.size else 0
                found += 1
            move += 1
        inner[state] = found - before
    return found


@njit(nogil=True)
def count_into(to, counts):  # pragma: no cover
    """Count moves by the state they reach: [m], [N]."""
    for move in range(to.size):
        counts[to[move]] += 1


@njit(nogil=True)
def fullest_block(counts):  # pragma: no cover
    """The most moves into the states of one block."""
    most = total = signed(0)
    for state in range(counts.size):
        total = signed(counts[state]) + (total if state & (BLOCK - 1) else 0)
        most = max(most, total)
    return most


@njit(nogil=True)
def lay_out(counts, base, begin):  # pragma: no cover
    """Where the moves into each state end, from which they are filled in: [N], out, out."""
    total = inside = signed(0)
    for state in range(counts.size):
        if state & (BLOCK - 1) == 0:
            base[state >> SHIFT] = total
            inside = 0
        inside += counts[state]
        total += counts[state]
        begin[state] = inside
    last = counts.size
    begin[last] = inside
    if last & (BLOCK - 1) == 0:
        base[last >> SHIFT] = total
        begin[last] = 0


@njit(nogil=True)
def fill(to, flags, inner, low, base, begin, into):  # pragma: no cover
    """Write down which states such moves leave, the last one first: [m], [m], [n], …"""
    move = 0
    for state in range(inner.size):
        for _ in range(signed(inner[state])):
            child = signed(to[move])
            place = signed(begin[child]) - 1
            begin[child] = place
            into[base[child >> SHIFT] + place] = 2 * (low + state) + flags[move]
            move += 1


@njit(nogil=True)
def sizes_of_worth(values, none, out):  # pragma: no cover
    """How many states have a way out of each size: [N], …, out [most + 1]."""
    for state in range(values.size):
        if values[state] != none:
            out[abs(signed(values[state]))] += 1


@njit(nogil=True)
def worth_between(values, left, settled, none, low, high, out):  # pragma: no cover
    """List the states with a way out whose size is low … high, not settled yet; how many."""
    found = 0
    for state in range(values.size):
        is_seed = values[state] != none and left[state] != settled
        if is_seed and low <= abs(signed(values[state])) <= high:
            out[found] = state
            found += 1
    return found


@njit(nogil=True)
def settle(  # pragma: no cover
    seeds, cursor, base, begin, into, left, settled, line, values, plies, most
):
    """Settle all states worth plus or minus the worth of a seed; False when plies are above most.

    As `cycles.thresholds` does, threshold by threshold in rounds of plies. The seeds are states
    that have a way out, in the order of `cycles.sort`. A seed that is held to its way out waits
    for the round of that; one with inner moves left by then is settled by the last of them. `line`
    lists the states of a threshold as they are settled. `cursor` [4] tells where to go on.
    """
    index, head, tail, threshold = cursor[0], cursor[1], cursor[2], cursor[3]
    while True:
        if head < tail:  # one move later than the round before, and no seed is left behind
            now = signed(plies[line[head]])
        else:
            while index < seeds.size and left[seeds[index]] == settled:
                index += 1
            if index == seeds.size:
                return True
            if abs(signed(values[seeds[index]])) != threshold:
                threshold = abs(signed(values[seeds[index]]))
                head = tail = 0
            now = signed(plies[seeds[index]])
        while index < seeds.size:
            state = seeds[index]
            if left[state] != settled:
                if abs(signed(values[state])) != threshold or plies[state] != now:
                    break
                if values[state] > 0 or left[state] == 0:
                    left[state] = settled
                    line[tail] = state
                    tail += 1
            index += 1
        if now >= most:
            cursor[0], cursor[1], cursor[2], cursor[3] = index, head, tail, threshold
            return False
        while head < tail and plies[line[head]] == now:
            state = signed(line[head])
            head += 1
            after = state + 1
            until = base[after >> SHIFT] + begin[after]
            for place in range(base[state >> SHIFT] + begin[state], until):
                source = signed(into[place] >> 1)
                if left[source] == settled:
                    continue
                result = signed(values[state]) if into[place] & 1 else -signed(values[state])
                if result < 0:
                    left[source] -= 1
                    best = signed(values[source])
                    if (
                        left[source] > 0
                        or best > result
                        or (best == result and plies[source] > now)
                    ):
                        continue
                left[source] = settled
                values[source] = result
                plies[source] = now + 1
                line[tail] = source
                tail += 1


@njit(nogil=True)
def let_be(left, settled, values, plies):  # pragma: no cover
    """What no threshold caught is worth nothing, and goes on for ever; the most plies of others."""
    most = signed(0)
    for state in range(left.size):
        if left[state] != settled or values[state] == 0:
            values[state] = 0
            plies[state] = -1
        else:
            most = max(most, signed(plies[state]))
    return most


@njit(nogil=True)
def ground(base, begin, into, left, line):  # pragma: no cover
    """Count down the moves that lead to where play ends; those of [N] left with none are grounded.

    A state is grounded when all it leads to are: no play from it goes on for ever.
    """
    head = tail = 0
    for state in range(left.size):
        if left[state] == 0:
            line[tail] = state
            tail += 1
    while head < tail:
        state = signed(line[head])
        head += 1
        after = state + 1
        until = base[after >> SHIFT] + begin[after]
        for place in range(base[state >> SHIFT] + begin[state], until):
            source = signed(into[place] >> 1)
            left[source] -= 1
            if left[source] == 0:
                line[tail] = source
                tail += 1
