"""Rows taken from the front, 1 … K at a time, by a sliding maximum.

With rest(i) the sum of the numbers from place i on,

    D(i) = rest(i) + max over i < k ≤ i + K of H(k),     H(k) = −rest(k) − D(k),     D(n) = 0,

and the window slides down with i. Cut the states into blocks of K, counted from the end: a window
is what is done of one block and the tail of the block before it, so a running maximum of the one
and the tail maxima of the other replace a queue. O(n) time for every K, one number a state.
Source: van Herk 1992, Gil and Werman 1993 (the sliding maximum).
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
from zermelo.model.shapes import FrontRow

if TYPE_CHECKING:
    from zermelo.proof.checker import Proof

FRONT_BY_PYTHON = 50_000  # numbers; up to here plain Python is done before numba is imported
FRONT_ROOM = 2**62  # Σ|v| below it keeps every −2·rest − max within int64


class FrontWindow(FamilyMethod):
    """One pass from the end, one number kept for every state. O(n) for every K."""

    name = "front-window"
    title = "sliding maximum from the end of the row"
    theorem = "D(i) = max [sum(i … k) − D(k)] over a window that slides with i"
    time = "O(n)"
    space = "O(n)"
    explores = False
    value_type = ValueType.DIFFERENCE
    family = "a row taken from the front"
    declares = of_shape(FrontRow, family, SOLVED_AT_ONCE)

    def refuses(self, case: Case) -> str | None:
        """A row taken from the front, of exact numbers, whose ends pay nothing of their own."""
        shape = case.game.shape
        if not isinstance(shape, FrontRow):
            return "it does not declare the shape FrontRow"
        if case.start not in shape:
            return f"{spelled(case.start)} is no number of things gone from the row"
        return refuse_inexact(case, [shape.values])

    def cost(self, case: Case) -> Cost:
        """One look at the window a state; the row and the table as 64-bit numbers, one block."""
        size = len(case.game.shape.values)
        return Cost(size + 1, size, 8 * (2 * size + 1 + most_moves(case.game.shape)))

    def run(self, case: Case) -> FrontAnswers:
        """Compiled where the row is long and a bound keeps it within 64 bits, else plain."""
        shape = case.game.shape
        if len(shape.values) > FRONT_BY_PYTHON:
            kernel = load("front")
            row = int64_row(kernel.np, shape.values, FRONT_ROOM)
            if row is not None:
                return FrontAnswers(
                    shape, front_table(kernel, row, most_moves(shape)), "compiled int64"
                )
        return FrontAnswers(shape, swept(exact_row(shape.values), most_moves(shape)), "plain")


class FrontAnswers(Answers):
    """A number for every state, in one array."""

    value_type = ValueType.DIFFERENCE

    def __init__(self, row: FrontRow, table: Numbers, path: str) -> None:
        self.row = row
        self.rests = Rests(row.values)
        self.table = table  # [n + 1]
        self.path = path

    def value(self, state: State) -> Number:
        """Look the value up."""
        if state not in self.row:
            size = len(self.row.values)
            raise unknown_state(state, f"states are how many are gone, 0 … {size}")
        return exact(self.table[state])

    def total(self, state: State) -> Number:
        """All that is left is taken."""
        self.value(state)  # raises when the state is not known
        return self.rests.sum(state)

    def prove(self, game: Game, start: State, budget: int) -> Proof:
        """Have the checker hold every entry against the recurrence."""
        from zermelo.proof.front import verify_front

        return verify_front(game, start, self.table, budget=budget)


def front_table(kernel: ModuleType, row: Numbers, most: int) -> Numbers:
    """The table by the compiled loop; `row` is int64 and proved to fit."""
    table = kernel.np.empty(len(row) + 1, dtype=kernel.np.int64)
    held = kernel.np.full(most, kernel.LOWEST, dtype=kernel.np.int64)
    patiently(len(row), kernel.sweep, row, held, table)
    return table


def swept(row: Sequence[Number], most: int) -> list[Number]:
    """The table in plain Python, exact for integers of any size and for fractions."""
    rests = list(accumulate(reversed(row), initial=0))  # by how many are left
    lowest = -2 * sum(map(abs, row)) - 1  # below every H
    table: list[Number] = [0]
    block, tails = [0], []  # H in the block at hand; tail maxima of the one before, last first
    best: Number = 0
    for rest in rests[1:]:
        if len(block) == most:
            tails = [*accumulate(reversed(block), max)]
            block, best = [], lowest
        found = max(best, tails.pop()) if tails else best
        table.append(rest + found)
        block.append(-2 * rest - found)
        best = max(best, block[-1])
    return table[::-1]


def most_moves(shape: FrontRow) -> int:
    """How many moves a state has at most, at least 1 for an empty row."""
    return max(1, min(shape.most, len(shape.values)))
