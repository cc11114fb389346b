"""Asking the rules again: the same state, and an equal state reached by another road.

What a game answers may depend on the state alone: not on chance, not on what was asked before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from zermelo.errors import RulesError
from zermelo.graph.contract import Graph, Told
from zermelo.graph.rules import (
    by_kind,
    check_ends,
    moves_again,
    moves_by_kind,
    payoff_of,
    same_start,
    start_of,
    turn_of,
)
from zermelo.model.game import Game, Move, PayoffGame, State
from zermelo.model.numerals import spelled

STABILITY_SEED = 20_000
STARTS_ASKED = 20  # times that the start is asked for again
ATOMS = frozenset({int, str, bool, type(None), Fraction, float, bytes})


@dataclass(frozen=True)
class Unsteady:
    """A state that answered in two ways."""

    text: str
    witness: object


def start_again(game: Game) -> Unsteady | None:
    """The start, asked some times more; None where it is always the same."""
    first = start_of(game)
    try:
        for _ in range(STARTS_ASKED):
            same_start(game, first)
    except RulesError as error:
        return Unsteady(f"{error.given}: {error.rule}", first)
    return None


def ask_again(game: Game, graph: Graph, numbers: Iterable[int]) -> Iterator[Unsteady | None]:
    """One answer for each state of an explored graph that is asked again; None when it is steady.

    States that were found and never asked (the budget had ended) are left out. O(their moves).
    """
    memory: dict[int, list[Move]] = {}
    for number in _in_other_order(numbers):
        if graph.was_expanded(number):
            yield _again(game, graph, number, memory)


def _in_other_order(numbers: Iterable[int]) -> list[int]:
    """The first one first, the others mixed: rules that count are out of step with themselves."""
    from random import Random  # takes 2 ms to load

    line = list(numbers)
    rest = line[1:]
    Random(STABILITY_SEED).shuffle(rest)
    return [*line[:1], *rest]


def _again(game: Game, graph: Graph, number: int, memory: dict[int, list[Move]]) -> Unsteady | None:
    state, kept = graph.state(number), graph.told(number)
    try:
        before = _told(game, state) if kept is None else kept
        asked = memory[number] = by_kind(game, moves_again(game, state))
        now = _answer(game, state, asked)
        if before != now:
            check_ends(game, state, asked)  # states without equality differ always
    except RulesError as error:
        return _fails(state, error)
    if before != now:
        return _unsteady(state, before, now)
    if kept is None:
        return None
    twins = zip(now.to, kept.to, strict=True)
    aliases = (_alias(game, graph, *pair, memory) for pair in twins if not _is_plain(pair[0]))
    return next(filter(None, aliases), None)


def _told(game: Game, state: State) -> Told:
    return _answer(game, state, moves_by_kind(game, state))


def _answer(game: Game, state: State, moves: list[Move]) -> Told:
    payoff = None if moves else payoff_of(game, state)
    turn = turn_of(game, state) if isinstance(game, PayoffGame) else None
    to, gain = [move.to for move in moves], [move.gain for move in moves]
    return Told(to, gain, [move.again for move in moves], payoff, turn)


def _fails(state: State, error: RulesError) -> Unsteady:
    return Unsteady(f"asked again about {spelled(state)}, the rules fail: {error.given}", state)


def _unsteady(state: State, before: Told, now: Told) -> Unsteady:
    what, one, two = _first_difference(before, now)
    text = (
        f"asked twice, {spelled(state)} answered in two ways "
        f"({what} {spelled(one)}, then {spelled(two)}): "
        "chance is outside (each move has one result), and what the rules remember must be part "
        "of the state"
    )
    return Unsteady(text, (state, one, two))


def _first_difference(before: Told, now: Told) -> tuple[str, object, object]:
    """What was told in two ways: moves, or what they gain, or what else there is to say."""
    names = ("moves to", "gains", "again", "payoff", "turn")
    for name, one, two in zip(names, before, now, strict=True):
        if one != two:
            return name, one, two
    return "moves to", before.to, now.to


def _alias(
    game: Game, graph: Graph, twin: State, stored: State, memory: dict[int, list[Move]]
) -> Unsteady | None:
    """Two states that compare equal must have equal moves."""
    if twin is stored:
        return None
    number = graph.number(stored)
    if number not in memory:
        memory[number] = moves_by_kind(game, stored)
    ours, theirs = memory[number], moves_by_kind(game, twin)
    if [move[:3] for move in ours] == [move[:3] for move in theirs]:
        return None
    text = (
        f"two states equal to {spelled(stored)} have different moves, "
        f"{spelled(ours)} and {spelled(theirs)}: "
        "what tells them apart is missing from __eq__ and __hash__"
    )
    return Unsteady(text, (stored, ours, theirs))


def _is_plain(state: State) -> bool:
    """Whether equality means what it says."""
    if state.__class__ in ATOMS:
        return True
    if not isinstance(state, tuple | frozenset):
        return False
    return ATOMS.issuperset(map(type, state)) or all(map(_is_plain, state))
