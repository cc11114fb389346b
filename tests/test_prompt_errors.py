"""Failures at the prompt: two lines that name file and line, in the prompt's words."""

from __future__ import annotations

import ast
import json
import pickle
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import click
import pytest

import zermelo
from prompt_runs import ANSWER, BAD_INPUT, process, refused, shell, told, typed
from zermelo import solve
from zermelo.errors import BudgetExceeded, Setting
from zermelo.faces.cli import console, main
from zermelo.faces.cli.console import in_options
from zermelo.faces.cli.options import in_time
from zermelo.games import TicTacToe

HEAD = "from zermelo import Game, LastMoverWins, Move, PayoffGame\n\nclass Mine(Game):\n"
START = "    start = 3\n"
MOVES = "    def moves(self, state):\n        return [Move(state - 1)] if state else []\n"


def written(folder: Path, text: str) -> str:
    path = folder / "mine.py"
    path.write_text(text)
    return str(path)


# -- games of a user's own -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "line", "said"),
    [
        (START + "    def moves(self, state):\n        return [1 // 0]\n", 6, "ZeroDivisionError"),
        (START + "    def moves(self, state):\n        return [4]\n", 5, "yields Move objects"),
        (START + "    def moves(self, state):\n        yield Move([1])\n", 5, "of type list"),
        (START + "    def moves(self, state):\n        yield Move(1, gain='a')\n", 5, "number"),
        (START + MOVES + "    def payoff(self, s):\n        return ''[s]\n", 8, "IndexError"),
        (START + MOVES + "    def payoff(self, state):\n        return 'x'\n", 7, "of type str"),
        (START + MOVES + "    def show(self, s):\n        return s.x\n", 8, "AttributeError"),
        (START + MOVES + "    def __repr__(self):\n        return 1 / 0\n", 8, "ZeroDivisionError"),
        (START + "    def moves(self, state):\n        exit()\n", 6, "left the program"),
        (START + "    def moves(self, s):\n        raise BaseException(3)\n", 6, "Exception: 3"),
        ("    def __init__(self):\n        raise KeyError(3)\n", 5, "KeyError: 3"),
        (MOVES + "    @property\n    def start(self):\n        return [][1]\n", 8, "start raised"),
        (MOVES + "    @property\n    def start(self):\n        return self.x\n", 8, "start raised"),
        (START + "    def moves(self, s):\n        raise StopIteration\n", 6, "StopIteration;"),
        (START + "    def moves(self, state):\n        pass\n", 5, "'NoneType'"),
        ("    start = [5]\n" + MOVES, 3, "of type list"),
        (START, 3, "does not say its moves"),
    ],
)  # fmt: skip
def test_a_rule_that_fails_is_named_by_file_and_line(
    rules: str, line: int, said: str, tmp_path: Path
) -> None:
    text = refused("solve", written(tmp_path, HEAD + rules))
    assert f"mine.py, line {line}" in text
    assert said in text
    assert "has no start" not in text


@pytest.mark.parametrize("command", ["check", "explain", "games", "diagnose", "compare"])
def test_rules_may_raise_what_is_no_exception(command: str, tmp_path: Path) -> None:
    rules = START + "    def moves(self, state):\n        raise BaseException('odd')\n"
    text = refused(command, written(tmp_path, HEAD + rules))
    assert "mine.py, line 6: the game's own code raised BaseException: odd" in text


def test_a_rule_in_a_module_beside_the_game_is_named_too(tmp_path: Path) -> None:
    (tmp_path / "beside_mine.py").write_text("def moves(state):\n    return state[0]\n")
    rules = START + "    def moves(self, state):\n        return beside_mine.moves(state)\n"
    text = refused("solve", written(tmp_path, "import beside_mine\n" + HEAD + rules))
    assert "beside_mine.py, line 2" in text


