"""Python in a page: it sees `zermelo`, `zermelo.games`, and a few things to count with."""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import inf
from typing import Any

import zermelo
from zermelo import games, solve
from zermelo.games import Ends

ROWS_DRAWN = 200  # random rows for each length


def evaluated(expression: str) -> Any:
    """What an option of a directive says."""
    return eval(expression, dict(names()))


def names() -> Mapping[str, object]:
    """Everything that an expression may name."""
    ours = {"greedy_falls_short": greedy_falls_short, "labels": labels, "looked_at": looked_at}
    return {name: getattr(room, name) for room in (games, zermelo) for name in room.__all__} | ours


def greedy_falls_short(longest: int) -> dict[int, int]:
    """Of 100 random rows of each length, on how many the larger end is not good enough."""
    draw = random.Random(1)
    found = {}
    for size in range(2, longest + 1):
        rows = [tuple(draw.randint(1, 20) for _ in range(size)) for _ in range(ROWS_DRAWN)]
        solved = (solve(Ends(row), method="backward") for row in rows)
        short = sum(one.against("greedy").result < one.value for one in solved)
        found[size] = round(100 * short / ROWS_DRAWN)
    return found


def labels(game_of: Any, sizes: range) -> list[tuple[str, str]]:
    """P or N for the game of each size."""
    return [(str(n), "P" if solve(game_of(n)).outcome == "loss" else "N") for n in sizes]


def looked_at(row: tuple[int, ...], first: str) -> int:
    """Calls of alpha-beta on a row, which tries an end first: left, right, larger or best."""
    count = 0

    def order(row: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
        ends = [(row[0], row[1:]), (row[-1], row[:-1])]
        if first == "best":
            ends.sort(key=lambda end: solve(Ends(end[1])).value - end[0])
        return ends[::-1] if first == "right" or (first == "larger" and row[-1] > row[0]) else ends

    def search(row: tuple[int, ...], low: float, high: float) -> float:
        nonlocal count
        count += 1
        best = -inf if row else 0
        for coin, rest in order(row) if row else ():
            best = max(best, coin - search(rest, coin - high, coin - max(low, best)))
            if best >= high:
                break
        return best

    search(row, -inf, inf)
    return count
