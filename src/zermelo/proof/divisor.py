"""The checker for heaps from which a divisor is taken: the rules offer the divisors, and no more.

The rest is the theorem: an even heap leaves an odd one by taking 1; an odd heap has odd divisors
only and leaves an even one; the heap 1 has no move and is lost. So a heap is won iff it is even.
Where the heap 1 is won (misère), 2 is lost, 3 and 4 are won as they lead to 2, and from there on it
is the same: an even heap leaves an odd one of 5 or more by taking 1, and what an odd heap N ≥ 5
leaves is even and at least 2N/3, which is more than 3. That the rules offer just the divisors is
asked at the smallest heaps.
"""

from __future__ import annotations

from zermelo.model.game import Game, State
from zermelo.model.numerals import shown
from zermelo.proof.checker import Proof, ask, lie, within

DIVISOR_HEAPS_ASKED = 64  # heaps


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


def _check_rules(game: Game, heap: int, ending: int) -> int:
    moves = ask(game, heap)
    if {move.to for move in moves} != {heap - d for d in range(1, heap) if heap % d == 0}:
        raise lie(heap, "the rules do not offer what the declared shape says")
    if any(move.gain or move.again for move in moves) or not (moves or game.payoff(heap) == ending):
        play = "normal play" if ending < 0 else "misère play"
        raise lie(heap, f"this is not {play}: a gain, a kept turn, or an end that pays otherwise")
    return len(moves)
