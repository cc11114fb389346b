"""How the number of states grows with the size of the instance: polynomial or exponential.

The states of smaller instances of the same rules are counted, and two straight lines are fitted:
log states against log size (a power of the size) and against the size itself (a power of a
constant). The closer line names the smell. It is a smell, not a theorem.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import exp, log

from zermelo.errors import ZermeloError
from zermelo.explore import explore
from zermelo.game import Game
from zermelo.graph import StateGraph
from zermelo.instances import family

SAMPLE_BUDGET = 20_000  # states counted in each smaller instance
SAMPLE_WORK = 200_000  # and moves looked at
FEWEST_POINTS = 4
FEWEST_STATES = 12  # below, every law fits


@dataclass(frozen=True)
class Growth:
    """The smell, the fitted rate and the counts it rests on."""

    smell: str  # "polynomial", "exponential" or "unknown"
    rate: float  # the power of the size, or the factor for each step of the size
    counts: tuple[tuple[int, int], ...]  # (size, states)
    of: str  # what is counted

    def __str__(self) -> str:
        if self.smell == "unknown":
            return "unknown: too few smaller instances to compare"
        law = f"size^{self.rate:.1f}" if self.smell == "polynomial" else f"{self.rate:.2f}^size"
        points = ", ".join(f"{size}: {states:,}" for size, states in self.counts[-4:])
        return f"{self.smell} smell, about {law} ({self.of} {points})"


def growth(game: Game, graph: StateGraph) -> Growth:
    """Measure on smaller instances where the game has them, else on its own levels."""
    points = _of_instances(game)
    if len(points) >= FEWEST_POINTS:
        return fit(points, "states by size")
    return fit(_of_levels(graph), "states by move number")


def _of_instances(game: Game) -> list[tuple[int, int]]:
    points: list[tuple[int, int]] = []
    for size, instance in family(game):
        try:
            graph = explore(instance, budget=SAMPLE_BUDGET, work=SAMPLE_WORK)
        except ZermeloError:
            continue
        if not graph.complete:
            break
        points.append((size, len(graph)))
    return points


def _of_levels(graph: StateGraph) -> list[tuple[int, int]]:
    """States found within k moves, while the levels still grow."""
    ends = [*graph.levels[1:], len(graph)]
    sizes = [end - begin for begin, end in zip(graph.levels, ends, strict=True)]
    if not graph.complete:
        sizes.pop()  # the last level is not all there
    peak = next((k for k, (a, b) in enumerate(pairwise(sizes), 1) if b < a), len(sizes))
    return [(k, ends[k]) for k in range(1, peak)]


def fit(points: list[tuple[int, int]], of: str) -> Growth:
    """Fit both laws to (size, states) and keep the closer one."""
    if len(points) < FEWEST_POINTS or points[-1][1] < max(FEWEST_STATES, points[0][1] + 1):
        return Growth("unknown", 0.0, tuple(points), of)
    logs = [log(states) for _, states in points]
    power, power_miss = _line([log(size) for size, _ in points], logs)
    factor, factor_miss = _line([float(size) for size, _ in points], logs)
    if power_miss <= factor_miss:
        return Growth("polynomial", power, tuple(points), of)
    return Growth("exponential", exp(factor), tuple(points), of)


def _line(xs: list[float], ys: list[float]) -> tuple[float, float]:
    """Least squares: the slope and the sum of squared misses."""
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mean_x) ** 2 for x in xs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / spread
    misses = (y - mean_y - slope * (x - mean_x) for x, y in zip(xs, ys, strict=True))
    return slope, sum(miss * miss for miss in misses)
