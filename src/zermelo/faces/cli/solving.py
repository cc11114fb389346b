"""`zermelo solve`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Unpack

import click

from zermelo.faces.cli.console import has_colour, paint, progress, rows, say
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
from zermelo.solution import Solution

if TYPE_CHECKING:
    from zermelo.faces.plain import JsonObject
    from zermelo.proof.checker import Proof
    from zermelo.solution.bulk.histogram import Histogram

PLAYS_LISTED = 20  # of --all
MOST_PRINTED = 60  # of the line of play
PRINTING_SECONDS = 2.0  # seconds at least to print what is known


@click.command(context_settings=NEGATIVE)
@takes_game
@takes_position
@takes_limits
@takes_view
@click.option("--all", "every", is_flag=True, help="All optimal lines of play, counted and listed.")
@click.option("--table", is_flag=True, help="Every state's value; a row as its triangle.")
@click.option("--histogram", is_flag=True, help="How many positions have which value.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; see docs/commands.md.")
@click.option("-o", "--output", metavar="FILE", help="Save the table; see docs/tables.md.")
@click.option("--check", "proved", is_flag=True, help="Have the independent checker prove it.")
def solve(
    words: tuple[str, ...],
    position: str | None,
    view: str | None,
    every: bool,
    table: bool,
    histogram: bool,
    as_json: bool,
    output: str | None,
    proved: bool,
    **limits: Unpack[SolveOptions],
) -> None:
    """Who wins, by how much, the best moves and the line of play.

    \b
    zermelo solve ends 5 3 7 10
    zermelo solve lc486 1 5 2 --table
    zermelo solve connect-four 5 4 --check --histogram
    zermelo solve mygame.py:Coins row=5,3,7,10 --from 1,3
    zermelo solve ends @coins.npy --json
    zermelo solve lc1140 2 7 9 4 4 --view total --table
    zermelo solve connect-four 5 4 -o c4.table
    """
    solution, seconds = solved(words, position, **limits), limits["seconds"]
    with progress() as told:
        proof = solution.prove(seconds=seconds) if proved else None
        if output is not None:
            solution.save(output, progress=told)
    show = _print_json if as_json else _print
    more = {"every": every, "table": table, "histogram": histogram}
    printed = partial(show, solution, proof, view=view, **more)
    least = None if seconds is None else max(seconds, PRINTING_SECONDS)
    made_in_time(solution, least, printed, "the answers about")
    if output is not None and not as_json:
        rows([("saved", _saved_text(solution, output))])


def _saved_text(solution: Solution, path: str) -> str:
    import os

    graph, size = solution.answers.graph, os.path.getsize(path)
    assert graph is not None
    return f"{path}: {len(graph):,} positions, {size / len(graph):.2f} bytes each"


def _print(
    solution: Solution,
    proof: Proof | None,
    *,
    view: str | None,
    every: bool,
    table: bool,
    histogram: bool,
) -> None:
    seen = [] if view is None else _view_rows(solution, view)  # refused before it is printed
    print_answers(solution, seen)
    if every:
        _print_lines(solution)
    if table:
        from zermelo.faces.table_text import table_text

        say()
        say(table_text(solution, colour=has_colour(), view=view))
    if histogram:
        for counts in _histograms(solution):
            say(f"\n{counts}")
    if proof is not None:
        rows([("proof", str(proof))])


def print_answers(solution: Solution, more: Sequence[tuple[str, str]] = ()) -> None:
    """The headline answers; the winner stands out."""
    bold = {"value", "winner"}
    pairs = [*solution.headlines(), *more]
    rows([(head, paint(body, bold=True) if head in bold else body) for head, body in pairs])


def _view_rows(solution: Solution, view: str) -> list[tuple[str, str]]:
    """The value in this view, and how it comes about."""
    from zermelo.faces.equations import equations_of

    equations = equations_of(solution, view)
    first, *rest = equations.recurrence.splitlines()
    told = [("view", equations.short(solution.start)), ("recurrence", first)]
    return [*told, *(("", line) for line in rest)]


def _view_record(solution: Solution, view: str) -> JsonObject:
    from zermelo.faces.equations import equations_of
    from zermelo.faces.plain import plain

    equations = equations_of(solution, view)
    value = plain(equations.value(solution.start))
    return {"name": view, "value": value, "recurrence": equations.recurrence}


def _histograms(solution: Solution) -> list[Histogram]:
    """Positions by value, and by remoteness where it is known; one table where it says both."""
    if not solution.answers.counts_plies:
        return [solution.histogram()]
    by_plies = solution.histogram("remoteness", "outcome")
    is_scored = solution.answers.value_type.is_scored
    return [solution.histogram(), by_plies] if is_scored else [by_plies]


def _histogram_record(solution: Solution) -> JsonObject:
    """The same with all keys; each line names what it counts."""
    from zermelo.faces.plain import plain

    def lines(counts: Histogram) -> list[JsonObject]:
        several = len(counts.of) > 1
        keys = [key if several and isinstance(key, tuple) else (key,) for key in counts]
        named = [dict(zip(counts.of, map(plain, key), strict=True)) for key in keys]
        sizes = counts.values()
        return [{**one, "positions": size} for one, size in zip(named, sizes, strict=True)]

    counts, known = solution.histogram(), solution.answers.counts_plies
    by_plies = lines(solution.histogram("remoteness", "outcome")) if known else None
    return {"positions": counts.total, "values": lines(counts), "remoteness": by_plies}


def _print_json(
    solution: Solution,
    proof: Proof | None,
    *,
    view: str | None,
    every: bool,
    table: bool,
    histogram: bool,
) -> None:
    import json

    from zermelo.faces.record import record
    from zermelo.faces.table_text import table_record

    answers = {
        **record(solution, proof=proof),
        "view": None if view is None else _view_record(solution, view),
        "plays": _plays(solution) if every else None,
        "table": table_record(solution, view) if table else None,
        "histogram": _histogram_record(solution) if histogram else None,
    }
    say(json.dumps(answers, ensure_ascii=False))


def _plays(solution: Solution) -> JsonObject:
    """How many optimal lines there are, and the first of them."""
    lines = [list(play.labels) for play in islice(solution.plays(), PLAYS_LISTED)]
    return {"count": solution.count_plays(), "lines": lines}


def _print_lines(solution: Solution) -> None:
    count = solution.count_plays()
    say(f"\n{count:,} optimal line{'' if count == 1 else 's'}")
    for number, play in enumerate(islice(solution.plays(), PLAYS_LISTED), 1):
        say(f"{number:>4}  {', '.join(play.labels)}")
    if count > PLAYS_LISTED:
        say(f"   …  and {count - PLAYS_LISTED:,} more")
