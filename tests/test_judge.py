"""judge(function, "lc486"): somebody's solution against exact answers.

Senior document, section 8.4: a DP is validated against an oracle on thousands of random inputs;
section 6 and 9: on edges, ties and negative numbers too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from zermelo import Game, Move, check, judge, solve, template
from zermelo.errors import BadInput
from zermelo.games import Ends, Front, Kayles, PoolRace, StoneGame, StoneGameIII, find
from zermelo.teaching.judge import problems
from zermelo.teaching.judge.problems import LEETCODE, OwnProblem, leetcode, problem_of


def difference(nums: list[int], sign: int = -1) -> int:
    """The interval DP of the document; with sign +1, the bug that it walks through."""
    n = len(nums)
    dp = [[0] * n for _ in range(n)]
    for i in range(n):
        dp[i][i] = nums[i]
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            dp[i][j] = max(nums[i] + sign * dp[i + 1][j], nums[j] + sign * dp[i][j - 1])
    return dp[0][n - 1] if n else 0


def test_a_right_solution_is_right_on_examples_edges_and_random_inputs() -> None:
    verdict = judge(lambda nums: difference(nums) >= 0, "lc486", trials=40)
    assert verdict.ok
    assert verdict.inputs > 80
    assert verdict.game is verdict.right is verdict.theirs is verdict.cell is verdict.play is None
    assert "examples and edges, 40 random, 4 large; seed 0" in str(verdict)


def test_code_that_is_wrong_on_large_inputs_alone_is_found_and_shrunk() -> None:
    """A table of thirty cells is enough for every small input."""

    def short(nums: list[int]) -> int:
        return 0 if len(nums) > 30 else interval_answer(nums)

    verdict = judge(short, "lc1690", trials=500)
    assert not verdict.ok
    assert verdict.arguments is not None
    [row] = verdict.arguments
    assert isinstance(row, list)
    assert len(row) == 31
    assert "1 input" not in verdict.tried


def interval_answer(nums: list[int]) -> int:
    """Stone Game VII: whoever takes an end gets the sum of what remains."""
    sums = [0, *accumulate(nums)]
    lead = [0] * len(nums)
    for length in range(2, len(nums) + 1):
        lead = [
            max(
                sums[i + length] - sums[i + 1] - lead[i + 1],
                sums[i + length - 1] - sums[i] - lead[i],
            )
            for i in range(len(nums) - length + 1)
        ]
    return lead[0]


def test_right_code_that_is_slow_on_large_inputs_is_right_and_said_to_be_slow() -> None:
    def naive(nums: list[int]) -> int:
        if len(nums) < 2:
            return 0
        return max(sum(nums[1:]) - naive(nums[1:]), sum(nums[:-1]) - naive(nums[:-1]))

    verdict = judge(naive, "lc1690", trials=200, call_seconds=0.2)
    assert verdict.ok
    assert re.fullmatch(r"no answer after 0.2 s on \d+ numbers", verdict.slow)
    assert f"slow     {verdict.slow}" in str(verdict)


def test_the_sign_bug_is_found_with_the_smallest_input_the_answer_and_the_play() -> None:
    """Senior document, section 8.5: the sign bug in the wild, Predict the Winner on [1, 5, 2]."""
    verdict = judge(lambda nums: difference(nums, +1) >= 0, "lc486")
    assert not verdict.ok
    assert verdict.arguments == ([0, 1, 0],)
    assert (verdict.right, verdict.theirs) == (False, True)
    assert verdict.play is not None
    assert verdict.play.difference == -1
    assert str(verdict) == (
        "verdict  <lambda>, lc486: wrong\n"
        "input    [0, 1, 0]\n"
        "right    false (does player 1 win?)\n"
        "yours    true\n"
        "value    −1 for the player to move\n"
        "play     left, left +1, left\n"
        "tried    9 inputs, then smaller ones"
    )
    assert repr(verdict) == "<Verdict on <lambda>: wrong on PredictTheWinner(row=(0, 1, 0))>"


def test_greedy_is_caught() -> None:
    """Senior document, section 10.6: greedy substitution, wrong on [1, 5, 233, 7]."""

    def greedy(nums: list[int]) -> int:
        ahead, sign = 0, 1
        while nums:
            ahead += sign * nums.pop(0 if nums[0] >= nums[-1] else -1)
            sign = -sign
        return ahead

    verdict = judge(greedy, "ends")
    assert not verdict.ok
    assert verdict.arguments is not None
    [row] = verdict.arguments
    assert len(row) <= 4
    assert verdict.right == solve(Ends(row)).value != verdict.theirs


def test_a_solution_that_is_wrong_on_ties_alone_is_caught() -> None:
    """Senior document, section 9: dp == 0 mapped to the problem's exact tie rule."""
    verdict = judge(lambda nums: difference(nums) > 0, "lc486")
    assert verdict.arguments == ([0],)


