"""What the rules say of a chunk of states, and the memory in which they say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.compiled.machine import MOST_MOVES, Machine, Moves
from zermelo.game import PayoffGame
from zermelo.packed.failures import RulesFailed, told
from zermelo.packed.graph import CHUNK, MOST_CHILDREN
from zermelo.packed.threads import Job

MOVES = 8  # moves of a state that there is room for at first


class Room:
    """What the rules say of a chunk of states, with the memory that they need to say it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.worker = machine.worker()
        self.moves = Moves.room(CHUNK * MOVES, machine.layout.words)
        self.children = 0  # how many moves there are
        self.counts: Any = ()
        self.until: Any = ()  # where the moves of each state end
        self.ends: Any = ()
        self.pay: Any = ()
        self.turns: Any = ()

    def ask(self, keys: np.ndarray, begin: int, end: int) -> None:
        """All about states begin … end − 1, or about the first of them where moves are many."""
        with told():
            self._expand(keys, begin, end)
            self.hear(keys, begin, self.worker.counts)

    def hear(self, keys: np.ndarray, begin: int, counts: np.ndarray) -> None:
        """All else about states whose moves are written down."""
        self.counts = counts
        self.until = np.cumsum(counts, dtype=np.int64)
        self.ends = (begin + np.flatnonzero(counts == 0)).astype(np.uint32)
        if len(self.ends):
            self.pay = self.worker.payoffs(keys, self.ends)
        if isinstance(self.machine.game, PayoffGame):
            self.turns = self.worker.turns(keys, begin, begin + len(counts))

    def _expand(self, keys: np.ndarray, begin: int, end: int) -> None:
        while True:
            size = len(self.moves.gain)
            self.children = self.worker.expand(keys, begin, end, self.moves, 0, size)
            if self.children >= 0:
                return
            if size >= MOST_MOVES and end - begin == 1:
                raise RulesFailed(f"a state has more than {MOST_MOVES:,} moves")
            if size < MOST_CHILDREN or end - begin == 1:
                self.moves = Moves.room(2 * size, self.machine.layout.words)
            else:
                end = begin + (end - begin) // 2


@dataclass(frozen=True)
class Chunk:
    """States begin … end − 1, whose moves are being written down in a room."""

    begin: int
    end: int
    room: Room
    job: Job
