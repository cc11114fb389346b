"""Scored pools: what the mover still scores, for every subset of the items.

    own(S) = max over items of  closed + own(S')   when the item closes a group,
                                rest(S) − own(S')  otherwise
    D(S) = 2 · own(S) − rest(S),   rest(S) = the groups not complete in S

Every group goes to one of the two, so the own total tells the difference; it is never negative
and at most the number of groups: four bits a subset up to 15 groups, a byte up to 255. Subsets go
from the fullest down, 4,096 in a block. O(n · 2ⁿ), no more than a byte a subset.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import cpu_count
from typing import TYPE_CHECKING

from zermelo.facts.questions import SOLVED_AT_ONCE, of_shape
from zermelo.kernels import load
from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case, Cost, FamilyMethod
from zermelo.model.exact import Numbers
from zermelo.model.game import Game, PayoffGame, State, ValueType, declares
from zermelo.model.numerals import spelled
from zermelo.model.shapes import ScoredPool

if TYPE_CHECKING:
    from zermelo.proof.checker import Proof

SCORES_BY_PYTHON = 16  # items: below, plain Python is done before numba is loaded
LEAST_BLOCK = 12  # items of a block
MOST_SCORED_ITEMS = 34  # items: 8 GiB of four bits
PLAIN_BITS = 128  # of a subset in two lists
FOUR_BITS, ONE_BYTE = 15, 255  # groups that fit


class PoolScores(FamilyMethod):
    """A dense table over subsets, in the smallest type that holds the mover's own total."""

    name = "pool-scores"
    title = "own totals over the subsets of a pool"
    theorem = "own(S) = max(closed + own(S'), rest(S) − own(S')), and D(S) = 2·own(S) − rest(S)"
    time = "O(m·2ᵐ) for m items"
    space = "O(2ᵐ), a byte a set at most"
    explores = False
    value_type = ValueType.DIFFERENCE
    family = "a pool of items with groups to score"
    declares = of_shape(ScoredPool, family, SOLVED_AT_ONCE)

    def refuses(self, case: Case) -> str | None:
        """The game must declare a scored pool, and pay nothing at its end."""
        game, shape = case.game, case.game.shape
        if not isinstance(shape, ScoredPool):
            return "it does not declare the shape ScoredPool"
        if isinstance(game, PayoffGame):
            return "its players count their own totals"
        if game.tolerance is not None:
            return "it states a tolerance, and groups are counted exactly"
        if declares(game, "payoff"):
            return "its ends have a payoff of their own"
        if case.start not in shape:
            return f"{spelled(case.start)} is no set of the items"
        if shape.items > MOST_SCORED_ITEMS:
            return f"a pool of {shape.items} items has too many subsets for a table"
        return None

    def cost(self, case: Case) -> Cost:
        """Every subset once."""
        shape: ScoredPool = case.game.shape
        bits = 4 if len(_groups(shape)) <= FOUR_BITS else 8
        size = shape.states * (bits if _compiled(shape) else PLAIN_BITS) // 8
        return Cost(shape.states, shape.items * shape.states // 2, size)

    def run(self, case: Case) -> PoolScoreAnswers:
        """Fill the table."""
        shape: ScoredPool = case.game.shape
        groups = _groups(shape)
        if not _compiled(shape):
            return PlainScores(shape, groups, plain_scores(shape.items, groups))
        table = load("pool_scores").solve(
            shape.items, groups, case.limits.threads or cpu_count() or 1
        )
        return CompiledScores(shape, groups, table)


class PoolScoreAnswers(Answers):
    """The value of a subset from its own total and the groups that are left."""

    value_type = ValueType.DIFFERENCE
    path: str

    def __init__(self, shape: ScoredPool, groups: list[int], table: Numbers) -> None:
        self.shape = shape
        self.groups = groups
        self.table = table

    def value(self, state: State) -> int:
        """The mover's groups minus the other's, from here on."""
        rest = self.total(state)
        return 2 * int(self.own(state, 1)[0]) - rest

    def total(self, state: State) -> int:
        """What both players together score from here on: the groups not complete."""
        if state not in self.shape:
            last = self.shape.states - 1
            raise unknown_state(state, f"states are sets of the items as bits, 0 … {last}")
        return sum(state & group != group for group in self.groups)

    def own(self, first: int, count: int) -> Sequence[int]:
        """Own totals of `count` subsets from `first` on, a power of two that divides it."""
        raise NotImplementedError

    def prove(self, game: Game, start: State, budget: int) -> Proof:
        """Have every entry of the table checked, and values and rules on a sample of states."""
        from zermelo.proof.pool_scores import verify_scores

        items = self.shape.items
        return verify_scores(game, start, self.value, items, self.groups, self.own, budget=budget)


class PlainScores(PoolScoreAnswers):
    """A list, one number a subset."""

    path = "plain"

    def own(self, first: int, count: int) -> Sequence[int]:
        """A slice."""
        found: Sequence[int] = self.table[first : first + count]
        return found


class CompiledScores(PoolScoreAnswers):
    """An array of blocks; a block of four-bit entries has half as many bytes."""

    def __init__(self, shape: ScoredPool, groups: list[int], table: Numbers) -> None:
        super().__init__(shape, groups, table)
        self.packed = table.shape[1] < 1 << LEAST_BLOCK
        self.path = "compiled, four bits a subset" if self.packed else "compiled uint8"

    def own(self, first: int, count: int) -> Numbers:
        """Whole blocks, or part of one."""
        place = first & (1 << LEAST_BLOCK) - 1
        rows = self.table[
            first >> LEAST_BLOCK : (first + count + (1 << LEAST_BLOCK) - 1) >> LEAST_BLOCK
        ]
        if not self.packed:
            return rows.reshape(-1)[place : place + count]
        if count == 1:
            top, low = divmod(place, 1 << LEAST_BLOCK - 1)
            return rows[0, low : low + 1] >> 4 * top & FOUR_BITS
        return load("pool_scores").unpack(rows)[place : place + count]


def plain_scores(items: int, groups: Sequence[int]) -> list[int]:
    """The own totals, in a plain loop from the fullest subset down."""
    complete = [0] * (1 << items)
    for group in groups:
        complete[group] += 1
    bits = [1 << item for item in range(items)]
    for bit in bits:
        for state in range(len(complete)):
            if state & bit:
                complete[state] += complete[state ^ bit]
    own = [0] * len(complete)
    for state in range(len(own) - 2, -1, -1):
        done = complete[state]
        rest, best = len(groups) - done, 0
        for bit in bits:
            if not state & bit:
                after = state | bit
                closed = complete[after] - done
                best = max(best, closed + own[after] if closed else rest - own[after])
        own[state] = best
    return own


def _groups(shape: ScoredPool) -> list[int]:
    """The groups that can be completed: not empty, and of items that there are."""
    return [int(group) for group in shape.groups if 0 < group < shape.states]


def _compiled(shape: ScoredPool) -> bool:
    """Whether the compiled loops fit: whole blocks, and totals of a byte."""
    return shape.items >= max(SCORES_BY_PYTHON, LEAST_BLOCK) and len(_groups(shape)) <= ONE_BYTE