def test_a_solution_that_is_wrong_on_negative_numbers_alone_is_caught() -> None:
    def unsigned(values: list[int]) -> str:
        return str(solve(StoneGameIII([abs(value) for value in values])).answer)

    verdict = judge(unsigned, "lc1406")
    assert (verdict.arguments, verdict.right, verdict.theirs) == (([-1],), "Bob", "Alice")


def test_what_a_statement_fixes_stays_as_it_is_in_smaller_inputs() -> None:
    """Stone Game III is played with up to three stones: `most` is not made smaller."""
    verdict = judge(lambda values: "Tie", "lc1406")
    assert verdict.game == StoneGameIII(verdict.arguments[0])  # type: ignore[index]


def test_a_function_may_change_its_arguments() -> None:
    def emptied(nums: list[int]) -> bool:
        found = difference(nums) >= 0
        nums.clear()
        return found

    assert judge(emptied, "lc486", trials=20).ok


def test_a_difference_where_something_else_is_asked_is_named() -> None:
    piles: Any = find("lc1140")
    verdict = judge(lambda row: solve(piles(row)).value, "lc1140", trials=5)
    assert verdict.hint == "yours is the difference, which is not what the problem asks for"
    assert f"hint     {verdict.hint}" in str(verdict)


def own_total(nums: list[int]) -> Fraction:
    return Fraction(sum(nums) + difference(nums)) / 2


@pytest.mark.parametrize(
    ("code", "problem", "view"),
    [
        (own_total, "lc486", "the own total"),  # wrong on [0], where the difference is 0 too
        (own_total, "lc877", "the own total"),
        (own_total, "ends", "the own total"),
        (difference, "lc877", "the difference"),
        (lambda heaps: solve(Kayles(heaps), method="nimbers").nimber, "kayles", "the nimber"),
        (lambda row: solve(StoneGameIII(row)).value > 0, "lc1406", "whether the player to move"),
        (lambda row: solve(Ends(row)).scores, "ends", "the pair (own, other's)"),
        (lambda nums: difference(nums) + (len(nums) > 3), "lc486", ""),  # right on small ones
        (lambda nums: 0, "lc486", ""),
    ],
)
def test_the_form_of_wrong_answers_is_named_where_it_is_right_on_many_inputs(
    code: Any, problem: str, view: str
) -> None:
    verdict = judge(code, problem, trials=5)
    assert not verdict.ok
    assert verdict.hint.startswith(f"yours is {view}" if view else "")
    assert bool(verdict.hint) == bool(verdict.other_view) == bool(view)


def test_no_form_is_named_where_a_view_is_asked() -> None:
    assert not judge(own_total, "ends", view="difference", trials=5).hint


def test_a_function_that_returns_its_table_is_looked_at_cell_by_cell() -> None:
    def table(nums: list[int], sign: int = +1) -> list[list[int]]:
        n = len(nums)
        dp = [[0] * n for _ in range(n)]
        for i in range(n - 1, -1, -1):
            dp[i][i] = nums[i]
            for j in range(i + 1, n):
                dp[i][j] = max(nums[i] + sign * dp[i + 1][j], nums[j] + sign * dp[i][j - 1])
        return dp

    verdict = judge(table, "ends")
    assert verdict.arguments == ([0, -1],)
    assert str(verdict.cell) == "D(0, 1) = max(0 − (−1), −1 − 0) = 1, yours is −1"
    assert judge(lambda nums: table(nums, -1), "ends", trials=20).ok


WRONG = {
    "right": "",
    "greedy": "D(0, 3) = max(0 − (−1), 1 − 2) = 1, yours is −1",
    "sign": "D(0, 1) = max(1 − 1, 1 − 1) = 0, yours is 2",
    "base": "D(0, 0) = 1 − 0 = 1, yours is 0",
    "endless": "D(0, 0) = 0 − D(1, 0) = 0 − 0 = 0, yours raised IndexError",
}


def recurrence(nums: list[int], kind: str, i: int, j: int) -> int:
    """Predict the winner, with the mistakes that people make."""
    if (i > j and kind != "endless") or (i == j and kind == "base"):
        return 0
    sign = 1 if kind == "sign" else -1
    left = nums[i] + sign * recurrence(nums, kind, i + 1, j)
    right = nums[j] + sign * recurrence(nums, kind, i, j - 1)
    if kind == "greedy":
        return left if nums[i] >= nums[j] else right
    return max(left, right)


