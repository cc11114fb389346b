"""docs/commands.md has every command, every option, every exit code and every key."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import click
import pytest

from prompt_runs import told
from zermelo import Card
from zermelo.faces.cli import COMMANDS, console, main, overseer
from zermelo.teaching.cards import Way

PAGE = (Path(__file__).parent.parent / "docs" / "commands.md").read_text("utf-8")
ROWS = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| `")]


def test_every_command_has_a_line() -> None:
    documented = {name for cells in ROWS for name in re.findall(r"`([a-z]+)`", cells[0])}
    assert set(COMMANDS) <= documented


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_option_of_a_command_has_a_line_that_names_it(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    lines = {word: cells for cells in ROWS for word in re.findall(r"`(-[a-z-]+)`", cells[0])}
    for option in command.params:
        for word in option.opts:
            assert not word.startswith("-") or word in lines, f"{name} {word}"


def test_options_of_the_page_exist() -> None:
    commands = [main, *(main.get_command(click.Context(main), name) for name in COMMANDS)]
    known = {word for command in commands if command for o in command.params for word in o.opts}
    said = {word for cells in ROWS for word in re.findall(r"`(--[a-z-]+)`", cells[0])}
    assert said - known == {"--help"}  # which click adds to every command


def test_every_exit_code_has_a_line() -> None:
    codes = (
        console.ANSWER,
        console.FAILED,
        console.BAD_INPUT,
        console.NOTHING_COMPARED,
        console.STOPPED,
        overseer.ENDED_BY_FORCE,
    )
    said = re.findall(r"^\| (\d+) \| ", PAGE, re.M)
    assert list(map(int, said)) == list(codes)


def test_every_key_of_the_json_has_a_line() -> None:
    keys = json.loads(told("solve", "ends", "5", "3", "--json"))
    said = {key for cells in ROWS for key in re.findall(r"`([a-z]+)`", cells[0])}
    assert set(keys) <= said


def keys_of(found: object) -> set[str]:
    """Every key, at any depth."""
    if isinstance(found, list):
        return set().union(*map(keys_of, found))
    return set(found).union(*map(keys_of, found.values())) if isinstance(found, dict) else set()


@pytest.mark.parametrize(
    "words",
    [
        "solve ends 5 3 --check --table --all --histogram --view total",
        "solve three-player-row 4 1 7",
        "explain ends 5 3 --all --forms",
        "explain kayles 3 --all",
        "games",
        "games lc1140",
        "games --compare lc877 lc1140",
        "which take from either end",
        "compare ends 1 5 233 7",
    ],
)
def test_every_key_of_every_json_is_named_below_its_heading(words: str) -> None:
    section = PAGE.partition("\n## JSON\n")[2].partition("\n## ")[0]
    said = set(re.findall(r"`(\w+)`", section))
    if words.startswith("games "):  # the page says: the fields of Card
        said |= {field.name for kind in (Card, Way) for field in fields(kind)}
    assert keys_of(json.loads(told(*words.split(), "--json"))) <= said
