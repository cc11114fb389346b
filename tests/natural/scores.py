"""Games for points: the larger total wins, and by how much counts."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import accumulate, groupby

from natural.lines import LINES
from zermelo import Game, Move


@dataclass(frozen=True)
class Deque(Game):
    """AtCoder DP contest L: take a number from either end."""

    row: tuple[int, ...] = (10, 80, 90, 30)

    @property
    def start(self):
        return self.row

    def moves(self, row):
        if row:
            first, *_ = row
            *_, last = row
            yield Move(row[1:], gain=first, label="first")
            yield Move(row[:-1], gain=last, label="last")


@dataclass(frozen=True)
class RemoveBoxes(Game):
    """LeetCode 546 for two players: take k boxes side by side of a colour for k² points."""

    boxes: str = "abbcacabba"

    @property
    def start(self):
        return self.boxes

    def moves(self, boxes):
        at = 0
        for colour, run in groupby(boxes):
            k = len(list(run))
            yield Move(boxes[:at] + boxes[at + k :], gain=k * k, label=f"{k} of {colour}")
            at += k


class WeightedTicTacToe(Game):
    """AtCoder ABC 349 E: three in a row win outright; on a full board the larger sum wins."""

    weights = (0, 0, 0, 0, 1, 0, 0, 0, 0)
    start = (None,) * 9
    players = ("T", "A")

    def moves(self, board):
        if not self.in_a_row(board):
            mark = self.players[sum(cell is not None for cell in board) % 2]
            for i, cell in enumerate(board):
                if cell is None:
                    yield Move(board[:i] + (mark,) + board[i + 1 :])

    def in_a_row(self, board):
        for a, b, c in LINES:
            if board[a] is not None and board[a] == board[b] == board[c]:
                return board[a]
        return None

    def payoff(self, board):
        if self.in_a_row(board):
            return -1
        sums = defaultdict(int)  # the board is full, and the second player would be to move
        for mark, weight in zip(board, self.weights, strict=True):
            sums[mark] += weight
        return 1 if sums["A"] > sums["T"] else -1 if sums["A"] < sums["T"] else 0


@dataclass(frozen=True)
class TakingStones(Game):
    """AtCoder ABC 270 D: take one of the given numbers of stones; most stones win."""

    stones: int = 11
    takes: tuple[int, ...] = (1, 2, 3, 6)

    @property
    def start(self):
        return self.stones

    def moves(self, left):
        for take in self.takes:
            if take <= left:
                yield Move(left - take, gain=take)


PRESENTS = {
    "bear": (2, 9), "book": (7, 4), "cake": (5, 5), "doll": (3, 8),
    "kite": (8, 1), "lamp": (1, 3), "ring": (9, 9), "ship": (6, 2),
}  # fmt: skip


class StoneGameSix(Game):
    """LeetCode 1686, Stone Game VI, with presents: each is worth different points to either."""

    start = frozenset(PRESENTS)

    def moves(self, left):
        player = (len(PRESENTS) - len(left)) % 2
        for name in sorted(left):
            yield Move(left - {name}, gain=PRESENTS[name][player], label=name)


@dataclass(frozen=True)
class Pizza(Game):
    """The pizza of Peter Winkler (2008): any slice first, then always one beside the gap."""

    slices: tuple[int, ...] = (4, 1, 9, 3, 7, 2, 6)

    @property
    def start(self):
        return None

    def moves(self, rest):
        if rest is None:
            for i, size in enumerate(self.slices):
                yield Move(self.slices[i + 1 :] + self.slices[:i], gain=size)
        elif len(rest) == 1:
            yield Move((), gain=rest[0])
        elif rest:
            yield Move(rest[1:], gain=rest[0])
            yield Move(rest[:-1], gain=rest[-1])


@dataclass(frozen=True)
class StoneGameFive(Game):
    """LeetCode 1563, Stone Game V, for two players: cut the row, gain and keep the lighter part."""

    row: tuple[int, ...] = (6, 2, 3, 4, 5, 5, 1, 2)

    @property
    def start(self):
        return self.row

    def moves(self, row):
        sums = list(accumulate(row))
        for cut in range(1, len(row)):
            left, right = sums[cut - 1], sums[-1] - sums[cut - 1]
            if left <= right:
                yield Move(row[:cut], gain=left)
            if right <= left:
                yield Move(row[cut:], gain=right)


@dataclass(frozen=True)
class EvenOddGame(Game):
    """Codeforces 1472D: Alice has the points of the even numbers that she takes, Bob of the odd."""

    numbers: tuple[int, ...] = (5, 2, 7, 3, 8, 2, 5, 9)

    @property
    def start(self):
        return tuple(sorted(self.numbers))

    def moves(self, numbers):
        rest_that_pays = (len(self.numbers) - len(numbers)) % 2
        for i, number in enumerate(numbers):
            gain = number if number % 2 == rest_that_pays else 0
            yield Move(numbers[:i] + numbers[i + 1 :], gain=gain, label=str(number))
