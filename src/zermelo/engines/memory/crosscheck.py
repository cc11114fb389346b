"""Compiled rules held against the Python they came from, on states all over a graph."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from zermelo.engines.memory.arrays import Arrays
from zermelo.engines.memory.moves_again import MovesAgain
from zermelo.errors import ZermeloError
from zermelo.graph.rules import bounds_of, check_kinds, moves_again, payoff_of, turn_of
from zermelo.machine.machine import Machine
from zermelo.model.exact import Number
from zermelo.model.game import Game, PayoffGame, State, declares

STATES_CROSSCHECKED, FEWEST_CROSSCHECKED, ALL_CROSSCHECKED = 300, 100, 3_000
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
    is_of_players = isinstance(graph.machine.game, PayoffGame)
    for place, (number, state) in enumerate(zip(numbers.tolist(), decode(keys), strict=True)):
        moves = found[ends[place] : ends[place + 1]]
        paid = None if moves else _paid(graph, number)
        mover = graph.turn(number) if is_of_players else None
        try:
            if not agrees(graph.machine, state, moves, paid, mover):
                return state
        except ZermeloError:
            return state
    return None


def _sample(graph: Arrays) -> int:
    """How many states are looked at: all of a small graph, some of a large one."""
    if len(graph) <= ALL_CROSSCHECKED and graph.moves <= 10 * ALL_CROSSCHECKED:
        return len(graph)
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
    moves = moves_again(game, state, is_labelled=False)
    told = [(move.to, move.gain, move.again) for move in moves]
    if declares(game, "canonical"):
        return [(game.canonical(to), gain, again) for to, gain, again in told]
    return told


def agrees(
    machine: Machine,
    state: State,
    found: list[MoveTold],
    paid: list[int] | None,
    mover: int | None,
) -> bool:
    """Whether a state is its own kind, with the moves, the payoff and the turn of Python.

    `paid` is what an end pays, None elsewhere; `mover` is needed in games of p players.
    """
    game = machine.game
    check_kinds(game, [state])
    told = told_by_python(game, state)
    if not same_moves(found, told, is_unordered=machine.code.is_unordered):
        return False
    if paid is not None:
        due = payoff_of(game, state)
        if paid != (list(due) if isinstance(due, tuple) else [due]):
            return False
    return not isinstance(game, PayoffGame) or turn_of(game, state) == mover


def _paid(graph: Arrays, number: int) -> list[int]:
    """What an end pays."""
    place = int(np.searchsorted(graph.ends, np.uint32(number)))  # in ascending order
    paid: list[int] = graph.pay[place].tolist()
    return paid
