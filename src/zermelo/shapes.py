"""What a game may declare about itself, so that a method recognises the shape, not the class.

`shape` names a family: the states and moves are exactly those that the shape's own `moves` gives.
`space` bounds the states: every reachable state lies inside. `check(game)` holds both
declarations against the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

from zermelo.exact import Number
from zermelo.game import Move


@dataclass(frozen=True)
class Row:
    """A row with two open ends: state (left, right), inclusive; take either end coin."""

    values: tuple[Number, ...]

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        """Take the left or the right end; the last coin is one move, not two."""
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.values[left])
        if left < right:
            yield Move((left, right - 1), gain=self.values[right])

    def __contains__(self, state: Any) -> bool:
        pair = isinstance(state, tuple) and [type(part) for part in state] == [int, int]
        return pair and 0 <= state[0] <= state[1] + 1 <= len(self.values)

    def same(self, state: tuple[int, int]) -> tuple[int, int]:
        """One name for all empty rows: whose side the last coin was taken from is all the same."""
        return state if state[0] <= state[1] else (0, -1)


@dataclass(frozen=True)
class DivisorHeap:
    """A heap N from which a proper divisor is subtracted; who cannot move loses."""

    heap: int

    def moves(self, state: int) -> Iterator[Move]:
        """Subtract any divisor smaller than the heap."""
        for divisor in range(1, state):
            if state % divisor == 0:
                yield Move(state - divisor)

    def __contains__(self, state: Any) -> bool:
        return type(state) is int and 1 <= state <= self.heap

    def same(self, state: int) -> int:
        """Every heap is itself."""
        return state


@dataclass(frozen=True)
class Box:
    """A box of bounded integers: state[k] lies between low and high of ranges[k], inclusive.

    >>> Box((0, 3), (-1, 2)).size
    16
    """

    ranges: tuple[tuple[int, int], ...]

    def __init__(self, *ranges: tuple[int, int]) -> None:
        object.__setattr__(self, "ranges", ranges)

    @property
    def size(self) -> int:
        """How many states fit."""
        return prod(high - low + 1 for low, high in self.ranges)

    def __contains__(self, state: Any) -> bool:
        inside = isinstance(state, tuple) and len(state) == len(self.ranges)
        return inside and all(
            isinstance(part, int) and low <= part <= high
            for part, (low, high) in zip(state, self.ranges, strict=True)
        )


@dataclass(frozen=True)
class Subsets:
    """Subsets of n items as bits of an int from 0 to 2ⁿ − 1."""

    items: int

    @property
    def size(self) -> int:
        """How many states fit."""
        return 1 << self.items

    def __contains__(self, state: Any) -> bool:
        return isinstance(state, int) and 0 <= state < self.size
