"""Equal questions share one answer: whoever asks what is being worked on follows that work.

Work that nobody follows any more ends. What came out of it is kept for a while, within a number of
bytes, so that a question that was answered costs nothing.
"""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import TypeVar

from zermelo.faces.plain import JsonObject
from zermelo.faces.service.messages import LogEntry
from zermelo.faces.service.problems import ServiceProblem

BYTES_BESIDE = 500  # of an answer: what it is found by, what the log says about it
T = TypeVar("T")
Tell = Callable[[JsonObject], None]


@dataclass(frozen=True)
class Answered:
    """An answer in JSON, and what the log should know about it."""

    body: bytes = b""
    entry: LogEntry = field(default_factory=lambda: LogEntry())
    problem: ServiceProblem | None = None  # where it is known that there is no answer

    @property
    def size(self) -> int:
        """Bytes of it, about."""
        return len(self.body) + BYTES_BESIDE

    def again(self) -> Answered:
        """The same for somebody who asks later, without the checks that were made then."""
        if self.problem is not None:
            raise self.problem
        return replace(self, entry={**self.entry, "lane": "kept", "check": None, "cached": False})


class SharedWork:
    """One piece of work, and how many follow it."""

    def __init__(self, begin: Callable[[Tell], Coroutine[None, None, Answered]]) -> None:
        self.followers = 0
        self.listeners: list[Tell] = []
        self.task: Task[Answered] = asyncio.create_task(begin(self._tell))
        self.task.add_done_callback(unheard)

    def _tell(self, progress: JsonObject) -> None:
        for listener in self.listeners:
            listener(progress)

    async def followed(self, tell: Tell | None) -> Answered:
        """The answer; when the last one who waits for it leaves, the work is cancelled."""
        self.followers += 1
        if tell is not None:
            self.listeners.append(tell)
        try:
            return await asyncio.shield(self.task)
        finally:
            self.followers -= 1
            if tell is not None:
                self.listeners.remove(tell)
            if self.followers == 0 and not self.task.done():
                self.task.cancel()

    @property
    def is_going_on(self) -> bool:
        """Whether it can be followed: somebody does, and it has no answer yet."""
        return self.followers > 0 and not self.task.done()


def unheard(task: Task[T]) -> None:
    """An error that nobody is left to hear of is no news."""
    if not task.cancelled():
        task.exception()


class Sharing:
    """Work under way, by what was asked."""

    def __init__(self) -> None:
        self.under_way: dict[str, SharedWork] = {}

    async def answer(
        self,
        name: str,
        begin: Callable[[Tell], Coroutine[None, None, Answered]],
        tell: Tell | None = None,
    ) -> tuple[Answered, bool]:
        """The answer, and whether somebody else had asked already."""
        work = self.under_way.get(name)
        shared = work is not None and work.is_going_on
        if work is None or not shared:
            work = self.under_way[name] = SharedWork(begin)
        try:
            return await work.followed(tell), shared
        finally:
            if not work.is_going_on and self.under_way.get(name) is work:
                del self.under_way[name]


class KeptAnswers:
    """Answers by what was asked; the one not used for longest goes first."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self.kept: OrderedDict[str, Answered] = OrderedDict()

    def get(self, name: str) -> Answered | None:
        """An answer that was given before."""
        if name in self.kept:
            self.kept.move_to_end(name)
        return self.kept.get(name)

    def put(self, name: str, answered: Answered) -> None:
        """Keep an answer, unless it alone is more than all may be."""
        if name in self.kept or answered.size > self.most_bytes:
            return
        self.kept[name] = answered
        self.bytes += answered.size
        while self.bytes > self.most_bytes:
            self.bytes -= self.kept.popitem(last=False)[1].size
