"""What people write about numbers, names and moves becomes code that says what Python says.

The code is plain Python over rows of numbers: it is carried out here without a compiler.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import Any

import pytest

from executed_rules import (
    NUMBERS,
    PAIRS,
    VARYING,
    assert_same,
    collected_in,
    game_of,
)
from zermelo import Move
from zermelo.games import Nim

RULES: list[Any] = []
rule = collected_in(RULES)


# -- numbers ---------------------------------------------------------------------------------------


@rule(PAIRS)
def arithmetic_is_that_of_python(state: Any) -> Iterator[Move]:
    a, b = state
    yield Move((a // 3, a % 3))
    yield Move((a // -2, a % -2))
    yield Move((abs(a), -b))
    yield Move((a & b, a | b))
    yield Move((a ^ b, ~a))
    yield Move((min(a, b), max(a, b, 2)))
    yield Move((int(a < b), bool(a)))
    yield Move((abs(a).bit_count(), b.bit_length()))
    yield Move((a + (b > 0), -(a > b)))
    yield Move((a >> 70, (a > 0) << 3))
    yield Move((divmod(a, 3)[1], pow(2, abs(b))))
    yield Move((math.gcd(a, b), math.isqrt(abs(a))))
    yield Move((a**2, a * b * a))
    yield Move(divmod(a, b))  # an error when b = 0


@rule(PAIRS)
def shifts_and_powers_by_negative_numbers_are_errors(state: Any) -> Iterator[Move]:
    a, b = state
    yield Move((a << b, a >> b))
    yield Move((a**b, 1))


@rule(PAIRS)
def conditions_give_values(state: Any) -> Iterator[Move]:
    a, b = state
    yield Move((1 if a < b < 4 else 2, a and b))
    yield Move((a or b, not a))
    yield Move((a or b or 7, a and b and 9))
    yield Move(state if a else (b, b), gain=5 if a > 0 else b)
    yield Move((a in (1, 2, b), a not in {1, 3}))
    yield Move((a in range(0, 5, 2), b in range(a)))
    yield Move((a in {b, 2}, b in (a, a + 1)))
    yield Move((1, 2) if state < (1, 2) else state, gain=(state == (1, 1)) + (state >= (2, 2)) * 2)
    yield Move(((), state)[1] or (0, 0), gain=(7, 8)[a > b])
    if (total := a + b) > 2 and (product := a * b) > 3:
        yield Move((total, product))
    yield Move((total, (c := total * 2) + c))
    yield Move((a is not None, (a == b) is False if a is None else 1))
    if not (a and b) or not a > b:
        yield Move((3, 3))
    text = "more" if a > b else "less"
    yield Move((0, 1), label=text + "!" * 3)


@rule(NUMBERS)
def truth_values_count_as_numbers(state: int) -> Iterator[Move]:
    even = state % 2 == 0
    yield Move(even + even)
    yield Move(3 * even - (state > 2))
    odd = not even
    odd ^= state > 50
    yield Move(odd << 2 | even)
    flag = False
    for k in range(state):
        flag = flag or k == 4
    yield Move(flag, again=flag, gain=-flag)
    yield Move((10, 20)[flag])
    yield Move(sum([state > 1, state > 2, flag]))
    yield Move(max(flag, odd))


# -- names -----------------------------------------------------------------------------------------


@rule(PAIRS)
def names_may_stand_for_new_things(state: Any) -> Iterator[Move]:
    original = state
    state = list(state)
    state[0] = 4
    state = tuple(state)
    yield Move(state)
    state = original[0] + original[1]
    if state > 3:
        pair = (state, 1)
    elif state > 1:
        pair = (1, 1)
    else:
        pair = (0, state)
    yield Move(pair)
    row = (1, 2, 3) if state > 2 else (4,)
    yield Move((len(row), sum(row)))
    if state > 0:
        row = row[1:]
    else:
        unused = row
    yield Move((len(row), 0))
    items = [1]
    if state > 0:
        items.append(state)
    else:
        items += [7, 8]
    yield Move((len(items), items[-1]))
    one, two = state, 2
    one, two = two, one
    yield Move((one, two))
    if original[0] > 1:
        late = 5
    if original[0] > 2:
        yield Move((late, 0))


@rule(PAIRS)
def functions_inside_functions_see_what_is_around_them(state: Any) -> Iterator[Move]:
    a, b = state

    def mixed(x: int, y: int = b) -> int:
        if x > 2:
            return x - y
        return x + y + a

    def above(count: int) -> Iterator[int]:
        for k in range(count):
            yield k + a

    def choose(x: int) -> int:
        return mixed(x) if x % 2 else mixed(x, y=1)

    scale = lambda x: x * a  # noqa: E731
    yield Move((mixed(a), choose(b)))
    yield Move((scale(3), scale(b)))
    for number in above(2):
        yield Move((number, b))
    a = 7
    yield Move((scale(1), mixed(0)))


@rule(PAIRS)
def helpers_take_arguments_in_every_way(state: Any) -> Iterator[Move]:
    a, b = state
    yield Move((total_of(a, b, 3), total_of(scale=2)))
    yield Move((total_of(*state, scale=b), total_of(*(a, b), 1)))
    yield Move((between(a, high=b), between(high=5, number=b, low=a)))
    yield Move((sign_of(a), factorial(b)))
    yield Move((fibonacci(a), is_even(abs(b))))
    yield Move(swapped((a, b)))
    yield Move(math_of(a, b))
    yield Move(pair_or_more(a, b)[:2])
    yield Move((Helper.double(a), Helper.tripled(b)))
    yield Move((partly(a), remembered(b)))


def total_of(*numbers: int, scale: int = 1) -> int:
    return scale * sum(numbers)


def between(number: int, low: int = 0, *, high: int = 3) -> bool:
    return low <= number <= high


def sign_of(number: int) -> int:
    if number < 0:
        return -1
    return 1 if number else 0


def factorial(number: int) -> int:
    return 1 if number <= 1 else number * factorial(number - 1)


def fibonacci(number: int) -> int:
    if number < 2:
        return number
    return fibonacci(number - 1) + fibonacci(number - 2)


def is_even(number: int) -> bool:
    if number == 0:
        return True
    return is_odd(number - 1)


def is_odd(number: int) -> bool:
    if number == 0:
        return False
    return is_even(number - 1)


def swapped(pair: tuple[int, int]) -> tuple[int, int]:
    if pair[0] > pair[1]:
        return pair
    one, two = pair
    return two, one


def pair_or_more(a: int, b: int) -> tuple[int, ...]:
    if a > b:
        return (a, b)
    if a == b:
        return (a, b, 1)
    return tuple(range(b - a + 3))


def math_of(a: int, b: int) -> tuple[int, int]:
    from math import gcd

    import zermelo.games.rows as rows

    return gcd(a, b), len(rows.Ends.name) + a


class Helper:
    factor = 3

    @staticmethod
    def double(number: int) -> int:
        return 2 * number

    @classmethod
    def tripled(cls, number: int) -> int:
        return cls.factor * number


partly = functools.partial(total_of, 10, scale=2)


@functools.lru_cache
def remembered(number: int) -> int:
    if number > 1:
        return number * number
    return 0


@rule([0, 1, 5, 8])
def work_lists_hold_numbers_and_pairs(state: int) -> Iterator[Move]:
    stack, count = [state], 0
    while stack:
        number = stack.pop()
        count += 1
        if number > 3:
            stack.append(number // 2)
            stack.append(number // 3)
    yield Move(count)
    open_pairs = [(state, 1)]
    while open_pairs:
        one, two = open_pairs.pop()
        if one > 4 and two < 3:
            open_pairs.append((one - 1, two + 1))
            open_pairs.append((one - 2, two + 2))
        else:
            yield Move(one * two)
    found = []
    for k in range(state):
        found.append((k, (k, k * k)))
    yield Move(len(found), gain=sum(square for _, (_, square) in found))
    seen = [False] * 9
    seen[state] = True
    yield Move(sum(seen), gain=seen.index(True))


@rule(NUMBERS)
def assertions_and_errors_are_errors(state: int) -> Iterator[Move]:
    assert state != 3, "three"
    if state == 5:
        raise ValueError(f"{state}")
    yield Move(state + 1)


# -- moves -----------------------------------------------------------------------------------------


@rule(NUMBERS)
def moves_may_be_a_list(state: int) -> list[Move]:
    if state > 50:
        return []
    if state > 10:
        return [Move(state - 10, 3, True, "back"), Move(to=state, gain=-1)]
    found = []
    for k in (1, 2, 3):
        if k <= state:
            found.append(Move(state - k, k, label=f"take {k}"))
    return found


@rule(NUMBERS)
def moves_may_be_a_comprehension(state: int) -> Any:
    return (Move(state - k, gain=k, again=k == 2) for k in (1, 2, 3) if k <= state)


@rule(VARYING)
def moves_may_be_those_of_another_game(state: Any) -> Any:
    return Nim((3, 4)).moves(state)


@rule(NUMBERS)
def moves_may_be_made_by_helpers(state: int) -> Iterator[Move]:
    yield one_move(state)
    yield Move(*(state, 2))
    yield one_move(state + 1)._replace(gain=5)
    for move in some_moves(state):
        if move.gain < 2:
            yield move
    yield from some_moves(state)


def one_move(state: int) -> Move:
    return Move(state // 2, gain=state % 3, again=state > 3)


def some_moves(state: int) -> list[Move]:
    if state == 0:
        return []
    return [Move(k, gain=k) for k in range(state % 5)]


@rule(NUMBERS)
def labels_may_be_anything(state: int) -> Iterator[Move]:
    names = {1: "one", 2: "two"}
    for k in (1, 2):
        label = names[k]
        yield Move(state + k, label=label.title() + ", ".join(str(x) for x in range(k)))
        yield Move(state, label=names.get(state, "many"))
        yield Move(state, label=described(state))
        yield Move(state, label="%d" % state if state else None)
    words = ["a", "b"]
    yield Move(state, label=words[state % 2] * 2)


def described(state: int) -> str:
    if state > 3:
        return "large"
    return f"{state:>3}".strip()


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_rules_say_what_python_says(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)
