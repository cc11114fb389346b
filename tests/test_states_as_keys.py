"""A state is a key that is equal by content; what is not is refused, and told what to use."""

from __future__ import annotations

import enum
from array import array
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pytest

from zermelo import Game, LastMoverWins, Move, diagnose, explore, solve
from zermelo.errors import UnhashableState


class Heap:
    """Compared by identity: it has no __eq__."""

    def __init__(self, size: int) -> None:
        self.size = size


@dataclass(eq=False)
class NotEqual:
    size: int


@dataclass
class Unfrozen:
    size: int


@dataclass(frozen=True)
class Holder:
    heap: Any
    note: Any = field(default=None, compare=False)


class Named(NamedTuple):
    heap: Any


class Board:
    """As of a chess library: equal by content, and without a hash."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board)

    __hash__ = None  # type: ignore[assignment]

    def fen(self) -> str:
        return "8/8/8/8 w - - 0 1"


class Position:
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position)

    __hash__ = None  # type: ignore[assignment]


class HashedByIdentity:
    """Equal by content, found by its address."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HashedByIdentity) and self.size == other.size

    def __hash__(self) -> int:
        return id(self)


class EqualByIdentity(Heap):
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return hash(self.size)


class Side(enum.Enum):
    X = 1
    O = 2  # noqa: E741


def one_move(start: Any, to: Any) -> Game:
    return LastMoverWins.from_function(lambda s: [Move(to)] if s is start else [], start=start)


def refused(ask: Any) -> UnhashableState:
    with pytest.raises(UnhashableState) as caught:
        ask()
    return caught.value


def kind_of(state: Any) -> str:
    """A name for a case that is the same in every process."""
    return type(state).__name__


BY_IDENTITY = [
    Heap(3),
    NotEqual(3),
    (1, Heap(3)),
    Named(Heap(3)),
    Holder(Heap(3)),
    frozenset({Heap(3)}),
    ((1, (2, NotEqual(3))),),
    iter([1]),
    object(),
    HashedByIdentity(3),
    EqualByIdentity(3),
    (0, HashedByIdentity(3)),
]


@pytest.mark.parametrize("state", BY_IDENTITY, ids=kind_of)
def test_a_start_that_is_compared_by_identity_is_refused(state: Any) -> None:
    for ask in (solve, explore, diagnose):
        error = refused(lambda ask=ask: ask(one_move(state, 0)))
        assert "equal by content" in error.rule
        assert "@dataclass(frozen=True)" in error.fix
        assert error.where.endswith(".start")


@pytest.mark.parametrize("state", BY_IDENTITY, ids=kind_of)
@pytest.mark.parametrize("method", [None, "alphabeta", "nimbers"])
def test_one_that_is_met_later_is_refused_too(state: Any, method: str | None) -> None:
    error = refused(lambda: solve(one_move("begin", state), method=method))
    assert "@dataclass(frozen=True)" in error.fix
    assert ".moves" in error.where


def made_anew() -> Any:
    return lambda: 1


@pytest.mark.parametrize(
    ("state", "what"),
    [(float("nan"), "NaN"), ((1, float("nan")), "NaN"), ((1, made_anew()), "function")],
)
def test_what_is_new_each_time_is_no_key(state: Any, what: str) -> None:
    error = refused(lambda: solve(one_move("begin", state)))
    assert what in error.given


@pytest.mark.parametrize("state", [(1, len), (2.5, kind_of), (int, Side.X), (1.0, 2.0)])
def test_what_there_is_one_of_may_be_in_a_state(state: Any) -> None:
    assert solve(one_move("begin", state)).value == 1


def test_one_among_thousands_of_good_states_is_met() -> None:
    class Late(LastMoverWins):
        start = 5_000

        def moves(self, state: Any) -> Iterator[Any]:
            if isinstance(state, int) and state:
                yield state - 1
            if state == 1_000:
                yield Heap(3)

    refused(lambda: solve(Late()))


@pytest.mark.parametrize(
    ("state", "instead"),
    [
        ({"a": 1}, "tuple(sorted(state.items()))"),
        ({1, 2}, "frozenset"),
        ([1, 2], "tuple where you have a list"),
        ((1, [2]), "tuple where you have a list"),
        (deque([1]), "tuple where you have a deque"),
        (bytearray(b"ab"), "bytes"),
        (np.zeros((2, 2), int), "tuple(array.ravel().tolist())"),
        (array("i", [1, 2]), "Use a tuple where you have a array"),
        (Unfrozen(3), "@dataclass(frozen=True)"),
        ((0, Unfrozen(3)), "@dataclass(frozen=True)"),
        (Holder([1]), "tuple where you have a list"),
        (Board(), "board.fen()"),
        (Position(), "tuple of its fields"),
    ],
    ids=kind_of,
)
def test_what_has_no_hash_is_told_what_to_use_instead(state: Any, instead: str) -> None:
    assert instead in refused(lambda: solve(one_move(state, 0))).fix
    assert instead in refused(lambda: solve(one_move("begin", state))).fix
    assert instead in refused(lambda: solve(one_move("begin", state), method="alphabeta")).fix


@pytest.mark.parametrize(
    "state",
    [
        Side.X,
        (Side.O, 1),
        None,
        int,
        len,
        Holder(3, note=[1]),
        frozenset({(1, 2)}),
        np.int64(3),
        Named("a"),
        1.5,
        b"x",
    ],
    ids=kind_of,
)
def test_what_is_equal_by_content_or_exists_once_is_a_state(state: Any) -> None:
    assert solve(one_move(state, "end")).value == 1
