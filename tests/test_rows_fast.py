"""Rows at machine speed: fusion = table = generic engine = oracle, compiled and plain."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import check, solve
from zermelo.errors import BadInput, MethodRefused, ProofFailed, UnknownState
from zermelo.games import Ends, PredictTheWinner, Rows, StoneGame
from zermelo.kernels import load
from zermelo.methods.families import interval_table, peak_fusion
from zermelo.model.arrays import IntRow
from zermelo.proof.oracle import Oracle
from zermelo.proof.rows import verify_fusion, verify_rows, verify_triangle

pytestmark = pytest.mark.unmeasured

coins = st.integers(-9, 9)
rows = st.lists(coins, max_size=7).map(tuple)
PATHS = ["plain", "compiled"]


@pytest.fixture(params=PATHS)
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every test that takes it runs on the plain path and on the compiled one."""
    begin = 10**9 if request.param == "plain" else 1
    monkeypatch.setattr(peak_fusion, "FUSION_COMPILES_FROM", begin)
    monkeypatch.setattr(interval_table, "TABLE_COMPILES_FROM", begin)
    return request.param


def random_rows(count: int, longest: int, low: int, high: int) -> list[tuple[int, ...]]:
    rng = random.Random(count)
    return [
        tuple(rng.randint(low, high) for _ in range(rng.randint(1, longest))) for _ in range(count)
    ]


@pytest.mark.parametrize("method", ["peak-fusion", "interval-table"])
def test_every_sub_row_is_worth_what_the_generic_engine_says(method: str, path: str) -> None:
    for row in random_rows(60, 9, -4, 5):
        game = Ends(row)
        fast, table = solve(game, method=method), solve(game, method="backward")
        assert fast.answers.path.startswith(path)
        for state in table.table():
            assert fast.value_of(state) == table.value_of(state)
            assert fast.best_moves(state) == table.best_moves(state)
            assert fast.scores_of(state) == table.scores_of(state)
        assert fast.count_plays() == table.count_plays()


@given(rows)
@settings(max_examples=150, deadline=None)
def test_fusion_gives_the_oracles_difference(row: tuple[int, ...]) -> None:
    game = Ends(row)
    assert solve(game, method="peak-fusion").value == Oracle(game).difference(game.start)


def test_fusion_is_right_on_every_short_row_of_three_numbers() -> None:
    for size in range(8):
        for row in product((-1, 0, 2), repeat=size):
            table = interval_table.Triangle.of(row)
            expected = table.value(0, size - 1)
            assert peak_fusion.value_of_valley(peak_fusion.fuse(row)) == expected


def test_every_move_of_the_walk_is_optimal(path: str) -> None:
    for row in random_rows(400, 12, -3, 6):
        game = Ends(row)
        fast, table = solve(game, method="peak-fusion"), solve(game, method="backward")
        play = fast.play()
        assert len(play) == len(row)
        assert play.difference == table.value
        for step in play.steps:
            assert step.move in table.best_moves(step.state)


def test_all_plays_and_their_number_come_from_the_table_that_many_questions_build() -> None:
    row = (2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2, 2)
    fast, table = solve(Ends(row), method="peak-fusion"), solve(Ends(row), method="backward")
    assert fast.count_plays() == table.count_plays() == sum(1 for _ in fast.plays())
    assert {play.labels for play in fast.plays()} == {play.labels for play in table.plays()}


def test_large_rows_are_planned_as_fusion_and_small_ones_as_a_plain_table() -> None:
    assert solve(Ends(tuple(range(15)))).plan.method == "backward"
    assert solve(Ends(tuple(range(200)))).plan.method == "peak-fusion"
    assert solve(PredictTheWinner(tuple(range(500)))).winner in ("player 1", "player 2")
    assert solve(StoneGame((1, 2) * 99 + (1, 3, 1, 1))).winner == "Alice"


def test_an_array_is_a_row_and_stays_as_it_was() -> None:
    array = np.arange(300_000) % 1009 - 500
    game = Ends(array)
    assert isinstance(game.row, IntRow)
    solution = solve(game)
    assert solution.answers.path == "compiled int64"
    assert solution.value == solve(Ends(tuple(array.tolist()))).value
    assert sum(solution.scores) == int(array.sum())
    assert solution.prove().states == 300_000
    array[:] = 0
    assert game.row[7] == -493
    assert "300,000 moves" in str(solution)
    assert "(compiled int64)" in str(solution)
    assert "300,000" in repr(game)
    assert hash(game) == hash(Ends(np.arange(300_000) % 1009 - 500))
    assert game == Ends(np.arange(300_000) % 1009 - 500)
    assert game != Ends(np.arange(300_001) % 1009 - 500)


