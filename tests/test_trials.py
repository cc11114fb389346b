"""check(Class, trials=…): random instances of a class, each through the battery, the first failure
shrunk. Senior document, section 8.4: the DP validated against a brute-force oracle in 2000 trials;
section 9.1: a property-test battery on random small arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from prompt_runs import typed
from zermelo import Game, LastMoverWins, Move, check
from zermelo._check import Trials
from zermelo._check import trials as trials_file
from zermelo._check.readiness import ready
from zermelo.errors import BadInput
from zermelo.games import GAMES, Ends


@dataclass(frozen=True)
class Coins(Game):
    """Take a coin from either end."""

    row: tuple[int, ...]

    @property
    def start(self) -> tuple[int, int]:
        return 0, len(self.row) - 1

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left])
            yield Move((left, right - 1), gain=self.row[right])


class WrongPay(Coins):
    """The right move pays the left coin."""

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left])
            yield Move((left, right - 1), gain=self.row[left])

    def reflected(self) -> WrongPay:
        return WrongPay(self.row[::-1])


def found(report: Trials, name: str) -> Any:
    return next(one for one in report.findings if one.name == name)


def test_a_right_class_holds_and_every_property_counts_what_it_compared() -> None:
    report = check(Coins, trials=40)
    assert report.ok
    assert (report.trials, report.seed) == (40, 0)
    assert 10 < report.instances <= 40
    assert report.states > report.instances
    oracle = found(report, "oracle")
    assert oracle.compared > 50
    assert oracle.detail.endswith(f"all equal; {report.instances} instances")
    assert found(report, "mirror").detail == "no mirror(state) declared"
    assert "40 made, seed 0; " in str(report)


def test_the_first_failure_is_shrunk_to_the_smallest_instance() -> None:
    """Senior document, section 9.1: the symmetry test catches an asymmetric indexing bug."""
    report = check(WrongPay, trials=2000)
    assert not report.ok
    assert [one.name for one in report.failures] == ["reflection"]
    assert report.failures[0].smallest == WrongPay((0, 1))
    assert report.trials < 100
    assert "smallest: WrongPay(row=(0, 1))" in str(report)


def test_a_slip_that_only_negative_numbers_show_is_found() -> None:
    """Senior document, section 9: the recurrence must hold without assuming positive gains."""

    class Bounded(Coins):
        def bounds(self, state: tuple[int, int]) -> tuple[int, int]:
            most = sum(self.row[state[0] : state[1] + 1])
            return -most, most

    report = check(Bounded, trials=100)
    assert [one.name for one in report.failures] == ["bounds"]
    assert report.failures[0].smallest == Bounded((-1,))


def test_rules_that_fail_on_the_empty_row_are_found() -> None:
    class First(Coins):
        @property
        def start(self) -> tuple[int, int]:
            return 0 * self.row[0], len(self.row) - 1

    report = check(First, trials=50)
    assert report.failures[0].smallest == First(())


def test_another_seed_draws_other_instances_and_the_same_seed_the_same() -> None:
    one, same, other = (check(Coins, trials=15, seed=seed) for seed in (1, 1, 2))
    assert str(one) == str(same)
    assert one.states != other.states


def test_a_class_without_arguments_has_one_instance() -> None:
    class Fixed(Game):
        start = 3

        def moves(self, state: int) -> list[Move]:
            return [Move(state - 1, gain=state)] if state else []

    report = check(Fixed, trials=500)
    assert (report.ok, report.trials, report.instances) == (True, 1, 1)


def test_instances_that_are_too_large_are_left_and_counted() -> None:
    @dataclass(frozen=True)
    class Wide(Game):
        size: int

        start = 0

        def moves(self, state: int) -> Iterator[Move]:
            if self.size > 2:
                yield from (Move(state + 1 + step) for step in range(self.size))

    report = check(Wide, trials=40)
    assert report.too_large > 0
    assert report.instances > 0
    assert f"{report.too_large} too large" in str(report)


def test_where_every_instance_is_too_large_nothing_was_checked() -> None:
    class Endless(Coins):
        def moves(self, state: tuple[int, int]) -> Iterator[Move]:
            yield Move((state[0] + 1, 0))

    report = check(Endless, trials=5)
    assert (report.ok, report.failures, report.instances) == (False, (), 0)
    assert "nothing was checked" in str(report)


def test_time_ends_the_trials() -> None:
    report = check(Coins, trials=10**6, seconds=0.05)
    assert report.trials < 10**6
    assert "time is over after" in str(report)


def test_an_instance_whose_rules_never_end_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Stuck(Game):
        heap: int
        start = 0

        def moves(self, state: int) -> Iterator[Move]:
            while self.heap < 0:
                pass
            yield from ()

    monkeypatch.setattr(trials_file, "TRIAL_PATIENCE", 0.05)
    report = check(Stuck, trials=200)
    assert [one.name for one in report.failures] == ["rules"]
    assert "not done after 0.05 s" in str(report)
    assert repr(report) == "<Trials of Stuck: ok=False, rules, seed 0>"


def test_one_instance_takes_no_trials() -> None:
    with pytest.raises(BadInput, match=r"check\(Ends, trials=…\)"):
        check(Ends((5, 3)), trials=10)  # type: ignore[call-overload]


@pytest.mark.parametrize("trials", [0, -1, 2.5, True])
def test_a_number_of_trials_is_a_whole_number(trials: Any) -> None:
    with pytest.raises(BadInput, match="trials"):
        check(Ends, trials=trials)


def test_a_method_that_is_almost_random_is_named() -> None:
    class Slip(Coins):
        @classmethod
        def randon(cls, rng: Random) -> Any:
            return cls((rng.randint(0, 9),))

    assert check(Slip, trials=3).warnings == ("did you mean random? `randon` is never called",)


@pytest.mark.parametrize("kind", GAMES[::3], ids=lambda kind: kind.name)
def test_games_of_the_catalogue_hold(kind: type[Game]) -> None:
    report = check(kind, trials=3, seed=5)
    assert report.ok, str(report)


# -- at the prompt ---------------------------------------------------------------------------------

FILE = """
from dataclasses import dataclass
from zermelo import Game, Move

