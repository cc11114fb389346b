"""One layer in which play can come back, whose moves are not held but worked out round by round.

    status  uint8 [N]  OPEN, FRESH while a round is under way that has settled the state, or KNOWN
    side    uint8 [N]  0 or 1; where there are sides, every move leads to the other one
    values  [N]        the worth of the best way out, or `none`; then the state's own
    plies   [N]        and its plies

All arrays are C-contiguous.
"""

from __future__ import annotations

import numpy as np
from numba import njit

signed = np.int64
OPEN, FRESH, KNOWN = 0, 1, 2
NOT_YET = -1  # instead of plies


@njit(nogil=True)
def _root(state, above, odd):  # pragma: no cover
    """Who stands for all that a state is joined to, and whether it is of the other side."""
    is_odd = 0
    while above[state] != state:
        up = signed(above[state])
        odd[state] ^= odd[up]  # a root is not odd
        above[state] = above[up]
        is_odd ^= odd[state]
        state = signed(above[state])
    return state, is_odd


@njit(nogil=True)
def cross(counts, to, low, above, odd):  # pragma: no cover
    """Join the two ends of moves as being of different sides: [n], [m], …, [N], [N].

    False where they are of one side already: then there are no sides. Disjoint sets with parities,
    O(1) a move but for an inverse of Ackermann's function.
    """
    move = 0
    for place in range(counts.size):
        for _ in range(signed(counts[place])):
            one, one_odd = _root(signed(low + place), above, odd)
            two, two_odd = _root(signed(to[move]), above, odd)
            if one != two:
                above[one] = two
                odd[one] = one_odd ^ two_odd ^ 1
            elif one_odd == two_odd:
                return False
            move += 1
    return True


@njit(nogil=True)
def sides(above, odd, out):  # pragma: no cover
    """The side of each state: [N], [N], out [N]."""
    for state in range(out.size):
        out[state] = _root(signed(state), above, odd)[1]


@njit(nogil=True)
def judge(  # pragma: no cover
    asked, counts, to, again, status, values, plies, none, threshold, horizon, worth, steps
):
    """What is known of some states, by what their moves are worth: out [n], out [n].

    asked: [n] the states; counts: [n] their moves inside the layer; to, again: [m] of those. All
    states that such moves lead to, worth plus or minus the threshold in `horizon` plies or fewer,
    are settled, and so are all of larger worth. So a state is worth the threshold if one way is,
    and its negative if all ways are known and none is better: in one ply more than horizon at most,
    or it waits (`NOT_YET`).
    """
    move = 0
    for place in range(asked.size):
        state = asked[place]
        best, until = signed(values[state]), signed(plies[state])
        is_there, is_whole = best != none, True
        for _ in range(signed(counts[place])):
            child = signed(to[move])
            if status[child] != KNOWN:
                is_whole = False
            else:
                result = signed(values[child]) if again[move] else -signed(values[child])
                after = signed(plies[child]) + 1
                is_equal = is_there and result == best
                if not is_there or result > best:
                    best, until, is_there = result, after, True
                elif is_equal and (after < until if result > 0 else after > until):
                    until = after
            move += 1
        is_won = is_there and best == threshold
        is_lost = is_there and best == -threshold and is_whole
        worth[place] = best
        steps[place] = until if (is_won or is_lost) and until <= horizon + 1 else NOT_YET


@njit(nogil=True)
def put(asked, worth, steps, status, values, plies):  # pragma: no cover
    """Write down what a round has settled; how many states: [n], [n], [n], …"""
    found = 0
    for place in range(asked.size):
        if steps[place] != NOT_YET:
            state = asked[place]
            values[state] = worth[place]
            plies[state] = steps[place]
            status[state] = FRESH
            found += 1
    return found


@njit(nogil=True)
def end_round(status):  # pragma: no cover
    """What was settled is known from now on: [n]."""
    for state in range(status.size):
        if status[state] == FRESH:
            status[state] = KNOWN


@njit(nogil=True)
def next_way_out(status, side, here, values, plies, none, threshold, complete):  # pragma: no cover
    """The fewest plies above `complete` of an open state's way out of that worth, or `NOT_YET`."""
    least = signed(NOT_YET)
    for state in range(status.size):
        if status[state] == OPEN and side[state] == here and values[state] != none:
            size, until = abs(signed(values[state])), signed(plies[state])
            if size == threshold and until > complete and (least == NOT_YET or until < least):
                least = until
    return least
