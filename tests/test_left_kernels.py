"""Long calls of machine code are left on Ctrl-C and when time is over, wherever they are made.

Kernels are replaced by calls that never end, and every call counts as a long one.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import zermelo.methods.families.octal_periods as octal
from zermelo import solve
from zermelo.games import CanIWin, DotsAndBoxes, Ends, Front, Rows, StoneGameII
from zermelo.kernels import load
from zermelo.methods.families import interval_table, peak_fusion
from zermelo.proof.rows import replayed

SECONDS = 0.05
COINS = np.arange(1000) % 7


class NeverEnds:
    """Machine code that goes on until the test lets it go; Ctrl-C comes while it is at work."""

    def __init__(self) -> None:
        self.is_let_go = threading.Event()

    def __call__(self, *_: object) -> Any:
        assert threading.current_thread() is not threading.main_thread(), "nobody can leave it"
        os.kill(os.getpid(), signal.SIGINT)
        self.is_let_go.wait(60)


@pytest.fixture
def never_ends(monkeypatch: pytest.MonkeyPatch) -> Iterator[NeverEnds]:
    monkeypatch.setattr("zermelo.limits.deadline.LONG_CALL", 0)
    monkeypatch.setattr(peak_fusion, "FUSION_COMPILES_FROM", 1)
    monkeypatch.setattr(interval_table, "TABLE_COMPILES_FROM", 1)
    call = NeverEnds()
    yield call
    call.is_let_go.set()


def nimbers() -> None:
    octal._compiled([0, 1], (7, 7), 100)


def several_rows() -> Any:
    return solve(Rows((COINS, COINS), (False, False)))


def one_row() -> Any:
    return solve(Ends(COINS), method="peak-fusion")


CALLS: list[tuple[str, str, Callable[[], Any]]] = [
    ("kernels.front", "sweep", lambda: solve(Front(np.arange(60_000), 3))),
    ("kernels.cap", "fill", lambda: solve(StoneGameII(COINS))),
    ("kernels.octal", "fill", nimbers),
    ("kernels.rows", "triangle", lambda: solve(Ends(COINS), method="interval-table")),
    ("kernels.rows", "reduce_row", one_row),
    ("kernels.rows", "value_of_valley", one_row),
    ("kernels.rows", "order_of", lambda: one_row().answers.order((0, 999))),
    ("kernels.rows", "fusions", lambda: one_row().prove()),
    ("kernels.rows", "value_of_rows", several_rows),
    ("kernels.rows", "order_of_rows", lambda: several_rows().answers.order(((0, 999), (0, 999)))),
    ("kernels.rows", "fusions", lambda: several_rows().prove()),
    ("proof.rows_kernel", "replay", lambda: replayed(COINS, np.zeros(1000, np.int32))),
]


@pytest.mark.parametrize(("file", "kernel", "ask"), CALLS)
def test_a_long_call_of_a_kernel_can_be_left(
    file: str,
    kernel: str,
    ask: Callable[[], Any],
    never_ends: NeverEnds,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(import_module(f"zermelo.{file}"), kernel, never_ends)
    with pytest.raises(KeyboardInterrupt):
        ask()


# -- pools ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "game"), [("pool_words", CanIWin(24, 150)), ("pool_scores", DotsAndBoxes(3, 3))]
)
def test_the_levels_of_a_pool_are_filled_in_slices_between_which_it_is_left(
    file: str, game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel, calls = load(file), []

    def fill(blocks: Any, *_: object) -> None:
        calls.append(len(blocks))
        if len(calls) == 10:
            os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.001)

    monkeypatch.setattr("zermelo.kernels.pool_levels.SLICE", 1)
    monkeypatch.setattr(kernel, "fill", fill)
    with pytest.raises(KeyboardInterrupt):
        solve(game)
    assert max(calls) == 1
    assert 10 <= len(calls) < 500  # of 512 or 4096
