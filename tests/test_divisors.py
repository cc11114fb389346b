"""Divisors are found in pairs (patterns document, problem 1025): large heaps answer at once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from programs import zermelo
from zermelo import solve
from zermelo.games import Divisor
from zermelo.shapes import DivisorHeap, proper_divisors


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
