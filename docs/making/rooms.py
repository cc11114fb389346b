"""The house on one screen, drawn from the code: a box a room, an arc wherever one imports another.

Rooms stand in the order of `.importlinter`, so that every arc goes down. The one under the pointer,
or in the focus of the keyboard, shows what it uses and by whom it is used.
"""

from __future__ import annotations

import ast
from collections import Counter
from configparser import ConfigParser
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "zermelo"
TALL, WIDE, TOP, ARCS = 30, 470, 10, 280  # of a row, its box, the first one, and of the arcs
LETTERS = 74  # of what a room says, as many as fit

Uses = Counter[tuple[str, str]]


def rooms() -> list[list[str]]:
    """The rooms, those of one level together, the topmost first."""
    told = ConfigParser()
    told.read(ROOT / ".importlinter")
    lines = told["importlinter:contract:layers"]["layers"].split("\n")
    return [[name.strip().removeprefix("zermelo.") for name in line.split(":")]
            for line in lines if line.strip()]  # fmt: skip


def room_of(module: str, known: set[str]) -> str | None:
    """The room that a module is in."""
    parts = module.split(".")
    return parts[1] if parts[0] == "zermelo" and len(parts) > 1 and parts[1] in known else None


def uses(known: set[str]) -> Uses:
    """How many files of a room import something of another."""
    found: Uses = Counter()
    for file in SOURCE.rglob("*.py"):
        here = ".".join(file.relative_to(SOURCE.parent).with_suffix("").parts)
        own = room_of(here, known)
        others = {room_of(name, known) for name in imported(file)} - {own, None}
        found.update((own, str(other)) for other in others if own)
    return found


def imported(file: Path) -> set[str]:
    """The modules that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update(f"{node.module}.{each.name}" for each in node.names)
    return names


def told(room: str) -> str:
    """The first sentence that a room says about itself."""
    file = SOURCE / room / "__init__.py"
    file = file if file.exists() else SOURCE / f"{room}.py"
    doc = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return doc.split("\n\n")[0].replace("\n", " ").replace("`", "").partition(". ")[0].rstrip(".")


def drawing() -> str:
    """The picture, with its own style."""
    levels = rooms()
    flat = [room for level in levels for room in level]
    places = {room: TOP + TALL * row for row, room in enumerate(flat)}
    arcs = "".join(_arc(places, pair, count) for pair, count in sorted(uses(set(flat)).items()))
    boxes = "".join(_box(room, top) for room, top in places.items())
    tall = TOP + TALL * len(flat)
    rules = "".join(_shown(room) for room in flat)
    return (
        f'<svg class="house" viewBox="0 0 {WIDE + ARCS} {tall}" role="img" '
        f'aria-label="The rooms of the house and who imports whom"><style>{rules}</style>'
        f"{arcs}{boxes}</svg>"
    )


def _box(room: str, top: int) -> str:
    about = told(room)
    short = about if len(about) <= LETTERS else f"{about[:LETTERS].rsplit(' ', 1)[0]} …"
    return (
        f'<g class="room" id="room-{room}" tabindex="0"><title>{escape(about)}</title>'
        f'<rect x="1" y="{top}" width="{WIDE}" height="{TALL - 6}" rx="5"/>'
        f'<text x="10" y="{top + 16}"><tspan class="name">{escape(room)}</tspan></text>'
        f'<text x="92" y="{top + 16}" class="about">{escape(short)}</text></g>'
    )


def _arc(places: dict[str, int], pair: tuple[str, str], count: int) -> str:
    """From the side of a room to the side of the one below that it imports."""
    above, below = pair
    start, end = places[above] + 12, places[below] + 12
    out = WIDE + 12 + min(ARCS - 20, abs(end - start) * 0.6)
    wide = 0.6 + min(3.4, count / 8)
    return (
        f'<path class="from-{above} to-{below}" stroke-width="{wide:.1f}" '
        f'd="M{WIDE + 1},{start} C{out:.0f},{start} {out:.0f},{end} {WIDE + 1},{end}">'
        f"<title>{count} files of {above} use {below}</title></path>"
    )


def _shown(room: str) -> str:
    """What is emphasised while a room is pointed at."""
    chosen = f".house:has(#room-{room}:is(:hover,:focus))"
    used, using = "{stroke:#0f55b3;opacity:1}", "{stroke:#b3560f;opacity:1}"
    return f"{chosen} .from-{room}{used}{chosen} .to-{room}{using}"


class House(SphinxDirective):
    """The picture in a page."""

    def run(self) -> list[nodes.Node]:
        """Draw it from the code as it is now."""
        return [nodes.raw("", f'<div class="house-frame">{drawing()}</div>', format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Declare the directive."""
    app.add_directive("house", House)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
