"""Python in a page: it sees `zermelo`, `zermelo.games`, and a few things to count with."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import groupby
from typing import Any

import zermelo
from zermelo import Game, games, solve
from zermelo.games import Ends

ROWS_DRAWN = 200  # random rows for each length


def evaluated(expression: str) -> Any:
    """What an option of a directive says."""
    return eval(expression, dict(names()))


def names() -> Mapping[str, object]:
    """Everything that an expression may name."""
    ours = {"greedy_falls_short": greedy_falls_short, "labels": labels, "runs": runs}
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


def runs(game: Game) -> list[tuple[str, int]]:
    """How many states of a game have the same label, in the order of its states."""
    solution = solve(game)
    outcomes = map(solution.outcome_of, zermelo.explore(game).states)
    return [(outcome, len(list(group))) for outcome, group in groupby(sorted(outcomes))]
