"""The last resort of `--seconds`: a process that ends the program when its heart stops.

Python cannot interrupt one call of C that never looks up, e.g. `sum(itertools.count())` in rules,
and no thread of the program runs beside it. So a second process, a fork that does nothing else,
waits for a heartbeat. When time is over and none has come for some seconds, in which the program
was at work, it says so and ends the program: one that waits for a busy machine is let live. Where
there is no `fork`, such a call goes on until somebody ends it.
"""

from __future__ import annotations

import os
import signal
from _thread import start_new_thread
from contextlib import suppress
from select import select
from time import monotonic, sleep

BEAT = 0.5  # seconds between two signs of life
NO_BEAT = 5.0  # seconds without one: no call that comes to an end holds the interpreter so long
WORKED = 3.0  # seconds of a processor that the program has had in them
DEAD = 60.0  # seconds without one in which nobody need have worked
ENDED_BY_FORCE = 128 + 9  # the exit code, as a shell tells it of a killed process
WORDS = """zermelo: not done after {:g} s; a call goes on that Python cannot interrupt. Ended.
         Look for a loop inside one call of the rules, e.g. sum(itertools.count()).
"""


def oversee(seconds: float) -> None:
    """Have this process ended when it shows no sign of life after so many seconds."""
    if not hasattr(os, "fork"):
        return
    listening, beating = os.pipe()
    program = os.getpid()
    if os.fork() == 0:
        try:
            os.close(beating)
            _wait(listening, program, seconds)
        finally:
            os._exit(0)  # whatever happens, it is not the program
    os.close(listening)
    start_new_thread(_beat, (beating,))


def _beat(pipe: int) -> None:
    while True:
        os.write(pipe, b".")
        sleep(BEAT)


def _wait(pipe: int, program: int, seconds: float) -> None:
    """Listen until the program ends, or has to be ended."""
    for stream in {0, 1} - {pipe}:  # whoever reads a pipe waits for its last writer
        with suppress(OSError):
            os.close(stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end = monotonic() + seconds
    heard, spent = monotonic(), _worked(program)
    while os.getppid() == program:
        if select([pipe], [], [], BEAT)[0]:
            if not os.read(pipe, 1 << 10):
                break
            heard, spent = monotonic(), _worked(program)
            continue
        silent = monotonic() - heard
        is_at_work = silent > NO_BEAT and _worked(program) - spent > WORKED
        if monotonic() > end and (is_at_work or silent > DEAD):
            os.write(2, WORDS.format(seconds).encode())
            os.kill(program, signal.SIGKILL)
            break


def _worked(program: int) -> float:
    """Seconds of processors that a process has had; where nobody tells, those that went by."""
    try:
        with open(f"/proc/{program}/stat", "rb") as file:
            user, system = file.read().rpartition(b")")[2].split()[11:13]
    except (OSError, ValueError):
        return monotonic()
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
