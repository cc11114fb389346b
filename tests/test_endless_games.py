"""A state that only counts up is told so, and games that are merely large are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from zermelo import Game, LastMoverWins, Move, diagnose, solve
from zermelo.engines.memory import endless
from zermelo.engines.memory.endless import STATES_AT_FIRST, Trend
from zermelo.errors import BudgetExceeded
from zermelo.games import Ends
from zermelo.graph import endless as reach
from zermelo.machine.layout import observed

TARGET = 10**7


@dataclass(frozen=True)
class Apart(LastMoverWins):
    """Two numbers that count up for ever."""

    start: Any = (0, 0)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, right = state
        yield Move((left + 1, right))
        yield Move((left, right + 1))


@dataclass(frozen=True)
class Race(Apart):
    """The same, to an end that the game holds."""

    end: int = 30


class Global(Apart):
    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        if sum(state) < TARGET:
            yield from super().moves(state)


def looked(game: Game, *numbers: int, step: int = 1) -> Trend:
    """Three looks at the only number of a state, after as many levels as states."""
    trend = Trend(game)
    layout = observed([0, 1])
    for k, number in enumerate(numbers):
        states = STATES_AT_FIRST << k
        keys = np.zeros((states, 1), np.int64)
        keys[-1] = number
        trend.look(layout, keys, states, states // step)
    return trend


COUNTED = (STATES_AT_FIRST, 2 * STATES_AT_FIRST, 4 * STATES_AT_FIRST)


def test_a_number_that_grows_with_every_level_is_named() -> None:
    with pytest.raises(BudgetExceeded, match="in place 0 of the state grows without an end") as at:
        looked(Apart(), *COUNTED)
    assert "4,194,304 after 4,194,304 states" in at.value.given
    assert "budget=1_000_000_000" in at.value.fix


@pytest.mark.parametrize(
    "numbers",
    [
        (7, 7, 7),
        (4 * STATES_AT_FIRST, 2 * STATES_AT_FIRST, STATES_AT_FIRST),  # a heap that is taken away
        (STATES_AT_FIRST, 2 * STATES_AT_FIRST, 2 * STATES_AT_FIRST + 5),  # it comes to a rest
        (1 << 40, 1 << 45, 1 << 50),  # bits of a mask
        COUNTED[:2],  # two looks show no trend
    ],
)
def test_numbers_that_do_not_grow_in_proportion_are_no_reason_to_stop(
    numbers: tuple[int, ...],
) -> None:
    assert looked(Apart(), *numbers).next == STATES_AT_FIRST << len(numbers)


def test_a_game_of_few_levels_is_finite_enough() -> None:
    looked(Apart(), *COUNTED, step=1 << 13)


def test_a_number_that_the_game_holds_may_be_counted_up_to() -> None:
    looked(Race(end=10**6), *COUNTED)
    looked(Global(), *COUNTED)
    with pytest.raises(BudgetExceeded):
        looked(Race(), *COUNTED)


def test_the_reach_of_a_game_is_its_largest_number() -> None:
    assert Trend(Ends((5, -300, 7))).reach == 300
    assert Trend(Ends(np.arange(1000))).reach == 1000
    limit = 12_345
    counted = LastMoverWins.from_function(lambda n: [n + 1] if n < limit else [], start=0)
    assert Trend(counted).reach == limit


def test_work_without_limits_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "STATES_AT_FIRST", 1 << 12)
    monkeypatch.setattr(endless, "LEVELS_OF_NO_BOARD", 50)
    monkeypatch.setattr(reach, "STAND_IN", 2)
    with pytest.raises(BudgetExceeded, match=r"Apart: the number in place .* grows without an end"):
        solve(Apart(), engine="compiled")
    with pytest.raises(BudgetExceeded, match="more than 30,000 states"):
        solve(Apart(), engine="compiled", budget=30_000)


class Grows(LastMoverWins):
    """A state that keeps all that was, or a number that doubles."""

    def __init__(self, start: Any, step: Any, end: int | None = None) -> None:
        self.start, self.step, self.end = start, step, end

    def moves(self, state: Any) -> list[Any]:
        is_over = self.end is not None and len(str(state)) > self.end
        return [] if is_over else [self.step(state)]


@pytest.mark.parametrize(
    "game",
    [Grows(1, lambda n: 2 * n), Grows("a", lambda s: s + "a"), Grows((), lambda t: (*t, len(t)))],
    ids=["number", "text", "tuple"],
)
def test_a_state_that_becomes_larger_and_larger_is_told_so(game: Game) -> None:
    with pytest.raises(BudgetExceeded, match="the state grows without an end") as told:
        solve(game)
    assert "budget=" in told.value.fix
    assert "grow without an end" in diagnose(game).finite.detail


def test_a_state_that_the_game_itself_ends_is_not() -> None:
    assert solve(Grows("a", lambda s: s + "b", end=6_000)).value == -1


def test_a_limit_that_is_named_is_the_way_out() -> None:
    with pytest.raises(BudgetExceeded, match="more than 5,000 states"):
        solve(Grows("a", lambda s: s + "a"), budget=5_000)
