"""check(game) finds what is wrong with a user's game and shrinks it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from zermelo import Game, LastMoverWins, Move, Sum, check, solve
from zermelo._check import BATTERY, Finding
from zermelo.errors import RulesError
from zermelo.facts.instances import family, shrink, smaller
from zermelo.games import CatAndMouse, ConnectFour, Ends, Kayles, Nim, PlayersRow, TokenGraph
from zermelo.methods.answers import Table
from zermelo.methods.backward import Backward
from zermelo.model.shapes import Box, Row, Subsets


def verdicts(game: Game) -> dict[str, bool | None]:
    return {finding.name: finding.passed for finding in check(game).findings}


def test_a_sound_game_passes_all_that_applies() -> None:
    report = check(Ends((3, 9, 1, 2)))
    assert report.ok
    assert [finding.name for finding in report.findings] == [one.name for one in BATTERY]
    assert [finding.name for finding in report.findings if not finding.passed] == [
        "parts",
        "mirror",  # a row that is no palindrome is its own mirror image
        "canonical",
        "layer",
        "size",  # its shape says it
    ]
    assert "all that applies holds" in str(report)


@dataclass(frozen=True)
class Coins(Game):
    """A correct game, to be broken in one place at a time."""

    row: tuple[int, ...]

    @property
    def start(self) -> tuple[int, int]:
        return 0, len(self.row) - 1

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right], label="right")


def test_a_game_without_declarations_is_not_asked_about_them() -> None:
    found = verdicts(Coins((4, 1, 3)))
    assert found["oracle"] is True
    assert found["mirror"] is None
    assert found["space"] is None
    assert found["shape"] is None
    assert found["bounds"] is None


class WrongMirror(Coins):
    def mirror(self, state):
        left, right = state
        last = len(self.row) - 1
        return last - right, last - left  # a symmetry of palindromes only


def test_a_wrong_mirror_is_shrunk_to_two_coins() -> None:
    report = check(WrongMirror((7, 3, 9, 4, 4, 8)))
    (failure,) = report.failures
    assert failure.name == "mirror"
    assert failure.smallest is not None
    assert len(failure.smallest.row) == 2
    assert sorted(map(abs, failure.smallest.row)) in ([0, 1], [0, 0])
    assert "smallest" in str(report)


class MirrorOnce(Coins):
    def mirror(self, state):
        return (0, 0)


def test_a_mirror_that_is_no_involution_is_found() -> None:
    (failure,) = check(MirrorOnce((1, 1))).failures
    assert "twice" in failure.detail


class WrongCanonical(Coins):
    def canonical(self, state):
        return min(state, (len(self.row) - 1 - state[1], len(self.row) - 1 - state[0]))


def test_states_that_go_by_one_of_another_value_are_found() -> None:
    report = check(WrongCanonical((7, 3, 9, 4)))  # other properties fail of a wrong table too
    failure = next(f for f in report.failures if f.name == "canonical")
    assert "goes by" in failure.detail
    assert len(failure.smallest.row) == 2


class CanonicalTwice(Coins):
    def canonical(self, state):
        left, right = state
        return (left + 1, right) if 0 < left <= right else state


def test_a_canonical_state_goes_by_itself() -> None:
    (failure,) = check(CanonicalTwice((0, 0, 0, 0))).failures
    assert failure.name == "rules"  # nothing else can be asked then
    assert "canonical gave (2, 3), and of that it gives (3, 3)" in failure.detail


class WrongShape(Coins):
    @property
    def shape(self):
        return Row(tuple(value + (value == 9) for value in self.row))


def test_a_declared_shape_that_the_rules_do_not_follow_is_found() -> None:
    report = check(WrongShape((1, 2, 9, 4)))
    failure = next(f for f in report.failures if f.name == "shape")
    assert failure.smallest.row == (9,)


class WrongSpace(Coins):
    @property
    def space(self):
        return Box((0, 3), (0, 3))


def test_a_state_outside_the_declared_space_is_found() -> None:
    (failure,) = check(WrongSpace((1, 2))).failures
    assert failure.name == "space"
    assert "outside" in failure.detail


class WrongBounds(Coins):
    def bounds(self, state):
        return -3, 3


def test_a_value_outside_the_declared_bounds_is_found() -> None:
    (failure,) = check(WrongBounds((1, 50))).failures
    assert failure.name == "bounds"
    assert failure.smallest.row == (4,)


class Forgetful(Coins):
    asked = 0

    def moves(self, state):
        object.__setattr__(self, "asked", self.asked + 1)
        yield from list(super().moves(state))[self.asked % 7 == 0 :]


def test_rules_that_answer_differently_when_asked_again_are_found() -> None:
    assert "determinism" in {failure.name for failure in check(Forgetful((1, 2, 3, 4))).failures}


class Raises(Coins):
    def moves(self, state):
        if state[1] == 2:
            raise IndexError("no such coin")
        return super().moves(state)


def test_rules_that_raise_fail_at_once_with_the_state() -> None:
    report = check(Raises((1, 2, 3, 4)))
    assert [finding.name for finding in report.findings] == ["rules"]
    assert "IndexError" in report.failures[0].detail
    assert len(report.failures[0].smallest.row) == 3


def test_a_sign_error_in_a_method_is_found_by_several_properties(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The classic: adding the opponent's value instead of subtracting it."""
    right = Backward.run

    def wrong(self, case):
        table = right(self, case)
        graph, values = case.explored, list(table.values)
        for state in graph.sweep:
            moves = graph.moves_of(state)
            if moves:
                values[state] = max(graph.gain[m] + values[graph.to[m]] for m in moves)
        return Table(table.value_type, graph, values)

    monkeypatch.setattr(Backward, "run", wrong)
    failed = {failure.name for failure in check(Coins((1, 5, 2))).failures}
    assert {"oracle", "self-play", "certificate"} <= failed
    smallest = check(Coins((1, 5, 2, 8))).failures[0].smallest
    assert len(smallest.row) <= 2