@dataclass(frozen=True)
class Coins(Game):
    row: tuple[int, ...]
    @property
    def start(self):
        return 0, len(self.row) - 1
    def moves(self, state):
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left])
            yield Move((left, right - 1), gain=self.row[left])
    def reflected(self):
        return Coins(self.row[::-1])
"""


def test_the_prompt_draws_instances_of_a_class_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coins.py").write_text(FILE)
    done = typed("check", "coins.py:Coins", "--trials", "200", "--seed", "3")
    assert done.exit_code == 1
    assert "reflection   FAILED" in done.stdout
    assert "smallest: Coins(row=(0, 1))" in done.stdout
    assert "seed 3" in done.stdout


def test_the_prompt_draws_instances_of_the_catalogue() -> None:
    done = typed("check", "lc486", "--trials", "20")
    assert done.exit_code == 0
    assert done.stdout.startswith("PredictTheWinner: all that applies holds")


def test_the_prompt_takes_no_arguments_beside_trials() -> None:
    done = typed("check", "lc486", "5", "3", "--trials", "20")
    assert done.exit_code == 2
    assert "random instances are drawn of a class" in done.stderr


@dataclass(frozen=True)
class Columns(Coins):
    """Refuses an empty row."""

    def __post_init__(self) -> None:
        if not self.row:
            raise ValueError("no column")


def test_what_the_class_refuses_is_drawn_again_and_named() -> None:
    report = check(Columns, trials=60)
    assert report.ok
    assert report.refused > 0
    assert "refused by the class (first row=(); ValueError: no column)" in str(report)


# -- what a report may not pass over -------------------------------------------------------------


@dataclass(frozen=True)
class Dice(Game):
    """A gain that is thrown: now and then it is the same twice."""

    row: tuple[int, ...]
    start = 0

    def moves(self, state: int) -> Iterator[Move]:
        if state < len(self.row):
            yield Move(state + 1, gain=self.row[state] + dice.randint(0, 1))


dice = Random(7)


def test_a_failure_that_is_seen_once_stays_a_failure() -> None:
    """Rules that answer now so, now so, may hold when they are asked again to be shrunk."""
    for seed in range(20):
        report = check(Dice, trials=50, seed=seed)
        assert not report.ok
        assert {one.name for one in report.failures} & {"determinism", "oracle", "certificate"}


@dataclass(frozen=True)
class Upwards(Game):
    """It only goes up."""

    first: int

    @property
    def start(self) -> int:
        return self.first

    def moves(self, state: int) -> Iterator[Move]:
        yield Move(state + 1, gain=1)


def test_where_every_instance_is_too_large_time_is_not_to_blame() -> None:
    report = check(Upwards, trials=60)
    assert not report.ok
    assert {one.detail for one in report.findings} == {
        f"every instance is too large for a trial, {report.too_large} of them"
    }


@dataclass(frozen=True)
class Wraps(Game):
    """The second move looks one place too far down."""

    row: tuple[int, ...]

    @property
    def start(self) -> int:
        return len(self.row)

    def moves(self, state: int) -> Iterator[Move]:
        if state > 1:
            yield Move(state - 2, gain=self.row[state - 3])


def test_slips_that_break_no_rule_are_told_of_random_instances_too() -> None:
    [warning] = check(Wraps, trials=40).warnings
    assert warning.startswith("self.row[state - 3] is at index -1 in state 2")
    assert "Wraps(row=(" in warning


@dataclass(frozen=True)
class Flips(LastMoverWins):
    """Two pluses side by side are turned into minuses."""

    signs: str

    @property
    def start(self) -> str:
        return self.signs

    def moves(self, state: str) -> Iterator[str]:
        for place in range(len(state) - 1):
            if state[place : place + 2] == "++":
                yield f"{state[:place]}--{state[place + 2 :]}"


class Mute(Flips):
    """The same with signs that nobody draws."""

    def moves(self, state: str) -> Iterator[str]:
        yield from (state[1:] for sign in state[:1] if ord(sign) == 7)


def test_texts_are_drawn_of_the_letters_in_the_rules() -> None:
    report = check(Flips, trials=60)
    assert report.ok
    assert report.moves > 20


def test_instances_without_a_move_are_not_called_right() -> None:
    report = check(Mute, trials=60)
    assert (report.ok, report.failures, report.moves) == (False, (), 0)
    assert "nothing was played, for no instance has a move; give the class a" in str(report)
    assert not ready(Mute, trials=30).ok


@dataclass(frozen=True)
class Board(Game):
    """Nought columns have no start."""

    columns: int = 4

    @property
    def start(self) -> tuple[int, ...]:
        row = [0] * self.columns
        row[0] = 0
        return tuple(row)

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        for place, height in enumerate(state):
            if height < 2:
                yield Move((*state[:place], height + 1, *state[place + 1 :]), gain=place * height)


class Nowhere(Board):
    """No arguments have a start."""

    @property
    def start(self) -> tuple[int, ...]:
        raise IndexError("no column")


def test_an_instance_without_a_start_is_left_out_and_named() -> None:
    report = check(Board, trials=30)
    assert report.ok
    assert report.refused > 0
    assert "IndexError: list assignment index out of range in start" in report.refusal
    wrong = check(Nowhere, trials=30)
    assert not wrong.ok
    assert "start raised IndexError: no column" in wrong.findings[0].detail
