"""Compiled rules that come to no end: they fail after a second or so, and Python takes over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from executed_rules import Executed, by_machine, by_python, game_of
from zermelo import Game, Move
from zermelo.engines.choose import explored
from zermelo.errors import NotCompiled
from zermelo.kernels.support.base import DEEPEST
from zermelo.limits import Limits
from zermelo.machine import machine
from zermelo.machine.layout import observed
from zermelo.machine.machine import Machine, Moves

TANK = 3000  # rounds


def forever(state: int) -> Iterator[Move]:
    k = state
    while k >= 0:
        k = (k + 1) % 1000
    yield Move(k)


def far(state: int) -> Iterator[Move]:
    for k in range(state, 10**15):
        if k < 0:
            yield Move(k)


def within(state: int) -> Iterator[Move]:
    count = 0
    for i in range(100):
        for j in range(100):
            for k in range(100):
                count += i * j * k
    yield Move((count + state) % 7)


def growing(state: int) -> Iterator[Move]:
    line = [state]
    for k in line:
        line.append(k)
    yield Move(0)


def counted(state: int) -> Iterator[Move]:
    yield Move(sum(1 for k in range(state + 10**12) if k % 3 == 4))


def step(n: int) -> int:
    if n < 0:
        return n
    total = 0
    for k in range(50):
        total += k
    return total + n


def called(state: int) -> Iterator[Move]:
    for a in range(60):
        for b in range(60):
            state = step(state + a * b) % 5
    yield Move(state)


def sorting(state: int) -> Iterator[Move]:
    yield Move(sorted(-k for k in range(state + 500))[0] % 5)


def searching(state: int) -> Iterator[Move]:
    row = tuple(range(state + 200))
    yield Move(sum(row == row[:] for _ in range(50)))


def twice(n: int) -> int:
    return 1 if n <= 0 else twice(n - 1) + twice(n - 1)


def doubling(state: int) -> Iterator[Move]:
    yield Move(twice(state + 20) % 5)


@pytest.mark.parametrize(
    "moves",
    [forever, far, within, growing, counted, called, sorting, searching, doubling],
    ids=lambda moves: moves.__name__,
)
def test_every_kind_of_loop_is_counted(moves: Callable[[Any], Any]) -> None:
    rules = Executed(game_of(moves), observed([0, 1]), fuel=TANK)
    with pytest.raises((TimeoutError, MemoryError), match="come to no end|memory of the rules"):
        rules.moves(0)


def few(state: int) -> Iterator[Move]:
    for i in range(6):
        for j in range(6):
            if (i + j) % 5 == state % 5:
                yield Move(i)


def test_a_few_rounds_are_not_counted() -> None:
    text = Executed(game_of(few), observed([0, 1])).code.text
    assert "burn(" not in text
    assert "mem[2]," not in text


def some(state: int) -> Iterator[Move]:
    for i in range(20):
        for j in range(20):
            if (i + j) % 5 == state % 5:
                yield Move(i)


def test_some_rounds_are_counted_at_once() -> None:
    text = Executed(game_of(some), observed([0, 1])).code.text
    assert text.count("burn(") == text.count("burn(mem, 400)") == 1


def endless(n: int) -> int:
    return endless(n + 1) + 1 if n >= 0 else 0


def recursive(state: int) -> Iterator[Move]:
    yield Move(endless(state))


def test_a_function_that_calls_itself_for_ever_does_not_take_the_process_with_it() -> None:
    rules = Executed(game_of(recursive), observed([0, 1]))
    with pytest.raises(RecursionError):
        rules.moves(0)


def test_machine_code_counts_rounds_and_calls() -> None:
    mem = np.array([4, 4, 10, 0])
    by_machine("burn")(mem, 10)
    with pytest.raises(TimeoutError, match="no end"):
        by_machine("burn")(mem, 1)
    mem[3] = DEEPEST - 1
    by_machine("deeper")(mem)
    with pytest.raises(RecursionError, match="too deeply"):
        by_machine("deeper")(mem)


# -- whole games -----------------------------------------------------------------------------------


class Stuck(Game):
    """No state is left after the tenth."""

    start = 0

    def moves(self, state: int) -> Iterator[Move]:
        k = state
        while k > 10:
            k = 11 + k % 3
        if state < 15:
            yield Move(state + 1)


class Yields(Game):
    """A state whose moves do not stop."""

    start = 0

    def moves(self, state: int) -> Iterator[Move]:
        while state > 3:
            yield Move(0)
        yield Move(state + 1)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small tank, so that Python is through with it soon."""
    with by_python(FUEL=TANK):
        monkeypatch.setattr(machine, "MOST_MOVES", 500)
        yield


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("game", "reason"),
    [(Stuck(), "come to no end in a state"), (Yields(), "more than 500 moves|come to no end")],
)
def test_rules_without_an_end_are_refused_as_machine_code(game: Game, reason: str) -> None:
    work = Machine.of(game, observed(range(20))).runner()
    room = Moves.room(1000, 1)
    with pytest.raises((TimeoutError, OverflowError), match=reason):
        work.expand(np.arange(20).reshape(20, 1), 0, 20, room, 0, 1000)


class Slow(Game):
    """Every state takes some rounds."""

    start = 0

    def moves(self, state: int) -> Iterator[Move]:
        k = state + 1000
        while k > 0:
            k -= 1
        if state < 40:
            yield Move(state + 1)


@pytest.mark.usefixtures("quick")
def test_many_states_that_take_long_are_gone_through_in_several_calls() -> None:
    work = Machine.of(Slow(), observed(range(60))).runner()
    calls: list[int] = []
    expand = work.machine.module.expand
    work.machine.module.expand = lambda *args: calls.append(args[1]) or expand(*args)
    keys = np.arange(60).reshape(60, 1)
    assert work.expand(keys, 0, 60, Moves.room(100, 1), 0, 100) == 40
    assert work.counts.tolist() == [1] * 40 + [0] * 20
    assert len(calls) > 10


@pytest.mark.usefixtures("own_cache")
def test_endless_rules_end_in_machine_code_too() -> None:
    with pytest.raises(NotCompiled, match="come to no end in a state"):
        explored(_Table(), 0, Limits(1000, is_asked=True, engine="compiled"), None)


class _Table(Game):
    """Endless only in machine code, which holds what Python's rules never meet."""

    start = 0

    def moves(self, state: int) -> Iterator[Move]:
        if state < 300:
            yield Move(state + 1)
            return
        while state > 250:
            state = 251 + state % 3
