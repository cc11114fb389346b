"""What a table says of its positions: rows of a palette, packed into as few bits as a block needs.

A row is (value, plies, …), one entry for each column. All different rows of a table are its
palette. A block of 65,536 positions names the rows that occur in it, and has for each position a
number among these, in 0, 1, 2, 4, 8, 16 or 32 bits; rows of machine numbers that are too many for
a palette are written as they are. Look-ups take a few steps, whatever the size of the table.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from struct import unpack_from
from typing import Any

import numpy as np

from zermelo.graph.contract import Value

BLOCK = 1 << 16  # positions
BITS = (0, 1, 2, 4, 8, 16, 32)
RAW = 64  # instead of the bits: rows of 64-bit numbers
COMPRESSED = 128  # added to the bits
MOST_DIFFERENT = 1 << 16  # of a palette, unless they are Python's own numbers
KEPT_BLOCKS = 64  # that were unpacked

Entry = tuple[Any, ...]  # one entry for each column; with p players the value is a tuple
Column = "Sequence[Value] | np.ndarray"  # [n], or [n, p]


class Palette:
    """The different rows of a table, numbered in the order in which they are met."""

    def __init__(self, rows: Sequence[Entry] = ()) -> None:
        self.rows = list(rows)
        self.numbers = {row: number for number, row in enumerate(self.rows)}

    def number(self, row: Entry) -> int:
        """The number of a row, a new one if need be."""
        if row not in self.numbers:
            self.numbers[row] = len(self.rows)
            self.rows.append(row)
        return self.numbers[row]

    def column(self, place: int) -> np.ndarray:
        """[rows] the entries of a column, or [rows, p]; machine numbers where they fit."""
        found = [row[place] for row in self.rows]
        if all(map(_is_machine_number, found)):
            return np.array(found, np.int64)
        column = np.empty(len(found), object)
        column[:] = found
        return column


def _is_machine_number(value: Value) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_machine_number, value))
    return isinstance(value, int) and -(1 << 63) <= value < 1 << 63


def packed_block(palette: Palette, columns: Sequence[Any], *, compress: bool) -> tuple[int, bytes]:
    """What stands in the directory besides the place, and the bytes of up to BLOCK positions."""
    if all(isinstance(column, np.ndarray) for column in columns):
        kind, data = _packed_arrays(palette, columns)
    else:
        rows = list(zip(*(map(_plain, column) for column in columns), strict=True))
        local: dict[Entry, int] = {}
        codes = np.array([local.setdefault(row, len(local)) for row in rows], np.uint32)
        kind, data = _packed(codes, [palette.number(row) for row in local])
    if not compress:
        return kind, data
    squeezed = zlib.compress(data, 6)
    return kind | COMPRESSED, len(squeezed).to_bytes(4, "little") + squeezed


def _plain(value: Value) -> Value:
    return tuple(value) if isinstance(value, list | np.ndarray) else value


def _packed_arrays(palette: Palette, columns: Sequence[np.ndarray]) -> tuple[int, bytes]:
    flat = [part for column in columns for part in column.reshape(len(column), -1).T]
    places, codes = _different(flat)
    if len(palette.rows) + len(places) > MOST_DIFFERENT:
        return RAW, np.stack(flat, axis=1).astype("<i8").tobytes()
    rows = zip(*(column[places].tolist() for column in columns), strict=True)
    return _packed(codes, [palette.number(tuple(map(_plain, row))) for row in rows])


def _different(columns: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The places of different rows, and for every row its number among these."""
    mixed, size = np.zeros(len(columns[0]), np.int64), 1
    for column in columns:
        low, span = int(column.min()), int(column.max()) - int(column.min()) + 1
        size *= span
        if size >= 1 << 62:
            table = np.stack(columns, axis=1)
            _, places, codes = np.unique(table, axis=0, return_index=True, return_inverse=True)
            return places, codes.reshape(-1)
        mixed *= span
        mixed += column
        mixed -= low
    if size > BLOCK:
        _, places, codes = np.unique(mixed, return_index=True, return_inverse=True)
        return places, codes
    first = np.full(size, -1, np.int64)  # counting is many times quicker than sorting
    first[mixed[::-1]] = np.arange(len(mixed))[::-1]
    met = np.flatnonzero(first >= 0)
    place_of = np.empty(size, np.uint32)
    place_of[met] = np.arange(len(met))
    return first[met], place_of[mixed]


