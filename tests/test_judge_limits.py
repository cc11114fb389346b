"""Somebody's code runs in a process of its own, with limits, and never over HTTP.

Whatever it does ends in a verdict in words, with the input: senior document, section 10.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from service_client import eventually
from test_the_tests import alive
from zermelo import judge, solve
from zermelo.errors import BadInput, TimeExceeded, Unavailable
from zermelo.games import Ends, PredictTheWinner
from zermelo.teaching.judge import child as process
from zermelo.teaching.judge.child import Caller, Child, introduced
from zermelo.teaching.judge.pasted import Candidate, candidate_of, loaded
from zermelo.teaching.judge.wire import packed, unpacked


def endless(nums: list[int]) -> bool:
    while True:
        pass


def deep(nums: list[int]) -> bool:
    return deep(nums)


def hungry(nums: list[int]) -> bool:
    return bool([0] * 10**12)


FAULTS = [
    (lambda nums: sys.exit(3), "left the program, exit code 3, line "),
    (lambda nums: os._exit(4), "the process of the code ended: exit code 4"),
    (lambda nums: os.kill(os.getpid(), signal.SIGTERM), "the process of the code ended: Terminat"),
    (lambda nums: 1 // (nums[0] - nums[0]), "raised ZeroDivisionError: integer division or mod"),
    (lambda nums: input(), "raised EOFError"),
    (deep, "raised RecursionError: more than 5,000 calls inside each other"),
    (hungry, "raised MemoryError: the limit is 1,024 MiB"),
    (lambda nums: (_ for _ in ()).throw(KeyboardInterrupt), "raised KeyboardInterrupt"),
]


@pytest.mark.parametrize(("code", "says"), FAULTS)
def test_whatever_it_does_is_said_in_words_with_the_smallest_input(code: Any, says: str) -> None:
    verdict = judge(code, "lc486")
    assert not verdict.ok
    assert verdict.arguments == ([0],)
    assert verdict.fault.startswith(says)
    assert f"yours    {says}" in str(verdict)


def test_an_endless_loop_is_left_with_the_smallest_input() -> None:
    verdict = judge(endless, "lc486", call_seconds=0.05)
    assert verdict.fault == "no answer after 0.05 s"
    assert verdict.arguments == ([0],)
    assert verdict.tried == "1 input"


def test_a_loop_on_some_inputs_is_shown_on_a_small_one() -> None:
    def stuck(nums: list[int]) -> Any:
        return endless(nums) if len(nums) > 2 else solve(PredictTheWinner(nums)).answer

    assert judge(stuck, "lc486", call_seconds=0.3).arguments == ([0, 0, 0],)


def test_an_endless_recurrence_is_waited_for_on_a_few_inputs(tmp_path: Path) -> None:
    asked = tmp_path / "asked"

    def stuck(row: list[int], i: int, j: int) -> bool:
        with asked.open("a") as file:
            file.write(f"{row}\n")
        return endless(row)

    verdict = judge(stuck, "lc486", call_seconds=0.2)
    assert verdict.arguments == ([0],)
    assert len(asked.read_text().splitlines()) <= 4


def test_smaller_inputs_are_spoken_of_where_there_are_some() -> None:
    verdict = judge(lambda row: "nobody", Ends(()))
    assert verdict.arguments == ([],)
    assert verdict.tried == "1 input"


def test_code_that_sleeps_is_left_too() -> None:
    verdict = judge(lambda nums: time.sleep(60), "lc486", call_seconds=0.05)
    assert verdict.fault == "no answer after 0.05 s"


def test_code_that_sleeps_is_not_taken_for_code_that_waits_for_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process, "CHILD_PATIENCE", 10_000.0)
    verdict = judge(lambda nums: time.sleep(3), "lc486", call_seconds=0.05)
    assert verdict.fault == "no answer after 0.05 s"


def test_a_loop_on_one_input_alone_is_found_among_the_others() -> None:
    def stuck(piles: list[int]) -> bool:
        return endless(piles) if piles == [1, 2] else True

    verdict = judge(stuck, "lc877", call_seconds=0.05)
    assert (verdict.fault, verdict.arguments) == ("no answer after 0.05 s", ([1, 2],))


def test_what_it_prints_is_dropped(capfd: pytest.CaptureFixture[str]) -> None:
    def loud(nums: list[int]) -> None:
        print("hello")
        os.write(1, b"hello")
        os.write(2, b"hello")

    judge(loud, "lc486")
    assert capfd.readouterr() == ("", "")


def test_an_object_that_is_no_data_is_shown_and_equal_to_nothing() -> None:
    class Always:
        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            return "anything " * 50

    verdict = judge(lambda nums: Always(), "lc486")
    assert not verdict.ok
    assert repr(verdict.theirs).startswith("anything anything")
    assert len(repr(verdict.theirs)) < 100


def test_code_that_writes_into_the_pipes_is_left(capfd: pytest.CaptureFixture[str]) -> None:
    """Open files of our own process are closed there."""

    def vandal(nums: list[int]) -> None:
        for file in range(3, 4096):
            try:
                os.write(file, b"no json\n")
            except OSError:
                continue

    verdict = judge(vandal, "lc486")
    assert verdict.fault == "the process of the code ended"
    assert capfd.readouterr() == ("", "")


def test_our_own_process_is_untouched() -> None:
    before = dict(os.environ), sys.getrecursionlimit(), os.getcwd()

    def wild(nums: list[int]) -> bool:
        os.environ["WILD"] = "yes"
        sys.setrecursionlimit(100)
        os.chdir("/")
        return True

    judge(wild, "lc877", trials=3)
    assert (dict(os.environ), sys.getrecursionlimit(), os.getcwd()) == before


def test_the_process_says_what_it_is_and_then_answers_line_by_line() -> None:
    given, to = os.pipe()
    back, answers = os.pipe()
    os.write(to, packed(([3, 4],)) + packed(([],)))
    os.close(to)
    process.serve_candidate(lambda: candidate_of(max), given, answers)
    os.close(answers)
    with os.fdopen(back, "rb") as lines:
        told = [unpacked(line) for line in lines]
    assert told[0] == {
        "name": "max",
        "names": (),
        "rows": (),
        "least": 0,
        "most": 99,
        "table": None,
    }
    assert told[1] == {"value": 4}
    assert told[2]["fault"].startswith("raised ValueError")


def test_no_process_is_left_behind() -> None:
    with Child(lambda: candidate_of(endless), "here", 0.05) as running:
        running.about()
        pid = running._pid
        assert running.answer(([1],)).fault == "no answer after 0.05 s"
        running.about()
        other = running._pid
    for gone in (pid, other):
        with pytest.raises(ProcessLookupError):
            os.kill(gone, 0)


def test_what_the_code_starts_ends_with_it(tmp_path: Path) -> None:
    file = tmp_path / "pid"

    def parent(nums: list[int]) -> bool:
        file.write_text(str(import_module("subprocess").Popen(["sleep", "60"]).pid))
        return endless(nums)

    judge(parent, "lc486", call_seconds=0.4)
    eventually(lambda: not alive(int(file.read_text())))


def test_a_system_without_fork_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    with pytest.raises(Unavailable, match="a process of its own"):
        judge(endless, "lc486")


def test_the_service_has_no_such_route() -> None:
    """Somebody's code runs at the user's word alone, never over HTTP."""
    room = Path(process.__file__).parent.parent / "faces" / "service"
    assert not [file for file in room.rglob("*.py") if "judge" in file.read_text("utf-8")]


# -- files -----------------------------------------------------------------------------------------

PASTED = """
class Solution:
    def stoneGame(self, piles: List[int]) -> bool:
        @cache
        def best(i, j):
            if i > j:
                return 0
            return max(piles[i] - best(i + 1, j), piles[j] - best(i, j - 1))
        return best(0, len(piles) - 1) > -inf and len(Counter(piles)) > 0
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setitem(sys.modules, "solution", sys)
    return tmp_path / "solution.py"


