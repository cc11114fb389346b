"""Sowing games whose play can come back: Awari."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.games.base import (
    MOST_SEEDS,
    Catalogued,
    not_a_number,
    not_numbers,
    require_at_most,
    settle,
)
from zermelo.model.exact import whole
from zermelo.model.game import Move
from zermelo.model.numerals import shown
from zermelo.model.pictures import Pits


@dataclass(frozen=True)
class Awari(Catalogued):
    """Two rows of m houses with n seeds each. The mover sows an own house counter-clockwise, past
    the house itself; facing an empty row, one that reaches it if possible. If the last seed makes
    2 or 3 in a house of the other row, these are captured, and so are those of the houses just
    before it while they hold 2 or 3: all seeds of the row may go. A player without seeds ends the
    game and leaves the rest to the other. Most seeds win; play without end adds nothing.

    The state is (own houses, the other's houses), both from the mover's seat; captures are gains.
    """

    name = "awari"
    aliases = ("oware", "wari")
    example = (2, 2)
    houses: int = 6
    seeds: int = 4

    def __post_init__(self) -> None:
        settle(self, houses=whole(self.houses, where="Awari.houses", least=1))
        settle(self, seeds=whole(self.seeds, where="Awari.seeds", least=1))
        require_at_most(MOST_SEEDS, self.houses * self.seeds, "seeds a row", where="Awari")

    @property
    def start(self) -> tuple[int, ...]:
        """The same number of seeds in every house."""
        return (self.seeds,) * (2 * self.houses)

    def impossible(self, state: tuple[int, ...]) -> str | None:
        """Other houses, or more seeds than there were."""
        reason = not_numbers(state, 2 * self.houses)
        return reason or not_a_number(sum(state), 2 * self.houses * self.seeds)

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        """Sow any own house that has seeds; feed a player who has none, if possible."""
        must_feed = self.must_feed(state)
        for house in range(self.houses):
            if state[house] and (not must_feed or house + state[house] >= self.houses):
                yield self.sow(state, house)

    def must_feed(self, state: tuple[int, ...]) -> bool:
        """Whether the other row is empty and some own house reaches it."""
        reaches = False
        for house in range(self.houses):
            if state[self.houses + house]:
                return False
            if state[house] and house + state[house] >= self.houses:
                reaches = True
        return reaches

    def sow(self, state: tuple[int, ...], house: int) -> Move:
        """The move that sows one house."""
        size = self.houses
        ring = list(state)
        ring[house] = 0
        place = house
        for _ in range(state[house]):
            place = (place + 1) % (2 * size)
            if place == house:
                place += 1  # the ring does not end here: the house is an own one
            ring[place] += 1
        gain = 0
        while place >= size and 2 <= ring[place] <= 3:
            gain += ring[place]
            ring[place] = 0
            place -= 1
        if not any(ring[size:]):  # the other player cannot move and the rest is the mover's
            gain += sum(ring)
            ring = [0] * (2 * size)
        return Move(tuple(ring[size:] + ring[:size]), gain=gain, label=f"house {house + 1}")

    def payoff(self, state: tuple[int, ...]) -> int:
        """The mover has no seeds: what is left is the other player's."""
        return -sum(state)

    def bounds(self, state: tuple[int, ...]) -> tuple[int, int]:
        """Nobody gets more than the seeds in play."""
        return -sum(state), sum(state)

    def show(self, state: tuple[int, ...]) -> str:
        """The other player's houses above, from right to left; the mover's below."""
        mine, theirs = state[: self.houses], state[self.houses :]
        width = max(len(shown(seeds)) for seeds in state)
        rows = (theirs[::-1], mine)
        return "\n".join(" ".join(f"{shown(seeds):>{width}}" for seeds in row) for row in rows)

    def picture(self, state: tuple[int, ...]) -> Pits:
        """The houses; each of the mover's is sown by a move."""
        labels = [f"house {number + 1}" for number in range(self.houses)]
        return Pits(state[: self.houses], state[self.houses :], labels)
