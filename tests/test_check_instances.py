"""check(game) looks at the largest instance that fits and counts what it compares."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

import pytest

from unnamed_games import Unnamed
from zermelo import Game, LastMoverWins, Move, check, diagnose, explore, solve
from zermelo._check import Report
from zermelo.errors import RulesError
from zermelo.facts.fitting import Fitting
from zermelo.facts.instances import shrink
from zermelo.games import Ends


@dataclass(frozen=True)
class Cells(Game):
    """Fill the cells of a square, two bitmasks, the mover's first; whoever has a row wins."""

    size: int

    start = (0, 0)

    def rows(self) -> list[int]:
        return [(2**self.size - 1) << self.size * row for row in range(self.size)]

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        mine, yours = state
        if not any(yours & row == row for row in self.rows()):
            for cell in range(self.size**2):
                if not (mine | yours) >> cell & 1:
                    yield Move((yours, mine | 1 << cell))

    def payoff(self, state: tuple[int, int]) -> int:
        return -1 if any(state[1] & row == row for row in self.rows()) else 0


def finding(report: Report, name: str):
    return next(found for found in report.findings if found.name == name)


def test_a_game_beyond_the_budget_is_checked_on_its_largest_instance_that_fits() -> None:
    report = check(Cells(4), budget=7_000)
    assert report.ok
    assert report.checked == Cells(3)
    assert "smaller instance Cells(size=3)" in str(report)


def test_the_largest_instance_is_found_by_halves_and_then_by_ones() -> None:
    fit = Fitting(budget=100, work=100_000).largest(Ends(tuple(range(1000))))
    assert fit is not None
    assert len(fit.game.row) == 12  # 90 states; 13 coins have 104
    assert len(fit.graph) == 90


def test_short_rows_of_numbers_keep_their_proportions() -> None:
    @dataclass(frozen=True)
    class Heaps(LastMoverWins):
        heaps: tuple[int, ...]

        @property
        def start(self):
            return self.heaps

        def moves(self, state):
            for place, heap in enumerate(state):
                for left in range(heap):
                    yield Move((*state[:place], left, *state[place + 1 :]))

    fit = Fitting(budget=500, work=100_000).largest(Heaps((4000, 2000)))
    assert fit is not None
    assert fit.game.heaps == (30, 15)
    assert len(fit.graph) == 31 * 16  # one more gives 32 × 16 = 512


class Dice(Cells):
    def moves(self, state):
        moves = list(super().moves(state))
        yield from moves[: 1 + int(random.random() * len(moves))]


def test_chance_in_a_game_beyond_the_budget_is_found() -> None:
    report = check(Dice(4), budget=5_000)
    assert [failure.name for failure in report.failures] == ["determinism"]
    assert [found.name for found in report.findings] == ["rules", "determinism"]


def test_nothing_is_asked_of_rules_that_answer_in_two_ways() -> None:
    random.seed(1)  # the dice of so small a game may fall twice alike
    assert [found.name for found in check(Dice(2)).findings] == ["rules", "determinism"]


@dataclass(frozen=True)
class Field(LastMoverWins):
    """Walk to the right or down; the start is the first cell, so that there must be one."""

    columns: int
    rows: int

    @property
    def start(self) -> tuple[int, int]:
        cells = [(column, row) for row in range(self.rows) for column in range(self.columns)]
        return cells[0]

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        column, row = state
        if column + 1 < self.columns:
            yield Move((column + 1, row))
        if row + 1 < self.rows:
            yield Move((column, row + 1))


def test_a_game_whose_empty_instance_has_no_start_is_right() -> None:
    report = check(Field(40, 30), budget=200)
    assert report.ok
    assert report.checked not in (None, report.game)


@dataclass(frozen=True)
class Refuses(Cells):
    """An instance of size 2 cannot be made, and one of size 1 has no start."""

    def __post_init__(self) -> None:
        if self.size == 2:
            raise ValueError("two is too few")

    @property
    def start(self):
        if self.size == 1:
            raise IndexError("no cell")
        return (0, 0)


def test_an_instance_that_cannot_be_built_is_skipped_and_named() -> None:
    report = check(Refuses(4), budget=8_000)
    assert not report.failures
    assert any("ValueError (two is too few) in the constructor" in text for text in report.skipped)
    assert "skipped" in str(report)


