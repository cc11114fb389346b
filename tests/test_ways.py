"""Rules are compiled by a short way through numba, and by numba's own where it is another one."""

from __future__ import annotations

import numba
import pytest

from zermelo.kernels import ways


def test_the_short_way_is_taken_with_the_numba_that_it_was_tried_with() -> None:
    assert numba.__version__.startswith(ways.TRIED), "try the short way with this numba"
    assert ways.pipeline("Inner").keys() == {"pipeline_class"}


def test_another_numba_goes_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways.numba, "__version__", "1.0.0")
    assert ways.pipeline("Inner") == ways.pipeline("Outer") == {}
