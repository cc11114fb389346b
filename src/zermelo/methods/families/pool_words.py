"""Races over a pool: won or lost for every subset, 64 subsets in a word.

    won(S) = the target is not reached, and some number that is left leads to a lost subset

Subsets of the low six numbers are the bits of a word, so that one AND over words takes a number
in 64 subsets at once; inside a word six shifts a layer do the same. Words go from the fullest set
of the other numbers down. O(n · 2ⁿ / 64) operations on words, 2ⁿ bits.

Draws. Play ends at the whole pool at the latest. If that reaches the target, nothing is drawn; if
no subset does, everything is. In between (numbers below zero), the player who stands before the
whole pool is known beforehand, by the parity of the numbers left, so two tables tell all: in one
that player has lost at the whole pool, in the other won.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import lcm
from operator import or_
from os import cpu_count
from typing import TYPE_CHECKING

from zermelo.facts.questions import SOLVED_AT_ONCE, of_shape
from zermelo.graph.rules import payoff_of
from zermelo.kernels import load
from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case, Cost, FamilyMethod
from zermelo.model.exact import Numbers, exact, fault
from zermelo.model.game import Game, PayoffGame, State, ValueType
from zermelo.model.numerals import shown, spelled
from zermelo.model.shapes import RacePool

if TYPE_CHECKING:
    from zermelo.proof.checker import Proof

WORDS_BY_PYTHON = 20  # numbers: below, plain Python is done before numba is loaded
MOST_POOL_NUMBERS = 36  # numbers: 8 GiB a table
PLAIN_WORD = 80  # bytes of a word, and of the sum that goes with it, as Python's own integers
SUM_ROOM = 2**62  # sums below do not wrap, nor do differences of two


class PoolWords(FamilyMethod):
    """One bit a subset, one word for 64."""

    name = "pool-words"
    title = "won and lost subsets of a pool, 64 in a word"
    theorem = "W(S) = the target is not reached and some S' is lost; a word holds 64 subsets"
    time = "O(n·2ⁿ/64)"
    space = "O(2ⁿ) bits"
    explores = False
    value_type = ValueType.OUTCOME
    family = "a race over a pool of numbers"
    declares = of_shape(RacePool, family, SOLVED_AT_ONCE)

    def refuses(self, case: Case) -> str | None:
        """The game must declare a race over a pool of exact numbers, and pay its ends so."""
        game, shape = case.game, case.game.shape
        if not isinstance(shape, RacePool):
            return "it does not declare the shape RacePool"
        if isinstance(game, PayoffGame):
            return "its players count their own totals"
        if game.tolerance is not None:
            return "it states a tolerance, and won or lost is exact"
        wrong = next(filter(None, (fault(n, None) for n in (*shape.pool, shape.target))), None)
        if wrong or case.start not in shape:
            return wrong or f"{spelled(case.start)} is no set of the pool"
        if len(shape.pool) > MOST_POOL_NUMBERS:
            return f"a pool of {len(shape.pool)} numbers has too many subsets for a table"
        return _wrong_end(game, shape)

    def cost(self, case: Case) -> Cost:
        """Every subset once for each table; none when nobody can reach the target."""
        shape: RacePool = case.game.shape
        numbers, target = _whole_numbers(shape)
        word = 8 if _compiled(numbers, target) else PLAIN_WORD
        size = len(_ends(numbers, target)) * max(1, shape.states >> 6) * word
        return Cost(shape.states, len(numbers) * shape.states // 2, size)

    def run(self, case: Case) -> PoolAnswers:
        """Fill the tables."""
        shape: RacePool = case.game.shape
        numbers, target = _whole_numbers(shape)
        if not _compiled(numbers, target):
            tables = [plain_words(numbers, target, end) for end in _ends(numbers, target)]
            return PoolAnswers(shape, numbers, target, tables, "plain")
        kernel, threads = load("pool_words"), case.limits.threads or cpu_count() or 1
        found = [kernel.solve(numbers, target, end, threads) for end in _ends(numbers, target)]
        return PoolAnswers(shape, numbers, target, found, "compiled int64")


class PoolAnswers(Answers):
    """Read off one bit, or two where there are draws."""

    value_type = ValueType.OUTCOME
    may_have_nimbers = False

    def __init__(
        self,
        shape: RacePool,
        numbers: list[int],  # [n], scaled to whole numbers
        target: int,
        tables: list[Numbers],  # 0, 1 or 2 times [max(1, 2ⁿ / 64)]
        path: str,
    ) -> None:
        self.shape = shape
        self.numbers = numbers
        self.target = target
        self.tables = tables
        self.path = path

    def value(self, state: State) -> int:
        """+1, −1, or 0 where nobody can force the target."""
        if state not in self.shape:
            last = self.shape.states - 1
            raise unknown_state(state, f"states are sets of the pool as bits, 0 … {last}")
        if not state and self.target <= 0:
            return 1
        if not self.tables:
            return 0
        won: list[int] = [int(table[state >> 6]) >> (state & 63) & 1 for table in self.tables]
        return won[0] + won[-1] - 1

    def prove(self, game: Game, start: State, budget: int) -> Proof:
        """Have every bit of the tables checked, and values and rules on a sample of states."""
        from zermelo.proof.pool_words import verify_words

        return verify_words(
            game, start, self.value, self.numbers, self.target, self.tables, budget=budget
        )


def plain_words(numbers: Sequence[int], target: int, end: bool) -> list[int]:
    """The won subsets, in Python's own integers; `end` says whether the whole pool is won."""
    low = numbers[:6]
    sums, masks = _thresholds(low)
    high = _sums(numbers[6:])
    every = masks[0]
    won = [0] * len(high)
    for word in range(len(high) - 1, -1, -1):
        live = every ^ masks[bisect_left(sums, target - high[word])]
        if live:
            both = every
            for j in range(len(numbers) - len(low)):
                if not word >> j & 1:
                    both &= won[word | 1 << j]
            after = every ^ both
            if end and word == len(high) - 1:
                after |= 1 << (1 << len(low)) - 1
            won[word] = _settle(after & live, live, len(low))
    return won


