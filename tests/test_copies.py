"""Solutions as copies and pickles: the same answers, and the same proof, in another process too."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from zermelo import Game, LastMoverWins, Move, OwnTotals, PayoffGame, Solution, Sum, diagnose, solve
from zermelo.games import CatAndMouse, Ends, Kayles, Nim, Rows

COPIES: tuple[Callable[[Any], Any], ...] = (
    lambda thing: pickle.loads(pickle.dumps(thing)),
    copy.deepcopy,
    copy.copy,
)


class Countdown(Game):
    """Small, scored, and quick to compile."""

    start = 30

    def moves(self, state: int) -> Iterator[Move]:
        for take in (1, 2, 5):
            if take <= state:
                yield Move(state - take, gain=take * (state % 7))


class Turns(PayoffGame):
    start = (5, 0)

    def turn(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        if state[0]:
            yield Move((state[0] - 1, 1 - state[1]), gain=state[0])


def halves(heap: int) -> list[int]:
    return [heap // 2, heap - 1] if heap > 1 else []


SOLUTIONS = {
    "compiled": lambda: solve(Countdown(), engine="compiled"),
    "compiled search": lambda: solve(Countdown(), engine="compiled", method="alphabeta"),
    "plain search": lambda: solve(Countdown(), method="alphabeta", seconds=60),
    "plain": lambda: solve(Countdown()),
    "vectors": lambda: solve(Turns()),
    "own totals": lambda: solve(OwnTotals(Countdown())),
    "cycles": lambda: solve(CatAndMouse.example_game()),
    "row": lambda: solve(Ends((3, 1, 4, 1, 5)), method="peak-fusion"),
    "rows": lambda: solve(Rows(((3, 1, 4), (1, 5)))),
    "nim": lambda: solve(Nim((3, 4, 5))),
    "octal": lambda: solve(Kayles((10,))),
    "sum": lambda: solve(Sum(Nim((3,)), Nim((5,)))),
    "function": lambda: solve(LastMoverWins.from_function(halves, start=20)),
    "edges": lambda: solve(Game.from_edges({"a": {"b": 5, "c": 2}, "b": {"c": 4}}, start="a")),
}


@pytest.fixture(scope="module", params=SOLUTIONS)
def solution(request: pytest.FixtureRequest, own_cache: None) -> Solution:
    found: Solution = SOLUTIONS[request.param]()
    return found


@pytest.mark.unmeasured
def test_a_copy_answers_as_the_solution_does(solution: Solution) -> None:
    for copied in (make(solution) for make in COPIES):
        assert copied.value == solution.value
        assert copied.best_moves() == solution.best_moves()
        assert copied.play().moves == solution.play().moves
        assert copied.play().totals == solution.play().totals
        assert str(copied.prove()) == str(solution.prove())
        assert str(copied) == str(solution)
        assert repr(copied) == repr(solution)


def test_what_comes_with_a_solution_is_copied_too(solution: Solution) -> None:
    for make in COPIES:
        assert str(make(solution.plan)) == str(solution.plan)
        assert str(make(solution.play())) == str(solution.play())
        assert str(make(solution.prove())) == str(solution.prove())
        facts = diagnose(solution.game)
        assert str(make(facts)) == str(facts)


def test_a_copy_is_used_after_scores_were_asked_for() -> None:
    solution = solve(Countdown())
    with pytest.raises(Exception, match="collects") as reason:
        solution.scores  # noqa: B018 - what every play collects is now in its memory
    copied = copy.deepcopy(solution)
    with pytest.raises(type(reason.value), match="collects"):
        copied.scores  # noqa: B018


def test_a_search_keeps_the_time_it_had_left() -> None:
    search = solve(Countdown(), method="alphabeta", seconds=60).answers.search  # type: ignore[attr-defined]
    copied = pickle.loads(pickle.dumps(search))
    assert not copied.is_late
    search.deadline -= 61
    assert pickle.loads(pickle.dumps(search)).is_late
