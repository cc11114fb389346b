"""Where the layers of a game lie while they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.memory.growing_arrays import reserved

Shape = int | tuple[int, ...]


class Storage(Protocol):
    """Rows of numbers by their names. A row is put there whole, and never changes."""

    def has(self, name: str) -> bool:
        """Whether a row was put there, by this process or by one before it."""

    def put(self, name: str, rows: Iterator[np.ndarray], most: Shape, dtype: DTypeLike) -> None:
        """Put parts there as one row, of at most so many items."""

    def get(self, name: str) -> np.ndarray:
        """A row that is there."""

    def drop(self, name: str) -> None:
        """Nobody needs it any more."""

    @property
    def bytes(self) -> int:
        """What all rows take."""


class MemoryStorage:
    """Rows in this machine's memory."""

    def __init__(self) -> None:
        self.rows: dict[str, np.ndarray] = {}

    def has(self, name: str) -> bool:
        """Whether a row was put there."""
        return name in self.rows

    def put(self, name: str, rows: Iterator[np.ndarray], most: Shape, dtype: DTypeLike) -> None:
        """Put parts there as one row: it grows in its place."""
        whole, size = reserved(most, dtype), 0
        for part in rows:
            whole[size : size + len(part)] = part
            size += len(part)
        self.rows[name] = whole[:size]

    def get(self, name: str) -> np.ndarray:
        """A row that is there."""
        return self.rows[name]

    def drop(self, name: str) -> None:
        """Its memory is free."""
        self.rows.pop(name, None)

    @property
    def bytes(self) -> int:
        """What all rows take."""
        return sum(row.nbytes for row in self.rows.values())
