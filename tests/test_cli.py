"""The program as people type it: its output and its exit code."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

from programs import PROGRAM, run, terminal, zermelo
from prompt_runs import typed
from zermelo import forecast, solve
from zermelo.engines.memory import engine as compiled_engine
from zermelo.faces.cli import COMMANDS, measuring
from zermelo.faces.cli.arguments import example_words
from zermelo.games import GAMES, Ends, find

ANSWER, FAILED, BAD_INPUT, STOPPED = 0, 1, 2, 130
COINS = """
from dataclasses import dataclass
from zermelo import Game, Move

@dataclass(frozen=True)
class Coins(Game):
    row: tuple[int, ...]

    @property
    def start(self):
        return 0, len(self.row) - 1

    def moves(self, state):
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right], label="right")
"""


def typed_in(cwd: Path | None, *words: str, given: str | None) -> Result:
    """Run the program here, in a folder."""
    with chdir(cwd or Path.cwd()):
        return typed(*words, given=given)


def answer(*words: str, given: str | None = None, cwd: Path | None = None) -> str:
    done = typed_in(cwd, *words, given=given)
    assert done.exit_code == ANSWER, done.stderr
    return done.stdout


def complaint(*words: str, given: str | None = None, cwd: Path | None = None) -> str:
    """The two lines about bad input."""
    done = typed_in(cwd, *words, given=given)
    assert done.exit_code == BAD_INPUT, done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 2, done.stderr
    assert done.stdout == ""
    return done.stderr


# -- solve -----------------------------------------------------------------------------------------


def test_solve_gives_value_winner_scores_moves_line_and_plan() -> None:
    text = answer("solve", "ends", "5", "3", "7", "10")
    for line in (
        r"value +5 for the player to move: a win",
        r"winner +first player",
        r"scores +15 – 10",
        r"best +right \(\+10\)",
        r"play +right, right, left, left",
        r"method +backward induction: scored and acyclic",
    ):
        assert re.search(line, text), text
    assert "\x1b" not in text  # plain when piped


def test_colour_is_there_when_it_is_asked_for() -> None:
    done = zermelo("solve", "ends", "5", "3", "--table", FORCE_COLOR="1")
    assert "\x1b[" in done.stdout
    assert "\x1b" not in zermelo("solve", "ends", "5", "3", FORCE_COLOR="1", NO_COLOR="1").stdout


def test_the_table_is_a_triangle_with_the_line_of_play_marked() -> None:
    text = answer("solve", "ends", "5", "3", "7", "10", "--table")
    rows = [line.split() for line in text.splitlines() if re.match(r" +\d+ +\d", line)]
    assert rows[0] == ["5", "3", "7", "10"]
    assert rows[1] == ["5", "5", "2↓*", "5←*", "5←*"]
    assert rows[4] == ["10", "10"]


def test_all_lines_are_counted_and_listed() -> None:
    text = answer("solve", "ends", "2", "2", "2", "2", "--all", "--method", "backward")
    assert "8 optimal lines" in text
    assert len([line for line in text.splitlines() if re.match(r" +\d+  (left|right)", line)]) == 8


def test_json_is_one_object_with_all_its_keys() -> None:
    record = json.loads(answer("solve", "ends", "5", "3", "7", "10", "--json", "--check"))
    assert list(record) == [
        "zermelo", "game", "start", "answer", "value", "bounds", "outcome", "winner", "scores",
        "guarantees", "equilibria", "remoteness", "nimber", "best", "moves", "line", "plan",
        "proof", "view", "plays", "table", "histogram",
    ]  # fmt: skip
    assert (record["value"], record["scores"], record["best"]) == (5, [15, 10], ["right"])
    assert record["line"][0] == {"player": 0, "name": "right", "gain": 10, "totals": [10, 0]}
    assert record["moves"][0]["value"] == -1
    assert record["plan"]["method"] == "backward"
    assert record["proof"] == {"states": 14, "equations": 14}


def test_json_keeps_large_numbers_and_fractions_exact() -> None:
    record = json.loads(answer("solve", "ends", "1/3", str(10**30), "0.5", "--json"))
    assert record["value"] == f"{5 * 2 - 6 * 10**30}/6".replace("-", "-") or "/" in record["value"]
    record = json.loads(answer("solve", "ends", str(10**30), "1", "--json"))
    assert record["value"] == 10**30 - 1


def test_check_prints_the_proof() -> None:
    assert "value 0 proved" in answer("solve", "tic-tac-toe", "--check")


def test_positions_other_than_the_start() -> None:
    assert "value   6 for the player" in answer("solve", "ends", "5,3,7,10", "--from", "1,3")


@pytest.mark.parametrize("name", ["ends", "Ends", "ENDS", "coins-in-a-row"])
def test_games_are_found_by_any_name(name: str) -> None:
    assert "winner  first player" in answer("solve", name, "5", "3", "7", "10")


def test_names_of_several_words() -> None:
    assert "StoneGameII(" in answer("solve", "stone", "game", "ii", "2", "7", "9", "4", "4")
    assert "StoneGameII(" in answer("solve", "lc1140", "2", "7", "9", "4", "4")
    assert "StoneGameII(" in answer("solve", "stone-game-ii", "2,7,9,4,4")


def test_negative_numbers_are_numbers() -> None:
    assert "row=(-1, 2, -3, 4, -5)" in answer("solve", "lc1872", "-1", "2", "-3", "4", "-5")


def test_fields_by_order_and_by_name() -> None:
    assert "Front(row=(1, 2, 3, 7), most=2)" in answer(
        "solve", "front", "1", "2", "3", "7", "most=2"
    )
    assert "Subtraction(heap=21, takes=(1, 2, 3))" in answer("solve", "subtraction", "21", "1,2,3")
    assert "Subtraction(heap=21, takes=(1, 2, 3))" in answer("solve", "bachet", "21", "1", "2", "3")
    assert "alice=(1, 3), bob=(2, 1)" in answer("solve", "lc1686", "1,3", "2,1")
    assert "empty_capture=True" in answer("solve", "kalah", "2", "2", "empty_capture=yes")
    assert "rows=((1,), (1, 2))" in answer("solve", "rows", "1:1,2")
    assert "code='0.137'" in answer("solve", "octal", "12", "code=0.137")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_the_example_of_every_game_can_be_typed(game: Any) -> None:
    from zermelo.faces.cli.arguments import game_of

    words = [game.name.replace(" ", "-"), *example_words(game).split()]
    assert game_of(words) == game.example_game()


# -- numbers from elsewhere -----------------------------------------------------------------------


def test_numbers_from_standard_input_and_files(tmp_path: Path) -> None:
    row = tmp_path / "row.txt"
    row.write_text("5, 3\n7 10\n")
    np.save(tmp_path / "row.npy", np.array([5, 3, 7, 10]))
    np.array([5, 3, 7, 10], dtype="<i8").tofile(tmp_path / "row.bin")
    wanted = answer("solve", "ends", "5", "3", "7", "10").splitlines()[1:]
    assert answer("solve", "ends", "-", given="5 3 7 10").splitlines()[1:] == wanted
    assert answer("solve", "ends", f"@{row}").splitlines()[1:] == wanted
    assert answer("solve", "ends", f"row=@{row}").splitlines()[1:] == wanted
    for name in ("row.npy", "row.bin"):
        assert answer("solve", "ends", f"@{tmp_path / name}").splitlines()[1:4] == wanted[:3]


def test_many_numbers_from_text(tmp_path: Path) -> None:
    numbers = np.arange(200_000) * 7919 % 1009
    path = tmp_path / "many.txt"
    path.write_text(" ".join(map(str, numbers)))
    record = json.loads(answer("solve", "ends", f"@{path}", "--json"))
    assert sum(record["scores"]) == int(numbers.sum())
    assert record["plan"]["method"] == "peak-fusion"


# -- a user's own file ----------------------------------------------------------------------------


@pytest.fixture
def coins(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "mygame.py").write_text(COINS)
    return tmp_path


def test_a_users_class(coins: Path) -> None:
    text = answer("solve", "mygame.py:Coins", "row=5,3,7,10", cwd=coins)
    assert "scores  15 – 10" in text
    assert answer("solve", "mygame.py", "5", "3", "7", "10", cwd=coins) == text
    assert "value   6" in answer("solve", "mygame.py:Coins", "5,3,7,10", "--from", "1,3", cwd=coins)


def test_the_starter_solves_plays_and_checks_as_it_is(tmp_path: Path) -> None:
    assert "mygame.py is written" in answer("new", "mygame.py", cwd=tmp_path)
    assert "winner" in answer("solve", "mygame.py", cwd=tmp_path)
    assert "heap=30" in answer("solve", "mygame.py", "heap=30", cwd=tmp_path)
    assert "all that applies holds" in answer("check", "mygame.py", cwd=tmp_path)
    assert "it is there already" in complaint("new", "mygame.py", cwd=tmp_path)
    answer("new", "mygame.py", "--force", cwd=tmp_path)
    assert "a Python file" in complaint("new", "mygame.txt", cwd=tmp_path)
    assert "cannot be written" in complaint("new", "nowhere/mygame.py", cwd=tmp_path)


# -- errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "nosuch"], "`zermelo games` lists all"),
        (["solve", "conect-four"], "Did you mean connect-four?"),
        (["slove", "ends", "5"], "Did you mean solve"),
        (["qqq"], "lists all of them"),
        (["solve"], "`zermelo solve --help` says what it takes"),
        (["solve", "ends", "5", "--budget", "many"], "--budget"),
        (["solve", "ends", "5", "--methd", "x"], "Did you mean --method"),
        (["solve", "ends", "five", "three"], "Ends.row: five; it is no number"),
        (["solve", "ends", "5", "3", "--from", "0"], "--from: 0; it is no position of Ends"),
        (["solve", "ends", "5", "x"], "'x' is no number"),
        (["solve", "ends", "--nonsense", "5"], "no such option"),
        (["solve", "ends", "5", "-q"], "no such option"),
        (["solve", "ends", "5", "color=3"], "it has no color"),
        (["solve", "ends", "row=5", "row=6"], "given twice"),
        (["solve", "wythoff", "1", "2", "3"], "one too many"),
        (["solve", "ends", "1/0"], "divided by zero"),
        (["solve", "ends", "(1,"], "as Python writes them"),
        (["solve", "ends", "@nowhere.txt"], "cannot be read"),
        (["solve", "nowhere.py"], "zermelo new nowhere.py"),
        (["solve", "ends", "5", "3", "--method", "nimbers"], "zermelo:"),
        (["solve", "ends", "5", "3", "--from", "7,9"], "zermelo:"),
        (["solve", "ends", "5", "3", "--budget", "0"], "budget"),
        (["solve", "ends", "5", "3", "--memory", "lots"], "memory"),
        (["play", "ends", "5", "3", "--as", "ninth"], "seats are first, second"),
        (["games", "nosuch"], "the catalogue"),
        (["plot", "nim", "3", "4", "--kind", "pie"], "pie"),
        (["plot", "ends", "5", "3", "-o", "x.gif"], "gif"),
        (["animate", "tic-tac-toe", "-o", "x.html"], "more than 400 states"),
        (["animate", "ends", "5", "3", "-o", "nowhere/x.html"], "cannot be written"),
    ],
)  # fmt: skip
def test_bad_input_gets_two_lines_and_code_2(words: list[str], said: str, tmp_path: Path) -> None:
    assert said in complaint(*words, cwd=tmp_path)


def test_bad_numbers_in_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "row.txt").write_text("1 2 three")
    assert "row.txt, number 3: three" in complaint("solve", "ends", "@row.txt", cwd=tmp_path)
    (tmp_path / "empty.txt").write_text(" ")
    assert "needs numbers" in complaint("solve", "ends", "@empty.txt", cwd=tmp_path)
    np.save(tmp_path / "square.npy", np.zeros((2, 2)))
    assert "one dimension" in complaint("solve", "ends", "@square.npy", cwd=tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import nothing_like_it\n", "broken.py, line 1"),
        ("def f(:\n", "broken.py, line 1"),
        ("x = 1\n", "a class derived from Game"),
        ("from zermelo import Game\nclass A(Game): pass\nclass B(Game): pass\n", "2 games"),
        ("class A: pass\n", "no game"),
    ],
)
def test_broken_files_say_where(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(text)
    assert said in complaint("solve", "broken.py", cwd=tmp_path)


def test_names_that_are_no_games(coins: Path) -> None:
    assert "Did you mean Coins" in complaint("solve", "mygame.py:Coin", "5", cwd=coins)
    assert "needs row" in complaint("solve", "mygame.py:Coins", cwd=coins)
    (coins / "other.py").write_text("number = 3\ndef make():\n    return 7\n")
    assert "is of type int" in complaint("solve", "other.py:number", cwd=coins)
    assert "extends Game" in complaint("solve", "other.py:make", cwd=coins)


def test_rules_that_fail_are_blamed_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from zermelo import Game\nclass Bad(Game):\n    start = 3\n"
        "    def moves(self, state):\n        return [1 // 0]\n"
    )
    assert "ZeroDivisionError" in complaint("solve", "bad.py", cwd=tmp_path)


def test_a_check_that_fails_has_code_1(coins: Path) -> None:
    wrong = COINS + (
        "\n    def mirror(self, state):\n        left, right = state\n"
        "        return len(self.row) - 1 - right, len(self.row) - 1 - left\n"
    )
    (coins / "wrong.py").write_text(wrong)
    done = zermelo("check", "wrong.py:Coins", "7,3,9,4", cwd=coins)
    assert done.returncode == FAILED
    assert "smallest: Coins(row=(0, 1))" in done.stdout


# -- the other commands ---------------------------------------------------------------------------


def test_explain_has_plan_recurrence_numbers_trace_and_greedy() -> None:
    text = answer("explain", "ends", "1", "5", "233", "7")
    for part in (
        "The plan", "The recurrence", "This position", "✓ left: 1 − (−221) = 222",
        "Best play, step by step", "What greedy would have lost", "given away",
    ):  # fmt: skip
        assert part in text, part
    assert "5 − (" in answer("explain", "ends", "1", "5", "233", "7", "--state", "1,3")


@pytest.mark.parametrize("words", ["nim 3 4", "three-player-row", "cat-and-mouse", "kalah 2 2"])
def test_explain_speaks_of_every_kind_of_value(words: str) -> None:
    assert "The recurrence" in answer("explain", *words.split())


def test_diagnose_prints_the_facts() -> None:
    assert "play can come back" in answer("diagnose", "cat-and-mouse")
    assert "acyclic" in answer("diagnose", "ends", "5,3,7", "--from", "1,2", "--budget", "100")


def test_estimate_counts_small_games_and_forecasts_large_ones() -> None:
    assert "states   14" in answer("estimate", "ends", "5", "3", "7", "10")
    text = answer("estimate", "connect-four", "6", "5")
    assert re.search(r"states +about \d\.\d·10⁹, at least \d", text), text
    assert re.search(r"random plays .* and 1[0-5] bytes a state", text), text  # a key, a value
    assert (": it fits" in text) != (
        "disk     --disk FOLDER of `zermelo solve` keeps it there" in text
    )


def test_an_estimate_measures_after_all_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels compile when they are first called: that must not be in the measured stretch."""
    asked, explore_arrays = [], compiled_engine.explore_arrays

    def noted(*args: Any, **limits: Any) -> Any:
        asked.append(limits["budget"])
        return explore_arrays(*args, **limits)

    monkeypatch.setattr(compiled_engine, "explore_arrays", noted)
    forecast(find("awari")(6, 2))
    assert asked == [1, compiled_engine.STATES_TO_MEASURE]


