"""Work on several cores: the kernels let go of Python's lock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Generic, TypeVar

from zermelo.limits.deadline import WAITING_GLANCE
from zermelo.machine.machine import Runner

T = TypeVar("T")
Share = Callable[[Callable[[int], bool], int], list[bool]]


def alone(work: Callable[[int], bool], count: int) -> list[bool]:
    """work(0) … work(n − 1) one after the other."""
    return [work(k) for k in range(count)]


@contextmanager
def pool(threads: int) -> Iterator[Share]:
    """Runs work(0) … work(n − 1) side by side; the results in that order."""
    if threads == 1:
        yield alone
        return
    with ThreadPoolExecutor(threads) as workers:

        def share(work: Callable[[int], bool], count: int) -> list[bool]:
            return [work(0)] if count == 1 else list(workers.map(work, range(count)))

        yield share


class Job(Generic[T]):
    """Work that another thread may do before its result is asked for."""

    def __init__(self, work: Callable[[], T], future: Future[T] | None = None) -> None:
        self._work = work
        self._future = future
        self._result: list[T] = []  # one, when it is done here

    def do(self) -> None:
        """Do it here and now, unless another thread has begun."""
        if not self._result and (self._future is None or self._future.cancel()):
            self._result.append(self._work())

    @property
    def is_ready(self) -> bool:
        """Whether nobody has to wait for it."""
        return bool(self._result) or (self._future is not None and self._future.done())

    @property
    def result(self) -> T:
        """What came of it, or the error."""
        self.do()
        if self._result or self._future is None:
            return self._result[0]
        while wait([self._future], WAITING_GLANCE).not_done:
            pass  # the end of a time limit comes up here
        return self._future.result()


class Crew:
    """Threads that work ahead of the caller, who lends a hand instead of waiting."""

    def __init__(self, threads: int, runners: Sequence[Runner]) -> None:
        self._others = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._runners = runners  # run the rules in the jobs

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            for runner in self._runners:
                runner.is_left = True  # the jobs under way end soon
        if self._others is not None:
            self._others.shutdown(cancel_futures=True)

    def job(self, work: Callable[[], T]) -> Job[T]:
        """Work for another thread, if there is one."""
        return Job(work, self._others.submit(work) if self._others else None)

    def wait(self, job: Job[T], later: Sequence[Job[T]]) -> T:
        """The result of a job; while another thread is at it, some of the later ones are done."""
        job.do()
        for other in later:
            if job.is_ready:
                break
            other.do()
        return job.result
