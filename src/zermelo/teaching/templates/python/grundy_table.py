"""Several heaps, a move in one of them, whoever cannot move loses: nimbers.
Here Kayles: knock down one pin or two adjacent ones, which may split a row of pins.

G(heap) = mex of the nimbers that a move can leave: the least number not among them.
Parts that do not touch each other add by XOR, not by +. The player to move loses
exactly where the nimber is 0. Another game: write other options.

Bottom-up, with a table: O(n^2) time for heaps up to n, O(n) space.
Reads the heaps, an instance a line; prints the nimber of all of them together.
"""

import sys


def options(heap: int) -> list[list[int]]:
    """What a move can leave of a heap: the rule of the game. The parts are smaller heaps."""
    return [
        [left, heap - taken - left]
        for taken in (1, 2)
        for left in range(heap - taken + 1)
        if left <= heap - taken - left  # the mirror image is the same
    ]


def mex(found: set[int]) -> int:
    """The least number from 0 on that is not there."""
    least = 0
    while least in found:
        least += 1
    return least


def nimber(heaps: list[int]) -> int:
    """The nimber of all heaps together.

    >>> nimber([7]), nimber([1, 2, 3])
    (2, 0)
    """
    most = max(heaps, default=0)
    of_heap = [0] * (most + 1)
    for heap in range(1, most + 1):
        found = set()
        for parts in options(heap):
            total = 0
            for part in parts:
                total ^= of_heap[part]  # independent parts add by XOR
            found.add(total)
        of_heap[heap] = mex(found)
    answer = 0
    for heap in heaps:
        answer ^= of_heap[heap]
    return answer


def main() -> None:
    """An instance a line, an answer a line."""
    for line in sys.stdin:
        print(nimber([int(word) for word in line.split()]))


if __name__ == "__main__":
    main()
