"""A pool of numbers: the players choose one in turn, each only once.
Whoever makes the total of all that was chosen reach the target wins.

State S: the set of used numbers, one bit each; it says what the total is.
Value V(S): 1 where the player to move wins, -1 where the other does, 0 where nobody does.
V(S) = the largest of: 1 for a number outside S that reaches the target, else -V(S + number).

Bottom-up, with a table: O(n 2^n) time, O(2^n) space.
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
    n = len(numbers)
    total = [0] * (1 << n)
    for place, number in enumerate(numbers):
        for used in range(1 << place):
            total[used | 1 << place] = total[used] + number
    value = [-1] * (1 << n)
    value[-1] = 0  # the pool has run out
    for used in reversed(range((1 << n) - 1)):  # a move makes the set a larger number
        for place, number in enumerate(numbers):
            if used >> place & 1:
                continue
            # reach the target, or leave the opponent what remains
            worth = 1 if total[used] + number >= target else -value[used | 1 << place]
            value[used] = max(value[used], worth)
            if value[used] == 1:
                break
    return value[0] == 1


def main() -> None:
    """An instance a line, an answer a line."""
    for line in filter(str.strip, sys.stdin):  # a blank line is no instance
        target, *numbers = map(int, line.split())
        print("true" if pool_game(numbers, target) else "false")


if __name__ == "__main__":
    main()
