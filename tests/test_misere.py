"""Every last-move game has a misère form, in the library and at the prompt.

Senior document §4: "last-move-wins vs cannot-move-loses" is the rule of the end, and of it alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs import zermelo
from prompt_runs import refused, told
from zermelo import Game, LastMoverLoses, LastMoverWins, Misere, Move, Sum, check, solve
from zermelo.errors import BadInput, BudgetExceeded
from zermelo.facts.fitting import Fitting
from zermelo.facts.instances import family, smaller
from zermelo.games import Ends, Kayles, MisereNim, Nim, Squares, Subtraction, Wythoff
from zermelo.proof.oracle import Oracle


@given(st.lists(st.integers(0, 3), max_size=3))
@settings(max_examples=60)
def test_misere_nim_is_the_misere_form_of_nim(heaps: list[int]) -> None:
    game = Misere(Nim(heaps))
    assert solve(game).value == solve(MisereNim(heaps)).value == Oracle(game).difference(game.start)
    assert solve(Misere(MisereNim(heaps))).value == solve(Nim(heaps)).value


def test_rows_of_kayles_that_are_lost_in_misere_play_are_the_published_ones() -> None:
    lost = [n for n in range(1, 21) if solve(Misere(Kayles((n,)))).outcome == "loss"]
    assert lost == [1, 4, 9, 12, 20]


def test_a_misere_form_passes_the_battery_and_is_proved() -> None:
    game = Misere(Subtraction(9))
    assert check(game).ok
    assert solve(game).prove()


def test_the_form_turned_twice_is_the_game_itself() -> None:
    for heap in range(9):
        assert solve(Misere(Misere(Subtraction(heap)))).value == solve(Subtraction(heap)).value


def test_a_users_class_has_one_too() -> None:
    class Steps(LastMoverWins):
        start = 4

        def moves(self, state: int) -> Iterator[Any]:
            return (state - k for k in (1, 2) if k <= state)

    class Other(LastMoverLoses):
        start = 4
        moves = Steps.moves

    assert solve(Misere(Steps())).value == solve(Other()).value
    assert solve(Misere(Steps()), engine="compiled").value == solve(Other()).value
    assert solve(Misere(Other())).value == solve(Steps()).value


def test_a_sum_has_a_misere_form_but_no_nimbers() -> None:
    game = Misere(Sum(Subtraction(2), Subtraction(2)))
    assert solve(game).value == Oracle(game).difference(game.start)
    assert Sum(Misere(Nim((1,))), Misere(Nim((1,)))).ending == 1


@pytest.mark.parametrize("given_", [Ends((1, 2)), 3, None])
def test_what_is_no_last_move_game_has_none(given_: Any) -> None:
    with pytest.raises(BadInput, match="last-move game"):
        Misere(given_)


def test_equal_games_have_equal_forms() -> None:
    assert Misere(Nim((1, 2))) == Misere(Nim((1, 2))) != Misere(Nim((1, 3)))
    assert len({Misere(Nim((1, 2))), Misere(Nim((1, 2)))}) == 1
    assert Misere(Nim((1, 2))).show((1, 2)) == Nim((1, 2)).show((1, 2))


def test_the_prompt_turns_a_game_round() -> None:
    assert "Misere(Nim(heaps=(1, 1)))" in zermelo("solve", "nim", "1", "1", "--misere").stdout
    assert "misere=True" in zermelo("solve", "tic-tac-toe", "--misere").stdout
    done = zermelo("solve", "ends", "1", "2", "--misere")
    assert done.returncode == 2
    assert "last-move game" in done.stderr
    assert "zermelo solve nim 3 4 5 --misere" in done.stderr


def test_random_instances_are_turned_round_at_the_prompt() -> None:
    done = zermelo("check", "nim", "--misere", "--trials", "30")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("misère Nim: all that applies holds")
    done = zermelo("check", "ends", "--misere", "--trials", "30")
    assert done.returncode == 2
    assert "zermelo solve nim 3 4 5 --misere" in done.stderr


class LostAlike(Nim):
    """No heaps and two heaps of two are both lost, in normal play alone."""

    def mirror(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return {(): (2, 2), (2, 2): ()}.get(state, state)

    @classmethod
    def random(cls, rng: Random) -> LostAlike:
        return cls((2,) * rng.choice((2, 3)))


def test_random_misere_forms_are_those_that_are_checked() -> None:
    assert check(LostAlike, trials=5).ok
    report = check(LostAlike, trials=5, misere=True)
    assert [one.name for one in report.failures] == ["mirror"]
    assert isinstance(report.failures[0].smallest, Misere)
    assert not check(LostAlike((2, 2)), misere=True).ok
    with pytest.raises(BadInput, match="last-move game"):
        check(Ends, trials=5, misere=True)


def test_the_chart_shows_the_way_of_a_misere_form() -> None:
    assert "so   nimber by nimbers" in told("which", "--chart", "nim", "3", "4")
    assert "so  outcome by winloss" in told("which", "--chart", "nim", "3", "4", "--misere")
    assert "--chart nim 3 4 --misere" in refused("which", "last to move", "--misere")
    assert "last-move game" in refused("which", "--chart", "ends", "1", "2", "--misere")


def test_a_form_declares_the_symmetries_that_its_game_declares() -> None:
    found = {one.name: one.detail for one in check(Misere(Subtraction(5))).findings}
    assert found["mirror"] == "no mirror(state) declared"
    assert found["reflection"] == "no reflected() declared"
    found = {one.name: one.detail for one in check(Misere(Wythoff(2, 2))).findings}
    assert found["mirror"].endswith("all equal")
    assert "its own reflection" in found["reflection"]
    found = {one.name: one.detail for one in check(Misere(Wythoff(2, 3))).findings}
    assert found["reflection"].endswith("it is equal")


def test_moves_of_the_form_are_the_games_own() -> None:
    assert list(Misere(Nim((2,))).moves((2,))) == list(Nim((2,)).moves((2,)))
    assert all(isinstance(move, Move) for move in Misere(Nim((2,))).moves((2,)))


@pytest.mark.parametrize(
    "game", [Misere(Nim((10**30, 3))), MisereNim((10**30, 3)), Misere(Squares(10**30))]
)
def test_a_large_misere_game_is_weighed_by_its_shape(game: Game) -> None:
    """Senior document §3: state counts are known before anything is filled."""
    with pytest.raises(BudgetExceeded, match="states, by its shape"):
        solve(game, method="winloss")
    fit = Fitting(200, 2_000).largest(game)
    assert fit is not None
    assert type(fit.game) is type(game)
    assert 50 < len(fit.graph) <= 200


def test_a_misere_game_that_fails_is_shrunk() -> None:
    """Senior document §8.5: the first failure is shrunk."""
    small = [game.start for game in smaller(Misere(Nim((2, 3))))]
    assert (2,) in small
    assert [size for size, _ in family(Misere(Subtraction(8)))] == [
        size for size, _ in family(Subtraction(8))
    ]
