"""`zermelo compare`."""

from __future__ import annotations

import json
import shutil
from functools import partial
from typing import TYPE_CHECKING

import click

from zermelo.faces.cli.console import paint, progress, rows, say, wrapped
from zermelo.faces.cli.options import (
    A_COUNT,
    NEGATIVE,
    game_from,
    game_name,
    in_time,
    start_from,
    takes_game,
    takes_position,
    takes_seconds,
)
from zermelo.faces.cli.pictures import suffixed

if TYPE_CHECKING:
    from zermelo.faces.plain import JsonObject
    from zermelo.teaching.compare import Comparison


@click.command(context_settings=NEGATIVE)
@takes_game
@takes_position
@takes_seconds
@click.option("--budget", type=A_COUNT, metavar="N", help="States that may be held.")
@click.option("-o", "--output", metavar="FILE", help="The plot as a .png or .svg file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; see docs/commands.md.")
def compare(
    words: tuple[str, ...],
    position: str | None,
    budget: int | None,
    seconds: float | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Greedy, the naive recursion and a table side by side; where greedy goes wrong.

    \b
    zermelo compare ends 1 5 233 7
    zermelo compare ends 1 5 233 7 -o work.svg
    """
    from zermelo.teaching.compare import compare as compared

    if output is not None:
        from zermelo.faces.plots import PICTURE_SUFFIXES

        suffixed(output, PICTURE_SUFFIXES)
    game = game_from(words)
    with progress() as told:
        start = start_from(position, game, budget, told)
        work = partial(compared, game, start=start, budget=budget, seconds=seconds)
        found = in_time(seconds, work, game_name(game))
    if as_json:
        say(json.dumps(_record(found), ensure_ascii=False))
    elif output is not None:
        _save(found, output)
    else:
        _print(found)


def _print(found: Comparison) -> None:
    from zermelo.faces.work_plots import work_data, work_in_terminal

    head, *lines = found.table()
    for line in (*wrapped(found.title, 0), paint(head, dim=True), *lines):
        say(line)
    if found.remarks():
        rows(found.remarks())
    if found.growing is not None:
        say()
        say(work_in_terminal(work_data(found), max(40, shutil.get_terminal_size((80, 24)).columns)))


def _save(found: Comparison, output: str) -> None:
    from zermelo.faces.plots import save
    from zermelo.faces.work_plots import work_data

    say(f"{save(work_data(found), output)} is written")


def _record(found: Comparison) -> JsonObject:
    """The comparison as plain data, with the same keys always."""
    from dataclasses import asdict

    from zermelo.faces.plain import plain
    from zermelo.model.numerals import spelled

    return {
        "game": spelled(found.game),
        "value": plain(found.value),
        "approaches": [plain(asdict(way)) for way in found.approaches],
        "wrong": None if found.slip is None else plain(asdict(found.slip)),
        "growth": None if found.growing is None else plain(asdict(found.growing)),
    }
