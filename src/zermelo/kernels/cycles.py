"""Graphs in which play can come back, in flat arrays: moves backwards, parts, outcomes, scores.

The arrays are C-contiguous and as in `sweeps`:

    first  int64 [N + 1]  the moves of state n are numbered first[n] … first[n + 1] − 1
    to     uint32 [M]     the state that a move leads to
    gain   int [M]        or length 0 where no move carries a gain
    again  uint8 [M]      or length 0 where no move keeps the turn

and backwards

    start       int64 [N + 1]  the moves into n stand at start[n] … start[n + 1] − 1
    into        uint32 [M]     the state that such a move leaves
    again_into  uint8 [M]      whether it keeps the turn, or length 0 where none does

N and the moves of one state are fewer than 2**31; what does not fit int64 is the caller's to keep
away.
"""

from __future__ import annotations

import numpy as np
from numba import njit

signed = np.int64  # uint32 is mixed with signed numbers and used as a plain place
WORST = -(1 << 63)  # the worth of an exit where there is none
NEVER = -1  # the plies of a draw
SETTLED = -1  # instead of a count of inner moves
FIRST_FOUND = (1 << 32) - 1  # of Tarjan's parts, counted downwards
FEW = 32  # states that are sorted by insertion
DIGIT = 8  # bits a pass of the radix sort
DIGITS = 1 << DIGIT


@njit(nogil=True)
def count_into(to, start):  # pragma: no cover  # out [N + 1]
    """Where the moves into each state will stand."""
    start[:] = 0
    for move in range(len(to)):
        start[signed(to[move]) + 1] += 1
    for state in range(1, len(start)):
        start[state] += start[state - 1]


@njit(nogil=True)
def step_back(start):  # pragma: no cover  # [N + 1]
    """Every place was moved on to the next state's; move them back."""
    for state in range(len(start) - 1, 0, -1):
        start[state] = start[state - 1]
    start[0] = 0


@njit(nogil=True)
def parents(first, to, start, into):  # pragma: no cover
    """Moves by the state they reach, in their own order: …, out [N + 1], out [M]. O(N + M)."""
    count_into(to, start)
    for source in range(len(first) - 1):
        for move in range(first[source], first[source + 1]):
            child = to[move]
            into[start[child]] = source
            start[child] += 1
    step_back(start)


@njit(nogil=True)
def parents_again(first, to, again, start, into, again_into):  # pragma: no cover
    # …, out [N + 1], out [M], out [M]
    """The same with whether each keeps the turn. O(N + M)."""
    count_into(to, start)
    for source in range(len(first) - 1):
        for move in range(first[source], first[source + 1]):
            child = to[move]
            place = start[child]
            into[place] = source
            again_into[place] = again[move]
            start[child] = place + 1
    step_back(start)


@njit(nogil=True)
def retrograde(start, into, again_into, first, values, plies, line):  # pragma: no cover
    # …, values: [N] int8, 0 besides ends; plies: out [N] int32; line: out [N] uint32
    """Spread wins and losses backwards from the ends; what they never reach stays a draw.

    A state is won as soon as one move leads to a state lost for its mover, and lost when the last
    of its moves has turned out to lead to a won one. `line` lists the settled states in order of
    plies, so the winner's are least and the loser's greatest. Answers how many they are. Until a
    state is settled, −1 less its moves not known to be bad stands in its `plies`. O(N + M).
    """
    count = 0
    for state in range(len(first) - 1):
        plies[state] = NEVER - (first[state + 1] - first[state])
        if values[state] != 0:
            plies[state] = 0
            line[count] = state
            count += 1
    head, keeps = 0, len(again_into) > 0
    while head < count:
        state = line[head]
        head += 1
        value, distance = values[state], plies[state] + 1
        for place in range(start[state], start[state + 1]):
            source = into[place]
            left = plies[source]
            if left >= 0:
                continue
            same = keeps and again_into[place] != 0
            if (value > 0) == same:
                values[source] = 1
            elif left == NEVER - 1:
                values[source] = -1
            else:
                plies[source] = left + 1
                continue
            plies[source] = distance
            line[count] = source
            count += 1
    for state in range(len(first) - 1):
        plies[state] = max(plies[state], NEVER)
    return count


