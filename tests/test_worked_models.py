"""Worked examples: modelling, counting states and moves, and the decision procedure."""

import random
from itertools import combinations, pairwise

import pytest

from worked_examples import forced, random_rows, row_difference
from zermelo import Game, Move, OwnTotals, PayoffGame, Sum, diagnose, explore, plan, solve
from zermelo.errors import BudgetExceeded
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
    SmallerEnd,
    Squares,
    StoneGame,
    StoneGameII,
    StoneGameIII,
    Subtraction,
    TokenGraph,
)
from zermelo.model.game import ValueType


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
