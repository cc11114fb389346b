"""The process of somebody's code: forked once, asked many times, held within limits.

The parent sends the arguments of a call, one line each; the child answers a line each. The child
has no standard input or output, a limit of memory and of processor time; the parent has a limit of
time for each answer. A child that hangs, leaves or crashes is replaced by a new one.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from time import monotonic
from typing import Any, NoReturn, TypedDict, cast

from zermelo.errors import BadInput, Unavailable
from zermelo.limits.deadline import WAITING_GLANCE
from zermelo.teaching.judge.pasted import Candidate, Unusable
from zermelo.teaching.judge.wire import packed, unpacked

CALL_SECONDS = 1.0  # for one answer
LOAD_SECONDS = 10.0  # for a file to be run
MEMORY = 1 << 30  # bytes beyond those of our own process
PROCESSOR_SECONDS = 600  # a child whose parent was killed ends by itself
DEPTH = 5_000  # calls inside each other
WORKING_SHARE = 0.5  # of the time, that a process has worked which is left
CHILD_PATIENCE = 3.0  # times the time, after which one is left that had no turn
ASLEEP = "S"  # a process that waits, as Linux calls it
CHILD_GLANCE = 0.01  # seconds between two looks at a process whose time is over
MOST_FILES = 1 << 16
LONGEST_ANSWER = 1 << 26  # bytes of one answer
BYTES_AT_ONCE = 1 << 16
NO_ANSWER = "no answer"
GONE = "the process of the code ended"


class Message(TypedDict, total=False):
    """What the process of the code says: what the code is, or what a call gave."""

    unusable: list[str]  # why there is nothing to judge, the rule, the way out
    name: str
    least: int
    most: int
    names: tuple[str, ...]
    rows: tuple[str, ...]
    table: object
    value: object
    fault: str


@dataclass(frozen=True)
class CallOutcome:
    """What a call gave: a value, or in words why there is none."""

    value: object = None
    fault: str = ""
    is_fatal: bool = False  # whether the process is gone


class CellOf(dict[str, object]):
    """A call of what another call returns: f(*args)(*at)."""

    def __init__(self, args: tuple[object, ...], at: tuple[object, ...]) -> None:
        super().__init__(args=args, at=at)


CodeCall = tuple[object, ...] | CellOf


@dataclass(frozen=True)
class About:
    """What the code turned out to be."""

    name: str
    least: int
    most: int
    table: object = None
    names: tuple[str, ...] = ()  # of its parameters
    rows: tuple[str, ...] = ()  # those of them that are annotated as rows

    def takes(self, count: int) -> bool:
        """Whether it can be called with so many arguments."""
        return self.least <= count <= self.most

    @property
    def arity(self) -> str:
        """How many arguments it takes, in words."""
        if self.least == self.most:
            return f"{self.least} argument{'s' * (self.least != 1)}"
        return f"{self.least} to {self.most} arguments"


class Child:
    """Somebody's code in a process of its own."""

    def __init__(
        self, load: Callable[[], Candidate], where: str, call_seconds: float = CALL_SECONDS
    ) -> None:
        self.load = load
        self.where = where
        self.call_seconds = call_seconds
        self._pid = 0
        self._to = self._back = -1
        self._read = b""
        self._owed = 0  # answers that were not read yet

    @property
    def work(self) -> float:
        """Processor seconds of this process and of those that have run the code; those of the clock
        where the system does not tell.
        """
        if not os.path.exists("/proc/self/stat"):
            return monotonic()
        return sum(os.times()[:4]) + (self._worked() if self._told_by_the_system() else 0.0)

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def about(self) -> About:
        """Start it; what there is to be judged, or an error when that is nothing."""
        self._start()
        told = self._line(LOAD_SECONDS)
        if isinstance(told, CallOutcome):
            raise self._bad(told.fault, "the code is run to find what is judged", "Mend it")
        if "unusable" in told:
            raise self._bad(*told["unusable"])
        return About(**cast("dict[str, Any]", told))

    def _bad(self, given: str, rule: str, fix: str) -> BadInput:
        return BadInput(given, where=self.where, rule=rule, fix=fix)

    def answers(self, calls: Iterable[CodeCall]) -> Iterator[CallOutcome]:
        """An outcome for each call, in their order; the calls run while the caller works."""
        waiting = list(calls)
        self._ask(waiting)
        return self._outcomes(waiting)

    def _ask(self, calls: list[CodeCall]) -> None:
        """Send the calls; a process that still owes answers to others is replaced."""
        if self._owed or not self._pid:
            self.about()
        self._owed = len(calls)
        self._send(b"".join(map(packed, calls)))

    def _outcomes(self, waiting: list[CodeCall]) -> Iterator[CallOutcome]:
        for done in range(1, len(waiting) + 1):
            told = self._line(self.call_seconds)
            self._owed -= 1
            if isinstance(told, CallOutcome):  # the process is gone; the others go to a new one
                yield told
                yield from self.answers(waiting[done:])
                return
            yield CallOutcome(told.get("value"), told.get("fault", ""))

    def answer(self, call: tuple[object, ...]) -> CallOutcome:
        """The outcome of one call."""
        [outcome] = self.answers([call])
        return outcome

    # -- the two ends of the pipes -----------------------------------------------------------------

    def _start(self) -> None:
        if not hasattr(os, "fork"):
            raise Unavailable(
                "this system has no fork()",
                where="judge",
                rule="somebody's code runs in a process of its own",
                fix="Judge it on Linux or macOS",
            )
        self._end()
        theirs, self._to = os.pipe()
        self._back, answers = os.pipe()
        with warnings.catch_warnings():
            # of threads that stay behind: the child waits for none of them
            warnings.simplefilter("ignore", DeprecationWarning)
            self._pid = os.fork()
        if self._pid == 0:
            os.close(self._to)
            os.close(self._back)
            _live(self.load, theirs, answers)
        os.close(theirs)
        os.close(answers)
        self._read, self._owed = b"", 0

    def _send(self, lines: bytes) -> None:
        """As much as the child reads; it may be gone, which its silence tells."""
        os.set_blocking(self._to, False)
        end = monotonic() + self.call_seconds
        while lines and monotonic() < end:
            try:
                lines = lines[os.write(self._to, lines) :]
            except BlockingIOError:
                self._take(0.05)
            except BrokenPipeError:
                return

    def _line(self, seconds: float) -> Message | CallOutcome:
        """The next line, or the end of the process in words."""
        worked, began = self._worked(), monotonic()
        while b"\n" not in self._read:
            waited = monotonic() - began
            is_late = waited >= seconds and self._is_to_be_left(waited, seconds, worked)
            pause = 0.0 if is_late else max(CHILD_GLANCE, min(WAITING_GLANCE, seconds - waited))
            if not self._take(pause):  # what came up just before it fell asleep is taken too
                return CallOutcome(None, self._end(), True)
            if b"\n" in self._read:
                break
            if len(self._read) > LONGEST_ANSWER:
                self._end()
                return CallOutcome(None, "an answer too long to read", True)
            if is_late:
                self._end()
                return CallOutcome(None, f"{NO_ANSWER} after {seconds:g} s", True)
        line, _, self._read = self._read.partition(b"\n")
        try:
            return cast("Message", unpacked(line))
        except ValueError:  # somebody's code wrote into the pipe
            self._end()
            return CallOutcome(None, GONE, True)

    def _is_to_be_left(self, waited: float, seconds: float, worked: float) -> bool:
        """Whether a process whose time is over has used it, working or asleep.

        On a busy machine a call may wait for its turn, which is no fault of the code.
        """
        has_worked = self._worked() - worked >= WORKING_SHARE * seconds
        return has_worked or self._sleeps() or waited >= CHILD_PATIENCE * seconds

    def _worked(self) -> float:
        """Processor seconds of the process; those of the clock where the system does not tell."""
        fields = self._told_by_the_system()
        if not fields:
            return monotonic()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _sleeps(self) -> bool:
        """Whether the process waits for something else than its turn."""
        return self._told_by_the_system()[:1] == [ASLEEP]

    def _told_by_the_system(self) -> list[str]:
        """What Linux says of the process, from its state on; nothing elsewhere."""
        try:
            with open(f"/proc/{self._pid}/stat") as file:
                return file.read().rpartition(")")[2].split()
        except OSError:
            return []

    def _take(self, seconds: float) -> bool:
        """Read what is there, or comes in time; False at the end of the process."""
        ready, _, _ = select.select([self._back], [], [], seconds)
        if not ready:
            return True
        more = os.read(self._back, BYTES_AT_ONCE)
        self._read += more
        return bool(more)

    def _end(self) -> str:
        """Be rid of the process; how it ended."""
        if not self._pid:
            return GONE
        os.close(self._to)
        os.close(self._back)
        for kill in (os.killpg, os.kill):  # all that it started; itself, where it has not begun
            with suppress(ProcessLookupError, PermissionError):
                kill(self._pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            _, status = os.waitpid(self._pid, 0)
            self._pid = 0
            return _ending(os.waitstatus_to_exitcode(status))
        self._pid = 0
        return GONE


class Stint:
    """Some seconds of work on somebody's code; of the clock, up to three times as many."""

    def __init__(self, child: Child, seconds: float) -> None:
        self.child, self.seconds = child, seconds
        self._began, self._worked = monotonic(), child.work

    @property
    def is_over(self) -> bool:
        """On a busy machine less is done in the same time, which says nothing about the code."""
        waited = monotonic() - self._began
        if waited < self.seconds:
            return False
        has_worked = self.child.work - self._worked >= self.seconds
        return has_worked or waited >= CHILD_PATIENCE * self.seconds


def _ending(code: int) -> str:
    """How a process ended by itself; our own signal says nothing."""
    if code >= 0:
        return f"{GONE}: exit code {code}"
    if code == -signal.SIGKILL:
        return GONE
    return f"{GONE}: {signal.strsignal(-code)}"


# -- in the child ----------------------------------------------------------------------------------


def _live(load: Callable[[], Candidate], given: int, answers: int) -> NoReturn:
    """Answer line by line until the parent is gone; nothing of ours is cleaned up here."""
    try:
        _be_alone(given, answers)
        limit()
        serve_candidate(load, given, answers)
    finally:
        os._exit(0)


def _be_alone(*kept: int) -> None:
    """No terminal, no handlers, no open file of the parent's, nothing of it to be written twice."""
    os.setsid()  # what it starts ends with it, and Ctrl-C is for the parent
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    begin = 3
    for file in sorted(kept):
        os.closerange(begin, file)
        begin = file + 1
    os.closerange(begin, MOST_FILES)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    sys.settrace(None)  # a debugger's, which would count into the time of a call
    sys.setrecursionlimit(DEPTH)
    sys.set_int_max_str_digits(0)


def limit() -> None:
    """Bounds that the system holds: memory, processor time, no dumps."""
    import resource

    pages = int(open("/proc/self/statm").read().split()[0]) if os.path.exists("/proc") else 0  # noqa: SIM115
    bounds = {"RLIMIT_CPU": PROCESSOR_SECONDS, "RLIMIT_CORE": 0}
    if pages:
        bounds["RLIMIT_AS"] = pages * resource.getpagesize() + MEMORY
    for name, most in bounds.items():
        _, hard = resource.getrlimit(getattr(resource, name))
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (allowed, hard))


