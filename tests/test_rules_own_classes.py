"""Classes that say themselves what is equal, what comes first, what a copy is: as in Python."""

from __future__ import annotations

import copy
import dataclasses
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import pytest

from executed_rules import assert_same, game_of
from random_rules.called import Card, Meter, Rest, Tile
from zermelo import LastMoverWins, Move, solve
from zermelo.errors import NotCompiled
from zermelo.staging.reading.source import Refused

NUMBERS = [0, 1, 2, 3, 5, 8]


class Last(NamedTuple):
    """In the order of what stands last."""

    a: int
    b: int

    def __lt__(self, other: Any) -> bool:
        return bool(self.b < other.b)


@dataclass(frozen=True, order=True)
class Ranked:
    rank: int
    note: int = field(compare=False)


@dataclass(frozen=True)
class King:
    at: int


@dataclass(frozen=True)
class Rook:
    at: int


class Step(NamedTuple):
    x: int
    y: int


class Jump(NamedTuple):
    x: int
    y: int


class Bag:
    """What is gone through is not all that it holds."""

    def __init__(self, heaps: list[int]) -> None:
        self.heaps = heaps

    def __iter__(self) -> Iterator[int]:
        return (heap for heap in self.heaps if heap > 2)


class Board:
    """Cells by row and column, as people write boards."""

    def __init__(self, cells: list[list[int]]) -> None:
        self.cells = cells
        self.changes = 0

    def __getitem__(self, place: tuple[int, int]) -> int:
        return self.cells[place[0]][place[1]]

    def __setitem__(self, place: tuple[int, int], value: int) -> None:
        self.cells[place[0]][place[1]] = value
        self.changes += 1

    def __delitem__(self, place: tuple[int, int]) -> None:
        self[place] = 0


class Point:
    """Two numbers, one after the other."""

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y

    def __iter__(self) -> Iterator[int]:
        yield self.x
        yield self.y


class Shared:
    """A value for all, which some have of their own; one that is looked for before it is there."""

    size = 5

    def __init__(self, n: int) -> None:
        self.n = n
        if n > 2:
            self.size = n
        self.reset()

    def reset(self) -> None:
        self.log = [self.n]

    def first(self, value: int) -> int:
        if not hasattr(self, "kept"):
            self.kept = value
        return self.kept + getattr(self, "later", 100)


class Larger(Shared):
    def __init__(self, n: int) -> None:
        super().__init__(n + 1)
        self.more = self.size


class Tree:
    """What it says of itself it says of all below it."""

    def __init__(self, value: int) -> None:
        self.value = value
        self.below: list[Tree] = []

    def put(self, value: int) -> Tree:
        self.below.append(Tree(value))
        return self.below[-1]

    def total(self) -> int:
        return self.value + sum(each.total() for each in self.below)

    def depth(self) -> int:
        return 1 + max((each.depth() for each in self.below), default=0)


