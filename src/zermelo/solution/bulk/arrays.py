"""`PositionArrays`: positions and what is known about them, as arrays side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from zermelo.model.frozen import Frozen
from zermelo.model.game import State
from zermelo.model.numerals import how_many
from zermelo.solution.bulk.rows import PositionRows, StateNumbers, unwritable
from zermelo.solution.lazy import Lazy


class States(Lazy[State]):
    """The states of numbers, made when they are looked at."""

    def __init__(self, rows: PositionRows, numbers: StateNumbers) -> None:
        self.rows = rows
        self.numbers = numbers

    def item(self, place: int) -> State:
        """The state at a place."""
        return self.rows.graph.state(int(self.numbers[place]))

    def run(self, places: range) -> Iterator[State]:
        """Decoded in bulk."""
        numbers = self.numbers[places.start : places.stop : places.step]
        return iter(self.rows.graph.states_at(numbers))

    def __len__(self) -> int:
        return len(self.numbers)


class PositionArrays(Frozen, eq=False):
    """Arrays that cannot be written to; of a whole table they are views, not copies.

    What the method did not work out raises `Unavailable` with the reason.
    """

    rows: PositionRows  # the table they are of
    numbers: StateNumbers  # of the positions

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def states(self) -> Sequence[State]:
        """[N] the positions themselves; a slice decodes many at once."""
        return States(self.rows, self.numbers)

    @cached_property
    def fields(self) -> Mapping[str, np.ndarray] | None:
        """[N] each number that states consist of, by name; None where they are something else."""
        return self.rows.fields(self.numbers)

    @property
    def values(self) -> np.ndarray:
        """[N], or [N, p] with p players."""
        return self._column("value")

    @property
    def remoteness(self) -> np.ndarray:
        """[N], −1 where nobody can force an end."""
        return self._column("remoteness")

    @property
    def nimbers(self) -> np.ndarray:
        """[N] the sizes of Nim heaps."""
        return self._column("nimber")

    @cached_property
    def outcomes(self) -> np.ndarray:
        """[N] 1 for a win of the player to move, 0 for a draw, −1 for a loss."""
        return self._column("outcome")

    @cached_property
    def layers(self) -> np.ndarray:
        """[N] the number of each position's layer."""
        return self._column("layer")

    @cached_property
    def are_ends(self) -> np.ndarray:
        """[N] whether no move is left."""
        return self._column("is_end")

    def _column(self, name: str) -> np.ndarray:
        return unwritable(self.rows.column(name, self.numbers))

    def __repr__(self) -> str:
        game = type(self.rows.game).__name__
        return f"<PositionArrays of {how_many(len(self), 'position')} of {game}>"
