"""The same rounds, shared among others: what is known of a layer travels as rows that all can read.

The rows of a round have its number in their names and are written before it begins. A task reads
them, asks about the open states of a piece, and writes down those that it settles: what others do
meanwhile is of no account to it, so it can be done again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from zermelo.engines.layers.alone import LayerAlone, Pairs
from zermelo.engines.layers.asking import Asker
from zermelo.engines.layers.judging import Judged, Sought, Standing, judged
from zermelo.engines.layers.memory import pieces_sent
from zermelo.engines.layers.recurrences import Means
from zermelo.engines.layers.sharing import Sendable, Team

NOT_YET = -1  # as in `kernels.rounds`


def heard_afar(alone: LayerAlone, pairs: Pairs, means: Means) -> np.ndarray:
    """Note all ways out; [N] no sides, for only who holds all moves in turn can tell them."""
    alone.storage.drop_all("round")  # of work that was ended
    pieces = pieces_sent(pairs.size)
    works = (WaysOut(alone, low, high) for low, high in pieces)
    for (low, _), name in zip(pieces, means.team.results(works), strict=True):
        pairs.hear(low, alone.storage.get(name))
        alone.storage.drop(name)
        means.tell(low / pairs.size / 3)
    return np.zeros(pairs.size, np.uint8)


@dataclass(frozen=True)
class WaysOut(Sendable):
    """The best ways out of a piece."""

    alone: LayerAlone
    low: int
    high: int

    def found(self) -> str:
        """The name of their row, [n, 2]."""
        return f"{begin_of_names(self.alone)} out {self.low} {self.high}"

    def __call__(self, asker: Asker) -> str:
        """Write it."""
        self.alone.storage.keep(self.found(), self.alone.ways_out(self.low, self.high, asker))
        return self.found()


def judged_afar(
    alone: LayerAlone, standing: Standing, question: Sought, number: int, team: Team
) -> Iterator[Judged]:
    """What the round of a number settles, piece after piece."""
    storage, name = alone.storage, f"{begin_of_names(alone)} {number}"
    rows = [f"{name} {field}" for field in standing._fields]
    for row, known in zip(rows, standing, strict=True):
        storage.keep(row, known)
    pieces = pieces_sent(len(standing.status))
    for told in team.results(Judging(alone, name, question, low, high) for low, high in pieces):
        yield Judged(*np.ascontiguousarray(storage.get(told).T))
        storage.drop(told)
    for row in rows:
        storage.drop(row)


@dataclass(frozen=True)
class Judging(Sendable):
    """What a round settles of a piece."""

    alone: LayerAlone
    round: str  # the name that its rows begin with
    question: Sought
    low: int
    high: int

    def found(self) -> str:
        """The name of the row of what is settled, [n, 3]."""
        return f"{self.round} settled {self.low} {self.high}"

    def __call__(self, asker: Asker) -> str:
        """Write it."""
        storage, name = self.alone.storage, self.found()
        standing = Standing(*(storage.get(f"{self.round} {row}") for row in Standing._fields))
        found = judged(self.alone, standing, self.question, self.low, self.high, asker)
        settled = np.stack(found, axis=1)[found.steps != NOT_YET]
        storage.keep(name, settled)
        return name


def begin_of_names(alone: LayerAlone) -> str:
    """What the names of a layer's rows begin with."""
    return f"round {alone.sweep.name} {alone.here}"
