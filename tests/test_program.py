"""The program itself, around its commands: after Ctrl-C nothing is left that could complain."""

from __future__ import annotations

import gc
import os
import sys
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
