"""Compiled rules held against the Python they came from, on states all over a graph."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from zermelo.engines.memory.arrays import Arrays
from zermelo.engines.memory.moves_again import MovesAgain
from zermelo.errors import ZermeloError
from zermelo.graph.rules import bounds_of, moves_of, payoff_of, turn_of
from zermelo.model.exact import Number
from zermelo.model.game import Game, PayoffGame, State, declares

STATES_CROSSCHECKED, FEWEST_CROSSCHECKED = 300, 100
MOVES_CROSSCHECKED = 3_000  # where states have many moves, fewer of them are looked at

MoveTold = tuple[State, Number, bool]  # a move: where it leads, its gain, whether the turn is kept


def disagreement(graph: Arrays) -> State | None:
    """A state whose moves, payoff or turn differ from what Python says; None when all agree."""
    decode = graph.machine.layout.decode_all
    numbers = np.unique(np.linspace(0, len(graph) - 1, _sample(graph)).astype(np.int64))
    keys = np.ascontiguousarray(graph.keys[numbers])
    first, to, gain, again = MovesAgain(graph).moves(0, len(numbers), keys)
    gains = gain.tolist() if len(gain) else [0] * len(to)
    agains = again.astype(bool).tolist() if len(again) else [False] * len(to)
    found = list(zip(decode(graph.keys[to]), gains, agains, strict=True))
    ends = first.tolist()
    for place, (number, state) in enumerate(zip(numbers.tolist(), decode(keys), strict=True)):
        try:
            if not _agrees(graph, number, state, found[ends[place] : ends[place + 1]]):
                return state
        except ZermeloError:
            return state
    return None


def _sample(graph: Arrays) -> int:
    """How many states are looked at."""
    enough = MOVES_CROSSCHECKED * len(graph) // max(1, graph.moves)
    return min(STATES_CROSSCHECKED, max(FEWEST_CROSSCHECKED, enough))


@dataclass(frozen=True)
class Opened:
    """What a compiled search says of a state; no moves where its bounds leave nothing to search."""

    bounds: tuple[int, ...]
    moves: list[MoveTold] | None = None
    paid: int = 0  # at an end


def same_moves(found: list[MoveTold], told: list[MoveTold], *, is_unordered: bool) -> bool:
    """Whether two lists of moves are the same; of moves out of a set, in any order."""
    return Counter(found) == Counter(told) if is_unordered else found == told


def says_the_same(
    game: Game, state: State, found: Opened, open_end: int, *, is_unordered: bool = False
) -> bool:
    """Whether Python says the same of a state: bounds, moves and payoff."""
    try:
        ends = bounds_of(game, state)
        if found.bounds != tuple(max(-open_end, min(open_end, end)) for end in ends):
            return False
        if found.moves is None:
            return True
        told = told_by_python(game, state)
        same = same_moves(found.moves, told, is_unordered=is_unordered)
        return same and (bool(told) or payoff_of(game, state) == found.paid)
    except ZermeloError:
        return False


def told_by_python(game: Game, state: State) -> list[MoveTold]:
    """The moves that Python has."""
    told = [(move.to, move.gain, move.again) for move in moves_of(game, state)]
    if declares(game, "canonical"):
        return [(game.canonical(to), gain, again) for to, gain, again in told]
    return told


def _agrees(graph: Arrays, number: int, state: State, found: list[MoveTold]) -> bool:
    """Whether a state is its own kind, with the moves, the payoff and the turn of Python."""
    game = graph.machine.game
    if declares(game, "canonical") and game.canonical(state) != state:
        return False
    told = told_by_python(game, state)
    if not same_moves(found, told, is_unordered=graph.machine.code.is_unordered) or (
        not found and not _ends_agree(graph, number, state)
    ):
        return False
    return not isinstance(game, PayoffGame) or turn_of(game, state) == graph.turn(number)


def _ends_agree(graph: Arrays, number: int, state: State) -> bool:
    place = int(np.searchsorted(graph.ends, np.uint32(number)))  # in ascending order
    told = payoff_of(graph.machine.game, state)
    return bool(graph.pay[place].tolist() == (list(told) if isinstance(told, tuple) else [told]))
