"""Examples of what Python's types can do, as expressions of a state; both sides carry them out.

    check("s, t", STATES, "a = list(s); a.append(t); tuple(a)")

`s` and `t` are the parts of a state, which ends with None; a move puts what the last piece gives
there. Every row that the translator declares has examples of its own that really reach that row.
"""

from __future__ import annotations

import bisect
import collections
import copy
import dataclasses
import functools
import heapq
import itertools
import linecache
import math
import operator
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any, NamedTuple

import pytest

from executed_rules import assert_same, game_of
from zermelo import Move
from zermelo.staging import stage  # declares all rows
from zermelo.staging.builder import operations

TABLES = (operations.METHODS, operations.FUNCTIONS, operations.BINARY, operations.PROTOCOL)
assert stage.DECLARED


class Side(Enum):
    LEFT = 1
    RIGHT = 2
    BOTH = 3

    @property
    def other(self) -> Side:
        return Side.LEFT if self is Side.RIGHT else Side.RIGHT


class Suit(IntEnum):
    CLUBS = 0
    HEARTS = 5


class Point(NamedTuple):
    x: int
    y: int = 0

    def turned(self) -> Point:
        return Point(-self.y, self.x)


@dataclass(frozen=True)
class Piece:
    name: str
    place: tuple[int, int]
    moved: bool = False

    @property
    def row(self) -> int:
        return self.place[0]

    def at(self, *place: int) -> Piece:
        return dataclasses.replace(self, place=tuple(place), moved=True)


@dataclass(frozen=True, order=True)
class Score:
    points: int
    games: int = 0
    name: str = field(default="", compare=False)


@dataclass(frozen=True)
class Vector:
    """What the rules say themselves: sums, multiples, comparisons, a length and items."""

    x: int
    y: int

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Vector) -> Vector:
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, times: int) -> Vector:
        return Vector(self.x * times, self.y * times)

    def __rmul__(self, times: int) -> Vector:
        return self * times

    def __neg__(self) -> Vector:
        return Vector(-self.x, -self.y)

    def __lt__(self, other: Vector) -> bool:
        return self.x + self.y < other.x + other.y

    def __len__(self) -> int:
        return abs(self.x)

    def __bool__(self) -> bool:
        return self.x != self.y

    def __getitem__(self, place: int) -> int:
        return (self.x, self.y)[place]

    def __contains__(self, number: int) -> bool:
        return number in (self.x, self.y)


@dataclass(frozen=True)
class Modulo:
    """Equal when the rests are."""

    number: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Modulo) and self.number % 3 == other.number % 3

    def __hash__(self) -> int:
        return hash(self.number % 3)


LETTERS = {"a": 1, "b": 2, "ab": 7}
OPENINGS = str.maketrans({"a": "b", "b": "", "x": "yy"})
OCTETS = bytes.maketrans(b"ab", b"ba")
NAMES: dict[str, Any] = {
    "Move": Move, "itertools": itertools, "functools": functools, "operator": operator,
    "math": math, "collections": collections, "dataclasses": dataclasses, "Counter": Counter,
    "defaultdict": defaultdict, "deque": deque, "Side": Side, "Suit": Suit, "Point": Point,
    "Piece": Piece, "Score": Score, "Vector": Vector, "Modulo": Modulo, "LETTERS": LETTERS,
    "OPENINGS": OPENINGS, "OCTETS": OCTETS, "bisect": bisect, "heapq": heapq, "copy": copy,
    "OrderedDict": OrderedDict,
}  # fmt: skip


def rule(given: str, text: str) -> Callable[[Any], Iterator[Move]]:
    """A move of a state that ends with None, to one that ends with what an expression gives."""
    *pieces, last = text.split("; ")
    return _written([f"{given}, _ = state", *pieces, f"yield Move((*state[:-1], {last}))"], text)


def rule_of_state(given: str, text: str) -> Callable[[Any], Iterator[Move]]:
    """A move of a state, to what an expression of it gives, of whatever kind."""
    *pieces, last = text.split("; ")
    return _written([f"{given} = state", *pieces, f"yield Move({last})"], text)


def _written(lines: list[str], text: str) -> Callable[[Any], Iterator[Move]]:
    """A function with these lines, whose text can be read back."""
    source = "\n    ".join(["def moves(state):", *lines]) + "\n"
    file = f"example {text!r}.py"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names = dict(NAMES)
    exec(compile(source, file, "exec"), names)
    moves: Callable[[Any], Iterator[Move]] = names["moves"]
    return moves


def check(given: str, parts: list[Any], text: str) -> None:
    """An expression of all states gives what Python gives, and errors where Python has errors."""
    states = [(*each, None) if "," in given else (each, None) for each in parts]
    try:
        assert_same(game_of(rule(given, text)), states)
    except Exception as error:
        error.add_note(text)
        raise


@contextmanager
def recorded() -> Iterator[set[Any]]:
    """The rows that are asked for meanwhile."""
    found: set[Any] = set()
    with pytest.MonkeyPatch.context() as patch:
        for table in TABLES:
            for key, row in list(table.items()):
                patch.setitem(table, key, _noted(row, key, found))  # type: ignore[arg-type]
        yield found


def _noted(row: Callable[..., Any], key: Any, found: set[Any]) -> Callable[..., Any]:
    @functools.wraps(row)
    def noted(*args: Any, **words: Any) -> Any:
        found.add(key)
        return row(*args, **words)

    return noted


@dataclass(frozen=True)
class Examples:
    """Expressions of one row."""

    given: str
    states: list[Any]
    texts: tuple[str, ...]


Table = dict[Any, list[Examples]]


def add(table: Table, given: str, states: list[Any], rows: dict[Any, str | list[str]]) -> None:
    """Declare examples of rows, over the same states."""
    for row, texts in rows.items():
        every = (texts,) if isinstance(texts, str) else tuple(texts)
        table.setdefault(row, []).append(Examples(given, states, every))


def of_rows(table: Table) -> Any:
    """A mark for a test of `row` and its `examples`."""
    params = [pytest.param(row, examples, id=spelled(row)) for row, examples in table.items()]
    return pytest.mark.parametrize(("row", "examples"), params)


def spelled(row: Any) -> str:
    """A row, for the name of a test."""
    if isinstance(row, tuple):
        return " ".join(part if isinstance(part, str) else part.__name__ for part in row)
    return str(getattr(row, "__qualname__", row))


def hold(row: Any, examples: list[Examples]) -> None:
    """All examples of a row are as in Python, and reach the row."""
    with recorded() as found:
        for each in examples:
            for text in each.texts:
                check(each.given, each.states, text)
    assert row in found, f"no example reaches {spelled(row)}"
