"""Ctrl-C and time limits on compiled work: exploration, sweeps, searches, proofs, endless rules."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import zermelo.proof.packed as checker
from executed_rules import by_python
from programs import terminal, zermelo
from table_games import difference_game
from zermelo import LastMoverWins, solve
from zermelo.engines.memory.threads import Crew, Job
from zermelo.kernels import load
from zermelo.limits.deadline import known
from zermelo.machine.layout import observed
from zermelo.machine.machine import Abandoned, Machine

ANSWER, BAD_INPUT, STOPPED = 0, 2, 130
RULES = '''
from zermelo import LastMoverWins

class Wide(LastMoverWins):
    """Eight new states after every state, and no end that anybody lives to see."""

    start = 1

    def moves(self, state):
        if state < 2**60:
            for k in range(8):
                yield 8 * state + k - 7 * (state > 2**57)

class Trap(LastMoverWins):
    """Plain Python sees none of the states in which the rules come to no end."""

    start = 0

    def moves(self, state):
        while state >= 100_000:
            pass
        yield state + 1
        yield state + 2
'''


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("rules") / "rules.py"
    file.write_text(RULES, encoding="utf-8")
    return str(file)


def stopped(text: str, *words: str) -> str:
    """What the program says when Ctrl-C comes after a text has appeared."""
    with terminal("solve", *words, measured=False) as shown:
        shown.until(text)
        os.kill(shown.pid, signal.SIGINT)
        assert shown.end() == STOPPED
    assert "Traceback" not in shown.seen
    return " ".join(shown.seen.split())


def test_ctrl_c_ends_a_compiled_exploration_which_says_what_it_found(rules: str) -> None:
    said = stopped("level 7", f"{rules}:Wide", "--engine", "compiled", "--budget", "1000000000")
    assert re.search(r"stopped after [\d.]+ s: [\d,]+,\d\d\d states found, level [\d]+", said)


def test_ctrl_c_ends_a_compiled_search_which_says_what_it_has_proven(rules: str) -> None:
    said = stopped("level", f"{rules}:Wide", "--method", "alphabeta", "--engine", "compiled")
    assert re.search(r"[\d,]+,\d\d\d nodes opened, −1 ≤ value ≤ 1 is proven", said)


def test_a_compiled_exploration_ends_in_time(rules: str) -> None:
    words = ("--engine", "compiled", "--seconds", "1", "--budget", "1000000000")
    done = zermelo("solve", f"{rules}:Wide", *words, measured=False)
    assert done.returncode == BAD_INPUT
    assert "Wide: not done after 1 s" in done.stderr


def test_a_compiled_search_ends_in_time_with_its_bounds(rules: str) -> None:
    words = ("--method", "alphabeta", "--engine", "compiled", "--seconds", "1")
    done = zermelo("solve", f"{rules}:Wide", *words, measured=False)
    assert done.returncode == ANSWER, done.stderr
    assert "−1 ≤ value ≤ 1" in done.stdout


def test_compiled_rules_that_come_to_no_end_are_python_s_again_and_end_in_time(rules: str) -> None:
    alone = zermelo("solve", f"{rules}:Trap", "--engine", "compiled", measured=False)
    assert alone.returncode == BAD_INPUT
    assert "the rules come to no end in a state" in alone.stderr
    done = zermelo("solve", f"{rules}:Trap", "--seconds", "3", measured=False)
    assert done.returncode == BAD_INPUT
    assert "Trap: not done after 3 s" in done.stderr


# -- inside ----------------------------------------------------------------------------------------


class Ring(LastMoverWins):
    """Play can come back."""

    start = 0

    def moves(self, state: int) -> Iterator[int]:
        for k in range(2):
            yield (2 * state + k + 1) % 500


@pytest.fixture(scope="module")
def ring() -> Any:
    return solve(Ring(), engine="compiled")


@pytest.mark.parametrize("kernel", ["parents", "retrograde"])
def test_ctrl_c_ends_a_sweep_over_states_that_can_come_back(
    kernel: str, ring: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = threading.Event()

    def never_ends(*_: object) -> None:
        assert threading.current_thread() is not threading.main_thread(), "nobody can leave it"
        os.kill(os.getpid(), signal.SIGINT)
        let_go.wait(60)

    monkeypatch.setattr("zermelo.limits.deadline.LONG_CALL", 0)
    monkeypatch.setattr(load("cycles"), kernel, never_ends)
    with pytest.raises(KeyboardInterrupt) as caught:
        solve(ring.game, engine="compiled")
    let_go.set()
    assert known(caught.value) == "500 states found, to be settled"


def test_a_compiled_search_ends_when_the_plain_one_before_it_would_have() -> None:
    game = difference_game(Random(1))
    with by_python():
        answers: Any = solve(game, method="alphabeta", engine="compiled", seconds=60).answers
    assert answers.search is not answers.plain
    assert answers.search.deadline == answers.plain.deadline


def test_a_proof_is_left_between_slices(ring: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run, sizes = checker.Pass._run, []

    def slow(self: Any, begin: int, end: int) -> tuple[int, int]:
        sizes.append(end - begin)
        if begin == 0:
            os.kill(os.getpid(), signal.SIGINT)
        while not self.is_over:
            pass
        return run(self, begin, end)

    monkeypatch.setattr(checker.Pass, "_run", slow)
    with pytest.raises(KeyboardInterrupt):
        ring.prove()
    assert set(sizes) == {1}
    assert len(sizes) <= os.cpu_count()


def test_slices_of_a_proof_are_long_where_states_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    now, sizes = [0.0], []

    class Timed(checker.Pass):
        def __init__(self, each: float) -> None:
            self.is_over, self.each = False, each

        def _run(self, begin: int, end: int) -> tuple[int, int]:
            sizes.append(end - begin)
            now[0] += self.each * (end - begin)
            return checker.HELD, -1

    monkeypatch.setattr(checker, "perf_counter", lambda: now[0])
    assert Timed(1.0).run(0, 5) == (checker.HELD, -1)
    assert sizes == [1] * 5
    sizes.clear()
    Timed(0.0).run(0, 1 << 20)
    assert sum(sizes) == 1 << 20
    assert max(sizes) == checker.STATES_OF_A_TURN


def test_jobs_under_way_end_when_nobody_waits_for_them() -> None:
    runner = Machine.of(Ring(), observed([0, 499])).runner()
    keys, numbers = np.zeros((1, 1), np.int64), np.zeros(1, np.uint32)
    is_going = threading.Event()

    def job() -> None:
        while True:
            runner.payoffs(keys, numbers)
            is_going.set()

    def work() -> None:
        with Crew(2, [runner]) as crew:
            under_way.append(crew.job(job))
            is_going.wait(60)
            raise KeyboardInterrupt

    under_way: list[Job] = []
    with pytest.raises(KeyboardInterrupt):
        work()
    with pytest.raises(Abandoned):
        _ = under_way[0].result
