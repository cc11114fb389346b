"""Rows as a user asks for them: the value, the order, the play and the proof of large arrays."""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs import python
from zermelo import Move, solve
from zermelo.errors import BadInput, ProofFailed, RulesError, Unavailable, UnknownState
from zermelo.games import (
    CanIWin,
    DotsAndBoxes,
    Ends,
    Front,
    Nim,
    Rows,
    StoneGame,
    TicTacToe,
)
from zermelo.kernels import load
from zermelo.limits.amounts import count_text
from zermelo.methods.families import peak_fusion
from zermelo.model.arrays import IntRow, absolute_of, all_equal, least_of, sums_of, total_of
from zermelo.proof.rows import replayed, verify_fusion, verify_row, verify_several
from zermelo.solution import coins

LONG = 3_000


@pytest.fixture(params=["plain", "compiled"])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every test that takes it runs on the plain path and on the compiled one."""
    monkeypatch.setattr(
        peak_fusion, "FUSION_COMPILES_FROM", 10**9 if request.param == "plain" else 1
    )
    return request.param


def array(size: int, seed: int = 1, low: int = -9, high: int = 9) -> Any:
    return np.random.default_rng(seed).integers(low, high, size)


class Counted(IntRow):
    """A row that notices when it is turned into Python numbers."""

    def __iter__(self) -> Any:
        raise AssertionError("the array was turned into Python numbers")


# -- an array stays an array ---------------------------------------------------------------------


@pytest.mark.parametrize("equal", [False, True])
def test_no_answer_about_a_large_array_makes_python_numbers_of_it(equal: bool) -> None:
    game = Ends(np.full(120_001, 7) if equal else array(120_001))
    object.__setattr__(game, "row", Counted(np.asarray(game.row)))
    solution = solve(game)
    assert solution.plan.method == ("equal-row" if equal else "peak-fusion")
    assert sum(solution.scores) == int(np.asarray(game.row).sum())
    assert solution.prove().value == solution.value
    assert len(solution.order()) == len(solution.play()) == 120_001
    assert "120,001" in str(solution)


def test_the_value_of_a_large_array_takes_at_most_twice_its_memory() -> None:
    code = (
        "import numpy as np\n"
        "from pathlib import Path\n"
        "from zermelo import solve\n"
        "from zermelo.games import Ends\n"
        "from zermelo.kernels import load\n"
        "def peak():\n"
        "    told = Path('/proc/self/status').read_text()\n"
        "    return 1024 * int(told.partition('VmHWM:')[2].split()[0])\n"
        "row = np.arange(4 * 10**6)\n"  # no peak at all: nothing is fused, all of it is kept
        "kernel = load('rows')\n"
        "whole, kernel.CHUNK = kernel.CHUNK, 50_000\n"  # every kernel is loaded, the threads too
        "solve(Ends(row[:200_000])).value\n"
        "kernel.CHUNK = whole\n"
        "before = peak()\n"
        "solve(Ends(row)).value\n"
        "assert peak() - before <= 2 * row.nbytes, peak() - before\n"
    )
    python(code)


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=9))
@settings(max_examples=150, deadline=None)
def test_sums_of_an_array_are_exact_at_the_edges_of_int64(numbers: list[int]) -> None:
    row = IntRow(np.array(numbers, dtype=np.int64))
    plain = tuple(numbers)
    for ask in (total_of, absolute_of, least_of, all_equal):
        assert ask(row) == ask(plain)
    assert tuple(sums_of(row)) == tuple(sums_of(plain))
    assert row.peak == max(map(abs, numbers))


def test_a_row_of_many_chunks_is_looked_at_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.model.arrays.NUMBERS_AT_ONCE", 3)
    row = IntRow(np.array([4, 4, 4, 4, 4, 4, 4, -5]))
    assert (row.is_constant, row.peak, row.least, row.absolute) == (False, 5, -5, 33)
    assert IntRow(np.array([4] * 8)).is_constant
    assert IntRow(np.array([], dtype=np.int64)).is_constant


def test_an_array_of_int64_is_not_copied_to_be_read() -> None:
    row = IntRow(np.arange(5))
    assert np.shares_memory(np.asarray(row), np.asarray(row, dtype=np.int64))
    assert not np.shares_memory(np.asarray(row), np.array(row, copy=True))
    assert row[:] is row
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(row)[0] = 1


def test_a_stone_game_of_an_array_is_held_to_its_rule() -> None:
    piles = np.ones(1000, dtype=np.int64)
    with pytest.raises(BadInput, match="1000 piles with a total of 1000"):
        StoneGame(piles)
    piles[0] = 2
    assert StoneGame(piles).row[0] == 2
    piles[1] = -1
    with pytest.raises(BadInput, match="positive"):
        StoneGame(piles)


def test_moves_from_the_front_of_an_array_add_up() -> None:
    row = array(500)
    one, two = Front(row, 4), Front(tuple(row.tolist()), 4)
    assert [*one.moves(17)] == [*two.moves(17)]
    assert [*one.shape.moves(499)] == [*two.shape.moves(499)]


@pytest.mark.parametrize("size", [2**20, 2**60, 2**62, 2**63 - 1])
def test_large_coins_in_a_long_array_stay_exact(size: int) -> None:
    load("rows")  # then rows of this size go through the kernels
    row = array(1_500) * (size // 9)
    row[700] = -size
    solution = solve(Ends(row))
    plain = tuple(row.tolist())
    assert solution.value == peak_fusion.value_of_valley(peak_fusion.fuse(plain))
    assert solution.play().difference == solution.prove().value == solution.value


# -- small rows ----------------------------------------------------------------------------------


def test_rows_of_twenty_coins_and_more_are_fused_and_shorter_ones_tabulated() -> None:
    assert solve(Ends(tuple(range(19)))).plan.method == "backward"
    assert solve(Ends(tuple(range(20)))).plan.method == "peak-fusion"


@pytest.mark.parametrize("size", [20, 33, 90])
def test_a_small_row_has_the_same_answers_by_fusion_as_by_its_table(size: int) -> None:
    row = tuple(array(size, size, -5, 5).tolist())
    fast, table = solve(Ends(row)), solve(Ends(row), method="backward")
    assert (fast.plan.method, table.plan.method) == ("peak-fusion", "backward")
    assert (fast.value, fast.scores, fast.winner) == (table.value, table.scores, table.winner)
    assert fast.best_moves() == table.best_moves()
    assert dict(fast.table()) == dict(table.table())
    assert fast.count_plays() == table.count_plays()
    assert fast.prove().states == table.prove().states  # every state of a short row


def test_a_small_row_needs_no_numpy() -> None:
    code = (
        "import sys\n"
        "from zermelo import solve\n"
        "from zermelo.games import Ends\n"
        "solution = solve(Ends(tuple(range(100))))\n"
        "str(solution), solution.play(), solution.table(), solution.prove()\n"
        "assert not {'numpy', 'numba'} & set(sys.modules)\n"
    )
    python(code)


# -- the order -----------------------------------------------------------------------------------


@given(st.lists(st.integers(-3, 4), max_size=9))
@settings(max_examples=150, deadline=None)
@pytest.mark.unmeasured
def test_the_order_of_a_row_is_optimal_move_by_move_and_is_that_of_the_play(row: list[int]) -> None:
    table = solve(Ends(row), method="backward")
    for method in ("peak-fusion", "interval-table", "backward"):
        solution = solve(Ends(row), method=method)
        order = solution.order()
        assert sorted(order) == list(range(len(row)))
        assert order.dtype == np.int64
        state = table.start
        for coin, step in zip(order.tolist(), solution.play().steps, strict=True):
            assert (step.state, step.move.gain) == (state, row[coin])
            assert step.move in table.best_moves(state)
            state = step.move.to


@pytest.mark.parametrize("some_closed", [False, True])
def test_the_order_of_several_rows_is_optimal_move_by_move(some_closed: bool, path: str) -> None:
    rng = random.Random(7)
    for _ in range(120):
        many = tuple(
            tuple(rng.randint(-3, 4) for _ in range(rng.randint(0, 5)))
            for _ in range(rng.randint(1, 3))
        )
        closed = tuple(some_closed and rng.random() < 0.6 for _ in many)
        game = Rows(many, closed)
        fast, table = solve(game, method="rows-fusion"), solve(game, method="backward")
        play, order = fast.play(), fast.order()
        assert order.shape == (sum(map(len, many)), 2)
        for (row, coin), step in zip(order.tolist(), play.steps, strict=True):
            assert step.move.gain == many[row][coin]
            assert step.move in table.best_moves(step.state)
        assert play.difference == table.value
        assert table.order().shape == order.shape


def test_the_order_of_a_sub_game_counts_places_of_the_whole_row(path: str) -> None:
    solution = solve(Ends((5, 3, 7, 10, 2, 8)), method="peak-fusion")
    assert sorted(solution.at((2, 4)).order()) == [2, 3, 4]
    many = solve(Rows(((1, 9, 2), (4, 4))), method="rows-fusion").at(((1, 2), (1, 1)))
    assert sorted(many.order().tolist()) == [[0, 1], [0, 2], [1, 1]]
    assert many.play().difference == many.value


def test_an_order_of_coins_is_refused_where_there_are_none() -> None:
    with pytest.raises(Unavailable, match="no row of coins"):
        solve(TicTacToe(3, 2)).order()
    with pytest.raises(Unavailable, match=r"play\(\)"):
        solve(Nim((3, 4))).order()
    with pytest.raises(UnknownState):
        solve(Ends((1, 2, 3)), method="peak-fusion").answers.order((0, 9))


# -- long plays ----------------------------------------------------------------------------------


def test_a_long_play_made_when_looked_at_equals_the_one_written_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = Rows(tuple(tuple(array(40, k).tolist()) for k in range(5)), (True, False) * 2 + (True,))
    for game in (Ends(array(LONG)), Ends(tuple(array(99).tolist())), many):
        solution = solve(game)
        monkeypatch.setattr(coins, "SHORT_PLAY", 10)
        lazy = solution.play()
        monkeypatch.setattr(coins, "SHORT_PLAY", 10**9)
        whole = solution.play()
        assert isinstance(lazy.steps, coins.RowSteps)
        assert isinstance(whole.steps, tuple)
        assert lazy == whole
        assert hash(lazy) == hash(whole)
        assert lazy.labels == whole.labels
        assert lazy.moves[-3:] == whole.moves[-3:]
        assert lazy.steps[7] == whole.steps[7]
        assert lazy.steps[-1] == whole.steps[-1]
        assert lazy.steps[20:60:7] == whole.steps[20:60:7]
        assert lazy.steps != whole.steps[1:]
        assert str(lazy) == str(whole)
        with pytest.raises(IndexError):
            lazy.steps[len(lazy)]


@pytest.mark.parametrize("unit", [10**30, Fraction(1, 2)])
def test_the_totals_of_a_long_play_are_exact_for_numbers_of_any_kind(unit: Any) -> None:
    row = tuple(unit * coin for coin in array(1_200).tolist())
    solution = solve(Ends(row))
    play = solution.play()
    assert isinstance(play.steps, coins.RowSteps)
    assert play.totals == solution.scores
    totals = play.steps[600].totals
    assert totals[0] == sum(step.move.gain for step in play.steps[0:601:2])
    assert totals[1] == sum(step.move.gain for step in play.steps[1:601:2])


def test_a_long_play_is_printed_with_its_beginning_and_its_end() -> None:
    play = solve(Ends(array(LONG))).play()
    text = str(play).splitlines()
    assert len(text) == 52
    assert text[40] == "     … 2,950 moves between …"
    assert text[50].startswith("3000. second player")
    assert "3,000 items" in repr(play.labels)
    assert len(repr(play)) < 300


def test_a_row_whose_rules_are_others_is_told_when_it_is_played_or_proved() -> None:
    class Melts(Ends):
        """Takes two coins at once from a long row."""

        def moves(self, state: Any) -> Any:
            left, right = state
            if right - left > 100:
                yield Move((left + 2, right), gain=self.row[left])
            else:
                yield from super().moves(state)

    solution = solve(Melts(array(LONG)))
    with pytest.raises(RulesError, match=r"check\(game\)"):
        solution.play().steps[0]
    with pytest.raises(ProofFailed, match="other moves"):
        solution.prove()


# -- proofs --------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 1, 2, 3, 700, 1999])
def test_a_corrupted_claim_about_a_long_row_is_rejected(place: int) -> None:
    game = Ends(array(2_000))
    solution = solve(game)
    kernel = load("rows")
    fused = kernel.fusions(np.asarray(game.row), np.array([0, 2_000]))
    assert fused.tolist() == peak_fusion.blocks(list(game.row))[2]
    assert verify_row(game, game.start, fused, solution.value).states == 2_000
    with pytest.raises(ProofFailed, match="the fusions give"):
        verify_row(game, game.start, fused, solution.value + 1)
    for by in (1, -1):
        wrong = fused.copy()
        wrong[place] += by
        with pytest.raises(ProofFailed):
            verify_row(game, game.start, wrong, solution.value)
    with pytest.raises(ProofFailed, match="every coin"):
        verify_row(game, game.start, fused[1:], solution.value)


@given(st.lists(st.integers(-4, 4), max_size=8))
@settings(max_examples=200, deadline=None)
def test_the_machine_checker_says_what_the_plain_one_says(row: list[int]) -> None:
    *_, fused = peak_fusion.blocks(row)
    claim = np.array(fused, dtype=np.int32)
    assert replayed(row, claim).tolist() == replayed(row, fused)
    value = solve(Ends(row), method="peak-fusion").value
    assert verify_fusion("row", row, claim, value) == verify_fusion("row", row, fused, value)
    for place in range(len(row)):
        claim[place] += 1
        with pytest.raises(ProofFailed):
            verify_fusion("row", row, claim, value)
        claim[place] -= 1


def test_several_large_rows_are_proved_and_a_wrong_value_is_rejected() -> None:
    load("rows")  # then rows of this size go through the kernels
    many = tuple(array(700, k) for k in range(4))
    for closed in ((), (True, False, True, True)):
        game = Rows(many, closed)
        solution = solve(game)
        assert solution.answers.path == "compiled int64"
        assert solution.prove().value == solution.value
        fused = [peak_fusion.blocks(row.tolist())[2] for row in many]
        with pytest.raises(ProofFailed, match="worth"):
            verify_several(game, game.start, fused, solution.value + 2)


# -- several large rows --------------------------------------------------------------------------


def test_a_thousand_rows_are_solved_whatever_the_number_of_their_states() -> None:
    many = tuple(array(100, k) for k in range(1_000))
    solution = solve(Rows(many))
    assert solution.plan.method == "rows-fusion"
    assert "10^3703 states" in str(solution.plan)
    assert sum(solution.scores) == sum(int(row.sum()) for row in many)
    assert solution.order().shape == (100_000, 2)
    assert solution.play().difference == solution.value == solution.prove().value
    assert solution.play().labels[0].startswith("row ")


def test_counts_that_nobody_reads_are_powers_of_ten() -> None:
    assert count_text(12_345) == "12,345"
    assert count_text(10**6000) == "about 10^6000"


# -- figures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", ["families.py", "machine.py", "run.py", "speed_table.py"])
def test_every_figure_is_measured_through_the_public_interface(script: str) -> None:
    text = (Path(__file__).parent.parent / "bench" / script).read_text(encoding="utf-8")
    assert "zermelo.kernels" not in text
    assert "zermelo.methods" not in text


@pytest.mark.parametrize("game", [CanIWin(22, 100), DotsAndBoxes(2, 3)])
def test_pools_keep_to_the_threads_they_are_given(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = load("pool_words" if isinstance(game, CanIWin) else "pool_scores")
    given: list[int] = []
    monkeypatch.setattr(kernel, "solve", lambda *parts: given.append(parts[-1]))
    with suppress(TypeError, AttributeError):  # nothing is solved, so no value can be read
        solve(game, threads=3)
    assert given == [3]
