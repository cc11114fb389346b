"""`zermelo help`, `zermelo new`, `zermelo completion`."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

import click

from zermelo.errors import BadInput
from zermelo.faces.cli.console import no_such, say
from zermelo.faces.cli.pictures import write_picture

SHELLS = {
    "bash": 'eval "$(_ZERMELO_COMPLETE=bash_source zermelo)"',
    "zsh": 'eval "$(_ZERMELO_COMPLETE=zsh_source zermelo)"',
    "fish": "_ZERMELO_COMPLETE=fish_source zermelo | source",
}


def commands(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Names of commands for the shell."""
    from zermelo.faces.cli import COMMANDS

    return [name for name in COMMANDS if name.startswith(incomplete)]


@click.command("help")
@click.argument("command", required=False, shell_complete=commands)
@click.pass_context
def help_(ctx: click.Context, command: str | None) -> None:
    """What the program, or one of its commands, does and takes.

    \b
    zermelo help
    zermelo help solve
    """
    from zermelo.faces.cli import COMMANDS, main

    above = ctx.parent or ctx
    if command is None:
        say(main.get_help(above))
        return
    found = main.get_command(ctx, command)
    if found is None:
        raise no_such("command", command, COMMANDS, "`zermelo help` lists all of them")
    say(found.get_help(click.Context(found, above, info_name=command)))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def new(file: Path, force: bool) -> None:
    """Write a commented starter game that solves as it is.

    \b
    zermelo new mygame.py
    zermelo solve mygame.py
    """
    if file.suffix != ".py":
        raise BadInput(str(file), rule="a game is a Python file", fix=f"Write {file}.py")
    if file.exists() and not force:
        raise BadInput(str(file), rule="it is there already", fix="Name another, or pass --force")
    text = files("zermelo.faces.cli").joinpath("starter.py.txt").read_text(encoding="utf-8")
    write_picture(file, text)
    say(f"{file} is written. Try: zermelo solve {file}, zermelo check {file}")


@click.command()
@click.argument("shell", required=False, type=click.Choice(list(SHELLS)))
def completion(shell: str | None) -> None:
    """Print the line that makes your shell complete commands and games."""
    shell = shell or Path(os.environ.get("SHELL", "bash")).name
    say(SHELLS.get(shell, SHELLS["bash"]))
