"""Win, draw and loss on acyclic games, normal or misère, with remoteness."""

from __future__ import annotations

from zermelo.facts.questions import BEYOND_BUDGET, CYCLIC, OWN_TOTALS, SCORED, Reasons
from zermelo.graph.contract import NEVER, Columns, Graph, Recurrence
from zermelo.graph.lists import Lists
from zermelo.methods.contract import (
    Case,
    Cost,
    TableMethod,
    refuse_cycle,
    refuse_players,
    refuse_scores,
)
from zermelo.model.game import Game, ValueType


class WinLoss(TableMethod):
    """W(S) = some move leads to a state that is lost for its mover; O(states + moves).

    A terminal's payoff is −1 (normal play), +1 (misère) or whatever the game says. Remoteness is
    the number of plies to the end when the winner hurries and the loser delays: one more than
    the least among winning moves, one more than the greatest among losing ones.
    """

    name = "winloss"
    title = "win/loss induction"
    theorem = "a state wins iff some move leaves the other player lost (P- and N-positions)"
    recurrence = Recurrence.OUTCOMES
    value_type = ValueType.OUTCOME
    when = ((OWN_TOTALS, False), (BEYOND_BUDGET, False), (SCORED, False), (CYCLIC, False))

    def reason(self, game: Game, graph: Graph | None) -> str:  # noqa: ARG002
        """What was found."""
        return "acyclic, and only the end counts: a state wins if some move leaves a loss"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:  # noqa: ARG002
        """What is tempting."""
        why = "the sum theorem is for normal play; here a player without a move may win"
        return (("XOR of nimbers", why),) if graph is not None and 1 in graph.paid else ()

    def refuses(self, case: Case) -> str | None:
        """Two players, no cycle, no gains."""
        graph = case.graph
        return refuse_players(graph) or refuse_scores(graph) or refuse_cycle(graph)

    def cost(self, case: Case) -> Cost:
        """Two numbers a state."""
        cost = super().cost(case)
        return Cost(cost.states, cost.moves, (cost.bytes or 0) + case.graph.table_bytes(1))

    def define(self, graph: Lists, game: Game) -> Columns:  # noqa: ARG002
        """One sweep."""
        first, to, again = graph.first, graph.to, graph.again
        values = list(graph.payoff)
        plies = [0 if pay else NEVER for pay in values]
        for state in graph.sweep or ():
            begin, end = first[state], first[state + 1]
            if begin == end:
                continue
            best, count = -2, 0
            for move in range(begin, end):
                child = to[move]
                value = values[child] if again[move] else -values[child]
                distance = plies[child]
                closer = distance < count if value == 1 else distance > count
                if value > best or (value == best and closer):
                    best, count = value, distance
            values[state] = best
            plies[state] = count + 1 if best else NEVER
        return Columns(values, plies)
