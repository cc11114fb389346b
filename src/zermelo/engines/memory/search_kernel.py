"""Alpha-beta with proven intervals and a table of fixed size, compiled with a game's rules.

This text is written behind the translated rules (`children`, `payoff`, `bounds`). Every state
carries an interval that certainly holds its value: at the horizon what the game declares, above it

    lo(S) = max over moves [ g − hi(S') ],     hi(S) = max over moves [ g − lo(S') ]

(no swap and no minus when the mover moves again). One question is asked at a time: is the value at
least `beta`? The search of a state ends as soon as its interval answers. Moves whose state is known
to answer, in the table or because play ends there, are looked at before any is searched; the others
in the order in which moves of that place have answered before.

The table has rows of K + 2 words: the key, each word plus one; lo and hi; the last question that
was left open, its depth and the work it took. Where values are too large for half a word (`WIDE`)
the rows have K + 4 words: lo, hi and the question have words of their own. A state has two places
side by side: the first keeps what took longer, the second what is newest.
"""

from typing import Any

import numpy as np
from numba import njit

SHORT: Any = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
short = njit(**SHORT)  # called by machine code alone

WIDE = False  # written over where values need more than 30 bits
GAINS = True  # written over where no move has a gain
LOOPS = True  # written over where the rules have no loops whose rounds are counted
OPEN = 1 << 62 if WIDE else 1 << 30  # beyond every value
ENDLESS = (1 << 15) - 1  # a depth that no play reaches
NODES, LIMIT, STOPPED, HORIZON, NO_ROOM, SPENT = range(6)  # of the counters
TOO_MANY, TOO_DEEP, TOO_LARGE = 1, 2, 3  # moves, plies or values for the room there is


@short
def place_of(keys, row, table):
    """The first of the two entries that a state may have."""
    word = np.uint64(0x9E3779B97F4A7C15)
    for part in range(keys.shape[1]):
        word = (word ^ np.uint64(keys[row, part])) * np.uint64(0xFF51AFD7ED558CCD)
        word ^= word >> np.uint64(32)
    word *= np.uint64(0xC4CEB9FE1A85EC53)
    return np.int64((word ^ (word >> np.uint64(29))) & np.uint64(table.shape[0] - 2))


@short
def entry_at(place, keys, row, table):
    """The entry of a state at its place or beside it; −1 when there is none."""
    for entry in range(place, place + 2):
        if table[entry, 0] == keys[row, 0] + 1:
            same = True
            for part in range(1, keys.shape[1]):
                same = same and table[entry, part] == keys[row, part] + 1
            if same:
                return entry
    return -1


@short
def kept_at(entry, words, table):
    """The interval that an entry keeps."""
    if WIDE:
        return table[entry, words], table[entry, words + 1]
    both = table[entry, words]
    return both >> 32, np.int64(np.int32(both & 0xFFFFFFFF))


@short
def tried_at(entry, words, table):
    """The question that an entry keeps, and its depth and work in one word."""
    if WIDE:
        return table[entry, words + 2], table[entry, words + 3]
    tried = table[entry, words + 1]
    return tried >> 32, tried & 0xFFFFFFFF


@short
def interval_at(entry, keys, row, mem, codec, table):
    """What is proven about a state without a search; bounds that are too large say nothing."""
    if entry >= 0:
        return kept_at(entry, keys.shape[1], table)
    low, high = bounds(keys, row, mem, codec)
    return max(np.int64(low), np.int64(-OPEN)), min(np.int64(high), np.int64(OPEN))


@short
def remember(keys, row, table, low, high, beta, depth, work):
    """Keep an interval: over the same state, over a cheaper one, or in the place beside it."""
    words = keys.shape[1]
    place = place_of(keys, row, table)
    entry = entry_at(place, keys, row, table)
    if entry < 0:
        entry = place
        if tried_at(entry, words, table)[1] & 0xFFFF > work:
            entry += 1
        for part in range(words):
            table[entry, part] = keys[row, part] + 1
    effort = depth << 16 | min(max(work, 1), 0xFFFF)
    if WIDE:
        table[entry, words], table[entry, words + 1] = low, high
        table[entry, words + 2], table[entry, words + 3] = beta, effort
    else:
        table[entry, words] = low << 32 | high & 0xFFFFFFFF
        table[entry, words + 1] = beta << 32 | effort


