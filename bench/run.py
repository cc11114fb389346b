"""`make bench`: speeds of the families and of the plain engine, and ratios within this one run.

Times belong to the machine they were measured on; nothing in the tests depends on them.
"""

from __future__ import annotations

import os
import platform
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import speed_table
from cluster import CLUSTER
from compiling import COMPILING
from families import FAMILIES, Line, growth
from layers import LAYERS
from machine import MACHINE
from styles import STYLES
from zermelo import Game, solve
from zermelo.games import (
    CatAndMouse,
    ConnectFour,
    DotsAndBoxes,
    Ends,
    Kalah,
    Kayles,
    PlayersRow,
    Squares,
    StoneGameII,
    TicTacToe,
)
from zermelo.proof.oracle import Oracle

TRIES = 3  # the best of so many
Part = Callable[[], Iterable[Line]]


def timed(work: Callable[[], object]) -> tuple[float, object]:
    """The least time of a few tries, and the last result."""
    best, result = float("inf"), None
    for _ in range(TRIES):
        began = perf_counter()
        result = work()
        best = min(best, perf_counter() - began)
    return best, result


def graph_game(size: int) -> CatAndMouse:
    """Cat and Mouse on a ring in random order, with as many chords; hole, mouse, cat far apart."""
    rng = random.Random(7)
    ring = [0, *range(3, size)]
    rng.shuffle(ring)
    ring[size // 3 : size // 3] = [1]
    ring[2 * size // 3 : 2 * size // 3] = [2]
    chords = [rng.sample(range(3, size), 2) for _ in range(size)]
    near: list[set[int]] = [set() for _ in range(size)]
    for a, b in [*zip(ring, [*ring[1:], ring[0]], strict=True), *chords]:
        near[a].add(b)
        near[b].add(a)
    return CatAndMouse(tuple(tuple(sorted(row)) for row in near))


def row(size: int) -> tuple[int, ...]:
    """Random coins."""
    rng = random.Random(size)
    return tuple(rng.randint(-100, 100) for _ in range(size))


GAMES: tuple[tuple[str, Game], ...] = (
    ("Connect Four 4×4", ConnectFour(4, 4)),
    ("Connect Four 5×3", ConnectFour(5, 3)),
    ("tic-tac-toe", TicTacToe()),
    ("Ends, 400 coins", Ends(row(400))),
    ("Stone Game II, 60 piles", StoneGameII(row(60))),
    ("Dots and Boxes 2×2", DotsAndBoxes(2, 2)),
    ("Kalah(3, 3)", Kalah(3, 3)),
    ("Squares, heap 20,000", Squares(20_000)),
    ("Kayles, row of 400", Kayles((400,))),
    ("Cat and Mouse, 60 vertices", graph_game(60)),
    ("three-player row, 200 coins", PlayersRow(row(200))),
)


OUT = Path(__file__).parent / "out"


def parts() -> dict[str, tuple[Part, ...]]:
    """What is measured, by the names that the command line takes; each may be left out."""
    return {
        "machine": MACHINE, "families": FAMILIES, "styles": STYLES, "compiling": COMPILING,
        "layers": LAYERS, "cluster": CLUSTER, "start-up": (start_up, judging),
    }  # fmt: skip


def main() -> None:
    """Print the tables, save them, and draw how times grow.

    Names on the command line (machine, families, styles, compiling, layers, cluster, start-up,
    growth, plain, or one function of them such as ends) choose what is measured; --readme puts the
    whole of it into the README.
    """
    wanted = [word for word in sys.argv[1:] if not word.startswith("--")]
    readme = "--readme" in sys.argv
    unknown = [name for name in wanted if name not in known()]
    if unknown or (readme and wanted):
        sys.exit(f"parts are {', '.join(known())}; --readme writes all of them, so name none")
    OUT.mkdir(exist_ok=True)
    print(f"Python {platform.python_version()}, {platform.machine()}, one run, best of a few")
    measured: list[Line] = []
    for name, functions in parts().items():
        chosen = [part for part in functions if not wanted or {name, part.__name__} & set(wanted)]
        lines = table(chosen)
        measured += lines
        if len(chosen) == len(functions):
            (OUT / f"{name}.txt").write_text("\n".join(map(str, lines)) + "\n", encoding="utf-8")
    if not wanted or "growth" in wanted:
        curves = growth()
        growth_lines(curves)
        draw(curves)
        print(f"saved growth.svg in {OUT.name}\n")
    if not wanted or "plain" in wanted:
        plain_engine()
    if readme:
        speed_table.write(measured)


def known() -> list[str]:
    """Every name that the command line takes."""
    inside = [part.__name__ for functions in parts().values() for part in functions]
    return [*parts(), "growth", "plain", *inside]


def table(parts: Iterable[Part]) -> list[Line]:
    """Measured lines, each printed as soon as it is there."""
    lines = []
    for part in parts:
        for line in part():
            lines.append(line)
            print(line, flush=True)
    return lines


def growth_lines(curves: dict[str, list[tuple[int, float]]]) -> list[str]:
    """How the time grows with the last doublings of the size."""
    lines = []
    for name, points in curves.items():
        last = points[-4:]
        factors = ", ".join(f"{b[1] / a[1]:.2f} ×" for a, b in pairwise(last))
        lines.append(f"{name:<24}doubling up to {last[-1][0]:>9,}: {factors}")
        print(lines[-1])
    return lines


def draw(curves: dict[str, list[tuple[int, float]]]) -> None:
    """Times as sizes double, both axes by powers."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 5))
    for name, points in curves.items():
        style = "--" if "diagonal" in name or "triple" in name else "-"
        axes.loglog(*zip(*points, strict=True), style, marker="o", markersize=3, label=name)
    axes.set(xlabel="coins or piles", ylabel="seconds", title="Time as the size doubles")
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(OUT / "growth.svg")


def start_up() -> Iterator[Line]:
    """What a person waits for before anything is solved, beside Python itself."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    limit = 0.150
    bare = _started(["-c", "pass"], environment)
    for what, words in (
        ("import zermelo", ["-c", "import zermelo"]),
        ("zermelo --help", ["-m", "zermelo", "--help"]),
        ("zermelo solve ends 5 3 7 10", ["-m", "zermelo", "solve", "ends", "5", "3", "7", "10"]),
    ):
        seconds = _started(words, environment)
        yield Line(
            "start-up", what, f"{1e3 * seconds:.0f} ms", f"Python alone {1e3 * bare:.0f} ms",
            "under 150 ms", seconds < limit,
        )  # fmt: skip


SIGN_BUG = """\
class Solution:
    def predictTheWinner(self, nums):
        def best(i, j):
            if i > j:
                return 0
            return max(nums[i] + best(i + 1, j), nums[j] + best(i, j - 1))
        return best(0, len(nums) - 1) >= 0
"""
RARE_BUG = """\
class Solution:
    def divisorGame(self, n):
        return n % 2 == 0 and n != 512
"""


def judging() -> Iterator[Line]:
    """How long somebody waits for the word on a wrong solution, at the prompt."""
    limit = 2.0
    for what, problem, text in (
        ("a wrong sign", "lc486", SIGN_BUG),
        ("one wrong heap", "lc1025", RARE_BUG),
    ):
        with TemporaryDirectory() as folder:
            file = Path(folder, "solution.py")
            file.write_text(text, encoding="utf-8")
            words = [sys.executable, "-m", "zermelo", "judge", str(file), problem]
            work = partial(subprocess.run, words, capture_output=True, text=True)
            seconds, told = timed(work)
        assert "wrong" in told.stdout.splitlines()[0], told
        yield Line(
            "judge", f"solution.py {problem}, {what}", f"{seconds:.2f} s", "",
            "within 2 s", seconds < limit,
        )  # fmt: skip


def _started(words: list[str], environment: dict[str, str]) -> float:
    work = partial(subprocess.run, [sys.executable, *words], check=True, env=environment, stdout=-1)
    work()  # writes the byte code
    return min(timed(work)[0] for _ in range(3))


def plain_engine() -> None:
    """The generic engine on one core."""
    print(f"Python {platform.python_version()}, {platform.machine()}, one core, best of {TRIES}\n")
    print(f"{'game':<30}{'method':<12}{'states':>9}{'seconds':>9}{'states/s':>12}{'proved/s':>12}")
    for name, game in GAMES:
        seconds, solution = timed(lambda game=game: solve(game, engine="plain"))
        cost = solution.plan.cost
        line = f"{name:<30}{solution.plan.method:<12}{cost.states:>9,}{seconds:>9.3f}"
        line += f"{cost.states / seconds:>12,.0f}"
        if solution.plan.method != "nimbers":
            proving, proof = timed(solution.prove)
            line += f"{proof.states / proving:>12,.0f}"
        print(line)
        sys.stdout.flush()
    ratios()


def ratios() -> None:
    """Methods against each other on one game."""
    coins = Ends(row(16))
    naive, _ = timed(lambda: Oracle(coins, limit=10**9).difference(coins.start))
    table, _ = timed(lambda: solve(coins))
    print(f"\nnaive recursion / backward induction, 16 coins: {naive / table:,.0f} ×")
    board = ConnectFour(4, 4)
    table, _ = timed(lambda: solve(board, engine="plain"))
    search, found = timed(lambda: solve(board, method="alphabeta", engine="plain"))
    print(
        f"full table / alpha-beta for the root alone, Connect Four 4×4: {table / search:.1f} ×",
        end="",
    )
    print(f" ({found.answers.search.visits:,} states opened)")


if __name__ == "__main__":
    main()
