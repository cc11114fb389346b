"""What shows that the values of a table are sound, though play could come back.

heights     every move goes down (where play can come back: none goes up, every gain goes down)
plies       in games without gains: see `proof.checker`
layers      every move leads to a later layer (where play can come back: as with heights)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from zermelo.errors import ProofFailed
from zermelo.tables.reader import TableFile

CHECKED_AT_ONCE = 1 << 15  # positions that are checked together

Hearing = Callable[[int, int], object]  # positions that were checked, of how many


def table_lie(path: Path, where: str, what: str) -> ProofFailed:
    """The error for a table that does not hold, with the place in its file."""
    return ProofFailed(
        what,
        where=f"{path}: {where}" if where else str(path),
        rule="every position's value follows from those of the positions it leads to",
        fix="Do not use the table; solve and save the game again",
    )


@dataclass
class Ground:
    """What shows that values are sound where play could come back: see above."""

    table: TableFile

    @property
    def kind(self) -> str:
        """heights, plies or layers."""
        if "height" in self.table.columns:
            return "heights"
        is_free = "plies" in self.table.columns and not self.table.head["facts"]["has_gains"]
        return "plies" if is_free else "layers"

    @property
    def may_return(self) -> bool:
        """Whether moves may stay level; then plies have to show progress."""
        acyclic = self.kind != "plies" and self.table.head["facts"]["is_acyclic"]
        return not acyclic and "plies" in self.table.columns

    def heights(self, numbers: np.ndarray) -> np.ndarray:
        """[n] what no move may climb."""
        if self.kind == "heights":
            return self.table.column_at("height", numbers)
        if self.kind == "plies":
            return np.zeros(len(numbers), np.int16)
        return -np.searchsorted(np.array(self.table.firsts), numbers, side="right")
