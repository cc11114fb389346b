"""Claims about games that are often repeated and wrong: each shown to fail, with what holds."""

from functools import cache
from itertools import product

import pytest

from random_numbers import random_rows
from zermelo import Game, OwnTotals, Sum, diagnose, explore, solve
from zermelo.errors import MethodRefused, Unavailable
from zermelo.games import (
    BalancedEnds,
    CanIWin,
    Ends,
    LastCoinBonus,
    MeltingRow,
    PredictTheWinner,
    Rows,
    StoneGame,
    StoneGameII,
    find,
)


def row_difference(row):
    """D of a row with two open ends, by the definition."""
    if not row:
        return 0
    return max(row[0] - row_difference(row[1:]), row[-1] - row_difference(row[:-1]))


# -- claim: one array updated in place from left to right is enough -------------------------------


def one_array(row, *, descending):
    """worth[j] should go from the sub-row i+1 … j to i … j, one longer, in each round."""
    worth = list(row)
    for length in range(2, len(row) + 1):
        ends = range(length - 1, len(row))
        for j in reversed(ends) if descending else ends:
            i = j - length + 1
            worth[j] = max(row[i] - worth[j], row[j] - worth[j - 1])
    return worth[-1]


def test_updating_in_place_upwards_reads_cells_that_are_already_overwritten():
    row = (3, 0, 9, 5, 4)
    assert one_array(row, descending=False) == 3
    assert row_difference(row) == -3
    assert solve(PredictTheWinner(row)).value == -3
    assert solve(PredictTheWinner(row)).winner == "player 2"


def test_updating_in_place_downwards_is_right():
    for row in [(3, 0, 9, 5, 4), *random_rows(100, 9, -9, 9)]:
        assert one_array(row, descending=True) == solve(Ends(row)).value


def test_updating_in_place_upwards_is_wrong_on_many_rows_and_names_wrong_winners():
    rows = list(random_rows(400, 8, 0, 10))
    pairs = [(one_array(row, descending=False), solve(Ends(row)).value) for row in rows]
    assert sum(claimed != true for claimed, true in pairs) > len(rows) / 5
    assert sum((claimed >= 0) != (true >= 0) for claimed, true in pairs) > 0


def test_the_shortest_rows_that_an_update_upwards_gets_wrong():
    assert row_difference((1, 0, 1)) == solve(Ends((1, 0, 1))).value == 0
    assert one_array((1, 0, 1), descending=False) != 0
    for size in (1, 2):
        for row in product(range(-3, 4), repeat=size):
            assert one_array(row, descending=False) == row_difference(row)
    assert one_array((0, 0, 1, 0, 0), descending=False) >= 0
    assert solve(PredictTheWinner((0, 0, 1, 0, 0))).winner == "player 2"


# -- claim: with the numbers 1 to 4 and the target 6 the first player loses -----------------------


def reaches(left, target, *, guard=True):
    """Can I Win with the numbers left; the guard asks first whether the target can be reached."""
    if guard and sum(left) < target:
        return False
    return any(n >= target or not reaches(left - {n}, target - n, guard=guard) for n in left)


def test_the_first_player_wins_4_6_by_choosing_1():
    assert reaches(frozenset({1, 2, 3, 4}), 6)
    solution = solve(CanIWin(4, 6))
    assert solution.outcome == "win"
    assert [move.label for move in solution.best_moves()] == ["choose 1"]


def test_every_reply_to_1_in_4_6_loses_at_once():
    solution = solve(CanIWin(4, 6))
    after_one = next(solution.game.moves(solution.start)).to
    replies = solution.options(after_one)
    assert [reply.move.label for reply in replies] == ["choose 2", "choose 3", "choose 4"]
    for reply in replies:
        finish = solution.best_moves(reply.move.to)[-1].to
        assert solution.game.total(finish) >= 6
    assert solution.remoteness == 3


@pytest.mark.parametrize("first", [2, 3, 4])
def test_the_other_choices_in_4_6_do_lose(first):
    assert first + max({1, 2, 3, 4} - {first}) >= 6
    solution = solve(CanIWin(4, 6))
    to = next(m.to for m in solution.game.moves(0) if m.label == f"choose {first}")
    assert (solution.outcome_of(to), solution.remoteness_of(to)) == ("win", 1)


# -- claim: the pool game needs no look at whether the target can be reached ----------------------


def unguarded(left, target):
    """The template without a guard: a player who finds no number left 'loses'."""
    return reaches(left, target, guard=False)


def test_without_a_guard_1_5_is_called_a_win_that_nobody_can_reach():
    assert unguarded(frozenset({1}), 5) is True
    solution = solve(CanIWin(1, 5))
    assert (solution.outcome, solution.winner, solution.value) == ("draw", "Tie", 0)


