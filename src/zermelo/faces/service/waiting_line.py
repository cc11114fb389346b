"""The questions that wait for a worker: a queue for each client, served in turn."""

from __future__ import annotations

from asyncio import Future
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.faces.service.workers import Worker

Queue = tuple[str, bool]


@dataclass(eq=False)
class Waiting:
    """A question in line; `prefers` are workers that have its table already."""

    place: Future[Worker]
    prefers: frozenset[Worker] = frozenset()
    client: str = ""
    is_new: bool = False  # nobody knows how large it is
    number: int = 0  # the order in which they came


class WaitingLine:
    """First come, first served, for every client and kind of question."""

    def __init__(self) -> None:
        self.queues: dict[Queue, deque[Waiting]] = {}
        self.number = 0

    def __len__(self) -> int:
        return sum(map(len, self.queues.values()))

    def __contains__(self, waiting: Waiting) -> bool:
        return waiting in self.queues.get((waiting.client, waiting.is_new), ())

    def add(self, waiting: Waiting) -> None:
        """At the end of its queue."""
        self.number += 1
        waiting.number = self.number
        self.queues.setdefault((waiting.client, waiting.is_new), deque()).append(waiting)

    def remove(self, waiting: Waiting) -> None:
        """Out of its queue."""
        name = waiting.client, waiting.is_new
        self.queues[name].remove(waiting)
        if not self.queues[name]:
            del self.queues[name]

    def of(self, client: str) -> int:
        """How many questions one client has in line."""
        return sum(len(self.queues.get((client, new), ())) for new in (False, True))

    @property
    def first(self) -> list[Waiting]:
        """The first of every queue."""
        return [queue[0] for queue in self.queues.values()]

    def __iter__(self) -> Iterator[Waiting]:
        return (waiting for queue in self.queues.values() for waiting in queue)
