"""Sweeps over an acyclic graph in flat arrays: each state after all it leads to.

Every sweep takes the same arrays, all C-contiguous:

    first  int64 [N + 1]  the moves of state n are numbered first[n] … first[n + 1] − 1
    to     uint32 [M]     the state that a move leads to
    gain   int [M]        or length 0 where no move carries a gain
    again  uint8 [M]      or length 0 where no move keeps the turn
    order  uint32 [N]     each state after all it leads to, or length 0 for N − 1, N − 2, …, 0

What a state is worth stands beforehand in its place where the state has no moves. A sweep settles
the places begin … end − 1 of the order, so that it can be cut into slices; slices may run side by
side where no state of one leads into another. `first` may begin with the state `origin`, where a
sweep goes over a stretch of states without an order. N is at most 2**32 − 1; what does not fit
int64 is the caller's to keep away.
"""

from __future__ import annotations

import numpy as np
from numba import njit

signed = np.int64  # uint32 is mixed with signed numbers and used as a plain place
WORST = -(1 << 63)  # below every worth
FAR = 1 << 40  # above every number of plies


@njit(nogil=True)
def reverse_order(first, to, order, level):  # pragma: no cover
    """Fill `order` from its end: a state as soon as all that lead to it stand behind it.

    Besides, `level`: the length of the longest way to a state, so no move leads from a level into
    itself. Answers how many states were placed: N, or fewer when play can come back; then only
    that many places at the end are filled. …, out [N] uint32, zeros [N] uint32. O(N + M).
    """
    for move in range(len(to)):
        level[to[move]] += np.uint32(1)  # moves into a state not yet read, and then its level
    head = low = len(order)  # read and filled down to here
    for state in range(len(order)):
        if level[state] == 0:
            low -= 1
            order[low] = state
    while head > low:
        head -= 1
        state = order[head]
        for move in range(first[state], first[state + 1]):
            child = to[move]
            level[child] -= np.uint32(1)
            if level[child] == 0:
                level[child] = level[state] + np.uint32(1)
                low -= 1
                order[low] = child
    return len(order) - low


@njit(nogil=True)
def ascend(level, cuts, order):  # pragma: no cover
    """Put the last level first, each in ascending order; [N], zeros [levels + 1], out [N].

    The level that comes k-th stands at order[cuts[k]:cuts[k + 1]]. A sweep stays near the same
    memory that way. O(N).
    """
    last = len(cuts) - 2
    for state in range(len(level)):
        cuts[last - signed(level[state]) + 1] += 1
    for place in range(1, len(cuts)):
        cuts[place] += cuts[place - 1]
    for state in range(len(level)):
        place = last - signed(level[state])
        order[cuts[place]] = state
        cuts[place] += 1
    for place in range(len(cuts) - 1, 0, -1):
        cuts[place] = cuts[place - 1]
    cuts[0] = 0


@njit(nogil=True)
def difference(first, to, gain, again, values, order, begin, end, origin=0):  # pragma: no cover
    # …, values: [N] int32 or int64
    """D(S) = max over moves [ g + s·D(S') ], s = +1 where the turn is kept and −1 elsewhere.

    Answers −1, or the first state whose value does not fit the type of `values`; what is written
    then is of no use. O(states + moves).
    """
    size, gains, keeps, ordered = len(first) - 1, len(gain) > 0, len(again) > 0, len(order) > 0
    for place in range(begin, end):
        state = signed(order[place]) if ordered else origin + size - 1 - place
        move, stop = first[state - origin], first[state - origin + 1]
        if move == stop:
            continue
        best = WORST
        while move < stop:
            worth = signed(values[to[move]])
            if not keeps or again[move] == 0:
                worth = -worth
            if gains:
                worth += gain[move]
            best = max(best, worth)
            move += 1
        values[state] = best
        if values[state] != best:
            return state
    return -1


