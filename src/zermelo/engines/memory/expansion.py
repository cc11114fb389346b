"""What the rules say of a chunk of states, and the memory in which they say it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zermelo.engines.memory.arrays import CHUNK, MOST_CHILDREN
from zermelo.engines.memory.failures import as_rules_failed
from zermelo.engines.memory.threads import Job
from zermelo.errors import BudgetExceeded, Setting
from zermelo.limits.amounts import bytes_text
from zermelo.machine.machine import Machine, Moves
from zermelo.model.game import PayoffGame

MOVES = 8  # moves of a state that there is room for at first
NO_KEYS = np.empty(0, np.int64)


class Room:
    """What the rules say of a chunk of states, with the memory that they need to say it."""

    def __init__(self, machine: Machine, share: int, memory: int) -> None:
        self.machine = machine
        self.runner = machine.runner(share // 8)
        self.moves = Moves.room(CHUNK * MOVES, machine.layout.words)
        self.each = 8 * machine.layout.words + 9  # bytes of a move
        self.most = min(MOST_CHILDREN, share // self.each)  # moves of several states together
        self.memory = memory  # what the moves of a single state may take
        self.children = 0  # how many moves there are
        self.counts: np.ndarray = NO_KEYS
        self.until: np.ndarray = NO_KEYS  # where the moves of each state end
        self.ends: np.ndarray = NO_KEYS
        self.pay: np.ndarray = NO_KEYS
        self.turns: np.ndarray = NO_KEYS

    def ask(self, keys: np.ndarray, begin: int, end: int) -> None:
        """All about states begin … end − 1, or about the first of them where moves are many."""
        with as_rules_failed():
            self._expand(keys, begin, end)
            self.hear(keys, begin, self.runner.counts)

    def hear(self, keys: np.ndarray, begin: int, counts: np.ndarray) -> None:
        """All else about states whose moves are written down."""
        self.counts = counts
        self.until = np.cumsum(counts, dtype=np.int64)
        self.ends = (begin + np.flatnonzero(counts == 0)).astype(np.uint32)
        if len(self.ends):
            self.pay = self.runner.payoffs(keys, self.ends)
        if isinstance(self.machine.game, PayoffGame):
            self.turns = self.runner.turns(keys, begin, begin + len(counts))

    def _expand(self, keys: np.ndarray, begin: int, end: int) -> None:
        while True:
            size = len(self.moves.gain)
            self.children = self.runner.expand(keys, begin, end, self.moves, 0, size)
            if self.children >= 0:
                return
            if end - begin > 1 and 2 * size > self.most:
                end = begin + (end - begin) // 2
            elif 2 * size * self.each <= self.memory:
                self.moves = Moves.room(2 * size, self.machine.layout.words)
            else:
                raise too_wide(self.machine, size, self.memory)

    @property
    def bytes(self) -> int:
        """What is held, beyond the first room that every chunk has."""
        grown = len(self.moves.gain) - CHUNK * MOVES
        return self.each * grown + self.runner.bytes


def too_wide(machine: Machine, moves: int, memory: int) -> BudgetExceeded:
    """The error for a state whose moves alone are too many."""
    return BudgetExceeded(
        f"a state has more than {moves:,} moves",
        where=type(machine.game).__name__,
        rule=f"all moves of a state are held together, in at most {bytes_text(memory)}",
        fix=(
            "Pass a larger ",
            Setting("memory"),
            ", or cut a move with many results into several moves",
        ),
    )


@dataclass(frozen=True)
class Chunk:
    """States begin … end − 1, whose moves are being written down in a room."""

    begin: int
    end: int
    room: Room
    job: Job[None]
