"""Vectors of own totals for p players: subgame-perfect play under a stated tie-break."""

from __future__ import annotations

from typing import Any

from zermelo.methods.answers import Table
from zermelo.methods.contract import Case, Cost, Method, refuse_cycle
from zermelo.methods.packed_table import PackedTable
from zermelo.model.exact import Number
from zermelo.model.game import ValueType


class Vectors(Method):
    """V(S) = V(S') + g·e(mover) for the move that is best for the mover's own coordinate.

    Tie-break: the move that `moves` yields first (within the tolerance, where one is stated).
    O(p·(states + moves)).
    With p ≥ 3 the vector is an equilibrium, not a guarantee.
    """

    name = "vectors"
    title = "backward induction on payoff vectors"
    theorem = "backward induction gives a subgame-perfect equilibrium (Kuhn 1953)"
    time = "O(players · (states + moves))"
    space = "O(players · states + moves)"

    def refuses(self, case: Case) -> str | None:
        """p players, no cycle."""
        graph = case.explored
        if graph.mover is None:
            return "it is for two players with opposed aims, so one number a state is enough"
        return refuse_cycle(graph)

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
            moves, player = graph.moves_of(state), mover[state]
            if moves:
                own = [values[graph.to[move]][player] + graph.gain[move] for move in moves]
                place = next(k for k, total in enumerate(own) if total >= max(own) - slack)
                rest = values[graph.to[moves[place]]]
                values[state] = (*rest[:player], own[place], *rest[player + 1 :])
        return Table(ValueType.VECTOR, graph, values)

    def run_packed(self, packed: Any, progress: Any) -> PackedTable:
        """The same by the kernels."""
        return PackedTable(ValueType.VECTOR, packed, packed.sweeps(progress).vectors())
