"""Every front door keeps to its time, whatever the rules do, and says what is known by then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any

import pytest

from zermelo import (
    Game,
    LastMoverWins,
    Move,
    PayoffGame,
    check,
    diagnose,
    explore,
    forecast,
    plan,
    solve,
)
from zermelo.engines import choose
from zermelo.errors import BadInput, BudgetExceeded, TimeExceeded
from zermelo.games import ConnectFour, Ends, Nim
from zermelo.limits.deadline import (
    LONG_CALL,
    patiently,
)

SECONDS = 0.05


def spin() -> None:
    while True:
        pass


class NeverReturns(Game):
    start = 0

    def moves(self, state: int) -> Iterator[Move]:
        if state < 3:
            return iter([Move(state + 1)])
        while True:
            pass


class Stubborn(Game):
    start = 0

    def moves(self, state: int) -> Iterator[Move]:
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass


class SameForEver(Game):
    start = 0

    def moves(self, state: int) -> Iterator[Move]:
        while True:
            yield Move(1)


class NewForEver(Game):
    start = ()

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        for k in count():
            yield Move((k,))


class NeverPays(Game):
    start = 0

    def moves(self, state: int) -> Iterator[Move]:
        if state < 3:
            yield Move(state + 1)

    def payoff(self, state: int) -> int:
        while True:
            pass


class NeverBegins(Game):
    @property
    def start(self) -> int:  # type: ignore[override]
        while True:
            pass

    def moves(self, state: int) -> Iterator[Move]:
        return iter(())


ENDLESS = (NeverReturns, Stubborn, SameForEver, NewForEver, NeverPays, NeverBegins)


@pytest.fixture(params=ENDLESS, ids=lambda kind: kind.__name__)
def endless(request: pytest.FixtureRequest) -> Game:
    game: Game = request.param()
    return game


@pytest.mark.parametrize("ask", [solve, plan], ids=lambda ask: ask.__name__)
def test_rules_without_an_end_are_left_when_time_is_over(
    ask: Callable[..., Any], endless: Game
) -> None:
    with pytest.raises(TimeExceeded, match=r"not done after 0\.05 s"):
        ask(endless, seconds=SECONDS, engine="plain")


def test_the_error_says_how_far_it_came_and_where_the_rules_were() -> None:
    with pytest.raises(TimeExceeded, match=r"4 states found, level 4.* at state 3;") as caught:
        solve(NeverReturns(), seconds=0.5)
    assert isinstance(caught.value, BudgetExceeded)
    assert caught.value.where == "NeverReturns"
    assert "seconds=5" in caught.value.fix


def test_what_plain_python_found_is_told_where_another_engine_is_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Estimating and compiling take seconds, in which nothing else is found."""
    monkeypatch.setattr(choose, "few", lambda: 20)
    monkeypatch.setattr(choose, "_by_size", lambda *_: spin())
    with pytest.raises(TimeExceeded, match="21 states found") as caught:
        solve(Ends(tuple(range(9))), method="retrograde", seconds=0.3)
    assert caught.value.where == "Ends"


def test_payoffs_and_turns_that_do_not_come_are_named_with_their_state() -> None:
    class Unpaid(Game):
        start = 3

        def moves(self, n: int) -> list[Move]:
            return [Move(n - 1)] if n else []

        def payoff(self, n: int) -> int:
            return spin() or n

    class NoTurn(PayoffGame):
        start = 3

        def moves(self, n: int) -> list[Move]:
            return [Move(n - 1)] if n else []

        def payoff(self, n: int) -> tuple[int, int]:
            return n, n

        def turn(self, n: int) -> int:
            return (spin() or 0) if n == 1 else 0

    for game, state in ((Unpaid(), 0), (NoTurn(), 1)):
        with pytest.raises(TimeExceeded, match=f"4 states found.* at state {state};"):
            solve(game, seconds=0.3)


def test_rules_that_did_not_answer_are_not_counted() -> None:
    class Never(LastMoverWins):
        start = 5

        def moves(self, state: int) -> list[Move]:
            return spin() or []

    text = str(diagnose(Never(), seconds=0.3))
    assert "alphabeta: not all states were found" in text
    assert "no state has told all its moves, so none is asked twice" in text


def test_a_check_says_what_it_had_no_time_for(endless: Game) -> None:
    report = check(endless, seconds=SECONDS)
    assert not report.ok
    assert {finding.passed for finding in report.findings} == {None}
    assert "time is over" in str(report)


