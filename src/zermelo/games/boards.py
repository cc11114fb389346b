"""Boards: lines of stones, four in a row with gravity, and bars of chocolate."""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import comb

from zermelo.games.base import (
    Catalogued,
    not_a_number,
    not_a_set,
    not_numbers,
    require_at_most,
    require_flag,
    settle,
)
from zermelo.games.drawn import read_board, squares_with
from zermelo.model.exact import whole
from zermelo.model.game import LastMoverWins, Move
from zermelo.model.pictures import Board, Square
from zermelo.model.shapes import Staircase

Sides = tuple[int, int]
ChocolateBar = tuple[int, ...]  # the length of each line that is left
MOST_BAR_LINES = 10**6  # of a bar: a state has the length of each
MOST_SQUARES = 1 << 20  # a bit each, in every state
MOST_LINED = 1 << 12  # with a mask for every line
MANY_STONES = 64  # there are more boards with so many than anyone counts


AFTER_THE_END = "the player to move has a line already"


def _out_of_turn(mine: int, theirs: int) -> str | None:
    """The player to move has as many stones as the other, or one less."""
    if theirs.bit_count() - mine.bit_count() in (0, 1):
        return None
    return "the player to move has as many stones as the other, or one less"


def _to_move(crosses: int, rings: int) -> Sides:
    """Stones of the player to move, then of the other: X begins."""
    more = crosses.bit_count() - rings.bit_count()
    if more not in (0, 1):
        raise ValueError(
            f"X begins, so X has as many stones as O or one more; here X has "
            f"{crosses.bit_count()} and O has {rings.bit_count()}"
        )
    return (rings, crosses) if more else (crosses, rings)


