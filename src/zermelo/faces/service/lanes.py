"""Worker processes as the server sees them: started, asked, watched, replaced.

A lane is a group of equal workers with one line of waiting questions. There are two, so that a
large game never delays a small one.
"""

from __future__ import annotations

import asyncio
import mmap
import sys
from asyncio import CancelledError, Future, IncompleteReadError, StreamReader, StreamWriter, Task
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from zermelo.faces.plain import JsonObject
from zermelo.faces.service import logs
from zermelo.faces.service.messages import WorkerQuestion, WorkerReply, message_bytes, receive
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import busy, too_much_memory, too_slow, worker_lost
from zermelo.faces.service.settings import Settings

ANSWER_TOO_LARGE = "too large"
LOOK_SECONDS = 0.1  # between two looks at the memory of a worker
WORKER_GRACE = 1.0  # seconds that a worker gets to notice that its time is over
START_SECONDS = 60.0
PAUSE = 0.5  # seconds before a worker is started that has just ended by itself
MOST_SAID = 4_096  # bytes of one line in the log
CONNECTION_LOST = (IncompleteReadError, ConnectionError)

Tell = Callable[[JsonObject], None]


class NotBegun(Exception):
    """The worker was gone before it had read the question."""


class Worker:
    """One process and the pipe to it."""

    def __init__(self, name: str, lane: str, settings: Settings) -> None:
        self.name = name
        self.lane = lane
        self.settings = settings
        self.process: Process | None = None
        self.is_ready = False
        self.is_busy = False
        self.end = ""  # why we ended it
        self.listener: Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether it can be asked now."""
        return self.is_ready and not self.is_busy

    async def start(self) -> None:
        """Start the process and wait until it has loaded its games."""
        self.end = ""
        module = "zermelo.faces.service.worker_process"
        # -P: a file in the folder where the service was started is no module of ours
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", module, self.lane, stdin=PIPE, stdout=PIPE, stderr=PIPE
        )
        self.listener = asyncio.create_task(self._listen(self.process))
        async with asyncio.timeout(START_SECONDS):
            await self._send({"settings": self.settings.as_json()})
            await receive(self._pipes()[0])
        self.is_ready = True

    async def _listen(self, process: Process) -> None:
        """What a worker, or a game's rules, print goes to the log."""
        assert process.stderr is not None
        while text := await process.stderr.read(MOST_SAID):
            logs.log_event(
                "worker says", worker=self.name, text=text.decode("utf-8", "replace").strip()
            )

    def _pipes(self) -> tuple[StreamReader, StreamWriter]:
        assert self.process is not None
        assert self.process.stdout is not None
        assert self.process.stdin is not None
        return self.process.stdout, self.process.stdin

    async def _send(self, head: WorkerQuestion) -> None:
        writer = self._pipes()[1]
        writer.write(message_bytes(head))
        await writer.drain()

    async def ask(
        self, question: WorkerQuestion, tell: Tell | None = None
    ) -> tuple[WorkerReply, bytes]:
        """The worker's answer; a worker that is late, or whose client is gone, is ended."""
        seconds = question["seconds"]
        try:
            async with asyncio.timeout(seconds + WORKER_GRACE):
                await self._begin(question)
                return await self._watched(tell)
        except TimeoutError:
            self.kill("too slow")
            raise too_slow(seconds) from None
        except CancelledError:
            self.kill("cancelled")
            raise
        except CONNECTION_LOST:
            self.is_ready = False
            raise (too_much_memory() if self.end == ANSWER_TOO_LARGE else worker_lost()) from None

    async def _watched(self, tell: Tell | None) -> tuple[WorkerReply, bytes]:
        """The answer, while somebody looks at the memory that it takes."""
        watch = asyncio.create_task(self._watch())
        try:
            return await self._answer(tell)
        finally:
            watch.cancel()

    async def _watch(self) -> None:
        """End a process that holds more memory than it may."""
        while self.held() <= self.settings.memory:
            await asyncio.sleep(LOOK_SECONDS)
        self.kill(ANSWER_TOO_LARGE)

    def held(self) -> int:
        """Bytes of memory that the process holds; 0 where the system does not tell."""
        try:
            assert self.process is not None
            pages = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1]
        except (OSError, IndexError):
            return 0
        return int(pages) * mmap.PAGESIZE

    async def _begin(self, question: WorkerQuestion) -> None:
        """Hand the question over; the worker says that it has it before it starts."""
        try:
            await self._send(question)
            await receive(self._pipes()[0])
        except CONNECTION_LOST:
            self.is_ready = False
            raise NotBegun from None

    async def _answer(self, tell: Tell | None) -> tuple[WorkerReply, bytes]:
        head, body = await receive(self._pipes()[0])
        while head["kind"] == "progress":
            if tell is not None:
                tell(head["progress"])
            head, body = await receive(self._pipes()[0])
        return head, body

    def kill(self, reason: str) -> None:
        """End the process at once."""
        self.end, self.is_ready = reason, False
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()

    async def ended(self) -> None:
        """Wait for the end of the process."""
        assert self.process is not None
        await self.process.wait()
        self.is_ready = False
        if self.listener is not None:
            await self.listener
        reader, writer = self._pipes()
        writer.close()
        with suppress(RuntimeError):  # somebody waits for an answer, and sees the end there
            await reader.read()


