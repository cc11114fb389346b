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
COUNTING = """
test_project.py::test_the_readme_names_every_method
test_project.py::test_the_changelog_counts_the_games_right
test_which.py::test_the_chart_has_every_method_that_is_ever_chosen
test_which.py::test_every_game_of_the_catalogue_is_on_the_chart_once
test_which.py::test_the_picture_in_the_docs_is_that_of_today
test_gallery.py::test_what_is_known_is_said_with_a_source_and_a_test_that_exists
test_gallery.py::test_nothing_is_known_about_games_that_are_not_there
test_bad_numbers.py::test_every_game_of_the_catalogue_is_fed_bad_input_here
"""  # tests that fail until what is new is said wherever methods and games are listed


@pytest.mark.unmeasured
@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_that_is_followed_literally_works(title: str, tmp_path: Path) -> None:
    tests = follow(title, tmp_path)
    assert len(tests) == 1
    if "translator" not in title:
        tests += [f"tests/{name}" for name in COUNTING.split()]
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
