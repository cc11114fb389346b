"""Searches that cannot be finished: they stop, and say what would help."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from zermelo import Game, LastMoverWins, Move, solve
from zermelo.errors import BudgetExceeded, Unavailable
from zermelo.games import CanIWin
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
