"""How many states there are, from a moment of random walks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from zermelo import Game, Move, solve
from zermelo.errors import BudgetExceeded
from zermelo.faces.service import weighing
from zermelo.faces.service.weighing import weigh
from zermelo.games import Chomp, ConnectFour, Ends, TicTacToe
from zermelo.graph.explore import explore
from zermelo.graph.walks import Walks, expected_states


def walked(game: Game, whole: int, short: int, depth: int) -> Walks:
    """A number of walks instead of a time, so that every machine sees the same."""
    walks = Walks(game, game.start, Random(1))
    for _ in range(whole):
        walks._walk(200, float("inf"), walks.going)
    for _ in range(short):
        walks._walk(depth, float("inf"), [])
    return walks


@pytest.mark.parametrize("game", [TicTacToe(), Ends((3, 1, 4, 1, 5, 9, 2)), Chomp(4, 4)])
def test_walks_never_show_more_states_than_there_are(game: Game) -> None:
    states = len(explore(game))
    walks = walked(game, 100, 100, 6)
    assert states / 50 < walks.at_least <= walks.expected <= states


def test_a_board_that_nobody_can_solve_is_seen_to_be_one_and_a_small_one_is_not() -> None:
    assert walked(ConnectFour(20, 20), 60, 120, 8).expected > 10**8
    assert walked(ConnectFour(4, 4), 60, 120, 16).expected <= 161_029


class Broken(Game):
    """Rules that fail."""

    start = 0

    def moves(self, state: int) -> Iterator[Move]:
        raise KeyError(state)


def test_of_rules_that_fail_nothing_is_known() -> None:
    assert expected_states(Broken(), 0, enough=10, seconds=0.01) == 0
    assert expected_states(TicTacToe(), TicTacToe().start, enough=10, seconds=0.01) > 10


def test_what_a_game_declares_is_weighed_without_a_look() -> None:
    with pytest.raises(BudgetExceeded, match="as it declares"):
        weigh(Chomp(1000, 1000), Chomp(1000, 1000).start, 1 << 30, 0.01)
    weigh(Ends(tuple(range(1000))), (0, 999), 1 << 30, 0.01)
    assert solve(Chomp(2, 2)).value == 1


@pytest.mark.parametrize(
    ("game", "is_large"), [(ConnectFour(5, 5), True), (ConnectFour(3, 3), False), (Broken(), False)]
)
def test_what_is_clearly_large_need_not_be_solved_as_if_it_were_small(
    game: Game, is_large: bool
) -> None:
    assert weigh(game, game.start, 1 << 30, 1.0, small=10_000) is is_large


def test_walks_go_on_where_they_leave_open_whether_the_states_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[float] = []

    def expected(_: Game, __: object, *, enough: float, seconds: float) -> int:
        asked.append(seconds)
        return int(enough * seconds)

    monkeypatch.setattr(weighing, "expected_states", expected)
    game = TicTacToe(4, 4, 4)
    assert weigh(game, game.start, 1 << 30, 0.4)
    assert asked == pytest.approx([0.1, 0.4])
    assert weigh(game, game.start, 1 << 30, 0.1)
    assert asked == pytest.approx([0.1, 0.4, 0.025])
    with pytest.raises(BudgetExceeded, match="states or more"):
        weigh(game, game.start, 1 << 30, 8)
    assert asked == pytest.approx([0.1, 0.4, 0.025, 2])
