"""Games whose states are objects of a class that is written out."""

from __future__ import annotations

from zermelo import LastMoverWins, Move


class Pawns:
    """A board of rows of pawns, seen by the player to move, whose pawns go up."""

    def __init__(self, rows, ours="W"):
        self.rows = tuple(rows)
        self.ours = ours

    def __eq__(self, other):
        return isinstance(other, Pawns) and self.rows == other.rows and self.ours == other.ours

    def __hash__(self):
        return hash((self.rows, self.ours))

    def __repr__(self):
        return " / ".join(self.rows)

    @property
    def theirs(self):
        return "B" if self.ours == "W" else "W"

    def at(self, row, column):
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0]):
            return self.rows[row][column]
        return None

    def moved(self, source, target):
        """The board after a move, seen by the other player."""
        grid = [list(row) for row in self.rows]
        grid[source[0]][source[1]] = "."
        grid[target[0]][target[1]] = self.ours
        return Pawns(("".join(row) for row in reversed(grid)), self.theirs)


class PawnsOfAClass(LastMoverWins):
    """Hexapawn (Martin Gardner), the board an object: reach the other side, or leave no move."""

    def __init__(self, height=3, width=3):
        self.height = height
        self.width = width

    @property
    def start(self):
        return Pawns(["B" * self.width, *["." * self.width] * (self.height - 2), "W" * self.width])

    def moves(self, board):
        if board.theirs in board.rows[-1]:
            return
        for row in range(1, self.height):
            for column in range(self.width):
                if board.at(row, column) != board.ours:
                    continue
                if board.at(row - 1, column) == ".":
                    yield Move(board.moved((row, column), (row - 1, column)))
                for side in (column - 1, column + 1):
                    if board.at(row - 1, side) == board.theirs:
                        yield Move(board.moved((row, column), (row - 1, side)))
