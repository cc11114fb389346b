"""Estimates are honest: what was explored is never called an estimate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from zermelo import Forecast, LastMoverWins, Move, forecast
from zermelo import _forecast as forecasting
from zermelo.engines.choose import PLAIN_STATES
from zermelo.engines.memory.engine import STATES_TO_MEASURE
from zermelo.games import Awari, ConnectFour, Ends


@pytest.fixture(autouse=True)
def whatever_runs_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasting, "free_memory", lambda: 16 << 30)


class Hash(LastMoverWins):
    """Steps that scatter over very many states and never meet; rules that cannot be compiled."""

    start = 1

    def moves(self, state: int) -> Iterator[Move]:
        for step in (3, 5, 7):
            yield Move(pow(state + step, 3, 2**89 - 1))


@dataclass(frozen=True)
class Hex(LastMoverWins):
    """As one writes it down: a stone on any free cell; whoever joins two opposite sides wins."""

    size: int

    @property
    def start(self) -> tuple[int, ...]:
        return (0,) * self.size**2

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        player = 1 + sum(map(bool, state)) % 2
        if not self.joined(state, 3 - player):
            for cell, stone in enumerate(state):
                if not stone:
                    yield Move((*state[:cell], player, *state[cell + 1 :]))

    def joined(self, state: tuple[int, ...], player: int) -> bool:
        stones = {divmod(cell, self.size) for cell, stone in enumerate(state) if stone == player}
        reached = {at for at in stones if at[player - 1] == 0}
        todo = list(reached)
        while todo:
            row, column = todo.pop()
            for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
                beside = row + down, column + right
                if beside in stones - reached:
                    reached.add(beside)
                    todo.append(beside)
        return any(at[player - 1] == self.size - 1 for at in reached)


class PlainHex(Hex):
    """Rules that are not compiled: a float decides."""

    def joined(self, state: tuple[int, ...], player: int) -> bool:
        return float(super().joined(state, player)) > 0.5


def test_of_hex_four_by_four_nobody_knows_more_than_a_number_that_is_passed() -> None:
    """Far more than the first look finds, and millions in truth."""
    found = forecast(PlainHex(4))
    assert found.states is None
    assert found.fits is not True
    assert PLAIN_STATES < found.at_least < 3**16
    assert "and nobody knows how many more" in str(found)


@pytest.mark.unmeasured
def test_connect_four_has_some_trillion_states() -> None:
    """4,531,985,219,092 in truth: Edelkamp and Kissmann 2008."""
    found = forecast(ConnectFour(7, 6))
    assert found.states is not None
    assert 4_531_985_219_092 / 3 < found.states < 3 * 4_531_985_219_092
    assert found.at_least < found.states
    assert found.fits is False
    assert "·10¹²" in str(found)
    assert "about" in str(found)


@pytest.mark.unmeasured
def test_a_stretch_that_was_explored_is_no_estimate() -> None:
    found = forecast(Awari(6, 2))  # more than six million states
    assert not found.is_exact
    assert found.at_least >= STATES_TO_MEASURE
    assert found.fits is None
    assert "more than" in str(found).splitlines()[0]
    assert "more than" in str(found).splitlines()[1]
    assert "nobody knows whether it fits" in str(found)


def test_rules_that_cannot_be_compiled_have_no_estimate_but_a_bound() -> None:
    found = forecast(Hash())
    assert found.states is None
    assert found.at_least >= 10_000
    assert found.fits is None
    assert "nobody knows how many more" in str(found)


def test_a_game_that_was_counted_is_known() -> None:
    found = forecast(Ends((5, 3, 7, 10)))
    assert (found.states, found.at_least, found.is_exact, found.fits) == (14, 14, True, True)
    assert "states   14\n" in str(found)


def test_whether_it_fits_is_said_where_the_estimate_can_be_trusted() -> None:
    def told(states: int | None, least: int, held: int) -> bool | None:
        return Forecast(states, least, False, 1.0, held, 900, "").fits

    assert told(100, 50, 100) is True
    assert told(100, 50, 600) is None  # an estimate may be off by a factor
    assert told(100, 50, 2_000) is False
    assert told(None, 50, 100) is None
    assert told(None, 50, 1_000) is False
