"""Dicts among dicts of the game's own: the roads of a graph with their lengths, tables of moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from executed_rules import assert_same, collected_in, game_of
from zermelo import Game, Move, solve

RULES: list[Any] = []
rule = collected_in(RULES)

PLACES = [0, 1, 2, 3]
ROADS = {0: {1: 2, 2: 5, 3: 1}, 1: {2: 1}, 2: {0: 1, 3: 3}, 3: {0: 4}}
NAMED = {"a": {"b": 2, "c": 1}, "b": {"a": 3}, "c": {}}
ONE, OTHER = {1: 2, 2: 1}, {3: 1}
SEVERAL = (ONE, OTHER, {0: 0}, {})
STEPS = {"n": {"up": (0, 1), "down": (0, -1)}, "k": {"up": (1, 1)}}
MIXED = {k: {"size": k, "row": tuple(range(k))} for k in PLACES}


@rule(PLACES)
def loops_over_roads(state: int) -> Iterator[Move]:
    for there in ROADS[state]:
        yield Move(there)
    for there, length in ROADS[state].items():
        yield Move(there, gain=length)
    for there in ROADS[state].keys() - {1}:
        yield Move(there)
    for there in reversed(ROADS[state]):
        yield Move(there, gain=sum(ROADS[state].values()))
    for place, (there, length) in enumerate(sorted(ROADS[state].items(), key=lambda p: p[1])):
        yield Move(there, gain=length + place)


@rule([*NAMED])
def loops_over_names(state: str) -> Iterator[Move]:
    for there in NAMED[state]:
        yield Move(there, gain=NAMED[state][there])
    for there, length in NAMED[state].items():
        yield Move(there, gain=length + len(NAMED[there]))
    yield Move("".join(sorted(NAMED[state])), gain=min(NAMED[state].values(), default=9))


@rule(PLACES)
def what_is_known_of_one_of_several(state: int) -> Iterator[Move]:
    found = SEVERAL[state]
    yield Move(len(found), gain=sum(found.values()) + (2 in found))
    yield Move(max(found, key=found.__getitem__, default=7), gain=int(found == ONE))
    yield Move(next(iter(found), 8), gain=found.get(1, 3))
    yield Move(sorted(found)[0] if found else 6, gain=int((2, 1) in found.items()))
    yield Move(len(set(found) | {9}), gain=int(any(each > 1 for each in found.values())))
    yield Move(len({**found, 9: 9}), gain=len(tuple(found.items())))


@rule(PLACES)
def copies_are_changed(state: int) -> Iterator[Move]:
    copied = dict(SEVERAL[state])
    copied[7] = state
    for there, length in copied.items():
        yield Move(there, gain=length)
    more = {there: length + 1 for there, length in SEVERAL[state].items()}
    for there in more:
        yield Move(there, gain=more[there])


@rule(PLACES)
def one_dict_or_another(state: int) -> Iterator[Move]:
    chosen = ONE if state > 1 else OTHER
    for there in chosen:
        yield Move(there, gain=chosen[there])
    for there in ROADS.get(state + 1, {}):
        yield Move(there)
    for x, y in STEPS["n" if state else "k"].values():
        yield Move(state + x, gain=y)


@rule(PLACES)
def dicts_among_others(state: int) -> Iterator[Move]:
    yield Move(int(SEVERAL[state] in SEVERAL), gain=SEVERAL.index(SEVERAL[state]))
    yield Move(int((ONE if state else OTHER) == SEVERAL[state]), gain=SEVERAL.count(OTHER))


@rule(PLACES)
def values_of_several_kinds(state: int) -> Iterator[Move]:
    for number in MIXED[state]["row"]:
        yield Move(number, gain=MIXED[state]["size"])
    for word in MIXED[state]:
        yield Move(len(word))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_rules_say_what_python_says(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


class Traveller(Game):
    """Go along a road, paid its length, while there is fuel for it."""

    start = (0, 40)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        here, fuel = state
        for there, length in ROADS[here].items():
            if length <= fuel:
                yield Move((there, fuel - length), gain=length)


def test_a_game_on_a_graph_with_lengths_is_compiled() -> None:
    compiled, plain = (solve(Traveller(), engine=engine) for engine in ("compiled", "plain"))
    assert compiled.value == plain.value
    assert compiled.histogram() == plain.histogram()
