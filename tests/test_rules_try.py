"""`try` in rules: errors of an index, a key, a number or the rules' own, held against Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from executed_rules import PAIRS, assert_same, collected_in, game_of
from zermelo import Move

RULES: list[Any] = []
rule = collected_in(RULES)
SMALL = [0, 1, 2, 3, 5, 12]
WORDS = ["", "a", "12", "x1", "-3"]
ROWS = [(), (1,), (2, 1), (0, 5, 4), (1, 1, 1, 1)]
PRICES = {1: 10, 3: 30, 5: 2}


class Forbidden(Exception):
    """What the rules raise themselves."""


def allowed(number: int) -> int:
    if number % 3 == 2:
        raise Forbidden(number)
    return number + 1


@rule(ROWS)
def an_index(state: Any) -> Iterator[Move]:
    for place in (0, 2, -3):
        try:
            found = state[place]
        except IndexError:
            found = 99
        yield Move((found,))


@rule(SMALL)
def given_up_half_way(state: int) -> Iterator[Move]:
    """The first row has no items, so that its `try` is translated and dropped: what can fail behind
    the loop is not caught there (random programs, seed 9548).
    """
    found = 1
    for row in ()[:state] if state < 0 else list(reversed(["."])):
        try:
            found = row.index("o")
        except ValueError:
            found = state
    yield Move(len(frozenset({bytes([2, 0, found % 5])})))


@rule(SMALL)
def a_key(state: int) -> Iterator[Move]:
    try:
        yield Move(PRICES[state])
    except KeyError:
        yield Move(7)
    else:
        yield Move(8)


@rule(SMALL)
def a_key_of_a_dict_that_is_built(state: int) -> Iterator[Move]:
    squares = {k: k * k for k in range(3)}
    try:
        del squares[state]
    except KeyError:
        squares[state] = 1
    yield Move(sum(squares.values()))


@rule(WORDS)
def a_number_in_a_string(state: str) -> Iterator[Move]:
    try:
        number = int(state)
    except ValueError:
        number = -1
    yield Move(state + str(number))


@rule(PAIRS)
def a_division_by_zero(state: Any) -> Iterator[Move]:
    a, b = state
    try:
        yield Move((a // b, a % b))
    except ZeroDivisionError:
        yield Move((0, 0))


@rule(PAIRS)
def a_quotient_and_a_rest(state: Any) -> Iterator[Move]:
    try:
        found = divmod(*state)
    except (ZeroDivisionError, ValueError):
        found = (7, 7)
    yield Move(found)


@rule(ROWS)
def a_search(state: Any) -> Iterator[Move]:
    try:
        place = state.index(1)
    except ValueError:
        return
    yield Move(state[:place])


@rule(SMALL)
def an_error_of_the_rules(state: int) -> Iterator[Move]:
    for k in range(state):
        try:
            yield Move(allowed(k))
        except Forbidden:
            continue


@rule(SMALL)
def an_error_that_leaves_a_loop(state: int) -> Iterator[Move]:
    total = 0
    try:
        for k in range(state):
            total += allowed(k)
    except Forbidden:
        total = -total
    yield Move(total)


@rule(SMALL)
def errors_of_several_kinds(state: int) -> Iterator[Move]:
    row = (3, 1, 2)
    try:
        yield Move(PRICES[row[state]])
    except (IndexError, KeyError):
        yield Move(-1)


@rule(SMALL)
def errors_told_apart(state: int) -> Iterator[Move]:
    row = (3, 1, 2)
    try:
        found = PRICES[row[state]]
    except IndexError:
        found = -1
    except LookupError:
        found = -2
    yield Move(found)


@rule(SMALL)
def an_error_within_an_error(state: int) -> Iterator[Move]:
    try:
        try:
            found = (1, 2)[state]
        except KeyError:
            found = 5
    except IndexError:
        found = 6
    yield Move(found)


@rule(SMALL)
def an_error_that_is_not_caught(state: int) -> Iterator[Move]:
    try:
        found = (1, 2)[state]
    except KeyError:
        found = 5
    yield Move(found)


@rule(SMALL)
def an_assertion(state: int) -> Iterator[Move]:
    try:
        assert state < 3, "too many"
        yield Move(1)
    except AssertionError:
        yield Move(2)


@rule(ROWS)
def an_unpacking(state: Any) -> Iterator[Move]:
    try:
        a, b = state
    except ValueError:
        a, b = 0, len(state)
    yield Move((a, b))


@rule(SMALL)
def a_generator_that_is_empty(state: int) -> Iterator[Move]:
    try:
        yield Move(next(k for k in range(state) if k > 3))
    except StopIteration:
        yield Move(-5)


@rule(ROWS)
def a_list_that_is_empty(state: Any) -> Iterator[Move]:
    rest = list(state)
    try:
        last = rest.pop()
    except IndexError:
        last = -1
    yield Move((last, *rest))


@rule(ROWS)
def the_least_of_nothing(state: Any) -> Iterator[Move]:
    try:
        yield Move((min(state), max(state)))
    except ValueError:
        yield Move((0,))


@rule(ROWS)
def a_set_without_the_item(state: Any) -> Iterator[Move]:
    left = set(state)
    try:
        left.remove(1)
    except KeyError:
        left.add(1)
    yield Move(tuple(sorted(left)))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_a_try_is_as_in_python(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)
