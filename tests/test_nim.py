"""Nim by its closed form is Nim by the definition, and nothing else is taken for it."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from zermelo import LastMoverWins, Move, PayoffGame, check, solve
from zermelo.errors import BudgetExceeded, MethodRefused, ProofFailed, UnknownState
from zermelo.faces.record import record
from zermelo.games import Kayles, Nim
from zermelo.model.shapes import NimHeaps
from zermelo.proof.nim import verify_nim

SMALL = [heaps for n in range(5) for heaps in combinations_with_replacement(range(1, 6), n)]


@pytest.mark.parametrize("heaps", SMALL)
def test_the_nim_sum_is_what_the_parts_and_the_whole_graph_say(heaps: tuple[int, ...]) -> None:
    closed = solve(Nim(heaps), method="nim-sum")
    parts, whole = solve(Nim(heaps), method="nimbers"), solve(Nim(heaps), method="winloss")
    assert closed.nimber == parts.nimber
    assert closed.value == parts.value == whole.value
    assert closed.best_moves() == parts.best_moves() == whole.best_moves()
    assert closed.prove().value == closed.value


def test_large_heaps_are_answered_at_once_and_small_ones_by_the_definition() -> None:
    large = solve(Nim((10**18, 5, 10**18 + 3)))
    assert large.plan.method == "nim-sum"
    assert large.nimber == 10**18 ^ 5 ^ (10**18 + 3)
    assert large.prove().value == 1
    assert solve(Nim((3, 4, 5))).plan.method == "nimbers"


def test_the_record_of_a_huge_heap_compares_no_moves() -> None:
    told = record(solve(Nim((10**18,))))
    assert told["nimber"] == 10**18
    assert told["moves"] is None
    assert told["best"] == [step["name"] for step in told["line"]] == [f"{10**18} → 0"]
    assert record(solve(Nim((300, 200))))["line"] is not None


def test_other_heaps_than_the_start_may_be_asked_and_what_is_no_heap_is_refused() -> None:
    solution = solve(Nim((500, 300)))
    assert solution.at((7, 9)).nimber == 7 ^ 9
    assert solution.at(()).value == -1
    for state in [(9, 7), (0, 1), [1], "1", (1.0,)]:
        with pytest.raises(UnknownState):
            solution.at(state)


def test_a_long_game_is_played_to_its_end() -> None:
    steps = solve(Nim((300, 200))).play().steps
    assert len(steps) > 1
    assert solve(Nim((300, 200))).at(steps[0].move.to).nimber == 0


class Declared(LastMoverWins):
    """Says that it is Nim; its rules are another matter."""

    def __init__(self, *takes: int, start: tuple[int, ...] = (200,)) -> None:
        self.takes, self.start = takes, start
        self.shape = NimHeaps(200)

    def moves(self, state: tuple[int, ...]) -> Any:
        for place, heap in enumerate(state):
            for take in self.takes or range(1, heap + 1):
                if take <= heap:
                    rest = (*state[:place], *state[place + 1 :])
                    yield Move(tuple(sorted((*rest, *((heap - take,) if heap > take else ())))))


def test_the_proof_asks_the_rules() -> None:
    assert solve(Declared()).prove().value == 1
    with pytest.raises(ProofFailed, match="declared shape"):
        solve(Declared(1, 2)).prove()
    with pytest.raises(ProofFailed, match="XOR over its heaps"):
        verify_nim(Nim((3, 5)), (3, 5), 5, budget=1000)
    with pytest.raises(BudgetExceeded):
        verify_nim(Nim((3, 5)), (3, 5), 6, budget=10)


def test_check_finds_rules_that_are_not_those_of_the_shape() -> None:
    assert check(Nim((3, 4))).ok
    assert not check(Declared(1, 2, start=(6,))).ok


class Misere(Declared):
    """Whoever takes the last stone loses."""

    def payoff(self, state: tuple[int, ...]) -> int:
        return 1


class Totals(PayoffGame):
    start, shape, players = (1,), NimHeaps(1), 2


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Misere(), r"its end \(\) pays 1"),
        (Totals(), "own totals"),
        (Declared(start=(2, 1)), "no state of"),
        (Kayles((3,)), "shape NimHeaps"),
    ],
)
def test_only_nim_in_normal_play_is_taken(game: Any, reason: str) -> None:
    with pytest.raises(MethodRefused, match=reason):
        solve(game, method="nim-sum")


def test_many_small_heaps_are_played_by_the_closed_form() -> None:
    """By the definition every move of each is looked at: a play took a second for 250 heaps and
    a minute for a thousand.
    """
    many = solve(Nim((3,) * 400))
    assert many.plan.method == "nim-sum"
    assert (many.nimber, len(many.play())) == (0, 400)
    assert solve(Nim((3,) * 9)).plan.method == "nimbers"
