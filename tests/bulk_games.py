"""Games whose answers are asked for in bulk, each solved once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any

from executed_rules import by_python
from zermelo import Game, Move, PayoffGame, Solution, solve
from zermelo.games import TicTacToe


@dataclass(frozen=True)
class Shared:
    """What is left of two heaps, whose turn it is, and whether a heap was emptied."""

    left: int
    right: int
    player: int
    layer: bool  # a name that a column of ours has too


class ThreePlayers(PayoffGame):
    """Each takes one from a heap, and gains what the other heap holds."""

    players = 3
    start = Shared(5, 6, 0, False)

    def moves(self, state: Shared) -> Iterator[Move]:
        if state.left:
            yield Move(self.after(state, state.left - 1, state.right), gain=state.right)
        if state.right:
            yield Move(self.after(state, state.left, state.right - 1), gain=state.left)

    def after(self, state: Shared, left: int, right: int) -> Shared:
        return Shared(left, right, (state.player + 1) % 3, left == 0 or right == 0)

    def turn(self, state: Shared) -> int:
        return state.player


@cache
def compiled(kind: type[Game]) -> Solution:
    return _by_machine(kind, "compiled")


@cache
def layered(kind: type[Game]) -> Solution:
    return _by_machine(kind, "layers")


def _by_machine(kind: type[Game], engine: str) -> Solution:
    """By machine code; the small one by its code as Python carries it out, in less time."""
    with by_python() if kind is ThreePlayers else nullcontext():
        return solve(kind(), engine=engine, threads=1)


@cache
def plain(kind: type[Game]) -> Solution:
    return solve(kind(), engine="plain")


KINDS: tuple[Any, ...] = (TicTacToe, ThreePlayers)
