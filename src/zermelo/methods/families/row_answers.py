"""What the methods for rows with two open ends have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.arrays import IntRow
from zermelo.exact import Number
from zermelo.game import State, ValueType, declares
from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case
from zermelo.shapes import Row

SAFE = 1 << 62  # sums of absolute values below this leave int64 room for one more sign


class RowAnswers(Answers):
    """Answers read off the coins that are left."""

    value_type = ValueType.DIFFERENCE

    def __init__(self, row: Row) -> None:
        self.row = row

    def coins(self, state: State) -> Sequence[Number]:
        """The coins of a state, which must be an interval of the row."""
        if state not in self.row:
            last = len(self.row.values) - 1
            raise unknown_state(state, f"states are intervals (left, right) within 0 … {last}")
        return self.row.values[state[0] : state[1] + 1]

    def length(self, state: State) -> int:
        """One move a coin."""
        return len(self.coins(state))

    def total(self, state: State) -> Number:
        """All coins that are left are collected."""
        return sum(self.coins(state))


def refuse_row(case: Case) -> str | None:
    """Why a game is not a plain row from where it starts; None when it is."""
    shape = case.game.shape
    if not isinstance(shape, Row):
        return "it does not declare the shape Row"
    if case.start not in shape:
        return f"{case.start!r} is no interval of the row"
    if declares(case.game, "payoff"):
        return "its ends have a payoff of their own"
    return None


def refuse_floats(case: Case, rows: Sequence[Sequence[Number]]) -> str | None:
    """Sums of floats depend on their order, so methods that reorder them refuse."""
    if case.game.tolerance is None:
        return None
    if any(isinstance(coin, float) for row in rows for coin in row):
        return "it adds in another order than play does, which changes floats; pass Fractions"
    return None


def as_int64(values: Sequence[Number], np: Any) -> Any:
    """The row as an int64 array when no sum of its coins can leave int64; else None."""
    if isinstance(values, IntRow):
        return np.asarray(values) if values.peak * len(values) < SAFE else None
    if not set(map(type, values)) <= {int}:
        return None
    peak = max(map(abs, values), default=0)
    return np.array(values, dtype=np.int64) if peak * len(values) < SAFE else None
