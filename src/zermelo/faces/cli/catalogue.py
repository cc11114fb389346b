"""`zermelo games`, `zermelo help`, `zermelo new`, `zermelo completion`."""

from __future__ import annotations

import inspect
import os
from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from zermelo.errors import BadInput
from zermelo.faces.cli.arguments import example_words
from zermelo.faces.cli.console import no_such, paint, rows, say, width, wrapped
from zermelo.faces.cli.options import names
from zermelo.faces.cli.pictures import written

WIDE = 60  # columns from which on names and rules stand side by side
SHELLS = {
    "bash": 'eval "$(_ZERMELO_COMPLETE=bash_source zermelo)"',
    "zsh": 'eval "$(_ZERMELO_COMPLETE=zsh_source zermelo)"',
    "fish": "_ZERMELO_COMPLETE=fish_source zermelo | source",
}


def commands(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Names of commands for the shell."""
    from zermelo.faces.cli import COMMANDS

    return [name for name in COMMANDS if name.startswith(incomplete)]


@click.command()
@click.argument("name", nargs=-1, shell_complete=names)
def games(name: tuple[str, ...]) -> None:
    """The catalogue; with a name, the rules of one game; with other words, the games about them.

    \b
    zermelo games
    zermelo games lc1140
    zermelo games row richer
    """
    from zermelo.games import GAMES, find

    with suppress(BadInput):
        _print_game(find(" ".join(name)))
        return
    about = [game for game in GAMES if _is_about(game, name)]
    if not about:
        raise _nothing_about(" ".join(name))
    for game in about:
        _print_line(game)


def _nothing_about(words: str) -> BadInput:
    from zermelo.games import near

    close = ", ".join(near(words))
    return BadInput(
        words,
        where="the catalogue",
        rule="no game has this name, and none has these words in its rules",
        fix=f"Did you mean {close}" if close else "`zermelo games` lists all of them",
    )


def _is_about(game: Any, words: Sequence[str]) -> bool:
    """Whether every word is in the name, the aliases or the rules of a game."""
    text = " ".join((game.name, *game.aliases, game.rules())).casefold()
    return all(word.casefold().replace("-", " ") in text for word in words)


def _print_line(game: Any) -> None:
    """Name, first sentence and aliases; in a narrow terminal the name has a line of its own."""
    also = f"  {', '.join(game.aliases)}" if game.aliases else ""
    indent = 4 if (width() or WIDE) < WIDE else 21
    first, *rest = wrapped(f"{_first_sentence(game.rules())}{also}", indent)
    head = paint(game.name, bold=True)
    if indent == 4:
        say(head)
        say(f"{'':<{indent}}{first}")
    else:
        say(f"{head}{'':<{21 - len(game.name)}}{first}")
    for line in rest:
        say(f"{'':<{indent}}{line}")


def _first_sentence(text: str) -> str:
    return text.partition(". ")[0].rstrip(".")


def _print_game(game: Any) -> None:
    example = repr(game.example_game())
    fields = ", ".join(inspect.signature(game).parameters)
    rows(
        [
            ("name", game.name),
            ("aliases", ", ".join(game.aliases) or "none"),
            ("rules", game.rules()),
            ("tie", game.tie_rule()),
            ("fields", fields or "none"),
            ("example", example),
            ("try", f"zermelo solve {game.name.replace(' ', '-')} {example_words(game)}".rstrip()),
        ]
    )


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
    written(file, text)
    say(f"{file} is written. Try: zermelo solve {file}, zermelo check {file}")


@click.command()
@click.argument("shell", required=False, type=click.Choice(list(SHELLS)))
def completion(shell: str | None) -> None:
    """Print the line that makes your shell complete commands and games."""
    shell = shell or Path(os.environ.get("SHELL", "bash")).name
    say(SHELLS.get(shell, SHELLS["bash"]))
