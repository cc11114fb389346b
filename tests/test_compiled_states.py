"""Compiled rules number states as plain Python does, within memory and budgets."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import table_games
from compiled_beside_plain import (
    Deep,
    Grid,
    Noughts,
    assert_same,
    assert_same_graph,
    both,
    packed,
    plain,
    set_thin,
)
from table_games import MAKERS, Shared, scored, wide_graph
from zermelo import Game, Move, Solution, plan, solve
from zermelo.engines.memory import arrays as packed_graph
from zermelo.engines.memory import expansion
from zermelo.engines.memory import explore as expedition
from zermelo.engines.memory import sweeps as sweeping
from zermelo.engines.memory.arrays import ANYWHERE, BY_LEVELS
from zermelo.engines.memory.sweeps import Sweeps
from zermelo.errors import BadInput, BudgetExceeded, MethodRefused
from zermelo.games import ConnectFour
from zermelo.graph.progress import Progress
from zermelo.limits.amounts import all_memory, bytes_of, bytes_text, free_memory
from zermelo.model.shapes import Box
from zermelo.proof.oracle import Oracle


def set_chunk(monkeypatch: pytest.MonkeyPatch, states: int) -> None:
    """How many states' moves are written down together."""
    for room in (expedition, packed_graph, expansion):
        monkeypatch.setattr(room, "CHUNK", states)


pytestmark = [pytest.mark.usefixtures("own_cache"), pytest.mark.unmeasured]


