"""The files of the page: what is needed at once is asked for at once."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

FACES = Path(str(files("zermelo.faces")))
STATIC = FACES / "explorer" / "static"


def needed(module: str, found: set[str]) -> set[str]:
    """The module and all that it imports; what it loads later is not among them."""
    if module not in found:
        found.add(module)
        folder, shared = (FACES, "pages/") if module.startswith("pages/") else (STATIC, "")
        for name in re.findall(r'from "\./([^"]+)"', (folder / module).read_text("utf-8")):
            needed(f"{shared}{name}", found)
    return found


def test_every_module_of_the_first_view_is_loaded_without_waiting_for_another() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    named = re.findall(r'<link rel="modulepreload" href="static/([^"]+)">', page)
    assert sorted([*named, "app.js"]) == sorted(needed("app.js", set()))
    assert "learn.js" not in named  # it is loaded when somebody learns


def test_nothing_of_the_page_comes_from_elsewhere() -> None:
    for file in (*STATIC.iterdir(), *(FACES / "pages").iterdir()):
        text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text, file.name
        assert "https:" not in text, file.name
