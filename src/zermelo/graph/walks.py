"""How many states there are, from a moment of random walks in plain Python.

Walks from the start are held against each other after equal numbers of moves: where W walks with b
moves a state meet m times, there are some W²b²/2m states after so many moves (see `plays`), and
where no state shows up after different numbers of moves, these numbers add up to one that the
states are not below. Beyond the depth where walks still meet, as many moves lead into the states
after k + 1 moves as lead out of those after k. How many lead into one state grows with k at most
as it was seen to grow, because each of them is one of the k moves made last.
"""

from __future__ import annotations

from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING

from zermelo.graph.plays import BRANCHES, LONGEST_RANDOM_PLAY
from zermelo.limits.clock import worked
from zermelo.model.game import Game, State, declares

if TYPE_CHECKING:
    from random import Random

MET_OFTEN = 16  # meetings after which a number of states is worth building on
MOVES_BEYOND = 3  # moves beyond those after which walks meet, for the walks that are cut short
LAST_FEW = 3  # numbers of moves that show how many lead into a state
OFF_BY = 10  # an expected number may be too large by this factor


class Crossings:
    """What the walks show of the states after one number of moves."""

    def __init__(self) -> None:
        self.times: dict[State, int] = {}
        self.walks = 0
        self.moves = 0
        self.pairs = 0
        self.crossed = 0  # pairs of moves by different walks

    def add(self, after: list[State]) -> None:
        """One more walk has all these moves here."""
        for state in after:
            before = self.times.get(state, 0)
            self.pairs += before
            self.times[state] = before + 1
        self.crossed += self.moves * len(after)
        self.moves += len(after)
        self.walks += 1

    @property
    def width(self) -> float:
        """Moves of a state."""
        return self.moves / self.walks

    @property
    def meetings(self) -> float:
        """Pairs that are independent of each other: walks that meet share all moves."""
        return self.pairs / self.width

    @property
    def not_below(self) -> float:
        """A number that the states do not fall short of, with two deviations' care."""
        pairs = self.pairs + self.width * (2 * sqrt(self.meetings) + 3)
        return max(len(self.times), self.crossed / pairs)


class Walks:
    """Random walks from one state."""

    def __init__(self, game: Game, start: State, random: Random) -> None:
        self.game, self.start, self.random = game, start, random
        self.same = game.canonical if declares(game, "canonical") else None
        self.depths: list[Crossings] = []
        self.depth_of: dict[State, int] = {}
        self.apart = True
        self.going: list[int] = []  # of the walks that were not cut short, those that had moves

    def run(self, until: float, enough: float) -> None:
        """Whole walks for half of the time, then short ones, which meet more often."""
        begun = worked()
        while worked() < (begun + until) / 2:
            self._walk(LONGEST_RANDOM_PLAY, until, self.going)
        depth = self._met() + MOVES_BEYOND
        count = 0
        while worked() < until and (count & (count - 1) or self.expected <= enough):
            self._walk(depth, until, [])
            count += 1

    def _walk(self, most: int, until: float, going: list[int]) -> None:
        state = self.start
        for depth in range(most):
            after = self._after(state)
            if not after:
                return
            self._note(depth, after)
            if depth == len(going):
                going.append(0)
            going[depth] += 1
            state = after[int(self.random.random() * len(after))]
            if worked() > until:
                return

    def _after(self, state: State) -> list[State]:
        after = [move.to for move in islice(self.game.moves(state), BRANCHES)]
        return after if self.same is None else [self.same(one) for one in after]

    def _note(self, depth: int, after: list[State]) -> None:
        if depth == len(self.depths):
            self.depths.append(Crossings())
        self.depths[depth].add(after)
        if self.apart:
            at = self.depth_of.setdefault
            self.apart = all(at(state, depth) == depth for state in after)

    def _met(self) -> int:
        """After how many moves walks do not meet any more."""
        met = (place for place, depth in enumerate(self.depths) if depth.meetings < 1)
        return next(met, len(self.depths))

    @property
    def at_least(self) -> float:
        """A number that the states are not below."""
        shown = [depth.not_below for depth in self.depths]
        return sum(shown) if self.apart else max(shown, default=1)

    @property
    def expected(self) -> float:
        """A number that the states are hardly below; `at_least` where nothing else is known."""
        steps = self._into()
        if not self.apart or not steps:
            return self.at_least
        into = max(steps[-LAST_FEW:])
        states = total = 1.0
        for place, depth in enumerate(self.depths[: len(self.going)]):
            is_sure = depth.meetings >= MET_OFTEN
            out = states * depth.width * self._share(place)
            states = (
                self._seen(depth) if is_sure else max(depth.not_below, out / into / (place + 1))
            )
            total += states
        return max(self.at_least, total / OFF_BY)

    def _into(self) -> list[float]:
        """Moves into a state after k + 1 moves, for every k, where walks meet often."""
        found, states = [], 1.0
        for place, depth in enumerate(self.depths):
            if depth.meetings < MET_OFTEN:
                break
            out, states = states * depth.width * self._share(place), self._seen(depth)
            found.append(out / states / (place + 1))
        return found

    @staticmethod
    def _seen(depth: Crossings) -> float:
        return max(len(depth.times), depth.crossed / depth.pairs)

    def _share(self, place: int) -> float:
        """Of the states after so many moves, those that have moves."""
        return self.going[place] / self.going[place - 1] if place else 1.0


def expected_states(game: Game, start: State, *, enough: float, seconds: float) -> int:
    """A number that the states are hardly below, from so many seconds of work; 0 where rules fail.

    Ends when `enough` are shown.
    """
    from random import Random  # takes 3 ms to load

    walks = Walks(game, start, Random(1))
    try:
        walks.run(worked() + seconds, enough)
        return int(walks.expected)
    except Exception:
        return 0
