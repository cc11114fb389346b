"""Rows of coins: take from the ends, the richer player wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from zermelo.games.base import AliceAndBob, Catalogued, FirstWinsTies, require, settle
from zermelo.model.arrays import least_of, sums_of, total_of
from zermelo.model.coin_rows import Coins
from zermelo.model.exact import Number, Numbers, number_row, stated_tolerance
from zermelo.model.game import Asked, Move, State
from zermelo.model.numerals import shown as digits_of
from zermelo.model.shapes import Box, Row

if TYPE_CHECKING:
    from random import Random

Interval = tuple[int, int]
MOST_SHOWN = 60


def coins_text(coins: Sequence[Number]) -> str:
    """The coins in brackets, cut where they are many."""
    if len(coins) <= MOST_SHOWN:
        return f"[{', '.join(map(digits_of, coins))}]"
    head = ", ".join(map(digits_of, coins[: MOST_SHOWN // 2]))
    return f"[{head}, … {len(coins):,} in all]"


def not_an_interval(state: State, size: int) -> str | None:
    """Why a state is no (left, right) of a row with so many coins; else None."""
    if not isinstance(state, tuple) or [*map(type, state)] != [int, int]:
        return "a position is (left, right), two places of the row"
    left, right = state
    if 0 <= left <= right + 1 <= size:
        return None
    return f"the row has the places 0 … {size - 1}, and the left end is not behind the right one"


@dataclass(frozen=True)
class RowGame(Catalogued):
    """A game on one row of numbers; floats only with a stated tolerance."""

    row: Numbers
    tolerance: float | None = field(default=None, kw_only=True, repr=False)

    def __post_init__(self) -> None:
        where = type(self).__name__
        settle(self, tolerance=stated_tolerance(self.tolerance))
        settle(self, row=number_row(self.row, where=where, tolerance=self.tolerance, tolerant=True))

    @cached_property
    def before(self) -> Sequence[Number]:
        """before[i] is the sum of the first i numbers."""
        return sums_of(self.row)

    def total(self, begin: int, end: int) -> Number:
        """The sum of the numbers from begin to end − 1."""
        return self.before[end] - self.before[begin]


class IntervalGame(RowGame):
    """A game whose state is the part of the row that is left: (left, right), inclusive."""

    reaches_all = False  # whether play comes to every part of the row

    @property
    def states_at_least(self) -> int | None:
        """Every part of the row that is not empty, where play comes to all of them."""
        return len(self.row) * (len(self.row) + 1) // 2 if self.reaches_all else None

    @property
    def start(self) -> Interval:
        """The whole row."""
        return 0, len(self.row) - 1

    @property
    def space(self) -> Box:
        """Both ends stay within the row, one step beyond when it is empty."""
        return Box((0, len(self.row)), (-1, len(self.row) - 1))

    def impossible(self, state: Interval) -> str | None:
        """Ends outside the row; an empty row has its right end just before its left one."""
        return not_an_interval(state, len(self.row))

    def show(self, state: Interval) -> str:
        """The coins that are left."""
        return coins_text(self.row[state[0] : state[1] + 1])

    def picture(self, state: Interval) -> Coins:
        """The row, open at both ends."""
        return Coins(self.row, *state)


class BothEnds(IntervalGame):
    """An interval game in which the two ends are alike."""

    def reflected(self) -> Self:
        """The row read backwards."""
        return replace(self, row=self.row[::-1])


class Ends(BothEnds):
    """Players take the coin at either end of a row in turn; the richer one wins."""

    name = "ends"
    aliases: ClassVar[tuple[str, ...]] = ("coins in a row", "optimal strategy for a game")
    example: ClassVar[tuple[object, ...]] = ((5, 3, 7, 10),)

    @cached_property
    def shape(self) -> Row:
        """A row with two open ends."""
        return Row(self.row)

    def moves(self, state: Interval) -> Iterator[Move]:
        """Take the left or the right end."""
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
        if left < right:
            yield Move((left, right - 1), gain=self.row[right], label="right")

    def mirror(self, state: Interval) -> Interval:
        """A palindrome read backwards is itself; other rows have no symmetry of their own."""
        last = len(self.row) - 1
        return (last - state[1], last - state[0]) if self._is_palindrome else state

    @cached_property
    def _is_palindrome(self) -> bool:
        return bool(self.row == self.row[::-1])

    def bounds(self, state: Interval) -> tuple[Number, Number]:
        """Nobody gets more than all coins."""
        most = sum(map(abs, self.row[state[0] : state[1] + 1]))
        return -most, most


class PredictTheWinner(FirstWinsTies, Ends):
    """Players take the number at either end of a row in turn; player 1 wins with at least as much
    as player 2, so a tie counts as a win for player 1.
    """

    name = "predict the winner"
    aliases = ("lc486", "486")
    example = ((1, 5, 2),)
    asks = Asked.WIN
    names = ("player 1", "player 2")


class StoneGame(AliceAndBob, Ends):
    """Alice and Bob take the pile at either end of a row in turn, Alice first; whoever has more
    stones wins. The number of piles is even and the total odd, so there is no tie.
    """

    name = "stone game"
    aliases = ("lc877", "877")
    example = ((5, 3, 4, 5),)
    asks = Asked.WIN

    def __post_init__(self) -> None:
        super().__post_init__()
        total = total_of(self.row)
        require(
            len(self.row) % 2 == 0 and total % 2 == 1 and least_of(self.row) > 0,
            f"{len(self.row)} piles with a total of {digits_of(total)}",
            where="StoneGame",
            rule="the piles are positive, even in number and odd in total",
            fix="Use Ends for any other row",
        )

    @classmethod
    def random(cls, rng: Random) -> StoneGame:
        """Positive piles, even in number; where their total is even, the last one has one more."""
        most = rng.choice((1, 3, 9, 500))
        piles = [rng.randint(1, most) for _ in range(2 * rng.randint(1, 5))]
        return cls((*piles[:-1], piles[-1] + 1 - sum(piles) % 2))
