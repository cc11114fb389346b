"""Things that are taken from a pool: the state is the set of what is left."""

from collections import deque
from dataclasses import dataclass
from itertools import combinations, permutations

from zermelo import Game, LastMoverWins, Move


@dataclass(frozen=True)
class CanIWin(LastMoverWins):
    """LeetCode 464: take a number that is left; who brings the sum to the total wins."""

    largest: int = 10
    total: int = 40

    @property
    def start(self):
        return frozenset(range(1, self.largest + 1))

    def moves(self, left):
        taken = self.largest * (self.largest + 1) // 2 - sum(left)
        if taken < self.total:
            for number in left:
                yield left - {number}


@dataclass(frozen=True)
class RemovePairs(LastMoverWins):
    """AtCoder ABC 354 E: take two cards with the same number on their fronts or on their backs."""

    cards: tuple[tuple[int, int], ...] = ((1, 9), (2, 5), (4, 9), (1, 4), (2, 5))

    @property
    def start(self):
        return frozenset(range(len(self.cards)))

    def moves(self, left):
        for pair in combinations(sorted(left), 2):
            fronts, backs = zip(*(self.cards[i] for i in pair), strict=True)
            if len(set(fronts)) == 1 or len(set(backs)) == 1:
                yield left.difference(pair)


@dataclass(frozen=True)
class PermutationGame(LastMoverWins):
    """Codeforces 1033C: from i to j, where a[j] is larger and the way a multiple of a[i]."""

    a: tuple[int, ...] = (3, 6, 5, 4, 2, 7, 1, 8)
    start: int = 1

    def moves(self, i):
        here = self.a[i - 1]
        for j, there in enumerate(self.a, start=1):
            if there > here and abs(i - j) % here == 0:
                yield j


@dataclass(frozen=True)
class Sim(Game):
    """Sim (Simmons 1969): colour an edge between dots; a triangle of the own colour loses."""

    dots: str = "ABCDE"

    @property
    def start(self):
        return frozenset(), frozenset()

    def moves(self, state):
        mine, theirs = state
        if self.has_triangle(theirs):
            return
        for edge in map("".join, combinations(self.dots, 2)):
            if edge not in mine | theirs:
                yield Move((theirs, mine | {edge}), label=edge)

    def payoff(self, state):
        return 1 if self.has_triangle(state[1]) else 0

    def has_triangle(self, edges):
        return any({a + b, b + c, a + c} <= edges for a, b, c in combinations(self.dots, 3))


@dataclass(frozen=True)
class ShannonSwitching(LastMoverWins):
    """The Shannon switching game: Short keeps an edge, Cut takes one out; is S joined to T?"""

    edges: frozenset[str] = frozenset({"Sa", "Sb", "ab", "aT", "bT", "Sc", "cT"})

    @property
    def start(self):
        return frozenset(), self.edges, "short"

    def moves(self, state):
        kept, left, player = state
        if self.joined(kept) if player == "cut" else not self.joined(kept | left):
            return
        for edge in sorted(left):
            if player == "short":
                yield Move((kept | {edge}, left - {edge}, "cut"), label=f"keep {edge}")
            else:
                yield Move((kept, left - {edge}, "short"), label=f"cut {edge}")

    def joined(self, edges):
        seen, queue = {"S"}, deque("S")
        while queue:
            here = queue.popleft()
            for edge in edges:
                for one, other in permutations(edge):
                    if one == here and other not in seen:
                        seen.add(other)
                        queue.append(other)
        return "T" in seen