def test_a_class_is_taken_as_it_is_pasted_with_names_that_nobody_imported(file: Path) -> None:
    file.write_text(PASTED)
    assert judge(file, "lc877", trials=5).ok
    candidate = loaded(str(file), "")
    assert (candidate.name, candidate.least, candidate.most) == ("stoneGame", 1, 1)
    assert Caller(candidate).called(([5, 3, 4, 5],)) == {"value": True}


def test_names_of_a_file(file: Path) -> None:
    file.write_text(
        "import math\ndef f(x, y=1, *rest): return x\nclass Two:\n"
        "  def a(self): pass\n  def b(self, x): return x\ntable = [1, 2]\n"
        "class Fixed:\n  @staticmethod\n  def c(x): return x\n  @classmethod\n  def _d(cls): pass\n"
    )
    assert loaded(str(file), "").name == "f"
    assert loaded(str(file), "f")[3:5] == (1, 99)
    assert loaded(str(file), "Two.b").call(7) == 7  # type: ignore[misc]
    assert loaded(str(file), "Two.b")[3:5] == (1, 1)
    assert loaded(str(file), "Fixed")[3:5] == (1, 1)
    assert Caller(loaded(str(file), "Fixed")).called((3,)) == {"value": 3}
    assert loaded(str(file), "table").table == [1, 2]
    assert introduced(lambda: loaded(str(file), "Two"))[1]["unusable"][0] == "Two has a, b"
    assert introduced(lambda: loaded(str(file), "g"))[1]["unusable"][2] == "It has f, Two, Fixed"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def f(:\n", "raised SyntaxError: .*line 1"),
        ("import nothing_of_that_name\n", "raised ModuleNotFoundError.*line 1"),
        ("raise SystemExit(2)\n", "left the program, exit code 2"),
        ("import os\nos._exit(0)\n", "the process of the code ended: exit code 0"),
        ("x = 5\n", "solution.py has no functions"),
        ("def f(): pass\ndef g(): pass\n", "solution.py has f, g; one function is judged"),
        ("class Solution: pass\n", "Solution has no methods"),
    ],
)
def test_a_file_with_nothing_to_judge_is_refused_in_words(file: Path, text: str, says: str) -> None:
    file.write_text(text)
    with pytest.raises(BadInput, match=says):
        judge(str(file), "lc486")


