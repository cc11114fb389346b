"""Memory: every phase keeps to the limit, whatever the engine."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import programs
from zermelo.engines.memory.growing_arrays import reserved

pytestmark = pytest.mark.unmeasured

SCRIPT = """
import json, resource, sys
from dataclasses import dataclass
from zermelo import Game, LastMoverWins, Move, ZermeloError, solve

@dataclass(frozen=True)
class Wide(LastMoverWins):
    '''A start with very many moves, each to a state with few.'''

    width: int
    start = 0, 0

    def moves(self, state):
        depth, at = state
        if depth < 3:
            for step in range(2 if depth else self.width):
                yield Move((depth + 1, 2 * at + step))

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

game, limits = Wide(int(sys.argv[1])), json.loads(sys.argv[2])
if limits["engine"] == "compiled":  # what numba itself takes is not the table's
    solve(Wide(3), engine="compiled")
before = peak()
try:
    told = repr(solve(game, **limits).value)
except ZermeloError as error:
    told = f"{type(error).__name__}: {error}"
print(json.dumps([peak() - before, told]))
"""


def run(folder: Path, width: int, **limits: Any) -> tuple[int, str]:
    """How many bytes solving took, and what came of it."""
    script = folder / "wide.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = programs.run(sys.executable, str(script), str(width), json.dumps(limits))
    assert done.returncode == 0, done.stderr
    taken, told = json.loads(done.stdout)
    return taken, told


def test_a_start_with_100_000_moves_keeps_to_the_memory(tmp_path: Path) -> None:
    taken, told = run(tmp_path, 100_000, engine="compiled", memory="256 MiB")
    assert taken < 1.25 * 2**28, told
    assert "1" in told


@pytest.mark.parametrize("method", [None, "minimax", "nimbers"])
def test_plain_python_keeps_to_the_memory(tmp_path: Path, method: str | None) -> None:
    taken, told = run(tmp_path, 100_000, engine="plain", memory="64 MiB", method=method)
    assert told.startswith("BudgetExceeded: ")
    assert re.search(r"were found and take 6\d\.\d MiB", told)
    assert taken < 1.5 * 2**26


def test_a_search_in_plain_python_keeps_to_the_memory(tmp_path: Path) -> None:
    taken, told = run(tmp_path, 25_000, engine="plain", memory="8 MiB", method="alphabeta")
    assert told.startswith("Unavailable: ")
    assert "the search stopped with" in told
    assert "memory" in told
    assert taken < 2 * 2**23


ADDRESSES = """
import sys
from zermelo import solve
from zermelo.games import ConnectFour, TicTacToe

def addresses():
    spans = (line.split()[0].split("-") for line in open("/proc/self/maps"))
    return sum(int(end, 16) - int(begin, 16) for begin, end in spans)

solve(TicTacToe(), engine=sys.argv[1])  # what numba itself takes
before = addresses()
held = [solve(game, engine=sys.argv[1]) for game in (TicTacToe(), ConnectFour(4, 4))]
print(addresses() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("engine", ["compiled", "layers"])
def test_a_solution_holds_no_more_addresses_than_it_needs(tmp_path: Path, engine: str) -> None:
    # Some thousand solutions with addresses for all that memory could hold were all that there are.
    script = tmp_path / "addresses.py"
    script.write_text(ADDRESSES, encoding="utf-8")
    done = programs.run(sys.executable, str(script), engine)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 2**30


def test_no_addresses_left_is_an_error_of_memory() -> None:
    with pytest.raises(MemoryError, match=r"no addresses for 4,096\.0 PiB: Cannot allocate memory"):
        reserved(1 << 60, np.int32)