class Doubled:
    """A copy of it is another thing."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __copy__(self) -> Doubled:
        return Doubled(2 * self.n)


PRICES = {5 * k: k * k for k in (9, 3, 0, 11, 1, 7, 2, 8, 5, 4, 13, 6, 10, 12, 15, 14, 18, 17, 19)}
BY_PAIR = {(k, k + 1): k for k in range(25, -2, -1)}
ROADS = {k: {k + 1: 2, k + 3: k} for k in range(40, 0, -1)} | {50: {}, 51: {1: 1}}
WEIGHTS: defaultdict[int, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
for _from in range(0, 60, 3):
    WEIGHTS[_from][_from + 1] += 5
    WEIGHTS[_from][9] += 1
SUPPLY = {letter: Counter(letter * k) for k, letter in enumerate("abcdefghijklmnopqrstuv", 1)}
GOLD = Counter({0: 3, 5: 7})
NEXT: defaultdict[int, list[int]] = defaultdict(list, {0: [1, 2], 3: [4]})
SEVEN: defaultdict[int, int] = defaultdict(lambda: 7, {1: 5})


def changed_copy(n: int, copied: Callable[[Any], Any]) -> int:
    one = Meter(n)
    two = copied(one)
    two.n = 9
    return one.n * 100 + two.n * 10 + len(one.seen)


def by_setter(n: int) -> int:
    meter = Meter(0)
    meter.n = n
    meter.n += 1
    return meter.n * 10 + len(meter.seen)


def which(n: int, one: Any, two: Any) -> Any:
    return one(n, 1) if n % 2 else two(n, 1)


def kinds(n: int) -> int:
    found = 0
    for each in (which(n, Step, Jump), which(n, Step, lambda x, y: (x, y)), Step(n, n)):
        found = 4 * found + isinstance(each, Step) + 2 * isinstance(each, Jump)
    return found


def told_apart(n: int) -> int:
    match which(n, Step, Jump):
        case Step(x, y):
            return 10 * x + y
        case Jump(x, _):
            return -x
    return 100


def on_a_board(n: int) -> int:
    board = Board([[0, n], [2, 3]])
    board[0, 0] = n + 1
    board[1, 1] += board[0, 1]
    del board[1, 0]
    return board[0, 0] * 100 + board[1, 1] * 10 + board[1, 0] + board.changes


def unpacked(n: int) -> int:
    x, y = Point(n, 7)
    first, *rest = [*Point(x, y), n]
    return first + 10 * len(rest) + 100 * max(*Point(y, x))


def own_or_shared(n: int) -> int:
    thing, other = Shared(n), Larger(n)
    found = thing.first(3) * 1000 + thing.first(4)
    thing.later = n  # type: ignore[attr-defined]
    copied = copy.deepcopy(thing)
    copied.log.append(1)
    return found + 10 * thing.size + other.more + thing.first(5) + len(thing.log)


def without_a_value(n: int) -> int:
    thing = Shared(n)
    if n > 3:
        thing.late = n  # type: ignore[attr-defined]
    try:
        return int(thing.late)  # type: ignore[attr-defined]
    except AttributeError:
        return -1


def of_a_tree(n: int) -> int:
    root = Tree(1)
    root.put(n).put(3)
    return root.total() * 10 + root.depth()


def on_roads(n: int) -> int:
    found = len(ROADS[n + 1]) * 1000
    for place, length in ROADS[n + 1].items():
        found += place * length
    if n + 2 in ROADS[n + 1]:
        found += 7
    return found + ROADS[n + 5].get(n + 8, 100) + sum(ROADS[50 + n % 2]) + len(ROADS)


def off_the_roads(n: int) -> int:
    try:
        return ROADS[45 + n][n]
    except KeyError:
        return -1


def weighed(n: int) -> int:
    return WEIGHTS[n][n + 1] * 100 + WEIGHTS[n][9] * 10 + sum(WEIGHTS[n].values())


def supplied(n: int) -> int:
    letter = "abcdefgh"[n % 8]
    mine = dict(SUPPLY[letter])
    mine["z"] = 4
    return SUPPLY[letter][letter] + SUPPLY[letter]["z"] + len(mine) * 10 + sum(mine.values())


def tried(n: int) -> int:
    try:
        return GOLD[n]
    except KeyError:
        return 100


THINGS: list[Callable[[int], int]] = [
    lambda n: sorted([Card(n, 2), Card(3, 1), Card(0, 3)])[0].rank,
    lambda n: sorted([(Card(n, 2), 1), (Card(3, 1), 0)])[0][1],
    lambda n: int([Card(n, 2)] < [Card(3, 1)]) + 2 * int((Card(n, 0), 1) < (Card(3, 1), 0)),
    lambda n: max(Card(n, 2), Card(3, 1)).rank,
    lambda n: sorted([Last(n, 2), Last(3, 1)])[0].a,
    lambda n: sorted([Ranked(n, 1), Ranked(n, 0), Ranked(2, 5)])[0].note,
    lambda n: len({Tile(n, 1), Tile(3, 2), Tile(2, n)}),
    lambda n: len(set([Tile(k % 2, k) for k in range(n)])),
    lambda n: {Tile(n, 1): 5, Tile(3, 2): 6}[Tile(n, 9)],
    lambda n: len(Counter([Rest(n), Rest(3), Rest(1)])),
    lambda n: len(frozenset([Rest(n), Rest(3)]) & {Rest(0)}),
    lambda n: int([Rest(n), 1] == [Rest(0), 1]) + [Rest(2), Rest(n)].index(Rest(n)),
    lambda n: int(which(n, lambda x, y: King(x), lambda x, y: Rook(x)).__class__ is Rook),
    lambda n: len(King(n).__class__.__name__),
    kinds,
    told_apart,
    lambda n: int(which(n, Step, Jump) == (n, 1)) + len({which(n, Step, Jump), (n, 1)}),
    by_setter,
    lambda n: changed_copy(n, copy.copy),
    lambda n: changed_copy(n, copy.deepcopy),
    lambda n: sum(copy.deepcopy(Bag([n, 1, 5])).heaps),
    lambda n: sum(copy.deepcopy({1, n})) + len(copy.deepcopy({n: {1}})),
    lambda n: copy.copy(Doubled(n)).n,
    lambda n: GOLD[n] + SEVEN[n] + len(NEXT[n]),
    lambda n: sum(NEXT[n]) + GOLD.copy()[n + 5] + (Counter([n]) - GOLD)[5],
    lambda n: (Counter([n, 5]) | GOLD)[n] + (GOLD & Counter([5]))[5] + (GOLD + GOLD)[n],
    tried,
    on_a_board,
    unpacked,
    own_or_shared,
    on_roads,
    off_the_roads,
    weighed,
    supplied,
    without_a_value,
    of_a_tree,
    lambda n: King(n).__class__(n + 1).at,
    lambda n: PRICES.get(n * 5, -1) * 100 + next(iter(PRICES)),
    lambda n: [*PRICES].index(5 * n) if 5 * n in PRICES else PRICES[65 - 5 * min(n, 8)],
    lambda n: BY_PAIR.get((n, n + 1), 50) + BY_PAIR[1, 2],
]


@pytest.mark.parametrize("thing", THINGS)
def test_classes_have_the_last_word(thing: Callable[[int], int]) -> None:
    def moves(n: int) -> Iterator[Move]:
        yield Move(n, gain=int(thing(n)))

    assert_same(game_of(moves), NUMBERS)


# -- what is refused -------------------------------------------------------------------------------


class Defaulting(dict[int, int]):
    def __missing__(self, key: int) -> int:
        return 9


DEFAULTING = Defaulting({1: 2})


class Watching:
    def __init__(self, n: int) -> None:
        self.n = n

    @cached_property
    def twice(self) -> int:
        return 2 * self.n


class Guarded:
    def __init__(self, n: int) -> None:
        object.__setattr__(self, "n", n)

    def __setattr__(self, name: str, value: int) -> None:
        object.__setattr__(self, name, value + 1)


class Looking:
    def __init__(self) -> None:
        self.n = 1

    def __getattribute__(self, name: str) -> Any:
        return 5


def watched(n: int) -> int:
    watching = Watching(n)
    first = watching.twice
    watching.n += 1
    return first + watching.twice


def guarded(n: int) -> int:
    thing = Guarded(n)
    thing.n = 5
    return thing.n


def paved(n: int) -> int:
    ROADS[n + 1][7] = 1
    return n


REFUSED: list[tuple[Callable[[int], int], str]] = [
    (lambda n: DEFAULTING[n], "a __missing__ of Defaulting"),
    (paved, "a dict of the game is changed"),
    (watched, "a cached property of a Watching"),
    (guarded, "Guarded"),
    (lambda n: Looking().n + n, "Looking"),
    (lambda n: len(King(n).__dict__), r"\.__dict__ of a King"),
]


@pytest.mark.parametrize(("thing", "reason"), REFUSED)
def test_what_classes_do_behind_the_scenes_is_refused(
    thing: Callable[[int], int], reason: str
) -> None:
    def moves(n: int) -> Iterator[Move]:
        yield Move(n, gain=thing(n))

    with pytest.raises(Refused, match=reason):
        assert_same(game_of(moves), NUMBERS)


@dataclass(frozen=True)
class Shown:
    """A state with a field that is there for show."""

    n: int
    last: int = field(default=0, compare=False)


class ByShown(LastMoverWins):
    start = Shown(6)

    def moves(self, state: Shown) -> Iterator[Shown]:
        yield from (Shown(state.n - k, k) for k in (1, 2, 3) if k <= state.n)


class ByRest(LastMoverWins):
    start = Rest(6)

    def moves(self, state: Rest) -> Iterator[Rest]:
        if state.n > 0:
            yield Rest(state.n - 1)


class Mixed(LastMoverWins):
    """Two named tuples with the same items are equal, so that the first one met is the state."""

    start = (6, Step(1, 2))

    def moves(self, state: Any) -> Iterator[Any]:
        n, step = state
        if n > 0:
            yield n - 1, Jump(step.x, n)
            if isinstance(step, Step):
                yield n - 2, step


class MixedLate(LastMoverWins):
    """A plain tuple in the place of a named one, after some moves."""

    start = (30, Step(1, 2))

    def moves(self, state: Any) -> Iterator[Any]:
        n, step = state
        if n > 0:
            yield n - 1, (Step(1, n % 3) if n != 7 else (1, 2))
            if isinstance(step, Step) and n > 1:
                yield n - 2, step


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (ByShown(), "Shown in a state has an equality of its own"),
        (ByRest(), "Rest in a state has an equality of its own"),
        (Mixed(), "Jump and Step in one place of the states"),
        (MixedLate(), "Step and tuple in one place of the states"),
    ],
)
def test_states_that_are_equal_without_being_the_same_are_left_to_python(
    game: LastMoverWins, reason: str
) -> None:
    with pytest.raises(NotCompiled, match=reason):
        solve(game, engine="compiled")
    assert solve(game).value == solve(game, engine="plain").value


def test_an_ordered_dict_stays_one_when_it_is_copied() -> None:
    known = OrderedDict([(1, 2), (0, 5)])

    def moves(n: int) -> Iterator[Move]:
        mine = known.copy()
        mine.move_to_end(1)
        yield Move(n, gain=sum(k * v for k, v in enumerate(mine)))

    assert_same(game_of(moves), NUMBERS)


def test_dataclasses_are_copied_with_other_fields() -> None:
    def moves(n: int) -> Iterator[Move]:
        yield Move(n, gain=dataclasses.replace(Card(n, 1), suit=5).suit)

    assert_same(game_of(moves), NUMBERS)


def test_an_order_that_is_not_for_things_of_another_kind_is_asked_for_twice() -> None:
    """What was found out in vain the first time is not taken for a call that is under way."""

    def moves(n: int) -> Iterator[Move]:
        for k in (1, 2):
            if [Card(n, 1), k] < [Card(n, 1), n]:
                yield Move(k)

    assert_same(game_of(moves), NUMBERS)
