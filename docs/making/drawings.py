"""A drawing that the build makes of what a Python expression gives.

```{drawing} strip
:of: [(n, "P" if n % 4 == 0 else "N") for n in range(9)]
:alt: what is to be seen
The caption.
```

| kind | drawn of |
|---|---|
| `graph` | a game: its states from the top, with values and moves, best ones thick |
| `ring` | a game whose play can come back: its states on a circle |
| `calls` | a game: the calls of the plain recursion, those made before in red |
| `strip` | a list of (name, label), side by side |
| `grid` | a dict from (row, column) to a label |
| `bars` | a dict from a name to a number |
| `curves` | a dict from a name to a list of numbers, on a logarithmic scale |
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

import expressions
import matplotlib
import sketches
from docutils.nodes import Node
from docutils.parsers.rst import directives
from docutils.parsers.rst.directives.images import Figure as FigureDirective
from matplotlib.figure import Figure
from sphinx.application import Sphinx

from zermelo.faces.plots import PLOT_STYLE

KINDS: dict[str, Callable[[Any], Figure]] = {
    "graph": sketches.layered,
    "ring": sketches.ring,
    "calls": sketches.calls,
    "strip": sketches.strip,
    "grid": sketches.grid,
    "bars": sketches.bars,
    "curves": sketches.curves,
}


class Drawing(FigureDirective):
    """A figure of one of the kinds."""

    option_spec: ClassVar = FigureDirective.option_spec | {
        "alt": directives.unchanged_required,
        "of": directives.unchanged_required,
    }

    def run(self) -> list[Node]:
        """Draw it, unless the same was drawn before, and show it."""
        kind, of = self.arguments[0], self.options.pop("of")
        name = f"_pictures/{sha256(f'{kind} {of}'.encode()).hexdigest()[:16]}.svg"
        draw(kind, of, Path(self.state.document.settings.env.srcdir, name))
        self.arguments[0] = f"/{name}"
        return super().run()


def draw(kind: str, of: str, file: Path) -> None:
    """A drawing as a file; equal words give equal files."""
    if file.exists():
        return
    file.parent.mkdir(exist_ok=True)
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(PLOT_STYLE)
        KINDS[kind](expressions.evaluated(of)).savefig(file, metadata={"Date": None})


def setup(app: Sphinx) -> dict[str, bool]:
    """Declare the directive."""
    app.add_directive("drawing", Drawing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
