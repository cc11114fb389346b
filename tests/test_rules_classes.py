"""Classes of the rules' own: what they say of themselves; members of an Enum that are strings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Any

import pytest

from executed_rules import assert_same, collected_in, game_of
from zermelo import Move

RULES: list[Any] = []
rule = collected_in(RULES)


@dataclass(frozen=True)
class Board:
    """Cells, and whose turn it is."""

    cells: str
    turn: int = 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __getitem__(self, place: int) -> str:
        return self.cells[place]

    def __contains__(self, sign: str) -> bool:
        return sign in self.cells

    def __str__(self) -> str:
        return self.cells + "!"


@dataclass(frozen=True)
class Pair:
    """Nothing that could be gone through."""

    one: int
    two: int


class Sign(StrEnum):
    """What is put on a board."""

    CROSS = "x"
    NOUGHT = "o"


class Old(str, Enum):  # noqa: UP042 - people write so
    """The same, as it was written before."""

    CROSS = "x"
    NOUGHT = "o"


BOARDS = [Board("..x", 1), Board("ox."), Board("")]
SIGNS = [(Sign.CROSS, "xo"), (Sign.NOUGHT, "xo"), (Sign.NOUGHT, "")]
OLD = [(Old.CROSS, "xo"), (Old.NOUGHT, "xo"), (Old.NOUGHT, "")]


@rule(BOARDS)
def a_loop_over_what_a_class_says(board: Board) -> Iterator[Move]:
    for sign in board:
        yield Move(replace(board, cells=sign * 2))
    yield Move(Board("".join(reversed(list(board)))))
    yield Move(Board("".join(sign for sign in board if sign != ".")))


@rule(BOARDS)
def what_a_class_says_of_its_length_items_and_text(board: Board) -> Iterator[Move]:
    if len(board) and "x" in board:
        yield Move(Board(board[0], len(board)))
    if not board:
        yield Move(Board(str(board)))


@rule(BOARDS[:2])
def items_that_a_class_hands_out(board: Board) -> Iterator[Move]:
    one, *rest = board
    yield Move(Board("".join(rest) + one))


@rule([Pair(1, 2)])
def a_loop_over_what_cannot_be_gone_through(pair: Pair) -> Iterator[Move]:
    for number in pair if pair.one == 1 else ():  # type: ignore[attr-defined]
        yield Move(Pair(number, 0))


@rule(SIGNS)
def members_that_are_strings(state: tuple[Sign, str]) -> Iterator[Move]:
    sign, text = state
    if sign == "x":
        yield Move((Sign.NOUGHT, text))
    if sign in text and sign not in ("q", "o"):
        yield Move((sign, text.replace(sign, "")))
    if sign < "p":
        yield Move((sign, sign + text + f"{sign}" + sign.upper()))
    yield Move((Sign(text[0]) if text else sign, {"x": "1", "o": "2"}[sign]))


@rule(OLD)
def members_that_are_strings_as_of_old(state: tuple[Old, str]) -> Iterator[Move]:
    sign, text = state
    if sign == "x":
        yield Move((Old.NOUGHT, str(sign)))
    if sign in text:
        yield Move((sign, sign.value + "".join([sign, text])))
    match sign:
        case "x":
            yield Move((sign, "a"))
        case Old.NOUGHT:
            yield Move((sign, "b"))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_classes_are_what_they_say(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)
