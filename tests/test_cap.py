"""Rows under a growing cap: two sliding maxima = the generic engine = the oracle."""

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

from zermelo import Game, Move, solve
from zermelo.errors import BudgetExceeded, ProofFailed, UnknownState
from zermelo.games import Ends, StoneGameII
from zermelo.methods.contract import Case
from zermelo.methods.families import cap_queues
from zermelo.methods.families.cap_queues import CapAnswers, CapQueues, entries
from zermelo.model.shapes import CapRow
from zermelo.proof import cap as cap_proof
from zermelo.proof.oracle import Oracle

METHOD = CapQueues()
SEED = 1140
numbers = st.integers(-4, 4) | st.integers(-(2**70), 2**70) | st.fractions(max_denominator=4)


def answers(game: Game, path: str = "") -> CapAnswers:
    case = Case(game, game.start)
    assert METHOD.refuses(case) is None
    found = METHOD.run(case)
    assert found.path == path or not path
    return found


def states(game: StoneGameII) -> Iterator[tuple[int, int]]:
    size = len(game.row)
    return ((gone, cap) for gone in range(size + 1) for cap in range(1, max(1, size) + 1))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cap_queues, "CAP_BY_PYTHON", -1)


def random_rows(count: int, longest: int) -> Iterator[StoneGameII]:
    random = Random(SEED)
    for size in (*range(longest), *(random.randrange(longest) for _ in range(count))):
        spread = random.choice((1, 3, 1000))
        yield StoneGameII(tuple(random.randint(-spread, spread) for _ in range(size)))


def by_definition(game: StoneGameII) -> dict[tuple[int, int], Any]:
    """Every state, reached or not, by the recurrence as it stands. O(n³)."""
    value: dict[tuple[int, int], Any] = {}
    for state in sorted(states(game), reverse=True):
        worths = [move.gain - value[move.to] for move in game.moves(state)]
        value[state] = max(worths, default=0)
    return value


@given(st.lists(numbers, max_size=9))
@settings(max_examples=200, deadline=None)
@pytest.mark.unmeasured
def test_every_value_is_the_definitions(row: list[Any]) -> None:
    game = StoneGameII(tuple(row))
    found = answers(game, path="plain")
    for state, value in by_definition(game).items():
        assert found.value(state) == value
        assert found.total(state) == sum(row[state[0] :])


@given(st.lists(numbers, max_size=7))
@settings(max_examples=100, deadline=None)
def test_reached_values_are_the_generic_engines_and_the_oracles(row: list[Any]) -> None:
    game = StoneGameII(tuple(row))
    found, generic, oracle = answers(game), solve(game, method="backward"), Oracle(game)
    for state in generic.table():
        assert found.value(state) == generic.value_of(state) == oracle.difference(state)


