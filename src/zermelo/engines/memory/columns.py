"""Tables of machine numbers."""

from __future__ import annotations

import numpy as np

from zermelo.graph.contract import Columns, Value


class ArrayColumns(Columns, eq=False):
    """Values in arrays; what is read off them are Python's own numbers."""

    values: np.ndarray  # type: ignore[assignment]  # [N], or [N, p] with p players
    plies: np.ndarray | None = None  # type: ignore[assignment]  # [N]
    nimbers: np.ndarray | None = None  # type: ignore[assignment]  # [N]

    def value(self, number: int) -> Value:
        """The value of a state: an int, or a tuple of them."""
        value = self.values[number].tolist()
        return tuple(value) if isinstance(value, list) else value

    @property
    def bytes(self) -> int:
        """What is held."""
        rows = (self.values, self.plies, self.nimbers)
        return sum(row.nbytes for row in rows if row is not None)


def scores(values: np.ndarray, total: np.ndarray, view: str) -> np.ndarray:
    """[N] the mover's own score ('total'), or [N, 2] both, from differences and their sums."""
    own: np.ndarray = (total + values) // 2
    return own if view == "total" else np.stack((own, total - own), axis=1)
