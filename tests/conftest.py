"""Profiles of the property tests, and what several files need."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import Phase, settings

# Times are never asserted. The tests draw the same cases everywhere; `make fuzz` draws new ones.
settings.register_profile("full", derandomize=True, print_blob=True, deadline=None)
settings.register_profile("fuzz", print_blob=True, deadline=None)
settings.register_profile(
    "mutants", phases=[Phase.explicit, Phase.generate], database=None, deadline=None
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "full"))

for name in ("COLUMNS", "LINES"):  # pytest loads readline, which sets them for its workers
    os.environ.pop(name, None)


@pytest.fixture(autouse=True)
def no_callbacks_of_the_collector() -> Iterator[None]:
    """Hypothesis leaves one behind, and a time limit that ends inside it is lost there with a
    warning; it is raised again a moment later, but the warning fails the test.
    """
    gc.callbacks.clear()
    yield
    gc.callbacks.clear()


@pytest.fixture(scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Machine code of its own, so that nothing depends on what earlier runs left."""
    from zermelo.compiled import build

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(tmp_path_factory.mktemp("rules")))
        build.folder.cache_clear()
        yield
    build.folder.cache_clear()
