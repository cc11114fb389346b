"""Take-away heaps by the sieve: equal to the generic engine, periods proved, proofs that bite."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo.methods.families.heap_sieve as sieve
import zermelo.proof.heaps as checker
from zermelo import LastMoverLoses, LastMoverWins, Move, PayoffGame, solve
from zermelo.errors import BudgetExceeded, ProofFailed, UnknownState
from zermelo.games import Divisor, Squares, Subtraction
from zermelo.methods.contract import Case, Limits
from zermelo.model.game import Game
from zermelo.model.shapes import TakeHeap
from zermelo.proof.oracle import Oracle

METHOD = sieve.HeapSieve()


def answers(game: Game) -> Any:
    case = Case(game, game.start, None, Limits())
    assert METHOD.refuses(case) is None
    return METHOD.run(case)


def refusal(game: Game) -> str:
    return METHOD.refuses(Case(game, game.start, None, Limits())) or ""


def random_game(rng: random.Random) -> Game:
    heap = rng.randint(0, 140)
    takes = rng.sample(range(1, 24), rng.randint(0, 9))
    kind = rng.randrange(5)
    if kind == 0:
        return Squares(heap)
    if kind == 1:
        takes = list(range(rng.randint(1, 4), rng.randint(5, 14)))
    if kind == 2:
        takes = [rng.randint(2, 4) * take for take in takes]
    return Subtraction(heap, tuple(takes))


@pytest.fixture(params=["plain", "compiled"])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    plain = request.param == "plain"
    monkeypatch.setattr(sieve, "SIEVE_BY_PYTHON", 10**9 if plain else 0)
    monkeypatch.setattr(checker, "HEAPS_BY_LOOP", 10**9 if plain else 0)
    return str(request.param)


@pytest.mark.parametrize("first", [8, 1024])
@pytest.mark.unmeasured
def test_every_heap_is_as_the_generic_engine_says(
    path: str, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sieve, "FIRST_SIEVE", first)
    rng = random.Random(first)
    for _ in range(40):
        game = random_game(rng)
        found, generic = answers(game), solve(game, method="nimbers")
        nimbers = [generic.nimber_of(heap) for heap in range(game.start + 1)]
        assert [found.nimber(heap) for heap in range(game.start + 1)] == nimbers, game
        values = [found.value(heap) for heap in range(game.start + 1)]
        assert values == [1 if nimber else -1 for nimber in nimbers], game
        assert all(type(number) is int for number in (*values, found.nimber(game.start)))
        assert found.path.startswith(path)
        assert found.prove(game, game.start, 10**6).value == values[-1]


@given(heap=st.integers(0, 13), takes=st.sets(st.integers(1, 8)))
@pytest.mark.unmeasured
def test_small_heaps_are_as_the_oracle_says(heap: int, takes: set[int]) -> None:
    game = Subtraction(heap, tuple(takes))
    assert answers(game).nimber(heap) == Oracle(game).nimber(heap)
    assert (answers(game).value(heap) > 0) == Oracle(game).wins(heap)


@given(heap=st.integers(0, 200), takes=st.sets(st.integers(1, 40), max_size=12))
def test_a_proved_period_gives_what_the_table_gives(heap: int, takes: set[int]) -> None:
    game = Subtraction(10**6, tuple(takes))
    one, table = answers(game), answers(Subtraction(heap, tuple(takes)))
    far = heap + 1000 * (one.period or 0)
    assert one.period is not None
    if heap >= one.won.since * one.unit:
        assert one.value(far) == table.value(heap)
    assert one.nimber(heap) == table.nimber(heap)


def test_win_and_loss_grow_over_stretches_without_a_period(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sieve, "last_repeat", lambda row, need: None)
    monkeypatch.setattr(sieve, "FIRST_SIEVE", 16)
    for takes in ((2, 3, 7, 11), tuple(range(1, 40)), (30, 41)):
        found = answers(Subtraction(3000, takes))
        assert found.period is None
        assert str(found) == "the heaps 0 … 3,000 in a table"
        found.nimber(3000)
        assert found.prove(Subtraction(3000, takes), 3000, 10**6).checks == 6002


def test_heaps_beyond_every_table_are_answered_by_the_period() -> None:
    game = Subtraction(10**30, (1, 2, 3))
    found = answers(game)
    assert (found.period, found.path) == (4, "plain")
    assert (found.value(10**30), found.nimber(10**30 - 1)) == (-1, 3)
    assert str(found) == "period 4 from heap 0 on, proved"
    assert found.prove(game, 10**30, 10**6).value == -1
    assert METHOD.cost(Case(game, game.start)).states is None


def test_a_common_divisor_of_the_takes_is_divided_out() -> None:
    found = answers(Subtraction(10**30, (10**25, 3 * 10**25)))
    assert found.period == 2 * 10**25
    assert found.value(10**25 - 1) == -1
    assert found.value(10**25) == 1
    assert found.nimber(10**30) == 0


def test_many_takes_have_nimbers_that_no_byte_holds() -> None:
    game = Subtraction(10**9, tuple(range(1, 700)))
    found = answers(game)
    assert found.nimber(699) == 699
    assert found.nimbers.path == "compiled int32"
    assert found.nimber(10**9) == 10**9 % 700
    assert found.nimbers.period == 700


def test_a_million_heaps_under_squares_begin_with_the_known_losses() -> None:
    game = Squares(10**6)
    found = answers(game)
    lost = [heap for heap in range(60) if found.value(heap) < 0]
    assert lost == [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57]
    assert found.path == "compiled uint8"
    assert found.prove(game, 10**6, 10**7).states == 10**6 + 1


def test_a_state_outside_is_not_known() -> None:
    found = answers(Subtraction(9))
    for state in (-1, 10, "3", True, None):
        with pytest.raises(UnknownState):
            found.value(state)
        with pytest.raises(UnknownState):
            found.nimber(state)


@dataclass(frozen=True)
class Declared(LastMoverWins):
    """A game that declares any shape."""

    shape: Any
    start: Any = 5

    def moves(self, state: int) -> Any:
        return [Move(state - 1)] if state else []


def test_games_that_do_not_fit_are_refused_with_a_reason() -> None:
    class Misere(LastMoverLoses):
        start, shape = 5, TakeHeap(5, (2,))

    class Own(PayoffGame):
        start, shape = 5, TakeHeap(5, (1,))

    class Float(Declared):
        tolerance = 0.1

    assert "shape" in refusal(Divisor(6))
    assert "end 0 pays 1" in refusal(Misere())
    assert "own totals" in refusal(Own())
    assert "tolerance" in refusal(Float(TakeHeap(5, (1,))))
    assert "no state" in refusal(Declared(TakeHeap(4, (1,))))
    assert "positive" in refusal(Declared(TakeHeap(5, (0, 1))))
    assert "positive" in refusal(Declared(TakeHeap(5, (1.0,))))  # type: ignore[arg-type]


def test_more_heaps_than_a_table_holds_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sieve, "LARGEST_SIEVE", 10**5)
    monkeypatch.setattr(sieve, "LARGEST_SQUARE_WORK", 100)
    with pytest.raises(BudgetExceeded):
        answers(Squares(10**30))
    with pytest.raises(BudgetExceeded, match="no period shows"):
        answers(Subtraction(10**30, (1, 10**20)))
    with pytest.raises(BudgetExceeded):
        answers(Squares(1000)).nimber(101)
    assert answers(Squares(1000)).nimber(99) == solve(Squares(99), method="nimbers").nimber


def test_the_cost_is_known_beforehand() -> None:
    assert METHOD.cost(Case(Subtraction(21), 21)).states == 22
    assert METHOD.cost(Case(Squares(100), 100)).moves == 250


@pytest.mark.parametrize("game", [Squares(400), Subtraction(400, (2, 3, 7, 11))])
def test_any_single_wrong_entry_fails_the_proof(path: str, game: Game) -> None:
    rng = random.Random(5)
    for _ in range(40):
        found = answers(game)
        found.nimber(400)
        row = rng.choice([found.won, found.nimbers])
        place = rng.randrange(len(row.values))
        row.values[place] = 1 - row.values[place] if row is found.won else row.values[place] + 1
        with pytest.raises(ProofFailed):
            found.prove(game, 400, 10**6)


def test_a_wrong_period_fails_the_proof() -> None:
    game = Subtraction(10**6, (2, 3, 7, 11))
    for wrong in (13, -14, 10**5):
        found = answers(game)
        found.won.period = wrong
        with pytest.raises(ProofFailed, match="recur"):
            found.prove(game, game.start, 10**6)


def test_rules_other_than_declared_fail_the_proof() -> None:
    game = Declared(TakeHeap(5, (2,)))
    with pytest.raises(ProofFailed, match="declared takes"):
        answers(game).prove(game, 5, 100)

    class KeptTurns(Declared):
        def moves(self, state: int) -> Any:
            return [move._replace(again=True) for move in super().moves(state)]

    game = KeptTurns(TakeHeap(5, (1,)))
    with pytest.raises(ProofFailed, match="normal play"):
        answers(game).prove(game, 5, 100)


def test_a_claimed_answer_other_than_the_tables_fails_the_proof() -> None:
    game = Subtraction(9)
    row = answers(game).won
    with pytest.raises(ProofFailed, match="the answer 1"):
        checker.verify_heaps(game, 8, 1, [(row.values, None, 0)], budget=100)
    with pytest.raises(BudgetExceeded):
        checker.verify_heaps(game, 8, -1, [(row.values, None, 0)], budget=5)
