"""`zermelo animate`, `zermelo plot`."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Unpack

import click

from zermelo.errors import BadInput
from zermelo.faces.cli.console import has_colour, say
from zermelo.faces.cli.options import (
    NEGATIVE,
    SolveOptions,
    made_in_time,
    solved,
    takes_game,
    takes_limits,
    takes_position,
    takes_view,
)


@click.command(context_settings=NEGATIVE)
@takes_game
@takes_position
@takes_limits
@takes_view
@click.option("-o", "--output", default="table.html", show_default=True, metavar="FILE.html")
def animate(
    words: tuple[str, ...],
    position: str | None,
    view: str | None,
    output: str,
    **limits: Unpack[SolveOptions],
) -> None:
    """One self-contained page: the table filling cell by cell, with play, steps and a slider.

    \b
    zermelo animate ends 5 3 7 10 -o table.html
    """
    from zermelo.faces.animation import animation

    suffixed(output, (".html", ".htm"))
    solution = solved(words, position, **limits)
    page = made_in_time(
        solution, limits["seconds"], lambda: animation(solution, view), "the animation of"
    )
    write_picture(Path(output), page)
    say(f"{output} is written; open it in a browser")


@click.command(context_settings=NEGATIVE)
@takes_game
@takes_position
@takes_limits
@takes_view
@click.option("--kind", default=None, metavar="KIND", help="heat, moves or growth.")
@click.option("-o", "--output", metavar="FILE", help="A .png or .svg; without it, the terminal.")
def plot(
    words: tuple[str, ...],
    position: str | None,
    view: str | None,
    kind: str | None,
    output: str | None,
    **limits: Unpack[SolveOptions],
) -> None:
    """Heat map of a row's table, value by move, or growth of the number of states.

    \b
    zermelo plot ends 5 3 7 10
    zermelo plot connect-four 4 4 --kind growth -o growth.svg
    """
    from zermelo.faces import plots
    from zermelo.model.shapes import Row

    if output is not None:
        suffixed(output, plots.PICTURE_SUFFIXES)
    solution = solved(words, position, **limits)
    kind = kind or ("heat" if isinstance(solution.game.shape, Row) else "moves")
    drawn = partial(plots.picture, kind, solution, view=view)
    data = made_in_time(solution, limits["seconds"], drawn, "the plot of")
    if output is None:
        width = max(40, shutil.get_terminal_size((80, 24)).columns)
        say(plots.in_terminal(data, width, has_colour()))
    else:
        say(f"{plots.save(data, output)} is written")


def suffixed(output: str, suffixes: Sequence[str]) -> None:
    """Refuse a file of a kind that we do not write, before any work is done."""
    path = Path(output)
    if path.suffix.lower() not in suffixes:
        raise BadInput(
            output,
            where="--output",
            rule=f"it is written as {' or '.join(suffixes)}",
            fix=f"Write {path.with_suffix(suffixes[0]) if path.name else f'x{suffixes[0]}'}",
        )


def write_picture(path: Path, text: str) -> None:
    """Write a file; a folder that is missing is an error of two lines."""
    try:
        path.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise BadInput(
            str(path), rule=f"it cannot be written: {error.strerror}", fix="Name another file"
        ) from None
