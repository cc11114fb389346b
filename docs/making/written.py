"""Pages that follow from the code, and those that are written elsewhere: the README, neighbours.

Their links are made to fit the site.
"""

from __future__ import annotations

import re
from pathlib import Path

import algorithms
import api
import endpoints
import gallery
import program

NEIGHBOURS = {"README.md": "readme", "CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog"}


def write(root: Path, pages: Path) -> None:
    """All of them, and the links of the other pages to them."""
    for pages_of in (api, algorithms, program, endpoints):
        pages_of.write(pages / "reference")
    gallery.write(pages)
    for name, page in NEIGHBOURS.items():
        text = (root / name).read_text("utf-8")
        (pages / f"{page}.md").write_text(linked(text, ""), "utf-8")
    for page in pages.rglob("*.md"):
        up = "../" * (len(page.relative_to(pages).parts) - 1)
        text = page.read_text("utf-8")
        page.write_text(linked(text, up), "utf-8")


def linked(text: str, up: str) -> str:
    """Links of a page that lies some folders deep, to what it is called in the site."""
    text = re.sub(r"\]\(docs/decisions\)", "](decisions.md)", text)
    text = re.sub(r"\]\(docs/(gallery|reference|learn|how-to|theory)\)", r"](\1/index.md)", text)
    text = re.sub(r"\]\(docs/", "](", text)
    text = re.sub(r"\]\((?:LICENSE|CITATION\.cff)\)", "](readme.md)", text)
    for name, page in NEIGHBOURS.items():
        text = re.sub(rf"\]\((?:\.\./)*{name}(#[^)]*)?\)", rf"]({up}{page}.md\1)", text)
    return text
