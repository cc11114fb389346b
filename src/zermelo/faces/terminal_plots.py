"""Pictures of a solved game as text: block characters, marks and numbers, colour where wanted."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log
from textwrap import fill

from zermelo.errors import Unavailable
from zermelo.faces.plot_data import GrowthCurves, HeatMap, MoveBars, Plot
from zermelo.model.exact import whole

NARROWEST_PLOT = 40  # columns
BLOCKS = " ▁▂▃▄▅▆▇█"
BEST_BAR, OTHER_BAR, STAR = "█", "▒", "★"
CHART_LINES = 6
BLUES = (195, 153, 111, 69, 26)  # of the 256 colours, light to dark
REDS = (224, 217, 210, 167, 124)
BLACK, WHITE, BLUE, RED = 16, 231, 69, 167


def in_terminal(data: Plot, width: int = 80, colour: bool = False) -> str:
    """Draw a picture in at most `width` columns; with `colour` in ANSI's 256 colours."""
    width = whole(width, where="width", least=NARROWEST_PLOT)
    if isinstance(data, HeatMap):
        lines = _heat(data, width, colour)
    elif isinstance(data, MoveBars):
        lines = _bars(data, width, colour)
    else:
        lines = _curves(data, width, colour)
    heads = [fill(data.title, width), fill(data.game, width), ""]
    return "\n".join([*heads, *(line.rstrip() for line in lines)])


# -- the table of a row ------------------------------------------------------------------------


def _heat(data: HeatMap, width: int, colour: bool) -> list[str]:
    """Line i, column j; cells are numbers where these fit, else a sign and a height."""
    size = len(data.values)
    names = [str(data.first + place) for place in range(size)]
    margin = len(names[-1])
    longest = data.longest
    wide = max(longest, margin) + 2
    for cell in (wide, 2, 1):
        if margin + 1 + cell * size <= width:
            break
    else:
        raise _too_narrow(size, width)
    lines = [" " * (margin + 1) + _heads(names, cell)]
    for i, name in enumerate(names):
        cells = [_cell(data, i, j, cell, colour) for j in range(size)]
        lines.append(f"{name:>{margin}} " + "".join(cells))
    return [*lines, "", *_heat_legend(data, cell, colour)]


def _heads(names: list[str], cell: int) -> str:
    """The columns' names; every tenth one where the columns are narrow."""
    step = 1 if cell > 2 else 10
    room = cell * step
    return "".join(f"{name} ".rjust(cell).ljust(room) for name in names[::step])


def _cell(data: HeatMap, i: int, j: int, cell: int, colour: bool) -> str:
    value, part, marked = data.values[i][j], data.share(i, j), (i, j) in data.line
    if i > j:
        return " " * cell
    if value is None or part is None:
        return "·".center(cell)
    if cell > 2:
        text = f"[{data.text(i, j)}]" if marked else f"{data.text(i, j)} "
    else:
        sign = 0 if not value else 1 if value > 0 else 2
        height = " " if colour else BLOCKS[ceil(8 * abs(part))]  # a shade says it better
        text = ("⊙⊕⊖" if marked else "0+−")[sign] + height
    text = text[:cell].rjust(cell)
    return _on_background(text, part) if colour else text


def _heat_legend(data: HeatMap, cell: int, colour: bool) -> list[str]:
    never = ["· never reached"] if data.has_gaps else []
    if cell > 2:
        return ["[ ] one line of best play", *never, "values are seen by the player to move"]
    height = ["blocks: by how much"] if cell == 2 and not colour else []
    signs = "+ the mover is ahead, − behind, 0 level"
    return [signs, *height, "⊕ ⊖ ⊙ one line of best play", *never]


def _too_narrow(size: int, width: int) -> Unavailable:
    return Unavailable(
        f"{size} coins in {width} columns",
        where="plot heat in the terminal",
        rule="every coin takes a column at least, beside the margin",
        fix="Save it as a .png or .svg file, or choose a part of the row",
    )


# -- the worth of every move -------------------------------------------------------------------