@dataclass(eq=False)
class Waiting:
    """A question in line; `prefers` are workers that have its table already."""

    place: Future[Worker]
    prefers: frozenset[Worker]


class Lane:
    """Equal workers, and the questions that wait for one of them."""

    def __init__(self, name: str, count: int, settings: Settings, metrics: Metrics) -> None:
        self.name = name
        self.settings = settings
        self.metrics = metrics
        self.workers = [Worker(f"{name}-{n}", name, settings) for n in range(1, count + 1)]
        self.line: list[Waiting] = []
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
    ) -> tuple[Worker, WorkerReply, bytes]:
        """The answer of the first worker that is free."""
        while True:
            worker = await self._free(prefers)
            self._count()
            try:
                return worker, *await worker.ask(question, tell)
            except NotBegun:
                continue  # it ended before it saw the question, so another one may have it
            finally:
                worker.is_busy = False
                self._serve(worker)

    async def _free(self, prefers: frozenset[Worker]) -> Worker:
        idle = [worker for worker in self.workers if worker.is_idle]
        chosen = next((worker for worker in idle if worker in prefers), None)
        if chosen is None and idle:
            chosen = idle[0]
        if chosen is not None:
            chosen.is_busy = True
            return chosen
        return await self._in_line(prefers)

    async def _in_line(self, prefers: frozenset[Worker]) -> Worker:
        if len(self.line) >= self.settings.waiting:
            raise busy("questions")
        waiting = Waiting(asyncio.get_running_loop().create_future(), prefers)
        self.line.append(waiting)
        self._count()
        try:
            async with asyncio.timeout(self.settings.wait_seconds):
                return await waiting.place
        except TimeoutError:
            self._leave(waiting)
            raise busy("questions") from None
        except BaseException:
            self._leave(waiting)
            raise

    def _leave(self, waiting: Waiting) -> None:
        """Out of the line; a worker that was given but not taken goes to the next."""
        if waiting in self.line:
            self.line.remove(waiting)
        place = waiting.place
        if place.done() and not place.cancelled() and place.exception() is None:
            place.result().is_busy = False
            self._serve(place.result())

    def _serve(self, worker: Worker) -> None:
        """Give a free worker to whoever prefers it, else to whoever has waited longest."""
        waiting = [w for w in self.line if not w.place.done()]
        if worker.is_idle and waiting:
            chosen = next((w for w in waiting if worker in w.prefers), waiting[0])
            worker.is_busy = True
            chosen.place.set_result(worker)
            self.line.remove(chosen)
        self._count()

    async def _keep(self, worker: Worker) -> None:
        """Start a worker anew whenever it has ended."""
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
            except (*CONNECTION_LOST, TimeoutError, OSError) as error:
                logs.log_event(
                    "worker does not start", level=40, worker=worker.name, reason=str(error)
                )
                worker.kill("does not start")
            self._serve(worker)

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