def test_a_game_without_a_start_is_told_so(tmp_path: Path) -> None:
    assert "Mine has no start; a game says" in refused("solve", written(tmp_path, HEAD + MOVES))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import sys\nsys.exit(0)\n", "mine.py, line 2: the file leaves the program"),
        ("\nraise SystemExit\n", "mine.py, line 2: the file leaves the program"),
        ("def f(:\n", "mine.py, line 1: SyntaxError"),
        ("x = 1\n\x00", "mine.py"),
        ("x = 1\nx.y\n", "mine.py, line 2: AttributeError"),
        ("input()\n", "mine.py, line 1: EOFError"),
        ("raise RecursionError\n", "mine.py, line 1: RecursionError"),
        ("raise BaseException('odd')\n", "mine.py, line 1: BaseException: odd"),
    ],
)
def test_a_file_that_cannot_be_run_says_where(text: str, said: str, tmp_path: Path) -> None:
    assert said in refused("solve", written(tmp_path, text))


def test_what_a_game_prints_is_no_part_of_the_answer(tmp_path: Path) -> None:
    talk = MOVES.replace("return", "print('asked')\n        return")
    file = written(tmp_path, "print('loaded')\n" + HEAD + START + talk)
    done = typed("solve", file, "--json")
    assert done.exit_code == ANSWER
    assert done.stdout.startswith("{")
    assert "asked" not in done.stdout
    assert "loaded" in done.stderr
    assert "asked" in done.stderr


def test_names_that_no_file_can_have_are_refused() -> None:
    assert "there is no such file" in refused("solve", f"{'a' * 500}.py")
    assert "cannot be read" in refused("solve", "ends", f"@{'a' * 500}")
    assert "cannot be written" in refused("animate", "ends", "5", "-o", f"{'a' * 500}.html")


# -- advice --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve tic-tac-toe --budget 100", "--budget 1000, or --method alphabeta for"),
        ("solve ends 5 3 --method nimbers", "Try --method backward"),
        ("solve ends 5 3 --budget 0", "--budget: 0 is too small"),
        ("solve ends 5 3 --seconds nan", "Pass e.g. --seconds 10"),
        ("solve ends 5 3 --memory lots", "--memory: "),
        ("solve ends 5 3 --threads 0", "--threads: 0 is too small"),
        ("explain ends 5 3 7 --from 0,1 --state 1,2", "--from"),
        ("solve tic-tac-toe --method alphabeta --budget 30 --check", "--budget"),
        ("solve nim 3 4 --view total", "Leave --view out"),
        ("solve ends 5 3 --seconds abc", "not a valid number"),
        ("solve ends 5 3 --budget x", "not a valid whole number"),
        ("solve ends 5 3 --seconds -1", "Pass e.g. --seconds 10"),
        ("solve ends 5 3 --memory lots", "Pass e.g. --memory '16 GiB'"),
        ("solve kayles 1.5", "Give a whole number of at least 0"),
        ("serve --workers x", "not a valid whole number"),
    ],
)
def test_advice_is_in_the_words_of_the_prompt(words: str, said: str) -> None:
    text = refused(*words.split())
    assert said in text
    assert not re.search(r"\w=", text), text


def test_advice_is_in_pythons_words_in_python_and_survives_pickling() -> None:
    with pytest.raises(BudgetExceeded, match=r'budget=1_000, or method="alphabeta" for') as caught:
        solve(TicTacToe(), budget=100)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.advice) == (str(caught.value), caught.value.advice)
    assert "--budget 1000, or --method alphabeta" in again.fix_in(in_options)


