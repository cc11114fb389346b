"""Somebody's code at the limits of a problem, readings of a turn, hints that hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from zermelo import judge
from zermelo.errors import BadInput
from zermelo.games import CanIWin, Ends
from zermelo.teaching.judge import inputs


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where other work has the cores, fewer large inputs would be asked about in the time."""
    monkeypatch.setattr(inputs, "SECONDS_OF_LARGE_ONES", 600.0)
    monkeypatch.setattr(inputs, "SECONDS_OF_SHRINKING", 600.0)


def test_an_answer_that_is_wrong_for_large_numbers_alone_is_wrong() -> None:
    """Senior document §6: the extremes of what is allowed are among the cases."""
    verdict = judge(lambda n: n % 4 != 0 and n <= 10**6, "lc292")
    assert not verdict.ok
    assert verdict.arguments is not None
    [heap] = verdict.arguments
    assert heap > 10**6  # type: ignore[operator]
    assert len(str(verdict)) < 1000  # of a play of as many moves, the beginning


def test_the_largest_number_of_a_problem_is_asked() -> None:
    wins = [number % 2 == 0 for number in range(1000)]
    verdict = judge(lambda n: wins[n], "lc1025")
    assert verdict.arguments == (1000,)
    assert "IndexError" in verdict.fault


def test_a_table_that_is_too_short_for_the_problem_is_found() -> None:
    squares = [root * root for root in range(1, 51)]  # 10⁵ has some 300

    def wins(n: int) -> bool:
        won = [False] * (n + 1)
        for heap in range(1, n + 1):
            won[heap] = any(not won[heap - take] for take in squares if take <= heap)
        return won[n]

    verdict = judge(wins, "lc1510", call_seconds=60.0)  # also where other work has the cores
    assert not verdict.ok
    assert verdict.arguments is not None
    assert verdict.arguments[0] > 2601  # type: ignore[operator]


def test_a_long_row_on_which_code_is_wrong_is_cut_down() -> None:
    def third(values: list[int]) -> str:
        best = [0] * (len(values) + 3)
        for i in range(len(values) - 1, -1, -1):
            best[i] = max(sum(values[i:k]) - best[k] for k in (i + 1, i + 2, i + 3))
        return "Alice" if best[0] > 0 else "Bob" if best[0] < 0 else "Tie"

    verdict = judge(lambda values: "Tie" if len(values) > 200 else third(values), "lc1406")
    assert not verdict.ok
    assert verdict.arguments is not None
    assert 200 < len(verdict.arguments[0]) < 260  # type: ignore[arg-type]


def test_code_that_needs_too_much_on_a_large_input_is_right_so_far() -> None:
    def table(n: int) -> bool:
        won = [False] * (n + 1)
        for heap in range(1, n + 1):
            won[heap] = not all(won[max(0, heap - 3) : heap])
        return won[n]

    def deep(n: int) -> bool:
        return n % 4 != 0 if n < 5 else deep(n - 4)

    for code, reason in ((table, r"no answer|raised MemoryError"), (deep, "RecursionError")):
        verdict = judge(code, "lc292", trials=200)
        assert verdict.ok
        assert re.search(reason, verdict.slow)


@pytest.mark.parametrize("seed", [0, 5])
def test_a_hint_names_no_form_that_the_wrong_answer_is_not_in(seed: int) -> None:
    verdict = judge(lambda n: n % 2 == 0 or n == 21, "lc1025", seed=seed)
    assert (verdict.arguments, verdict.theirs) == ((21,), True)
    assert verdict.hint == ""


def test_a_recurrence_that_is_told_whose_turn_it_is() -> None:
    """Middle document: minimax with a flag is the same recurrence, and is judged as it is."""
    row = (1, 5, 2, 8)

    def negamax(i: int, j: int, turn: int) -> int:
        if i > j:
            return 0
        return max(row[i] - negamax(i + 1, j, 1 - turn), row[j] - negamax(i, j - 1, 1 - turn))

    def minimax(i: int, j: int, is_max: bool) -> int:
        if i > j:
            return 0
        left, right = minimax(i + 1, j, not is_max), minimax(i, j - 1, not is_max)
        return max(row[i] + left, row[j] + right) if is_max else min(left - row[i], right - row[j])

    def greedy(i: int, j: int, turn: int) -> int:
        return 0 if i > j else max(row[i], row[j]) - greedy(i + 1, j, 1 - turn)

    first, second, third = (judge(code, Ends(row)) for code in (negamax, minimax, greedy))
    assert first.ok
    assert "whose turn it is" in first.taken
    assert second.ok
    assert "a turn that is 1, or True" in second.taken
    assert third.cell is not None
    assert str(third.cell) == "D(0, 1) = max(1 − 5, 5 − 1) = 4, yours is 0"


def test_a_function_of_three_coordinates_is_not_called_with_a_row() -> None:
    with pytest.raises(BadInput, match="i is of a state's coordinates, of which a state here has"):
        judge(lambda i, j, k: 0, Ends((1, 5, 2)))


def test_a_recurrence_with_one_name_of_a_state_is_no_solution() -> None:
    with pytest.raises(BadInput, match="mask is of a state's coordinates"):
        judge(lambda mask, total: True, CanIWin(4, 6))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"there is no file .*nosuch.py"):
        judge(tmp_path / "nosuch.py", "lc486")