@pytest.fixture(scope="module")
def large() -> list[tuple[Game, Solution]]:
    """Games with levels long enough to be shared out, one for each way that moves can lead."""
    random, size = Random(1), 4_000
    near, far = (wide_graph(random, size, 6, reach=reach) for reach in (700, size))
    levels: table_games.Rules = [[(child, 0, False) for child in range(1, 1_501)]]
    for state in range(1, 3_001):
        targets = range(1_501, 3_001) if state <= 1_500 else ()
        levels.append([(random.choice(targets), 1, False) for _ in range(4 if targets else 0)])
    back: table_games.Rules = [
        [(random.randrange(size), 0, random.randrange(3) == 0) for _ in range(random.randrange(5))]
        for _ in range(size)
    ]
    back[0] = [(child, 0, False) for child in range(1, 200)]
    ends = [random.randint(-1, 1) for _ in back]
    mover = [random.randrange(3) for _ in range(size)]
    pay = [random.randint(-5, 5) for _ in range(3 * size)]
    three = Shared(near.first, near.to, near.gain, tuple(pay), tuple(mover), 3)
    games = [near, far, scored(levels, list(range(3_001))), scored(back, ends), three]
    return [(game, solve(game, engine="plain")) for game in games]


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize("threads", [1, 2, 3, 4, 40])
def test_states_are_numbered_as_in_plain_python_for_any_number_of_threads(
    large: list[tuple[Game, Solution]], threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_chunk(monkeypatch, 500)
    monkeypatch.setattr(sweeping, "SHARED", 256)
    kinds = set()
    for game, two in large:
        one = solve(game, engine="compiled", threads=threads)
        assert packed(one).threads == threads
        assert_same_graph(packed(one), plain(two))
        values = one.answers.columns.values.tolist()
        wanted = two.answers.columns.values
        assert values == [list(v) if isinstance(v, tuple) else v for v in wanted]
        if two.answers.counts_plies:
            assert one.answers.columns.plies.tolist() == two.answers.columns.plies
        kinds.add((packed(one).kind, one.plan.method))
    assert kinds == {
        (ANYWHERE, "backward"),
        (BY_LEVELS, "backward"),
        (ANYWHERE, "retrograde"),
        (ANYWHERE, "vectors"),
    }


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_batches_of_any_size_give_the_same_numbers(
    monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    """Batches that end inside a level, room that is too small at first, few states a thread."""
    monkeypatch.setattr(expedition, "ALONE", 2)
    monkeypatch.setattr(expansion, "MOVES", 1)
    monkeypatch.setattr(sweeping, "SHARED", 2)
    for seed in range(30):
        random = Random(seed)
        set_chunk(monkeypatch, random.randrange(1, 12))
        for room in (expansion, packed_graph):
            monkeypatch.setattr(room, "MOST_CHILDREN", random.randrange(1, 12))
        for make in MAKERS.values():
            one, two = both(make(random), threads=threads)
            assert_same_graph(packed(one), plain(two))
            assert_same(one, two, f"seed {seed}")


@pytest.mark.usefixtures("carried_out_by_python")
def test_levels_with_few_states_give_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Now by the call, now by the chunk: calls end where many wait and where room is short."""
    for seed in range(30):
        random = Random(seed)
        set_thin(monkeypatch, random.randrange(1, 9), random.randrange(1, 12))
        for make in MAKERS.values():
            one, two = both(make(random), threads=random.randrange(1, 3))
            assert_same_graph(packed(one), plain(two))
            assert_same(one, two, f"seed {seed}")


@pytest.mark.usefixtures("carried_out_by_python")
def test_a_flat_table_is_filled_level_by_level_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Grid(30, 6, tuple(k * k % 11 for k in range(300)), Box((0, 30), (0, 6)))
    usual = packed(solve(game, engine="compiled"))
    set_thin(monkeypatch)
    one, two = both(game)
    assert packed(one).machine.layout.dense
    assert np.array_equal(packed(one).keys, usual.keys)
    assert_same_graph(packed(one), plain(two))
    assert_same(one, two)


class Uphill(Game):
    """Numbers that outgrow their keys on the way, and rules that need much memory once."""

    start = 1

    def moves(self, state: int) -> Iterator[Move]:
        if state < 10**15:
            items = list(range(100_000)) if 500 < state < 900 else [state]
            yield Move(3 * state, gain=items[-1] % 7)
            yield Move(3 * state + 1, gain=1, again=True)


@pytest.mark.usefixtures("carried_out_by_python")
def test_long_plays_through_thin_levels_outgrow_keys_and_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_thin(monkeypatch, waiting=10**6)

    class Narrow(Uphill):
        def moves(self, state: int) -> Iterator[Move]:
            for move in super().moves(state):
                if move.to % 3 == 0 or state < 5:
                    yield move

    one, two = both(Narrow())
    assert_same_graph(packed(one), plain(two))
    assert_same(one, two)


def test_thousands_of_levels_are_solved_as_in_plain_python() -> None:
    one, two = both(Deep(30_000))
    assert len(packed(one).levels) > 6_000
    assert (one.value, one.remoteness) == (two.value, two.remoteness)
    assert np.array_equal(packed(one).levels[:-1], plain(two).levels)
    assert one.prove().states == 30_001


# -- memory, budgets, progress -------------------------------------------------------------------


def test_moves_are_forgotten_where_the_memory_is_small_and_the_answers_stay_the_same() -> None:
    game = ConnectFour(4, 4)
    ample = solve(game, engine="compiled")
    tight = solve(game, engine="compiled", memory="6 MiB")
    assert packed(ample).keeps_moves
    assert not packed(tight).keeps_moves
    assert "moves forgotten" in tight.plan.engine
    assert "moves forgotten" in str(tight.plan)
    assert "moves forgotten" not in str(ample.plan)
    assert packed(tight).bytes < packed(ample).bytes
    assert np.array_equal(packed(tight).keys, packed(ample).keys)
    assert np.array_equal(tight.answers.columns.values, ample.answers.columns.values)
    assert np.array_equal(tight.answers.columns.plies, ample.answers.columns.plies)
    assert tight.prove() == ample.prove()
    assert tight.play().labels == ample.play().labels


@pytest.mark.parametrize("kind", ["difference", "outcome", "normal", "misere", "shared"])
def test_forgotten_moves_change_no_answer(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every random game in which moves lead to higher numbers, without its moves."""
    checked = 0
    monkeypatch.setattr(expedition.Expedition, "_check", _forget)
    set_chunk(monkeypatch, 3)
    for seed in range(100):
        game = MAKERS[kind](Random(seed))
        two = solve(game, engine="plain")
        if not plain(two).forward:
            with pytest.raises(BudgetExceeded):
                solve(game, engine="compiled")
            continue
        one = solve(game, engine="compiled")
        assert not packed(one).keeps_moves
        assert_same(one, two, f"{kind}, seed {seed}")
        if kind == "normal":
            nimbers = Sweeps(packed(one)).nimbers().tolist()
            oracle = Oracle(game)
            assert nimbers == [oracle.nimber(s) for s in plain(two).states]
        checked += 1
    assert checked > 50


def _forget(self: expedition.Expedition, more: int) -> None:
    """As when the memory is used up before the first batch."""
    if self.keeps_moves:
        self.keeps_moves = False


def test_a_gain_is_named_where_the_moves_were_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expedition.Expedition, "_check", _forget)
    game = scored([[(1, 0, False)], [(2, 0, False), (3, 7, False)], [], []], [0, 0, 1, -1])
    with pytest.raises(MethodRefused, match="a gain of 7 in state 1"):
        solve(game, engine="compiled", method="winloss")


def test_a_game_that_cannot_fit_is_refused_before_it_begins() -> None:
    told: list[Progress] = []
    with pytest.raises(BudgetExceeded, match=r"at least about .* states, from [\d,]+ random") as no:
        solve(ConnectFour(7, 6), engine="compiled", memory="64 MiB", progress=told.append)
    assert "64.0 MiB" in str(no.value)
    assert "alphabeta" in str(no.value)
    assert max(report.states for report in told) <= 1_001
    assert plan(ConnectFour(7, 6), engine="compiled", memory="64 MiB").method == "alphabeta"


def test_a_game_that_outgrows_the_memory_is_stopped_on_the_way(
    large: list[tuple[Game, Solution]],
) -> None:
    """Games in which play can come back keep their moves."""
    game, two = large[3]
    assert two.plan.method == "retrograde"
    with pytest.raises(BudgetExceeded, match=r"[\d,]+ states were found and take .* KiB"):
        solve(game, engine="compiled", memory="200 KiB", budget=10**6)
    assert_same(solve(game, engine="compiled", memory="4 MiB"), two)


def test_a_budget_of_states_is_kept() -> None:
    game = Noughts()
    with pytest.raises(BudgetExceeded, match="more than 700 states"):
        solve(game, engine="compiled", budget=700)
    assert len(packed(solve(game, engine="compiled", budget=765))) == 765


@pytest.mark.parametrize(
    ("amount", "bytes_"),
    [
        (1, 1),
        (10**12, 10**12),
        ("1", 1),
        ("2 k", 2048),
        ("1.5 KiB", 1536),
        ("16GiB", 16 * 2**30),
        (" 3 gb ", 3 * 10**9),
        ("1 TB", 10**12),
        ("7 bytes", 7),
    ],
)
def test_amounts_of_memory_are_read_as_people_write_them(amount: Any, bytes_: int) -> None:
    assert bytes_of(amount) == bytes_


@pytest.mark.parametrize(
    "amount", [0, -1, True, 1.5, "", "much", "-3 GiB", "0 GiB", "1e3", "3 GiBs", "GiB", None, [1]]
)
def test_amounts_of_memory_that_make_no_sense_are_refused(amount: Any) -> None:
    with pytest.raises(BadInput, match="an amount of memory is"):
        bytes_of(amount)
    if amount is not None:
        with pytest.raises(BadInput, match="an amount of memory is"):
            solve(Noughts(), memory=amount)


def test_more_memory_than_there_is_does_no_harm() -> None:
    assert solve(Noughts(), engine="compiled", memory="900000 TiB").value == 0


def test_amounts_are_told_in_units_that_people_read() -> None:
    assert [bytes_text(n) for n in (0, 1023, 2048, 5 << 20, 3 << 30, 5 << 40)] == [
        "0 bytes",
        "1,023 bytes",
        "2.0 KiB",
        "5.0 MiB",
        "3.0 GiB",
        "5.0 TiB",
    ]
    assert all(bytes_of(bytes_text(3 * 1024**k)) == 3 * 1024**k for k in range(1, 6))
    assert 0 < free_memory() < all_memory()


def test_the_bytes_of_a_plan_are_those_that_are_held(large: list[tuple[Game, Solution]]) -> None:
    for game in [ConnectFour(4, 4), *(game for game, _ in large)]:
        solution = solve(game, engine="compiled")
        table, graph = solution.answers.columns, packed(solution)
        arrays = [graph.keys, graph.slots, graph.first, graph.to, graph.gain, graph.again]
        arrays += [graph.ends, graph.pay, graph.mover]
        arrays += [table.values, table.plies]
        held = sum(array.nbytes for array in arrays if array is not None)
        assert held <= (solution.plan.cost.bytes or 0) <= 2.5 * held
        each = f"{(solution.plan.cost.bytes or 0) / len(graph):.0f} bytes a state"
        assert each in str(solution.plan)
        assert f"{len(graph):,} × " in str(solution.plan)


def test_a_progress_callback_hears_of_states_and_speed_and_levels() -> None:
    told: list[Progress] = []
    solution = solve(ConnectFour(4, 4), engine="compiled", progress=told.append)
    explored = [report for report in told if report.stage == "explore"]
    swept = [report for report in told if report.stage == "sweep"]
    assert explored[-1].states == len(packed(solution))
    assert explored[-1].moves == packed(solution).moves
    assert explored[-1].level == 17
    assert swept[-1].states == len(packed(solution))
    assert all(report.states_per_second > 0 for report in explored[-1:] + swept)


class Enough(Exception):
    """What a caller's own callback raises."""


@pytest.mark.parametrize("stage", ["explore", "sweep"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, Enough])
def test_an_error_of_the_callback_comes_out_and_leaves_nothing_behind(
    error: type[BaseException], stage: str
) -> None:
    before = {*threading.enumerate()}

    def stop(report: Progress) -> None:
        if report.stage == stage and report.states > 2_000:
            raise error

    with pytest.raises(error):
        solve(ConnectFour(4, 4), engine="compiled", progress=stop, threads=3)
    assert {*threading.enumerate()} <= before
    solution = solve(Noughts(), engine="compiled", threads=3)
    assert solution.value == 0
    assert solution.prove().states == 765
    assert {*threading.enumerate()} <= before


def test_a_callback_that_cannot_be_called_is_refused() -> None:
    with pytest.raises(BadInput, match="a progress callback is called"):
        solve(Noughts(), engine="compiled", progress=17)
