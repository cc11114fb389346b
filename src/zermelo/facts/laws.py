"""Laws that counts follow exactly: polynomials of the size, and a·bⁿ + c.

A law of k free numbers is believed when it goes through more points than k: two more, or one more
where it has no more than three, since counts that follow such a simple law by accident are rare.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

from zermelo.limits.amounts import SUPERSCRIPT

SPARE = 2  # points that a law goes through for no other reason than that it is the law
SIMPLE = 3  # free numbers of a law for which one is enough
LAW_BASES = range(2, 10)
ROOTS = range(-12, 13)


def polynomial(points: list[tuple[int, int]]) -> list[Fraction] | None:
    """The coefficients, constant first, of a polynomial through all points, with some to spare.

    >>> polynomial([(n, n * (n + 1) // 2) for n in (3, 4, 6, 9)])
    [Fraction(0, 1), Fraction(1, 2), Fraction(1, 2)]
    """
    for degree in range(1, len(points) - 1):
        if len(points) < degree + 1 + (1 if degree + 1 <= SIMPLE else SPARE):
            return None
        found = through(points[-degree - 1 :])
        if all(_at(found, size) == states for size, states in points):
            return found
    return None


def _at(coefficients: list[Fraction], size: int) -> Fraction:
    return sum((c * size**k for k, c in enumerate(coefficients)), Fraction(0))


def through(points: Sequence[tuple[int, int | Fraction]]) -> list[Fraction]:
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


def factored(coefficients: list[Fraction]) -> str:
    """A polynomial as it is written: in factors where all its roots are whole, else in powers.

    >>> factored([Fraction(0), Fraction(1, 2), Fraction(1, 2)])
    'n(n + 1)/2'
    >>> factored([Fraction(7), Fraction(-2), Fraction(0), Fraction(1)])
    'n³ − 2n + 7'
    """
    roots = _roots(coefficients)
    if len(roots) < 2:
        return _powers(coefficients)
    lead = coefficients[-1]
    times = "" if lead.numerator == 1 else "−" if lead.numerator == -1 else str(lead.numerator)
    names = "".join(_factor(root, roots.count(root)) for root in sorted(set(roots), key=_nearest))
    return f"{times}{names}" + ("" if lead.denominator == 1 else f"/{lead.denominator}")


def _roots(coefficients: list[Fraction]) -> list[int]:
    """All roots, where they are small whole numbers; else none."""
    roots: list[int] = []
    for root in ROOTS:
        while len(coefficients) > 1 and _at(coefficients, root) == 0:
            roots.append(root)
            coefficients = _divided(coefficients, root)
    return roots if len(coefficients) == 1 else []


def _divided(coefficients: list[Fraction], root: int) -> list[Fraction]:
    """By n − root (Horner)."""
    high = [coefficients[-1]]
    for coefficient in coefficients[-2:0:-1]:
        high.append(coefficient + root * high[-1])
    return high[::-1]


def _nearest(root: int) -> tuple[int, int]:
    """n first, then n + 1, n − 1, n + 2, …."""
    return abs(root), root


def _factor(root: int, count: int) -> str:
    power = str(count).translate(SUPERSCRIPT) if count > 1 else ""
    return f"n{power}" if root == 0 else f"(n {'−' if root > 0 else '+'} {abs(root)}){power}"


def _powers(coefficients: list[Fraction]) -> str:
    """Such as (n² + 3n + 4)/2."""
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


@dataclass(frozen=True)
class Exponential:
    """times · baseⁿ + more."""

    base: int
    times: Fraction
    more: int

    def __str__(self) -> str:
        top, under = self.times.numerator, self.times.denominator
        power = f"{self.base}ⁿ" + ("" if under == 1 else f"/{under}")
        more = "" if not self.more else f" {'−' if self.more < 0 else '+'} {abs(self.more)}"
        return f"{power if top == 1 else f'{top}·{power}'}{more}"


def exponential(points: list[tuple[int, int]]) -> Exponential | None:
    """times · baseⁿ + more through all points, with some to spare.

    >>> str(exponential([(n, 2**n - 1) for n in (2, 3, 4, 6, 7)]))
    '2ⁿ − 1'
    """
    if len(points) < SIMPLE + SPARE or not all(a < b for (_, a), (_, b) in pairwise(points)):
        return None
    for base in LAW_BASES:
        (low, few), (high, many) = points[-2:]
        times = Fraction(many - few, base**high - base**low)
        more = many - times * base**high
        if all(times * base**size + more == states for size, states in points):
            return Exponential(base, times, int(more)) if more.denominator == 1 else None
    return None
