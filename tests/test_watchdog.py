"""The watchdog: work that is left when its time is over, and nothing else that is."""

from __future__ import annotations

import _thread
import gc
import random
import sys
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

import pytest

from programs import python
from zermelo import LastMoverWins, diagnose, explore, forecast, solve
from zermelo.errors import TimeExceeded
from zermelo.games import Nim
from zermelo.limits.deadline import (
    LONG_CALL,
    Deadline,
    OutOfTime,
    found_apart,
    found_so_far,
    is_at_a_bad_place,
    known,
    patiently,
    telling,
    telling_finds,
)

SECONDS = 0.05


def spin(steps: float = float("inf")) -> None:
    while steps > 0:
        steps -= 1


def test_the_nearer_end_counts() -> None:
    for outer, inner, named in ((60, SECONDS, "inner"), (SECONDS, 60, "outer")):
        with pytest.raises(TimeExceeded) as caught:
            Deadline(outer).run(lambda inner=inner: Deadline(inner).run(spin, "inner"), "outer")
        assert caught.value.where == named


def test_nothing_is_known_of_work_that_does_not_say() -> None:
    with pytest.raises(TimeExceeded, match="nothing was found by then"):
        Deadline(SECONDS).run(spin)
    with pytest.raises(TimeExceeded, match="nothing was found by then"):
        Deadline(0).run(spin)


def explored(game: object, *sizes: int) -> None:
    for size in sizes:
        with telling_finds(game, lambda: size, lambda: f"{size} found", str):  # noqa: B023 - asked here
            pass


def test_what_was_found_is_told_of_work_that_finds_nothing_after_it() -> None:
    one, other = object(), object()
    for sizes, more in (((3,), ()), ((2, 3, 1), (9,))):
        with pytest.raises(TimeExceeded, match="3 found") as caught:
            Deadline(SECONDS).run(
                lambda sizes=sizes, more=more: [
                    explored(one, *sizes),
                    explored(other, *more),
                    spin(),
                ]
            )
        assert caught.value.found == "3 found"
    with pytest.raises(TimeExceeded, match="nothing was found by then"):
        Deadline(SECONDS).run(spin)  # the work before was other work


def test_what_was_found_within_a_share_of_the_time_is_known_outside_of_it() -> None:
    game = object()
    with found_apart():
        Deadline(60).run(lambda: explored(game, 3))
        assert found_so_far() == "3 found"
        Deadline(60).run(lambda: explored(object(), 5))
        assert found_so_far() == "3 found"
        Deadline(60).run(lambda: explored(game, 7))
        assert found_so_far() == "7 found"
    assert found_so_far() == ""


def test_an_exploration_that_keeps_to_a_share_of_the_time_is_remembered() -> None:
    with found_apart():
        with pytest.raises(TimeExceeded), telling_finds(object(), lambda: 4, str, lambda: "at 4"):
            Deadline(SECONDS).run(spin)
        assert found_so_far() == "at 4"


def test_an_exploration_that_begins_again_says_the_most_that_was_found() -> None:
    game = object()
    with found_apart():
        explored(game, 5)
        with pytest.raises(KeyboardInterrupt) as caught, telling_finds(game, lambda: 2, str, str):
            raise KeyboardInterrupt
    assert known(caught.value) == "5 found"


def test_ctrl_c_carries_what_is_known() -> None:
    with pytest.raises(KeyboardInterrupt) as caught, telling(lambda: "much"):
        raise KeyboardInterrupt
    assert known(caught.value) == "much"


def test_an_error_that_rules_make_of_the_signal_is_the_end_of_time() -> None:
    def work() -> None:
        try:
            spin()
        except BaseException:
            raise ValueError("what was that?") from None

    with pytest.raises(TimeExceeded):
        Deadline(SECONDS).run(work)


def test_other_errors_pass_through() -> None:
    for error in (ValueError("mine"), KeyboardInterrupt()):
        with pytest.raises(type(error)):
            Deadline(60).run(lambda error=error: (_ for _ in ()).throw(error))


@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit, pytest.fail.Exception])
def test_what_ends_more_than_the_work_is_not_lost_when_time_is_over_on_its_way(
    end: type[BaseException],
) -> None:
    def work() -> None:
        try:
            raise end
        finally:
            spin()

    with pytest.raises(end):
        Deadline(SECONDS).run(work)


