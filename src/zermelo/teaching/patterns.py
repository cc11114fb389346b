"""Five games for those who want no classes: numbers in, the answer out.

    interval_game   either end of a row            D(i, j) = max(aᵢ − D(i+1, j), aⱼ − D(i, j−1))
    front_game      one to k from the front        D(i) = max over t ≤ k of (sum of t − D(i+t))
    cap_game        one to 2M from the front       T(i, M) = rest − min of T(i+x, max(M, x)), x ≤ 2M
    pool_game       each number once, to a target  W(S) = some number reaches it or leads to a loss
    heap_game       some numbers from a heap       W(n) = some t leads to a lost n − t

Each is solved by the method that fits its size and numbers, and `solve` of the game that it names
says all else: best moves, plays, proofs.
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral

from zermelo._solve import solve
from zermelo.games import CanIWin, Ends, Front, PoolRace, StoneGameII, Subtraction
from zermelo.model.exact import Number, Numbers


def interval_game(values: Numbers) -> Number:
    """How much more the first player collects, who like the other takes from either end: `Ends`.

    >>> interval_game([1, 5, 233, 7])
    222
    """
    found: Number = solve(Ends(values)).value
    return found


def front_game(values: Numbers, most: int = 3) -> Number:
    """How much more the first player collects, taking one to `most` from the front: `Front`.

    >>> front_game([1, 2, 3, 7])
    -1
    """
    found: Number = solve(Front(values, most)).value
    return found


def cap_game(values: Numbers) -> Number:
    """The first player's own total, taking 1 to 2M from the front, M = 1 at first and then the most
    that was taken at once: `StoneGameII`.

    >>> cap_game([2, 7, 9, 4, 4])
    10
    """
    found: Number = solve(StoneGameII(values)).scores[0]
    return found


def pool_game(numbers: Numbers, target: Number) -> bool:
    """Whether the first player makes the total reach the target; each number is chosen once.

    `numbers` are the pool, or the largest of 1, 2, …: `PoolRace`, `CanIWin`.

    >>> pool_game(10, 11), pool_game([2, 3, 3, 5], 9)
    (False, True)
    """
    kind = CanIWin if isinstance(numbers, Integral) else PoolRace
    return bool(solve(kind(numbers, target)).value > 0)


def heap_game(heap: int, takes: Iterable[int] = (1, 2, 3)) -> bool:
    """Whether the first player takes the last stone of a heap, some of `takes` at a time:
    `Subtraction`.

    >>> heap_game(21), heap_game(20)
    (True, False)
    """
    return bool(solve(Subtraction(heap, tuple(takes))).value > 0)
