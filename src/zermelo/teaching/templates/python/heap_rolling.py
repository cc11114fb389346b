"""A heap of stones: the players remove as many as a number of a set says, in turn.
Whoever cannot move loses.

State n: what is left. Value W(n): whether the player to move wins.
W(n) = some allowed t <= n leaves a lost n - t; without a move it is a loss.

Bottom-up, with a rolling table: O(n t) time for t numbers, space for the largest of them.
Reads the heap and the allowed numbers, an instance a line; prints whether the first
player wins.
"""

import sys


def heap_game(heap: int, takes: list[int]) -> bool:
    """Whether the first player takes the last stone that can be taken.

    >>> heap_game(21, [1, 2, 3]), heap_game(20, [1, 2, 3])
    (True, False)
    """
    usable = [take for take in takes if take <= heap]
    size = max(usable, default=1)
    wins = [False] * size  # W(n) stands at n % size
    for n in range(1, heap + 1):
        # a move that leaves the opponent a loss; written last: W(n - size) stood there
        wins[n % size] = any(take <= n and not wins[(n - take) % size] for take in usable)
    return wins[heap % size]


def main() -> None:
    """An instance a line, an answer a line."""
    for line in filter(str.strip, sys.stdin):  # a blank line is no instance
        heap, *takes = map(int, line.split())
        print("true" if heap_game(heap, takes) else "false")


if __name__ == "__main__":
    main()