@njit(nogil=True)
def grounded(start, into, first, out):  # pragma: no cover
    """For each state whether no play from it can go on for ever; …, out [N] uint8.

    A state is grounded when all it leads to are. Answers how many are. A state without moves left
    to look at is free to name the next one in line, so 4 bytes a state besides. O(N + M).
    """
    size, count = len(first) - 1, 0
    left = np.empty(size, dtype=np.uint32)
    head = last = size  # of the line; size when it is empty
    for state in range(size):
        out[state] = 0
        left[state] = first[state + 1] - first[state]
    for state in range(size):
        if first[state] == first[state + 1]:
            if head == size:
                head = state
            else:
                left[last] = state
            last = state
    if head < size:
        left[last] = size
    while head < size:
        state = head
        out[state] = 1
        count += 1
        for place in range(start[state], start[state + 1]):
            source = signed(into[place])
            if left[source] == 1:
                left[last] = source
                left[source] = size
                last = source
            else:
                left[source] -= np.uint32(1)
        head = signed(left[state])
    return count


@njit(nogil=True)
def parts(first, to, part):  # pragma: no cover  # part: out [N] uint32
    """Number the strongly connected parts, each above all it leads to; answers how many they are.

    Tarjan 1972 with the memory of Pearce 2016: `part` holds the least number in reach until the
    part is known, and path and waiting states share one array from its two ends. O(N + M);
    9 bytes a state besides.
    """
    size = len(first) - 1
    stack = np.empty(size, dtype=np.uint32)  # the path from 0 up, states in waiting from N down
    cursor = np.empty(size, dtype=np.uint32)  # [path] moves looked at
    lowered = np.empty(size, dtype=np.uint8)  # [path] whether an earlier state is in reach
    part[:] = 0
    seen, found, top = 0, FIRST_FOUND, size
    for root in range(size):
        if part[root] != 0:
            continue
        depth, here, move, low = 0, root, first[root], False
        seen += 1
        part[root] = seen
        while depth >= 0:
            if move < first[here + 1]:
                child = signed(to[move])
                if part[child] == 0:  # go there; the same move is looked at again afterwards
                    stack[depth] = here
                    cursor[depth] = move - first[here]
                    lowered[depth] = low
                    depth += 1
                    here, move, low = child, first[child], False
                    seen += 1
                    part[child] = seen
                    continue
                if part[child] < part[here]:
                    part[here] = part[child]
                    low = True
                move += 1
                continue
            if low:
                top -= 1
                stack[top] = here
            else:
                while top < size and part[stack[top]] >= part[here]:
                    part[stack[top]] = found
                    top += 1
                part[here] = found
                found -= 1
            depth -= 1
            if depth >= 0:
                here = signed(stack[depth])
                move = first[here] + cursor[depth]
                low = lowered[depth] != 0
    for state in range(size):
        part[state] = FIRST_FOUND - part[state]
    return FIRST_FOUND - found


@njit(nogil=True)
def gain_inside(first, to, gain, part):  # pragma: no cover  # …, [N]
    """The first move that carries a gain inside a part, or −1. O(N + M)."""
    if len(gain) > 0:
        for source in range(len(first) - 1):
            for move in range(first[source], first[source + 1]):
                if gain[move] != 0 and part[to[move]] == part[source]:
                    return move
    return -1


@njit(nogil=True)
def by_part(part, bound, member):  # pragma: no cover
    """List the states of part 0, of part 1, …; [N], out [parts + 1] uint32, out [N] uint32.

    Those of part p are member[bound[p]:bound[p + 1]], ascending. O(N).
    """
    bound[:] = 0
    for state in range(len(part)):
        bound[signed(part[state]) + 1] += np.uint32(1)
    for number in range(1, len(bound)):
        bound[number] += bound[number - 1]
    for state in range(len(part)):
        place = bound[part[state]]
        member[place] = state
        bound[part[state]] = place + 1
    for number in range(len(bound) - 1, 0, -1):
        bound[number] = bound[number - 1]
    bound[0] = 0


