"""Rules as people write them: beside plain Python, and beside the same games packed into ints.

natural     larger games of the suite of natural ones: compiled beside the plain engine
pairs       five games twice: with strings, sets and dataclasses, and with masks and tuples of
            ints, as whoever packs bits writes them
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import inf
from pathlib import Path
from statistics import geometric_mean
from time import perf_counter, process_time
from typing import Any

from families import Line
from zermelo import Game, LastMoverWins, Move, solve
from zermelo.errors import NotCompiled

sys.path.append(str(Path(__file__).parent.parent / "tests"))
ROOM = 3_000_000  # states of the plain engine
MANY = 100_000  # states from which on a promise is made
FASTER, SLOWER = 20, 3  # what is promised: so many times plain Python, so many times packed ints

Pair = tuple[int, int]


# -- three in a row on 4 × 3 -----------------------------------------------------------------------

WIDE, HIGH = 4, 3
LINES = tuple(
    tuple((r + i * dr) * WIDE + c + i * dc for i in range(3))
    for r, c, (dr, dc) in product(range(HIGH), range(WIDE), ((0, 1), (1, 0), (1, 1), (1, -1)))
    if r + 2 * dr < HIGH and 0 <= c + 2 * dc < WIDE
)


class ThreeInARow(Game):
    """The board is a string."""

    start = "." * (WIDE * HIGH)

    def moves(self, board: str) -> Iterator[Move]:
        """A mark on any free place."""
        if self.lost(board):
            return
        mark = "X" if board.count("X") == board.count("O") else "O"
        for i, cell in enumerate(board):
            if cell == ".":
                yield Move(board[:i] + mark + board[i + 1 :])

    def payoff(self, board: str) -> int:
        """A full board is a draw."""
        return -1 if self.lost(board) else 0

    def lost(self, board: str) -> bool:
        """Whether there are three in a row."""
        return any(board[a] == board[b] == board[c] != "." for a, b, c in LINES)


class ThreeInARowPacked(Game):
    """The cells of both players are masks."""

    start = (0, 0)
    lines = tuple(sum(1 << cell for cell in line) for line in LINES)

    def moves(self, state: Pair) -> Iterator[Move]:
        """A mark on any free place."""
        mine, theirs = state
        if self.lost(theirs):
            return
        for i in range(WIDE * HIGH):
            if not (mine | theirs) >> i & 1:
                yield Move((theirs, mine | 1 << i))

    def payoff(self, state: Pair) -> int:
        """A full board is a draw."""
        return -1 if self.lost(state[1]) else 0

    def lost(self, theirs: int) -> bool:
        """Whether there are three in a row."""
        for line in self.lines:  # noqa: SIM110 - as one writes it for speed
            if theirs & line == line:
                return True
        return False


# -- Cram and Domineering --------------------------------------------------------------------------


@dataclass(frozen=True)
class Cram(LastMoverWins):
    """The free cells are a frozenset of pairs."""

    rows: int
    cols: int

    @property
    def start(self) -> frozenset[Pair]:
        """All cells are free."""
        return frozenset(product(range(self.rows), range(self.cols)))

    def moves(self, free: frozenset[Pair]) -> Iterator[frozenset[Pair]]:
        """A domino either way."""
        for r, c in free:
            for other in ((r + 1, c), (r, c + 1)):
                if other in free:
                    yield free - {(r, c), other}


@dataclass(frozen=True)
class CramPacked(LastMoverWins):
    """The free cells are a mask."""

    rows: int
    cols: int

    @property
    def start(self) -> int:
        """All cells are free."""
        return (1 << self.rows * self.cols) - 1

    def moves(self, free: int) -> Iterator[int]:
        """A domino either way."""
        for cell in range(self.rows * self.cols):
            if free >> cell & 1:
                if cell + self.cols < self.rows * self.cols and free >> cell + self.cols & 1:
                    yield free ^ 1 << cell ^ 1 << cell + self.cols
                if (cell + 1) % self.cols and free >> cell + 1 & 1:
                    yield free ^ 3 << cell


@dataclass(frozen=True)
class Board:
    """The free cells, and who lays now."""

    free: frozenset[Pair]
    upright: bool = True


@dataclass(frozen=True)
class Domineering(LastMoverWins):
    """The state is a dataclass."""

    rows: int
    cols: int

    @property
    def start(self) -> Board:
        """All cells are free."""
        return Board(frozenset(product(range(self.rows), range(self.cols))))

    def moves(self, board: Board) -> Iterator[Board]:
        """A domino upright or across."""
        for r, c in board.free:
            other = (r + 1, c) if board.upright else (r, c + 1)
            if other in board.free:
                yield Board(board.free - {(r, c), other}, not board.upright)


@dataclass(frozen=True)
class DomineeringPacked(LastMoverWins):
    """The free cells are a mask, and who lays now is 0 or 1."""

    rows: int
    cols: int

    @property
    def start(self) -> Pair:
        """All cells are free."""
        return (1 << self.rows * self.cols) - 1, 1

    def moves(self, state: Pair) -> Iterator[Pair]:
        """A domino upright or across."""
        free, upright = state
        for cell in range(self.rows * self.cols):
            if not free >> cell & 1:
                continue
            if upright:
                if cell + self.cols < self.rows * self.cols and free >> cell + self.cols & 1:
                    yield free ^ 1 << cell ^ 1 << cell + self.cols, 0
            elif (cell + 1) % self.cols and free >> cell + 1 & 1:
                yield free ^ 3 << cell, 1


# -- Clobber ---------------------------------------------------------------------------------------

STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


@dataclass(frozen=True)
class Clobber(LastMoverWins):
    """The board is a tuple of strings; X moves, and then the marks change sides."""

    rows: int
    cols: int

    @property
    def start(self) -> tuple[str, ...]:
        """A chequered board."""
        return tuple(("Xx" * self.cols)[r % 2 : r % 2 + self.cols] for r in range(self.rows))

    def moves(self, board: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Take a neighbour of the other's."""
        for r, line in enumerate(board):
            for c, stone in enumerate(line):
                if stone == "X":
                    for dr, dc in STEPS:
                        row, col = r + dr, c + dc
                        inside = 0 <= row < self.rows and 0 <= col < self.cols
                        if inside and board[row][col] == "x":
                            after = [list(each) for each in board]
                            after[r][c], after[row][col] = ".", "X"
                            yield tuple("".join(each).swapcase() for each in after)


