"""Boards as sets: free cells, edges, walls and arrows as frozensets of pairs."""

from collections import namedtuple
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import NamedTuple

from natural.grids import ACROSS, AROUND, cells, flood
from zermelo import Game, LastMoverWins, Move


class Side(Enum):
    """Who lays which way."""

    VERTICAL = (1, 0)
    HORIZONTAL = (0, 1)

    @property
    def other(self):
        return Side.HORIZONTAL if self is Side.VERTICAL else Side.VERTICAL


@dataclass(frozen=True)
class Domineering(LastMoverWins):
    """Domineering (Göran Andersson): one lays dominoes upright, the other across."""

    rows: int = 3
    cols: int = 3

    @property
    def start(self):
        return frozenset(cells(self.rows, self.cols)), Side.VERTICAL

    def moves(self, state):
        free, side = state
        dr, dc = side.value
        for r, c in sorted(free):
            if (r + dr, c + dc) in free:
                yield free - {(r, c), (r + dr, c + dc)}, side.other


@dataclass(frozen=True)
class Cram(LastMoverWins):
    """Cram, as in easyAI: both lay dominoes either way."""

    rows: int = 3
    cols: int = 4

    @property
    def start(self):
        return frozenset(cells(self.rows, self.cols))

    def moves(self, free):
        for r, c in free:
            for domino in ({(r, c), (r + 1, c)}, {(r, c), (r, c + 1)}):
                if domino <= free:
                    yield free - domino


@dataclass(frozen=True)
class Hex(LastMoverWins):
    """Hex (Hein, Nash): black connects top and bottom, white left and right."""

    size: int = 3

    @property
    def start(self):
        return frozenset(), frozenset()

    def moves(self, state):
        black, white = state
        if self.connects(black, 0) or self.connects(white, 1):
            return
        blacks_turn = len(black) == len(white)
        for cell in cells(self.size, self.size):
            if cell not in black and cell not in white:
                yield (black | {cell}, white) if blacks_turn else (black, white | {cell})

    def connects(self, stones, axis):
        first = [stone for stone in stones if stone[axis] == 0]

        def beside(stone):
            r, c = stone
            around = {
                (r, c - 1),
                (r, c + 1),
                (r - 1, c),
                (r - 1, c + 1),
                (r + 1, c),
                (r + 1, c - 1),
            }
            return around & stones

        return any(stone[axis] == self.size - 1 for stone in flood(first, beside))


class Stones(NamedTuple):
    """The stones of the player to move, and the other's."""

    mine: frozenset[tuple[int, int]] = frozenset()
    theirs: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class GameOfY(LastMoverWins):
    """The Game of Y (Shannon), as in OpenSpiel: join all three sides of the triangle."""

    side: int = 3

    start = Stones()

    def moves(self, state):
        if self.joins(state.theirs):
            return
        for r in range(self.side):
            for c in range(r + 1):
                if (r, c) not in state.mine and (r, c) not in state.theirs:
                    yield Stones(mine=state.theirs, theirs=state.mine | {(r, c)})

    def joins(self, stones):
        left = {(r, c) for r, c in stones if c == 0}
        right = {(r, c) for r, c in stones if c == r}
        bottom = {(r, c) for r, c in stones if r == self.side - 1}
        return any(
            (group := self.group(stone, stones)) & right and group & bottom for stone in left
        )

    @staticmethod
    def group(stone, stones):
        steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))
        return flood([stone], lambda at: {(at[0] + r, at[1] + c) for r, c in steps} & stones)


@dataclass(frozen=True)
class DotsAndBoxes(Game):
    """Dots and Boxes (Lucas): who closes a box has a point and draws again."""

    rows: int = 2
    cols: int = 2

    @property
    def start(self):
        return frozenset()

    def moves(self, drawn):
        edges = set().union(*(self.around(box) for box in cells(self.rows, self.cols)))
        for edge in sorted(edges - drawn):
            after = drawn | {edge}
            closed = sum(
                edge in sides and sides <= after
                for sides in map(self.around, cells(self.rows, self.cols))
            )
            yield Move(after, gain=closed, again=closed > 0)

    def around(self, box):
        """The four edges of a box, each by its two dots."""
        r, c = box
        a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        return {(a, b), (a, d), (b, e), (d, e)}


