"""Items come out of a set in an order that is not defined: where that is seen, and where not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from executed_rules import Executed, game_of
from zermelo import Move, PayoffGame
from zermelo.machine.layout import observed
from zermelo.machine.translate import translate
from zermelo.staging.reading.source import Refused

Set = frozenset[int]
LEFT: Set = frozenset({1, 2, 5})


def total(left: Set) -> int:
    """Whatever comes first."""
    return sum(left)


def some(left: Set) -> int:
    """Whatever comes first."""
    return next(iter(left), 0)  # here


def evens(left: Set) -> Iterator[int]:
    for each in left:
        if each % 2 == 0:
            yield each
            break


UNSEEN: list[Callable[[Set], Any]] = [
    lambda left: any(each > 3 for each in left),
    lambda left: all(map(bool, left)),
    lambda left: sum(each * 2 for each in left),
    lambda left: max(left, default=0) + min(each - 1 for each in left),
    lambda left: len({each % 2 for each in left}),
    lambda left: sorted(each for each in left)[0],
    lambda left: sorted([each % 3 for each in sorted(left)])[0],
    lambda left: sum(total(left) for _ in left),
    lambda left: left == frozenset(each for each in left),
    lambda left: next(iter({len(left): 1}.keys())),
]
SEEN: list[Callable[[Set], Any]] = [
    lambda left: next(each for each in left),
    lambda left: list(left)[0],
    lambda left: [each * 2 for each in left][0],
    lambda left: sum(some(left) for _ in range(2)),
    lambda left: any(next(iter(left)) > 1 for _ in range(2)),
    lambda left: sum(k for k in range(3) if k != next(iter(left))),
    lambda left: sum(evens(left)),
    lambda left: min(left, key=lambda each: each % 2),
    lambda left: list(zip(left, range(3), strict=False))[0][0],
    lambda left: next(each for each in (left if len(left) > 2 else (1, 2))),
]


def rules_of(gain: Callable[[Set], Any]) -> Any:
    def moves(left: Set) -> Iterator[Move]:
        if len(left) > 1:
            yield Move(frozenset({1}), gain=int(gain(left)))

    return moves


@pytest.mark.parametrize("gain", UNSEEN)
def test_what_is_the_same_in_any_order_is_not_noted(gain: Callable[[Set], Any]) -> None:
    rules = Executed(game_of(rules_of(gain)), observed([LEFT]))
    assert not rules.code.is_unordered
    assert rules.moves(LEFT) == [(frozenset({1}), int(gain(LEFT)), False)]


@pytest.mark.parametrize("gain", SEEN)
def test_what_shows_the_order_of_a_set_is_noted(gain: Callable[[Set], Any]) -> None:
    assert translate(game_of(rules_of(gain)), observed([LEFT])).is_unordered


class Three(PayoffGame):
    """The first of equal moves is played, and a set has no first."""

    players = 3
    start = LEFT

    def turn(self, state: Set) -> int:
        return len(state) % 3

    def moves(self, state: Set) -> Iterator[Move]:
        for each in state:
            yield Move(state - {each})

    def payoff(self, state: Set) -> tuple[int, ...]:
        return 0, 0, len(state)


class ThreeInOrder(Three):
    """The same in an order."""

    def moves(self, state: Set) -> Iterator[Move]:
        for each in sorted(state):
            yield Move(state - {each})


def test_a_set_that_decides_between_equal_moves_is_refused_with_its_line() -> None:
    line = Three.moves.__code__.co_firstlineno + 1
    with pytest.raises(Refused, match="in an order that is not defined") as stopped:
        translate(Three(), observed([LEFT]))
    assert stopped.value.where == f"test_rules_unordered.py, line {line}"
    assert "sorted(…)" in stopped.value.fix
    assert not translate(ThreeInOrder(), observed([LEFT])).is_unordered
