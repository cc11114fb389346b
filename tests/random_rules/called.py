"""What random rules about things call: classes, constants and helpers as users write them."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from functools import lru_cache, partial, reduce, total_ordering
from heapq import heappop, heappush
from itertools import (
    accumulate,
    chain,
    combinations,
    count,
    dropwhile,
    groupby,
    islice,
    pairwise,
    permutations,
    product,
    repeat,
    takewhile,
)
from typing import Any, NamedTuple, TypeVar

import numpy as np

from zermelo import Game, Move

Thing = TypeVar("Thing")

NAMES = ("ab", "Xo.", "", "a b")
FLIP = {"a": "b", "b": "a", "X": "o", "o": "X"}
PRICES = {0: 5, 1: 7, 3: -2}
CORNERS = frozenset({(0, 0), (0, 1), (2, 2)})
VOWELS = {"a", "o"}
GOLD = Counter({0: 3, 5: 7})
SEVEN: defaultdict[int, int] = defaultdict(lambda: 7, {1: 5})
NEXT: defaultdict[int, list[int]] = defaultdict(list, {0: [1, 2], 3: [4]})
TABLED = {k * k % 41: k for k in range(20)}


class Color(Enum):
    RED = 0
    GREEN = 1
    BLUE = 2

    def next(self) -> Color:
        return Color((self.value + 1) % 3)

    @property
    def is_warm(self) -> bool:
        return self is Color.RED


class Level(IntEnum):
    LOW = 0
    MID = 2
    TOP = 5


class Spot(NamedTuple):
    row: int
    col: int

    def left(self, by: int = 1) -> Spot:
        return Spot(self.row, self.col - by)

    @property
    def size(self) -> int:
        return self.row * self.row + self.col


@dataclass(frozen=True)
class Cell:
    x: int
    mark: str = "."
    side: Color = Color.RED

    def moved(self, by: int) -> Cell:
        return replace(self, x=self.x + by)

    def having(self, **changes: Any) -> Cell:
        return replace(self, **changes)

    def weight(self) -> int:
        return self.x + len(self.mark)

    @property
    def is_free(self) -> bool:
        return self.mark == "." or not self.mark


class Jar:
    """A Cell that is written out."""

    def __init__(self, x: int, mark: str = ".", side: Color = Color.RED) -> None:
        self.x = x
        self.mark, self.side = mark, side

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Jar):
            return NotImplemented
        return self.x == other.x and (self.mark, self.side) == (other.mark, other.side)

    def __hash__(self) -> int:
        return hash((self.x, self.mark, self.side))

    def __repr__(self) -> str:
        return f"Jar({self.x!r}, {self.mark!r}, {self.side})"

    def moved(self, by: int) -> Jar:
        return Jar(self.x + by, self.mark, self.side)

    def having(self, x: int | None = None, mark: str = "", side: Color | None = None) -> Jar:
        return Jar(self.x if x is None else x, mark or self.mark, side or self.side)

    def weight(self) -> int:
        return self.x + len(self.mark)

    @property
    def is_free(self) -> bool:
        return self.mark == "." or not self.mark


@dataclass(frozen=True, order=True)
class Piece:
    at: int

    def reach(self, by: int) -> int:
        return self.at + by

    def stepped(self, by: int) -> Piece:
        return type(self)(self.reach(by))

    def promoted(self) -> Piece:
        return King(self.at)


class King(Piece):
    def promoted(self) -> Piece:
        return self


class Rook(Piece):
    def reach(self, by: int) -> int:
        return super().reach(3 * by)

    def promoted(self) -> Piece:
        return King(self.at + 1)


@total_ordering
@dataclass(frozen=True)
class Card:
    """In the order of suits."""

    rank: int
    suit: int

    def __lt__(self, other: Card) -> bool:
        return (self.suit, self.rank) < (other.suit, other.rank)


@dataclass(frozen=True)
class Tile:
    """Equal by kind, whatever its number."""

    kind: int
    serial: int = field(compare=False)


@dataclass(frozen=True)
class Rest:
    """Equal where they leave the same rest."""

    n: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rest) and self.n % 3 == other.n % 3

    def __hash__(self) -> int:
        return self.n % 3


class Meter:
    """An object that changes, by a property that sets a bound."""

    def __init__(self, n: int) -> None:
        self._n = n
        self.seen = [n]

    @property
    def n(self) -> int:
        return self._n

    @n.setter
    def n(self, value: int) -> None:
        self._n = min(value, 3)
        self.seen.append(value)


class Board:
    """Cells by row and column."""

    def __init__(self, cells: list[list[int]]) -> None:
        self.cells = cells

    def __getitem__(self, place: tuple[int, int]) -> int:
        return self.cells[place[0]][place[1]]

    def __setitem__(self, place: tuple[int, int], value: int) -> None:
        self.cells[place[0]][place[1]] = value


def changed_copy(n: int) -> int:
    one = Meter(n)
    two, three = copy(one), deepcopy(one)
    two.n = 9
    three.n = n % 2
    return one.n % 50 + two.n * 10 + three.n + len(one.seen) * 3 + len(three.seen)


def by_setter(n: int) -> int:
    meter = Meter(0)
    meter.n = n % 9
    meter.n += 1
    return meter.n * 10 + len(meter.seen)


def on_a_board(n: int) -> int:
    board = Board([[0, n % 9], [2, 3]])
    board[0, 0] = n % 7 + 1
    board[1, n % 2] += board[0, 1]
    return board[0, 0] * 10 + board[1, 1] * 3 + board[1, 0]


def sign(x: int) -> int:
    if x < 0:
        return -1
    return 1 if x else 0


def depth(n: int) -> int:
    return 0 if n <= 0 else 1 + depth(n // 2)


@lru_cache(maxsize=100)
def steps(n: int) -> int:
    """A recursion under a cache."""
    return n if n < 2 else steps(n - 1) + steps(n - 2)


def other(letter: str) -> str:
    match letter:
        case "a" | "b":
            return "X"
        case "X":
            return "a"
    return letter


def opposite(color: Color) -> Color:
    match color:
        case Color.RED:
            return Color.BLUE
        case Color.BLUE:
            return Color.RED
        case _:
            return color


def put(text: str, place: int, letter: str) -> str:
    """A letter in place of another."""
    return text[:place] + letter + text[place + 1 :] if 0 <= place < len(text) else text


def first(items: Sequence[Thing]) -> Thing | None:
    for item in items:
        return item
    return None


def found(items: Sequence[Thing], item: Thing) -> int:
    try:
        return items.index(item)
    except ValueError:
        return -1


def without(items: tuple[Thing, ...], k: int) -> tuple[Thing, ...]:
    if not items:
        return items
    k %= len(items)
    return items[:k] + items[k + 1 :]


def subsets(items: tuple[Thing, ...]) -> Iterator[tuple[Thing, ...]]:
    """A generator that calls itself."""
    if not items:
        yield ()
        return
    for rest in subsets(items[1:]):
        yield rest
        yield (items[0], *rest)


def neighbours(spot: Spot) -> Iterator[Spot]:
    row, col = spot
    for dr, dc in ((0, 1), (1, 0), (0, -1)):
        if 0 <= row + dr < 3:
            yield Spot(row + dr, col + dc)


def counted(items: Iterable[Thing]) -> dict[Thing, int]:
    counts: dict[Thing, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return counts


def toggled(items: frozenset[Thing], item: Thing) -> frozenset[Thing]:
    return items - {item} if item in items else items | {item}


def applied(function: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    return [function(item) for item in items]


def value_of(piece: Piece | None) -> int:
    match piece:
        case None:
            return 0
        case King(at=at) if at > 2:
            return 10 + at
        case King() | Rook(at=1):
            return 9
        case Piece(at):
            return at
    return -1


def flood(start: Spot, walls: frozenset[tuple[int, int]]) -> set[Spot]:
    """All that can be reached, by a queue and a set."""
    seen, queue = {start}, deque([start])
    while queue and len(seen) < 7:
        spot = queue.popleft()
        for near in neighbours(spot):
            if near not in seen and near not in walls and -2 < near.col < 3:
                seen.add(near)
                queue.append(near)
    return seen


class Tally:
    """What changes while it is counted with."""

    def __init__(self, most: int = 3) -> None:
        self.most, self.total = most, 0
        self.last: Any = None
        self.seen: list[Any] = []

    def add(self, thing: Any) -> bool:
        if thing == self.last or len(self.seen) > self.most:
            return False
        self.total += 1
        self.last = thing
        self.seen.append(thing)
        return True


def tallied(things: Iterable[Any]) -> int:
    """How many differ from the one before."""
    tally = Tally(4)
    return sum(1 for thing in things if tally.add(thing)) + 10 * tally.total + len(tally.seen)


def summed(numbers: Iterable[int]) -> int:
    """A total that an inner function keeps."""
    total = 0

    def add(number: int) -> bool:
        nonlocal total
        if number < 0:
            return False
        total += number
        return total < 99

    for number in numbers:
        if not add(number):
            break
    return total


def least_first(numbers: Iterable[int]) -> list[int]:
    """By a heap, with the last one at its place among them."""
    heap: list[int] = []
    for number in numbers:
        heappush(heap, number)
    found = [heappop(heap) for _ in range(len(heap) // 2)]
    insort(found, 2)
    return found + heap


def head_and_rest(things: Iterable[Thing], default: Thing) -> tuple[Thing, int]:
    """An iterator that is gone on with."""
    through = iter(list(things))
    first = next(through, default)
    return first, sum(1 for _ in through)


def weighed(*numbers: int, **more: int) -> int:
    return sum(numbers) + more.get("by", 0) * len(more)


def in_pieces(items: Iterable[Thing], size: int) -> tuple[Thing, ...]:
    """What an iterator has left when some were taken comes first."""
    left = iter(items)
    taken = tuple(islice(left, size))
    return (*left, *taken)


BOARD = np.array([[0, 1, 2], [3, 1, 0], [2, 2, 1]])


def marked_array(items: np.ndarray, number: int) -> np.ndarray:
    """A copy with an item changed, seen from behind."""
    found = items.copy()
    if len(found):
        found[number % len(found)] = number % 5
    found[:2] += 1
    return found[::-1]


def turned_board(number: int) -> int:
    """A board that is changed, turned and looked at in places."""
    board = BOARD.copy()
    board[number % 3, 1] = number % 4
    board.T[number % 3] += 1
    board = np.rot90(board)
    places = np.argwhere(board == 1)
    return int(board[0].sum() * 10 + np.trace(board) + len(places))


CALLED: dict[str, Any] = {
    each.__name__: each
    for each in (
        Counter, defaultdict, deque, replace, partial, reduce, accumulate, chain, combinations,
        count, dropwhile, groupby, islice, pairwise, permutations, product, repeat, takewhile,
        Game, Move, Color, Level, Spot, Cell, Jar, Piece, King, Rook, sign, depth, steps,
        other, opposite, put, first, found, without, subsets, neighbours, counted, toggled, applied,
        Card, Tile, Rest, changed_copy, by_setter, on_a_board,
        in_pieces, marked_array, turned_board,
        value_of, flood, Tally, tallied, summed, least_first, head_and_rest, weighed, bisect_left,
    )
} | {
    "np": np, "BOARD": BOARD,
    "NAMES": NAMES, "FLIP": FLIP, "PRICES": PRICES, "CORNERS": CORNERS, "VOWELS": VOWELS,
    "GOLD": GOLD, "SEVEN": SEVEN, "NEXT": NEXT, "TABLED": TABLED,
}  # fmt: skip
