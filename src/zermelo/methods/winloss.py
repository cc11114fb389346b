"""Win, draw and loss on acyclic games, normal or misère, with remoteness."""

from __future__ import annotations

from typing import Any

from zermelo.methods.answers import NEVER, Table
from zermelo.methods.contract import (
    Case,
    Cost,
    Method,
    refuse_cycle,
    refuse_players,
    refuse_scores,
)
from zermelo.methods.packed_table import PackedTable
from zermelo.model.game import ValueType


class WinLoss(Method):
    """W(S) = some move leads to a state that is lost for its mover; O(states + moves).

    A terminal's payoff is −1 (normal play), +1 (misère) or whatever the game says. Remoteness is
    the number of plies to the end when the winner hurries and the loser delays: one more than
    the least among winning moves, one more than the greatest among losing ones.
    """

    name = "winloss"
    title = "win/loss induction"
    theorem = "a state wins iff some move leaves the other player lost (P- and N-positions)"

    def refuses(self, case: Case) -> str | None:
        """Two players, no cycle, no gains."""
        graph = case.explored
        return refuse_players(graph) or refuse_scores(graph) or refuse_cycle(graph)

    def cost(self, case: Case) -> Cost:
        """Two numbers a state."""
        cost = super().cost(case)
        return Cost(cost.states, cost.moves, (cost.bytes or 0) + 8 * len(case.explored))

    def run(self, case: Case) -> Table:
        """One sweep."""
        graph = case.explored
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
        return Table(ValueType.OUTCOME, graph, values, plies)

    def run_packed(self, packed: Any, progress: Any) -> PackedTable:
        """The same by the kernels."""
        return PackedTable(ValueType.OUTCOME, packed, *packed.sweeps(progress).outcomes())
