"""Every game of the catalogue from nothing to machine code, and once more from what is on disk.

A process of its own solves the example of a game by compiled rules, with an empty folder for
machine code and then with the one that it left. Its whole work counts: Python, numba, translation,
LLVM.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator

from families import Line
from zermelo.games import GAMES

COLD = 5.0  # seconds of work: what is promised for every game
ASK = """
from time import process_time
from zermelo import solve
from zermelo.errors import NotCompiled
from zermelo.games import find
game = find({name!r}).example_game()
try:
    found = solve(game, engine="compiled", threads=1)
    if not found.plan.engine.startswith("compiled"):  # by a formula: a table has rules to compile
        solve(game, method="winloss", engine="compiled", threads=1)
except NotCompiled as refused:
    print("not compiled:", refused)
else:
    print(process_time())
"""


def work(name: str, folder: str) -> float | str:
    """Seconds of work of a process that solves the example of a game, or why it does not."""
    environment = {**os.environ, "ZERMELO_CACHE": folder}
    done = subprocess.run(
        [sys.executable, "-c", ASK.format(name=name)], env=environment, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    said = done.stdout.strip().splitlines()[-1]
    return said if said.startswith("not compiled") else float(said)


def catalogue() -> Iterator[Line]:
    """Seconds of work for each game of the catalogue, and for the slowest of them."""
    found: list[tuple[float, float, str]] = []
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            cold = work(game.name, folder)
            if isinstance(cold, str):
                yield Line("compiling", game.name, "", cold[:58], "", True)
                continue
            warm = work(game.name, folder)
            assert isinstance(warm, float)
        found.append((cold, warm, game.name))
        yield Line(
            "compiling", game.name, f"{cold:.2f} s of work", f"{warm:.2f} s from disk",
            f"≤ {COLD:.0f} s", cold <= COLD,
        )  # fmt: skip
    slowest = max(found)
    yield Line(
        "compiling", f"{len(found)} games, slowest {slowest[2]}", f"{slowest[0]:.2f} s of work",
        f"from disk at most {max(warm for _, warm, _ in found):.2f} s", f"≤ {COLD:.0f} s",
        slowest[0] <= COLD,
    )  # fmt: skip


COMPILING: tuple[Callable[[], Iterator[Line]], ...] = (catalogue,)
