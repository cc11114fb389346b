"""The checker of moves that were asked for beforehand; it needs no rules, and serves all games.

Rows begin with the states that are checked; those that moves lead to are among them, or behind.
"""

from numba import njit


@njit(nogil=True)
def check_moves(
    starts, found, gains, agains, movers, paid, values, plies, nimbers, heights, may_return
):
    """Hold the first rows against their moves; the first broken rule and its state."""
    ends = 0
    for state in range(starts.size - 1):
        first, last = starts[state], starts[state + 1]
        if first == last:
            for player in range(values.shape[1]):
                if values[state, player] != paid[ends, player]:
                    return ENDS, state
            ends += 1
            if plies.size and plies[state] != (0 if values[state, 0] != 0 else -1):
                return PLIES, state
            if nimbers.size and nimbers[state] != 0:
                return MEX, state
            continue
        for move in range(first, last):
            if climbs(state, move, found, gains, heights, may_return):
                return HEIGHT, state
        if movers.size:
            if not right_vector(state, movers[state], first, last, found, gains, values):
                return VALUE, state
        elif not right_value(state, first, last, found, gains, agains, values):
            return VALUE, state
        if plies.size and plies[state] != expected_plies(
            state, first, last, found, gains, agains, values, plies
        ):
            return PLIES, state
        if nimbers.size and not right_nimber(state, first, last, found, nimbers):
            return MEX, state
    return HELD, -1
