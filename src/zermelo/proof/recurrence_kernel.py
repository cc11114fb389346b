"""What must hold of a state and those that its moves lead to: the text in front of both checkers.

`found` are the rows of the children, move by move; begin … end − 1 are the moves of a state. Each
rule is a short function: one for all of them, called with ten arrays for every state, takes twice
as long.
"""

import numpy as np
from numba import njit

NOT_FOR_PYTHON = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
# called by other kernels alone: less to compile (numba's stubs do not know these options)
part = njit(**NOT_FOR_PYTHON)  # type: ignore[call-overload]

HELD, NO_ROOM, MISSING, ENDS, VALUE, PLIES, HEIGHT, MEX = range(8)


@part
def expected_plies(state, begin, end, found, gains, agains, values, plies):
    """The least plies of the moves that keep a lead, the greatest of those that keep a lag."""
    value = values[state, 0]
    if value == 0:
        return -1
    best = -1
    for move in range(begin, end):
        rest = values[found[move], 0]
        if gains[move] + (rest if agains[move] else -rest) != value:
            continue
        count = 1 if gains[move] != 0 else 1 + max(plies[found[move]], 0)
        if best < 0 or (count < best if value > 0 else count > best):
            best = count
    return best


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
def right_value(state, begin, end, found, gains, agains, values):
    """Whether a state's value is that of its best move."""
    best = np.int64(-(2**63) + 1)
    for move in range(begin, end):
        rest = np.int64(values[found[move], 0])
        best = max(best, gains[move] + (rest if agains[move] else -rest))
    return best == values[state, 0]


@part
def right_vector(state, player, begin, end, found, gains, values):
    """Whether a state's vector is that of the first move that is best for its mover."""
    best, chosen = np.int64(0), -1
    for move in range(begin, end):
        own = values[found[move], player] + gains[move]
        if chosen < 0 or own > best:
            best, chosen = own, move
    for other in range(values.shape[1]):
        claimed = best if other == player else values[found[chosen], other]
        if values[state, other] != claimed:
            return False
    return True


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
