"""Rules of somebody's own may never come back: a small answer waits for each of theirs a moment.

What waits is told what has not answered, and goes on with what is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from zermelo.errors import TimeExceeded
from zermelo.faces.service.problems import ServiceProblem
from zermelo.limits.deadline import Deadline

ANSWER_SECONDS = 1.0  # for one answer of the rules
NEXT_SECONDS = 0.2  # for each of those after one that did not come

T = TypeVar("T")


class Patience:
    """Asks the rules of one game, and keeps what they did not answer in time."""

    def __init__(self, name: str, seconds: float | None = ANSWER_SECONDS) -> None:
        self.name = name
        self.seconds = seconds  # for one answer; None for rules that are known to come back
        self.late: ServiceProblem | None = None  # the first answer that has not come

    def ask(self, what: str, work: Callable[[], T], instead: T) -> T:
        """What the work gives; something else where it does not end."""
        seconds = NEXT_SECONDS if self.late else self.seconds
        try:
            return Deadline(seconds).run(work)
        except TimeExceeded:
            self.late = self.late or late_rules(f"{self.name}{what}", seconds or 0)
            return instead

    def need(self, what: str, work: Callable[[], T]) -> T:
        """What the work gives; a `ServiceProblem` where it does not end."""
        nothing: list[T] = []
        found = self.ask(what, lambda: [work()], nothing)
        if not found and self.late is not None:
            raise self.late
        return found[0]


def late_rules(what: str, seconds: float) -> ServiceProblem:
    """A part of somebody's own game is asked, and does not come back."""
    return ServiceProblem(
        "too_slow",
        f"{what} has not answered within {seconds:g} s.",
        field="game",
        fix="See that it ends; where the machine had much to do, ask again.",
    )
