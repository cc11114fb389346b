"""What the methods for rows with two open ends have in common."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case
from zermelo.methods.families.number_rows import refuse_inexact, row_sum
from zermelo.model.exact import Number
from zermelo.model.game import State, ValueType
from zermelo.model.numerals import spelled
from zermelo.model.shapes import Row


class RowAnswers(Answers):
    """Answers read off the coins that are left."""

    value_type = ValueType.DIFFERENCE

    def __init__(self, row: Row) -> None:
        self.row = row

    def check(self, state: State) -> None:
        """Raise where a state is no interval of the row."""
        if state not in self.row:
            last = len(self.row.values) - 1
            raise unknown_state(state, f"states are intervals (left, right) within 0 … {last}")

    def coins(self, state: State) -> Sequence[Number]:
        """The coins of a state, which must be an interval of the row."""
        self.check(state)
        return self.row.values[state[0] : state[1] + 1]

    def length(self, state: State) -> int:
        """One move a coin."""
        self.check(state)
        left, right = state
        count: int = right - left + 1
        return count

    def total(self, state: State) -> Number:
        """All coins that are left are collected."""
        return row_sum(self.coins(state))


def refuse_row(case: Case) -> str | None:
    """Why a game is not a plain row of exact numbers from where it starts; None when it is."""
    shape = case.game.shape
    if not isinstance(shape, Row):
        return "it does not declare the shape Row"
    if case.start not in shape:
        return f"{spelled(case.start)} is no interval of the row"
    return refuse_inexact(case, [shape.values])