@njit(nogil=True)
def hand_over(old, table, probe):
    """Copy all entries into a larger table; `probe` has room for one key."""
    words = probe.shape[1]
    for entry in range(old.shape[0]):
        if old[entry, 0] != 0:
            for part in range(words):
                probe[0, part] = old[entry, part] - 1
            low, high = kept_at(entry, words, old)
            beta, effort = tried_at(entry, words, old)
            remember(probe, 0, table, low, high, beta, effort >> 16, effort & 0xFFFF)


@short
def was_left_open(entry, words, beta, depth, table):
    """Whether the same question was asked before, as deep, without an answer."""
    if entry < 0:
        return False
    tried, effort = tried_at(entry, words, table)
    return tried == beta and effort >> 16 >= depth


@short
def is_small(number):
    """Whether a value, a gain or a question is one that the table can keep."""
    return -OPEN < number < OPEN


@short
def seen_by_mover(gain, again, low, high):
    """The interval of a move, from the interval of the state it leads to."""
    if again:
        return gain + low if low > -OPEN else low, gain + high if high < OPEN else high
    return gain - high if high < OPEN else -OPEN, gain - low if low > -OPEN else OPEN


@short
def asked_of_child(gain, again, beta):
    """Is this move worth `beta`? as a question about the state it leads to.

    g + v ≥ β is v ≥ β − g; g − v ≥ β is v ≤ g − β, the contrary of v ≥ g − β + 1.
    """
    return beta - gain if again else gain - beta + 1


@short
def survey(side, at, end, beta, keys, gains, agains, lows, highs, ranks, history,
           probe, mem, codec, status, counters, table):  # fmt: skip
    """What is known of moves beforehand; whether one of them answers the question.

    First what the table knows, then which moves end the play: `probe` has room for one move, for
    all that is asked is whether there is any.
    """
    near, answered = np.int64(0), False
    for move in range(at, end):  # asked for all at once, so that no entry is waited for
        ranks[move] = place_of(keys, move, table)
        near ^= table[ranks[move], 0]
    for move in range(at, end):
        entry = entry_at(ranks[move], keys, move, table)
        low, high = interval_at(entry, keys, move, mem, codec, table)
        lows[move], highs[move] = seen_by_mover(gains[move], agains[move], low, high)
        ranks[move] = -1 if entry >= 0 else 0
        answered = answered or lows[move] >= beta
        if GAINS and not is_small(gains[move]):
            counters[NO_ROOM] = TOO_LARGE
    if answered:
        return True
    for move in range(at, end):  # gains[0] and agains[0] belong to no move
        if ranks[move] != 0 or (LOOPS and counters[SPENT] > FUEL):
            continue
        found = children(keys, move, mem, codec, probe, gains, agains, 0, status)
        if LOOPS:
            counters[SPENT] += FUEL - mem[2]
        if found == 0:
            value = np.int64(payoff(keys, move, mem, codec))
            if not is_small(value):
                counters[NO_ROOM] = TOO_LARGE
            lows[move], highs[move] = seen_by_mover(gains[move], agains[move], value, value)
            if lows[move] >= beta:
                return True
    for move in range(at, end):
        ranks[move] = history[side, min(move - at, history.shape[1] - 1)]
    return near != near


@short
def next_move(at, end, beta, highs, ranks):
    """The most promising move that could answer the question and was not searched; or −1."""
    chosen = -1
    for move in range(at, end):
        if ranks[move] >= 0 and highs[move] >= beta and (chosen < 0 or ranks[move] > ranks[chosen]):
            chosen = move
    return chosen


