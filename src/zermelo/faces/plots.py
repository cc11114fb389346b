"""Pictures of a solved game, in a file or in the terminal.

`picture(kind, solution)` says what there is to see, `save` draws it to a .png or .svg file by
matplotlib, `in_terminal` draws it as text.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from types import ModuleType
from typing import TYPE_CHECKING

from zermelo.errors import BadInput, Unavailable
from zermelo.faces.plot_data import (
    PLOTS,
    GrowthCurves,
    HeatMap,
    MoveBars,
    Plot,
    growth_data,
    heat_data,
    label_text,
    moves_data,
    picture,
)
from zermelo.faces.terminal_plots import in_terminal
from zermelo.faces.work_plots import BLUE, RED, WorkCurves, work_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "PLOTS",
    "GrowthCurves",
    "HeatMap",
    "MoveBars",
    "Plot",
    "growth_data",
    "heat_data",
    "in_terminal",
    "moves_data",
    "picture",
    "save",
]

PICTURE_SUFFIXES = (".png", ".svg")
MOST_COINS_WITH_NUMBERS = 16  # coins up to which the cells hold their numbers
LETTERS_PER_INCH = 10  # of a title
PLOT_INK, GREY = "#1a1a1a", "#8a8a8a"
HATCH = "////"
PLOT_STYLE = {
    "font.family": "DejaVu Sans",  # comes with matplotlib, so that every machine draws the same
    "font.size": 10,
    "hatch.linewidth": 0.8,
    "svg.hashsalt": "zermelo",  # ids by content, not by chance
    "text.parse_math": False,  # a $ in a name is a dollar
}


def save(data: Plot | WorkCurves, path: str | Path) -> Path:
    """Draw a picture to a .png or .svg file; equal data give equal files."""
    target = _checked(path)
    matplotlib = _matplotlib()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # a user's own style does not reach these pictures
        matplotlib.rcParams.update(PLOT_STYLE)
        figure = _drawn(data)
        undated = {"Date": None} if target.suffix.lower() == ".svg" else {"Software": None}
        try:
            figure.savefig(target, dpi=150, metadata=undated)
        except OSError as error:
            raise _not_written(target, str(error.strerror or error)) from error
    return target


def _checked(path: str | Path) -> Path:
    target = Path(path)
    if target.suffix.lower() not in PICTURE_SUFFIXES:
        raise BadInput(
            repr(str(path)),
            where="save",
            rule=f"a picture is a {' or '.join(PICTURE_SUFFIXES)} file",
            fix=f"Pass e.g. {target.stem or 'picture'}.png",
        )
    if not target.parent.is_dir():
        raise _not_written(target, f"there is no folder {str(target.parent)!r}")
    return target


def _not_written(target: Path, reason: str) -> BadInput:
    return BadInput(
        repr(str(target)),
        where="save",
        rule=f"it cannot be written: {reason}",
        fix="Pass a path in a folder that exists and may be written to",
    )


def _matplotlib() -> ModuleType:
    try:
        import matplotlib
    except ImportError:
        raise Unavailable(
            "matplotlib is not installed",
            where="save",
            rule="pictures in files are drawn by matplotlib",
            fix="Run pip install 'zermelo[plot]', or draw in the terminal",
        ) from None
    return matplotlib


def _drawn(data: Plot | WorkCurves) -> Figure:
    if isinstance(data, HeatMap):
        return _heat(data)
    if isinstance(data, MoveBars):
        return _bars(data)
    if isinstance(data, WorkCurves):
        figure = _figure(data, 7, 4.4)
        work_axes(data, figure.add_subplot())
        return figure
    return _curves(data)


def _figure(data: Plot | WorkCurves, width: float, height: float) -> Figure:
    # A Figure of its own, not pyplot's: it needs no screen and leaves a notebook's backend alone.
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    lines = (fill(line, int((width - 0.3) * LETTERS_PER_INCH)) for line in (data.title, data.game))
    figure.set_layout_engine("constrained", w_pad=0.12, h_pad=0.08)
    figure.suptitle("\n".join(lines), x=0.12 / width, ha="left", fontsize=11)
    return figure


# -- the table of a row ------------------------------------------------------------------------


def _heat(data: HeatMap) -> Figure:
    size = len(data.values)
    cell = max(0.42, 0.1 * data.longest + 0.2) if size <= MOST_COINS_WITH_NUMBERS else 6 / size
    side = max(3.2, cell * size)
    figure = _figure(data, side + 1.9, side + 1.1)
    axes = figure.add_subplot()
    _colours(data, figure, axes)
    if size <= MOST_COINS_WITH_NUMBERS:
        _numbers(data, axes)
        _frames(data, axes)
    else:
        _path(data, axes)
    _coin_axes(data, axes)
    return figure


def _colours(data: HeatMap, figure: Figure, axes: Axes) -> None:
    import numpy as np

    places = range(len(data.values))
    shares = [[data.share(i, j) for j in places] for i in places]
    image = axes.imshow(np.array(shares, dtype=float), cmap="RdBu", vmin=-1, vmax=1)
    bar = figure.colorbar(image, ax=axes, ticks=[-1, 0, 1], shrink=0.7, pad=0.03)
    most = label_text(data.limit)
    bar.ax.set_yticklabels([f"−{most}", "0", f"+{most}"] if data.limit else ["", "0", ""])
    if not any(part is not None and part < 0 for line in shares for part in line):
        bar.ax.set_ylim(0, 1)  # own totals: there is nothing below 0 to be read off
    bar.set_label("seen by the player to move")


def _numbers(data: HeatMap, axes: Axes) -> None:
    for i in range(len(data.values)):
        for j in range(i, len(data.values)):
            text = data.text(i, j)
            is_dark = abs(data.share(i, j) or 0) > 0.6
            axes.text(j, i, text, ha="center", va="center", color="white" if is_dark else PLOT_INK)


def _frames(data: HeatMap, axes: Axes) -> None:
    from matplotlib.patches import Rectangle

    for i, j in data.line:
        for colour, line in (("white", 4), (PLOT_INK, 2)):  # seen on light and on dark cells
            frame = Rectangle((j - 0.44, i - 0.44), 0.88, 0.88, fill=False)
            frame.set(edgecolor=colour, linewidth=line)
            axes.add_patch(frame)
    frame.set_label("one line of best play")


def _path(data: HeatMap, axes: Axes) -> None:
    rows, columns = zip(*data.line, strict=True)
    axes.plot(columns, rows, color="white", linewidth=3)
    axes.plot(columns, rows, color=PLOT_INK, linewidth=1.4, label="one line of best play")


def _coin_axes(data: HeatMap, axes: Axes) -> None:
    size = len(data.values)
    places = range(0, size, max(1, size // 16))
    names = [str(data.first + place) for place in places]
    axes.set_xticks(places, names)
    axes.set_yticks(places, names)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel("j, the last coin left")
    axes.set_ylabel("i, the first coin left")
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    if data.has_gaps and size <= MOST_COINS_WITH_NUMBERS:
        axes.plot([], [], ".", color=PLOT_INK, markersize=3, label="never reached")
    axes.legend(loc="upper left", ncols=2, bbox_to_anchor=(0, -0.01), frameon=False, borderpad=0)


# -- the worth of every move -------------------------------------------------------------------


def _bars(data: MoveBars) -> Figure:
    from matplotlib.patches import Patch

    count = len(data.names)
    figure = _figure(data, 8, 1.5 + 0.3 * count)
    axes = figure.add_subplot()
    for place, value in enumerate(data.shares):
        axes.barh(
            place,
            value,
            height=0.72,
            color=_sign_colour(value),
            edgecolor="white" if data.best[place] else "none",
            hatch=HATCH if data.best[place] else "",
            alpha=1 if data.best[place] else 0.55,
        )
        _bar_text(data, axes, place)
    _bar_axes(data, axes)
    best = Patch(facecolor=GREY, edgecolor="white", hatch=HATCH, label="★ best move")
    figure.legend(handles=[best], loc="outside lower right", frameon=False)
    return figure


def _sign_colour(value: float) -> str:
    return BLUE if value > 0 else RED if value < 0 else GREY


def _bar_text(data: MoveBars, axes: Axes, place: int) -> None:
    value, text = data.shares[place], data.texts[place]
    left = value < 0
    axes.annotate(
        f"★ {text}" if data.best[place] else text,
        (value, place),
        xytext=(-5 if left else 5, 0),
        textcoords="offset points",
        ha="right" if left else "left",
        va="center",
        weight="bold" if data.best[place] else "normal",
    )


def _bar_axes(data: MoveBars, axes: Axes) -> None:
    low, high = min(0.0, *data.shares), max(0.0, *data.shares)
    if low == high:
        high = 1.0  # all draws: zero stands at the left
    room = (high - low) * (0.04 + 0.014 * max(map(len, data.texts)))
    axes.set_xlim(low - (room if low else 0.02), high + room)
    axes.set_ylim(len(data.names) - 0.4, -0.6)
    axes.set_yticks(range(len(data.names)), data.names)
    axes.set_xticks([])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.axvline(0, color=PLOT_INK, linewidth=1)
    if data.left_out:
        axes.set_xlabel(f"{data.left_out:,} more moves, none of them worth more", color=PLOT_INK)


# -- the growth of the states ------------------------------------------------------------------


def _curves(data: GrowthCurves) -> Figure:
    panels = 2 if data.by_size else 1
    figure = _figure(data, 5.2 * panels, 4)
    _by_depth(data, figure.add_subplot(1, panels, 1))
    if data.by_size:
        _by_size(data, figure.add_subplot(1, panels, 2))
    return figure


def _by_depth(data: GrowthCurves, axes: Axes) -> None:
    depths = range(len(data.by_depth))
    mark = "o" if len(depths) <= 40 else ""
    axes.fill_between(depths, data.by_depth, color=BLUE, alpha=0.2, linewidth=0)
    axes.plot(depths, data.by_depth, color=BLUE, marker=mark, markersize=4, label="at this depth")
    axes.plot(
        depths,
        data.within,
        color=RED,
        linestyle="--",
        marker="s" if mark else "",
        markersize=4,
        label="up to this depth",
    )
    axes.set_xlabel("depth: moves made" + ("" if data.complete else " (deeper ones not counted)"))
    axes.legend(frameon=False)
    _count_axes(axes)


def _by_size(data: GrowthCurves, axes: Axes) -> None:
    sizes, counts = zip(*data.by_size, strict=True)
    axes.plot(sizes, counts, color=BLUE, marker="o", markersize=5)
    for size, count in data.by_size[-1:]:
        axes.annotate(f"{count:,}", (size, count), xytext=(-6, 4), textcoords="offset points",
                      ha="right")  # fmt: skip
    axes.set_xlabel("size of the instance" + (f" n; {data.law} states" if data.law else ""))
    if data.is_steep:
        axes.set_yscale("log")
    _count_axes(axes)


def _count_axes(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    axes.set_ylabel("states" + (", log scale" if axes.get_yscale() == "log" else ""))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
    if axes.get_yscale() != "log":
        axes.set_ylim(bottom=0)
