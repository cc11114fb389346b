"""The menu of the site, which is made once and marked for each page."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "docs" / "making"))
import menu

LINE = '<li class="toctree-l{}"><a class="reference internal" href="{}.html">'


def test_a_page_and_those_above_it_are_marked_and_no_other() -> None:
    tree = LINE.format(1, "gallery/index") + LINE.format(2, "gallery/nim") + LINE.format(1, "nim")
    assert menu.marked(tree, ["gallery/nim", "gallery/index"]) == (
        '<li class="toctree-l1 current"><a class="reference internal" href="gallery/index.html">'
        '<li class="toctree-l2 current"><a class="current reference internal" '
        'href="gallery/nim.html">' + LINE.format(1, "nim")
    )
