"""Games as users write them: by the plain engine, brute force and what is known; and compiled."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from executed_rules import Executed, told
from natural import brute
from natural.facts import FACTS, LARGER, Fact
from zermelo import Game, PayoffGame, solve
from zermelo.errors import NotCompiled
from zermelo.machine.layout import Layout, observed
from zermelo.machine.machine import Outgrown
from zermelo.staging.reading.source import Refused

NAMES = [type(fact.game).__name__ for fact in FACTS]
T = TypeVar("T")


@pytest.mark.unmeasured
@pytest.mark.parametrize("fact", FACTS, ids=NAMES)
def test_brute_force_and_the_plain_engine_find_what_is_known(fact: Fact) -> None:
    assert brute.value(fact.game) == (fact.value, fact.states)
    assert solve(fact.game, engine="plain").value == fact.value


@pytest.mark.parametrize("name", LARGER)
def test_a_larger_instance_is_one_of_the_same_rules(name: str) -> None:
    game = LARGER[name]
    assert type(game) in {type(fact.game) for fact in FACTS}
    assert next(iter(game.moves(game.start)))


def test_every_game_says_what_it_is_and_has_a_default() -> None:
    kinds = {type(fact.game) for fact in FACTS}
    assert len(kinds) == len(set(NAMES)) > 100
    assert all(kind.__doc__ and kind().start == kind().start for kind in kinds)


# -- as they are translated ------------------------------------------------------------------------

REFUSED = {  # by name, so that a change is seen
    "FibonacciTree": "tuples within tuples of any depth",
}
SEEN, LOOKED_AT = 300, 30  # states that are met first, and those of them that are compared
WIDENINGS = 40  # of the keys, until every state has its place


class Translated:
    """Rules that Python carries out as they were translated, anew whenever keys must be wider."""

    def __init__(self, game: Game, states: list[Any]) -> None:
        self.game = game
        self.rules = self._written(observed(states))

    def _written(self, layout: Layout) -> Executed:
        for _ in range(WIDENINGS):
            try:
                return Executed(self.game, layout)
            except Outgrown as outgrown:
                layout = outgrown.layout
        raise AssertionError("the keys are never wide enough")

    def asked(self, question: Callable[[Executed], T]) -> T:
        for _ in range(WIDENINGS):
            try:
                return question(self.rules)
            except Outgrown as outgrown:
                self.rules = self._written(outgrown.layout)
        raise AssertionError("the keys are never wide enough")


def met(game: Game) -> list[Any]:
    """The first states of a game, breadth first."""
    states = {game.start: None}
    order = [game.start]
    for state in order:  # which grows on the way
        for move in game.moves(state):
            if move.to not in states:
                states[move.to] = None
                order.append(move.to)
        if len(order) >= SEEN:
            break
    return order


def assert_translated(game: Game) -> None:
    """Moves, payoffs and turns of states here and there are Python's."""
    order = met(game)
    code = Translated(game, order)
    for state in random.Random(1).sample(order, min(LOOKED_AT, len(order))):
        moves, python = code.asked(lambda rules, at=state: rules.moves(at)), told(game, state)
        if code.rules.code.is_unordered:
            assert Counter(moves) == Counter(python), state
        else:
            assert moves == python, state
        if isinstance(game, PayoffGame):
            assert code.asked(lambda rules, at=state: rules.turn(at)) == game.turn(state)
        if not python:
            paid = game.payoff(state)
            wanted = list(paid) if isinstance(paid, tuple) else [paid]
            assert code.asked(lambda rules, at=state: rules.payoff(at)) == wanted


COMPILED = [fact for fact in FACTS if type(fact.game).__name__ not in REFUSED]


@pytest.mark.unmeasured
@pytest.mark.parametrize("fact", COMPILED, ids=[type(fact.game).__name__ for fact in COMPILED])
def test_translated_rules_say_what_python_says(fact: Fact) -> None:
    assert_translated(fact.game)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_names_a_file_a_line_and_a_way_out(name: str) -> None:
    game = next(fact.game for fact in FACTS if type(fact.game).__name__ == name)
    with pytest.raises(Refused) as stopped:
        Translated(game, met(game))
    assert re.fullmatch(r"\w+\.py, line \d+", stopped.value.where)
    assert REFUSED[name] in stopped.value.what + stopped.value.fix
    with pytest.raises(NotCompiled, match=r"\w+\.py, line \d+: .* To have it compiled, \w+"):
        solve(game, engine="compiled")


def test_nine_of_ten_games_are_translated() -> None:
    assert set(REFUSED) <= set(NAMES)
    assert len(REFUSED) * 10 <= len(set(NAMES))


# -- by machine code -------------------------------------------------------------------------------

BY_MACHINE = {  # those that are compiled quickest of their kind
    "TenToZero": "a number",
    "AnOrdinaryGame": "a string",
    "GameWithString": "a string, two neighbours at a time",
    "Nim": "bytes",
    "Welter": "a frozenset",
    "StoneGameNine": "a frozen dataclass, and in it a number or None",
    "Deque": "a tuple that grows shorter, and points",
    "ThreeNim": "a tuple and a member of an Enum, for three players",
}


@pytest.mark.unmeasured
@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("name", BY_MACHINE)
def test_machine_code_finds_what_is_known(name: str) -> None:
    fact = next(fact for fact in FACTS if type(fact.game).__name__ == name)
    solution = solve(fact.game, engine="compiled")
    assert (solution.value, solution.plan.is_compiled) == (fact.value, True)
