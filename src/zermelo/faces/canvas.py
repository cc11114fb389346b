"""A small writer of SVG: shapes with plain colours, which a page may restyle by their class.

A part that stands for moves carries their names in `data-move`, one a line, so that a page can
let a click on it play them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

INK = "#1c2226"
SOFT = "#5a646b"
LOOKS: dict[str, dict[str, object]] = {
    "coin": {"fill": "#fdf0cf", "stroke": "#8a5a00", "stroke-width": 2},
    "gone": {"fill": "none", "stroke": "#a7b1b7", "stroke-width": 1.5, "stroke-dasharray": "4 4"},
    "stone": {"fill": "#cfd8e3", "stroke": "#43566b", "stroke-width": 1.5},
    "cell": {"fill": "#ffffff", "stroke": "#a7b1b7", "stroke-width": 1.5},
    "shade": {"fill": "#e6e9ea", "stroke": "#a7b1b7", "stroke-width": 1.5},
    "light": {"fill": "#f2ead9", "stroke": "#a7b1b7", "stroke-width": 1},
    "dark": {"fill": "#c3ab85", "stroke": "#a7b1b7", "stroke-width": 1},
    "hole": {"fill": "#e6e9ea", "stroke": "#a7b1b7", "stroke-width": 1.5},
    "head": {"fill": "#ffffff", "stroke": "#a7b1b7", "stroke-width": 1.5},
    "first": {"fill": "none", "stroke": "#0f55b3", "stroke-width": 5},
    "second": {"fill": "none", "stroke": "#7a3299", "stroke-width": 5},
    "first-disc": {"fill": "#0f55b3", "stroke": "#0a3c80", "stroke-width": 2},
    "second-disc": {"fill": "#c99be3", "stroke": "#7a3299", "stroke-width": 2},
    "first-box": {"fill": "#d6e4fa", "stroke": "#0f55b3", "stroke-width": 1.5},
    "second-box": {"fill": "#eeddf6", "stroke": "#7a3299", "stroke-width": 1.5},
    "white": {"fill": "#ffffff", "stroke": "#1c2226", "stroke-width": 1.2},
    "black": {"fill": "#1c2226", "stroke": "#ffffff", "stroke-width": 0.6},
    "last": {"fill": "none", "stroke": "#b07b00", "stroke-width": 3, "stroke-dasharray": "9 5"},
    "decides": {"fill": "none", "stroke": "#b07b00", "stroke-width": 6},
    "edge": {"fill": "none", "stroke": "#7b868d", "stroke-width": 2},
    "drawn": {"fill": "none", "stroke": "#0f55b3", "stroke-width": 6},
    "open": {"fill": "none", "stroke": "#cfd3d0", "stroke-width": 6, "stroke-dasharray": "2 9"},
    "words": {"fill": INK},
    "note": {"fill": SOFT},
}
MONO = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


class Canvas:
    """Shapes on a sheet that grows with them."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.parts: list[str] = []
        self.width = self.height = 0.0

    def circle(self, x: float, y: float, r: float, look: str, moves: Iterable[str] = ()) -> None:
        """A disc."""
        self._reach(x + r, y + r)
        self._add("circle", look, {"cx": x, "cy": y, "r": r}, moves)

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        tall: float,
        look: str,
        moves: Iterable[str] = (),
        round: float = 4,
    ) -> None:
        """A rectangle."""
        self._reach(x + wide, y + tall)
        sides = {"x": x, "y": y, "width": wide, "height": tall, "rx": round}
        self._add("rect", look, sides, moves)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, look: str, moves: Iterable[str] = ()
    ) -> None:
        """A stroke."""
        self._reach(max(x1, x2), max(y1, y2))
        ends: dict[str, object] = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        self._add("line", look, {**ends, "stroke-linecap": "round"}, moves)

    def path(self, d: str, look: str) -> None:
        """A path inside what other shapes have reached."""
        self._add("path", look, {"d": d})

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 16,
        look: str = "words",
        anchor: str = "middle",
        font: str = "system-ui, sans-serif",
    ) -> None:
        """A text, centred on its point unless an anchor says otherwise."""
        wide = 0.62 * size * len(text)
        self._reach(x + (wide / 2 if anchor == "middle" else wide), y + size / 2)
        settings: dict[str, object] = {"x": x, "y": y, "font-size": size, "text-anchor": anchor}
        settings |= {"dominant-baseline": "central", "font-family": font}
        self._add("text", look, settings, text=escape(text))

    def svg(self, margin: float = 8) -> str:
        """The sheet as a text that stands for itself."""
        wide, tall = round(self.width + margin), round(self.height + margin)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" '
            f'height="{tall}" role="img" aria-label={quoteattr(self.label)}>'
        )
        return "".join([head, *self.parts, "</svg>"])

    def _reach(self, x: float, y: float) -> None:
        self.width, self.height = max(self.width, x), max(self.height, y)

    def _add(
        self,
        tag: str,
        look: str,
        settings: Mapping[str, object],
        moves: Iterable[str] = (),
        text: str = "",
    ) -> None:
        names = "\n".join(moves)
        meant = {"data-move": names} if names else {}
        shown = {"class": f"z-{look}", **LOOKS[look], **settings, **meant}
        written = " ".join(f"{name}={_quoted(value)}" for name, value in shown.items())
        self.parts.append(f"<{tag} {written}>{text}</{tag}>" if text else f"<{tag} {written}/>")


def _quoted(value: object) -> str:
    return quoteattr(f"{value:.4g}" if isinstance(value, float) else str(value), {"\n": "&#10;"})
