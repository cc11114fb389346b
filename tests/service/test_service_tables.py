"""The service and the explorer look games up in saved tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from prompt_runs import refused
from service_games import SMALL, question
from zermelo import solve
from zermelo.errors import BadInput
from zermelo.faces.cli.serving import settings_of
from zermelo.faces.service import answers, worker_process
from zermelo.faces.service.answers import Desk
from zermelo.faces.service.kept_tables import LEAST_TABLE_BYTES, KeptTable
from zermelo.faces.service.library import Library
from zermelo.faces.service.settings import Settings
from zermelo.games import TicTacToe

GAME = TicTacToe(3, 2, 2)
OWN = {"game": "tic-tac-toe", "arguments": {"height": 3, "width": 2, "line": 2}}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "little.table"
    solve(GAME).save(path)
    return path


@pytest.fixture
def desk(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A quick worker that can solve nothing."""
    monkeypatch.setattr(answers, "solve", None)
    return Desk(replace(SMALL, saved=(str(path),)), "quick")


@pytest.mark.parametrize("name", [{"game": "little", "arguments": None}, OWN])
@pytest.mark.parametrize("operation", ["solve", "moves", "play", "around"])
def test_a_game_is_looked_up_by_a_quick_worker(
    desk: Desk, operation: str, name: dict[str, Any]
) -> None:
    asked = {**question(operation, **name), "moves": [], "humans": [0], "engine": True}
    answer, facts = desk.answer({**asked, "view": None})
    assert facts["cached"]
    assert facts["difference"] == 1
    assert answer["value"] == 1 if operation in ("solve", "moves") else answer


def test_positions_of_a_table_are_looked_up(desk: Desk) -> None:
    asked = {**question("value", game="little"), "positions": [[0, 1], [0, 0]]}
    assert [one["value"] for one in desk.answer(asked)[0]["values"]] == [-1, 1]
    here = question("solve", game="little", position=[0, 1])
    assert desk.answer(here)[0]["value"] == -1


def test_a_game_of_a_table_is_not_weighed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "weigh", None)
    desk.weigh(question("solve", game="little", position=None))


def test_a_table_is_listed_by_the_name_of_its_file(desk: Desk, path: Path) -> None:
    (listed, *_) = desk.library.describe()
    assert (listed["name"], listed["origin"]) == ("little", "table")
    assert KeptTable(desk.library.saved[0]).bytes == LEAST_TABLE_BYTES
    twice = Library((), (str(path), str(path)))
    assert list(twice.own) == ["little", "little.table"]
    with pytest.raises(BadInput, match="Rename the file"):
        Library((), (str(path),) * 3)
    assert Library().table_of(GAME) is None


def test_workers_are_told_of_tables(path: Path) -> None:
    settings = settings_of({"games": (), "saved": (str(path),)})
    assert settings.saved == (str(path),)
    assert Settings.from_json(settings.as_json()) == settings
    worker_process.warm_up(Desk(replace(SMALL, saved=settings.saved), "quick"))


def test_a_file_that_is_no_table_ends_the_start(tmp_path: Path) -> None:
    assert "a table is a file that can be read" in refused("serve", "--table", str(tmp_path / "no"))
