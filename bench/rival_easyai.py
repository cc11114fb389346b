"""easyAI on Connect Four; `rivals` runs this in its own environment.

Two ways to write the rules. `Cells` is how the library's own examples do it: a board of cells, and
lines found by walking along them. `ConnectFour` is written for its speed: bitboards, moves that are
taken back, integer keys for the transposition table, the middle columns first.
"""

from easyAI import (
    Negamax,
    TwoPlayerGame,
    solve_with_depth_first_search,
    solve_with_iterative_deepening,
)
from easyAI.AI import TranspositionTable

from rivals import report

WIN = 100


class ConnectFour(TwoPlayerGame):
    """A column is `height` bits and a spare one; a move is the bit of the new stone."""

    def __init__(self, width: int, height: int) -> None:
        self.players = None
        self.current_player = 1
        self.mine = self.stones = 0  # the stones of the player to move; all stones
        tall, column = height + 1, (1 << height) - 1
        middle_first = sorted(range(width), key=lambda c: abs(2 * c - width + 1))
        self.columns = [(1 << c * tall, column << c * tall) for c in middle_first]
        self.full = sum(mask for _, mask in self.columns)
        self.tall = tall

    def possible_moves(self) -> list[int]:
        """The lowest free square of every column that has one."""
        stones = self.stones
        return [bit for bottom, mask in self.columns if (bit := stones + bottom & mask)]

    def make_move(self, bit: int) -> None:
        """Drop a stone; the other player is to move."""
        self.mine ^= self.stones
        self.stones |= bit

    def unmake_move(self, bit: int) -> None:
        """Take it back."""
        self.stones ^= bit
        self.mine ^= self.stones

    def switch_player(self) -> None:
        """As inherited, sooner."""
        self.current_player = 3 - self.current_player

    def lost(self) -> bool:
        """Whether the other player has four in a row."""
        theirs, tall = self.mine ^ self.stones, self.tall
        pairs = theirs & theirs >> 1
        if pairs & pairs >> 2:
            return True
        pairs = theirs & theirs >> tall
        if pairs & pairs >> 2 * tall:
            return True
        pairs = theirs & theirs >> tall - 1
        if pairs & pairs >> 2 * (tall - 1):
            return True
        pairs = theirs & theirs >> tall + 1
        return pairs & pairs >> 2 * (tall + 1) != 0

    def is_over(self) -> bool:
        """A line or a full board."""
        return self.stones == self.full or self.lost()

    def scoring(self) -> int:
        """For the player to move."""
        return -WIN if self.lost() else 0

    def ttentry(self) -> int:
        """A number of its own for each position."""
        return self.mine + self.stones


class Cells(TwoPlayerGame):
    """A board of cells, as the examples of the library have it."""

    def __init__(self, width: int, height: int) -> None:
        self.players = None
        self.current_player = 1
        self.width, self.height = width, height
        self.board = [[0] * width for _ in range(height)]

    def possible_moves(self) -> list[int]:
        """Columns whose top cell is free."""
        return [column for column in range(self.width) if not self.board[-1][column]]

    def make_move(self, column: int) -> None:
        """The lowest free cell of the column."""
        row = next(row for row in self.board if not row[column])
        row[column] = self.current_player

    def unmake_move(self, column: int) -> None:
        """The highest cell that is taken."""
        row = next(row for row in reversed(self.board) if row[column])
        row[column] = 0

    def lost(self) -> bool:
        """Whether the other player has four in a row."""
        for row in range(self.height):
            for column in range(self.width):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if self.is_line(row, column, down, right):
                        return True
        return False

    def is_line(self, row: int, column: int, down: int, right: int) -> bool:
        """Whether four cells from here on are the other player's."""
        for _ in range(4):
            if not (0 <= row < self.height and 0 <= column < self.width):
                return False
            if self.board[row][column] != self.opponent_index:
                return False
            row, column = row + down, column + right
        return True

    def is_over(self) -> bool:
        """A line or a full board."""
        return all(map(all, self.board)) or self.lost()

    def scoring(self) -> int:
        """For the player to move."""
        return -WIN if self.lost() else 0

    def ttentry(self) -> tuple[tuple[int, ...], ...]:
        """The cells."""
        return tuple(map(tuple, self.board))


def by_cells(width: int, height: int) -> tuple[float, int]:
    """Alpha-beta to the end of the game with a table."""
    table = TranspositionTable()
    search = Negamax(width * height, win_score=WIN, tt=table)
    search(Cells(width, height))
    return search.alpha, len(table.d)


def negamax(width: int, height: int) -> tuple[float, int]:
    """Alpha-beta to the end of the game with a table."""
    table = TranspositionTable()
    search = Negamax(width * height, win_score=WIN, tt=table)
    search(ConnectFour(width, height))
    return search.alpha, len(table.d)


def deepening(width: int, height: int) -> tuple[float, int]:
    """Negamax to depths 1, 2, … with one table."""
    table = TranspositionTable()
    depths = range(1, width * height + 1)
    game = ConnectFour(width, height)
    value, _, _ = solve_with_iterative_deepening(game, depths, WIN, tt=table, verbose=False)
    return value, len(table.d)


def depth_first(width: int, height: int) -> tuple[float, int]:
    """Win, draw or loss of each position it meets, no bounds."""
    table = TranspositionTable()
    value = solve_with_depth_first_search(ConnectFour(width, height), WIN, tt=table)
    return value, len(table.d)


if __name__ == "__main__":
    report(
        {
            "easyAI Negamax": by_cells,
            "easyAI Negamax, bitboards": negamax,
            "easyAI deepening, bitboards": deepening,
            "easyAI depth-first, bitboards": depth_first,
        }
    )