@pytest.mark.parametrize("kind", WRONG)
def test_a_function_that_returns_a_recurrence_is_looked_at_cell_by_cell(kind: str) -> None:
    """Senior document, section 8.5: the first wrong cell by length, with the equation filled in."""

    def returned(nums: list[int]) -> Any:
        return lambda i, j: recurrence(nums, kind, i, j)

    verdict = judge(returned, "lc486", trials=20 if kind == "right" else 300)
    assert verdict.ok == (kind == "right")
    assert str(verdict.cell or "").startswith(WRONG[kind])
    assert verdict.name == "returned"
    assert (verdict.arguments is None) == verdict.ok


def test_a_recurrence_that_takes_the_row_first_is_asked_on_inputs_of_the_problem() -> None:
    def recurring(row: list[int], i: int, j: int) -> int:
        return recurrence(row, "sign", i, j)

    verdict = judge(recurring, "lc486")
    assert verdict.arguments == ([1, 1],)
    assert str(verdict.cell) == WRONG["sign"]
    assert judge(lambda row, i, j: recurrence(row, "right", i, j), "lc486", trials=9).ok


def test_a_recurrence_of_own_totals_is_named() -> None:
    def totals(nums: list[int]) -> Any:
        def total(i: int, j: int) -> int:
            return 0 if i > j else sum(nums[i : j + 1]) - min(total(i + 1, j), total(i, j - 1))

        nums.append(0)  # the code's own copy
        return total

    assert judge(totals, "lc486", view="total", trials=9).ok
    assert not judge(totals, "lc486", view="difference").ok


def test_what_returns_functions_and_has_too_few_arguments_is_told_what_it_raised() -> None:
    verdict = judge(lambda nums: lambda i: nums[i], "lc486")
    assert "takes 1 positional argument but 2 were given" in verdict.fault


# -- classes and games of one's own ----------------------------------------------------------------


class Solution:
    def stoneGame(self, piles: list[int]) -> bool:  # noqa: N802
        return bool(piles)

    def _helper(self) -> None: ...


def test_leetcodes_class_is_taken_as_it_is() -> None:
    assert judge(Solution, "lc877", trials=10).ok
    assert judge(Solution(), "lc877", trials=10).ok


def test_of_several_methods_the_problems_own_is_taken() -> None:
    class Solution:
        def help(self, x: int) -> int:
            return x

        def stoneGame(self, piles: list[int]) -> bool:  # noqa: N802
            return self.help(1) == 1

    assert judge(Solution, "lc877", trials=5).ok
    with pytest.raises(BadInput, match="help, stoneGame; one function is judged"):
        judge(Solution, "lc486")


@dataclass(frozen=True)
class Race(Game):
    """Take 1 to `most` from a heap and gain as much."""

    heap: int
    most: int = 2

    def __post_init__(self) -> None:
        if self.heap < 0 or self.most < 1:
            raise ValueError("no such heap")

    @property
    def start(self) -> int:
        return self.heap

    def moves(self, state: int) -> list[Move]:
        return [Move(state - k, gain=k) for k in range(1, min(self.most, state) + 1)]


def race(heap: int, most: int = 2) -> int:
    best = [0] * (heap + 1)
    for n in range(1, heap + 1):
        best[n] = max(k - best[n - k] for k in range(1, min(most, n) + 1))
    return best[heap]


def test_a_class_of_ones_own_is_asked_with_its_arguments() -> None:
    assert judge(race, Race, trials=20).ok
    assert judge(lambda heap, most: race(heap, most), Race, trials=20).ok
    verdict = judge(lambda heap, most: race(heap, 2), Race, trials=200)
    assert verdict.game == Race(2, 1)
    assert verdict.arguments == (2, 1)


def test_one_instance_can_be_asked_too() -> None:
    verdict = judge(lambda row, most: 5, Front((1, 2, 3), 2))
    assert not verdict.ok
    assert (verdict.inputs, verdict.theirs) == (1, 5)


def test_numbers_that_are_wrong_now_and_then_are_found_small() -> None:
    """Stone Game IV: Bob wins with 2 stones, and the example has 17."""
    verdict = judge(lambda stones: True, "lc1510")
    assert verdict.arguments == (2,)


def test_where_the_value_is_asked_a_boolean_says_who_wins() -> None:
    def wins(one: int, two: int) -> bool:
        one, two = sorted((one, two))
        return one != int((two - one) * (1 + 5**0.5) / 2)

    assert judge(wins, "wythoff", trials=20).ok
    assert judge(lambda one, two: one != two, "wythoff", trials=20).arguments == (1, 1)


