"""Games whose states are frozen dataclasses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum

from natural.grids import ACROSS, AROUND, DIAGONAL
from zermelo import Game, LastMoverWins, Move


@dataclass(frozen=True)
class Bank:
    """The houses and the store of one side of a mancala board."""

    houses: tuple[int, ...]
    store: int = 0

    @property
    def is_empty(self) -> bool:
        return not any(self.houses)

    @property
    def total(self) -> int:
        return self.store + sum(self.houses)


@dataclass(frozen=True)
class Sowing:
    """A mancala board, seen by the player to move."""

    mine: Bank
    theirs: Bank

    def sown(self, house: int) -> tuple[Sowing, int]:
        """After one house is sown, and where the last seed fell."""
        row = [*self.mine.houses, self.mine.store, *self.theirs.houses]
        seeds, row[house] = row[house], 0
        at = house
        for _ in range(seeds):
            at = (at + 1) % len(row)
            row[at] += 1
        n = len(self.mine.houses)
        mine = Bank(tuple(row[:n]), row[n])
        return Sowing(mine, replace(self.theirs, houses=tuple(row[n + 1 :]))), at

    def turned(self) -> Sowing:
        return Sowing(self.theirs, self.mine)


@dataclass(frozen=True)
class KalahBoard(Game):
    """Kalah (William Champion): a last seed in the store moves again, in an empty house takes."""

    houses: int = 3
    seeds: int = 1

    @property
    def start(self):
        bank = Bank((self.seeds,) * self.houses)
        return Sowing(bank, bank)

    def moves(self, board):
        if board.mine.is_empty or board.theirs.is_empty:
            return
        for house, seeds in enumerate(board.mine.houses):
            if seeds:
                after, last = board.sown(house)
                if last == self.houses:
                    yield Move(after, again=True, label=f"house {house + 1}, again")
                else:
                    yield Move(self.captured(after, last).turned(), label=f"house {house + 1}")

    def captured(self, board, last):
        if last > self.houses or board.mine.houses[last] != 1:
            return board
        across = self.houses - 1 - last
        gain = 1 + board.theirs.houses[across]
        mine = self.without(board.mine, last)
        return Sowing(replace(mine, store=mine.store + gain), self.without(board.theirs, across))

    @staticmethod
    def without(bank, house):
        return replace(bank, houses=bank.houses[:house] + (0,) + bank.houses[house + 1 :])

    def payoff(self, board):
        return board.mine.total - board.theirs.total


@dataclass(frozen=True)
class Oware(Game):
    """Oware, after easyAI's AweleToo: twos and threes in the other's houses are taken in turn."""

    houses: int = 3
    seeds: int = 2

    @property
    def start(self):
        return (self.seeds,) * (2 * self.houses)

    def moves(self, seeds):
        n = self.houses
        for house in range(n):
            if not seeds[house]:
                continue
            after = list(seeds)
            hand, after[house], at = after[house], 0, house
            while hand:
                at = (at + 1) % (2 * n)
                if at != house:
                    after[at] += 1
                    hand -= 1
            gain = 0
            while at >= n and after[at] in (2, 3):
                gain += after[at]
                after[at] = 0
                at -= 1
            yield Move((*after[n:], *after[:n]), gain=gain)

    def payoff(self, seeds):
        return -sum(seeds)


@dataclass(frozen=True)
class Field:
    """Where fox and hounds stand on the dark squares."""

    fox: tuple[int, int]
    hounds: frozenset[tuple[int, int]]
    fox_moves: bool = True

    def is_free(self, square):
        return square != self.fox and square not in self.hounds

    def steps(self, man, directions):
        for dr, dc in directions:
            if self.is_free(square := (man[0] + dr, man[1] + dc)):
                yield square


@dataclass(frozen=True)
class FoxAndHounds(LastMoverWins):
    """Fox and hounds: the fox wants to the top row, the hounds, which never go back, shut it in."""

    size: int = 4

    @property
    def start(self):
        hounds = frozenset((0, c) for c in range(1, self.size, 2))
        return Field((self.size - 1, 0), hounds)

    def moves(self, field):
        if field.fox_moves:
            for square in filter(self.inside, field.steps(field.fox, DIAGONAL)):
                yield replace(field, fox=square, fox_moves=False)
        elif field.fox[0] > 0:
            for hound in sorted(field.hounds):
                for square in filter(self.inside, field.steps(hound, DIAGONAL[2:])):
                    hounds = field.hounds - {hound} | {square}
                    yield replace(field, hounds=hounds, fox_moves=True)

    def inside(self, square):
        return all(0 <= x < self.size for x in square)


@dataclass(frozen=True)
class Court:
    """Musketeers and guards; the musketeers begin."""

    musketeers: frozenset[tuple[int, int]]
    guards: frozenset[tuple[int, int]]
    turn: str = "musketeers"

    @property
    def lined_up(self) -> bool:
        rows, columns = zip(*self.musketeers, strict=True)
        return len(set(rows)) == 1 or len(set(columns)) == 1


@dataclass(frozen=True)
class ThreeMusketeers(Game):
    """Three Musketeers (Haar Hoolim), small: they must take; in one line they have lost."""

    rows: int = 3
    cols: int = 3
    musketeers: frozenset[tuple[int, int]] = frozenset({(0, 2), (1, 1), (2, 0)})

    @property
    def start(self):
        board = {(r, c) for r in range(self.rows) for c in range(self.cols)}
        return Court(self.musketeers, frozenset(board - self.musketeers))

    def moves(self, court):
        match court:
            case Court(lined_up=True):
                return
            case Court(musketeers, guards, "musketeers"):
                for man in sorted(musketeers):
                    for to in self.beside(man):
                        if to in guards:
                            moved = musketeers - {man} | {to}
                            yield Move(Court(moved, guards - {to}, "guards"), label=f"{man}x{to}")
            case Court(musketeers, guards, "guards"):
                moves = [
                    Move(Court(musketeers, guards - {man} | {to}), label=f"{man}-{to}")
                    for man in sorted(guards)
                    for to in self.beside(man)
                    if to not in musketeers | guards
                ]
                yield from moves or [Move(replace(court, turn="musketeers"), label="pass")]

    def beside(self, square):
        r, c = square
        for dr, dc in ACROSS:
            if 0 <= r + dr < self.rows and 0 <= c + dc < self.cols:
                yield r + dr, c + dc

    def payoff(self, court):
        musketeers_won = not court.lined_up
        return 1 if musketeers_won == (court.turn == "musketeers") else -1


class Piece(Enum):
    """The pieces of a tiny chess, each with its steps and how far it goes."""

    KING = (AROUND, 1)
    ROOK = (ACROSS, 9)


@dataclass(frozen=True)
class ChessMen:
    """Which piece stands where, of the mover and of the other."""

    mine: frozenset[tuple[Piece, int, int]]
    theirs: frozenset[tuple[Piece, int, int]]

    def at(self, side, square):
        return next((man for man in side if man[1:] == square), None)


@dataclass(frozen=True)
class QuickChess(Game):
    """GAMESMAN's Quick Chess, smaller: kings and rooks on 3 × 3; who takes the king wins."""

    rows: int = 3
    cols: int = 3

    @property
    def start(self):
        return ChessMen(
            frozenset({(Piece.KING, self.rows - 1, 0), (Piece.ROOK, self.rows - 1, 1)}),
            frozenset({(Piece.KING, 0, self.cols - 1), (Piece.ROOK, 0, self.cols - 2)}),
        )

    def moves(self, men):
        if not self.has_king(men.mine):
            return
        for piece, row, col in sorted(men.mine, key=str):
            steps, far = piece.value
            for dr, dc in steps:
                for r, c in self.ray(men, row, col, dr, dc, far):
                    taken = men.at(men.theirs, (r, c))
                    mine = men.mine - {(piece, row, col)} | {(piece, r, c)}
                    yield Move(ChessMen(men.theirs - {taken}, mine))

    def ray(self, men, row, col, dr, dc, far):
        for i in range(1, far + 1):
            r, c = row + i * dr, col + i * dc
            if not (0 <= r < self.rows and 0 <= c < self.cols) or men.at(men.mine, (r, c)):
                return
            yield r, c
            if men.at(men.theirs, (r, c)):
                return

    @staticmethod
    def has_king(men):
        return any(piece is Piece.KING for piece, *_ in men)

    def payoff(self, men):
        return 0 if self.has_king(men.mine) else -1


@dataclass(frozen=True)
class Bag:
    """How many stones are left of each rest by three, and the sum of those taken, if any."""

    left: tuple[int, ...]
    taken: int | None = None

    @property
    def is_lost(self):
        return self.taken is not None and self.taken % 3 == 0

    def without(self, rest):
        left = tuple(n - (i == rest) for i, n in enumerate(self.left))
        return Bag(left, (self.taken or 0) + rest)


@dataclass(frozen=True)
class StoneGameNine(Game):
    """LeetCode 2029, Stone Game IX: who makes the sum a multiple of three loses; else Bob wins."""

    stones: tuple[int, ...] = (5, 1, 2, 4, 3)

    @property
    def start(self):
        counts = Counter(stone % 3 for stone in self.stones)
        return Bag(tuple(counts[rest] for rest in range(3)))

    def moves(self, bag):
        if not bag.is_lost:
            for rest, count in enumerate(bag.left):
                if count:
                    yield Move(bag.without(rest), label=f"a stone of rest {rest}")

    def payoff(self, bag):
        bob_is_to_move = len(self.stones) % 2 == 1
        return 1 if bag.is_lost or bob_is_to_move else -1
