"""The table of the divisor game: the recurrence heap by heap, whichever way it is filled."""

from __future__ import annotations

import pytest

import zermelo.methods.families.divisor_sieve as sieve
import zermelo.proof.divisor as checker
from zermelo import Misere, check, solve
from zermelo.errors import BudgetExceeded, MethodRefused, ProofFailed
from zermelo.games import Divisor, Subtraction
from zermelo.proof.oracle import Oracle

SMALL, LARGE = 400, 1 << 20


@pytest.fixture(params=["plain", "compiled"])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    plain = request.param == "plain"
    monkeypatch.setattr(sieve, "DIVISORS_BY_PYTHON", 10**9 if plain else 0)
    monkeypatch.setattr(checker, "ROW_BY_LOOP", 10**9 if plain else 0)
    return str(request.param)


def test_every_heap_has_the_nimber_of_the_generic_engine(path: str) -> None:
    found, generic = (solve(Divisor(SMALL), method=name) for name in ("divisor-sieve", "nimbers"))
    for heap in range(1, SMALL + 1):
        assert found.nimber_of(heap) == generic.nimber_of(heap)
        assert found.value_of(heap) == (1 if generic.nimber_of(heap) else -1)
    assert found.prove().states == SMALL
    assert found.answers.path.startswith(path)


@pytest.mark.usefixtures("path")
def test_every_heap_of_misere_play_is_won_as_the_generic_engine_says() -> None:
    game = Misere(Divisor(SMALL))
    found, generic = solve(game, method="divisor-sieve"), solve(game, method="winloss")
    values = [found.value_of(heap) for heap in range(1, SMALL + 1)]
    assert values == [generic.value_of(heap) for heap in range(1, SMALL + 1)]
    assert found.prove().value == values[-1]


@pytest.mark.usefixtures("path")
@pytest.mark.parametrize("heap", range(1, 19))
def test_small_heaps_are_as_the_oracle_says(heap: int) -> None:
    for name in ("divisor-sieve", "divisor-parity"):
        solution = solve(Divisor(heap), method=name)
        assert solution.nimber == Oracle(Divisor(heap)).nimber(heap)
        assert (solution.value > 0) == Oracle(Divisor(heap)).wins(heap)
        assert solution.prove().value == solution.value


def test_large_heaps_have_the_table_and_the_closed_form_alike() -> None:
    table, form = (solve(Divisor(LARGE), method=m) for m in ("divisor-sieve", "divisor-parity"))
    assert table.nimber == form.nimber == 20
    for heap in (*range(1, 5_000), *range(LARGE - 5_000, LARGE + 1)):
        assert table.nimber_of(heap) == form.nimber_of(heap)
    assert table.prove(budget=2 * LARGE).states == LARGE
    assert solve(Divisor(10**30)).nimber == 30


@pytest.mark.usefixtures("path")
def test_a_proof_counts_every_option() -> None:
    for heap in (1, 2, 12, 97, 300):
        solution = solve(Divisor(heap), method="divisor-sieve")
        pairs = ((number, divisor) for number in range(1, heap + 1) for divisor in range(1, number))
        assert solution.prove().moves == sum(number % divisor == 0 for number, divisor in pairs)


@pytest.mark.usefixtures("path")
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heap", [1, 2, 3, 7, 64, 299, 300])
@pytest.mark.parametrize("lie", [-1, 1, 70])
def test_one_wrong_entry_is_found(misere: bool, heap: int, lie: int) -> None:
    game = Misere(Divisor(300)) if misere else Divisor(300)
    answers = sieve.SievedAnswers(300, is_misere=misere)
    answers.rows[heap] = lie if lie != answers.rows[heap] else 0
    with pytest.raises(ProofFailed):
        answers.prove(game, 300, 10**6)


def test_other_games_are_told_what_they_are_not() -> None:
    with pytest.raises(MethodRefused, match="DivisorHeap"):
        solve(Subtraction(9, (1, 2)), method="divisor-sieve")


@pytest.mark.parametrize("heap", [10**9 + 1, 10**12, 10**30])
def test_a_heap_that_no_table_holds_is_refused_at_once(heap: int) -> None:
    with pytest.raises(BudgetExceeded, match="closed form needs no table"):
        solve(Divisor(heap), method="divisor-sieve")
    assert solve(Divisor(heap)).value == (1 if heap % 2 == 0 else -1)


def test_a_table_keeps_to_the_memory() -> None:
    with pytest.raises(BudgetExceeded, match=r"takes 11\.4 MiB, and 1\.0 MiB may be used"):
        solve(Divisor(10**6), method="divisor-sieve", memory="1 MiB")
    assert solve(Divisor(80_000), method="divisor-sieve", memory="1 MiB").nimber == 7


def test_the_battery_passes() -> None:
    assert check(Divisor(60)).ok
