"""What a function is asked: the arguments of a problem, its edges, its constraints.

LeetCode's problems are asked as LeetCode asks them: with its arguments and within its constraints,
as the statements give them. Every other game is asked with the arguments of its class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import ceil
from operator import attrgetter
from random import Random
from typing import Any, Protocol, TypedDict, TypeVar

from zermelo._check.subject import NotApplicable, Subject
from zermelo._solve import solve
from zermelo.errors import BadInput
from zermelo.facts.instances import smaller
from zermelo.facts.random_instances import REFUSALS, Instances, arguments_of, has_random
from zermelo.games import find
from zermelo.games.base import Catalogued
from zermelo.games.graphs import random_burrow
from zermelo.limits import Limits
from zermelo.model.game import Game
from zermelo.model.numerals import spelled
from zermelo.solution import Solution
from zermelo.teaching.judge.pasted import ANY_NUMBER

INPUT_STATES = 20_000  # states of a problem's input
LARGEST_INSTANCE = 3_000  # states and moves of an instance that is not left out
Arguments = tuple[object, ...]
SMALL_ONES = 30  # instances with up to two items, of a class of which no more is known
DRAWS_OF_A_CLASS = 100  # of a class's own `random`, among which one has no other fields
FEW_EDGES = 13  # of each argument, where all are combined with all
V = TypeVar("V")


class ArgumentKind(Protocol[V]):
    """The values that one argument may have."""

    def draw(self, rng: Random, size: int) -> V:
        """One of them, at random."""

    def full(self, rng: Random, size: int) -> V:
        """One of just this size."""

    @property
    def largest(self) -> int:
        """The size of the largest that are allowed."""

    def accepts(self, value: V) -> bool:
        """Whether a value is one of them."""

    def edges(self) -> list[V]:
        """The smallest, and those that are often forgotten."""


@dataclass(frozen=True)
class WholeNumbers:
    """A list of `least` to `most` whole numbers from `low` to `high`."""

    least: int
    most: int
    low: int
    high: int

    def draw(self, rng: Random, size: int) -> list[int]:
        """Numbers that are alike: close together, anywhere, equal, or at both ends."""
        return self.full(rng, rng.randint(self.least, min(self.most, max(self.least, size))))

    def full(self, rng: Random, size: int) -> list[int]:
        """So many."""
        count = max(self.least, min(self.most, size))
        near = rng.choice((1, 3, 9, 100))
        bottom = self.low if self.low >= 0 else max(self.low, -near)
        constant = rng.randint(bottom, min(self.high, bottom + near))
        draws: tuple[Callable[[], int], ...] = (
            lambda: rng.randint(bottom, min(self.high, bottom + near)),
            lambda: rng.randint(bottom, min(self.high, near)) if bottom <= near else self.high,
            lambda: rng.randint(self.low, self.high),
            lambda: rng.choice((self.low, self.high)),
            lambda: constant,
        )
        [draw] = rng.choices(draws, (5, 5, 2, 1, 1))
        return [draw() for _ in range(count)]

    @property
    def largest(self) -> int:
        """How many there may be."""
        return self.most

    def accepts(self, value: list[int]) -> bool:
        """As the statement says."""
        fits = self.least <= len(value) <= self.most
        return fits and all(self.low <= number <= self.high for number in value)

    def edges(self) -> list[list[int]]:
        """The shortest rows, equal numbers, both ends of what is allowed."""
        numbers = sorted({self.low, max(self.low, 0), max(self.low, 0) + 1, self.high})
        short = [list(row) for size in (0, 1, 2, 3) for row in product(numbers, repeat=size)]
        equal = [[number] * size for number in numbers for size in (4, 5)]
        mixed = [[1, 5, 2], [5, 3, 7, 10], [-1, 2, -3], [-5, -4, -3, -2]]
        return [row for row in [*short, *equal, *mixed] if self.accepts(row)]


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high`; random ones grow by `step` with the size."""

    low: int
    high: int
    step: int = 5

    def draw(self, rng: Random, size: int) -> int:
        """A small one."""
        return rng.randint(self.low, self.full(rng, size))

    def full(self, rng: Random, size: int) -> int:  # noqa: ARG002
        """The largest of the size."""
        return min(self.high, self.low + size * self.step)

    @property
    def largest(self) -> int:
        """That of the last number."""
        return ceil((self.high - self.low) / self.step)

    def accepts(self, value: int) -> bool:
        """As the statement says."""
        return self.low <= value <= self.high

    def edges(self) -> list[int]:
        """The first ones."""
        return list(range(self.low, min(self.high, self.low + 12) + 1))


