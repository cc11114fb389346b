"""Keys of one layout as keys of another."""

from __future__ import annotations

import numpy as np

from zermelo.machine.layout import Layout


def keys_in(layout: Layout, keys: np.ndarray, other: Layout) -> tuple[np.ndarray, np.ndarray]:
    """[n, K] the keys of the same states in another layout, and [n] which of them it has room for.

    Fields are moved to their places in bulk where the states look alike; else each state is made.
    """
    if layout == other:
        return keys, np.ones(len(keys), bool)
    if layout.form != other.form or not _has_all_fields(layout, other):
        return _by_states(layout, keys, other)
    found, fits = np.zeros((len(keys), other.words), np.int64), np.ones(len(keys), bool)
    for field, (low, high, place, word, _, _) in zip(
        layout.fields_of(keys), other.columns, strict=True
    ):
        fits &= (low <= field) & (field <= high)
        part = np.where(fits, field - low, 0)
        found[:, word] += part * place if other.dense else part << place
    return found, fits


def _has_all_fields(layout: Layout, other: Layout) -> bool:
    """Whether a field that a state lacks, and that is left empty, means the same in both."""
    if layout.low == other.low:
        return True
    return all(part.kind in ("number", "fixed") for part in layout.form.walk())


def _by_states(layout: Layout, keys: np.ndarray, other: Layout) -> tuple[np.ndarray, np.ndarray]:
    found, fits = np.zeros((len(keys), other.words), np.int64), np.zeros(len(keys), bool)
    for row, state in enumerate(layout.decode_all(keys)):
        words = other.encode(state)
        if words is not None and other.decode(words) == state:
            found[row], fits[row] = words, True
    return found, fits
