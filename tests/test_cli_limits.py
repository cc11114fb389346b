"""`--seconds` and Ctrl-C at the prompt: every command ends, and says what is known by then."""

from __future__ import annotations

import itertools
import os
import re
import signal
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from click import Argument, Context
from click.testing import CliRunner

from programs import terminal, zermelo
from prompt_runs import typed
from zermelo.faces.cli import COMMANDS, main, overseer

ANSWER, BAD_INPUT, NOTHING, STOPPED = 0, 2, 3, 130
RULES = """
import itertools
import re
import time

from zermelo import Game, Move

class Spins(Game):
    start = 0

    def moves(self, state):
        if state < 3:
            return [Move(state + 1)]
        print("asked", flush=True)
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

class Yields(Game):
    start = 0

    def moves(self, state):
        print("asked", flush=True)
        while True:
            yield Move(1)

class Sleeps(Game):
    start = 0

    def moves(self, state):
        time.sleep(50)
        return []

class Backtracks(Game):
    start = 0

    def moves(self, state):
        return [Move(1)] if re.match("(a*)*b", "a" * 40) else []

class Counts(Game):
    start = 0

    def moves(self, state):
        return [Move(sum(itertools.repeat(0)))]
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    file = tmp_path / "rules.py"
    file.write_text(RULES, encoding="utf-8")
    return str(file)


def test_every_command_that_takes_a_game_has_a_limit_of_time() -> None:
    found = {name: main.get_command(Context(main), name) for name in COMMANDS}
    takes_game = {
        name
        for name, command in found.items()
        for given in command.params
        if "GAME" in str(given.metavar)
        if isinstance(given, Argument)
    }
    assert {"solve", "games", "judge"} <= takes_game
    # a chart may be of a game too
    for name in takes_game | {"which"}:
        assert "--seconds" in [word for one in found[name].params for word in one.opts], name


@pytest.mark.parametrize("command", ["compare", "games", "which --chart", "explain", "animate"])
def test_messages_name_the_game_and_where_its_rules_were(command: str, rules: str) -> None:
    done = typed(*command.split(), f"{rules}:Spins", "--seconds", "0.3")
    assert done.exit_code == BAD_INPUT
    assert "zermelo: Spins: not done after 0.3 s: 4 states found" in done.stderr
    assert "at state 3" in done.stderr


@pytest.mark.parametrize("command", ["solve", "play", "plot"])
def test_a_solution_that_is_late_says_how_far_it_came(command: str, rules: str) -> None:
    done = zermelo(command, f"{rules}:Spins", "--seconds", "0.3", measured=False)
    assert done.returncode == BAD_INPUT
    assert re.search(r"Spins: not done after 0\.3 s: 4 states found.* at state 3", done.stderr)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("game", ["Sleeps", "Backtracks"])
def test_a_long_call_of_c_is_left_in_time(game: str, rules: str) -> None:
    done = zermelo("solve", f"{rules}:{game}", "--seconds", "0.3", measured=False)
    assert done.returncode == BAD_INPUT
    assert f"{game}: not done after 0.3 s: 1 state found" in done.stderr


@pytest.mark.parametrize("command", ["solve", "check"])
def test_a_call_that_python_cannot_interrupt_ends_by_force(command: str, rules: str) -> None:
    done = zermelo(command, f"{rules}:Counts", "--seconds", "0.3", measured=False)
    assert done.returncode == -signal.SIGKILL
    assert "not done after 0.3 s; a call goes on that Python cannot interrupt" in done.stderr


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_value_is_told_where_the_other_answers_are_late(tmp_path: Path, more: list[str]) -> None:
    """A `show` without an end: all was solved by then, and only the names of moves are missing."""
    file = tmp_path / "endless_show.py"
    file.write_text(
        "from zermelo import Game, Move\n\n\nclass Shown(Game):\n    start = 3\n\n"
        "    def moves(self, state):\n        return [Move(state - 1, gain=1)] if state else []\n\n"
        "    def show(self, state):\n        while True:\n            pass\n"
    )
    done = zermelo("solve", f"{file}:Shown", "--seconds", "2", *more, measured=False)
    assert "the value is 1 for the player to move: a win" in done.stderr


def test_a_search_that_is_late_prints_its_bounds(rules: str) -> None:
    words = ("solve", f"{rules}:Yields", "--method", "alphabeta", "--seconds", "0.3")
    done = zermelo(*words, measured=False)
    assert done.returncode == ANSWER
    assert "bounds" in done.stdout or "≤" in done.stdout


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("diagnose", ANSWER, "the time ended the search at"),
        ("estimate", ANSWER, "time is over"),
        ("check", NOTHING, "time is over: 2 states found"),
    ],
)
def test_facts_checks_and_estimates_say_what_they_have(
    command: str, code: int, said: str, rules: str
) -> None:
    done = zermelo(command, f"{rules}:Yields", "--seconds", "0.3", measured=False)
    assert done.returncode == code, done.stderr
    assert said in done.stdout


def test_a_file_that_never_ends_is_left_too(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text("while True:\n    pass\n", encoding="utf-8")
    done = zermelo("check", str(file), "--seconds", "0.3", measured=False)
    assert done.returncode == BAD_INPUT
    assert "not done after 0.3 s" in done.stderr


def test_seconds_that_are_none_are_refused() -> None:
    for command in ("solve", "check", "diagnose", "estimate"):
        done = CliRunner().invoke(main, [command, "ends", "5", "3", "--seconds", "-1"])
        assert done.exit_code == BAD_INPUT
        assert "--seconds" in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        "solve",
        "explain",
        "play",
        "animate",
        "plot",
        "diagnose",
        "estimate",
        "check",
        "compare",
        "games",
        "which --chart",
    ],
)
def test_ctrl_c_ends_every_command_with_130_and_what_is_known(command: str, rules: str) -> None:
    with terminal(*command.split(), f"{rules}:Spins", measured=False) as shown:
        shown.until("asked")
        os.kill(shown.pid, signal.SIGINT)
        assert shown.end() == STOPPED
    assert re.search(r"stopped after [\d.]+ s: 4 states found", shown.seen)
    assert "Traceback" not in shown.seen


@pytest.mark.parametrize(("share", "ended"), [(1.0, True), (0.0, False)])
def test_a_program_that_waits_for_a_busy_machine_is_let_live(
    share: float, ended: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a heartbeat for 30 seconds: it was at work in one call, or nobody let it work."""
    clock, killed = itertools.count(), []
    parents = itertools.chain([7] * 20, itertools.repeat(1))
    system = SimpleNamespace(
        close=lambda _: None, write=lambda *_: None, getppid=lambda: next(parents),
        kill=lambda *call: killed.append(call),
    )  # fmt: skip
    monkeypatch.setattr(overseer, "os", system)
    monkeypatch.setattr(
        overseer, "signal", SimpleNamespace(SIGINT=2, SIG_IGN=1, SIGKILL=9, signal=lambda *_: None)
    )
    monkeypatch.setattr(overseer, "select", lambda *_: ([], [], []))
    monkeypatch.setattr(overseer, "monotonic", lambda: next(clock))
    monkeypatch.setattr(overseer, "_worked", lambda _: share * next(clock))
    overseer._wait(9, 7, 1)
    assert bool(killed) is ended


def test_the_work_of_a_process_is_counted() -> None:
    before = overseer._worked(os.getpid())
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass
    assert overseer._worked(os.getpid()) >= before + 0.05
