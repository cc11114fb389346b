"""The recipes of CONTRIBUTING work as they are written."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from programs import run
from recipes import ROOT, follow, recipe

RECIPES = [
    "Adding a method",
    "Adding a game",
    "Adding a value type",
    "Adding a construct to the translator",
]


@pytest.mark.unmeasured
@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_that_is_followed_literally_works(title: str, tmp_path: Path) -> None:
    tests = follow(title, tmp_path)
    assert len(tests) == 1
    pytest_alone = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null")
    done = run(
        *(sys.executable, *pytest_alone, "--rootdir", str(tmp_path), *tests),
        cwd=tmp_path,
        PYTHONPATH=str(tmp_path / "src"),
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
        PYTEST_PLUGINS="",
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_is_written_as_our_code_is(title: str, tmp_path: Path) -> None:
    follow(title, tmp_path)
    new = [name for kind, name, _ in recipe(title) if name.endswith(".py")]
    settings = ("--config", str(ROOT / "pyproject.toml"), "--no-cache")
    for check in ("check", "format --check"):
        done = run(
            *(sys.executable, "-m", "ruff", *check.split(), *settings, *new),
            cwd=tmp_path,
            merged=True,
        )
        assert done.returncode == 0, done.stdout
