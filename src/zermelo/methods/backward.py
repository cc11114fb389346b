"""Backward induction: the score difference of every state of an acyclic game."""

from __future__ import annotations

from zermelo.facts.questions import (
    BEYOND_BUDGET,
    CYCLIC,
    NOT_GREEDY,
    OWN_TOTALS,
    SCORED,
    XOR_ON_SCORES,
    Reasons,
)
from zermelo.graph.contract import Columns, Graph, Recurrence
from zermelo.graph.lists import Lists
from zermelo.methods.contract import Case, TableMethod, refuse_cycle, refuse_players
from zermelo.model.game import Game, ValueType


class Backward(TableMethod):
    """D(S) = max over moves [ g + s·D(S') ], each state after all it leads to.

    s is −1 when the turn passes and +1 when the mover moves again. O(states + moves).
    """

    name = "backward"
    title = "backward induction"
    theorem = (
        "D(S) = max [g − D(S')] on a finite acyclic game "
        "(von Neumann and Morgenstern 1944, Kuhn 1953)"
    )
    recurrence = Recurrence.DIFFERENCE
    value_type = ValueType.DIFFERENCE
    when = ((OWN_TOTALS, False), (BEYOND_BUDGET, False), (SCORED, True), (CYCLIC, False))

    def reason(self, game: Game, graph: Graph | None) -> str:  # noqa: ARG002
        """What was found."""
        return f"scored and acyclic, {_turns(graph)}"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:  # noqa: ARG002
        """What is tempting."""
        return XOR_ON_SCORES, NOT_GREEDY

    def refuses(self, case: Case) -> str | None:
        """Two players, no cycle."""
        graph = case.graph
        return refuse_players(graph) or refuse_cycle(graph)

    def define(self, graph: Lists, game: Game) -> Columns:  # noqa: ARG002
        """One sweep."""
        first, to, gain, again = graph.first, graph.to, graph.gain, graph.again
        values = list(graph.payoff)
        for state in graph.sweep or ():
            begin, end = first[state], first[state + 1]
            if begin < end:
                values[state] = max(
                    [
                        gain[move] + (values[to[move]] if again[move] else -values[to[move]])
                        for move in range(begin, end)
                    ]
                )
        return Columns(values)


def _turns(graph: Graph | None) -> str:
    kept = graph is not None and graph.has_again
    return "some moves keep the turn" if kept else "turns alternate"
