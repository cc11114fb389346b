"""How the work of the naive recursion grows beside that of a table: 2ⁿ against n²."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, log10
from textwrap import fill
from typing import TYPE_CHECKING

from zermelo.errors import Unavailable
from zermelo.faces.terminal_plots import NARROWEST_PLOT
from zermelo.limits.amounts import SUPERSCRIPT, count_text
from zermelo.model.exact import whole
from zermelo.model.numerals import AnySize
from zermelo.solution.views import short_name
from zermelo.teaching.compare import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CALLS, STATES = "█", "▒"
BLUE, RED = "#2166ac", "#b2182b"


@dataclass(frozen=True)
class WorkCurves(AnySize):
    """Calls of the naive recursion and states of the table, by the size of the instance."""

    title: str
    game: str
    size: str  # what n counts
    sizes: tuple[int, ...]  # [k]
    calls: tuple[int, ...]  # [k]
    states: tuple[int, ...]  # [k]
    laws: tuple[str, str]  # of the calls, of the states; "" where none is known


def work_data(found: Comparison) -> WorkCurves:
    """What a comparison has counted."""
    if found.growing is None:
        raise Unavailable(
            short_name(found.game),
            where="the plot of a comparison",
            rule="it shows calls by size, and there are no four sizes whose calls can be counted",
            fix="Compare a game whose play ends, of a class with sizes",
        )
    sizes, calls, states = zip(*found.growing.counts, strict=True)
    return WorkCurves(
        title="Calls of the naive recursion, states of a table",
        game=type(found.game).__name__,
        size=found.growing.size,
        sizes=sizes,
        calls=calls,
        states=states,
        laws=(found.growing.calls, found.growing.states),
    )


def work_in_terminal(data: WorkCurves, width: int = 80) -> str:
    """Two bars for each size, on one logarithmic scale."""
    width = whole(width, where="width", least=NARROWEST_PLOT)
    margin = len(str(data.sizes[-1]))
    texts = [count_text(count) for count in (*data.calls, *data.states)]
    room = width - margin - max(map(len, texts)) - 3
    most = log(1 + max(data.calls))
    lines = []
    for size, calls, states in zip(data.sizes, data.calls, data.states, strict=True):
        for name, mark, count in ((str(size), CALLS, calls), ("", STATES, states)):
            bar = mark * max(1, round(room * log(1 + count) / most))
            lines.append(f"{name:>{margin}} {bar} {count_text(count)}")
    legend = f"{CALLS} {_named(data, 0)}, {STATES} {_named(data, 1)}; by {data.size}, log scale"
    return "\n".join([fill(data.title, width), *lines, fill(legend, width)])


def _named(data: WorkCurves, place: int) -> str:
    law = data.laws[place]
    return ("calls", "states")[place] + (f" {law}" if law else "")


def tick_text(count: float) -> str:
    """A power of ten under the axis.

    >>> tick_text(1000.0), tick_text(1e12)
    ('1,000', '10¹²')
    """
    if count < 10**7:
        return f"{count:,.0f}"
    return f"10{str(round(log10(count))).translate(SUPERSCRIPT)}"


def work_axes(data: WorkCurves, axes: Axes) -> None:
    """Two curves over the size, on a logarithmic scale."""
    for place, (counts, colour, mark) in enumerate(
        ((data.calls, RED, "s"), (data.states, BLUE, "o"))
    ):
        heights = [float(min(count, 10**300)) for count in counts]
        axes.plot(data.sizes, heights, color=colour, marker=mark, markersize=5,
                  label=_named(data, place))  # fmt: skip
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda count, _: tick_text(count))
    axes.set_xlabel(data.size)
    axes.set_ylabel("log scale")
    axes.set_xticks(data.sizes)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    axes.legend(frameon=False)
