"""Sowing games: Kalah, and Awari, whose play can come back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from zermelo.games.base import (
    Catalogued,
    not_a_number,
    not_numbers,
    require_at_most,
    require_flag,
    settle,
)
from zermelo.games.drawn import read_numbers
from zermelo.model.exact import whole
from zermelo.model.game import Move
from zermelo.model.numerals import shown
from zermelo.model.pictures import Pits

MOST_SEEDS = 10**6  # sown one by one
LEAST_PART = 50  # of all ways to lay out the seeds, play reaches this part or more
FEW_HOUSES = 2  # in a row, where play reaches less
HOUSES_COUNTED = 64  # houses for which ways to lay out seeds are counted
Houses = tuple[int, ...]


@dataclass(frozen=True)
class SowingGame(Catalogued):
    """Two rows of m houses with n seeds each; the state is (own houses, the other's houses)."""

    houses: int = 6
    seeds: int = 4

    def __post_init__(self) -> None:
        name = type(self).__name__
        settle(self, houses=whole(self.houses, where=f"{name}.houses", least=1))
        settle(self, seeds=whole(self.seeds, where=f"{name}.seeds", least=1))
        require_at_most(MOST_SEEDS, self.houses * self.seeds, "seeds a row", where=name)

    @property
    def start(self) -> Houses:
        """The same number of seeds in every house."""
        return (self.seeds,) * (2 * self.houses)

    @property
    def states_at_least(self) -> int:
        """A fiftieth of the ways to lay out the seeds or fewer, C(seeds + houses, houses): of
        Kalah's play reached 0.042 to 0.13 wherever they were counted, of Awari's 0.13 to 0.7.
        """
        houses, seeds = 2 * self.houses, 2 * self.houses * self.seeds
        ways = comb(seeds + houses, min(houses, HOUSES_COUNTED))
        return 1 if self.houses <= FEW_HOUSES else ways // LEAST_PART

    def impossible(self, state: Houses) -> str | None:
        """Other houses, or more seeds than there were."""
        reason = not_numbers(state, 2 * self.houses)
        return reason or not_a_number(sum(state), 2 * self.houses * self.seeds)

    def layer(self, state: Houses) -> int:
        """The seeds in play: each one that is gained leaves it."""
        return sum(state)

    def bounds(self, state: Houses) -> tuple[int, int]:
        """Nobody gets more than the seeds in play."""
        return -sum(state), sum(state)

    def show(self, state: Houses) -> str:
        """The other player's houses above, from right to left; the mover's below."""
        mine, theirs = state[: self.houses], state[self.houses :]
        width = max(len(shown(seeds)) for seeds in state)
        rows = (theirs[::-1], mine)
        return "\n".join(" ".join(f"{shown(seeds):>{width}}" for seeds in row) for row in rows)

    def picture(self, state: Houses) -> Pits:
        """The houses; each of the mover's is sown by a move."""
        labels = [f"house {number + 1}" for number in range(self.houses)]
        return Pits(state[: self.houses], state[self.houses :], labels, stores=True)

    def read(self, text: str) -> Houses:
        """The other player's houses above, from right to left; the mover's below."""
        theirs, mine = read_numbers(text, 2, self.houses)
        return (*mine, *theirs[::-1])


@dataclass(frozen=True)
class Kalah(SowingGame):
    """Two rows of m houses with n seeds each, and a store for each player. The mover sows one house
    seed by seed, counter-clockwise, through the own store and past the other's. A last seed in
    the own store: move again. A last seed in an own empty house: it goes to the store with the
    seeds opposite (only if there are seeds opposite; with empty capture, always). When
    one row is empty play ends and the rest goes to the owner of the other row. Most seeds win.

    The state is (own houses, the other's houses), both from the mover's seat; stores are gains.
    """

    name = "kalah"
    aliases = ("mancala",)
    example = (2, 2)
    empty_capture: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        require_flag(self.empty_capture, where="Kalah.empty_capture")

    def moves(self, state: Houses) -> Iterator[Move]:
        """Sow any own house that has seeds, while both rows have some."""
        if any(state[self.houses :]):
            for house in range(self.houses):
                if state[house]:
                    yield self.sow(state, house)

    def sow(self, state: Houses, house: int) -> Move:
        """The move that sows one house."""
        size = self.houses
        ring = [*state[:size], 0, *state[size:]]  # own houses, own store, the other's houses
        seeds, ring[house] = ring[house], 0
        place = house
        for _ in range(seeds):
            place = (place + 1) % len(ring)
            ring[place] += 1
        again = place == size
        if place < size and ring[place] == 1:
            self._capture(ring, place)
        mine, gain, theirs = ring[:size], ring[size], ring[size + 1 :]
        if not any(theirs):  # play is over and the rest is the mover's
            gain, mine = gain + sum(mine), [0] * size
        again = again and any(mine)
        to = (*mine, *theirs) if again else (*theirs, *mine)
        return Move(to, gain=gain, again=again, label=f"house {house + 1}")

    def _capture(self, ring: list[int], place: int) -> None:
        opposite = 2 * self.houses - place
        if ring[opposite] or self.empty_capture:
            ring[self.houses] += ring[opposite] + 1
            ring[opposite] = ring[place] = 0

    def payoff(self, state: Houses) -> int:
        """The other row is empty: what is left in the own row is the mover's."""
        return sum(state)


@dataclass(frozen=True)
class Awari(SowingGame):
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

    def moves(self, state: Houses) -> Iterator[Move]:
        """Sow any own house that has seeds; feed a player who has none, if possible."""
        must_feed = self.must_feed(state)
        for house in range(self.houses):
            if state[house] and (not must_feed or house + state[house] >= self.houses):
                yield self.sow(state, house)

    def must_feed(self, state: Houses) -> bool:
        """Whether the other row is empty and some own house reaches it."""
        reaches = False
        for house in range(self.houses):
            if state[self.houses + house]:
                return False
            if state[house] and house + state[house] >= self.houses:
                reaches = True
        return reaches

    def sow(self, state: Houses, house: int) -> Move:
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

    def payoff(self, state: Houses) -> int:
        """The mover has no seeds: what is left is the other player's."""
        return -sum(state)
