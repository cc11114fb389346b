"""Octal games: nimbers of single heaps, and a period that is proved, not only seen.

    G(n) = mex of 0 where d_n has 1, G(n − k) where d_k has 2, G(a) XOR G(b), a + b = n − k, where
    d_k has 4 (heaps that are left are not empty);      G(heaps) = XOR of their G

Theorem (Guy and Smith 1956). Let t be the place of the last digit that is not 0. If G(n + p) = G(n)
for all n₀ ≤ n < 2n₀ + p + t, with n₀ ≥ 1, then for all n ≥ n₀. For of a pair left by a larger
heap the larger one is at least n₀ + p, and gives way to itself less p.

Before the proof the table grows by doubling: plain, all pairs, O(t · N²), while it is small; then
in a kernel that leaves out most pairs (sparse spaces, Winning Ways, chapter 4).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import count
from operator import xor
from typing import TYPE_CHECKING

from zermelo.errors import BudgetExceeded, Setting
from zermelo.facts.questions import PLAIN_HEAPS, of_shape
from zermelo.kernels import load
from zermelo.limits import Limits
from zermelo.limits.deadline import patiently
from zermelo.methods.answers import MANY_MOVES, Answers, unknown_state
from zermelo.methods.contract import Case, Cost, FamilyMethod
from zermelo.methods.families.heap_answers import as_text, last_repeat, refuse_ends, refuse_heaps
from zermelo.methods.nimbers import mex
from zermelo.model.exact import Numbers
from zermelo.model.game import Game, Move, State, ValueType
from zermelo.model.numerals import spelled
from zermelo.model.shapes import OctalHeaps

if TYPE_CHECKING:
    from zermelo.proof.checker import Proof

OCTAL_BY_PYTHON = 1024  # heaps that plain Python fills sooner than the kernels are loaded
FIRST_HEAPS = 256  # heaps of the first stretch, after which a period is looked for
HEAP_BYTES = 24  # of a heap: its nimber, and what finds its period
HEAPS_OF_A_LOOK = 512  # heaps among which a period is looked for when somebody asks for it


class OctalPeriods(FamilyMethod):
    """Fill the nimbers of single heaps up to the largest one, or up to the proof of a period."""

    name = "octal-periods"
    title = "nimbers of octal heaps, with a proved period"
    theorem = "G(n + p) = G(n) for n₀ ≤ n < 2n₀ + p + t holds for ever (Guy and Smith 1956)"
    time = "O(n²) at most, or until a period is proved"
    space = "O(n)"
    explores = False
    value_type = ValueType.NIMBER
    family = "heaps under an octal code"
    grows = True
    declares = of_shape(OctalHeaps, family, PLAIN_HEAPS, unit="heaps")

    def refuses(self, case: Case) -> str | None:
        """The game must declare octal digits, in normal play, and start inside."""
        unlike = refuse_heaps(case, OctalHeaps)
        if unlike is not None:
            return unlike
        digits = case.game.shape.digits
        if not all(type(digit) is int and 0 <= digit <= 7 for digit in digits):
            return f"its digits {spelled(digits)} are not all from 0 to 7"
        stuck = [(heap,) for heap in range(1, len(digits) + 3)]
        alone = [heap for heap in stuck if not any(True for _ in case.game.shape.moves(heap))]
        return refuse_ends(case, [(), *alone])

    def cost(self, case: Case) -> Cost:
        """At most every heap once, and every pair; a period found earlier is not foreseen."""
        heaps = _largest(case) + 1
        if heaps > case.limits.budget:
            return Cost(None, None, None)
        digits = case.game.shape.digits
        pairs = sum(digit > 3 for digit in digits) * heaps**2 // 4
        return Cost(heaps, heaps * len(digits) + pairs, HEAP_BYTES * heaps)

    def run(self, case: Case) -> OctalAnswers:
        """Reach the largest heap."""
        answers = OctalAnswers(case.game.shape, case.limits)
        answers.reach(_largest(case))
        return answers


def _largest(case: Case) -> int:
    return max(case.start, default=0)


class OctalAnswers(Answers):
    """A state's nimber is the XOR over its heaps; other heaps than the start's may be asked."""

    value_type = ValueType.NIMBER

    def __init__(self, shape: OctalHeaps, limits: Limits) -> None:
        self.shape = shape
        self.is_in_memory = limits.holds(limits.budget * HEAP_BYTES)
        self.budget = limits.budget if self.is_in_memory else max(2, limits.room // HEAP_BYTES)
        self.digits = _trimmed(shape.digits)
        self.values: Numbers = [0]  # [heaps so far] their nimbers
        self.path = "plain"
        self._period: int | None = None
        self._since = 0

    @property
    def period(self) -> int | None:
        """The proved period; None when none shows up to the largest heap so far, or `LOOK`."""
        self.reach(min(HEAPS_OF_A_LOOK, self.budget) - 1)
        return self._period

    @property
    def last_exception(self) -> int | None:
        """The largest n with G(n) ≠ G(n + period); None when there is none, or no period."""
        return self._since - 1 if self.period and self._since else None

    def nimber(self, state: State) -> int:
        """XOR over the heaps, each from the table or by its place in the period."""
        if state not in self.shape:
            raise unknown_state(state, "heaps are whole numbers above 0 in ascending order")
        largest = max(state, default=0)
        self.reach(largest)
        heap = self._heap if largest >= len(self.values) else self.values.__getitem__
        return int(reduce(xor, map(heap, state), 0))

    def part_nimber(self, game: Game, state: State) -> int:  # noqa: ARG002 - one game, many heaps
        """A part is some of the heaps."""
        return self.nimber(state)

    def value(self, state: State) -> int:
        """Won for the mover iff the nimber is not 0."""
        return 1 if self.nimber(state) else -1

    def least_length(self, state: State) -> int:
        """A move takes t at most and adds a heap at most; heaps above t + 1 can be moved in.

        So m moves leave at most m + h heaps of t + 1 each of all that m·t do not take.
        """
        most = len(self.digits)
        if not any(digit & 6 for digit in self.digits):
            return 0
        return max(0, (sum(state) - len(state) * (most + 1)) // (2 * most + 1))

    def best(self, state: State) -> Iterator[Move] | None:
        """Moves that leave 0, found by the places in the period; all moves, when none does."""
        nimber, heaps = self.nimber(state), sorted(set(state))
        splits = sum(digit > 3 for digit in self.digits)
        if splits * sum(heaps) // 2 <= MANY_MOVES:
            return None
        return (
            self.shape.move(state, heap, left)
            for heap in heaps
            for left in (
                self._leaving(heap, self._heap(heap) ^ nimber)
                if nimber
                else self.shape.leaves(heap)
            )
        )

    def best_at_least(self, state: State) -> int:
        """All moves of a lost state; those that leave two heaps are counted."""
        if self.nimber(state):
            return 0
        takes = [take for take, digit in enumerate(self.digits, 1) if digit > 3]
        return sum(max(0, heap - take) // 2 for heap in set(state) for take in takes)

    def _leaving(self, heap: int, nimber: int) -> Iterator[tuple[int, ...]]:
        """What a heap can become that has this nimber, as the digits have it."""
        for take, digit in enumerate(self.digits, 1):
            left = heap - take
            if digit & 1 and left == 0 and nimber == 0:
                yield ()
            if digit & 2 and left >= 1 and self._heap(left) == nimber:
                yield (left,)
            if digit & 4:
                for small in self._halves(left, nimber):
                    yield small, left - small

    def _halves(self, both: int, nimber: int) -> Iterator[int]:
        """The smaller heaps of the pairs; behind one period they come again with the next."""
        half = both // 2
        again, period = self._since + 1, self._period or half
        found = []
        for small in range(1, min(half, again + period - 1) + 1):
            if self._heap(small) ^ self._heap(both - small) == nimber:
                found.append(small)
                yield small
        found = [small for small in found if small >= again]
        for more in count(period, period) if found else ():
            for small in found:
                if small + more > half:
                    return
                yield small + more

    def prove(self, game: Game, start: State, budget: int) -> Proof:
        """Hold the whole table against the definition, and the period against the theorem."""
        from zermelo.proof.octal import verify_octal

        claim = (self.values, self._period, self._since)
        return verify_octal(game, start, self.nimber(start), claim, budget=budget)

    def __str__(self) -> str:
        code, period = "".join(map(str, self.shape.digits)), self.period
        if period is None:
            return f"0.{code}: no period proved among the heaps 0 … {len(self.values) - 1:,}"
        last = self.last_exception
        exception = "no exception" if last is None else f"last exception {last:,}"
        return f"0.{code}: period {period:,}, {exception}, proved"

    def reach(self, heap: int) -> None:
        """Double the table until the heap is in it or a period is proved."""
        while self._period is None and len(self.values) <= heap:
            size = max(FIRST_HEAPS, 2 * len(self.values))
            size = min(size if heap >= size else max(heap + 1, 2), self.budget)
            if size <= len(self.values):
                raise self._over_budget()
            self._grow(size)
            self._look()

    def _heap(self, heap: int) -> int:
        if heap >= len(self.values) and self._period is not None:
            heap = self._since + (heap - self._since) % self._period
        return int(self.values[heap])

    def _grow(self, size: int) -> None:
        if size <= OCTAL_BY_PYTHON:
            self.values, self.path = plain_nimbers(list(self.values), self.digits, size), "plain"
        else:
            self.values, self.path = _compiled(self.values, self.digits, size), "compiled int32"

    def _look(self) -> None:
        """The theorem's condition is that the later half (and t/2 more) stands p places earlier.

        Of N heaps, G repeats from n₀ = N − p − agree on; N ≥ 2n₀ + 2p + t says 2·agree ≥ N + t.
        Heap 0 is left out because n₀ ≥ 1, and asked afterwards.
        """
        size = len(self.values)
        found = last_repeat(as_text(self.values)[1:], (size + len(self.digits) + 1) // 2)
        if found is not None:
            self._period, since = found
            first = since == 0 and self.values[0] == self.values[self._period]
            self._since = 0 if first else since + 1

    def _over_budget(self) -> BudgetExceeded:
        most = "the budget is" if self.is_in_memory else "the memory holds"
        larger = Setting("budget", 10**7) if self.is_in_memory else Setting("memory", "1 GiB")
        return BudgetExceeded(
            f"no period is proved among the {len(self.values):,} heaps so far",
            where="octal-periods",
            rule=f"without one all smaller heaps are needed; {most} {self.budget:,}",
            fix=("Pass a larger one, e.g. ", larger, ", or ask for smaller heaps"),
        )


def plain_nimbers(nimber: list[int], digits: tuple[int, ...], size: int) -> list[int]:
    """Continue a list of nimbers by the definition.

    >>> plain_nimbers([0], (7, 7), 9)
    [0, 1, 2, 3, 1, 4, 3, 2, 1]
    """
    for heap in range(len(nimber), size):
        seen: set[int] = set()
        for take, digit in enumerate(digits[:heap], 1):
            left = heap - take
            half = left // 2
            if digit & 1 and left == 0:
                seen.add(0)
            if digit & 2 and left > 0:
                seen.add(nimber[left])
            if digit & 4 and half:
                seen.update(map(xor, nimber[1 : half + 1], nimber[left - 1 : left - half - 1 : -1]))
        nimber.append(mex(seen))
    return nimber


def _compiled(values: Numbers, digits: tuple[int, ...], size: int) -> Numbers:
    """Continue the nimbers in the kernel; room for larger ones is made where it stops."""
    kernel = load("octal")
    np = kernel.np
    nimber = np.zeros(size, np.int32)
    done = len(values)
    nimber[:done] = values
    rare, code = np.empty(size, np.int64), np.array(digits, np.int64)
    while done < size:
        top = 1 << max(1, int(nimber.max()).bit_length())
        weight = np.bincount(nimber[1:done], minlength=top)
        seen = np.empty(4 * top, np.int64)
        rest = nimber, done, code, kernel.best_mask(weight), rare, seen
        done = patiently(size * top, kernel.fill, *rest)
    return nimber


def _trimmed(digits: tuple[int, ...]) -> tuple[int, ...]:
    """The digits up to the last that is not 0."""
    size = max((place for place, digit in enumerate(digits, 1) if digit), default=0)
    return digits[:size]
