"""Alpha-beta by compiled rules, with a table of fixed size: for roots too large to tabulate.

The value is closed in on by questions "is it at least β?" (Plaat's MTD), each a search with a
window of one; the table carries over from question to question and from state to state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from math import inf
from pathlib import Path
from time import perf_counter

import numpy as np

from zermelo.engines.memory.crosscheck import Opened, says_the_same
from zermelo.engines.memory.failures import RulesFailed, differs, failed_refusal, failure_of
from zermelo.engines.memory.growing_arrays import reserved
from zermelo.errors import ZermeloError
from zermelo.graph.progress import Callback, Progress
from zermelo.graph.rules import bounds_of
from zermelo.limits import Limits, time_from_now, time_left
from zermelo.limits.deadline import LONG_CALL, OutOfTime, patiently
from zermelo.machine import build
from zermelo.machine.key_code import BY_STATE, OUTSIDE
from zermelo.machine.layout import Layout, observed
from zermelo.machine.machine import MOST_MOVES, MOST_ROOM, ROOM, layout_after
from zermelo.machine.translate import Code, translate
from zermelo.model.exact import Number
from zermelo.model.game import Game, State, declares
from zermelo.staging.reading.source import Refused

ENDLESS = (1 << 15) - 1
NODES, LIMIT, STOPPED_AT, HORIZON, NO_ROOM, SPENT = range(6)  # of the counters
END = 2  # of a frame: where the moves end
TOO_MANY, TOO_DEEP, TOO_LARGE = 1, 2, 3
NODES_OF_A_SLICE = 1 << 21  # nodes between two looks at the clock
FIRST_TABLE = 1 << 19  # bytes
LARGER = 16  # times as large is the next table, when the nodes of a slice were not enough
TABLE_BYTES_A_NODE = 32  # bytes of a table that is not the largest, for each node of a slice
MOST_NODES = 100_000_000  # unless the caller names a budget
USUAL_TABLE = 1 << 27  # bytes, unless the caller names an amount of memory
LONGEST_PATH = 1 << 12  # plies of a path
FEWEST_COMPARED_NODES, MOST_COMPARED_NODES = 8, 300  # states that are held against Python
NODES_A_COMPARISON = 1 << 10  # nodes for each of them
PROBES = 32  # entries of the table that are looked at for each of them, at first


class CompiledSearch:
    """Proven intervals, by machine code that is held against Python's rules."""

    def __init__(
        self, game: Game, seen: list[State], limits: Limits, progress: Callback | None = None
    ) -> None:
        self.game = game
        self.limits = limits
        self.progress: Callback | None = progress
        self.visits = 0
        self.deadline = None if limits.seconds is None else perf_counter() + limits.seconds
        self.settled: dict[State, tuple[Number, Number]] = {}
        self.known: dict[State, tuple[Number, Number]] = {}  # of states that were left unsettled
        self.compared = 0  # states held against Python
        self.was_too_deep = False
        self.most_at_once = NODES_OF_A_SLICE  # nodes between two looks at the clock
        self.too_deep = 0  # plies at which plays were left, where no other limit was met
        self.is_wide = False  # values need more than 30 bits
        with as_refusal(game):
            same = [game.canonical(state) for state in seen] if declares(game, "canonical") else []
            self.seen = [*same, *seen]  # the layout of the keys is taken from them
            self._load(observed(self.seen))

    @property
    def open(self) -> int:
        """What stands for ∞ in the code."""
        return 1 << 62 if self.is_wide else 1 << 30

    def _load(self, layout: Layout) -> None:
        self.layout = layout
        self.next_check = 0  # nodes after which some are held against Python
        self.code: Code = translate(self.game, layout, bounds=True)
        if self.code.has_gains and not self.game.takes_gains:
            raise Refused("a gain where only the last move counts", "leave `gain` out")
        self.was_compiled = build.is_compiled(self._text, "ask")
        self.module = build.load(self._text)
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Memory with nothing in it."""
        self._set_table(FIRST_TABLE)
        self.history = np.zeros((2, 64), np.int64)  # answers by side and place of the move
        self._rows(1 << 14)
        self._grow(ROOM)

    @property
    def _text(self) -> str:
        return (
            f"{self.code.text}\n\n{_kernel(self.is_wide, self.code.has_gains, self.code.has_loops)}"
        )

    def __getstate__(self) -> dict[str, object]:
        """Without what belongs to this process: the module, and whoever is told."""
        own = {"module": None, "progress": None, "deadline": time_left(self.deadline)}
        return {**vars(self), **own}

    def __setstate__(self, state: dict[str, object]) -> None:
        left = state["deadline"]
        assert left is None or isinstance(left, float)
        vars(self).update(state, deadline=time_from_now(left))
        self.module = build.load(self._text)

    def _set_table(self, size: int) -> None:
        """An empty table of so many bytes; a small one is much sooner there than a large one."""
        most = self.limits.memory or USUAL_TABLE
        self.is_largest, size = size >= most, min(size, most)
        entries = 1 << max(10, (size // (8 * self._width)).bit_length() - 1)
        self.slice = (
            NODES_OF_A_SLICE
            if self.is_largest
            else min(NODES_OF_A_SLICE, size // TABLE_BYTES_A_NODE)
        )
        zeros = np.zeros if size <= FIRST_TABLE else reserved
        self.table = zeros((entries, self._width), np.int64)

    @property
    def _width(self) -> int:
        """Words of a row of the table, a power of two."""
        return 1 << (self.layout.words + (3 if self.is_wide else 1)).bit_length()

    def _rows(self, size: int) -> None:
        words = self.layout.words
        self.keys = np.zeros((size, words), np.int64)
        self.gains, self.agains = np.zeros(size, np.int64), np.zeros(size, np.uint8)
        self.lows, self.highs, self.ranks = (np.zeros(size, np.int64) for _ in range(3))
        self.probe = np.zeros((1, words), np.int64)
        self.frames = np.zeros((LONGEST_PATH, 9), np.int64)

    def _grow(self, room: int) -> None:
        """The memory of the rules, with so many numbers free."""
        self.memory = np.zeros(len(self.code.memory) + room, np.int64)
        self.memory[: len(self.code.memory)] = self.code.memory

    def settle(self, state: State) -> tuple[Number, Number]:
        """Ask until the interval closes or a limit is met; what is proven then.

        `NotCompiled` says that the rules fail, or differ from Python's.
        """
        if state in self.settled:
            return self.settled[state]
        with as_refusal(self.game):
            low, high = self._searched(state)
            self._hold_now_and_then(state)
        self.too_deep = LONGEST_PATH if self.was_too_deep and not self._is_over() else 0
        shown = self._shown(low, high)
        if low == high:
            self.settled[state] = shown
        return shown

    def narrow(self, state: State, depth: int) -> tuple[tuple[Number, Number], int]:
        """Ask at both ends of the interval until a limit is met; a ply deeper where neither moves.

        Where `settle` asks for the value, this is for somebody who watches: the questions next to
        the ends are the easiest, and each that is answered tightens the interval. Returns it, and
        the depth to go on with.
        """
        with as_refusal(self.game):
            low, high = self._so_far(state)
            while low < high and depth < LONGEST_PATH // 2 and not self._is_over():
                was, finished = (low, high), True
                for at_low in (True, False):
                    low, high, done = self._nearer(state, low, high, depth, at_low=at_low)
                    finished = finished and done
                if was == (low, high) and finished:
                    depth += 1
                elif was == (low, high):  # a question takes more than that at once
                    self.most_at_once = min(2 * self.most_at_once, NODES_OF_A_SLICE)
            self._hold_now_and_then(state)
        return self._shown(low, high), depth

    def _so_far(self, state: State) -> tuple[int, int]:
        """What is declared and known of a state."""
        low, high = bounds_of(self.game, state)
        least, most = self.known.get(state, (-inf, inf))
        return self._whole(max(low, least)), self._whole(min(high, most))

    def _nearer(
        self, state: State, low: int, high: int, depth: int, *, at_low: bool
    ) -> tuple[int, int, bool]:
        """The interval after one question next to an end of it; whether that was searched out."""
        if low >= high:
            return low, high, True
        was_open = self.open
        is_open = low <= -was_open or high >= was_open
        beta = self._question(low, high, depth) if is_open else low + 1 if at_low else high
        found_low, found_high, done = self._ask(state, depth, beta)
        if self.open > was_open:  # the interval is measured anew
            return *self._so_far(state), False
        low, high = max(low, found_low), min(high, found_high)
        self.known[state] = self._shown(low, high)
        return low, high, done

    def _shown(self, low: int, high: int) -> tuple[Number, Number]:
        return low if low > -self.open else -inf, high if high < self.open else inf

    def _searched(self, state: State) -> tuple[int, int]:
        low, high = self._so_far(state)
        self.known[state] = self._shown(low, high)
        low, high = self._closed_in(state, low, high, ENDLESS)
        depth = 1
        while low < high and depth < LONGEST_PATH // 2 and not self._is_over():
            low, high = self._closed_in(state, low, high, depth)
            depth *= 2
        return low, high

    def _closed_in(self, state: State, low: int, high: int, depth: int) -> tuple[int, int]:
        """Questions of one depth, while they are answered."""
        step = 1
        while low < high and not self._is_over():
            beta = self._question(low, high, step)
            step *= 2
            was_open = self.open
            found_low, found_high, finished = self._ask(state, depth, beta)
            if found_low == self.open - 1 or found_high == 1 - self.open:  # the next would not fit
                self._widen()
            if self.open > was_open:  # the interval is measured anew
                return self._searched(state)
            better = found_low > low or found_high < high
            low, high = max(low, found_low), min(high, found_high)
            self.known[state] = self._shown(low, high)
            if not better and finished:
                break
        return low, high

    def _ask(self, state: State, depth: int, beta: int) -> tuple[int, int, bool]:
        """One question, for a slice of nodes; whether it was searched to its end."""
        counters, status = np.zeros(6, np.int64), np.zeros(4, np.int64)
        counters[LIMIT] = min(self.slice, self.most_at_once, self._most - self.visits)
        words = self.layout.encode(state)
        if words is None:
            return self._relaid(partial(observed, [*self.seen, state]))
        self.keys[0] = words
        if not self.was_compiled and not self.module.ask.signatures:
            build.announce(f"compiling a search of {type(self.game).__name__}")
        low, high = self._call(depth, beta, self.table, status, counters)
        self.visits += int(counters[NODES])
        if self.progress:
            self.progress(Progress("search", self.visits, 0, depth, 0.0))
        if status[0] == OUTSIDE:  # the table's keys are of no use any more
            return self._relaid(partial(self._wider, int(status[1]), int(status[2])))
        self._make_room(counters)
        self.was_too_deep = self.was_too_deep or counters[NO_ROOM] == TOO_DEEP
        is_done = not counters[STOPPED_AT] or counters[NO_ROOM] == TOO_DEEP
        return int(low), int(high), bool(is_done)

    def _wider(self, field: int, number: int) -> Layout:
        """A layout for what did not fit: a number in a field, or anything that a state leads to."""
        if field == BY_STATE:
            return layout_after(self.game, self.layout, self.layout.decode(self.keys[number]))
        return self.layout.wider(field, number)

    def _relaid(self, layout: Callable[[], Layout]) -> tuple[int, int, bool]:
        """Begin again with other keys; nothing is proven yet."""
        try:
            self._load(layout())
        except Refused as reason:
            raise RulesFailed(str(reason), is_limit=True) from None
        return -self.open, self.open, False

    def _call(
        self, depth: int, beta: int, table: np.ndarray, status: np.ndarray, counters: np.ndarray
    ) -> tuple[int, int]:
        """The machine code, with more memory for the rules when it asks for more."""
        while True:
            try:
                found: tuple[int, int] = patiently(
                    LONG_CALL, self.module.ask, self.keys, self.gains, self.agains, self.lows,
                    self.highs, self.ranks, self.probe, self.frames, depth, beta, self.memory,
                    self.layout.codec, status, counters, table, self.history,
                )  # fmt: skip
                return found
            except (OutOfTime, KeyboardInterrupt):
                self._begin_anew()  # the call goes on, in the memory that it has
                raise
            except MemoryError:
                if len(self.memory) >= MOST_ROOM:
                    raise
                self._grow(min(8 * len(self.memory), MOST_ROOM))

    def _make_room(self, counters: np.ndarray) -> None:
        """For more moves, for more states, for larger values."""
        if counters[NO_ROOM] == TOO_LARGE:
            self._widen()
        elif counters[NO_ROOM] == TOO_MANY:
            if len(self.keys) >= MOST_MOVES:
                reason = f"more than {MOST_MOVES:,} moves in the states of a path"
                raise RulesFailed(reason, is_limit=True)
            self._rows(4 * len(self.keys))
        elif counters[NODES] > counters[LIMIT] and not self.is_largest:
            small = self.table
            self._set_table(LARGER * int(small.nbytes))
            self.module.hand_over(small, self.table, self.probe)

    def _widen(self) -> None:
        """Begin again with whole words for values."""
        if self.is_wide:
            raise RulesFailed("values of more than 62 bits", is_limit=True)
        self.is_wide = True
        self._load(self.layout)

    # -- held against Python -----------------------------------------------------------------------

    def _hold_now_and_then(self, state: State) -> None:
        if self.visits > 0 and self.visits >= self.next_check:
            self._hold_against_python(state)

    def _hold_against_python(self, start: State) -> None:
        """Compare some of the states that were opened, spread over the table, with Python's rules.

        One in a thousand, but never fewer than a few, so that a small search stays a small one.
        """
        wanted = min(
            MOST_COMPARED_NODES, max(FEWEST_COMPARED_NODES, self.visits // NODES_A_COMPARISON)
        )
        keys = [self.layout.encode(start) or [], *self._some_keys(wanted)]
        for key in keys:
            state = self.layout.decode(key)
            found = self._opened(key)
            if found is not None and not says_the_same(
                self.game, state, found, self.open, is_unordered=self.code.is_unordered
            ):
                raise RulesFailed(differs(self.code, state))
        self.compared += len(keys)
        self.next_check = 2 * self.visits

    def _some_keys(self, wanted: int) -> list[list[int]]:
        """Keys out of all parts of the table; a large one is not looked through whole."""
        step = max(1, len(self.table) // (PROBES * wanted))
        found = np.flatnonzero(self.table[::step, 0])
        while len(found) < wanted and step > 1:
            step //= 8
            found = np.flatnonzero(self.table[:: max(1, step), 0])
        places = np.linspace(0, len(found) - 1, min(wanted, len(found))).astype(np.int64)
        rows = self.table[found[places] * max(1, step), : self.layout.words]
        return (rows - 1).tolist()  # type: ignore[no-any-return]

    def _opened(self, key: list[int]) -> Opened | None:
        """What machine code says of one state; None where it has no room to say it.

        A search of no node says the bounds; one of a single node has the moves written down.
        """
        self.keys[0] = key
        table, counters = np.zeros((2, self._width), np.int64), np.zeros(6, np.int64)
        bounds = tuple(map(int, self._call(1, 0, table, np.zeros(4, np.int64), counters)))
        if bounds[0] == bounds[1]:
            return Opened(bounds)
        counters[:] = 0
        counters[LIMIT] = 1
        self.frames[0, END] = 1
        paid, _ = self._call(1, bounds[1], table, np.zeros(4, np.int64), counters)
        if counters[NO_ROOM]:
            return None
        moves = slice(1, int(self.frames[0, END]))
        gains, agains = self.gains[moves].tolist(), self.agains[moves].astype(bool).tolist()
        states = self.layout.decode_all(self.keys[moves])
        return Opened(bounds, list(zip(states, gains, agains, strict=True)), int(paid))

    @property
    def _most(self) -> int:
        return self.limits.budget if self.limits.is_asked else MOST_NODES

    @property
    def limit_met(self) -> str:
        """Which limit has ended it."""
        if self._is_late:
            return "the time was over"
        if self.visits >= self._most:
            return f"{self._most:,} nodes were opened, and no more may be"
        return f"plays are followed for {self.too_deep:,} plies" if self.too_deep else ""

    @property
    def _is_late(self) -> bool:
        return self.deadline is not None and perf_counter() > self.deadline

    def _is_over(self) -> bool:
        return self._is_late or self.visits >= self._most

    def _whole(self, end: Number) -> int:
        """A declared bound; beyond what a search handles it says nothing."""
        return int(max(-self.open, min(self.open, end)))

    def _question(self, low: int, high: int, step: int) -> int:
        """The next β: the middle of the interval, or further and further out where it is open."""
        if low > -self.open and high < self.open:
            return (low + high + 1) // 2
        if low > -self.open:
            return min(low + step, self.open - 1)
        return max(high - step + 1, 1 - self.open) if high < self.open else 1


@cache
def _kernel(is_wide: bool, has_gains: bool, has_loops: bool) -> str:
    text = Path(__file__).with_name("search_kernel.py").read_text(encoding="utf-8")
    text = text.replace("WIDE = False", f"WIDE = {is_wide}")
    text = text.replace("GAINS = True", f"GAINS = {has_gains}")
    return text.replace("LOOPS = True", f"LOOPS = {has_loops}")


@contextmanager
def as_refusal(game: Game) -> Iterator[None]:
    """What stops compiled rules under way, as the refusal after which Python's rules go on."""
    try:
        yield
    except (ZermeloError, Refused):
        raise
    except Exception as error:
        failure = failure_of(error)
        reason = f"the compiled rules fail: {failure}"
        raise failed_refusal(game, reason, is_limit=failure.is_limit) from error
