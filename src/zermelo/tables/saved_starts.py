"""States that play begins at, in a table: stretches of them, as compressed JSON.

A few stand in the head; of more, all of them are written so, in the order in which they were given.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice

from zermelo.model.frozen import Frozen
from zermelo.model.game import State
from zermelo.tables.damage import reading
from zermelo.tables.exact_json import from_json, to_json
from zermelo.tables.reader import STARTS, TableFile
from zermelo.tables.writer import TableWriter

STARTS_OF_A_STRETCH = 1 << 14


def write_starts(writer: TableWriter, starts: Iterable[State]) -> list[list[int]]:
    """Write all of them; where each stretch is, and its bytes."""
    left, places = iter(starts), list[list[int]]()
    while some := list(map(to_json, islice(left, STARTS_OF_A_STRETCH))):
        text = json.dumps(some, ensure_ascii=False, separators=(",", ":"))
        data = zlib.compress(text.encode())
        places.append([writer.append(data), len(data)])
    return places


class SavedStarts(Frozen, eq=False):
    """The states that were written, read anew whenever they are gone through."""

    table: TableFile

    def __iter__(self) -> Iterator[State]:
        table = self.table
        for at, size in table.head["more_starts"]:
            with reading(table.path, STARTS):
                found = json.loads(zlib.decompress(table.file.body[at : at + size]))
            for each in found:
                yield from_json(each, table.find)
