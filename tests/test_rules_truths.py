"""True is equal to 1, but its text is another, and only it is True: the code knows or refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from executed_rules import assert_same, collected_in, game_of
from zermelo import Move
from zermelo.staging.reading.source import Refused

RULES: list[Any] = []
UNKNOWN: list[Any] = []
rule = collected_in(RULES)
unknown = collected_in(UNKNOWN)

NUMBERS = [3, 2, 1, 0]


@rule(NUMBERS)
def the_text_of_a_test(n: int) -> Iterator[Move]:
    yield Move(0, gain=len(f"{n > 1}"))


@rule(NUMBERS)
def the_text_of_tests_in_a_list(n: int) -> Iterator[Move]:
    tests = [n > 1, n > 2]
    yield Move(0, gain=len(str(tests)) + len(str(tests[n % 2])))


@rule(NUMBERS)
def the_larger_of_two_tests(n: int) -> Iterator[Move]:
    yield Move(0, gain=len(str(max(n > 1, n > 2))) + len(str(max([n > 1, n > 0]))))


@rule(NUMBERS)
def a_number_is_not_true(n: int) -> Iterator[Move]:
    one = 1 if n > 1 else 2
    match one:
        case True:
            yield Move(1)
        case _:
            yield Move(2)


@rule(NUMBERS)
def a_test_is_true_or_a_truth_value(n: int) -> Iterator[Move]:
    tests = [n > 1, n > 2]
    match tests[0]:
        case bool():
            yield Move(1, gain=tests[1] is True)
        case _:
            yield Move(2)
    yield Move(3, gain=isinstance(tests[1], bool) + 2 * isinstance(n, (bool, str)))


@rule(["", "0", "01"])
def digits_beside_a_state_without_truth_values(word: str) -> Iterator[Move]:
    if len(word) < 5:
        yield Move(word + str(len(word)))


@rule([(True, 3), (False, 2)])
def a_truth_value_of_a_state(state: tuple[bool, int]) -> Iterator[Move]:
    first, n = state
    yield Move((not first, n), gain=len(str(first)))


@unknown(NUMBERS)
def a_number_or_a_test(n: int) -> Iterator[Move]:
    either = True if n > 1 else 2
    yield Move(0, gain=len(f"{either}"))


@unknown(NUMBERS)
def a_test_among_numbers(n: int) -> Iterator[Move]:
    row = [1, 2, 3]
    row[1] = n > 2
    yield Move(0, gain=len(str(row[n])))


@unknown(NUMBERS)
def a_default_that_is_no_test(n: int) -> Iterator[Move]:
    held = {"a": n > 1}
    yield Move(0, gain=len(str(held.get("b" if n else "a", 0))))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_rules_say_what_python_says(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


@pytest.mark.parametrize(("moves", "states"), UNKNOWN)
def test_what_may_be_either_is_refused(moves: Any, states: list[Any]) -> None:
    with pytest.raises(Refused, match="may be True or False"):
        assert_same(game_of(moves), states)


def test_two_truths_may_be_the_same_thing() -> None:
    def moves(state: Any) -> Iterator[Move]:
        place, white = state
        black = place > 1
        if white is not black:
            yield Move((place, black), gain=1)
        yield Move(state, gain=2 if black is (place > 2) else 3)
        yield Move(state, gain=4 if white is place else 5)

    assert_same(game_of(moves), [(0, True), (2, True), (2, False), (3, True), (1, False)])
