"""Several rows of coins at once, some of them closed on the left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from zermelo.errors import Either
from zermelo.games.base import Catalogued, require, settle
from zermelo.games.rows import Interval, not_an_interval
from zermelo.model.coin_rows import CoinRows, Coins
from zermelo.model.exact import Numbers, number_row
from zermelo.model.game import Move
from zermelo.model.numerals import both_words, spelled
from zermelo.model.numerals import shown as digits_of
from zermelo.model.shapes import SeveralRows

if TYPE_CHECKING:
    from random import Random


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
                "" if listed else both_words(given),  # a million coins are long to write down
                where="Rows",
                rule="it takes a sequence of rows, and one of booleans for rows that are closed",
                fix=Either(
                    "Pass e.g. ((1,), (1, 2)), closed=(False, True)", "Give a row of numbers each"
                ),
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

    @cached_property
    def shape(self) -> SeveralRows:
        """Several rows, open at both ends or on the right."""
        return SeveralRows(tuple(self.rows), self.closed)

    def reflected(self) -> Rows:
        """The rows in another order, those that are open at both ends read backwards."""
        rows = [
            row if shut else row[::-1] for row, shut in zip(self.rows, self.closed, strict=True)
        ]
        return Rows(rows[::-1], self.closed[::-1])

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
