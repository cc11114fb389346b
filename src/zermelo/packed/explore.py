"""Compiled rules → PackedGraph, breadth first, batch by batch, on all cores.

Every batch goes through four steps: the rules write down its moves; the children are found or
entered in the table; the new ones are numbered in the order in which they are met; the moves are
written with those numbers. The numbers are those of `explore` in plain Python, for any number of
threads.
"""

from __future__ import annotations

from math import ceil
from time import perf_counter
from typing import Any

import numpy as np

from zermelo.amounts import bytes_text
from zermelo.compiled.machine import Machine, Moves, Worker
from zermelo.errors import BudgetExceeded
from zermelo.explore import Callback, Progress
from zermelo.game import PayoffGame, State
from zermelo.kernels import load
from zermelo.packed.failures import RulesFailed, told
from zermelo.packed.graph import ANYWHERE, BY_LEVELS, PackedGraph
from zermelo.packed.store import Growing, reserved
from zermelo.packed.threads import Share, alone, pool

BATCH = 1 << 15  # states whose moves are written down together
MOVES = 8  # moves of a state that there is room for at first
ALONE = 64  # states fewer than these are left to one thread
SHARED = 1 << 12  # children that are worth sharing out
LEAST_SLOTS = 1 << 12  # of an owner: so many that none is ever full while the table is not
MOST_OWNERS = 16  # that a slot has bits for
FULLEST = 0.7  # of the table
REPORT = 0.1  # seconds between two calls of a progress callback


