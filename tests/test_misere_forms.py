"""Misère Nim and the misère divisor heap are known in closed form, and cost what the form costs.

Bouton 1901 for Nim. A divisor heap is won iff it is even, in misère play from 4 on: 1 and 3 are
won, 2 is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import Game, LastMoverLoses, Misere, Move, PayoffGame, Solution, solve
from zermelo.errors import MethodRefused, ProofFailed, Unavailable, UnknownState, ZermeloError
from zermelo.games import Divisor, MisereNim, Nim, Subtraction
from zermelo.methods.families import divisor_parity, misere_nim
from zermelo.model.shapes import DivisorHeap, NimHeaps, TurnedRound, proper_divisors
from zermelo.proof.divisor import verify_divisors
from zermelo.proof.nim import verify_misere_nim
from zermelo.proof.oracle import Oracle

SMALL = [heaps for n in range(5) for heaps in combinations_with_replacement(range(1, 5), n)]


@pytest.fixture
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every state has more moves than a form compares."""
    monkeypatch.setattr(misere_nim, "MANY_MOVES", 0)
    monkeypatch.setattr(divisor_parity, "LONG_HEAP", 1)


@cache
def by_definition() -> Solution:
    """All states of four heaps of up to four stones."""
    return solve(MisereNim((4, 4, 4, 4)), method="winloss")


@pytest.mark.usefixtures("few_are_many")
def test_misere_nim_is_what_the_whole_graph_says() -> None:
    closed, whole = solve(MisereNim((4, 4, 4, 4)), method="misere-nim"), by_definition()
    for heaps in SMALL:
        assert closed.value_of(heaps) == whole.value_of(heaps), heaps
        assert closed.best_moves(heaps) == whole.best_moves(heaps), heaps


@given(st.lists(st.integers(0, 3), max_size=3))
@settings(max_examples=30)
def test_misere_nim_is_what_the_oracle_says(heaps: list[int]) -> None:
    game = Misere(Nim(heaps))
    solution = solve(game, method="misere-nim")
    assert solution.value == Oracle(game).difference(game.start)
    assert solution.prove().value == solution.value


@pytest.mark.parametrize("heap", range(1, 15))
def test_the_misere_divisor_heap_is_what_the_oracle_says(heap: int) -> None:
    game = Misere(Divisor(heap))
    solution = solve(game)
    assert solution.plan.method == "divisor-parity"
    assert solution.value == Oracle(game).difference(heap)
    assert solution.prove().value == solution.value


def test_the_misere_divisor_heap_is_what_the_definition_says_up_to_thousands() -> None:
    solution, won = solve(Misere(Divisor(3_000))), {1: True}
    for heap in range(2, 3_001):
        won[heap] = not all(won[heap - x] for x in proper_divisors(heap))
    assert {heap: solution.value_of(heap) > 0 for heap in won} == won


