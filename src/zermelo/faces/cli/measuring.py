"""`zermelo bench`: some speeds, side by side, in half a minute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import click

from zermelo.faces.cli.console import say


@click.command()
def bench() -> None:
    """Speeds on this machine, side by side; the first run compiles for some seconds."""
    say(f"{'what':<44}{'ours':>12}{'beside':>12}{'ratio':>9}  beside what")
    for what, ours, beside, name in _measured():
        say(f"{what:<44}{ours:>10.4f} s{beside:>10.4f} s{beside / ours:>8.1f}×  {name}")


def _measured() -> Iterator[tuple[str, float, float, str]]:
    import numpy as np

    from zermelo import solve
    from zermelo.games.boards import ConnectFour
    from zermelo.games.fronts import Front
    from zermelo.games.rows import Ends

    board = ConnectFour(4, 4)
    solve(board, engine="compiled")
    yield (
        "Connect Four 4×4, 161,029 positions",
        _least(lambda: solve(board, engine="compiled"), 3),
        _least(lambda: solve(board, engine="plain"), 2),
        "the same rules in plain Python",
    )
    coins = np.random.default_rng(1).integers(0, 1_000, 1_000_000)
    few = coins[:2_000]
    yield (
        "Ends, 2,000 coins, the value",
        _least(lambda: solve(Ends(few)).value, 3),
        _least(lambda: _textbook(few.tolist()), 1),
        "the textbook O(n²) recurrence in Python",
    )
    solve(Front(coins, 3)).value  # noqa: B018 - compiles
    yield (
        "Front, 1,000,000 coins, 1 to 1,000 at a time",
        _least(lambda: solve(Front(coins, 1000)).value, 3),
        _least(lambda: solve(Front(coins, 3)).value, 3),
        "the same with 1 to 3 at a time",
    )


def _least(work: Callable[[], object], tries: int) -> float:
    times = []
    for _ in range(tries):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)


def _textbook(row: list[int]) -> int:
    """D(i, j) = max(a[i] − D(i+1, j), a[j] − D(i, j−1)), one row of the table at a time."""
    best = list(row)
    for length in range(2, len(row) + 1):
        for i in range(len(row) - length + 1):
            best[i] = max(row[i] - best[i + 1], row[i + length - 1] - best[i])
    return best[0]
