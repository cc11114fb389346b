"""Checkers for rows: the fusions of a row replayed, the triangle held against its recurrence.

A row keeps its value when neighbours a ≤ b ≥ c are replaced by a − b + c (Idziaszek), and a row
without interior peaks goes in decreasing order. So a list that says after which coin how many
fusions happen is a certificate: a linear pass replays it and refuses a step that is no peak.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.proof.checker import Proof, lie


def replay(coins: Sequence[Any], fused: Sequence[int]) -> list[Any]:
    """The row that the claimed fusions leave; every one must be a peak, and no peak may stay."""
    left: list[Any] = []
    for place, (coin, count) in enumerate(zip(coins, fused, strict=True)):
        left.append(coin)
        for _ in range(count):
            if len(left) < 3 or not left[-3] <= left[-2] >= left[-1]:
                raise lie(place, "a fusion is claimed where there is no peak")
            c, b, a = left.pop(), left.pop(), left.pop()
            left.append(a - b + c)
    for place in range(1, len(left) - 1):
        if left[place - 1] <= left[place] >= left[place + 1]:
            raise lie(place, "an interior peak is left")
    return left


def in_turn(coins: Sequence[Any]) -> Any:
    """What the first player gets more when all goes in decreasing order."""
    total: Any = 0
    for place, coin in enumerate(sorted(coins, reverse=True)):
        total = total + coin if place % 2 == 0 else total - coin
    return total


def verify_fusion(name: str, coins: Sequence[Any], fused: Sequence[int], value: Any) -> Proof:
    """Replay the certificate of one row. O(n)."""
    expected = in_turn(replay(coins, fused))
    if value != expected:
        raise lie((0, len(coins) - 1), f"the fusions give {expected}, not {value}")
    return Proof(name, value, len(coins), 2 * len(coins), len(coins) + 1)


def verify_rows(
    name: str,
    rows: Sequence[Sequence[Any]],
    closed: Sequence[bool],
    fused: Sequence[Sequence[int]],
    value: Any,
) -> Proof:
    """Replay the certificates of several rows, some closed on the left. O(n log n)."""
    count = sum(map(len, rows))
    open_part: list[Any] = []
    last: Any = 0
    for row, shut, steps in zip(rows, closed, fused, strict=True):
        left = replay(row, steps)
        while shut and len(left) > 1 and left[0] >= left[1]:
            last += (left[1] - left[0]) * (-1) ** count
            left = left[2:]
        open_part += left
    expected = in_turn(open_part) + last
    if value != expected:
        raise lie(tuple((0, len(row) - 1) for row in rows), f"it is worth {expected}, not {value}")
    return Proof(name, value, count, 2 * count, count + 1)


def verify_triangle(name: str, coins: Sequence[Any], table: Any, value: Any) -> Proof:
    """Hold every entry against the two sub-rows below it, a diagonal at a time. O(n²)."""
    size = len(coins)
    if not hasattr(table, "dtype"):
        table = _Plain(table)
        row: Any = _Plain(list(coins))
    else:
        import numpy as np  # only tables that are arrays come here

        row = np.asarray(coins, dtype=np.int64)
    before: Any = None
    begin = 0
    for length in range(1, size + 1):
        here = table[begin : begin + size - length + 1]
        wrong = _first_wrong(row, before, here, length)
        if wrong is not None:
            raise lie((wrong, wrong + length - 1), "the entry does not follow from shorter rows")
        before, begin = here, begin + len(here)
    return Proof(name, value, begin, 2 * begin, begin)


class _Plain:
    """A list whose slices are what the checks below need of an array."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def __getitem__(self, place: Any) -> Any:
        return self.items[place]


def _first_wrong(row: Any, before: Any, here: Any, length: int) -> int | None:
    """The place of the first entry of a diagonal that breaks the recurrence."""
    if isinstance(here, list):
        for left, entry in enumerate(here):
            if entry != _expected(row, before, left, length):
                return left
        return None
    if length == 1:
        bad = here != row
    else:
        wide = before.astype("int64")
        one = row[: len(here)] - wide[1:]
        two = row[length - 1 :] - wide[:-1]
        bad = here != one * (one >= two) + two * (one < two)
    places = bad.nonzero()[0]
    return int(places[0]) if len(places) else None


def _expected(row: Any, before: Any, left: int, length: int) -> Any:
    if length == 1:
        return row[left]
    return max(row[left] - before[left + 1], row[left + length - 1] - before[left])
