"""Octal games: nimbers equal to the generic engine, published periods, proofs that bite."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo.methods.families.octal_periods as octal
import zermelo.proof.octal as checker
from zermelo import LastMoverLoses, LastMoverWins, Move, PayoffGame, solve
from zermelo.errors import BudgetExceeded, ProofFailed, UnknownState
from zermelo.games import Dawson, Kayles, Nim, Octal
from zermelo.methods.contract import Case, Limits
from zermelo.methods.families.heap_answers import as_text, last_repeat
from zermelo.model.game import Game
from zermelo.model.shapes import OctalHeaps
from zermelo.proof.oracle import Oracle

pytestmark = pytest.mark.unmeasured

METHOD = octal.OctalPeriods()
DIGIT = st.integers(0, 7)


def answers(game: Game, budget: int = 10**6) -> Any:
    case = Case(game, game.start, None, Limits(budget))
    assert METHOD.refuses(case) is None
    return METHOD.run(case)


def refusal(game: Game) -> str:
    return METHOD.refuses(Case(game, game.start, None, Limits())) or ""


@pytest.fixture(params=["plain", "compiled"])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    plain = request.param == "plain"
    monkeypatch.setattr(octal, "OCTAL_BY_PYTHON", 10**9 if plain else 0)
    monkeypatch.setattr(checker, "OCTAL_BY_LOOP", 10**9 if plain else 0)
    return str(request.param)


@pytest.mark.parametrize("first", [8, 256])
def test_random_codes_have_the_nimbers_of_the_generic_engine(
    path: str, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(octal, "FIRST_HEAPS", first)
    rng = random.Random(first)
    for _ in range(30):
        code = "".join(rng.choice("01234567") for _ in range(rng.randint(1, 3)))
        game = Octal((rng.randint(1, 60), rng.randint(0, 60)), f"0.{code}")
        found, generic = answers(game), solve(game, method="nimbers")
        for heap in range(1, 61):
            assert found.nimber((heap,)) == generic.nimber_of((heap,)), (code, heap)
        assert found.path.startswith(path)
        assert found.nimber(game.start) == generic.nimber
        assert found.value(game.start) == generic.value
        assert type(found.nimber(game.start)) is int
        assert found.prove(game, game.start, 10**6).value == generic.value


@given(
    digits=st.lists(DIGIT, min_size=1, max_size=3), heaps=st.lists(st.integers(0, 4), max_size=2)
)
def test_small_sums_are_as_the_oracle_says(digits: list[int], heaps: list[int]) -> None:
    game = Octal(tuple(heaps), "0." + "".join(map(str, digits)))
    assert answers(game).nimber(game.start) == Oracle(game).nimber(game.start)


@given(digits=st.lists(DIGIT, min_size=1, max_size=4).map(tuple), size=st.integers(130, 400))
def test_leaving_out_pairs_changes_no_nimber(digits: tuple[int, ...], size: int) -> None:
    begun = octal.plain_nimbers([0], digits, 100)
    plain = octal.plain_nimbers([*begun], digits, size)
    assert octal._compiled(begun, digits, size).tolist() == plain


@pytest.mark.parametrize(
    ("code", "period", "last"),
    [
        ("0.77", 12, 70),
        ("0.137", 34, 51),
        ("0.07", 34, 52),
        ("0.4", 34, 53),
        ("0.177", 20, 496),
        ("0.45", 20, 497),
        ("0.117", 48, 46),
        ("0.141", 11, 13),
        ("0.1377", 24, 140),
        ("0.11377", 32, 186),
        ("0.055", 148, 258),
        ("0.156", 349, 3478),
        ("0.165", 1550, 5180),
        ("0.127", 4, 46577),
        ("0.3", 2, None),
        ("0.2", 2, 0),
        ("0.0", 1, None),
        ("0.1", 1, 1),
        ("0.770", 12, 70),
    ],
)
def test_published_periods_are_found_and_proved(code: str, period: int, last: int | None) -> None:
    game = Octal((10**30,), code)
    found = answers(game)
    assert (found.period, found.last_exception) == (period, last)
    if code not in SLOW_TO_PROVE:
        assert found.prove(game, game.start, 10**6).value == found.value(game.start)


def test_only_the_longest_tables_are_left_unproved_here() -> None:
    for code in SLOW_TO_PROVE:
        assert len(answers(Octal((10**30,), code)).values) >= 5000


SLOW_TO_PROVE = ("0.156", "0.165", "0.127")  # the proof looks at all pairs of heaps


def test_a_heap_beyond_every_table_is_answered_by_its_place_in_the_period() -> None:
    game = Kayles((10**30,))
    found = answers(game)
    place = 72 + (10**30 - 72) % 12
    assert found.nimber((10**30,)) == solve(Kayles((place,)), method="nimbers").nimber
    assert found.nimber((10**30, 10**30 + 12)) == 0
    assert str(found) == "0.77: period 12, last exception 70, proved"
    assert METHOD.cost(Case(game, game.start)).states is None


def test_a_period_is_looked_for_when_it_is_asked_for() -> None:
    found = answers(Dawson((5,)))
    assert len(found.values) == 6
    assert (found.period, found.last_exception) == (34, 51)
    none = answers(Octal((5,), "0.6"))
    assert none.period is None
    assert none.last_exception is None
    assert str(none) == "0.6: no period proved among the heaps 0 … 511"
    assert str(answers(Octal((), "0.3"))) == "0.3: period 2, no exception, proved"


def test_one_heap_more_than_the_repeat_needs_is_not_enough_without_it() -> None:
    """The condition is used to the letter: of .77 it takes 2·71 + 2·12 + 2 = 168 heaps."""
    found = octal.OctalAnswers(OctalHeaps((7, 7), 0), Limits(10**6))
    found.values = octal.plain_nimbers([0], (7, 7), 167)
    found._look()
    assert found._period is None
    found.values = octal.plain_nimbers([0], (7, 7), 168)
    found._look()
    assert (found._period, found._since) == (12, 71)


def test_other_heaps_than_the_starts_are_computed_when_asked() -> None:
    found = answers(Octal((3,), "0.6"))
    assert found.nimber((3, 1500)) == found.nimber((3,)) ^ found.nimber((1500,))
    assert found.path == "compiled int32"
    assert found.part_nimber(Octal((3,), "0.6"), (3,)) == found.nimber((3,))


def test_large_nimbers_make_the_kernel_stop_for_room() -> None:
    digits = (0, 0, 7)
    values = octal._compiled([0, 0], digits, 3000)
    assert values.max() > 64
    assert values.tolist()[:700] == octal.plain_nimbers([0], digits, 700)


def test_a_text_holds_numbers_of_every_size_it_can() -> None:
    for top in (1, 255, 256, 0xD800, 0x10FFFF):
        row = [0, top, 0, top, 0]
        assert last_repeat(as_text(row), 3) == (2, 0)
        assert last_repeat(as_text(octal.load("octal").np.array(row)), 3) == (2, 0)
    assert as_text([0x110000] * 3) == ""
    assert last_repeat(as_text(octal.load("octal").np.full(3, 0x110000)), 1) is None


def test_a_heap_over_the_budget_without_a_period_is_an_error() -> None:
    with pytest.raises(BudgetExceeded, match="no period is proved among the 2,000"):
        answers(Octal((10**30,), "0.6"), budget=2000)
    assert answers(Octal((3,), "0.6"), budget=10).period is None
    assert answers(Octal((1999,), "0.6"), budget=2000).path == "compiled int32"


def test_a_state_outside_is_not_known() -> None:
    found = answers(Kayles((7,)))
    for state in ((0,), (3, 2), 7, [7], (True,), ("7",), None):
        with pytest.raises(UnknownState):
            found.nimber(state)
    assert found.value(()) == -1


@dataclass(frozen=True)
class Declared(LastMoverWins):
    """A game that declares any shape."""

    shape: Any
    start: Any = (1,)

    def moves(self, state: Any) -> Any:
        return [Move(())] if state else []


def test_games_that_do_not_fit_are_refused_with_a_reason() -> None:
    class Misere(LastMoverLoses):
        start, shape = (5,), OctalHeaps((7, 7), 5)

    class Own(PayoffGame):
        start, shape = (5,), OctalHeaps((7, 7), 5)

    class Float(Declared):
        tolerance = 0.1

    assert "shape" in refusal(Nim((3, 4)))
    assert "end () pays 1" in refusal(Misere())
    assert "own totals" in refusal(Own())
    assert "tolerance" in refusal(Float(OctalHeaps((1,), 1)))
    assert "no state" in refusal(Declared(OctalHeaps((1,), 1), (2, 1)))
    assert "0 to 7" in refusal(Declared(OctalHeaps((8,), 1)))


def test_the_cost_is_known_beforehand() -> None:
    assert METHOD.cost(Case(Kayles((7,)), (7,))).states == 8
    assert METHOD.cost(Case(Kayles(()), ())).states == 1


@pytest.mark.parametrize("game", [Kayles((10**9,)), Octal((200, 9), "0.6")])
def test_any_single_wrong_entry_fails_the_proof(path: str, game: Game) -> None:
    rng = random.Random(3)
    for _ in range(15):
        found = answers(game)
        place = rng.randrange(len(found.values))
        found.values[place] += rng.choice((1, 2, 4)) if found.values[place] == 0 else -1
        with pytest.raises(ProofFailed):
            found.prove(game, game.start, 10**6)


@pytest.mark.parametrize(("period", "since"), [(11, 71), (12, 70), (12, -3), (0, 71), (12, 240)])
def test_a_wrong_period_fails_the_proof(period: int, since: int) -> None:
    found = answers(Kayles((10**9,)))
    claim = (found.values, period, since)
    with pytest.raises(ProofFailed, match=r"period|nimber is not that"):
        checker.verify_octal(Kayles((5,)), (5,), 4, claim, budget=10**6)


def test_claims_beyond_the_table_or_a_wrong_sum_fail_the_proof() -> None:
    values = answers(Kayles((9,))).values
    with pytest.raises(ProofFailed, match="no period is claimed"):
        checker.verify_octal(Kayles((50,)), (50,), 2, (values, None, 0), budget=100)
    with pytest.raises(ProofFailed, match="XOR"):
        checker.verify_octal(Kayles((5,)), (5,), 2, (values, None, 0), budget=100)
    with pytest.raises(BudgetExceeded):
        checker.verify_octal(Kayles((5,)), (5,), 4, (values, None, 0), budget=5)


def test_rules_other_than_declared_fail_the_proof() -> None:
    game = Declared(OctalHeaps((3,), 1))
    with pytest.raises(ProofFailed, match="declared shape"):
        answers(game).prove(game, (1,), 100)

    class KeptTurns(Octal):
        def moves(self, state: Any) -> Any:
            return [move._replace(again=True) for move in super().moves(state)]

    with pytest.raises(ProofFailed, match="normal play"):
        answers(KeptTurns((1,), "0.1")).prove(KeptTurns((1,), "0.1"), (1,), 100)
