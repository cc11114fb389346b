"""Profiles of the property tests, and what several files need."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import Phase, settings
from numba.core import event

# Times are never asserted. The tests draw the same cases everywhere; `make fuzz` draws new ones.
settings.register_profile("full", derandomize=True, print_blob=True, deadline=None)
settings.register_profile("fuzz", print_blob=True, deadline=None)
settings.register_profile(
    "mutants", phases=[Phase.explicit, Phase.generate], database=None, deadline=None
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "full"))

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in the background
for name in ("COLUMNS", "LINES"):  # pytest loads readline, which sets them for its workers
    os.environ.pop(name, None)


class Unmeasured(event.Listener):
    """While numba compiles, none of our lines run, and coverage would nearly double the time."""

    def __init__(self) -> None:
        self.paused: list[Any] = []

    def on_start(self, _: event.Event) -> None:
        self.paused.append(sys.gettrace())
        sys.settrace(None)

    def on_end(self, _: event.Event) -> None:
        sys.settrace(self.paused.pop())


event.register("numba:compile", Unmeasured())


@pytest.fixture(scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Machine code of its own, so that nothing depends on what earlier runs left."""
    from zermelo.compiled import build

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(tmp_path_factory.mktemp("rules")))
        build.folder.cache_clear()
        yield
    build.folder.cache_clear()
