"""Long solves: started, followed by server-sent events, cancelled."""

from __future__ import annotations

import asyncio
import json
import secrets
from asyncio import Task
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from zermelo.faces.plain import JsonObject
from zermelo.faces.service.dispatch import Dispatcher
from zermelo.faces.service.messages import WorkerQuestion
from zermelo.faces.service.problems import ServiceProblem, busy, cancelled, internal

KEEP_ALIVE = 15.0  # seconds without news after which a comment is sent
QUEUED = {"stage": "waiting", "states": 0, "states_per_second": 0, "level": 0, "seconds": 0,
          "seconds_left": None}  # fmt: skip


class SolveJob:
    """One solve, and whoever follows it."""

    def __init__(self, client: str = "") -> None:
        self.id = secrets.token_urlsafe(16)
        self.client = client
        self.followers = 0
        self.last = event("progress", json.dumps(QUEUED))
        self.is_finished = False
        self.count = 0  # events so far
        self.task: Task[None] | None = None
        self._news = asyncio.Condition()

    def tell(self, progress: JsonObject) -> None:
        """Progress from the worker."""
        self._publish(event("progress", json.dumps(progress)))

    def finish(self, last: str) -> None:
        """The last event."""
        if not self.is_finished:
            self.is_finished = True
            self._publish(last)

    def _publish(self, text: str) -> None:
        self.last = text
        self.count += 1
        self._woken = asyncio.ensure_future(self._wake())

    async def _wake(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def events(self) -> AsyncIterator[str]:
        """The newest event now, every newer one when it comes, until the last."""
        seen = -1
        while True:
            if self.count != seen:
                seen = self.count
                finished = self.is_finished
                yield self.last
                if finished:
                    return
            else:
                yield ": still there\n\n"
            await self._wait(seen)

    async def _wait(self, seen: int) -> None:
        try:
            async with asyncio.timeout(KEEP_ALIVE), self._news:
                await self._news.wait_for(lambda: self.count != seen)
        except TimeoutError:
            return


class Jobs:
    """All jobs that are under way, and some that are done."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher
        self.settings = dispatcher.settings
        self.known: OrderedDict[str, SolveJob] = OrderedDict()

    def start(self, question: WorkerQuestion, client: str = "") -> SolveJob:
        """Begin to solve in the background; a job that nobody follows ends."""
        under_way = [job for job in self.known.values() if not job.is_finished]
        own = sum(job.client == client for job in under_way)
        if len(under_way) >= self.settings.jobs or own >= self.settings.share_of(
            self.settings.jobs
        ):
            raise busy("jobs")
        job = SolveJob(client)
        self.known[job.id] = job
        job.task = asyncio.create_task(self._run(job, question))
        self._end_unless_followed(job)
        self._tidy()
        return job

    @contextmanager
    def followed(self, job: SolveJob) -> Iterator[None]:
        """Somebody reads the events of a job."""
        job.followers += 1
        try:
            yield
        finally:
            job.followers -= 1
            self._end_unless_followed(job)

    def _end_unless_followed(self, job: SolveJob) -> None:
        """A reload leaves its job; who comes back in a moment finds it going on."""

        def look() -> None:
            if job.followers == 0 and not job.is_finished:
                self.cancel(job.id)

        if job.followers == 0 and not job.is_finished:
            asyncio.get_running_loop().call_later(self.settings.follow_seconds, look)

    def find(self, name: str) -> SolveJob:
        """The job of an id."""
        if name in self.known:
            return self.known[name]
        raise ServiceProblem(
            "not_found", "There is no such job.", field="id", fix="POST it to /v1/jobs again."
        )

    def cancel(self, name: str) -> SolveJob:
        """Stop working on it; the worker that was at it is replaced."""
        job = self.find(name)
        if job.task is not None:
            job.task.cancel()
        job.finish(failed(cancelled()))
        self._tidy()
        return job

    def close(self) -> None:
        """Cancel all of them, so that nobody waits for events that never come."""
        for name in list(self.known):
            self.cancel(name)

    @property
    def _under_way(self) -> int:
        return sum(not job.is_finished for job in self.known.values())

    async def _run(self, job: SolveJob, question: WorkerQuestion) -> None:
        try:
            body = await self.dispatcher.answer(question, job.tell, job.client)
            job.finish(event("done", body.decode("ascii")))
        except ServiceProblem as problem:
            job.finish(failed(problem))
        except Exception:
            job.finish(failed(internal()))
            raise
        finally:
            self._tidy()

    def _tidy(self) -> None:
        """Drop the oldest results of whoever has the most: nobody's are pushed out by others'."""
        finished = [job for job in self.known.values() if job.is_finished]
        while len(finished) > self.settings.jobs_kept:
            many = Counter(job.client for job in finished).most_common(1)[0][0]
            gone = next(job for job in finished if job.client == many)
            finished.remove(gone)
            del self.known[gone.id]
        self.dispatcher.metrics.jobs.set(self._under_way)


def event(name: str, data: str) -> str:
    """One server-sent event."""
    return f"event: {name}\ndata: {data}\n\n"


def failed(problem: ServiceProblem) -> str:
    """The event for a job that ends without an answer."""
    return event("failed", json.dumps(problem.body))


def question_of(asked: WorkerQuestion, seconds: float) -> WorkerQuestion:
    """A job is a solve with more time and reports of progress."""
    return {**asked, "operation": "solve", "seconds": seconds, "reports": True}
