"""What several board games here need: boards as tuples of strings, and their cells as pairs."""

from collections import deque
from itertools import product

AROUND = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))
ACROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def cells(rows, cols):
    return list(product(range(rows), range(cols)))


def put(board, row, col, mark):
    line = board[row]
    return board[:row] + (line[:col] + mark + line[col + 1 :],) + board[row + 1 :]


def inside(board, row, col):
    return 0 <= row < len(board) and 0 <= col < len(board[0])


def turned(board):
    """The board seen from the other side, with the other player's men as one's own."""
    return tuple(row[::-1].swapcase() for row in reversed(board))


def lines(rows, cols, length):
    """All lines of so many cells, as frozensets of pairs."""
    return frozenset(
        frozenset((r + i * dr, c + i * dc) for i in range(length))
        for r, c in cells(rows, cols)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
        if r + (length - 1) * dr < rows and 0 <= c + (length - 1) * dc < cols
    )


def flood(start, neighbours):
    """All that can be reached from the given places."""
    seen = set(start)
    queue = deque(seen)
    while queue:
        place = queue.popleft()
        for other in neighbours(place):
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return seen
