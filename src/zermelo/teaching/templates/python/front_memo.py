"""A row of numbers: the players take the first 1 to K of it in turn; the richer one wins.

State i: the first i numbers are gone.
Value D(i): what the player to move collects more than the opponent from here on.
D(i) = max over 1 <= x <= K of (a[i] + ... + a[i+x-1] - D(i+x)); D(n) = 0.

Recursive, with a memo: O(n K) time, O(n) space, n calls deep.
Reads K and a row a line; prints the first player's total minus the second's.
"""

import sys


def front_game(values: list[int], most: int) -> int:
    """The first player's total minus the second's, under best play.

    >>> front_game([1, 2, 3, 7], 3)
    -1
    """
    n = len(values)
    memo: dict[int, int] = {}

    def best(i: int) -> int:
        if i == n:
            return 0  # nothing is left
        if i not in memo:
            taken = values[i]
            top = taken - best(i + 1)
            for x in range(2, min(most, n - i) + 1):
                taken += values[i + x - 1]
                # what x numbers give, minus the opponent's best difference on the rest
                top = max(top, taken - best(i + x))
            memo[i] = top
        return memo[i]

    # calls lie as deep as the row is long; Python's own limit is about 1,000
    sys.setrecursionlimit(max(sys.getrecursionlimit(), n + 1_000))
    return best(0)


def main() -> None:
    """An instance a line, an answer a line."""
    for line in filter(str.strip, sys.stdin):  # a blank line is no instance
        most, *values = map(int, line.split())
        print(front_game(values, most))


if __name__ == "__main__":
    main()
