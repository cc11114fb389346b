"""`states_at_least`: how many states there are at least, as a game declares."""

from __future__ import annotations

import pytest

from zermelo import Game, LastMoverWins, Misere, Move, check, explore, forecast
from zermelo.errors import BadInput, BudgetExceeded, RulesError
from zermelo.faces.service.weighing import weigh, weigh_declared
from zermelo.games import (
    Awari,
    BalancedEnds,
    ConnectFour,
    DoublingTurns,
    Kalah,
    LastCoinBonus,
    MeltingRow,
    PlayersRow,
    Quixo,
    StoneGameVII,
    TicTacToe,
    Wythoff,
)
from zermelo.model.shapes import states_at_least

ROWS = LastCoinBonus, MeltingRow, BalancedEnds, DoublingTurns, PlayersRow, StoneGameVII
DECLARED = [
    *(
        TicTacToe(*size)
        for size in ((3, 3, 3), (3, 4, 3), (2, 4, 4), (1, 9, 2), (3, 3, 9), (1, 1, 1))
    ),
    *(Wythoff(*size) for size in ((0, 0), (3, 5), (6, 6))),
    ConnectFour(4, 4),
    *(Kalah(*size) for size in ((1, 3), (2, 5), (3, 1), (3, 3), (3, 4), (4, 1), (5, 1))),
    *(Awari(*size) for size in ((1, 3), (2, 2), (3, 1), (3, 3), (4, 1), (5, 1))),
    *(Quixo(size) for size in (2, 3)),
    *(
        kind(row)
        for kind in ROWS
        for row in ((), (3,), (0, 0, 0), (2, 1, 3, 2), (5, 1, 4, 2, 2, 7))
    ),
    *(BalancedEnds(row) for row in ((3, -1, 2), (1,) * 9, (0, 4, 0, 1))),
]


@pytest.mark.parametrize("game", DECLARED, ids=repr)
def test_what_a_game_declares_is_not_more_than_there_is(game: Game) -> None:
    assert 0 <= states_at_least(game) <= len(explore(game))


@pytest.mark.parametrize("kind", ROWS)
def test_of_a_row_all_but_the_empty_parts_are_declared(kind: type[Game]) -> None:
    game = kind((5, 1, 4, 2, 2, 7, 1))  # type: ignore[call-arg]
    parts = [state for state in explore(game).states if state[0] <= state[1]]
    assert states_at_least(game) == len(parts) > 10


def test_a_board_has_the_positions_of_those_that_fit_into_it() -> None:
    assert states_at_least(ConnectFour(4, 5)) == 1
    assert states_at_least(ConnectFour(9, 9, 3)) == 1
    assert states_at_least(ConnectFour(6, 8)) == states_at_least(ConnectFour(6, 5)) == 2_818_972_642
    assert states_at_least(ConnectFour(9, 9, 5)) == 4_531_985_219_092


class Many(LastMoverWins):
    """A heap, of which more or less is declared than there is."""

    start = 30

    def __init__(self, declared: object) -> None:
        self.states_at_least = declared

    def moves(self, state: int) -> list[Move]:
        return [Move(state - take) for take in (1, 2) if take <= state]


def test_a_number_of_states_that_is_declared_is_held_against_the_rules() -> None:
    assert check(Many(31)).ok
    assert "31 states counted, as many as declared or more" in str(check(Many(31)))
    wrong = check(Many(32))
    assert not wrong.ok
    assert "play reaches 31 states, not the 32 that are declared" in str(wrong)
    with pytest.raises(BadInput, match=r"Many\.states_at_least: .*whole number"):
        forecast(Many("many"))


class Fails(Many):
    """Its number cannot be had."""

    states_at_least = property(lambda self: 1 // 0)

    def __init__(self) -> None:
        pass


def test_a_number_that_cannot_be_had_is_told_with_the_way_out() -> None:
    told = "Fails.states_at_least: it raised ZeroDivisionError"
    with pytest.raises(RulesError, match=told):
        forecast(Fails())
    assert told in str(check(Fails()))
    assert not check(Fails()).ok


def test_a_forecast_is_not_below_what_is_declared() -> None:
    found = forecast(Kalah(6, 4))
    assert found.at_least == states_at_least(Kalah(6, 4)) > 10**10
    assert found.fits is False
    assert forecast(Many(10**6)).states == 31  # what was counted is known better
    board = forecast(ConnectFour(6, 5))  # of which plays show half
    assert board.states == board.at_least == 2_818_972_642
    assert board.bytes is not None
    assert board.bytes > 10 * board.states


@pytest.mark.parametrize(
    "game",
    [
        ConnectFour(6, 5),
        ConnectFour(9, 9),
        TicTacToe(5, 5, 5),
        Wythoff(10**5, 10**5),
        Kalah(6, 4),
        Kalah(7, 7),
        Awari(6, 4),
        Quixo(5),
    ],
)
def test_boards_that_are_known_to_be_large_are_refused_without_a_look(game: Game) -> None:
    with pytest.raises(BudgetExceeded, match="states or more, as it declares"):
        weigh_declared(game, game.start, 1 << 30)
    assert not weigh_declared(game, game.start, 1 << 60)  # a least number is not about how many


def test_what_is_declared_to_be_large_is_large_where_walks_see_little_of_it() -> None:
    game = Many(10**6)
    assert weigh(game, game.start, 1 << 30, 0.01, small=10) is True
    assert weigh(Many(None), game.start, 1 << 30, 0.01, small=1_000) is False


def test_another_ending_has_the_same_states() -> None:
    assert states_at_least(Misere(Many(31))) == 31
    assert check(Misere(Many(31))).ok