class Expedition:
    """A packed graph in the making."""

    def __init__(
        self, machine: Machine, start: State, memory: int, threads: int, expected: int = 0
    ) -> None:
        self.machine = machine
        self.memory = memory
        self.kernels = load("frontier")
        words = machine.layout.words
        self.dense = machine.layout.dense
        self.owners = min(MOST_OWNERS, 1 << (max(1, threads).bit_length() - 1))  # a power of two
        self.workers = [machine.worker() for _ in range(max(1, threads))]
        most = memory // (8 * words) + BATCH
        self.most_moves = memory // 4 + BATCH
        self.keys = Growing(np.int64, most, words)
        self.first = Growing(np.int64, most)
        self.to = Growing(np.uint32, self.most_moves)
        self.gain: Growing | None = None
        self.again: Growing | None = None
        self.ends = Growing(np.uint32, most)
        self.pay = Growing(np.int64, most, machine.players)
        vectors = isinstance(machine.game, PayoffGame)
        self.mover = Growing(np.min_scalar_type(machine.players), most) if vectors else None
        self.slots = reserved(self._first_slots(expected), np.uint32)
        self.moves = Moves.room(BATCH * MOVES, words)
        self.met = self.held = self.finals = np.empty((self.owners, 0), np.int64)
        self.levels = [0]
        self.kind = BY_LEVELS
        self.keeps_moves = True
        self.count = 0  # moves
        self.has_gains = self.has_again = False
        self.largest = 0  # gain or payoff, whatever its sign
        key = machine.key(start)
        assert key is not None
        self.keys.extend(key)
        self.first.extend(np.zeros(1, np.int64))
        self._enter(0, 1)

    def _first_slots(self, expected: int) -> int:
        """Slots for the states that are expected and some more, in a fair share of the memory."""
        if self.dense:
            return self.machine.layout.size
        size = 1 << int(2.5 * expected / FULLEST).bit_length()
        fair = 1 << max(1, self.memory // 16).bit_length() - 1
        return max(LEAST_SLOTS * self.owners, min(size, fair))

    # -- the four steps -----------------------------------------------------------------------

    def run(self, budget: int, progress: Callback | None) -> bool:
        """Explore to the end, or until there are more states than the budget allows."""
        began = told = perf_counter()
        done, level_end = 0, 1
        with pool(len(self.workers)) as share:
            while done < self.keys.size:
                if done == level_end:
                    self.levels.append(done)
                    level_end = self.keys.size
                end = min(done + BATCH, level_end)
                self._batch(done, end, level_end, share)
                done = end
                if self.keys.size > budget:
                    return False
                if progress and (perf_counter() - told > REPORT or done == self.keys.size):
                    told = perf_counter()
                    progress(Progress("explore", done, self.count, len(self.levels), told - began))
        self._check(0)
        return True

    def _batch(self, begin: int, end: int, level_end: int, share: Share) -> None:
        stretches, counts = self._expand(begin, end, share)
        children = sum(high - low for low, high in stretches)
        self._make_room(children)
        base = self.to.size if self.keeps_moves else 0
        self.to.reserve(base + children)
        self.keys.reserve(self.keys.size + children)
        if self.owners == 1:
            self.keys.size = self.kernels.settle_alone(
                self.moves.keys, children, self.dense, self.slots,
                self.keys.raw, self.keys.size, self.to.raw, base,
            )  # fmt: skip
        else:
            self._settle(stretches, base, share)
        at = self.first.size
        self.first.reserve(at + len(counts))
        first = self.first.raw[at : at + len(counts)]
        kind = self.kernels.cut(self.to.raw, base, counts, begin, level_end, first)
        self.kind = max(self.kind, kind)
        if self.kind == ANYWHERE and not self.keeps_moves:
            raise self._too_large()
        self.count += children
        self._ends(begin, counts)
        if self.keeps_moves:
            self.to.size = base + children
            self.first.size = at + len(counts)
        self._labels(stretches, base)

    def _expand(self, begin: int, end: int, share: Share) -> tuple[list[tuple[int, int]], Any]:
        """Write down the moves of a batch, each thread in a stretch of its own."""
        threads = len(self.workers) if end - begin >= ALONE else 1
        cuts = [begin + (end - begin) * k // threads for k in range(threads + 1)]
        while True:
            room = len(self.moves.gain) // threads

            def work(k: int, room: int = room) -> int:
                worker: Worker = self.workers[k]
                low, high = cuts[k], cuts[k + 1]
                with told():
                    return worker.expand(self.keys.raw, low, high, self.moves, k * room, room)

            found = share(work, threads)
            if min(found) >= 0:
                break
            self.moves = Moves.room(2 * len(self.moves.gain), self.machine.layout.words)
        stretches = [(k * room, k * room + count) for k, count in enumerate(found)]
        return stretches, np.concatenate([self.workers[k].counts for k in range(threads)])

    def _settle(self, stretches: list[tuple[int, int]], base: int, share: Share) -> None:
        """Find or enter the children, every thread those of its own part of the table."""
        children = sum(high - low for low, high in stretches)
        share = share if children >= SHARED else alone
        if self.met.shape[1] <= children:
            self.met, self.held, self.finals = (
                np.empty((self.owners, 2 * children + 1), np.int64) for _ in range(3)
            )

        def work(owner: int) -> int:
            fresh, at = 0, base
            for low, high in stretches:
                fresh = self.kernels.settle(
                    self.moves.keys, low, high, owner, self.owners, self.dense, self.slots,
                    self.keys.raw, self.met[owner], self.held[owner], fresh, self.to.raw, at - low,
                )  # fmt: skip
                at += high - low
            return int(fresh)

        fresh = np.array(share(work, self.owners), dtype=np.int64)
        known = self.keys.size
        self.keys.size = known + self.kernels.number(
            self.moves.keys, self.met, self.held, fresh, self.slots,
            self.keys.raw, known, self.finals,
        )  # fmt: skip
        cuts = [base + children * k // self.owners for k in range(self.owners + 1)]
        share(
            lambda k: self.kernels.relabel(self.to.raw, cuts[k], cuts[k + 1], self.finals),
            self.owners,
        )

    def _ends(self, begin: int, counts: Any) -> None:
        """What the batch's ends pay, and whose turn it is."""
        worker = self.workers[0]
        numbers = (begin + np.flatnonzero(counts == 0)).astype(np.uint32)
        if len(numbers):
            self.ends.extend(numbers)
            with told():
                pay = worker.payoffs(self.keys.raw, numbers)
            self.largest = max(self.largest, int(pay.max()), -int(pay.min()))
            self.pay.extend(pay)
        if self.mover is not None:
            with told():
                turns = worker.turns(self.keys.raw, begin, begin + len(counts))
            if turns.min() < 0 or turns.max() >= self.machine.players:
                raise RulesFailed("a turn of somebody who does not play")
            self.mover.extend(turns)

    def _labels(self, stretches: list[tuple[int, int]], base: int) -> None:
        """Gains and kept turns: held from the first batch that has any."""
        code = self.machine.code
        if not code.has_gains and not code.has_again:
            return
        for low, high in stretches:
            gain, again = self.moves.gain[low:high], self.moves.again[low:high]
            if code.has_gains and gain.any():
                self.has_gains = True
                self.largest = max(self.largest, int(gain.max()), -int(gain.min()))
            self.has_again = self.has_again or (code.has_again and bool(again.any()))
            if self.keeps_moves:
                self.gain = self._kept(self.gain, np.int32, gain, base, self.has_gains)
                self.again = self._kept(self.again, np.uint8, again, base, self.has_again)
            base += high - low

    def _kept(
        self, row: Growing | None, dtype: Any, items: Any, base: int, wanted: bool
    ) -> Growing | None:
        """A row of labels with some more; made when the first one is not zero."""
        if row is None and wanted:
            row = Growing(dtype, self.most_moves)
            row.size = base  # those before are zero
        if row is not None:
            row.extend(items)
        return row

    # -- memory -------------------------------------------------------------------------------

    def _make_room(self, children: int) -> None:
        """Let the table grow before it is too full."""
        size = len(self.slots)
        while not self.dense and self.keys.size + children > FULLEST * size:
            size *= 2
        each = 8 * self.machine.layout.words + 8  # a new state's key, and the move's row
        self._check(4 * (size - len(self.slots)) + each * children)
        if size > len(self.slots):
            del self.slots
            self.slots = reserved(size, np.uint32)
            self._enter(0, self.keys.size)

    def _enter(self, begin: int, end: int) -> None:
        if self.dense:
            for row in range(begin, end):
                self.slots[self.keys.raw[row, 0]] = row + 1
            return
        for owner in range(self.owners):
            self.kernels.enter_all(self.keys.raw, begin, end, owner, self.owners, self.slots)

    @property
    def bytes(self) -> int:
        """What is held now."""
        parts = (self.keys, self.first, self.to, self.gain, self.again, self.ends, self.pay,
                 self.mover)  # fmt: skip
        return int(self.slots.nbytes) + sum(part.bytes for part in parts if part is not None)

    @property
    def later(self) -> int:
        """What the sweep will hold besides: values; an order or the moves backwards."""
        values = 8 * (1 + self.machine.players) * self.keys.size
        return values + (24 * self.keys.size + 5 * self.count if self.kind == ANYWHERE else 0)

    def _check(self, more: int) -> None:
        """Forget the moves, or stop, when the next step would not fit."""
        if self.bytes + more + self.later <= self.memory:
            return
        if self.keeps_moves and self.kind < ANYWHERE:
            self.keeps_moves = False
            self.to = Growing(np.uint32, self.most_moves)
            self.first = Growing(np.int64, len(self.first.raw))
            self.gain = self.again = None
            if self.bytes + more + self.later <= self.memory:
                return
        raise self._too_large()

    def _too_large(self) -> BudgetExceeded:
        return BudgetExceeded(
            f"{self.keys.size:,} states were found and take {bytes_text(self.bytes + self.later)}",
            where=type(self.machine.game).__name__,
            rule=f"the memory budget is {bytes_text(self.memory)}, for tables and what fills them",
            fix=f'Pass a larger one, e.g. memory="{ceil(2 * self.memory / 2**30)} GiB", or '
            'method="alphabeta" for the value of the start alone',
        )

    def graph(self, complete: bool) -> PackedGraph:
        """What was found."""
        del self.moves
        return PackedGraph(
            machine=self.machine,
            keys=self.keys.done(),
            slots=self.slots,
            owners=self.owners,
            first=self.first.done() if self.keeps_moves else None,
            to=self.to.done() if self.keeps_moves else None,
            gain=self.gain.done() if self.gain is not None else np.empty(0, np.int32),
            again=self.again.done() if self.again is not None else np.empty(0, np.uint8),
            ends=self.ends.done(),
            pay=self.pay.done(),
            mover=self.mover.done() if self.mover is not None else None,
            levels=np.array([*self.levels, self.keys.size], dtype=np.int64),
            moves=self.count,
            has_gains=self.has_gains,
            has_again=self.has_again,
            largest=self.largest,
            complete=complete,
            kind=self.kind,
            threads=len(self.workers),
        )
