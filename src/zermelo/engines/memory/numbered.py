"""`Numbered`: states in arrays, asked by number and by state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from zermelo.model.game import State


class Numbered(Protocol):
    """States that have numbers, whatever holds their keys."""

    def __len__(self) -> int: ...

    def number(self, state: State) -> int:
        """The number of a state, or NOT_FOUND."""

    def state(self, number: int) -> State:
        """The state of a number."""

    def states_of(self, numbers: np.ndarray) -> Iterator[State]:
        """The states of ascending numbers, decoded in bulk."""

    @property
    def all_numbers(self) -> np.ndarray:
        """[N] 0, 1, …"""
