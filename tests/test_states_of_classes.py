"""States of classes whose constructors do something: read back as they were, or not compiled."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

import pytest

from zermelo import LastMoverWins, solve
from zermelo.errors import NotCompiled

pytestmark = [pytest.mark.usefixtures("own_cache"), pytest.mark.unmeasured]


@dataclass(frozen=True, kw_only=True)
class ByName:
    left: int
    mover: int = 0


@dataclass(frozen=True)
class PartlyByName:
    left: int
    _: KW_ONLY
    mover: int = 1


@dataclass(frozen=True)
class WorkedOut:
    left: int
    half: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "half", self.left // 2)


@dataclass(frozen=True, slots=True)
class Counted:
    """Its constructor counts up: called again on what it made, it would make something else."""

    left: int
    made: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "made", self.made + 1)


@dataclass(frozen=True)
class Turned:
    """Its constructor takes what its fields hold in another order."""

    mover: int
    left: int

    def __init__(self, left: int, mover: int = 0) -> None:
        object.__setattr__(self, "left", left)
        object.__setattr__(self, "mover", mover)


class Halved(namedtuple("Halved", "left mover")):
    __slots__ = ()

    def __new__(cls, left: int, mover: int) -> Any:
        return super().__new__(cls, left, mover % 2)


class Taking(LastMoverWins):
    """One to three from a heap; a state is made by a function."""

    def __init__(self, start: Any, after: Callable[[Any, int], Any]) -> None:
        self.begin, self.after = start, after

    @property
    def start(self) -> Any:
        return self.begin

    def moves(self, state: Any) -> Iterator[Any]:
        for take in (1, 2, 3):
            if state.left >= take:
                yield self.after(state, take)


GAMES = [
    Taking(ByName(left=30), lambda s, k: ByName(left=s.left - k, mover=1 - s.mover)),
    Taking(PartlyByName(30), lambda s, k: PartlyByName(s.left - k, mover=1 - s.mover)),
    Taking(WorkedOut(30), lambda s, k: WorkedOut(s.left - k)),
    Taking(Counted(30), lambda s, k: Counted(s.left - k, 2 * k)),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game.begin).__name__)
def test_states_are_read_back_as_they_were(game: Taking) -> None:
    plain, compiled = solve(game, engine="plain"), solve(game, engine="compiled")
    assert compiled.value == plain.value
    assert compiled.best_moves() == plain.best_moves()
    assert {*compiled.table()} == {*plain.table()}
    assert compiled.prove().states == plain.prove().states


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (Taking(Turned(30), lambda s, k: Turned(s.left - k, 1 - s.mover)), "__init__"),
        (Taking(Halved(30, 0), lambda s, k: Halved(s.left - k, s.mover + 1)), "__new__"),
    ],
)
def test_a_constructor_that_is_written_by_hand_is_left_to_python(game: Taking, name: str) -> None:
    with pytest.raises(NotCompiled, match=rf"line \d+: \w+ with a {name} of its own"):
        solve(game, engine="compiled")
    assert solve(game).value == solve(game, engine="plain").value
