"""The planner chooses by the facts, closed forms equal the table, and a plan says why."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from zermelo import Game, LastMoverWins, Move, Sum, check, plan, solve
from zermelo.errors import Unavailable
from zermelo.games import (
    CatAndMouse,
    ConnectFour,
    Divisor,
    DotsAndBoxes,
    Ends,
    Kayles,
    MisereNim,
    Nim,
    PlayersRow,
    StoneGame,
    TicTacToe,
)
from zermelo.methods import METHODS
from zermelo.model.shapes import DivisorHeap, Row


@pytest.mark.parametrize(
    ("game", "method"),
    [
        (Ends((5, 3, 7, 10)), "backward"),
        (Ends((2, 2, 2)), "equal-row"),
        (Ends(()), "equal-row"),
        (Divisor(10**100), "divisor-parity"),
        (Nim((3, 4, 5)), "nimbers"),
        (Sum(Kayles((20,)), Nim((7,))), "nimbers"),
        (MisereNim((3, 4)), "winloss"),
        (Sum(MisereNim((1,)), MisereNim((2,))), "winloss"),
        (Sum(Ends((1,)), Ends((1, 2))), "backward"),
        (TicTacToe(), "winloss"),
        (CatAndMouse.example_game(), "retrograde"),
        (DotsAndBoxes(1, 2), "backward"),
        (PlayersRow((1, 2, 3)), "vectors"),
        (LastMoverWins.from_edges({0: [0, 1]}, start=0), "retrograde"),
        (Game.from_edges({0: {0: 0, 1: 3}}, start=0), "thresholds"),
    ],
)
def test_the_method_follows_from_the_game(game: Game, method: str) -> None:
    assert plan(game).method == method
    assert solve(game).plan == plan(game)


def test_a_plan_prints_method_reason_theorem_size_and_memory() -> None:
    text = str(plan(ConnectFour(3, 3)))
    for head in ("method", "because", "theorem", "states", "memory"):
        assert head in text
    assert "win/loss" in text
    assert "×" in text


def test_a_search_does_not_know_its_size_beforehand() -> None:
    text = str(plan(ConnectFour(7, 6), method="alphabeta"))
    assert "not known beforehand" in text
    assert "MiB" in text


def test_every_method_has_a_theorem_and_a_title() -> None:
    for method in METHODS.values():
        assert len(method.theorem) > 20
        assert method.title


def test_memory_is_printed_in_units_a_person_reads() -> None:
    assert "KiB" in str(plan(ConnectFour(3, 3), engine="plain"))
    assert "MiB" in str(plan(ConnectFour(4, 3), engine="plain"))
    assert "GiB" in str(plan(ConnectFour(), method="alphabeta", budget=10**9))


@pytest.mark.parametrize("heap", range(1, 200))
def test_divisor_parity_equals_the_table(heap: int) -> None:
    closed, table = solve(Divisor(heap)), solve(Divisor(heap), method="winloss")
    assert closed.plan.method == "divisor-parity"
    assert closed.value == table.value
    assert closed.best_moves() == table.best_moves()


@pytest.mark.parametrize("coin", [-3, 0, 1, 7])
@pytest.mark.parametrize("count", range(8))
def test_an_all_equal_row_equals_the_table(coin: int, count: int) -> None:
    row = (coin,) * count
    closed, table = solve(Ends(row)), solve(Ends(row), method="backward")
    assert closed.plan.method == "equal-row"
    assert dict(closed.table()) == dict(table.table())
    assert closed.scores == table.scores
    assert closed.count_plays() == table.count_plays()
    assert closed.prove().value == table.value


def test_an_all_equal_row_of_a_million_coins_is_answered_at_once() -> None:
    solution = solve(Ends((4,) * 1_000_001))
    assert (solution.value, solution.scores) == (4, (2_000_004, 2_000_000))


def rows(length: int, values: tuple[int, ...]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for _ in range(length):
        found = [(*row, value) for row in found for value in values]
    return found


def test_an_even_row_is_won_by_the_colouring_as_the_table_says() -> None:
    for row in [*rows(2, (1, 2, 5)), *rows(4, (1, 2, 5)), *rows(6, (1, 4))]:
        closed, table = solve(Ends(row), method="even-row"), solve(Ends(row), method="backward")
        low, high = closed.bounds
        assert low <= table.value <= high
        assert low == abs(sum(row[::2]) - sum(row[1::2]))
        if low > 0:
            assert closed.outcome == table.outcome == "win"


def test_stone_game_with_an_odd_total_is_always_won_by_alice() -> None:
    for row in rows(4, (1, 2, 3, 5)):
        if sum(row) % 2:
            assert solve(StoneGame(row), method="even-row").winner == "Alice"
            assert solve(StoneGame(row)).winner == "Alice"


def test_the_colouring_tells_who_wins_but_not_by_how_much() -> None:
    solution = solve(Ends((5, 3, 7, 10)), method="even-row")
    assert solution.winner == "first player"
    with pytest.raises(Unavailable, match="1 ≤ value ≤ 25"):
        _ = solution.value
    assert "between 1 and 25" in str(solution)
    assert solve(Ends((3, 1, 2, 4)), method="even-row").bounds == (0, 10)
    with pytest.raises(Unavailable, match="proven only"):
        _ = solve(Ends((3, 1, 2, 4)), method="even-row").outcome


@dataclass(frozen=True)
class Coins(Game):
    """A user's class that offers the last coin from both sides and declares its shape."""

    row: tuple[int, ...]

    @property
    def start(self):
        return 0, len(self.row) - 1

    @property
    def shape(self):
        return Row(self.row)

    def moves(self, state):
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left])
            yield Move((left, right - 1), gain=self.row[right])


def test_a_users_class_gets_the_closed_form_by_declaring_its_shape() -> None:
    assert solve(Coins((6, 6, 6))).plan.method == "equal-row"
    assert check(Coins((5, 3, 7, 10))).ok
    assert check(Coins((6, 6, 6))).ok


class Halving(LastMoverWins):
    """Declares a shape that its rules do not have."""

    start = 9

    @property
    def shape(self):
        return DivisorHeap(9)

    def moves(self, state):
        if state > 1:
            yield Move(state // 2)


def test_a_false_declaration_is_caught_by_the_proof_and_by_the_battery() -> None:
    report = check(Halving())
    assert not report.ok
    assert {"shape", "certificate"} <= {failure.name for failure in report.failures}


def test_seconds_stop_a_search_with_proven_bounds() -> None:
    solution = solve(ConnectFour(7, 6), method="alphabeta", seconds=0.05)
    low, high = solution.bounds
    assert -1 <= low <= 1 <= high
    assert "between" in str(solution) or low == high


def test_a_search_settles_a_game_that_no_table_holds() -> None:
    """A long row whose first player is ahead whatever happens: one pass, no table."""
    game = Game.from_function(
        lambda n: [Move(2 * n, gain=1), Move(2 * n + 1, gain=1)] if n < 2**10 else [], start=1
    )
    assert solve(game, method="alphabeta", budget=100_000).value == 0
