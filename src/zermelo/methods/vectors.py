"""Vectors of own totals for p players: subgame-perfect play under a stated tie-break."""

from __future__ import annotations

from zermelo.facts.questions import DP_ON_CYCLE, OUTSIDE, OWN_TOTALS, Reasons, one_number
from zermelo.graph.contract import Columns, Graph, Recurrence
from zermelo.graph.lists import Lists
from zermelo.methods.contract import Case, Cost, TableMethod, refuse_cycle
from zermelo.model.exact import Number
from zermelo.model.game import Game, PayoffGame, ValueType


class Vectors(TableMethod):
    """V(S) = V(S') + g·e(mover) for the move that is best for the mover's own coordinate.

    Tie-break: the move that `moves` yields first (within the tolerance, where one is stated).
    O(p·(states + moves)).
    With p ≥ 3 the vector is an equilibrium, not a guarantee.
    """

    name = "vectors"
    title = "backward induction on payoff vectors"
    theorem = "backward induction gives a subgame-perfect equilibrium (Kuhn 1953)"
    recurrence = Recurrence.VECTORS
    value_type = ValueType.VECTOR
    time = "O(players · (states + moves))"
    space = "O(players · states + moves)"
    when = ((OWN_TOTALS, True),)

    def reason(self, game: Game, graph: Graph | None) -> str:  # noqa: ARG002
        """What was found."""
        if _players(game) == 1:
            return "one player, who maximises the total"
        return f"{_players(game)} players, each maximises an own total"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:
        """What is tempting."""
        if graph is None or not isinstance(game, PayoffGame):
            return ()
        found = [one_number(game, graph)] if game.players > 1 else []
        if game.players > 2:
            found.append(("minimax", "its guarantee needs exactly two players with opposed aims"))
        if not graph.is_acyclic:
            found.append(DP_ON_CYCLE)
        return tuple(found)

    def note(self, game: Game) -> str:
        """An equilibrium is no guarantee."""
        equilibrium = (
            "With three or more players the value is an equilibrium under the stated tie-break "
            "(the move listed first), not a guarantee. "
        )
        return f"{equilibrium if _players(game) > 2 else ''}{OUTSIDE}"

    def refuses(self, case: Case) -> str | None:
        """p players, no cycle."""
        graph = case.graph
        if not graph.has_own_totals:
            return "it is for two players with opposed aims, so one number a state is enough"
        return refuse_cycle(graph)

    def cost(self, case: Case) -> Cost:
        """One tuple a state."""
        cost = super().cost(case)
        vectors = (40 + 8 * _players(case.game)) * len(case.graph)
        return Cost(cost.states, cost.moves, (cost.bytes or 0) + vectors)

    def define(self, graph: Lists, game: Game) -> Columns:
        """One sweep."""
        mover = graph.mover or []
        values: list[tuple[Number, ...]] = list(graph.payoff)
        slack = game.tolerance or 0
        for state in graph.sweep or ():
            moves, player = graph.moves_of(state), mover[state]
            if moves:
                own = [values[graph.to[move]][player] + graph.gain[move] for move in moves]
                place = next(k for k, total in enumerate(own) if total >= max(own) - slack)
                rest = values[graph.to[moves[place]]]
                values[state] = (*rest[:player], own[place], *rest[player + 1 :])
        return Columns(values)


def _players(game: Game) -> int:
    return game.players if isinstance(game, PayoffGame) else 2