@njit(nogil=True)
def thresholds(  # pragma: no cover
    first,
    to,
    gain,
    again,
    start,
    into,
    again_into,
    part,
    bound,
    member,
    left,
    line,
    values,
    plies,
    begin,
    end,
):  # …, left: scratch [N] int32; line: scratch [largest part] uint32;
    # values: [N] int64 with the payoff at ends; plies: out [N] int32
    """Settle the parts begin … end − 1; parts below `begin` are final, no part holds a gain.

    Play that never ends adds nothing. A move out of the part, an exit, has a known worth
    g + s·D(S'). For a threshold v, from the largest |worth| of a best exit down,

        D(S) ≥ v   iff  some exit is worth v, or an inner move leads to −v (to v when it keeps
                        the turn),
        D(S) ≤ −v  iff  every exit is worth −v at most, and every inner move leads to v (to −v);

    what no threshold catches is worth 0. Plies count the moves until the next gain or the end,
    the winner hurrying and the loser delaying. States of equal |worth| are taken in order of
    their exits' plies, so that `line` grows in order of plies. `member` is put into another order
    within each part. O(states + moves), and one pass over a part for every 8 bits by which its
    thresholds, or its plies, differ.
    """
    place = np.empty(DIGITS + 1, dtype=np.int64)
    for number in range(begin, end):
        low, high = signed(bound[number]), signed(bound[number + 1])
        if high == low + 1 and first[member[low]] == first[member[low] + 1]:
            plies[member[low]] = 0 if values[member[low]] != 0 else NEVER
            continue
        seeds = low  # the states with an exit that is not worth 0 come first
        for index in range(low, high):
            state = member[index]
            survey(state, first, to, gain, again, part, left, values, plies)
            if values[state] != 0 and values[state] != WORST:
                member[index], member[seeds] = member[seeds], state
                seeds += 1
        if high == low + 1 and left[member[low]] == 0:
            left[member[low]] = SETTLED
        else:
            sort(member[low:seeds], line, values, plies, place)
            index = low
            while index < seeds:
                index = catch(
                    member, index, seeds, start, into, again_into, part, left, line, values, plies
                )
        for index in range(low, high):
            state = member[index]
            if left[state] != SETTLED or values[state] == 0:
                values[state] = 0
                plies[state] = NEVER


@njit(nogil=True)
def best_ways_out(counts, worth, stays, gain, again, none, out):  # pragma: no cover
    # [n]; [m, 2] the worth of each child and its plies; [m] or nothing; …; out [n, 2]
    """The worth of the best move out of a layer and its plies, as in `survey`; `none` if none is.

    The moves of all states stand side by side; those that stay in the layer are left out.
    """
    move = 0
    for state in range(len(counts)):
        best, count = WORST, 0
        for _ in range(counts[state]):
            if len(stays) == 0 or stays[move] == 0:
                value, distance = signed(worth[move, 0]), signed(worth[move, 1]) + 1
                if len(again) == 0 or again[move] == 0:
                    value = -value
                if len(gain) > 0 and gain[move] != 0:
                    value += gain[move]
                    distance = 1
                if value > best:
                    best, count = value, distance
                elif value == best:
                    count = min(count, distance) if value > 0 else max(count, distance)
            move += 1
        if counts[state] > 0:
            out[state, 0] = none if best == WORST else best
            out[state, 1] = count


