"""The checker for rows under a growing cap: every entry of both tables against the recurrence.

    D(l, m) = max over 1 ≤ x ≤ min(2m, l) of [ rest(l) − rest(l − x) − D(l − x, max(m, x)) ]

with l what is left and rest(l) its sum. `free[l]` speaks for all caps m with 2m ≥ l: each of
their moves leads to such a state again. `capped` holds the others, cap m from (m − 1)(n − m) on,
l = 2m + 1 … n. With all entries at hand nothing has to be swept: windows of 1, 2, 4, … entries
are doubled until two of them cover the one in question. O(n² log n). A short row is held against
the rules themselves, state by state; of a long one the rules are asked in some states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.model.exact import Number
from zermelo.model.game import Game, State
from zermelo.model.numerals import shown
from zermelo.proof.checker import Proof, ask, lie, python_number, within
from zermelo.proof.front import sums_and_claims, window_maxima

if TYPE_CHECKING:
    from zermelo.model.arrays import NumberArray, NumberRow

SHORT_CAP_ROW = 16  # numbers; up to here the rules are asked in every state
CAP_STATES_ASKED = 8  # places of a longer row at which the rules are asked
STATES_AT_ONCE = 256  # states of one cap that are looked at together


def verify_cap(
    game: Game, start: State, free: NumberRow, capped: NumberRow, *, budget: int
) -> Proof:
    """Check all entries of both tables; raise `ProofFailed` at the first lie."""
    values = game.shape.values
    size = len(values)
    caps = max(0, size - 1) // 2
    if len(free) != size + 1 or len(capped) != caps * (size - caps - 1):
        raise lie(start, f"the tables have {len(free)} and {len(capped)} entries")
    within(budget, len(free) + len(capped) - 1)
    if size <= SHORT_CAP_ROW:
        for gone in range(size + 1):
            for cap in range(1, max(1, size) + 1):
                _check_state(game, (gone, cap), free, capped)
    else:
        _check_rules(game, values)
        _Windows(values, free, capped).check()
    value = _entry(start, free, capped)
    states, count = (size + 1) * max(1, size), len(free) + len(capped)
    return Proof(type(game).__name__, value, states, _moves(size), count)


def _moves(size: int) -> int:
    """Σ min(2m, left) over all states."""
    halves = ((left, left // 2) for left in range(size + 1))
    return sum(half * (half + 1) + (size - half) * left for left, half in halves)


def _entry(state: State, free: NumberRow, capped: NumberRow) -> Number:
    size = len(free) - 1
    left, cap = size - state[0], state[1]
    if left <= 2 * cap:
        return python_number(free[left])
    return python_number(capped[(cap - 1) * (size - cap) + left - 2 * cap - 1])


def _check_state(game: Game, state: State, free: NumberRow, capped: NumberRow) -> None:
    worths = [move.gain - _entry(move.to, free, capped) for move in ask(game, state)]
    best, value = max(worths, default=0), _entry(state, free, capped)
    if value != best:
        raise lie(state, f"its best move is worth {shown(best)}, not {shown(value)}")


def _check_rules(game: Game, values: NumberRow) -> None:
    """Whether the rules offer what the row says, in states spread over it."""
    size = len(values)
    for gone in range(0, size + 1, max(1, size // CAP_STATES_ASKED)):
        for cap in {1, 2, size // 4, size}:
            moves = ask(game, (gone, cap))
            total, expected = 0, []
            for take in range(1, min(2 * cap, size - gone) + 1):
                total += python_number(values[gone + take - 1])
                expected.append(((gone + take, min(max(cap, take), size)), total))
            if [(move.to, move.gain) for move in moves] != expected or any(m.again for m in moves):
                raise lie((gone, cap), "the rules do not take 1 … 2M from the front")


class _Windows:
    """The whole table at once: H(l, m) = −rest(l) − D(l, m) and the maxima over its windows."""

    def __init__(self, values: NumberRow, free: NumberRow, capped: NumberRow) -> None:
        import numpy as np

        self.np = np
        self.size = len(free) - 1
        self.caps = (self.size - 1) // 2
        parts = (np.asarray(part) for part in (free, capped))
        both = [*free, *capped] if isinstance(free, list) else np.concatenate([*parts])
        self.rest, claims = sums_and_claims(values[::-1], both)
        self.free, self.capped = claims[: self.size + 1], claims[self.size + 1 :]
        self.worth_free = -self.rest - self.free
        self.worth = np.empty_like(self.capped)
        self.best = np.empty_like(self.capped)
        for cap in range(1, self.caps + 1):
            self.worth[self._of(cap)] = -self.rest[2 * cap + 1 :] - self.capped[self._of(cap)]

    def _of(self, cap: int, low: int = 0, high: int | None = None) -> slice:
        """Where the entries of a cap lie: all, or those with low ≤ left < high."""
        first = 2 * cap + 1
        begin = (cap - 1) * (self.size - cap) - first
        end = self.size + 1 if high is None else high
        return slice(begin + max(first, low), begin + max(first, end))

    def check(self) -> None:
        """Both windows of every entry; then every entry against the better one."""
        self._check_free()
        for cap in range(1, self.caps + 1):
            near = self.np.concatenate(
                (self.worth_free[cap + 1 : 2 * cap + 1], self.worth[self._of(cap)])
            )
            self.best[self._of(cap)] = window_maxima(near, cap)[: self.size - 2 * cap]
        for low in range(3, self.size + 1, STATES_AT_ONCE):
            self._raise_by_long_takes(low, min(low + STATES_AT_ONCE, self.size + 1))
        for cap in range(1, self.caps + 1):
            found = self.rest[2 * cap + 1 :] + self.best[self._of(cap)]
            self._compare(found, self.capped[self._of(cap)], 2 * cap + 1, cap)

    def _check_free(self) -> None:
        """All numbers may be taken: the best of all that leaves less."""
        if self.free[0] != 0:
            raise lie(
                (self.size, 1), f"nothing is left, which is worth 0, not {shown(self.free[0])}"
            )
        best = self.np.maximum.accumulate(self.worth_free[:-1])
        self._compare(self.rest[1:] + best, self.free[1:], 1, self.size)

    def _compare(self, found: NumberArray, claimed: NumberArray, first: int, cap: int) -> None:
        wrong = self.np.flatnonzero(found != claimed)
        if len(wrong):
            place = int(wrong[0])
            state = (self.size - first - place, cap)
            raise lie(
                state, f"its best move is worth {shown(found[place])}, not {shown(claimed[place])}"
            )

    def _raise_by_long_takes(self, low: int, high: int) -> None:
        """Takes m < x ≤ 2m for all caps and low ≤ left < high, by doubled windows over x."""
        top = self._takes(low, high)  # [x, left − low], the maximum over x … x + width − 1
        width = 1
        while 2 * width < high - 1:
            end = min(2 * width, (high - 2) // 2 + 1)
            both = self.np.maximum(top[width + 1 : end + 1], top[width + 1 : 2 * end - width : 2])
            for cap in range(width, end):
                place = self._of(cap, low, high)
                begin = max(2 * cap + 1, low) - low
                self.best[place] = self.np.maximum(self.best[place], both[cap - width, begin:])
            top = self.np.maximum(top[:-width], top[width:])
            width *= 2

    def _takes(self, low: int, high: int) -> NumberArray:
        """H(left − x, x) at [x, left − low]; zeros, which no window reads, where x ≥ left."""
        takes = self.np.zeros((high - 1, high - low), dtype=self.rest.dtype)
        for x in range(2, high - 1):
            begin, middle = max(low, x + 1), min(max(low, 3 * x + 1), high)
            takes[x, begin - low : middle - low] = self.worth_free[begin - x : middle - x]
            if x <= self.caps and middle < high:
                takes[x, middle - low :] = self.worth[self._of(x, middle - x, high - x)]
        return takes
