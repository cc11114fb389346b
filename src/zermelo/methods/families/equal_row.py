"""Closed form: a row of equal coins is worth one coin when odd and nothing when even."""

from __future__ import annotations

from zermelo.facts.questions import CLOSED_FORM, XOR_ON_SCORES, Question, Reasons
from zermelo.graph.contract import Graph
from zermelo.methods.answers import Answers
from zermelo.methods.contract import Case, Cost, Method
from zermelo.methods.families.peak_fusion import FusionAnswers
from zermelo.methods.families.row_answers import refuse_row
from zermelo.model.arrays import all_equal
from zermelo.model.exact import Number
from zermelo.model.game import Game, State, ValueType
from zermelo.model.shapes import Row


class EqualRow(Method):
    """D(i, j) = c when j − i + 1 is odd, else 0. O(1) a state.

    Whatever end is taken, the same number c goes to the players in turn.
    """

    name = "equal-row"
    title = "all-equal row, a closed form"
    theorem = "equal coins c in turn: D = c for an odd number of coins, 0 for an even one"
    time = "O(n)"
    space = "O(1)"
    explores = False
    value_type = ValueType.DIFFERENCE
    declares = Question(
        "Does it declare a row with two open ends, and all its coins are equal?",
        lambda game, _: isinstance(game.shape, Row) and all_equal(game.shape.values),
    )

    def reason(self, game: Game, graph: Graph | None) -> str:  # noqa: ARG002
        """Declared."""
        return "the game declares a row, and all its coins are equal"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:  # noqa: ARG002
        """What is tempting."""
        return CLOSED_FORM, XOR_ON_SCORES

    def refuses(self, case: Case) -> str | None:
        """The game must declare a row, and all its coins must be equal."""
        unlike = refuse_row(case)
        if unlike is None and not all_equal(case.game.shape.values):
            return "the coins of the row are not all equal"
        return unlike

    def cost(self, case: Case) -> Cost:  # noqa: ARG002
        """One look at one number."""
        return Cost(1, 0, 0)

    def run(self, case: Case) -> Answers:
        """Keep the coin."""
        return EqualRowAnswers(case.game.shape)


class EqualRowAnswers(FusionAnswers):
    """Read off the parity of the interval; a play and a proof as those of any row."""

    path = ""

    def value(self, state: State) -> Number:
        """One coin when an odd number is left."""
        self.check(state)
        left, right = state
        return self.row.values[left] if (right - left) % 2 == 0 else 0

    def total(self, state: State) -> Number:
        """As often the coin as there are coins."""
        return self.length(state) * self.row.values[0] if self.row.values else 0
