"""Three in a row and its relatives."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from natural.grids import lines, put
from zermelo import Game, LastMoverLoses, LastMoverWins, Move

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(Game):
    """Tic-tac-toe, as in easyAI: three in a row win, a full board is a draw."""

    start = "." * 9

    def moves(self, board):
        if self.lost(board):
            return
        mark = "X" if board.count("X") == board.count("O") else "O"
        for i, cell in enumerate(board):
            if cell == ".":
                yield Move(board[:i] + mark + board[i + 1 :], label=f"{mark} {i + 1}")

    def payoff(self, board):
        return -1 if self.lost(board) else 0

    @staticmethod
    def lost(board):
        return any(board[a] == board[b] == board[c] != "." for a, b, c in LINES)


@dataclass(frozen=True)
class Mnk(Game):
    """OpenSpiel's mnk: k in a row on m columns and n rows; the state is both players' cells."""

    m: int = 3
    n: int = 2
    k: int = 3

    @property
    def start(self):
        return frozenset(), frozenset()

    def moves(self, state):
        mine, theirs = state
        if self.winning(theirs):
            return
        for r in range(self.n):
            for c in range(self.m):
                if (r, c) not in mine | theirs:
                    yield Move((theirs, mine | {(r, c)}))

    def payoff(self, state):
        _, theirs = state
        return -1 if self.winning(theirs) else 0

    def winning(self, stones):
        return any(line <= stones for line in board_lines(self.n, self.m, self.k))


@lru_cache
def board_lines(rows, cols, length):
    return lines(rows, cols, length)


class Notakto(LastMoverLoses):
    """Notakto on one board (Plambeck and Whitehead): both play X; three in a row loses."""

    start = frozenset()
    lines = frozenset(frozenset(line) for line in LINES)

    def moves(self, crosses):
        if any(line <= crosses for line in self.lines):
            return
        for cell in range(9):
            if cell not in crosses:
                yield crosses | {cell}


class NumberScrabble(Game):
    """Number scrabble: take a number from 1 to 9; who has three that add up to 15, wins."""

    start = (frozenset(), frozenset())

    def moves(self, state):
        mine, theirs = state
        if not self.fifteen(theirs):
            for number in sorted(set(range(1, 10)) - mine - theirs):
                yield Move((theirs, mine | {number}), label=str(number))

    def payoff(self, state):
        return -1 if self.fifteen(state[1]) else 0

    def fifteen(self, numbers):
        return any(sum(three) == 15 for three in combinations(numbers, 3))


class Light(Enum):
    """What a square of Traffic Lights shows."""

    OFF = "."
    GREEN = "g"
    YELLOW = "y"
    RED = "r"

    def next(self):
        match self:
            case Light.OFF:
                return Light.GREEN
            case Light.GREEN:
                return Light.YELLOW
            case Light.YELLOW:
                return Light.RED
        raise ValueError("red stays red")


@dataclass(frozen=True)
class TrafficLights(Game):
    """Traffic Lights (NRICH, Alan Parr): change a light; three equal ones in a line win."""

    rows: int = 2
    cols: int = 3

    @property
    def start(self):
        return (Light.OFF,) * (self.rows * self.cols)

    def moves(self, lights):
        if not self.over(lights):
            for i, light in enumerate(lights):
                if light is not Light.RED:
                    yield Move(lights[:i] + (light.next(),) + lights[i + 1 :])

    def payoff(self, lights):
        return -1 if self.over(lights) else 0

    def over(self, lights):
        for line in board_lines(self.rows, self.cols, 3):
            shown = {lights[r * self.cols + c] for r, c in line}
            if len(shown) == 1 and Light.OFF not in shown:
                return True
        return False


@dataclass(frozen=True)
class DropFour(Game):
    """Connect four, as in easyAI: the state is the columns, each as high as it is filled."""

    cols: int = 4
    rows: int = 3
    connect: int = 3

    @property
    def start(self):
        return ("",) * self.cols

    def moves(self, columns):
        if self.won(columns):
            return
        disc = "XO"[sum(map(len, columns)) % 2]
        for i, column in enumerate(columns):
            if len(column) < self.rows:
                yield Move(
                    (*columns[:i], column + disc, *columns[i + 1 :]), label=f"column {i + 1}"
                )

    def payoff(self, columns):
        return -1 if self.won(columns) else 0

    def won(self, columns):
        full = [column.ljust(self.rows) for column in columns]
        return any(
            {full[c][r] for c, r in line} in ({"X"}, {"O"})
            for line in board_lines(self.cols, self.rows, self.connect)
        )


class TinyPentago(Game):
    """Pentago on two quarters of 2 × 2: place, then turn a quarter; three in a row win."""

    start = ("....", "....")  # each clockwise from its upper left

    def moves(self, state):
        if any(self.threes(state)):
            return
        mark = "XO"[8 - sum(quarter.count(".") for quarter in state) & 1]
        for q, i in product(range(2), range(4)):
            if state[q][i] == ".":
                placed = put(state, q, i, mark)
                for left, right in product(self.turns(placed[0]), self.turns(placed[1])):
                    if (left == placed[0]) != (right == placed[1]):
                        yield Move((left, right))

    @staticmethod
    def turns(quarter):
        return quarter, quarter[-1] + quarter[:-1], quarter[1:] + quarter[:1]

    def threes(self, state):
        """Whether X, and whether O, has three in a row."""
        (a, b, c, d), (e, f, g, h) = state
        rows = (a + b + e + f, d + c + h + g)
        return [any(mark * 3 in row for row in rows) for mark in "XO"]

    def payoff(self, state):
        placed = 8 - sum(quarter.count(".") for quarter in state)
        mine, theirs = self.threes(state)[:: -1 if placed % 2 else 1]
        return mine - theirs


class Local(NamedTuple):
    """Small boards, and the one that the last move sends to."""

    boards: tuple[str, ...]
    forced: int | None


class UltimateStrip(Game):
    """Ultimate tic-tac-toe on three strips of three: two in a row take a strip, two strips win."""

    start = Local(("...", "...", "..."), None)

    def moves(self, state):
        if self.winner(state.boards):
            return
        placed = sum(3 - board.count(".") for board in state.boards)
        mark = "XO"[placed % 2]
        open_boards = [b for b, board in enumerate(state.boards) if self.is_open(board)]
        if state.forced in open_boards:
            open_boards = [state.forced]
        for b in open_boards:
            for i in range(3):
                if state.boards[b][i] == ".":
                    yield Move(Local(put(state.boards, b, i, mark), i), label=f"{b}.{i}")

    def payoff(self, state):
        return -1 if self.winner(state.boards) else 0

    def winner(self, boards):
        taken = [self.owner(board) for board in boards]
        for mark in "XO":
            if taken.count(mark) >= 2:
                return mark
        return None

    @staticmethod
    def owner(board):
        for mark in "XO":
            if mark * 2 in board:
                return mark
        return None

    def is_open(self, board):
        return "." in board and self.owner(board) is None


class Table(NamedTuple):
    """Pieces on the line, pieces left, and the piece that the mover has to place."""

    line: tuple[str | None, ...]
    left: frozenset[str]
    given: str


class LittleQuarto(Game):
    """Quarto on a line of four: place the piece that one is given; three alike in a row win."""

    pieces = frozenset("".join(marks) for marks in product("TS", "BW", "RQ"))  # tall, black, round
    start = Table((None,) * 4, pieces - {"TBR"}, "TBR")

    def moves(self, state):
        if self.three_alike(state.line):
            return
        for i, piece in enumerate(state.line):
            if piece is None:
                line = (*state.line[:i], state.given, *state.line[i + 1 :])
                for give in sorted(state.left):
                    yield Move(Table(line, state.left - {give}, give))

    def payoff(self, state):
        return -1 if self.three_alike(state.line) else 0

    def three_alike(self, line):
        for three in zip(line, line[1:], line[2:], strict=False):
            if None not in three and set.intersection(*map(set, three)):
                return True
        return False


@dataclass(frozen=True)
class DawsonsChess(LastMoverWins):
    """Dawson's chess as tic-tac-toe on a line: take a place that has no taken neighbour."""

    places: int = 8

    @property
    def start(self):
        return (False,) * self.places

    def moves(self, row):
        for i in range(len(row)):
            if not any(row[max(i - 1, 0) : i + 2]):
                yield row[:i] + (True,) + row[i + 1 :]
