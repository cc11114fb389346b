"""Compiled rules held against the Python they came from, on states of all layers."""

from __future__ import annotations

import numpy as np

from zermelo.engines.layers.asking import Heard
from zermelo.engines.layers.graph import LayeredGraph
from zermelo.engines.memory.crosscheck import ALL_CROSSCHECKED, agrees
from zermelo.errors import ZermeloError
from zermelo.model.game import State

STATES_HELD = 300
LEAST_OF_A_LAYER = 2


def disagreement_in_layers(graph: LayeredGraph) -> State | None:
    """A state whose moves, payoff or turn differ from what Python says; None when all agree."""
    sizes = graph.level_sizes
    each = max(LEAST_OF_A_LAYER, STATES_HELD // len(graph.closed))
    if sum(sizes) <= ALL_CROSSCHECKED:
        each = ALL_CROSSCHECKED
    for layer, size in enumerate(sizes):
        picked = np.unique(np.linspace(0, size - 1, min(size, each)).astype(np.int64))
        keys = graph.keys(layer)[picked]
        for begin, told in graph.heard_of(layer, keys):
            wrong = _wrong(graph, keys[begin:], told)
            if wrong is not None:
                return wrong
    return None


def _wrong(graph: LayeredGraph, keys: np.ndarray, told: Heard) -> State | None:
    decode = graph.machine.layout.decode_all
    states = decode(graph.words.unpack(keys[: len(told.counts)]))
    children = decode(graph.words.unpack(told.children))
    gains = told.gain.tolist() or [0] * len(children)
    agains = [*map(bool, told.again.tolist())] or [False] * len(children)
    moves = list(zip(children, gains, agains, strict=True))
    paid = dict(zip(told.ends.tolist(), told.pay.tolist(), strict=True))
    at = 0
    for place, (state, count) in enumerate(zip(states, told.counts.tolist(), strict=True)):
        mover = int(told.mover[place]) if len(told.mover) else None
        try:
            if not agrees(graph.machine, state, moves[at : at + count], paid.get(place), mover):
                return state
        except ZermeloError:
            return state
        at += count
    return None
