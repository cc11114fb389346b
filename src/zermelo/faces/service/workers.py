"""One worker process as the server sees it: started, asked, watched, told to stop, ended."""

from __future__ import annotations

import asyncio
import mmap
import sys
from asyncio import CancelledError, IncompleteReadError, StreamReader, StreamWriter, Task
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path

from zermelo.faces.service import logs
from zermelo.faces.service.messages import (
    STOP_SIGNAL,
    WorkerQuestion,
    WorkerReply,
    message_bytes,
    receive,
)
from zermelo.faces.service.problems import too_much_memory, too_slow, worker_lost
from zermelo.faces.service.settings import Settings
from zermelo.faces.service.sharing import Tell, unheard

LOOK_SECONDS = 0.1  # between two looks at the memory of a worker
WORKER_GRACE = 1.0  # seconds that a worker gets to notice that its time is over
START_SECONDS = 60.0
MOST_SAID = 4_096  # bytes of one line in the log
CONNECTION_LOST = (IncompleteReadError, ConnectionError)


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
        self.client = ""  # for whom it works
        self.is_at_new = False  # whether nobody knows how large its question is
        self.end = ""  # why we ended it
        self.listener: Task[None] | None = None
        self.has_begun = False
        self.is_overgrown = False  # whether this question took more memory than it may
        self.reading: Task[tuple[WorkerReply, bytes]] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether it can be asked now."""
        return self.is_ready and not self.is_busy

    async def start(self) -> None:
        """Start the process and wait until it has loaded its games."""
        self.end, self.reading = "", None
        module = "zermelo.faces.service.worker_process"
        # -P: a file in the folder where the service was started is no module of ours
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", module, self.lane, stdin=PIPE, stdout=PIPE, stderr=PIPE
        )
        self.listener = asyncio.create_task(self._listen(self.process))
        async with asyncio.timeout(START_SECONDS):
            await self._send({"settings": self.settings.as_json()})
            await self._receive()
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

    async def _receive(self) -> tuple[WorkerReply, bytes]:
        """The next message; who is cancelled while he waits leaves it whole for the next."""
        if self.reading is None:
            self.reading = asyncio.create_task(receive(self._pipes()[0]))
            self.reading.add_done_callback(unheard)
        message = await asyncio.shield(self.reading)
        self.reading = None
        return message

    async def ask(
        self, question: WorkerQuestion, tell: Tell | None = None
    ) -> tuple[WorkerReply, bytes]:
        """The worker's answer; a worker that is late, or deaf when its client is gone, is ended."""
        seconds, process = question["seconds"], self.process
        try:
            async with asyncio.timeout(seconds + WORKER_GRACE):
                await self._begin(question)
                return await self._watched(tell)
        except TimeoutError:
            self.kill("too slow")
            raise too_slow(seconds) from None
        except CancelledError:
            await self._stop()
            raise
        except CONNECTION_LOST:
            self._is_lost(process)
            raise (too_much_memory() if self.is_overgrown else worker_lost()) from None

    def _is_lost(self, process: Process | None) -> None:
        """Nobody is to ask it, unless another process has taken its place already."""
        if self.process is process:
            self.is_ready = False

    async def _stop(self) -> None:
        """Have the worker leave its question, and keep the tables that it has."""
        assert self.process is not None
        try:
            async with asyncio.timeout(WORKER_GRACE):
                if not self.has_begun:
                    await self._receive()
                self.process.send_signal(STOP_SIGNAL)
                while (await self._receive())[0]["kind"] == "progress":
                    pass
        except (TimeoutError, CancelledError, ProcessLookupError, *CONNECTION_LOST):
            self.kill("cancelled")

    async def _watched(self, tell: Tell | None) -> tuple[WorkerReply, bytes]:
        """The answer, while somebody looks at the memory that it takes."""
        watch = asyncio.create_task(self._watch())
        try:
            return await self._answer(tell)
        finally:
            watch.cancel()

    async def _watch(self) -> None:
        """End a process that holds more memory than it may."""
        while self.held() <= self.settings.worker_memory(self.lane):
            await asyncio.sleep(LOOK_SECONDS)
        self.is_overgrown = True
        self.kill("too large")

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
        self.has_begun = self.is_overgrown = False
        process = self.process
        try:
            await self._send(question)
            await self._receive()
            self.has_begun = True
        except CONNECTION_LOST:
            self._is_lost(process)
            raise NotBegun from None

    async def _answer(self, tell: Tell | None) -> tuple[WorkerReply, bytes]:
        head, body = await self._receive()
        while head["kind"] == "progress":
            if tell is not None:
                tell(head["progress"])
            head, body = await self._receive()
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
