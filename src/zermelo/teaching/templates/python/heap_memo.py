"""A heap of stones: the players remove as many as a number of a set says, in turn.
Whoever cannot move loses.

State n: what is left. Value W(n): whether the player to move wins.
W(n) = some allowed t <= n leaves a lost n - t; without a move it is a loss.

Recursive, with a memo: O(n t) time for t allowed numbers, O(n) space, up to n calls deep.
Reads the heap and the allowed numbers, an instance a line; prints whether the first
player wins.
"""

import sys


def heap_game(heap: int, takes: list[int]) -> bool:
    """Whether the first player takes the last stone that can be taken.

    >>> heap_game(21, [1, 2, 3]), heap_game(20, [1, 2, 3])
    (True, False)
    """
    memo: dict[int, bool] = {}

    def wins(n: int) -> bool:
        if n not in memo:
            memo[n] = False  # without a move it is a loss
            for take in takes:
                if take <= n and not wins(n - take):  # a move that leaves the opponent a loss
                    memo[n] = True
                    break
        return memo[n]

    # calls lie as deep as the heap is high; Python's own limit is about 1,000
    sys.setrecursionlimit(max(sys.getrecursionlimit(), heap + 1_000))
    return wins(heap)


def main() -> None:
    """An instance a line, an answer a line."""
    for line in filter(str.strip, sys.stdin):  # a blank line is no instance
        heap, *takes = map(int, line.split())
        print("true" if heap_game(heap, takes) else "false")


if __name__ == "__main__":
    main()
