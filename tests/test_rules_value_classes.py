"""Classes that people write whose objects are values: boards with `__eq__` and `__hash__`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import total_ordering
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from executed_rules import assert_same, collected_in, game_of
from zermelo import Game, LastMoverWins, Move, load, solve
from zermelo.errors import ZermeloError
from zermelo.staging.reading.value_classes import value_fields

RULES: list[Any] = []
rule = collected_in(RULES)


class Place:
    def __init__(self, x: int, y: int = 0) -> None:
        self.x = x
        self.y = y

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self) -> int:
        return hash((self.x, self.y))

    def __add__(self, other: Place) -> Place:
        return Place(self.x + other.x, self.y + other.y)

    def __repr__(self) -> str:
        return f"Place({self.x}, {self.y})"

    @property
    def size(self) -> int:
        return abs(self.x) + abs(self.y)

    @classmethod
    def of(cls, pair: tuple[int, int]) -> Place:
        return cls(*pair)


@total_ordering
class Board:
    """Slots, a default, fields that are made of others, a key that is asked for."""

    __slots__ = ("cells", "size", "turn")

    def __init__(self, cells: Any, turn: str = "X") -> None:
        self.cells = tuple(cells)
        self.turn, self.size = turn, len(self.cells)

    @property
    def key(self) -> tuple[object, ...]:
        return self.as_tuple()

    def as_tuple(self) -> tuple[object, ...]:
        """What it is known by."""
        return (self.cells, self.turn, self.size)

    def __eq__(self, other: object) -> bool:
        """As Python's own."""
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Board)
        return self.key == other.key

    def __lt__(self, other: Board) -> bool:
        return sum(c == "X" for c in self.cells) < sum(c == "X" for c in other.cells)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Board({''.join(self.cells)!r}, {self.turn!r})"

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[str]:
        return iter(self.cells)

    def __getitem__(self, place: int) -> str:
        return self.cells[place]

    def __contains__(self, sign: str) -> bool:
        return sign in self.cells

    def put(self, place: int) -> Board:
        cells = list(self.cells)
        cells[place] = self.turn
        return Board(cells, turn="O" if self.turn == "X" else "X")


PLACES = [Place(0), Place(2, -1), Place(-3, 4)]
STEPS = (Place(1, 0), Place(0, 1), Place(-1, -1))
BOARDS = [Board("..."), Board("X.O"), Board("OX.", "O"), Board("XXX")]


@rule(PLACES)
def steps(state: Place) -> Iterator[Move]:
    for step in STEPS:
        yield Move(state + step, gain=step.size)
    yield Move(Place(state.y, state.x), gain=int(state == Place(2, -1)))
    yield Move(Place.of((state.size, 1)), gain=int(state in STEPS))
    yield Move(Place(y=state.x, x=7), gain=int(state != STEPS[0]))


@rule(PLACES)
def sets_of_values(state: Place) -> Iterator[Move]:
    near = {state + step for step in STEPS} | {state, Place(state.x, state.y)}
    yield Move(state, gain=len(near))
    yield Move(max(near, key=lambda p: (p.size, p.x, p.y)))
    known = {Place(0): 1, Place(2, -1): 2}
    yield Move(state, gain=known.get(state, 3))
    yield Move(state, gain=[Place(0), Place(-3, 4)].count(state))


@rule([(place, None) for place in PLACES] + [(Place(1), Place(1))])
def values_inside_of_states(state: tuple[Place, Place | None]) -> Iterator[Move]:
    here, other = state
    if other is None:
        yield Move((here, here + STEPS[0]), gain=here.x)
    else:
        yield Move((other, None), gain=int(other == here))


@rule([frozenset(PLACES[:2]), frozenset(PLACES)])
def sets_as_states(state: frozenset[Place]) -> Iterator[Move]:
    for each in state:
        yield Move(state - {Place(each.x, each.y)}, gain=each.size)


@rule(BOARDS)
def boards(state: Board) -> Iterator[Move]:
    for place, cell in enumerate(state):
        if cell == ".":
            yield Move(state.put(place), gain=len(state))
    yield Move(state, gain=int("X" in state) + int(state[0] == state.turn))
    yield Move(Board(state.cells[::-1], state.turn), gain=int(Board("...") < state))
    match state:
        case Board(turn="X", size=3):
            yield Move(Board("..."), gain=3)


