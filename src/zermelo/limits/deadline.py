"""Work that ends in time, also where rules never return or never stop yielding.

A watchdog raises `OutOfTime` in the thread that works, wherever it is by then; so it works in any
thread, unlike a signal. It is a BaseException, which `except Exception` in rules does not swallow;
rules that swallow it all the same meet it again every half second, as they do where Python drops
it, in a destructor say. In the main thread a clock of the system wakes long calls of C as well
(`zermelo.limits.alarm`). What Python cannot interrupt is a single call that never looks up, e.g.
`sum(itertools.count())`: such a call ends by ending the process, as the program does.

No watchdog is started where there is no limit, and none can be in a browser, which has no threads:
work goes on there until it is done, or until the page ends its worker.
"""

from __future__ import annotations

import sys
from _thread import start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from math import ceil
from threading import TIMEOUT_MAX, Event, Lock, Thread, get_ident
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from zermelo.errors import Setting, TimeExceeded
from zermelo.limits.alarm import as_before, ring_after

if TYPE_CHECKING:
    from _thread import LockType
    from types import FrameType

AGAIN = 0.5  # seconds until the rules meet it again
SOON = 0.01  # seconds, where it could not be raised yet
LONG_CALL = 1 << 22  # steps of machine code that take longer than a thread does to start
LONGEST_BIRTH = 1.0  # seconds that a thread is waited for which has not begun yet
WAITING_GLANCE = 0.05  # seconds between two looks at what has come up
LONGEST_IMPORT = 20.0  # seconds that an import under way is waited for
HAS_THREADS = sys.platform != "emscripten"
LOCKING = {"coverage", "logging"}  # packages that take locks in Python, for a moment
CALLED_BACK = {"weakref", "_weakrefset"}  # whose functions Python calls by itself
DROPPED_BEYOND = {"_find_and_load", "__del__"}  # functions that nothing should be raised through

T = TypeVar("T")


class OutOfTime(BaseException):
    """Raised in the working thread; never leaves `Deadline.run`."""


class Found(NamedTuple):
    """What an exploration has found of a game."""

    game: int  # by its identity: smaller instances are explored beside it
    states: int
    said: str


FOUND = ContextVar[list[Found] | None]("FOUND", default=None)  # of the work under way, if any


