"""Pools: items that are each used once. The state is the set of used items, one bit each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from zermelo.games.base import Catalogued, not_a_set, require_at_most, settle
from zermelo.games.drawn import read_dots
from zermelo.model.exact import Number, lone_number, number_row, whole
from zermelo.model.game import Asked, Game, Move
from zermelo.model.numerals import shown, spelled, written
from zermelo.model.pictures import Dots, Segment, Tiles, places
from zermelo.model.shapes import RacePool, ScoredPool, Subsets

MOST_IN_A_SET = 20_000  # items: a bit each in every state, and in all states that its moves lead to
LARGE_POOL = 100  # numbers, so many that no table holds their subsets


@dataclass(frozen=True)
class PoolRace(Catalogued):
    """Players in turn choose a number of the pool that was not chosen yet; whoever makes the total
    reach the target wins. When the pool runs out below the target nobody has won.
    """

    name = "pool race"
    example: ClassVar[tuple[object, ...]] = ((2, 3, 3, 5), 9)
    pool: tuple[Number, ...]
    target: Number

    def __post_init__(self) -> None:
        where = type(self).__name__
        settle(self, pool=number_row(self.pool, where=f"{where}.pool"))
        require_at_most(MOST_IN_A_SET, len(self.pool), "numbers", where=where)
        settle(self, target=lone_number(self.target, where=f"{where}.target"))

    @property
    def start(self) -> int:
        """Nothing chosen."""
        return 0

    @property
    def space(self) -> Subsets:
        """Sets of chosen numbers."""
        return Subsets(len(self.pool))

    @cached_property
    def shape(self) -> RacePool:
        """A race over a pool."""
        return RacePool(self.pool, self.target)

    def impossible(self, state: int) -> str | None:
        """More numbers than the pool has."""
        return not_a_set(state, len(self.pool), "numbers")

    def reflected(self) -> PoolRace:
        """The pool in another order."""
        return PoolRace(self.pool[::-1], self.target)

    def total(self, state: int) -> Number:
        """What has been chosen so far, added up."""
        total: Number = 0
        while state:
            lowest = state & -state
            total += self.pool[lowest.bit_length() - 1]
            state ^= lowest
        return total

    def moves(self, state: int) -> Iterator[Move]:
        """A number that is left, until the target is reached."""
        if self.total(state) < self.target:
            for place, number in enumerate(self.pool):
                if not state >> place & 1:
                    yield Move(state | 1 << place, label=f"choose {shown(number)}")

    def payoff(self, state: int) -> int:
        """The player before has reached the target, unless it was reached before play began."""
        if self.total(state) < self.target:
            return 0
        return -1 if state else 1

    def bounds(self, state: int) -> tuple[int, int]:  # noqa: ARG002
        """Win, draw or loss."""
        return -1, 1

    def show(self, state: int) -> str:
        """What is left, and how far the target is."""
        left = [n for place, n in enumerate(self.pool) if not state >> place & 1]
        return f"{shown(left)}, {shown(self.target - self.total(state))} to go"

    def picture(self, state: int) -> Tiles:
        """The pool, and how far the total is."""
        note = f"total {written(self.total(state))} of {written(self.target)}"
        return Tiles(self.pool, places(state), note=note)


class CanIWin(PoolRace):
    """Players in turn choose a number from 1 to n that was not chosen yet; whoever makes the total
    reach the target wins. When all numbers together fall short nobody can win.
    """

    name = "can i win"
    aliases = ("lc464", "464")
    example = (4, 6)
    asks = Asked.WIN

    def __init__(self, largest: int, target: int) -> None:
        largest = whole(largest, where="CanIWin.largest")
        require_at_most(MOST_IN_A_SET, largest, "numbers", where="CanIWin")
        settle(self, pool=tuple(range(1, largest + 1)), target=target)
        self.__post_init__()

    def __repr__(self) -> str:
        return f"CanIWin(largest={len(self.pool)}, target={spelled(self.target)})"

    def smaller(self) -> Iterator[Game]:
        """A smaller pool, a smaller target; of a large pool the half."""
        if self.pool:
            yield CanIWin(len(self.pool) - 1, self.target)
        if self.pool and self.target > 0:
            yield CanIWin(len(self.pool), self.target - 1)
        if len(self.pool) > LARGE_POOL:
            yield CanIWin(len(self.pool) // 2, self.target)


@dataclass(frozen=True)
class DotsAndBoxes(Catalogued):
    """A grid of boxes: players in turn draw a line between two dots; whoever closes a box, or two,
    scores them and must draw again; the one with more boxes wins.
    """

    name = "dots and boxes"
    example = (1, 2)
    height: int
    width: int

    def __post_init__(self) -> None:
        height = whole(self.height, where="DotsAndBoxes.height", least=1)
        settle(self, height=height, width=whole(self.width, where="DotsAndBoxes.width", least=1))
        require_at_most(MOST_IN_A_SET, self.lines, "lines", where="DotsAndBoxes")

    def reflected(self) -> DotsAndBoxes:
        """The grid turned over."""
        return replace(self, height=self.width, width=self.height)

    @property
    def start(self) -> int:
        """No line drawn; the state is the set of drawn lines."""
        return 0

    @property
    def space(self) -> Subsets:
        """Sets of drawn lines."""
        return Subsets(self.lines)

    @cached_property
    def shape(self) -> ScoredPool:
        """Lines are used once each; whoever draws a box's last line scores it."""
        return ScoredPool(self.lines, self.boxes)

    @property
    def lines(self) -> int:
        """Lines across come first, row by row, then lines down."""
        return (self.height + 1) * self.width + self.height * (self.width + 1)

    def _down(self, row: int, column: int) -> int:
        return (self.height + 1) * self.width + row * (self.width + 1) + column

    @cached_property
    def boxes(self) -> tuple[int, ...]:
        """Each box as the set of its four lines."""
        return tuple(
            1 << row * self.width + column
            | 1 << (row + 1) * self.width + column
            | 1 << self._down(row, column)
            | 1 << self._down(row, column + 1)
            for row in range(self.height)
            for column in range(self.width)
        )

    @cached_property
    def boxes_of(self) -> tuple[tuple[int, ...], ...]:
        """For each line the boxes that it borders."""
        found: list[tuple[int, ...]] = [()] * self.lines
        for place, box in enumerate(self.boxes):
            row, column = divmod(place, self.width)
            across = row * self.width + column
            down = self._down(row, column)
            for line in (across, across + self.width, down, down + 1):
                found[line] = (*found[line], box)
        return tuple(found)

    def moves(self, state: int) -> Iterator[Move]:
        """A line that is not drawn yet."""
        for line in range(self.lines):
            if not state >> line & 1:
                after = state | 1 << line
                closed = sum(after & box == box for box in self.boxes_of[line])
                yield Move(after, gain=closed, again=closed > 0, label=self.line_name(line))

    def impossible(self, state: int) -> str | None:
        """More lines than the grid has."""
        return not_a_set(state, self.lines, "lines")

    def line_name(self, line: int) -> str:
        """Where a line lies."""
        across = (self.height + 1) * self.width
        if line < across:
            return f"across {line // self.width + 1}.{line % self.width + 1}"
        row, column = divmod(line - across, self.width + 1)
        return f"down {row + 1}.{column + 1}"

    def segment(self, line: int) -> Segment:
        """The two dots that a line joins."""
        across = (self.height + 1) * self.width
        if line < across:
            row, column = divmod(line, self.width)
            return (row, column), (row, column + 1)
        row, column = divmod(line - across, self.width + 1)
        return (row, column), (row + 1, column)

    def mirror(self, state: int) -> int:
        """The grid seen from the back: left and right swapped."""
        after = 0
        for row in range(self.height + 1):
            for column in range(self.width):
                if state >> row * self.width + column & 1:
                    after |= 1 << row * self.width + self.width - 1 - column
        for row in range(self.height):
            for column in range(self.width + 1):
                if state >> self._down(row, column) & 1:
                    after |= 1 << self._down(row, self.width - column)
        return after

    def bounds(self, state: int) -> tuple[int, int]:
        """Nobody gets more than the open boxes."""
        left = sum(state & box != box for box in self.boxes)
        return -left, left

    def show(self, state: int) -> str:
        """Dots and the lines drawn."""
        text = []
        for row in range(self.height + 1):
            across = (state >> row * self.width + column & 1 for column in range(self.width))
            text.append("•" + "".join(("──" if drawn else "  ") + "•" for drawn in across))
            if row < self.height:
                down = (state >> self._down(row, column) & 1 for column in range(self.width + 1))
                text.append("  ".join("│" if drawn else " " for drawn in down))
        return "\n".join(text)

    def read(self, text: str) -> int:
        """A grid as it is shown: `•──•` for a line across, `│` below a dot for a line down."""
        drawn = read_dots(text, self.height, self.width)
        return sum(1 << line for line in range(self.lines) if self.segment(line) in drawn)

    def picture(self, state: int) -> Dots:
        """The dots, the lines drawn and the boxes that they close."""
        return Dots(self.height, self.width, frozenset(map(self.segment, places(state))))