@rule(PLACES)
def kinds_of_pythons_own_match_as_wholes(state: Place) -> Iterator[Move]:
    for thing in ({state.x: 1}, {state.x, 2}, [state.y], state.size, "ab"):
        match thing:
            case dict(found) | set(found):
                yield Move(state, gain=len(found))
            case int(found):
                yield Move(state, gain=found)
            case str(found) | list(found):
                yield Move(state, gain=-len(found))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_rules_say_what_python_says(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


class Row(LastMoverWins):
    """Put a sign on an empty cell that has no neighbour of the same sign."""

    start = Board(".....")

    def moves(self, state: Board) -> Iterator[Board]:
        for place in range(len(state)):
            near = state.cells[max(0, place - 1) : place + 2]
            if state[place] == "." and state.turn not in near:
                yield state.put(place)


def test_a_game_whose_states_are_objects_is_compiled() -> None:
    compiled, plain = (solve(Row(), engine=engine) for engine in ("compiled", "plain"))
    assert dict(compiled.table()) == dict(plain.table())
    assert compiled.best_moves() == plain.best_moves()
    assert all(type(state) is Board for state in compiled.table())


def test_their_tables_are_saved_and_probed(tmp_path: Path) -> None:
    solved = solve(Row(), engine="compiled")
    solved.save(tmp_path / "row.table")
    table = load(tmp_path / "row.table")
    assert table.best_moves() == solved.best_moves()
    assert table.value == solved.value
    assert table.histogram() == solved.histogram()


class InOrder(Game):
    """A pattern in order, for a class that has no __match_args__: Python raises TypeError."""

    start = Place(0)

    def moves(self, state: Place) -> Iterator[Move]:
        match state:
            case Place(0, y):  # type: ignore[misc]
                yield Move(Place(1, y))


def test_patterns_in_order_need_names_for_them() -> None:
    for engine in ("compiled", "plain"):
        with pytest.raises(ZermeloError, match="accepts 0 positional"):
            solve(InOrder(), engine=engine)


# -- which classes are such ------------------------------------------------------------------------

INIT = "def __init__(self, a, b):\n    self.a = a\n    self.b = b"
HASH = "def __hash__(self):\n    return hash((self.a, self.b))"
NOT_IT = "if not isinstance(other, It):\n        return NotImplemented\n    "
GOOD = [
    "return isinstance(other, It) and self.a == other.a and self.b == other.b",
    "return (self.a, self.b) == (other.a, other.b)",
    "return type(self) is type(other) and [self.b, self.a] == [other.b, other.a]",
    "return type(self) == type(other) and self.__dict__ == other.__dict__",
    "return self.__class__ is other.__class__ and vars(self) == vars(other)",
    f"{NOT_IT}return self.a == other.a and other.b == self.b",
    "if isinstance(other, It):\n        return self.a == other.a and self.b == other.b\n"
    "    return False",
    "if isinstance(other, It):\n        return self.a == other.a and self.b == other.b\n"
    "    else:\n        return False",
    "if self.__class__ != other.__class__:\n        return False\n"
    "    return self.key() == other.key()",
]
BAD = [
    "return self.a == other.a",
    "return self.a == other.a or self.b == other.b",
    "return self.a == other.b and self.b == other.a",
    "return self.a == other.a and self.b != other.b",
    "return self.a == other.a == self.b == other.b",
    "return abs(self.a) == abs(other.a) and self.b == other.b",
    "return self.a == self.a and self.b == self.b",
    "return hash(self) == hash(other)",
    "return not (self.a == other.a and self.b == other.b)",
    "return isinstance(other, tuple) and self.a == other.a and self.b == other.b",
    f"{NOT_IT}if self.a == 7:\n        return True\n    return self.key() == other.key()",
    "if isinstance(other, It):\n        return self.a == other.a and self.b == other.b\n"
    "    return True",
    "same = self.a == other.a\n    return same and self.b == other.b",
    "return (self.a, self.b, 1) == (other.a, other.b, 1)",
    "return self.odd() == other.odd() and (self.a, self.b) == (other.a, other.b)",
]
MORE = """
def key(self):
    return (self.a, self.b)

def odd(self):
    return self.a % 2
"""


def written(tmp_path: Path, *parts: str, base: str = "") -> type:
    """A class with these methods, read from a file as a user's own."""
    inside = "\n\n".join([*parts, MORE])
    path = tmp_path / "it.py"
    path.write_text(f"class It({base}):\n{textwrap.indent(inside, '    ')}\n")
    module = ModuleType("it")
    exec(compile(path.read_text(), str(path), "exec"), vars(module))
    found: type = module.It
    return found


@pytest.mark.parametrize("body", GOOD)
def test_an_equality_of_all_fields_is_recognised(body: str, tmp_path: Path) -> None:
    eq = f"def __eq__(self, other):\n    {body}"
    assert value_fields(written(tmp_path, INIT, eq, HASH)) == ("a", "b")


@pytest.mark.parametrize("body", BAD)
def test_another_equality_is_left_to_python(body: str, tmp_path: Path) -> None:
    eq = f"def __eq__(self, other):\n    {body}"
    assert value_fields(written(tmp_path, INIT, eq, HASH)) == ()


EQ = "def __eq__(self, other):\n    return (self.a, self.b) == (other.a, other.b)"


@pytest.mark.parametrize(
    "parts",
    [
        (INIT, EQ),  # no hash
        (INIT, HASH),
        (EQ, HASH),
        (INIT, EQ, HASH, "def move(self):\n    self.a += 1"),
        (INIT, EQ, HASH, "def move(self):\n    self.a.append(1)"),
        (INIT, EQ, HASH, "def __setattr__(self, name, value):\n    pass"),
        (INIT, EQ, HASH, "def __new__(cls, a, b):\n    return object.__new__(cls)"),
        (INIT + "\n    self.c = a", EQ, HASH),
        (INIT.replace("self.b", "self.__b"), EQ.replace(".b", ".__b"), HASH.replace(".b", ".__b")),
        (INIT, EQ, HASH, "b = property(lambda self: 1, lambda self, value: None)"),
        (INIT + "\n    if a:\n        self.b = 0", EQ, HASH),
        (INIT + "\n    self.b += 1", EQ, HASH),
        ("def __init__(self, a, b):\n    if a:\n        return\n" + INIT[26:], EQ, HASH),
        ("def __init__(self, a, b):\n    super().__init__()\n" + INIT[26:], EQ, HASH),
    ],
)
def test_objects_that_are_made_or_changed_in_another_way_are_none(
    parts: tuple[str, ...], tmp_path: Path
) -> None:
    assert value_fields(written(tmp_path, *parts)) == ()


def test_a_class_with_kinds_of_it_is_none(tmp_path: Path) -> None:
    above = written(tmp_path, INIT, EQ, HASH)
    assert value_fields(above) == ("a", "b")
    below = type("Below", (above,), {})
    assert value_fields(above) == value_fields(below) == ()


class Half:
    """Equal where one field is."""

    def __init__(self, left: int, label: str) -> None:
        self.left = left
        self.label = label

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Half) and self.left == other.left

    def __hash__(self) -> int:
        return hash(self.left)


