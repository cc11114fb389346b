"""The compiler works aside, in a thread that nobody interrupts.

Ctrl-C and the end of a time limit come in the middle of anything. In the middle of the compiler
they left LLVM half way: it crashed when its pieces were thrown away, or the signal was lost in a
callback of C. Who waits for a thread can be interrupted at any time; the compiler goes on to its
end.
"""

from __future__ import annotations

from _thread import start_new_thread
from collections.abc import Callable
from threading import Event, local, stack_size
from types import ModuleType

from numba.core.dispatcher import Dispatcher

STACK = 16 << 20  # bytes, which are taken when they are used; some systems give threads very few
GLANCE = 0.05  # seconds between two looks of who waits
COMPILES = "_compile_for_args"  # what numba calls for arguments of new types
_HERE = local()


def compile_aside(module: ModuleType) -> None:
    """Let no signal disturb the compilation of a module's functions."""
    for function in vars(module).values():
        if isinstance(function, Dispatcher):  # which has no name for it that is not its own
            setattr(function, COMPILES, _aside(getattr(function, COMPILES)))


def _aside(work: Callable[..., object]) -> Callable[..., object]:
    """The same work, in a thread of its own unless it is in one already."""

    def wait_for(*args: object, **words: object) -> object:
        if getattr(_HERE, "is_aside", False):
            return work(*args, **words)
        outcome: list[object] = []
        failure: list[BaseException] = []
        done = Event()

        def run() -> None:
            _HERE.is_aside = True
            try:
                outcome.append(work(*args, **words))
            except BaseException as error:
                failure.append(error)
            finally:
                _HERE.is_aside = False
                done.set()

        _start(run)
        while not done.wait(GLANCE):
            pass
        if failure:
            raise failure[0]
        return outcome[0]

    return wait_for


def _start(run: Callable[[], None]) -> None:
    """A thread with as much room as the compiler may want; where there are none, no thread."""
    before = stack_size(STACK)
    try:
        start_new_thread(run, ())
    except RuntimeError:
        run()
    finally:
        stack_size(before)
