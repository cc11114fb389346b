"""Work on several cores: the kernels let go of Python's lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

Share = Callable[[Callable[[int], Any], int], list[Any]]


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def alone(work: Callable[[int], Any], count: int) -> list[Any]:
    """work(0) … work(n − 1) one after the other."""
    return [work(k) for k in range(count)]


@contextmanager
def pool(threads: int) -> Iterator[Share]:
    """Runs work(0) … work(n − 1) side by side; the results in that order."""
    if threads == 1:
        yield alone
        return
    with ThreadPoolExecutor(threads) as workers:

        def share(work: Callable[[int], Any], count: int) -> list[Any]:
            return [work(0)] if count == 1 else list(workers.map(work, range(count)))

        yield share
