"""Retrograde analysis: win, draw and loss with remoteness where play can come back."""

from __future__ import annotations

from zermelo.facts.questions import BEYOND_BUDGET, CYCLIC, DP_ON_CYCLE, OWN_TOTALS, SCORED, Reasons
from zermelo.graph.contract import NEVER, Columns, Graph, Recurrence
from zermelo.graph.lists import Lists
from zermelo.methods.contract import Case, TableMethod, refuse_players, refuse_scores
from zermelo.model.game import Game, ValueType


class Retrograde(TableMethod):
    """Spread wins and losses backwards from the ends; what they never reach is a draw.

    A state is won as soon as one move leads to a state lost for its mover, and lost when the
    last of its moves has turned out to lead to a won one. States are settled in order of
    remoteness, so the winner's is least and the loser's greatest. O(states + moves).
    Source: Zermelo 1913, König 1927; Thompson 1986 for chess endings.
    """

    name = "retrograde"
    title = "retrograde analysis"
    theorem = "the least fixed point of 'some move wins / every move loses'; the rest is drawn"
    recurrence = Recurrence.RETROGRADE
    value_type = ValueType.OUTCOME
    when = ((OWN_TOTALS, False), (BEYOND_BUDGET, False), (SCORED, False), (CYCLIC, True))

    def reason(self, game: Game, graph: Graph | None) -> str:  # noqa: ARG002
        """What was found."""
        return "only the end counts and play can come back: win, draw and loss spread backwards"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:  # noqa: ARG002
        """What is tempting."""
        return (DP_ON_CYCLE,)

    def refuses(self, case: Case) -> str | None:
        """Two players, no gains; cycles are welcome."""
        graph = case.graph
        return refuse_players(graph) or refuse_scores(graph)

    def define(self, graph: Lists, game: Game) -> Columns:  # noqa: ARG002
        """One pass over the moves, backwards."""
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
        return Columns(values, plies)
