"""What the methods for heaps have in common: normal play, and rows that repeat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, AnyStr

from zermelo.graph.rules import payoff_of
from zermelo.methods.contract import Case
from zermelo.model.exact import Number
from zermelo.model.game import DeclaredShape, PayoffGame
from zermelo.model.numerals import shown, spelled
from zermelo.model.shapes import TurnedRound

CHARACTERS = 0x110000  # a text holds numbers below this


def refuse_heaps(case: Case, kind: type, *, is_turned: bool = False) -> str | None:
    """Why a game is no exact last-move game of the shape `kind` from its start; None if it is."""
    shape: DeclaredShape = case.game.shape
    if is_turned:
        shape = shape.shape if isinstance(shape, TurnedRound) else None
    is_such = isinstance(shape, kind)
    if not is_such:
        turned = " turned round" if is_turned else ""
        return f"it does not declare the shape {kind.__name__}{turned}"
    if isinstance(case.game, PayoffGame):
        return "its players count their own totals"
    if case.game.tolerance is not None:
        return "it states a tolerance, and heaps are counted exactly"
    if case.start not in shape:
        return f"{spelled(case.start)} is no state of {shown(shape)}"
    return None


def refuse_ends(case: Case, ends: Iterable[Number], pays: int = -1) -> str | None:
    """Why the player who cannot move has not lost, asked at some ends; None if that is so."""
    for end in ends:
        payoff = payoff_of(case.game, end)
        if payoff != pays:
            wanted = "−1" if pays < 0 else "1"
            return f"its end {spelled(end)} pays {shown(payoff)}, not {wanted}"
    return None


def as_text(row: Any) -> Any:
    """Numbers from 0 on, in bytes, a list or an array, as a text, which Python searches quickly.

    Empty, hence without a repeat, where a number is larger than any character's.
    """
    if isinstance(row, bytearray):
        return bytes(row)
    if isinstance(row, list):
        return "".join(map(chr, row)) if max(row) < CHARACTERS else ""
    if row.max() < 256:
        return bytes(row.astype("u1"))
    wide = row.astype("<u4") if row.max() < CHARACTERS else row[:0]
    return bytes(wide).decode("utf-32-le", "surrogatepass")


def last_repeat(row: AnyStr, need: int) -> tuple[int, int] | None:
    """The least p such that the last `need` entries stand p places earlier too, and since when.

    Gives (p, n₀) with row[n] = row[n + p] for all n₀ ≤ n < len(row) − p and n₀ least for this p.
    O(len(row)) by the search of Python's own texts, then a bisection.

    >>> last_repeat("xyabcabcab", 4)
    (3, 2)
    """
    back, need = row[::-1], max(need, 1)
    period = back.find(back[:need], 1)
    if period < 0:
        return None
    agree, most = need, len(row) - period
    while agree < most:
        more = (agree + most + 1) // 2
        agree, most = (more, most) if back.startswith(back[:more], period) else (agree, more - 1)
    return period, len(row) - period - agree
