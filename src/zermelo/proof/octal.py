"""The checker for octal games: every heap of the table against the definition, all pairs.

    G(n) = mex of what the digits allow to be left of heap n

and the period against the theorem of Guy and Smith (1956): with t the place of the last digit that
is not 0 and n₀ ≥ 1, G(n + p) = G(n) for n₀ ≤ n < 2n₀ + p + t makes it hold for all n ≥ n₀. Larger
heaps, and sums, then follow. O(t · N²) for N heaps in the table. That the rules are those of the
declared digits is asked at the smallest heaps and sums; `check(game)` asks more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import combinations_with_replacement
from operator import xor

from zermelo.model.game import Game, State
from zermelo.model.numerals import shown
from zermelo.proof.checker import Proof, ask, lie, within

OCTAL_BY_LOOP = 1500  # heaps checked without a library
OCTAL_HEAPS_ASKED = 12  # smallest heaps at which the rules are asked

Leaves = Callable[[int], Iterable[tuple[int, ...]]]  # of a heap, what it may become
ClaimedNimbers = tuple[
    Sequence[int], int | None, int
]  # nimbers of the heaps 0 …, the period, since when


def verify_octal(
    game: Game, start: State, nimber: int, claim: ClaimedNimbers, *, budget: int
) -> Proof:
    """Check the nimber of every single heap, the period and the sum; raise at the first lie."""
    values, period, since = claim
    digits = tuple(game.shape.digits)
    within(budget, len(values))
    for state in small_sums(start):
        check_heap_rules(game, state, partial(_leaves, digits=digits))
    true = _small_mex if len(values) <= OCTAL_BY_LOOP else _large_mex
    for heap, least in enumerate(true(values, digits)):
        if values[heap] != least:
            raise lie(
                (heap,),
                f"the least nimber absent among its options is {least}, not {values[heap]}",
            )
    checks = len(values) + _check_period(values, period, since, digits)
    total = reduce(xor, (_nimber(heap, claim) for heap in start), 0)
    if total != nimber:
        raise lie(start, f"the XOR over its heaps is {shown(total)}, not {shown(nimber)}")
    moves = sum(_count(len(values) - take, digit) for take, digit in enumerate(digits, 1))
    return Proof(type(game).__name__, 1 if nimber else -1, len(values), moves, checks)


def _nimber(heap: int, claim: ClaimedNimbers) -> int:
    values, period, since = claim
    if heap >= len(values) and period is None:
        raise lie((heap,), f"the table ends at heap {len(values) - 1} and no period is claimed")
    if heap >= len(values) and period is not None:
        heap = since + (heap - since) % period
    return int(values[heap])


def _check_period(
    values: Sequence[int], period: int | None, since: int, digits: tuple[int, ...]
) -> int:
    """The theorem's condition, entry by entry; how many there are."""
    if period is None:
        return 0
    last = max((place for place, digit in enumerate(digits, 1) if digit), default=0)
    first = max(since, 1)
    stretch = range(since, 2 * first + period + last)
    if period < 1 or since < 0 or stretch.stop + period > len(values):
        raise lie((first,), f"the table is too short to prove the period {period} from there on")
    for heap in stretch:
        if values[heap] != values[heap + period]:
            raise lie((heap,), f"its nimber is not that of the heap {heap + period}")
    return len(stretch)


def _small_mex(values: Sequence[int], digits: tuple[int, ...]) -> Iterator[int]:
    for heap in range(len(values)):
        seen = {reduce(xor, (values[part] for part in left), 0) for left in _leaves(heap, digits)}
        yield next(number for number in range(len(seen) + 1) if number not in seen)


def _large_mex(values: Sequence[int], digits: tuple[int, ...]) -> Iterator[int]:
    """The same, all pairs of a digit in one go."""
    import numpy as np

    table = np.asarray(values)
    room = 1 << int(table.max()).bit_length()
    for heap in range(len(table)):
        seen = np.zeros(room + 1, np.bool_)
        for take, digit in enumerate(digits[:heap], 1):
            left = heap - take
            if digit & 1 and left == 0:
                seen[0] = True
            if digit & 2 and left > 0:
                seen[table[left]] = True
            if digit & 4 and left > 1:
                half = (left + 1) // 2
                seen[table[half:left] ^ table[left - half : 0 : -1]] = True
        yield int(seen.argmin())


def _count(lefts: int, digit: int) -> int:
    """How many options a digit gives to all heaps together: 0, 1, …, lefts − 1 are left."""
    if lefts < 1:
        return 0
    pairs = (lefts - 1) ** 2 // 4  # the sum of ⌊left / 2⌋
    return (digit & 1) + (digit >> 1 & 1) * (lefts - 1) + (digit >> 2 & 1) * pairs


def _leaves(heap: int, digits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """What one heap can become."""
    for take, digit in enumerate(digits[:heap], 1):
        left = heap - take
        sizes = [(), (left,)][left > 0 : (left > 0) + 1]
        yield from (size for size in sizes if digit >> len(size) & 1)
        if digit & 4:
            yield from ((one, left - one) for one in range((left + 1) // 2, left))


def small_sums(start: State) -> Iterator[tuple[int, ...]]:
    """The smallest heaps and sums, and the start where it is not large."""
    for count, largest in ((0, 0), (1, OCTAL_HEAPS_ASKED), (2, 4), (3, 3)):
        yield from combinations_with_replacement(range(1, largest + 1), count)
    if sum(start) <= 100 * OCTAL_HEAPS_ASKED:
        yield start


def check_heap_rules(game: Game, state: tuple[int, ...], leaves: Leaves, ending: int = -1) -> int:
    """Hold the moves of a state against what each heap may become; how many moves there are."""
    moves = ask(game, state)
    after = {
        tuple(sorted((*state[:place], *left, *state[place + 1 :])))
        for place, heap in enumerate(state)
        for left in leaves(heap)
    }
    if {move.to for move in moves} != after:
        raise lie(state, "the rules do not offer what the declared shape says")
    if any(move.gain or move.again for move in moves) or not (
        moves or game.payoff(state) == ending
    ):
        play = "normal play" if ending < 0 else "misère play"
        raise lie(state, f"this is not {play}: a gain, a kept turn, or an end that pays otherwise")
    return len(moves)
