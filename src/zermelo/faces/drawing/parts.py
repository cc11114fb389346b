"""Which part of a picture stands for a move: the one that differs in the picture after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import TypeAlias

from zermelo.model.pictures import (
    Board,
    CoinRows,
    Coins,
    Discs,
    Dots,
    Network,
    Picture,
    Pits,
    Stacks,
    Tiles,
)

PartKey: TypeAlias = Hashable  # a place, a place in a line, two dots; None is no part
Tags: TypeAlias = dict[PartKey, list[str]]  # the names of the moves that a part stands for
EMPTY = "·.-_ "


def part_of(before: Picture, label: str | None, after: Picture | None) -> PartKey:
    """The part of the picture `before` that a move changes into `after`; None for no part."""
    match before, after:
        case Coins(), Coins():
            return _coin_taken(before, after)
        case CoinRows(), CoinRows():
            return _coin_of_rows(before, after)
        case Stacks(), Stacks():
            return _stone_taken(before, after)
        case Tiles(), Tiles():
            return max(before.used ^ after.used, default=None)
        case Discs(), Discs():
            pairs = enumerate(zip(before.marks, after.marks, strict=False))
            return max((place for place, (old, new) in pairs if old != new), default=None)
        case Dots(), Dots():
            return next(iter(after.drawn - before.drawn), None)
        case Pits(), _:
            return before.labels.index(label) if label in before.labels else None
        case Board(), Board():
            return _square_filled(before, after)
        case Network(), Network():
            return _vertex_entered(before, after)
    return None


def _coin_taken(before: Coins, after: Coins) -> int | None:
    """The coin on the inner side of what goes; the last of those that become one."""
    if len(after.values) < len(before.values):
        return len(before.values) - len(after.values)
    if after.right < before.right:
        return after.right + 1
    return after.left - 1 if after.left > before.left else None


def _coin_of_rows(before: CoinRows, after: CoinRows) -> tuple[int, int | None] | None:
    for number, (row, then) in enumerate(zip(before.rows, after.rows, strict=False)):
        if (row.left, row.right) != (then.left, then.right):
            return number, _coin_taken(row, then)
    return None


def _stone_taken(before: Stacks, after: Stacks) -> tuple[int, int] | None:
    """The stack that a move changes, and the lowest stone that goes with it."""
    if before.sorted or len(before.sizes) != len(after.sizes):
        return _stone_of_sorted(before, after)
    pairs = enumerate(zip(before.sizes, after.sizes, strict=True))
    changed = [(place, new) for place, (old, new) in pairs if old != new]
    return changed[0] if len(changed) == 1 else None


def _stone_of_sorted(before: Stacks, after: Stacks) -> tuple[int, int] | None:
    gone = list((Counter(before.sizes) - Counter(after.sizes)).elements())
    come = sorted((Counter(after.sizes) - Counter(before.sizes)).elements())
    if len(gone) != 1:
        return None
    return before.sizes.index(gone[0]), come[0] if come else 0


def _square_filled(before: Board, after: Board) -> tuple[int, int] | None:
    """The square that a move fills, or the first one that it changes."""
    then = {
        (row, column): mark
        for row, line in enumerate(after.cells)
        for column, mark in enumerate(line)
    }
    changed = [
        (row, column)
        for row, line in enumerate(before.cells)
        for column, mark in enumerate(line)
        if then.get((row, column)) != mark
    ]
    filled = [square for square in changed if then.get(square, EMPTY) not in EMPTY]
    return next(iter(filled or changed), None)


def _vertex_entered(before: Network, after: Network) -> int | None:
    """Where the token that has moved stands; where none has, along a loop, the first one."""
    pairs = zip(before.tokens, after.tokens, strict=False)
    moved = [new for (_, old), (_, new) in pairs if old != new]
    return next(iter([*moved, *(vertex for _, vertex in after.tokens)]), None)
