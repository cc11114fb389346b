"""Heaps that are known without exploring, as a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from zermelo.graph.contract import NOT_FOUND, Graph, unheld
from zermelo.model.game import State

if TYPE_CHECKING:
    import numpy as np


class HeapGraph(Graph):
    """The sizes of a heap that play can reach, the start first; nobody asked for their moves."""

    complete = True
    at_least = 0
    keeps_moves = False

    def __init__(self, heaps: range) -> None:
        self.heaps = heaps

    def __len__(self) -> int:
        return len(self.heaps)

    @property
    def moves(self) -> int:
        """Nobody counted them."""
        raise unheld("moves")

    def number(self, state: State) -> int:
        """The place of a heap."""
        return self.heaps.index(state) if state in self.heaps else NOT_FOUND

    def state(self, number: int) -> State:
        """The heap at a place."""
        return self.heaps[number]

    def states_at(self, numbers: Sequence[int] | np.ndarray) -> Iterable[State]:
        """The heaps at some places."""
        return (self.heaps[int(number)] for number in numbers)
