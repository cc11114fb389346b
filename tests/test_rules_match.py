"""`match` in rules: every kind of pattern, held against Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from executed_rules import PAIRS, assert_same, collected_in, game_of
from row_examples import Piece, Point, Side, Suit
from zermelo import Move

RULES: list[Any] = []
rule = collected_in(RULES)
SMALL = [0, 1, 2, 3, 5, 12]
WORDS = ["", "a", "ab", "pass", "north"]
ROWS = [(), (1,), (2, 1), (0, 5, 4), (1, 1, 1, 1)]
POINTS = [Point(0, 0), Point(0, 3), Point(4, 4), Point(2, 5)]
PIECES = [Piece("king", (0, 1)), Piece("x", (2, 2), True), Piece("", (0, 0))]
MIXED = [0, 7, "ab", "", None, (1, 2), (3,), Side.LEFT, Side.BOTH, frozenset({1})]


@rule(SMALL)
def numbers(state: int) -> Iterator[Move]:
    match state:
        case 0:
            yield Move(10)
        case 1 | 2:
            yield Move(20)
        case n if n % 2:
            yield Move(n * 2)
        case _:
            yield Move(99)


@rule(WORDS)
def strings(state: str) -> Iterator[Move]:
    match state:
        case "":
            yield Move("empty")
        case "a" | "ab" as word:
            yield Move(word + word)
        case str(word) if "s" in word:
            yield Move(word[1:])


@rule(ROWS)
def sequences(state: Any) -> Iterator[Move]:
    match state:
        case []:
            yield Move((9,))
        case [one]:
            yield Move((one + 1,))
        case [0, *rest]:
            yield Move(tuple(rest))
        case [first, *_, last] if first == last:
            yield Move((first, len(state)))
        case (a, b):
            yield Move((b, a))


@rule(PAIRS)
def pairs(state: Any) -> Iterator[Move]:
    match state:
        case (0, y):
            yield Move((y, y))
        case (x, 0):
            yield Move((x, -x))
        case (1 | 2 as x, y) if x < y:
            yield Move((x + y, 0))
        case (x, y) if x == y:
            return
        case _:
            yield Move((0, 0))


@rule(POINTS)
def named_tuples(state: Point) -> Iterator[Move]:
    match state:
        case Point(x=0, y=0):
            yield Move(Point(1, 1))
        case Point(0, y):
            yield Move(Point(y, 0))
        case Point(x, y) if x == y:
            yield Move(Point(x - 1, y))
        case Point():
            yield Move(state._replace(x=0))


@rule(PIECES)
def dataclasses_by_field(state: Piece) -> Iterator[Move]:
    match state:
        case Piece(name="king", place=(row, _)):
            yield Move(state.at(row + 1, 0))
        case Piece(moved=True):
            yield Move(Piece("moved", state.place))
        case Piece("", (0, 0)):
            yield Move(Piece("corner", (0, 0)))


@rule(list(Side))
def members(state: Side) -> Iterator[Move]:
    match state:
        case Side.LEFT:
            yield Move(Side.RIGHT)
        case Side.RIGHT | Side.BOTH:
            yield Move(Side.LEFT)


@rule(list(Suit))
def members_that_are_numbers(state: Suit) -> Iterator[Move]:
    match state:
        case Suit.CLUBS:
            yield Move(Suit.HEARTS)
        case 5:
            yield Move(Suit.CLUBS)


@rule(MIXED)
def kinds(state: Any) -> Iterator[Move]:
    match state:
        case None:
            yield Move(0)
        case int(n):
            yield Move(n + 1)
        case str() as word:
            yield Move(word + "!")
        case Side.LEFT | Side.RIGHT:
            yield Move(Side.BOTH)
        case (a, b):
            yield Move((b, a, 0))
        case (a,):
            yield Move(a)


@rule(SMALL)
def what_is_bound_stays(state: int) -> Iterator[Move]:
    kind: Any = None
    match (state % 3, state % 2):
        case (0, rest):
            kind = "zero"
        case (rest, 1):
            kind = "odd"
        case (rest, _):
            kind = "other"
    yield Move(len(kind) + rest)


@rule(SMALL)
def a_match_in_a_loop(state: int) -> Iterator[Move]:
    total = 0
    for k in range(state):
        match k % 4:
            case 0:
                continue
            case 3:
                break
            case n:
                total += n
    yield Move(total)


@rule([(("take", 2), 5), (("pass",), 3), (("put", 1), 0), (("take", 9), 1)])
def words_and_numbers(state: Any) -> Iterator[Move]:
    command, left = state
    match command:
        case ("take", number) if number <= left:
            yield Move((("pass",), left - number))
        case ("put", number):
            yield Move((("take", number), left + number))
        case ("pass",):
            yield Move((("put", 1), left))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_a_match_is_as_in_python(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)
