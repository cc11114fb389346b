"""Rows taken from the front under a growing cap (Stone Game II) in O(n²).

Take x of the next ones, 1 ≤ x ≤ 2M; then M becomes max(M, x). By what is left, with rest(l) the
sum of the last l numbers and H(l, m) = −rest(l) − D(l, m),

    D(l, m) = rest(l) + max( max H(k, m) for l − m ≤ k < l,          takes of at most m
                             max H(l − x, x) for m < x ≤ 2m )        longer takes, when l > 2m.

When l ≤ 2m the mover may take all, and so may everyone from then on: D(l, m) = free(l) is the
same for all such m. Hence only the caps m < l/2 are stored, n²/4 numbers in all.

Both windows are queues that know their maximum. The first slides over l: blocks of m entries,
the running maximum of one and the tail maxima of the one before. The second slides over m, and
holds exactly one power of two p: the running maximum from p downwards, as m falls, and the stored
ones from p upwards. Nothing assumes that numbers are positive. O(n²) time and memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from types import ModuleType
from typing import TYPE_CHECKING

from zermelo.facts.questions import SOLVED_AT_ONCE, of_shape
from zermelo.kernels import load
from zermelo.limits.deadline import patiently
from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case, Cost, FamilyMethod
from zermelo.methods.families.number_rows import Rests, exact_row, int64_row, refuse_inexact
from zermelo.model.exact import Number, Numbers, exact
from zermelo.model.game import Game, State, ValueType
from zermelo.model.numerals import spelled
from zermelo.model.shapes import CapRow

if TYPE_CHECKING:
    from zermelo.proof.checker import Proof

CAP_BY_PYTHON = 400  # numbers; up to here plain Python is done before numba is imported
CAP_ROOM = {
    "int32": 2**30,
    "int64": 2**62,
}  # Σ|v| below it keeps every −2·rest − max within the type


class CapQueues(FamilyMethod):
    """One cap after the other, downwards; both windows in constant time an entry. O(n²)."""

    name = "cap-queues"
    title = "two sliding maxima, cap by cap"
    theorem = "D(i, M) is the better of two sliding maxima: takes up to M, and takes M + 1 … 2M"
    time = "O(n²)"
    space = "O(n²)"
    explores = False
    value_type = ValueType.DIFFERENCE
    family = "a row taken under a growing cap"
    declares = of_shape(CapRow, family, SOLVED_AT_ONCE)

    def refuses(self, case: Case) -> str | None:
        """A row under a cap, of exact numbers, whose ends pay nothing of their own."""
        shape = case.game.shape
        if not isinstance(shape, CapRow):
            return "it does not declare the shape CapRow"
        if case.start not in shape:
            return f"{spelled(case.start)} is no pair (gone, M) of the row"
        return refuse_inexact(case, [case.game.shape.values])

    def cost(self, case: Case) -> Cost:
        """One look at each window an entry; at most 8 bytes an entry, and the stored maxima."""
        size = len(case.game.shape.values)
        held = entries(size) + size + 1
        return Cost(held, 2 * held, 8 * (held + scratch(size) + 5 * size))

    def run(self, case: Case) -> CapAnswers:
        """Compiled in the smallest type that a bound allows, else plain."""
        shape = case.game.shape
        if len(shape.values) > CAP_BY_PYTHON:
            kernel = load("cap")
            for kind, room in CAP_ROOM.items():
                row = int64_row(kernel.np, shape.values, room)
                if row is not None:
                    return CapAnswers(shape, *cap_tables(kernel, row, kind), f"compiled {kind}")
        return CapAnswers(shape, *Plain(exact_row(shape.values)).tables(), "plain")


class CapAnswers(Answers):
    """`free` for the states that may take all; `capped` for the others, one cap after the other."""

    value_type = ValueType.DIFFERENCE

    def __init__(self, row: CapRow, free: Numbers, capped: Numbers, path: str) -> None:
        self.row = row
        self.rests = Rests(row.values)
        self.free = free  # [n + 1], by how many are left
        self.capped = capped  # cap m: left = 2m + 1 … n, from (m − 1)(n − m) on
        self.path = path

    def value(self, state: State) -> Number:
        """Look the value up."""
        size = len(self.row.values)
        if state not in self.row:
            most = max(1, size)
            raise unknown_state(state, f"states are (gone, M), gone ≤ {size} and 1 ≤ M ≤ {most}")
        left, cap = size - state[0], state[1]
        if left <= 2 * cap:
            return exact(self.free[left])
        return exact(self.capped[(cap - 1) * (size - cap) + left - 2 * cap - 1])

    def total(self, state: State) -> Number:
        """All that is left is taken."""
        self.value(state)  # raises when the state is not known
        return self.rests.sum(state[0])

    def prove(self, game: Game, start: State, budget: int) -> Proof:
        """Have the checker hold every entry against the recurrence."""
        from zermelo.proof.cap import verify_cap

        return verify_cap(game, start, self.free, self.capped, budget=budget)


def entries(size: int) -> int:
    """How many states (left, m) have 2m < left ≤ size."""
    caps = max(0, size - 1) // 2
    return caps * (size - caps - 1)


def scratch(size: int) -> int:
    """How many maxima are stored at once: the longest block between two powers of two."""
    powers = (2**bit for bit in range(1, size.bit_length()))
    return max((min(p // 2, (size + 1 - p) // 2) * (size - p) for p in powers), default=0)


def cap_tables(kernel: ModuleType, row: Numbers, kind: str) -> tuple[Numbers, Numbers]:
    """Both tables by the compiled loops; `row` is int64 and proved to fit `kind`."""
    np, size = kernel.np, len(row)
    rest = np.zeros(size + 1, dtype=kind)
    rest[1:] = np.cumsum(row[::-1])
    free, capped = np.empty(size + 1, dtype=kind), np.empty(entries(size), dtype=kind)
    lowest = rest.dtype.type(np.iinfo(kind).min)
    high = np.empty(scratch(size), dtype=kind)
    patiently(2 * len(capped), kernel.fill, rest, free, capped, high, lowest)
    return free, capped


class Plain:
    """The same in plain Python, exact for integers of any size and for fractions."""

    def __init__(self, row: Sequence[Number]) -> None:
        self.size = len(row)
        self.rest = list(accumulate(reversed(row), initial=0))  # by how many are left
        self.lowest = -2 * sum(map(abs, row)) - 1  # below every H
        self.open: list[Number] = [0]  # H of the states that may take all
        best = self.open[0]
        for rest in self.rest[1:]:
            self.open.append(-2 * rest - best)
            best = max(best, self.open[-1])
        self.worths: dict[int, list[Number]] = {}  # cap → H(·, cap), [n + 1]

    def tables(self) -> tuple[list[Number], list[Number]]:
        """All caps, the powers of two downwards; then H back to D."""
        column = self.open
        for bit in range(self.size.bit_length(), 0, -1):
            high, near = self._rise(2**bit), [self.lowest] * (self.size + 1)
            for cap in range(2**bit - 1, 2 ** (bit - 1) - 1, -1):
                if cap + 1 < 2**bit:
                    near[cap + 2 :] = map(max, near[cap + 2 :], column[1:])
                if 2 * cap < self.size:
                    column = self.worths[cap] = self._slide(cap, near, high[2 * cap])
        flat = [
            -self.rest[left] - self.worths[cap][left]
            for cap in range(1, len(self.worths) + 1)
            for left in range(2 * cap + 1, self.size + 1)
        ]
        return [-rest - worth for rest, worth in zip(self.rest, self.open, strict=True)], flat

    def _rise(self, power: int) -> dict[int, list[Number]]:
        """For even y ≥ power the maxima of H(left − x, x) over power ≤ x ≤ y."""
        best, high = [self.lowest] * (self.size + 1), {}
        for take in range(power, min(2 * power - 1, self.size)):
            worths = self.worths.get(take, self.open)
            best[take + 1 :] = map(max, best[take + 1 :], worths[1:])
            if take % 2 == 0:
                high[take] = best.copy()
        return high

    def _slide(self, cap: int, near: list[Number], high: list[Number]) -> list[Number]:
        """H(·, cap): blocks of `cap` entries, the tail of one and the head of the next."""
        column = self.open[: 2 * cap + 1]
        for block in range(2 * cap + 1, self.size + 1, cap):
            tails = [*accumulate(column[block - 1 : block - cap - 1 : -1], max)]
            best = self.lowest
            for left in range(block, min(block + cap, self.size + 1)):
                found = max(best, tails.pop(), near[left], high[left])
                column.append(-2 * self.rest[left] - found)
                best = max(best, column[left])
        return column
