"""Compiled rules → Arrays, breadth first, chunk by chunk, on all cores.

Every chunk of states goes through two steps: the rules say all about it; its children are found or
entered in the table, a new one under the next number. The first step needs nothing but the keys, so
other threads do it ahead for the chunks that come next. The second is done by one thread, chunk
after chunk: the numbers are those of `explore` in plain Python, for any number of threads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from time import perf_counter, process_time

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.full import memory_full
from zermelo.engines.memory.arrays import (
    ANYWHERE,
    BY_LEVELS,
    CHUNK,
    FORWARD,
    ROOMS_SHARE,
    Arrays,
    by_word,
)
from zermelo.engines.memory.endless import Trend
from zermelo.engines.memory.expansion import MOVES, Chunk, Room
from zermelo.engines.memory.failures import RulesFailed, as_rules_failed
from zermelo.engines.memory.growing_arrays import Growing, reserved
from zermelo.engines.memory.thin import MOVES_OF_A_CALL, ThinLevels
from zermelo.engines.memory.threads import Crew, Job
from zermelo.errors import BudgetExceeded
from zermelo.graph.progress import Callback, Progress, Reporter
from zermelo.graph.starts import Starts
from zermelo.kernels import load
from zermelo.limits.amounts import bytes_text
from zermelo.limits.deadline import patiently, telling_finds
from zermelo.machine.beginning import keys_of_starts
from zermelo.machine.machine import KEYS_AT_ONCE, Machine
from zermelo.model.game import PayoffGame, State
from zermelo.staging.reading.source import Refused

ALONE = 64  # states fewer than these are not handed to another thread
FULLEST = 0.7  # of the table
LEAST_SLOTS, FIRST_SLOTS = 1 << 12, 1 << 17  # where there is little memory, and where there is some
WIDE_KEY = 64  # words of a key whose first room is weighed
ROOMS_PART = 2  # the first room for moves takes no more than one part of so many of the memory
BACK_OF_A_STATE, BACK_OF_A_MOVE = 24, 5  # bytes of the moves backwards
FEW, UNWEIGHED = 1 << 18, 0.5  # states and seconds of work before these are weighed


class Expedition:
    """A packed graph in the making."""

    def __init__(
        self,
        machine: Machine,
        start: State,
        memory: int,
        threads: int,
        expected: int = 0,
        starts: Starts | None = None,
    ) -> None:
        self.machine = machine
        self.memory = memory
        self.threads = max(1, threads)
        self.expected = expected
        self.kernels = load("frontier")
        self.thin = ThinLevels(machine)
        words = machine.layout.words
        self.dense = machine.layout.dense
        rooms = 1 if threads <= 1 else threads + 2
        if words > WIDE_KEY and rooms * CHUNK * MOVES * 8 * words > memory // ROOMS_PART:
            size, fix = bytes_text(8 * words), "keep states small: tables hold all of them"
            raise Refused(f"a state takes {size} of a memory of {bytes_text(memory)}", fix)
        share = memory // (ROOMS_SHARE * rooms)
        self.rooms = [Room(machine, share, memory // 4) for _ in range(rooms)]
        self.spare = [*self.rooms]
        most = memory // (8 * words) + CHUNK
        self.most_moves = memory // 4 + CHUNK
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
        self.began = perf_counter()
        self.levels = [0]
        self.done = 0  # states whose moves are known
        self.level_end = self.roots = 1  # the first state of the next level; states to begin with
        self.kind = BY_LEVELS
        self.keeps_moves = True
        self.count = self.widest = 0  # moves, and the most of a state
        self.has_gains = self.has_again = False
        self.largest = 0  # gain or payoff, whatever its sign
        key = machine.key(start)
        assert key is not None
        self.keys.extend(key)
        self.first.extend(np.zeros(1, np.int64))
        self._enter(1)
        self.starts = starts

    def _first_slots(self, expected: int) -> int:
        """Slots for the states that are expected and some more, in a fair share of the memory."""
        if self.dense:
            return self.machine.layout.size
        size = 1 << int(2.5 * expected / FULLEST).bit_length()
        fair = 1 << max(1, self.memory // 16).bit_length() - 1
        return max(LEAST_SLOTS, min(max(size, FIRST_SLOTS), fair))

    # -- the two steps --------------------------------------------------------------------------

    def run(
        self,
        budget: int,
        progress: Callback | None,
        trend: Trend | None = None,
        weigh: Callable[[float, float], int] | None = None,
    ) -> bool:
        """Explore to the end, or until there are more states than the budget allows.

        With a `trend`, games whose numbers grow without an end are refused. `weigh` is asked when
        states are not few, and hears the bytes that each takes besides its moves, where these must
        be held, and how many are done in a second of work: it says how many there are, or ends it.
        """
        begun = process_time()
        reporter = Reporter(progress)
        line: deque[Chunk] = deque()
        runners = [room.runner for room in self.rooms]
        found = telling_finds(self.machine.game, lambda: self.keys.size, self._said, self._said)
        with found, Crew(self.threads, runners) as crew:
            self._begin(budget, reporter)
            while self.done < self.keys.size <= budget:
                if line or not self._wander():
                    self._take(line, crew)
                worked = process_time() - begun
                if weigh is not None and (self.keys.size >= FEW or worked > UNWEIGHED):
                    self.expected, weigh = weigh(self._least_each, self.done / worked), None
                    self._widen(self._first_slots(self.expected))
                if trend is not None and self.keys.size >= trend.next:
                    trend.look(self.machine.layout, self.keys.raw, self.keys.size, len(self.levels))
                reporter.tell(self._report, is_last=self.done == self.keys.size)
        self._check(0)
        return self.keys.size <= budget

    def _begin(self, budget: int, reporter: Reporter) -> None:
        """Enter the keys of the other starts, where there are several."""
        numbers = np.empty(KEYS_AT_ONCE, np.uint32)
        for keys in () if self.starts is None else keys_of_starts(self.machine, self.starts):
            self._make_room(len(keys))
            self.keys.reserve(self.keys.size + len(keys))
            self.keys.size, _ = self.kernels.settle(
                by_word(keys), len(keys), self.dense, self.slots,
                by_word(self.keys.raw), self.keys.size, numbers, 0,
            )  # fmt: skip
            reporter.tell(self._report)
            if self.keys.size > budget:
                break
        self.level_end = self.roots = self.keys.size

    def _take(self, line: deque[Chunk], crew: Crew) -> None:
        """The next chunk, and the rules' answers about those behind it."""
        if self.done == self.level_end:
            self.levels.append(self.done)
            self.level_end = self.keys.size
        self._hand_out(line, crew)
        chunk = line.popleft()
        crew.wait(chunk.job, [later.job for later in line])
        self._settle(chunk)

    def _report(self) -> Progress:
        seconds = perf_counter() - self.began
        expected = max(self.expected, self.keys.size)
        return Progress("explore", self.done, self.count, len(self.levels), seconds, expected)

    def _said(self) -> str:
        return self._report()._replace(states=self.keys.size).summary

    def _hand_out(self, line: deque[Chunk], crew: Crew) -> None:
        """Have the moves of the next chunks written down; no chunk lies across a level's end."""
        begin, level_end = line[-1].end if line else self.done, self.level_end
        while self.spare:
            end = min(begin + CHUNK, self.keys.size)
            if begin < level_end < end:
                end = level_end
            is_full = end - begin == CHUNK or end == level_end
            if end == begin or (line and not is_full):  # more states will be known soon
                return
            room = self.spare.pop()
            work = partial(room.ask, self.keys.raw, begin, end)
            job = crew.job(work) if end - begin >= ALONE else Job(work)
            line.append(Chunk(begin, end, room, job))
            begin = end

    def _settle(self, chunk: Chunk) -> None:
        """Number the children of a chunk, and keep its moves."""
        room = chunk.room
        while True:
            self._number(room, self.done)
            self.done += len(room.counts)
            if self.done == chunk.end:
                break
            room.ask(self.keys.raw, self.done, chunk.end)
        self.spare.append(room)

    def _number(self, room: Room, begin: int) -> None:
        children, counts = room.children, room.counts
        self._make_room(children)
        base = self.to.size if self.keeps_moves else 0
        self.to.reserve(base + children)
        self.keys.reserve(self.keys.size + children)
        self.keys.size, least = self.kernels.settle(
            by_word(room.moves.keys), children, self.dense, self.slots,
            by_word(self.keys.raw), self.keys.size, self.to.raw, base,
        )  # fmt: skip
        if least < self.level_end and self.kind != ANYWHERE:
            back = self.kernels.leads_back(self.to.raw, base, counts, begin)
            self.kind = ANYWHERE if back else FORWARD
        self._keep(room, base)

    def _wander(self) -> bool:
        """Number the children of many levels with few states; whether there were any."""
        if not self.thin.are_met(self.keys.size - self.done, len(self.levels)):
            return False
        room = self.spare[-1]
        self._make_room(MOVES_OF_A_CALL)
        base = self.to.size if self.keeps_moves else 0
        self.to.reserve(base + MOVES_OF_A_CALL)
        self.keys.reserve(self.keys.size + MOVES_OF_A_CALL)
        found = self.thin.go(
            room.runner, self.keys.raw, self.slots, self.done, self.keys.size, self.level_end,
            room.moves, self.to.raw, base,
        )  # fmt: skip
        self.keys.size, self.level_end = found.known, found.level_end
        self.levels += found.levels.tolist()
        self.kind = max(self.kind, found.kind)
        if len(found.counts):
            room.children = found.children
            with as_rules_failed():
                room.hear(self.keys.raw, self.done, found.counts)
            self.done += len(found.counts)
            self._keep(room, base)
        return len(found.counts) > 0

    def _keep(self, room: Room, base: int) -> None:
        """The moves of a stretch of states, its ends and its turns."""
        children, counts = room.children, room.counts
        if self.kind == ANYWHERE and not self.keeps_moves:
            raise self._too_large()
        self.count += children
        self.widest = max(self.widest, int(counts.max()))
        if self.keeps_moves:
            self.to.size = base + children
            self.first.extend(room.until + base)
        self._ends(room)
        self._labels(room, base)

    def _ends(self, room: Room) -> None:
        """What the ends among the states pay, and whose turn it is."""
        if len(room.ends):
            self.ends.extend(room.ends)
            self.largest = max(self.largest, int(room.pay.max()), -int(room.pay.min()))
            self.pay.extend(room.pay)
        if self.mover is not None:
            if room.turns.min() < 0 or room.turns.max() >= self.machine.players:
                raise RulesFailed("a turn of somebody who does not play")
            self.mover.extend(room.turns)

    def _labels(self, room: Room, base: int) -> None:
        """Gains and kept turns: held from the first chunk that has any."""
        code = self.machine.code
        gain, again = room.moves.gain[: room.children], room.moves.again[: room.children]
        if code.has_gains and gain.any():
            self.has_gains = True
            self.largest = max(self.largest, int(gain.max()), -int(gain.min()))
        if code.has_again and again.any():
            self.has_again = True
        if self.keeps_moves:
            self.gain = self._kept(self.gain, np.int32, gain, base, self.has_gains)
            self.again = self._kept(self.again, np.uint8, again, base, self.has_again)

    def _kept(
        self, row: Growing | None, dtype: DTypeLike, items: np.ndarray, base: int, wanted: bool
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
        self._widen(size)

    def _widen(self, size: int) -> None:
        """A table of so many slots, if it has fewer."""
        if size > len(self.slots):
            del self.slots
            self.slots = reserved(size, np.uint32)
            self._enter(self.keys.size)

    def _enter(self, count: int) -> None:
        arrays = by_word(self.keys.raw), count, self.dense, self.slots
        patiently(count, self.kernels.enter_all, *arrays)

    @property
    def bytes(self) -> int:
        """What is held now."""
        parts = (self.keys, self.first, self.to, self.gain, self.again, self.ends, self.pay,
                 self.mover)  # fmt: skip
        held = int(self.slots.nbytes) + sum(part.bytes for part in parts if part is not None)
        return held + sum(room.bytes for room in self.rooms)

    @property
    def later(self) -> int:
        """What the sweep will hold besides: values; an order or the moves backwards."""
        values = 8 * (1 + self.machine.players) * self.keys.size
        rooms = 0 if self.keeps_moves else self.memory // ROOMS_SHARE
        backwards = BACK_OF_A_STATE * self.keys.size + BACK_OF_A_MOVE * self.count
        return values + rooms + (backwards if self.kind == ANYWHERE else 0)

    @property
    def _least_each(self) -> float:
        """Bytes of a state besides its moves, where these must be held; else 0."""
        if self.kind < ANYWHERE:
            return 0
        key, first, values = 8 * self.machine.layout.words, 8, 8 * (1 + self.machine.players)
        return key + 4 / FULLEST + first + values + BACK_OF_A_STATE

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
        rule = f"the memory budget is {bytes_text(self.memory)}, for tables and what fills them"
        taken = self.bytes + self.later
        return memory_full(self.machine.game, self.keys.size, taken, self.memory, rule=rule)

    def graph(self, complete: bool) -> Arrays:
        """What was found."""
        self.rooms.clear()
        self.spare.clear()
        return Arrays(
            machine=self.machine,
            keys=self.keys.done(),
            slots=self.slots,
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
            threads=self.threads,
            widest=self.widest,
            memory=self.memory,
            roots=self.roots,
            asked=self.done,
        )
