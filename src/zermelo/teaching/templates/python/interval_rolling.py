"""A row of numbers: the players take one from either end in turn; the richer one wins.

State (i, j): the numbers i..j are left.
Value D(i, j): what the player to move collects more than the opponent from here on.
D(i, j) = max(a[i] - D(i+1, j), a[j] - D(i, j-1)); with nothing left it is 0.

Bottom-up, with a rolling table: O(n^2) time, O(n) space: only one line of the table is kept.
Reads a row a line; prints the first player's total minus the second's.
"""

import sys


def interval_game(values: list[int]) -> int:
    """The first player's total minus the second's, under best play.

    >>> interval_game([1, 5, 233, 7])
    222
    """
    n = len(values)
    best = [0] * n
    for i in reversed(range(n)):
        best[i] = values[i]
        # j ascends: best[j] is still D(i+1, j), and best[j - 1] is already D(i, j-1)
        for j in range(i + 1, n):
            # take one end, then subtract the opponent's best difference on the rest
            best[j] = max(values[i] - best[j], values[j] - best[j - 1])
    return best[n - 1] if n else 0


def main() -> None:
    """An instance a line, an answer a line."""
    for line in sys.stdin:
        print(interval_game([int(word) for word in line.split()]))


if __name__ == "__main__":
    main()
