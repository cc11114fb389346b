"""`check` and `diagnose` of games whose moves alone are more than can be looked at."""

import sys
from collections.abc import Iterator
from itertools import count

import pytest

from zermelo import Game, LastMoverWins, Move, check, diagnose, explore, forecast, solve
from zermelo.errors import BudgetExceeded
from zermelo.facts.fitting import Fitting, sizes_of
from zermelo.facts.telling import in_words
from zermelo.games import Divisor, Nim, Squares

HUGE = 10**100
GAMES = [Nim((HUGE, 3)), Divisor(HUGE), Squares(HUGE)]


@pytest.mark.parametrize("game", GAMES)
def test_a_declared_size_is_weighed_before_a_state_is_asked(game: Game) -> None:
    with pytest.raises(BudgetExceeded, match=r"at least about 10\^100 states, by its shape"):
        solve(game, method="winloss")


@pytest.mark.parametrize("game", [Nim((HUGE, 3)), Squares(HUGE)])
def test_the_largest_instance_that_fits_is_found_from_any_size(game: Game) -> None:
    fit = Fitting(1_000, 2_000).largest(game)
    assert fit is not None
    assert 2 <= max(sizes_of(fit.game).values()) < 1_000


def test_a_check_of_nim_with_a_huge_heap_says_on_what_it_was_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules["zermelo._check.run"], "SMALLER_WORK", 5_000)
    report = check(Nim((HUGE, 3)))
    assert report.ok
    assert report.checked not in (None, report.game)


def test_a_diagnosis_of_nim_with_a_huge_heap_says_what_it_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules["zermelo._diagnose"], "PARTIAL_WORK", 1_000)
    diagnosis = diagnose(Nim((HUGE, 3)))
    assert diagnosis.decision.method == "nim-sum"
    assert "no state has told all its moves" in diagnosis.deterministic.detail


class Endless(LastMoverWins):
    """The start has moves without end."""

    start = 0

    def moves(self, state: int) -> Iterator[Move]:
        """Any larger number, at first."""
        if state == 0:
            yield from map(Move, count(1))


def test_of_a_state_with_more_moves_than_the_work_nothing_is_kept() -> None:
    graph = explore(Endless(), work=1_000)
    assert (len(graph), graph.moves, graph.complete) == (1, 0, False)


def test_an_example_asks_for_one_move_alone() -> None:
    game = Endless()
    (text,) = in_words(game, explore(game, work=1_000))
    assert text == "to 1 at 0: the mover gains nothing, then play is over"


def test_a_forecast_of_a_huge_heap_is_of_its_form() -> None:
    assert forecast(Nim((HUGE, 3))).fits
