"""The page of the program: every command, argument and option, as click knows them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import api
import click

from zermelo.faces.cli import main

HEAD = """# The program

`zermelo COMMAND …`. [The commands](../commands.md) shows them at work, with their output, and says
what their JSON holds and how they end; this page lists what each takes.

"""


def write(folder: Path) -> None:
    """The page."""
    (folder / "program.md").write_text(HEAD + "\n".join(map(section, commands())), "utf-8")


def commands() -> dict[str, click.Command]:
    """Every command by its name; each has to say what it does, and each option what it is for."""
    context = click.Context(main, info_name="zermelo")
    found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def section(name: str) -> str:
    """One command."""
    command = commands()[name]
    context = click.Context(command, info_name=f"zermelo {name}")
    usage = " ".join(command.collect_usage_pieces(context))
    options = (p for p in command.get_params(context) if isinstance(p, click.Option))
    rows = [record for option in options if (record := option.get_help_record(context))]
    if not command.help or not all(text for _, text in rows):
        raise LookupError(f"zermelo {name}: the command, or one of its options, says nothing")
    lines = [f"| `{cell(head)}` | {api.linked(cell(text))} |" for head, text in rows]
    table = "\n".join(["| option | what it does |", "|---|---|", *lines])
    return (
        f"## {name}\n\n```text\nzermelo {name} {usage}\n```\n\n{words(command.help)}\n\n{table}\n"
    )


def words(text: str) -> str:
    """A command's help; a paragraph that keeps its lines stays as it is."""
    parts = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(
        f"```text\n{p[1:].strip(chr(10))}\n```" if p[0] == "\b" else p for p in parts
    )


def cell(text: str) -> str:
    """Text in a cell of a table."""
    return re.sub(r"\s+", " ", text).replace("|", "\\|")
