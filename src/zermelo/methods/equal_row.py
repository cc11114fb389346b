"""Closed form: a row of equal coins is worth one coin when odd and nothing when even."""

from __future__ import annotations

from zermelo.exact import Number
from zermelo.game import State, ValueType
from zermelo.methods.contract import Answers, Case, Cost, Method
from zermelo.shapes import Row


class EqualRow(Method):
    """D(i, j) = c when j − i + 1 is odd, else 0. O(1) a state.

    Whatever end is taken, the same number c goes to the players in turn.
    """

    name = "equal-row"
    title = "all-equal row, a closed form"
    theorem = "equal coins c in turn: D = c for an odd number of coins, 0 for an even one"
    explores = False

    def refuses(self, case: Case) -> str | None:
        """The game must declare a row, and all its coins must be equal."""
        shape = case.game.shape
        if not isinstance(shape, Row):
            return 'the game does not declare the shape Row. Try method="backward"'
        if len(set(shape.values)) > 1:
            return 'the coins of the row are not all equal. Try method="backward"'
        return None

    def cost(self, case: Case) -> Cost:  # noqa: ARG002
        """One look at one number."""
        return Cost(1, 0, 0)

    def run(self, case: Case) -> Answers:
        """Keep the coin."""
        return EqualRowAnswers(case.game.shape)


class EqualRowAnswers(Answers):
    """Read off the parity of the interval."""

    value_type = ValueType.DIFFERENCE

    def __init__(self, row: Row) -> None:
        self.row = row

    def value(self, state: State) -> Number:
        """One coin when an odd number is left."""
        left, right = state
        return self.row.values[left] if (right - left) % 2 == 0 else 0
