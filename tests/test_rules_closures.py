"""Functions inside functions that call themselves, or each other, and see what is around them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from executed_rules import assert_same, collected_in, game_of
from zermelo import Game, Move, solve
from zermelo.errors import NotCompiled

NUMBERS = [0, 1, 2, 5]
RULES: list[Any] = []
rule = collected_in(RULES)


@rule(NUMBERS)
def a_number_around(state: int) -> Iterator[Move]:
    step = state + 1

    def climbed(n: int) -> int:
        if n < 2:
            return step
        return climbed(n - 1) + climbed(n - 2) + step

    yield Move(climbed(3))


@rule(NUMBERS)
def a_memo_around(state: int) -> Iterator[Move]:
    memo: dict[int, int] = {}

    def fibonacci(n: int) -> int:
        if n in memo:
            return memo[n]
        memo[n] = n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
        return memo[n]

    yield Move(fibonacci(state + 3), gain=len(memo))


@rule(NUMBERS)
def a_set_and_a_count_around(state: int) -> Iterator[Move]:
    seen: set[int] = set()
    calls = [0]

    def visit(n: int) -> None:
        calls[0] += 1
        if n in seen or n > 6:
            return
        seen.add(n)
        visit(n + 1)
        visit(n * 2)

    visit(state)
    yield Move(len(seen), gain=calls[0])


@rule(NUMBERS)
def functions_that_call_each_other(state: int) -> Iterator[Move]:
    won = state * 2

    def even(n: int) -> int:
        if n == 0:
            return won
        return odd(n - 1)

    def odd(n: int) -> int:
        if n == 0:
            return 0
        return even(n - 1)

    yield Move(even(state))


@rule(NUMBERS)
def a_parameter_with_the_name_of_something_around(state: int) -> Iterator[Move]:
    n = state + 10

    def around() -> int:
        return n

    def total(n: int) -> int:
        if n < 1:
            return around()
        return total(n - 1) + around() + n

    yield Move(total(2))


@rule(NUMBERS)
def functions_two_deep(state: int) -> Iterator[Move]:
    def outer(n: int) -> int:
        both = n + state

        def inner(m: int) -> int:
            if m <= 0:
                return both + state
            return inner(m - 1) + 1

        if n > 3:
            return inner(2)
        return outer(n + 1) + inner(1)

    yield Move(outer(1))


@rule(NUMBERS)
def a_name_that_changes_around(state: int) -> Iterator[Move]:
    for k in range(state):

        def down(n: int) -> int:
            if n < 1:
                return k  # noqa: B023 - it is called at once
            return down(n - 1) + 1

        yield Move(down(2))


@rule(NUMBERS)
def a_default_that_is_computed(state: int) -> Iterator[Move]:
    twice = state * 2

    def down(n: int, last: int = twice) -> int:
        if n < 1:
            return last
        return down(n - 1) + down(n - 2, n)

    yield Move(down(3))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_local_functions_see_what_is_around_them(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


def test_functions_that_are_collected_in_a_loop_are_refused_with_their_line() -> None:
    def moves(state: int) -> Iterator[Move]:
        found = []
        for k in range(3):
            found.append(lambda x, k=k: x * k + state)
        if state < 9:
            yield Move(min(9, state + sum(one(2) for one in found)))

    line = moves.__code__.co_firstlineno + 3
    with pytest.raises(NotCompiled, match=f"line {line}: .* ever new kinds of things"):
        solve(Game.from_function(moves, start=1), engine="compiled")
