"""A token on a graph, with cycles or without: the players move it along an edge in turn.
Whoever cannot move loses, and play that never ends is a draw.

No recursion: it would run in circles. Labels spread backwards from the ends instead.
A vertex wins when one edge leads to a loss, and loses when all edges lead to wins:
a counter says how many are not known to be wins. What gets no label is a draw.

Backwards from the ends: O(vertices + edges) time and space.
Reads the number of vertices, the start, and then u v for each edge, an instance a
line; prints win, loss or draw for the first player.
"""

import sys
from collections import deque


def retrograde(size: int, edges: list[tuple[int, int]], start: int) -> int:
    """1 where the player to move wins, -1 where the opponent does, 0 for a draw.

    >>> edges = [(0, 1), (1, 0), (1, 2), (3, 4), (4, 3)]
    >>> [retrograde(5, edges, start) for start in range(5)]
    [-1, 1, -1, 0, 0]
    """
    before: list[list[int]] = [[] for _ in range(size)]
    unknown = [0] * size  # edges that are not known to lead to a win of the opponent
    for u, v in edges:
        before[v].append(u)
        unknown[u] += 1
    value = [0] * size
    queue = deque(u for u in range(size) if not unknown[u])
    for u in queue:
        value[u] = -1  # no edge leads on
    while queue:
        v = queue.popleft()
        for u in before[v]:
            if value[u]:
                continue  # it has its label
            if value[v] < 0:
                value[u] = 1  # this edge leaves the opponent a loss
                queue.append(u)
                continue
            unknown[u] -= 1
            if not unknown[u]:
                value[u] = -1  # every edge leaves the opponent a win
                queue.append(u)
    return value[start]


def main() -> None:
    """An instance a line, an answer a line."""
    for line in filter(str.strip, sys.stdin):  # a blank line is no instance
        size, start, *rest = map(int, line.split())
        edges = list(zip(rest[::2], rest[1::2], strict=True))
        print(("draw", "win", "loss")[retrograde(size, edges, start)])


if __name__ == "__main__":
    main()
