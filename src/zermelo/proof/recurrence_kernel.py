"""What must hold of a state and those that its moves lead to: the text in front of both checkers.

`found` are the rows of the children, move by move; begin … end − 1 are the moves of a state.
"""

import numpy as np
from numba import njit

NOT_FOR_PYTHON = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
# called by other kernels alone: less to compile (numba's stubs do not know these options)
part = njit(**NOT_FOR_PYTHON)  # type: ignore[call-overload]

HELD, NO_ROOM, MISSING, ENDS, VALUE, PLIES, HEIGHT, MEX = range(8)


@part
def climbs(state, move, found, gains, heights, may_return):
    """Whether a move breaks the rule of the heights."""
    if heights.size == 0:
        return found[move] <= state  # numbers themselves are the heights, upside down
    here, there = heights[state], heights[found[move]]
    if may_return and gains[move] == 0:
        return there > here
    return there >= here


@part
def broken_pair(state, begin, end, found, gains, agains, values, plies, heights, may_return):
    """The rule that a state's value or plies break, or HELD: with two players.

    Its value is that of its best move. Its plies are the least of the moves that keep a lead, the
    greatest of those that keep a lag.
    """
    value, best, pace = np.int64(values[state, 0]), np.int64(-(2**63) + 1), np.int64(-1)
    for move in range(begin, end):
        if climbs(state, move, found, gains, heights, may_return):
            return HEIGHT
        rest, gain = np.int64(values[found[move], 0]), np.int64(gains[move])
        worth = gain + (rest if agains[move] else -rest)
        best = max(best, worth)
        if plies.size and worth == value:
            count = np.int64(1)
            if gain == 0:
                count += max(plies[found[move]], 0)
            if pace < 0 or (count < pace if value > 0 else count > pace):
                pace = count
    if best != value:
        return VALUE
    if plies.size and plies[state] != (pace if value != 0 else -1):
        return PLIES
    return HELD


@part
def broken_vector(state, player, begin, end, found, gains, values, heights, may_return):
    """The same where everyone counts an own total: that of the first move best for the mover."""
    best, chosen = np.int64(0), -1
    for move in range(begin, end):
        if climbs(state, move, found, gains, heights, may_return):
            return HEIGHT
        own = values[found[move], player] + gains[move]
        if chosen < 0 or own > best:
            best, chosen = own, move
    for other in range(values.shape[1]):
        claimed = best if other == player else values[found[chosen], other]
        if values[state, other] != claimed:
            return VALUE
    return HELD


@part
def right_nimber(state, begin, end, found, nimbers):
    """Whether a nimber is the least that no option has."""
    number = nimbers[state]
    if number < 0:
        return False
    for least in range(number + 1):
        seen = False
        for move in range(begin, end):
            if nimbers[found[move]] == least:
                seen = True
        if seen != (least < number):
            return False
    return True
