"""Compiled rules held against the Python they came from, on states all over a graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.compiled.machine import Machine
from zermelo.errors import ZermeloError
from zermelo.game import PayoffGame, State, declares
from zermelo.packed.graph import PackedGraph
from zermelo.packed.sweeps import Again
from zermelo.rules import moves_of, payoff_of, turn_of

SAMPLE = 300

Keys = Callable[[State], list[int] | None]


def disagreement(graph: PackedGraph, sample: int = SAMPLE) -> State | None:
    """A state whose moves, payoff or turn differ from what Python says; None when all agree."""
    numbers = np.unique(np.linspace(0, len(graph) - 1, sample).astype(np.int64))
    keys = np.ascontiguousarray(graph.keys[numbers])
    first, to, gain, again = Again(graph).moves(0, len(numbers), keys)
    reached = graph.keys[to].tolist()
    gains = gain.tolist() if len(gain) else [0] * len(reached)
    agains = again.astype(bool).tolist() if len(again) else [False] * len(reached)
    found = list(zip(reached, gains, agains, strict=True))
    key_of = _keys(graph.machine)
    for place, number in enumerate(numbers.tolist()):
        state = graph.state(number)
        try:
            if not _agrees(graph, number, state, key_of, found[first[place] : first[place + 1]]):
                return state
        except ZermeloError:
            return state
    return None


def _agrees(graph: PackedGraph, number: int, state: State, key_of: Keys, found: list[Any]) -> bool:
    """Whether a state has the key, the moves, the payoff and the turn that Python gives it."""
    game = graph.machine.game
    if key_of(state) != graph.keys[number].tolist():
        return False
    told = [(key_of(m.to), m.gain, m.again) for m in moves_of(game, state)]
    if found != told or (not found and not _ends_agree(graph, number, state)):
        return False
    return not isinstance(game, PayoffGame) or turn_of(game, state) == graph.turn(number)


def _keys(machine: Machine) -> Keys:
    """The key of a state, as Python works it out."""
    game, encode = machine.game, machine.layout.encode
    if not declares(game, "canonical"):
        return encode
    return lambda state: encode(game.canonical(state))


def _ends_agree(graph: PackedGraph, number: int, state: State) -> bool:
    place = int(
        np.searchsorted(graph.ends, np.uint32(number))
    )  # ends are listed in ascending order
    told = payoff_of(graph.machine.game, state)
    return bool(graph.pay[place].tolist() == (list(told) if isinstance(told, tuple) else [told]))
