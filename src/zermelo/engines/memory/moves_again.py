"""The moves of some states, out of the arrays or worked out once more where they were forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.engines.memory.arrays import Arrays, by_word
from zermelo.kernels import load
from zermelo.machine.machine import Moves


class Stretch(NamedTuple):
    """The moves of states side by side."""

    first: np.ndarray  # [n + 1]
    to: np.ndarray  # [m]
    gain: np.ndarray  # [m], or nothing when no move has a gain
    again: np.ndarray  # [m], or nothing when no move keeps the turn


def stretches(arrays: Arrays) -> Iterator[tuple[int, Stretch]]:
    """All moves: the first state of a stretch, and its moves."""
    if arrays.first is not None and arrays.to is not None:
        yield 0, Stretch(arrays.first, arrays.to, arrays.gain, arrays.again)
        return
    again = MovesAgain(arrays)
    for low in range(0, len(arrays), arrays.stretch):
        yield low, again.moves(low, min(low + arrays.stretch, len(arrays)))


def reached_from(arrays: Arrays, number: int) -> np.ndarray:
    """The numbers of all states that a state reaches, in ascending order."""
    seen, again, most = np.zeros(len(arrays), bool), MovesAgain(arrays), arrays.stretch
    line = np.array([number])
    while len(line):
        seen[line] = True
        parts = (line[low : low + most] for low in range(0, len(line), most))
        found = [again.moves(0, len(some), arrays.keys[some]).to for some in parts]
        line = np.unique(np.concatenate(found))
        line = line[~seen[line]]
    return np.flatnonzero(seen)


class MovesAgain:
    """Works out the moves of any stretch of states once more."""

    def __init__(self, graph: Arrays) -> None:
        self.graph = graph
        self.runner = graph.machine.runner()
        most = max(1, graph.widest) * graph.stretch
        self.room = Moves.room(min(most, 8 * graph.stretch), graph.machine.layout.words)

    def moves(self, low: int, high: int, keys: np.ndarray | None = None) -> Stretch:
        """first, to, gain, again of states low … high − 1, or of the states of these keys."""
        graph = self.graph
        keys = graph.keys if keys is None else keys
        while True:
            size = len(self.room.gain)
            count = self.runner.expand(keys, low, high, self.room, 0, size)
            if count >= 0:
                break
            self.room = Moves.room(2 * size, graph.machine.layout.words)
        first = np.concatenate(([0], np.cumsum(self.runner.counts, dtype=np.int64)))
        found = np.empty(count, np.int64)
        load("frontier").look_up(
            by_word(self.room.keys), 0, count, graph.machine.layout.dense,
            graph.slots, by_word(graph.keys), found,
        )  # fmt: skip
        gain = self.room.gain[:count] if graph.has_gains else np.empty(0, np.int64)
        again = self.room.again[:count] if graph.has_again else np.empty(0, np.uint8)
        return Stretch(first, found.astype(np.uint32), gain, again)
