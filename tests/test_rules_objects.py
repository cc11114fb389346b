"""Objects of plain classes, which rules make and change while they work out the moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from executed_rules import assert_same, collected_in, game_of
from zermelo import Move
from zermelo.staging.reading.source import Refused

RULES: list[Any] = []
rule = collected_in(RULES)

NUMBERS = [0, 1, 2, 5]
VARYING = [(), (1,), (2, 1), (3, 1, 2)]
BOARDS = ["..|..", "X.|.O", "XO|XO"]


class Board:
    """Rows that change."""

    empty = "."

    def __init__(self, text: str) -> None:
        self.rows = [list(row) for row in text.split("|")]
        self.moved = None

    @property
    def free(self) -> list[tuple[int, int]]:
        places = ((r, c) for r in range(len(self.rows)) for c in range(2))
        return [(r, c) for r, c in places if self.rows[r][c] == self.empty]

    def put(self, row: int, col: int, mark: str) -> Board:
        self.rows[row][col] = mark
        self.moved = (row, col)
        return self

    def __str__(self) -> str:
        return "|".join("".join(row) for row in self.rows)


@rule(BOARDS)
def a_board_that_changes(state: str) -> Iterator[Move]:
    for row, col in Board(state).free:
        board = Board(state)
        before = board.moved
        board.put(row, col, "X").put(0, 0, "O")
        yield Move(str(board), gain=len(board.free) + int(before is None) + board.moved[0])


@rule(NUMBERS)
def a_board_of_constants_that_changes(state: int) -> Iterator[Move]:
    board = Board("..|..")
    if state > 1:
        board.put(1, 1, "X")
    yield Move(len(board.free))


@dataclass
class Tally:
    total: int = 0
    seen: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.total += 1

    def add(self, number: int) -> None:
        self.total += number
        self.seen.append(number)


@rule(VARYING)
def a_dataclass_that_changes(state: Any) -> Iterator[Move]:
    tally, other = Tally(), Tally(total=5)
    for number in state:
        (tally if number % 2 else other).add(number)
        tally.seen += [number]
    yield Move((tally.total, other.total, *tally.seen, *other.seen), gain=int(tally is not other))


class Node:
    """A tree that grows."""

    def __init__(self, key: int, left: Node | None = None) -> None:
        self.key = key
        self.left = left
        self.right: Node | None = None

    def insert(self, key: int) -> None:
        if key < self.key:
            if self.left is None:
                self.left = Node(key)
            else:
                self.left.insert(key)
        elif self.right is None:
            self.right = Node(key)
        else:
            self.right.insert(key)


def depth_of(node: Node | None) -> int:
    if node is None:
        return 0
    return 1 + max(depth_of(node.left), depth_of(node.right))


@rule(VARYING)
def a_tree_of_objects(state: Any) -> Iterator[Move]:
    root = Node(2)
    for key in state:
        root.insert(key)
    yield Move((depth_of(root),), gain=int(root.left is None))


class Counted:
    def __init__(self) -> None:
        self.number = 0


class Careful(Counted):
    def __init__(self, least: int) -> None:
        super().__init__()
        self.least = least

    def up(self) -> int:
        self.number += self.least
        return self.number


@rule(NUMBERS)
def an_object_of_a_derived_class(state: int) -> Iterator[Move]:
    counted = Careful(state)
    same = counted
    for _ in range(3):
        counted.up()
    yield Move(same.number, gain=int(same == counted) + 2 * int(same == Careful(1)))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_objects_change_as_in_python(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


SHARED = Tally()


def test_objects_of_the_game_are_not_changed() -> None:
    def moves(state: int) -> Iterator[Move]:
        SHARED.total += state
        yield Move(SHARED.total)

    with pytest.raises(Refused, match="a field of Tally is changed"):
        assert_same(game_of(moves), [0])


def test_objects_that_change_are_no_keys() -> None:
    def moves(state: int) -> Iterator[Move]:
        yield Move(len({Careful(state), Careful(1)}))

    with pytest.raises(Refused, match="as a key"):
        assert_same(game_of(moves), NUMBERS)