@njit(nogil=True)
def outcomes(first, to, again, values, plies, order, begin, end, origin=0):  # pragma: no cover
    # …, values: [N] int8; plies: [N] int32, 0 at ends that pay and −1 elsewhere
    """Win (1), draw (0) or loss (−1) and its plies, the winner hurrying and the loser delaying.

    A move worth s·W(S') after n plies ranks as s·W(S')·(FAR − n): a win first, the nearer the
    better, then a draw, then a loss, the farther the better. A draw has −1 plies.
    O(states + moves).
    """
    size, keeps, ordered = len(first) - 1, len(again) > 0, len(order) > 0
    for place in range(begin, end):
        state = signed(order[place]) if ordered else origin + size - 1 - place
        move, stop = first[state - origin], first[state - origin + 1]
        if move == stop:
            continue
        best = WORST
        while move < stop:
            child = to[move]
            rank = signed(values[child]) * (FAR - signed(plies[child]))
            if not keeps or again[move] == 0:
                rank = -rank
            best = max(best, rank)
            move += 1
        values[state] = 1 if best > 0 else -1 if best < 0 else 0
        plies[state] = FAR - abs(best) + 1 if best != 0 else -1


@njit(nogil=True)
def nimbers(first, to, numbers, order, begin, end, origin=0):  # pragma: no cover
    # …, numbers: out [N] int32
    """The least number from 0 that no move leads to. O(states + moves).

    It is at most the number of moves, so only smaller ones need a mark.
    """
    size, ordered, most = len(first) - 1, len(order) > 0, signed(0)
    for place in range(begin, end):
        here = signed(order[place]) if ordered else size - 1 - place
        most = max(most, first[here + 1] - first[here])
    stamp = np.full(most + 1, -1, dtype=np.int64)  # number → the last place that saw it
    for place in range(begin, end):
        state = signed(order[place]) if ordered else origin + size - 1 - place
        for move in range(first[state - origin], first[state - origin + 1]):
            number = numbers[to[move]]
            if number < most:
                stamp[number] = place
        least = 0
        while stamp[least] == place:
            least += 1
        numbers[state] = least


@njit(nogil=True)
def vectors(first, to, gain, mover, values, order, begin, end, origin=0):  # pragma: no cover
    # …, mover: [N] uint8; values: [N, p] int64
    """V(S) = V(S') + g·e(mover), for the first move that is best for the mover's own coordinate.

    O(p · states + moves).
    """
    size, gains, ordered = len(first) - 1, len(gain) > 0, len(order) > 0
    for place in range(begin, end):
        state = signed(order[place]) if ordered else origin + size - 1 - place
        move, stop = first[state - origin], first[state - origin + 1]
        player = mover[state]
        if move == stop:
            continue
        best, chosen = WORST, to[move]
        while move < stop:
            own = values[to[move], player]
            if gains:
                own += gain[move]
            if own > best:
                best, chosen = own, to[move]
            move += 1
        for other in range(values.shape[1]):
            values[state, other] = values[chosen, other]
        values[state, player] = best


@njit(nogil=True)
def totals(first, to, gain, payoff, total, fixed, order, begin, end, origin=0):  # pragma: no cover
    # …, payoff: [N], read at the ends only; total: out [N] int64; fixed: out [N] uint8
    """What all players together collect from a state on, where every play gives the same.

    T(end) = payoff; T(S) = g + T(S') when that is one number for all moves and every T(S') is
    fixed; else fixed[S] = 0 and total[S] = 0. `payoff` may be `total` itself. O(states + moves).
    """
    size, gains, ordered = len(first) - 1, len(gain) > 0, len(order) > 0
    for place in range(begin, end):
        state = signed(order[place]) if ordered else origin + size - 1 - place
        move, stop = first[state - origin], first[state - origin + 1]
        if move == stop:
            total[state] = payoff[state]
            fixed[state] = 1
            continue
        least, most, agreed = -(WORST + 1), WORST, np.uint8(1)
        while move < stop:
            child = to[move]
            amount = total[child]
            if gains:
                amount += gain[move]
            least, most = min(least, amount), max(most, amount)
            agreed &= fixed[child]
            move += 1
        agreed &= np.uint8(least == most)
        fixed[state] = agreed
        total[state] = least if agreed else 0