@pytest.mark.parametrize("most", [1, 10**6])
def test_its_best_moves_and_its_table_are_those_of_the_definition(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The heap 6 may not leave 3, and 4 has to leave 2."""
    monkeypatch.setattr(divisor_parity, "LONG_HEAP", most)
    closed, whole = solve(Misere(Divisor(200))), solve(Misere(Divisor(200)), method="winloss")
    assert dict(closed.table()) == dict(whole.table())
    for heap in range(1, 201):
        assert closed.best_moves(heap) == whole.best_moves(heap), heap


class SilentDivisor(Divisor):
    """Rules that must not be asked for the moves of large heaps."""

    def moves(self, state: int) -> Iterator[Move]:
        assert state <= 10**6, state
        return super().moves(state)


class SilentNim(Nim):
    """Likewise."""

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        assert sum(state) <= 10**6, state
        return super().moves(state)


@pytest.mark.parametrize("size", [10**6, 5 * 10**6 + 1, 10**30, 10**30 + 1])
def test_large_misere_games_cost_what_the_form_costs(size: int) -> None:
    heap = solve(Misere(SilentDivisor(size)))
    assert (heap.value, heap.prove().value) == (1 - 2 * (size % 2),) * 2
    assert heap.first_best_moves(1)[0].to == size - 1
    nim = solve(Misere(SilentNim((1, size))))
    assert (nim.plan.method, nim.value, nim.prove().value) == ("misere-nim", 1, 1)
    assert [move.to for move in nim.best_moves()] == [(1,)]
    assert [step.move.to for step in nim.play().steps] == [(1,), ()]
    lost = solve(Misere(SilentNim((size, size))))
    assert [step.move.to for step in lost.play().steps] == [(size,), (1,), ()]


def test_a_form_that_is_turned_twice_has_the_theorem_of_normal_play() -> None:
    twice = solve(Misere(MisereNim((10**30, 5))))
    assert (twice.plan.method, twice.nimber) == ("nim-sum", 10**30 ^ 5)
    assert solve(Misere(Misere(Divisor(3)))).value == -1
    assert Misere(Misere(Divisor(3))).shape == DivisorHeap(3)


def test_small_heaps_have_a_table_and_plies() -> None:
    assert solve(MisereNim((3, 4, 5))).plan.method == "winloss"
    assert solve(MisereNim((3, 4, 5))).remoteness
    assert solve(MisereNim((40,) * 9)).plan.method == "misere-nim"  # many, none of them large


def test_misere_forms_have_no_nimbers() -> None:
    for game in (Misere(Divisor(8)), MisereNim((10**9,))):
        with pytest.raises(Unavailable) as told:
            _ = solve(game).nimber
        assert "nimbers" not in told.value.fix


class Declared(LastMoverLoses):
    """Says that it is a misère form; its rules are another matter."""

    def __init__(self, shape: Any, start: Any, *, ending: int = 1, left: Any = None) -> None:
        self.shape, self.start, self.ending, self.left = TurnedRound(shape), start, ending, left

    def moves(self, state: Any) -> Iterator[Move]:
        if self.left is not None and state != self.left:
            yield Move(self.left)
        elif self.left is None:
            yield from self.shape.moves(state)

    def payoff(self, state: Any) -> int:
        return self.ending


class Totals(PayoffGame):
    start, shape, players = (1,), TurnedRound(NimHeaps(1)), 2


@pytest.mark.parametrize(
    ("game", "method", "reason"),
    [
        (Nim((3,)), "misere-nim", "shape NimHeaps turned round"),
        (Misere(Subtraction(3)), "misere-nim", "shape NimHeaps turned round"),
        (Totals(), "misere-nim", "own totals"),
        (Declared(NimHeaps(9), (2, 1)), "misere-nim", "no state of"),
        (Declared(NimHeaps(9), (2,), ending=-1), "misere-nim", r"its end \(\) pays -1, not 1"),
        (Declared(DivisorHeap(9), 9, ending=-1), "divisor-parity", "heap 1 is not won"),
        (Declared(DivisorHeap(9), 10), "divisor-parity", "no heap of"),
    ],
)
def test_what_is_no_misere_form_is_refused(game: Game, method: str, reason: str) -> None:
    with pytest.raises(MethodRefused, match=reason):
        solve(game, method=method)


def test_what_is_no_heap_is_not_known() -> None:
    solution = solve(MisereNim((10**9,)))
    assert solution.value_of((1, 1)) == 1
    for state in [(2, 1), (0,), "1", (1.0,)]:
        with pytest.raises(UnknownState):
            solution.value_of(state)


def test_the_proofs_ask_the_rules() -> None:
    for shape, start, left in ((NimHeaps(10**9), (10**9,), ()), (DivisorHeap(10**9), 10**9, 1)):
        assert solve(Declared(shape, start)).prove()
        with pytest.raises(ProofFailed, match="declared shape"):
            solve(Declared(shape, start, left=left)).prove()
    with pytest.raises(ProofFailed, match="misère Nim is won there"):
        verify_misere_nim(MisereNim((1, 1)), (1, 1), -1, budget=1000)
    with pytest.raises(ProofFailed, match="not misère play"):
        verify_misere_nim(Nim((1, 1)), (1, 1), 1, budget=1000)
    with pytest.raises(ProofFailed, match="not misère play"):
        verify_divisors(Divisor(9), 9, -1, 1000, is_misere=True)
    for heap, value in ((1, -1), (2, 1), (3, -1), (4, -1), (5, 1)):
        with pytest.raises(ProofFailed, match="the claim is"):
            verify_divisors(Misere(Divisor(9)), heap, value, 1000, is_misere=True)
    with pytest.raises(ZermeloError):
        verify_misere_nim(MisereNim((3, 5)), (3, 5), 1, budget=10)
