"""Other libraries that solve Connect Four exactly: how long they take on small boards.

They live in an environment of their own and run there one at a time, each under a time limit.
Times are noisy where other work shares the cores: compare only what one run printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TypeVar

HERE = Path(__file__).resolve().parent
HOME = HERE / "out" / "rivals"
PYTHON = HOME / "bin" / "python"
STAMP = HOME / "installed.txt"
REQUIREMENTS = HERE / "requirements-rivals.txt"

LIMIT = 60.0  # seconds for one run, imports included
LONG_ENOUGH = 1.0  # second of runs, of which the quickest counts, for them and for us
BOARDS = ((4, 4), (4, 5), (5, 4))  # width × height, four in a row
RUNS = {
    "OpenSpiel MinimaxSolver": "rival_open_spiel.py",
    "OpenSpiel alpha_beta_search": "rival_open_spiel.py",
    "easyAI Negamax": "rival_easyai.py",
    "easyAI Negamax, bitboards": "rival_easyai.py",
    "easyAI deepening, bitboards": "rival_easyai.py",
    "easyAI depth-first, bitboards": "rival_easyai.py",
}

Result = TypeVar("Result")
Solver = Callable[[int, int], tuple[float, int | None]]  # board → its value, positions stored


@dataclass(frozen=True)
class Rival:
    """One run: width × height, the first player's value (1, 0, −1), the positions it stored."""

    name: str
    board: tuple[int, int]
    value: int | None
    positions: int | None
    seconds: float
    finished: bool

    def __str__(self) -> str:
        board = "×".join(map(str, self.board))
        value = "?" if self.value is None else str(self.value)
        positions = "–" if self.positions is None else f"{self.positions:,}"
        seconds = f"{self.seconds:.3f}" if self.finished else f"> {self.seconds:.0f}"
        return f"{self.name:<30}{board:<7}{value:>5}{positions:>12}{seconds:>10}"


def setup() -> bool:
    """Install the pinned libraries once; whether they are there."""
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return True
    print(f"installing {REQUIREMENTS.name} into {HOME.parent.name}/{HOME.name}", flush=True)
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    try:
        for command in (
            [sys.executable, "-m", "venv", "--clear", HOME],
            [*pip, "--requirement", REQUIREMENTS],
        ):
            subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"the rivals could not be installed: {reason(error)}")
        return False
    STAMP.write_text(wanted, encoding="utf-8")
    return True


def rivals(limit: float = LIMIT) -> list[Rival]:
    """Every rival on every board; none if they cannot be installed."""
    return list(measured(limit))


def measured(limit: float = LIMIT) -> Iterator[Rival]:
    """The same, each as soon as it is measured."""
    if not setup():
        return
    for board in BOARDS:
        for name, script in RUNS.items():
            command = [PYTHON, HERE / script, name, *map(str, board)]
            try:
                ran = subprocess.run(
                    command, check=True, capture_output=True, text=True, timeout=limit
                )
            except subprocess.TimeoutExpired:
                yield Rival(name, board, None, None, limit, finished=False)
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"{name} failed on {board[0]}×{board[1]}: {reason(error)}")
            else:
                yield Rival(**{**json.loads(ran.stdout), "board": board})


def reason(error: OSError | subprocess.CalledProcessError) -> str:
    """The last thing a failed command said."""
    said = getattr(error, "stderr", "") or getattr(error, "stdout", "") or str(error)
    return said.strip().splitlines()[-1]


def report(solvers: dict[str, Solver]) -> None:
    """Inside the rivals' environment: run the named solver on the board, print the result."""
    name, board = sys.argv[1], (int(sys.argv[2]), int(sys.argv[3]))
    seconds, (value, positions) = quickest(lambda: solvers[name](*board))
    sign = int(value > 0) - int(value < 0)
    print(json.dumps(asdict(Rival(name, board, sign, positions, seconds, finished=True))))


def quickest(work: Callable[[], Result]) -> tuple[float, Result]:
    """The least time of as many runs as a second holds, at least one, and what came of the last."""
    began, least = perf_counter(), inf
    while True:
        start = perf_counter()
        result = work()
        end = perf_counter()
        least = min(least, end - start)
        if end - began > LONG_ENOUGH:
            return least, result


def main() -> None:
    """Print the table; a number of seconds on the command line is the limit of each run."""
    limit = float(sys.argv[1]) if sys.argv[1:] else LIMIT
    print("Connect Four, width × height; value for the first player; times are noisy\n")
    print(f"{'rival':<30}{'board':<7}{'value':>5}{'positions':>12}{'seconds':>10}")
    for rival in measured(limit):
        print(rival, flush=True)


if __name__ == "__main__":
    main()
