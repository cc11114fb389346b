"""Rules that cannot be compiled, that fail, or that differ from Python's."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from compiled_beside_plain import Noughts, set_small, set_thin
from table_games import long, shared
from zermelo import Game, LastMoverWins, Move, PayoffGame, solve
from zermelo.engines import choose
from zermelo.engines.memory import crosscheck
from zermelo.errors import BadInput, BudgetExceeded, NotCompiled, RulesError
from zermelo.games import TicTacToe
from zermelo.graph.explore import Survey
from zermelo.graph.progress import Progress
from zermelo.machine.machine import Machine

pytestmark = [pytest.mark.usefixtures("own_cache"), pytest.mark.unmeasured]
# -- rules that cannot be compiled, or differ ------------------------------------------------------


TAKES = [1, 2]


class Moody(LastMoverWins):
    """Rules that read a list which somebody changes."""

    start = 40

    def moves(self, state: int) -> Iterator[Move]:
        for take in TAKES:
            if take <= state:
                yield Move(state - take)


def test_rules_that_differ_from_pythons_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(report: Progress) -> None:
        if report.states == 41:
            TAKES[:] = [1, 2, 3] if len(TAKES) == 2 else [1, 2]

    with pytest.raises(NotCompiled, match="the compiled rules differ from Python's"):
        solve(Moody(), engine="compiled", progress=change)
    set_small(monkeypatch, 10)
    monkeypatch.setattr(choose, "SEEN", 10)
    monkeypatch.setattr(choose, "COLD_STATES", 10)
    TAKES[:] = [1, 2]
    monkeypatch.setattr(crosscheck, "moves_again", lambda game, state, is_labelled: [])
    solution = solve(Moody())
    assert solution.plan.engine.startswith("plain Python: in state 40 the compiled rules differ")
    assert solution.value == solve(Moody(), engine="plain").value
    monkeypatch.undo()
    assert solve(Moody(), engine="compiled").value == solve(Moody(), engine="plain").value


@pytest.mark.parametrize("told", ["turn_of", "payoff_of"])
def test_turns_and_payoffs_are_held_against_pythons_too(
    told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shared([[(1, 0, False)], []], [0, 0, 5, 6], [0, 1], 2)
    assert solve(game, engine="compiled").value == (5, 6)
    monkeypatch.setattr(crosscheck, told, lambda game, state: 3)
    with pytest.raises(NotCompiled, match="differ from Python's"):
        solve(game, engine="compiled")


class Patterns(LastMoverWins):
    """Texts are looked at with a module that is not translated."""

    start = "aaaa"

    def moves(self, state: str) -> Iterator[Move]:
        if re.match("a+", state):
            yield Move(state[1:])


class Halves(Game):
    """A gain of a half: not a whole number."""

    start = 30

    def moves(self, state: int) -> Iterator[Move]:
        for take in (1, 2):
            if take <= state:
                yield Move(state - take, gain=Fraction(take, 2))


class Rounded(LastMoverWins):
    start = 5

    def moves(self, state: int) -> Iterator[Move]:
        for take in range(1, round(state * 0.5) + 1):
            yield Move(state - take)


@pytest.mark.parametrize("game", [Patterns(), Halves(), Rounded()])
def test_rules_that_cannot_be_compiled_say_why_and_are_played_in_python(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotCompiled) as no:
        solve(game, engine="compiled")
    assert "To have it compiled" in str(no.value)
    assert "leave the engine out" in str(no.value)
    set_small(monkeypatch, 3)
    monkeypatch.setattr(choose, "SEEN", 3)
    solution = solve(game)
    assert solution.plan.engine.startswith("plain Python: ")
    assert no.value.given in solution.plan.engine
    assert solution.plan.engine in str(solution.plan)
    assert solution.value == solve(game, engine="plain").value


def test_the_line_that_cannot_be_compiled_is_named() -> None:
    line = inspect.getsourcelines(Rounded.moves)[1] + 1
    with pytest.raises(NotCompiled, match=rf"test_compiled_refusals\.py, line {line}"):
        solve(Rounded(), engine="compiled")


@pytest.mark.parametrize("name", ["nonsense", "Compiled", "", 1, True, ["plain"]])
def test_other_engines_are_refused(name: Any) -> None:
    with pytest.raises(BadInput, match="the engines are plain, compiled"):
        solve(Noughts(), engine=name)


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_threads_are_whole_numbers(threads: Any) -> None:
    with pytest.raises(BadInput, match="threads"):
        solve(Noughts(), engine="compiled", threads=threads)


def test_threads_that_only_take_turns_are_refused() -> None:
    with pytest.raises(BadInput, match=r"1000000 threads.*only take turns"):
        solve(Noughts(), threads=10**6)


def test_compiled_rules_are_used_by_themselves_when_they_are_at_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Cold: plain Python as long as it takes less time than the compiler."""
    set_small(monkeypatch, 30)
    monkeypatch.setattr(choose, "SEEN", 10)
    game = Cold(long((40, 1, 3, 4)))
    assert solve(game).plan.engine == ""
    monkeypatch.setattr(choose, "COLD_STATES", 35)
    with pytest.raises(BudgetExceeded, match="more than 33 states"):
        solve(game, budget=33)
    first = solve(game)
    assert "compiled rules (in " in first.plan.engine
    assert "compiled rules (read from disk)" in solve(game).plan.engine
    assert first.value == solve(game, engine="plain").value


