"""Divisors are found in pairs (middle document, "Divisor Game"): large heaps answer at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from programs import zermelo
from zermelo import Game, Move, solve
from zermelo.errors import BudgetExceeded, Unavailable
from zermelo.games import Divisor, Squares, Subtraction
from zermelo.model.shapes import DivisorHeap, proper_divisors


@given(st.integers(1, 3_000))
def test_the_pairs_are_all_divisors_in_order(number: int) -> None:
    wanted = [d for d in range(1, number) if number % d == 0]
    assert list(proper_divisors(number)) == wanted
    assert [number - move.to for move in Divisor(number).moves(number)] == wanted
    assert [number - move.to for move in DivisorHeap(number).moves(number)] == wanted


def test_the_best_moves_of_a_hundred_million_are_its_odd_divisors() -> None:
    best = solve(Divisor(10**8)).best_moves()
    assert [10**8 - move.to for move in best] == [5**k for k in range(9)]


def test_the_prompt_answers_a_hundred_million() -> None:
    done = zermelo("solve", "lc1025", "100000000", seconds=40)
    assert done.stdout.startswith("answer  true")


def test_compiled_and_plain_rules_agree() -> None:
    game = Divisor(300)
    one = solve(game, method="winloss", engine="compiled")
    two = solve(game, method="winloss", engine="plain")
    assert all(one.value_of(n) == two.value_of(n) == (-1) ** n for n in range(1, 301))


def labels(most: int) -> list[int]:
    """Win or loss of the numbers 1 … most by the definition: divisors by a sieve, O(N log N)."""
    divisors: list[list[int]] = [[] for _ in range(most + 1)]
    for x in range(1, most // 2 + 1):
        for number in range(2 * x, most + 1, x):
            divisors[number].append(x)
    won = [False] * (most + 1)
    for number in range(1, most + 1):
        won[number] = any(not won[number - x] for x in divisors[number])
    return [1 if one else -1 for one in won[1:]]


def test_the_table_of_all_numbers_is_that_of_the_definition() -> None:
    """Middle document, "Divisor Game": win[N] over all numbers up to N, not N times √N moves."""
    asked = []

    class Counted(Divisor):
        def moves(self, state: int) -> Iterator[Move]:
            asked.append(state)
            return super().moves(state)

    table = solve(Counted(4_000)).table()
    assert list(table) == list(range(4_000, 0, -1))
    assert list(table.values())[::-1] == labels(4_000)
    assert len(asked) < 100  # no state is explored for it
    assert len(solve(Divisor(20)).at(10).table()) == 10


def test_a_table_over_the_budget_is_refused() -> None:
    with pytest.raises(BudgetExceeded, match="tables, scores and facts need every state"):
        solve(Divisor(1_000), budget=999).table()
    assert len(solve(Divisor(1_000), budget=1_000).table()) == 1_000


@pytest.mark.parametrize(
    "game", [Divisor(60), Subtraction(60), Squares(60), Subtraction(60, (2, 3))]
)
def test_a_table_that_is_not_explored_holds_what_exploring_finds(game: Game) -> None:
    table = solve(game).table()
    assert dict(table) == dict(solve(game, method="winloss").table())
    assert 60 in table
    assert 61 not in table
    assert "60" not in table
    with pytest.raises(KeyError):
        table[61]
    with pytest.raises(Unavailable):
        solve(game).table("pair")


def test_a_table_of_very_many_heaps_is_read_where_it_is_asked_for() -> None:
    solution = solve(Divisor(10**8))
    table = solution.table()
    assert len(table) == 10**8
    assert (table[10**8], table[99_999_999], table[7]) == (1, -1, -1)
    with pytest.raises(BudgetExceeded, match="there are 100,000,000 heaps"):
        solution.histogram()


def test_a_table_that_is_too_long_for_json_is_refused_at_once() -> None:
    """It was written in one piece: gigabytes, and nothing printed for minutes."""
    done = zermelo("solve", "lc1025", "100000000", "--table", "--json")
    assert done.returncode == 2
    assert "a table of 100,000,000 positions" in done.stderr
    shown = zermelo("solve", "lc1025", "100000000", "--table").stdout
    assert shown.splitlines()[-1] == "… 99,999,960 more; --from STATE has any"


def test_no_number_of_moves_is_claimed_that_nobody_counted() -> None:
    """100,000,000 has 80 proper divisors: nine of them are odd, and these are the best moves."""
    done = zermelo("plot", "lc1025", "100000000")
    assert done.returncode != 0
    assert "its moves are not compared one by one" in done.stderr
    assert "20,000" not in done.stderr
    text = zermelo("explain", "lc1025", "100000000").stdout
    assert text.count("✓ subtract") == 9
    assert "more" not in text.partition("✓ subtract 390625")[2].partition("Best play")[0]
    assert "a form names best moves: it does not compare all" in text
    assert "… and more best moves" in zermelo("explain", "nim", "100000", "100000").stdout
