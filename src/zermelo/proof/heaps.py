"""The checker for take-away heaps: the whole table against the recurrence, all heaps at once.

    won(n) = some take t ≤ n leaves a heap that is not won,      nimber(n) = mex { nimber(n − t) }

For every take the table is laid over itself, shifted. A period needs no more than a window that
stands twice: with m the largest take, entry n depends on the m entries before it. That the rules
are those of the declared takes is asked at the smallest heaps and at the start; `check(game)` asks
more.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import gcd, isqrt
from typing import TYPE_CHECKING

from zermelo.model.game import Game, State
from zermelo.proof.checker import Proof, ask, lie, within

if TYPE_CHECKING:
    from zermelo.model.arrays import NumberArray

HEAPS_BY_LOOP = 20_000  # heaps × takes checked without a library
HEAPS_ASKED = 64  # smallest heaps at which the rules are asked
CELLS = 1 << 22  # numbers looked at together

Claimed = tuple[Sequence[int], int | None, int]  # the entries of heaps 0 …, the period, since when


def verify_heaps(
    game: Game, start: State, value: int, claims: Sequence[Claimed], *, budget: int
) -> Proof:
    """Check win and loss (first claim) and nimbers (second, if any); raise at the first lie."""
    declared = game.shape.takes
    unit = 1 if declared is None else gcd(*declared) or 1
    states = moves = checks = 0
    for heap in {*range(min(HEAPS_ASKED, game.shape.heap + 1)), start}:
        _check_rules(game, heap, declared)
    for number, (row, period, since) in enumerate(claims):
        within(budget, len(row))
        takes = _takes(declared, unit, game.shape.heap, len(row))
        _check_reach(row, period, since, takes, game.shape.heap // unit, unit)
        moves += (_check_nimbers if number else _check_won)(row, takes, unit)
        states, checks = max(states, len(row)), checks + len(row)
    row, period, since = claims[0]
    place = start // unit
    if place >= len(row) and period is not None:
        place = since + (place - since) % period
    if value != (1 if row[place] else -1):
        raise lie(start, f"the table says {row[place]}, the answer {value}")
    return Proof(type(game).__name__, value, states, moves, checks)


def _takes(declared: Sequence[int] | None, unit: int, heap: int, size: int) -> list[int]:
    """The takes in units, in ascending order: of the squares those below `size`."""
    if declared is None:
        return [root * root for root in range(1, isqrt(size - 1) + 1)]
    return sorted({take // unit for take in declared if take <= heap})


def _check_rules(game: Game, heap: int, declared: Sequence[int] | None) -> None:
    moves = ask(game, heap)
    roots = range(1, isqrt(heap) + 1)
    takes = {root * root for root in roots} if declared is None else {*declared}
    if {move.to for move in moves} != {heap - take for take in takes if take <= heap}:
        raise lie(heap, "the rules do not offer the declared takes")
    if any(move.gain or move.again for move in moves) or not (moves or game.payoff(heap) == -1):
        raise lie(heap, "this is not normal play: a gain, a kept turn, or an end that is not lost")


def _check_reach(
    row: Sequence[int],
    period: int | None,
    since: int,
    takes: Sequence[int],
    heap: int,
    unit: int,
) -> None:
    """Nimbers may stop anywhere; beyond the table only a period speaks."""
    if period is None:
        return
    window = takes[-1] if takes else 0
    early, late = row[since : since + window], row[since + period : since + period + window]
    short = since + period + window > len(row) or period < 1 or since < 0
    if short or list(early) != list(late):
        raise lie(min(since, heap) * unit, f"a window of {window} does not recur after {period}")


def _check_won(row: Sequence[int], takes: Sequence[int], unit: int) -> int:
    """An entry is 1 iff an option is 0."""
    if len(row) * (isqrt(len(takes)) + 1) <= HEAPS_BY_LOOP:
        return _check_each(row, takes, unit, lambda seen: int(0 in seen))
    import numpy as np

    won = np.frombuffer(bytes(row), np.uint8)
    lost = np.flatnonzero(won == 0)
    leads = np.zeros(len(won), np.uint8)
    for take in takes:
        leads[lost[: np.searchsorted(lost, len(won) - take)] + take] = 1
    return _report(np.flatnonzero(leads != won), won, leads, takes, unit)


def _check_nimbers(row: Sequence[int], takes: Sequence[int], unit: int) -> int:
    """An entry is the least number that no option has."""
    if len(row) * (isqrt(len(takes)) + 1) <= HEAPS_BY_LOOP:
        return _check_each(row, takes, unit, _least_absent)
    import numpy as np

    claim = np.asarray(row)
    step = CELLS // max(1, len(takes)) + 1
    for low in range(0, len(claim), step):
        heaps = np.arange(low, min(low + step, len(claim)))
        place = heaps - np.asarray(takes[: bisect_right(takes, heaps[-1])], np.int64)[:, None]
        options = np.sort(np.where(place < 0, -1, claim[place]), axis=0)
        least = np.zeros(len(heaps), np.int64)
        for line in options:  # ascending: each line lifts those that it meets
            least += line == least
        wrong = low + np.flatnonzero(least != claim[heaps])
        _report(wrong, claim, least, takes, unit, base=low)
    return _count(len(row), takes)


def _least_absent(seen: set[int]) -> int:
    return next(number for number in range(len(seen) + 1) if number not in seen)


def _check_each(
    row: Sequence[int], takes: Sequence[int], unit: int, law: Callable[[set[int]], int]
) -> int:
    for heap, claim in enumerate(row):
        seen = {row[heap - take] for take in takes[: bisect_right(takes, heap)]}
        if claim != law(seen):
            raise lie(heap * unit, f"its options say {law(seen)}, not {claim}")
    return _count(len(row), takes)


def _report(
    wrong: NumberArray,
    claim: NumberArray,
    true: NumberArray,
    takes: Sequence[int],
    unit: int,
    *,
    base: int = 0,
) -> int:
    """Raise at the first wrong heap; the number of options looked at when there is none.

    `true` begins with heap `base`.
    """
    if len(wrong):
        heap = int(wrong[0])
        raise lie(heap * unit, f"its options say {true[heap - base]}, not {claim[heap]}")
    return _count(len(claim), takes)


def _count(size: int, takes: Sequence[int]) -> int:
    return sum(max(0, size - take) for take in takes)