def test_slow_rules_are_compiled_however_few_their_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python is given the time that compiling takes, not only a number of states."""
    set_small(monkeypatch, 30)
    monkeypatch.setattr(inspect.getmodule(Survey), "BATCH", 32)
    game = Slow(50)
    assert solve(game).plan.engine == ""
    monkeypatch.setattr(choose, "COMPILING", 0.0)
    assert "compiled rules" in solve(game).plan.engine
    assert solve(game).value == solve(game, engine="plain").value


@dataclass(frozen=True)
class Slow(LastMoverWins):
    start: int

    def moves(self, state: int) -> Iterator[Move]:
        for take in (2, 5):
            if take <= state:
                yield Move(state - take)


@dataclass(frozen=True)
class Cold(LastMoverWins):
    numbers: tuple[int, ...]

    @property
    def start(self) -> int:
        return self.numbers[0]

    def moves(self, state: int) -> Iterator[Move]:
        for place in (1, 2, 3):
            if self.numbers[place] <= state:
                yield Move(state - self.numbers[place])


class Broken(Game):
    """Rules that fail far from the start."""

    start = 3_000

    def moves(self, state: int) -> Iterator[Move]:
        if state > 0:
            yield Move(state - 1, gain=12 // (state - 7))


@pytest.mark.parametrize("which", ["compiled", None])
def test_rules_that_fail_are_reported_as_in_plain_python(
    which: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_small(monkeypatch, 1_000)
    monkeypatch.setattr(choose, "COLD_STATES", 1_000)
    error = NotCompiled if which else RulesError
    with pytest.raises(error, match="ZeroDivisionError"):
        solve(Broken(), engine=which)
    set_thin(monkeypatch)
    with pytest.raises(error, match="ZeroDivisionError"):
        solve(Broken(), engine=which)


class Crowd(PayoffGame):
    """Turns that name somebody who does not play, and moves that keep the turn."""

    players = 2
    start = 3_000

    def __init__(self, last: int, kept: int = 0) -> None:
        self.numbers = (last, kept, *range(64))  # so long, they are no part of the machine code

    def moves(self, state: int) -> Iterator[Move]:
        if state > 0:
            yield Move(state - 1, again=state < self.numbers[1])

    def turn(self, state: int) -> int:
        return self.numbers[0] if state < 10 else state % 2


STEPS = (1, 2, 3)


@pytest.mark.parametrize("last", [2, -1, 256, 2**40])
def test_a_turn_of_somebody_who_does_not_play_is_an_error(last: int) -> None:
    for which in ("compiled", "plain"):
        with pytest.raises(RulesError, match=rf"turn\(9\) is {last}; turn\(state\) is one of"):
            solve(Crowd(last), engine=which)


def test_rules_that_fail_are_told_in_pythons_words_with_the_state() -> None:
    class Short(LastMoverWins):
        start = 300

        def moves(self, heap):  # type: ignore[no-untyped-def]
            return [heap - STEPS[heap // 3]] if heap else []

    for which in ("compiled", "plain"):
        with pytest.raises(RulesError, match=r"Short in state 300: the rules raised IndexError"):
            solve(Short(), engine=which)


def test_numbers_beyond_64_bits_are_no_reason_for_a_report() -> None:
    class Product(LastMoverWins):
        start = 1

        def moves(self, n):  # type: ignore[no-untyped-def]
            return [3 * n, 7 * n] if n < 10**20 else []

    with pytest.raises(NotCompiled, match="64 bits") as told:
        solve(Product(), engine="compiled")
    assert "report" not in str(told.value)


def test_with_p_players_no_move_keeps_the_turn() -> None:
    for which in ("compiled", "plain"):
        with pytest.raises(RulesError, match="again=True"):
            solve(Crowd(1, kept=5), engine=which)


def test_a_flaw_of_the_translator_is_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    set_small(monkeypatch, 1_000)
    monkeypatch.setattr(Machine, "of", lambda game, layout: 1 // 0)
    solution = solve(TicTacToe())
    assert solution.value == 0
    assert solution.plan.engine.startswith("plain Python: ZeroDivisionError")
    with pytest.raises(NotCompiled, match="ZeroDivisionError"):
        solve(TicTacToe(), engine="compiled")
