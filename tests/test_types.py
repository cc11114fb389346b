"""Types as users see them: both checkers pass on a user's file and on the README's own code."""

from __future__ import annotations

import json
import sys
from doctest import DocTestParser
from pathlib import Path

import pytest

import programs
import zermelo
from zermelo import games

ROOT = Path(__file__).parents[1]
SOURCE = Path(zermelo.__file__).parents[1]
STRICT = """
[mypy]
strict = true
mypy_path = {source}
cache_dir = cache

[mypy-zermelo.*]
follow_imports = silent
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a user's file, the README as a file, and settings of its own."""
    place = tmp_path_factory.mktemp("typed")
    (place / "user.py").write_text((ROOT / "tests/typed/user.py").read_text("utf-8"), "utf-8")
    examples = DocTestParser().get_examples((ROOT / "README.md").read_text("utf-8"))
    (place / "readme.py").write_text("".join(example.source for example in examples), "utf-8")
    (place / "mypy.ini").write_text(STRICT.format(source=SOURCE), "utf-8")
    settings = {
        "typeCheckingMode": "standard",
        "strict": ["user.py"],
        "include": ["user.py", "readme.py"],
        "extraPaths": [str(SOURCE)],
        "reportUnusedExpression": False,  # a doctest is made of them
        "failOnWarnings": True,
    }
    (place / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
    return place


@pytest.mark.parametrize(
    "checker",
    [("mypy", "--config-file", "mypy.ini", "user.py", "readme.py"), ("basedpyright",)],
    ids=["mypy", "pyright"],
)
@pytest.mark.unmeasured
def test_a_users_file_and_the_readme_pass(checker: tuple[str, ...], project: Path) -> None:
    name, *rest = checker
    done = programs.run(sys.executable, "-m", name, *rest, cwd=project)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_users_file_runs() -> None:
    """What is checked is not only typed well."""
    done = programs.run(sys.executable, str(ROOT / "tests/typed/user.py"))
    assert "StoneGameIII(row=(1, 2, 3, 7), most=3) Bob" in done.stdout


def test_every_game_of_the_catalogue_is_exported() -> None:
    known = {"CATALOGUE", "GAMES", "Catalogued", "find"}
    assert set(games.__all__) == known | {game.__name__ for game in games.GAMES}
    assert all(hasattr(games, name) for name in games.__all__)
