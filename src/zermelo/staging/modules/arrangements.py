"""Permutations and the like of as many items as only the code knows, as plain Python.

The order is that of `itertools`, whose documentation gives these algorithms.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def arrangements(items: tuple[Any, ...], number: int) -> Iterator[tuple[Any, ...]]:
    """permutations(items, number): each place goes round through what is left for it."""
    if number < 0:
        raise ValueError("r must be non-negative")
    size = len(items)
    if number > size:
        return
    places = list(range(size))
    left = list(range(size, size - number, -1))
    yield tuple(items[place] for place in places[:number])
    while size:
        for k in reversed(range(number)):
            left[k] -= 1
            if left[k] == 0:
                places[k:] = places[k + 1 :] + places[k : k + 1]
                left[k] = size - k
            else:
                other = size - left[k]
                places[k], places[other] = places[other], places[k]
                yield tuple(items[place] for place in places[:number])
                break
        else:
            return
