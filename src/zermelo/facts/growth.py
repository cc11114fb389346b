"""How the number of states grows with the size of the instance: polynomial or exponential.

The states of smaller instances of the same rules are counted; of other small ones where the game is
too small, too large or no larger for its size. A polynomial, or a·bⁿ + c, that goes through all of
them with some to spare is the law, or a polynomial that does from some size on. Otherwise two
straight lines are fitted: log states against log size (a power of the size) and against the size
itself (a power of a constant). A line that is clearly closer names the smell, which is no theorem,
and its slope is said with twice its standard error; where neither is closer, nobody knows. How the
states of one instance grow with the number of moves says nothing about larger instances.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, pairwise
from math import exp, log, sqrt

from zermelo.engines.choose import LIGHT, LOADING
from zermelo.errors import ZermeloError
from zermelo.facts.instances import SIZES_OF_A_FAMILY, family, other_families
from zermelo.facts.laws import SPARE, Exponential, exponential, factored, polynomial
from zermelo.graph.explore import explore
from zermelo.model.game import Game
from zermelo.model.numerals import AnySize, shown
from zermelo.model.shapes import states_at_least

SAMPLE_BUDGET = 20_000  # states counted in each smaller instance
SAMPLE_WORK = 200_000  # and moves looked at
COUNTING_PATIENCE = 10.0  # seconds for an instance whose rules do not answer
SLOW = 3  # times as slow as most rules
FEWEST_POINTS = 4
MOST_FAMILIES = 6  # kinds of instances that are counted beside the first
FEWEST_STATES = 12  # below, every law fits
SHIFTS = range(5)  # a size may be counted from another beginning
CLEARLY_CLOSER = 4.0  # times as close
TINY = 1e-9

Points = list[tuple[int, int]]


@dataclass(frozen=True)
class Growth(AnySize):
    """The smell, the fitted rate and the counts it rests on."""

    smell: str  # "polynomial", "exponential" or "unknown"
    rate: float  # the power of the size, or the factor for each step of the size
    counts: tuple[tuple[int, int], ...]  # (size, states)
    law: str = ""  # in the size n: what all counts agree with, or lie near
    is_exact: bool = False  # whether all counts agree with it, from size `least` on
    inner: str = ""  # the law of the states that have moves, where all counts agree with one
    least: int = 0  # the first size that follows the law, where smaller ones do not
    size: str = ""  # what n is, where it is not the size of the game itself

    def __str__(self) -> str:
        if self.smell == "unknown" and len(self.counts) < FEWEST_POINTS:
            return "unknown: too few smaller instances to compare"
        points = ", ".join(f"{shown(size)}: {states:,}" for size, states in self.counts[-4:])
        if self.smell == "unknown":
            return f"unknown: no law fits clearly better (states by size {points})"
        smell = self.smell if self.is_exact else f"{self.smell} smell"
        inner = f", {self.inner} of them with moves" if self.inner else ""
        least = f" from {shown(self.least)} on" if self.least else ""
        size = f" = {self.size}" if self.size else ""
        return f"{smell}, {self.law} for size n{size}{least}{inner} (states by size {points})"


def growth(game: Game) -> Growth:
    """Measure on smaller instances of the game, where it has them, else on other ones."""
    states, inner = _of_instances(family(game))
    first = fit(states, inner)
    if first.is_exact or first.smell == "exponential":
        return first
    few = not _are_enough(states)
    others = MOST_FAMILIES if few else int(states[-1][0] <= SIZES_OF_A_FAMILY)
    for what, other in islice(other_families(game), others):
        states, inner = _of_instances(other)
        found = fit(states, inner)
        if found.is_exact or (few and found.smell != "unknown" and _is_rising(states)):
            return replace(found, size=what)
    return first


def _is_rising(points: Points) -> bool:
    return all(one < two for (_, one), (_, two) in pairwise(points))


def _are_enough(points: Points) -> bool:
    """Whether there are points of a law: some, which grow."""
    return len(points) >= FEWEST_POINTS and points[-1][1] > points[0][1]


def _of_instances(instances: Iterable[tuple[int, Game]]) -> tuple[Points, Points]:
    """By size, the states of each instance, and those of them that have moves."""
    states: Points = []
    inner: Points = []
    for size, instance in instances:
        if states_at_least(instance) > SAMPLE_BUDGET:
            break
        try:
            graph = explore(
                instance,
                budget=SAMPLE_BUDGET,
                work=SAMPLE_WORK,
                seconds=COUNTING_PATIENCE,
                cpu_seconds=SLOW * LOADING,
                memory=LIGHT,
            )
        except ZermeloError:
            continue
        if not graph.complete:
            break
        states.append((size, len(graph)))
        inner.append((size, sum(pay is None for pay in graph.payoff)))
    return states, inner


def fit(points: Points, inner: Points | None = None) -> Growth:
    """The law behind (size, states), or the line that lies clearly closer."""
    counts = tuple(points)
    if not _are_enough(points):
        return Growth("unknown", 0.0, counts)
    exact, few = _law(points), points[-1][1] < FEWEST_STATES
    if few and (isinstance(exact, Exponential) or exact is None or len(exact) > 2):
        return Growth("unknown", 0.0, counts)  # a line alone is believed of so few
    if exact is not None:
        smell = "exponential" if isinstance(exact, Exponential) else "polynomial"
        rate = float(exact.base if isinstance(exact, Exponential) else len(exact) - 1)
        return Growth(smell, rate, counts, _text(exact), True, _inner(points, inner))
    return _late_law(points, inner) or _smell(points)


def _late_law(points: Points, inner: Points | None) -> Growth | None:
    """A polynomial that all but the first counts follow, with two points to spare."""
    for begin in range(1, len(points) - FEWEST_POINTS + 1):
        late = points[begin:]
        law = polynomial(late)
        if law is None or len(late) < len(law) + SPARE or late[-1][1] <= late[0][1]:
            continue
        late_inner = _inner(late, inner and inner[begin:])
        rate, least = float(len(law) - 1), late[0][0]
        return Growth("polynomial", rate, tuple(points), _text(law), True, late_inner, least)
    return None


def _law(points: Points) -> list[Fraction] | Exponential | None:
    return polynomial(points) or exponential(points)


def _text(law: list[Fraction] | Exponential) -> str:
    return str(law) if isinstance(law, Exponential) else factored(law)


def _inner(points: Points, inner: Points | None) -> str:
    """The law of the states with moves, where they follow one and are not all."""
    if not inner or inner == points:
        return ""
    law = _law(inner)
    return "" if law is None else _text(law)


def _smell(points: Points) -> Growth:
    counts, logs = tuple(points), [log(states) for _, states in points]
    power, power_miss, power_error = min(
        (_line([log(size + more) for size, _ in points], logs) for more in SHIFTS),
        key=lambda line: line[1],
    )
    factor, factor_miss, factor_error = _line([float(size) for size, _ in points], logs)
    if power_miss * CLEARLY_CLOSER < factor_miss + TINY:
        law = f"about n^({power:.1f} ± {max(0.1, 2 * power_error):.1f})"
        return Growth("polynomial", power, counts, law)
    if factor_miss * CLEARLY_CLOSER < power_miss + TINY:
        wide = max(0.01, exp(factor) * 2 * factor_error)
        law = f"about ({exp(factor):.2f} ± {wide:.2f})^n"
        return Growth("exponential", exp(factor), counts, law)
    return Growth("unknown", 0.0, counts)


def _line(xs: list[float], ys: list[float]) -> tuple[float, float, float]:
    """Least squares: the slope, the sum of squared misses, the standard error of the slope."""
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mean_x) ** 2 for x in xs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / spread
    misses = (y - mean_y - slope * (x - mean_x) for x, y in zip(xs, ys, strict=True))
    missed = sum(miss * miss for miss in misses)
    return slope, missed, sqrt(missed / (len(xs) - 2) / spread)