def test_games_lists_all_and_one() -> None:
    text = answer("games")
    assert all(game.name in text for game in GAMES)
    one = answer("games", "lc1140")
    assert "zermelo solve stone-game-ii 2 7 9 4 4" in one
    assert "stone game ii" in one


@pytest.mark.unmeasured
def test_bench_sets_two_times_and_their_ratio_side_by_side() -> None:
    head, *lines = answer("bench").splitlines()
    assert head.split()[:4] == ["what", "ours", "beside", "ratio"]
    found = [re.search(r"([\d.]+) s +([\d.]+) s +([\d.]+)×  \w", line) for line in lines]
    times = [tuple(map(float, one.groups())) for one in found if one is not None]
    assert len(times) == len(lines) == 3
    for ours, beside, ratio in times:
        assert (beside - 1e-4) / (ours + 1e-4) - 0.1 <= ratio  # of times that are rounded
        assert ratio * (ours - 1e-4) <= beside + 1e-4 + 0.1 * ours


def test_the_textbook_beside_which_rows_are_measured_is_right() -> None:
    for row in ([5, 3, 7, 10], [1, 5, 233, 7], [4], [3, 9, 1, 2, 8, 8, 5]):
        assert measuring._textbook(row) == solve(Ends(row)).value


def test_animate_writes_a_page_that_stands_alone(tmp_path: Path) -> None:
    answer("animate", "ends", "5", "3", "7", "10", "-o", "table.html", cwd=tmp_path)
    page = (tmp_path / "table.html").read_text("utf-8")
    assert page.startswith(("<!doctype html>", "<!DOCTYPE html>"))


