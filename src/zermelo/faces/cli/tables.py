"""`zermelo probe`, `zermelo verify` and `zermelo export`: saved tables at the prompt."""

from __future__ import annotations

import click

from zermelo.faces.cli.console import progress, rows, say
from zermelo.faces.cli.options import NEGATIVE, table_from


@click.command(context_settings=NEGATIVE)
@click.argument("file", metavar="FILE")
@click.argument("position", required=False, metavar="[POSITION]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; see docs/commands.md.")
def probe(file: str, position: str | None, as_json: bool) -> None:
    """Look a position up in a saved table: its value, the best moves, the line of play.

    \b
    zermelo probe c4.table
    zermelo probe c4.table 1,3
    """
    from zermelo.faces.cli.solving import print_answers

    solution = table_from(file, position, "POSITION")
    if not as_json:
        print_answers(solution)
        return
    import json

    from zermelo.faces.record import record

    say(json.dumps(record(solution), ensure_ascii=False))


@click.command()
@click.argument("file", metavar="FILE")
def verify(file: str) -> None:
    """Check a saved table: every checksum, and every position against the rules of the game.

    \b
    zermelo verify c4.table
    """
    with progress():
        proof = table_from(file, None, "FILE").prove()
    rows([("proof", str(proof))])


@click.command()
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", required=True, metavar="FILE", help="A .csv, .json or .parquet.")
def export(file: str, output: str) -> None:
    """A saved table for other programs: one line for each position.

    \b
    zermelo export c4.table -o c4.parquet
    """
    from zermelo.solution.bulk.exporting import export_table

    count = export_table(table_from(file, None, "FILE").where(), output)
    rows([("written", f"{output}: {count:,} positions")])
