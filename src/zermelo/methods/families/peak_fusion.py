"""Peak fusion: the value, the best moves and a whole optimal play of a row in linear time.

For neighbours a ≤ b ≥ c the row keeps its value when the three are replaced by the one number
a − b + c. One pass with a stack leaves a row without an interior peak: it falls, then rises, so
its largest number is at an end, and taking the larger end is optimal: all that is left goes in
decreasing order. A fused block is an odd run of coins; when its turn comes the players walk
straight through it from the open side. Any numbers, negative and equal ones too.
O(n) time and memory, against O(n²) for the table of all sub-rows.
Source: T. Idziaszek, "An Optimal Algorithm for Calculating the Profit in the Coins in a Row Game".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from zermelo.exact import Number
from zermelo.game import Game, Move, State
from zermelo.kernels import load
from zermelo.methods.answers import Answers
from zermelo.methods.contract import Case, Cost, Method
from zermelo.methods.families.interval_table import Triangle
from zermelo.methods.families.number_rows import int64_row
from zermelo.methods.families.row_answers import RowAnswers, refuse_row
from zermelo.proof import Proof
from zermelo.proof.rows import verify_fusion
from zermelo.rules import moves_of
from zermelo.shapes import Row

COMPILE_FROM = 100_000  # coins; below, the plain pass is over before numba is imported
TABLE_AFTER = 64  # questions about sub-rows after which all of them are tabulated
TABLE_UP_TO = 6_000  # coins


class PeakFusion(Method):
    """One pass with a stack, then everything in decreasing order."""

    name = "peak-fusion"
    title = "peak fusion"
    theorem = "a ≤ b ≥ c may be replaced by a − b + c; without peaks the larger end is best"
    explores = False

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
        self._array: Any = None
        self.path = "plain"
        if len(row.values) >= COMPILE_FROM:
            self._array = int64_row(load("rows").np, row.values)
            self.path = "plain" if self._array is None else "compiled int64"

    def value(self, state: State) -> Number:
        """Looked up, or fused now."""
        if state in self._values:
            return self._values[state]
        if self._triangle is None and len(self._values) >= TABLE_AFTER:
            self._tabulate()
        coins = self.coins(state)
        if self._triangle is not None:
            return self._triangle.value(*state)
        self._values[state] = self._fuse(state, coins)
        return self._values[state]

    def line(self, game: Game, state: State) -> Iterator[Move]:
        """Walk through the blocks."""
        left, right = state
        for coin in self.order(state):
            taken = (left + 1, right) if coin == left else (left, right - 1)
            yield next(move for move in moves_of(game, (left, right)) if self._same(move.to, taken))
            left, right = taken

    def order(self, state: State) -> Sequence[int]:
        """The coins of an optimal play in the order they go, by their places in the row."""
        return self._blocks(state)[0]

    def prove(self, game: Game, start: State, budget: int) -> Proof:  # noqa: ARG002
        """Hand over the fusions: a linear pass can replay them."""
        _, fused = self._blocks(start)
        return verify_fusion(type(game).__name__, self.coins(start), fused, self.value(start))

    def _same(self, one: State, two: State) -> bool:
        return self.row.same(one) == self.row.same(two)

    def _tabulate(self) -> None:
        if len(self.row.values) <= TABLE_UP_TO:
            self._triangle = Triangle.of(self.row.values)

    def _fuse(self, state: State, coins: Sequence[Number]) -> Number:
        if self._array is None or len(coins) < COMPILE_FROM:
            return value_of_valley(fuse(coins))
        kernel = load("rows")
        part = self._array[state[0] : state[1] + 1]
        valley: int = kernel.value_of_valley(kernel.reduce_row(part, kernel.NO_LIMIT))
        return valley

    def _blocks(self, state: State) -> tuple[Sequence[int], Sequence[int]]:
        """The order of the coins and the fusions that each of them set off."""
        coins = self.coins(state)
        if self._array is None or len(coins) < COMPILE_FROM:
            return walk(state[0], coins)
        order, fused = load("rows").order_of(self._array[state[0] : state[1] + 1])
        return (order + state[0]).tolist(), fused.tolist()


def fuse(coins: Sequence[Number]) -> list[Number]:
    """The row without interior peaks."""
    stack: list[Number] = []
    for coin in coins:
        while len(stack) > 1 and stack[-2] <= stack[-1] >= coin:
            coin += stack[-2] - stack[-1]
            del stack[-2:]
        stack.append(coin)
    return stack


def value_of_valley(coins: list[Number]) -> Number:
    """Rows without peaks: everything goes in decreasing order."""
    falling = sorted(coins, reverse=True)
    return sum(islice(falling, 0, None, 2)) - sum(islice(falling, 1, None, 2))


def walk(origin: int, coins: Sequence[Number]) -> tuple[list[int], list[int]]:
    """The order in which the coins go, and the fusions that each coin set off."""
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
    return [origin + coin for coin in _walk_blocks(stack, [*first, len(coins)])], fused


def _walk_blocks(stack: list[Number], first: list[int]) -> Iterator[int]:
    left, right = 0, len(stack) - 1
    while left <= right:
        if stack[left] >= stack[right]:
            yield from range(first[left], first[left + 1])
            left += 1
        else:
            yield from range(first[right + 1] - 1, first[right] - 1, -1)
            right -= 1
