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
    Dot,
    Dots,
    Network,
    Picture,
    Pits,
    Segment,
    Square,
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


def changed_parts(before: Picture, label: str | None, after: Picture) -> frozenset[PartKey]:
    """All parts that a move has changed, where it leaves them to be seen."""
    if isinstance(before, Board) and isinstance(after, Board):
        return frozenset(_squares_changed(before, after))
    part = part_of(before, label, after)
    return frozenset() if part is None else frozenset({part})


def closed_boxes(picture: Dots) -> set[Dot]:
    """The boxes with all four lines drawn, each by its upper left dot."""
    rows, columns = range(picture.height), range(picture.width)
    return {
        (row, column) for row in rows for column in columns if box(row, column) <= picture.drawn
    }


def box(row: int, column: int) -> set[Segment]:
    """The four lines around a box."""
    here, right, below = (row, column), (row, column + 1), (row + 1, column)
    far = (row + 1, column + 1)
    return {(here, right), (here, below), (right, far), (below, far)}


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


def _square_filled(before: Board, after: Board) -> Square | None:
    """The square that a move fills, or the first one that it changes."""
    then, changed = _marks(after), _squares_changed(before, after)
    filled = [square for square in changed if then.get(square, EMPTY) not in EMPTY]
    return next(iter(filled or changed), None)


def _squares_changed(before: Board, after: Board) -> list[Square]:
    then = _marks(after)
    return [square for square, mark in _marks(before).items() if then.get(square) != mark]


def _marks(board: Board) -> dict[Square, str]:
    return {
        (row, column): mark
        for row, line in enumerate(board.cells)
        for column, mark in enumerate(line)
    }


def _vertex_entered(before: Network, after: Network) -> int | None:
    """Where the token that has moved stands; where none has, along a loop, the first one."""
    pairs = zip(before.tokens, after.tokens, strict=False)
    moved = [new for (_, old), (_, new) in pairs if old != new]
    return next(iter([*moved, *(vertex for _, vertex in after.tokens)]), None)