class Burrow:
    """A graph of at least three vertices on which mouse and cat can always move."""

    def draw(self, rng: Random, size: int) -> list[list[int]]:
        """Up to `size` vertices."""
        return [list(row) for row in random_burrow(rng, max(3, min(size, self.largest)))]

    full = draw
    largest = 8  # vertices

    def accepts(self, value: list[list[int]]) -> bool:
        """Undirected, without loops, and nobody is ever stuck."""
        return len(value) >= 3 and all(
            row
            and set(row) - {0, vertex}
            and vertex not in row
            and all(vertex in value[other] for other in row)
            for vertex, row in enumerate(value)
        )

    def edges(self) -> list[list[list[int]]]:
        """All on one line, all joined to all."""
        return [[[2], [2], [0, 1]], [[1], [0, 2], [1]], [[1, 2], [0, 2], [0, 1]]]


def _anything(*_: object) -> bool:
    return True


def _as_they_are(*args: object) -> Arguments:
    return args


def _of(*names: str) -> Callable[..., Arguments]:
    get = [attrgetter(name) for name in names]
    return lambda game: tuple(_listed(field(game)) for field in get)


def _listed(value: object) -> object:
    """Rows as lists, as LeetCode has them; so a function may also change its copy."""
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [_listed(part) for part in value]
    return value


THE_ROW = _of("row")


@dataclass(frozen=True)
class Problem:
    """A problem: what a function is called with, and the game that has the answer."""

    name: str
    kind: type[Catalogued]
    arguments: Callable[..., Arguments] = THE_ROW  # of an instance
    kinds: tuple[ArgumentKind[Any], ...] = ()
    method: str = ""  # LeetCode's name of the function
    also: Callable[..., bool] = _anything  # what else the statement promises
    mended: Callable[..., Arguments] = _as_they_are  # arguments that are drawn, made to keep that
    examples: tuple[Arguments, ...] = ()
    largest: int = 12  # how far random ones grow
    wide: int | None = None  # the size up to which the exact answer is quick; None for any
    by: str | None = None  # the method that answers soonest, where the planner wants all plies
    more: tuple[str, ...] = ()  # fields of the class that this function takes behind LeetCode's

    def for_function(self, least: int, most: int) -> Problem:  # noqa: ARG002
        """The same for a function that takes more than LeetCode's: the fields that are left."""
        spare = max(0, min(least - len(self.kinds), len(self.fields) - len(self.kinds)))
        return replace(self, more=self.fields[len(self.kinds) :][:spare])

    @property
    def fields(self) -> tuple[str, ...]:
        """The arguments of the class."""
        return _fields_of(self.kind)

    def called_with(self, game: Game) -> Arguments:
        """What a function is called with for an instance."""
        return (*self.arguments(game), *(_listed(getattr(game, name)) for name in self.more))

    def accepts(self, game: Game) -> bool:
        """Whether an instance is within the statement's constraints, all else as it has it."""
        args = self.arguments(game)
        fits = all(kind.accepts(value) for kind, value in zip(self.kinds, args, strict=True))
        return fits and self.also(*args) and game == self.kind(*args)

    def edges(self) -> Iterator[Game]:
        """The examples, then the smallest inputs and those that are often forgotten."""
        most = None if len(self.kinds) == 1 else FEW_EDGES
        edges = product(*(kind.edges()[:most] for kind in self.kinds))
        for args in (*self.examples, *edges):
            if self.also(*args):
                yield self.kind(*args)

    def drawing(self, rng: Random) -> Callable[[int], Game]:
        """What draws an instance of about a size."""

        def draw(size: int) -> Game:
            while True:
                args = tuple(kind.draw(rng, size) for kind in self.kinds)
                args = self.mended(*args)
                if self.also(*args):
                    return self.kind(*args)

        return draw

    def full(self, rng: Random, size: int) -> Game:
        """An instance of just a size, or a little less where the statement wants that."""
        while True:
            args = self.mended(*(kind.full(rng, size) for kind in self.kinds))
            if self.also(*args):
                return self.kind(*args)

    @property
    def size_of_large_ones(self) -> int:
        """As large as the statement allows, and as is solved soon."""
        allowed = max(kind.largest for kind in self.kinds)
        return allowed if self.wide is None else min(self.wide, allowed)

    def solved(self, game: Game) -> Solution:
        """The exact answer: within the constraints all random ones are small."""
        by = self.by if isinstance(game, self.kind) else None  # misère play has no such method
        return solve(game, budget=INPUT_STATES, engine="plain", method=by)

    def smaller(self, game: Game) -> Iterator[Game]:
        """Instances a step smaller that the statement allows."""
        return (less for less in smaller(game) if self.accepts(less))

    @property
    def count(self) -> int:
        """How many arguments a function is given."""
        return len(self.kinds) + len(self.more)

    @property
    def needs(self) -> str:
        """The same in words."""
        return f"{self.count} argument{'s' * (self.count != 1)}, as {self.method}(…)"

    @property
    def example(self) -> str:
        """An instance."""
        return example_line(self.kind)