def advice_in_plain_words() -> Iterator[tuple[Path, str]]:
    """The texts in every `fix=` of the library that all faces write alike."""
    for path in Path(zermelo.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            for part in call.keywords if isinstance(call, ast.Call) else ():
                for text in plain_texts(part.value) if part.arg == "fix" else ():
                    yield path, text


def plain_texts(tree: ast.AST) -> Iterator[str]:
    """Texts of an expression, without those that `Either` has two of."""
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == "Either":
        return
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield tree.value
    for child in ast.iter_child_nodes(tree):
        yield from plain_texts(child)


def test_no_error_names_an_argument_of_solve_in_pythons_words_alone() -> None:
    """An argument in a way out is a Setting, so that each face has its own words for it."""
    named = re.compile(
        r"\b(budget|cluster|disk|engine|memory|method|seconds|start|starts|threads)="
    )
    wrong = [(path.name, text) for path, text in advice_in_plain_words() if named.search(text)]
    assert not wrong


def test_no_error_about_a_solution_asks_for_a_call_in_pythons_words_alone() -> None:
    """Rules are Python wherever they are solved; what is asked of a solution is not."""
    hooks = "bounds|layer|random|turn|solution.save"  # of rules; a file's way is told in both words
    asked = re.compile(rf"(?<![\w.])(?!{hooks})[\w.]+\(|Read `")
    rooms = {"methods", "solution", "engines", "limits", "tables", "_check", "facts"}
    python = {"loading.py", "network.py", "play.py", "rows.py", "without_numpy.py"}  # has these
    room = Path(zermelo.__file__).parent
    wrong = [
        (path.name, text)
        for path, text in advice_in_plain_words()
        if path.relative_to(room).parts[0] in rooms
        and path.name not in python
        and asked.search(text)
    ]
    assert not wrong


def test_an_option_is_quoted_as_a_shell_needs_it() -> None:
    assert in_options(Setting("memory", "8 GiB")) == "--memory '8 GiB'"
    assert in_options(Setting("start")) == "--from"


# -- waiting -------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_long_step_is_named_in_a_terminal(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, lines = Event(), []
    monkeypatch.setattr(console, "LONG_AFTER", 0)
    monkeypatch.setattr(
        console, "_say_what_is_waited_for", lambda line: (lines.append(line), said.set())
    )
    monkeypatch.setattr("sys.stderr.isatty", lambda: is_terminal)
    assert in_time(None, lambda: said.wait(30 if is_terminal else 0.1), "the plot") is is_terminal
    assert lines == ["the plot: this takes a while; Ctrl-C ends it"] * is_terminal


# -- streams -------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["latin-1", "ascii"])
def test_every_encoding_of_the_terminal_can_be_written(code: str) -> None:
    done = process("solve", "nim", "3", "4", "--table", PYTHONIOENCODING=code)
    assert done.returncode == ANSWER, done.stderr
    assert done.stderr == b""
    assert re.search("4 (→|->) 3", done.stdout.decode(code))
    done = process("solve", "ends", "…−→☃", PYTHONIOENCODING=code)
    assert done.returncode == BAD_INPUT
    assert b"Traceback" not in done.stderr


def test_the_c_locale_can_be_written() -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = process("solve", "ends", "5", "3", **plain)
    assert (done.returncode, done.stderr) == (ANSWER, b"")
    assert b"scores  5 - 3" in done.stdout
    assert process("solve", "\udcff", **plain).returncode == BAD_INPUT


def test_words_that_are_no_text_are_shown_as_they_can_be() -> None:
    done = process("solve", "\udcff\udcfe")
    assert done.returncode == BAD_INPUT
    assert b"zermelo: ??; the catalogue has no such game" in done.stderr


def test_a_picture_is_written_whatever_the_terminal_can_show(tmp_path: Path) -> None:
    done = process("animate", "ends", "5", "3", "-o", "x.html", cwd=tmp_path, LC_ALL="C",
                   PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii")  # fmt: skip
    assert done.returncode == ANSWER, done.stderr
    assert "−" in (tmp_path / "x.html").read_text("utf-8")


@pytest.mark.parametrize("words", ["games", "solve nim 3 4 5 --table", "--help"])
def test_a_reader_that_has_seen_enough_is_no_failure(words: str) -> None:
    done = shell(f"set -o pipefail; zermelo {words} | head -1")
    assert (done.returncode, done.stderr) == (ANSWER, b"")


def test_a_reader_that_reads_nothing_is_no_failure() -> None:
    done = shell("set -o pipefail; zermelo solve ends 5 2>&1 | exec 0<&-")
    assert (done.returncode, done.stderr) == (ANSWER, b"")


def test_a_full_disk_is_told_in_two_lines() -> None:
    done = shell("zermelo solve ends 5 >/dev/full")
    assert done.returncode == BAD_INPUT
    assert (
        done.stderr.decode().splitlines()[0].endswith("cannot be written: No space left on device.")
    )


@pytest.mark.parametrize("words", ["solve ends 5", "solve --help", "games --json"])
def test_output_that_is_closed_is_told_as_a_full_disk_is(words: str) -> None:
    done = shell(f"zermelo {words} >&-")
    assert done.returncode == BAD_INPUT
    assert done.stderr.decode().startswith("zermelo: the answer cannot be written: Bad file")


# -- the service ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--port 80000", "--port: 80000; it is a number of at least 0 and at most 65535"),
        ("--port -1", "--port: -1"),
        ("--seconds nan", "--seconds: nan"),
        ("--job-seconds inf", "--job-seconds: inf"),
        ("--host 999.1.1.1", "--host: 999.1.1.1:8000; the address cannot be listened on"),
        (f"--host {'ü' * 80}", "the address cannot be listened on"),
        ("--memory 1", "--memory: 1"),
        ("--token ü", "--token: "),
        ("--game nowhere.py", "there is no such file"),
    ],
)
def test_a_service_that_cannot_be_is_refused_before_it_says_where_it_is(
    words: str, said: str
) -> None:
    assert said in refused("serve", *words.split())


