"""Peak fusion: the value, the best moves and a whole optimal play of a row in linear time.

For neighbours a ≤ b ≥ c the row keeps its value when the three are replaced by the one number
a − b + c. One pass with a stack leaves a row without an interior peak: it falls, then rises, so
its largest number is at an end, and taking the larger end is optimal: all that is left goes in
decreasing order. A fused block is an odd run of coins; when its turn comes the players walk
straight through it from the open side. All numbers, negative and equal ones too.
O(n) time and memory, against O(n²) for the table of all sub-rows.
Source: T. Idziaszek, "An Optimal Algorithm for Calculating the Profit in the Coins in a Row Game".
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from importlib import import_module
from math import nan
from typing import TYPE_CHECKING, cast

from zermelo.facts.questions import SHORT_ROW, of_shape
from zermelo.kernels import load
from zermelo.limits.deadline import patiently
from zermelo.methods.answers import Answers
from zermelo.methods.contract import Case, Cost, FamilyMethod
from zermelo.methods.families.interval_table import Triangle
from zermelo.methods.families.number_rows import SAFE, int64_row
from zermelo.methods.families.row_answers import RowAnswers, refuse_row
from zermelo.model.arrays import IntRow
from zermelo.model.exact import Number, Numbers
from zermelo.model.game import Game, State, ValueType
from zermelo.model.shapes import Row

if TYPE_CHECKING:
    from zermelo.proof import Proof

FUSION_COMPILES_FROM = 100_000  # coins; below, the plain pass is over before numba is imported
COMPILED_FROM = 1_000  # coins, where numba is there already
TABLE_AFTER = 64  # questions about sub-rows after which all of them are tabulated
TABLE_UP_TO = 6_000  # coins
STATES_ASKED = 10_000  # states of a row up to which a proof asks the rules in every one of them


class PeakFusion(FamilyMethod):
    """One pass with a stack, then everything in decreasing order."""

    name = "peak-fusion"
    title = "peak fusion"
    theorem = "a ≤ b ≥ c may be replaced by a − b + c; without peaks the larger end is best"
    time = "O(n)"
    space = "O(n)"
    explores = False
    value_type = ValueType.DIFFERENCE
    family = "a row with two open ends"
    declares = of_shape(Row, family, SHORT_ROW)

    def refuses(self, case: Case) -> str | None:
        """A declared row of exact numbers."""
        return refuse_row(case)

    def cost(self, case: Case) -> Cost:
        """One number a coin, twice for the play."""
        coins = len(case.game.shape.values)
        return Cost(coins, 2 * coins, 32 * coins)

    def run(self, case: Case) -> Answers:
        """Fuse the row that the start leaves; everything else when it is asked for."""
        answers = FusionAnswers(case.game.shape)
        answers.value(case.start)
        return answers


class FusionAnswers(RowAnswers):
    """Every question is a linear pass over the coins it is about; many become a table."""

    def __init__(self, row: Row) -> None:
        super().__init__(row)
        self._values: dict[State, Number] = {}
        self._triangle: Triangle | None = None

    @cached_property
    def _array(self) -> Numbers:
        """The row as int64 where it is long and no sum can leave that type; else None."""
        if not pays_to_compile(len(self.row.values)):
            return None
        return int64_row(load("rows").np, self.row.values)

    @property
    def path(self) -> str:  # type: ignore[override]
        """How the numbers are held."""
        return "plain" if self._array is None else "compiled int64"

    def value(self, state: State) -> Number:
        """Looked up, or fused now."""
        if state in self._values:
            return self._values[state]
        self.check(state)
        if self._triangle is None and len(self._values) >= TABLE_AFTER:
            self._tabulate()
        if self._triangle is not None:
            return self._triangle.value(*state)
        self._values[state] = self._fused(state)
        return self._values[state]

    def order(self, state: State) -> Sequence[int]:
        """The coins of an optimal play in the order they go, by their places in the row."""
        self.check(state)
        if self._compiled(state) is None:
            stack, first, _ = blocks(self.coins(state))
            return [state[0] + coin for _, block in walk(stack, first) for coin in block]
        part = self._compiled(state)
        order = patiently(len(part), load("rows").order_of, part)
        order += state[0]
        return cast("Sequence[int]", order)

    def prove(self, game: Game, start: State, budget: int) -> Proof | None:
        """Hand over the fusions, which a linear pass can replay; every state of a short row."""
        from zermelo.proof.rows import verify_row

        if self.row.states <= min(STATES_ASKED, budget):
            return None
        return verify_row(game, start, self._certificate(start), self.value(start))

    def _certificate(self, state: State) -> Numbers:
        """How many fusions each coin sets off."""
        part = self._compiled(state)
        if part is None:
            return blocks(self.coins(state))[2]
        keep_checker()
        kernel = load("rows")
        return patiently(len(part), kernel.fusions, part, kernel.np.array([0, len(part)]))

    def _tabulate(self) -> None:
        if len(self.row.values) <= TABLE_UP_TO:
            self._triangle = Triangle.of(self.row.values)

    def _fused(self, state: State) -> Number:
        coins = self.coins(state)
        if not pays_to_compile(len(coins)):
            return value_of_valley(fuse(coins))
        kernel, valley = load("rows"), None
        if isinstance(coins, IntRow):  # its sums are bounded on the way, without a pass before it
            valley = patiently(len(coins), kernel.reduce_row, kernel.np.asarray(coins), SAFE)
        if valley is None:
            part = self._compiled(state)
            if part is None:
                return value_of_valley(fuse(coins))
            valley = patiently(len(part), kernel.reduce_row, part)
        value: int = patiently(len(valley), kernel.value_of_valley, valley)
        return value

    def _compiled(self, state: State) -> Numbers:
        """The coins of a state as an array for the kernels; None for the plain path."""
        long = pays_to_compile(state[1] - state[0] + 1)
        return self._array[state[0] : state[1] + 1] if long and self._array is not None else None


def pays_to_compile(coins: int) -> bool:
    """Whether so many coins are worth loading the kernels, or calling those that are loaded."""
    ready = "zermelo.kernels.rows" in sys.modules
    return coins >= (min(COMPILED_FROM, FUSION_COMPILES_FROM) if ready else FUSION_COMPILES_FROM)


@cache
def keep_checker() -> None:
    """Have the checker's machine code kept on disk, as the kernels' own is.

    The checker itself cannot ask for it: it shares nothing with what it checks.
    """
    import_module("zermelo.kernels.keeping").keep(import_module("zermelo.proof.rows_kernel"))


def fuse(coins: Sequence[Number]) -> list[Number]:
    """The row without interior peaks; its last coin is kept beside the stack.

    Below the first coin lies `nan`, which no coin is larger or smaller than.
    """
    stack: list[Number] = [nan]
    last: Number = nan
    for coin in coins:
        while coin <= last and stack[-1] <= last:
            coin += stack.pop() - last
            last = stack.pop()
        stack.append(last)
        last = coin
    stack.append(last)
    return stack[2:]


def value_of_valley(coins: list[Number]) -> Number:
    """Rows without peaks: everything goes in decreasing order."""
    falling = sorted(coins, reverse=True)
    return sum(falling[::2]) - sum(falling[1::2])


def blocks(coins: Sequence[Number]) -> tuple[list[Number], list[int], list[int]]:
    """What the blocks that are left are worth, where they begin, the fusions each coin set off.

    The beginnings end with the number of coins, where the last block ends.
    """
    stack: list[Number] = []
    first: list[int] = []
    fused: list[int] = []
    for place, coin in enumerate(coins):
        begin, count = place, 0
        while len(stack) > 1 and stack[-2] <= stack[-1] >= coin:
            coin += stack[-2] - stack[-1]
            begin = first[-2]
            del stack[-2:], first[-2:]
            count += 1
        stack.append(coin)
        first.append(begin)
        fused.append(count)
    return stack, [*first, len(coins)], fused


def walk(stack: list[Number], first: list[int]) -> Iterator[tuple[Number, range]]:
    """The blocks of a row open at both ends as they go: worth and coins, from the open side."""
    left, right = 0, len(stack) - 1
    while left <= right:
        if stack[left] >= stack[right]:
            yield stack[left], range(first[left], first[left + 1])
            left += 1
        else:
            yield stack[right], range(first[right + 1] - 1, first[right] - 1, -1)
            right -= 1
