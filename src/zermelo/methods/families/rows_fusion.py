"""Several rows at once: fuse each, then take everything in decreasing order.

A sum of scored games has no short cut through the values of its parts, but rows have their reduced
sequence: peak fusion leaves every row without interior peaks, and in a sum of such rows the largest
end of all is best to take, so what is left goes in decreasing order. A row that is closed on the
left (a stack) is fused too; then, while the number M at its closed end is at least its neighbour
x, those two are played last of all: they add (x − M)·(−1)ⁿ with n the number of coins in the whole
position, and are taken off; whoever must begin them takes x and gives M away. A fused block is
walked through from its open side, as in a single row. O(n log n) for n coins in all.
Source: the task "Termity", Potyczki Algorytmiczne 2010; stacks held against the product game.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import itemgetter, ne
from typing import TYPE_CHECKING, cast

from zermelo.facts.questions import SOLVED_AT_ONCE, of_shape
from zermelo.kernels import load
from zermelo.limits.deadline import patiently
from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case, Cost, FamilyMethod
from zermelo.methods.families.number_rows import SAFE, bound, is_whole, refuse_inexact, row_sum
from zermelo.methods.families.peak_fusion import (
    blocks,
    fuse,
    keep_checker,
    pays_to_compile,
    value_of_valley,
    walk,
)
from zermelo.methods.families.rows_after import RowsAfter, closed_end
from zermelo.model.exact import Number, Numbers
from zermelo.model.game import Game, Move, State, ValueType
from zermelo.model.numerals import spelled
from zermelo.model.shapes import SeveralRows

if TYPE_CHECKING:
    from zermelo.proof import Proof


class RowsFusion(FamilyMethod):
    """Fuse every row, set the closed ends aside, sort the rest."""

    name = "rows-fusion"
    title = "peak fusion of several rows"
    theorem = "rows without interior peaks, side by side, go in decreasing order"
    time = "O(n log n)"
    space = "O(n)"
    explores = False
    value_type = ValueType.DIFFERENCE
    family = "several rows with open ends"
    declares = of_shape(SeveralRows, family, SOLVED_AT_ONCE)

    def refuses(self, case: Case) -> str | None:
        """Declared rows of exact numbers."""
        shape = case.game.shape
        if not isinstance(shape, SeveralRows):
            return "it does not declare the shape SeveralRows"
        if case.start not in shape:
            return f"{spelled(case.start)} is no position of the rows"
        return refuse_inexact(case, shape.rows)

    def cost(self, case: Case) -> Cost:
        """A few numbers a coin."""
        coins = sum(map(len, case.game.shape.rows))
        return Cost(coins, 2 * coins, 24 * coins)

    def run(self, case: Case) -> Answers:
        """Solve the start; other positions when they are asked for."""
        answers = RowsAnswers(case.game.shape)
        answers.value(case.start)
        return answers


class RowsAnswers(Answers):
    """Every position is a linear pass over its coins."""

    value_type = ValueType.DIFFERENCE

    def __init__(self, shape: SeveralRows) -> None:
        self.shape = shape
        self._values: dict[State, Number] = {}
        self.path = "plain"  # how the first position, the start, was solved

    def rows(self, state: State) -> list[Sequence[Number]]:
        """The coins that are left in every row."""
        if state not in self.shape:
            raise unknown_state(state, "a position has an interval (left, right) for every row")
        pairs = zip(self.shape.rows, state, strict=True)
        return [row[left : right + 1] for row, (left, right) in pairs]

    def value(self, state: State) -> Number:
        """Looked up, or fused now."""
        if state not in self._values:
            rows = self.rows(state)
            flat = self._flat(rows)
            if flat is not None and not self._values:
                self.path = "compiled int64"
            self._values[state] = (
                patiently(len(flat[0]), load("rows").value_of_rows, *flat)
                if flat is not None
                else value_of_reduced(list(map(fuse, rows)), self.shape.closed, len_of(rows))
            )
        return self._values[state]

    def length(self, state: State) -> int:
        """One move a coin."""
        return len_of(self.rows(state))

    def order(self, state: State) -> Sequence[tuple[int, int]]:
        """The coins of an optimal play in the order they go, as pairs (row, place)."""
        rows = self.rows(state)
        flat = self._flat(rows)
        if flat is None:
            return plain_order(rows, self.shape.closed, [left for left, _ in state])
        kernel, (coins, start, _) = load("rows"), flat
        np, order = kernel.np, patiently(len(coins), kernel.order_of_rows, *flat)
        row = np.searchsorted(start, order, side="right") - 1  # empty rows begin where others do
        begins = np.array([left for left, _ in state])
        return cast(
            "Sequence[tuple[int, int]]", np.column_stack((row, order - start[row] + begins[row]))
        )

    def after(self, state: State, moves: Sequence[Move]) -> list[Number]:
        """Every move changes one row: all their values in O(n log n), not O(n) for each."""
        rows = self.rows(state)
        known = RowsAfter(rows, self.shape.closed)
        return [self._one_later(known, state, move.to) for move in moves]

    def _one_later(self, known: RowsAfter, state: State, to: State) -> Number:
        place = next(compress(count(), map(ne, state, to)), 0)
        if to[place + 1 :] != state[place + 1 :]:
            return self.value(to)  # no move of the rows that were declared
        left, right = to[place]
        return known.value(place, self.shape.rows[place][left : right + 1])

    def total(self, state: State) -> Number:
        """All coins that are left are collected."""
        return sum(map(row_sum, self.rows(state)))

    def prove(self, game: Game, start: State, budget: int) -> Proof:  # noqa: ARG002
        """Hand over the fusions of every row: a linear pass can replay them."""
        from zermelo.proof.rows import verify_several

        rows = self.rows(start)
        flat = self._flat(rows)
        if flat is None:
            fused: list[Numbers] = [blocks(row)[2] for row in rows]
        else:
            keep_checker()
            coins, begin, _ = flat
            kernel = load("rows")
            whole = patiently(len(coins), kernel.fusions, coins, begin)
            fused = kernel.np.split(whole, begin[1:-1])
        return verify_several(game, start, fused, self.value(start))

    def _flat(self, rows: list[Sequence[Number]]) -> tuple[Numbers, Numbers, Numbers] | None:
        """All coins in one array, where each row begins, which are closed; None: not by machine.

        Only when they are many and no sum can leave int64.
        """
        if not pays_to_compile(len_of(rows)):
            return None
        np = load("rows").np
        if not all(map(is_whole, rows)) or sum(bound(row, SAFE) for row in rows) >= SAFE:
            return None
        coins = np.concatenate([np.asarray(row, dtype=np.int64) for row in rows])
        return coins, np.cumsum([0, *map(len, rows)]), np.array(self.shape.closed)


def len_of(rows: Sequence[Sequence[Number]]) -> int:
    """How many coins there are in all."""
    return sum(map(len, rows))


def plain_order(
    rows: Sequence[Sequence[Number]], closed: Sequence[bool], begins: Sequence[int]
) -> list[tuple[int, int]]:
    """The coins as they go, (row, place); `begins` says where in its row each part begins."""
    inside: list[tuple[Number, int, range]] = []
    behind: list[tuple[int, range]] = []
    for number, (row, shut) in enumerate(zip(rows, closed, strict=True)):
        stack, first, _ = blocks(row)
        if not shut:
            inside += [(worth, number, block) for worth, block in walk(stack, first)]
            continue
        ranges = [range(first[k + 1] - 1, first[k] - 1, -1) for k in range(len(stack))]
        last = closed_end(stack)
        inside += [(stack[k], number, ranges[k]) for k in range(len(stack) - 1, last - 1, -1)]
        behind += [(number, ranges[k]) for k in range(last - 1, -1, -1)]
    inside.sort(key=itemgetter(0), reverse=True)  # stable: equal blocks of a row keep their order
    line = [*((number, block) for _, number, block in inside), *behind]
    return [(number, begins[number] + coin) for number, block in line for coin in block]


def value_of_reduced(rows: list[list[Number]], closed: Sequence[bool], count: int) -> Number:
    """The value of rows without peaks, `count` coins in all before they were fused."""
    last: Number = 0
    left: list[Number] = []
    for row, shut in zip(rows, closed, strict=True):
        begin = closed_end(row) if shut else 0
        last += sum(row[1:begin:2]) - sum(row[0:begin:2])
        left += row[begin:]
    return value_of_valley(left) + (last if count % 2 == 0 else -last)