@dataclass(frozen=True)
class ClobberPacked(LastMoverWins):
    """Both players' stones are masks."""

    rows: int
    cols: int

    @property
    def start(self) -> Pair:
        """A chequered board."""
        cells = product(range(self.rows), range(self.cols))
        mine = sum(1 << r * self.cols + c for r, c in cells if (r + c) % 2 == 0)
        return mine, (1 << self.rows * self.cols) - 1 - mine

    def moves(self, state: Pair) -> Iterator[Pair]:
        """Take a neighbour of the other's."""
        mine, theirs = state
        for r in range(self.rows):
            for c in range(self.cols):
                here = 1 << r * self.cols + c
                if mine & here:
                    for dr, dc in STEPS:
                        if 0 <= r + dr < self.rows and 0 <= c + dc < self.cols:
                            there = 1 << (r + dr) * self.cols + c + dc
                            if theirs & there:
                                yield theirs ^ there, mine ^ here | there


# -- Toads and Frogs -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Toads(LastMoverWins):
    """The row is a string, with whose turn it is."""

    row: str = "TTTTTT___FFFFFF"

    @property
    def start(self) -> tuple[str, str]:
        """Toads begin."""
        return self.row, "T"

    def moves(self, state: tuple[str, str]) -> Iterator[tuple[str, str]]:
        """A step ahead, or a jump over one of the other kind."""
        row, man = state
        other, step = ("F", 1) if man == "T" else ("T", -1)
        for i, each in enumerate(row):
            if each != man:
                continue
            for to in (i + step, i + 2 * step):
                if not 0 <= to < len(row) or row[to] != "_":
                    continue
                if to == i + step or row[i + step] == other:
                    cells = list(row)
                    cells[i], cells[to] = "_", man
                    yield "".join(cells), other


