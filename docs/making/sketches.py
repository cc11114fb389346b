"""How the drawings look: labelled states and moves, strips, grids, bars and curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, Patch, Rectangle
from matplotlib.ticker import MaxNLocator, StrMethodFormatter

from zermelo import Game, Solution, ValueType, explore, solve
from zermelo.model.game import state_text

INK, SOFT = "#1a1a1a", "#8a8a8a"
WIN, LOSS, EVEN, PLAIN = "#cfe1f3", "#f7cfc4", "#e9e9e9", "#ffffff"
BLUE, RED = "#2166ac", "#b2182b"
TONES = {
    "N": WIN,
    "win": WIN,
    "P": LOSS,
    "loss": LOSS,
    "draw": EVEN,
    "black": "#c9ced3",
    "gold": "#fdf0cf",
}
SIGN = {True: WIN, False: LOSS}
Place = tuple[float, float]


# -- states and moves --------------------------------------------------------------------------


def layered(game: Game) -> Figure:
    """States below those that lead to them, by the longest way from the start."""
    depth = _depths(game)
    lines: dict[int, list[Any]] = {}
    for state in depth:
        lines.setdefault(depth[state], []).append(state)
    wide = max(map(len, lines.values()))
    places = {
        state: (2.0 * (k - (len(line) - 1) / 2), -1.25 * level)
        for level, line in lines.items()
        for k, state in enumerate(line)
    }
    return _with_moves(game, places, 1.25 * wide + 0.8, 0.82 * len(lines) + 0.3)


def ring(game: Game) -> Figure:
    """States on a circle, the start on top."""
    states = list(explore(game).states)
    turn, size = 2 * pi / len(states), max(1.9, 0.42 * len(states))
    places = {
        state: (1.3 * size * sin(k * turn), size * cos(k * turn)) for k, state in enumerate(states)
    }
    return _with_moves(game, places, 5.4, 3.9)


def _depths(game: Game) -> dict[Any, int]:
    """The longest way from the start to each state of an acyclic game."""
    graph = explore(game)
    depth = dict.fromkeys(graph.states, 0)
    for _ in range(graph.longest_play()):
        for state in graph.states:
            for move in game.moves(state):
                to = getattr(move, "to", move)
                depth[to] = max(depth[to], depth[state] + 1)
    return depth


def _with_moves(game: Game, places: Mapping[Any, Place], wide: float, tall: float) -> Figure:
    solution = solve(game)
    figure, axes = _sheet(wide, tall)
    boxes = {
        state: _node(axes, x, y, state_text(game, state), *_worth(solution, state))
        for state, (x, y) in places.items()
    }
    for state in places:
        for option in solution.options(state):
            to = option.move.to
            ends = places[state], places[to]
            _arrow(axes, ends, (boxes[state], boxes[to]), best=option.best)
            _gain(axes, ends, option.move.gain)
    _fitted(axes, list(places.values()), 1.0, 0.5)
    return figure


def _arrow(
    axes: Axes, ends: tuple[Place, Place], boxes: tuple[Patch, Patch], *, best: bool
) -> None:
    """From one box to the other; thick where the move is a best one."""
    axes.add_patch(FancyArrowPatch(
        *ends, patchA=boxes[0], patchB=boxes[1], shrinkA=0, shrinkB=1, mutation_scale=12,
        arrowstyle="-|>", connectionstyle=f"arc3,rad={_bend(ends)}",
        color=INK if best else SOFT, linewidth=2.2 if best else 0.9))  # fmt: skip


def _bend(ends: tuple[Place, Place]) -> float:
    """How far an arrow leaves the straight line, in parts of its length; upright ones do not."""
    return 0 if ends[0][0] == ends[1][0] else 0.12


def _gain(axes: Axes, ends: tuple[Place, Place], gain: Any) -> None:
    """On the arrow, in its middle: half of where its control point lies beside the line."""
    if gain:
        (x0, y0), (x1, y1) = ends
        aside = _bend(ends) / 2
        x = (x0 + x1) / 2 + aside * (y1 - y0)
        y = (y0 + y1) / 2 - aside * (x1 - x0)
        text = f"+{gain}" if gain > 0 else f"−{-gain}"
        axes.text(x, y, text, fontsize=8, color=INK, ha="center", va="center",
                  bbox={"facecolor": PLAIN, "edgecolor": "none", "pad": 0.6})  # fmt: skip


def _node(axes: Axes, x: float, y: float, name: str, worth: str, tone: str) -> Rectangle:
    box = Rectangle((x - 0.86, y - 0.36), 1.72, 0.72, facecolor=tone, edgecolor=INK, linewidth=0.8)
    axes.add_patch(box)
    axes.text(x, y + 0.15, name.replace("\n", " "), ha="center", va="center", fontsize=9)
    axes.text(x, y - 0.17, worth, ha="center", va="center", fontsize=9, weight="bold")
    return box


def _worth(solution: Solution, state: Any) -> tuple[str, str]:
    """What a state is worth in words, and its colour."""
    kind, value = solution.answers.value_type, solution.value_of(state)
    if isinstance(value, tuple):
        return ", ".join(map(str, value)), PLAIN
    if kind is ValueType.DIFFERENCE:
        return str(value).replace("-", "−"), SIGN[value > 0] if value else EVEN
    outcome, plies = solution.outcome_of(state), solution.remoteness_of(state)
    return outcome if plies is None else f"{outcome} in {plies}", TONES[outcome]


# -- the calls of a recursion ------------------------------------------------------------------


def calls(game: Game) -> Figure:
    """Every call of the recursion without a memo, below the call that made it; ends are none."""
    places: list[tuple[float, int, Any, Place | None]] = []
    _call(game, game.start, 0, None, places, [0.0])
    figure, axes = _sheet(5.4, 0.6 * (1 + max(place[1] for place in places)))
    seen: set[Any] = set()
    for x, level, state, above in sorted(places, key=lambda place: (place[1], place[0])):
        if above is not None:
            axes.plot([x, above[0]], [-level + 0.2, above[1] - 0.2], color=SOFT, linewidth=0.8)
        _call_text(axes, x, level, state_text(game, state), again=state in seen)
        seen.add(state)
    _fitted(axes, [(place[0], -place[1]) for place in places], 0.6, 0.4)
    return figure


def _call(game: Game, state: Any, level: int, above: Place | None, places: list[Any],
          right: list[float]) -> float:  # fmt: skip
    """Place a call in the middle above those it makes."""
    here = len(places)
    places.append(None)
    xs = []
    for move in game.moves(state):
        if not any(True for _ in game.moves(move.to)):
            continue  # an end is no call
        below = len(places)
        x = _call(game, move.to, level + 1, None, places, right)
        xs.append((below, x))
    if not xs:
        right[0] += 1
    middle = (xs[0][1] + xs[-1][1]) / 2 if xs else right[0]
    for below, _ in xs:
        places[below] = (*places[below][:3], (middle, -level))
    places[here] = (middle, level, state, above)
    return middle


def _call_text(axes: Axes, x: float, level: int, name: str, *, again: bool) -> None:
    colour = RED if again else INK
    axes.text(x, -level, name.replace("[", "").replace("]", "").replace(", ", " ") or "–",
              ha="center", va="center", fontsize=10, color=colour,
              weight="normal" if again else "bold")  # fmt: skip


# -- strips, grids, bars and curves ------------------------------------------------------------


def strip(items: Sequence[tuple[object, object]]) -> Figure:
    """Labelled boxes side by side; a label P, N, win, loss or draw gives the colour."""
    figure, axes = _sheet(min(5.8, 0.62 * len(items) + 0.4), 1.05)
    for x, (name, label) in enumerate(items):
        _box(axes, x, 0, label)
        axes.text(x, 0.72, str(name), ha="center", va="center", fontsize=9, color=SOFT)
    _fitted(axes, [(0, 0), (len(items) - 1, 0.4)], 0.55, 0.55)
    return figure


def grid(cells: Mapping[tuple[int, int], object]) -> Figure:
    """A table of labels; numbers are darker the larger they are."""
    downs, acrosses = (range(min(place), max(place) + 1) for place in zip(*cells, strict=True))
    size = min(0.46, 6.8 / (len(acrosses) + 1))
    figure, axes = _sheet(size * (len(acrosses) + 1), size * (len(downs) + 1))
    most = max((v for v in cells.values() if isinstance(v, int)), default=0)
    for (row, column), label in cells.items():
        _box(axes, column, -row, label, most)
    left, top = acrosses[0] - 0.8, 0.8 - downs[0]
    for column in acrosses:
        axes.text(column, top, str(column), ha="center", va="center", fontsize=8, color=SOFT)
    for row in downs:
        axes.text(left, -row, str(row), ha="center", va="center", fontsize=8, color=SOFT)
    _fitted(axes, [(left + 0.2, top - 0.2), (acrosses[-1], -downs[-1])], 0.55, 0.55)
    return figure


def _box(axes: Axes, x: float, y: float, label: object, most: int = 0) -> None:
    label, tone = label if isinstance(label, tuple) else (label, _tone(label, most))
    box = Rectangle((x - 0.5, y - 0.5), 1, 1, edgecolor=SOFT, linewidth=0.7)
    box.set_facecolor(TONES.get(tone, tone))
    axes.add_patch(box)
    text = str(label).replace("-", "−")
    axes.text(x, y, text, ha="center", va="center", fontsize=10 if len(text) < 4 else 8)


def _tone(label: object, most: int) -> Any:
    """The colour of a word; of a number, darker the larger it is, and red up to 0."""
    if not isinstance(label, int) or not most:
        return TONES.get(str(label), PLAIN)
    part = label / most
    return LOSS if label <= 0 else (1 - 0.6 * part, 1 - 0.4 * part, 1 - 0.2 * part)


def bars(heights: Mapping[object, float]) -> Figure:
    """A bar for each name, with its number."""
    names = [str(name) for name in heights]
    widest = max(len(line) for name in names for line in name.split("\n"))
    wide = max(0.55, 0.11 * widest) * len(names) + 1.2
    figure = Figure(figsize=(min(7.2, wide), 2.8), layout="constrained")
    axes = figure.add_subplot()
    drawn = axes.bar(names, list(heights.values()), color=BLUE, width=0.7)
    axes.bar_label(
        drawn, [f"{height:,}".replace("-", "−") for height in heights.values()], padding=2
    )
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.margins(y=0.15)
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    return figure


def curves(lines: Mapping[str, Sequence[int]]) -> Figure:
    """Numbers for n = 1, 2, …, on a logarithmic scale."""
    figure = Figure(figsize=(6.4, 3.4), layout="constrained")
    axes = figure.add_subplot()
    for (name, numbers), colour in zip(lines.items(), (RED, BLUE, INK, SOFT), strict=False):
        axes.plot(
            range(1, len(numbers) + 1), numbers, marker="o", markersize=4, color=colour, label=name
        )
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("n")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    axes.legend(frameon=False)
    return figure


def _sheet(wide: float, tall: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(min(7.4, max(2.2, wide)), tall))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.axis("off")
    axes.set_aspect("equal")
    return figure, axes


def _fitted(axes: Axes, places: Sequence[Place], across: float, down: float) -> None:
    xs, ys = zip(*places, strict=True)
    axes.set_xlim(min(xs) - across, max(xs) + across)
    axes.set_ylim(min(ys) - down, max(ys) + down)
