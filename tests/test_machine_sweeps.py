"""Compiled sweeps over flat arrays equal the plain methods in every state, plies included."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

from machine_arrays import Arrays, answers, cycles, graph_of, plain, sweeps, whole
from random_games import (
    Reader,
    TableGame,
    VectorGame,
    acyclic_rules,
    cyclic_games,
    cyclic_rules,
    difference_games,
    impartial_games,
    last_move_games,
    outcome_games,
    scored_cyclic_games,
    scored_cyclic_rules,
    vector_games,
)
from zermelo import Game, Move
from zermelo.graph.components import components, part_numbers
from zermelo.graph.explore import explore
from zermelo.graph.state_graph import StateGraph
from zermelo.graph.totals import totals

pytestmark = pytest.mark.unmeasured

some = settings(max_examples=300)


@given(difference_games().map(whole))
@some
def test_machine_sweeps_equal_backward_induction(game: TableGame) -> None:
    graph = explore(game)
    values = plain("backward", game, graph).values
    for ordered in (False, True):
        arrays = Arrays(graph, ordered=ordered)
        assert arrays.difference(np.int32) == arrays.difference(np.int64) == values
        assert Arrays(graph, ordered=ordered, wide=True).difference() == values


@given(outcome_games() | last_move_games())
@some
def test_machine_sweeps_equal_win_loss_induction(game: Game) -> None:
    graph = explore(game)
    table = plain("winloss", game, graph)
    for ordered in (False, True):
        assert Arrays(graph, ordered=ordered).outcomes() == (table.values, table.plies)


@given(impartial_games(9))
@some
def test_machine_nimbers_equal_the_plain_ones(game: Game) -> None:
    graph = explore(game)
    known = answers("nimbers", game, graph)
    due = [known.nimber(state) for state in graph.states]
    assert Arrays(graph).nimbers() == Arrays(graph, ordered=True).nimbers() == due


@given(vector_games())
@some
def test_machine_vectors_equal_the_plain_ones_under_the_same_tie_break(game: VectorGame) -> None:
    graph = explore(game)
    due = plain("vectors", game, graph).values
    assert Arrays(graph).vectors(game.players) == due
    assert Arrays(graph, ordered=True).vectors(game.players) == due


@given(difference_games().map(whole) | outcome_games())
@some
def test_machine_totals_equal_the_plain_ones(game: TableGame) -> None:
    graph = explore(game)
    arrays = Arrays(graph)
    assert arrays.totals(arrays.payoff(np.int64)) == totals(graph).fixed


@given(vector_games())
@some
def test_machine_totals_of_p_players_equal_the_plain_ones(game: VectorGame) -> None:
    graph = explore(game)
    payoff = np.array([sum(pay or ()) for pay in graph.payoff], dtype=np.int64)
    assert Arrays(graph).totals(payoff) == totals(graph).fixed


@given(cyclic_games(states=12, most=3) | outcome_games())
@some
def test_machine_retrograde_analysis_equals_the_plain_one(game: TableGame) -> None:
    graph = explore(game)
    table = plain("retrograde", game, graph)
    values, plies, line = Arrays(graph).retrograde()
    assert (values, plies) == (table.values, table.plies)
    assert sorted(line) == [state for state, value in enumerate(values) if value]
    assert [plies[state] for state in line] == sorted(plies[state] for state in line)


@given(cyclic_games(states=12, most=3) | scored_cyclic_games(states=9))
@some
def test_machine_parts_and_ground_equal_the_plain_ones(game: TableGame) -> None:
    check_parts(explore(game))


def check_parts(graph: StateGraph) -> None:
    arrays = Arrays(graph)
    part, count = arrays.parts()
    found = components(graph.first, graph.to)
    assert (part.tolist(), count) == (part_numbers(found, len(graph)), len(found))
    assert arrays.grounded() == graph.grounded
    start, into, again_into = arrays.backwards()
    moves = graph.parents[1]
    assert start.tolist() == graph.parents[0]
    assert into.tolist() == [graph.sources[move] for move in moves]
    if graph.has_again:
        assert again_into.tolist() == [graph.again[move] for move in moves]
    bound, member = np.empty(count + 1, dtype=np.uint32), np.empty_like(part)
    cycles.by_part(part, bound, member)
    listed = [member[bound[p] : bound[p + 1]].tolist() for p in range(count)]
    assert listed == [sorted(states) for states in found]


@given(
    scored_cyclic_games(states=12, most=3)
    | cyclic_games(states=12, most=3)
    | difference_games().map(whole)
)
@settings(max_examples=500)
def test_machine_thresholds_equal_the_plain_ones(game: TableGame) -> None:
    graph = explore(game)
    table = plain("thresholds", game, graph)
    assert Arrays(graph).thresholds() == (table.values, table.plies)


@given(scored_cyclic_games(states=9, most=3))
@some
def test_the_first_gain_inside_a_part_is_found(game: TableGame) -> None:
    graph = explore(game)
    part = part_numbers(components(graph.first, graph.to), len(graph))
    inside = [m for m, child in enumerate(graph.to) if part[graph.sources[m]] == part[child]]
    assume(inside)
    for wanted in (inside[0], inside[-1]):
        gain = np.array(graph.gain, dtype=np.int32)
        gain[wanted] = -1
        arrays = Arrays(graph)
        assert cycles.gain_inside(arrays.first, arrays.to, gain, arrays.parts()[0]) == wanted


def random_game(seed: int) -> tuple[TableGame, StateGraph]:
    """250 states that go anywhere, go on only, or lie in parts; all are in the graph, shuffled."""
    draw = Random(seed)
    read = Reader(draw.randbytes(20_000))
    rules = (
        cyclic_rules(read, states=250, most=draw.randint(1, 4)),
        acyclic_rules(read, states=250, gains=False, again=True),
        scored_cyclic_rules(read, states=250, most=3),
    )[seed % 3]
    name = draw.sample(range(250), 250)
    rows: list[tuple[Move, ...]] = [()] * 250
    for state, row in enumerate(rules):
        rows[name[state]] = tuple(move._replace(to=name[move.to]) for move in row)
    payoffs = tuple(draw.choice((-1, 1, 0)) for _ in rows)
    return TableGame(tuple(rows), payoffs), graph_of(rows, *payoffs)


@pytest.mark.parametrize("seed", range(30))
def test_larger_random_graphs_have_the_plain_answers(seed: int) -> None:
    game, graph = random_game(seed)
    arrays = Arrays(graph)
    table = plain("thresholds", game, graph)
    assert arrays.thresholds() == (table.values, table.plies)
    check_parts(graph)
    if graph.is_outcome:
        table = plain("retrograde", game, graph)
        assert arrays.retrograde()[:2] == (table.values, table.plies)
    if graph.sweep is not None:
        assert arrays.difference() == plain("backward", game, graph).values
        assert arrays.totals(arrays.payoff(np.int64)) == totals(graph).fixed
        table = plain("winloss", game, graph)
        assert arrays.outcomes() == (table.values, table.plies)


def parts_and_tails(seed: int, reach: int, tail: int) -> TableGame:
    """Two large parts with exits of many worths into two long tails of forced moves."""
    draw, part = Random(seed), 300
    ends = 2 * part + 2 * tail
    rows = []
    for state in range(2 * part):
        low = state // part * part
        row = [
            Move(low + (state + draw.choice((1, 1, 2, 5))) % part, again=draw.random() < 0.2)
            for _ in range(draw.randint(1, 3))
        ]
        if draw.random() < 0.3:
            to = draw.randint(max(2 * part, low + part), ends + 5)
            row.append(Move(to, gain=draw.choice((0, 0, draw.randint(-reach, reach)))))
        if draw.random() < 0.2 and low == 0:
            row.append(Move(part + draw.randrange(part), gain=draw.choice((0, -1, 1))))
        draw.shuffle(row)
        rows.append(tuple(row))
    for state in range(2 * part, ends):
        last = (state - 2 * part) % tail == tail - 1
        rows.append((Move(ends + draw.randrange(6) if last else state + 1),))
    rows += [()] * 6
    return TableGame(tuple(rows), tuple(draw.randint(-3, 3) for _ in rows))


@pytest.mark.parametrize(("reach", "tail"), [(2, 40), (5_000, 700), (2**45, 70_000)])
@pytest.mark.parametrize("seed", range(8))
def test_large_parts_with_exits_of_many_worths_and_plies(seed: int, reach: int, tail: int) -> None:
    game = parts_and_tails(seed, reach, tail if seed == 0 else min(tail, 700))
    graph = explore(game)
    table = plain("thresholds", game, graph)
    assert Arrays(graph, wide=True).thresholds() == (table.values, table.plies)
    assert max(map(abs, table.values)) > reach // 2


@pytest.mark.parametrize("rows", [[[0]], [[1], [0]], [[1], [2], [1, 3], []], [[3], [1], [0], [2]]])
def test_a_cycle_leaves_states_without_a_place_in_the_order(rows: list[list[int]]) -> None:
    arrays = Arrays(graph_of(rows))
    order, level = np.empty(len(rows), dtype=np.uint32), np.zeros(len(rows), dtype=np.uint32)
    assert sweeps.reverse_order(arrays.first, arrays.to, order, level) < len(rows)
    assert arrays.graph.sweep is None


@pytest.mark.parametrize(("states", "reach"), [(400, 1), (400, 3), (400, 399), (5_000, 300)])
def test_the_order_puts_each_state_after_all_it_leads_to(states: int, reach: int) -> None:
    draw = Random(states + reach)
    names = draw.sample(range(states), states)
    rows: list[list[int]] = [[] for _ in names]
    for place in range(states - 1):
        for _ in range(draw.randint(1, 3)):
            rows[names[place]].append(names[min(states - 1, place + draw.randint(1, reach))])
    order, cuts = Arrays(graph_of(rows)).levels()
    place_of = {state: place for place, state in enumerate(order)}
    level = np.searchsorted(cuts, np.arange(states), side="right")
    assert sorted(place_of) == list(range(states))
    for state, row in enumerate(rows):
        assert all(level[place_of[child]] < level[place_of[state]] for child in row)


def test_states_of_one_level_ascend_and_the_last_level_comes_first() -> None:
    rows = [[7, 6], [8, 9], [7, 8], [6], [9], [], [10], [10, 11], [11], [11], [], []]
    order, cuts = Arrays(graph_of(rows)).levels()
    assert order.tolist() == [10, 11, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5]
    assert cuts.tolist() == [0, 2, 6, 12]


@pytest.mark.parametrize("edge", [2**31 - 1, -(2**31)])
def test_a_value_beyond_int32_is_reported(edge: int) -> None:
    arrays = Arrays(graph_of([[1], [2], [3], [4], []]))
    step = 1 if edge > 0 else -1
    for dtype in (np.int32, np.int64):
        gain = np.array([step, 0, edge, 0], dtype=np.int64)
        args = (arrays.first, arrays.to, gain, np.ones(4, dtype=np.uint8))
        values = np.zeros(5, dtype=dtype)
        reported = sweeps.difference(*args, values, arrays.order, 0, 5)
        assert reported == (0 if dtype is np.int32 else -1)
        gain[0] = 0
        assert sweeps.difference(*args, values, arrays.order, 0, 5) == -1
        assert values.tolist() == [edge, edge, edge, 0, 0]


def test_the_least_int32_is_negated_without_a_wrap() -> None:
    arrays = Arrays(graph_of([[1], [2], []]))
    values = np.array([0, 0, -(2**31)], dtype=np.int32)
    args = (arrays.first, arrays.to, arrays.gain, arrays.again, values, arrays.order)
    assert sweeps.difference(*args, 0, 3) == 1


@pytest.mark.parametrize("seed", range(5))
def test_slices_one_after_the_other_give_what_one_call_gives(seed: int) -> None:
    draw = Random(seed)
    rules = acyclic_rules(Reader(draw.randbytes(9_000)), states=200, gains=seed > 1, again=True)
    graph = graph_of(rules, *(draw.choice((-1, 1, 0)) for _ in rules))
    cuts = sorted(draw.choices(range(201), k=6))
    for arrays in (Arrays(graph), Arrays(graph, ordered=True)):
        one, cut = whole_table(arrays), whole_table(arrays, *cuts)
        assert one == cut
        assert arrays.thresholds() == arrays.thresholds(*cuts)  # as many parts as states
        assert seed > 1 or arrays.outcomes() == arrays.outcomes(*cuts)


def whole_table(arrays: Arrays, *cuts: int) -> list[list[Any]]:
    """What four sweeps make of the same payoffs, slice by slice."""
    graph, size, order = (arrays.first, arrays.to), arrays.size, arrays.order
    values, numbers = arrays.payoff(np.int32), np.empty(size, dtype=np.int32)
    total, fixed = arrays.payoff(np.int64), np.empty(size, dtype=np.uint8)
    vectors, mover = np.stack([total, -total], axis=1), (np.arange(size) % 2).astype(np.uint8)
    for begin, end in zip((0, *cuts), (*cuts, size), strict=True):
        bounds = (order, begin, end)
        assert sweeps.difference(*graph, arrays.gain, arrays.again, values, *bounds) == -1
        sweeps.nimbers(*graph, numbers, *bounds)
        sweeps.totals(*graph, arrays.gain, total, total, fixed, *bounds)
        sweeps.vectors(*graph, arrays.gain, mover, vectors, *bounds)
    return [found.tolist() for found in (values, numbers, total, fixed, vectors)]


@pytest.mark.parametrize("payoff", [-1, 0, 1])
@pytest.mark.parametrize("states", [1, 3])
def test_a_graph_without_moves_keeps_its_payoffs(states: int, payoff: int) -> None:
    graph = graph_of([[]] * states, *[payoff] * states)
    values, plies = [payoff] * states, [0 if payoff else -1] * states
    for ordered in (False, True):
        arrays = Arrays(graph, ordered=ordered)
        assert arrays.difference() == values
        assert arrays.outcomes() == arrays.retrograde()[:2] == arrays.thresholds()
        assert arrays.outcomes() == (values, plies)
        assert arrays.nimbers() == [0] * states
        assert arrays.totals(arrays.payoff(np.int64)) == values
        assert arrays.grounded() == bytearray([1] * states)
        assert arrays.parts()[0].tolist() == list(range(states))


def test_a_graph_without_states_is_no_trouble() -> None:
    arrays = Arrays(graph_of([]), ordered=True)
    assert arrays.difference() == arrays.nimbers() == []
    assert arrays.outcomes() == arrays.thresholds() == ([], [])
    assert arrays.parts()[1] == len(arrays.grounded()) == 0


@given(cyclic_games(states=9) | scored_cyclic_games(states=9) | impartial_games())
@some
def test_arrays_of_zeros_mean_what_no_arrays_mean(game: Game) -> None:
    graph = explore(game)
    short, dense = Arrays(graph), Arrays(graph, dense=True)
    assert len(dense.gain) == len(dense.again) == graph.moves
    assert short.thresholds() == dense.thresholds()
    if graph.is_outcome:
        assert short.retrograde() == dense.retrograde()
    if graph.sweep is not None:
        assert short.difference() == dense.difference()
        assert short.totals(short.payoff(np.int64)) == dense.totals(short.payoff(np.int64))
        if graph.is_outcome:
            assert short.outcomes() == dense.outcomes()


@given(vector_games())
@some
def test_vectors_without_gains_need_no_array_of_zeros(game: VectorGame) -> None:
    rules = tuple(tuple(m._replace(gain=0) for m in row) for row in game.rules)
    game = replace(game, rules=rules)
    graph = explore(game)
    due = plain("vectors", game, graph).values
    assert Arrays(graph).vectors(game.players) == due
    assert Arrays(graph, dense=True).vectors(game.players) == due


def test_a_nimber_of_another_slice_may_be_larger_than_all_of_this_one() -> None:
    rows = [[1], [2, 3, 4], [3, 4], [4], []]
    arrays = Arrays(graph_of(rows))
    numbers = np.empty(5, dtype=np.int32)
    for place in range(5):
        sweeps.nimbers(arrays.first, arrays.to, numbers, arrays.order, place, place + 1)
    assert numbers.tolist() == [0, 3, 2, 1, 0]
