"""The project keeps its own promises: exports, light imports, README, changelog, decisions."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import zermelo
from programs import python, run
from zermelo import errors, solve
from zermelo.games import GAMES, Ends
from zermelo.methods import METHODS
from zermelo.solution.strategies import STRATEGIES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

PUBLIC = """
Asked Card Comparison Diagnosis Explanation Forecast Game LastMoverLoses LastMoverWins Misere Move
OwnTotals PayoffGame Plan Play Progress Readiness Report Solution Sum Tie ValueType Verdict
ZermeloError
cap_game card check compare diagnose explain explore forecast front_game heap_game
interval_game judge load plan pool_game ready solve template two_forms which
"""


def test_the_public_names_are_these() -> None:
    assert sorted(zermelo.__all__) == sorted(PUBLIC.split())
    assert all(hasattr(zermelo, name) for name in zermelo.__all__)


def test_small_work_loads_no_heavy_library() -> None:
    code = """
import sys
from zermelo import check, diagnose, solve
from zermelo.games import Ends
solve(Ends((5, 3, 7, 10))).prove()
check(Ends((5, 3))), diagnose(Ends((5, 3)))
print([name for name in ("numpy", "numba", "click", "rich") if name in sys.modules])
"""
    assert python(code) == "[]"


def test_a_first_call_says_what_it_waits_for_and_a_second_one_is_silent(tmp_path: Path) -> None:
    code = """
import logging
import numpy as np
from zermelo import solve
from zermelo.games import Ends
logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
print(solve(Ends(np.arange(200_000))).answers.path)
"""
    said = []
    for _ in range(2):
        done = run(sys.executable, "-c", code, NUMBA_CACHE_DIR=str(tmp_path))
        assert done.stdout.strip() == "compiled int64"
        said.append(done.stderr)
    assert said[0].startswith("zermelo.compiling: compiling the rows kernels, once")
    assert said[1] == ""


@pytest.mark.unmeasured
def test_the_demo_runs_and_says_what_the_readme_says() -> None:
    done = run(sys.executable, "examples/demo.py", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    for answer in (
        "winner  first player",
        "scores  15 – 10",
        "given away",
        "proved",
        "play can come back",
        "all that applies holds",
        "Three things to try:",
    ):
        assert answer in done.stdout
    assert "+10  10 – 0" in README


def test_every_make_target_that_the_readme_names_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    named = set(re.findall(r"make ([a-z]+)", README))
    assert {"demo", "test", "bench"} <= named <= targets
    first_screen = README.split("##")[0]
    assert "make demo" in first_screen
    assert "make test" in first_screen


def test_ci_runs_the_readmes_test_command() -> None:
    assert "make test" in (ROOT / ".ci/run").read_text("utf-8")


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_readme_is_a_page_and_no_book() -> None:
    assert len(README.splitlines()) <= 250


def test_the_readme_names_every_method() -> None:
    for name in METHODS:
        assert f"`{name}`" in README


def test_the_changelog_counts_the_games_right() -> None:
    assert f"{len(GAMES)} games" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_every_error_is_drawn_in_the_tree() -> None:
    classes = [
        item
        for item in vars(errors).values()
        if isinstance(item, type) and issubclass(item, errors.ZermeloError)
    ]
    assert len(classes) > 10
    for kind in classes:
        assert kind.__name__ in (errors.__doc__ or "")
        assert kind.__doc__


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs/decisions").glob("*.md")), ids=lambda p: p.stem
)
def test_decision_records_are_numbered_as_their_files(page: Path) -> None:
    title = page.read_text("utf-8").splitlines()[0]
    assert title.startswith(f"# {int(page.stem[:4])}. ")


def test_the_rows_of_the_pitfalls_page_have_their_tests() -> None:
    page = (ROOT / "docs/pitfalls.md").read_text("utf-8")
    assert (ROOT / re.search(r"`(tests/\S+\.py)`", page)[1]).exists()
    assert solve(Ends((3, 0, 9, 5, 4))).value == -3
    assert solve(Ends((3, 1, 2, 4))).value == 2


def test_strategies_are_known_by_their_names() -> None:
    assert list(STRATEGIES) == ["greedy", "colouring"]


def test_programs_are_started_where_their_limits_are() -> None:
    tests = {path.name for path in (ROOT / "tests").glob("**/*.py")} - {"programs.py"}
    direct = re.compile(
        r"^\s*(import|from) (subprocess|pty)\b|\bos\.(fork|spawn|system|popen)", re.M
    )
    for path in sorted((ROOT / "tests").glob("**/*.py")):
        if path.name in tests:
            assert not direct.search(path.read_text("utf-8")), path.name


NAMES = {  # files that quote a name, or a word that was typed
    "__init__.py": 1,
    "faces/plots.py": 1,
    "faces/cli/arguments.py": 2,
}


def test_values_of_a_game_are_spelled_by_what_knows_long_numbers() -> None:
    source = ROOT / "src" / "zermelo"
    found = {}
    for file in sorted(source.rglob("*.py")):
        name = file.relative_to(source).as_posix()
        lines = [
            line for line in file.read_text("utf-8").splitlines() if re.search(r"!r[:}]", line)
        ]
        if lines and not name.startswith("staging/"):
            found[name] = len(lines)
    assert found == NAMES, "write {spelled(x)}: !r fails where an int has more than 4,300 digits"


def test_the_citation_has_the_version_and_the_licence_of_the_package() -> None:
    lines = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {zermelo.__version__}" in lines
    assert "license: MIT" in lines
