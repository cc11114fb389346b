"""Five plain functions, as the templates of the patterns document (section 18), against the naive
recursions that the templates state.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import cap_game, front_game, heap_game, interval_game, pool_game
from zermelo.errors import BadInput, BudgetExceeded

ROWS = st.lists(st.integers(-9, 9), max_size=9)


@given(ROWS)
def test_interval_game_is_template_1(values: list[int]) -> None:
    @cache
    def best(i: int, j: int) -> int:
        return 0 if i > j else max(values[i] - best(i + 1, j), values[j] - best(i, j - 1))

    assert interval_game(values) == best(0, len(values) - 1)


@given(ROWS, st.integers(1, 4))
def test_front_game_is_templates_2_and_5(values: list[int], most: int) -> None:
    @cache
    def best(i: int) -> int:
        ends = range(i + 1, min(i + most, len(values)) + 1)
        return max((sum(values[i:end]) - best(end) for end in ends), default=0)

    assert front_game(values, most) == best(0)


@given(st.integers(0, 6), st.integers(-1, 22))
def test_pool_game_is_template_3(largest: int, target: int) -> None:
    @cache
    def wins(used: frozenset[int]) -> bool:
        left = target - sum(used)
        free = set(range(1, largest + 1)) - used
        return any(number >= left or not wins(used | {number}) for number in free)

    total = largest * (largest + 1) // 2
    wanted = target <= 0 or (total >= target and wins(frozenset()))
    assert pool_game(largest, target) is wanted
    assert pool_game(range(1, largest + 1), target) is wanted


@given(st.lists(st.integers(0, 9), max_size=9))
def test_cap_game_is_template_4(piles: list[int]) -> None:
    @cache
    def most(i: int, cap: int) -> int:
        takes = range(1, min(2 * cap, len(piles) - i) + 1)
        return max((sum(piles[i:]) - most(i + take, max(cap, take)) for take in takes), default=0)

    assert cap_game(piles) == most(0, 1)


@given(st.integers(0, 30), st.sets(st.integers(1, 6), min_size=1))
def test_heap_game_is_won_by_the_last_stone(heap: int, takes: set[int]) -> None:
    @cache
    def wins(left: int) -> bool:
        return any(take <= left and not wins(left - take) for take in takes)

    assert heap_game(heap, takes) is wins(heap)


def test_numbers_without_a_default_are_those_of_the_problems() -> None:
    assert front_game([1, 2, 3, 7]) == front_game([1, 2, 3, 7], 3)
    assert heap_game(8) is False


@pytest.mark.parametrize("ask", [interval_game, front_game, cap_game], ids=lambda ask: ask.__name__)
def test_what_is_no_row_is_refused(ask: object) -> None:
    with pytest.raises(BadInput):
        ask("abc")  # type: ignore[operator]


ROW_FUNCTIONS = {"interval_game": interval_game, "front_game": front_game, "cap_game": cap_game}
BAD_CALLS: list[tuple[Any, str]] = [
    *(
        (lambda ask=ask, row=row: ask(row), f"{name}(values)")
        for name, ask in ROW_FUNCTIONS.items()
        for row in (5, None, "12", [1.5, 2], [True], [[1]])
    ),
    *((lambda most=most: front_game([1], most), "front_game(most)") for most in (0, "3", 1.5)),
    *(
        (lambda pool=pool: pool_game(pool, 2), "pool_game(numbers)")
        for pool in (None, "12", 1.5, -3, True, [1.5])
    ),
    *((lambda goal=goal: pool_game([1], goal), "pool_game(target)") for goal in (1.5, None, [2])),
    *((lambda n=n: heap_game(n), "heap_game(n)") for n in (-1, "7", 7.5, None, [7])),
    *(
        (lambda takes=takes: heap_game(7, takes), "heap_game(takes)")
        for takes in (3, 0, True, None, "12", [0], [1.5])
    ),
]


@pytest.mark.parametrize(("ask", "place"), BAD_CALLS)
def test_what_a_function_does_not_take_is_refused_in_its_own_words(ask: Any, place: str) -> None:
    """The function and its parameter are named; no advice is about a parameter that it has not."""
    with pytest.raises(BadInput) as error:
        ask()
    assert error.value.where == place
    assert "tolerance" not in str(error.value)
    assert "item 0" not in str(error.value) or place.endswith(("(values)", "(numbers)"))


def test_a_heap_may_be_named_n_and_one_take_is_told_what_it_may_mean() -> None:
    assert heap_game(n=7, takes=[1, 2]) is True
    with pytest.raises(BadInput, match=r"Pass \(3,\), or range\(1, 4\) for up to 3"):
        heap_game(7, 3)  # type: ignore[arg-type]


def test_advice_on_what_is_too_large_says_where_its_settings_are() -> None:
    numbers = [10**9 + 7**k % 10**9 for k in range(60)]
    with pytest.raises(BudgetExceeded, match=r"Use solve\(PoolRace\(…\)\) for its settings\. Pass"):
        pool_game(numbers, 3 * 10**10)