class Clock:
    """Time that passes when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("zermelo.limits.deadline.monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_a_check_keeps_what_it_has_found(clock: Clock) -> None:
    class SlowMirror(Ends):
        def mirror(self, state: Any) -> Any:
            clock.now += 1000
            return state

    report = check(SlowMirror((5, 3)), seconds=600)
    verdicts = {finding.name: finding for finding in report.findings}
    assert report.ok
    assert verdicts["oracle"].passed is True
    assert verdicts["bounds"].passed is None
    assert verdicts["bounds"].detail == "time is over"


@pytest.mark.parametrize("kind", ENDLESS[:-1], ids=lambda kind: kind.__name__)
def test_a_diagnosis_says_what_was_explored_and_that_the_rest_is_unknown(kind: type[Game]) -> None:
    found = diagnose(kind(), seconds=0.6)
    assert found.finite.holds is None
    assert "the time ended the search" in found.finite.detail
    assert 1 <= found.states <= 4


class NeverTheSame(Game):
    """Answers once; when it is asked again it does not return."""

    start = 0

    def __init__(self) -> None:
        self.asked: set[int] = set()

    def moves(self, state: int) -> Iterator[Move]:
        while state in self.asked:
            pass
        self.asked.add(state)
        if state < 3:
            yield Move(state + 1)


def test_facts_that_take_too_long_are_unknown_and_the_others_stand(clock: Clock) -> None:
    asked = set()

    def moves(state: int) -> list[int]:
        clock.now += 1000 * (state in asked)
        asked.add(state)
        return [state + 1] if state < 3 else []

    found = diagnose(LastMoverWins.from_function(moves, start=0), seconds=600)
    assert found.finite.holds is True
    assert found.acyclic.holds is True
    assert found.bounded.holds is None
    assert found.bounded.detail == "time is over"
    assert found.decision.method == "winloss"


def test_a_diagnosis_and_an_exploration_of_a_start_that_never_comes_end() -> None:
    for ask in (diagnose, explore, forecast):
        with pytest.raises(TimeExceeded):
            ask(NeverBegins(), seconds=SECONDS)


def test_an_exploration_gives_the_states_that_were_found_in_time() -> None:
    graph = explore(NeverReturns(), seconds=0.5)
    assert (graph.states, graph.complete, graph.moves) == ([0, 1, 2, 3], False, 3)
    assert graph.index == {0: 0, 1: 1, 2: 2, 3: 3}
    assert explore(Ends((5, 3, 7)), seconds=60).complete


@pytest.mark.parametrize("kind", [Stubborn, NeverPays], ids=lambda kind: kind.__name__)
def test_an_estimate_says_what_it_has(kind: type[Game]) -> None:
    found = forecast(kind(), seconds=1.0)
    assert 1 <= found.at_least <= 4
    assert not found.is_exact


def test_a_search_says_what_is_proven_by_then() -> None:
    class Bounded(NeverReturns):
        def bounds(self, state: int) -> tuple[int, int]:
            return -2, 5

    assert solve(Bounded(), method="alphabeta", seconds=SECONDS).bounds == (-2, 2)
    assert solve(ConnectFour(6, 5), method="alphabeta", seconds=0).bounds == (-1, 1)


def test_a_proof_keeps_to_its_time() -> None:
    solution = solve(NeverTheSame())
    with pytest.raises(TimeExceeded, match="the proof of NeverTheSame"):
        solution.prove(seconds=SECONDS)


def test_without_threads_work_goes_on_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.limits.deadline.HAS_THREADS", False)
    monkeypatch.setattr("zermelo.limits.deadline.start_new_thread", None)  # there is none
    assert solve(Nim((1, 2)), seconds=60).value == 1
    assert patiently(LONG_CALL, lambda: 3) == 3


def test_where_no_more_threads_can_be_started_work_goes_on_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: Any) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("zermelo.limits.deadline.start_new_thread", refuse)
    assert solve(Nim((1, 2)), seconds=60).value == 1
    assert diagnose(Ends((5, 3, 7)), seconds=60).acyclic.holds


def test_work_that_ends_in_time_is_what_it_is_without_a_limit() -> None:
    assert solve(Ends((5, 3, 7, 10)), seconds=60).value == 5
    assert plan(Ends((5, 3, 7, 10)), seconds=60).method == "backward"
    assert check(Nim((1, 2)), seconds=60).ok
    assert str(diagnose(Nim((1, 2)), seconds=60)) == str(diagnose(Nim((1, 2))))
    assert solve(Ends((5, 3)), seconds=60).prove(seconds=60)


@pytest.mark.parametrize("seconds", ["1", True, -1, float("nan")])
def test_a_time_limit_is_a_number_of_seconds_everywhere(seconds: Any) -> None:
    for ask in (solve, plan, check, diagnose, forecast, explore, solve(Ends((5, 3))).prove):
        game = () if ask.__name__ == "prove" else (Ends((5, 3)),)
        with pytest.raises(BadInput, match="seconds"):
            ask(*game, seconds=seconds)


# -- without a limit -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [SameForEver, NewForEver], ids=lambda kind: kind.__name__)
def test_moves_that_never_stop_end_by_the_budget(
    kind: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[explore.__module__], "DEFAULT_BUDGET", 1000)
    with pytest.raises(BudgetExceeded):
        solve(kind(), budget=1000, engine="plain")
    assert not explore(NewForEver(), budget=1000).complete


def test_a_state_whose_moves_have_no_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[explore.__module__], "DEFAULT_BUDGET", 1000)
    monkeypatch.setattr("zermelo.graph.rules.MOST_MOVES_HELD", 1000)
    for ask in (explore, partial(solve, method="alphabeta")):
        with pytest.raises(BudgetExceeded, match=r"state 0 has 1,000 moves or more"):
            ask(SameForEver(), budget=1000)
