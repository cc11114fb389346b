"""Games of many levels with few states each: a call for thousands of levels, not one for each."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from zermelo import kernels
from zermelo.engines.memory.arrays import CHUNK
from zermelo.machine import build
from zermelo.machine.machine import Machine, Moves, Runner

WAITING = 256  # states that are few
MOVES_OF_A_CALL = 1 << 12  # moves of one call
LEVELS_ON_DISK = 300  # that make it worth while to load the kernel
LEVELS_TO_COMPILE = 10_000  # and to compile it


@dataclass(frozen=True)
class Wandered:
    """What one call went through."""

    counts: np.ndarray  # [n] the moves of each state
    known: int  # states there are now
    level_end: int
    levels: np.ndarray  # where the levels that were met begin
    children: int
    kind: int


class ThinLevels:
    """Runs the rules of one machine on levels with few states."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def are_met(self, waiting: int, levels: int) -> bool:
        """Whether few states are waiting after so many levels."""
        return waiting <= WAITING and levels >= LEVELS_ON_DISK and levels >= self._enough

    @cached_property
    def _enough(self) -> int:
        return LEVELS_ON_DISK if build.is_compiled(self._text, "wander") else LEVELS_TO_COMPILE

    @cached_property
    def _text(self) -> str:
        return f"{self.machine.code.text}\n\n{_kernel()}"

    def go(
        self, runner: Runner, keys: np.ndarray, slots: np.ndarray, done: int, known: int,
        level_end: int, moves: Moves, to: np.ndarray, base: int,
    ) -> Wandered:  # fmt: skip
        """Look at states from `done` on, until many are waiting or there is no more room.

        An error of the rules ends it before the state that they fail in; whoever asks about that
        state next meets the same error.
        """
        if not build.is_compiled(self._text, "wander"):
            build.announce(f"compiling {type(self.machine.game).__name__} for many levels")
        wander, dense = build.load(self._text).wander, self.machine.layout.dense
        counts, levels = np.empty(CHUNK, np.uint32), np.empty(CHUNK, np.int64)
        report = np.array([0, known, level_end, 0, 0, 0], np.int64)
        with suppress(Exception):
            wander(
                keys, done, WAITING, runner.memory, runner.codec, dense, slots,
                *(row[:MOVES_OF_A_CALL] for row in (moves.keys, moves.gain, moves.again)),
                counts, to, base, levels, runner.status, report,
            )  # fmt: skip
        states, known, level_end, met, children, kind = report.tolist()
        return Wandered(counts[:states], known, level_end, levels[:met], children, kind)


@cache
def _kernel() -> str:
    """The kernel with those that number states, whose table it fills."""
    frontier = Path(kernels.__path__[0], "frontier.py").read_text(encoding="utf-8")
    thin = Path(__file__).with_name("thin_kernel.py").read_text(encoding="utf-8")
    return f"{frontier}\n\n{thin}"
