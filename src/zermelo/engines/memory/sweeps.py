"""The recurrences on arrays: every state's value, by the kernels, on all cores.

No move leads from a level into itself, so large levels are shared out among the threads. Moves that
were forgotten are worked out again, some states' at a time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from time import perf_counter

import numpy as np

from zermelo.engines.memory.arrays import Arrays
from zermelo.engines.memory.moves_again import MovesAgain, Stretch
from zermelo.engines.memory.threads import Crew, Job, pool
from zermelo.graph.contract import NEVER
from zermelo.graph.progress import Callback, Progress, Reporter
from zermelo.kernels import load
from zermelo.limits.deadline import patiently, telling

STATES_OF_A_SLICE = 1 << 20  # states between two reports
SHARED = 1 << 14  # states of a level that are worth sharing out
NO_STATES = np.empty(0, np.uint32)

Kernel = Callable[..., bool]  # of (moves, order, begin, end, origin)


class Sweeps:
    """Values for all states of one graph."""

    def __init__(self, graph: Arrays, progress: Callback | None = None) -> None:
        self.graph = graph
        self.reporter = Reporter(progress)
        self.began = perf_counter()

    # -- the value types ----------------------------------------------------------------------

    def difference(self) -> np.ndarray:
        """[N] D(S); in 32 bits where all values fit."""
        kernel = load("sweeps").difference
        for dtype in (np.int32, np.int64):
            values = self._ends(np.zeros(len(self.graph), dtype), dtype)
            if values is None:
                continue

            def run(moves: Stretch, *rest: object, v: np.ndarray = values) -> bool:
                return bool(kernel(*moves, v, *rest) < 0)

            if self._sweep(run):
                return values
        raise AssertionError("64 bits hold every value; see fits_64_bits")

    def outcomes(self) -> tuple[np.ndarray, np.ndarray]:
        """[N] win, draw or loss, and [N] plies."""
        kernel = load("sweeps").outcomes
        values, plies = self._outcome_arrays()

        def run(moves: Stretch, *rest: object) -> bool:
            kernel(moves.first, moves.to, moves.again, values, plies, *rest)
            return True

        self._sweep(run)
        return values, plies

    def nimbers(self) -> np.ndarray:
        """[N] the nimber."""
        kernel = load("sweeps").nimbers
        numbers = np.zeros(len(self.graph), np.int32)

        def run(moves: Stretch, *rest: object) -> bool:
            kernel(moves.first, moves.to, numbers, *rest)
            return True

        self._sweep(run)
        return numbers

    def vectors(self) -> np.ndarray:
        """[N, p] every player's own total."""
        kernel = load("sweeps").vectors
        values = np.zeros((len(self.graph), self.graph.pay.shape[1]), np.int64)
        values[self.graph.ends] = self.graph.pay
        mover = self.graph.mover

        def run(moves: Stretch, *rest: object) -> bool:
            kernel(moves.first, moves.to, moves.gain, mover, values, *rest)
            return True

        self._sweep(run)
        return values

    def farthest(self) -> np.ndarray:
        """[N] the largest sum of gains and of a payoff on any play, whatever their signs."""
        values = np.zeros(len(self.graph), np.int64)
        values[self.graph.ends] = np.abs(self.graph.pay).max(axis=1, initial=0)
        if self.graph.sweep is None:
            return self._farthest_with_cycles(values)
        return self._most(values, np.abs)

    def _farthest_with_cycles(self, values: np.ndarray) -> np.ndarray:
        """The same over the parts, where no gain lies on a cycle."""
        graph = self.graph
        assert graph.to is not None
        part = graph.parts.astype(np.int64)
        most = np.zeros(int(part.max()) + 1, np.int64)
        np.maximum.at(most, part, values)
        source = part[self._sources()]
        leaves = np.flatnonzero(source != part[graph.to])
        leaves = leaves[np.argsort(source[leaves], kind="stable")]
        first = np.searchsorted(source[leaves], np.arange(len(most) + 1))
        to = part[graph.to[leaves]].astype(np.uint32)
        order = np.arange(len(most), dtype=np.uint32)
        gain, again = np.abs(graph.gain[leaves]), np.ones(len(to), np.uint8)
        arrays = first, to, gain, again, most, order
        self._long(load("sweeps").difference, *arrays, 0, len(most), 0)
        return most[part]

    def _sources(self) -> np.ndarray:
        """[M] the state that each move leaves."""
        assert self.graph.first is not None
        return np.repeat(np.arange(len(self.graph)), np.diff(self.graph.first))

    def longest(self) -> np.ndarray:
        """[N] the moves of the longest play."""
        return self._most(np.zeros(len(self.graph), np.int64), np.ones_like)

    def _most(self, values: np.ndarray, of: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        """The largest sum over all plays of what `of` makes of the gains: as if nobody passed."""
        kernel = load("sweeps").difference

        def run(moves: Stretch, *rest: object) -> bool:
            first, to, gain, _ = moves
            amounts = of(gain if len(gain) else np.zeros(len(to), np.int64))
            return bool(kernel(first, to, amounts, np.ones(len(to), np.uint8), values, *rest) < 0)

        self._sweep(run)
        return values

    def totals(self) -> tuple[np.ndarray, np.ndarray]:
        """[N] what both players collect from a state on, and [N] whether that is one number."""
        kernel = load("sweeps").totals
        total = np.zeros(len(self.graph), np.int64)
        total[self.graph.ends] = self.graph.pay.sum(axis=1)
        fixed = np.zeros(len(self.graph), np.uint8)
        if self.graph.sweep is None:
            return self._totals_with_cycles(total, fixed)

        def run(moves: Stretch, *rest: object) -> bool:
            kernel(moves.first, moves.to, moves.gain, total, total, fixed, *rest)
            return True

        self._sweep(run)
        return total, fixed

    def _totals_with_cycles(
        self, total: np.ndarray, fixed: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Play that goes round for ever adds nothing, so 0 is the total wherever it can.

        One pass over the parts decides whether all totals agree with that; if any does not, none
        is given.
        """
        graph = self.graph
        loops = np.bincount(graph.parts)[graph.parts] > 1
        source = self._sources()
        loops[source[source == graph.to]] = True
        fixed[loops] = 1
        order = np.argsort(graph.parts, kind="stable").astype(np.uint32)
        arrays = graph.first, graph.to, graph.gain, total, total, fixed, order
        self._long(load("sweeps").totals, *arrays, 0, len(graph), 0)
        if not fixed.all() or total[loops].any():
            fixed[:] = 0
        return total, fixed

    def retrograde(self) -> tuple[np.ndarray, np.ndarray]:
        """[N] win, draw or loss where play can come back, and [N] plies."""
        values, plies = self._outcome_arrays()
        start, into, again = self.parents()
        line = np.empty(len(self.graph), np.uint32)
        kernel = load("cycles").retrograde
        self._long(kernel, start, into, again, self.graph.first, values, plies, line)
        self._report(len(self.graph), 1)
        return values, plies

    def thresholds(self) -> tuple[np.ndarray, np.ndarray]:
        """[N] the difference where play can come back without gains, and [N] plies."""
        graph, kernels = self.graph, load("cycles")
        size, part = len(graph), graph.parts
        count = int(part.max()) + 1
        bound, member = np.empty(count + 1, np.uint32), np.empty(size, np.uint32)
        self._long(kernels.by_part, part, bound, member)
        start, into, again_into = self.parents()
        values = np.zeros(size, np.int64)
        values[graph.ends] = graph.pay[:, 0]
        plies = np.full(size, NEVER, np.int32)
        left = np.zeros(size, np.int32)
        line = np.empty(int(np.diff(bound.astype(np.int64)).max()), np.uint32)
        self._long(
            kernels.thresholds, graph.first, graph.to, graph.gain, graph.again, start, into,
            again_into, part, bound, member, left, line, values, plies, 0, count,
        )  # fmt: skip
        self._report(size, 1)
        return values, plies

    def grounded(self) -> np.ndarray:
        """[N] whether no play from a state can go on for ever."""
        start, into, _ = self.parents()
        out = np.zeros(len(self.graph), np.uint8)
        self._long(load("cycles").grounded, start, into, self.graph.first, out)
        return out

    def parents(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The moves by the state they reach."""
        graph, kernels = self.graph, load("cycles")
        start = np.empty(len(graph) + 1, np.int64)
        into = np.empty(graph.moves, np.uint32)
        if not graph.has_again:
            self._long(kernels.parents, graph.first, graph.to, start, into)
            return start, into, np.empty(0, np.uint8)
        again = np.empty(graph.moves, np.uint8)
        arrays = graph.first, graph.to, graph.again, start, into, again
        self._long(kernels.parents_again, *arrays)
        return start, into, again

    def _long(self, kernel: Callable[..., object], *args: object) -> None:
        """A kernel that goes over all moves in one call."""
        with telling(lambda: f"{len(self.graph):,} states found, to be settled"):
            patiently(self.graph.moves, kernel, *args)

    # -- inside -------------------------------------------------------------------------------

    def _ends(self, values: np.ndarray, dtype: type[np.signedinteger]) -> np.ndarray | None:
        """The ends' payoffs written down; None when they do not fit."""
        pay = self.graph.pay[:, 0]
        if len(pay) and max(int(pay.max()), -int(pay.min())) > np.iinfo(dtype).max:
            return None
        values[self.graph.ends] = pay
        return values

    def _outcome_arrays(self) -> tuple[np.ndarray, np.ndarray]:
        values = np.zeros(len(self.graph), np.int8)
        values[self.graph.ends] = self.graph.pay[:, 0]
        plies = np.full(len(self.graph), NEVER, np.int32)
        plies[self.graph.ends[self.graph.pay[:, 0] != 0]] = 0
        return values, plies

    def _sweep(self, kernel: Kernel) -> bool:
        """Run a kernel over all states, each after all it leads to; False when it gives up."""
        if not self.graph.keeps_moves:
            return self._sweep_again(kernel)
        graph = self.graph
        assert graph.first is not None
        assert graph.to is not None
        moves = Stretch(graph.first, graph.to, graph.gain, graph.again)
        with pool(graph.threads) as share:
            for begin, end, parts in self._pieces():
                cuts = [begin + (end - begin) * k // parts for k in range(parts + 1)]

                def work(k: int, cuts: list[int] = cuts) -> bool:
                    return bool(kernel(moves, graph.sweep, cuts[k], cuts[k + 1], 0))

                if not all(share(work, parts)):
                    return False
                levels_left = len(graph.cuts) - 1 - int(np.searchsorted(graph.cuts, end))
                self._report(end, max(0, levels_left))
        return True

    def _pieces(self) -> Iterator[tuple[int, int, int]]:
        """Begin, end and parts: large levels for all threads, and all that lies between for one."""
        graph, done = self.graph, 0
        wide = np.flatnonzero(np.diff(graph.cuts) >= SHARED) if graph.threads > 1 else ()
        for level in wide:
            begin, end = int(graph.cuts[level]), int(graph.cuts[level + 1])
            yield from (
                (low, min(low + STATES_OF_A_SLICE, begin), 1)
                for low in range(done, begin, STATES_OF_A_SLICE)
            )
            size = STATES_OF_A_SLICE * graph.threads
            for low in range(begin, end, size):
                yield low, min(low + size, end), graph.threads
            done = end
        size = len(graph)
        yield from (
            (low, min(low + STATES_OF_A_SLICE, size), 1)
            for low in range(done, size, STATES_OF_A_SLICE)
        )

    def _sweep_again(self, kernel: Kernel) -> bool:
        """The same with moves that are worked out once more, from the last stretch to the first.

        Other threads work out the stretches that come next.
        """
        graph = self.graph
        stretches = iter(self._stretches())
        spare = [MovesAgain(graph) for _ in range(1 if graph.threads == 1 else graph.threads + 1)]
        line: deque[tuple[int, int, int, MovesAgain, Job[Stretch]]] = deque()
        with Crew(graph.threads, [again.runner for again in spare]) as crew:
            while True:
                for low, high, level in islice(stretches, len(spare)):
                    again = spare.pop()
                    job = crew.job(partial(again.moves, low, high))
                    line.append((low, high, level, again, job))
                if not line:
                    return True
                low, high, level, again, job = line.popleft()
                crew.wait(job, [later[-1] for later in line])
                if not kernel(job.result, NO_STATES, 0, high - low, low):
                    return False
                spare.append(again)
                self._report(len(graph) - low, level)

    def _stretches(self) -> Iterator[tuple[int, int, int]]:
        """Low, high and level of stretches of states, the last ones first."""
        ends, most = self.graph.levels.tolist(), self.graph.stretch
        for level in range(len(ends) - 2, -1, -1):
            for high in range(ends[level + 1], ends[level], -most):
                yield max(ends[level], high - most), high, level

    def _report(self, done: int, level: int) -> None:
        def report() -> Progress:
            seconds, size = perf_counter() - self.began, len(self.graph)
            return Progress("sweep", done, self.graph.moves, level, seconds, size)

        self.reporter.tell(report, is_last=done == len(self.graph))
