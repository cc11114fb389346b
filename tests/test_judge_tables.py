"""The first wrong cell of a table or a recurrence, with its equation filled in by hand.

Senior document, section 8.5: bisect the table, compare against a hand fill, inspect the recurrence.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zermelo import judge, solve
from zermelo.errors import BadInput
from zermelo.games import (
    CatAndMouse,
    Divisor,
    DotsAndBoxes,
    Ends,
    Front,
    Nim,
    PlayersRow,
    PredictTheWinner,
    StoneGameII,
    Subtraction,
)

ROW = (1, 5, 2)
HAND = [[1, 4, -2], [0, 5, 3], [0, 0, 2]]  # the document's hand fill
SIGNED = [[1, 6, 8], [0, 5, 7], [0, 0, 2]]  # + instead of −


def test_the_hand_fill_is_right_and_only_cells_that_are_states_are_compared() -> None:
    verdict = judge(HAND, Ends(ROW))
    assert (verdict.ok, verdict.cells) == (True, 6)
    below = [[1, 4, -2], [99, 5, 3], [99, 99, 2]]
    assert judge(below, Ends(ROW)).ok


def test_the_first_wrong_cell_is_shown_with_the_equation_filled_in_by_hand() -> None:
    """Senior document, section 8.5: dp[0][1] = max(1−5, 5−1) = 4."""
    verdict = judge(SIGNED, Ends(ROW))
    assert str(verdict.cell) == "D(0, 1) = max(1 − 5, 5 − 1) = 4, yours is 6"
    assert (verdict.cell.state, verdict.right, verdict.theirs) == ((0, 1), 4, 6)  # type: ignore[union-attr]
    assert "cell     D(0, 1) = max(1 − 5, 5 − 1) = 4, yours is 6" in str(verdict)


def test_the_last_cell_alone_can_be_wrong() -> None:
    """Senior document, section 8.5: if the buggy table shows dp[0][2] = +2, length 3 diverges."""
    verdict = judge([[1, 4, 2], [0, 5, 3], [0, 0, 2]], Ends(ROW))
    assert str(verdict.cell) == "D(0, 2) = max(1 − 3, 2 − 4) = −2, yours is 2"


def half_open(row: tuple[int, ...], sign: int = -1) -> list[list[int]]:
    """D of row[i:j] in the cell (i, j)."""
    table = [[0] * (len(row) + 1) for _ in range(len(row) + 1)]
    for i in reversed(range(len(row))):
        for j in range(i + 1, len(row) + 1):
            left, right = sign * table[i + 1][j], sign * table[i][j - 1]
            table[i][j] = max(row[i] + left, row[j - 1] + right)
    return table


def test_intervals_may_end_before_their_j_and_that_is_said() -> None:
    cells = half_open(ROW)
    for code in (cells, lambda i, j: cells[i][j]):
        verdict = judge(code, Ends(ROW))
        assert (verdict.ok, verdict.cells) == (True, 6)
        assert "for intervals that end before their j" in str(verdict)
    assert judge(lambda row: half_open(tuple(row)), "ends", trials=50).ok
    assert judge(lambda row, i, j: half_open(tuple(row))[i][j], "ends", trials=20).ok


def test_the_first_wrong_cell_is_that_of_the_reading_which_is_right_for_longer() -> None:
    verdict = judge(half_open(ROW, +1), Ends(ROW))
    assert str(verdict.cell) == "D(0, 1) = max(1 − 5, 5 − 1) = 4, yours is 6"
    assert "for intervals that end before their j" in str(verdict)
    assert not judge(SIGNED, Ends(ROW)).taken
    wrong = judge(lambda row: half_open(tuple(row), +1), "ends", trials=50)
    assert str(wrong.cell).startswith("D(0, 1) = max(")
    assert "for intervals that end before their j" in str(wrong)


def test_a_recurrence_is_asked_for_every_state() -> None:
    def right(i: int, j: int) -> int:
        return 0 if i > j else max(ROW[i] - right(i + 1, j), ROW[j] - right(i, j - 1))

    def wrong(i: int, j: int) -> int:
        return 0 if i > j else max(ROW[i] + wrong(i + 1, j), ROW[j] + wrong(i, j - 1))

    assert judge(right, Ends(ROW)).ok
    verdict = judge(wrong, Ends(ROW))
    assert str(verdict.cell) == "D(0, 1) = max(1 − 5, 5 − 1) = 4, yours is 6"
    assert judge(lambda n: n % 4 != 0, Subtraction(9)).ok  # a state of one coordinate


def test_a_recurrence_may_take_the_row_first() -> None:
    def best(row: list[int], i: int, j: int) -> int:
        return 0 if i > j else max(row[i] + best(row, i + 1, j), row[j] + best(row, i, j - 1))

    for game in (Ends(ROW), PredictTheWinner(ROW)):
        verdict = judge(best, game)
        assert str(verdict.cell) == "D(0, 1) = max(1 − 5, 5 − 1) = 4, yours is 6"


def test_floats_are_compared_within_the_tolerance_of_the_game() -> None:
    game = Ends((0.1, 0.2, 0.4), tolerance=1e-9)
    table = [[0.1, 0.1, 0.30000000000000004], [0, 0.2, 0.2], [0, 0, 0.4]]
    assert judge(table, game).ok
    assert not judge([[0.1, 0.1001, 0.3], [0, 0.2, 0.2], [0, 0, 0.4]], game).ok


def test_a_recurrence_that_fails_is_shown_where() -> None:
    def fails(i: int, j: int) -> int:
        if i == j:
            return ROW[i]
        raise KeyError("nothing")

    verdict = judge(fails, Ends(ROW))
    assert str(verdict.cell).startswith(
        "D(0, 1) = max(1 − 5, 5 − 1) = 4, yours raised KeyError: 'nothing', line "
    )

    def early(i: int, j: int) -> int:
        return 7 if i == j else 1 // 0

    assert str(judge(early, Ends(ROW)).cell) == "D(0, 0) = 1 − 0 = 1, yours is 7"


@pytest.mark.parametrize(
    "table",
    [
        np.array(HAND),
        {(i, j): HAND[i][j] for i in range(3) for j in range(i, 3)},
        [{j: HAND[i][j] for j in range(i, 3)} for i in range(3)],
        [[1, 4, -2], [None, 5, 3], [None, None, 2]],
        tuple(map(tuple, HAND)),
    ],
)
def test_tables_come_as_lists_arrays_and_dicts(table: Any) -> None:
    assert judge(table, Ends(ROW)).cells == 6
    assert judge(table, Ends(ROW)).ok


def test_a_table_without_cells_of_the_game_compares_nothing() -> None:
    verdict = judge({(9, 9): 1}, Ends(ROW))
    assert (verdict.ok, verdict.compared, verdict.game) == (False, 0, None)
    assert "nothing was compared" in str(verdict)
    assert judge([5], Ends(ROW)).compared == 0


def test_an_array_of_floats_may_hold_whole_numbers() -> None:
    assert judge(np.array(HAND, dtype=float), Ends(ROW)).ok


def test_a_wrong_end_is_named_with_the_first_cell_that_rests_on_it() -> None:
    """Senior document, section 10.4: dp[n] != 0 for prefix games."""
    values = (3, 1)
    table = [0, 1 - 9, 9]
    table[0] = max(3 - table[1], 4 - table[2])
    verdict = judge(table, Front(values, 2))
    assert str(verdict.cell) == (
        "D(1) = 1 − 0 = 1, yours is −8; the end D(2) is worth 0, yours is 9"
    )


def test_totals_are_recognised_where_the_game_asks_for_them() -> None:
    """Patterns document, Stone Game II: the table of own totals."""
    game = StoneGameII((2, 7, 9, 4, 4))
    solution = solve(game)
    own = {state: solution.scores_of(state)[0] for state in solution.table()}
    assert judge(own, game).ok
    assert judge({state: solution.value_of(state) for state in own}, game).ok
    wrong = judge({**own, (4, 1): 5}, game)
    assert str(wrong.cell) == "T(4, 1) = 4 + 0 = 4, yours is 5"


def test_a_form_can_be_named() -> None:
    own = [[1, 5, 3], [0, 5, 5], [0, 0, 2]]
    assert not judge(own, Ends(ROW)).ok
    assert judge(own, Ends(ROW), view="total").ok
    assert judge([0, 1, 2, 3, 0], Subtraction(4), view="nimber").ok
    verdict = judge([0, 1, 2, 3, 4], Subtraction(4), view="nimber")
    assert str(verdict.cell) == "G(4) = mex{G(3), G(2), G(1)} = mex{3, 2, 1} = 0, yours is 4"


def test_booleans_are_wins() -> None:
    """Patterns document: win/loss tables of heaps."""
    assert judge([False, False, True, False, True], Divisor(4)).ok
    verdict = judge([False, False, True, True, True], Divisor(4))
    assert str(verdict.cell) == "W(3) = not W(2) = not True = False, yours is True"


def test_values_of_last_move_games_have_equations_without_gains() -> None:
    verdict = judge([-1, 1, 1, 1, 1], Subtraction(4))
    assert str(verdict.cell) == (
        "D(4) = max(−D(3), −D(2), −D(1)) = max(−1, −1, −1) = −1, yours is 1"
    )


def test_a_turn_that_is_kept_is_added() -> None:
    game = DotsAndBoxes(1, 1)
    solution = solve(game)
    table = {state: solution.value_of(state) for state in solution.table()}
    assert judge(table, game).ok
    verdict = judge({**table, 0b0111: 9}, game)
    assert str(verdict.cell) == "D(7) = 1 + 0 = 1, yours is 9"


def test_vectors_and_states_without_an_order_are_compared() -> None:
    game = PlayersRow((4, 1, 7))
    solution = solve(game)
    table = {state: solution.value_of(state) for state in solution.table()}
    assert judge(table, game).ok
    assert judge({state: list(value) for state, value in table.items()}, game).ok
    assert not judge({**table, (0, 0): (0, 0, 0)}, game).ok


def test_play_that_can_come_back_has_tables_too() -> None:
    game = CatAndMouse.example_game()
    solution = solve(game)
    table = {state: solution.value_of(state) for state in solution.table()}
    assert judge(table, game).ok
    assert not judge({**table, game.start: 7}, game).ok


def test_long_equations_are_cut() -> None:
    verdict = judge({(9,): True}, Nim((9,)), view="win")
    assert verdict.ok
    verdict = judge({(9,): False}, Nim((9,)))
    assert "…" in str(verdict.cell)


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(BadInput, match="a table is nested lists"):
        judge(np.float64(3), Ends(ROW))
