"""Take-away heaps by a sieve: who wins for all heaps at once, nimbers when asked, periods proved.

    won(n) = some take t ≤ n leaves a lost heap n − t,      nimber(n) = mex { nimber(n − t) }

Win or loss goes upwards: every lost heap p marks p + t as won, O(lost heaps × takes). The takes
1 … m make a heap depend on the m heaps below it only, so that as soon as the last m entries stand
somewhere earlier too, p places before, all that follows repeats with period p for ever. A set
whose numbers share a divisor g plays on ⌊n / g⌋.
Source: Golomb 1966, "A mathematical investigation of games of take-away".
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import gcd, isqrt
from typing import TYPE_CHECKING

from zermelo.errors import BudgetExceeded, Setting
from zermelo.facts.questions import SOLVED_AT_ONCE as PLAIN_TABLE
from zermelo.facts.questions import of_shape
from zermelo.kernels import load
from zermelo.limits import Limits
from zermelo.limits.amounts import count_text
from zermelo.limits.deadline import patiently
from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case, Cost, FamilyMethod
from zermelo.methods.families.heap_answers import as_text, last_repeat, refuse_ends, refuse_heaps
from zermelo.methods.nimbers import mex
from zermelo.model.exact import Numbers
from zermelo.model.game import Game, State, ValueType
from zermelo.model.numerals import shown, spelled
from zermelo.model.shapes import TakeHeap

if TYPE_CHECKING:
    from zermelo.proof.checker import Proof

SIEVE_BY_PYTHON = 300_000  # heaps × takes that plain Python does sooner than the kernels are loaded
FIRST_SIEVE = 1024  # heaps of the first stretch, after which a period is looked for
LARGEST_SIEVE = 10**9  # heaps that a table may hold, one byte each and two more while it is made
LARGEST_SQUARE_WORK = (
    10**7
)  # heaps with nimbers under the square takes: 2/3 · N^1.5 options, half a minute
COPIES = 3  # of a row, while it grows
LONGEST_SEARCH = 10**8  # entries in which a period is looked for
MOST_OPTIONS_PROVED = 10**9  # options of nimbers that a proof looks at
ENDS_ASKED = 64  # ends that are asked for their payoff


class HeapSieve(FamilyMethod):
    """Sieve all heaps up to the declared one, or up to the proof of a period."""

    name = "heap-sieve"
    title = "sieve over all heaps"
    theorem = "a heap is won iff a take leaves a lost one; a window that recurs proves a period"
    time = "O(lost heaps × takes), or until a period is proved"
    space = "O(n)"
    explores = False
    value_type = ValueType.OUTCOME
    family = "a heap and what may be taken from it"
    grows = True
    declares = of_shape(TakeHeap, family, PLAIN_TABLE)

    def refuses(self, case: Case) -> str | None:
        """The game must declare a heap and positive takes, in normal play, and start inside."""
        unlike = refuse_heaps(case, TakeHeap)
        if unlike is not None:
            return unlike
        shape = case.game.shape
        if shape.takes is not None and not all(type(t) is int and t > 0 for t in shape.takes):
            return f"its takes {spelled(shape.takes)} are not all positive whole numbers"
        stuck = 1 if shape.takes is None else min(shape.takes, default=ENDS_ASKED)
        return refuse_ends(case, range(min(stuck, ENDS_ASKED, shape.heap + 1)))

    def cost(self, case: Case) -> Cost:
        """At most the whole table; the lost heaps of the square takes number about N^0.7."""
        shape = case.game.shape
        if shape.heap > LARGEST_SIEVE:
            return Cost(None, None, None)
        if shape.takes is None:
            return Cost(shape.states, int(shape.heap**0.7) * isqrt(shape.heap), 3 * shape.states)
        heaps = shape.heap // (gcd(*shape.takes) or 1) + 1
        return Cost(heaps, heaps * len(shape.takes), 3 * heaps)

    def run(self, case: Case) -> HeapAnswers:
        """Sieve win and loss; nimbers wait until they are asked for."""
        return HeapAnswers(case.game.shape, case.limits)


class HeapAnswers(Answers):
    """Read off the table, or off its period."""

    value_type = ValueType.OUTCOME

    def __init__(self, shape: TakeHeap, limits: Limits) -> None:
        self.shape = shape
        self.unit = 1 if shape.takes is None else gcd(*shape.takes) or 1
        self.won = WonRow(self._takes, shape.heap // self.unit, limits)
        self.nimbers = NimberRow(self._takes, shape.heap // self.unit, limits)
        self.won.reach(shape.heap // self.unit)

    @property
    def _takes(self) -> tuple[int, ...] | None:
        if self.shape.takes is None:
            return None
        heap = self.shape.heap
        return tuple(sorted({take // self.unit for take in self.shape.takes if take <= heap}))

    @property
    def path(self) -> str:  # type: ignore[override]
        """How the table of wins was made: plain or compiled."""
        return self.won.path

    @property
    def period(self) -> int | None:
        """The proved period of win and loss; None when the table itself answers."""
        return None if self.won.period is None else self.won.period * self.unit

    def value(self, state: State) -> int:
        """Won iff marked."""
        return 1 if self.won.at(self._heap(state)) else -1

    def reached(self, start: State) -> range | None:
        """All smaller heaps, where 1 may be taken."""
        takes_one = self.shape.takes is None or 1 in self.shape.takes
        return range(start, -1, -1) if takes_one else None

    @property
    def knows_nimbers(self) -> bool:
        """Whether the heap is small enough for a second sieve in plain Python."""
        heaps = self.shape.heap // self.unit
        takes = isqrt(heaps) if self._takes is None else len(self._takes)
        return heaps * takes <= SIEVE_BY_PYTHON

    def least_length(self, state: State) -> int:
        """What is left in the end is less than the least number that may be taken."""
        takes = self._takes
        if not takes:
            return 0
        return max(0, -((takes[0] - 1 - self._heap(state)) // takes[-1]))

    def nimber(self, state: State) -> int:
        """mex over the options, for all heaps up to this one or up to the proof of a period."""
        return self.nimbers.at(self._heap(state))

    def _heap(self, state: State) -> int:
        if state not in self.shape:
            raise unknown_state(state, f"the heaps are 0 … {shown(self.shape.heap)}")
        return int(state // self.unit)

    def prove(self, game: Game, start: State, budget: int) -> Proof:
        """Hold win and loss against the recurrence at every heap; and the nimbers made so far.

        Nimbers with more than `MOST_OPTIONS` options are left out: the value needs none of them.
        """
        from zermelo.proof.heaps import verify_heaps

        options = len(self.nimbers.values) * len(self.nimbers.takes_below(len(self.nimbers.values)))
        rows = [self.won, *([self.nimbers] if 0 < options <= MOST_OPTIONS_PROVED else [])]
        claims = [(row.values, row.period, row.since) for row in rows]
        return verify_heaps(game, start, self.value(start), claims, budget=budget)

    def __str__(self) -> str:
        if self.period is None:
            return f"the heaps 0 … {count_text(self.shape.heap)} in a table"
        since = self.won.since * self.unit
        return f"period {self.period:,} from heap {since:,} on, proved"


class HeapRow:
    """Entries for the heaps 0, 1, … that grow in stretches until a period is proved."""

    table = "compiled"
    each = 1  # bytes of an entry

    def __init__(self, takes: tuple[int, ...] | None, heap: int, limits: Limits) -> None:
        self.takes = takes  # None for the squares
        self.heap = heap
        self.limits = limits
        self.values: Numbers = bytearray()  # [heaps so far]
        self.period: int | None = None
        self.since = 0
        self.path = "plain"

    def at(self, heap: int) -> int:
        """The entry of a heap."""
        self.reach(heap)
        if heap >= len(self.values) and self.period is not None:
            heap = self.since + (heap - self.since) % self.period
        return int(self.values[heap])

    def reach(self, heap: int) -> None:
        """Grow until the heap is in the table or a period is proved."""
        while self.period is None and len(self.values) <= heap:
            size = min(self._next_size(heap), self.heap + 1)
            if size > self.most or not self.limits.holds(COPIES * self.each * size):
                raise self._too_large()
            self._grow(size)
            if self.takes is not None and size <= LONGEST_SEARCH:
                found = last_repeat(as_text(self.values), self._window)
                self.period, self.since = found or (None, 0)

    @property
    def most(self) -> int:
        """How many heaps the table may hold."""
        return LARGEST_SIEVE

    @property
    def _window(self) -> int:
        """How many heaps below a heap its moves reach."""
        return self.heap if self.takes is None else self.takes[-1] if self.takes else 0

    def _next_size(self, heap: int) -> int:
        """Stretches double, each long enough to hold a window twice."""
        if self.takes is None:
            return heap + 1
        return max(FIRST_SIEVE, 4 * self._window, 2 * len(self.values))

    def _grow(self, size: int) -> None:
        takes = self.takes_below(size)
        plain = self._work(size, len(takes)) <= SIEVE_BY_PYTHON
        self.path = "plain" if plain else self.table
        (self._plain if plain else self._compiled)(size, takes)

    def takes_below(self, size: int) -> Sequence[int]:
        """The takes that heaps below `size` need, in ascending order."""
        if self.takes is not None:
            return self.takes
        return [root * root for root in range(1, isqrt(max(0, size - 1)) + 1)]

    def _work(self, size: int, takes: int) -> int:
        return size * (takes + 1)

    def _plain(self, size: int, takes: Sequence[int]) -> None:
        raise NotImplementedError

    def _compiled(self, size: int, takes: Sequence[int]) -> None:
        raise NotImplementedError

    def _too_large(self) -> BudgetExceeded:
        period = "" if self.takes is None else f", and no period shows among {len(self.values):,}"
        fit = self.limits.room // (COPIES * self.each)
        more = (", or name ", Setting("memory", "8 GiB")) if fit < self.most else ()
        return BudgetExceeded(
            f"more than {min(self.most, fit):,} heaps{period}",
            where="heap-sieve",
            rule="without a proved period every smaller heap must fit a table, and the memory",
            fix=("Ask for a smaller heap", *more),
        )


class WonRow(HeapRow):
    """1 for a won heap, 0 for a lost one."""

    table = "compiled uint8"

    def _work(self, size: int, takes: int) -> int:
        """Lost heaps mark; among the squares they are rare."""
        return size * (1 + (isqrt(takes) if self.takes is None else takes))

    def _plain(self, size: int, takes: Sequence[int]) -> None:
        """Mark upwards from the lost heaps; those a window back mark into the new stretch too."""
        done = len(self.values)
        won = bytearray(self.values) + bytes(size - done)
        heap = won.find(0, max(0, done - self._window))
        while heap >= 0:
            for take in takes:
                if heap + take >= size:
                    break
                won[heap + take] = 1
            heap = won.find(0, heap + 1)
        self.values = won

    def _compiled(self, size: int, takes: Sequence[int]) -> None:
        kernel, done = load("heaps"), len(self.values)
        won = kernel.np.zeros(size, kernel.np.uint8)
        won[:done] = kernel.np.frombuffer(self.values, kernel.np.uint8)
        first, last = runs(takes)
        if 4 * len(first) < len(takes):  # up to half of all heaps mark: sliding windows are cheaper
            patiently(size, kernel.slide, won, done, *kernel.np.array((first, last)))
        else:
            begin, room = max(0, done - self._window), min(size, self._window + kernel.BLOCK + 1)
            lost, turn = kernel.np.empty((2, room), kernel.np.int64)
            each = kernel.np.array(takes, kernel.np.int64)
            patiently(size * len(takes), kernel.mark, won, begin, each, lost, turn)
        self.values = won


class NimberRow(HeapRow):
    """The nimber of each heap, at most the number of takes."""

    table = "compiled int32"
    each = 4

    @property
    def most(self) -> int:
        """How many heaps the table may hold; fewer where every heap has its own many options."""
        return LARGEST_SQUARE_WORK if self.takes is None else LARGEST_SIEVE

    def _next_size(self, heap: int) -> int:
        return max(super()._next_size(heap), 2 * len(self.values))

    def _plain(self, size: int, takes: Sequence[int]) -> None:
        nimber = list(map(int, self.values))
        for heap in range(len(nimber), size):
            most = bisect_right(takes, heap)
            nimber.append(mex([nimber[heap - take] for take in takes[:most]]))
        self.values = nimber

    def _compiled(self, size: int, takes: Sequence[int]) -> None:
        kernel, done = load("heaps"), len(self.values)
        nimber = kernel.np.zeros(size, kernel.np.int32)
        nimber[:done] = self.values
        first, last = runs(takes)
        if self.takes is None or 2 * len(first) > len(takes):
            stamp = kernel.np.full(len(takes) + 2, -1, kernel.np.int64)
            each = kernel.np.array(takes, kernel.np.int64)
            patiently(size * len(takes), kernel.climb_each, nimber, done, each, stamp)
        else:
            count = kernel.np.zeros(len(takes) + 2, kernel.np.int64)
            ends = kernel.np.array((first, last), kernel.np.int64)
            patiently(size * len(first), kernel.climb, nimber, done, *ends, count)
        self.values = nimber


def runs(takes: Sequence[int]) -> tuple[list[int], list[int]]:
    """The set as runs of neighbours: their first and their last numbers.

    >>> runs((1, 2, 3, 7))
    ([1, 7], [3, 7])
    """
    inside = set(takes)
    first = [take for take in takes if take - 1 not in inside]
    return first, [take for take in takes if take + 1 not in inside]
