"""Random instances of a class, drawn from the types of its arguments or by its own `random`.

Senior document, section 8.4: random arrays of 0 to 12 numbers from −50 to 50; best practices of the
middle document: ties, one item, negative numbers.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Annotated, Any, Literal, NewType, Optional

import pytest

from zermelo import Game, Move
from zermelo.errors import BadInput
from zermelo.facts.random_instances import Instances, drawn
from zermelo.games import GAMES, CatAndMouse, StoneGame

Heap = NewType("Heap", int)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Point:
    x: int
    y: bool


class Still(Game):
    """A game that is over."""

    start = 0

    def moves(self, state: Any) -> Iterator[Move]:
        return iter(())


@dataclass(frozen=True)
class Every(Still):
    number: int
    flag: bool
    word: str
    part: Fraction
    real: float
    row: tuple[int, ...]
    pair: tuple[int, int]
    grid: tuple[tuple[int, ...], ...]
    listed: list[int]
    several: Sequence[bool]
    one_of: Literal["a", "b"]
    colour: Colour
    perhaps: Optional[int]  # noqa: UP045 - as older classes are written
    either: int | None
    heap: Heap
    noted: Annotated[int, "a note"]
    point: Point
    table: dict[str, int]
    names_of: frozenset[int]
    inside: Still
    bare: tuple  # type: ignore[type-arg]
    kept: int = field(init=False, default=3)


def many(kind: type[Game], count: int = 300, size: int = 8) -> list[Any]:
    instances = Instances(kind, Random(0))
    return [instances.draw(size) for _ in range(count)]


def test_every_type_gives_values_of_the_type() -> None:
    for game in many(Every, 60):
        assert type(game.number) is int
        assert type(game.flag) is bool
        assert type(game.word) is str
        assert type(game.part) is Fraction
        assert type(game.real) is float
        assert len(game.pair) == 2
        assert all(type(row) is tuple for row in game.grid)
        assert type(game.listed) is list
        assert all(type(one) is bool for one in game.several)
        assert game.one_of in ("a", "b")
        assert type(game.colour) is Colour
        assert game.perhaps is None or type(game.perhaps) is int
        assert type(game.point) is Point
        assert type(game.point.y) is bool
        assert all(type(key) is str for key in game.table)
        assert type(game.inside) is Still
        assert game.kept == 3


@dataclass(frozen=True)
class Row(Still):
    row: tuple[int, ...]


def test_sizes_signs_ties_and_extremes_all_occur() -> None:
    """Senior document, section 9: tie handling, negative values, one item, none."""
    rows = [game.row for game in many(Row)]
    assert {len(row) for row in rows} == set(range(9))
    assert any(len(row) > 3 and len(set(row)) == 1 for row in rows)
    assert any(row and max(row) < 0 for row in rows)
    assert any(row and min(row) > 0 for row in rows)
    assert any(0 in row for row in rows)
    numbers = {number for row in rows for number in row}
    assert {0, 1, 2**31, -(2**31), 2**63, -(2**63), 2**63 - 1} <= numbers


def test_a_seed_draws_the_same_again() -> None:
    assert repr(many(Every, 20)) == repr(many(Every, 20))
    assert [drawn(Row, Random(k), 9) for k in range(9)] != [drawn(Row, Random(9), 9)] * 9


@dataclass(frozen=True)
class Even(Still):
    row: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.row) < 2 or len(self.row) % 2 or min(self.row) <= 0:
            raise ValueError("an even number of positive coins")


def test_what_the_class_refuses_is_drawn_again_and_counted() -> None:
    instances = Instances(Even, Random(0))
    assert all(len(instances.draw(0).row) % 2 == 0 for _ in range(20))  # type: ignore[attr-defined]
    assert instances.refused > 20


class Never(Still):
    def __init__(self, row: tuple[int, ...]) -> None:
        raise ValueError("no row will do")


def test_a_class_that_refuses_everything_is_told_what_was_tried_and_the_way_out() -> None:
    with pytest.raises(BadInput, match=r"Never: 500 instances were refused, the last one of row="):
        drawn(Never, Random(0), 3)
    with pytest.raises(BadInput, match=r"no row will do.*classmethod random\(cls, rng\)"):
        drawn(Never, Random(0), 3)


class Untyped(Still):
    def __init__(self, row) -> None:  # type: ignore[no-untyped-def]
        self.row = row


class Odd(Still):
    def __init__(self, function: Iterator[int]) -> None:
        self.function = function


@pytest.mark.parametrize(("kind", "place"), [(Untyped, "Untyped.row"), (Odd, "Odd.function")])
def test_a_type_that_says_nothing_is_named_with_its_argument(kind: type[Game], place: str) -> None:
    with pytest.raises(BadInput, match=rf"{place}: it is of .*random\(cls, rng\)"):
        drawn(kind, Random(0), 3)


def test_a_class_may_say_itself_how_it_is_drawn() -> None:
    class Own(Untyped):
        @classmethod
        def random(cls, rng: Random) -> Own:
            return cls([rng.randint(5, 6)])

    assert {tuple(game.row) for game in many(Own, 30)} == {(5,), (6,)}


def test_a_random_that_gives_no_game_is_named() -> None:
    class Wrong(Still):
        @classmethod
        def random(cls, rng: Random) -> Any:
            return 5

    with pytest.raises(BadInput, match=r"Wrong\.random\(rng\): it gave 5, which is no game"):
        drawn(Wrong, Random(0), 3)


def test_types_that_are_named_inside_a_function_are_drawn_from_the_default() -> None:
    Inner = int  # noqa: N806

    @dataclass(frozen=True)
    class Local(Still):
        row: tuple[Inner, ...] = (1, 2)
        size: int = 4

    assert len({game.row for game in many(Local, 40)}) > 5


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_every_game_of_the_catalogue_can_be_drawn(kind: type[Game]) -> None:
    found = many(kind, 25, 5)
    assert all(type(game) is kind for game in found)
    drawn_sizes = 4 if kind.name == "quixo" else 5  # its only field is a size, drawn from 2 to 5
    assert len(set(map(repr, found))) >= drawn_sizes


def test_instances_keep_what_their_game_promises() -> None:
    for game in many(StoneGame, 50):
        assert len(game.row) % 2 == 0
        assert sum(game.row) % 2 == 1
    for game in many(CatAndMouse, 50):
        for vertex, row in enumerate(game.graph):
            assert set(row) - {0} or vertex == 0
            assert all(vertex in game.graph[other] for other in row)
