"""A page that shows how a game is solved, step by step: one HTML file that needs nothing else.

A row of numbers is shown as the triangle of its sub-rows, filled diagonal by diagonal,

    D(i, j) = max( a[i] − D(i + 1, j), a[j] − D(i, j − 1) ),        D(empty) = 0,

then the line of optimal play and the raw scores (total ± D) / 2. Every other small game is shown
state by state, from the ends back to the start, in the picture of its family: a line, a staircase,
a strip of P and N, a lattice of subsets, boards. The service's page draws with the same modules.
"""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from string import Template

from zermelo.faces.bundle import bundle
from zermelo.faces.frames import Frames, rules_of
from zermelo.faces.level_frames import level_frames
from zermelo.faces.row_frames import is_row, row_frames
from zermelo.solution import Solution
from zermelo.solution.views import short_name

STYLES = ("animation.css", "triangle.css", "levels.css", "learn.css", "drawings.css", "alone.css")


def animation(solution: Solution, view: str | None = None) -> str:
    """One self-contained HTML page that steps through the solution, in a view of its values.

    Rows of up to 60 numbers and other games of up to 400 states are shown; larger ones raise
    `Unavailable`.

    >>> from zermelo import solve
    >>> from zermelo.games import Ends
    >>> page = animation(solve(Ends((5, 3, 7, 10))))
    >>> page.startswith("<!doctype html>"), "http-equiv" in page
    (True, True)
    """
    frames = row_frames(solution, view) if is_row(solution) else level_frames(solution, view)
    return Template(_part("animation.html")).substitute(
        title=escape(short_name(solution.game)),
        rules=escape(rules_of(solution.game)),
        text=escape(str(solution)),
        style="\n".join(map(_part, STYLES)),
        script=bundle("animation", lambda name: _part(f"{name}.js")),
        frames=_embedded(frames),
    )


def _part(name: str) -> str:
    """A file of the page."""
    return (files("zermelo.faces") / "pages" / name).read_text("utf-8")


def _embedded(frames: Frames) -> str:
    """JSON that no text of a game can break out of: every < is written as an escape."""
    return json.dumps(frames, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
