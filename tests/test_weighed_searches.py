"""Searches that cannot be finished: they stop, and say what would help."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import pytest

from zermelo import Game, LastMoverWins, Move, solve
from zermelo.errors import BadInput, BudgetExceeded, Unavailable
from zermelo.games import CanIWin, PoolRace
from zermelo.graph.explore import explore
from zermelo.limits import Limits
from zermelo.methods.alphabeta import WIDE_STATE, Search

WIDE = 2 * WIDE_STATE


class WideTree(LastMoverWins):
    """Every state has very many moves, and play is long."""

    start = (0,)

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        """A number more."""
        if len(state) < 30:
            yield from (Move((*state, number)) for number in range(WIDE))


@pytest.mark.parametrize(("named", "visits"), [(False, 2), (True, 21)])
def test_a_search_counts_moves_unless_a_limit_is_named(named: bool, visits: int) -> None:
    search = Search(WideTree(), Limits(budget=20, is_asked=named))
    search.settle((0,))
    assert search.visits <= visits
    assert named is (search.visits > 2)


def test_a_race_too_large_for_any_table_is_refused_with_the_way_out() -> None:
    with pytest.raises(BudgetExceeded, match='method="alphabeta"'):
        solve(CanIWin(14285, 10**7))


@pytest.mark.parametrize(("largest", "target"), [(1000, 400), (20_000, 300), (60, 10**9)])
def test_a_race_with_very_many_sets_below_its_target_is_refused_at_once(
    largest: int, target: int
) -> None:
    with pytest.raises(BudgetExceeded, match="by its shape"):
        solve(CanIWin(largest, target))


@pytest.mark.parametrize("pool", [(1, 2, 3, 4, 5), (2, 2, 3, -1), (Fraction(1, 2), 1, 4, 0)])
@pytest.mark.parametrize("target", [1, 4, Fraction(7, 2), 20, -1])
def test_the_sets_that_a_race_is_said_to_have_are_there(
    pool: tuple[Fraction, ...], target: Fraction
) -> None:
    race = PoolRace(pool, target)
    assert 1 <= race.shape.at_least <= len(explore(race))


def test_a_pool_whose_states_take_gigabytes_is_refused() -> None:
    with pytest.raises(BadInput, match=r"numbers; .* at most 20,000"):
        CanIWin(10**6, 1)
    with pytest.raises(BadInput, match=r"numbers; .* at most 20,000"):
        PoolRace(tuple(range(20_001)), 1)


@dataclass(frozen=True)
class LongWalk(Game):
    """One step at a time, each gains 1."""

    steps: int

    @property
    def start(self) -> int:
        """All steps are left."""
        return self.steps

    def moves(self, state: int) -> Iterator[Move]:
        """A step."""
        if state:
            yield Move(state - 1, gain=1)


@pytest.mark.unmeasured
def test_plays_longer_than_a_compiled_search_follows_are_named_with_the_way_out() -> None:
    solution = solve(LongWalk(5001), method="alphabeta", engine="compiled")
    with pytest.raises(Unavailable, match=r'at most\. Pass engine="plain"') as told:
        _ = solution.value
    assert "4,096 plies" in str(told.value)


def test_the_way_out_leads_out() -> None:
    assert solve(LongWalk(5001), method="alphabeta", engine="plain").value == 1
