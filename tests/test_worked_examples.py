"""Worked examples, traces and tables of the theory, each held against the library."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product

import pytest

from zermelo import (
    Game,
    LastMoverLoses,
    LastMoverWins,
    Move,
    OwnTotals,
    PayoffGame,
    Sum,
    check,
    diagnose,
    explore,
    plan,
    solve,
    two_forms,
)
from zermelo.errors import BadInput, BudgetExceeded, MethodRefused, Unavailable
from zermelo.games import (
    BalancedEnds,
    CanIWin,
    CatAndMouse,
    ConnectFour,
    Divisor,
    DoublingTurns,
    Ends,
    Front,
    Kayles,
    LastCoinBonus,
    MeltingRow,
    MisereNim,
    Nim,
    NoRevisit,
    PlayersRow,
    PoolRace,
    PredictTheWinner,
    Rows,
    SmallerEnd,
    Squares,
    StoneGame,
    StoneGameII,
    StoneGameIII,
    Subtraction,
    TokenGraph,
)
from zermelo.model.game import ValueType
from zermelo.solution.strategies import STRATEGIES

# -- small independent solvers, straight from the definitions -------------------------------------


def row_difference(row):
    """D of a row with two open ends, by naive recursion on the coins themselves."""
    if not row:
        return 0
    return max(row[0] - row_difference(row[1:]), row[-1] - row_difference(row[:-1]))


def random_rows(count, longest, low, high, *, shortest=0):
    rng = random.Random(20)
    for _ in range(count):
        size = rng.randint(shortest, longest)
        yield tuple(rng.randint(low, high) for _ in range(size))


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


def least(values):
    """The least whole number from 0 that is not among the values."""
    return next(n for n in range(len(values) + 1) if n not in values)


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


# -- taking from the front ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "values", "winner"),
    [
        ((1, 2, 3, 7), (-1, 12, 10, 7, 0), "Bob"),
        ((1, 2, 3, -9), (15, 14, 12, -9, 0), "Alice"),
        ((1, 2, 3, 6), (0, 11, 9, 6, 0), "Tie"),
    ],
)
def test_every_value_of_the_front_games_traced_from_the_back(row, values, winner):
    solution = solve(StoneGameIII(row))
    assert tuple(solution.value_of(front) for front in range(5)) == values
    assert solution.winner == winner


@pytest.mark.parametrize(
    ("front", "worths"),
    [(3, [7]), (2, [-4, 10]), (1, [-8, -2, 12]), (0, [-11, -7, -1])],
)
def test_every_branch_of_the_trace_of_1_2_3_7(front, worths):
    options = solve(StoneGameIII((1, 2, 3, 7))).options(front)
    assert [option.move.label for option in options] == ["take 1", "take 2", "take 3"][
        : len(worths)
    ]
    assert [option.value for option in options] == worths


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_takes_up_to_k_from_the_front_equal_the_naive_recursion(most):
    def naive(row):
        return max(
            (sum(row[:k]) - naive(row[k:]) for k in range(1, min(most, len(row)) + 1)), default=0
        )

    for row in random_rows(15, 9, -9, 9):
        assert solve(Front(row, most)).value == naive(row)


def most_stones(piles, cap=1):
    """Stone Game II by the definition: the most the mover can collect, any signs."""
    if not piles:
        return 0
    return max(
        sum(piles) - most_stones(piles[x:], max(cap, x))
        for x in range(1, min(2 * cap, len(piles)) + 1)
    )


@pytest.mark.parametrize(("piles", "total"), [((2, 7, 9, 4, 4), 10), ((1, 2, 3, 4, 5, 100), 104)])
def test_the_growing_cap_games_as_own_totals(piles, total):
    solution = solve(StoneGameII(piles))
    assert solution.scores[0] == total
    assert solution.table("total")[0, 1] == total
    assert solution.value == 2 * total - sum(piles)
    assert solve(OwnTotals(StoneGameII(piles))).value == (total, sum(piles) - total)


def test_remaining_totals_of_the_growing_cap_game_are_the_suffix_sums():
    scores = solve(StoneGameII((2, 7, 9, 4, 4))).table("pair")
    suffix = (26, 24, 17, 8, 4, 0)
    assert {front for front, _ in scores} == set(range(6))
    assert all(sum(pair) == suffix[front] for (front, _), pair in scores.items())


def test_taking_fewer_piles_keeps_the_cap_small_and_pays():
    solution = solve(StoneGameII((2, 7, 9, 4, 4)))
    own = {o.move.label: (26 + o.value) // 2 for o in solution.options()}
    assert own == {"take 1": 10, "take 2": 9}
    assert solution.against("greedy").play.totals[0] == 9


def test_the_growing_cap_game_equals_the_naive_recursion():
    for piles in random_rows(40, 8, 1, 20, shortest=1):
        assert solve(StoneGameII(piles)).scores[0] == most_stones(piles)
    for piles in random_rows(30, 7, -9, 9):
        assert solve(StoneGameII(piles)).value == 2 * most_stones(piles) - sum(piles)


@pytest.mark.parametrize("game", [StoneGameII((0,)), StoneGameII(()), Front((0, 0)), Ends((0, 0))])
def test_a_row_of_nothing_is_still_a_scored_game(game):
    assert solve(game).scores == (0, 0)


def test_the_cap_never_passes_the_number_of_piles():
    game = StoneGameII((1,) * 9)
    graph = explore(game)
    assert max(cap for _, cap in graph.states) <= 9
    assert all(state in game.space for state in graph.states)


# -- win or loss ----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["winloss", "divisor-parity", "backward"])
def test_subtracting_divisors_labels_1_to_6_as_p_n_p_n_p_n(method):
    labels = [solve(Divisor(n), method=method).outcome for n in range(1, 7)]
    assert labels == ["loss", "win", "loss", "win", "loss", "win"]


def test_the_divisor_heap_is_won_exactly_when_even():
    @cache
    def wins(number):
        return any(not wins(number - x) for x in range(1, number) if number % x == 0)

    for number in range(1, 60):
        assert wins(number) == (number % 2 == 0)
        assert (solve(Divisor(number), method="winloss").outcome == "win") == wins(number)


def test_the_winning_moves_of_the_divisor_heap_leave_odd_numbers():
    solution = solve(Divisor(6))
    assert [move.to for move in solution.best_moves(2)] == [1]
    assert [move.to for move in solution.best_moves(4)] == [3]
    assert {move.to for move in solution.best_moves(6)} == {5, 3}


def test_misere_changes_the_base_case_and_nothing_else():
    def takes(heap):
        return [heap - k for k in (1, 2, 3) if k <= heap]

    def wins(heap, stuck_wins):
        return any(not wins(h, stuck_wins) for h in takes(heap)) if takes(heap) else stuck_wins

    normal = LastMoverWins.from_function(takes, start=12)
    misere = LastMoverLoses.from_function(takes, start=12)
    for heap in range(13):
        assert (solve(normal).outcome_of(heap) == "win") == wins(heap, False) == (heap % 4 != 0)
        assert (solve(misere).outcome_of(heap) == "win") == wins(heap, True) == (heap % 4 != 1)
    assert solve(normal, start=0).value == -1
    assert solve(misere, start=0).value == 1


@pytest.mark.parametrize("heaps", list(product(range(4), repeat=2)))
def test_misere_nim_differs_from_nim_only_when_all_heaps_are_small(heaps):
    normal, misere = solve(Nim(heaps)).outcome, solve(MisereNim(heaps)).outcome
    assert (normal == misere) == (max(heaps) > 1)


def test_a_win_or_loss_is_the_sign_of_a_difference_of_one():
    solution = solve(Squares(20), method="backward")
    for heap in range(21):
        assert solution.value_of(heap) in (-1, 1)
        assert (solution.value_of(heap) > 0) == (solve(Squares(heap)).outcome == "win")


# -- nimbers, sums and the divide between scores and last moves -----------------------------------


@pytest.mark.parametrize(
    "game", [Divisor(24), Squares(24), Subtraction(24), Subtraction(24, (2, 5)), CanIWin(4, 6)]
)
def test_a_state_is_won_exactly_when_its_nimber_is_not_zero(game):
    @cache
    def nimber(state):
        return least({nimber(move.to) for move in game.moves(state)})

    by_nimbers, by_outcome = solve(game, method="nimbers"), solve(game, method="winloss")
    for state in by_outcome.table():
        assert by_nimbers.nimber_of(state) == nimber(state)
        assert (by_outcome.outcome_of(state) == "win") == (nimber(state) > 0)


def test_sums_of_last_move_games_add_by_xor():
    @cache
    def nimber(one, two):
        options = {nimber(one - k, two) for k in (1, 2, 3) if k <= one}
        return least(options | {nimber(one, two - k * k) for k in (1, 2, 3) if k * k <= two})

    for one, two in product(range(7), range(10)):
        solution = solve(Sum(Subtraction(one), Squares(two)))
        alone = [solve(g, method="nimbers").nimber for g in (Subtraction(one), Squares(two))]
        assert solution.plan.method == "nimbers"
        assert solution.nimber == alone[0] ^ alone[1] == nimber(one, two)
        assert (solution.outcome == "win") == (nimber(one, two) > 0)


def test_rows_of_equal_value_differ_beside_a_third_row():
    assert solve(Ends((1,))).value == solve(Ends((1, 2))).value == 1
    assert solve(Sum(Ends((1,)), Ends((1,)))).value == 0
    assert solve(Sum(Ends((1, 2)), Ends((1,)))).value == 2
    assert solve(Rows(((1,), (1,)))).value == 0
    assert solve(Rows(((1, 2), (1,)))).value == 2


def test_nimbers_are_refused_on_scores():
    with pytest.raises(MethodRefused, match="last-move"):
        solve(Ends((1, 2)), method="nimbers")


# -- the colouring of an even row -----------------------------------------------------------------


def worst_total(choose, game, state, mine):
    """The least total of a strategy over every line of replies."""
    moves = list(game.moves(state))
    if not moves:
        return 0
    if mine:
        move = choose(state, moves)
        return move.gain + worst_total(choose, game, move.to, False)
    return min(worst_total(choose, game, move.to, True) for move in moves)


def test_the_colouring_collects_the_richer_colour_against_every_reply():
    rows = [(5, 3, 7, 10), (3, 9, 1, 2), (1, 5, 233, 7), (5, 3, 4, 5)]
    rows += [row for row in random_rows(60, 8, -9, 20) if row and len(row) % 2 == 0]
    assert len(rows) > 20
    for row in rows:
        game = Ends(row)
        richer = max(sum(row[::2]), sum(row[1::2]))
        choose = STRATEGIES["colouring"].prepare(game, game.start, 0)
        assert worst_total(choose, game, game.start, True) == richer
        match = solve(game).against("colouring")
        assert match.guarantee == richer
        assert match.play.totals[0] == richer


def test_the_colouring_is_refused_on_an_odd_row():
    with pytest.raises(MethodRefused, match="even number of coins"):
        solve(Ends((1, 5, 2))).against("colouring")


def test_an_even_row_with_an_odd_total_is_won_without_any_table():
    for row in random_rows(60, 8, 1, 9, shortest=2):
        if len(row) % 2 == 0 and sum(row) % 2:
            assert solve(StoneGame(row), method="even-row").winner == "Alice"
            assert row_difference(row) > 0


@pytest.mark.parametrize("row", [(1, 5, 2), (2, 2), (1, -2)])
def test_the_stone_game_refuses_rows_outside_its_promise(row):
    with pytest.raises(BadInput, match="even in number and odd in total"):
        StoneGame(row)


# -- own totals and more than two players ---------------------------------------------------------


def test_the_last_coin_bonus_ends_four_to_eleven():
    game = LastCoinBonus((4, 1), 10)
    solution = solve(OwnTotals(game))
    assert solution.value == (4, 11)
    assert [(o.move.label, o.value) for o in solution.options()] == [
        ("left", (4, 11)),
        ("right", (1, 14)),
    ]
    assert solution.play().totals == (4, 11)
    assert solve(game).scores == (4, 11)


def own_totals(row, players, first=0):
    """Everyone maximises the own total; of equal moves the left one."""
    if not row:
        return (0,) * players
    results = []
    for coin, rest in ((row[0], row[1:]), (row[-1], row[:-1])):
        totals = list(own_totals(rest, players, (first + 1) % players))
        totals[first] += coin
        results.append(tuple(totals))
    return max(results, key=lambda totals: totals[first])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rows_for_several_players_equal_the_definition(players):
    for row in [(4, 1, 7, 2, 9, 3), *random_rows(20, 7, -5, 9)]:
        assert solve(PlayersRow(row, players)).value == own_totals(row, players)


def test_with_two_players_and_a_kept_total_the_vector_is_the_difference():
    for row in random_rows(30, 7, -9, 9):
        mine, yours = solve(OwnTotals(Ends(row))).value
        assert (mine + yours, mine - yours) == (sum(row), row_difference(row))


def test_with_three_players_the_value_is_no_guarantee_against_a_coalition():
    row = (4, 1, 7, 2, 9, 3)

    def left_for_the_first(coins, player=0):
        if not coins:
            return 0
        mine = [
            coin * (player == 0) + left_for_the_first(rest, (player + 1) % 3)
            for coin, rest in ((coins[0], coins[1:]), (coins[-1], coins[:-1]))
        ]
        return max(mine) if player == 0 else min(mine)

    assert solve(PlayersRow(row)).value == own_totals(row, 3)
    assert left_for_the_first(row) < solve(PlayersRow(row)).value[0]


def test_a_melting_coin_separates_own_totals_from_the_difference():
    def plays(row):
        """(coin, what is left) of both moves: taking the right coin melts the left one."""
        return ((row[0], row[1:]), (row[-1], row[1:-1]))

    def difference(row):
        return max(coin - difference(rest) for coin, rest in plays(row)) if row else 0

    def own(row):
        if not row:
            return 0, 0
        results = []
        for coin, rest in plays(row):
            yours, mine = own(rest)
            results.append((mine + coin, yours))
        return max(results, key=lambda pair: pair[0])

    row = (3, 1, 2, 4)
    assert solve(MeltingRow(row)).value == difference(row) == 2
    assert solve(OwnTotals(MeltingRow(row))).value == own(row) == (5, 4)
    with pytest.raises(Unavailable, match="OwnTotals"):
        _ = solve(MeltingRow(row)).scores
    for row in random_rows(30, 6, 0, 9):
        assert solve(MeltingRow(row)).value == difference(row)
        assert solve(OwnTotals(MeltingRow(row))).value == own(row)


# -- play that can come back ----------------------------------------------------------------------


def labels_to_a_fixed_point(graph):
    """Win if some move leads to a loss, loss if every move leads to a win, the rest are draws."""
    label = {vertex: "loss" for vertex, row in enumerate(graph) if not row}
    changed = True
    while changed:
        changed = False
        for vertex, row in enumerate(graph):
            if vertex not in label:
                after = [label.get(to) for to in row]
                if "loss" in after:
                    label[vertex], changed = "win", True
                elif all(there == "win" for there in after):
                    label[vertex], changed = "loss", True
    return [label.get(vertex, "draw") for vertex in range(len(graph))]


def test_retrograde_labels_are_the_fixed_point_of_win_draw_and_loss():
    rng = random.Random(5)
    seen = set()
    for _ in range(60):
        size = rng.randint(2, 7)
        graph = [[to for to in range(size) if rng.random() < 0.25] for _ in range(size)]
        expected = labels_to_a_fixed_point(graph)
        seen.update(expected)
        for vertex in range(size):
            assert solve(TokenGraph(graph, vertex)).outcome == expected[vertex]
    assert seen == {"win", "draw", "loss"}


def test_a_cycle_with_an_exit_to_a_loss_is_won_and_without_one_drawn():
    graph = ((1,), (0, 2), (), (4,), (3,))
    assert labels_to_a_fixed_point(graph) == ["loss", "win", "loss", "draw", "draw"]
    solution = solve(TokenGraph(graph, 0))
    assert solution.plan.method == "retrograde"
    assert (solution.outcome, solution.remoteness) == ("loss", 2)
    assert (solution.outcome_of(1), solution.remoteness_of(1)) == ("win", 1)
    drawn = solve(TokenGraph(graph, 3))
    assert (drawn.outcome, drawn.remoteness, drawn.play().repeats) == ("draw", None, True)


def test_plain_induction_refuses_a_cycle_and_names_what_fits():
    game = TokenGraph(((1,), (0, 2), ()), 0)
    for method in ("winloss", "backward"):
        with pytest.raises(MethodRefused, match=r"retrograde|thresholds"):
            solve(game, method=method)


def test_scores_on_a_cycle_need_gains_outside_it():
    quiet = Game.from_edges({"a": {"b": 0, "c": 2}, "b": {"a": 0, "d": 5}}, start="a")
    assert diagnose(quiet).decision.method == "thresholds"
    assert solve(quiet).value == 2  # going to b would hand over five
    paid = Game.from_edges({"a": {"b": 1}, "b": {"a": 1, "c": 0}}, start="a")
    assert diagnose(paid).bounded.holds is False
    with pytest.raises(MethodRefused):
        solve(paid)


# -- three modelling case studies -----------------------------------------------------------------


def balanced(coins, from_left=0, from_right=0):
    """Any run from one end, but the left total never above the right one."""
    results = []
    for count in range(1, len(coins) + 1):
        taken = sum(coins[:count])
        if from_left + taken <= from_right:
            results.append(taken - balanced(coins[count:], from_left + taken, from_right))
        taken = sum(coins[-count:])
        if from_left <= from_right + taken:
            results.append(taken - balanced(coins[:-count], from_left, from_right + taken))
    return max(results, default=0)


def test_a_constraint_between_the_ends_equals_the_literal_rules():
    for row in [(2, 1, 3, 2), *random_rows(60, 6, 0, 5), *random_rows(40, 5, -3, 5)]:
        assert solve(BalancedEnds(row)).value == balanced(row)


def forced(coins):
    """The smaller end must be taken; a choice only when they tie."""
    if not coins:
        return 0
    results = []
    if coins[0] <= coins[-1]:
        results.append(coins[0] - forced(coins[1:]))
    if coins[-1] <= coins[0]:
        results.append(coins[-1] - forced(coins[:-1]))
    return max(results)


def test_taking_the_smaller_end_equals_the_literal_rules():
    for row in [(2, 7, 7, 2, 5), *random_rows(60, 8, 0, 4), *random_rows(20, 8, -9, 9)]:
        assert solve(SmallerEnd(row)).value == forced(row)


def test_without_ties_the_smaller_end_leaves_no_choice_at_all():
    row = (4, 9, 1, 7, 3, 8)
    graph = explore(SmallerEnd(row))
    assert (len(graph), graph.moves) == (len(row) + 1, len(row))
    assert solve(SmallerEnd(row)).count_plays() == 1


def doubled(coins, turn=1):
    """Own totals (first, second) when a coin taken on turn 2, 4, … counts double."""
    if not coins:
        return 0, 0
    player, times = (turn - 1) % 2, 2 if turn % 2 == 0 else 1
    results = []
    for coin, rest in ((coins[0], coins[1:]), (coins[-1], coins[:-1])):
        totals = list(doubled(rest, turn + 1))
        totals[player] += times * coin
        results.append(tuple(totals))
    return max(results, key=lambda totals: totals[player])


def test_coins_that_double_on_even_turns_equal_the_literal_rules():
    for row in [(3, 9, 1, 2), *random_rows(40, 7, 0, 9), *random_rows(20, 6, -5, 5)]:
        assert solve(DoublingTurns(row)).value == doubled(row)


def test_the_parity_of_the_turn_follows_from_the_coins_that_are_left():
    for size in range(1, 7):
        row = tuple(range(size))
        assert set(explore(DoublingTurns(row)).states) == set(explore(Ends(row)).states)
    assert diagnose(DoublingTurns((3, 9, 1, 2))).conserved.holds is False


# -- counting states and moves --------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 5, 12, 30])
def test_a_row_has_a_triangle_of_states_and_an_empty_row_for_each_last_coin(size):
    row = tuple(range(size))
    graph = explore(Ends(row))
    assert len(graph) == size * (size + 1) // 2 + size
    assert graph.moves == size * (size - 1) + size


def test_a_table_replaces_exponentially_many_lines():
    def lines(game, state):
        return sum(lines(game, move.to) for move in game.moves(state)) or 1

    for size in range(1, 11):
        assert lines(Ends((1,) * size), (0, size - 1)) == 2 ** (size - 1)
    assert sum(left <= right for left, right in explore(Ends((1,) * 30)).states) == 465


@pytest.mark.parametrize("size", [1, 2, 3, 10, 50])
def test_a_front_game_has_a_state_a_stone_and_at_most_three_moves(size):
    graph = explore(StoneGameIII((1,) * size))
    assert len(graph) == size + 1
    assert graph.moves == sum(min(3, size - front) for front in range(size))


@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_the_growing_cap_game_has_at_most_a_square_of_states_and_2m_moves(size):
    graph = explore(StoneGameII((1,) * size))
    assert len(graph) <= size * size + size
    for number, (front, cap) in enumerate(graph.states):
        assert len(graph.moves_of(number)) == min(2 * cap, size - front)


@pytest.mark.parametrize("heap", [1, 6, 24, 60])
def test_a_divisor_heap_has_a_move_for_every_proper_divisor(heap):
    graph = explore(Divisor(heap))
    assert len(graph) <= heap
    for number, state in enumerate(graph.states):
        divisors = [x for x in range(1, state) if state % x == 0]
        assert len(graph.moves_of(number)) == len(divisors)


@pytest.mark.parametrize(("largest", "target"), [(1, 1), (4, 6), (6, 12), (8, 36)])
def test_a_pool_game_has_a_state_for_every_set_below_the_target_and_its_children(largest, target):
    numbers = range(1, largest + 1)
    sets = [set(s) for size in range(largest + 1) for s in combinations(numbers, size)]
    reached = [s for s in sets if sum(s) < target or any(sum(s) - n < target for n in s)]
    graph = explore(CanIWin(largest, target))
    assert len(graph) == len(reached) <= 2**largest
    assert graph.moves == sum(largest - len(s) for s in sets if sum(s) < target)


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_a_visited_set_makes_the_states_exponential(size):
    complete = [[to for to in range(size) if to != v] for v in range(size)]
    graph = explore(NoRevisit(complete, 0))
    assert len(graph) == 1 + (size - 1) * 2 ** (size - 2)
    assert len(explore(TokenGraph(complete, 0))) == size


def test_nimbers_add_the_states_of_the_parts_where_the_product_multiplies_them():
    game = Sum(Subtraction(9), Subtraction(9), Subtraction(9))
    assert len(explore(game)) == 10**3
    assert plan(game).cost.states == 10  # equal parts share one table
    mixed = Sum(Subtraction(9), Subtraction(9, (1, 2)), Squares(9))
    assert plan(mixed).cost.states == 3 * 10


def test_facts_of_a_row():
    diagnosis = diagnose(Ends((5, 3, 7, 10)))
    facts = {fact.name: fact.holds for fact in diagnosis.facts}
    assert facts["finite"] is facts["acyclic"] is facts["alternating"] is True
    assert facts["conserved"] is facts["deterministic"] is facts["bounded"] is True
    assert facts["impartial"] is False
    assert (diagnosis.states, diagnosis.moves, diagnosis.longest_play) == (14, 16, 4)


@pytest.mark.parametrize(
    "game", [Ends(tuple(range(24))), Front(tuple(range(24))), StoneGameII((1,) * 24), Divisor(60)]
)
def test_an_interval_a_front_or_a_heap_smells_polynomial(game):
    assert diagnose(game).growth.smell == "polynomial"


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(PoolRace(tuple(range(1, 13)), 78), id="pool of 12, all 4096 subsets"),
        pytest.param(CanIWin(12, 78), id="1 to 12, all 4096 subsets"),
        pytest.param(NoRevisit([set(range(9)) - {v} for v in range(9)]), id="visited sets"),
    ],
)
def test_a_set_in_the_state_smells_exponential(game):
    assert diagnose(game).growth.smell == "exponential"


# -- the universal template: states, moves, gains, terminal ---------------------------------------


@pytest.mark.parametrize(
    ("game", "terminal", "payoff"),
    [
        (Ends((5, 3)), {(1, 0), (2, 1)}, 0),
        (StoneGameIII((1, 2, 3, 7)), {4}, 0),
        (Divisor(6), {1}, -1),
        (CanIWin(2, 2), {0b01 | 0b10, 0b10}, -1),
        (MisereNim((2, 1)), {()}, 1),
    ],
)
def test_the_terminals_and_what_they_pay(game, terminal, payoff):
    graph = explore(game)
    ends = {state for n, state in enumerate(graph.states) if not graph.moves_of(n)}
    assert ends == terminal
    assert {graph.payoff[graph.index[state]] for state in ends} == {payoff}


def test_every_growing_cap_game_ends_with_no_pile_and_nothing_to_pay():
    graph = explore(StoneGameII((2, 7, 9, 4, 4)))
    ends = [
        (state, pay)
        for state, pay in zip(graph.states, graph.payoff, strict=True)
        if pay is not None
    ]
    assert {front for (front, _), _ in ends} == {5}
    assert {pay for _, pay in ends} == {0}


def test_the_recurrence_holds_on_any_acyclic_graph():
    rng = random.Random(11)
    for _ in range(30):
        size = rng.randint(2, 8)
        edges = {
            v: {to: rng.randint(-5, 5) for to in range(v + 1, size) if rng.random() < 0.6}
            for v in range(size)
        }

        def naive(state, edges=edges):
            return max((gain - naive(to) for to, gain in edges[state].items()), default=0)

        assert solve(Game.from_edges(edges, start=0)).value == naive(0)


def test_every_move_of_a_row_leads_to_a_shorter_one():
    graph = explore(Ends((5, 3, 7, 10)))
    lengths = [right - left + 1 for left, right in graph.states]
    assert all(a >= b for a, b in pairwise(lengths))
    for number in range(len(graph)):
        assert {lengths[graph.to[m]] for m in graph.moves_of(number)} <= {lengths[number] - 1}


# -- the decision procedure -----------------------------------------------------------------------

CYCLIC_SCORES = Game.from_edges({"a": {"b": 0, "c": 2}, "b": {"a": 0, "d": 5}}, start="a")
COMPLETE_FIVE = tuple(tuple(to for to in range(5) if to != v) for v in range(5))


class TwoWishes(PayoffGame):
    """A move that helps both: what one gains is not what the other loses."""

    start = 0

    def turn(self, state):
        return state % 2

    def moves(self, state):
        if state < 2:
            yield Move(state + 1, gain=1)


@pytest.mark.parametrize(
    ("game", "value_type", "method"),
    [
        pytest.param(Ends((5, 3, 7, 10)), ValueType.DIFFERENCE, "backward", id="interval, scored"),
        pytest.param(
            PredictTheWinner((1, 5, 2)), ValueType.DIFFERENCE, "backward", id="predict the winner"
        ),
        pytest.param(StoneGame((5, 3, 4, 5)), ValueType.DIFFERENCE, "backward", id="stone game"),
        pytest.param(StoneGameIII((1, 2, 3, 7)), ValueType.DIFFERENCE, "backward", id="front"),
        pytest.param(StoneGameII((2, 7, 9)), ValueType.DIFFERENCE, "backward", id="growing cap"),
        pytest.param(
            Sum(Ends((1,)), Ends((1, 2))), ValueType.DIFFERENCE, "backward", id="sum, scored"
        ),
        pytest.param(CYCLIC_SCORES, ValueType.DIFFERENCE, "thresholds", id="cyclic, scored"),
        pytest.param(Squares(6), ValueType.OUTCOME, "winloss", id="single win/loss"),
        pytest.param(Divisor(6), ValueType.OUTCOME, "divisor-parity", id="closed form"),
        pytest.param(CanIWin(4, 6), ValueType.OUTCOME, "winloss", id="pool, win/loss"),
        pytest.param(NoRevisit(COMPLETE_FIVE), ValueType.OUTCOME, "winloss", id="visited set"),
        pytest.param(MisereNim((2, 3)), ValueType.OUTCOME, "winloss", id="misère"),
        pytest.param(Nim((3, 4, 5)), ValueType.NIMBER, "nimbers", id="heaps"),
        pytest.param(Kayles((7,)), ValueType.NIMBER, "nimbers", id="splitting heaps"),
        pytest.param(
            Sum(Divisor(6), Squares(7)), ValueType.NIMBER, "nimbers", id="sum of win/loss games"
        ),
        pytest.param(TwoWishes(), ValueType.VECTOR, "vectors", id="not zero-sum"),
        pytest.param(
            OwnTotals(MeltingRow((3, 1, 2))), ValueType.VECTOR, "vectors", id="own totals"
        ),
        pytest.param(DoublingTurns((3, 9, 1)), ValueType.VECTOR, "vectors", id="turn-dependent"),
        pytest.param(PlayersRow((4, 1, 7)), ValueType.VECTOR, "vectors", id="three players"),
        pytest.param(
            TokenGraph(((1,), (0, 2), ())), ValueType.OUTCOME, "retrograde", id="cyclic, win/loss"
        ),
        pytest.param(
            CatAndMouse.example_game(), ValueType.OUTCOME, "retrograde", id="cat and mouse"
        ),
    ],
)
def test_the_decision_procedure_names_value_type_and_method(game, value_type, method):
    decision = diagnose(game).decision
    assert (decision.value_type, decision.method) == (value_type, method)
    if method != "winloss":  # closed forms may answer a declared shape sooner
        assert solve(game).plan.method == method


@pytest.mark.parametrize(
    "game", [ConnectFour(), NoRevisit([range(9)] * 9), LastCoinBonus(range(60))]
)
def test_a_game_too_large_for_its_budget_is_left_to_alphabeta(game):
    diagnosis = diagnose(game, budget=300)
    assert diagnosis.decision.method == "alphabeta"
    assert diagnosis.finite.holds is None
    with pytest.raises(BudgetExceeded, match="alphabeta"):
        solve(game, budget=300)


def test_alphabeta_gives_the_same_value_as_the_table():
    for row in [(5, 3, 7, 10), (1, 5, 233, 7), (1, 5, 2), *random_rows(15, 7, -9, 9)]:
        assert solve(Ends(row), method="alphabeta").value == row_difference(row)


def test_each_decision_says_why_the_tempting_method_is_wrong():
    tempting = dict(diagnose(Ends((1, 5, 233, 7))).decision.instead)
    assert set(tempting) == {"XOR of nimbers", "greedy (largest gain now)"}
    assert "XOR of nimbers" in dict(diagnose(MisereNim((2, 3))).decision.instead)
    assert "one difference" in dict(diagnose(PlayersRow((4, 1, 7))).decision.instead)
    assert "plain backward induction" in dict(diagnose(CYCLIC_SCORES).decision.instead)
    warned = dict(diagnose(MeltingRow((3, 1, 2, 4))).decision.instead)
    assert "OwnTotals" in warned["raw scores from the difference"]


def test_chance_is_found_outside():
    coin = iter([1, 2] * 100)
    game = Game.from_function(lambda s: [s + next(coin)] if s < 4 else [], start=0)
    assert diagnose(game).deterministic.holds is False
