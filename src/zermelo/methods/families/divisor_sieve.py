"""Heaps from which a divisor is taken, by a sieve: every heap's winner and nimber, O(N log N).

    won(n) = some divisor d < n of n leaves a lost heap n − d,    nimber(n) = mex { nimber(n − d) }

Going upwards, every divisor waits at its next multiple: at heap n stand the divisors of n, and each
goes on to n + d, whose divisor it is too. There are Σ N/d = O(N log N) such steps, and nothing is
divided. `divisor-parity` answers at once; this is the table, which knows no theorem.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from zermelo.errors import BudgetExceeded
from zermelo.kernels import load
from zermelo.limits.amounts import count_text
from zermelo.limits.deadline import patiently
from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case, Cost, FamilyMethod
from zermelo.methods.families.heap_answers import refuse_ends, refuse_heaps
from zermelo.methods.nimbers import mex
from zermelo.model.exact import Numbers
from zermelo.model.game import Game, State, ValueType
from zermelo.model.numerals import shown
from zermelo.model.shapes import DivisorHeap, TurnedRound

if TYPE_CHECKING:
    from zermelo.proof.checker import Proof

DIVISORS_BY_PYTHON = 20_000  # heaps that plain Python sieves sooner than the kernels are loaded
LARGEST_DIVISOR_SIEVE = 10**9  # heaps: twice their number fits 32 bits
BYTES_A_HEAP = 12  # a nimber, and two links of the lists of divisors while the table is made


class DivisorSieve(FamilyMethod):
    """Sieve all heaps up to the declared one."""

    name = "divisor-sieve"
    title = "sieve over all heaps, by their divisors"
    theorem = "a heap is won iff a divisor leaves a lost one; divisors wait at their multiples"
    time = "O(n log n)"
    space = "O(n)"
    explores = False
    value_type = ValueType.OUTCOME
    family = "a number and its divisors"

    def refuses(self, case: Case) -> str | None:
        """The game must declare a divisor heap, end as it says, and start inside."""
        is_turned = isinstance(case.game.shape, TurnedRound)
        unlike = refuse_heaps(case, DivisorHeap, is_turned=is_turned)
        return unlike or refuse_ends(case, (1,), 1 if is_turned else -1)

    def cost(self, case: Case) -> Cost:
        """One nimber a heap, one step for each of its divisors."""
        heaps = case.start
        if heaps > LARGEST_DIVISOR_SIEVE:
            return Cost(None, None, None)
        return Cost(heaps, heaps * heaps.bit_length(), BYTES_A_HEAP * heaps)

    def run(self, case: Case) -> SievedAnswers:
        """Nimbers, or in misère play who wins."""
        if case.start > LARGEST_DIVISOR_SIEVE:
            raise BudgetExceeded(
                f"{count_text(case.start)} heaps",
                where=self.name,
                rule=f"a table of every smaller heap holds at most {LARGEST_DIVISOR_SIEVE:,}",
                fix="Leave the method out: the closed form needs no table",
            )
        return SievedAnswers(case.start, is_misere=isinstance(case.game.shape, TurnedRound))


class SievedAnswers(Answers):
    """Read off the table."""

    value_type = ValueType.OUTCOME

    def __init__(self, heap: int, *, is_misere: bool) -> None:
        self.heap, self.is_misere = heap, is_misere
        is_plain = heap <= DIVISORS_BY_PYTHON
        self.path = "plain" if is_plain else "compiled int32"
        self.rows: Numbers = (_plain if is_plain else _compiled)(heap, is_misere)

    @property
    def may_have_nimbers(self) -> bool:
        """In normal play."""
        return not self.is_misere

    @property
    def knows_nimbers(self) -> bool:
        """In normal play."""
        return not self.is_misere

    def value(self, state: State) -> int:
        """Won iff the entry is not 0."""
        return 1 if self._entry(state) else -1

    def nimber(self, state: State) -> int:
        """The entry itself; misère play has no nimbers."""
        return super().nimber(state) if self.is_misere else self._entry(state)

    def reached(self, start: State) -> range:
        """1 divides every heap, so all smaller ones."""
        return range(start, 0, -1)

    def _entry(self, state: State) -> int:
        if type(state) is not int or not 1 <= state <= self.heap:
            raise unknown_state(state, f"the heaps are 1 … {shown(self.heap)}")
        return int(self.rows[state])

    def prove(self, game: Game, start: State, budget: int) -> Proof:
        """Hold every entry against the recurrence, each heap's options by its multiples."""
        from zermelo.proof.divisor import verify_sieve

        return verify_sieve(game, start, self.rows, budget, is_misere=self.is_misere)

    def __str__(self) -> str:
        return f"the heaps 1 … {count_text(self.heap)} in a table"


def _plain(heap: int, is_misere: bool) -> list[int]:
    """The table for the heaps 0 … `heap`, of which there is no heap 0."""
    entry, waiting = [0, int(is_misere)], defaultdict(list, {2: [1]})
    for number in range(2, heap + 1):
        divisors = waiting.pop(number)
        least = mex([entry[number - divisor] for divisor in divisors])
        entry.append(min(least, 1) if is_misere else least)
        for divisor in (*divisors, number):
            waiting[number + divisor].append(divisor)
    return entry


def _compiled(heap: int, is_misere: bool) -> Numbers:
    kernel = load("heaps")
    entry = kernel.np.zeros(heap + 1, kernel.np.int32)
    entry[1] = is_misere
    first, following = kernel.np.zeros((2, heap + 1), kernel.np.int32)
    steps = heap * heap.bit_length()
    patiently(steps, kernel.wait_at_multiples, entry, first, following, is_misere)
    return entry
