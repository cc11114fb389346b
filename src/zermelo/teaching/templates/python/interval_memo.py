"""A row of numbers: the players take one from either end in turn; the richer one wins.

State (i, j): the numbers i..j are left.
Value D(i, j): what the player to move collects more than the opponent from here on.
D(i, j) = max(a[i] - D(i+1, j), a[j] - D(i, j-1)); with nothing left it is 0.

Recursive, with a memo: O(n^2) time and space, n calls deep.
Reads a row a line; prints the first player's total minus the second's.
"""

import sys


def interval_game(values: list[int]) -> int:
    """The first player's total minus the second's, under best play.

    >>> interval_game([1, 5, 233, 7])
    222
    """
    memo: dict[tuple[int, int], int] = {}

    def best(i: int, j: int) -> int:
        if i > j:
            return 0  # nothing is left
        if (i, j) not in memo:
            # take one end, then subtract the opponent's best difference on the rest
            memo[i, j] = max(values[i] - best(i + 1, j), values[j] - best(i, j - 1))
        return memo[i, j]

    # calls lie as deep as the row is long; Python's own limit is about 1,000
    sys.setrecursionlimit(max(sys.getrecursionlimit(), len(values) + 1_000))
    return best(0, len(values) - 1)


def main() -> None:
    """An instance a line, an answer a line."""
    for line in sys.stdin:
        print(interval_game([int(word) for word in line.split()]))


if __name__ == "__main__":
    main()