def serve_candidate(load: Callable[[], Candidate], given: int, answers: int) -> None:
    """Say what the code is, then what it answers."""
    candidate, told = introduced(load)
    _write(answers, told)
    if candidate is None:
        return
    caller = Caller(candidate)
    with os.fdopen(given, "rb") as lines:
        for line in lines:
            _write(answers, caller.called(cast("CodeCall", unpacked(line))))


def _write(file: int, told: Message) -> None:
    line = packed(told)
    while line:
        line = line[os.write(file, line) :]


def introduced(load: Callable[[], Candidate]) -> tuple[Candidate | None, Message]:
    """The code, and what the parent is told of it."""
    try:
        found = load()
    except Unusable as reason:
        return None, {"unusable": list(reason.args)}
    except BaseException as error:
        return None, {"unusable": [raised(error), "the code is run to find what is judged",
                                   "Mend it"]}  # fmt: skip
    shown: Message = {
        "name": found.name,
        "least": found.least,
        "most": found.most,
        "names": found.names,
        "rows": found.rows,
        "table": found.table,
    }
    return found, shown


class Caller:
    """Calls the code, and what it has returned."""

    def __init__(self, candidate: Candidate) -> None:
        assert candidate.call is not None
        self.call = candidate.call
        self.args: object = None  # of the call that has returned a function
        self.function: Callable[..., object] | None = None

    def called(self, call: CodeCall) -> Message:
        """One call: its value, or what it raised, with the line."""
        try:
            return {"value": self._value(call)}
        except BaseException as error:
            return {"fault": raised(error)}

    def _value(self, call: CodeCall) -> object:
        if not isinstance(call, dict):
            return self.call(*call)
        args, at = (cast("tuple[object, ...]", call[name]) for name in ("args", "at"))
        if self.function is None or args != self.args:
            self.args = deepcopy(args)  # the code may change what it is given
            self.function = cast("Callable[..., object]", self.call(*args))
        return self.function(*at)


def raised(error: BaseException) -> str:
    """An exception in words, with the last line of the code that is not Python's own."""
    if isinstance(error, SystemExit):
        what = f"left the program, exit code {error.code}"
    elif isinstance(error, RecursionError):
        what = f"raised RecursionError: more than {DEPTH:,} calls inside each other"
    elif isinstance(error, MemoryError):
        what = f"raised MemoryError: the limit is {MEMORY >> 20:,} MiB"
    else:
        text = " ".join(str(error).split())
        what = f"raised {type(error).__name__}: {text[:200]}".removesuffix(": ")
    line = _line_of(error)
    return f"{what}, line {line}" if line and "line" not in what else what


def _line_of(error: BaseException) -> int | None:
    """The last line of somebody's code that took part."""
    if isinstance(error, SyntaxError):
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__, limit=-50)
    own = [frame.lineno for frame in frames if not _is_ours(frame.filename)]
    return own[-1] if own else None


def _is_ours(file: str) -> bool:
    return file in (__file__, candidate_file) or file.startswith("<frozen")


candidate_file = sys.modules[Candidate.__module__].__file__
