"""A row of numbers: the players take the first x of it in turn, 1 <= x <= 2M.
M is 1 at first, and then the most that was taken at once.

State (i, M): the first i numbers are gone.
Value T(i, M): the most that the player to move collects from here on.
T(i, M) = max over 1 <= x <= 2M of (rest(i) - T(i+x, max(M, x))); T(n, M) = 0,
where rest(i) is all that is left: what the opponent does not get of it is mine.
Negative numbers are allowed, so taking all that is left is not always best.

Recursive, with a memo: O(n^3) time, O(n^2) space, n calls deep.
Reads a row a line; prints the first player's own total.
"""

import sys


def cap_game(values: list[int]) -> int:
    """The first player's own total, under best play.

    >>> cap_game([2, 7, 9, 4, 4])
    10
    """
    n = len(values)
    cap = max(1, (n + 1) // 2)  # 2M >= n allows all that is left: a larger M changes nothing
    rest = [0] * (n + 1)
    for i in reversed(range(n)):
        rest[i] = values[i] + rest[i + 1]
    memo: dict[tuple[int, int], int] = {}

    def best(i: int, m: int) -> int:
        if i == n:
            return 0  # nothing is left
        if (i, m) not in memo:
            top = rest[i] - best(i + 1, m)
            for x in range(2, min(2 * m, n - i) + 1):
                # all that is left, minus the opponent's best total of it
                top = max(top, rest[i] - best(i + x, min(cap, max(m, x))))
            memo[i, m] = top
        return memo[i, m]

    # calls lie as deep as the row is long; Python's own limit is about 1,000
    sys.setrecursionlimit(max(sys.getrecursionlimit(), n + 1_000))
    return best(0, 1)


def main() -> None:
    """An instance a line, an answer a line."""
    for line in sys.stdin:
        print(cap_game([int(word) for word in line.split()]))


if __name__ == "__main__":
    main()
