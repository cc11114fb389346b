"""The rules of some games stated once more, in another way."""

from functools import cache, reduce
from itertools import combinations, permutations
from operator import xor
from random import Random


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def nimbers_by(options):
    """Nimbers straight from the definition, for positions given by their options."""

    @cache
    def nimber(position):
        return mex({nimber(option) for option in options(position)})

    return nimber


def wins_misere_nim(heaps):
    """Bouton 1901: as in Nim, but with single stones alone the parity is turned round."""
    if max(heaps, default=0) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


def heap(n):
    return (n,) if n else ()


def random_graph(random, size, share, directed=False):
    """Rows of neighbours, without loops."""
    rows = [set() for _ in range(size)]
    for one, two in permutations(range(size), 2) if directed else combinations(range(size), 2):
        if random.random() < share:
            rows[one].add(two)
            if not directed:
                rows[two].add(one)
    return tuple(tuple(sorted(row)) for row in rows)


def labelled(states, replies, ended):
    """state → (outcome for the mover, plies) by rounds; what no round settles is a draw.

    `ended(state)` is None, or the outcome of a finished play for the player to move.
    """
    known = {s: (ended(s), 0) for s in states if ended(s) is not None}
    for plies in range(1, len(states) + 1):
        fresh = {}
        for state in states:
            if state in known:
                continue
            seen = [known.get(reply) for reply in replies(state)]
            if any(label is not None and label[0] == -1 for label in seen):
                fresh[state] = (1, plies)
            elif seen and all(label is not None and label[0] == 1 for label in seen):
                fresh[state] = (-1, plies)
        known.update(fresh)
    return known


def token_labels(graph):
    return labelled(
        range(len(graph)), graph.__getitem__, lambda vertex: None if graph[vertex] else -1
    )


def rows_of(seed, count, longest, low, high):
    random = Random(seed)
    return [
        tuple(random.randint(low, high) for _ in range(random.randint(1, longest)))
        for _ in range(count)
    ]
