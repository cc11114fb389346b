"""How the number of states grows with the size of the instance: polynomial or exponential.

The states of smaller instances of the same rules are counted. A polynomial that goes through all of
them, with two to spare, is the law. Otherwise two straight lines are fitted: log states against log
size (a power of the size) and against the size itself (a power of a constant). A line that is
clearly closer names the smell, which is no theorem; where neither is, nobody knows. How the states
of one instance grow with the number of moves says nothing about larger instances.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp, lcm, log

from zermelo.amounts import SUPERSCRIPT
from zermelo.engine import LIGHT, LOADING
from zermelo.errors import ZermeloError
from zermelo.explore import explore
from zermelo.game import Game
from zermelo.instances import family
from zermelo.numerals import shown

SAMPLE_BUDGET = 20_000  # states counted in each smaller instance
SAMPLE_WORK = 200_000  # and moves looked at
PATIENCE = 3.0  # seconds for an instance whose rules do not answer
FEWEST_POINTS = 4
FEWEST_STATES = 12  # below, every law fits
SPARE = 2  # points that a polynomial goes through for no other reason than that it is the law
SHIFTS = range(5)  # a size may be counted from another beginning
CLEARLY = 4.0  # times as close
TINY = 1e-9


@dataclass(frozen=True)
class Growth:
    """The smell, the fitted rate and the counts it rests on."""

    smell: str  # "polynomial", "exponential" or "unknown"
    rate: float  # the power of the size, or the factor for each step of the size
    counts: tuple[tuple[int, int], ...]  # (size, states)
    law: str = ""  # in the size n: what all counts agree with, or lie near

    def __str__(self) -> str:
        if self.smell == "unknown" and len(self.counts) < FEWEST_POINTS:
            return "unknown: too few smaller instances to compare"
        points = ", ".join(f"{shown(size)}: {states:,}" for size, states in self.counts[-4:])
        if self.smell == "unknown":
            return f"unknown: no law fits clearly better (states by size {points})"
        return f"{self.smell} smell, {self.law} for size n (states by size {points})"


def growth(game: Game) -> Growth:
    """Measure on smaller instances of the game, where it has them."""
    return fit(_of_instances(game))


def _of_instances(game: Game) -> list[tuple[int, int]]:
    points: list[tuple[int, int]] = []
    for size, instance in family(game):
        if getattr(instance.shape, "at_least", 0) > SAMPLE_BUDGET:
            break
        try:
            graph = explore(
                instance,
                budget=SAMPLE_BUDGET,
                work=SAMPLE_WORK,
                seconds=PATIENCE,
                cpu_seconds=LOADING,
                memory=LIGHT,
            )
        except ZermeloError:
            continue
        if not graph.complete:
            break
        points.append((size, len(graph)))
    return points


def fit(points: list[tuple[int, int]]) -> Growth:
    """The law behind (size, states), or the line that lies clearly closer."""
    counts = tuple(points)
    if len(points) < FEWEST_POINTS or points[-1][1] < max(FEWEST_STATES, points[0][1] + 1):
        return Growth("unknown", 0.0, counts)
    exact = polynomial(points)
    if exact is not None:
        return Growth("polynomial", float(len(exact) - 1), counts, _written(exact))
    logs = [log(states) for _, states in points]
    power, power_miss = min(
        (_line([log(size + more) for size, _ in points], logs) for more in SHIFTS),
        key=lambda line: line[1],
    )
    factor, factor_miss = _line([float(size) for size, _ in points], logs)
    if power_miss * CLEARLY < factor_miss + TINY:
        return Growth("polynomial", power, counts, f"about n^{power:.1f}")
    if factor_miss * CLEARLY < power_miss + TINY:
        return Growth("exponential", exp(factor), counts, f"about {exp(factor):.2f}^n")
    return Growth("unknown", 0.0, counts)


def polynomial(points: list[tuple[int, int]]) -> list[Fraction] | None:
    """The coefficients, constant first, of a polynomial through all points, with two to spare.

    >>> polynomial([(n, n * (n + 1) // 2) for n in (3, 4, 6, 9, 11)])
    [Fraction(0, 1), Fraction(1, 2), Fraction(1, 2)]
    """
    for degree in range(1, len(points) - SPARE):
        found = _through(points[-degree - 1 :])
        if all(sum(c * size**k for k, c in enumerate(found)) == states for size, states in points):
            return found
    return None


def _through(points: list[tuple[int, int]]) -> list[Fraction]:
    """Lagrange's polynomial."""
    total = [Fraction(0)] * len(points)
    for size, states in points:
        part, scale = [Fraction(1)], Fraction(states)
        for other, _ in points:
            if other != size:
                pairs = zip([Fraction(0), *part], [*part, Fraction(0)], strict=True)
                part = [low - other * high for low, high in pairs]
                scale /= size - other
        total = [sofar + scale * new for sofar, new in zip(total, part, strict=True)]
    return total


def _written(coefficients: list[Fraction]) -> str:
    """A polynomial as it is written, e.g. (n² + 3n)/2."""
    under = lcm(*(c.denominator for c in coefficients))
    terms = []
    for power in range(len(coefficients) - 1, -1, -1):
        whole = int(coefficients[power] * under)
        if whole:
            times = "" if abs(whole) == 1 and power else str(abs(whole))
            name = "n" * (power > 0) + (str(power).translate(SUPERSCRIPT) if power > 1 else "")
            terms.append(f"{'−' if whole < 0 else '+'} {times}{name}")
    text = " ".join(terms).removeprefix("+ ").replace("− ", "−", terms[0].startswith("−"))
    return text if under == 1 else f"({text})/{under}"


def _line(xs: list[float], ys: list[float]) -> tuple[float, float]:
    """Least squares: the slope and the sum of squared misses."""
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mean_x) ** 2 for x in xs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / spread
    misses = (y - mean_y - slope * (x - mean_x) for x, y in zip(xs, ys, strict=True))
    return slope, sum(miss * miss for miss in misses)
