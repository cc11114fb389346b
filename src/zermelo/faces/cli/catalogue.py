"""`zermelo games`, `zermelo new`, `zermelo completion`."""

from __future__ import annotations

import inspect
import os
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from zermelo.errors import BadInput
from zermelo.faces.cli.console import paint, rows, say
from zermelo.faces.cli.options import names
from zermelo.faces.cli.pictures import written

SHELLS = {
    "bash": 'eval "$(_ZERMELO_COMPLETE=bash_source zermelo)"',
    "zsh": 'eval "$(_ZERMELO_COMPLETE=zsh_source zermelo)"',
    "fish": "_ZERMELO_COMPLETE=fish_source zermelo | source",
}


@click.command()
@click.argument("name", nargs=-1, shell_complete=names)
def games(name: tuple[str, ...]) -> None:
    """The catalogue; with a name, the rules of one game and how it is called.

    \b
    zermelo games
    zermelo games lc1140
    """
    from zermelo.games import GAMES, find

    if name:
        _print_game(find(" ".join(name)))
        return
    for game in GAMES:
        also = f"  {', '.join(game.aliases)}" if game.aliases else ""
        say(f"{paint(f'{game.name:<20}', bold=True)} {_first_sentence(game.rules())}{also}")


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


def example_words(game: Any) -> str:
    """The arguments of the example as they are typed."""
    parameters = list(inspect.signature(game).parameters)
    given = dict(zip(parameters, game.example, strict=False))
    parts = []
    for place, (name, value) in enumerate(given.items()):
        if place == 0 and isinstance(value, tuple) and not any(isinstance(v, tuple) for v in value):
            parts.append(" ".join(map(str, value)))
        elif place == 0 and not isinstance(value, tuple):
            parts.append(_word(value))
        else:
            parts.append(f"{name}={_word(value)}")
    return " ".join(parts)


def _word(value: Any) -> str:
    if isinstance(value, tuple):
        nested = any(isinstance(part, tuple) for part in value)
        return (":" if nested else ",").join(map(_word, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


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
