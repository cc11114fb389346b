"""Names that may have no value where rules ask for them: an error in Python, and in the code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from executed_rules import assert_same, collected_in, game_of
from zermelo import Game, Move, solve
from zermelo.errors import RulesError
from zermelo.staging.reading.source import Refused
from zermelo.staging.reading.unbound import given

RULES: list[Any] = []
rule = collected_in(RULES)

NUMBERS = [3, 2, 1, 0]
ROWS = [(), (1,), (3,), (3, 1), (1, 3, 2), (5, 3, 1), (1, 2, 3)]


@rule(ROWS)
def a_name_that_an_earlier_round_has_given(row: Any) -> Iterator[Move]:
    for number in row:
        if number > 2:
            found = number
    if any(number > 2 for number in row):
        yield Move((found,))


@rule(ROWS)
def a_row_that_an_earlier_round_has_given(row: Any) -> Iterator[Move]:
    place = 0
    while place < len(row):
        if row[place] > 2:
            rest = row[place:]
        place += 1
    if any(number > 2 for number in row):
        yield Move(rest[1:])


@rule(ROWS)
def a_name_of_two_loops(row: Any) -> Iterator[Move]:
    for number in row:
        if number > 2:
            part = row[:number]
    for number in row:
        if number > 3:
            part = row[number:]
        if number > 2:
            yield Move(part)


@rule(ROWS)
def a_name_that_the_round_before_has_given(row: Any) -> Iterator[Move]:
    for place, item in enumerate(row):
        if place and item == before:  # noqa: F821
            yield Move(row[:place], gain=before)  # noqa: F821
        before = item
    yield Move(row, gain=1)


@rule(ROWS)
def a_set_that_the_round_before_has_given(row: Any) -> Iterator[Move]:
    total = 0
    for place, item in enumerate(row):
        if total:
            total += len(seen)  # noqa: F821
            yield Move(row, gain=total if item in seen else sum(seen))  # noqa: F821
        seen = {item, place}
        total += 1 + item


@rule(NUMBERS)
def a_pair_that_the_round_before_may_have_given(n: int) -> Iterator[Move]:
    k = n
    while k:
        if k < n or n == 2:
            yield Move(n - 1, gain=last[0])  # noqa: F821
        last = (k, n)
        k -= 1


@rule(ROWS)
def a_name_of_the_inner_loop(row: Any) -> Iterator[Move]:
    for part in (row, row[1:], row[:2]):
        for place, item in enumerate(part):
            if place > 0 and best < item:  # noqa: F821
                yield Move(row, gain=best)  # noqa: F821
            best = max(best, item) if place else item  # noqa: F821


@rule(NUMBERS)
def a_branch_not_taken(n: int) -> Iterator[Move]:
    if n > 2:
        step = 1
    if n:
        yield Move(n - step)


@rule(NUMBERS)
def a_loop_of_no_rounds(n: int) -> Iterator[Move]:
    for k in range(n - 2):
        step = k + 1
    yield Move(n - step)


@rule(NUMBERS)
def the_number_of_the_last_round(n: int) -> Iterator[Move]:
    for k in range(n):  # noqa: B007
        pass
    yield Move(k)


@rule(NUMBERS)
def a_name_that_is_added_to(n: int) -> Iterator[Move]:
    for _ in range(n):
        total = 2
    total += 1
    yield Move(total - 3)


@rule(NUMBERS)
def a_name_that_is_deleted(n: int) -> Iterator[Move]:
    row = [1, 2]
    if n > 2:
        yield Move(n - row[0])
        del row
    yield Move(n * len(row))


@rule(NUMBERS)
def a_name_that_an_earlier_round_has_deleted(n: int) -> Iterator[Move]:
    row = [1, 2]
    for k in range(n):
        yield Move(n - row[0])
        if k:
            del row


@rule(NUMBERS)
def a_name_that_is_deleted_before_an_error(n: int) -> Iterator[Move]:
    row = [1, 2]
    try:
        if n > 1:
            del row
        n = 6 // (n - 2)
    except ZeroDivisionError:
        n = len(row)
    yield Move(n)


@rule(NUMBERS)
def an_error_that_is_caught(n: int) -> Iterator[Move]:
    if n > 1:
        first, (second, *_) = n, (1, 2, 3)
    try:
        yield Move(first - second)
    except NameError:
        yield Move(0)


@rule(NUMBERS)
def a_name_of_a_pattern(n: int) -> Iterator[Move]:
    match n:
        case 3:
            pass
        case 2 | 1 as small:
            pass
        case _:
            return
    yield Move(small - 1)


@rule(NUMBERS)
def a_name_that_every_way_gives(n: int) -> Iterator[Move]:
    while True:
        if n % 2:
            step = 1
            break
        step = 2
        break
    for k in range(n):
        if k == 1:
            found = k
            break
    else:
        found = 0
    try:
        kept = 1 // n
    except ZeroDivisionError:
        return
    yield Move(max(0, n - step - found - kept))


@rule(NUMBERS)
def a_name_inside_an_expression(n: int) -> Iterator[Move]:
    if n > 1 and (left := n - 1) > 0:
        yield Move(left)
    yield Move(n - left)


@rule(NUMBERS)
def a_name_inside_a_lambda(n: int) -> Iterator[Move]:
    for step in range(n - 1):
        best = step + 1
    yield Move(n, gain=sum(map(lambda k: k + best, (1, 2))))
    ask = lambda: late  # noqa: E731
    late = n
    yield Move(n, gain=ask())


@rule(NUMBERS)
def a_name_inside_a_comprehension(n: int) -> Iterator[Move]:
    squares = [last := k for k in range(n)]
    yield Move(last, gain=len(squares))


@rule(NUMBERS)
def a_name_of_an_assignment_that_is_left_out(n: int) -> Iterator[Move]:
    both = n > 2 and (left := 1)
    yield Move(left, gain=both)


@rule(NUMBERS)
def a_function_inside(n: int) -> Iterator[Move]:
    def step(number: int) -> int:
        if number > 1:
            found = 1
        return found

    yield Move(n - step(n))


@rule(ROWS)
def a_name_of_a_pattern_in_a_loop_of_no_rounds(row: Any) -> Iterator[Move]:
    for number in (*row[:1], *row[2:]):
        match row:
            case (first, *_) if any(first > each for each in row):
                yield Move((first, number))
            case (first, second):
                yield Move((second, first))
            case _:
                yield Move(())


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_rules_say_what_python_says(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


class Forgetful(Game):
    """Take one or two; of three counters the rules forget how many."""

    start = 9

    def moves(self, n: int) -> Iterator[Move]:
        if n != 3:
            most = 2
        for k in range(1, 3):
            if k <= min(n, most):
                yield Move(n - k, gain=k)


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_no_engine_counts_with_what_has_no_value(engine: str) -> None:
    with pytest.raises(RulesError, match="'most'|has no value"):
        solve(Forgetful(), engine=engine)


def test_what_has_no_value_is_not_given() -> None:
    assert given(3, True) == 3
    with pytest.raises(UnboundLocalError):
        given(3, False)


def test_a_name_that_no_round_gives_is_refused() -> None:
    def moves(n: int) -> Iterator[Move]:
        for k in range(n):
            if k > 5:
                yield Move(k, gain=step)  # noqa: F821
            if k > 7:
                del step  # noqa: F821

    with pytest.raises(Refused, match="'step' has no value here"):
        assert_same(game_of(moves), NUMBERS)


def test_a_name_that_every_way_of_a_round_asks_for_is_refused_by_its_name() -> None:
    def by_statements(n: int) -> Iterator[Move]:
        for k in range(n * n % 7):
            if k > 5:
                step = step[1:]  # noqa: F821
            else:
                step.sort()  # noqa: F821
            yield Move(k, gain=step[0])

    def by_expressions(n: int) -> Iterator[Move]:
        for k in range(n * n % 7):
            step = step[1] if k > 5 else step[0]  # noqa: F821
            yield Move(k, gain=step)

    for moves in (by_statements, by_expressions):
        with pytest.raises(Refused, match="'step' has no value here"):
            assert_same(game_of(moves), NUMBERS)


def deep(n: int) -> int:
    return n if n < 2 else deep(n - 1)


def test_what_a_function_returns_is_learned_before_a_name_of_a_loop_is_given_up() -> None:
    """At first neither side is known: one calls a function of itself, one asks for its own name."""

    def moves(n: int) -> Iterator[Move]:
        for k in range(n):
            total = deep(k) if k == 0 else total + 1  # noqa: F821
            yield Move(k, gain=total)

    assert_same(game_of(moves), NUMBERS)
