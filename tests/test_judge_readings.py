"""What somebody's code is taken for: a solution, a recurrence, a table of one form or another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from prompt_runs import refused, typed
from zermelo import Misere, judge
from zermelo.errors import BadInput
from zermelo.games import CanIWin, Divisor, Ends, Front, Kayles, Nim, Subtraction

ROW = (5, 3, 7, 10)


def ends(row: list[int], i: int, j: int) -> int:
    return 0 if i > j else max(row[i] - ends(row, i + 1, j), row[j] - ends(row, i, j - 1))


def front(row: list[int], most: int, i: int) -> int:
    takes = range(1, min(most, len(row) - i) + 1)
    return max((sum(row[i : i + x]) - front(row, most, i + x) for x in takes), default=0)


def pair(row: Any, i: int, j: int) -> tuple[int, int]:
    if i > j:
        return 0, 0
    left, right = pair(row, i + 1, j), pair(row, i, j - 1)
    return max((row[i] + left[1], left[0]), (row[j] + right[1], right[0]))


def test_a_recurrence_that_takes_the_fields_first_is_asked_on_instances_of_a_class() -> None:
    assert judge(ends, Ends, trials=9).ok
    assert judge(front, Front, trials=9).ok
    wrong = judge(lambda row, i, j: ends(row, i, j) + 1, Ends, trials=9)
    assert wrong.cell is not None


def test_the_names_say_whether_an_argument_is_a_field_or_a_coordinate() -> None:
    assert judge(lambda row, i: front(row, 3, i), Front, trials=9).ok
    assert judge(lambda row, most: front(row, most, 0), Front, trials=9).ok
    assert judge(lambda heap, takes: heap % (len(takes) + 1) > 0, "lc292", trials=9).ok
    told = judge(lambda values, most: front(values, most, 0), "lc1406", trials=9)
    assert told.hint == "yours is the difference, which is not what the problem asks for"


def test_what_can_be_two_things_is_told_and_can_be_said() -> None:
    verdict = judge(lambda one, two: front(one, two, 0), Front, trials=9)
    assert verdict.ok
    assert "taken    for a solution; --takes both says otherwise" in str(verdict)
    said = judge(lambda one, two: front(one, 3, two), Front, takes="both", trials=9)
    assert (said.ok, said.taken) == (True, "")
    with pytest.raises(BadInput, match="a function takes arguments, coordinates, both"):
        judge(ends, Ends, takes="rows")


def test_a_function_of_a_mask_is_no_solution() -> None:
    def wins(mask: int, remaining: int) -> bool:
        return True

    for game in (CanIWin(4, 6), CanIWin):
        with pytest.raises(BadInput, match="mask and remaining are of a state's coordinates"):
            judge(wins, game)
    assert judge(wins, CanIWin(4, 6), takes="arguments").inputs == 1


def test_a_form_that_is_named_is_that_of_a_solution_too() -> None:
    def nimber(heaps: list[int]) -> int:
        found = 0
        for heap in heaps:
            found ^= heap
        return found

    assert judge(nimber, Nim((3, 1)), view="nimber").ok
    assert judge(nimber, Nim((3,)), view="nimber").inputs == 1  # a row, not one coordinate
    assert judge(nimber, Nim, view="nimber", trials=9).ok
    wrong = judge(nimber, Kayles((3, 4)), view="nimber")
    assert "right    1 (nimber)" in str(wrong)
    assert "yours    4" in str(wrong)


def test_pairs_are_recognised_and_can_be_named() -> None:
    table: Any = [[pair(ROW, i, j) for j in range(4)] for i in range(4)]
    lists = [[list(cell) for cell in line] for line in table]
    for cells in (table, lists):
        assert judge(cells, Ends(ROW)).ok
        assert judge(cells, Ends(ROW), view="pair").cells == 10
    table[0][1] = (3, 5)
    verdict = judge(table, Ends(ROW))
    assert str(verdict.cell) == "P(0, 1) = max((5 + 0, 3), (3 + 0, 5)) = (5, 3), yours is (3, 5)"
    assert judge(lambda row: lambda i, j: pair(row, i, j), "lc486", trials=9).ok


def test_cells_that_are_right_in_another_form_are_told_so() -> None:
    own = [[pair(ROW, i, j)[0] for j in range(4)] for i in range(4)]
    verdict = judge(own, Ends(ROW))
    assert not verdict.ok
    assert "hint     as own totals it is right: --view total" in str(verdict)
    wins = judge([0, 0, 1, 0, 1], Divisor(4))
    assert "hint     as wins it is right: --view win" in str(wins)
    assert judge([0, 0, 1, 1, 1], Divisor(4)).other_view == ""


def test_another_form_is_told_only_where_it_is_right_on_many_inputs() -> None:
    def own(row: list[int]) -> Any:
        return lambda i, j: pair(row, i, j)[0]

    assert judge(own, "lc486", trials=9).other_view == "total"

    def seldom(row: list[int]) -> Any:
        return lambda i, j: pair(row, i, j)[0] + (j - i > 1)

    assert judge(seldom, "lc486", trials=9).other_view == ""


def test_misere_play_of_an_instance_and_of_a_class() -> None:
    def last(heap: int) -> bool:
        return heap % 4 != 1

    assert judge(last, Misere(Subtraction(9))).ok
    assert judge(last, Subtraction, misere=True, trials=9, takes="arguments").ok
    verdict = judge(lambda heap: heap % 4 != 0, Subtraction, misere=True, trials=9)
    assert verdict.problem == "lc292, misère"
    assert not verdict.ok
    with pytest.raises(BadInput, match="only a last-move game"):
        judge(lambda row: 0, Ends, misere=True)


# -- at the prompt ---------------------------------------------------------------------------------

PASTED = """
class NAME:
    def predictTheWinner(self, nums: List[int]) -> bool:
        self.row = nums
        return self.dfs(0, len(nums) - 1) >= 0

    def dfs(self, i, j):
        if i > j:
            return 0
        return max(self.row[i] - self.dfs(i + 1, j), self.row[j] - self.dfs(i, j - 1))
"""


@pytest.mark.parametrize("name", ["Solution", "SolutionTopDown"])
@pytest.mark.parametrize("method", ["predictTheWinner", "PredictTheWinner"])
def test_the_class_as_it_is_pasted_may_have_helpers(tmp_path: Path, name: str, method: str) -> None:
    file = tmp_path / "pasted.py"
    file.write_text(PASTED.replace("NAME", name).replace("predictTheWinner", method))
    done = typed("judge", str(file), "lc486", "--trials", "9")
    assert done.exit_code == 0
    assert f"{method}, lc486: right" in done.stdout


def test_the_way_to_name_a_method_works(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(PASTED.replace("NAME", "Solution").replace("predictTheWinner", "winner"))
    assert f"Name it, e.g. {file}:Solution.winner" in refused("judge", str(file), "lc486")
    done = typed("judge", f"{file}:Solution.winner", "lc486", "--trials", "9")
    assert done.exit_code == 0


def test_misere_is_an_option(tmp_path: Path) -> None:
    file = tmp_path / "heap.py"
    file.write_text("def wins(heap):\n    return heap % 4 != 1\n")
    for words in (("subtraction", "9"), ("subtraction", "--trials", "9")):
        assert typed("judge", str(file), *words, "--misere").exit_code == 0
        assert typed("judge", str(file), *words).exit_code == 1