def test_the_guard_matters_exactly_where_all_numbers_fall_short():
    for largest, target in product(range(1, 6), range(1, 20)):
        numbers = frozenset(range(1, largest + 1))
        outcome = solve(CanIWin(largest, target)).outcome
        if sum(numbers) < target:
            assert outcome == "draw"
        else:
            assert (outcome == "win") == unguarded(numbers, target) == reaches(numbers, target)


# -- claim: the square numbers are problem 1140 ---------------------------------------------------


def test_the_square_numbers_are_problem_1510_and_1140_is_the_growing_cap():
    assert find("lc1510").__name__ == "Squares"
    assert find("stone game iv") is find("lc1510")
    assert find("lc1140").__name__ == "StoneGameII"
    assert [move.to for move in find("lc1510")(10).moves(10)] == [9, 6, 1]
    assert {move.label for move in find("lc1140")((1, 1, 1)).moves((0, 1))} == {"take 1", "take 2"}


# -- claim: with an even number of piles the first player always wins -----------------------------


def test_two_equal_piles_are_an_even_number_and_a_tie():
    assert solve(Ends((1, 1))).winner == "Tie"
    assert solve(Ends((1, 1))).value == 0


def test_an_even_row_is_never_lost_and_won_when_the_colours_differ():
    ties = 0
    for size in (2, 4, 6):
        for row in product((1, 2, 4), repeat=size):
            value = solve(Ends(row)).value
            assert value >= abs(sum(row[::2]) - sum(row[1::2]))
            ties += value == 0
            if sum(row) % 2:  # then the colours cannot have equal sums
                assert value > 0
                assert solve(StoneGame(row)).winner == "Alice"
    assert ties > 0


def test_equal_colours_may_still_be_won():
    row = (3, 1, 2, 4)
    assert sum(row[::2]) == sum(row[1::2])
    assert solve(Ends(row)).value == row_difference(row) == 2


def test_an_odd_row_may_be_lost():
    assert solve(Ends((1, 5, 2))).winner == "second player"


def test_the_closed_form_for_even_rows_promises_no_more_than_that():
    assert solve(Ends((1, 1)), method="even-row").bounds[0] == 0
    with pytest.raises(Unavailable):
        _ = solve(Ends((1, 1)), method="even-row").outcome
    with pytest.raises(MethodRefused, match="odd number"):
        solve(Ends((1, 5, 2)), method="even-row")


# -- claim: a bonus for the last coin breaks the conservation of the total ------------------------


def test_the_branches_of_the_last_coin_bonus_differ_by_13_and_7():
    options = solve(LastCoinBonus((4, 1), 10)).options()
    assert {option.move.gain: option.value for option in options} == {4: -7, 1: -13}
    assert solve(OwnTotals(LastCoinBonus((4, 1), 10))).value == (4, 11)


def test_the_bonus_is_collected_in_every_play_so_the_total_is_15():
    game = LastCoinBonus((4, 1), 10)

    def totals(state):
        moves = list(game.moves(state))
        return {m.gain + rest for m in moves for rest in totals(m.to)} if moves else {0}

    assert totals(game.start) == {15}
    diagnosis = diagnose(game)
    assert diagnosis.conserved.holds is True
    assert "15" in diagnosis.conserved.detail


def test_with_a_kept_total_the_scalar_and_the_vector_agree():
    for row in random_rows(40, 6, -5, 9):
        scalar = solve(LastCoinBonus(row, 10))
        vector = solve(OwnTotals(LastCoinBonus(row, 10))).value
        assert scalar.scores == vector
        assert sum(vector) == sum(row) + 10


def test_a_true_witness_lets_the_choice_of_moves_destroy_value():
    game = MeltingRow((3, 1, 2, 4))
    fact = diagnose(game).conserved
    assert fact.holds is False
    state, (one, two) = fact.witness
    assert one != two
    assert {one, two} <= collected(game, state)
    with pytest.raises(Unavailable, match="same"):
        _ = solve(game).scores


def collected(game, state):
    """The totals of all plays from a state."""
    moves = list(game.moves(state))
    if not moves:
        return {game.payoff(state)}
    return {move.gain + rest for move in moves for rest in collected(game, move.to)}


def test_equal_differences_with_different_totals_are_told_apart_by_own_totals_only():
    edges = {"start": {"small": 1, "large": 10}, "small": {"end": 0}, "large": {"end": 9}}
    game = Game.from_edges(edges, start="start")
    assert [option.value for option in solve(game).options()] == [1, 1]
    assert solve(game).value == 1
    own = solve(OwnTotals(game))
    assert [option.value for option in own.options()] == [(1, 0), (10, 9)]
    assert own.value == (10, 9)
    assert diagnose(game).conserved.holds is False


