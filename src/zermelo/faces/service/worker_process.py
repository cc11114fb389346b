"""What runs inside a worker process: read a question, answer it within limits, read the next.

It never returns a traceback and never ends because of a question, except when the system kills it.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from time import monotonic, process_time, sleep
from types import FrameType
from typing import BinaryIO

from zermelo import kernels
from zermelo.errors import BudgetExceeded, ProofFailed, SelfPlayFailed, ZermeloError
from zermelo.faces.plain import JsonObject
from zermelo.faces.service.answers import Desk, HandOver
from zermelo.faces.service.messages import (
    STOP_SIGNAL,
    WorkerQuestion,
    WorkerReply,
    message_bytes,
    read_from,
)
from zermelo.faces.service.problems import (
    ServiceProblem,
    internal,
    service_problem,
    too_much_memory,
    too_slow,
)
from zermelo.faces.service.settings import Settings
from zermelo.graph.progress import Callback, Progress
from zermelo.limits.alarm import GIVES_WAY
from zermelo.limits.amounts import power_text
from zermelo.limits.deadline import SOON, is_at_a_bad_place

BY_PATIENCE = ("games", "board", "position")  # operations that do not depend on a game's size
WAKES_EVERY = 0.5  # seconds, for a long call of C
STARVED_SCALES = 6  # times as long may weighing take where other work has the cores
REPORT_SECONDS = 0.2  # between two reports of progress
SEEN_FOR, HOPELESS = 0.3, 1.25  # see `Pace`
SEEN_BRIEFLY, FAR_TOO_LONG = 0.2, 4.0
LEAST_LOOK, LEAST_LOOKS = 0.05, 3  # seconds of work; how many looks at the speed there must be
ENGINE = (
    "zermelo.engines.layers.work",
    "zermelo.engines.memory.explore",
    "zermelo.engines.memory.graph",
    "zermelo.engines.memory.crosscheck",
)  # for compiled rules
FIRST_QUESTION: WorkerQuestion = {"game": "ends", "arguments": None, "misere": False,
               "position": None, "key": "first",
               "moves": [], "humans": [0], "engine": True}  # fmt: skip
ADDRESSES = 8  # compiled tables reserve addresses for all that could ever fit; few are written
# how much nicer than the server
NICE = {"quick": 0, "scales": 5, "watch": 10, "large": 15, "facts": 19}


class TimeUp(BaseException):
    """The time of this answer is over. Not an Exception: rules may catch those."""


class Interruption:
    """Whether the server has said that nobody waits for the answer any more."""

    def __init__(self) -> None:
        self.is_told = False
        self.is_working = False

    def listen(self) -> None:
        """Heed the server's signal from now on."""
        signal.signal(STOP_SIGNAL, self.hear)

    def hear(self, *_: object) -> None:
        """Leave the work that is under way; between two questions there is none."""
        self.is_told = True
        if self.is_working:
            raise TimeUp

    @contextmanager
    def heeded(self) -> Iterator[None]:
        """Work that ends when the server says so."""
        try:
            self.is_working = True
            if self.is_told:
                raise TimeUp
            yield
        finally:
            self.is_working = False


