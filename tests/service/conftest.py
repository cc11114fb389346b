"""One service for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from service_client import Client
from service_client import serving as service_running
from service_games import OWN_GAMES, SMALL
from zermelo.faces.service.settings import Settings


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "own.py"
    file.write_text(OWN_GAMES, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def settings(own: Path) -> Settings:
    named = ("Halves", "Nim", "Sleepy", "Wide", "Hungry", "Broken", "maker", "ready")
    return replace(SMALL, games=tuple(f"{own}:{name}" for name in named))


@pytest.fixture(scope="session")
def client(settings: Settings) -> Iterator[Client]:
    with service_running(settings) as client:
        yield client
