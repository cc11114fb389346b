"""A minute for a test, of cores that it has to itself; one that has run past it has failed.

Where more programs want to run than there are cores, or the machine lends its cores to others, a
test gets a share of them, and its minute is as much longer.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from pytest_timeout import timeout_sigalrm

ENDED = pytest.StashKey[str]()
MOST = 5.0  # times as long, at most
STOLEN, TIMES = 7, 8  # in the first line of /proc/stat: of the times that are added up, which


def times() -> list[int]:
    """What the machine's cores have done so far, by kind; nothing where the system does not say."""
    try:
        words = Path("/proc/stat").read_text(encoding="ascii").split("\n")[0].split()
    except OSError:
        return []
    return [int(word) for word in words[1 : 1 + TIMES]]


def crowding(before: list[int]) -> float:
    """How much longer work takes than on cores of its own, since `before`."""
    load = os.getloadavg()[0] / len(os.sched_getaffinity(0))
    spent = [now - then for now, then in zip(times(), before, strict=True)]
    lent = spent[STOLEN] / sum(spent) if sum(spent) else 0.0
    return min(MOST, max(1.0, load) / max(1 / MOST, 1.0 - lent))


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> bool:
    """Ring when the time is over, and look then whether it is."""
    began, before = monotonic(), times()

    def ring(*_: object) -> None:
        limit = settings.timeout * crowding(before)
        left = limit - (monotonic() - began)
        if left > 0:
            signal.setitimer(signal.ITIMER_REAL, left)
            return
        item.stash[ENDED] = f"past its limit of {limit:.3g} s"
        timeout_sigalrm(item, settings)

    item.cancel_timeout = _silence  # type: ignore[attr-defined]
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, settings.timeout)
    return True


def _silence() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """The end of its time is raised once, inside a test; one that catches it would pass."""
    report = yield
    if report.passed and ENDED in item.stash:
        report.outcome = "failed"
        report.longrepr = f"ran {item.stash[ENDED]}"
    return report