Position = namedtuple("Position", "mine theirs arrows")


@dataclass(frozen=True)
class Amazons(LastMoverWins):
    """The Game of the Amazons with one amazon each: move like a queen, then shoot like one."""

    rows: int = 3
    cols: int = 3

    @property
    def start(self):
        return Position((self.rows - 1, 0), (0, self.cols - 1), frozenset())

    def moves(self, state):
        blocked = state.arrows | {state.theirs}
        for square in self.rays(state.mine, blocked):
            for arrow in self.rays(square, blocked):
                yield Position(state.theirs, square, state.arrows | {arrow})

    def rays(self, square, blocked):
        for dr, dc in AROUND:
            r, c = square
            while True:
                r, c = r + dr, c + dc
                if not (0 <= r < self.rows and 0 <= c < self.cols) or (r, c) in blocked:
                    break
                yield r, c


@dataclass(frozen=True)
class Isolation(LastMoverWins):
    """Isola: step like a king, then any free square is taken out of the board."""

    rows: int = 2
    cols: int = 4

    @property
    def start(self):
        board = frozenset(cells(self.rows, self.cols))
        mine, theirs = (0, 0), (self.rows - 1, self.cols - 1)
        return mine, theirs, board - {mine, theirs}

    def moves(self, state):
        (row, col), theirs, free = state
        for r, c in free:
            if max(abs(r - row), abs(c - col)) == 1:
                left = free - {(r, c)} | {(row, col)}
                for gone in left:
                    yield theirs, (r, c), left - {gone}


@dataclass(frozen=True)
class Knights(LastMoverWins):
    """Knights, as in easyAI: two knights never come back to a square that either has stood on."""

    rows: int = 3
    cols: int = 4

    @property
    def start(self):
        corners = (0, 0), (self.rows - 1, self.cols - 1)
        return *corners, frozenset(corners)

    def moves(self, state):
        (row, col), theirs, used = state
        for dr, dc in [(1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1)]:
            r, c = row + dr, col + dc
            if 0 <= r < self.rows and 0 <= c < self.cols and (r, c) not in used:
                yield theirs, (r, c), used | {(r, c)}


class Wall(NamedTuple):
    """Whose steps are to which row, and between which cells none can step."""

    mine: tuple[int, int]
    theirs: tuple[int, int]
    my_goal: int
    walls: frozenset[frozenset[tuple[int, int]]]
    my_stock: int
    their_stock: int


@dataclass(frozen=True)
class TinyQuoridor(LastMoverWins):
    """Quoridor on a tiny board with walls of length one: nobody may be shut off from the goal."""

    size: int = 3
    stock: int = 1

    @property
    def start(self):
        last, middle = self.size - 1, self.size // 2
        return Wall((last, middle), (0, middle), 0, frozenset(), self.stock, self.stock)

    def moves(self, state):
        last = self.size - 1
        if state.theirs[0] == last - state.my_goal:
            return
        passed = Wall(
            mine=state.theirs,
            theirs=state.mine,
            my_goal=last - state.my_goal,
            walls=state.walls,
            my_stock=state.their_stock,
            their_stock=state.my_stock,
        )
        for cell in self.beside(state.mine, state.walls):
            if cell != state.theirs:
                yield Move(passed._replace(theirs=cell), label=f"to {cell}")
        if state.my_stock:
            for wall in self.all_walls() - state.walls:
                walls = state.walls | {wall}
                if self.open_to(state.mine, state.my_goal, walls) and self.open_to(
                    state.theirs, last - state.my_goal, walls
                ):
                    yield Move(passed._replace(walls=walls, their_stock=state.my_stock - 1))

    def all_walls(self):
        board = cells(self.size, self.size)
        return {frozenset({cell, near}) for cell in board for near in self.beside(cell, ())}

    def beside(self, cell, walls):
        r, c = cell
        for dr, dc in ACROSS:
            near = (r + dr, c + dc)
            if 0 <= near[0] < self.size and 0 <= near[1] < self.size:
                if frozenset({cell, near}) not in walls:
                    yield near

    def open_to(self, cell, goal, walls):
        return any(r == goal for r, _ in flood([cell], partial(self.beside, walls=walls)))
