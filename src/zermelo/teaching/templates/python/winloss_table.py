"""Win or loss of a number, for any rule that makes it smaller; whoever cannot move loses.
Here the divisor game: subtract a divisor of the number other than itself.

State n: the number. Value W(n): whether the player to move wins.
W(n) = some move leaves a lost number; without a move it is a loss.
Another game: write other moves. Where whoever cannot move wins, the end is a win.

Bottom-up, with a table: O(n m) time for m moves each, O(n) space.
Reads a number a line; prints whether the first player wins.
"""

import sys
from math import isqrt


def moves(number: int) -> list[int]:
    """What a move can leave: the rule of the game. Each is smaller, so play ends."""
    small = [x for x in range(1, isqrt(number) + 1) if number % x == 0]
    divisors = small + [number // x for x in small]
    return [number - x for x in divisors if x < number]


def win_loss(number: int) -> bool:
    """Whether the player to move wins.

    >>> win_loss(6), win_loss(7)
    (True, False)
    """
    wins = [False] * (number + 1)
    for n in range(1, number + 1):
        # a move that leaves the opponent a loss
        wins[n] = any(not wins[left] for left in moves(n))
    return wins[number]


def main() -> None:
    """An instance a line, an answer a line."""
    for line in filter(str.strip, sys.stdin):  # a blank line is no instance
        print("true" if win_loss(int(line)) else "false")


if __name__ == "__main__":
    main()