class Deadline:
    """The moment by which work has to end; None for never."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._began = monotonic()

    @property
    def left(self) -> float | None:
        """Seconds until then, 0 when it has passed; None when there is no end."""
        if self.seconds is None:
            return None
        return max(0.0, self.seconds - (monotonic() - self._began))

    @property
    def is_over(self) -> bool:
        """Whether it has passed."""
        return self.left == 0.0

    def but_at_least(self, seconds: float) -> Deadline:
        """The same, or later."""
        return Deadline(None if self.seconds is None else max(seconds, self.seconds))

    def run(self, work: Callable[[], T], where: str = "") -> T:
        """What the work gives; `TimeExceeded`, with what is known by then, when it does not end.

        Blocks may lie inside each other, and the nearer end counts: each has a signal of its own,
        which passes through the blocks inside.

        Nothing is raised after the block. The interpreter looks for signals at calls and jumps, so
        none comes between the end of the work and `armed.clear()`, from which on the watchdog
        raises no more; if it was about to, `raising` is free once it has. What it raised comes up
        in the `finally` then. What ends more than this work, Ctrl-C say, is not lost when it does:
        it goes on in the place of the signal. Nothing is taken back: where nothing is pending,
        Python 3.11 would look for it for ever after, at every call, and a function that is traced
        never begin.

        The block does not end before its watchdog has begun: a thread that begins while the
        process ends writes into memory that Python 3.11 has given back by then.
        """
        left = self.left
        if left == 0.0:
            raise self._exceeded(where, found_so_far())
        if left is None or not HAS_THREADS:
            return work()
        with found_apart():
            return self._run(left, work, where)

    def _run(self, left: float, work: Callable[[], T], where: str) -> T:
        _keep_silent()
        thread, signal = get_ident(), type("OutOfTime", (OutOfTime,), {})
        outside = sys.exception()
        armed: list[int] = []
        bell, raising, birth = Lock(), Lock(), Lock()
        bell.acquire()
        birth.acquire()
        before = ring_after(left)
        try:
            try:
                watchdog = Watchdog(armed, bell, raising, birth, signal, left)
                start_new_thread(watchdog.run, ())
            except RuntimeError:  # no more threads: the work goes on to its end
                birth.release()
            try:
                armed.append(thread)
                return work()
            finally:
                armed.clear()
                raising.acquire()
        except BaseException as error:
            stop = _signal_in(error, signal)
            if stop is None:
                raise
            end = _end_under_way(stop, outside)
            if end is not None:
                raise end from None
            raise self._exceeded(where, known(stop) or found_so_far()) from None
        finally:
            bell.release()
            as_before(before)
            birth.acquire(timeout=LONGEST_BIRTH)

    @contextmanager
    def telling_its_own(self, where: str = "") -> Iterator[None]:
        """Shares of this time that are over are told as what the caller has named."""
        try:
            yield
        except TimeExceeded as late:
            raise self._exceeded(where or late.where, late.found) from late

    def _exceeded(self, where: str, found: str) -> TimeExceeded:
        late = TimeExceeded(
            f"not done after {self.seconds:g} s: {found or 'nothing was found by then'}",
            where=where,
            rule=f"the time limit is {self.seconds:g} s",
            fix=("Pass a larger one, e.g. ", Setting("seconds", ceil(10 * (self.seconds or 0.1)))),
        )
        late.found = found
        return late


NO_END = Deadline(None)


@contextmanager
def telling(what: Callable[[], str]) -> Iterator[None]:
    """Work that says what is known when time is over, or when Ctrl-C ends it."""
    try:
        yield
    except (OutOfTime, KeyboardInterrupt) as stop:
        if not known(stop):
            stop.known = what()  # type: ignore[union-attr]
        raise


@contextmanager
def telling_finds(
    game: object, states: Callable[[], int], summary: Callable[[], str], said: Callable[[], str]
) -> Iterator[None]:
    """An exploration says what is known when it is stopped; when it has ended, it is remembered.

    What follows it, e.g. an estimate, or another engine that begins again, has found less by then.
    """
    try:
        with telling(lambda: _most_said(game, states(), said)):
            yield
    except TimeExceeded:  # of its own time, which is a share of that of the work
        _most_said(game, states(), said)
        raise
    if FOUND.get() is not None:
        _most_said(game, states(), summary)


def _most_said(game: object, states: int, said: Callable[[], str]) -> str:
    """The words about the most that was found of the game; the first game is remembered."""
    found = FOUND.get()
    if found and found[0].game != id(game):
        return said()
    if found and found[0].states >= states:
        return found[0].said
    now = Found(id(game), states, said())
    if found is not None:
        found[:] = [now]
    return now.said


def found_so_far() -> str:
    """What explorations that have ended have found of the game that the work is about."""
    return "".join(found.said for found in FOUND.get() or ())


@contextmanager
def found_apart() -> Iterator[None]:
    """What this work finds is its own; work around it that has found nothing has it afterwards."""
    outside = FOUND.get()
    found: list[Found] = []
    FOUND.set(found)
    try:
        yield
    finally:
        FOUND.set(outside)
        if outside is not None and (not outside or _is_more(found, outside)):
            outside[:] = found


def _is_more(found: list[Found], outside: list[Found]) -> bool:
    return [each.game for each in found] == [each.game for each in outside] and (
        found[0].states > outside[0].states
    )


def known(stop: BaseException) -> str:
    """What the work under way said when it was stopped."""
    return str(getattr(stop, "known", ""))


def patiently(steps: int, kernel: Callable[..., T], *args: object) -> T:
    """A call of a kernel that takes about so many steps; long ones can be interrupted.

    They run in a thread of their own, and who waits for it sees Ctrl-C and the end of a time limit
    meanwhile. A call that is left goes on to its end, in arrays that nobody reads any more.
    """
    if steps < LONG_CALL or not HAS_THREADS:
        return kernel(*args)
    outcome: list[T] = []
    failure: list[BaseException] = []
    done = Event()

    def work() -> None:
        try:
            outcome.append(kernel(*args))
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    start_new_thread(work, ())
    while not done.wait(WAITING_GLANCE):
        pass
    if failure:
        raise failure[0]
    return outcome[0]


class Watchdog(NamedTuple):
    """Rings in a thread of its own, unless the work ends before."""

    armed: list[int]  # the thread that works; nobody before and after
    bell: LockType  # free when the work has ended
    raising: LockType  # held while the signal is raised
    birth: LockType  # free when this thread has begun
    signal: type[OutOfTime]
    left: float  # seconds

    def run(self) -> None:
        """Wait, then raise the signal again and again for as long as the work goes on."""
        self.birth.release()
        sys.settrace(None)  # a tracer's lock, for which both would wait, could be left locked
        raise_in = _raise_in()
        pause, end = self.left, monotonic() + self.left + LONGEST_IMPORT
        while not self.bell.acquire(timeout=min(pause, TIMEOUT_MAX)):
            pause = SOON
            frame = sys._current_frames().get(next(iter(self.armed), 0))
            if is_at_a_bad_place(frame) and monotonic() < end:
                continue
            if not self.raising.acquire(blocking=False):
                return  # the work has ended just now
            if any(map(raise_in, self.armed, [self.signal])):
                pause = AGAIN
            self.raising.release()


def is_at_a_bad_place(frame: FrameType | None) -> bool:
    """Whether a thread is in the middle of an import, starts another, may hold a lock, or is where
    Python drops what is raised: in a callback of its own, or in `__del__`.

    Half a module is not imported again. A lock that was taken just now, e.g. by a program that
    measures which lines are run, would never be free again. And until a new thread runs, CPython
    knows it by the number of the one that starts it: the signal would end the newborn, for which
    `Thread.start` waits for ever. (Our own threads are started without that wait.)
    """
    if frame is not None:
        package = str(frame.f_globals.get("__name__")).partition(".")[0]
        if package in LOCKING | CALLED_BACK:
            return True
    while frame is not None:
        if frame.f_code.co_name in DROPPED_BEYOND or _waits_for_a_newborn(frame):
            return True
        frame = frame.f_back
    return False


def _waits_for_a_newborn(frame: FrameType) -> bool:
    return frame.f_code is Thread.start.__code__ and frame.f_locals["self"].ident is None


def _signal_in(error: BaseException | None, signal: type[OutOfTime]) -> BaseException | None:
    """The signal, or the signal that rules have turned into an error of their own."""
    while error is not None and not isinstance(error, signal):
        error = error.__context__ if isinstance(error, Exception) else None
    return error


def _end_under_way(stop: BaseException, outside: BaseException | None) -> BaseException | None:
    """What was on its way to end more than the work when time was over: Ctrl-C, the end of a test.

    What is `outside` was handled before the work began.
    """
    error = stop.__context__
    while error is not None and error is not outside:
        if not isinstance(error, Exception | OutOfTime | GeneratorExit):
            return error
        error = error.__context__
    return None


def _keep_silent() -> None:
    """Python tells of every exception that it drops; of a signal that comes again it need not."""
    tell = sys.unraisablehook
    if not isinstance(tell, _Others):
        sys.unraisablehook = _Others(tell)


class _Others:
    """Tells of the exceptions that were dropped, but for signals of time limits."""

    def __init__(self, tell: Callable[[sys.UnraisableHookArgs], object]) -> None:
        self.tell = tell

    def __call__(self, dropped: sys.UnraisableHookArgs) -> None:
        """As `sys.unraisablehook` is called."""
        if not issubclass(dropped.exc_type, OutOfTime):
            self.tell(dropped)


@cache
def _raise_in() -> Callable[[int, type[BaseException]], int]:
    """Python's own way to raise an exception in another thread.

    A function of C: no other thread runs, and no signal is looked for, inside it.
    """
    import ctypes

    function = ctypes.pythonapi.PyThreadState_SetAsyncExc
    function.argtypes = (ctypes.c_ulong, ctypes.py_object)
    return function