@njit(nogil=True)
def ask(keys, gains, agains, lows, highs, ranks, probe, frames, depth, beta,
        mem, codec, status, counters, table, history):  # fmt: skip
    """The interval of keys[0] after the question whether it is worth `beta`.

    `frames` [plies, 9] is the path: row, where its moves begin and end, the question, the depth
    left, the move being searched, lo and hi so far, and the nodes before it.
    """
    row_, at_, end_, beta_, depth_, move_, low_, high_, began_ = range(9)
    level, entering = 0, True
    frames[0, row_], frames[0, at_], frames[0, beta_], frames[0, depth_] = 0, 1, beta, depth
    low, high = np.int64(-OPEN), np.int64(OPEN)
    while level >= 0:
        row, at, question = frames[level, row_], frames[level, at_], frames[level, beta_]
        left, done = frames[level, depth_], False
        if entering:
            entry = entry_at(place_of(keys, row, table), keys, row, table)
            low, high = interval_at(entry, keys, row, mem, codec, table)
            counters[NODES] += 1
            if counters[NODES] > counters[LIMIT] or (LOOPS and counters[SPENT] > FUEL):
                counters[STOPPED] = 1
            tried = was_left_open(entry, keys.shape[1], question, left, table)
            if low >= question or high < question or tried or counters[STOPPED] or left == 0:
                if low < question <= high:
                    counters[HORIZON] = 1
                level, entering = level - 1, False
                continue
            end = children(keys, row, mem, codec, keys, gains, agains, at, status)
            if LOOPS:
                counters[SPENT] += FUEL - mem[2]
            if end < 0 or level + 1 >= frames.shape[0]:
                counters[STOPPED] = 1
                counters[NO_ROOM] = TOO_MANY if end < 0 else TOO_DEEP
                level, entering = level - 1, False
                continue
            if end == at:
                low = high = np.int64(payoff(keys, row, mem, codec))
                if not is_small(low):
                    counters[NO_ROOM] = TOO_LARGE
                    break
                remember(keys, row, table, low, high, question, ENDLESS, 1)
                level, entering = level - 1, False
                continue
            frames[level, end_], frames[level, began_] = end, counters[NODES]
            frames[level, low_], frames[level, high_] = low, high
            done = survey(
                level & 1, at, end, question, keys, gains, agains, lows, highs, ranks, history,
                probe, mem, codec, status, counters, table,
            )  # fmt: skip
        else:  # the move that was searched has come back
            end, move = frames[level, end_], frames[level, move_]
            lows[move], highs[move] = seen_by_mover(gains[move], agains[move], low, high)
            if lows[move] >= question:
                history[level & 1, min(move - at, history.shape[1] - 1)] += 1
                done = True
            done = done or counters[STOPPED] != 0
        if counters[NO_ROOM] == TOO_LARGE:
            break
        move = -1 if done else next_move(at, end, question, highs, ranks)
        if move >= 0:
            ranks[move] = -1
            frames[level, move_] = move
            asked = asked_of_child(gains[move], agains[move], question)
            if not is_small(asked):
                counters[NO_ROOM] = TOO_LARGE
                break
            level, entering = level + 1, True
            frames[level, row_], frames[level, at_] = move, end
            frames[level, beta_] = asked
            frames[level, depth_] = left - 1
            continue
        low, high = np.int64(-OPEN), np.int64(-OPEN)
        for move in range(at, end):
            low, high = max(low, lows[move]), max(high, highs[move])
        low, high = max(low, frames[level, low_]), min(high, frames[level, high_])
        if low >= OPEN or high <= -OPEN:
            counters[NO_ROOM] = TOO_LARGE
            break
        work = min(counters[NODES] - frames[level, began_], np.int64(2**31 - 1))
        reached = 0 if counters[STOPPED] else left
        remember(keys, row, table, low, high, question, reached, work)
        level, entering = level - 1, False
    if counters[NO_ROOM] == TOO_LARGE:  # what was worked out on the path is forgotten
        return np.int64(-OPEN), np.int64(OPEN)
    return low, high
