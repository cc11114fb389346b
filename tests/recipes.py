"""The recipes of CONTRIBUTING: blocks of new files and of changes, carried out in a copy."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(python|diff)\n(?:# |\+\+\+ )(\S+)\n(.*?)^```$", re.M | re.S)


def recipe(title: str) -> list[tuple[str, str, str]]:
    """The blocks under a heading: what kind, for which file, the text."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = page.split(f"\n## {title}\n")[1].split("\n## ")[0]
    assert len(BLOCK.findall(section)) == section.count("```") // 2, "a block names no file"
    return BLOCK.findall(section)


def follow(title: str, folder: Path) -> list[str]:
    """Make a copy of what a recipe may change, follow it there, and name the new tests."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copy(ROOT / "README.md", folder)
    (folder / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "executed_rules.py", folder / "tests")
    blocks = recipe(title)
    for kind, name, text in blocks:
        path = folder / name
        if kind == "python":
            assert not path.exists(), f"{name} is not new"
            path.write_text(text, encoding="utf-8")
        else:
            path.write_text(changed(path.read_text("utf-8"), text, name), encoding="utf-8")
    return [name for _, name, _ in blocks if name.startswith("tests/")]


def changed(text: str, changes: str, name: str) -> str:
    """A file after some changes: what each leaves and what it takes away is there, once."""
    for change in changes.split("@@\n")[1:]:
        lines = [(line[:1], line[1:]) for line in change.splitlines(keepends=True)]
        before = "".join(line for sign, line in lines if sign != "+")
        after = "".join(line for sign, line in lines if sign != "-")
        if text.count(before) != 1:  # a part of a line
            before, after = before.rstrip("\n"), after.rstrip("\n")
        assert text.count(before) == 1, f"{name} has not once:\n{before}"
        text = text.replace(before, after)
    return text