def _settle(won: int, live: int, low: int) -> int:
    """Add the subsets that lead to a lost one of the same word, from the fullest layer down."""
    for layer in range(low - 1, -1, -1):
        if won == live:
            break
        lost = LAYER[layer + 1] & ~won
        for j in range(low):
            won |= (lost & HAS[j]) >> (1 << j) & live
    return won


HAS = [sum(1 << s for s in range(64) if s >> j & 1) for j in range(6)]
"""HAS[j]: the subsets of six numbers that hold number j, as bits of a word."""
LAYER = [sum(1 << s for s in range(64) if s.bit_count() == k) for k in range(7)]
"""LAYER[k]: the subsets of k of six numbers, as bits of a word."""


def _sums(numbers: Sequence[int]) -> list[int]:
    """The sum of every subset."""
    sums = [0]
    for number in numbers:
        sums += [total + number for total in sums]
    return sums


def _thresholds(low: Sequence[int]) -> tuple[list[int], list[int]]:
    """Sums of the subsets in ascending order; for each place the subsets from there on, as bits."""
    sums = _sums(low)
    order = sorted(range(len(sums)), key=sums.__getitem__)
    masks = list(accumulate((1 << s for s in reversed(order)), or_, initial=0))
    return [sums[s] for s in order], masks[::-1]


def _whole_numbers(shape: RacePool) -> tuple[list[int], int]:
    """Pool and target, scaled by their common denominator."""
    row = [exact(number) for number in (*shape.pool, shape.target)]
    scale = lcm(*(number.denominator for number in row))
    *numbers, target = (int(number * scale) for number in row)
    return numbers, target


def _compiled(numbers: Sequence[int], target: int) -> bool:
    """Whether the compiled loops fit: whole words, and sums that cannot wrap."""
    return (
        len(numbers) >= max(WORDS_BY_PYTHON, 6) and sum(map(abs, numbers)) + abs(target) < SUM_ROOM
    )


def _ends(numbers: Sequence[int], target: int) -> tuple[bool, ...]:
    """How the whole pool is to be taken, for each table that is needed."""
    if sum(n for n in numbers if n > 0) < target:
        return ()
    return (False,) if sum(numbers) >= target else (False, True)


def _wrong_end(game: Game, shape: RacePool) -> str | None:
    """An end that the game pays differently from a race; looked for along three plays."""
    for state in _some_ends(shape):
        due = 0 if shape.total(state) < shape.target else -1 if state else 1
        pays = payoff_of(game, state)
        if pays != due:
            return f"its end {spelled(state)} pays {shown(pays)}, not {due} as in a race"
    return None


def _some_ends(shape: RacePool) -> Iterator[int]:
    """Where play ends when numbers are used largest first, or in order; and the whole pool."""
    places = range(len(shape.pool))
    largest = sorted(places, key=lambda place: -shape.pool[place])
    for order in (largest, places):
        state, total = 0, 0
        for place in order:
            if total >= shape.target:
                break
            state, total = state | 1 << place, total + shape.pool[place]
        yield state
    yield shape.states - 1
