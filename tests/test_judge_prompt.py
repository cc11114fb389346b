"""`zermelo judge solution.py lc486`: senior document, section 8.5, at the prompt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from programs import zermelo
from prompt_runs import refused, typed

SOLUTION = """
class Solution:
    def PredictTheWinner(self, nums: List[int]) -> bool:
        @cache
        def best(i, j):
            if i > j:
                return 0
            return max(nums[i] SIGN best(i + 1, j), nums[j] SIGN best(i, j - 1))
        print("noise")
        return best(0, len(nums) - 1) >= 0
"""
TABLE = "print('noise')\ndp = [[1, 6, 8], [0, 5, 7], [0, 0, 2]]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.py").write_text(SOLUTION.replace("SIGN", "+"))
    (tmp_path / "right.py").write_text(SOLUTION.replace("SIGN", "-"))
    (tmp_path / "table.py").write_text(TABLE)
    return tmp_path


def test_a_wrong_solution_ends_with_1_and_says_where(folder: Path) -> None:
    done = zermelo("judge", "wrong.py", "lc486", cwd=folder)
    assert done.returncode == 1
    assert done.stdout.splitlines()[:4] == [
        "verdict  PredictTheWinner, lc486: wrong",
        "input    [0, 1, 0]",
        "right    false (does player 1 win?)",
        "yours    true",
    ]
    assert done.stderr == ""


def test_a_right_solution_ends_with_0(folder: Path) -> None:
    done = typed("judge", "right.py", "lc486", "--trials", "30", "--seed", "2")
    assert done.exit_code == 0
    assert "PredictTheWinner, lc486: right" in done.stdout
    assert "30 random, 3 large; seed 2" in done.stdout


def test_a_table_of_a_file_is_judged_on_an_instance_as_json(folder: Path) -> None:
    done = typed("judge", "table.py:dp", "ends", "1", "5", "2", "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert found["cell"] == {
        "state": [0, 1],
        "equation": "D(0, 1) = max(1 − 5, 5 − 1) = 4",
        "right": 4,
        "yours": 6,
    }
    assert (found["ok"], found["cells"], found["value"]) == (False, 6, -2)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nothing.py", "lc486"), "there is no such file"),
        (("right.py:f", "lc486"), "no f; there is no such name in the file"),
        (("right.py", "lc4866"), "the catalogue has no such game"),
        (("right.py", "lc486", "--no"), "there is no such option"),
        (("table.py:dp", "ends"), "a table is that of one instance"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_bad_input_is_two_lines(words: tuple[str, ...], says: str) -> None:
    assert says in refused("judge", *words)


def test_nothing_compared_ends_with_3(folder: Path) -> None:
    (folder / "empty.py").write_text("dp = {}\n")
    done = typed("judge", "empty.py:dp", "ends", "1", "5", "2")
    assert done.exit_code == 3
    assert "nothing was compared" in done.stdout


def test_a_class_of_a_users_file_can_be_the_problem(folder: Path) -> None:
    (folder / "mine.py").write_text(
        "from zermelo.games import Ends\nclass Coins(Ends): pass\n"
        "def best(row): return 0 if len(row) < 5 else 99\n"
    )
    done = typed("judge", "mine.py:best", "mine.py:Coins")
    assert done.exit_code == 1
    assert "input    [1]" in done.stdout
