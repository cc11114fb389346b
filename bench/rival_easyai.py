"""easyAI on Connect Four; `rivals` runs this in its own environment.

The rules are written for its speed: bitboards, moves that are taken back, integer keys for the
transposition table, the middle columns first.
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
            "easyAI Negamax": negamax,
            "easyAI iterative deepening": deepening,
            "easyAI depth-first search": depth_first,
        }
    )
