"""Small independent solvers, straight from the definitions."""

import random


def row_difference(row):
    """D of a row with two open ends, by naive recursion on the coins themselves."""
    if not row:
        return 0
    return max(row[0] - row_difference(row[1:]), row[-1] - row_difference(row[:-1]))


def random_rows(count, longest, low, high, *, shortest=0):
    rng = random.Random(20)
    for _ in range(count):
        size = rng.randint(shortest, longest)
        yield tuple(rng.randint(low, high) for _ in range(size))


def forced(coins):
    """The smaller end must be taken; a choice only when they tie."""
    if not coins:
        return 0
    results = []
    if coins[0] <= coins[-1]:
        results.append(coins[0] - forced(coins[1:]))
    if coins[-1] <= coins[0]:
        results.append(coins[-1] - forced(coins[:-1]))
    return max(results)
