"""Compiled rules at the edges: of 64 bits, of memory, of what a range can count."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import gcd, isqrt
from typing import Any

import numpy as np
import pytest

from executed_rules import assert_same, by_machine, by_python, game_of
from zermelo import Game, Move, solve
from zermelo.errors import NotCompiled
from zermelo.machine.layout import Layout
from zermelo.machine.state_forms import NUMBER
from zermelo.staging.reading.source import Refused

LEAST, MOST = -(2**63), 2**63 - 1
AROUND = [
    s * edge + k for edge in (0, 2**31, 2**32, 2**62, 2**63) for s in (1, -1) for k in range(-2, 3)
]
EDGES = sorted({edge for edge in AROUND if LEAST <= edge <= MOST})
ONE: dict[str, Callable[[int], int]] = {
    "size_of": abs,
    "bit_count": int.bit_count,
    "bit_length": int.bit_length,
    "isqrt": isqrt,
}
TWO: dict[str, Callable[[int, int], int]] = {
    "plus": int.__add__,
    "minus": int.__sub__,
    "times": int.__mul__,
    "quotient": int.__floordiv__,
    "remainder": int.__mod__,
    "shifted": int.__lshift__,
    "shifted_back": int.__rshift__,
    "power": pow,
    "gcd": gcd,
}
SHIFTS = (-1, 0, 1, 31, 32, 61, 62, 63, 64, 100)


def exact_or_given_up(name: str, python: Callable[..., int], *numbers: int) -> None:
    """Machine code has Python's number, or raises an error."""
    try:
        found = by_machine(name)(*map(np.int64, numbers))
    except (ArithmeticError, ValueError):
        return
    assert found == python(*numbers), (name, numbers)


@pytest.mark.parametrize("name", ONE)
def test_machine_code_of_one_number_is_exact_or_gives_up(name: str) -> None:
    for number in EDGES:
        exact_or_given_up(name, ONE[name], number)


@pytest.mark.parametrize("name", TWO)
def test_machine_code_of_two_numbers_is_exact_or_gives_up(name: str) -> None:
    second = SHIFTS if "shifted" in name or name == "power" else EDGES
    for one, two in product(EDGES, second):
        exact_or_given_up(name, TWO[name], one, two)


def test_a_quotient_beyond_64_bits_is_told_as_one() -> None:
    with pytest.raises(OverflowError, match="a quotient goes beyond 64 bits"):
        by_machine("quotient")(np.int64(LEAST), np.int64(-1))


def test_machine_code_counts_the_numbers_of_a_range() -> None:
    for first, last, step in product(EDGES[::3], EDGES[::3], (1, -1, 3, -7, 2**40, -(2**62))):
        try:
            found = by_machine("steps")(first, last, step)
        except OverflowError:
            continue
        assert found == len(range(first, last, step))


# -- rules whose numbers are at the edges ----------------------------------------------------------


