"""Rows taken from the front: the sliding maximum = the generic engine = the oracle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import Game, Move, PayoffGame, solve
from zermelo.errors import BudgetExceeded, ProofFailed, RulesError, UnknownState
from zermelo.games import Ends, Front, StoneGameIII
from zermelo.methods.contract import Case
from zermelo.methods.families import front_window
from zermelo.methods.families.front_window import FrontAnswers, FrontWindow
from zermelo.methods.families.number_rows import bound, int64_row, row_sum
from zermelo.model.arrays import IntRow
from zermelo.model.shapes import FrontRow
from zermelo.proof import front as front_proof
from zermelo.proof.oracle import Oracle

METHOD = FrontWindow()
SEED = 1406
ROOM = 2**62
numbers = st.integers(-4, 4) | st.integers(-(2**70), 2**70) | st.fractions(max_denominator=4)


def answers(game: Game, start: Any = 0, path: str = "") -> FrontAnswers:
    case = Case(game, start)
    assert METHOD.refuses(case) is None
    found = METHOD.run(case)
    assert found.path == path or not path
    return found


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_window, "FRONT_BY_PYTHON", -1)


def random_rows(count: int, longest: int) -> Iterator[Front]:
    random = Random(SEED)
    for _ in range(count):
        size, spread = random.randrange(longest), random.choice((1, 3, 1000))
        row = tuple(random.randint(-spread, spread) for _ in range(size))
        yield Front(row, random.randrange(1, size + 3))


@given(st.lists(numbers, max_size=8), st.integers(1, 9))
@settings(max_examples=200, deadline=None)
@pytest.mark.unmeasured
def test_every_value_is_the_generic_engines_and_the_oracles(row: list[Any], most: int) -> None:
    game = Front(tuple(row), most)
    found, generic, oracle = answers(game), solve(game, method="backward"), Oracle(game)
    for state in range(len(row) + 1):
        assert found.value(state) == generic.value_of(state) == oracle.difference(state)
        assert found.total(state) == sum(row[state:])


def test_the_compiled_table_is_the_generic_engines(compiled: None) -> None:
    for game in random_rows(100, 40):
        found, generic = answers(game, path="compiled int64"), solve(game, method="backward")
        assert all(found.value(s) == generic.value_of(s) for s in range(len(game.row) + 1))
        assert found.prove(game, 0, 10**6).value == generic.value


def test_the_compiled_and_the_plain_table_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(SEED)
    for most in (1, 2, 3, 64, 999, 3000, 5000):
        game = Front(tuple(random.randint(-9, 9) for _ in range(3000)), most)
        monkeypatch.setattr(front_window, "FRONT_BY_PYTHON", 3000)
        plain = answers(game, path="plain")
        monkeypatch.setattr(front_window, "FRONT_BY_PYTHON", 2999)
        assert answers(game, path="compiled int64").table.tolist() == plain.table


@pytest.mark.parametrize(
    ("row", "path"),
    [
        ((2**62 - 1,), "compiled int64"),
        ((2**62,), "plain"),
        ((-(2**61), 2**61 - 1), "compiled int64"),
        ((-(2**61), 2**61), "plain"),
        ((2**60, 1, -(2**60), 2**60, -(2**60) + 1), "plain"),
        ((2**60, 1, -(2**60), 2**59), "compiled int64"),
        ((2**63 - 1, -(2**63), 2**63), "plain"),
        ((10**40, -(10**40), 3), "plain"),
        ((2**31, -(2**31), 2**31 - 1, 2**32), "compiled int64"),
        ((Fraction(1, 2), Fraction(1, 3), 1), "plain"),
    ],
)
def test_numbers_at_the_edge_of_a_type_stay_exact(
    compiled: None, row: tuple[Any, ...], path: str
) -> None:
    for most in (1, 2, 5):
        game = Front(row, most)
        found, oracle = answers(game, path=path), Oracle(game)
        for state in range(len(row) + 1):
            assert found.value(state) == oracle.difference(state)
            assert type(found.value(state)) in (int, Fraction)


@pytest.mark.parametrize("kind", ["int8", "int32", "int64", "uint64"])
def test_an_array_is_a_row_too(compiled: None, kind: str) -> None:
    row = np.array([1, 2, 3, 7, 100, 127], dtype=kind)
    game = Front(row, 3)
    found, same = answers(game, path="compiled int64"), Front(tuple(row.tolist()), 3)
    assert [found.value(s) for s in range(7)] == [Oracle(same).difference(s) for s in range(7)]
    assert (found.total(2), type(found.total(2))) == (237, int)
    found.prove(game, 0, 100)


def test_the_bound_of_an_array_cannot_wrap() -> None:
    lowest = -(2**63)
    assert bound(IntRow(np.array([lowest, lowest])), ROOM) >= ROOM
    assert int64_row(np, np.array([lowest]), ROOM) is None
    assert int64_row(np, np.array([2**64 - 1], dtype="uint64"), ROOM) is None
    assert bound(IntRow(np.array([2**61, -(2**60), 5])), ROOM) == 2**61 + 2**60 + 5
    assert bound(IntRow(np.array([], dtype="int64")), ROOM) == 0
    assert int64_row(np, np.array([0.5]), ROOM) is None
    assert int64_row(np, (1, Fraction(1, 2)), ROOM) is None


def test_the_sum_of_an_array_cannot_wrap(compiled: None) -> None:
    row = Front(np.array([2**63 - 1, 2**63 - 1, -5, -(2**63)])).row
    assert row_sum(row) == 2**63 - 7
    assert row_sum(row[:2]) == 2**64 - 2


def test_an_array_of_large_numbers_takes_the_plain_path(compiled: None) -> None:
    game = Front(np.array([2**62, -(2**62), 2**62]), 2)
    assert answers(game, path="plain").value(0) == Oracle(game).difference(0)


def test_numpy_scalars_in_a_row_become_pythons_integers(compiled: None) -> None:
    game = Shaped(FrontRow((np.int64(2**61), np.int64(-5)), 2))
    assert answers(game, path="compiled int64").value(0) == 2**61 + 5
    game = Shaped(FrontRow((np.int64(2**62), np.int64(2**62)), 1))
    assert answers(game, path="plain").value(0) == 0
    game = Shaped(FrontRow(np.array([2, 3]), 1))
    assert answers(game, path="compiled int64").value(0) == -1


def test_the_cost_does_not_grow_with_the_moves() -> None:
    costs = [METHOD.cost(Case(Front((1,) * 1000, most), 0)) for most in (3, 900)]
    assert [(cost.states, cost.moves) for cost in costs] == [(1001, 1000)] * 2


@dataclass(frozen=True)
class Shaped(Game):
    shape: Any
    start: Any = 0

    def moves(self, state: Any) -> Iterator[Move]:
        yield from self.shape.moves(state)


class Pays(Shaped):
    def payoff(self, state: Any) -> int:
        return 1


class Own(PayoffGame, Shaped):
    pass


class Tolerant(Shaped):
    tolerance = 1e-9


@pytest.mark.parametrize(
    ("game", "start", "why"),
    [
        (Ends((1, 2)), (0, 1), "does not declare"),
        (Front((1, 2)), 3, "3 is no number"),
        (Front((1, 2)), True, "True is no number"),
        (Pays(FrontRow((1, 2), 3)), 0, "payoff of their own"),
        (Own(FrontRow((1, 2), 3)), 0, "payoff of their own"),
        (Tolerant(FrontRow((1, 0.5), 3)), 0, "floats"),
        (Shaped(FrontRow((1, 0.5), 3)), 0, "floats"),
        (Shaped(FrontRow(np.array([1, 0.5]), 3)), 0, "floats"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(game: Game, start: Any, why: str) -> None:
    assert why in (METHOD.refuses(Case(game, start)) or "")


@pytest.mark.parametrize("state", [-1, 5, 1.0, "a", None, (0, 1), True, [1]])
def test_a_state_that_is_none_is_unknown(state: Any) -> None:
    found = answers(StoneGameIII((1, 2, 3, 7)))
    assert found.value(0) == -1
    with pytest.raises(UnknownState):
        found.value(state)


@pytest.mark.parametrize("short", [0, 2000])
def test_the_proof_rejects_every_single_wrong_entry(
    monkeypatch: pytest.MonkeyPatch, short: int
) -> None:
    monkeypatch.setattr(front_proof, "SHORT_FRONT", short)
    for row in ((3, -1, 0, 5, 5, -2, 1), (10**30, Fraction(1, 2), -7, 10**30)):
        for most in (1, 3, 20):
            game = Front(row, most)
            good = answers(game)
            proof = good.prove(game, 0, 100)
            assert (proof.states, proof.moves) == (len(row) + 1, sum_of_moves(game))
            for state in range(len(row) + 1):
                for wrong in (1, -1, 2**64):
                    table = [*good.table]
                    table[state] += wrong
                    with pytest.raises(ProofFailed):
                        FrontAnswers(good.row, table, "plain").prove(game, 0, 100)


def sum_of_moves(game: Front) -> int:
    return sum(len(list(game.moves(state))) for state in range(len(game.row) + 1))


def test_the_proof_of_a_long_row_rejects_a_wrong_entry(compiled: None) -> None:
    game = Front(tuple(Random(SEED).choices(range(-5, 6), k=5000)), 100)
    found = answers(game)
    assert found.prove(game, 0, 5001).checks == 5001
    for state in (0, 1, 777, 4999, 5000):
        found.table[state] += 1
        with pytest.raises(ProofFailed):
            found.prove(game, 0, 5001)
        found.table[state] -= 1
    with pytest.raises(BudgetExceeded):
        found.prove(game, 0, 5000)


def test_the_proof_rejects_a_table_of_another_length() -> None:
    game = Front((1, 2, 3))
    with pytest.raises(ProofFailed, match="2 entries"):
        FrontAnswers(game.shape, [0, 0], "plain").prove(game, 0, 100)


class OneAtATime(Front):
    def moves(self, state: int) -> Iterator[Move]:
        yield from [*super().moves(state)][:1]


class Broken(Front):
    def moves(self, state: int) -> Iterator[Move]:
        raise ValueError("no")


def test_the_proof_rejects_rules_that_are_not_those_of_the_row() -> None:
    row = tuple(range(2000))
    game = OneAtATime(row, 3)
    with pytest.raises(ProofFailed, match="the rules do not"):
        answers(game).prove(game, 0, 10**6)
    with pytest.raises(RulesError):
        answers(Broken(row, 3)).prove(Broken(row, 3), 0, 10**6)
