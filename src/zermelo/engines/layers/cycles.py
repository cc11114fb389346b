"""Cycles: play comes back inside a layer or nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from zermelo.engines.layers.asking import Heard
from zermelo.engines.layers.moves_into import Inside, MovesInto
from zermelo.engines.layers.numbering import NumberedLayers
from zermelo.kernels import load


class InnerCycles:
    """Where play inside layers can go on for ever; looked for when somebody asks."""

    def __init__(self, states: NumberedLayers) -> None:
        self.states = states
        self._known: dict[int, np.ndarray] = {}

    @cached_property
    def first(self) -> tuple[int, int] | None:
        """A layer with a cycle, by its index, and a place from which play can go on for ever.

        The smallest such layer: a large one takes long.
        """
        for index in np.argsort(self.states.sizes, kind="stable").tolist():
            if self.states.closed[index].facts.has_inner:
                loose = np.flatnonzero(self._grounded(index) == 0)
                if len(loose):
                    return index, int(loose[0])
        return None

    def one(self) -> list[int]:
        """The numbers of the states of a cycle."""
        assert self.first is not None
        index, place = self.first
        is_grounded, way = self._grounded(index), list[int]()
        while place not in way:
            way.append(place)
            keys = self.states.keys(index)[place : place + 1]
            _, heard = next(self.states.heard_of(index, keys))
            places, stays = self._inner(index, heard)
            place = next(inner for inner in places[stays].tolist() if not is_grounded[inner])
        offset = int(self.states.offsets[index])
        return [offset + at for at in way[way.index(place) :]]

    def has(self, number: int) -> bool:
        """Whether play inside the layer of a state can go on for ever."""
        index = self.states.layer_of(number)
        if not self.states.closed[index].facts.has_inner:
            return False
        return not self._grounded(index)[number - self.states.offsets[index]]

    def _grounded(self, index: int) -> np.ndarray:
        """[n] whether no play inside a layer goes on for ever."""
        if index not in self._known:
            moves = MovesInto(len(self.states.keys(index)))
            for low, inside in self._moves(index):
                moves.count(low, inside)
            moves.lay_out()
            for low, inside in self._moves(index):
                moves.fill(low, inside)
            self._known[index] = moves.grounded()
        return self._known[index]

    def _moves(self, index: int) -> Iterator[tuple[int, Inside]]:
        """The moves that stay in a layer, and where each stretch of it begins."""
        states = self.states
        here, keys = states.closed[index].number, states.keys(index)
        for begin, heard in states.heard_of(index):
            targets = states.ordering.targets(here, heard, states.asker)
            yield begin, Inside.of(heard, targets, here, keys, states.asker)

    def _inner(self, index: int, heard: Heard) -> tuple[np.ndarray, np.ndarray]:
        """[m] the places of children inside a layer, and [m] which they are."""
        states = self.states
        here, keys = states.closed[index].number, states.keys(index)
        targets = states.ordering.targets(here, heard, states.asker)
        out = np.empty(len(heard.children), np.int64)
        load("layers").places(heard.children, heard.counts, targets, here, keys, out)
        return out, targets == here
