"""Bad input: games of p players, and the arguments of solve and its friends."""

from fractions import Fraction

import pytest

from bad_input import NAN, NOT_NUMBERS, four_parts, long_chain, named, own_moves, refused
from zermelo import Game, Move, PayoffGame, check, diagnose, explore, plan, solve, two_forms
from zermelo.errors import (
    BadInput,
    BadNumber,
    BudgetExceeded,
    RulesError,
    Unavailable,
    ZermeloError,
)
from zermelo.games import Divisor, Ends, Nim, PlayersRow, TicTacToe, TokenGraph
from zermelo.methods import METHODS


def players(count: int, **hooks: object) -> PayoffGame:
    """One move from state 1 to state 0, player 0 to move."""
    hooks = {"turn": lambda _: 0, **hooks}
    return PayoffGame.from_function(
        lambda state: [Move(0, gain=1)] if state else [], start=1, players=count, **hooks
    )


def test_the_small_game_of_p_players_of_these_tests_is_sound() -> None:
    assert solve(players(3)).value == (1, 0, 0)
    assert solve(players(2, payoff=lambda _: (5, Fraction(1, 2)))).value == (6, Fraction(1, 2))


@pytest.mark.parametrize("given", [None, 3, (), (1,), (1, 2, 3), "ab", "a", [1]])
def test_a_payoff_of_p_players_has_p_numbers(given: object) -> None:
    with refused(BadNumber, given=repr(given), place="payoff(0)", rule="2 numbers", fix="(0, 0)"):
        solve(players(2, payoff=lambda _: given))


@pytest.mark.parametrize("bad", NOT_NUMBERS, ids=repr)
def test_every_part_of_a_payoff_is_a_number(bad: object) -> None:
    with refused(BadNumber, given=repr(bad), place="payoff(0)", rule="number", fix="Fraction"):
        solve(players(2, payoff=lambda _: (0, bad)))


@pytest.mark.parametrize("turn", [2, -1, True, False, "0", None, 0.0])
def test_a_turn_is_the_number_of_a_player(turn: object) -> None:
    with refused(RulesError, given=f"is {turn!r}", place="turn(1)", rule="0 … 1", fix="from 0"):
        solve(players(2, turn=lambda _: turn))


@pytest.mark.parametrize("count", [0, -1, True, "3", None, 2.0])
def test_a_number_of_players_is_a_whole_number(count: object) -> None:
    with pytest.raises(ZermeloError) as caught:
        solve(players(count))
    four_parts(caught.value, place="players")


def test_keeping_the_turn_is_said_by_the_turn_alone() -> None:
    game = PayoffGame.from_function(
        lambda state: [Move(0, again=True)] if state else [], start=1, turn=lambda _: 0
    )
    with refused(
        RulesError, given="again=True", place="state 1", rule="turn(state) alone", fix="turn(next"
    ):
        solve(game)


# -- arguments of solve and its friends

BAD_BUDGETS = {"zero": 0, "negative": -5, "True": True, "float": 1.5, "string": "9", "NaN": NAN}


@pytest.mark.parametrize("budget", named(BAD_BUDGETS))
@pytest.mark.parametrize("ask", [solve, diagnose, explore, two_forms, check])
def test_a_budget_is_a_positive_whole_number(ask: object, budget: object) -> None:
    with refused(BadInput, given=str(budget), place="budget", fix="Pass an int of at least 1"):
        ask(Ends((5, 3, 7, 10)), budget=budget)


@pytest.mark.parametrize("budget", named(BAD_BUDGETS))
def test_the_budget_of_a_proof_is_a_positive_whole_number(budget: object) -> None:
    solution = solve(Ends((5, 3, 7, 10)))
    with refused(BadInput, given=str(budget), place="budget", fix="Pass an int of at least 1"):
        solution.prove(budget=budget)


def test_a_budget_one_state_too_small_is_exceeded_and_one_larger_is_not() -> None:
    game = own_moves(lambda heap: [Move(heap - 1, gain=1)] if heap else [], start=27)
    assert solve(game, budget=28).prove(budget=28).states == 28
    with refused(BudgetExceeded, given="Mine has more than 27", rule="every state", fix="=270"):
        solve(game, budget=27)
    with refused(BudgetExceeded, given="more than 27", place="prove", fix="budget=270"):
        solve(game).prove(budget=27)


