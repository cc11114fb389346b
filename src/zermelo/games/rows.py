"""Rows of coins: take from the ends, from the front, under a cap, from several rows at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from zermelo.games.base import (
    AliceAndBob,
    Catalogued,
    FirstWinsTies,
    not_a_number,
    not_numbers,
    require,
    settle,
)
from zermelo.model.arrays import least_of, sums_of, total_of
from zermelo.model.coin_rows import CoinRows, Coins
from zermelo.model.exact import Number, Numbers, number_row, stated_tolerance, whole
from zermelo.model.game import Asked, Move, PayoffGame, State
from zermelo.model.numerals import shown as digits_of
from zermelo.model.numerals import spelled, written
from zermelo.model.shapes import Box, CapRow, FrontRow, Row, SeveralRows

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

    @property
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


@dataclass(frozen=True)
class LastCoinBonus(BothEnds):
    """Players take the coin at either end of a row in turn; whoever takes the last coin gets a
    bonus besides. The bonus is collected in every play, so the total is the same in all of them.
    """

    name = "last coin bonus"
    example = ((4, 1), 10)
    bonus: Number = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        where = "LastCoinBonus.bonus"
        bonus = number_row((self.bonus,), where=where, tolerance=self.tolerance, tolerant=True)
        settle(self, bonus=bonus[0])

    def moves(self, state: Interval) -> Iterator[Move]:
        """Take an end; the last coin brings the bonus."""
        left, right = state
        extra = self.bonus if left == right else 0
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left] + extra, label="left")
        if left < right:
            yield Move((left, right - 1), gain=self.row[right], label="right")


class MeltingRow(IntervalGame):
    """Players take the coin at either end of a row in turn, but taking the right one melts the
    left one away, which nobody gets. What is collected depends on the play: the total is not
    conserved, and players who maximise their own total play another game than players who
    maximise the difference.
    """

    name = "melting row"
    example = ((3, 1, 2, 4),)

    def moves(self, state: Interval) -> Iterator[Move]:
        """Take the left end, or the right end and melt the left."""
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
        if left < right:
            yield Move((left + 1, right - 1), gain=self.row[right], label="right")


class SmallerEnd(BothEnds):
    """Each turn the smaller of the two ends must be taken and is scored; when they tie the mover
    chooses. The play is forced but for ties.
    """

    name = "smaller end"
    example = ((2, 7, 7, 2, 5),)

    def moves(self, state: Interval) -> Iterator[Move]:
        """The smaller end; both when they tie."""
        left, right = state
        if left <= right and self.row[left] <= self.row[right]:
            yield Move((left + 1, right), gain=self.row[left], label="left")
        if left < right and self.row[right] <= self.row[left]:
            yield Move((left, right - 1), gain=self.row[right], label="right")


class BalancedEnds(IntervalGame):
    """Players take any number of coins from one end in turn, but the total taken from the left may
    never exceed the total taken from the right. Play ends when no such move is left, even if
    coins remain. The gap between the two totals follows from the coins that are left.
    """

    name = "balanced ends"
    example = ((2, 1, 3, 2),)

    def gap(self, state: Interval) -> Number:
        """Taken from the right minus taken from the left."""
        left, right = state
        return self.total(right + 1, len(self.row)) - self.total(0, left)

    def impossible(self, state: Interval) -> str | None:
        """The left total never exceeds the right one."""
        reason = super().impossible(state)
        return reason or ("more was taken from the left" if self.gap(state) < 0 else None)

    def moves(self, state: Interval) -> Iterator[Move]:
        """Any run from either end after which the left total does not exceed the right one."""
        left, right = state
        for count in range(1, right - left + 2):
            after = (left + count, right)
            if self.gap(after) >= 0:
                taken = self.total(left, left + count)
                yield Move(after, gain=taken, label=f"{count} from the left")
        for count in range(1, right - left + 2):
            after = (left, right - count)
            if self.gap(after) >= 0:
                taken = self.total(right + 1 - count, right + 1)
                yield Move(after, gain=taken, label=f"{count} from the right")


class DoublingTurns(PayoffGame, IntervalGame):
    """Players take the coin at either end of a row in turn, each for the largest own total; a coin
    taken on an even turn counts double. The turn's parity follows from the number of coins left,
    so the interval alone is state enough; the total depends on the play, so values are pairs.
    """

    name = "doubling turns"
    example = ((3, 9, 1, 2),)
    players = 2

    def turn(self, state: Interval) -> int:
        """The players alternate: as many turns have passed as coins are gone."""
        return (len(self.row) - (state[1] - state[0] + 1)) % 2

    def moves(self, state: Interval) -> Iterator[Move]:
        """Take an end; turns 2, 4, … count double."""
        left, right = state
        times = 2 if self.turn(state) == 1 else 1
        if left <= right:
            yield Move((left + 1, right), gain=times * self.row[left], label="left")
        if left < right:
            yield Move((left, right - 1), gain=times * self.row[right], label="right")


@dataclass(frozen=True)
class Front(RowGame):
    """Players take the first 1, 2, … or K numbers of a row in turn; the richer one wins."""

    name = "front"
    example: ClassVar[tuple[object, ...]] = ((1, 2, 3, 7), 3)
    most: int = 3

    def __post_init__(self) -> None:
        super().__post_init__()
        settle(self, most=whole(self.most, where=f"{type(self).__name__}.most", least=1))

    @property
    def start(self) -> int:
        """Nothing taken."""
        return 0

    @property
    def shape(self) -> FrontRow:
        """A row taken from the front."""
        return FrontRow(self.row, self.most)

    def impossible(self, state: int) -> str | None:
        """More taken than there is."""
        return not_a_number(state, len(self.row))

    def moves(self, state: int) -> Iterator[Move]:
        """Take 1 … K from the front."""
        for end in range(state + 1, min(state + self.most, len(self.row)) + 1):
            yield Move(end, gain=self.total(state, end), label=f"take {end - state}")

    def show(self, state: int) -> str:
        """The numbers that are left."""
        return coins_text(self.row[state:])

    def picture(self, state: int) -> Coins:
        """The row, open at the front."""
        return Coins(self.row, state, len(self.row) - 1, front=True)


class StoneGameIII(AliceAndBob, Front):
    """Alice and Bob take the first 1, 2 or 3 stones of a row in turn, Alice first; stones may have
    negative values; whoever has more wins, and equal totals are a tie.
    """

    name = "stone game iii"
    aliases = ("lc1406", "1406")
    example = ((1, 2, 3, 7),)
    asks = Asked.WINNER


class StoneGameII(AliceAndBob, RowGame):
    """Alice and Bob take the first X piles of a row in turn, 1 ≤ X ≤ 2M, Alice first; M begins at 1
    and becomes max(M, X). Whoever has more stones wins.
    """

    name = "stone game ii"
    aliases = ("lc1140", "1140", "cap")
    example = ((2, 7, 9, 4, 4),)
    asks = Asked.TOTAL

    @property
    def start(self) -> tuple[int, int]:
        """Nothing taken, M = 1."""
        return 0, 1

    @property
    def space(self) -> Box:
        """M never needs to pass the number of piles."""
        return Box((0, len(self.row)), (1, max(1, len(self.row))))

    @property
    def shape(self) -> CapRow:
        """A row under a growing cap."""
        return CapRow(self.row)

    def impossible(self, state: tuple[int, int]) -> str | None:
        """More taken than there is; an M below 1."""
        reason = not_numbers(state, 2) or not_a_number(state[0], len(self.row))
        return reason or ("M is at least 1" if state[1] < 1 else None)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        """Take 1 … 2M piles; M is clamped to the number of piles, beyond which it means nothing."""
        taken, cap = state
        for count in range(1, min(2 * cap, len(self.row) - taken) + 1):
            to = (taken + count, min(max(cap, count), len(self.row)))
            yield Move(to, gain=self.total(taken, taken + count), label=f"take {count}")

    def show(self, state: tuple[int, int]) -> str:
        """The piles that are left, and M."""
        return f"{coins_text(self.row[state[0] :])}, M = {state[1]}"

    def picture(self, state: tuple[int, int]) -> Coins:
        """The row, open at the front, and how many may be taken."""
        taken, cap = state
        note = f"M = {written(cap)}: take 1 to {written(2 * cap)}"
        return Coins(self.row, taken, len(self.row) - 1, front=True, note=note)


@dataclass(frozen=True)
class Rows(Catalogued):
    """Several rows at once: players take the coin at either end of any row in turn, or at the right
    end only of a row that is closed (a stack); the richer one wins. A sum of scored games, so no
    XOR: the rows are played as one game.
    """

    name = "rows"
    aliases = ("stacks",)
    example = (((1,), (1, 2)),)
    rows: Sequence[Numbers]
    closed: tuple[bool, ...] = ()  # which rows are closed on the left; none where left out

    def __post_init__(self) -> None:
        for given in (self.rows, self.closed):
            listed = isinstance(given, Iterable) and not isinstance(given, str | bytes)
            require(
                listed,
                "" if listed else spelled(given),  # a million coins are long to write down
                where="Rows",
                rule="it takes a sequence of rows, and one of booleans for rows that are closed",
                fix="Pass e.g. ((1,), (1, 2)), closed=(False, True)",
            )
        rows = tuple(number_row(row, where=f"Rows, row {i}") for i, row in enumerate(self.rows))
        closed = tuple(self.closed) or (False,) * len(rows)
        require(
            len(closed) == len(rows) and all(type(shut) is bool for shut in closed),
            f"closed={spelled(self.closed)}",
            where="Rows",
            rule=f"it says True or False for each of the {len(rows)} rows",
            fix="Leave it out, or pass one boolean a row",
        )
        settle(self, rows=rows, closed=closed)

    @classmethod
    def random(cls, rng: Random) -> Rows:
        """Up to three short rows, open or closed."""
        most = rng.choice((2, 9))
        rows = [
            tuple(rng.randint(-most, most) for _ in range(rng.randint(0, 3)))
            for _ in range(rng.randint(0, 3))
        ]
        return cls(rows, tuple(rng.random() < 0.5 for _ in rows))

    @property
    def start(self) -> tuple[Interval, ...]:
        """All rows whole."""
        return tuple((0, len(row) - 1) for row in self.rows)

    @property
    def shape(self) -> SeveralRows:
        """Several rows, open at both ends or on the right."""
        return SeveralRows(tuple(self.rows), self.closed)

    def impossible(self, state: tuple[Interval, ...]) -> str | None:
        """What is wrong in any of the rows."""
        if not isinstance(state, tuple) or len(state) != len(self.rows):
            return f"a position is a (left, right) for each of the {len(self.rows)} rows"
        for part, row, shut in zip(state, self.rows, self.closed, strict=True):
            reason = not_an_interval(part, len(row))
            if reason or (shut and 0 < part[0] <= part[1]):
                return reason or "a row is open on the left that is closed"
        return None

    def moves(self, state: tuple[Interval, ...]) -> Iterator[Move]:
        """An open end of any row that is not empty; a row's last coin is one move, not two."""
        for place, ((left, right), row) in enumerate(zip(state, self.rows, strict=True)):
            before, after = state[:place], state[place + 1 :]
            if left <= right and (left == right or not self.closed[place]):
                to = (*before, (left + 1, right), *after)
                yield Move(to, gain=row[left], label=f"row {place + 1} left")
            if left < right:
                to = (*before, (left, right - 1), *after)
                yield Move(to, gain=row[right], label=f"row {place + 1} right")

    def show(self, state: tuple[Interval, ...]) -> str:
        """The coins left in every row, a bar at a closed end."""
        parts = []
        for row, (left, right), shut in zip(self.rows, state, self.closed, strict=True):
            coins = ", ".join(map(digits_of, row[left : right + 1]))
            parts.append(f"{'|' if shut else '['}{coins}]")
        return " ".join(parts)

    def picture(self, state: tuple[Interval, ...]) -> CoinRows:
        """The rows, a wall at a closed end."""
        rows = zip(self.rows, state, self.closed, strict=True)
        return CoinRows([Coins(row, *part, wall=shut) for row, part, shut in rows])


@dataclass(frozen=True)
class PlayersRow(PayoffGame, IntervalGame):
    """Three players (or any number) take the coin at either end of a row in turn, each for the
    largest own total. The value is an equilibrium under the tie-break "left first".
    """

    name = "three-player row"
    aliases = ("players row",)
    example = ((4, 1, 7, 2, 9, 3),)
    names = ("first player", "second player", "third player")
    players: int = 3

    def __post_init__(self) -> None:
        super().__post_init__()
        settle(self, players=whole(self.players, where="PlayersRow.players", least=1))

    def turn(self, state: Interval) -> int:
        """In turn: as many turns have passed as coins are gone."""
        return (len(self.row) - (state[1] - state[0] + 1)) % self.players

    def moves(self, state: Interval) -> Iterator[Move]:
        """Take the left or the right end."""
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
        if left < right:
            yield Move((left, right - 1), gain=self.row[right], label="right")
