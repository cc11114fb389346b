"""Backward induction: the score difference of every state of an acyclic game."""

from __future__ import annotations

from typing import Any

from zermelo.methods.answers import Table
from zermelo.methods.contract import Case, Method, refuse_cycle, refuse_players
from zermelo.methods.packed_table import PackedTable
from zermelo.model.game import ValueType


class Backward(Method):
    """D(S) = max over moves [ g + s·D(S') ], each state after all it leads to.

    s is −1 when the turn passes and +1 when the mover moves again. O(states + moves).
    """

    name = "backward"
    title = "backward induction"
    theorem = "D(S) = max [g − D(S')] on a finite acyclic game (Zermelo 1913, Kuhn 1953)"

    def refuses(self, case: Case) -> str | None:
        """Two players, no cycle."""
        graph = case.explored
        return refuse_players(graph) or refuse_cycle(graph)

    def run(self, case: Case) -> Table:
        """One sweep."""
        graph = case.explored
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
        return Table(ValueType.DIFFERENCE, graph, values)

    def run_packed(self, packed: Any, progress: Any) -> PackedTable:
        """The same by the kernels."""
        return PackedTable(ValueType.DIFFERENCE, packed, packed.sweeps(progress).difference())