@pytest.mark.parametrize(
    "game",
    [
        Sum(Nim((2,)), Kayles((3,))),
        CatAndMouse.example_game(),
        TokenGraph(((1, 2), (0,), ()), 0),
        PlayersRow((4, 1, 7, 2)),
        LastMoverWins.from_function(lambda n: [n - 1] if n else [], start=5),
        Game.from_edges({"a": {"b": 0, "z": 2}, "b": {"a": 0, "z": 1}}, start="a"),
    ],
)
def test_every_kind_of_game_can_be_checked(game: Game) -> None:
    assert check(game).ok


def test_a_game_too_large_for_the_oracle_is_checked_on_a_smaller_instance() -> None:
    assert verdicts(ConnectFour(3, 3))["oracle"] is True
    assert verdicts(Ends(tuple(range(30))))["oracle"] is True


def test_a_game_beyond_the_budget_says_so() -> None:
    endless = Game.from_function(lambda n: [n + 1], start=0)
    report = check(endless, budget=1_000)
    assert not report.ok
    assert report.checked is None
    assert "more than 1,000 states" in report.findings[0].detail
    assert "nothing was checked" in str(report)


def test_a_game_beyond_the_budget_is_checked_on_a_smaller_instance() -> None:
    report = check(ConnectFour(5, 5), budget=1_000)
    assert report.ok
    assert report.checked not in (None, report.game)
    assert repr(report.checked) in str(report)


def test_a_game_that_no_method_solves_is_not_called_wrong() -> None:
    game = Game.from_edges({"a": {"b": 1}, "b": {"a": 0}}, start="a")
    report = check(game)
    assert report.ok
    assert any("not solved" in finding.detail for finding in report.findings)


