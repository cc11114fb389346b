"""The architecture page: each step that it names is really taken, in that order, as it is typed."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from zermelo import Game, Move
from zermelo.engines.memory import engine
from zermelo.games import ConnectFour

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
STEP = re.compile(r"^\d+\. `(?P<file>[\w/]+)\.py`: `(?P<name>[\w.]+)(?P<typed>\(.*)`\.$", re.M)
MOST_FILES = 10


@dataclass(frozen=True)
class Coins(Game):
    """That of the README."""

    row: tuple[int, ...]

    @property
    def start(self) -> tuple[int, int]:
        return 0, len(self.row) - 1

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right], label="right")


class Step(NamedTuple):
    """One call that the page names."""

    file: str
    name: str
    typed: str

    @property
    def owner(self) -> Any:
        """The module or the class that has it."""
        found = import_module("zermelo." + self.file.replace("/", "."))
        for name in self.name.split(".")[:-1]:
            found = getattr(found, name)
        return found

    @property
    def called(self) -> Any:
        return getattr(self.owner, self.name.split(".")[-1])

    @property
    def signature(self) -> str:
        """As it is written in the source, without `self`."""
        typed = inspect.signature(self.called)
        named = [item for item in typed.parameters.values() if item.name != "self"]
        return str(typed.replace(parameters=named)).replace("'", "")


def steps(question: str) -> list[Step]:
    section = PAGE.split(f"## `solve({question})`\n")[1].split("\n## ")[0]
    return [Step(*found) for found in STEP.findall(section)]


def record(step: Step, calls: list[Step], patch: pytest.MonkeyPatch) -> None:
    """Have every call of a function written down, wherever it was imported to."""
    function = step.called
    if isinstance(function, type):
        patch.setattr(function, "__init__", recording(function.__init__, step, calls))
    elif inspect.isclass(step.owner):
        patch.setattr(step.owner, function.__name__, recording(function, step, calls))
    else:
        for name, module in list(sys.modules.items()):
            if name.startswith("zermelo") and vars(module).get(function.__name__) is function:
                patch.setattr(module, function.__name__, recording(function, step, calls))


def recording(function: Callable[..., Any], step: Step, calls: list[Step]) -> Callable[..., Any]:
    @wraps(function)
    def recorded(*given: Any, **named: Any) -> Any:
        calls.append(step)
        return function(*given, **named)

    return recorded


def taken(game: Game, named: list[Step]) -> Iterator[Step]:
    """The first call of each step while a game is solved, in the order of the calls."""
    calls: list[Step] = []
    with pytest.MonkeyPatch.context() as patch:
        for step in named:
            record(step, calls, patch)
        import_module("zermelo._solve").solve(game)
    return iter(dict.fromkeys(calls))


@pytest.mark.parametrize("question", ["Coins((5, 3, 7, 10))", "ConnectFour(5, 4)"])
def test_steps_are_typed_as_the_page_says(question: str) -> None:
    named = steps(question)
    assert len({step.file for step in named}) <= MOST_FILES
    for step in named:
        begin, more, end = step.typed.partition("…")
        assert step.signature.startswith(begin), step
        assert step.signature.endswith(end.strip(")") if more else begin), step


def test_coins_are_solved_step_by_step_as_the_page_says() -> None:
    named = steps("Coins((5, 3, 7, 10))")
    assert list(taken(Coins((5, 3, 7, 10)), named)) == named


@pytest.mark.unmeasured
@pytest.mark.usefixtures("own_cache")
def test_connect_four_is_solved_step_by_step_as_the_page_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "QUICK", 0)  # however slow this machine is just now
    named = steps("ConnectFour(5, 4)")
    assert list(taken(ConnectFour(5, 4), named)) == named
