"""Worked examples: rows with two open ends, by hand and by the definition."""

from fractions import Fraction
from itertools import combinations

import pytest

from worked_examples import random_rows, row_difference
from zermelo import check, solve, two_forms
from zermelo.errors import BadInput
from zermelo.games import Ends, Front, PredictTheWinner, StoneGameIII


def coin_orders(solution):
    """The optimal plays as orders in which the coins leave the row, the last coin named once."""
    orders = set()
    for play in solution.plays():
        coins = []
        for step in play.steps:
            left, right = step.state
            coins.append(left if step.move.to == (left + 1, right) else right)
        orders.add(tuple(coins))
    return orders


# -- rows with two open ends: the triangles -------------------------------------------------------

TRIANGLES = {  # the values of all sub-rows, by length, from left to right
    (5, 3, 7, 10): ((5, 3, 7, 10), (2, 4, 3), (5, 6), (5,)),
    (3, 9, 1, 2): ((3, 9, 1, 2), (6, 8, 1), (-5, 8), (7,)),
    (1, 5, 2): ((1, 5, 2), (4, 3), (-2,)),
    (5, 3, 4, 5): ((5, 3, 4, 5), (2, 1, 1), (4, 4), (1,)),
}


@pytest.mark.parametrize("row", TRIANGLES, ids=str)
def test_every_cell_of_the_triangle_is_the_one_worked_out_by_hand(row):
    table = solve(Ends(row)).table()
    for shorter, diagonal in enumerate(TRIANGLES[row]):
        assert len(diagonal) == len(row) - shorter
        assert diagonal == tuple(table[i, i + shorter] for i in range(len(diagonal)))


@pytest.mark.parametrize("row", TRIANGLES, ids=str)
def test_the_empty_rows_beside_the_triangle_are_worth_nothing(row):
    table = solve(Ends(row)).table()
    empties = {state for state in table if state[0] > state[1]}
    assert empties == {(i, i - 1) for i in range(1, len(row) + 1)}
    assert all(table[state] == 0 for state in empties)


@pytest.mark.parametrize(
    ("row", "state", "left", "right"),
    [
        ((5, 3, 7, 10), (0, 3), -1, 5),
        ((3, 9, 1, 2), (0, 1), -6, 6),
        ((3, 9, 1, 2), (1, 2), 8, -8),
        ((3, 9, 1, 2), (2, 3), -1, 1),
        ((3, 9, 1, 2), (0, 2), -5, -5),
        ((3, 9, 1, 2), (1, 3), 8, -6),
        ((3, 9, 1, 2), (0, 3), -5, 7),
        ((1, 5, 2), (0, 1), -4, 4),
        ((1, 5, 2), (1, 2), 3, -3),
        ((1, 5, 2), (0, 2), -2, -2),
        ((5, 3, 4, 5), (2, 3), -1, 1),
        ((5, 3, 4, 5), (1, 2), -1, 1),
        ((5, 3, 4, 5), (1, 3), 2, 4),
    ],
)
def test_both_branches_of_a_cell_are_worth_what_the_trace_says(row, state, left, right):
    options = solve(Ends(row)).options(state)
    assert [(option.move.label, option.value) for option in options] == [
        ("left", left),
        ("right", right),
    ]
    assert [option.best for option in options] == [left >= right, right >= left]


@pytest.mark.parametrize(
    ("row", "value", "scores", "winner"),
    [
        ((5, 3, 7, 10), 5, (15, 10), "first player"),
        ((3, 9, 1, 2), 7, (11, 4), "first player"),
        ((1, 5, 233, 7), 222, (234, 12), "first player"),
        ((1, 5, 2), -2, (3, 5), "second player"),
        ((5, 3, 4, 5), 1, (9, 8), "first player"),
    ],
)
def test_value_scores_and_winner_of_the_worked_rows(row, value, scores, winner):
    solution = solve(Ends(row))
    assert (solution.value, solution.scores, solution.winner) == (value, scores, winner)


