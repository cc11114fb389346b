"""The largest instance that fits: sizes are weighed before instances are explored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from zermelo import Game, LastMoverWins, Move, check
from zermelo.facts import fitting
from zermelo.facts.fitting import Fitting
from zermelo.games import CanIWin, ConnectFour, DotsAndBoxes, Ends
from zermelo.machine.layout import observed
from zermelo.staging.reading.source import Refused


@dataclass(frozen=True)
class Declared:
    """A shape that says how many states there are at least."""

    at_least: int


@dataclass(frozen=True)
class Subsets(LastMoverWins):
    """Take an item, any number of times; says itself how many states it has."""

    items: int

    start = 0

    @property
    def shape(self) -> Any:
        return Declared(1 << self.items)

    def moves(self, state: int) -> Iterator[Move]:
        assert self.items < 12, "an instance that says itself that it is too large was asked"
        for item in range(self.items):
            if not state >> item & 1:
                yield Move(state | 1 << item)


def test_an_instance_that_declares_too_many_states_is_never_asked() -> None:
    found = Fitting(budget=2_000, work=100_000).largest(Subsets(1_000))
    assert found is not None
    assert found.game == Subsets(10)


@dataclass(frozen=True)
class ByOnes(LastMoverWins):
    """A word of bits; a smaller one is shorter by one."""

    length: int
    start = ()

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        if len(state) < self.length:
            yield Move((*state, 0))
            yield Move((*state, 1))

    def smaller(self) -> Iterator[Game]:
        if self.length:
            yield ByOnes(self.length - 1)


def test_a_hook_that_goes_down_by_ones_is_followed_by_ever_more_at_once() -> None:
    found = Fitting(budget=1_000, work=100_000).largest(ByOnes(500))
    assert found is not None
    assert found.game == ByOnes(8)  # 511 states


@pytest.mark.parametrize("limit", ["MOVES_OF_A_SEARCH", "SECONDS_OF_A_SEARCH"])
def test_when_the_search_is_over_what_fits_at_once_is_still_found(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitting, limit, 0)
    found = Fitting(budget=200_000, work=10**6).largest(ConnectFour(100, 100))
    assert found is not None
    assert 1 < len(found.graph) < 20_000


def test_a_slow_machine_finds_the_same_instance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of a machine twenty times slower, as the search sees it."""
    game, limits = Ends(tuple(range(4_000))), {"budget": 20_000, "work": 30_000}
    here = Fitting(**limits).largest(game)
    explored = fitting.explore

    def slowly(*args: Any, cpu_seconds: float, **given: Any) -> Any:
        return explored(*args, cpu_seconds=cpu_seconds / 20, **given)

    monkeypatch.setattr(fitting, "explore", slowly)
    there = Fitting(**limits).largest(game)
    assert here is not None
    assert there is not None
    assert here.game == there.game


@pytest.mark.parametrize("game", [DotsAndBoxes(10, 10), CanIWin(14_285, 50_000_000)], ids=type)
def test_a_game_of_the_catalogue_that_no_table_holds_is_checked_on_a_smaller_one(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitting, "MOVES_OF_A_SEARCH", 100_000)
    report = check(game)
    assert report.ok
    assert report.compared > 100
    assert report.checked not in (None, game)


def test_the_digits_of_a_very_large_state_are_not_written_down() -> None:
    with pytest.raises(Refused, match=r"a number of 1,000,001 bits in a state needs more than 63"):
        observed([1 << 1_000_000])
