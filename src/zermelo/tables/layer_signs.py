"""A number of a key that tells its layer: the ones in a field, a field itself, a sum of fields.

Boards are often layered by the stones on them, heaps by what is left; nobody says so, and a look at
all keys finds it out. Then a look-up asks one layer instead of one after the other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zermelo.machine.layout import Layout

FEW_FIELDS = 6  # that are looked at one by one, too


class Sign(NamedTuple):
    """What is added up over the fields of a key: their ones, their numbers, or 1 if not zero."""

    kind: str  # ones, sum, filled
    pieces: tuple[tuple[int, int, int], ...]  # word, shift and mask of each field

    def of(self, words: list[int]) -> int:
        """The sign of a key."""
        parts = [words[word] >> shift & mask for word, shift, mask in self.pieces]
        if self.kind == "ones":
            return sum([part.bit_count() for part in parts])
        return sum(parts) if self.kind == "sum" else len(parts) - parts.count(0)

    def of_all(self, keys: np.ndarray) -> np.ndarray:
        """[n] the signs of keys [n, K]."""
        found = np.zeros(len(keys), np.int64)
        for word, shift, mask in self.pieces:
            part = keys[:, word] >> shift & mask
            if self.kind == "ones":
                part = np.bitwise_count(part)
            found += part if self.kind != "filled" else part != 0
        return found


def possible_signs(layout: Layout) -> list[Sign]:
    """All that is tried; nothing where keys are no fields side by side."""
    if layout.dense:
        return []
    pieces = [(word, place, mask) for _, _, place, word, mask, _ in layout.columns if mask]
    alone = [(piece,) for piece in pieces] if len(pieces) <= FEW_FIELDS else []
    some = [tuple(pieces), *alone]
    return [Sign(kind, each) for each in some for kind in ("ones", "sum", "filled")]


class Signs:
    """Looks for a sign while the keys of the layers go by."""

    def __init__(self, layout: Layout) -> None:
        self.seen: dict[Sign, dict[int, int]] = {sign: {} for sign in possible_signs(layout)}

    def look(self, layer: int, keys: np.ndarray) -> None:
        """Some keys of a layer."""
        for sign, found in list(self.seen.items()):
            signs = sign.of_all(keys)
            low, high = int(signs.min()), int(signs.max())
            is_new = layer not in found and low not in found.values()
            if low != high or not (is_new or found.get(layer) == low):
                del self.seen[sign]
            else:
                found[layer] = low

    def told(self) -> tuple[Sign, dict[int, int]] | None:
        """A sign that holds, and what it is for each layer."""
        return next(iter(self.seen.items()), None)
