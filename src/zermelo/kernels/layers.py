"""Sorted keys, one word each: keeping each once, finding one among them, and a state's worth.

A layer of a game is an ascending row of different keys, int64 and not negative. The moves of a
stretch of its states lie side by side: `counts[n]` says how many state n has, `children[m]` is the
key that move m leads to, and `worth[m]` what is known of that child. All arrays are C-contiguous.
"""

from __future__ import annotations

import numpy as np
from numba import njit

signed = np.int64
unsigned = np.uint64  # as an index it is never counted from the end, which takes no look
NEAR = 64  # moves of a state whose neighbours' places are remembered: a power of two
REACH = 256  # places that a child may be away from its neighbour's
TOGETHER = 64  # children that are looked up in step
TRIED = 64  # states whose children show whether neighbours are neighbours
WORST = -(1 << 63)


@njit(nogil=True)
def each_once(keys):  # pragma: no cover
    """Keep each of some ascending keys once, at the front; how many there are. O(n)."""
    known, last = 0, signed(-1)
    for place in range(keys.size):
        if keys[place] != last:
            last = keys[place]
            keys[known] = last
            known += 1
    return known


@njit
def _place(keys, key, near):  # pragma: no cover
    """The place of the greatest key that is not above `key`, looked for around `near`; or −1.

    O(log d) where it is d places away.
    """
    low, high, step = near, near + 1, 1
    if keys[near] <= key:
        while high < keys.size and keys[high] <= key:
            low, step = high, 2 * step
            high = low + step
        high = min(high, keys.size)
    else:
        low, high = near - 1, near
        while low >= 0 and keys[low] > key:
            high, step = low, 2 * step
            low = high - step
        low = max(low, -1)
    while high - low > 1:
        middle = (low + high) >> 1
        if keys[middle] <= key:
            low = middle
        else:
            high = middle
    return low


@njit
def _by_neighbours(children, counts, layer, here, keys, near, out):  # pragma: no cover
    """The places of children, each looked for where its neighbour's was; `near` is where.

    Answers a child that is missing, or −1.
    """
    move = 0
    for state in range(counts.size):
        for k in range(signed(counts[state])):
            if layer.size and layer[move] != here:
                out[move] = -1
            else:
                place = _place(keys, children[move], near[k & (NEAR - 1)])
                if place < 0 or keys[place] != children[move]:
                    return move
                near[k & (NEAR - 1)] = place
                out[move] = place
            move += 1
    return -1


@njit
def _are_far(counts, places):  # pragma: no cover
    """Whether one child in four is far from its neighbour's place."""
    near = np.zeros(NEAR, np.int64)
    move = far = found = 0
    for state in range(counts.size):
        for k in range(signed(counts[state])):
            if places[move] >= 0:
                far += abs(places[move] - near[k & (NEAR - 1)]) > REACH
                near[k & (NEAR - 1)] = places[move]
                found += 1
            move += 1
    return 4 * far >= found


@njit
def _in_step(children, layer, here, keys, out):  # pragma: no cover
    """The places of children by binary searches, TOGETHER at once; a child that is missing, or −1.

    Each step is taken by all searches before the next, so that the processor waits for many
    numbers at once: four times faster than one search after the other.
    """
    moves, wanted, at = np.empty((3, TOGETHER), np.int64)
    move = 0
    while move < children.size:
        count = 0
        while move < children.size and count < TOGETHER:
            if layer.size and layer[move] != here:
                out[move] = -1
            else:
                moves[count], wanted[count], at[count] = move, children[move], 0
                count += 1
            move += 1
        length = keys.size
        while length > 1:
            half = length >> 1
            for index in range(count):
                at[index] += half * (keys[at[index] + half] <= wanted[index])
            length -= half
        for index in range(count):
            if keys[at[index]] != wanted[index]:
                return moves[index]
            out[moves[index]] = at[index]
    return -1


