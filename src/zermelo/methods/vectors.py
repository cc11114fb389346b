"""Vectors of own totals for p players: subgame-perfect play under a stated tie-break."""

from __future__ import annotations

from zermelo.exact import Number
from zermelo.game import ValueType
from zermelo.methods.contract import Case, Cost, Method, Table


class Vectors(Method):
    """V(S) = V(S') + g·e(mover) for the move that is best for the mover's own coordinate.

    Tie-break: the move that `moves` yields first. O(p·(states + moves)).
    With p ≥ 3 the vector is an equilibrium, not a guarantee.
    """

    name = "vectors"
    title = "backward induction on payoff vectors"
    theorem = "backward induction gives a subgame-perfect equilibrium (Kuhn 1953)"

    def refuses(self, case: Case) -> str | None:
        """p players, no cycle."""
        graph = case.explored
        if graph.mover is None:
            return (
                "the game is for two players with opposed aims and needs no vector. Leave the "
                "method out, or wrap the game in OwnTotals"
            )
        if graph.sweep is None:
            return "play can come back, and no method here gives vectors on a cyclic game"
        return None

    def cost(self, case: Case) -> Cost:
        """One tuple a state."""
        cost = super().cost(case)
        players = case.game.players  # type: ignore[attr-defined]
        vectors = (40 + 8 * players) * len(case.explored)
        return Cost(cost.states, cost.moves, (cost.bytes or 0) + vectors)

    def run(self, case: Case) -> Table:
        """One sweep."""
        graph = case.explored
        mover = graph.mover or []
        values: list[tuple[Number, ...]] = list(graph.payoff)
        slack = case.game.tolerance or 0
        for state in graph.sweep or ():
            player, best = mover[state], None
            for move in graph.moves_of(state):
                rest = values[graph.to[move]]
                own = rest[player] + graph.gain[move]
                if best is None or own > best[player] + slack:
                    best = (*rest[:player], own, *rest[player + 1 :])
            if best is not None:
                values[state] = best
        return Table(ValueType.VECTOR, graph, values)