def test_states_that_are_none_are_refused() -> None:
    for text in ("abc", "7", "9,9", "(1", "[]", "1,x", "'a'", "-1,0,3"):
        assert refused("explain", "ends", "5", "3", "7", "10", "--state", text)
        assert refused("solve", "ends", "5", "3", "7", "10", "--from", text)
    assert "so the value is" in told("explain", "ends", "5", "3", "7", "10", "--state", "1,3")


def test_clients_of_the_service_have_pythons_limit_on_digits_and_the_prompt_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual, seen = sys.get_int_max_str_digits(), []
    look = lambda *_, **__: seen.append(sys.get_int_max_str_digits())  # noqa: E731
    monkeypatch.setattr("zermelo.faces.service.server.run", look)
    told("serve", "--port", "0")
    assert seen == [sys.int_info.default_max_str_digits]
    assert "9" * 5_000 in told("solve", "ends", "9" * 5_000)
    assert sys.get_int_max_str_digits() == usual


def test_a_number_that_is_a_state_means_it_and_what_else_is_shown_so_is_told(
    tmp_path: Path,
) -> None:
    """The start shows as "3 2 1", and those after it as one number."""
    file = tmp_path / "left.py"
    file.write_text(
        "from zermelo import LastMoverWins\n\n\n"
        "class Left(LastMoverWins):\n    start = 0\n\n"
        "    def moves(self, state):\n        yield from range(state + 1, 4)\n\n"
        "    def show(self, state):\n        return ' '.join('321'[: 3 - state]) or 'none'\n"
    )
    done = typed("solve", f"{file}:Left", "--from", "3", "--json")
    assert json.loads(done.stdout)["start"] == 3
    assert "3 is read as the state 3; the game shows 2 in the same words" in done.stderr


def command_named(name: str) -> click.Command:
    found = main.get_command(click.Context(main), name)
    assert found is not None
    return found


def test_a_way_out_that_the_command_has_not_names_the_one_that_has() -> None:
    setting = Setting("budget", 10**7)
    with click.Context(command_named("estimate")):
        assert in_options(setting) == "--budget 10000000 of `zermelo solve`"
        assert in_options(Setting("seconds")) == "--seconds"
    with click.Context(command_named("solve")):
        assert in_options(setting) == "--budget 10000000"