def _packed(codes: np.ndarray, ids: Sequence[int]) -> tuple[int, bytes]:
    bits = next(bits for bits in BITS if len(ids) <= 1 << bits)
    head = np.array([len(ids), *ids], "<u4").tobytes()
    return bits, head + _bits_of(codes, bits)


def _bits_of(codes: np.ndarray, bits: int) -> bytes:
    if bits == 0:
        return b""
    if bits >= 8:
        return codes.astype(f"<u{bits // 8}").tobytes()
    each = 8 // bits
    whole = np.zeros(-(-len(codes) // each) * each, np.uint8)
    whole[: len(codes)] = codes
    shifts = (bits * np.arange(each)).astype(np.uint8)
    packed: np.ndarray = np.bitwise_or.reduce(whole.reshape(-1, each) << shifts, axis=1)
    return packed.tobytes()


def _codes_at(data: memoryview, bits: int, places: np.ndarray) -> np.ndarray:
    if bits == 0:
        return np.zeros(len(places), np.uint8)
    if bits >= 8:
        size = (int(places.max()) + 1) * bits // 8
        wide: np.ndarray = np.frombuffer(data[:size], f"<u{bits // 8}")[places]
        return wide
    bit = places * bits
    held = np.frombuffer(data, np.uint8)[bit >> 3]
    codes: np.ndarray = held >> (bit & 7).astype(np.uint8) & np.uint8((1 << bits) - 1)
    return codes


class Blocks:
    """Reads the blocks of one layer."""

    def __init__(
        self, body: memoryview, directory: np.ndarray, palette: Palette, widths: Sequence[int]
    ) -> None:
        self.body = body
        self.places = directory  # [B] 256 · place + kind
        self.directory = directory.data  # quicker for single ones
        self.palette = palette
        self.widths = widths  # numbers of each column in a row; 0 for one that is no tuple
        self._unpacked: Callable[[int], memoryview] = lru_cache(KEPT_BLOCKS)(self._unpack)

    def row(self, place: int) -> Entry:
        """What the table says of a position of the layer."""
        entry, inside = self.directory[place // BLOCK], place % BLOCK
        kind, at, data = entry & 255, entry >> 8, self.body
        if kind & COMPRESSED:
            kind, at, data = kind ^ COMPRESSED, 0, self._unpacked(place // BLOCK)
        if kind == RAW:
            return self._raw_row(data, at, inside)
        (count,) = unpack_from("<I", data, at)
        codes = at + 4 + 4 * count
        if kind < 8:
            bit = inside * kind
            code = data[codes + (bit >> 3)] >> (bit & 7) & (1 << kind) - 1 if kind else 0
        else:
            step = kind // 8
            code = int.from_bytes(data[codes + step * inside :][:step], "little")
        (number,) = unpack_from("<I", data, at + 4 + 4 * code)
        row: Entry = self.palette.rows[number]
        return row

    def _raw_row(self, data: memoryview, at: int, inside: int) -> Entry:
        width = sum(max(1, part) for part in self.widths)
        numbers = iter(unpack_from(f"<{width}q", data, at + 8 * width * inside))
        return tuple(
            tuple(next(numbers) for _ in range(part)) if part else next(numbers)
            for part in self.widths
        )

    def _unpack(self, block: int) -> memoryview:
        at = self.directory[block] >> 8
        (size,) = unpack_from("<I", self.body, at)
        return memoryview(zlib.decompress(self.body[at + 4 : at + 4 + size]))

    def column(self, place: int, block: int, inside: np.ndarray, entries: np.ndarray) -> np.ndarray:
        """[n] a column at some places of a block; `entries` are those of the palette."""
        entry = self.directory[block]
        kind, data = entry & 255, self.body[entry >> 8 :]
        if kind & COMPRESSED:
            kind, data = kind ^ COMPRESSED, self._unpacked(block)
        if kind == RAW:
            return self._raw_column(place, data, inside)
        (size,) = unpack_from("<I", data)
        ids = np.frombuffer(data, "<u4", size, 4)
        found: np.ndarray = entries[ids][_codes_at(data[4 + 4 * size :], kind, inside)]
        return found

    def _raw_column(self, place: int, data: memoryview, inside: np.ndarray) -> np.ndarray:
        sizes = [max(1, part) for part in self.widths]
        table = np.frombuffer(data, "<i8", (int(inside.max()) + 1) * sum(sizes))
        first = sum(sizes[:place])
        found: np.ndarray = table.reshape(-1, sum(sizes))[inside, first : first + sizes[place]]
        return found if self.widths[place] else found[:, 0]
