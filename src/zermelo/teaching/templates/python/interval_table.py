"""A row of numbers: the players take one from either end in turn; the richer one wins.

State (i, j): the numbers i..j are left.
Value D(i, j): what the player to move collects more than the opponent from here on.
D(i, j) = max(a[i] - D(i+1, j), a[j] - D(i, j-1)); with nothing left it is 0.

Bottom-up, with a table: O(n^2) time and space.
Reads a row a line; prints the first player's total minus the second's.
"""

import sys


def interval_game(values: list[int]) -> int:
    """The first player's total minus the second's, under best play.

    >>> interval_game([1, 5, 233, 7])
    222
    """
    n = len(values)
    best = [[0] * n for _ in range(n)]
    for i in reversed(range(n)):  # best[i + 1] is complete when best[i] is filled
        best[i][i] = values[i]
        for j in range(i + 1, n):
            # take one end, then subtract the opponent's best difference on the rest
            best[i][j] = max(values[i] - best[i + 1][j], values[j] - best[i][j - 1])
    return best[0][n - 1] if n else 0


def main() -> None:
    """An instance a line, an answer a line."""
    for line in sys.stdin:
        print(interval_game([int(word) for word in line.split()]))


if __name__ == "__main__":
    main()
