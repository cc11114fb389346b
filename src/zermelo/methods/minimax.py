"""Minimax: the textbook form with a fixed reference player, for comparison with `backward`."""

from __future__ import annotations

from zermelo.graph.contract import Columns, Recurrence
from zermelo.graph.lists import Lists
from zermelo.methods.contract import Case, Cost, TableMethod, refuse_cycle, refuse_players
from zermelo.model.exact import Number
from zermelo.model.game import Game, ValueType


class Minimax(TableMethod):
    """V₁(S) = max [g + V₁(S')] when player 1 moves, min [−g + V₁(S')] when player 2 does.

    Every state is solved twice, once for each player to move, which is what the one recurrence of
    `backward` saves: D(S) = V₁(S) when player 1 moves and −V₁(S) when player 2 does.
    """

    name = "minimax"
    title = "minimax with a fixed reference player"
    theorem = "min f = −max(−f), so V₁ = ±D (the negamax identity, Knuth and Moore 1975)"
    recurrence = Recurrence.DIFFERENCE
    value_type = ValueType.DIFFERENCE

    def refuses(self, case: Case) -> str | None:
        """Two players, no cycle."""
        graph = case.graph
        return refuse_players(graph) or refuse_cycle(graph)

    def cost(self, case: Case) -> Cost:
        """Twice the values of `backward`."""
        cost = super().cost(case)
        return Cost(cost.states, cost.moves, (cost.bytes or 0) + case.graph.table_bytes(1))

    def define(self, graph: Lists, game: Game) -> Columns:  # noqa: ARG002
        """Fill both tables; the answer is player 1's, which by the identity is that of D."""
        return Columns(minimax_values(graph)[0])


def minimax_values(graph: Lists) -> tuple[list[Number], list[Number]]:
    """V₁ of every state with player 1 to move, and with player 2 to move."""
    one = list(graph.payoff)
    two: list[Number] = [None if pay is None else -pay for pay in graph.payoff]
    for state in graph.sweep or ():
        moves = graph.moves_of(state)
        if moves:
            to, gain, again = graph.to, graph.gain, graph.again
            one[state] = max(gain[m] + (one if again[m] else two)[to[m]] for m in moves)
            two[state] = min(-gain[m] + (two if again[m] else one)[to[m]] for m in moves)
    return one, two
