"""The recipes of CONTRIBUTING: blocks of files, changes and commands, carried out in a copy."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from programs import PROGRAM, run

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(python|diff|sh)\n(?:(?:# |\+\+\+ )(\S+)\n)?(.*?)^```$", re.M | re.S)


def recipe(title: str) -> list[tuple[str, str, str]]:
    """The blocks under a heading: what kind, for which file ("" for commands), the text."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = page.split(f"\n## {title}\n")[1].split("\n## ")[0]
    blocks = BLOCK.findall(section)
    assert len(blocks) == section.count("```") // 2
    assert all((kind == "sh") == (not name) for kind, name, _ in blocks), "a block names no file"
    return blocks


def follow(title: str, folder: Path) -> list[str]:
    """Make a copy of what a recipe may change, follow it there, and name the new tests."""
    left_out = shutil.ignore_patterns("__pycache__", "conftest.py")  # it loads all there is
    for name in ("src", "docs", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    for name in ("README.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder)
    blocks = recipe(title)
    for kind, name, text in blocks:
        path = folder / name
        if kind == "sh":
            command(text, folder)
        elif kind == "python":
            assert not path.exists(), f"{name} is not new"
            path.write_text(text, encoding="utf-8")
        else:
            path.write_text(changed(path.read_text("utf-8"), text, name), encoding="utf-8")
    return [name for kind, name, _ in blocks if kind == "python" and name.startswith("tests/")]


def command(text: str, folder: Path) -> None:
    """Lines of a shell, to which `python` and `zermelo` are those of the copy."""
    names = f'python() {{ {sys.executable} "$@"; }}; zermelo() {{ {" ".join(PROGRAM)} "$@"; }}'
    words = ("bash", "-euc", f"{names}\n{text}")
    done = run(*words, cwd=folder, measured=False, PYTHONPATH=str(folder / "src"))
    assert done.returncode == 0, done.stderr


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