class Halves(LastMoverWins):
    """Take one or two."""

    start = Half(9, "start")

    def moves(self, state: Half) -> Iterator[Half]:
        for taken in (1, 2):
            if taken <= state.left:
                yield Half(state.left - taken, f"{taken} taken")


def test_states_that_are_equal_in_part_are_left_to_python() -> None:
    with pytest.raises(ZermeloError, match="equality of its own"):
        solve(Halves(), engine="compiled")
    assert solve(Halves()).plan.cost.states == 10


class Changed:
    def __init__(self, left: int) -> None:
        self.left = left

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Changed) and self.left == other.left

    def __hash__(self) -> int:
        return hash(self.left)


class ChangedOutside(Game):
    """A copy of the state is changed where it is used, by no method of its own."""

    start = Changed(6)

    def moves(self, state: Changed) -> Iterator[Move]:
        for taken in (1, 2):
            if taken <= state.left:
                after = Changed(0)
                after.left = state.left - taken
                yield Move(after, gain=taken)


def test_values_that_the_rules_change_are_refused_or_right() -> None:
    plain = solve(ChangedOutside(), engine="plain")
    assert solve(ChangedOutside()).value == plain.value
    try:
        compiled = solve(ChangedOutside(), engine="compiled")
    except ZermeloError:
        return
    assert dict(compiled.table()) == dict(plain.table())
