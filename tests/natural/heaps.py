"""Heaps and numbers: what is known about them is in Winning Ways and in the OEIS."""

from collections import namedtuple
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations, count, product, takewhile
from math import gcd
from operator import xor

from zermelo import Game, LastMoverLoses, LastMoverWins, Move


@dataclass(frozen=True)
class TenToZero(LastMoverWins):
    """GAMESMAN's 10-to-0-by-1-or-2: who comes to zero wins."""

    start: int = 10

    def moves(self, number):
        return [number - step for step in (1, 2) if step <= number]


Heap = namedtuple("Heap", ["left", "most"])


@dataclass(frozen=True)
class FibonacciNim(LastMoverWins):
    """Fibonacci Nim (Whinihan 1963): at most twice what was taken before, and not all at first."""

    coins: int = 21

    @property
    def start(self):
        return Heap(self.coins, self.coins - 1)

    def moves(self, heap):
        for taken in range(1, min(heap.left, heap.most) + 1):
            yield Move(Heap(heap.left - taken, 2 * taken), label=f"take {taken}")


@dataclass(frozen=True)
class GrundysGame(LastMoverWins):
    """Grundy's game: split a heap into two unequal ones."""

    heap: int = 20

    @property
    def start(self):
        return (self.heap,)

    def moves(self, heaps):
        for i, heap in enumerate(heaps):
            rest = heaps[:i] + heaps[i + 1 :]
            for part in range(1, (heap + 1) // 2):
                yield tuple(sorted((*rest, part, heap - part)))


@dataclass(frozen=True)
class LaskersNim(LastMoverWins):
    """Lasker's Nim: take from a heap, or split one in two."""

    heaps: tuple[int, ...] = (2, 5, 7)

    @property
    def start(self):
        return self.heaps

    def moves(self, heaps):
        for i, heap in enumerate(heaps):
            rest = [*heaps[:i], *heaps[i + 1 :]]
            for left in range(heap):
                yield self.normal([*rest, left])
            for left in range(1, heap // 2 + 1):
                yield self.normal([*rest, left, heap - left])

    @staticmethod
    def normal(heaps):
        heaps = [heap for heap in heaps if heap]
        heaps.sort(reverse=True)
        return tuple(heaps)


class Nim(LastMoverLoses):
    """Nim as in easyAI: whoever takes the last one loses; heaps as bytes."""

    start = bytes([1, 3, 5, 7])

    def moves(self, heaps):
        for i, heap in enumerate(heaps):
            for left in range(heap):
                yield heaps[:i] + bytes([left]) + heaps[i + 1 :]


@dataclass(frozen=True)
class Euclid(LastMoverWins):
    """Euclid's game (Cole and Davie 1969): take a multiple of the smaller from the larger."""

    pair: tuple[int, int] = (25, 7)

    @property
    def start(self):
        return self.pair

    def moves(self, pair):
        small, large = sorted(pair)
        if small > 0:
            for times in takewhile(lambda k: k * small <= large, count(1)):
                yield (large - times * small, small)


@dataclass(frozen=True)
class Blackboard(LastMoverWins):
    """Codeforces 346A, Alice and Bob: write the difference of two numbers, if it is a new one."""

    numbers: frozenset[int] = frozenset({6, 10, 22})

    @property
    def start(self):
        return self.numbers

    def moves(self, numbers):
        differences = {abs(a - b) for a, b in combinations(numbers, 2)}
        for new in sorted(differences - numbers):
            yield numbers | {new}


@dataclass(frozen=True)
class ChalkboardXor(Game):
    """LeetCode 810: rub out a number; who makes the XOR zero loses, who is to move at zero wins."""

    numbers: tuple[int, ...] = (1, 1, 2, 3, 5, 8, 8)

    @property
    def start(self):
        return tuple(sorted(self.numbers))

    def moves(self, numbers):
        if reduce(xor, numbers, 0) != 0:
            for number in sorted(set(numbers)):
                rest = list(numbers)
                rest.remove(number)
                yield Move(tuple(rest), label=f"rub out {number}")

    def payoff(self, numbers):
        return 1


@dataclass(frozen=True)
class ThanosNim(LastMoverWins):
    """Codeforces 1147C: from exactly half of the heaps take at least one stone each."""

    heaps: tuple[int, ...] = (2, 3, 3, 4)

    @property
    def start(self):
        return tuple(sorted(self.heaps))

    def moves(self, heaps):
        full = [i for i, heap in enumerate(heaps) if heap]
        for chosen in combinations(full, len(heaps) // 2):
            for lefts in product(*(range(heaps[i]) for i in chosen)):
                after = dict(enumerate(heaps)) | dict(zip(chosen, lefts, strict=True))
                yield tuple(sorted(after.values()))


@dataclass(frozen=True)
class CandyPiles(LastMoverLoses):
    """AtCoder AGC 002 E: eat the largest pile, or one candy of each; the last candy loses."""

    piles: tuple[int, ...] = (6, 5, 5, 3, 2, 1)

    @property
    def start(self):
        return tuple(sorted(self.piles))

    def moves(self, piles):
        if piles:
            yield Move(piles[:-1], label="largest")
            yield Move(tuple(pile - 1 for pile in piles if pile > 1), label="one of each")


@cache
def gaps(named):
    """The numbers that are no sum of the named ones."""
    known = {0}
    for number in range(1, max(named) ** 2):
        if any(number - n in known for n in named):
            known.add(number)
    return frozenset(range(max(named) ** 2)) - known


@dataclass(frozen=True)
class SylverCoinage(LastMoverLoses):
    """Sylver coinage (Conway): name a number that is no sum of named ones; who names 1 loses."""

    named: tuple[int, int] = (5, 7)

    @property
    def start(self):
        return gaps(self.named)

    def moves(self, left):
        for number in sorted(left):
            yield frozenset(n for n in left if not self.is_sum(n, number, left))

    def is_sum(self, n, number, left):
        """Whether n is some times the number and what could be made before."""
        while n > 0:
            n -= number
            if n >= 0 and n not in left:
                return True
        return False


@dataclass(frozen=True)
class Welter(LastMoverWins):
    """Welter's game: move a coin to a free square to its left."""

    coins: frozenset[int] = frozenset({1, 4, 6, 9})

    @property
    def start(self):
        return self.coins

    def moves(self, coins):
        for coin in coins:
            for square in set(range(coin)) - coins:
                yield coins ^ {coin, square}


@dataclass(frozen=True)
class Chomp(LastMoverLoses):
    """Chomp (Gale): bite a square and all above and to the right; the poisoned one is the last."""

    rows: int = 4
    cols: int = 5

    @property
    def start(self):
        return (self.cols,) * self.rows

    def moves(self, bar):
        for r, length in enumerate(bar):
            for c in range(length):
                yield bar[:r] + tuple(min(row, c) for row in bar[r:])


@dataclass(frozen=True)
class Northcott(LastMoverWins):
    """Northcott's game: in a row move the own man any way, not past the other's."""

    width: int = 6
    rows: tuple[tuple[int, int], ...] = ((0, 4), (1, 3))

    @property
    def start(self):
        return self.rows

    def moves(self, rows):
        """The rows are turned over after each move: the left man is the mover's."""
        for number, (mine, theirs) in enumerate(rows):
            for to in range(theirs):
                if to != mine:
                    after = [*rows[:number], (to, theirs), *rows[number + 1 :]]
                    yield tuple(
                        (self.width - 1 - right, self.width - 1 - left) for left, right in after
                    )


class RemovingDigits(LastMoverWins):
    """CSES's Removing Digits as a game: take one of its digits from the number; zero wins."""

    start = 150

    def moves(self, number):
        for digit in sorted(set(map(int, str(number))) - {0}):
            yield number - digit


@dataclass(frozen=True)
class DeletingDivisors(LastMoverWins):
    """Codeforces 1537D: take a divisor from the number, neither 1 nor the number itself."""

    number: int = 64

    @property
    def start(self):
        return self.number

    def moves(self, n):
        return [n - d for d in range(2, n) if n % d == 0]


class Prim(LastMoverWins):
    """Prim (Winning Ways 4): take a number from the heap that has no factor in common with it."""

    start = 45

    def moves(self, heap):
        return [heap - take for take in range(1, heap + 1) if gcd(take, heap) == 1]


@dataclass(frozen=True)
class AliceAndBrown(LastMoverWins):
    """AtCoder ARC 072 D: take 2i stones from one pile and put i of them on the other."""

    piles: tuple[int, int] = (9, 12)

    @property
    def start(self):
        return self.piles

    def moves(self, piles):
        left, right = piles
        for i in range(1, left // 2 + 1):
            yield left - 2 * i, right + i
        for i in range(1, right // 2 + 1):
            yield left + i, right - 2 * i


class WythoffsQueen(LastMoverWins):
    """Wythoff's game on a chess board: the queen goes left, down or both; who comes to a1 wins."""

    start = "h5"

    def moves(self, square):
        column, row = ord(square[0]) - ord("a"), int(square[1]) - 1
        for dc, dr in ((1, 0), (0, 1), (1, 1)):
            c, r = column - dc, row - dr
            while c >= 0 and r >= 0:
                yield f"{chr(ord('a') + c)}{r + 1}"
                c, r = c - dc, r - dr


@dataclass(frozen=True)
class Decrementing(LastMoverWins):
    """AtCoder AGC 010 D: lower a number of two or more by one, then divide all by their gcd."""

    numbers: tuple[int, ...] = (7, 8, 8)

    @property
    def start(self):
        return tuple(sorted(self.numbers))

    def moves(self, numbers):
        for i, number in enumerate(numbers):
            if number >= 2:
                lower = [*numbers[:i], number - 1, *numbers[i + 1 :]]
                divisor = gcd(*lower)
                yield tuple(sorted(n // divisor for n in lower))


@dataclass(frozen=True)
class GreedyNim(LastMoverWins):
    """Greedy Nim (Albert and Nowakowski 2004): take from a largest heap only."""

    heaps: tuple[int, ...] = (2, 4, 5, 5)

    @property
    def start(self):
        return self.heaps

    def moves(self, heaps):
        largest = max(range(len(heaps)), key=lambda i: heaps[i])
        for left in range(heaps[largest]):
            yield tuple(left if i == largest else heap for i, heap in enumerate(heaps))


@dataclass(frozen=True)
class NimWithAPass(LastMoverWins):
    """Nim with a pass (Morrison, Friedman, Landsberg 2012): once, by either, and not at the end."""

    heaps: tuple[int, int, int] = (3, 4, 5)

    @property
    def start(self):
        return *self.heaps, "pass"

    def moves(self, state):
        match state:
            case (0, 0, 0, _):
                return
            case (a, b, c, "pass"):
                yield Move((a, b, c, None), label="pass")
        *heaps, rest = state
        for i, heap in enumerate(heaps):
            for left in range(heap):
                yield Move((*heaps[:i], left, *heaps[i + 1 :], rest), label=f"{heap} to {left}")
