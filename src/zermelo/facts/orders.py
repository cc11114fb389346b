"""Orders of growth that are counted: O(n²) where the counts are a polynomial of degree 2.

Instances of growing size are explored. A polynomial of the size, or one times 2ⁿ, 3ⁿ, …, that goes
through every count with two to spare is the law, and its leading term the order. The smallest
sizes may break it (three coins may be taken of a row of one), so that a quarter of the counts at
the beginning may be left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import lcm

from zermelo.engines.choose import LIGHT, LOADING
from zermelo.errors import ZermeloError
from zermelo.facts.laws import SPARE, factored, through
from zermelo.graph.explore import explore
from zermelo.limits.amounts import SUPERSCRIPT
from zermelo.model.game import Game
from zermelo.model.shapes import states_at_least

ORDER_BASES = range(1, 10)
MOVES_A_STATE = 10  # that are looked at, on the average
LEFT_OUT = 4  # of so many counts one may be left out at the beginning
FEWEST_COUNTS = 4  # counts


@dataclass(frozen=True)
class Order:
    """A law of the size n, and its leading term."""

    law: str  # "" where no law is known
    order: str
    since: int = 0  # the size from which on it holds; 0 where it holds for all that were counted


UNKNOWN = Order("", "")


def orders(instances: Iterable[tuple[int, Game]], *, budget: int) -> tuple[Order, Order]:
    """How states and moves grow with the size of the instances, which come in ascending order."""
    counts = list(_counted(instances, budget))
    states = [(size, states) for size, states, _ in counts]
    return order_of(states), order_of([(size, moves) for size, _, moves in counts])


def _counted(instances: Iterable[tuple[int, Game]], budget: int) -> Iterable[tuple[int, int, int]]:
    """(size, states, moves) of each, up to the first that is too large to be counted."""
    for size, instance in instances:
        if states_at_least(instance) > budget:
            return
        try:
            work = MOVES_A_STATE * budget
            graph = explore(
                instance, budget=budget, work=work, cpu_seconds=3 * LOADING, memory=LIGHT
            )
        except ZermeloError:
            continue
        if not graph.complete:
            return
        yield size, len(graph), graph.moves


def order_of(points: list[tuple[int, int]]) -> Order:
    """The law of (size, count).

    >>> order_of([(n, n * 2 ** (n - 1)) for n in range(1, 8)])
    Order(law='n·2ⁿ/2', order='O(n·2ⁿ)', since=0)
    >>> order_of([(1, 1), *((n, 3 * n - 3) for n in range(2, 9))])
    Order(law='3n − 3', order='O(n)', since=2)
    """
    for first in range(1 + len(points) // LEFT_OUT):
        later = points[first:]
        for base in ORDER_BASES if len(later) >= FEWEST_COUNTS else ():
            found = _polynomial([(size, Fraction(count, base**size)) for size, count in later])
            if found is not None:
                return replace(_written(found, base), since=later[0][0] if first else 0)
    return UNKNOWN


def _polynomial(points: list[tuple[int, Fraction]]) -> list[Fraction] | None:
    """Its coefficients, constant first: divided differences beyond its degree are 0 (Newton)."""
    sizes, column = [size for size, _ in points], [count for _, count in points]
    degree = 0
    for order in range(1, len(points)):
        column = [
            (high - low) / (sizes[place + order] - sizes[place])
            for place, (low, high) in enumerate(pairwise(column))
        ]
        degree = order if any(column) else degree
    return through(points[: degree + 1]) if degree + 1 + SPARE <= len(points) else None


def _written(times: list[Fraction], base: int) -> Order:
    """A polynomial times a power."""
    degree = len(times) - 1
    lead = "n" * (degree > 0) + (str(degree).translate(SUPERSCRIPT) if degree > 1 else "")
    if base == 1:
        return Order(factored(times), f"O({lead or '1'})")
    under = lcm(*(c.denominator for c in times))
    factor = factored([c * under for c in times])
    factor = f"({factor})" if " " in factor and not factor.startswith("n(") else factor
    law = f"{'' if factor == '1' else f'{factor}·'}{base}ⁿ{'' if under == 1 else f'/{under}'}"
    return Order(law, f"O({f'{lead}·' if lead else ''}{base}ⁿ)")
