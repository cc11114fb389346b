"""Examples: how they are shown, and on which pages they can be run.

They run where plain Python is enough, for a browser has no more. A block ends with its last line;
the empty one before the fence is there for doctest.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

RUN_IN_THE_PAGE = ("learn", "gallery", "index")  # pages, or the folders that they are in


def setup(app: Sphinx) -> dict[str, bool]:
    """Hand the script to these pages."""
    app.connect("html-page-context", hand_script)
    app.connect("doctree-read", end_at_last_line)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def end_at_last_line(_: Sphinx, page: nodes.document) -> None:
    """No empty line below a block of code."""
    for block in page.findall(nodes.literal_block):
        text = block.astext()
        if block.rawsource == text != text.rstrip("\n"):
            block.rawsource = text.rstrip("\n")
            block[:] = [nodes.Text(block.rawsource)]


def hand_script(app: Sphinx, page: str, *_: Any) -> None:
    """The buttons that run an example."""
    if page.partition("/")[0] in RUN_IN_THE_PAGE:
        app.add_js_file("live/live.js", type="module")
