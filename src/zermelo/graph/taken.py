"""Parts of arrays, by the numbers of states: a range, or an array of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

StateNumbers: TypeAlias = range | np.ndarray  # ascending
Picked = TypeVar("Picked", covariant=True)


class Pickable(Protocol[Picked]):
    """An array, or what gives parts like one."""

    def __getitem__(self, part: slice | np.ndarray, /) -> Picked: ...


def taken(row: Pickable[Picked], numbers: StateNumbers) -> Picked:
    """The items of an array at some numbers; a view where these are side by side."""
    if isinstance(numbers, range):
        return row[numbers.start : numbers.stop]
    return row[numbers]


def as_array(numbers: Sequence[int] | np.ndarray) -> np.ndarray:
    """[n] numbers as an array; numpy reads a range item by item."""
    if isinstance(numbers, range):
        return np.arange(numbers.start, numbers.stop, numbers.step)
    return np.asarray(numbers)


def are_among(known: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """[n] which numbers are in a row of ascending ones."""
    if not len(known):
        return np.zeros(len(numbers), bool)
    places = np.minimum(np.searchsorted(known, numbers), len(known) - 1)
    found: np.ndarray = known[places] == numbers
    return found