def test_a_file_that_sleeps_is_left_when_the_time_of_loading_is_over(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LOAD_SECONDS", 0.2)
    monkeypatch.setattr(process, "CHILD_PATIENCE", 10_000.0)
    file.write_text("import time\ntime.sleep(3)\ndef f(nums): return True\n")
    with pytest.raises(BadInput, match=r"no answer after 0\.2 s"):
        judge(file, "lc486")


def test_a_time_limit_holds_while_a_file_is_loaded(file: Path) -> None:
    mark = file.with_name("was_loaded")
    file.write_text(f"import time\ntime.sleep(3)\nopen({str(mark)!r}, 'w')\n")
    with pytest.raises(TimeExceeded):
        judge(file, "lc486", seconds=0.2)
    assert not mark.exists()


def test_what_is_raised_names_the_line_of_the_file(file: Path) -> None:
    file.write_text("def f(x):\n    y = x\n    return y[99]\n")
    assert Caller(loaded(str(file), "")).called(([1],)) == {
        "fault": "raised IndexError: list index out of range, line 3"
    }


def test_functions_of_c_take_any_number_of_arguments() -> None:
    assert candidate_of(max)[3:5] == (0, 99)
    assert isinstance(candidate_of({}), Candidate)


@pytest.mark.parametrize("value", [None, True, 3, -(10**30), 0.5, "x", [1, [2]], {"a": (1, 2)}])
def test_plain_values_pass_both_ways(value: Any) -> None:
    assert unpacked(packed(value)) == value
    assert type(unpacked(packed(value))) is type(value)


def test_values_of_classes_of_ones_own_are_what_they_stand_for() -> None:
    import numpy as np

    class Mine(int):
        pass

    class Broken:
        def __repr__(self) -> str:
            raise ValueError

    assert unpacked(packed([Mine(3), np.int64(4), np.array([1.5])])) == [3, 4, [1.5]]
    assert repr(unpacked(packed(Broken()))) == "a Broken"


class AtWork(Child):
    """Code that has worked for so long."""

    work = 0.0  # type: ignore[assignment]


def test_what_is_asked_is_cut_short_by_work_and_not_by_other_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(process, "monotonic", lambda: now[0])
    child = AtWork(lambda: candidate_of(abs, ""), "abs")
    stint = process.Stint(child, 2.0)
    seen = []
    for clock, worked in ((1.9, 1.9), (2.1, 1.0), (5.9, 1.9), (5.9, 2.0), (6.0, 0.0)):
        now[0], child.work = 100 + clock, worked  # type: ignore[misc]
        seen.append(stint.is_over)
    assert seen == [False, False, False, True, True]


def test_work_is_that_of_the_code_as_well_in_whichever_process() -> None:
    def busy(n: int) -> int:
        until = time.process_time() + 0.2
        while time.process_time() < until:
            pass
        if n == 2:
            os._exit(1)
        return n

    with Child(lambda: candidate_of(busy, ""), "busy", 50.0) as child:
        child.about()
        before = child.work
        assert child.answer((1,)).value == 1
        assert child.answer((2,)).fault
        assert child.answer((3,)).value == 3
        assert child.work - before >= 0.5
