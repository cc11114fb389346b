"""Programs that tests start: each has a limit, and none outlives the test that started it.

A guard process knows every program that runs. It reads from a pipe that closes when the tests end,
however they end, and then ends what is left.
"""

from __future__ import annotations

import atexit
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

NOWHERE = subprocess.DEVNULL
PROGRAM = (sys.executable, "-m", "zermelo")
SECONDS = 50.0  # a test is ended after a minute
GUARD = """
import os, signal, sys
running = set()
signal.signal(signal.SIGINT, signal.SIG_IGN)
for line in sys.stdin:
    (running.add if line[0] == "+" else running.discard)(int(line[1:]))
for group in running:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


@cache
def _guard() -> IO[str]:
    """The pipe to the guard of this process."""
    guard = subprocess.Popen([sys.executable, "-S", "-c", GUARD], stdin=subprocess.PIPE, text=True)
    atexit.register(guard.communicate)  # closes the pipe and waits
    assert guard.stdin is not None
    return guard.stdin


def _tell(word: str) -> None:
    print(word, file=_guard(), flush=True)


@contextmanager
def guarded(pid: int) -> Iterator[None]:
    """A program that leads a group of processes; the whole group is ended with the block."""
    _tell(f"+{pid}")
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        _tell(f"-{pid}")


def environment(*, measured: bool = True, **extra: str) -> dict[str, str]:
    """The environment of a program, with or without coverage.

    Coverage holds a lock now and then: a program that is interrupted in such a moment may wait for
    it for ever, so programs that are interrupted on purpose are not measured.
    """
    whole = {**os.environ, **extra}
    if not measured:
        whole.pop("COVERAGE_PROCESS_CONFIG", None)
    return whole


@contextmanager
def started(
    *command: str, measured: bool = True, extra: dict[str, str] | None = None, **options: Any
) -> Iterator[subprocess.Popen[Any]]:
    """A program that runs beside the test, until the end of the block."""
    where = environment(measured=measured, **(extra or {}))
    pipe = subprocess.PIPE
    whole: dict[str, Any] = {"text": True, "stdout": pipe, "stderr": pipe, **options}
    process = subprocess.Popen(command, env=where, start_new_session=True, **whole)
    with process, guarded(process.pid):
        yield process


def run(
    *command: str,
    given: str | bytes | None = None,
    cwd: Path | None = None,
    merged: bool = False,
    measured: bool = True,
    seconds: float = SECONDS,
    **extra: str,
) -> subprocess.CompletedProcess[Any]:
    """A program from its start to its end; `merged` puts its errors among its output."""
    streams: dict[str, Any] = {
        "stdin": NOWHERE if given is None else subprocess.PIPE,
        "stderr": subprocess.STDOUT if merged else subprocess.PIPE,
        "text": not isinstance(given, bytes),
    }
    with started(*command, measured=measured, extra=extra, cwd=cwd, **streams) as process:
        try:
            out, err = process.communicate(given, timeout=seconds)
        except subprocess.TimeoutExpired as late:
            raise AssertionError(
                f"{command!r} takes more than {seconds} s: {late.output!r}"
            ) from None
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def python(code: str, **options: Any) -> str:
    """What a short Python program prints."""
    done = run(sys.executable, "-c", code, **options)
    assert done.returncode == 0, done.stderr
    return str(done.stdout).strip()


def zermelo(*words: str, **options: Any) -> subprocess.CompletedProcess[Any]:
    """The program as people run it."""
    return run(*PROGRAM, *words, **options)


def killed_while(work: Callable[[], object], seconds: float) -> None:
    """A copy of this process that does some work and is killed after so long, wherever it is."""
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            work()
        finally:
            os._exit(0)
    with guarded(child):
        time.sleep(seconds)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


class Terminal:
    """A program in a pseudo-terminal, as a person sees it."""

    def __init__(self, pid: int, file: int) -> None:
        self.pid, self.file = pid, file
        self.seen = ""

    def until(self, text: str, seconds: float = SECONDS) -> str:
        """Wait for a text to appear; all that was seen before it, and itself."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            more = self._read(end, f"{text!r} did not appear")
            assert more, f"{text!r} did not appear in {self.seen!r}"
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.file, text.encode())

    def end(self, seconds: float = SECONDS, press: str = "") -> int:
        """Read to the end, pressing a key when nothing is said; the exit code."""
        limit = time.monotonic() + seconds
        while self._read(limit, "it does not end", press):
            pass
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)

    def _read(self, end: float, complaint: str, press: str = "") -> bool:
        """Read some more; False at the end. The limit holds however much is said."""
        while True:
            assert time.monotonic() < end, f"{complaint} in {self.seen!r}"
            ready, _, _ = select.select([self.file], [], [], 1)
            if ready:
                break
            self.type(press)
        try:
            more = os.read(self.file, 4096).decode(errors="replace")
        except OSError:  # so ends a pseudo-terminal
            return False
        self.seen += more
        return bool(more)


@contextmanager
def terminal(*words: str, measured: bool = True) -> Iterator[Terminal]:
    """The program in a pseudo-terminal, until the end of the block."""
    whole = environment(measured=measured, TERM="xterm-256color")
    pid, file = pty.fork()  # leads a session of its own
    if pid == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background job ignores it
        os.execve(sys.executable, [*PROGRAM, *words], whole)
    try:
        with guarded(pid):
            yield Terminal(pid, file)
    finally:
        os.close(file)
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)
