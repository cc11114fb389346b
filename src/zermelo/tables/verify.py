"""The certificate over a file: every checksum, and every position against the rules.

A position's value and plies must follow from those of the positions that its moves lead to, which
must all be in the table, as must the starts. Large tables are held against the compiled rules, and
a sample of them against Python's own, as small ones are.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import numpy as np

from zermelo.errors import DamagedTable
from zermelo.graph.contract import NOT_FOUND
from zermelo.machine.layout import Layout
from zermelo.machine.machine import Machine
from zermelo.model.game import Game, State
from zermelo.model.numerals import spelled
from zermelo.proof import Proof
from zermelo.staging.reading.source import Refused
from zermelo.tables.compiled_check import CompiledCheck
from zermelo.tables.format import PAGE, damaged_pages
from zermelo.tables.ground import Hearing, table_lie
from zermelo.tables.plain_check import PlainCheck
from zermelo.tables.reader import TableFile

FEW_POSITIONS = 20_000  # positions that Python checks sooner than rules are compiled
SAMPLED_POSITIONS = 1_000  # positions of a large table that are checked by Python, too
SAMPLING_SEED = 16
PAGES_NAMED = 3


def verify_file(
    table: TableFile,
    game: Game,
    start: State,
    starts: Iterable[State] = (),
    told: Hearing | None = None,
) -> Proof:
    """Check all of a table; O(positions + moves). The first lie is raised, with its place."""
    check_pages(table)
    for each in chain((start,), starts):
        if table.number(game, each) == NOT_FOUND:
            raise table_lie(table.path, "", f"the start {spelled(each)} is not in the table")
    moves = _checked(table, game, told)
    equations = 1 + ("plies" in table.columns) + ("nimber" in table.columns)
    value, name = table.row(table.number(game, start))[0], type(game).__name__
    return Proof(name, value, len(table), moves, equations * len(table), game.tolerance)


def _checked(table: TableFile, game: Game, told: Hearing | None) -> int:
    """Check every position; how many moves there are."""
    plain = PlainCheck(table, game)
    machine = None if len(table) <= FEW_POSITIONS else _machine(game, table.layout)
    if machine is None:
        return plain.all(told)
    picked = np.random.default_rng(SAMPLING_SEED).integers(0, len(table), SAMPLED_POSITIONS)
    for number in np.unique(picked).tolist():
        plain.check(number)
    return CompiledCheck(table, machine).all(told)


def check_pages(table: TableFile) -> None:
    """Every checksum; the error names the places that are damaged."""
    pages = damaged_pages(table.file)
    if not pages:
        return
    named = [f"bytes {page * PAGE:,} … ({_parts_in(table, page)})" for page in pages]
    more = f", and {len(pages) - PAGES_NAMED} more" if len(pages) > PAGES_NAMED else ""
    raise DamagedTable(
        f"{'; '.join(named[:PAGES_NAMED])}{more}",
        where=str(table.path),
        rule="the checksum of a stretch of the file does not hold: it is damaged",
        fix="Take a copy of it that is whole, or solve and save the game again",
    )


def _parts_in(table: TableFile, page: int) -> str:
    """What stands on a page, in words."""
    first = table.part_of(page * PAGE)
    last = table.part_of(min((page + 1) * PAGE, len(table.file.body)) - 1)
    return first if first == last else f"{first}, to {last}"


def _machine(game: Game, layout: Layout) -> Machine | None:
    try:
        return Machine.of(game, layout)
    except Refused:
        return None
