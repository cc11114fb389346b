"""Compiled rules held against the Python they came from, on states all over a graph."""

from __future__ import annotations

import numpy as np

from zermelo.compiled.machine import Machine
from zermelo.errors import ZermeloError
from zermelo.game import Game, PayoffGame, State, declares
from zermelo.packed.graph import PackedGraph
from zermelo.packed.sweeps import Again
from zermelo.rules import moves_of, payoff_of, turn_of

SAMPLE = 500


def disagreement(graph: PackedGraph, sample: int = SAMPLE) -> State | None:
    """A state whose moves, payoff or turn differ from what Python says; None when all agree."""
    game, again = graph.machine.game, Again(graph)
    numbers = np.unique(np.linspace(0, len(graph) - 1, sample).astype(np.int64))
    for number in numbers.tolist():
        state = graph.state(number)
        if graph.number(state) != number:  # its key is not the one that Python gives it
            return state
        _, to, gain, keep = again.moves(number, number + 1)
        found = [
            (graph.machine.layout.encode(graph.state(child)),
             int(gain[k]) if len(gain) else 0, bool(keep[k]) if len(keep) else False)
            for k, child in enumerate(to.tolist())
        ]  # fmt: skip
        try:
            if found != _told(game, graph.machine, state):
                return state
            if not found and not _ends_agree(graph, number, state):
                return state
            if isinstance(game, PayoffGame) and turn_of(game, state) != graph.turn(number):
                return state
        except ZermeloError:
            return state
    return None


def _told(game: Game, machine: Machine, state: State) -> list[tuple[object, object, object]]:
    """The moves as Python has them, with the keys of the states they reach."""
    same = game.canonical if declares(game, "canonical") else None
    return [
        (machine.layout.encode(same(move.to) if same else move.to), move.gain, move.again)
        for move in moves_of(game, state)
    ]


def _ends_agree(graph: PackedGraph, number: int, state: State) -> bool:
    place = int(
        np.searchsorted(graph.ends, np.uint32(number))
    )  # ends are listed in ascending order
    told = payoff_of(graph.machine.game, state)
    return bool(graph.pay[place].tolist() == (list(told) if isinstance(told, tuple) else [told]))
