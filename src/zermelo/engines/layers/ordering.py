"""Which layers moves lead to: those that the game names, or one level after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from zermelo.engines.layers.asking import Asker, Heard
from zermelo.errors import RulesError
from zermelo.graph.rules import layer_of, moves_of
from zermelo.machine.machine import Machine
from zermelo.model.game import Game, State, state_text

NOWHERE_ELSE = np.empty(0, np.int64)


class Ordering(Protocol):
    """The layers of one game."""

    rises: bool  # whether the number of a layer never falls along a move
    has_levels: bool  # whether every move leads to the next layer

    def starts(self, keys: np.ndarray, asker: Asker) -> np.ndarray:
        """[n] the layers of some starts."""

    def targets(self, here: int, heard: Heard, asker: Asker) -> np.ndarray:
        """[m] the layers that moves lead to; nothing where that is the next one for all."""


class Levels:
    """A layer is all that is reached after so many moves."""

    rises = True
    has_levels = True

    def starts(self, keys: np.ndarray, asker: Asker) -> np.ndarray:  # noqa: ARG002
        """All in the first one."""
        return np.zeros(len(keys), np.int64)

    def targets(self, here: int, heard: Heard, asker: Asker) -> np.ndarray:  # noqa: ARG002
        """The next one."""
        return NOWHERE_ELSE


class NamedLayers:
    """The game says `layer(state)`."""

    has_levels = False

    def __init__(self, machine: Machine, *, rises: bool) -> None:
        self.machine, self.rises = machine, rises

    def starts(self, keys: np.ndarray, asker: Asker) -> np.ndarray:
        """As the game says."""
        return asker.layers(keys)

    def targets(self, here: int, heard: Heard, asker: Asker) -> np.ndarray:
        """As the game says; a move that leads back ends the work."""
        found = asker.layers(heard.children)
        wrong = np.flatnonzero(found < here if self.rises else found > here)
        if len(wrong):
            until = np.cumsum(heard.counts, dtype=np.int64)
            place = int(np.searchsorted(until, wrong[0], side="right"))
            raise self._leads_back(asker, heard, place, int(wrong[0]))
        return found

    def _leads_back(self, asker: Asker, heard: Heard, place: int, move: int) -> RulesError:
        game, words = self.machine.game, asker.words
        keys = np.array([heard.keys[place], heard.children[move]])
        before, after = self.machine.layout.decode_all(words.unpack(keys))
        one, two = game.layer(before), game.layer(after)
        return RulesError(
            f"layer {one} is left for layer {two} by the move from {state_text(game, before)} "
            f"to {state_text(game, after)}, and another move {'rises' if self.rises else 'falls'}",
            where=type(game).__name__,
            rule="along every move layer(state) never rises, or never falls",
            fix="Count something that only ever grows, or only ever shrinks, in layer(state)",
        )


def rises(game: Game, states: Sequence[State]) -> bool:
    """Whether layers rise along moves, as the first move that changes its layer shows."""
    for state in states:
        here = layer_of(game, state)
        for move in moves_of(game, state):
            there = layer_of(game, move.to)
            if there != here:
                return there > here
    return False
