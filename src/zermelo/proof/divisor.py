"""The checker for heaps from which a divisor is taken: the rules offer the divisors, and no more.

The rest is the theorem: an even heap leaves an odd one by taking 1; an odd heap has odd divisors
only and leaves an even one; the heap 1 has no move and is lost. So a heap is won iff it is even.
That the rules offer just the divisors is asked at the smallest heaps.
"""

from __future__ import annotations

from zermelo.model.game import Game, State
from zermelo.model.numerals import shown
from zermelo.proof.checker import Proof, ask, lie, within

DIVISOR_HEAPS_ASKED = 64  # heaps


def verify_divisors(game: Game, start: State, value: int, budget: int) -> Proof:
    """Check the rules at small heaps and the value of the start; raise at the first lie."""
    within(budget, DIVISOR_HEAPS_ASKED)
    moves = sum(_check_rules(game, heap) for heap in range(1, DIVISOR_HEAPS_ASKED + 1))
    if value != (1 if start % 2 == 0 else -1):
        raise lie(start, f"a heap is won iff it is even, and the claim is {shown(value)}")
    return Proof(type(game).__name__, value, DIVISOR_HEAPS_ASKED, moves, DIVISOR_HEAPS_ASKED + 1)


def _check_rules(game: Game, heap: int) -> int:
    moves = ask(game, heap)
    if {move.to for move in moves} != {heap - d for d in range(1, heap) if heap % d == 0}:
        raise lie(heap, "the rules do not offer what the declared shape says")
    if any(move.gain or move.again for move in moves) or not (moves or game.payoff(heap) == -1):
        raise lie(heap, "this is not normal play: a gain, a kept turn, or an end that is not lost")
    return len(moves)
