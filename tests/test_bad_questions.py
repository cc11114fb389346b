"""Bad input: questions about states, strategies, players and views that are not there."""

import pytest

from bad_input import four_parts, refused
from zermelo import Game, Move, solve
from zermelo.errors import BadInput, IllegalMove, MethodRefused, UnknownState, ZermeloError
from zermelo.games import (
    Divisor,
    Ends,
    Front,
    Nim,
    PlayersRow,
    StoneGameII,
    Subtraction,
    TokenGraph,
)


class AnyEnds(Ends):
    """Ends as a user writes it, without a word about its positions."""

    impossible = Game.impossible


class AnyHeap(Subtraction):
    """The same for a heap."""

    impossible = Game.impossible


class AnyToken(TokenGraph):
    """And for a token."""

    impossible = Game.impossible


@pytest.mark.parametrize("state", ["nonsense", (0, 99), (9, 3), None, 5, [0, 3], (0, [3])])
@pytest.mark.parametrize("method", ["backward", "minimax", "thresholds"])
def test_a_state_that_the_start_does_not_reach_is_unknown(method: str, state: object) -> None:
    solution = solve(AnyEnds((5, 3, 7, 10)), method=method)
    rules = {"given": repr(state), "rule": "(0, 3) reaches", "fix": "start="}
    for ask in (solution.value_of, solution.outcome_of, solution.scores_of, solution.at):
        with refused(UnknownState, **rules):
            ask(state)


@pytest.mark.parametrize("state", ["nonsense", (0, 99), (9, 3), 5, [0, 3], (0, [3])])
def test_moves_of_a_state_that_the_start_does_not_reach_are_unknown(state: object) -> None:
    solution = solve(AnyEnds((5, 3, 7, 10)))
    for ask in (solution.best_moves, solution.options):
        with refused(UnknownState, given=repr(state), fix="start="):
            ask(state)


@pytest.mark.parametrize("state", ["nonsense", 99, -1, [0], None])
@pytest.mark.parametrize(
    "game", [AnyHeap(7), AnyToken(((1,), (0, 2), ()))], ids=["winloss", "retrograde"]
)
def test_the_remoteness_of_an_unknown_state_is_unknown(game: Game, state: object) -> None:
    solution = solve(game)
    for ask in (solution.remoteness_of, solution.value_of, solution.at):
        with refused(UnknownState, given=repr(state), rule="reaches", fix="spelling"):
            ask(state)


@pytest.mark.parametrize(
    ("game", "method", "state"),
    [
        (Ends((1, 1, 1)), "equal-row", "nonsense"),
        (Ends((1, 1, 1)), "equal-row", 5),
        (Ends((1, 1, 1)), "equal-row", (7, 9)),
        (Ends((1, 1, 1)), "equal-row", (0, 99)),
        (Ends((1, 2, 3, 4)), "even-row", "nonsense"),
        (Ends((1, 2, 3, 4)), "even-row", 5),
        (Divisor(6), "divisor-parity", "nonsense"),
        (Divisor(6), "divisor-parity", -5),
        (Divisor(6), "divisor-parity", 0),
        (Divisor(6), "divisor-parity", 2.5),
        (Nim((1, 2)), "nimbers", "nonsense"),
        (Nim((1, 2)), "nimbers", 5),
        (Subtraction(5), "nimbers", [5]),
        (Front((1, 2, 3)), "alphabeta", "nonsense"),
        (Front((1, 2, 3)), "alphabeta", [1]),
        (PlayersRow((1, 2, 3)), "vectors", "nonsense"),
        (PlayersRow((1, 2, 3)), "vectors", [0, 1]),
    ],
)
def test_nonsense_as_a_state_is_no_raw_traceback_of_any_method(
    game: Game, method: str, state: object
) -> None:
    solution = solve(game, method=method)
    for ask in (solution.value_of, solution.at):
        with pytest.raises(ZermeloError) as caught:
            ask(state)
        four_parts(caught.value)


def test_a_question_that_failed_spoils_no_later_answer() -> None:
    solution = solve(Nim((1, 2)))
    with pytest.raises(ZermeloError):
        solution.value_of(("nonsense",))
    assert solution.nimber_of((1, 2)) == 3
    assert solution.nimber_of((4, 9)) == 4 ^ 9  # heaps that were not met before


def test_the_scores_of_a_state_out_of_reach_are_no_raw_traceback() -> None:
    solution = solve(StoneGameII((1, 2, 3, 4, 5)), method="alphabeta")
    with pytest.raises(ZermeloError) as caught:
        solution.scores_of((3, 5))  # a cap of 5 takes more than three piles to reach
    four_parts(caught.value, place="(3, 5)")


# -- strategies, players, views


def test_a_strategy_that_breaks_the_rules_is_caught_with_the_legal_moves() -> None:
    def cheat(state: object, moves: list[Move]) -> Move:
        return Move((2, 2), gain=100, label="everything")

    with refused(
        IllegalMove,
        given="cheat chose Move(to=(2, 2)",
        place="state (0, 3)",
        rule="['left', 'right']",
        fix="Return one of the moves",
    ):
        solve(Ends((5, 3, 7, 10))).against(cheat)


@pytest.mark.parametrize("answer", [None, "left", 0, (1, 3), [Move((1, 3), gain=5, label="left")]])
def test_a_strategy_that_returns_no_move_is_caught(answer: object) -> None:
    with refused(IllegalMove, given=repr(answer), place="state", rule="legal", fix="Return one"):
        solve(Ends((5, 3, 7, 10))).against(lambda state, moves: answer)


@pytest.mark.parametrize("strategy", ["greed", "", None, 5, ["greedy"]])
def test_an_unknown_strategy_is_answered_with_the_list(strategy: object) -> None:
    with refused(
        BadInput, given=repr(strategy), place="against", rule="greedy, colouring", fix="'greedy'"
    ):
        solve(Ends((5, 3, 7, 10))).against(strategy)


@pytest.mark.parametrize(
    "game", [Front((1, 2, 3, 4)), Ends((5, 3, 7)), Nim((3,))], ids=["front", "odd", "nim"]
)
def test_the_colouring_strategy_is_for_even_rows(game: Game) -> None:
    with refused(
        MethodRefused, given=type(game).__name__, place="colouring", rule="even", fix="greedy"
    ):
        solve(game).against("colouring")


@pytest.mark.parametrize("player", [2, -1, "first", None, 0.5, 1.0, [0]])
def test_a_player_is_a_number_from_zero(player: object) -> None:
    with refused(BadInput, given=repr(player), place="against", rule="0 … 1", fix="player=0"):
        solve(Ends((5, 3, 7, 10))).against("greedy", player=player)


def test_a_game_of_three_has_players_up_to_two() -> None:
    solution = solve(PlayersRow((5, 3, 7, 10)))
    assert solution.against("greedy", player=2).player == 2
    with refused(BadInput, given="3", place="against", rule="0 … 2", fix="player=0"):
        solution.against("greedy", player=3)


@pytest.mark.parametrize("view", ["value", "", "Pair", None, 5, ["total"]])
def test_an_unknown_view_of_the_table_is_answered_with_the_list(view: object) -> None:
    with refused(
        BadInput, given=repr(view), place="view", rule="difference, pair, total", fix="one of them"
    ):
        solve(Ends((5, 3))).table(view)
