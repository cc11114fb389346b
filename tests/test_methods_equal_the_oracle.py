"""Method = oracle, on random games of every value type, in every state.

How many games: as many as find what many times as many find, `make mutants CASES="…"` shows it.
"""

from __future__ import annotations

import os
from functools import reduce
from operator import xor

import pytest
from hypothesis import given, settings

from random_games import (
    TableGame,
    cyclic_games,
    difference_games,
    impartial_games,
    last_move_games,
    outcome_games,
    scored_cyclic_games,
    vector_games,
)
from zermelo import Game, Sum, solve, two_forms
from zermelo.games import Ends, Front, StoneGameII
from zermelo.methods import METHODS
from zermelo.proof.oracle import Oracle

pytestmark = pytest.mark.unmeasured

CASES = int(os.environ.get("ZERMELO_CASES", "400"))
many = settings(max_examples=CASES, deadline=None)
some = settings(max_examples=max(1, CASES // 4), deadline=None)


@given(difference_games())
@many
def test_backward_induction_gives_the_oracles_differences(game: TableGame) -> None:
    solution, oracle = solve(game, method="backward"), Oracle(game)
    for state in solution.table():
        assert solution.value_of(state) == oracle.difference(state)


@given(outcome_games())
@many
def test_win_draw_loss_and_remoteness_are_the_oracles(game: TableGame) -> None:
    solution, oracle = solve(game, method="winloss"), Oracle(game)
    for state in solution.table():
        assert solution.value_of(state) == oracle.difference(state)
        assert solution.remoteness_of(state) == oracle.remoteness(state, len(game.rules))


@given(last_move_games())
@many
def test_normal_and_misere_wins_are_the_oracles(game: Game) -> None:
    solution, oracle = solve(game), Oracle(game)
    for state in solution.table():
        assert (solution.outcome_of(state) == "win") == oracle.wins(state)


@given(impartial_games())
@many
def test_nimbers_are_the_oracles(game: Game) -> None:
    solution, oracle = solve(game, method="nimbers"), Oracle(game)
    for state in solution.table():
        assert solution.nimber_of(state) == oracle.nimber(state)
        assert (solution.value_of(state) == 1) == oracle.wins(state)


@given(impartial_games(4), impartial_games(4))
@some
def test_the_nimber_of_a_sum_is_the_oracles_on_the_product(one: Game, two: Game) -> None:
    game = Sum(one, two)
    solution, product = solve(game), solve(game, method="winloss")
    assert solution.plan.method == "nimbers"
    assert solution.nimber == Oracle(game).nimber(game.start)
    for state in product.table():
        assert solution.value_of(state) == product.value_of(state)
        parts = [Oracle(g).nimber(s) for g, s in zip(game.games, state, strict=True)]
        assert solution.nimber_of(state) == reduce(xor, parts)


@given(vector_games())
@many
def test_vectors_are_the_oracles_under_the_same_tie_break(game: Game) -> None:
    solution, oracle = solve(game), Oracle(game)
    assert solution.plan.method == "vectors"
    for state in solution.table():
        assert solution.value_of(state) == oracle.vector(state)


@given(cyclic_games(states=7, most=2))
@many
def test_retrograde_outcomes_and_remoteness_are_the_oracles(game: TableGame) -> None:
    solution, oracle = solve(game, method="retrograde"), Oracle(game, limit=10**7)
    for state in solution.table():
        plies = oracle.remoteness(state, 9)
        assert solution.remoteness_of(state) == plies
        if plies is None:
            assert solution.outcome_of(state) == "draw"
        else:
            assert solution.value_of(state) == oracle._outcome_within(state, plies)


@given(scored_cyclic_games())
@many
def test_thresholds_give_what_the_best_pair_of_strategies_gives(game: TableGame) -> None:
    solution, oracle = solve(game, method="thresholds"), Oracle(game, limit=10**7)
    for state in solution.table():
        assert solution.value_of(state) == oracle.cyclic_difference(state)


@given(scored_cyclic_games(states=11, most=3))
@some
def test_the_plies_of_scored_cyclic_games_show_progress(game: TableGame) -> None:
    """The checker holds every state's plies against its moves', winners least, losers greatest."""
    assert solve(game, method="thresholds").prove().checks >= 2


@given(cyclic_games(states=7, most=3))
@some
def test_retrograde_and_thresholds_agree_where_both_apply(game: TableGame) -> None:
    one, two = solve(game, method="retrograde"), solve(game, method="thresholds")
    for state in one.table():
        assert one.value_of(state) == two.value_of(state)
        assert one.remoteness_of(state) == two.remoteness_of(state)


@given(difference_games())
@some
def test_alpha_beta_settles_the_oracles_difference(game: TableGame) -> None:
    assert solve(game, method="alphabeta").value == Oracle(game).difference(0)


@pytest.mark.parametrize("budget", [1, 2, 3, 5, 8])
def test_bounds_of_a_stopped_search_enclose_the_value(budget: int) -> None:
    @given(difference_games())
    @some
    def enclose(game: TableGame) -> None:
        low, high = solve(game, method="alphabeta", budget=budget).bounds
        assert low <= Oracle(game).difference(0) <= high

    enclose()


@given(scored_cyclic_games())
@some
def test_bounds_of_a_search_enclose_the_value_of_a_cyclic_game(game: TableGame) -> None:
    low, high = solve(game, method="alphabeta", budget=60).bounds
    assert low <= solve(game, method="thresholds").value <= high


@given(difference_games())
@some
def test_minimax_and_negamax_agree_in_every_state(game: TableGame) -> None:
    assert two_forms(game).agree
    assert solve(game, method="minimax").value == Oracle(game).difference(0)


@given(difference_games())
@some
def test_the_planner_and_every_method_that_accepts_a_game_agree(game: TableGame) -> None:
    expected = solve(game).value
    for name in ("backward", "minimax", "thresholds", "alphabeta"):
        assert name in METHODS
        assert solve(game, method=name).value == expected


@pytest.mark.parametrize("kind", [Ends, Front, StoneGameII])
def test_row_games_are_the_oracles_on_every_short_row_of_small_numbers(kind: type) -> None:
    rows = [()]
    for _ in range(5):
        rows += [(*row, value) for row in rows if len(row) < 5 for value in (-2, 0, 1)]
        rows = list(dict.fromkeys(rows))
    assert len(rows) == sum(3**n for n in range(6))
    for row in rows:
        game = kind(row)
        assert solve(game, method="backward").value == Oracle(game).difference(game.start)
