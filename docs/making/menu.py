"""The menu of all pages, worked out once instead of once for each page: a fifth of the build.

The theme asks Sphinx for the tree of all titles on every page. It is the same tree but for the way
back to the root and for which entries are marked as the current ones.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Hand each page the tree before the theme asks for it."""
    app.connect("html-page-context", hand_tree, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def hand_tree(app: Sphinx, page: str, _template: str, context: dict[str, Any], _: Any) -> None:
    """Replace what `toctree(…)` means in the templates of a page."""
    context["toctree"] = partial(tree, app, page)


def tree(app: Sphinx, page: str, **how: Any) -> str:
    """The menu of one page, as HTML."""
    builder: Any = app.builder
    kept = vars(builder).setdefault("menus_of_the_root", {})
    key = tuple(sorted(how.items()))
    if key not in kept:
        kept[key] = builder._get_local_toctree(app.config.root_doc, **how)
    return re.sub(r' href="(?!#|\w+:)', f' href="{"../" * page.count("/")}',
                  marked(kept[key], way(app, page)))  # fmt: skip


def way(app: Sphinx, page: str) -> list[str]:
    """A page and the pages that list it, up to the root."""
    above = {child: parent for parent, pages in app.env.toctree_includes.items() for child in pages}
    found = [page]
    while above.get(found[-1], app.config.root_doc) not in (app.config.root_doc, *found):
        found.append(above[found[-1]])
    return found


def marked(html: str, pages: list[str]) -> str:
    """The tree with a page, the first one, and those above it as the current ones."""
    for page in pages:
        link = rf'<a class="reference internal" href="{re.escape(page)}.html"'
        said = "current " if page == pages[0] else ""
        current = rf'<li class="\1 current"><a class="{said}reference internal" href="{page}.html"'
        html = re.sub(rf'<li class="(toctree-l\d)">{link}', current, html)
    return html
