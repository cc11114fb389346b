"""Alpha-beta by compiled rules, with a table of fixed size: for roots too large to tabulate.

The value is closed in on by questions "is it at least β?" (Plaat's MTD), each a search with a
window of one; the table carries over from question to question and from state to state.
"""

from __future__ import annotations

from functools import cache
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from zermelo.compiled import build
from zermelo.compiled.layout import Layout, observed
from zermelo.compiled.staging.source import Stopped
from zermelo.compiled.translate import OUTSIDE, Code, translate
from zermelo.exact import Number
from zermelo.explore import Callback, Progress
from zermelo.game import Game, State
from zermelo.kernels import announce
from zermelo.limits import Limits, time_from_now, time_left
from zermelo.packed.store import reserved
from zermelo.rules import bounds_of

OPEN = 1 << 30  # stands for ∞
ENDLESS = (1 << 15) - 1
NODES, LIMIT, STOPPED, HORIZON, NO_ROOM = range(5)
TOO_MANY, TOO_DEEP = 1, 2
SLICE = 1 << 21  # nodes between two looks at the clock
FIRST_TABLE = 1 << 19  # bytes
LARGER = 16  # times as large is the next table, when the nodes of a slice were not enough
EACH = 32  # bytes of a table that is not the largest, for each node of a slice
MOST_NODES = 100_000_000  # unless the caller names a budget
TABLE = 1 << 27  # bytes, unless the caller names an amount of memory
DEEPEST = 1 << 12  # plies of a path


class CompiledSearch:
    """Proven intervals, by machine code."""

    def __init__(self, game: Game, seen: list[State], limits: Limits, progress: Any = None) -> None:
        self.game = game
        self.limits = limits
        self.progress: Callback | None = progress
        self.visits = 0
        self.deadline = None if limits.seconds is None else perf_counter() + limits.seconds
        self.settled: dict[State, tuple[Number, Number]] = {}
        self._load(observed(seen))

    def _load(self, layout: Layout) -> None:
        self.layout = layout
        self.code: Code = translate(self.game, layout, bounds=True)
        if self.code.has_gains and not self.game.takes_gains:
            raise Stopped("a gain where only the last move counts", "leave `gain` out")
        self.was_compiled = build.is_compiled(self._text, "ask")
        self.module = build.load(self._text)
        self._set_table(FIRST_TABLE)
        self.history = np.zeros((2, 64), np.int64)  # answers by side and place of the move
        self._rows(1 << 14)

    @property
    def _text(self) -> str:
        return f"{self.code.text}\n\n{_kernel()}"

    def __getstate__(self) -> dict[str, Any]:
        """Without what belongs to this process: the module, and whoever is told."""
        own = {"module": None, "progress": None, "deadline": time_left(self.deadline)}
        return {**vars(self), **own}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, deadline=time_from_now(state["deadline"]))
        self.module = build.load(self._text)

    def _set_table(self, size: int) -> None:
        """An empty table of so many bytes; a small one is much sooner there than a large one."""
        most = self.limits.memory or TABLE
        self.is_largest, size = size >= most, min(size, most)
        width = 1 << (self.layout.words + 1).bit_length()
        entries = 1 << max(10, (size // (8 * width)).bit_length() - 1)
        self.slice = SLICE if self.is_largest else min(SLICE, size // EACH)
        self.table = (np.zeros if size <= FIRST_TABLE else reserved)((entries, width), np.int64)

    def _rows(self, size: int) -> None:
        words = self.layout.words
        self.keys = np.zeros((size, words), np.int64)
        self.gains, self.agains = np.zeros(size, np.int64), np.zeros(size, np.uint8)
        self.lows, self.highs, self.ranks = (np.zeros(size, np.int64) for _ in range(3))
        self.probe = np.zeros((1, words), np.int64)
        self.frames = np.zeros((DEEPEST, 9), np.int64)
        self.memory = np.zeros(len(self.code.memory) + (1 << 16), np.int64)
        self.memory[: len(self.code.memory)] = self.code.memory

    def settle(self, state: State) -> tuple[Number, Number]:
        """Ask until the interval closes or a limit is met; what is proven then."""
        if state in self.settled:
            return self.settled[state]
        low, high = (_whole(end) for end in bounds_of(self.game, state))
        low, high = self._closed_in(state, low, high, ENDLESS)
        depth = 1
        while low < high and depth < DEEPEST // 2 and not self._is_over():
            low, high = self._closed_in(state, low, high, depth)
            depth *= 2
        shown = (low if low > -OPEN else -inf, high if high < OPEN else inf)
        if low == high:
            self.settled[state] = shown
        return shown

    def _closed_in(self, state: State, low: int, high: int, depth: int) -> tuple[int, int]:
        """Questions of one depth, while they are answered."""
        step = 1
        while low < high and not self._is_over():
            beta = _question(low, high, step)
            step *= 2
            found_low, found_high, finished = self._ask(state, depth, beta)
            better = found_low > low or found_high < high
            low, high = max(low, found_low), min(high, found_high)
            if not better and finished:
                break
        return low, high

    def _ask(self, state: State, depth: int, beta: int) -> tuple[int, int, bool]:
        """One question, for a slice of nodes; whether it was searched to its end."""
        counters, status = np.zeros(5, np.int64), np.zeros(4, np.int64)
        counters[LIMIT] = min(self.slice, self._most - self.visits)
        words = self.layout.encode(state)
        if words is None:
            raise Stopped(f"the state {state!r} does not fit", "check its spelling")
        self.keys[0] = words
        if not self.was_compiled and not self.module.ask.signatures:
            announce(f"compiling a search of {type(self.game).__name__}")
        low, high = self.module.ask(
            self.keys, self.gains, self.agains, self.lows, self.highs, self.ranks, self.probe,
            self.frames, depth, beta, self.memory, self.layout.codec, status, counters, self.table,
            self.history,
        )  # fmt: skip
        self.visits += int(counters[NODES])
        if self.progress:
            self.progress(Progress("search", self.visits, 0, depth, 0.0))
        if status[0] == OUTSIDE:  # the table's keys are of no use any more
            self._load(self.layout.wider(int(status[1]), int(status[2])))
            return -OPEN, OPEN, False
        if counters[NO_ROOM] == TOO_MANY:
            self._rows(4 * len(self.keys))
        elif counters[STOPPED] and not self.is_largest:
            small = self.table
            self._set_table(LARGER * int(small.nbytes))
            self.module.hand_over(small, self.table, self.probe)
        is_done = not counters[STOPPED] or counters[NO_ROOM] == TOO_DEEP
        return int(low), int(high), bool(is_done)

    @property
    def _most(self) -> int:
        return self.limits.budget if self.limits.is_asked else MOST_NODES

    def _is_over(self) -> bool:
        late = self.deadline is not None and perf_counter() > self.deadline
        return late or self.visits >= self._most


@cache
def _kernel() -> str:
    return Path(__file__).with_name("search_kernel.py").read_text(encoding="utf-8")


def _whole(end: Number) -> int:
    """A declared bound; beyond what a search handles it says nothing."""
    return int(max(-OPEN, min(OPEN, end)))


def _question(low: int, high: int, step: int) -> int:
    """The next β: the middle of the interval, or further and further out where it is open."""
    if low > -OPEN and high < OPEN:
        return (low + high + 1) // 2
    if low > -OPEN:
        return low + step
    return high - step + 1 if high < OPEN else 1