def _bars(data: MoveBars, width: int, colour: bool) -> list[str]:
    """One move to a line: its name, its bar left or right of zero, its value."""
    names = [_cut(name, width // 3) for name in data.names]
    margin = max(map(len, names))
    marks = [f" {STAR}" if best else "" for best in data.best]
    texts = [text + mark for text, mark in zip(data.texts, marks, strict=True)]
    room = width - margin - max(map(len, texts)) - 3
    low, high = max(0.0, -min(data.shares)), max(0.0, *data.shares)
    below = round(room * low / (low + high)) if low else 0
    lines = []
    for name, text, part, best in zip(names, texts, data.shares, data.best, strict=True):
        whole_bar = below / low if part < 0 else (room - below) / high if part else 0
        length = max(round(abs(part) * whole_bar), part != 0)
        bar = _bar((BEST_BAR if best else OTHER_BAR) * length, part, below, colour)
        lines.append(f"{name:<{margin}} {bar} {text}")
    return [*lines, "", *_bars_legend(data)]


def _bar(blocks: str, part: float, below: int, colour: bool) -> str:
    """The blocks on their side of the zero line, which has `below` columns to its left."""
    pad = " " * (below - len(blocks) if part < 0 else below)
    if colour and blocks:
        blocks = _in_ink(blocks, RED if part < 0 else BLUE)
    return f"{pad}{blocks}│" if part < 0 else f"{pad}│{blocks}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _bars_legend(data: MoveBars) -> list[str]:
    legend = [f"{BEST_BAR} and {STAR} a best move, {OTHER_BAR} another"]
    if data.left_out:
        legend.append(f"{data.left_out:,} more moves, none of them worth more")
    return legend


# -- the growth of the states ------------------------------------------------------------------


def _curves(data: GrowthCurves, width: int, colour: bool) -> list[str]:
    """States at each depth, states up to it, and states by size, one chart below the other."""
    depths = range(len(data.by_depth))
    group = ceil(len(depths) / (width // 2))
    each = "at each depth" if group == 1 else f"in each {group:,} depths"
    ends = [min(first + group, len(depths)) for first in depths[::group]]
    firsts = list(depths[::group])
    at = [sum(data.by_depth[a:b]) for a, b in zip(firsts, ends, strict=True)]
    within = [data.within[end - 1] for end in ends]
    more = "" if data.complete else "; deeper ones are not counted"
    lines = [fill(f"states first reached {each} (moves made){more}", width)]
    lines += _columns(firsts, at, at, width, colour)
    lines += ["", "states up to that depth", *_columns(firsts, within, within, width, colour)]
    return lines + _size_chart(data, width, colour)


def _size_chart(data: GrowthCurves, width: int, colour: bool) -> list[str]:
    if not data.by_size:
        return []
    sizes, counts = [size for size, _ in data.by_size], [count for _, count in data.by_size]
    law = f" n, {data.law}" if data.law else ""
    scale = " (log scale)" if data.is_steep else ""
    heights = [log(1 + count) for count in counts] if data.is_steep else counts
    head = f"states by size of the instance{law}{scale}"
    return ["", fill(head, width), *_columns(sizes, counts, heights, width, colour)]


def _columns(
    names: Sequence[int],
    counts: Sequence[int],
    heights: Sequence[float],
    width: int,
    colour: bool,
) -> list[str]:
    """A column chart; the counts stand under their columns where there is room."""
    top = max(heights)
    eighths = [max(round(8 * CHART_LINES * h / top), 1) if h else 0 for h in heights]
    wide = max(len(f"{number:,}") for number in (*names, *counts)) + 1
    has_room = wide * len(names) <= width
    cell = wide if has_room else max(1, min(4, width // len(names)))
    lines = []
    for level in reversed(range(CHART_LINES)):
        blocks = [BLOCKS[min(8, max(0, height - 8 * level))] for height in eighths]
        line = "".join((block * max(1, cell - 1)).rjust(cell) for block in blocks).rstrip()
        lines.append(_in_ink(line, BLUE) if colour and line else line)
    if has_room:
        rows = (names, counts)
        return lines + ["".join(f"{number:,}".rjust(cell) for number in row) for row in rows]
    return [*lines, *_ends(names, counts, cell)]


def _ends(names: Sequence[int], counts: Sequence[int], cell: int) -> list[str]:
    """The first and last names under their columns, and the largest count in words."""
    first, last = f"{names[0]:,}".rjust(cell), f"{names[-1]:,}"
    most = max(counts)
    place = names[counts.index(most)]
    return [
        first + last.rjust(cell * len(names) - len(first)),
        f"the most: {most:,} at {place:,}",
    ]


# -- colours -----------------------------------------------------------------------------------


def _on_background(text: str, part: float) -> str:
    """Blue where the mover is ahead, red where behind, the darker the more."""
    if not part:
        return text
    step = ceil(abs(part) * len(BLUES)) - 1
    shade = (BLUES if part > 0 else REDS)[step]
    ink = WHITE if step >= len(BLUES) - 2 else BLACK
    return f"\033[48;5;{shade};38;5;{ink}m{text}\033[0m"


def _in_ink(text: str, ink: int) -> str:
    return f"\033[38;5;{ink}m{text}\033[0m"