def test_plot_draws_in_the_terminal_and_into_files(tmp_path: Path) -> None:
    assert "5" in answer("plot", "ends", "5", "3", "7", "10")
    assert answer("plot", "tic-tac-toe")
    for name in ("heat.svg", "heat.png"):
        answer("plot", "ends", "5", "3", "7", "10", "-o", name, cwd=tmp_path)
        assert (tmp_path / name).stat().st_size > 1_000
    answer("plot", "tic-tac-toe", "--kind", "growth", "-o", "growth.svg", cwd=tmp_path)


@pytest.mark.unmeasured
def test_help_and_version_and_completion() -> None:
    text = answer("--help")
    assert all(re.search(rf"^  {name} ", text, re.M) for name in COMMANDS)
    assert re.fullmatch(r"zermelo \d+\.\d+\.\d+\n", answer("--version"))
    for name in COMMANDS:
        assert answer(name, "--help").startswith("Usage: zermelo")
    for shell in ("bash", "zsh", "fish"):
        assert f"{shell}_source" in answer("completion", shell)


def test_the_shell_completes_names_of_games() -> None:
    environment = {
        "_ZERMELO_COMPLETE": "bash_complete",
        "COMP_WORDS": "zermelo solve tic",
        "COMP_CWORD": "2",
    }
    assert "tic-tac-toe" in zermelo(**environment).stdout


