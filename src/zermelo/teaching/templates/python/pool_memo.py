"""A pool of numbers: the players choose one in turn, each only once.
Whoever makes the total of all that was chosen reach the target wins.

State S: the set of used numbers, one bit each; it says what the total is.
Value V(S): 1 where the player to move wins, -1 where the other does, 0 where nobody does.
V(S) = the largest of: 1 for a number outside S that reaches the target, else -V(S + number).

Recursive, with a memo: O(n 2^n) time, O(2^n) space, n calls deep.
Reads the target and the pool, an instance a line; prints whether the first player wins.
"""

import sys


def pool_game(numbers: list[int], target: int) -> bool:
    """Whether the first player makes the total reach the target.

    >>> pool_game([2, 3, 3, 5], 9), pool_game([1], 5), pool_game([4, -1], 4)
    (True, False, True)
    """
    if target <= 0:
        return True  # reached before play begins
    if sum(number for number in numbers if number > 0) < target:
        return False  # nobody can reach it
    everything = (1 << len(numbers)) - 1
    memo = {everything: 0}  # by the used numbers alone: they say what is missing

    def value(used: int, missing: int) -> int:
        if used not in memo:
            best = -1
            for place, number in enumerate(numbers):
                if used >> place & 1:
                    continue
                # reach the target, or leave the opponent what remains
                worth = 1 if number >= missing else -value(used | 1 << place, missing - number)
                best = max(best, worth)
                if best == 1:
                    break
            memo[used] = best
        return memo[used]

    return value(0, target) == 1


def main() -> None:
    """An instance a line, an answer a line."""
    for line in filter(str.strip, sys.stdin):  # a blank line is no instance
        target, *numbers = map(int, line.split())
        print("true" if pool_game(numbers, target) else "false")


if __name__ == "__main__":
    main()