def test_fifteen_is_the_best_that_all_play_orders_of_5_3_7_10_allow():
    def forced(row, mine, yours, my_turn):
        if not row:
            return mine, yours
        results = [
            forced(rest, mine + coin * my_turn, yours + coin * (not my_turn), not my_turn)
            for coin, rest in ((row[0], row[1:]), (row[-1], row[:-1]))
        ]
        return (max if my_turn else min)(results)

    assert forced((5, 3, 7, 10), 0, 0, True) == (15, 10)
    assert solve(Ends((5, 3, 7, 10))).scores == (15, 10)


def test_a_row_without_coins_is_worth_nothing_and_a_single_coin_itself():
    assert solve(Ends(())).value == 0
    assert solve(Ends(())).best_moves() == []
    for coin in (-4, 0, 7):
        assert solve(Ends((coin,))).value == coin


# -- the optimal play, ties, self-play ------------------------------------------------------------


def test_the_play_of_3_9_1_2_takes_2_3_9_1_and_ends_eleven_to_four():
    play = solve(Ends((3, 9, 1, 2))).play()
    assert play.labels[:3] == ("right", "left", "left")
    assert [step.state for step in play.steps] == [(0, 3), (0, 2), (1, 2), (2, 2)]
    assert [move.gain for move in play.moves] == [2, 3, 9, 1]
    assert [step.totals for step in play.steps] == [(2, 0), (2, 3), (11, 3), (11, 4)]
    assert play.totals == (11, 4)
    assert play.difference == 7


def test_the_play_of_5_3_7_10_adds_up_to_fifteen_and_ten():
    play = solve(Ends((5, 3, 7, 10))).play()
    assert play.moves[0].gain == 10
    assert len(play) == 4
    assert play.totals == (15, 10)


def test_a_tie_at_0_2_leaves_both_ends_best_and_changes_no_score():
    solution = solve(Ends((3, 9, 1, 2)))
    assert [move.label for move in solution.best_moves((0, 2))] == ["left", "right"]
    plays = list(solution.plays())
    assert {play.totals for play in plays} == {(11, 4)}
    assert coin_orders(solution) == {(3, 0, 1, 2), (3, 2, 1, 0)}


def best_lines(row):
    """How many optimal lines a row has, counting both ways to name the last coin."""
    if len(row) < 2:
        return 1
    ways = [
        (row[0] - row_difference(row[1:]), row[1:]),
        (row[-1] - row_difference(row[:-1]), row[:-1]),
    ]
    return sum(best_lines(rest) for worth, rest in ways if worth == max(ways)[0])


@pytest.mark.parametrize("row", [(3, 9, 1, 2), (1, 5, 2), (2, 2, 2, 2), (1, 2, 1, 2, 1), (5, 3, 7)])
def test_optimal_lines_branch_exactly_at_ties(row):
    solution = solve(Ends(row))
    assert solution.count_plays() == best_lines(row)
    assert sum(1 for _ in solution.plays()) == best_lines(row)


def test_equal_coins_make_every_order_of_play_optimal():
    solution = solve(Ends((2, 2, 2, 2)))
    assert solution.count_plays() == 2**3
    assert len(coin_orders(solution)) == 2**3


def test_self_play_gives_the_value_from_every_state():
    for row in random_rows(25, 7, -9, 9):
        solution = solve(Ends(row))
        for state in solution.table():
            here = solution.at(state)
            assert here.play().difference == here.value


def test_the_walk_through_the_table_has_one_step_a_coin():
    for size in range(8):
        assert len(solve(Ends(tuple(range(size)))).play()) == size


# -- the value is what the mover can force, and all the other can be held to ----------------------


def worst_for_the_best(solution, state, hero_moves):
    """The first player's difference when one side plays best moves and the other anything."""
    moves = list(solution.game.moves(state))
    if not moves:
        return {0}
    best = solution.best_moves(state)[:1] if hero_moves else moves
    return {
        move.gain - rest
        for move in best
        for rest in worst_for_the_best(solution, move.to, not hero_moves)
    }