@njit(nogil=True)
def places(children, counts, layer, here, keys, out):  # pragma: no cover
    """The place of each child among the keys; −1 in no time where `layer` says it is elsewhere.

    layer: [m] the layer of each child, or nothing for `here` in all. Where neighbours have their
    k-th moves near each other, each is looked for where the last one was: O(1) steps. Where the
    first ones show that they have not, by binary searches. Answers a child that should be there and
    is not, or −1.
    """
    if keys.size == 0:
        for move in range(children.size):
            if layer.size == 0 or layer[move] == here:
                return move
            out[move] = -1
        return -1
    near, first = np.zeros(NEAR, np.int64), min(TRIED, counts.size)
    done = 0
    for state in range(first):
        done += signed(counts[state])
    rest = layer[done:] if layer.size else layer
    of = layer[:done], here, keys, near
    missing = _by_neighbours(children[:done], counts[:first], *of, out)
    if missing >= 0 or first == counts.size:
        return missing
    if _are_far(counts[:first], out):
        missing = _in_step(children[done:], rest, here, keys, out[done:])
    else:
        of = rest, here, keys, near
        missing = _by_neighbours(children[done:], counts[first:], *of, out[done:])
    return missing if missing < 0 else done + missing


@njit(nogil=True)
def fetch(places, values, out):  # pragma: no cover
    """The worth of all children that have a place among values: [m], [N], out [m]."""
    for move in range(places.size):
        if places[move] >= 0:
            out[move] = values[places[move]]


@njit(nogil=True)
def fetch_vectors(places, values, out):  # pragma: no cover
    """The same with several numbers for each state: [m], [N, p], out [m, p]."""
    for move in range(places.size):
        if places[move] >= 0:
            for player in range(values.shape[1]):
                out[move, player] = values[places[move], player]


@njit(nogil=True)
def outcomes(counts, worth, again, out):  # pragma: no cover
    """Win, draw or loss with its plies: far − n for a win in n plies, n − far for a loss, 0.

    far is above every number of plies, so the best move has the largest worth: the nearest win, or
    the farthest loss. Ends are left as they are. [n], [m], [m] or nothing, out [n].
    """
    move = 0
    for state in range(counts.size):
        if counts[state] == 0:
            continue
        best = WORST
        for _ in range(counts[state]):
            own = signed(worth[move])
            if again.size == 0 or again[move] == 0:
                own = -own
            best = max(best, own)
            move += 1
        out[state] = best - 1 if best > 0 else best + 1 if best < 0 else 0


@njit(nogil=True)
def plies_of(worth, far, never, out):  # pragma: no cover
    """The plies in what `outcomes` says; `never` for a draw. [n], out [n]."""
    for state in range(worth.size):
        own = signed(worth[state])
        out[state] = never if own == 0 else far - abs(own)


@njit(nogil=True)
def differences(counts, worth, gain, again, out):  # pragma: no cover
    """D(S) = max over moves [ g + s·D(S') ], s = +1 where the turn is kept and −1 elsewhere.

    [n], [m], [m] or nothing, [m] or nothing, out [n]; ends are left as they are.
    """
    move = 0
    for state in range(counts.size):
        if counts[state] == 0:
            continue
        best = WORST
        for _ in range(counts[state]):
            own = signed(worth[move])
            if again.size == 0 or again[move] == 0:
                own = -own
            if gain.size:
                own += gain[move]
            best = max(best, own)
            move += 1
        out[state] = best


@njit(nogil=True)
def nimbers(counts, worth, out):  # pragma: no cover
    """The least number from 0 that no move leads to: [n], [m], out [n]."""
    most = signed(0)
    for state in range(counts.size):
        most = max(most, signed(counts[state]))
    stamp = np.full(most + 1, -1, np.int64)  # number → the last state that saw it
    move = 0
    for state in range(counts.size):
        for _ in range(counts[state]):
            if worth[move] < most:
                stamp[worth[move]] = state
            move += 1
        least = 0
        while stamp[least] == state:
            least += 1
        out[state] = least


