"""The checker for Nim: the rules are those of Nim, and the nimber is the XOR of the heaps.

The rest is Bouton's theorem (1901). A heap n may become any of 0 … n − 1; let these have their own
sizes as nimbers, then n is the least number absent among them. That the rules offer just that is
asked at the smallest heaps and sums, and at the start where it is not large; `check(game)` asks
more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor

from zermelo.model.game import Game, State
from zermelo.model.numerals import shown
from zermelo.proof.checker import Proof, lie, within
from zermelo.proof.octal import check_heap_rules, small_sums


def verify_nim(game: Game, start: State, nimber: int, *, budget: int) -> Proof:
    """Check the rules and the nimber of the start; raise at the first lie."""
    states = list(small_sums(start))
    within(budget, len(states))
    moves = sum(check_heap_rules(game, state, _smaller) for state in states)
    total = reduce(xor, start, 0)
    if total != nimber:
        raise lie(start, f"the XOR over its heaps is {shown(total)}, not {shown(nimber)}")
    return Proof(type(game).__name__, 1 if nimber else -1, len(states), moves, len(states) + 1)


def verify_misere_nim(game: Game, start: State, value: int, *, budget: int) -> Proof:
    """Check the rules and the value of the start; raise at the first lie.

    The theorem for misère play, Bouton's too: single stones are won when their number is even; one
    heap of two or more beside them is won, as all or all but one of it can be taken; with more such
    heaps the XOR decides as above, since a move to XOR = 0 leaves two of them.
    """
    states = list(small_sums(start))
    within(budget, len(states))
    moves = sum(check_heap_rules(game, state, _smaller, ending=1) for state in states)
    larger = [heap for heap in start if heap > 1]
    is_won = reduce(xor, start, 0) != 0 if larger else len(start) % 2 == 0
    if value != (1 if is_won else -1):
        raise lie(start, f"misère Nim is {'won' if is_won else 'lost'} there")
    return Proof(type(game).__name__, value, len(states), moves, len(states) + 1)


def _smaller(heap: int) -> Iterator[tuple[int, ...]]:
    return ((left,) if left else () for left in range(heap))