def test_rows_of_arrays_behave_like_rows_of_tuples() -> None:
    row = IntRow(np.array([5, 3, 7, 10]))
    assert (row[0], row[-1], len(row), list(row[1:3]), sum(row)) == (5, 10, 4, [3, 7], 25)
    assert repr(row) == "(5, 3, 7, 10)"
    assert row == IntRow(np.array([5, 3, 7, 10], dtype=np.int8))
    assert row != (5, 3, 7, 10)
    assert np.asarray(row, dtype=np.float64).dtype == np.float64
    assert solve(Ends(np.array([5, 3, 7, 10], dtype=np.uint8))).value == 5
    assert solve(Ends(np.array([2**63], dtype=np.uint64))).value == 2**63
    assert check(Ends(np.array([5, 3, 7, 10]))).ok


@pytest.mark.parametrize("edge", [2**15, 2**31, 2**61, 2**62, 2**63, 2**64, 10**40])
def test_values_at_the_edge_of_every_type_stay_exact(edge: int, path: str) -> None:
    rng = random.Random(edge)
    for _ in range(20):
        row = tuple(
            rng.choice((1, -1)) * (edge + rng.randint(-2, 2)) for _ in range(rng.randint(1, 7))
        )
        expected = solve(Ends(row), method="backward").value
        for method in ("peak-fusion", "interval-table"):
            assert solve(Ends(row), method=method).value == expected


def test_the_triangle_takes_the_smallest_type_that_a_bound_allows() -> None:
    np_ = load("rows").np
    assert interval_table.smallest_type(2**14 - 1, np_) is np_.int16
    assert interval_table.smallest_type(2**14, np_) is np_.int32
    assert interval_table.smallest_type(2**30, np_) is np_.int64
    big = (2**13, -(2**13), 2**13 - 1, 2**13)
    for scale in (1, 2**3, 2**17, 2**30, 2**40):
        row = tuple(coin * scale for coin in big) * 80
        fast = interval_table.Triangle.of(row)
        assert fast.path.startswith("compiled")
        assert fast.value(0, len(row) - 1) == peak_fusion.value_of_valley(peak_fusion.fuse(row))


def test_fractions_stay_exact_and_floats_are_refused() -> None:
    row = tuple(Fraction(k, 7) for k in (3, -1, 4, 1, -5, 9, 2, 6))
    assert solve(Ends(row), method="peak-fusion").value == solve(Ends(row), method="backward").value
    with pytest.raises(MethodRefused, match="Fractions"):
        solve(Ends((0.5, 0.25), tolerance=1e-9), method="peak-fusion")
    assert solve(Ends((0.5,) * 150 + (0.25,), tolerance=1e-9)).plan.method == "backward"


FORMS = {
    "random": lambda rng: rng.integers(-1000, 1000, 2000),
    "rising": lambda rng: np.sort(rng.integers(-1000, 1000, 2000)),
    "falling": lambda rng: -np.sort(rng.integers(-1000, 1000, 2000)),
    "a valley": lambda rng: np.abs(np.arange(2000) - 700) + rng.integers(0, 2, 2000),
    "rising with peaks": lambda rng: np.arange(2000) + 50 * (rng.random(2000) < 0.01),
}