def test_fields_that_a_function_does_not_take_stay_as_the_class_has_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(problems, "DRAWS_OF_A_CLASS", 5)
    monkeypatch.setattr(problems, "SMALL_ONES", 5)
    with pytest.raises(BadInput, match=r"other fields than heaps.*Let it take all of them"):
        judge(lambda heaps: True, "octal", trials=3)
    assert judge(lambda heaps: "?", "kayles", trials=3).arguments == ([],)
    verdict = judge(lambda *fields: "?", "octal", trials=3)
    assert verdict.arguments is not None
    assert len(verdict.arguments) == 2


def test_instances_that_are_too_large_are_left_out_and_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(problems, "LARGEST_INSTANCE", 6)
    verdict = judge(race, Race, trials=40)
    assert verdict.ok
    assert re.search(r"seed 0; \d+ too large", verdict.tried)


def test_a_class_without_attributes_is_told_what_is_missing() -> None:
    class Hidden(Race):
        def __init__(self, stones: int) -> None:
            super().__init__(stones % 5)

    with pytest.raises(BadInput, match="Keep them as attributes of the same names"):
        judge(lambda stones: 0, Hidden)


@pytest.mark.parametrize(
    ("code", "game", "says"),
    [
        (lambda i, j: 0, "lc486", "takes 2 arguments; it is called with 1 argument"),
        (lambda: 0, Ends, "takes 0 arguments; it is called with row"),
        (5, "lc486", "code is a function, a class, a table or the path of a file"),
        (difference, 5, "a game, a class of games, or a name"),
        (difference, "lc999", "it has no such game"),
        ([[1]], Ends, "a table is that of one instance"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_words(code: Any, game: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        judge(code, game)


@pytest.mark.parametrize("option", [{"trials": -1}, {"seed": 1.5}, {"seconds": -1}, {"view": "x"}])
def test_an_option_that_is_none_is_refused(option: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        judge([[1]], Ends((1,)), **option)


def test_time_ends_a_judgement_with_what_is_known() -> None:
    verdict = judge(lambda nums: difference(nums) >= 0, "lc486", trials=10**6, seconds=0.3)
    assert verdict.ok
    assert verdict.tried.endswith("; time is over")


# -- every problem of LeetCode ---------------------------------------------------------------------


@pytest.mark.parametrize("number", LEETCODE)
def test_every_problem_is_asked_with_leetcodes_arguments(number: int) -> None:
    problem = leetcode(number)
    draw = problem.drawing(Random(1))
    games = [*islice(problem.edges(), 6), *(draw(1 + size) for size in range(problem.largest))]
    for game in games:
        assert problem.accepts(game)
        assert problem.kind(*problem.arguments(game)) == game
    assert all(problem.accepts(less) for less in islice(problem.smaller(games[-1]), 10))
    assert len({repr(problem.arguments(game)) for game in games}) > 5


@pytest.mark.parametrize("number", LEETCODE)
def test_a_wrong_solution_of_every_problem_is_caught(number: int) -> None:
    verdict = judge(lambda *args: "nobody", f"lc{number}", trials=4)
    assert (verdict.ok, verdict.theirs) == (False, "nobody")
    assert verdict.right == solve(verdict.game).answer  # type: ignore[arg-type]


def test_the_table_of_problems_is_that_of_the_catalogue() -> None:
    from zermelo.games import GAMES

    numbered = {alias for game in GAMES for alias in game.aliases if alias.startswith("lc")}
    assert numbered == {f"lc{number}" for number in LEETCODE}
    assert isinstance(problem_of(Ends), OwnProblem)
    assert problem_of(StoneGame).name == "lc877"


def test_the_constraints_of_a_statement_are_kept() -> None:
    piles = leetcode(877)
    assert piles.accepts(StoneGame((1, 2)))
    assert not leetcode(1690).accepts(find("lc1690")((5,)))  # two stones at least
    assert not leetcode(486).accepts(find("lc486")(()))
    assert not leetcode(913).accepts(find("lc913")(((1,), (0, 2), (1,), ())))


def test_a_template_is_judged_as_it_is_printed(tmp_path: Path) -> None:
    """`main`, which reads and prints, is not what is judged."""
    path = tmp_path / "interval.py"
    path.write_text(template("interval"), encoding="utf-8")
    assert judge(str(path), Ends, trials=50).ok


def test_a_large_pool_whose_race_is_over_at_once_is_not_tabulated() -> None:
    """35 numbers have 2³⁵ subsets, of which play reaches one."""
    race = PoolRace((-1, 0, -2) * 11 + (0, -1), -4)
    assert check(race).ok
    assert OwnProblem(PoolRace).solved(race) is not None


def test_fewer_inputs_than_were_asked_for_are_named() -> None:
    verdict = judge(lambda n: n % 4 != 0, "lc292", trials=5_000)
    assert verdict.ok
    assert "of 5,000 random ones no more than" in verdict.tried
