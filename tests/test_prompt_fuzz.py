"""Random words for every command: an answer or two lines, and never a traceback."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from prompt_runs import ANSWER, BAD_INPUT, FAILED, NOTHING
from zermelo.faces.cli import COMMANDS, main
from zermelo.games import CATALOGUE

RUNS = 25  # for each command
FEW = ["0", "1", "2", "3", "5", "-1", "1/2", "0.5", "1,2", "2,1", "1:2", "1,2:3", "yes", "no", "-"]
ODD = [
    "", " ", "abc", "x=1", "row=", "heaps=3,,", "(1", "[1, 2]", "{}", "'a'", "1e9", "nan", "@.",
    "--", "---", "−1", "☃", "\udcff", "1_000", "1__0", "+3", ":", ",", "0x10", "true,1", "((1,),)",
    "None", "misere=maybe", "most=0", "code=0.9", "[[[1]]]", "9" * 30, "a.py", "a.py:B", "=3",
]  # fmt: skip
STATES = [
    "0", "1", "0,1", "1,2", "1,1,1", "abc", "[]", "[1, 2]", "()", "no heap", "-1,5", "X", "", "1:2",
    "9,9", "[true, 1]", '{"a": 1}', "'", "0,0,0,0",
]  # fmt: skip
OPTIONS: dict[str, list[str]] = {
    "--from": STATES,
    "--state": STATES,
    "--method": ["backward", "winloss", "nimbers", "retrograde", "alphabeta", "minimax", "no", ""],
    "--budget": ["1", "20", "500", "0", "-3", "x"],
    "--seconds": ["5", "0", "nan", "-1", "inf"],
    "--memory": ["1 GiB", "1", "lots", "-1", "", "1e3"],
    "--threads": ["1", "0", "x"],
    "--engine": ["plain", "quick"],
    "--as": ["first", "second", "both", "none", "1", "7", "0", ""],
    "--kind": ["heat", "moves", "growth", "pie"],
    "-o": ["x.html", "x.pdf", "", "no/x.html", ".", "x.svg"],
    "--nonsense": ["1"],
    **{word: [] for word in ("--all", "--table", "--json", "--check", "-x", "--force", "--help")},
}
NAMES = ["nosuch", "a.py", *(n.replace(" ", "-") for n in CATALOGUE if n != "connect four")]
SERVERS = ("serve", "explore")  # they go on for ever unless they are refused


def words_for(name: str, draw: random.Random) -> Iterator[str]:
    """A game, some arguments and some options: mostly those of the command."""
    yield name
    yield draw.choice(NAMES)
    pool = FEW if draw.random() < 0.7 else ODD
    yield from (draw.choice(pool) for _ in range(draw.choice([0, 0, 0, 1, 2, 3])))
    command = main.get_command(click.Context(main), name)
    assert command is not None
    own = [word for option in command.params for word in option.opts if word in OPTIONS]
    for _ in range(draw.choice([0, 1, 1, 2])):
        option = draw.choice(own if own and draw.random() < 0.9 else list(OPTIONS))
        yield option
        yield from draw.sample(OPTIONS[option], min(1, len(OPTIONS[option])))
    if name in SERVERS:
        yield from ("--port", draw.choice(["80000", "-1", "x", ""]))
    elif "--budget" in own:
        yield from ("--budget", "3000")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "bench"])
def test_no_words_end_in_a_traceback(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    draw = random.Random(f"zermelo {name}")
    for _ in range(RUNS):
        words = list(words_for(name, draw))
        given = draw.choice(["", "1 2 3", "1\nh\nu\n?\nx\nq\n", "a1\n\n2\n1\n1\n1\n1\n"])
        done = CliRunner().invoke(main, words, input=given, prog_name="zermelo")
        fine = done.exception is None or isinstance(done.exception, SystemExit)
        assert fine, (words, given, done.exception)
        assert done.exit_code in (ANSWER, FAILED, BAD_INPUT, NOTHING), (words, done.output)
        if done.exit_code == BAD_INPUT:
            assert len(done.stderr.splitlines()) == 2, (words, done.stderr)
