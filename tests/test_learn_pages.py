"""Every page of the course has an example, a picture, a question with an answer, and a trap."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from programs import run

AS_IN_A_BROWSER = """
import _thread, doctest, sys
def refuse(*_): raise RuntimeError("can't start new thread")
_thread.start_new_thread = refuse
sys.modules |= dict.fromkeys(("numpy", "numba"))
for page in sys.argv[1:]:
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    doctest.testfile(page, module_relative=False, encoding="utf-8", optionflags=flags)
"""
DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted((DOCS / "learn").glob("[0-9]*.md"))
QUESTIONS = [
    pytest.param(answer, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, answer in enumerate(
        re.findall(r"^:answer: (.*)$", page.read_text("utf-8"), re.M), 1
    )
]


@pytest.fixture(scope="module")
def evaluated() -> Callable[[str], object]:
    """How the build reads an expression in a page."""
    sys.path.insert(0, str(DOCS / "making"))
    found: Callable[[str], object] = import_module("expressions").evaluated
    sys.path.pop(0)
    return found


def test_there_is_a_course() -> None:
    assert len(PAGES) >= 15


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_all_that_a_reader_is_promised(page: Path) -> None:
    text = page.read_text("utf-8")
    assert re.search(r"^```python\n>>> ", text, re.M), "an example that runs"
    pictured = r"^```\{(picture|drawing)\} .*\n(:(of|command|width): .*\n)*:alt: "
    assert re.search(pictured, text, re.M), "a picture"
    assert text.count("```{question} ") == text.count("\n:answer: ") >= 1, "a question"
    assert text.count(":::{admonition} The trap\n") == 1
    assert "\n## What you have seen\n\n- " in text


@pytest.mark.unmeasured
def test_examples_need_nothing_that_a_browser_lacks() -> None:
    done = run(sys.executable, "-c", AS_IN_A_BROWSER, *map(str, PAGES))
    assert done.stdout == ""


def test_a_page_leads_to_the_next() -> None:
    for page, following in pairwise(PAGES):
        last = page.read_text("utf-8").rsplit("\n## ", 1)[-1]
        assert f"]({following.name})" in last, page.name


@pytest.mark.parametrize("answer", QUESTIONS)
def test_an_answer_can_be_typed(answer: str, evaluated: Callable[[str], object]) -> None:
    found = evaluated(answer)
    assert isinstance(found, int | str | tuple)
    assert 0 < len(str(found)) <= 40


def test_a_word_of_the_index_is_explained_where_it_leads() -> None:
    index = (DOCS / "learn" / "index.md").read_text("utf-8")
    words = re.findall(
        r"\[([^]]+)\]\((\d\d-[^)]+)\)", index.split("**Where a word is explained**")[1]
    )
    assert len(words) >= 40
    for word, page in words:
        assert f"**{word}**" in (DOCS / "learn" / page).read_text("utf-8"), word


def test_a_word_of_the_index_is_in_the_glossary() -> None:
    index = (DOCS / "learn" / "index.md").read_text("utf-8")
    words = re.findall(
        r"\[([^]]+)\]\(\d\d-[^)]+\)", index.split("**Where a word is explained**")[1]
    )
    rows = (DOCS / "glossary.md").read_text("utf-8").split("\n")
    entries = [row.casefold() for row in rows if row.startswith("| ")]
    lost = [w for w in words if not any(w.casefold().removesuffix("s") in row for row in entries)]
    assert len(words) >= 40
    assert lost == []


def test_the_index_has_a_line_for_every_page() -> None:
    index = (DOCS / "learn" / "index.md").read_text("utf-8")
    titles = [(page.read_text("utf-8").split("\n")[0][2:], page.name) for page in PAGES]
    assert [title for title in titles if "[{}]({}): ".format(*title) not in index] == []