def test_the_budget_of_nimbers_counts_the_parts() -> None:
    game = Nim((3, 4, 5))  # heaps of 0 … 5
    assert solve(game, budget=6).nimber == 3 ^ 4 ^ 5
    with refused(BudgetExceeded, given="more than 5 parts", place="nimbers", fix="budget="):
        solve(game, budget=5)


def test_a_diagnosis_beyond_its_budget_says_unknown_instead_of_failing() -> None:
    diagnosis = diagnose(Ends((5, 3, 7, 10, 2, 1)), budget=10)
    assert diagnosis.finite.holds is None
    assert diagnosis.conserved.holds is None
    assert "budget" in diagnosis.finite.detail


def test_the_battery_beyond_its_budget_fails_nothing_and_says_so() -> None:
    report = check(long_chain(Game, 1), budget=10)
    assert not report.failures
    assert "more than 10 states" in str(report)


def test_a_search_beyond_its_budget_gives_bounds_and_no_value() -> None:
    solution = solve(Ends((5, 3, 7, 10, 2, 1)), method="alphabeta", budget=3)
    low, high = solution.bounds
    assert low <= solve(solution.game).value <= high
    with refused(
        Unavailable, given="the search stopped", place="(0, 5)", rule="proven", fix="budget"
    ):
        _ = solution.value


@pytest.mark.parametrize("name", ["backwards", "", "Backward", "minimax ", 5, ("backward",), []])
def test_an_unknown_method_is_answered_with_the_list(name: object) -> None:
    for ask in (solve, plan):
        with refused(BadInput, given=repr(name), place="method", fix="Leave the method out") as _:
            ask(Ends((5, 3)), method=name)


def test_the_list_of_methods_is_complete() -> None:
    with pytest.raises(BadInput) as caught:
        solve(Ends((5, 3)), method="magic")
    assert all(name in caught.value.rule for name in METHODS)


@pytest.mark.parametrize("seconds", named({"string": "1", "True": True, "NaN": NAN, "minus": -1}))
def test_a_time_limit_is_a_number_of_seconds(seconds: object) -> None:
    with refused(BadInput, given=str(seconds), place="seconds"):
        solve(Ends((5, 3)), method="alphabeta", seconds=seconds)
    with refused(BadInput, given=str(seconds), place="cpu_seconds"):
        explore(Ends((5, 3)), cpu_seconds=seconds)


def test_a_progress_callback_can_be_called() -> None:
    with refused(BadInput, given="5", place="progress"):
        solve(Ends((5, 3)), progress=5)


def test_an_error_in_a_progress_callback_is_not_blamed_on_the_rules() -> None:
    def broken(progress: object) -> None:
        raise LookupError("the callback's own")

    with pytest.raises(LookupError, match="the callback's own"):
        solve(long_chain(Game, 1), progress=broken)


@pytest.mark.parametrize(
    ("game", "start"),
    [
        (Ends((5, 3, 7)), "nonsense"),
        (Ends((5, 3, 7)), 5),
        (Ends((5, 3, 7)), (0, 9)),
        (Ends((1, 1, 1)), "nonsense"),
        (Ends((1, 1, 1)), 5),
        (Ends((1, 1, 1)), (0, 9)),
        (Divisor(6), "nonsense"),
        (Divisor(6), 7.5),
        (Nim((1, 2)), 5),
        (Nim((1, 2)), "nonsense"),
        (TokenGraph(((1,), ())), 9),
        (TicTacToe(), "nonsense"),
        (PlayersRow((5, 3, 7)), "nonsense"),
    ],
    ids=repr,
)
def test_a_start_that_is_no_state_of_the_game_is_no_raw_traceback(
    game: Game, start: object
) -> None:
    with pytest.raises(ZermeloError) as caught:
        solve(game, start=start).play()
    four_parts(caught.value)
