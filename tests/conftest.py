"""Profiles of the property tests, and what several files need."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from coverage import Coverage
from hypothesis import Phase, settings
from numba.core import event

import zermelo
from lateness import (  # noqa: F401 - pytest finds them here
    pytest_runtest_makereport,
    pytest_timeout_set_timer,
)

# Times are never asserted. The tests draw the same cases everywhere; `make fuzz` draws new ones.
settings.register_profile("full", derandomize=True, print_blob=True, deadline=None)
settings.register_profile("fuzz", print_blob=True, deadline=None)
settings.register_profile(
    "mutants", phases=[Phase.explicit, Phase.generate], database=None, deadline=None
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "full"))

SELDOM = (10_000, 20, 40)  # Python's own are 700, 10 and 10

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in the background
for name in ("COLUMNS", "LINES"):  # pytest loads readline, which sets them for its workers
    os.environ.pop(name, None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Coverage measures without the lock that it takes whenever a function begins.

    A time limit that ends just then would leave it locked for ever. Coverage can do without it: it
    looks again at what another thread has changed.
    """
    measuring: Any = Coverage.current()
    if measuring is not None:
        for one in (measuring._collector, *measuring._collector.tracers):
            one.lock_data = one.unlock_data = bool  # which does nothing, quickly


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """The modules of the library are measured as they are imported, the search for tests is not.

    Neither do the 100,000 objects that it leaves, which live as long as the run does, take part in
    any collection of garbage. What numba leaves is large as well: to go through all of it as often
    as Python does took a twelfth of the whole run.
    """
    for module in walk_packages(zermelo.__path__, "zermelo."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    gc.disable()
    with unmeasured():
        found = yield
    gc.enable()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    return found


@contextmanager
def unmeasured() -> Iterator[None]:
    """What this thread does inside is not measured: measured, it takes up to ten times as long."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


@contextmanager
def unmeasured_programs() -> Iterator[None]:
    """What is started inside is not measured."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Some tests, their fixtures and programs are not measured: others reach the same lines."""
    if item.get_closest_marker("unmeasured") is None:
        return (yield)
    with unmeasured(), unmeasured_programs():
        return (yield)


class Compiling(event.Listener):
    """While numba compiles, none of our lines run."""

    def __init__(self) -> None:
        self.paused: list[Any] = []

    def on_start(self, _: event.Event) -> None:
        self.paused.append(unmeasured())
        self.paused[-1].__enter__()

    def on_end(self, _: event.Event) -> None:
        self.paused.pop().__exit__(None, None, None)


event.register("numba:compile", Compiling())


@pytest.fixture(scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Machine code of this run alone: nothing depends on what earlier ones left."""
    from zermelo.machine import build

    folder = tmp_path_factory.getbasetemp()
    run = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(run / "rules"))
        build.folder.cache_clear()
        yield
    build.folder.cache_clear()


@pytest.fixture(autouse=True)
def nothing_stays_replaced() -> Iterator[None]:
    """Machine code is loaded as before: a patch that outlives its test fails others, far away."""
    from zermelo.machine import build

    before = build.load, build.is_compiled
    yield
    assert before == (build.load, build.is_compiled)


@pytest.fixture
def carried_out_by_python() -> Iterator[None]:
    """Kernels and compiled rules are Python functions: nothing waits for a compiler."""
    from executed_rules import by_python

    with by_python():
        yield
