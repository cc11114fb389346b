"""Layers: positions a second and bytes a position, beside the table of numbers, and on disk.

Every line is a process of its own, so that its greatest memory is that of one solution. What it
held before it began (Python, numpy, numba) is not counted.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import NamedTuple

from families import Line

ASK = """
import threading, time
from zermelo import solve
from zermelo.games import ConnectFour, PieceEnding
from zermelo.limits.amounts import resident
solve({small}, engine={engine!r})
peak = before = resident()
def watch():
    global peak
    while True:
        peak = max(peak, resident())
        time.sleep(0.01)
threading.Thread(target=watch, daemon=True).start()
began = time.perf_counter()
found = solve({game}, engine={engine!r}, **{options!r})
seconds = time.perf_counter() - began
print(found.plan.cost.states, seconds, peak - before, found.value)
"""


class Measured(NamedTuple):
    """One solution."""

    states: int
    seconds: float
    bytes: int
    value: int

    @property
    def speed(self) -> str:
        return f"{self.states / self.seconds / 1e6:.2f} M positions/s"

    @property
    def each(self) -> float:
        return self.bytes / self.states


def solved(width: int, height: int, engine: str, **options: object) -> Measured:
    """Connect Four on a board, by a process of its own."""
    game = f"ConnectFour({width}, {height})"
    return measured(
        ASK.format(small="ConnectFour(4, 4)", game=game, engine=engine, options=options)
    )


def measured(code: str) -> Measured:
    """What a process of its own tells."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    states, seconds, held, value = done.stdout.split()[-4:]
    return Measured(int(states), float(seconds), int(held), int(value))


def small_board() -> Iterator[Line]:
    """5 × 4, by both engines in turn."""
    runs = [(solved(5, 4, "layers"), solved(5, 4, "compiled")) for _ in range(3)]
    layers = min((run[0] for run in runs), key=lambda run: run.seconds)
    table = min((run[1] for run in runs), key=lambda run: run.seconds)
    ratio = table.seconds / layers.seconds
    yield Line(
        "layers", "Connect Four 5×4, two cores", layers.speed,
        f"table of numbers {table.speed}: {ratio:.2f} ×", "≥ 0.9 ×", ratio >= 0.9,
    )  # fmt: skip
    yield Line(
        "layers", "Connect Four 5×4, memory", f"{layers.each:.1f} bytes a position",
        f"table of numbers {table.each:.1f}", "≤ 16 bytes", layers.each <= 16,
    )  # fmt: skip


def large_board() -> Iterator[Line]:
    """5 × 5 within a gibibyte, in memory and in a folder."""
    run = solved(5, 5, "layers", memory="1 GiB")
    is_right = run.states == 69_763_700 and run.value == 0
    yield Line(
        "layers", "Connect Four 5×5 in 1 GiB", run.speed, f"{run.states:,} positions, "
        f"{run.each:.1f} bytes each", "≥ 2 M positions/s",
        is_right and run.states / run.seconds >= 2e6 and run.bytes <= 2**30,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        run = solved(5, 5, "layers", memory="1 GiB", disk=folder)
    yield Line("layers", "the same on disk", run.speed, f"{run.seconds:.1f} s", "", True)


def four_men() -> Iterator[Line]:
    """Queen against rook; the rules are those of three men, and compiled by then."""
    men = {"small": "PieceEnding('KRK')", "game": "PieceEnding('KQKR')"}
    run = measured(ASK.format(**men, engine="layers", options={}))
    yield Line(
        "layers", "chess, KQKR with its symmetries", run.speed, f"{run.states:,} positions, "
        f"{run.each:.1f} bytes each", "", True,
    )  # fmt: skip
    run = measured(ASK.format(**men, engine="layers", options={"memory": "96 MiB"}))
    yield Line(
        "layers", "the same in 96 MiB: no move is held", run.speed, f"{run.states:,} positions, "
        f"{run.each:.1f} bytes each", "≤ 40 bytes", run.each <= 40,
    )  # fmt: skip


TABLE = """
import os, random, sys, time
import zermelo
from zermelo.games import ConnectFour
path = {path!r}
def since(begun):
    return time.perf_counter() - begun
if {width}:
    found = zermelo.solve(ConnectFour({width}, {height}), engine="layers")
    begun = time.perf_counter()
    found.save(path)
    saving = since(begun)
    begun = time.perf_counter()
    states = zermelo.load(path).prove().states
    print(states, saving, since(begun), os.path.getsize(path) / states)
else:
    table = zermelo.load(path)
    graph, rng = table.answers.graph, random.Random(16)
    some = [graph.state(rng.randrange(len(graph))) for _ in range(20_000)]
    def mean(states):
        begun = time.process_time()
        for state in states:
            table.value_of(state)
        return (time.process_time() - begun) / len(states) * 1e6
    first = mean(some[:100])
    mean(some + some)  # from here on machine code looks up
    print(first, min(mean(some[:50] * 400) for _ in range(5)), min(mean(some) for _ in range(3)))
"""


def saved_table() -> Iterator[Line]:
    """5 × 4, saved, verified and looked up, each by a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/x.table"
        size, saving, proving, each = _told(TABLE.format(path=path, width=5, height=4))
        first, hot, anywhere = _told(TABLE.format(path=path, width=0, height=0))
    yield Line(
        "layers", "5×4 saved", f"{size / saving / 1e6:.2f} M positions/s",
        f"{each:.2f} bytes a position", "≤ 1.2 bytes", each <= 1.2,
    )  # fmt: skip
    speed = f"{size / proving / 1e6:.2f} M positions/s"
    yield Line("layers", "5×4 verified", speed, f"{proving:.1f} s", "", True)
    yield Line(
        "layers", "look-up by value_of, hot", f"{hot:.1f} µs", f"anywhere {anywhere:.1f} µs",
        "≤ 5 µs", hot <= 5,
    )  # fmt: skip
    told = f"{first:.0f} µs"
    yield Line("layers", "the first hundred look-ups", told, "", "≤ 100 µs", first <= 100)


def _told(code: str) -> list[float]:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [*map(float, done.stdout.split())]


LAYERS: tuple[Callable[[], Iterator[Line]], ...] = (small_board, four_men, saved_table, large_board)