@dataclass(frozen=True)
class ToadsPacked(LastMoverWins):
    """Toads and frogs are masks, and whose turn it is 0 or 1."""

    row: str = "TTTTTT___FFFFFF"

    @property
    def start(self) -> tuple[int, int, int]:
        """Toads begin."""
        places = {man: [i for i, each in enumerate(self.row) if each == man] for man in "TF"}
        return sum(1 << i for i in places["T"]), sum(1 << i for i in places["F"]), 0

    def moves(self, state: tuple[int, int, int]) -> Iterator[tuple[int, int, int]]:
        """A step ahead, or a jump over one of the other kind."""
        toads, frogs, turn = state
        mine, theirs = (frogs, toads) if turn else (toads, frogs)
        step = -1 if turn else 1
        for i in range(len(self.row)):
            if not mine >> i & 1:
                continue
            for far in (1, 2):
                to = i + far * step
                if not 0 <= to < len(self.row) or (mine | theirs) >> to & 1:
                    continue
                if far == 1 or theirs >> i + step & 1:
                    after = mine ^ 1 << i ^ 1 << to
                    yield (theirs, after, 0) if turn else (after, theirs, 1)


PAIRS: tuple[tuple[str, Game, Game], ...] = (
    ("three in a row 4×3, a string", ThreeInARow(), ThreeInARowPacked()),
    ("Cram 4×6, a frozenset of pairs", Cram(4, 6), CramPacked(4, 6)),
    ("Domineering 5×5, a dataclass", Domineering(5, 5), DomineeringPacked(5, 5)),
    ("Clobber 4×4, a tuple of strings", Clobber(4, 4), ClobberPacked(4, 4)),
    ("Toads and Frogs, a string", Toads(), ToadsPacked()),
)


# -- measured --------------------------------------------------------------------------------------


def compiled(game: Game) -> Callable[[], Any]:
    """One solve on one core."""
    return lambda: solve(game, engine="compiled", threads=1).value


def work(*runs: Callable[[], object], tries: int = 3) -> list[float]:
    """The least seconds of work of a few tries of each, in turns: others may use the machine."""
    return [least for _, least in took(*runs, tries=tries)]


def took(*runs: Callable[[], object], tries: int = 3) -> list[tuple[float, float]]:
    """The least seconds, and the least seconds of work, of a few tries of each, in turns."""
    found = [(inf, inf)] * len(runs)
    for _ in range(tries):
        for place, run in enumerate(runs):
            began, worked = perf_counter(), process_time()
            run()
            clock, labour = found[place]
            found[place] = (
                min(clock, perf_counter() - began),
                min(labour, process_time() - worked),
            )
    return found


def pairs() -> Iterator[Line]:
    """The same game in natural style and packed into ints."""
    for what, natural, packed in PAIRS:
        same = compiled(natural)() == compiled(packed)()  # compiled now, or read from disk
        one, two = work(compiled(natural), compiled(packed), tries=5)
        states = solve(natural, engine="compiled").plan.cost.states or 0
        yield Line(
            "pairs", what, f"{one / two:.2f} × packed ints",
            f"{states / one / 1e6:.2f} and {states / two / 1e6:.2f} M/s, {states:,} states",
            f"≤ {SLOWER} ×", same and one <= SLOWER * two,
        )  # fmt: skip


def natural() -> Iterator[Line]:
    """Larger games of the suite as one types it, `solve(game)`, beside plain Python, and on one
    core; the geometric means of those of so many states.
    """
    from natural.facts import LARGER_FACTS

    typed, alone = [], []
    for fact in LARGER_FACTS:
        name = type(fact.game).__name__
        try:
            right = compiled(fact.game)() == solve(fact.game).value == fact.value
        except NotCompiled as refused:
            yield Line("natural", name, "not compiled", str(refused)[:56], "", True)
            continue
        quick, fast = took(lambda: solve(fact.game).value, compiled(fact.game))  # noqa: B023
        (slow,) = took(lambda: solve(fact.game, engine="plain", budget=ROOM), tries=1)  # noqa: B023
        if fact.states >= MANY:
            typed.append(slow[0] / quick[0])
            alone.append(slow[1] / fast[1])
        yield Line(
            "natural", name, f"{slow[0] / quick[0]:.1f} × ({slow[1] / fast[1]:.1f} × on one core)",
            f"{quick[0]:.3f} s beside {slow[0]:.2f} s, {fact.states:,} states",
            "" if right else "right", right,
        )  # fmt: skip
    mean = geometric_mean(typed)
    yield Line(
        "natural", f"{len(typed)} games, geometric mean", f"{mean:.1f} × plain Python",
        f"of {MANY:,} states or more; on one core {geometric_mean(alone):.1f} ×", f"≥ {FASTER} ×",
        mean >= FASTER,
    )  # fmt: skip


STYLES: tuple[Callable[[], Iterator[Line]], ...] = (pairs, natural)