@njit(nogil=True)
def vectors(counts, worth, gain, mover, out):  # pragma: no cover
    """V(S) = V(S') + g·e(mover), for the first move that is best for the mover's own coordinate.

    [n], [m, p], [m] or nothing, [n], out [n, p]; ends are left as they are.
    """
    move = 0
    for state in range(counts.size):
        if counts[state] == 0:
            continue
        player, best, chosen = mover[state], WORST, move
        for _ in range(counts[state]):
            own = signed(worth[move, player])
            if gain.size:
                own += gain[move]
            if own > best:
                best, chosen = own, move
            move += 1
        for other in range(worth.shape[1]):
            out[state, other] = worth[chosen, other]
        out[state, player] = best


@njit(nogil=True)
def totals(counts, worth, gain, out):  # pragma: no cover
    """What all players collect from a state on, where every play gives the same.

    [n], [m, 2] the total of a child and whether it is one, [m] or nothing, out [n, 2].
    """
    move = 0
    for state in range(counts.size):
        if counts[state] == 0:
            continue
        least, most, agreed = -(WORST + 1), WORST, signed(1)
        for _ in range(counts[state]):
            amount = worth[move, 0]
            if gain.size:
                amount += gain[move]
            least, most = min(least, amount), max(most, amount)
            agreed &= worth[move, 1]
            move += 1
        agreed &= signed(least == most)
        out[state, 0] = least if agreed else 0
        out[state, 1] = agreed


@njit(nogil=True)
def packed(keys, pieces, out):  # pragma: no cover
    """Keys of several words as one word each: [n, K], pieces [s, 4], out [n].

    A piece is a run of bits: its word, its shift there, its mask and its shift in the one word.
    """
    for row in range(keys.shape[0]):
        total = signed(0)
        for piece in range(pieces.shape[0]):
            bits = (keys[row, pieces[piece, 0]] >> pieces[piece, 1]) & pieces[piece, 2]
            total |= bits << pieces[piece, 3]
        out[row] = total


@njit(nogil=True)
def bits_of(keys, out):  # pragma: no cover
    """The bits that any key has, word by word: [n, K], out [K]."""
    for row in range(keys.shape[0]):
        for word in range(keys.shape[1]):
            out[word] |= keys[row, word]


@njit(nogil=True)
def unpacked(rows, pieces, out):  # pragma: no cover
    """The other way: [n], pieces [s, 4], out [n, K]."""
    out[:] = 0
    for row in range(rows.size):
        for piece in range(pieces.shape[0]):
            bits = (rows[row] >> pieces[piece, 3]) & pieces[piece, 2]
            out[row, pieces[piece, 0]] |= bits << pieces[piece, 1]


@njit(nogil=True)
def unknown(children, layer, here, keys, out):  # pragma: no cover
    """The children in a layer that are not among its keys: [m], [m], …, [N], out [m]; how many."""
    wanted, at = np.empty((2, TOGETHER), np.int64)
    move = found = 0
    while move < children.size:
        count = 0
        while move < children.size and count < TOGETHER:
            if layer[move] == here:
                wanted[count], at[count] = children[move], 0
                count += 1
            move += 1
        length = keys.size
        while length > 1:
            half = length >> 1
            for index in range(count):
                at[index] += half * (keys[at[index] + half] <= wanted[index])
            length -= half
        for index in range(count):
            if keys.size == 0 or keys[at[index]] != wanted[index]:
                out[found] = wanted[index]
                found += 1
    return found


@njit(nogil=True)
def by_layer(children, layer, least, bounds, out):  # pragma: no cover
    """Children by their layers, from the least on: [m], [m], …, out [layers + 1], out [m]."""
    bounds[:] = 0
    for move in range(children.size):
        bounds[layer[move] - least + 1] += 1
    for number in range(1, bounds.size):
        bounds[number] += bounds[number - 1]
    for move in range(children.size):
        number = layer[move] - least
        out[bounds[number]] = children[move]
        bounds[number] += 1
    for number in range(bounds.size - 1, 0, -1):
        bounds[number] = bounds[number - 1]
    bounds[0] = 0


@njit(nogil=True)
def marked(keys, mixing, mask, out):  # pragma: no cover
    """Keys that, mixed, have only zeros under a mask; how many these are. [n], out [n]."""
    count = 0
    for place in range(keys.size):
        if (keys[place] * mixing) >> 40 & mask == 0:
            out[count] = keys[place]
            count += 1
    return count
