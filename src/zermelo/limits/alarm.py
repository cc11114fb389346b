"""A clock of the system that makes long calls of C look up when time is over.

The signal of a time limit is seen between two steps of Python. A call of C takes one step, however
long: `time.sleep`, a regular expression, a power of a million digits. But such calls ask whether
the system has sent a signal, and run its handler, which takes some steps of Python; and while it
sleeps, the watchdog can run, which such a call may have kept from running as well.

Handlers belong to the main thread, and to whoever set them before: elsewhere nothing is done.
"""

from __future__ import annotations

from threading import get_ident, main_thread
from time import monotonic, sleep
from typing import NamedTuple

RINGS_AFTER = 0.05  # seconds after the end: the watchdog comes first, where it can
RINGS_AGAIN = 0.5  # seconds later, for as long as the work goes on
GIVES_WAY = 0.02  # seconds in which the watchdog can run


class Before(NamedTuple):
    """What the clock was set to, to be set again."""

    delay: float  # seconds until it would have rung; 0 for never
    interval: float
    since: float  # when it was set anew


def ring_after(seconds: float) -> Before | None:
    """Set the clock; what it was set to, or None where it is another's, or rings before."""
    if get_ident() != main_thread().ident:
        return None
    import signal  # takes 1 ms to load

    if not hasattr(signal, "setitimer"):
        return None
    handler = signal.getsignal(signal.SIGALRM)
    delay, interval = signal.getitimer(signal.ITIMER_REAL)
    is_anothers = handler is not _give_way and (handler != signal.SIG_DFL or delay)
    if is_anothers or 0 < delay <= seconds + RINGS_AFTER:
        return None
    signal.signal(signal.SIGALRM, _give_way)
    signal.setitimer(signal.ITIMER_REAL, seconds + RINGS_AFTER, RINGS_AGAIN)
    return Before(delay, interval, monotonic())


def as_before(before: Before | None) -> None:
    """Set the clock as it was."""
    if before is None:
        return
    import signal

    if before.delay:
        left = max(before.delay - (monotonic() - before.since), GIVES_WAY)
        signal.setitimer(signal.ITIMER_REAL, left, before.interval)
    else:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _give_way(number: int, frame: object) -> None:  # noqa: ARG001 - as Python calls a handler
    """Let other threads run; what they raise here is raised in this moment."""
    sleep(GIVES_WAY)
