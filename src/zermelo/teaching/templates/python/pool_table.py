"""A pool of positive numbers: the players choose one in turn, each only once.
Whoever makes the total of all that was chosen reach the target wins.

State S: the set of used numbers, one bit each; it says what the total is.
Value W(S): whether the player to move wins.
W(S) = some number outside S reaches the target, or leaves a lost S + number.

Bottom-up, with a table: O(n 2^n) time, O(2^n) space.
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
    n = len(numbers)
    total = [0] * (1 << n)
    for place, number in enumerate(numbers):
        for used in range(1 << place):
            total[used | 1 << place] = total[used] + number
    wins = [False] * (1 << n)
    for used in reversed(range(1 << n)):  # a move makes the set a larger number
        for place, number in enumerate(numbers):
            if used >> place & 1:
                continue
            # reach the target, or leave the opponent a loss
            if total[used] + number >= target or not wins[used | 1 << place]:
                wins[used] = True
                break
    return wins[0]


def main() -> None:
    """An instance a line, an answer a line."""
    for line in sys.stdin:
        target, *numbers = map(int, line.split())
        print("true" if pool_game(numbers, target) else "false")


if __name__ == "__main__":
    main()
