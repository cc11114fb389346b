"""Every command that the README and the pages show is run, and prints what they say."""

from __future__ import annotations

import doctest
import json
import os
import re
import sys
from pathlib import Path

import click
import pytest

from programs import run
from zermelo.faces.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
WAITED = re.compile(r"^zermelo: compiling .*\n", re.M)  # only where nothing is on disk yet
FENCED = r"^```([^\n]*)\n(.*?)^```$"
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(page: Path) -> list[list[tuple[str, str]]]:
    """The consoles of a page: each a list of commands with their output."""
    found = re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.S)
    return [re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M) for text in found]


CASES = [
    pytest.param(block, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, block in enumerate(blocks(page), 1)
]


@pytest.mark.parametrize("block", CASES)
@pytest.mark.unmeasured
def test_commands_print_what_the_page_says(block: list[tuple[str, str]], tmp_path: Path) -> None:
    program = tmp_path / "bin" / "zermelo"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m zermelo "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}:{os.environ['PATH']}"
    for command, wanted in block:
        done = run("bash", "-c", command, cwd=tmp_path, merged=True, PATH=path)
        if wanted:
            told = WAITED.sub("", done.stdout)
            same = doctest.OutputChecker().check_output(wanted, told, FLAGS)
            assert same, f"$ {command}\n{done.stdout}\ninstead of\n{wanted}"


def test_there_are_commands_to_run() -> None:
    assert len(CASES) >= 5


# -- what is shown and not run: it waits for somebody, takes hours or needs a cluster --------------


def shown(*kinds: str) -> list[str]:
    """The blocks of such kinds."""
    texts = [page.read_text("utf-8") for page in PAGES]
    found = [block for text in texts for block in re.findall(FENCED, text, re.M | re.S)]
    return [block for kind, block in found if kind in kinds]


def test_commands_that_are_only_shown_exist_with_their_options() -> None:
    lines = [line for block in shown("", "text", "sh") for line in block.splitlines()]
    typed = list(
        filter(None, (re.match(r"(?:\$ )?zermelo ([a-z]+)\b(.*)", line) for line in lines))
    )
    assert len(typed) >= 10
    for found in typed:
        command = main.get_command(click.Context(main), found[1])
        assert command is not None, found[0]
        known = {word for option in command.params for word in option.opts}
        options = re.findall(r"(?<!\S)--?[a-z][a-z-]*", found[2].partition("#")[0])
        assert {*options} <= known, found[0]


def test_code_that_is_only_shown_is_python_and_json() -> None:
    for block in shown("python"):
        if ">>>" not in block:
            compile(block, "a page", "exec")
    assert all(map(json.loads, shown("json")))
