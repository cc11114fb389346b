"""Compiled sweeps over flat arrays equal the plain methods in every state, plies included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

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
from zermelo.engines.contract import Explored
from zermelo.graph.components import components, part_numbers
from zermelo.graph.contract import Columns
from zermelo.graph.explore import explore
from zermelo.graph.state_graph import StateGraph
from zermelo.graph.totals import totals
from zermelo.kernels import load
from zermelo.methods import METHODS, Case

pytestmark = pytest.mark.unmeasured

some = settings(max_examples=300)

sweeps, cycles = load("sweeps"), load("cycles")


class Arrays:
    """A graph as the kernels want it."""

    def __init__(
        self,
        graph: StateGraph,
        *,
        dense: bool = False,  # arrays of zeros where none are needed
        ordered: bool = False,  # an order where none is needed
        wide: bool = False,  # gains of int64
    ) -> None:
        self.graph = graph
        self.size = len(graph)
        self.first = np.array(graph.first, dtype=np.int64)
        self.to = np.array(graph.to, dtype=np.uint32)
        keep = slice(None) if dense else slice(0)
        gain = graph.gain if graph.has_gains else graph.gain[keep]
        self.gain = np.array(gain, dtype=np.int64 if wide else np.int32)
        self.again = np.array(graph.again if graph.has_again else graph.again[keep], dtype=np.uint8)
        self.order = np.zeros(0, dtype=np.uint32)
        if ordered or (graph.sweep is not None and not graph.forward):
            self.order = self.sorted()

    def sorted(self) -> Any:
        return self.levels()[0]

    def levels(self) -> tuple[Any, Any]:
        """The order of a sweep, and where its levels begin."""
        order, level = np.empty(self.size, dtype=np.uint32), np.zeros(self.size, dtype=np.uint32)
        assert sweeps.reverse_order(self.first, self.to, order, level) == self.size
        cuts = np.zeros(int(level.max(initial=0)) + 2, dtype=np.int64)
        sweeps.ascend(level, cuts, order)
        return order, cuts

    def payoff(self, dtype: type) -> Any:
        return np.array([pay or 0 for pay in self.graph.payoff], dtype=dtype)

    def difference(self, dtype: type = np.int64) -> list[int]:
        values = self.payoff(dtype)
        args = (self.first, self.to, self.gain, self.again, values, self.order)
        assert sweeps.difference(*args, 0, self.size) == -1
        return values.tolist()

    def outcomes(self, *cuts: int) -> tuple[list[int], list[int]]:
        values = self.payoff(np.int8)
        plies = np.where(values != 0, 0, -1).astype(np.int32)
        args = (self.first, self.to, self.again, values, plies, self.order)
        for begin, end in zip((0, *cuts), (*cuts, self.size), strict=True):
            sweeps.outcomes(*args, begin, end)
        return values.tolist(), plies.tolist()

    def nimbers(self) -> list[int]:
        numbers = np.full(self.size, 99, dtype=np.int32)
        sweeps.nimbers(self.first, self.to, numbers, self.order, 0, self.size)
        return numbers.tolist()

    def vectors(self, players: int) -> list[tuple[int, ...]]:
        values = np.array([pay or (0,) * players for pay in self.graph.payoff], dtype=np.int64)
        mover = np.array(self.graph.mover, dtype=np.uint8)
        args = (self.first, self.to, self.gain, mover, values, self.order)
        sweeps.vectors(*args, 0, self.size)
        return [tuple(row) for row in values.tolist()]

    def totals(self, payoff: Any) -> list[int | None]:
        total, fixed = np.empty(self.size, dtype=np.int64), np.empty(self.size, dtype=np.uint8)
        args = (self.first, self.to, self.gain, payoff, total, fixed, self.order)
        sweeps.totals(*args, 0, self.size)
        return [
            amount if known else None
            for amount, known in zip(total.tolist(), fixed.tolist(), strict=True)
        ]

    def backwards(self) -> tuple[Any, Any, Any]:
        start, into = np.empty(self.size + 1, dtype=np.int64), np.empty_like(self.to)
        again_into = np.empty_like(self.again)
        if len(self.again):
            cycles.parents_again(self.first, self.to, self.again, start, into, again_into)
        else:
            cycles.parents(self.first, self.to, start, into)
        return start, into, again_into

    def retrograde(self) -> tuple[list[int], list[int], list[int]]:
        values, plies = self.payoff(np.int8), np.empty(self.size, dtype=np.int32)
        line = np.empty(self.size, dtype=np.uint32)
        count = cycles.retrograde(*self.backwards(), self.first, values, plies, line)
        return values.tolist(), plies.tolist(), line[:count].tolist()

    def grounded(self) -> bytearray:
        start, into, _ = self.backwards()
        out = np.empty(self.size, dtype=np.uint8)
        assert cycles.grounded(start, into, self.first, out) == out.sum()
        return bytearray(out)

    def parts(self) -> tuple[Any, int]:
        part = np.empty(self.size, dtype=np.uint32)
        return part, cycles.parts(self.first, self.to, part)

    def thresholds(self, *cuts: int) -> tuple[list[int], list[int]]:
        part, count = self.parts()
        assert cycles.gain_inside(self.first, self.to, self.gain, part) == -1
        bound, member = np.empty(count + 1, dtype=np.uint32), np.empty_like(part)
        cycles.by_part(part, bound, member)
        values, plies = self.payoff(np.int64), np.empty(self.size, dtype=np.int32)
        left, line = np.ones(self.size, dtype=np.int32), np.full(2 * self.size, 99, dtype=np.uint32)
        room = np.bincount(part, minlength=1).max()  # of the line: the largest part
        moves = (self.first, self.to, self.gain, self.again, *self.backwards())
        args = (*moves, part, bound, member, left, line[:room], values, plies)
        for begin, end in zip((0, *cuts), (*cuts, count), strict=True):
            cycles.thresholds(*args, begin, end)
        assert set(line[room:].tolist()) <= {99}
        return values.tolist(), plies.tolist()


def plain(method: str, game: Game, graph: StateGraph) -> Columns:
    """The table of a method that is carried out on lists."""
    return answers(method, game, graph).columns


def answers(method: str, game: Game, graph: StateGraph) -> Any:
    case = Case(game, game.start, Explored(graph))
    assert METHODS[method].refuses(case) is None
    return METHODS[method].run(case)


def whole(game: TableGame) -> TableGame:
    """The same game in units that are small whole numbers."""

    def scale(number: Any) -> int:
        return int(number // 10**29 if abs(number) >= 10**29 else 3 * number)

    rules = tuple(tuple(m._replace(gain=scale(m.gain)) for m in row) for row in game.rules)
    return replace(game, rules=rules, payoffs=tuple(map(scale, game.payoffs)))


def graph_of(rows: Sequence[Sequence[Move | int]], *payoffs: int) -> StateGraph:
    """All states as numbered, whether or not state 0 reaches them; 0 where no payoff is given."""
    first, moves = [0], []
    for row in rows:
        moves.extend([move if isinstance(move, Move) else Move(move) for move in row])
        first.append(len(moves))
    size = len(rows)
    graph = StateGraph(
        states=list(range(size)),
        index={state: state for state in range(size)},
        first=first,
        to=[move.to for move in moves],
        gain=[move.gain for move in moves],
        again=[move.again for move in moves],
        payoff=[None if row else pay for row, pay in zip_longest(rows, payoffs, fillvalue=0)],
        mover=None,
        levels=[0],
        complete=True,
        forward=False,
    )
    forward = all(child > source for source, child in zip(graph.sources, graph.to, strict=True))
    return graph.but(forward=forward)


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
@settings(max_examples=900)
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
