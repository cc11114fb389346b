"""Checkers for rows: the fusions of a row replayed, the triangle held against its recurrence.

A row keeps its value when neighbours a ≤ b ≥ c are replaced by a − b + c (Idziaszek), and a row
without interior peaks goes in decreasing order. So a list that says after which coin how many
fusions happen is a certificate: a linear pass replays it and refuses a step that is no peak. The
coins are those of the game's own declaration, and its rules are asked in some states, so that
they are the rules of these rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from zermelo.limits.deadline import patiently
from zermelo.model.arrays import absolute_of
from zermelo.model.exact import Number
from zermelo.model.game import Game, Move, State
from zermelo.model.numerals import shown
from zermelo.proof.checker import Proof, ask, lie, python_number

if TYPE_CHECKING:
    from zermelo.model.arrays import NumberRow

ROW_STATES_ASKED = 16  # states in which the rules are asked
MOST_ROWS = 64  # rows up to which they are: a move among more of them is long to write down
FUSION_ROOM = 1 << 62  # Σ|v| below it keeps every fusion and every sum within int64


def verify_row(game: Game, start: State, fused: NumberRow, value: Number) -> Proof:
    """Replay the certificate of what `start` leaves of the declared row. O(n)."""
    left, right = start
    coins = game.shape.values[left : right + 1]
    for state in spread(left, right):
        check_rules(game, state)
    return verify_fusion(type(game).__name__, coins, fused, value)


def verify_several(game: Game, start: State, fused: Sequence[NumberRow], value: Number) -> Proof:
    """Replay the certificates of what `start` leaves of the declared rows. O(n log n)."""
    shape = game.shape
    rows = [row[i : j + 1] for row, (i, j) in zip(shape.rows, start, strict=True)]
    if len(rows) <= MOST_ROWS:
        for state in zip(*(spread(*part) for part in start), strict=True):
            check_rules(game, state)
    return verify_rows(type(game).__name__, rows, shape.closed, fused, value)


def spread(left: int, right: int) -> Iterator[tuple[int, int]]:
    """Intervals inside a row, the whole of it first, the last one short."""
    size = right - left + 1
    for number in range(ROW_STATES_ASKED):
        off = size * number // ROW_STATES_ASKED
        yield left + off // 2, right - (off - off // 2)


def check_rules(game: Game, state: State) -> None:
    """Whether the rules offer in `state` what the declared shape says."""
    said = {_seen(game, move) for move in ask(game, state)}
    if said != {_seen(game, move) for move in game.shape.moves(state)}:
        raise lie(state, "the rules offer other moves than the declared rows")


def _seen(game: Game, move: Move) -> tuple[State, Number, bool]:
    return game.shape.same(move.to), move.gain, move.again


def replayed(coins: Sequence[Number], fused: NumberRow) -> NumberRow:
    """What the claimed fusions leave: by machine where the claim is an array and sums are small."""
    if not hasattr(fused, "dtype") or absolute_of(coins) >= FUSION_ROOM:
        return replay(coins, fused)
    import numpy as np  # only claims that are arrays come here

    kernel = import_module("zermelo.proof.rows_kernel")
    row = np.asarray(coins, dtype=np.int64)
    counts = np.asarray(fused)
    if len(counts) != len(row) or counts.dtype.kind != "i" or (len(counts) and counts.min() < 0):
        raise lie((0, len(row) - 1), "the claim has no number of fusions for every coin")
    left = np.empty_like(row)
    top, wrong = patiently(len(row), kernel.replay, row, counts, left)
    if wrong >= 0:
        raise lie(wrong, "a fusion is claimed where there is no peak")
    peak = patiently(int(top), kernel.a_peak, left[:top])
    if peak >= 0:
        raise lie(peak, "an interior peak is left")
    return left[:top]


def replay(coins: Sequence[Number], fused: NumberRow) -> list[Number]:
    """The row that the claimed fusions leave; every one must be a peak, and no peak may stay."""
    left: list[Number] = []
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


def in_turn(coins: NumberRow) -> Number:
    """What the first player gets more when all goes in decreasing order."""
    if hasattr(coins, "dtype"):
        return int(import_module("zermelo.proof.rows_kernel").in_turn(coins))
    total: Number = 0
    for place, coin in enumerate(sorted(coins, reverse=True)):
        total = total + coin if place % 2 == 0 else total - coin
    return total


def verify_fusion(name: str, coins: Sequence[Number], fused: NumberRow, value: Number) -> Proof:
    """Replay the certificate of one row. O(n)."""
    expected = in_turn(replayed(coins, fused))
    if value != expected:
        raise lie((0, len(coins) - 1), f"the fusions give {shown(expected)}, not {shown(value)}")
    return Proof(name, value, len(coins), 2 * len(coins), len(coins) + 1)


def verify_rows(
    name: str,
    rows: Sequence[Sequence[Number]],
    closed: Sequence[bool],
    fused: Sequence[NumberRow],
    value: Number,
) -> Proof:
    """Replay the certificates of several rows, some closed on the left. O(n log n)."""
    count = sum(map(len, rows))
    open_part: list[Number] = []
    last: Number = 0
    for row, shut, steps in zip(rows, closed, fused, strict=True):
        left = [python_number(coin) for coin in replayed(row, steps)]
        begin = 0
        while shut and len(left) - begin > 1 and left[begin] >= left[begin + 1]:
            last += (left[begin + 1] - left[begin]) * (-1) ** count
            begin += 2
        open_part += left[begin:]
    expected = in_turn(open_part) + last
    if value != expected:
        raise lie(
            tuple((0, len(row) - 1) for row in rows),
            f"it is worth {shown(expected)}, not {shown(value)}",
        )
    return Proof(name, value, count, 2 * count, count + 1)


def verify_triangle(name: str, coins: Sequence[Number], table: NumberRow, value: Number) -> Proof:
    """Hold every entry against the two sub-rows below it, a diagonal at a time. O(n²)."""
    size = len(coins)
    row: NumberRow = coins
    if hasattr(table, "dtype"):
        import numpy as np  # only tables that are arrays come here

        row = np.asarray(coins, dtype=np.int64)
    before = table[:0]
    begin = 0
    for length in range(1, size + 1):
        here = table[begin : begin + size - length + 1]
        wrong = _first_wrong(row, before, here, length)
        if wrong is not None:
            raise lie((wrong, wrong + length - 1), "the entry does not follow from shorter rows")
        before, begin = here, begin + len(here)
    return Proof(name, value, begin, 2 * begin, begin)


def _first_wrong(row: NumberRow, before: NumberRow, here: NumberRow, length: int) -> int | None:
    """The place of the first entry of a diagonal that breaks the recurrence."""
    if not hasattr(here, "dtype"):
        for left, entry in enumerate(here):
            if entry != _expected(row, before, left, length):
                return left
        return None
    import numpy as np

    coins = due = np.asarray(row)
    if length > 1:
        wide = np.asarray(before, dtype=np.int64)
        one = coins[: len(here)] - wide[1:]
        two = coins[length - 1 :] - wide[:-1]
        due = one * (one >= two) + two * (one < two)
    places = np.flatnonzero(here != due)
    return int(places[0]) if len(places) else None


def _expected(row: NumberRow, before: NumberRow, left: int, length: int) -> Number:
    if length == 1:
        return row[left]
    return max(row[left] - before[left + 1], row[left + length - 1] - before[left])