def test_best_moves_secure_the_value_against_every_reply():
    for row in [(5, 3, 7, 10), (3, 9, 1, 2), (1, 5, 233, 7), *random_rows(20, 7, -9, 9)]:
        solution = solve(Ends(row))
        assert min(worst_for_the_best(solution, solution.start, True)) == solution.value


def test_best_replies_hold_the_mover_to_the_value():
    for row in [(5, 3, 7, 10), (3, 9, 1, 2), (1, 5, 2), *random_rows(20, 7, -9, 9)]:
        solution = solve(Ends(row))
        assert max(worst_for_the_best(solution, solution.start, False)) == solution.value


# -- greedy ---------------------------------------------------------------------------------------


def test_greedy_hands_over_233_and_loses_a_won_row():
    solution = solve(Ends((1, 5, 233, 7)))
    match = solution.against("greedy")
    assert [move.gain for move in match.play.moves][:2] == [7, 233]
    assert (match.result, match.optimal, match.lost) == (-222, 222, 444)
    assert match.play.totals == (12, 234)
    assert [move.label for move in solution.best_moves()] == ["left"]


def test_taking_1_first_secures_233_whatever_the_reply():
    solution = solve(Ends((1, 5, 233, 7)))
    for reply in solution.game.moves((1, 3)):
        assert max(move.gain for move in solution.best_moves(reply.to)) == 233


def test_greedy_gets_five_of_the_row_3_9_1_2_where_eleven_are_there():
    match = solve(Ends((3, 9, 1, 2))).against("greedy")
    assert match.play.moves[0].gain == 3
    assert match.play.totals == (5, 10)
    assert solve(Ends((3, 9, 1, 2))).scores[0] == 11


# -- invariants -----------------------------------------------------------------------------------


def test_total_and_difference_have_the_same_parity_and_halve_into_scores():
    for row in random_rows(60, 9, -50, 50):
        solution = solve(Ends(row))
        mine, yours = solution.scores
        assert (sum(row) + solution.value) % 2 == 0
        assert mine + yours == sum(row)
        assert mine - yours == row_difference(row)


def test_reversing_a_row_keeps_its_value():
    for row in random_rows(60, 9, -50, 50):
        assert solve(Ends(row)).value == solve(Ends(row[::-1])).value == row_difference(row)


@pytest.mark.parametrize("size", range(1, 9))
@pytest.mark.parametrize("coin", [3, -2])
def test_an_all_equal_row_is_worth_one_coin_when_odd_and_nothing_when_even(size, coin):
    expected = coin if size % 2 else 0
    assert solve(Ends((coin,) * size)).value == expected
    assert solve(Ends((coin,) * size), method="backward").value == expected


def test_the_totals_of_sub_rows_are_differences_of_prefix_sums():
    row = (5, 3, 7, 10)
    before = (0, 5, 8, 15, 25)
    solution = solve(Ends(row))
    for left, right in combinations(range(5), 2):
        assert sum(solution.scores_of((left, right - 1))) == before[right] - before[left]


def test_one_solution_answers_every_sub_row():
    row = (4, -1, 8, 8, 0, 3)
    solution = solve(Ends(row))
    for left, right in combinations(range(7), 2):
        assert solution.at((left, right - 1)).value == row_difference(row[left:right])


def test_the_check_battery_passes_on_the_worked_rows():
    for row in TRIANGLES:
        report = check(Ends(row))
        assert report.ok, str(report)
        assert {f.name for f in report.findings if f.passed} >= {"oracle", "self-play", "parity"}


def test_the_certificate_of_a_worked_row_covers_every_state():
    assert solve(Ends((3, 9, 1, 2))).prove().states == 14


# -- numbers --------------------------------------------------------------------------------------