def main() -> None:
    """`python -m zermelo.faces.service.worker_process LANE`, settings in the first message."""
    reader, writer = _own_pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business
    lane = sys.argv[1]
    first = read_from(reader)
    if first is None:
        return
    settings = Settings.from_json(first[0]["settings"])
    limit_memory(settings.worker_memory(lane) * (ADDRESSES if lane == "large" else 1))
    desk = Desk(settings, lane)
    warm_up(desk)
    os.nice(NICE[lane] if settings.gives_way else 0)
    answer_questions(desk, reader, writer)


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the server; what rules print goes to the log instead."""
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return reader, writer


def limit_memory(size: int) -> None:
    """Have the system refuse more than so many bytes of data.

    The server looks at what a worker really holds, and ends the one that holds too much.
    """
    try:
        import resource
    except ImportError:  # not on this system; the number of states is limited all the same
        return
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))


def warm_up(desk: Desk) -> None:
    """Load what the first answers would wait for."""
    for operation in ("solve", "play", "frames", "diagnose"):
        desk.answer({**FIRST_QUESTION, "operation": operation})
    if desk.lane == "large":
        for module in ENGINE:
            import_module(module)
        for name in ("frontier", "layers"):
            kernels.load(name)
        kernels.warm_up()
    desk.shelves.clear()
    desk.answered = 0


def answer_questions(desk: Desk, reader: BinaryIO, writer: BinaryIO) -> None:
    """Answer until the server closes its side."""
    interruption = Interruption()
    interruption.listen()
    _send(writer, {"kind": "ready"})
    while (message := read_from(reader)) is not None:
        question = message[0]
        interruption.is_told = False
        _send(writer, {"kind": "begun"})
        head, body = answered(desk, question, lambda told: _send(writer, told), interruption)
        _send(writer, head, body)


def _send(writer: BinaryIO, head: WorkerReply, body: bytes = b"") -> None:
    writer.write(message_bytes(head, body))
    writer.flush()


def answered(
    desk: Desk,
    question: WorkerQuestion,
    tell: Callable[[WorkerReply], None],
    interruption: Interruption | None = None,
) -> tuple[WorkerReply, bytes]:
    """The answer to one question as a message, whatever happens on the way."""
    heeded = (interruption or Interruption()).heeded
    try:
        if desk.lane == "scales" and question["operation"] not in BY_PATIENCE:
            with heeded(), alarm(STARVED_SCALES * desk.settings.weigh_seconds):
                desk.weigh(question)
        limits = question["seconds"], question.get("cpu_seconds", 0)
        with heeded(), alarm(*limits, wakes=question["operation"] in BY_PATIENCE):
            answer, facts = desk.answer(question, _progress(desk, question, tell))
            body = json.dumps(answer, allow_nan=False).encode("ascii")
        return {"kind": "answer", "facts": facts, "dropped": desk.tidy()}, body
    except HandOver:
        return {"kind": "larger", "dropped": desk.tidy()}, b""
    except TimeUp:
        if desk.is_brief:
            return {"kind": "larger", "dropped": desk.tidy()}, b""
        return _failed(desk, too_slow(question["seconds"])), b""
    except ServiceProblem as problem:
        return _failed(desk, problem), b""
    except Exception as error:
        return _unexpected(desk, error), b""


def _unexpected(desk: Desk, error: Exception) -> WorkerReply:
    if _is_memory(error) or _is_memory(error.__cause__):  # errors of rules are wrapped
        return {**_failed(desk, too_much_memory()), "dropped": desk.shelves.clear()}
    if isinstance(error, ZermeloError):
        is_settled = isinstance(error, BudgetExceeded)
        failed = _failed(desk, service_problem(error))
        return {**failed, **_proof(error), "is_settled": is_settled}
    return {**_failed(desk, internal()), "traceback": traceback.format_exc()}


def _is_memory(error: BaseException | None) -> bool:
    full = isinstance(error, OSError) and error.errno == errno.ENOMEM
    return full or isinstance(error, MemoryError)


def _failed(desk: Desk, problem: ServiceProblem) -> WorkerReply:
    return {"kind": "problem", "problem": problem.body["error"], "dropped": desk.tidy()}


def _proof(error: ZermeloError) -> WorkerReply:
    """What the server should know of an answer that was withheld."""
    if not isinstance(error, ProofFailed):
        return {}
    check = "failed" if isinstance(error, SelfPlayFailed) else None
    return {"proof_failed": str(error), "facts": {"check": check}}


@contextmanager
def alarm(seconds: float, cpu_seconds: float = 0, *, wakes: bool = False) -> Iterator[None]:
    """Raise `TimeUp` after so many seconds, or so many of work; 0 for no limit.

    The server kills what does not heed it. With `wakes`, a long call of C looks up now and then,
    and sees that the patience with one answer of the rules is over.
    """
    pause, end = (WAKES_EVERY if wakes else 0), monotonic() + seconds

    clocks = (signal.SIGALRM, signal.ITIMER_REAL), (signal.SIGPROF, signal.ITIMER_PROF)

    def ring(number: int, frame: FrameType | None) -> None:
        if pause and number == signal.SIGALRM and monotonic() < end:
            sleep(GIVES_WAY)
            return
        if is_at_a_bad_place(frame):  # as an import: half a numpy cannot be loaded again
            signal.setitimer(dict(clocks)[signal.Signals(number)], SOON)
            return
        raise TimeUp

    before = [signal.signal(number, ring) for number, _ in clocks]
    try:
        signal.setitimer(signal.ITIMER_REAL, min(seconds, pause or seconds), pause)
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
        yield
    finally:
        for _, clock in clocks:
            signal.setitimer(clock, 0)
        for (number, _), was in zip(clocks, before, strict=True):
            signal.signal(number, was)


def _progress(
    desk: Desk, question: WorkerQuestion, tell: Callable[[WorkerReply], None]
) -> Callback:
    """Reports to the server, some times a second; the end of work that will not end in time."""
    last, pace = 0.0, Pace(question["seconds"] * desk.settings.threads)

    def report(told: Progress) -> None:
        nonlocal last
        if not desk.is_brief and pace.is_hopeless(told):
            speed, states = power_text(round(pace.speed)), power_text(told.expected)
            why = f"{states} states or more, {speed} in a second of work"
            raise too_slow(question["seconds"], why)
        if question.get("reports") and monotonic() - last >= REPORT_SECONDS:
            last = monotonic()
            tell({"kind": "progress", "progress": progress_answer(told)})

    return report


class Pace:
    """How fast states are found, from when it was known how many there are at least.

    Seconds are of work, which other programs do not make longer, and the speed is the best of those
    between two reports: compiling what was never compiled before says nothing about the rules. Work
    is hopeless where finding the states alone takes more than `HOPELESS` times as long as it may,
    by `SEEN_FOR` seconds; `FAR_TOO_LONG` is seen after `SEEN_BRIEFLY`.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds  # that the work may take
        self.expected = 0
        self.states = 0  # when last looked at
        self.began = self.looked = 0.0
        self.looks = 0
        self.speed = 0.0  # states a second

    def is_hopeless(self, told: Progress) -> bool:
        """Whether there is not enough time for it; False where nobody knows, or not yet."""
        if told.stage != "explore" or not told.expected:
            return False
        now = process_time()
        if self.expected != told.expected:  # what was found before counts no more
            self.expected, self.states, self.began, self.looked = (
                told.expected,
                told.states,
                now,
                now,
            )
            self.looks, self.speed = 0, 0.0
        if told.states > self.states and now - self.looked >= LEAST_LOOK:
            self.speed = max(self.speed, (told.states - self.states) / (now - self.looked))
            self.states, self.looked, self.looks = told.states, now, self.looks + 1
        seconds = now - self.began
        if seconds < SEEN_BRIEFLY or self.looks < LEAST_LOOKS:
            return False
        too_long = HOPELESS if seconds >= SEEN_FOR else FAR_TOO_LONG
        return (told.expected - told.states) / self.speed > too_long * self.seconds


def progress_answer(told: Progress) -> JsonObject:
    """Progress as the client reads it."""
    return {
        "stage": told.stage,
        "states": told.states,
        "states_per_second": round(told.states_per_second),
        "level": told.level,
        "seconds": round(told.seconds, 3),
        "seconds_left": None if told.seconds_left is None else round(told.seconds_left, 1),
    }


if __name__ == "__main__":
    main()