@pytest.mark.parametrize("path", ["compiled int32", "compiled int64"])
@pytest.mark.unmeasured
def test_the_compiled_table_is_the_definitions(
    compiled: None, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(
        cap_queues, "CAP_ROOM", {path.split()[1]: cap_queues.CAP_ROOM[path.split()[1]]}
    )
    for game in random_rows(3, 22):
        found = answers(game, path=path)
        assert all(found.value(state) == value for state, value in by_definition(game).items())
        assert found.prove(game, game.start, 10**6).value == found.value(game.start)


def test_the_compiled_and_the_plain_table_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(SEED)
    for size in (127, 128, 129, 255, 256, 257, 300):
        game = StoneGameII(tuple(random.randint(-9, 9) for _ in range(size)))
        monkeypatch.setattr(cap_queues, "CAP_BY_PYTHON", size)
        plain = answers(game, path="plain")
        monkeypatch.setattr(cap_queues, "CAP_BY_PYTHON", size - 1)
        fast = answers(game, path="compiled int32")
        assert fast.capped.tolist() == plain.capped
        assert fast.free.tolist() == plain.free


def test_taking_everything_is_not_best_when_piles_are_negative() -> None:
    game = StoneGameII((1, -9, 1))
    assert answers(game).value((0, 3)) == by_definition(game)[0, 3] > sum(game.row)


@pytest.mark.parametrize(
    ("row", "path"),
    [
        ((2**30 - 1,), "compiled int32"),
        ((2**30,), "compiled int64"),
        ((2**29, -1, -(2**29) + 2), "compiled int32"),
        ((2**29, -1, -(2**29) + 1), "compiled int64"),
        ((2**28, -(2**28), 2**28, -(2**28) + 1, 0), "compiled int32"),
        ((-(2**31), 2**31, 2**31 - 1, 5, 6, 7), "compiled int64"),
        ((2**60, -(2**60), 2**60, -(2**60) + 1, 0), "compiled int64"),
        ((2**60, -(2**60), 2**60, -(2**60), 0), "plain"),
        ((2**63, -(2**63), 2**63 - 1, 1, 1), "plain"),
        ((10**40, -(10**40), 3, 3, 10**40), "plain"),
        ((Fraction(1, 2), Fraction(1, 3), 1, Fraction(-1, 6)), "plain"),
    ],
)
def test_numbers_at_the_edge_of_a_type_stay_exact(
    compiled: None, row: tuple[Any, ...], path: str
) -> None:
    game = StoneGameII(row)
    found = answers(game, path=path)
    for state, value in by_definition(game).items():
        assert found.value(state) == value
        assert type(found.value(state)) in (int, Fraction)


def test_an_array_is_a_row_too(compiled: None) -> None:
    row = np.array([2, 7, 9, 4, 4], dtype="int16")
    game = StoneGameII(row)
    found = answers(game, path="compiled int32")
    assert [found.value(state) for state in states(game)] == [*_sorted_values(row.tolist())]
    assert found.total((1, 1)) == 24
    found.prove(game, (0, 1), 100)


def _sorted_values(row: list[int]) -> Iterator[int]:
    game = StoneGameII(tuple(row))
    values = by_definition(game)
    return (values[state] for state in states(game))


def test_the_cost_is_what_is_stored() -> None:
    for size in range(20):
        game = StoneGameII((1,) * size)
        found, cost = answers(game), METHOD.cost(Case(game, game.start))
        assert len(found.capped) == entries(size)
        assert cost.states == len(found.capped) + len(found.free)
    cost = METHOD.cost(Case(StoneGameII((1,) * 5000), (0, 1)))
    assert cost.bytes is not None
    assert cost.bytes < 100 * 2**20


@dataclass(frozen=True)
class Shaped(Game):
    shape: Any
    start: Any = (0, 1)

    def moves(self, state: Any) -> Iterator[Move]:
        yield from self.shape.moves(state)


class Pays(Shaped):
    def payoff(self, state: Any) -> int:
        return 1


@pytest.mark.parametrize(
    ("game", "start", "why"),
    [
        (Ends((1, 2)), (0, 1), "does not declare"),
        (StoneGameII((1, 2)), (0, 3), "(0, 3) is no pair"),
        (StoneGameII((1, 2)), (0, 0), "(0, 0) is no pair"),
        (Pays(CapRow((1, 2))), (0, 1), "payoff of their own"),
        (StoneGameII((1, 0.5), tolerance=1e-9), (0, 1), "floats"),
        (Shaped(CapRow((1, 0.5))), (0, 1), "floats"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(game: Game, start: Any, why: str) -> None:
    assert why in (METHOD.refuses(Case(game, start)) or "")


@pytest.mark.parametrize(
    "state", [(0, 0), (0, 6), (6, 1), (-1, 1), (0,), 0, None, (0, 1.0), [0, 1]]
)
def test_a_state_that_is_none_is_unknown(state: Any) -> None:
    found = answers(StoneGameII((2, 7, 9, 4, 4)))
    assert found.value((0, 1)) == -6
    with pytest.raises(UnknownState):
        found.value(state)


@pytest.mark.parametrize("short", [0, 16])
@pytest.mark.parametrize("chunk", [1, 4, 256])
def test_the_proof_rejects_every_single_wrong_entry(
    monkeypatch: pytest.MonkeyPatch, short: int, chunk: int
) -> None:
    monkeypatch.setattr(cap_proof, "SHORT_CAP_ROW", short)
    monkeypatch.setattr(cap_proof, "STATES_AT_ONCE", chunk)
    for row in ((3, -1, 0, 5, 5, -2, 1, 4, 4), (10**30, Fraction(1, 2), -7, 10**30, 1)):
        game = StoneGameII(row)
        good = answers(game)
        proof = good.prove(game, (0, 1), 100)
        assert proof.states == len([*states(game)])
        assert proof.moves == sum(len(list(game.moves(state))) for state in states(game))
        for place in range(proof.checks):
            for wrong in (1, -1, 2**64):
                with pytest.raises(ProofFailed):
                    spoilt(good, place, wrong).prove(game, (0, 1), 100)


def spoilt(good: CapAnswers, place: int, wrong: int) -> CapAnswers:
    both = [*good.free, *good.capped]
    both[place] += wrong
    size = len(good.free)
    return CapAnswers(good.row, both[:size], both[size:], "plain")


def test_the_proof_of_a_long_row_rejects_a_wrong_entry(compiled: None) -> None:
    random = Random(SEED)
    game = StoneGameII(tuple(random.choices(range(-5, 6), k=600)))
    found = answers(game)
    checks = found.prove(game, (0, 1), 10**6).checks
    assert checks == 601 + entries(600)
    for table in (found.free, found.capped):
        for place in (0, len(table) - 1, *random.choices(range(len(table)), k=5)):
            table[place] += 1
            with pytest.raises(ProofFailed):
                found.prove(game, (0, 1), 10**6)
            table[place] -= 1
    with pytest.raises(BudgetExceeded):
        found.prove(game, (0, 1), checks - 1)


def test_the_proof_rejects_tables_of_another_length() -> None:
    game = StoneGameII((1, 2, 3))
    with pytest.raises(ProofFailed, match="2 and 0 entries"):
        CapAnswers(game.shape, [0, 0], [], "plain").prove(game, (0, 1), 100)


class NeverGrows(StoneGameII):
    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        for move in super().moves(state):
            yield move._replace(to=(move.to[0], state[1]))


def test_the_proof_rejects_rules_that_are_not_those_of_the_row() -> None:
    game = NeverGrows(tuple(range(40)))
    with pytest.raises(ProofFailed, match="the rules do not"):
        answers(game).prove(game, (0, 1), 10**6)
