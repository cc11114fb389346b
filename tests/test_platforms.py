"""A system that cannot run a part of Zermelo is told so, and the rest goes on."""

from __future__ import annotations

import mmap
import os
from pathlib import Path

import numpy as np
import pytest

from zermelo import forecast, load, solve
from zermelo.errors import NotCompiled
from zermelo.games import ConnectFour, Ends
from zermelo.limits.amounts import UNTOLD, all_memory, free_memory


@pytest.fixture
def without_private_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(mmap, "MAP_PRIVATE")
    monkeypatch.delattr(mmap, "MAP_ANONYMOUS")


@pytest.mark.usefixtures("without_private_pages")
@pytest.mark.parametrize("engine", ["compiled", "layers"])
def test_windows_is_told_what_it_lacks_for_compiled_games(engine: str) -> None:
    with pytest.raises(NotCompiled, match="this system has no private pages") as told:
        solve(ConnectFour(3, 3), engine=engine)
    assert "Linux or macOS" in told.value.fix
    with pytest.raises(NotCompiled, match="private pages"):
        solve(ConnectFour(3, 3), method="alphabeta", engine=engine)


def test_a_system_that_does_not_tell_its_memory_has_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "sysconf")
    assert all_memory(str(tmp_path)) == UNTOLD
    assert 0 < free_memory(str(tmp_path)) <= UNTOLD


@pytest.mark.usefixtures("without_private_pages")
def test_windows_solves_by_python_and_by_closed_forms(tmp_path: Path) -> None:
    assert solve(ConnectFour(3, 4)).value == 0
    assert forecast(ConnectFour(3, 4)).at_least > 0
    row = np.arange(1_000_000)
    assert solve(Ends(row)).value == 500_000
    file = tmp_path / "ends.table"
    solve(Ends((5, 3, 7, 10))).save(file)
    assert load(file).value == 5
