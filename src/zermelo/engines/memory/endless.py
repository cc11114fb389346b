"""A number in the states that grows for ever: the game has no end, and memory is no answer.

At every doubling of the states the last ones are looked at. A number that grew in proportion to the
levels over two doublings, through a thousand levels and more, counts moves. Where it has left the
square of every number that the game holds far behind, nothing in the game will stop it: boards and
scores end at about a product of such numbers, and masks of bits do not grow in proportion.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from zermelo.graph.endless import LEVELS_OF_NO_BOARD, endless, is_straight, reach_of
from zermelo.machine.layout import Layout
from zermelo.model.game import Game

STATES_AT_FIRST = 1 << 20  # states at the first look
STATES_OF_A_LOOK = 64  # states of a look

Look = tuple[int, list[int]]  # levels, and the size of the number in every place


class Trend:
    """How the numbers in the states of one exploration grow."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.next = STATES_AT_FIRST
        self.looks: list[Look] = []

    def look(self, layout: Layout, keys: np.ndarray, states: int, levels: int) -> None:
        """Look at the last keys; raises when a number grows without an end."""
        self.next = 2 * states
        self.looks.append((levels, sizes(layout, keys[max(0, states - STATES_OF_A_LOOK) : states])))
        if len(self.looks) < 3 or levels < LEVELS_OF_NO_BOARD:
            return
        for place, size in enumerate(self.looks[-1][1]):
            if self._is_straight(place) and size > self.reach**2:
                what = f"the number in place {place} of the state"
                raise endless(self.game, what, f"{size:,} after {states:,} states")

    def _is_straight(self, place: int) -> bool:
        return is_straight([(levels, row[place]) for levels, row in self.looks])

    @cached_property
    def reach(self) -> int:
        """The largest number that the game holds."""
        return reach_of(self.game)


def sizes(layout: Layout, keys: np.ndarray) -> list[int]:
    """The largest size, whatever its sign, of the number in every place of the states."""
    found = []
    for low, _, place, word, mask, _ in layout.columns:
        column = keys[:, word]
        column = column // place % mask if layout.dense else column >> place & mask
        found.append(int(np.abs(column + low).max(initial=0)))
    return found
