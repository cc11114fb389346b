"""Boards: lines of stones, four in a row with gravity, and Kalah."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from zermelo.games.base import (
    MOST_SEEDS,
    Catalogued,
    not_a_number,
    not_a_set,
    not_numbers,
    require_at_most,
    require_flag,
    settle,
)
from zermelo.model.exact import whole
from zermelo.model.game import Move
from zermelo.model.numerals import shown
from zermelo.model.pictures import Board, Pits

Sides = tuple[int, int]
MOST_SQUARES = 1 << 20  # a bit each, in every state
MOST_LINED = 1 << 12  # with a mask for every line


AFTER_THE_END = "the player to move has a line already"


def _out_of_turn(mine: int, theirs: int) -> str | None:
    """The player to move has as many stones as the other, or one less."""
    if theirs.bit_count() - mine.bit_count() in (0, 1):
        return None
    return "the player to move has as many stones as the other, or one less"


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
        """Any free square, until the other player has a line."""
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
        return Board(self.cells(state))


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
        """Any column that is not full, until the other player has a line."""
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
        return Board(self.cells(state))


def _mark(marks: str, mine: int, stones: int, square: int) -> str:
    if not stones >> square & 1:
        return "·"
    return marks[0] if mine >> square & 1 else marks[1]


@dataclass(frozen=True)
class Kalah(Catalogued):
    """Two rows of m houses with n seeds each, and a store for each player. The mover sows one house
    seed by seed, counter-clockwise, through the own store and past the other's. A last seed in
    the own store: move again. A last seed in an own empty house: it goes to the store with the
    seeds opposite (always with empty_capture, otherwise only if there are seeds opposite). When
    one row is empty play ends and the rest goes to the owner of the other row. Most seeds win.

    The state is (own houses, the other's houses), both from the mover's seat; stores are gains.
    """

    name = "kalah"
    aliases = ("mancala",)
    example = (2, 2)
    houses: int = 6
    seeds: int = 4
    empty_capture: bool = False

    def __post_init__(self) -> None:
        settle(self, houses=whole(self.houses, where="Kalah.houses", least=1))
        settle(self, seeds=whole(self.seeds, where="Kalah.seeds", least=1))
        require_flag(self.empty_capture, where="Kalah.empty_capture")
        require_at_most(MOST_SEEDS, self.houses * self.seeds, "seeds a row", where="Kalah")

    @property
    def start(self) -> tuple[int, ...]:
        """The same number of seeds in every house."""
        return (self.seeds,) * (2 * self.houses)

    def impossible(self, state: tuple[int, ...]) -> str | None:
        """Other houses, or more seeds than there were."""
        reason = not_numbers(state, 2 * self.houses)
        return reason or not_a_number(sum(state), 2 * self.houses * self.seeds)

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        """Sow any own house that has seeds, while both rows have some."""
        if any(state[self.houses :]):
            for house in range(self.houses):
                if state[house]:
                    yield self.sow(state, house)

    def sow(self, state: tuple[int, ...], house: int) -> Move:
        """The move that sows one house."""
        size = self.houses
        ring = [*state[:size], 0, *state[size:]]  # own houses, own store, the other's houses
        seeds, ring[house] = ring[house], 0
        place = house
        for _ in range(seeds):
            place = (place + 1) % len(ring)
            ring[place] += 1
        again = place == size
        if place < size and ring[place] == 1:
            self._capture(ring, place)
        mine, gain, theirs = ring[:size], ring[size], ring[size + 1 :]
        if not any(theirs):  # play is over and the rest is the mover's
            gain, mine = gain + sum(mine), [0] * size
        again = again and any(mine)
        to = (*mine, *theirs) if again else (*theirs, *mine)
        return Move(to, gain=gain, again=again, label=f"house {house + 1}")

    def _capture(self, ring: list[int], place: int) -> None:
        opposite = 2 * self.houses - place
        if ring[opposite] or self.empty_capture:
            ring[self.houses] += ring[opposite] + 1
            ring[opposite] = ring[place] = 0

    def payoff(self, state: tuple[int, ...]) -> int:
        """The other row is empty: what is left in the own row is the mover's."""
        return sum(state)

    def bounds(self, state: tuple[int, ...]) -> tuple[int, int]:
        """Nobody gets more than the seeds in play."""
        return -sum(state), sum(state)

    def show(self, state: tuple[int, ...]) -> str:
        """The other player's houses above, from right to left; the mover's below."""
        mine, theirs = state[: self.houses], state[self.houses :]
        width = max(len(shown(seeds)) for seeds in state)
        rows = (theirs[::-1], mine)
        return "\n".join(" ".join(f"{shown(seeds):>{width}}" for seeds in row) for row in rows)

    def picture(self, state: tuple[int, ...]) -> Pits:
        """The houses; each of the mover's is sown by a move."""
        labels = [f"house {number + 1}" for number in range(self.houses)]
        return Pits(state[: self.houses], state[self.houses :], labels)
