"""Retrograde analysis: win, draw and loss with remoteness where play can come back."""

from __future__ import annotations

from typing import Any

from zermelo.methods.answers import NEVER, Table
from zermelo.methods.contract import Case, Method, refuse_players, refuse_scores
from zermelo.methods.packed_table import PackedTable
from zermelo.model.game import ValueType


class Retrograde(Method):
    """Spread wins and losses backwards from the ends; what they never reach is a draw.

    A state is won as soon as one move leads to a state lost for its mover, and lost when the
    last of its moves has turned out to lead to a won one. States are settled in order of
    remoteness, so the winner's is least and the loser's greatest. O(states + moves).
    Source: Zermelo 1913, König 1927; Thompson 1986 for chess endings.
    """

    name = "retrograde"
    title = "retrograde analysis"
    theorem = "the least fixed point of 'some move wins / every move loses'; the rest is drawn"

    def refuses(self, case: Case) -> str | None:
        """Two players, no gains; cycles are welcome."""
        graph = case.explored
        return refuse_players(graph) or refuse_scores(graph)

    def run(self, case: Case) -> Table:
        """One pass over the moves, backwards."""
        graph = case.explored
        start, into = graph.parents
        sources, again = graph.sources, graph.again
        values = [pay or 0 for pay in graph.payoff]
        plies = [0 if value else NEVER for value in values]
        left = [graph.first[n + 1] - graph.first[n] for n in range(len(graph))]
        line = [state for state, value in enumerate(values) if value]
        for state in line:  # grows, in order of remoteness
            value, distance = values[state], plies[state] + 1
            for move in into[start[state] : start[state + 1]]:
                source = sources[move]
                if values[source]:
                    continue
                result = value if again[move] else -value
                left[source] -= result < 0
                if result > 0 or not left[source]:
                    values[source], plies[source] = result, distance
                    line.append(source)
        return Table(ValueType.OUTCOME, graph, values, plies)

    def run_packed(self, packed: Any, progress: Any) -> PackedTable:
        """The same by the kernels."""
        return PackedTable(ValueType.OUTCOME, packed, *packed.sweeps(progress).retrograde())