@pytest.mark.parametrize("chunk", [1, 2, 3, 37, 500])
@pytest.mark.parametrize("form", FORMS)
def test_chunks_of_a_row_may_be_fused_on_their_own(
    form: str, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = load("rows")
    array = FORMS[form](np.random.default_rng(5))
    whole, order = kernel.reduce_row(array), kernel.order_of(array)
    assert whole.tolist() == peak_fusion.fuse(array.tolist())
    monkeypatch.setattr(kernel, "CHUNK", chunk)
    assert kernel.reduce_row(array).tolist() == whole.tolist()
    assert kernel.order_of(array).tolist() == order.tolist()


def test_the_sum_of_the_coins_is_bounded_on_the_way() -> None:
    """Not their number times the largest: 10⁷ coins below 2³⁹ fit machine numbers."""
    kernel, row = load("rows"), np.array([2**39, 1, 5, -(2**39)])
    assert kernel.reduce_row(row, 2**40 + 7) is not None
    assert kernel.reduce_row(row, 2**40 + 6) is None
    for wide in (2**62, 2**63 - 1, -(2**63)):
        assert kernel.reduce_row(np.array([wide, 1, wide, 1]), 2**62) is None


def test_states_that_are_no_intervals_are_unknown(path: str) -> None:
    for method in ("peak-fusion", "interval-table"):
        solution = solve(Ends((5, 3, 7)), method=method)
        for wrong in ((0, 3), (2, 0), (-1, 1), "x", 5, (0, 1.0), None):
            with pytest.raises(UnknownState):
                solution.value_of(wrong)


# -- proof ---------------------------------------------------------------------------------------


@given(rows, st.integers(0, 8), st.integers(1, 3))
@settings(max_examples=150, deadline=None)
def test_a_certificate_with_one_wrong_fusion_is_rejected(
    row: tuple[int, ...], place: int, by: int
) -> None:
    solution = solve(Ends(row), method="peak-fusion")
    assert solution.prove().value == solution.value
    *_, fused = peak_fusion.blocks(row)
    verify_fusion("row", row, fused, solution.value)
    with pytest.raises(ProofFailed):
        verify_fusion("row", row, fused, solution.value + by)
    if row:
        wrong = list(fused)
        wrong[place % len(row)] += by
        with pytest.raises(ProofFailed):
            verify_fusion("row", row, wrong, solution.value)


@pytest.mark.parametrize("place", range(15))
def test_a_triangle_with_one_wrong_entry_is_rejected(place: int, path: str) -> None:
    row = (5, 3, 7, 10, 2)
    solution = solve(Ends(row), method="interval-table")
    assert solution.prove().states == 15
    table = solution.answers.triangle.table
    table[place] += 1
    with pytest.raises(ProofFailed, match="does not follow"):
        solution.prove()


def test_a_missing_fusion_is_noticed() -> None:
    with pytest.raises(ProofFailed, match="interior peak"):
        verify_fusion("row", (1, 5, 2), (0, 0, 0), -2)


# -- several rows --------------------------------------------------------------------------------


@pytest.mark.parametrize("some_closed", [False, True])
def test_several_rows_equal_the_product_game(some_closed: bool, path: str) -> None:
    rng = random.Random(11)
    for _ in range(40):
        count = rng.randint(1, 3)
        many = tuple(
            tuple(rng.randint(-5, 6) for _ in range(rng.randint(0, 4))) for _ in range(count)
        )
        closed = tuple(some_closed and rng.random() < 0.6 for _ in range(count))
        game = Rows(many, closed)
        fast, table = solve(game, method="rows-fusion"), solve(game, method="backward")
        for state in list(table.table())[:60]:
            assert fast.value_of(state) == table.value_of(state)
            assert fast.best_moves(state) == table.best_moves(state)
        assert fast.scores == table.scores
        assert fast.prove().value == table.value
        assert fast.play().difference == table.value


def test_many_rows_are_planned_as_fusion() -> None:
    rng = np.random.default_rng(3)
    many = tuple(rng.integers(-100, 100, 1000) for _ in range(120))
    solution = solve(Rows(many))
    assert solution.plan.method == "rows-fusion"
    assert solution.answers.path == "compiled int64"
    assert sum(solution.scores) == sum(int(row.sum()) for row in many)
    shorter = solve(Rows(tuple(row[:3] for row in many[:9])), method="rows-fusion")
    assert shorter.answers.path == "plain"


def test_a_wrong_value_of_several_rows_is_rejected() -> None:
    many, closed = ((3, 1, 2), (5, 4)), (False, True)
    value = solve(Rows(many, closed)).value
    fused = [peak_fusion.blocks(row)[2] for row in many]
    assert verify_rows("rows", many, closed, fused, value).value == value
    with pytest.raises(ProofFailed, match="worth"):
        verify_rows("rows", many, closed, fused, value + 2)


def test_rows_too_large_for_int64_are_solved_with_pythons_own_numbers(path: str) -> None:
    many = ((2**62, 2**62 - 1, 2**62), (2**61, 2**62 + 5))
    fast = solve(Rows(many), method="rows-fusion")
    assert fast.value == solve(Rows(many), method="backward").value
    assert fast.answers.path == "plain"
    assert "(plain)" in str(fast)


def test_rows_refuse_what_is_not_theirs() -> None:
    with pytest.raises(MethodRefused, match="shape SeveralRows"):
        solve(Ends((1, 2)), method="rows-fusion")
    with pytest.raises(UnknownState):
        solve(Rows(((1, 2),)), method="rows-fusion").value_of(((0, 5),))
    with pytest.raises(BadInput, match="no position"):
        solve(Rows(((1, 2),)), method="rows-fusion", start="x")


def test_a_triangle_too_large_for_memory_is_refused_before_it_starts() -> None:
    with pytest.raises(MethodRefused, match="GiB"):
        solve(Ends(np.zeros(10**6, dtype=np.int64)), method="interval-table")


def test_the_bytes_that_will_be_needed_are_in_the_plan() -> None:
    assert solve(Ends(tuple(range(400))), method="interval-table").plan.cost.states == 80_200


def test_verifying_a_plain_triangle_reads_python_numbers() -> None:
    table = interval_table.plain_triangle((10**30, 1, 10**30))
    assert verify_triangle("row", (10**30, 1, 10**30), table, table[-1]).states == 6


# keep the oracle awake on fused rows of every length up to nine
def test_fusion_agrees_with_the_oracle_on_rows_with_many_ties() -> None:
    for row in random_rows(150, 9, 0, 2):
        game = Ends(row)
        assert solve(game, method="peak-fusion").value == Oracle(game).difference(game.start)
