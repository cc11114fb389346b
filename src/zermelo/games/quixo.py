"""Quixo: cubes are taken from the border, marked, and pushed back in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from zermelo.games.base import Catalogued, not_a_set, not_numbers, require_at_most, settle
from zermelo.games.drawn import read_board
from zermelo.model.exact import whole
from zermelo.model.game import Move
from zermelo.model.pictures import Board

Cubes = tuple[int, int]

LARGEST_QUIXO = 49  # cubes: a bit each
COLUMN_LETTERS = "abcdefg"
TURNED_TOGETHER = 8  # bits that are turned together


class Push(NamedTuple):
    """A cube that leaves, the cubes that make way by so many places, and where it comes in."""

    cube: int
    row: int
    up: int
    down: int
    end: int
    label: str


@dataclass(frozen=True)
class Quixo(Catalogued):
    """A board of n × n cubes without marks. The mover takes a cube from the border that has no mark
    or the own one, marks it, and pushes it back into its row or its column, from an end of it
    where it was not. Whoever has n own marks in a straight line wins; if one move makes lines for
    both, the player who did not move wins. Play without end is a draw.

    The state is (cubes with the mover's mark, cubes with the other's), a bit each, row by row.
    Turned and reflected boards are one state, and so are those with the marks exchanged.
    """

    name = "quixo"
    example = (2,)
    names = ("X", "O")
    size: int = 5

    def __post_init__(self) -> None:
        settle(self, size=whole(self.size, where="Quixo.size", least=2))
        require_at_most(LARGEST_QUIXO, self.size**2, "cubes", where="Quixo")

    @property
    def start(self) -> Cubes:
        """No marks."""
        return 0, 0

    @property
    def states_at_least(self) -> int:
        """A board is one of 8 that are turned and reflected. On boards of 2, 3 and 4 play reaches
        nearly every one; half of them are taken for sure.
        """
        return int(3 ** (self.size**2)) // 16

    # -- what is worked out once -------------------------------------------------------------------

    def _rows(self) -> Iterator[tuple[int, ...]]:
        """The places of each row and of each column."""
        size = self.size
        for first in range(size):
            yield tuple(range(first * size, (first + 1) * size))
            yield tuple(range(first, size * size, size))

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The cubes of each straight line."""
        size = self.size
        slanted = [range(0, size * size, size + 1), range(size - 1, size * size - 1, size - 1)]
        return tuple(sum(1 << place for place in line) for line in (*self._rows(), *slanted))

    @cached_property
    def _pushes(self) -> tuple[Push, ...]:
        """All pushes of a board, those of one cube together."""
        found = [
            self._push(row, row.index(place), end)
            for place in range(self.size**2)
            if self._is_border(place)
            for row in self._rows()
            if place in row
            for end in (row[0], row[-1])
            if end != place
        ]
        return tuple(found)

    def _is_border(self, place: int) -> bool:
        return any(part in (0, self.size - 1) for part in divmod(place, self.size))

    def _push(self, row: tuple[int, ...], at: int, end: int) -> Push:
        step, is_last = row[1] - row[0], end == row[-1]
        way = row[at + 1 :] if is_last else row[:at]
        mask = sum(1 << place for place in way)
        label = f"{self._named(row[at])}-{self._named(end)}"
        return Push(
            1 << row[at], mask, 0 if is_last else step, step if is_last else 0, 1 << end, label
        )

    def _named(self, place: int) -> str:
        line, column = divmod(place, self.size)
        return f"{COLUMN_LETTERS[column]}{line + 1}"

    @cached_property
    def chunks(self) -> int:
        """Parts of a board that are turned by one look-up each."""
        return -(-(self.size**2) // TURNED_TOGETHER)

    @cached_property
    def images(self) -> tuple[int, ...]:
        """The image of each part of a board, by symmetry, part and its cubes."""
        found: list[int] = []
        for turn in product((False, True), repeat=3):
            places = [self._image(place, *turn) for place in range(self.size**2)]
            for chunk in range(self.chunks):
                some = places[TURNED_TOGETHER * chunk : TURNED_TOGETHER * (chunk + 1)]
                found.extend(_spread(cubes, some) for cubes in range(1 << TURNED_TOGETHER))
        return tuple(found)

    def _image(self, place: int, swap: bool, down: bool, left: bool) -> int:
        line, column = divmod(place, self.size)
        line = self.size - 1 - line if down else line
        column = self.size - 1 - column if left else column
        return column * self.size + line if swap else line * self.size + column

    # -- the rules ---------------------------------------------------------------------------------

    def moves(self, state: Cubes) -> Iterator[Move]:
        """Every push of a cube without the other's mark, until there is a line."""
        mine, theirs = state
        if not self.has_line(mine) and not self.has_line(theirs):
            for cube, row, up, down, end, label in self._pushes:
                if not theirs & cube:
                    after = (mine & ~row & ~cube) | (mine & row) << up >> down | end
                    other = (theirs & ~row) | (theirs & row) << up >> down
                    yield Move((other, after), label=label)

    def has_line(self, cubes: int) -> bool:
        """Whether some cubes fill a line."""
        return any(cubes & line == line for line in self.lines)

    def payoff(self, state: Cubes) -> int:
        """A line of the mover's was made by the other player, and wins; else the other has one."""
        return 1 if self.has_line(state[0]) else -1

    def layer(self, state: Cubes) -> int:
        """The marks on the board: none is ever taken off."""
        return (state[0] | state[1]).bit_count()

    def bounds(self, state: Cubes) -> tuple[int, int]:  # noqa: ARG002
        """Win, draw or loss."""
        return -1, 1

    def canonical(self, state: Cubes) -> Cubes:
        """The least of the eight images under turns and reflections of the board."""
        mine, theirs = state
        least = state
        for symmetry in range(8):
            twin = (self.turned(mine, symmetry), self.turned(theirs, symmetry))
            if twin < least:
                least = twin
        return least

    def turned(self, cubes: int, symmetry: int) -> int:
        """The image of some cubes."""
        found = 0
        for chunk in range(self.chunks):
            place = (symmetry * self.chunks + chunk) << TURNED_TOGETHER
            found |= self.images[
                place | cubes >> TURNED_TOGETHER * chunk & (1 << TURNED_TOGETHER) - 1
            ]
        return found

    def mirror(self, state: Cubes) -> Cubes:
        """Left and right swapped."""
        return self.turned(state[0], 1), self.turned(state[1], 1)

    def impossible(self, state: Cubes) -> str | None:
        """Marks off the board, or two on one cube."""
        reason = not_numbers(state, 2)
        if reason:
            return reason
        mine, theirs = state
        wrong = not_a_set(mine | theirs, self.size**2, "cubes")
        return wrong or ("a cube has both marks" if mine & theirs else None)

    # -- for people --------------------------------------------------------------------------------

    def cells(self, state: Cubes) -> list[str]:
        """The rows; X is the mover's mark."""
        marks = [
            "X" if state[0] >> place & 1 else "O" if state[1] >> place & 1 else "·"
            for place in range(self.size**2)
        ]
        size = self.size
        return ["".join(marks[row * size : (row + 1) * size]) for row in range(size)]

    def show(self, state: Cubes) -> str:
        """Row by row; X is the mover's mark."""
        return "\n".join(map(" ".join, self.cells(state)))

    def picture(self, state: Cubes) -> Board:
        """The board: the first player has the crosses."""
        rows = [str(row + 1) for row in range(self.size)]
        cells, columns = self.cells(state), COLUMN_LETTERS[: self.size]
        return Board(cells, columns=columns, rows=rows, marks="·XO", seats=("Xx", "Oo"))

    def read(self, text: str) -> Cubes:
        """A board as it is shown: X is the mover's mark."""
        marks = "".join(read_board(text, self.size, self.size, "XO"))
        mine, theirs = (
            sum(1 << place for place, mark in enumerate(marks) if mark == own) for own in "XO"
        )
        return mine, theirs


def _spread(cubes: int, places: list[int]) -> int:
    """The cubes of a part at other places."""
    return sum(1 << place for bit, place in enumerate(places) if cubes >> bit & 1)
