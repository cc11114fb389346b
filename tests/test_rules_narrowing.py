"""Behind a test the kind of a value is known, and what another kind cannot do is no error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import pytest

from executed_rules import assert_same, collected_in, game_of
from zermelo import Move

RULES: list[Any] = []
rule = collected_in(RULES)

NUMBERS = [0, 1, 2, 5]
VARYING = [(), (1,), (2, 1), (3, 1, 2)]


class Suit(Enum):
    CLUBS = 1
    HEARTS = 2


@dataclass(frozen=True)
class Square:
    row: int
    col: int

    def beside(self) -> Square:
        return Square(self.row, self.col + 1)


class Board(NamedTuple):
    last: Square | None
    left: int | str


BOARDS = [Board(None, 3), Board(Square(1, 2), "ab"), Board(Square(0, 0), 0), Board(None, "")]


def pair_above(number: int) -> tuple[int, int] | None:
    if number < 2:
        return None
    return number, number + 1


def either(number: int) -> Any:
    if number < 1:
        return "abc"
    if number < 3:
        return None
    return (number, 4)


@rule(NUMBERS)
def an_early_return_leaves_something(state: int) -> Iterator[Move]:
    found = pair_above(state)
    if found is None:
        return
    yield Move(found[0] + sum(found), gain=len(found))


@rule(NUMBERS)
def a_default_takes_the_place_of_nothing(state: int) -> Iterator[Move]:
    found = pair_above(state)
    if found is None:
        found = (7, 7)
    yield Move(found[0] * found[1])


@rule(VARYING)
def the_best_so_far_in_a_loop(state: Any) -> Iterator[Move]:
    best = last = None
    for number in state:
        if best is None:
            best = number
        elif number > best:
            best = number + best
        if last is None or number - last > 0:
            last = number
    if best is not None and last is not None:
        yield Move((best + last,))


@rule(VARYING)
def a_round_is_cut_short(state: Any) -> Iterator[Move]:
    found = pair_above(len(state))
    total = 0
    for number in state:
        if found is None:
            continue
        total += found[1] * number
        if number == 3:
            found = None
    yield Move((total, 0 if found is None else found[0]))


@rule(VARYING)
def rounds_that_are_written_out(state: Any) -> Iterator[Move]:
    found = pair_above(len(state))
    total = 0
    for factor in (1, 2):
        if not found:
            continue
        total += found[0] * factor
        if factor == 1 and total > 2:
            found = None
    yield Move((total, 5 if found is None else 6))


@rule(NUMBERS)
def what_is_left_of_three_kinds(state: int) -> Iterator[Move]:
    found = either(state)
    if isinstance(found, str):
        yield Move(len(found.upper()))
    elif found:
        yield Move(found[0] - found[1])
    else:
        yield Move(int(found is None))


@rule(NUMBERS)
def joined_tests(state: int) -> Iterator[Move]:
    found, other = pair_above(state), pair_above(state - 1)
    if found is None or found[0] > 4:
        yield Move(1)
    if found and other and found[0] > other[0]:
        yield Move(found[0] - other[0])
    if None in (found, other):
        return
    yield Move(found[0] + other[1])  # type: ignore[index]


@rule(NUMBERS)
def choices_within_expressions(state: int) -> Iterator[Move]:
    found = pair_above(state)
    yield Move(found[0] if found is not None else -1, gain=(found or (8, 9))[1])
    yield Move(sum(each[0] for k in range(state) for each in [pair_above(k)] if each is not None))


@rule(NUMBERS)
def a_name_that_the_test_gives(state: int) -> Iterator[Move]:
    if (found := pair_above(state)) is not None:
        yield Move(found[0] + found[1])
    if not (other := pair_above(state - 1)):
        return
    assert other is not None
    yield Move(other[0])


@rule(NUMBERS)
def a_name_that_the_test_gives_twice(state: int) -> Iterator[Move]:
    found: Any = either(state)
    if found is not None and ((found := pair_above(state)) or state < 9):
        yield Move(0 if found is None else found[0])


@rule(BOARDS)
def fields_of_a_record(state: Board) -> Iterator[Move]:
    if state.last is None:
        yield Move(state, gain=1)
        return
    yield Move(state._replace(last=state.last.beside()), gain=state.last.col)
    if isinstance(state.left, str):
        state = Board(None, state.left + "c")
        yield Move(state, gain=len(state.left) if isinstance(state.left, str) else 0)


@rule(BOARDS)
def cases_of_a_match(state: Board) -> Iterator[Move]:
    last = state.last
    match last:
        case None:
            yield Move(state)
        case Square() if last.row:
            yield Move(Board(last.beside(), 1))
        case _:
            yield Move(Board(Square(last.col, last.row), 2))


@rule([None, Suit.CLUBS, Suit.HEARTS])
def members_of_an_enum_or_nothing(state: Suit | None) -> Iterator[Move]:
    if state is None:
        yield Move(Suit.CLUBS)
    else:
        yield Move(Suit(3 - state.value), gain=state.value)


@rule(NUMBERS)
def while_there_is_something(state: int) -> Iterator[Move]:
    found, rounds = pair_above(state), 0
    while found is not None:
        rounds += found[0]
        found = pair_above(found[0] - 2)
    yield Move(rounds if found is None else -1)


@rule(NUMBERS)
def an_error_on_the_way_out(state: int) -> Iterator[Move]:
    found = pair_above(state)
    try:
        if found is None:
            raise ValueError
        other = (1, 2, 3)[found[0]]
    except IndexError:
        other = found[1]  # type: ignore[index]
    except ValueError:
        other = -1 if found is None else -2
    yield Move(other)


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_tests_tell_the_kinds_of_values(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


def test_behind_a_test_only_one_kind_is_looked_at() -> None:
    rules = assert_same(game_of(an_early_return_leaves_something), NUMBERS)
    assert "a value is of another kind" not in rules.code.text
