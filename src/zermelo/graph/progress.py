"""Progress of long work: what is told, how often, and to whom."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from zermelo.errors import BadInput
from zermelo.limits.amounts import bytes_text

REPORT = 0.1  # seconds between two calls of a progress callback
LOG = 10.0  # seconds between two lines of the log


class Progress(NamedTuple):
    """What a progress callback is told."""

    stage: str  # explore, sweep, search, …
    states: int  # so far
    moves: int  # so far
    level: int  # of the search, or of the layers
    seconds: float  # since it began
    expected: int = 0  # states there are, or are at least; 0 when nobody knows
    on_disk: int = 0  # bytes of files that hold what was found

    @property
    def states_per_second(self) -> float:
        """The mean speed so far."""
        return self.states / self.seconds if self.seconds else 0.0

    @property
    def summary(self) -> str:
        """How far it has come, in words."""
        done = {"explore": "found", "sweep": "settled", "save": "saved"}.get(self.stage, "searched")
        states = f"{self.states:,} state{'s' * (self.states != 1)} {done}, level {self.level:,}"
        disk = f", {bytes_text(self.on_disk)} on disk" if self.on_disk else ""
        return f"{states}, {self.states_per_second:,.0f} states/s{disk}"

    @property
    def seconds_left(self) -> float | None:
        """At the same speed; None when nobody knows."""
        if self.expected <= self.states or not self.states_per_second:
            return None
        return (self.expected - self.states) / self.states_per_second


Callback = Callable[[Progress], object]


def callback(given: Callback | None) -> Callback | None:
    """Check what a user gave to be told of progress."""
    if given is None or callable(given):
        return given
    raise BadInput(
        repr(given),
        where="progress",
        rule="a progress callback is called with a Progress",
        fix="Pass a function of one argument, e.g. progress=print",
    )


class Reporter:
    """Hands progress on: to a callback some times a second, to the log some times a minute."""

    def __init__(self, callback: Callback | None) -> None:
        self.callback = callback
        self.told = self.logged = perf_counter()

    def tell(self, report: Callable[[], Progress], *, is_last: bool = False) -> None:
        """Hand a report on where it is time for one; the last one is always told."""
        now = perf_counter()
        if self.callback is not None and (now - self.told > REPORT or is_last):
            self.told = now
            self.callback(report())
        if now - self.logged > LOG:
            from zermelo.kernels.log import PROGRESS  # takes longer to load than small work does

            self.logged = now
            PROGRESS.info(report().summary)