def _fields_of(kind: type[Game]) -> tuple[str, ...]:
    return tuple(field.name for field in arguments_of(kind).values() if not field.is_setting)


def _even_and_odd(piles: list[int]) -> bool:
    return len(piles) % 2 == 0 and sum(piles) % 2 == 1


def _cut_to_even(piles: list[int]) -> Arguments:
    """An even number of piles; the parity of the total is left to chance."""
    return (piles[: len(piles) // 2 * 2],)


def _cut_to_same_length(alice: list[int], bob: list[int]) -> Arguments:
    both = min(len(alice), len(bob))
    return alice[:both], bob[:both]


def _same_length(alice: list[int], bob: list[int]) -> bool:
    return len(alice) == len(bob)


class Particulars(TypedDict, total=False):
    """What a problem has that most have not, see `Problem`."""

    arguments: Callable[..., Arguments]
    also: Callable[..., bool]
    mended: Callable[..., Arguments]
    largest: int
    wide: int
    by: str | None


ONE_HEAP: Particulars = {"arguments": _of("heap"), "by": "heap-sieve"}
# LeetCode's arguments and constraints, by the number of the problem
LEETCODE: dict[int, tuple[str, tuple[ArgumentKind[Any], ...], Particulars]] = {
    292: ("canWinNim", (Whole(1, 2**31 - 1, 50),), ONE_HEAP),
    464: (
        "canIWin",
        (Whole(1, 20, 1), Whole(0, 300, 4)),
        {"arguments": lambda game: (len(game.pool), game.target), "largest": 8},
    ),
    486: ("predictTheWinner", (WholeNumbers(1, 20, 0, 10**7),), {}),
    877: (
        "stoneGame",
        (WholeNumbers(2, 500, 1, 500),),
        {"also": _even_and_odd, "mended": _cut_to_even},
    ),
    913: ("catMouseGame", (Burrow(),), {"arguments": _of("graph"), "largest": 6}),
    1025: ("divisorGame", (Whole(1, 1000, 80),), {"arguments": _of("heap")}),
    1140: ("stoneGameII", (WholeNumbers(1, 100, 1, 10**4),), {}),
    1406: ("stoneGameIII", (WholeNumbers(1, 5 * 10**4, -1000, 1000),), {}),
    1510: ("winnerSquareGame", (Whole(1, 10**5, 25),), ONE_HEAP),
    1563: ("stoneGameV", (WholeNumbers(1, 500, 1, 10**6),), {"wide": 80}),
    1686: (
        "stoneGameVI",
        (WholeNumbers(1, 10**5, 1, 100),) * 2,
        {
            "arguments": _of("alice", "bob"),
            "also": _same_length,
            "mended": _cut_to_same_length,
            "largest": 7,
            "wide": 12,
        },
    ),
    1690: ("stoneGameVII", (WholeNumbers(2, 1000, 1, 1000),), {"wide": 150}),
    1872: ("stoneGameVIII", (WholeNumbers(2, 10**5, -(10**4), 10**4),), {"wide": 200}),
    2029: (
        "stoneGameIX",
        (WholeNumbers(1, 10**5, 1, 10**4),),
        {"arguments": _of("stones"), "wide": 100},
    ),
}


@cache
def numbered() -> dict[type[Game], int]:
    """The classes of LeetCode's problems, with their numbers."""
    return {find(f"lc{number}"): number for number in LEETCODE}


def leetcode(number: int) -> Problem:
    """A problem of LeetCode by its number."""
    method, kinds, rest = LEETCODE[number]
    game = find(f"lc{number}")
    example = tuple(map(_listed, game.example))[: len(kinds)]
    return Problem(f"lc{number}", game, kinds=kinds, method=method, examples=(example,), **rest)


# -- every other game ------------------------------------------------------------------------------


def example_line(kind: type[Game]) -> str:
    """An instance of a class, as it is written."""
    example = getattr(kind, "example_game", None)
    return f"{kind.__name__}(…)" if example is None else spelled(example())


@dataclass(frozen=True)
class OwnProblem:
    """A class of games: a function is called with the arguments of the class."""

    kind: type[Game]
    asked: tuple[str, ...] = ()  # the arguments that this function takes
    method: str = ""
    largest: int = 12
    size_of_large_ones: int = 40

    def for_function(self, least: int, most: int) -> OwnProblem:
        """The same for a function of so many arguments; what has a default there is left out."""
        fields = [f for f in arguments_of(self.kind).values() if not f.is_setting]
        must = sum(not field.may_be_left_out for field in fields)
        count = len(fields) if most == ANY_NUMBER else max(must, min(least, len(fields)))
        return replace(self, asked=tuple(field.name for field in fields[:count]))

    @property
    def name(self) -> str:
        """The class, by the name that the catalogue gives it."""
        return str(getattr(self.kind, "name", self.kind.__name__))

    @property
    def count(self) -> int:
        """How many arguments a function is given."""
        return len(self.asked)

    @property
    def needs(self) -> str:
        """Their names."""
        return ", ".join(self.asked) or "nothing"

    @property
    def example(self) -> str:
        """An instance."""
        return example_line(self.kind)

    @property
    def fields(self) -> tuple[str, ...]:
        """The arguments of the class."""
        return _fields_of(self.kind)

    def called_with(self, game: Game) -> Arguments:
        """What a function is called with for an instance: the fields that it takes."""
        return self.arguments(game)

    def arguments(self, game: Game) -> Arguments:
        """The fields of an instance."""
        try:
            return tuple(_listed(getattr(game, name)) for name in self.asked)
        except AttributeError as error:
            raise BadInput(
                f"{self.kind.__name__}: {error}",
                where="judge",
                rule="a function is called with the arguments of the class, read off its instances",
                fix="Keep them as attributes of the same names",
            ) from None

    def accepts(self, game: Game) -> bool:  # noqa: ARG002
        """What the class accepts."""
        return True

    def is_whole(self, game: Game) -> bool:
        """Whether the arguments say all about an instance: all else is as the class has it."""
        given = {name: getattr(game, name) for name in self.asked}
        try:
            return spelled(self.kind(**given)) == spelled(game)
        except REFUSALS:
            return False

    def edges(self) -> Iterator[Game]:
        """Its example, then some of the smallest instances."""
        example = getattr(self.kind, "example_game", None)
        if example is not None and self.is_whole(example()):
            yield example()
        draw = self.drawing(Random(0))
        for place in range(SMALL_ONES):
            yield draw(place * 3 // SMALL_ONES)

    def drawing(self, rng: Random) -> Callable[[int], Game]:
        """What draws an instance of about a size; the smallest ones first."""
        own = has_random(self.kind)
        instances = Instances(self.kind, rng, None if own else self.asked)
        if not own:
            return instances.draw
        return lambda size: next(self._whole_ones(instances, size))

    def full(self, rng: Random, size: int) -> Game:
        """An instance of about a size: nobody knows what is allowed."""
        return self.drawing(rng)(size)

    def _whole_ones(self, instances: Instances, size: int) -> Iterator[Game]:
        """Those of the class's own `random` that the arguments describe."""
        for _ in range(DRAWS_OF_A_CLASS):
            game = instances.draw(size)
            if self.is_whole(game):
                yield game
        raise BadInput(
            f"{DRAWS_OF_A_CLASS} random instances have other fields than {self.needs}",
            where=self.name,
            rule="a function is called with the arguments of the class",
            fix="Let it take all of them",
        )

    def solved(self, game: Game) -> Solution | None:
        """The exact answer; None where an instance is too large to be one of many."""
        limits = Limits(LARGEST_INSTANCE, is_asked=True, work=LARGEST_INSTANCE, engine="plain")
        try:
            return Subject(game, limits).solution
        except NotApplicable:
            return None

    def smaller(self, game: Game) -> Iterator[Game]:
        """Instances a step smaller that the arguments describe."""
        whole = self.is_whole(game)
        return (less for less in smaller(game) if not whole or self.is_whole(less))


def problem_of(game: type[Game]) -> Problem | OwnProblem:
    """The problem that a class of games stands for."""
    number = numbered().get(game)
    return leetcode(number) if number else OwnProblem(game)
