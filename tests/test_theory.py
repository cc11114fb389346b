"""Every theorem has a proof and names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [page for page in sorted((ROOT / "docs" / "theory").glob("*.md")) if page.stem != "index"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_of_theory_proves_and_names_tests_that_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    assert "**Proof.**" in text
    assert "∎" in text
    named = re.findall(r"\*Exercised by\* (.*?)\n(?:\n|\Z)", text + "\n", re.S)
    assert named, "no test is named"
    for names, file in re.findall(r"(.*?)\((tests/\w+\.py)\)", " ".join(named), re.S):
        source = (ROOT / file).read_text("utf-8")
        for name in re.findall(r"`(test_\w+)`", names):
            assert f"def {name}(" in source, f"{name} in {file}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_theorem_is_proved_and_exercised_before_the_next(page: Path) -> None:
    _, *theorems = page.read_text("utf-8").split(":::{admonition} Theorem")
    assert theorems
    for theorem in theorems:
        assert "**Proof.**" in theorem, theorem[:200]
        assert "∎" in theorem, theorem[:200]
        assert "*Exercised by*" in theorem, theorem[:200]


def test_every_page_of_theory_is_in_its_list() -> None:
    listed = (ROOT / "docs" / "theory" / "index.md").read_text("utf-8")
    assert all(f"\n{page.stem}\n" in listed for page in PAGES)
