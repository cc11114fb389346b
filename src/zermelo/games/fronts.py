"""Rows from whose front players take: up to K numbers, or up to twice as many as before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from zermelo.games.base import AliceAndBob, not_a_number, not_numbers, settle
from zermelo.games.rows import RowGame, coins_text
from zermelo.model.coin_rows import Coins
from zermelo.model.exact import whole
from zermelo.model.game import Asked, Move
from zermelo.model.numerals import written
from zermelo.model.shapes import Box, CapRow, FrontRow


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

    @cached_property
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

    @cached_property
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
