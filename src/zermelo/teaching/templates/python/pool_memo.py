"""A pool of positive numbers: the players choose one in turn, each only once.
Whoever makes the total of all that was chosen reach the target wins.

State S: the set of used numbers, one bit each; it says what the total is.
Value W(S): whether the player to move wins.
W(S) = some number outside S reaches the target, or leaves a lost S + number.

Recursive, with a memo: O(n 2^n) time, O(2^n) space, n calls deep.
Reads the target and the pool, an instance a line; prints whether the first player wins.
"""

import sys


def pool_game(numbers: list[int], target: int) -> bool:
    """Whether the first player makes the total reach the target.

    >>> pool_game([2, 3, 3, 5], 9), pool_game([1], 5)
    (True, False)
    """
    if target <= 0:
        return True  # reached before play begins
    if sum(numbers) < target:
        return False  # nobody can reach it
    memo: dict[int, bool] = {}  # by the used numbers alone: they say what is missing

    def wins(used: int, missing: int) -> bool:
        if used not in memo:
            memo[used] = False
            for place, number in enumerate(numbers):
                if used >> place & 1:
                    continue
                # reach the target, or leave the opponent a loss
                if number >= missing or not wins(used | 1 << place, missing - number):
                    memo[used] = True
                    break
        return memo[used]

    return wins(0, target)


def main() -> None:
    """An instance a line, an answer a line."""
    for line in sys.stdin:
        target, *numbers = map(int, line.split())
        print("true" if pool_game(numbers, target) else "false")


if __name__ == "__main__":
    main()
