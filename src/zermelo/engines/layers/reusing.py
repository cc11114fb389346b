"""Saved tables of the same rules: a layer that they hold is looked up instead of being settled.

What a position is worth follows from the rules and from nothing else, so it does not matter from
where a table was solved. Its class and its rules must be the same, and the fields that rules
mention; a field that decides on starts alone may differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from zermelo.engines.layers.asking import Asker
from zermelo.engines.layers.recurrences import Sweep
from zermelo.engines.layers.sharing import Team
from zermelo.errors import BadTable
from zermelo.machine.layout import Layout
from zermelo.machine.relaying import keys_in
from zermelo.machine.words import Words
from zermelo.model.game import Game
from zermelo.tables.finding import Finder
from zermelo.tables.identity import refuse_other_rules
from zermelo.tables.reader import TableFile
from zermelo.tables.verify import check_pages

LOOKED_UP_AT_ONCE = 1 << 16  # positions


class Unsaved(Exception):
    """A position of a layer is in no table."""


@dataclass(frozen=True)
class SavedTables:
    """Tables whose positions need not be settled again."""

    files: Sequence[TableFile]
    layout: Layout
    words: Words

    def worth(
        self, keys: np.ndarray, number: int, sweep: Sweep, team: Team
    ) -> Iterator[np.ndarray]:
        """What the states of a layer are worth, piece after piece; `Unsaved` where one is not held.

        Every layer is looked up as a whole: in several tables, if need be.
        """
        lows = range(0, len(keys), LOOKED_UP_AT_ONCE)
        parts = (keys[low : low + LOOKED_UP_AT_ONCE] for low in lows)
        return team.results(partial(self._looked_up, part, number, sweep) for part in parts)

    def _looked_up(self, keys: np.ndarray, number: int, sweep: Sweep, asker: Asker) -> np.ndarray:  # noqa: ARG002 - the rules are not asked
        shape = len(keys) if sweep.width is None else (len(keys), sweep.width)
        out, missing = np.empty(shape, sweep.dtype), np.arange(len(keys))
        whole = self.words.unpack(keys)
        for file in self.files:
            if len(missing):
                missing = self._fill(file, whole, missing, number, sweep, out)
        if len(missing):
            raise Unsaved
        return out

    def _fill(
        self,
        file: TableFile,
        keys: np.ndarray,
        missing: np.ndarray,
        number: int,
        sweep: Sweep,
        out: np.ndarray,
    ) -> np.ndarray:
        """What a table says of states whose worth is missing; the places of those it lacks."""
        saved = sweep.saved
        if saved is None or not {*saved.names} <= {*file.columns}:
            return missing
        found, fits = keys_in(self.layout, keys[missing], file.layout)
        numbers = np.full(len(missing), -1, np.int64)
        numbers[fits] = file.numbers_of_keys(found[fits], file.likely_layer(number))
        is_held = numbers >= 0
        told = [file.column_at(name, numbers[is_held]) for name in saved.names]
        out[missing[is_held]] = fitting(saved.worth(*told), sweep)
        return missing[~is_held]


def fitting(worth: np.ndarray, sweep: Sweep) -> np.ndarray:
    """What was looked up, if the numbers of a sweep hold it."""
    bounds = np.iinfo(sweep.dtype)
    if len(worth) and not bounds.min <= worth.min() <= worth.max() <= bounds.max:
        raise OverflowError("plies")
    return worth


def saved_tables(
    paths: Sequence[str], game: Game, layout: Layout, words: Words
) -> SavedTables | None:
    """The tables of some files, if any; one of other rules, or a damaged one, is refused."""
    files = [_opened(path, game) for path in paths]
    return SavedTables(files, layout, words) if files else None


def _opened(path: str, game: Game) -> TableFile:
    finder = Finder(game)
    table = TableFile(Path(path), finder.find)
    refuse_other_rules(table.path, table.head["game"], game)
    check_pages(table)
    try:
        table.layout  # noqa: B018 - names the classes of its states
    except LookupError as missing:
        raise BadTable(
            f"{missing.args[0]} is not found",
            where=str(table.path),
            rule="the states of a table are made of classes that are loaded",
            fix="Import the module that has it first",
        ) from None
    return table