@dataclass(frozen=True)
class TicTacToe(Catalogued):
    """Players in turn put a stone on a free square of an m × n board; whoever first has k of their
    own in a straight line wins (loses, in the misère game); a full board is a draw.
    """

    name = "tic-tac-toe"
    aliases = ("noughts and crosses", "m,n,k")
    example = (3, 3, 3)
    names = ("X", "O")
    height: int = 3
    width: int = 3
    line: int = 3
    misere: bool = False

    def __post_init__(self) -> None:
        for name in ("height", "width", "line"):
            size = whole(getattr(self, name), where=f"TicTacToe.{name}", least=1)
            settle(self, **{name: size})
        require_flag(self.misere, where="TicTacToe.misere")
        require_at_most(MOST_LINED, self.height * self.width, "squares", where="TicTacToe")

    @property
    def start(self) -> Sides:
        """No stones: (stones of the player to move, stones of the other), one bit a square."""
        return 0, 0

    def mover(self, state: Sides) -> int:
        """X where there are as many of both."""
        return state[1].bit_count() - state[0].bit_count()

    @property
    def states_at_least(self) -> int:
        """All boards on which nobody has had the stones for a line: Σ over n < 2k − 1 stones of
        C(squares, n) · C(n, ⌊n/2⌋). The line itself comes with X's k-th stone at the earliest.
        """
        squares, most = self.height * self.width, min(2 * self.line - 2, MANY_STONES)
        return sum(comb(squares, n) * comb(n, n // 2) for n in range(min(most, squares) + 1))

    def reflected(self) -> TicTacToe:
        """The board turned over."""
        return replace(self, height=self.width, width=self.height)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every straight line of k squares."""
        found = []
        if self.line > max(self.height, self.width):
            return ()
        for row in range(self.height):
            for column in range(self.width):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    squares = [(row + down * k, column + right * k) for k in range(self.line)]
                    if all(r < self.height and 0 <= c < self.width for r, c in squares):
                        found.append(sum(1 << r * self.width + c for r, c in squares))
        return tuple(dict.fromkeys(found))

    def has_line(self, stones: int) -> bool:
        """Whether the stones hold a line."""
        return any(stones & line == line for line in self.lines)

    def impossible(self, state: Sides) -> str | None:
        """Stones on one square, off the board, out of turn, or after the end of play."""
        reason = not_numbers(state, 2) or not_a_set(max(state), self.height * self.width, "squares")
        if reason:
            return reason
        mine, theirs = state
        if mine & theirs:
            return "both sides have a stone on one square"
        return _out_of_turn(mine, theirs) or (AFTER_THE_END if self.has_line(mine) else None)

    def moves(self, state: Sides) -> Iterator[Move]:
        """A free square, until the other player has a line."""
        mine, theirs = state
        if not self.has_line(theirs):
            for square in range(self.height * self.width):
                if not (mine | theirs) >> square & 1:
                    row, column = divmod(square, self.width)
                    label = f"{'abcdefghijklmnopqrstuvwxyz'[column % 26]}{row + 1}"
                    yield Move((theirs, mine | 1 << square), label=label)

    def payoff(self, state: Sides) -> int:
        """The other player's line loses for the mover, or wins in the misère game."""
        if not self.has_line(state[1]):
            return 0
        return 1 if self.misere else -1

    def bounds(self, state: Sides) -> tuple[int, int]:  # noqa: ARG002
        """Win, draw or loss."""
        return -1, 1

    def mirror(self, state: Sides) -> Sides:
        """Left and right swapped."""
        mine, theirs = state
        return self._flip(mine), self._flip(theirs)

    def _flip(self, stones: int) -> int:
        after = 0
        for square in range(self.height * self.width):
            if stones >> square & 1:
                row, column = divmod(square, self.width)
                after |= 1 << row * self.width + self.width - 1 - column
        return after

    def cells(self, state: Sides) -> list[str]:
        """The squares row by row; X moved first."""
        mine, theirs = state
        marks = "XO" if mine.bit_count() == theirs.bit_count() else "OX"
        squares = range(self.height * self.width)
        cells = "".join(_mark(marks, mine, mine | theirs, square) for square in squares)
        return [cells[row : row + self.width] for row in range(0, len(cells), self.width)]

    def show(self, state: Sides) -> str:
        """The squares row by row."""
        return "\n".join(map(" ".join, self.cells(state)))

    def picture(self, state: Sides) -> Board:
        """The board."""
        cells = self.cells(state)
        line = line_of(cells, self.line) if self.has_line(state[1]) else frozenset()
        rows = [str(row + 1) for row in range(self.height)]
        letters = [string.ascii_lowercase[column % 26] for column in range(self.width)]
        return Board(cells, columns=letters, rows=rows, line=line, marks="·XO")

    def read(self, text: str) -> Sides:
        """A board as it is shown; X moves where there are as many of both."""
        cells = read_board(text, self.height, self.width, "XO")
        sides = [sum(1 << row * self.width + column for row, column in squares_with(cells, mark))
                 for mark in "XO"]  # fmt: skip
        return _to_move(sides[0], sides[1])


FOURS_COUNTED = {
    (4, 6): 15_835_683,
    (4, 7): 135_385_909,
    (5, 5): 69_763_700,
    (6, 4): 94_910_577,
    (6, 5): 2_818_972_642,
    (7, 6): 4_531_985_219_092,
}
"""Positions of four in a row by width and height: the last by Edelkamp and Kissmann 2008, the
others as `solve` counts them.
"""


@dataclass(frozen=True)
class ConnectFour(Catalogued):
    """Players in turn drop a stone into a column that is not full; whoever first has four of their
    own in a straight line wins; a full board is a draw.
    """

    name = "connect four"
    aliases = ("four in a row",)
    example = (4, 4)
    names = ("X", "O")
    width: int = 7
    height: int = 6
    line: int = 4

    def __post_init__(self) -> None:
        for name in ("width", "height", "line"):
            size = whole(getattr(self, name), where=f"ConnectFour.{name}", least=1)
            settle(self, **{name: size})
        require_at_most(MOST_SQUARES, self.width * self.height, "squares", where="ConnectFour")

    @property
    def start(self) -> Sides:
        """(stones of the player to move, all stones); each column has one spare bit on top."""
        return 0, 0

    def mover(self, state: Sides) -> int:
        """X where the number of stones is even."""
        return state[1].bit_count() % 2

    @property
    def states_at_least(self) -> int:
        """Those of a smaller board or a shorter line: each of its positions is met here as well."""
        wide, tall, is_met = self.width, self.height, self.line >= 4
        fit = (states for (w, h), states in FOURS_COUNTED.items() if w <= wide and h <= tall)
        return max(fit, default=1) if is_met else 1

    @cached_property
    def columns(self) -> tuple[tuple[int, int, str], ...]:
        """For each column its bottom square, its top square and its name."""
        tall = self.height + 1
        return tuple(
            (1 << column * tall, 1 << column * tall + self.height - 1, str(column + 1))
            for column in range(self.width)
        )

    @cached_property
    def shifts(self) -> tuple[tuple[int, ...], ...]:
        """For each direction the shifts that leave a bit for every line: runs double each time."""
        growth: list[int] = []
        while sum(growth) + 1 < self.line:
            growth.append(min(sum(growth) + 1, self.line - sum(growth) - 1))
        steps = (1, self.height, self.height + 1, self.height + 2)  # up, and to the next column
        return tuple(tuple(step * by for by in growth) for step in steps)

    def has_line(self, stones: int) -> bool:
        """Whether the stones hold a line: laid over themselves until only lines are left."""
        for shifts in self.shifts:
            run = stones
            for shift in shifts:
                run &= run >> shift
            if run:
                return True
        return False

    def impossible(self, state: Sides) -> str | None:
        """Stones in the air, off the board, out of turn, or after the end of play."""
        reason = not_numbers(state, 2)
        if reason:
            return reason
        mine, stones = state
        if not self._is_stacked(stones) or mine & ~stones:
            return "a position is (own stones, all stones), in columns from the bottom"
        theirs = mine ^ stones
        return _out_of_turn(mine, theirs) or (AFTER_THE_END if self.has_line(mine) else None)

    def _is_stacked(self, stones: int) -> bool:
        """Whether every stone lies on the bottom of a column or on another stone."""
        tall, full = self.height + 1, (1 << self.height) - 1
        for column in range(self.width):
            part = stones >> column * tall & (1 << tall) - 1
            if part > full or part & part + 1:
                return False
        return stones >> self.width * tall == 0

    def moves(self, state: Sides) -> Iterator[Move]:
        """A column that is not full, until the other player has a line."""
        mine, stones = state
        theirs = mine ^ stones
        if not self.has_line(theirs):
            for bottom, top, name in self.columns:
                if not stones & top:
                    yield Move((theirs, stones | stones + bottom), label=name)

    def payoff(self, state: Sides) -> int:
        """The other player's line loses for the mover."""
        return -1 if self.has_line(state[0] ^ state[1]) else 0

    def bounds(self, state: Sides) -> tuple[int, int]:  # noqa: ARG002
        """Win, draw or loss."""
        return -1, 1

    def mirror(self, state: Sides) -> Sides:
        """Left and right swapped."""
        return self._flip(state[0]), self._flip(state[1])

    def _flip(self, stones: int) -> int:
        tall, after = self.height + 1, 0
        for column in range(self.width):
            part = stones >> column * tall & (1 << tall) - 1
            after |= part << (self.width - 1 - column) * tall
        return after

    def cells(self, state: Sides) -> list[str]:
        """The squares row by row, the bottom row last; X moved first."""
        mine, stones = state
        marks = "XO" if stones.bit_count() % 2 == 0 else "OX"
        rows = []
        for row in reversed(range(self.height)):
            squares = [column * (self.height + 1) + row for column in range(self.width)]
            rows.append("".join(_mark(marks, mine, stones, square) for square in squares))
        return rows

    def show(self, state: Sides) -> str:
        """The squares row by row."""
        return "\n".join(map(" ".join, self.cells(state)))

    def picture(self, state: Sides) -> Board:
        """The board."""
        cells = self.cells(state)
        line = line_of(cells, self.line) if self.has_line(state[0] ^ state[1]) else frozenset()
        names = [name for _, _, name in self.columns]
        return Board(cells, discs=True, columns=names, line=line, marks="·XO")

    def read(self, text: str) -> Sides:
        """A board as it is shown; X moves where there are as many of both."""
        cells = read_board(text, self.height, self.width, "XO")
        tall, top = self.height + 1, self.height - 1
        sides = [sum(1 << column * tall + top - row for row, column in squares_with(cells, mark))
                 for mark in "XO"]  # fmt: skip
        mine, theirs = _to_move(sides[0], sides[1])
        if not self._is_stacked(mine | theirs):
            raise ValueError("a disc hangs in the air: columns are filled from the bottom")
        return mine, mine | theirs


def line_of(cells: Sequence[str], length: int) -> frozenset[Square]:
    """All squares of straight lines of one mark that are as long."""
    found: set[Square] = set()
    for row, text in enumerate(cells):
        for column, mark in enumerate(text):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)) if mark != "·" else ():
                run = [(row + down * k, column + right * k) for k in range(length)]
                if all(_mark_at(cells, square) == mark for square in run):
                    found.update(run)
    return frozenset(found)