def test_what_was_handled_before_the_work_began_does_not_come_up_again() -> None:
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt:
        with pytest.raises(TimeExceeded):
            Deadline(SECONDS).run(spin)


def test_rules_that_swallow_the_signal_meet_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.limits.deadline.AGAIN", 0.01)
    monkeypatch.setattr("zermelo.limits.deadline.LONGEST_IMPORT", 0.5)
    met: list[BaseException] = []

    def work() -> None:
        while len(met) < 3:
            try:
                spin()
            except OutOfTime as signal:
                met.append(signal)
        spin()

    with pytest.raises(TimeExceeded):
        Deadline(SECONDS).run(work)
    assert len(met) == 3


def lost_in_a_destructor(met: list[str]) -> None:
    class Spins:
        def __del__(self) -> None:
            met.append("del")
            spin()

    Spins()


def lost_in_a_callback_of_a_reference(met: list[str]) -> None:
    class Thing:
        pass

    def gone(_: object) -> None:
        met.append("weakref")
        spin()

    thing = Thing()
    reference = weakref.ref(thing, gone)
    del thing
    assert reference() is None


def lost_in_the_garbage_collector(met: list[str]) -> None:
    def collected(phase: str, _: object) -> None:
        met.append(phase)
        spin()

    gc.callbacks.append(collected)
    try:
        gc.collect()
    finally:
        gc.callbacks.remove(collected)


@pytest.mark.parametrize(
    "lose",
    [lost_in_a_destructor, lost_in_a_callback_of_a_reference, lost_in_the_garbage_collector],
    ids=lambda lose: lose.__name__,
)
def test_a_signal_that_python_drops_comes_again(
    lose: Callable[[list[str]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.limits.deadline.AGAIN", 0.01)
    monkeypatch.setattr("zermelo.limits.deadline.LONGEST_IMPORT", 0.5)
    met: list[str] = []
    told: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)

    def work() -> None:
        lose(met)
        spin()

    with pytest.raises(TimeExceeded):
        Deadline(SECONDS).run(work)
    assert met
    assert not told


def test_what_else_python_drops_is_told_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fails:
        def __del__(self) -> None:
            raise ValueError("mine")

    told: list[type[BaseException] | None] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: told.append(what.exc_type))
    for _ in range(2):
        Deadline(60).run(Fails)
    assert told == [ValueError, ValueError]


def test_an_import_under_way_is_waited_for() -> None:
    done = []

    def _find_and_load() -> None:  # the name of Python's own frame
        spin(300_000)
        done.append(True)

    def work() -> None:
        _find_and_load()
        spin()

    with pytest.raises(TimeExceeded):
        Deadline(0.001).run(work)
    assert done


def test_a_lock_that_may_be_held_is_waited_for() -> None:
    done = []
    room = {"__name__": "coverage.collector", "done": done}
    exec("def hold():\n for _ in range(1_000_000): pass\n done.append(True)", room)

    def work() -> None:
        room["hold"]()
        spin()

    with pytest.raises(TimeExceeded):
        Deadline(0.001).run(work)
    assert done


def test_who_waits_is_not_waited_for() -> None:
    """Long calls of machine code run in a thread that their caller waits for."""
    done, waits = threading.Event(), threading.Event()

    def wait() -> None:
        waits.set()
        done.wait(60)

    thread = threading.Thread(target=wait)
    thread.start()
    waits.wait(60)
    try:
        assert not is_at_a_bad_place(sys._current_frames().get(thread.ident or 0))
    finally:
        done.set()
        thread.join(60)


def test_where_python_drops_what_is_raised_nothing_is() -> None:
    """A limit that came up in the callback of a weak reference was lost."""
    bad: list[bool] = []

    class Last:
        def __del__(self) -> None:
            bad.append(is_at_a_bad_place(sys._getframe()))

    Last()
    for module, is_bad in (("weakref", True), ("_weakrefset", True), ("rules", False)):
        names = {"__name__": module, "sys": sys}
        assert is_at_a_bad_place(eval("sys._getframe()", names)) == is_bad
    assert bad == [True]


def test_a_thread_that_is_being_started_is_not_ended_for_the_one_that_starts_it() -> None:
    """It bears its starter's number until it runs; the starter would wait for it for ever."""

    def starts_threads() -> None:
        while True:
            thread = threading.Thread(target=list, daemon=True)
            thread.start()
            thread.join()

    until = monotonic() + 15  # on a busy machine a round takes a hundred times as long
    for _ in range(100):  # one in about thirty found a newborn
        if monotonic() > until:
            break
        with pytest.raises(TimeExceeded):
            Deadline(0.002).run(starts_threads)


def test_there_is_no_thread_without_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []

    def start(*run: Any) -> None:
        started.append(run)
        _thread.start_new_thread(*run)

    monkeypatch.setattr("zermelo.limits.deadline.start_new_thread", start)
    Deadline(None).run(list)
    assert not started
    Deadline(60).run(list)
    assert len(started) == 1


def test_no_block_ends_before_its_watchdog_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that ended meanwhile had its memory written to: malloc found it, one time in 10⁵."""
    begun: list[float] = []

    def start(run: Callable[[], None], _: tuple[()]) -> None:
        def late() -> None:
            sleep(0.1)
            begun.append(monotonic())
            run()

        _thread.start_new_thread(late, ())

    monkeypatch.setattr("zermelo.limits.deadline.start_new_thread", start)
    for work in (list, lambda: 1 // 0):
        with suppress(ZeroDivisionError):
            Deadline(60).run(work)
        assert begun.pop() <= monotonic()


def test_no_signal_comes_after_its_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many short limits in several threads, beside signals that come without a pause."""
    monkeypatch.setattr("zermelo.limits.deadline.AGAIN", 0.0)
    monkeypatch.setattr("zermelo.limits.deadline.SOON", 0.0001)
    escaped: list[BaseException] = []

    def swallows() -> None:
        for _ in range(20):
            try:
                spin(100)
            except BaseException:
                spin(1)

    def work(seed: int) -> None:
        draw = random.Random(seed)
        try:
            for _ in range(80):
                piece = swallows if draw.random() < 0.3 else lambda: spin(draw.randrange(5000))
                with suppress(TimeExceeded):
                    Deadline(draw.random() / 1000).run(piece)
                spin(50)
        except BaseException as error:
            escaped.append(error)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    finally:
        sys.setswitchinterval(before)
    assert escaped == []
    assert not any(thread.is_alive() for thread in threads)


def test_a_limit_holds_in_any_thread() -> None:
    found: list[BaseException] = []

    def work() -> None:
        try:
            solve(LastMoverWins.from_function(lambda state: spin() or [], start=0), seconds=SECONDS)
        except TimeExceeded as error:
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)
    assert len(found) == 1