# -- claim: adding instead of subtracting turns −2 into +2 on the row 1, 5, 2 ---------------------


def test_the_wrong_sign_gives_the_sum_of_all_coins():
    def added(row):
        return max(row[0] + added(row[1:]), row[-1] + added(row[:-1])) if row else 0

    assert added((1, 5, 2)) == 8  # a win, where the row is lost
    assert solve(PredictTheWinner((1, 5, 2))).value == -2
    assert solve(PredictTheWinner((1, 5, 2))).winner == "player 2"


# -- claim: a constraint between the two ends needs a third coordinate ----------------------------


def test_what_was_taken_from_each_end_follows_from_the_interval():
    row = (2, 1, 3, 2, 4)

    def plays(left, right, from_left, from_right):
        """Every (interval, gap) that play can reach when the gap is carried along."""
        found = {((left, right), from_right - from_left)}
        for count in range(1, right - left + 2):
            taken = sum(row[left : left + count])
            if from_left + taken <= from_right:
                found |= plays(left + count, right, from_left + taken, from_right)
            taken = sum(row[right + 1 - count : right + 1])
            if from_left <= from_right + taken:
                found |= plays(left, right - count, from_left, from_right + taken)
        return found

    carried = plays(0, len(row) - 1, 0, 0)
    assert len({interval for interval, _ in carried}) == len(carried) > len(row)
    assert set(explore(BalancedEnds(row)).states) == {interval for interval, _ in carried}
    assert all(BalancedEnds(row).gap(interval) == gap for interval, gap in carried)


# -- claim: whoever may take everything should ----------------------------------------------------


def with_short_cut(piles):
    """The mover's own total, taking all that is left as soon as the cap allows it."""

    @cache
    def best(front, cap):
        rest = sum(piles[front:])
        if front + 2 * cap >= len(piles):
            return rest
        return max(rest - best(front + x, max(cap, x)) for x in range(1, 2 * cap + 1))

    return best(0, 1)


def most_stones(piles, cap=1):
    """The mover's own total by the definition."""
    if not piles:
        return 0
    takes = range(1, min(2 * cap, len(piles)) + 1)
    return max(sum(piles) - most_stones(piles[x:], max(cap, x)) for x in takes)


def test_taking_everything_is_wrong_when_a_pile_is_negative():
    assert with_short_cut((1, -5)) == -4
    assert most_stones((1, -5)) == 1
    solution = solve(StoneGameII((1, -5)))
    assert solution.scores == (1, -5)
    assert [move.label for move in solution.best_moves()] == ["take 1"]


def test_taking_everything_is_right_without_negative_piles_and_wrong_with_them():
    for piles in random_rows(40, 8, 1, 9):
        assert with_short_cut(piles) == most_stones(piles) == solve(StoneGameII(piles)).scores[0]
    rows = list(random_rows(60, 8, -9, 9, shortest=2))
    true = [(sum(piles) + solve(StoneGameII(piles)).value) // 2 for piles in rows]
    assert true == [most_stones(piles) for piles in rows]
    assert any(with_short_cut(piles) != value for piles, value in zip(rows, true, strict=True))


# -- claim: every game has one number that tells how it adds to others ----------------------------


def test_no_single_number_tells_how_scored_games_add_up():
    one, other, third = Ends((1,)), Ends((1, 2)), Ends((1,))
    assert solve(one).value == solve(other).value == 1
    assert solve(Sum(one, third)).value == 0
    assert solve(Sum(other, third)).value == 2


def test_the_value_of_a_sum_is_no_function_of_the_two_values():
    rows = [row for size in (1, 2, 3) for row in product((0, 1, 2, 3), repeat=size)]
    by_values = {}
    for one, two in product(rows[::3], rows[::5]):
        key = row_difference(one), row_difference(two)
        by_values.setdefault(key, set()).add(solve(Rows((one, two))).value)
    assert any(len(found) > 1 for found in by_values.values())


# -- claim: scores on a cycle need a potential or a discount --------------------------------------


def test_scores_on_a_cycle_are_thresholds_when_no_cycle_pays():
    edges = {"a": {"b": 0, "x": 1}, "b": {"a": 0, "y": 3}}
    solution = solve(Game.from_edges(edges, start="a"))
    assert solution.plan.method == "thresholds"
    assert (solution.value, solution.value_of("b")) == (1, 3)
    assert solution.prove()