def _mark_at(cells: Sequence[str], square: Square) -> str | None:
    row, column = square
    inside = row < len(cells) and 0 <= column < len(cells[row])
    return cells[row][column] if inside else None


def _mark(marks: str, mine: int, stones: int, square: int) -> str:
    if not stones >> square & 1:
        return "·"
    return marks[0] if mine >> square & 1 else marks[1]


@dataclass(frozen=True)
class Chomp(LastMoverWins, Catalogued):
    """A bar of chocolate whose top left square is poisoned: players in turn choose another square
    and eat it with all squares below and to the right; whoever has only the poison left loses.
    """

    name = "chomp"
    example = (2, 3)
    height: int
    width: int

    def __post_init__(self) -> None:
        height = whole(self.height, where="Chomp.height", least=1)
        settle(self, height=height, width=whole(self.width, where="Chomp.width", least=1))
        require_at_most(MOST_BAR_LINES, height, "lines", where="Chomp")

    @property
    def start(self) -> ChocolateBar:
        """Squares left in each line, which never grow downwards."""
        return (self.width,) * self.height

    @cached_property
    def shape(self) -> Staircase:
        """How many bars there are."""
        return Staircase(self.height, self.width)

    def impossible(self, state: ChocolateBar) -> str | None:
        """Lines as wide as the bar at most, none longer than the one above, the poison left."""
        reason = not_numbers(state, self.height) or not_a_number(state[0], self.width)
        if reason:
            return reason
        if any(below > above for above, below in pairwise(state)):
            return "a line is longer than the one above"
        return None if state[0] else "nobody eats the poison"

    def moves(self, state: ChocolateBar) -> Iterator[Move]:
        """Bite at any square that is left, but for the poisoned one."""
        for line, length in enumerate(state):
            for column in range(0 if line else 1, length):
                after = (*state[:line], *(min(column, left) for left in state[line:]))
                yield Move(after, label=f"line {line + 1}, square {column + 1}")

    def mirror(self, state: ChocolateBar) -> ChocolateBar:
        """A square bar may be flipped over its diagonal."""
        if self.height != self.width:
            return state
        return tuple(sum(length > column for length in state) for column in range(self.width))

    def reflected(self) -> Chomp | None:
        """The bar flipped over its diagonal, unless it has more lines than a bar may have then."""
        return Chomp(self.width, self.height) if self.width <= MOST_BAR_LINES else None

    def show(self, state: ChocolateBar) -> str:
        """The squares, the poison as x."""
        lines = ["□" * length for length in state if length]
        return "\n".join(["x" + lines[0][1:], *lines[1:]])

    def picture(self, state: ChocolateBar) -> Board:
        """The squares that are left."""
        return Board(self.show(state).replace("x", "☠").split("\n"))

    def read(self, text: str) -> ChocolateBar:
        """A bar as it is shown: the squares of each line that are left, the first one as x."""
        lines = ["".join(line.split()) for line in text.splitlines() if line.strip()]
        if len(lines) > self.height or any(set(line) - set("□#x☠") for line in lines):
            raise ValueError(f"a bar is at most {self.height} lines of □, the first square as x")
        lengths = [len(line) for line in lines]
        return tuple(lengths + [0] * (self.height - len(lengths)))
