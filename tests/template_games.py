"""The games that the templates play, with random instances whose sums 64 bits hold.

A function is called with the fields of its game; a program reads the same numbers from a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from zermelo import Game, LastMoverWins, Move, judge
from zermelo.games import Divisor, Ends, Front, Kayles, PoolRace, StoneGameII, Subtraction
from zermelo.teaching.judge import Verdict

WIDTHS = (1, 3, 9, 100, 10**9, 10**15)  # of the numbers of an instance
HEAPS = ((3, 2, 1), (9, 4), (12,))  # with all that play makes of them
MORE_HEAPS = ((16, 6), (12, 8), (25,), (8, 7, 5))
WORDS = {"true": True, "false": False, "win": 1, "draw": 0, "loss": -1}


def row(rng: Random, least: int = 0) -> list[int]:
    width = rng.choice(WIDTHS)
    low = 1 if rng.random() < 0.3 else -width
    return [rng.randint(low, width) for _ in range(rng.randint(least, 9))]


class AnyRow(Ends):
    @classmethod
    def random(cls, rng: Random) -> AnyRow:
        return cls(row(rng))


class AnyFront(Front):
    @classmethod
    def random(cls, rng: Random) -> AnyFront:
        return cls(row(rng), rng.randint(1, 11))


class AnyCap(StoneGameII):
    @classmethod
    def random(cls, rng: Random) -> AnyCap:
        return cls(row(rng))


class AnyPool(PoolRace):
    @classmethod
    def random(cls, rng: Random) -> AnyPool:
        pool = row(rng)[:6]
        return cls(pool, rng.randint(-1, sum(number for number in pool if number > 0) + 2))


class AnyHeap(Subtraction):
    @classmethod
    def random(cls, rng: Random) -> AnyHeap:
        return cls(rng.randint(0, 40), rng.sample(range(1, 15), rng.randint(0, 5)))


class AnyNumber(Divisor):
    @classmethod
    def random(cls, rng: Random) -> AnyNumber:
        return cls(rng.randint(1, rng.choice((60, 300))))


@dataclass(frozen=True)
class WeightedDag(Game):
    """A token on a graph without cycles; the mover gains what the edge is worth."""

    size: int
    edges: tuple[tuple[int, int, int], ...]
    start: int

    def moves(self, state: int) -> Iterator[Move]:
        for place, (u, v, gain) in enumerate(self.edges):
            if u == state:
                yield Move(v, gain=gain, label=f"edge {place}")

    @classmethod
    def random(cls, rng: Random) -> WeightedDag:
        size = rng.randint(1, 8)
        names = rng.sample(range(size), size)  # so that the order is not that of the numbers
        width, density = rng.choice(WIDTHS), rng.random()
        pairs = [(u, v) for u in range(size) for v in range(u + 1, size) if rng.random() < density]
        edges = [(names[u], names[v], rng.randint(-width, width)) for u, v in pairs]
        rng.shuffle(edges)
        return cls(size, tuple(edges + edges[:1]), rng.randrange(size))


@dataclass(frozen=True)
class EdgeGraph(LastMoverWins):
    """A token on a graph; whoever cannot move loses, and endless play is a draw."""

    size: int
    edges: tuple[tuple[int, int], ...]
    start: int

    def moves(self, state: int) -> Iterator[Move]:
        for place, (u, v) in enumerate(self.edges):
            if u == state:
                yield Move(v, label=f"edge {place}")

    @classmethod
    def random(cls, rng: Random) -> EdgeGraph:
        size, most = rng.randint(1, 8), rng.choice((1, 2, 3))
        edges = [(u, rng.randrange(size)) for u in range(size) for _ in range(rng.randint(0, most))]
        rng.shuffle(edges)
        return cls(size, tuple(edges), rng.randrange(size))


GAMES: dict[str, Any] = {
    "interval": AnyRow,
    "front": AnyFront,
    "cap": AnyCap,
    "pool": AnyPool,
    "heap": AnyHeap,
    "winloss": AnyNumber,
    "grundy": Kayles,
    "dag": WeightedDag,
    "retrograde": EdgeGraph,
}


def _flat(edges: Iterable[Iterable[int]]) -> list[int]:
    return list(chain.from_iterable(edges))


LINES: dict[str, Callable[..., list[int]]] = {
    "interval": lambda values: values,
    "front": lambda values, most: [most, *values],
    "cap": lambda values: values,
    "pool": lambda numbers, target: [target, *numbers],
    "heap": lambda heap, takes: [heap, *takes],
    "winloss": lambda number: [number],
    "grundy": lambda *heaps: list(heaps),
    "dag": lambda size, edges, start: [size, start, *_flat(edges)],
    "retrograde": lambda size, edges, start: [size, start, *_flat(edges)],
}


def line_of(pattern: str, *args: Any) -> str:
    """An instance as a program reads it."""
    return " ".join(map(str, LINES[pattern](*args))) + "\n"


def read(word: str) -> int | bool:
    """An answer as a program prints it."""
    return WORDS[word] if word in WORDS else int(word)


def verdicts(code: Any, pattern: str, heaps: Iterable[tuple[int, ...]] = HEAPS, **options: Any
             ) -> list[Verdict]:  # fmt: skip
    """The judge's, on random instances; of nimbers, which no answer is, on all states of some."""
    if pattern == "grundy":
        options.pop("trials", None)
        return [judge(code, Kayles(start), view="nimber", **options) for start in heaps]
    return [judge(code, GAMES[pattern], **options)]