def test_rules_that_fail_for_a_smaller_instance_alone_are_skipped_and_named() -> None:
    class Fragile(Cells):
        def moves(self, state):
            if self.size == 2:
                raise IndexError("no such cell")
            return super().moves(state)

    report = check(Fragile(4), budget=8_000)
    assert not report.failures
    assert any("IndexError: no such cell" in text for text in report.skipped)


def test_an_own_instance_that_fails_is_not_shrunk_to_one_that_has_no_start() -> None:
    @dataclass(frozen=True)
    class Breaks(Cells):
        @property
        def start(self):
            return [(0, 0)][0 if self.size else 1]

        def moves(self, state):
            if state[0].bit_count() == 1:
                raise IndexError("list index out of range")
            return super().moves(state)

    (failure,) = check(Breaks(2)).failures
    assert failure.name == "rules"
    assert failure.smallest.size == 2


def test_an_empty_game_of_the_users_own_is_checked_as_it_is() -> None:
    report = check(Ends(()))
    assert report.checked == Ends(())
    assert report.ok


def test_nothing_fits_a_budget_of_one_state_and_that_is_no_success() -> None:
    report = check(Ends((1, 2, 3)), budget=1)
    assert "Ends has more than 1 state;" in str(report)
    assert report.checked is None
    assert report.compared == 0
    assert report.ok is False
    assert "nothing was checked" in str(report)


def test_every_passed_line_says_how_many_comparisons_it_rests_on() -> None:
    report = check(Ends((3, 9, 3)))
    assert all(bool(found.compared) is (found.passed is True) for found in report.findings)
    assert f"{finding(report, 'mirror').compared} twins compared, all equal" in str(report)
    assert report.compared == sum(found.compared for found in report.findings)


class Swapped(Cells):
    """A mirror that leaves the table: the other player is to move."""

    def mirror(self, state):
        return state[::-1]


def test_twins_outside_the_table_are_solved_and_compared() -> None:
    mirror = finding(check(Swapped(2)), "mirror")
    assert mirror.passed is False
    assert "its mirror" in mirror.detail


def test_a_mirror_that_is_the_identity_compares_nothing() -> None:
    class Same(Cells):
        def mirror(self, state):
            return state

    mirror = finding(check(Same(2)), "mirror")
    assert mirror.passed is None
    assert mirror.detail == "nothing to compare: every state is its own mirror"


def test_twins_that_cannot_be_solved_within_the_limit_are_counted_as_left_out() -> None:
    class Away(LastMoverWins):
        """Negative states go on for ever."""

        start = 3

        def moves(self, state):
            if state:
                yield Move(state - 1)

        def mirror(self, state):
            return -state

    mirror = finding(check(Away()), "mirror")
    assert mirror.passed is None
    assert "no twin could be solved" in mirror.detail


def test_a_large_game_is_asked_on_a_stated_sample() -> None:
    report = check(Ends(tuple(range(60))))
    assert report.ok
    determinism = finding(report, "determinism")
    assert determinism.sampled == "sampled 500 of 1,890 states"
    assert determinism.sampled in str(report)
    assert determinism.compared == 500


def test_a_game_is_explored_once_for_all_properties() -> None:
    asked = 0

    class Counting(Cells):
        def moves(self, state):
            nonlocal asked
            asked += 1
            return super().moves(state)

    assert check(Counting(3)).ok
    states = len(explore(Cells(3)))
    assert asked <= 4 * states  # explored, asked again, proved; and the naive recursion's share


def test_the_naive_recursion_is_held_against_the_game_itself_near_its_ends() -> None:
    oracle = finding(check(Cells(3)), "oracle")
    assert oracle.passed is True
    assert oracle.compared > 50


class Thrown(Unnamed):
    @classmethod
    def random(cls, rng: random.Random) -> Thrown:
        return cls(rng.randint(0, 20))


class Holder(LastMoverWins):
    def __init__(self, inner: Unnamed) -> None:
        self.inner = inner

    @property
    def start(self) -> int:  # type: ignore[override]
        return self.inner.start

    def moves(self, state: int) -> Iterator[Move]:
        return self.inner.moves(state)


