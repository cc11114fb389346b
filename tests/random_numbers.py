"""Rows of numbers for tests, the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator


def random_rows(
    count: int, longest: int, low: int, high: int, *, shortest: int = 1
) -> Iterator[tuple[int, ...]]:
    """Rows of random length."""
    rng = random.Random(35)
    for _ in range(count):
        size = rng.randint(shortest, longest)
        yield tuple(rng.randint(low, high) for _ in range(size))
