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
from zermelo.errors import BadInput, BudgetExceeded
from zermelo.games import CanIWin, Ends, Front, PoolRace, StoneGameII, Subtraction
from zermelo.model.exact import Number, Numbers, lone_number, number_row, whole
from zermelo.model.game import Game
from zermelo.model.numerals import spelled
from zermelo.solution import Solution


def interval_game(values: Numbers) -> Number:
    """How much more the first player collects, who like the other takes from either end: `Ends`.

    >>> interval_game([1, 5, 233, 7])
    222
    """
    row = number_row(values, where="interval_game(values)")
    found: Number = _solved(Ends(row)).value
    return found


def front_game(values: Numbers, most: int = 3) -> Number:
    """How much more the first player collects, taking one to `most` from the front: `Front`.

    >>> front_game([1, 2, 3, 7])
    -1
    """
    row = number_row(values, where="front_game(values)")
    found: Number = _solved(Front(row, whole(most, where="front_game(most)", least=1))).value
    return found


def cap_game(values: Numbers) -> Number:
    """The first player's own total, taking 1 to 2M from the front, M = 1 at first and then the most
    that was taken at once: `StoneGameII`.

    >>> cap_game([2, 7, 9, 4, 4])
    10
    """
    row = number_row(values, where="cap_game(values)")
    found: Number = _solved(StoneGameII(row)).scores[0]
    return found


def pool_game(numbers: Numbers, target: Number) -> bool:
    """Whether the first player makes the total reach the target; each number is chosen once.

    `numbers` are the pool, or the largest of 1, 2, …: `PoolRace`, `CanIWin`.

    >>> pool_game(10, 11), pool_game([2, 3, 3, 5], 9)
    (False, True)
    """
    where, goal = "pool_game(numbers)", lone_number(target, where="pool_game(target)")
    if isinstance(numbers, Integral):
        return bool(_solved(CanIWin(whole(numbers, where=where), goal)).value > 0)
    return bool(_solved(PoolRace(tuple(number_row(numbers, where=where)), goal)).value > 0)


def heap_game(n: int, takes: Iterable[int] = (1, 2, 3)) -> bool:
    """Whether the first player takes the last of `n` stones, some of `takes` at a time:
    `Subtraction`.

    >>> heap_game(21), heap_game(20)
    (True, False)
    """
    stones = whole(n, where="heap_game(n)")
    return bool(_solved(Subtraction(stones, _takes(takes))).value > 0)


def _takes(takes: Iterable[int]) -> tuple[int, ...]:
    """Numbers that may be taken, as many as there are."""
    where = "heap_game(takes)"
    if isinstance(takes, Iterable) and not isinstance(takes, str | bytes):
        return tuple(whole(take, where=where, least=1) for take in takes)
    raise BadInput(
        spelled(takes),
        where=where,
        rule="what may be taken is a sequence of whole numbers",
        fix=_meant_by(takes),
    )


def _meant_by(takes: object) -> str:
    """What to pass: one number alone may be meant in two ways."""
    if isinstance(takes, int) and not isinstance(takes, bool) and takes > 0:
        return f"Pass ({takes},), or range(1, {takes + 1}) for up to {takes}"
    return "Pass a tuple such as (1, 2, 3)"


def _solved(game: Game) -> Solution:
    """The game solved; advice on a game that is too large is for `solve`, which takes it."""
    try:
        return solve(game)
    except BudgetExceeded as error:
        advice = (f"Use solve({type(game).__name__}(…)) for its settings. ", *error.advice)
        raise type(error)(error.given, where=error.where, rule=error.rule, fix=advice) from None