def operations(state: tuple[int, int]) -> Iterator[Move]:
    a, b = EDGES[state[0]], EDGES[state[1]]
    if b:
        yield Move((a // b % 5, a % b % 5))
        yield Move((divmod(a, b)[0] % 5, 1))
    yield Move((-a % 7, abs(b) % 7))
    yield Move((~a % 7, (a ^ b) % 7))
    yield Move(((a + b) % 7, (a - b) % 7))
    yield Move((a * b % 7, (a << 1) % 7))


def test_every_operation_on_numbers_at_the_edges_is_exact_or_given_up() -> None:
    places = range(len(EDGES))
    assert_same(game_of(operations), list(product(places, places)), may_give_up=True)


def constants(state: int) -> Iterator[Move]:
    least = -(2**63)
    row = (least, 2**63 - 1, 5)
    yield Move((least + state) % 11)
    yield Move(row[state % 3] % 11)
    yield Move(int(state in range(least, 2**63 - 1)))


def test_the_least_and_the_greatest_number_can_be_written_down() -> None:
    assert_same(game_of(constants), [0, 1, 2, 3, 100])


def long_ranges(state: int) -> Iterator[Move]:
    yield Move(len(range(state)) * 4 % 101)
    for k in range(-state - 1, state):
        if k > -state + 3:
            break
        yield Move(abs(k) % 7)
    yield Move(next(k for k in range(state, -state, -3) if k % 5 == 0) % 11 if state > 20 else 0)


def test_ranges_longer_than_memory_are_gone_through_or_given_up() -> None:
    assert_same(game_of(long_ranges), [0, 1, 30, 2**31, 2**40, 2**62, MOST], may_give_up=True)


def ranges_that_end_far_below(state: int) -> Iterator[Move]:
    for end in (-(2**63), -(2**62), 2**63 - 1):
        if state > 2 or end < 0:
            yield Move(len(range(state, end)) % 7)
        for k in range(state - 5, end, -1):
            yield Move(abs(k))
            break
        for k in range(state, end):
            yield Move(k % 5)
            break


def test_ranges_whose_ends_lie_further_apart_than_64_bits_are_given_up() -> None:
    assert_same(game_of(ranges_that_end_far_below), [0, 1, 5, 100], may_give_up=True)


def known_ranges(state: int) -> Iterator[Move]:
    far = range(10**12)
    for k in far:
        if k > state % 3:
            break
        yield Move(far[state % 100 * 10**9] % 7)


def test_a_known_range_of_any_length_costs_nothing() -> None:
    assert_same(game_of(known_ranges), [0, 1, 2, 50])


def beyond(state: int) -> Iterator[Move]:
    for k in range(state, 10**30):
        yield Move(k % 3)
        return


def test_a_range_beyond_64_bits_is_refused_in_its_own_words() -> None:
    with pytest.raises(Refused, match="needs more than 64 bits"):
        assert_same(game_of(beyond), [0])


def mixed(state: int) -> Iterator[int]:
    yield 1
    while state > 0:
        yield 5 << 60
        yield 3
        state -= 1


def sums(state: int) -> Iterator[Move]:
    yield Move(sum(mixed(state)) % 13)
    for place, number in enumerate(mixed(state), 2**62 - 1):
        yield Move((place * 2 + number % 2) % 13)


def test_sums_and_counts_of_a_generator_are_checked_wherever_it_yields() -> None:
    assert_same(game_of(sums), [0, 1, 2, 3], may_give_up=True)


class Far(Game):
    """States that begin anywhere."""

    def __init__(self, number: int) -> None:
        self.start = (0, number)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        n, x = state
        if n < 3:
            yield Move((n + 1, x + 1), gain=1)
            yield Move((n + 1, x - 1 if x % 2 else x), gain=n)


@pytest.mark.parametrize("method", [None, "alphabeta"])
@pytest.mark.parametrize("number", [LEAST, LEAST + 2, -(2**62), 2**62, MOST - 3])
def test_states_at_the_edges_have_keys(number: int, method: str | None) -> None:
    with by_python():
        found = solve(Far(number), engine="compiled", method=method, threads=1)
    assert found.value == solve(Far(number), engine="plain").value


@pytest.mark.parametrize("method", [None, "alphabeta"])
@pytest.mark.parametrize("number", [MOST - 2, 10**30, -(10**30)])
def test_states_beyond_the_edges_are_refused_by_their_number(
    number: int, method: str | None
) -> None:
    with by_python(), pytest.raises(NotCompiled, match=r"\d{19,} in a state needs more than"):
        solve(Far(number), engine="compiled", method=method, threads=1)


# -- rows wider than any that fits a guess ---------------------------------------------------------

WIDE = tuple(range(70))


def wide_items(state: int) -> Iterator[Move]:
    rows = tuple((*WIDE[1:], state + k) for k in range(12) if k % 5 != state % 5)
    yield Move(sum(sum(row) for row in rows) % 101)
    yield Move(sum(row[-1] * row[3] for row in rows) % 101)


def test_wide_items_collected_from_a_generator_do_not_overlap() -> None:
    assert_same(game_of(wide_items), list(range(8)))


def wide_lists(state: int) -> Iterator[Move]:
    rows: list[Any] = []
    for k in range(state + 3):
        rows.append((k, *WIDE[2:], state))
    last = rows.pop(0)
    yield Move((sum(sum(row) for row in rows) + last[-1]) % 101)
    yield Move(len((*rows[0], *rows[-1]) * state) % 101)


def test_lists_of_wide_items_do_not_overlap() -> None:
    assert_same(game_of(wide_lists), list(range(6)))


def many(state: int) -> Iterator[Move]:
    yield Move(len(tuple(range(state)) * state) % 101)
    yield Move(len((state, 1) * (state * state)) % 101)


def test_a_sequence_that_no_memory_holds_is_given_up() -> None:
    assert_same(game_of(many), [0, 1, 20, 50], may_give_up=True)
    rules = assert_same(game_of(many), [1], Layout(NUMBER, (0,), (MOST,)))
    for state in (10**7, 2**33, MOST):
        with pytest.raises((MemoryError, OverflowError)):
            rules.moves(state)


def never(state: int) -> Iterator[Move]:
    rows = tuple([(k, state) for k in range(state) if 2 < 1])
    yield Move(sum(map(sum, rows)) + sum(row[-1] for row in rows))
    for a, b in rows:
        yield Move(a + b)


def test_what_is_known_to_be_empty_can_hold_anything() -> None:
    assert_same(game_of(never), [0, 1, 5])


# -- sides of a choice -----------------------------------------------------------------------------


def two_ranges(state: int) -> Iterator[Move]:
    for k in range(state % 4) if state % 2 else range(2, state % 7):
        yield Move(k)
    span = range(5)
    if state > 3:
        span = range(1, state)
    while len(span) > 2:
        yield Move(span[-1] + len(span))
        span = range(1, len(span) - 1)


def test_either_of_two_ranges_is_a_range() -> None:
    assert_same(game_of(two_ranges), list(range(12)))


def two_steps(state: int) -> Iterator[Move]:
    for k in range(0, state, 2) if state % 2 else range(state, 0, -1):
        yield Move(k)


def test_either_of_two_ranges_of_different_steps_is_a_row() -> None:
    assert_same(game_of(two_steps), [0, 1, 5])


def counting(low: int, high: int) -> Iterator[int]:
    if high - low == 1:
        yield low
    elif high > low:
        yield from counting(low, (low + high) // 2)
        yield from counting((low + high) // 2, high)


def all_counted(state: int) -> Iterator[Move]:
    for k in counting(0, 100_001):
        if k == state:
            yield Move(0)


def test_a_generator_of_many_items_is_not_called_endless() -> None:
    with pytest.raises(Refused, match="yields more than 100,000 items"):
        assert_same(game_of(all_counted), [0])