@njit(nogil=True, inline="always")  # a call would take as long as the work
def survey(state, first, to, gain, again, part, left, values, plies):  # pragma: no cover
    """Count the inner moves of a state, and note the best of its exits and that one's plies."""
    inner, best, count = 0, WORST, 0
    for move in range(first[state], first[state + 1]):
        child = to[move]
        if part[child] == part[state]:
            inner += 1
            continue
        worth, distance = values[child], signed(plies[child]) + 1
        if len(again) == 0 or again[move] == 0:
            worth = -worth
        if len(gain) > 0 and gain[move] != 0:
            worth += gain[move]
            distance = 1
        if worth > best:
            best, count = worth, distance
        elif worth == best:
            count = min(count, distance) if worth > 0 else max(count, distance)
    left[state] = inner
    values[state] = best
    plies[state] = count


@njit(nogil=True)
def catch(  # pragma: no cover
    member, index, seeds, start, into, again_into, part, left, line, values, plies
):
    """Settle all states worth plus or minus the threshold of member[index], in rounds of plies.

    Answers the next seed, below that threshold. A seed that is held to its exit waits for the
    round of that exit; one with inner moves left by then is settled by the last of them.
    """
    threshold, keeps = abs(values[member[index]]), len(again_into) > 0
    head = tail = 0
    while True:
        while index < seeds and left[member[index]] == SETTLED:
            index += 1
        if head < tail:  # one move later than the round before, and no seed is left behind
            now = signed(plies[line[head]])
        elif index < seeds and abs(values[member[index]]) == threshold:
            now = signed(plies[member[index]])
        else:
            return index
        while index < seeds:
            state = member[index]
            if left[state] != SETTLED:
                if abs(values[state]) != threshold or plies[state] != now:
                    break
                if values[state] > 0 or left[state] == 0:
                    left[state] = SETTLED
                    line[tail] = state
                    tail += 1
            index += 1
        while head < tail and plies[line[head]] == now:
            state = line[head]
            head += 1
            for place in range(start[state], start[state + 1]):
                source = into[place]
                if part[source] != part[state] or left[source] == SETTLED:
                    continue
                result = values[state] if keeps and again_into[place] != 0 else -values[state]
                if result < 0:
                    left[source] -= 1
                    best = values[source]
                    if (
                        left[source] > 0
                        or best > result
                        or (best == result and plies[source] > now)
                    ):
                        continue
                left[source] = SETTLED
                values[source] = result
                plies[source] = now + 1
                line[tail] = source
                tail += 1


@njit(nogil=True)
def sort(states, spare, values, plies, place):  # pragma: no cover
    # of `states` [n]; `spare` [n] and `place` [DIGITS + 1] are scratch
    """The largest |value| first and the fewest plies first among equals.

    Few states by insertion, more by one stable pass a digit: first by plies, then by |value|.
    """
    if len(states) <= FEW:
        for right in range(1, len(states)):
            state, hole = states[right], right
            while hole > 0:
                other = states[hole - 1]
                more = abs(values[state]) - abs(values[other])
                if more < 0 or (more == 0 and plies[state] >= plies[other]):
                    break
                states[hole] = other
                hole -= 1
            states[hole] = state
        return
    most = least = abs(values[states[0]])
    latest = soonest = signed(plies[states[0]])
    for index in range(len(states)):
        worth, count = abs(values[states[index]]), signed(plies[states[index]])
        most, least = max(most, worth), min(least, worth)
        latest, soonest = max(latest, count), min(soonest, count)
    for by_value in range(2):
        width, shift = most - least if by_value else latest - soonest, 0
        while shift < 63 and width >> shift > 0:
            place[:] = 0
            for index in range(len(states)):
                state = states[index]
                spare[index] = state
                key = most - abs(values[state]) if by_value else plies[state] - soonest
                place[((key >> shift) & (DIGITS - 1)) + 1] += 1
            for digit in range(DIGITS):
                place[digit + 1] += place[digit]
            for index in range(len(states)):
                state = spare[index]
                key = most - abs(values[state]) if by_value else plies[state] - soonest
                digit = (key >> shift) & (DIGITS - 1)
                states[place[digit]] = state
                place[digit] += 1
            shift += DIGIT
