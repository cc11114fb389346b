"""The compiler is never interrupted: it works in a thread of its own, and who waits can leave."""

from __future__ import annotations

from threading import Event, get_ident
from types import ModuleType
from typing import Any

import pytest
from numba import njit
from numba.core import event
from numba.core.errors import TypingError

from zermelo.kernels import aside
from zermelo.limits.deadline import Deadline, TimeExceeded


def twice(number: Any) -> Any:
    return number + number


def nonsense(number: Any) -> Any:
    return number.no_such_thing


@pytest.fixture
def module() -> ModuleType:
    found = ModuleType("some_kernels")
    vars(found).update(twice=njit(twice), nonsense=njit(nonsense), other=3)
    aside.compile_aside(found)
    return found


class Compilers(event.Listener):
    """The threads in which numba compiles."""

    def __init__(self) -> None:
        self.threads: set[int] = set()

    def on_start(self, _: event.Event) -> None:
        self.threads.add(get_ident())

    def on_end(self, _: event.Event) -> None: ...


def test_functions_are_compiled_in_another_thread_for_all_types(module: ModuleType) -> None:
    compilers = Compilers()
    with event.install_listener("numba:compile", compilers):
        assert [module.twice(number) for number in (3, 4, 1.5)] == [6, 8, 3.0]
    assert len(module.twice.signatures) == 2
    assert compilers.threads
    assert get_ident() not in compilers.threads


def test_what_cannot_be_compiled_is_told_to_the_caller(module: ModuleType) -> None:
    with pytest.raises(TypingError, match="no_such_thing"):
        module.nonsense(3)


def test_who_waits_can_leave_and_the_work_goes_on_to_its_end() -> None:
    begun, may_end, ended = Event(), Event(), Event()

    def compiled() -> None:
        begun.set()
        may_end.wait(50)
        ended.set()

    with pytest.raises(TimeExceeded):
        Deadline(0.2).run(aside._aside(compiled))
    assert begun.is_set()
    assert not ended.is_set()
    may_end.set()
    assert ended.wait(50)


def test_a_compiler_that_calls_a_compiler_needs_no_second_thread() -> None:
    inner = aside._aside(get_ident)
    outer = aside._aside(lambda: (get_ident(), inner()))
    one, two = outer()  # type: ignore[misc]
    assert one == two != get_ident()


def test_without_threads_the_work_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(aside, "start_new_thread", none)
    assert aside._aside(get_ident)() == get_ident()
