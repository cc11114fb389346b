"""`Lists`: numbered states and their moves as flat lists of Python's own numbers.

Moves are in compressed sparse row form: those of state n are numbered first[n] … first[n + 1] − 1.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from zermelo.graph.components import postorder
from zermelo.model.exact import Number
from zermelo.model.frozen import Frozen
from zermelo.model.game import State
from zermelo.model.numerals import how_many


class Lists(Frozen, eq=False):
    """The states a game's start can reach, within a budget, and the moves between them."""

    states: list[State]  # [N] in breadth-first order; the starts are the first
    index: dict[State, int]  # state → its number
    first: list[int]  # [N + 1]
    to: list[int]  # [M]
    gain: list[Number]  # [M]
    again: list[bool]  # [M]
    payoff: list[Number]  # [N], None where there are moves
    mover: list[int] | None  # [N] in games of p players
    levels: list[int]  # number of the first state of each level
    complete: bool  # False when the budget ended the exploration
    forward: bool  # every move leads to a state of higher number
    at_least: int = 0  # states there are, as random plays show, where these ended the exploration
    endless: int = 0  # bits of the last states, where they grow without an end
    roots: int = 1  # states that play begins at

    def __len__(self) -> int:
        return len(self.first) - 1

    def __repr__(self) -> str:
        more = "" if self.complete else ", and more"
        sizes = f"{how_many(len(self), 'state')}, {how_many(self.moves, 'move')}{more}"
        return f"<{type(self).__name__}: {sizes}>"

    @property
    def moves(self) -> int:
        """How many moves there are in all."""
        return len(self.to)

    def moves_of(self, number: int) -> range:
        """The numbers of the moves of a state."""
        return range(self.first[number], self.first[number + 1])

    def source(self, move: int) -> int:
        """The state that a move leaves."""
        return bisect_right(self.first, move) - 1

    @property
    def goes_by_levels(self) -> bool:
        """Whether every move that is known leads to the next level.

        The moves of the last level may be known in part. Its end is where the states end that the
        level before it leads to.
        """
        low, high = 0, self.roots
        while low < high:
            children = self.to[self.first[low] : self.first[high]]
            if children and min(children) < high:
                return False
            low, high = high, max(children, default=high - 1) + 1
        return True

    @cached_property
    def sweep(self) -> Sequence[int] | None:
        """The states in an order where each comes after all it leads to; None with a cycle."""
        if self.forward:
            return range(len(self) - 1, -1, -1)
        return postorder(self.first, self.to)

    @cached_property
    def parents(self) -> tuple[list[int], list[int]]:
        """Moves by the state they reach: those into n are into[start[n]:start[n + 1]]."""
        start = [0] * (len(self) + 1)
        for child in self.to:
            start[child + 1] += 1
        for number in range(len(self)):
            start[number + 1] += start[number]
        slot = start[:]
        into = [0] * len(self.to)
        for move, child in enumerate(self.to):
            into[slot[child]] = move
            slot[child] += 1
        return start, into

    @cached_property
    def grounded(self) -> bytearray:
        """For each state whether no play from it can go on for ever: no cycle is in reach."""
        start, into = self.parents
        left = [end - begin for begin, end in pairwise(self.first)]
        grounded = bytearray(len(self))
        line = [state for state, count in enumerate(left) if not count]
        for state in line:
            grounded[state] = True
            for move in into[start[state] : start[state + 1]]:
                source = self.sources[move]
                left[source] -= 1
                if not left[source]:
                    line.append(source)
        return grounded

    @cached_property
    def sources(self) -> list[int]:
        """The state that each move leaves."""
        found: list[int] = []
        for number, (begin, end) in enumerate(pairwise(self.first)):
            found.extend([number] * (end - begin))
        return found
