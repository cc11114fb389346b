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
from typing import Any

from zermelo.limits.deadline import patiently
from zermelo.model.arrays import absolute_of
from zermelo.model.game import Game, Move, State
from zermelo.model.numerals import shown
from zermelo.proof.checker import Proof, ask, lie, plain

ASKED = 16  # states in which the rules are asked
MOST_ROWS = 64  # rows up to which they are: a move among more of them is long to write down
ROOM = 1 << 62  # Σ|v| below it keeps every fusion and every sum within int64


def verify_row(game: Game, start: State, fused: Any, value: Any) -> Proof:
    """Replay the certificate of what `start` leaves of the declared row. O(n)."""
    left, right = start
    coins = game.shape.values[left : right + 1]
    for state in spread(left, right):
        check_rules(game, state)
    return verify_fusion(type(game).__name__, coins, fused, value)


def verify_several(game: Game, start: State, fused: Sequence[Any], value: Any) -> Proof:
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
    for number in range(ASKED):
        off = size * number // ASKED
        yield left + off // 2, right - (off - off // 2)


def check_rules(game: Game, state: State) -> None:
    """Whether the rules offer in `state` what the declared shape says."""
    said = {_seen(game, move) for move in ask(game, state)}
    if said != {_seen(game, move) for move in game.shape.moves(state)}:
        raise lie(state, "the rules offer other moves than the declared rows")


def _seen(game: Game, move: Move) -> tuple[Any, Any, bool]:
    return game.shape.same(move.to), move.gain, move.again


def replayed(coins: Sequence[Any], fused: Any) -> Any:
    """What the claimed fusions leave: by machine where the claim is an array and sums are small."""
    if not hasattr(fused, "dtype") or absolute_of(coins) >= ROOM:
        return replay(coins, fused)
    import numpy as np  # only claims that are arrays come here

    kernel = import_module("zermelo.proof.rows_kernel")
    row = np.asarray(coins, dtype=np.int64)
    if len(fused) != len(row) or fused.dtype.kind != "i" or (len(fused) and fused.min() < 0):
        raise lie((0, len(row) - 1), "the claim has no number of fusions for every coin")
    left = np.empty_like(row)
    top, wrong = patiently(len(row), kernel.replay, row, fused, left)
    if wrong >= 0:
        raise lie(wrong, "a fusion is claimed where there is no peak")
    peak = patiently(int(top), kernel.a_peak, left[:top])
    if peak >= 0:
        raise lie(peak, "an interior peak is left")
    return left[:top]


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
    if hasattr(coins, "dtype"):
        return int(import_module("zermelo.proof.rows_kernel").in_turn(coins))
    total: Any = 0
    for place, coin in enumerate(sorted(coins, reverse=True)):
        total = total + coin if place % 2 == 0 else total - coin
    return total


def verify_fusion(name: str, coins: Sequence[Any], fused: Any, value: Any) -> Proof:
    """Replay the certificate of one row. O(n)."""
    expected = in_turn(replayed(coins, fused))
    if value != expected:
        raise lie((0, len(coins) - 1), f"the fusions give {shown(expected)}, not {shown(value)}")
    return Proof(name, value, len(coins), 2 * len(coins), len(coins) + 1)


def verify_rows(
    name: str,
    rows: Sequence[Sequence[Any]],
    closed: Sequence[bool],
    fused: Sequence[Any],
    value: Any,
) -> Proof:
    """Replay the certificates of several rows, some closed on the left. O(n log n)."""
    count = sum(map(len, rows))
    open_part: list[Any] = []
    last: Any = 0
    for row, shut, steps in zip(rows, closed, fused, strict=True):
        left = [plain(coin) for coin in replayed(row, steps)]
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
