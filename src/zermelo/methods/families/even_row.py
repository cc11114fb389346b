"""Closed form: an even row is never lost by the first player, and won when its total is odd."""

from __future__ import annotations

from zermelo.errors import Either, Setting, Unavailable
from zermelo.methods.answers import Answers
from zermelo.methods.contract import Case, Cost, Method
from zermelo.methods.families.number_rows import row_sum
from zermelo.methods.families.row_answers import RowAnswers, refuse_row
from zermelo.model.arrays import absolute_of
from zermelo.model.exact import Number
from zermelo.model.game import State, ValueType
from zermelo.model.numerals import shown, spelled


class EvenRow(Method):
    """D ≥ |even places − odd places| for an even number of coins. O(n).

    The first player can take every coin of one colour: the two ends of an even row differ in
    colour, and after a coin of the chosen colour is taken both ends show the other one. So the
    value is at least the difference of the two colour sums: never a loss, and a win when they
    differ, as they must when the total is odd (LeetCode 877). The row 1, 1 is a tie.
    """

    name = "even-row"
    title = "colour the even row, a closed form"
    theorem = "with an even number of coins the first player can take all of one colour"
    time = "O(n)"
    space = "O(1)"
    explores = False
    value_type = ValueType.DIFFERENCE

    def refuses(self, case: Case) -> str | None:
        """The game must declare a row, with an even number of coins left."""
        unlike = refuse_row(case)
        if unlike is None and (case.start[1] - case.start[0]) % 2 == 0:
            return f"{shown(case.start[1] - case.start[0] + 1)} coins are an odd number"
        return unlike

    def cost(self, case: Case) -> Cost:
        """One pass over the coins."""
        return Cost(1, 0, 8 * len(case.game.shape.values))

    def run(self, case: Case) -> Answers:
        """Keep the row."""
        return EvenRowAnswers(case.game.shape)


class EvenRowAnswers(RowAnswers):
    """Bounds for every sub-row, good ones where the number of coins is even."""

    def bounds(self, state: State) -> tuple[Number, Number]:
        """From the colouring below, from the sum of sizes above."""
        coins = self.coins(state)
        most = absolute_of(coins)
        if len(coins) % 2:
            return -most, most
        return abs(row_sum(coins[::2]) - row_sum(coins[1::2])), most

    def value(self, state: State) -> Number:
        """Known only when the bounds meet."""
        low, high = self.bounds(state)
        if low == high:
            return low
        raise Unavailable(
            f"the colouring proves {shown(low)} ≤ value ≤ {shown(high)}",
            where=f"state {spelled(state)}",
            rule="this closed form tells who wins, not by how much",
            fix=(
                Either("Read `outcome` or `bounds`, or use ", "Use "),
                Setting("method", "backward"),
            ),
        )
