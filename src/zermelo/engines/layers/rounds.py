"""A layer in which play can come back, settled without holding its moves.

Where states have many moves, as in chess, those take most of the memory. Instead the states that
are not settled are asked about again, round by round. A round settles what takes one ply more than
what is known (`kernels.rounds.judge`): 5 bytes a state in all, and O(plies) times the rules.
Where the states of a layer have two sides, and every move leads to the other one, as where two
players move in turn, either side is asked in turn, and a round counts for two plies.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from zermelo.engines.layers.alone import LayerAlone, Pairs
from zermelo.engines.layers.judging import Judged, Sought, Standing, judged
from zermelo.engines.layers.memory import PIECE
from zermelo.engines.layers.moves_into import Inside, number_type
from zermelo.engines.layers.recurrences import Means
from zermelo.engines.layers.rounds_afar import heard_afar, judged_afar
from zermelo.kernels import load

KNOWN = 2  # as in `kernels.rounds`
NONE_WAITS = -1


def by_rounds(alone: LayerAlone, means: Means) -> Pairs:
    """No move is held, and each is asked for in every round until its state is settled."""
    pairs = Pairs(len(alone.keys))
    team = means.team.for_states(pairs.size)
    hear = heard_afar if team.is_afar else heard_here
    side = hear(alone, pairs, means)
    alone.storage.rest()
    Rounds(alone, pairs, side, means).run()
    return pairs


def heard_here(alone: LayerAlone, pairs: Pairs, means: Means) -> np.ndarray:
    """Note all ways out; [N] the side of each state."""
    sides = TwoSides(pairs.size)
    for low, piece in alone.pieces(means):
        pairs.hear(low, piece.ways_out)
        sides.hear(low, piece.inside)
    return sides.row()


class TwoSides:
    """Two sides of a layer, if there are: every move inside leads from one to the other."""

    def __init__(self, size: int) -> None:
        self.are_there = True
        self._above = np.arange(size, dtype=number_type(size))
        self._odd = np.zeros(size, np.uint8)

    def hear(self, low: int, inside: Inside) -> None:
        """The moves of a piece, which begins at a place."""
        if self.are_there:
            of = inside.counts, inside.places, low, self._above, self._odd
            self.are_there = bool(load("rounds").cross(*of))

    def row(self) -> np.ndarray:
        """[N] the side of each state; all are of one where there are none."""
        found = np.zeros(len(self._odd), np.uint8)
        if self.are_there:
            load("rounds").sides(self._above, self._odd, found)
        return found


class Rounds:
    """Settles a layer by asking about its open states again and again."""

    def __init__(self, alone: LayerAlone, pairs: Pairs, side: np.ndarray, means: Means) -> None:
        self.alone, self.pairs, self.side, self.means = alone, pairs, side, means
        self.team = means.team.for_states(pairs.size)
        self.sides = range(1 + int(side.max(initial=0)))
        self.status = np.zeros(pairs.size, np.uint8)
        self.settled = self.asked = 0

    def run(self) -> None:
        """Settle all states, the largest worth first."""
        for worth in np.flatnonzero(self.pairs.sizes())[::-1].tolist():
            if worth:
                self._settle(worth)
        self.pairs.let_be(self.status, KNOWN)

    def _settle(self, worth: int) -> None:
        """All states of one size of worth, the fewest plies first."""
        complete = [-1] * len(self.sides)  # all states of a side with so many plies are settled
        turn = idle = 0
        while True:
            here = turn % len(self.sides)
            turn += 1
            known = complete[turn % len(self.sides)]  # of the side that its moves lead to
            idle = 0 if self._round(here, worth, known) else idle + 1
            complete[here] = known + 1
            if idle >= len(self.sides):
                plies = self._next_way_out(worth, complete)
                if plies == NONE_WAITS:
                    return
                complete, idle = [plies - 1] * len(self.sides), 0

    def _round(self, here: int, worth: int, known: int) -> int:
        """Settle what takes a ply more than what is known; how many states."""
        kernels, pairs, found = load("rounds"), self.pairs, 0
        pairs.make_room(known + 1)
        for told in self._judgements(Sought(here, worth, known)):
            found += kernels.put(*told, self.status, pairs.values, pairs.plies)
        kernels.end_round(self.status)
        self.settled += int(found)
        self.means.tell(1 / 3 + 2 / 3 * self.settled / pairs.size)
        return int(found)

    def _judgements(self, question: Sought) -> Iterator[Judged]:
        standing = Standing(self.status, self.side, self.pairs.values, self.pairs.plies)
        if self.team.is_afar:
            self.asked += 1
            return judged_afar(self.alone, standing, question, self.asked, self.team)
        about = self.alone, standing, question
        lows = range(0, self.pairs.size, PIECE)
        return self.team.results(partial(judged, *about, low, low + PIECE) for low in lows)

    def _next_way_out(self, worth: int, complete: list[int]) -> int:
        """The fewest plies of a way out that no round has come to, or `NONE_WAITS`."""
        pairs, found = self.pairs, []
        for here in self.sides:
            of = self.status, self.side, here, pairs.values, pairs.plies, pairs.none
            found.append(int(load("rounds").next_way_out(*of, worth, complete[here])))
        return min((plies for plies in found if plies != NONE_WAITS), default=NONE_WAITS)