def test_smaller_instances_are_smaller_and_valid() -> None:
    for instance in smaller(Ends((3, 1))):
        assert sum(map(abs, instance.row)) + len(instance.row) < 6
    assert list(smaller(Game.from_edges({}, start=0))) == []


def test_shrinking_stops_at_its_limit() -> None:
    asked = []
    shrink(Ends((9,) * 30), lambda game: bool(asked.append(game)) or len(game.row) > 3, tries=5)
    assert len(asked) <= 6


def test_a_family_grows_up_to_the_game_itself() -> None:
    sizes = [(size, len(game.row)) for size, game in family(Ends(tuple(range(12))))]
    assert sizes == [(2, 2), (4, 4), (6, 6), (8, 8), (10, 10), (12, 12)]


def test_spaces_know_their_size_and_members() -> None:
    assert Subsets(5).size == 32
    assert 31 in Subsets(5)
    assert 32 not in Subsets(5)
    assert Box((0, 2), (1, 3)).size == 9
    assert (2, 1) in Box((0, 2), (1, 3))
    assert (2, 4) not in Box((0, 2), (1, 3))
    assert 7 not in Box((0, 2))


def test_solving_does_not_change_the_game() -> None:
    game = Coins((3, 1, 2))
    before = vars(game).copy()
    solve(game).prove()
    assert vars(game) == before


def test_a_rule_that_raises_is_named_with_file_and_line() -> None:
    class Broken(LastMoverWins):
        start = 5

        def moves(self, state: int) -> Iterator[int]:
            yield state - 5 // (state - 3)

    [failed] = check(Broken()).failures
    assert re.match(r"test_check\.py, line \d+: Broken in state 3", failed.detail)


def test_a_failure_inside_pythons_library_names_the_rule_that_called_it() -> None:
    class Drawn(LastMoverWins):
        start = 3

        def moves(self, _state: int) -> Iterator[int]:
            yield random.Random(0).choice([])

    failed = check(Drawn()).failures[0]
    assert re.match(r"test_check\.py, line \d+: Drawn in state 3", failed.detail)


class Countdown(LastMoverWins):
    start = 9

    def moves(self, state: int) -> list[int]:
        return [state - taken for taken in (1, 2) if state >= taken]


def test_layers_that_fall_and_rise_are_found_and_the_moves_named() -> None:
    class Rising(Countdown):
        def layer(self, state: int) -> int:
            return state // 2

    class FallingAndRising(Countdown):
        def layer(self, state: int) -> int:
            return state % 3

    def layers(game: Game) -> Finding:
        return next(found for found in check(game).findings if found.name == "layer")

    assert str(layers(Rising())).endswith("17 moves compared, layers never rise, or never fall")
    assert layers(Countdown()).passed is None
    told = layers(FallingAndRising())
    assert told.passed is False
    assert told.detail == (
        "the move from 2 to 1 leads from 2 to 1, and the move from 3 to 2 leads from 0 to 2"
    )


@pytest.mark.parametrize(
    ("layer", "told"),
    [
        (lambda _, state: state / 2, "4.5"),
        (lambda *_: None, "None"),
        (lambda *_: "a", "'a'"),
        (lambda _, state: {}[state], "KeyError: 9"),
        (3, "TypeError: 'int' object is not callable"),
    ],
)
def test_what_is_no_layer_is_refused_in_words(layer: object, told: str) -> None:
    game = type("Odd", (Countdown,), {"layer": layer})()
    solution = solve(game, engine="plain")
    asked: list[Callable[[], object]] = [
        lambda: solution.histogram(by_layer=True),
        lambda: solution.where(layer=3),
        solution.to_arrow,
        lambda: solution.arrays().layers,
    ]
    for ask in asked:
        with pytest.raises(RulesError, match=re.escape(f"Odd.layer(9): {told}; layer is a method")):
            ask()
    assert [found.name for found in check(game).failures] == ["layer"]
