"""The program itself, around its commands: what it loads, and what is left after Ctrl-C."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from programs import run
from zermelo import __main__ as program
from zermelo.faces import cli


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)


def ending_with(code: int) -> Callable[..., Any]:
    def main(**_: object) -> None:
        raise SystemExit(code)

    return main


def test_after_ctrl_c_nothing_is_cleaned_up(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[int] = []
    monkeypatch.setattr(cli, "main", ending_with(130))
    monkeypatch.setattr(os, "_exit", left.append)
    program.main()
    assert left == [130]


@pytest.mark.parametrize("code", [0, 1, 2, 3])
def test_every_other_end_is_pythons_own(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "main", ending_with(code))
    with pytest.raises(SystemExit) as end:
        program.main()
    assert end.value.code == code


def test_nothing_waits_for_a_thread_that_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler, say, that goes on when the time of its question is over."""
    may_end, left = threading.Event(), list[int]()

    def main(**_: object) -> None:
        threading.Thread(target=may_end.wait, args=(50,)).start()
        raise SystemExit(2)

    monkeypatch.setattr(cli, "main", main)
    monkeypatch.setattr(os, "_exit", left.append)
    program.main()
    may_end.set()
    assert left == [2]


def test_what_python_drops_is_not_told_at_the_prompt() -> None:
    code = """
import sys
from zermelo.__main__ import main
class Breaks:
    def __del__(self):
        raise ValueError("half of it is gone")
sys.argv = ["zermelo", "--version"]
kept = Breaks()
main()
"""
    done = run(sys.executable, "-c", code)
    assert (done.returncode, done.stderr) == (0, "")


STARTED = """
import sys
before = {*sys.modules}  # a program that measures which lines are run has some of its own
sys.argv = ["zermelo", *sys.argv[1:]]
from zermelo.__main__ import main
try:
    main()
except SystemExit:
    print(*sorted({*sys.modules} - before))
"""
NEVER = "numpy numba rich matplotlib starlette pydantic"
OURS = "_check _diagnose faces.explanation faces.session kernels.log machine proof staging teaching"
STANDARD = "asyncio decimal fractions glob json logging random shlex statistics textwrap traceback"


@pytest.mark.parametrize(
    ("words", "others"), [("--help", "zermelo.solution"), ("solve ends 5 3 7 10", "")]
)
def test_small_work_loads_only_what_it_needs(words: str, others: str) -> None:
    """Each of these takes milliseconds to load, and the whole answer a tenth of a second."""
    unwanted = {*NEVER.split(), *(f"zermelo.{room}" for room in OURS.split()), *others.split()}
    if words != "--help":  # which click wraps into lines
        unwanted |= {*STANDARD.split()}
    done = run(sys.executable, "-c", STARTED, *words.split())
    assert unwanted & {*done.stdout.splitlines()[-1].split()} == set()


def test_records_on_the_way_of_a_question_are_no_dataclasses() -> None:
    """One dataclass takes most of a millisecond to write its methods; only games are some."""
    code = """
import sys
from dataclasses import is_dataclass
from zermelo import solve
from zermelo.games import Ends
solve(Ends((5, 3, 7, 10)))
rooms = [room for name, room in sys.modules.items() if name.startswith("zermelo.")]
print(*{kind.__module__ for room in rooms for kind in vars(room).values()
        if isinstance(kind, type) and is_dataclass(kind)})
"""
    done = run(sys.executable, "-c", code)
    assert {name.rpartition(".")[0] for name in done.stdout.split()} == {"zermelo.games"}
