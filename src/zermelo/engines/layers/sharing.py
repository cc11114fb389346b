"""Pieces of work shared out among threads, each with an asker of its own; results in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from math import ceil
from queue import SimpleQueue
from time import perf_counter
from typing import TypeVar

from zermelo.engines.layers.asking import Asker
from zermelo.limits.deadline import WAITING_GLANCE

T = TypeVar("T")
SHARERS = 2  # who are given as much, at least, of what is sent
SHARES = 3  # tasks for each of them, where a layer is worth it: the last ones end nearly together
NOW_AND_THEN = 5.0  # seconds of work that a machine that stops may take along
WORTH_SENDING = 1 << 18  # items of such a task, at least
Work = Callable[[Asker], T]


class Team:
    """Askers who work side by side; the kernels let go of Python's lock."""

    is_afar = False  # whether work is done by others, to whom it has to be sent

    def __init__(self, askers: Sequence[Asker]) -> None:
        self.askers = askers
        self._free: SimpleQueue[Asker] = SimpleQueue()
        for asker in askers:
            self._free.put(asker)
        self._pool = ThreadPoolExecutor(len(askers)) if len(askers) > 1 else None

    def __enter__(self) -> Team:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            for asker in self.askers:
                asker.runner.is_left = True  # what is under way ends soon
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def for_states(self, states: int) -> Team:  # noqa: ARG002
        """Who does work on so many states."""
        return self

    def results(self, works: Iterator[Work[T]]) -> Iterator[T]:
        """What comes of each, in order; few are under way at once, for each takes memory."""
        if self._pool is None:
            yield from (work(self.askers[0]) for work in works)
            return
        line: deque[Future[T]] = deque()
        for work in works:
            line.append(self._pool.submit(self._do, work))
            if len(line) > len(self.askers):
                yield _result(line.popleft())
        while line:
            yield _result(line.popleft())

    def _do(self, work: Work[T]) -> T:
        asker = self._free.get()
        try:
            return work(asker)
        finally:
            self._free.put(asker)


class Meanwhile:
    """Work that is done beside other work now and then, one piece after the other.

    What a piece raises comes up with the next one, or at the end.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._under_way: Future[None] | None = None
        self._began = perf_counter()

    @property
    def is_due(self) -> bool:
        """Whether the last piece began long enough ago."""
        return perf_counter() - self._began >= NOW_AND_THEN

    def __enter__(self) -> Meanwhile:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        with ExitStack() as last:
            last.callback(self._pool.shutdown)
            if kind is None:
                self.wait()

    def do(self, work: Callable[[], None]) -> None:
        """Begin a piece of work, when the one before is done."""
        self.wait()
        self._began, self._under_way = perf_counter(), self._pool.submit(work)

    def wait(self) -> None:
        """All is done that was begun."""
        if self._under_way is not None:
            under_way, self._under_way = self._under_way, None
            _result(under_way)


def equal_shares(items: int, most: int) -> int:
    """How many items make a task that is sent to somebody: of equal tasks with about so many at
    most, as many as two or more can share.
    """
    rounds = max(1, min(SHARES, items // (SHARERS * WORTH_SENDING)), ceil(items / (SHARERS * most)))
    return ceil(items / (SHARERS * rounds))


def shares(items: int, size: int, *, is_sent: bool = False) -> Iterator[tuple[int, int]]:
    """From, to: so many items each. Of what is sent the last ones have half as many, so that those
    who share it end nearly together.
    """
    is_worth = is_sent and 2 * size >= WORTH_SENDING
    low, whole = 0, items - SHARERS * size if is_worth else items
    while low < items:
        high = min(items, low + (size if low < whole else size // 2))
        yield low, high
        low = high


class Sendable:
    """Work whose only state is rows of a storage that lasts: others can do it as well."""

    def found(self) -> object:
        """What came of it, when it is done, as the storage tells; None where it does not."""
        return None


MakeTeam = Callable[[Sequence[Asker]], Team]


def _result(future: Future[T]) -> T:
    while wait([future], WAITING_GLANCE).not_done:
        pass  # the end of a time limit comes up here
    return future.result()
