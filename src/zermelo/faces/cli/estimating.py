"""`zermelo estimate`."""

from __future__ import annotations

import click

from zermelo.faces.cli.console import in_options, progress, tell
from zermelo.faces.cli.options import (
    NEGATIVE,
    game_from,
    start_from,
    takes_game,
    takes_position,
    takes_seconds,
)


@click.command(context_settings=NEGATIVE)
@takes_game
@takes_position
@takes_seconds
def estimate(words: tuple[str, ...], position: str | None, seconds: float | None) -> None:
    """How many states, how long, how much memory, before starting.

    \b
    zermelo estimate connect-four 6 5
    """
    from zermelo._forecast import forecast

    game = game_from(words)
    with progress():
        found = forecast(game, start=start_from(position, game), seconds=seconds)
        tell(found.told_in(in_options))