# -- machine code ----------------------------------------------------------------------------------


def test_a_long_call_of_machine_code_is_left_when_time_is_over() -> None:
    going, left = threading.Event(), threading.Event()

    def kernel() -> None:
        going.set()
        left.wait(60)

    with pytest.raises(TimeExceeded):
        Deadline(SECONDS).run(lambda: patiently(LONG_CALL, kernel))
    assert going.wait(60)
    left.set()


def test_a_long_call_gives_its_result_or_its_error_as_a_short_one_does() -> None:
    for steps in (1, LONG_CALL):
        assert patiently(steps, divmod, 17, 5) == (3, 2)
        with pytest.raises(ZeroDivisionError):
            patiently(steps, divmod, 17, 0)


def test_long_work_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("zermelo.graph.progress.LOG", -1.0)
    with caplog.at_level("INFO", logger="zermelo"):
        explore(Nim((3, 4)))
    assert caplog.records[0].name == "zermelo.progress"
    assert "14 states found, level 3" in caplog.text


def test_a_limit_leaves_nothing_behind_in_the_interpreter() -> None:
    """Coverage and debuggers trace: a function called after a limited block has to begin."""
    code = """
import sys
from zermelo.limits.deadline import Deadline

def begins(x):
    return x

assert Deadline(40).run(lambda: 7) == 7
sys.settrace(lambda *_: None)
print(begins(1))
sys.settrace(None)
"""
    assert python(code, measured=False) == "1"


def test_a_share_of_the_time_is_told_as_what_the_caller_named() -> None:
    class Late(LastMoverWins):
        @property
        def start(self):  # type: ignore[no-untyped-def]
            while True:
                pass

    for ask in (diagnose, forecast):
        with pytest.raises(TimeExceeded, match=r"not done after 0\.3 s.*the time limit is 0\.3 s"):
            ask(Late(), seconds=0.3)
