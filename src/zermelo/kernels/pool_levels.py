"""The blocks of a pool, level by level, in shares for threads: plain Python, without a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SLICE = 1 << 10  # blocks of one call: who waits sees Ctrl-C and the end of a time limit between two


def shares(level: NDArray[np.int64], threads: int) -> list[NDArray[np.int64]]:
    """The blocks of a level in as many parts as there are threads, or in more that are short."""
    parts = min(len(level), max(threads, -(-len(level) // SLICE)))
    return [level[part::parts].copy() for part in range(parts)]


def levels(bits: int) -> list[NDArray[np.int64]]:
    """The numbers below 2**bits by how many bits they have, most first."""
    counts = np.bitwise_count(np.arange(1 << bits))
    return [np.flatnonzero(counts == count) for count in range(bits, -1, -1)]
