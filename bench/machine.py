"""Compiled rules: speed, memory, proof, first calls, beside plain Python and other libraries.

Every line is measured in this one run. "holds" compares it with what is promised.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from time import perf_counter

from families import Line
from rivals import Rival, quickest, rivals
from zermelo import solve
from zermelo.games import Awari, ChessEnding, ConnectFour, Kalah

BOARD = ConnectFour(5, 4)
POSITIONS = 3_945_711
COLD, WARM = 10.0, 1.0  # seconds of a first call: nothing on disk, all on disk
RIVAL_SECONDS = 120.0


def once(work: Callable[[], object]) -> tuple[float, object]:
    """The time of one run, and its result."""
    began = perf_counter()
    result = work()
    return perf_counter() - began, result


def several(threads: int) -> str:
    """1 thread, 2 threads."""
    return f"{threads} thread" + ("s" if threads > 1 else "")


def least(work: Callable[[], object], tries: int = 5) -> tuple[float, object]:
    """The least time of a few runs."""
    return min((once(work) for _ in range(tries)), key=lambda run: run[0])


def board() -> Iterator[Line]:
    """Connect Four 5×4: one core, two cores, memory, proof."""
    solve(BOARD)  # compiled, or read from disk
    times = {}
    for threads in (1, 2):
        seconds, solution = least(lambda threads=threads: solve(BOARD, threads=threads))
        times[threads] = seconds
        rate = solution.plan.cost.states / seconds
        counted = solution.plan.cost.states == POSITIONS and solution.value == 0
        yield Line(
            "Connect Four", f"5×4, every position, {several(threads)}", f"{rate / 1e6:.2f} M/s",
            f"{seconds:.2f} s, {solution.plan.cost.states:,} positions, value {solution.value}",
            "≥ 4 M/s on one core" if threads == 1 else "", counted and rate >= 4e6,
        )  # fmt: skip
    yield memory()
    slow, _ = once(lambda: solve(BOARD, engine="plain", budget=2 * POSITIONS))
    for threads in (1, 2):
        ratio = slow / times[threads]
        yield Line(
            "Connect Four", f"5×4, beside plain Python, {several(threads)}", f"{ratio:.0f} ×",
            f"plain Python: {slow:.1f} s, {POSITIONS / slow:,.0f} positions/s",
            "≥ 50 × on all cores" if threads == 2 else "", ratio >= 50,
        )  # fmt: skip
    solution = solve(BOARD)
    solution.prove()
    seconds, proof = least(solution.prove, 3)
    rate = proof.states / seconds
    yield Line(
        "proof", "Connect Four 5×4, all states", f"{rate / 1e6:.2f} M states/s",
        f"{seconds:.2f} s, {proof.checks:,} equations, {proof.moves:,} moves",
        "≥ 5 M states/s", rate >= 5e6,
    )  # fmt: skip


def memory() -> Line:
    """Bytes a position at the peak: the growth of a process that solves the board once."""
    code = (
        "from pathlib import Path\n"
        "from zermelo import solve\n"
        "from zermelo.games import ConnectFour\n"
        "status = lambda: Path('/proc/self/status').read_text()\n"
        "peak = lambda: 1024 * int(status().partition('VmHWM:')[2].split()[0])\n"
        "solve(ConnectFour(4, 4), engine='compiled', threads=1)\n"
        "before = peak()\n"
        "solve(ConnectFour(5, 4), engine='compiled', threads=1)\n"
        "print(peak() - before)\n"
    )
    grown = int(subprocess.run([sys.executable, "-c", code], check=True, stdout=-1).stdout)
    each = grown / POSITIONS
    return Line(
        "Connect Four", "5×4, memory at the peak", f"{each:.0f} bytes/position",
        f"{grown / 2**20:.0f} MiB more than before the solve", "≤ 60 bytes", each <= 60,
    )  # fmt: skip


def beside() -> Iterator[Line]:
    """Other libraries, in the same run, on the time to solve the board.

    Promised beside their own game, or rules written as their examples are; beside bitboards that
    we wrote for easyAI, and searches of the start alone, the ratio is printed as it is.
    """
    found = [rival for rival in rivals(RIVAL_SECONDS) if rival.finished]
    for width, height in ((4, 4), (4, 5), (5, 4)):
        game, name = ConnectFour(width, height), f"Connect Four {width}×{height}"
        here = [rival for rival in found if rival.board == (width, height)]
        tables = [rival for rival in here if "Minimax" in rival.name]
        cells = [rival for rival in here if rival.name == "easyAI Negamax"]
        tuned = [rival for rival in here if "bitboards" in rival.name]
        solve(game, engine="compiled")
        whole, _ = quickest(lambda game=game: solve(game, engine="compiled"))
        solve(game, method="alphabeta", engine="compiled")
        alone, _ = quickest(lambda game=game: solve(game, method="alphabeta", engine="compiled"))
        yield from compared(f"{name}, every position", whole, tables, "≥ 50 ×")
        yield from compared(f"{name}, the start alone", min(alone, whole), cells, "≥ 50 ×")
        yield from compared(f"{name}, the start alone", min(alone, whole), tuned, "")


def compared(what: str, ours: float, theirs: list[Rival], promised: str) -> Iterator[Line]:
    """Our time beside the best of theirs, if one of them finished."""
    for best in sorted(theirs, key=lambda rival: rival.seconds)[:1]:
        ratio = best.seconds / ours
        text = f"{best.name} {best.seconds:.3f} s, ours {ours:.4f} s"
        yield Line("beside", what, f"{ratio:.0f} ×", text, promised, ratio >= 50)


def large() -> Iterator[Line]:
    """Games that took programs of their own so far."""
    seconds, solution = once(lambda: solve(ConnectFour(6, 4)))
    states = solution.plan.cost.states
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    yield Line(
        "Connect Four", "6×4, every position", f"{states / seconds / 1e6:.2f} M/s",
        f"{seconds:.1f} s, {states:,} positions, value {solution.value}, peak {peak:.1f} GiB",
        "94,910,577, 2nd wins", states == 94_910_577 and solution.value == -1 and peak < 24,
    )  # fmt: skip
    del solution
    for game, value in ((Kalah(4, 3, empty_capture=True), 8), (Kalah(4, 4), None)):
        solve(game, engine="compiled")  # compiles
        seconds, solution = once(lambda game=game: solve(game))
        states = solution.plan.cost.states
        yield Line(
            "Kalah", repr(game)[5:], f"{states / seconds / 1e6:.2f} M/s",
            f"{seconds:.1f} s, {states:,} states, value {solution.value}",
            "" if value is None else f"value {value}", solution.value == value,
        )  # fmt: skip
        del solution
    solve(Awari(4, 3))  # compiles
    seconds, solution = once(lambda: solve(Awari(4, 3)))
    yield Line(
        "Awari", "(4, 3), scored cycles", f"{solution.plan.cost.states / seconds / 1e6:.2f} M/s",
        f"{seconds:.1f} s, {solution.plan.cost.states:,} states, value {solution.value}", "", True,
    )  # fmt: skip


def chess() -> Iterator[Line]:
    """Every legal position of two endings."""
    for piece, longest in (("Q", 20), ("R", 32)):
        game = ChessEnding(piece, in_hand=True)
        seconds, solution = once(lambda game=game: solve(game))
        counts = {"win": 0, "draw": 0, "loss": 0}
        plies = 0
        for position in game.positions():
            counts[solution.outcome_of(position)] += 1
            plies = max(plies, solution.remoteness_of(position) or 0)
        told = ", ".join(f"{number:,} {name}" for name, number in counts.items())
        yield Line(
            "chess", f"king and {piece} against king", f"longest {plies} plies",
            f"{seconds:.1f} s; for the mover {told}", f"{longest} plies", plies == longest,
        )  # fmt: skip


def first_call() -> Iterator[Line]:
    """A new process on a machine that has never run Zermelo, and the one after it."""
    code = (
        "from time import perf_counter\n"
        "import zermelo\n"
        "from zermelo.games import ConnectFour\n"
        "began = perf_counter()\n"
        "solution = zermelo.solve(ConnectFour(4, 4), engine='compiled')\n"
        "print(perf_counter() - began)\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        fresh = {**os.environ, "ZERMELO_CACHE": folder, "NUMBA_CACHE_DIR": folder}
        for name, limit in (("nothing on disk", COLD), ("all on disk", WARM)):
            run = subprocess.run(
                [sys.executable, "-c", code], env=fresh, check=True, stdout=-1, stderr=-1
            )
            seconds = float(run.stdout)
            yield Line(
                "first call", f"{name}, Connect Four 4×4", f"{seconds:.2f} s",
                "solve() in a new process, numba's import included",
                f"under {limit:.0f} s", seconds < limit,
            )  # fmt: skip


MACHINE: tuple[Callable[[], Iterator[Line]], ...] = (board, first_call, chess, large, beside)


def main() -> None:
    """Print each line as soon as it is measured."""
    for part in MACHINE:
        for line in part():
            print(line, flush=True)


if __name__ == "__main__":
    main()
