"""Reversed input (senior document, section 6): an instance of equal value joins the battery."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import Game, Move, check, solve
from zermelo.games import (
    GAMES,
    Chomp,
    Dawson,
    DotsAndBoxes,
    Ends,
    GrundysGame,
    Kayles,
    LastCoinBonus,
    MisereNim,
    Nim,
    Octal,
    PoolRace,
    Rows,
    SmallerEnd,
    StoneGameIX,
    StoneGameV,
    StoneGameVI,
    StoneGameVII,
    TicTacToe,
    Wythoff,
)
from zermelo.model.game import declares

ROWS = st.lists(st.integers(-9, 9), max_size=7)


@dataclass(frozen=True)
class WrongPay(Game):
    """The right move pays the left coin: every theorem holds, of another game."""

    row: tuple[int, ...] = (4, 1, 9, 2)

    @property
    def start(self) -> tuple[int, int]:
        return 0, len(self.row) - 1

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left])
        if left < right:
            yield Move((left, right - 1), gain=self.row[left])

    def reflected(self) -> WrongPay:
        return WrongPay(self.row[::-1])


def finding(game: Game) -> Any:
    return next(found for found in check(game).findings if found.name == "reflection")


def test_a_right_move_that_pays_the_left_coin_is_caught() -> None:
    found = finding(WrongPay())
    assert found.passed is False
    assert found.detail == "WrongPay(row=(1, 0)) is worth 1, WrongPay(row=(0, 1)) 0"


def test_the_same_slip_passes_everything_else() -> None:
    class Unsaid(WrongPay):
        reflected = Game.reflected

    assert check(Unsaid()).ok


def test_an_instance_that_is_its_own_reflection_compares_nothing() -> None:
    found = finding(Ends((5, 3, 5)))
    assert (found.passed, found.compared) == (None, 0)
    assert "its own reflection" in found.detail


def test_another_row_is_compared() -> None:
    found = finding(Ends((5, 3, 7, 10)))
    assert (found.passed, found.compared) == (True, 1)


@pytest.mark.parametrize("kind", [Ends, LastCoinBonus, SmallerEnd, StoneGameV, StoneGameVII])
@given(row=ROWS)
@settings(max_examples=40)
def test_rows_read_backwards_are_worth_the_same(kind: Any, row: list[int]) -> None:
    if kind is StoneGameV:
        row = [abs(coin) for coin in row]
    game = kind(row)
    assert solve(game).value == solve(game.reflected()).value
    assert game.reflected().reflected() == game


@pytest.mark.parametrize("game", [TicTacToe(2, 3, 2), TicTacToe(2, 4, 3), DotsAndBoxes(1, 3)])
def test_boards_turned_over_are_worth_the_same(game: Any) -> None:
    assert solve(game).value == solve(game.reflected()).value


REFLECTED = [
    Chomp, Dawson, DotsAndBoxes, GrundysGame, Kayles, MisereNim, Nim, Octal, PoolRace, Rows,
    StoneGameVI, StoneGameIX, TicTacToe, Wythoff,
]  # fmt: skip


@pytest.mark.parametrize("kind", REFLECTED)
def test_random_instances_are_worth_what_their_reflections_are(kind: type[Game]) -> None:
    report = check(kind, trials=60)
    [found] = [one for one in report.findings if one.name == "reflection"]
    assert (found.passed, report.failures) == (True, ())
    assert found.compared > 0


def test_a_reflection_of_a_reflection_is_the_game() -> None:
    games: list[Game] = [
        Chomp(2, 5),
        Nim((3, 1, 4)),
        MisereNim((2, 5)),
        Wythoff(4, 7),
        Kayles((5, 2)),
        PoolRace((2, 3, 5), 7),
        Rows(((1, 2), (3, 4, 5)), (True, False)),
        StoneGameVI((1, 2), (3, 4)),
    ]
    for game in games:
        other = game.reflected()
        assert other is not None
        assert other != game
        assert other.reflected() == game


def test_a_bar_of_too_many_columns_has_no_reflection() -> None:
    assert Chomp(1, 10**7).reflected() is None

    class Alone(Ends):
        def reflected(self) -> Any:
            return None

    assert finding(Alone((1, 2))).detail.endswith("reflected() names no other instance")


def test_every_game_of_the_catalogue_that_declares_one_keeps_its_value() -> None:
    declaring = [kind for kind in GAMES if declares(kind.example_game(), "reflected")]
    assert len(declaring) >= 20
    for kind in declaring:
        game = kind.example_game()
        assert solve(game).value == solve(game.reflected()).value
