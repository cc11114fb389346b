"""A token on a graph without cycles: the players move it along an edge in turn.
The mover gains what the edge is worth; play ends where no edge leads on.

State u: where the token stands.
Value D(u): what the player to move collects more than the opponent from here on.
D(u) = max over edges u -> v of (gain - D(v)); where no edge leads on it is 0.

Bottom-up, with a table: O(vertices + edges) time and space, in topological order.
Reads the number of vertices, the start, and then u v gain for each edge, an instance a
line; prints the first player's total minus the second's.
"""

import sys


def dag_game(size: int, edges: list[tuple[int, int, int]], start: int) -> int:
    """The first player's total minus the second's, under best play.

    >>> dag_game(4, [(0, 1, 5), (0, 2, 3), (1, 3, 9), (2, 3, 1)], 0)
    2
    """
    moves: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    coming = [0] * size  # edges into each vertex
    for u, v, gain in edges:
        moves[u].append((v, gain))
        coming[v] += 1
    order = [u for u in range(size) if not coming[u]]
    for u in order:  # it grows while it is read
        for v, _ in moves[u]:
            coming[v] -= 1
            if not coming[v]:
                order.append(v)
    if len(order) < size:
        raise ValueError("the graph has a cycle")
    best = [0] * size
    for u in reversed(order):  # all that u leads to is known
        if moves[u]:
            # gain, minus the opponent's best difference from there on
            best[u] = max(gain - best[v] for v, gain in moves[u])
    return best[start]


def main() -> None:
    """An instance a line, an answer a line."""
    for line in filter(str.strip, sys.stdin):  # a blank line is no instance
        size, start, *rest = map(int, line.split())
        edges = list(zip(rest[::3], rest[1::3], rest[2::3], strict=True))
        print(dag_game(size, edges, start))


if __name__ == "__main__":
    main()