def test_instances_without_a_repr_are_told_apart() -> None:
    for kind in (Unnamed, Thrown, Holder):
        assert check(kind, trials=60).instances > 10


class Pair(NamedTuple):
    one: int
    two: int


class Record(TypedDict):
    one: int
    two: int


@dataclass(frozen=True)
class OfPair(LastMoverWins):
    pair: Pair

    @property
    def start(self) -> int:  # type: ignore[override]
        return max(0, min(30, self.pair.one + self.pair.two))

    def moves(self, state: int) -> Iterator[Move]:
        if state:
            yield Move(state - 1)


@dataclass(frozen=True)
class OfRecord(OfPair):
    pair: Record  # type: ignore[assignment]

    @property
    def start(self) -> int:  # type: ignore[override]
        return max(0, min(30, self.pair["one"]))


@dataclass(frozen=True)
class TooLong(OfPair):
    """It does not know how to begin with four."""

    def moves(self, state: int) -> Iterator[Move]:
        if self.pair.one >= 4:
            raise ValueError("four is too many")
        return super().moves(state)


def test_named_tuples_and_typed_dicts_are_drawn_field_by_field() -> None:
    assert check(OfPair, trials=40).instances > 10
    assert check(OfRecord, trials=40).instances > 10


def test_a_named_tuple_is_shrunk_by_its_fields() -> None:
    report = check(TooLong, trials=200)
    smallest = report.failures[0].smallest
    assert smallest == TooLong(Pair(4, 0))
    assert isinstance(smallest.pair, Pair)
    assert check(OfPair(Pair(20, 20)), budget=10).checked not in (None, OfPair(Pair(20, 20)))


@dataclass(frozen=True)
class Petals(LastMoverWins):
    """Pick a petal; the row of them is a text."""

    word: str = "." * 24

    @property
    def start(self) -> str:
        return self.word

    def moves(self, state: str) -> Iterator[str]:
        for place, petal in enumerate(state):
            if petal == ".":
                yield state[:place] + "x" + state[place + 1 :]


@dataclass(frozen=True)
class Size:
    rows: int
    columns: int


@dataclass(frozen=True)
class Plot(LastMoverWins):
    """Take a square; the size is an object of its own."""

    size: Size = Size(6, 7)
    start = 0

    def moves(self, state: int) -> Iterator[int]:
        for place in range(self.size.rows * self.size.columns):
            if not state >> place & 1:
                yield state | 1 << place


@dataclass(frozen=True)
class Bag(LastMoverWins):
    """Take a number out of a set."""

    numbers: frozenset[int] = frozenset(range(40))

    @property
    def start(self) -> frozenset[int]:
        return self.numbers

    def moves(self, state: frozenset[int]) -> Iterator[frozenset[int]]:
        for number in state:
            yield state - {number}


@pytest.mark.parametrize(
    ("game", "fits"),
    [
        (Petals(), Petals("." * 8)),
        (Plot(), Plot(Size(3, 2))),
        (Bag(), Bag(frozenset(range(8)))),
    ],
    ids=["text", "object", "set"],
)
def test_texts_objects_and_sets_are_made_smaller_until_they_fit(game: Game, fits: Game) -> None:
    report = check(game, budget=300)
    assert report.ok
    assert report.checked == fits


def test_texts_objects_and_sets_of_a_failure_are_shrunk() -> None:
    assert shrink(Petals(), lambda game: len(game.word) >= 3) == Petals("...")
    assert shrink(Plot(), lambda game: game.size.rows >= 2).size == Size(2, 0)
    assert len(shrink(Bag(), lambda game: len(game.numbers) >= 3).numbers) == 3


class Strict(Petals):
    """A constructor that refuses by an assertion."""

    def __post_init__(self) -> None:
        assert len(self.word) > 2, "a row has three petals at least"


def test_a_constructor_may_refuse_in_any_way() -> None:
    assert check(Strict("....")).ok
    assert check(Strict("." * 20), budget=300).ok
    assert diagnose(Strict("....")).states == 16


class Drawn(Petals):
    """A start that is drawn."""

    @property
    def start(self) -> str:
        return "." * random.randint(1, 10**6)


def test_a_start_that_is_drawn_is_refused() -> None:
    assert not check(Drawn()).ok
    with pytest.raises(RulesError, match="asked twice, start is"):
        solve(Drawn())
