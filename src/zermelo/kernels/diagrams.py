"""Sets of keys as zero-suppressed decision diagrams, with the rank of every key.

All sets share their nodes; each has a root.

A node has a level, the bit that it asks for, and leads to `low` where the bit is 0 and to `high`
where it is 1; a bit that no node of a path asks for is 0. Node 0 holds no key, node 1 the end of
one. `sizes` counts the keys below a node, so a key's rank is the sum of the sizes that its path
leaves on its low side.

The words of a key make one number, the last word first; 63 bits of a word are used. Minato 1993;
keys come in ascending order, so that a node is final once the path has left it (Daciuk et al. 2000,
for automata).
"""

import numpy as np
from numba import njit

WORD = 63
NODES, TAKEN = 0, 1  # of `counts`
EMPTY, END = 0, 1


@njit
def _place(level, low, high):  # pragma: no cover
    """A word in which every bit of a node has a say (the finaliser of MurmurHash3)."""
    mixed = (np.uint64(low) << np.uint64(32) | np.uint64(high)) + np.uint64(level) * np.uint64(
        0x9E3779B97F4A7C15
    )
    mixed = (mixed ^ (mixed >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    mixed = (mixed ^ (mixed >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return mixed ^ (mixed >> np.uint64(33))


@njit
def _node(level, low, high, lows, highs, levels, sizes, table, counts):  # pragma: no cover
    """The number of a node, which is made when there is none like it."""
    mask = np.uint64(table.size - 1)
    slot = _place(level, low, high) & mask
    while table[slot] != 0:
        node = table[slot]
        if lows[node] == low and highs[node] == high and levels[node] == level:
            return node
        slot = (slot + np.uint64(1)) & mask
    node = counts[NODES]
    lows[node], highs[node], levels[node] = low, high, level
    sizes[node] = sizes[low] + sizes[high]
    table[slot] = node
    counts[NODES] = node + 1
    return np.uint32(node)


@njit
def _closed(top, last, pending, lows, highs, levels, sizes, table, counts):  # pragma: no cover
    """The node of all keys that share what the last one has at `top` and above."""
    node = np.uint32(END)
    for word in range(last.size):
        level, rest = WORD * word, last[word]
        while rest:
            if level >= top:
                return node
            if rest & 1:
                node = _node(level, pending[level], node, lows, highs, levels, sizes, table, counts)
                pending[level] = EMPTY
            rest >>= 1
            level += 1
    return node


@njit
def _first_difference(keys, row, last):  # pragma: no cover
    """The highest bit in which a key is above the last one; −1 where it is not above it."""
    for word in range(last.size - 1, -1, -1):
        if keys[row, word] != last[word]:
            if keys[row, word] < last[word]:
                return -1
            level = WORD * word
            rest = (keys[row, word] ^ last[word]) >> 1
            while rest:
                rest >>= 1
                level += 1
            return level
    return -1


@njit(nogil=True)
def grow(keys, begin, last, pending, lows, highs, levels, sizes, table, counts):  # pragma: no cover
    """Take in keys from `begin` on; how far it came: there may be no more room for nodes.

    −1 − row stands for a key that does not lie above the one before.
    """
    for row in range(begin, keys.shape[0]):
        if counts[NODES] + pending.size >= lows.size:
            return row
        if counts[TAKEN]:
            top = _first_difference(keys, row, last)
            if top < 0:
                return -1 - row
            pending[top] = _closed(
                top, last, pending, lows, highs, levels, sizes, table, counts
            )  # fmt: skip
        for word in range(last.size):
            last[word] = keys[row, word]
        counts[TAKEN] += 1
    return keys.shape[0]


@njit(nogil=True)
def closed(last, pending, lows, highs, levels, sizes, table, counts):  # pragma: no cover
    """The node of all keys that were taken in; the next ones are of another set."""
    root = _closed(pending.size, last, pending, lows, highs, levels, sizes, table, counts)
    last[:] = 0
    counts[TAKEN] = 0
    return root


@njit(nogil=True)
def enter(lows, highs, levels, table, nodes):  # pragma: no cover
    """Write all nodes into a table that has become larger."""
    mask = np.uint64(table.size - 1)
    for node in range(2, nodes):
        slot = _place(levels[node], lows[node], highs[node]) & mask
        while table[slot] != 0:
            slot = (slot + np.uint64(1)) & mask
        table[slot] = node


# A finished node is a row of two words: low and high in 32 bits each, then the number of keys on
# the low side, and the level in the last 16 bits. One miss of the cache a node.


@njit
def _rank(keys, row, root, nodes, rest):  # pragma: no cover
    """The rank of a key among those of a root; −1 where it is not among them."""
    for word in range(rest.size):
        rest[word] = keys[row, word]
    node, rank = np.int64(root), np.int64(0)
    while node > END:
        level = np.int64(nodes[node, 1] & np.uint64(0xFFFF))
        word, bit = level // WORD, np.int64(1) << (level % WORD)
        if rest[word] & bit:
            rest[word] ^= bit
            rank += np.int64(nodes[node, 1] >> np.uint64(16))
            node = np.int64(nodes[node, 0] & np.uint64(0xFFFFFFFF))
        else:
            node = np.int64(nodes[node, 0] >> np.uint64(32))
    for word in range(rest.size):
        if rest[word]:
            return np.int64(-1)
    return rank if node == END else np.int64(-1)


@njit(nogil=True)
def rank_of_word(rest, root, nodes):  # pragma: no cover
    """The same for a key of one word, which is handed over as it is."""
    node, rank = np.int64(root), np.int64(0)
    while node > END:
        bit = np.int64(1) << np.int64(nodes[node, 1] & np.uint64(0xFFFF))
        if rest & bit:
            rest ^= bit
            rank += np.int64(nodes[node, 1] >> np.uint64(16))
            node = np.int64(nodes[node, 0] & np.uint64(0xFFFFFFFF))
        else:
            node = np.int64(nodes[node, 0] >> np.uint64(32))
    return rank if node == END and not rest else np.int64(-1)


@njit(nogil=True)
def find(keys, roots, firsts, nodes, near, out):  # pragma: no cover
    """The number of each key: the first one of its set, and its rank; −1 where no set holds it.

    The set of the last key, at first `near`, is looked into first, then those behind it.
    """
    rest = np.empty(keys.shape[1], np.int64)
    for row in range(keys.shape[0]):
        out[row] = -1
        for step in range(roots.size):
            at = near + step - (roots.size if near + step >= roots.size else 0)
            rank = _rank(keys, row, roots[at], nodes, rest)
            if rank >= 0:
                out[row] = firsts[at] + rank
                near = at
                break
    return near


@njit(nogil=True)
def select(ranks, root, nodes, out):  # pragma: no cover
    """The key of each rank."""
    for row in range(out.shape[0]):
        out[row, :] = 0
        node, rank = np.int64(root), ranks[row]
        while node > END:
            less = np.int64(nodes[node, 1] >> np.uint64(16))
            if rank < less:
                node = np.int64(nodes[node, 0] >> np.uint64(32))
                continue
            rank -= less
            level = np.int64(nodes[node, 1] & np.uint64(0xFFFF))
            out[row, level // WORD] |= np.int64(1) << (level % WORD)
            node = np.int64(nodes[node, 0] & np.uint64(0xFFFFFFFF))


# -- ascending keys: what neighbours have in common is gone through once -------------------------


@njit
def _level(nodes, node):  # pragma: no cover
    """The level of a node, below all others where it is an end."""
    return np.int64(nodes[node, 1] & np.uint64(0xFFFF)) if node > END else np.int64(-1)


@njit
def _top_bit(word):  # pragma: no cover
    """The place of the highest bit of a word that is not zero."""
    top = 0
    for step in (32, 16, 8, 4, 2, 1):
        if word >> (top + step):
            top += step
    return top


@njit
def _ones(word):  # pragma: no cover
    """How many bits of a word are set (Warren, Hacker's Delight)."""
    word = np.uint64(word)
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(nogil=True)
def find_ascending(keys, places, root, nodes, out):  # pragma: no cover
    """The rank of each key among those of a root, or −1; quick where neighbours are alike.

    Keys have one word each, in which the bit of a level stands at `places[level]`, as they do in
    order. The path to a key begins where it leaves that of the key before.
    """
    node_at, rank_at = np.empty(WORD + 2, np.int64), np.zeros(WORD + 2, np.int64)
    ones_at, bit_at = np.zeros(WORD + 2, np.int64), np.empty(WORD + 2, np.int64)
    node_at[0], depth = root, 0
    bit_at[0] = places[_level(nodes, root)] if root > END else -1
    for row in range(keys.size):
        key = keys[row]
        if row and key != keys[row - 1]:
            top = _top_bit(key ^ keys[row - 1])
            while depth and bit_at[depth - 1] <= top:
                depth -= 1
        node, rank, ones, bit = node_at[depth], rank_at[depth], ones_at[depth], bit_at[depth]
        while bit >= 0:
            if key >> bit & 1:
                rank += np.int64(nodes[node, 1] >> np.uint64(16))
                ones += 1
                node = np.int64(nodes[node, 0] & np.uint64(0xFFFFFFFF))
            else:
                node = np.int64(nodes[node, 0] >> np.uint64(32))
            bit = np.int64(places[_level(nodes, node)]) if node > END else np.int64(-1)
            depth += 1
            node_at[depth], rank_at[depth], ones_at[depth], bit_at[depth] = node, rank, ones, bit
        out[row] = rank if node == END and ones == _ones(key) else -1


@njit(nogil=True)
def select_from(rank, root, nodes, out):  # pragma: no cover
    """The keys of a rank and those behind it, ascending; how many there are."""
    turns = np.empty(WORD * out.shape[1] + 1, np.int64)  # nodes that were left on their low side
    key = np.zeros(out.shape[1], np.int64)
    node, depth, row = np.int64(root), 0, 0
    while row < out.shape[0]:
        while node > END:
            less = np.int64(nodes[node, 1] >> np.uint64(16))
            if rank < less:
                turns[depth] = node
                depth += 1
                node = np.int64(nodes[node, 0] >> np.uint64(32))
            else:
                rank -= less
                level = _level(nodes, node)
                key[level // WORD] |= np.int64(1) << (level % WORD)
                node = np.int64(nodes[node, 0] & np.uint64(0xFFFFFFFF))
        for word in range(key.size):
            out[row, word] = key[word]
        row += 1
        if depth == 0:
            break
        depth -= 1
        level = _level(nodes, turns[depth])
        word, bit = level // WORD, np.int64(1) << (level % WORD)
        key[:word] = 0
        key[word] = (key[word] & ~(bit - 1)) | bit
        node = np.int64(nodes[turns[depth], 0] & np.uint64(0xFFFFFFFF))
        rank = np.int64(0)
    return row


@njit(nogil=True)
def count_keys(nodes, counts):  # pragma: no cover
    """Count the keys below every node; the first one that says something else, or −1.

    Where it is −1, every node leads to earlier ones of lower levels, and has the number of keys on
    its low side. Then the paths of a root are as many different keys, and ranks count them.
    """
    counts[EMPTY], counts[END] = 0, 1
    for node in range(2, counts.size):
        low = np.int64(nodes[node, 0] >> np.uint64(32))
        high = np.int64(nodes[node, 0] & np.uint64(0xFFFFFFFF))
        if low >= node or high >= node or high == EMPTY:
            return node
        level = _level(nodes, node)
        if _level(nodes, low) >= level or _level(nodes, high) >= level:
            return node
        if np.int64(nodes[node, 1] >> np.uint64(16)) != counts[low]:
            return node
        counts[node] = counts[low] + counts[high]
    return -1
