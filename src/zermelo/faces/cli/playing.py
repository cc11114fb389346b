"""`zermelo play`."""

from __future__ import annotations

from contextlib import redirect_stdout, suppress
from typing import Unpack

import click

from zermelo.errors import BadInput
from zermelo.faces.cli.console import STOPPED, has_colour, output, say, width
from zermelo.faces.cli.options import (
    NEGATIVE,
    SolveOptions,
    solved_or_loaded,
    takes_game_or_table,
    takes_limits,
    takes_position,
)


@click.command(context_settings=NEGATIVE)
@takes_game_or_table
@takes_position
@takes_limits
@click.option("--as", "seat", metavar="SEAT", default="first", show_default=True,
              help="first, second, a number, both, or none to watch.")  # fmt: skip
def play(
    words: tuple[str, ...],
    file: str | None,
    position: str | None,
    seat: str,
    **limits: Unpack[SolveOptions],
) -> None:
    """Play against perfect play: board, hints, undo, and a review of what was given away.

    \b
    zermelo play tic-tac-toe
    zermelo play ends 5 3 7 10 2 8 --as second
    zermelo play --table c4.table
    """
    from zermelo.faces.play import play as run
    from zermelo.faces.session import Session
    from zermelo.model.game import seats

    solution = solved_or_loaded(words, file, position, **limits)
    players = len(seats(solution.game, solution.start))
    session = Session(solution, human=_humans(seat, players))
    with suppress(ImportError):  # not everywhere
        import readline  # noqa: F401 - input() edits lines and remembers them from now on
    try:
        run(session, read=asked, write=say, colour=has_colour(), width=width() or 80)
    except KeyboardInterrupt:  # after the review
        raise click.exceptions.Exit(STOPPED) from None


def asked(prompt: str) -> str:
    """A line of the person at the terminal; the prompt goes where the board is."""
    with redirect_stdout(output()):
        try:
            return input(prompt)
        except RuntimeError:  # a stream is closed
            raise EOFError from None


def _humans(seat: str, players: int) -> frozenset[int]:
    """The players who are asked."""
    named = {"first": {0}, "second": {1}, "both": set(range(players)), "none": set()}
    if seat in named:
        return frozenset(named[seat])
    if seat.isdigit() and 1 <= int(seat) <= players:
        return frozenset({int(seat) - 1})
    raise BadInput(
        seat,
        where="--as",
        rule=f"seats are first, second, both, none or a number up to {players}",
        fix="Pass one of them",
    )
