"""Rows whose ends are taken by other rules: a bonus, melting coins, turns, more players."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from zermelo.games.base import settle
from zermelo.games.rows import BothEnds, Interval, IntervalGame
from zermelo.model.exact import Number, lone_number, whole
from zermelo.model.game import Move, PayoffGame


@dataclass(frozen=True)
class LastCoinBonus(BothEnds):
    """Players take the coin at either end of a row in turn; whoever takes the last coin gets a
    bonus besides. The bonus is collected in every play, so the total is the same in all of them.
    """

    name = "last coin bonus"
    example = ((4, 1), 10)
    reaches_all = True
    bonus: Number = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        where = "LastCoinBonus.bonus"
        bonus = lone_number(self.bonus, where=where, tolerance=self.tolerance, tolerant=True)
        settle(self, bonus=bonus)

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

    @property
    def states_at_least(self) -> int:
        """After k moves the left end is k, and the right one went down any number of times up to k:
        Σ over k of n − max(k, n − 1 − k).
        """
        coins = len(self.row)
        return sum(coins - max(gone, coins - 1 - gone) for gone in range(coins))

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

    @property
    def states_at_least(self) -> int | None:
        """Of coins that are not negative, every part of the row with no more gone from the left:
        all that is gone from the right is taken in one move, then all from the left.
        """
        if min(self.row, default=0) < 0:
            return None
        gone = [0, *accumulate(reversed(self.row))]  # from the right, by how many coins
        lefts = enumerate(accumulate(self.row, initial=0))
        coins = len(self.row)
        return sum(max(0, coins - left - bisect_left(gone, total)) for left, total in lefts)

    def impossible(self, state: Interval) -> str | None:
        """The left total never exceeds the right one."""
        reason = super().impossible(state)
        return reason or ("more was taken from the left" if self.gap(state) < 0 else None)

    def moves(self, state: Interval) -> Iterator[Move]:
        """A run from either end after which the left total does not exceed the right one."""
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
    reaches_all = True

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
class PlayersRow(PayoffGame, IntervalGame):
    """Three players (or any number) take the coin at either end of a row in turn, each for the
    largest own total. The value is an equilibrium under the tie-break "left first".
    """

    name = "three-player row"
    aliases = ("players row",)
    example = ((4, 1, 7, 2, 9, 3),)
    reaches_all = True
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
