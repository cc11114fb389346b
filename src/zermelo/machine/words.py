"""Keys of several words as one word each: bits that no key has take no room."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zermelo.kernels import load

WORD = 63  # bits of a word that are used


class TooWide(Exception):
    """More bits differ than one word holds."""


class Unpacked(Exception):
    """A key has a bit that there is no room for yet."""

    def __init__(self, bits: tuple[int, ...]) -> None:
        super().__init__("more bits are needed")
        self.bits = bits


@dataclass(frozen=True)
class Words:
    """Which bits of a key's words are kept, and where they go."""

    bits: tuple[int, ...]  # a mask for each word; a key of one word is kept as it is

    @cached_property
    def is_plain(self) -> bool:
        """Whether a key is its word."""
        return len(self.bits) == 1

    @cached_property
    def pieces(self) -> np.ndarray:
        """[s, 4] runs of bits: word, shift, mask, and shift in the one word."""
        found, at = [], 0
        for word, mask in enumerate(self.bits):
            shift = 0
            while mask >> shift:
                shift += ((mask >> shift) & -(mask >> shift)).bit_length() - 1
                run = (~(mask >> shift) & (mask >> shift) + 1).bit_length() - 1
                found.append((word, shift, (1 << run) - 1, at))
                at, shift = at + run, shift + run
        if at > WORD:
            raise TooWide(at)
        return np.array(found, np.int64).reshape(-1, 4)

    @cached_property
    def places(self) -> np.ndarray:
        """[63 K] where each bit of a key stands in the one word; −1 for those that are not kept."""
        if self.is_plain:
            return np.arange(WORD, dtype=np.int8)
        found = np.full(WORD * len(self.bits), -1, np.int8)
        for word, shift, mask, at in self.pieces.tolist():
            for bit in range(mask.bit_length()):
                found[WORD * word + shift + bit] = at + bit
        return found

    def pack(self, keys: np.ndarray) -> np.ndarray:
        """[n] of [n, K]; `Unpacked` where a key has other bits."""
        if self.is_plain:
            return np.ascontiguousarray(keys[:, 0])
        kernels, bits = load("layers"), np.zeros(len(self.bits), np.int64)
        kernels.bits_of(keys, bits)
        known = tuple(mask | more for mask, more in zip(self.bits, bits.tolist(), strict=True))
        if known != self.bits:
            raise Unpacked(known)
        out = np.empty(len(keys), np.int64)
        kernels.packed(keys, self.pieces, out)
        return out

    def unpack(self, rows: np.ndarray) -> np.ndarray:
        """[n, K] of [n]."""
        if self.is_plain:
            return rows.reshape(-1, 1)
        out = np.empty((len(rows), len(self.bits)), np.int64)
        load("layers").unpacked(rows, self.pieces, out)
        return out
