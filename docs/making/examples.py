"""On which pages examples can be run: where plain Python is enough, for a browser has no more."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

RUN_IN_THE_PAGE = ("learn", "gallery", "index")  # pages, or the folders that they are in


def setup(app: Sphinx) -> dict[str, bool]:
    """Hand the script to these pages."""
    app.connect("html-page-context", hand_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def hand_script(app: Sphinx, page: str, *_: Any) -> None:
    """The buttons that run an example."""
    if page.partition("/")[0] in RUN_IN_THE_PAGE:
        app.add_js_file("live/live.js", type="module")
