"""Lanes: groups of equal workers, each with one line of waiting questions.

They are the levels of a multilevel feedback queue (Corbató 1962). A question that nobody knows yet
gets a glance in the quick lane; what is not done by then goes on to the scales, where it is
weighed, and solved if it is small; only what can be done within the limits sees a large worker.
So no question ever waits for another that is larger than its lane allows.

Within a lane the client who has the fewest workers comes first, then who had one longest ago.
"""

from __future__ import annotations

import asyncio
from asyncio import Future, Task
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from zermelo.faces.service import logs
from zermelo.faces.service.messages import WorkerQuestion, WorkerReply
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import busy
from zermelo.faces.service.settings import Settings
from zermelo.faces.service.sharing import Tell
from zermelo.faces.service.waiting_line import Waiting, WaitingLine
from zermelo.faces.service.workers import CONNECTION_LOST, NotBegun, Worker

MOST_CLIENTS = 10_000  # whose turns are remembered
PAUSE = 0.5  # seconds before a worker is started that has just ended by itself
LONGEST_PAUSE = 6  # times that the pause doubles while a worker does not start


def nothing() -> None:
    """Nobody wants to know."""


class Lane:
    """Equal workers, and the questions that wait for one of them.

    One client has at most `most_of_a_client` of the workers, and questions that nobody knows yet
    have at most `most_new` of them.
    """

    def __init__(
        self,
        name: str,
        count: int,
        settings: Settings,
        metrics: Metrics,
        *,
        most_of_a_client: int | None = None,
        most_new: int | None = None,
        wait_seconds: float | None = None,
    ) -> None:
        self.name = name
        self.settings = settings
        self.metrics = metrics
        self.most_of_a_client = most_of_a_client or count
        self.most_new = most_new or count
        self.wait_seconds = settings.wait_seconds if wait_seconds is None else wait_seconds
        self.workers = [Worker(f"{name}-{n}", name, settings) for n in range(1, count + 1)]
        self.line = WaitingLine()
        self.last: OrderedDict[str, int] = OrderedDict()  # when a client had its last worker
        self.turns = 0
        self.keepers: list[Task[None]] = []
        self.is_closing = False
        self.when_lost: Callable[[Worker], None] | None = None

    async def start(self) -> None:
        """Start all workers, and keep them alive from now on."""
        await asyncio.gather(*(worker.start() for worker in self.workers))
        self.keepers = [asyncio.create_task(self._keep(worker)) for worker in self.workers]
        self._count()

    async def close(self) -> None:
        """End all workers."""
        for waiting in self.line:
            if not waiting.place.done():
                waiting.place.set_exception(busy("questions"))
        self.is_closing = True
        waits = [asyncio.create_task(worker.ended()) for worker in self.workers if worker.process]
        while waits:  # a keeper may be about to start one
            for worker in self.workers:
                worker.kill("closing")
            waits = list((await asyncio.wait([*waits, *self.keepers], timeout=0.05))[1])

    async def ask(
        self,
        question: WorkerQuestion,
        prefers: frozenset[Worker] = frozenset(),
        tell: Tell | None = None,
        *,
        client: str = "",
        is_new: bool = False,
        begun: Callable[[], None] = nothing,
    ) -> tuple[Worker, WorkerReply, bytes]:
        """The answer of the first worker that is free; `begun` is called when there is one."""
        while True:
            place: Future[Worker] = asyncio.get_running_loop().create_future()
            patience = self.settings.job_seconds if question.get("reports") else None
            worker = await self._free(Waiting(place, prefers, client, is_new), patience)
            begun()
            try:
                return worker, *await worker.ask(question, tell)
            except NotBegun:
                continue  # it ended before it saw the question, so another one may have it
            finally:
                self._release(worker)

    # -- the line ----------------------------------------------------------------------------

    async def _free(self, waiting: Waiting, patience: float | None = None) -> Worker:
        """A worker; a job is followed, so that it may wait for as long as it may take."""
        self.line.add(waiting)
        self._serve()
        if not waiting.place.done() and self._is_too_long(waiting.client):
            self.line.remove(waiting)
            raise busy("questions")
        try:
            async with asyncio.timeout(patience or self.wait_seconds):
                return await waiting.place
        except TimeoutError:
            self._leave(waiting)
            raise busy("questions") from None
        except BaseException:
            self._leave(waiting)
            raise

    def _is_too_long(self, client: str) -> bool:
        most = self.settings.waiting
        return len(self.line) > most or self.line.of(client) > self.settings.share_of(most)

    def _leave(self, waiting: Waiting) -> None:
        """Out of the line; a worker that was given but not taken goes to the next."""
        if waiting in self.line:
            self.line.remove(waiting)
        place = waiting.place
        if place.done() and not place.cancelled() and place.exception() is None:
            self._release(place.result())

    def _release(self, worker: Worker) -> None:
        worker.is_busy = worker.is_at_new = False
        worker.client = ""
        self._serve()

    def _serve(self) -> None:
        """Give the workers that are free to those whose turn it is."""
        while any(worker.is_idle for worker in self.workers):
            chosen = min(filter(self._may_go, self.line.first), key=self._turn, default=None)
            if chosen is None:
                break
            self.line.remove(chosen)
            if not chosen.place.done():  # a place that is cancelled is taken by nobody
                self._give(chosen)
        self._count()

    def _give(self, chosen: Waiting) -> None:
        idle = [worker for worker in self.workers if worker.is_idle]
        worker = next((one for one in idle if one in chosen.prefers), idle[0])
        worker.is_busy, worker.is_at_new, worker.client = True, chosen.is_new, chosen.client
        chosen.place.set_result(worker)
        self.turns += 1
        self.last[chosen.client] = self.turns
        self.last.move_to_end(chosen.client)
        if len(self.last) > MOST_CLIENTS:
            self.last.popitem(last=False)

    def _may_go(self, waiting: Waiting) -> bool:
        new = sum(worker.is_at_new for worker in self.workers)
        if waiting.is_new and new >= self.most_new:
            return False
        return self._held_by(waiting.client) < self.most_of_a_client

    def _turn(self, waiting: Waiting) -> tuple[int, int, int]:
        """The least goes first: the fewest workers, the longest without one, the first who came."""
        return self._held_by(waiting.client), self.last.get(waiting.client, 0), waiting.number

    def _held_by(self, client: str) -> int:
        return sum(worker.is_busy and worker.client == client for worker in self.workers)

    # -- the workers -------------------------------------------------------------------------

    async def _keep(self, worker: Worker) -> None:
        """Start a worker anew whenever it has ended; one that does not start, ever later."""
        tries = 0
        while True:  # a worker that is started while all are closed is waited for, too
            began = monotonic()
            await worker.ended()
            if self.is_closing:
                return
            self._mourn(worker)
            if not worker.end and monotonic() - began < PAUSE:
                await asyncio.sleep(PAUSE)
            try:
                await worker.start()
                tries = 0
            except (*CONNECTION_LOST, TimeoutError, OSError) as error:
                logs.log_event(
                    "worker does not start", level=40, worker=worker.name, reason=str(error)
                )
                worker.kill("does not start")
                await self._pause(2 ** min(tries, LONGEST_PAUSE))
                tries += 1
            self._serve()

    async def _pause(self, times: int) -> None:
        """So many pauses; a service that is closed does not wait for the rest of them."""
        for _ in range(times):
            if not self.is_closing:
                await asyncio.sleep(PAUSE)

    def _mourn(self, worker: Worker) -> None:
        code = worker.process.returncode if worker.process is not None else None
        reason = worker.end or "ended by itself"
        self.metrics.lost.labels(self.name, reason).inc()
        logs.log_event("worker lost", level=30, worker=worker.name, reason=reason, exit_code=code)
        if self.when_lost is not None:
            self.when_lost(worker)
        self._count()

    def _count(self) -> None:
        self.metrics.waiting.labels(self.name).set(len(self.line))
        self.metrics.busy.labels(self.name).set(sum(w.is_busy for w in self.workers))
        self.metrics.alive.labels(self.name).set(sum(w.is_ready for w in self.workers))

    def state(self) -> dict[str, int]:
        """For the health page."""
        return {
            "workers": len(self.workers),
            "ready": sum(worker.is_ready for worker in self.workers),
            "busy": sum(worker.is_busy for worker in self.workers),
            "waiting": len(self.line),
        }
