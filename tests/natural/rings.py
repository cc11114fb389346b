"""Men that are moved and never taken: play can go round and round."""

from dataclasses import dataclass
from enum import IntEnum
from itertools import permutations

from natural.lines import LINES
from zermelo import Game, LastMoverWins, Move

PONG_HAU_KI = {
    "NW": ("SW", "C"),
    "NE": ("SE", "C"),
    "SW": ("NW", "C", "SE"),
    "SE": ("NE", "C", "SW"),
    "C": ("NW", "NE", "SW", "SE"),
}


class PongHauKi(LastMoverWins):
    """Pong hau k'i, as in GAMESMAN: two men each on five points; who cannot move loses."""

    start = (frozenset({"NW", "NE"}), frozenset({"SW", "SE"}))

    def moves(self, state):
        mine, theirs = state
        for man in sorted(mine):
            for point in PONG_HAU_KI[man]:
                if point not in mine | theirs:
                    yield Move((theirs, mine - {man} | {point}), label=f"{man}-{point}")


class MuTorere(LastMoverWins):
    """Mu torere, as in GAMESMAN: eight kewai, and the putahi, entered only beside the other's."""

    start = ("XXXXOOOO.", "X")  # the putahi comes last

    def moves(self, state):
        board, mover = state
        other = "O" if mover == "X" else "X"
        hole = board.index(".")
        for man, stone in enumerate(board):
            if stone != mover:
                continue
            beside = {(man - 1) % 8, (man + 1) % 8} if man < 8 else set(range(8))
            if hole == 8:
                can_move = any(board[point] == other for point in beside)
            else:
                can_move = hole in beside or man == 8
            if can_move:
                new = list(board)
                new[man], new[hole] = new[hole], new[man]
                yield "".join(new), other


class Man(IntEnum):
    """What stands on a point."""

    NONE = 0
    MINE = 1
    THEIRS = -1


class ThreeMensMorris(Game):
    """Three men's morris with moves along the lines: place three men each, then move them."""

    men = 3
    start = (Man.NONE,) * 9
    beside = {
        0: (1, 3, 4), 1: (0, 2, 4), 2: (1, 4, 5), 3: (0, 4, 6), 4: (0, 1, 2, 3, 5, 6, 7, 8),
        5: (2, 4, 8), 6: (3, 4, 7), 7: (4, 6, 8), 8: (4, 5, 7),
    }  # fmt: skip

    def moves(self, board):
        if self.has_line(board, Man.THEIRS):
            return
        holes = [i for i, man in enumerate(board) if man == Man.NONE]
        if board.count(Man.MINE) < self.men:
            for hole in holes:
                yield Move(self.after(board, {hole: Man.MINE}), label=f"{hole}")
        else:
            for hole in holes:
                for i in self.beside[hole]:
                    if board[i] == Man.MINE:
                        after = self.after(board, {hole: Man.MINE, i: Man.NONE})
                        yield Move(after, label=f"{i}-{hole}")

    def after(self, board, changes):
        """The board with the changes, as the other player sees it."""
        return tuple(Man(-changes.get(i, man)) for i, man in enumerate(board))

    def has_line(self, board, side):
        return any(all(board[i] is side for i in line) for line in LINES)

    def payoff(self, board):
        return -1 if self.has_line(board, Man.THEIRS) else 0


class Achi(ThreeMensMorris):
    """Achi, from Ghana, as in GAMESMAN: the same with four men each; who cannot move loses."""

    men = 4

    def payoff(self, board):
        return -1


class Shisima(Game):
    """Shisima, from Kenya, as in GAMESMAN: three men on a ring round a pool; a diameter wins."""

    start = ("xxx.ooo..", "x")
    diameters = [{0, 4, 8}, {1, 5, 8}, {2, 6, 8}, {3, 7, 8}]

    def moves(self, state):
        board, mover = state
        if self.is_lost(state):
            return
        other = "xo".replace(mover, "")
        for i in self.men(board, mover):
            reach = range(8) if i == 8 else ((i - 1) % 8, (i + 1) % 8, 8)
            for j in reach:
                if board[j] == ".":
                    row = list(board)
                    row[i], row[j] = ".", mover
                    yield Move(("".join(row), other))

    @staticmethod
    def men(board, side):
        return {i for i, man in enumerate(board) if man == side}

    def is_lost(self, state):
        board, mover = state
        return self.men(board, "o" if mover == "x" else "x") in self.diameters

    def payoff(self, state):
        return -1 if self.is_lost(state) else 0


@dataclass(frozen=True)
class Dodgem(Game):
    """Dodgem (Colin Vout), Winning Ways 22: leave the board first; who is blocked wins as well."""

    size: int = 3

    @property
    def start(self):
        rights = frozenset((row, 0) for row in range(self.size - 1))
        ups = frozenset((self.size - 1, col) for col in range(1, self.size))
        return rights, ups, True

    def moves(self, state):
        rights, ups, rights_move = state
        if not rights or not ups:
            return
        mine = rights if rights_move else ups
        steps = [(0, 1), (-1, 0), (1, 0)] if rights_move else [(-1, 0), (0, -1), (0, 1)]
        for row, col in sorted(mine):
            for dr, dc in steps:
                to = (row + dr, col + dc)
                if to in rights | ups:
                    continue
                left = mine - {(row, col)}
                if 0 <= to[0] < self.size and 0 <= to[1] < self.size:
                    left |= {to}
                elif to != ((row, self.size) if rights_move else (-1, col)):
                    continue
                yield Move((left, ups, False) if rights_move else (rights, left, True))

    def payoff(self, state):
        rights, ups, rights_move = state
        others = ups if rights_move else rights
        return 1 if others else -1


HUNT = {
    "L0": "t1 m1 b1",
    "t1": "L0 m1 m2 t2",
    "m1": "L0 t1 b1 m2",
    "b1": "L0 m1 m2 b2",
    "t2": "t1 m2 t3",
    "m2": "t1 t2 t3 m1 m3 b1 b2 b3",
    "b2": "b1 m2 b3",
    "t3": "t2 m2 m3 R4",
    "m3": "m2 t3 b3 R4",
    "b3": "b2 m2 m3 R4",
    "R4": "t3 m3 b3",
}


def column(point):
    return int(point[1])


class HareAndHounds(LastMoverWins):
    """The French military hunt (Winning Ways 21): hounds, never backwards, enclose the hare."""

    start = (frozenset({"L0", "t1", "b1"}), "R4", "hounds")

    def moves(self, state):
        hounds, hare, mover = state
        if mover == "hare":
            for point in HUNT[hare].split():
                if point not in hounds:
                    yield hounds, point, "hounds"
        elif column(hare) > min(map(column, hounds)):
            for hound in sorted(hounds):
                for point in HUNT[hound].split():
                    if column(point) >= column(hound) and point not in {hare, *hounds}:
                        yield hounds - {hound} | {point}, hare, "hare"


class Chopsticks(LastMoverWins):
    """Chopsticks, as in easyAI: tap a hand with a hand; five fingers and more are none."""

    start = ((1, 1), (1, 1))

    def moves(self, state):
        mine, theirs = state
        if not any(mine):
            return
        for tapping in {hand for hand in mine if hand}:
            for tapped, other in permutations(theirs):
                if tapped:
                    total = tapped + tapping if tapped + tapping < 5 else 0
                    yield tuple(sorted((total, other))), mine
        total = sum(mine)
        for left in range(1, total // 2 + 1):
            if total - left < 5 and (split := tuple(sorted((left, total - left)))) != mine:
                yield theirs, split
