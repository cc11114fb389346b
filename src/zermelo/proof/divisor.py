"""The checker for heaps from which a divisor is taken: the rules offer the divisors, and no more.

The rest is the theorem: an even heap leaves an odd one by taking 1; an odd heap has odd divisors
only and leaves an even one; the heap 1 has no move and is lost. So a heap is won iff it is even.
Where the heap 1 is won (misère), 2 is lost, 3 and 4 are won as they lead to 2, and from there on it
is the same: an even heap leaves an odd one of 5 or more by taking 1, and what an odd heap N ≥ 5
leaves is even and at least 2N/3, which is more than 3. That the rules offer just the divisors is
asked at the smallest heaps.

A table of all heaps needs no theorem: it is held against the recurrence, for each multiplier k the
heaps k·d and what they become, (k − 1)·d. One is used all the same: the nimber of a heap is how
often 2 divides it, so that a larger one needs no look. (A divisor of N = 2ᵏ·m with fewer 2s leaves
a heap with as many as the divisor has, and 2ʲ is one for every j < k; one with k of them leaves 2ᵏ
times a difference of odd numbers, which has more. So options have all nimbers below k, and not k.)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING

from zermelo.model.exact import Numbers
from zermelo.model.game import Game, State
from zermelo.model.numerals import shown
from zermelo.proof.checker import Proof, ask, lie, within

if TYPE_CHECKING:
    from zermelo.model.arrays import NumberArray

DIVISOR_HEAPS_ASKED = 64  # heaps
ROW_BY_LOOP = 2_000  # heaps of a table that is checked without a library
MOST_TWOS = 62  # 2s of a heap that a table can hold


def verify_divisors(
    game: Game, start: State, value: int, budget: int, *, is_misere: bool = False
) -> Proof:
    """Check the rules at small heaps and the value of the start; raise at the first lie."""
    within(budget, DIVISOR_HEAPS_ASKED)
    ending = 1 if is_misere else -1
    moves = sum(_check_rules(game, heap, ending) for heap in range(1, DIVISOR_HEAPS_ASKED + 1))
    first = {1: 1, 2: -1, 3: 1} if is_misere else {}
    if value != first.get(start, 1 if start % 2 == 0 else -1):
        raise lie(start, f"a heap is won iff it is even, and the claim is {shown(value)}")
    return Proof(type(game).__name__, value, DIVISOR_HEAPS_ASKED, moves, DIVISOR_HEAPS_ASKED + 1)


def verify_sieve(
    game: Game, start: State, row: Numbers, budget: int, *, is_misere: bool = False
) -> Proof:
    """Check the nimbers of the heaps 1, 2, …, or who wins in misère play; raise at the first lie.

    O(N log N), in about 2√N looks over the table.
    """
    within(budget, len(row))
    for heap in range(1, min(DIVISOR_HEAPS_ASKED, len(row) - 1) + 1):
        _check_rules(game, heap, 1 if is_misere else -1)
    (_check_each if len(row) <= ROW_BY_LOOP else _check_together)(row, is_misere)
    heaps = len(row) - 1
    root = isqrt(heaps)
    pairs = 2 * sum(heaps // divisor for divisor in range(1, root + 1)) - root * root
    return Proof(type(game).__name__, 1 if row[start] else -1, heaps, pairs - heaps, heaps)


def _check_each(row: Sequence[int], is_misere: bool) -> None:
    """Every entry against the entries of its heap's options."""
    for heap in range(1, len(row)):
        options = {row[heap - divisor] for divisor in range(1, heap) if heap % divisor == 0}
        least = next(number for number in range(len(options) + 1) if number not in options)
        true = int(0 in options or heap == 1) if is_misere else least
        if row[heap] != true:
            raise lie(heap, f"its options have {sorted(options)}, and the claim is {row[heap]}")


def _check_together(row: Numbers, is_misere: bool) -> None:
    """The same with a bit for each number among a heap's options."""
    import numpy as np

    claim = np.asarray(row)
    beyond = np.flatnonzero((claim < 0) | (claim >= MOST_TWOS))
    if len(beyond):
        heap = int(beyond[0])
        raise lie(heap, f"a heap's nimber is how often 2 divides it, and not {claim[heap]}")
    own = np.left_shift(1, claim.astype(np.int64))
    own[0] = 0
    options = _options(own)
    if is_misere:
        options[1] = 1  # the player to move has won
        is_true = claim == options & 1
    else:
        is_true = (options & (2 * own - 1)) == own - 1  # all numbers below its own, and not its own
    wrong = 1 + np.flatnonzero(~is_true[1:])
    if len(wrong):
        heap = int(wrong[0])
        among = [number for number in range(MOST_TWOS) if int(options[heap]) >> number & 1]
        raise lie(heap, f"its options have {among}, and the claim is {claim[heap]}")


def _options(bit: NumberArray) -> NumberArray:
    """[N] the bits of all that each heap can become: of heap k·d by the divisor d, (k − 1)·d."""
    import numpy as np

    options = np.zeros_like(bit)
    root = isqrt(len(bit))
    for times in range(2, root + 1):  # all divisors of one multiplier
        heaps = options[times::times]
        heaps |= bit[times - 1 :: times - 1][: len(heaps)]
    for divisor in range(1, len(bit) // (root + 1) + 1):  # and the larger multipliers
        heaps = options[(root + 1) * divisor :: divisor]
        heaps |= bit[root * divisor :: divisor][: len(heaps)]
    return options


def _check_rules(game: Game, heap: int, ending: int) -> int:
    moves = ask(game, heap)
    if {move.to for move in moves} != {heap - d for d in range(1, heap) if heap % d == 0}:
        raise lie(heap, "the rules do not offer what the declared shape says")
    if any(move.gain or move.again for move in moves) or not (moves or game.payoff(heap) == ending):
        play = "normal play" if ending < 0 else "misère play"
        raise lie(heap, f"this is not {play}: a gain, a kept turn, or an end that pays otherwise")
    return len(moves)