def test_numbers_of_any_size_and_fractions_stay_exact():
    huge = 2**70
    assert solve(Ends((huge, huge + 1))).value == 1
    assert solve(Front((-(10**30), 1, -(10**30)), 1)).value == -2 * 10**30 - 1
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert solve(Ends((half, third))).value == Fraction(1, 6)
    assert solve(Ends((half, third))).scores == (half, third)


def test_floats_tie_within_the_stated_tolerance_only():
    row = (0.3, 0.1 + 0.2)  # they differ in the last bit
    assert solve(Ends(row, tolerance=1e-9)).winner == "Tie"
    assert solve(Ends(row, tolerance=0.0)).winner == "first player"
    with pytest.raises(BadInput, match="tolerance"):
        Ends(row)


def test_a_tie_counts_as_each_problem_says():
    assert solve(PredictTheWinner((1, 1))).winner == "player 1"
    assert solve(Ends((1, 1))).winner == "Tie"
    assert solve(StoneGameIII((1, 2, 3, 6))).winner == "Tie"


def test_the_recurrence_holds_with_negative_coins():
    for row in random_rows(40, 8, -9, -1, shortest=1):
        assert solve(Ends(row)).value == row_difference(row)


def test_a_long_row_is_no_deep_recursion():
    row = tuple(range(4000))
    assert solve(Front(row, 1)).value == sum(row[::2]) - sum(row[1::2])


# -- minimax and negamax --------------------------------------------------------------------------


def minimax(row, first_moves):
    if not row:
        return 0
    sign, choose = (1, max) if first_moves else (-1, min)
    return choose(
        sign * row[0] + minimax(row[1:], not first_moves),
        sign * row[-1] + minimax(row[:-1], not first_moves),
    )


@pytest.mark.parametrize("row", [(5, 3, 7, 10), (3, 9, 1, 2), (1, 5, 233, 7), (1, 5, 2)])
def test_minimax_is_negamax_up_to_the_sign_of_whose_turn_it_is(row):
    forms = two_forms(Ends(row))
    assert forms.agree
    for (left, right), one, two, difference in forms.rows:
        part = row[left : right + 1]
        assert one == minimax(part, True) == difference
        assert two == minimax(part, False) == -difference


def test_the_minimax_method_gives_the_same_table():
    for row in random_rows(15, 7, -9, 9):
        assert dict(solve(Ends(row), method="minimax").table()) == dict(
            solve(Ends(row), method="backward").table()
        )


# -- three views of one table ---------------------------------------------------------------------


def test_the_three_views_of_a_table_tell_the_same():
    solution = solve(Ends((5, 3, 7, 10)))
    differences, scores, own = (solution.table(v) for v in ("difference", "pair", "total"))
    expected = {(0, 0): (5, 0), (0, 1): (5, 3), (0, 2): (10, 5), (1, 3): (13, 7), (0, 3): (15, 10)}
    assert {state: scores[state] for state in expected} == expected
    for state in differences:
        mine, yours = scores[state]
        assert (mine - yours, mine) == (differences[state], own[state])


def test_a_single_pile_is_a_pair_with_nothing_for_the_second():
    scores = solve(Ends((5, 3, 7, 10))).table("pair")
    assert [scores[i, i] for i in range(4)] == [(5, 0), (3, 0), (7, 0), (10, 0)]


def test_own_totals_obey_the_recurrence_with_the_opponents_worst_reply():
    def collected(row):
        if len(row) < 2:
            return sum(row)
        return max(
            row[0] + min(collected(row[2:]), collected(row[1:-1])),
            row[-1] + min(collected(row[1:-1]), collected(row[:-2])),
        )

    for row in [(5, 3, 7, 10), *random_rows(30, 8, 0, 20, shortest=1)]:
        own = solve(Ends(row)).table("total")
        assert own[0, len(row) - 1] == collected(row)


def test_an_unknown_view_is_refused():
    with pytest.raises(BadInput, match="difference, pair, total"):
        solve(Ends((1, 2))).table("ratio")
