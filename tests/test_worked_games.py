"""Worked examples: fronts, heaps, nimbers, several players, play that comes back."""

import random
from functools import cache
from itertools import product

import pytest

from worked_examples import random_rows, row_difference
from zermelo import Game, LastMoverLoses, LastMoverWins, OwnTotals, Sum, diagnose, explore, solve
from zermelo.errors import BadInput, MethodRefused, Unavailable
from zermelo.games import (
    CanIWin,
    Divisor,
    Ends,
    Front,
    LastCoinBonus,
    MeltingRow,
    MisereNim,
    Nim,
    PlayersRow,
    Rows,
    Squares,
    StoneGame,
    StoneGameII,
    StoneGameIII,
    Subtraction,
    TokenGraph,
)
from zermelo.solution.strategies import STRATEGIES


def least(values):
    """The least whole number from 0 that is not among the values."""
    return next(n for n in range(len(values) + 1) if n not in values)


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