# -- in a real terminal ----------------------------------------------------------------------------


def test_a_game_is_played_to_its_end_in_a_terminal() -> None:
    with terminal("play", "ends", "5", "3", "7", "10") as shown:
        shown.until("right")
        shown.type("h\n")
        shown.until("\x1b[")  # hints in colour
        shown.type("right\n")
        shown.type("left\n")
        assert shown.end() == ANSWER
    assert "given away" in shown.seen
    assert "nothing" in shown.seen


def test_ctrl_c_leaves_a_game_with_the_report() -> None:
    with terminal("play", "tic-tac-toe", measured=False) as shown:
        shown.until("X> ")
        shown.type("\x03")
        # a key that comes between the prompt and the wait for it is seen with the next one only
        assert shown.end(press="\x03") == STOPPED
    assert "best play" in shown.seen
    assert "Traceback" not in shown.seen


def test_long_work_shows_a_bar_and_ctrl_c_says_what_is_known() -> None:
    words = ("solve", "connect-four", "6", "5", "--engine", "plain", "--budget", "50000000")
    with terminal(*words, measured=False) as shown:
        shown.until("states/s")
        os.kill(shown.pid, signal.SIGINT)
        assert shown.end() == STOPPED
    assert re.search(r"stopped after [\d.]+ s: [\d,]+ states found, level \d+", shown.seen)
    assert "Traceback" not in shown.seen


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    done = run("bash", "-c", f"{' '.join(PROGRAM)} games | head -1")
    assert (done.returncode, done.stderr) == (ANSWER, "")
