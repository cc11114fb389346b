"""Scores on cyclic games, when no move inside a cycle carries a gain.

Play that never ends adds nothing. Then the value is well defined: each strongly connected part is
solved after all it leads to. For a threshold v > 0 let A be the states whose mover can force at
least v, and B those whose mover is held to at most −v. A move with a gain, or one that leaves the
part, has a known worth w = g + s·D(S'); a move inside the part is worth what its end turns out to
be. So

    S in A  iff  some move has w ≥ v, or stays inside and ends in B (in A when it keeps the turn),
    S in B  iff  every move has w ≤ −v, or stays inside and ends in A (in B when it keeps the turn),

which is a win/loss question on the part, solved by spreading backwards. Going through the
thresholds downwards, each state gets the first v that catches it; the rest are worth 0.
Awari is the classic: captures leave the part for good (Romein and Bal 2003).
"""

from __future__ import annotations

from heapq import heappop, heappush

from zermelo.facts.questions import (
    BEYOND_BUDGET,
    CYCLIC,
    DP_ON_CYCLE,
    NOT_GREEDY,
    OWN_TOTALS,
    SCORED,
    XOR_ON_SCORES,
    Reasons,
)
from zermelo.graph.components import components, part_numbers
from zermelo.graph.contract import NEVER, Columns, Graph, Recurrence
from zermelo.graph.lists import Lists
from zermelo.methods.contract import Case, Cost, TableMethod, refuse_players, show_cycle
from zermelo.model.exact import Number
from zermelo.model.game import Game, ValueType
from zermelo.model.numerals import shown


class Thresholds(TableMethod):
    """Every part by thresholds; O((states + moves) · log states) and one pass a threshold."""

    name = "thresholds"
    title = "thresholds over strongly connected parts"
    theorem = "forcing at least v is a win/loss game on each part when no cycle carries a gain"
    recurrence = Recurrence.THRESHOLDS
    value_type = ValueType.DIFFERENCE
    time = "O((states + moves) · log states) and a pass for each threshold"
    when = ((OWN_TOTALS, False), (BEYOND_BUDGET, False), (SCORED, True), (CYCLIC, True))

    def reason(self, game: Game, graph: Graph | None) -> str:  # noqa: ARG002
        """What was found."""
        return "scored and cyclic: each cycle's states are solved threshold by threshold"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:  # noqa: ARG002
        """What is tempting."""
        return DP_ON_CYCLE, XOR_ON_SCORES, NOT_GREEDY

    def refuses(self, case: Case) -> str | None:
        """Two players; no gain inside a cycle."""
        graph = case.graph
        wrong = refuse_players(graph)
        if wrong or graph.is_acyclic:
            return wrong
        if graph.has_floats:
            return "thresholds are compared exactly, and floats are not exact; pass Fractions"
        found = graph.gain_in_cycle()
        if found is not None:
            move, gain = found
            return (
                f"the cycle {show_cycle(graph, move)} carries a gain of {shown(gain)}, "
                "so what play that never ends is worth is not defined; add to the state what "
                "limits the repetition (a move counter, say)"
            )
        return None

    def cost(self, case: Case) -> Cost:
        """Values, plies and part numbers; the moves backwards."""
        cost, graph = super().cost(case), case.graph
        return Cost(cost.states, cost.moves, (cost.bytes or 0) + 32 * len(graph) + 16 * graph.moves)

    def define(self, graph: Lists, game: Game) -> Columns:  # noqa: ARG002
        """Solve the parts, each after all it leads to."""
        parts = components(graph.first, graph.to)
        solver = PartSolver(graph, part_numbers(parts, len(graph)))
        for part in parts:
            solver.solve(part)
        return Columns(solver.values, solver.plies)


class PartSolver:
    """Values and plies of the parts solved so far.

    Plies count the moves until the next gain or the end, the winner hurrying and the loser
    delaying; they make sure that a player who is ahead does not go round in circles.
    """

    def __init__(self, graph: Lists, part: list[int]) -> None:
        self.graph = graph
        self.part = part  # [N]
        self.values: list[Number] = [0] * len(graph)
        self.plies = [NEVER] * len(graph)
        self.best: dict[int, Number] = {}  # of the part at hand: the best worth of an exit
        self.exit_plies: dict[int, int] = {}  # the plies of that exit
        self.inside: dict[int, int] = {}  # inner moves not yet known to be bad for the mover

    def solve(self, states: list[int]) -> None:
        """Settle one part: catch its states threshold by threshold, the largest first."""
        graph = self.graph
        if graph.payoff[states[0]] is not None:  # an end is a part of its own
            self.values[states[0]] = graph.payoff[states[0]]
            self.plies[states[0]] = 0 if graph.payoff[states[0]] else NEVER
            return
        self.best.clear()
        self.exit_plies.clear()
        for state in states:
            self._survey(state)
        seeds: dict[Number, list[int]] = {}
        for state, worth in self.best.items():
            seeds.setdefault(abs(worth), []).append(state)
        for threshold in sorted(seeds, reverse=True):
            if threshold:
                self._catch(seeds[threshold])

    def _survey(self, state: int) -> None:
        """Count the inner moves of a state and keep the best of its exits."""
        self.inside[state] = 0
        for move in self.graph.moves_of(state):
            if self._is_inner(move, state):
                self.inside[state] += 1
                continue
            worth, plies = self._worth(move)
            best = self.best.get(state)
            if best is None or worth > best:
                self.best[state], self.exit_plies[state] = worth, plies
            elif worth == best:
                hurry = min if worth > 0 else max
                self.exit_plies[state] = hurry(plies, self.exit_plies[state])

    def _is_inner(self, move: int, state: int) -> bool:
        return self.part[self.graph.to[move]] == self.part[state]

    def _worth(self, move: int) -> tuple[Number, int]:
        """What a move out of the part is worth to its mover, and the plies it takes."""
        graph, child = self.graph, self.graph.to[move]
        value = self.values[child] if graph.again[move] else -self.values[child]
        return graph.gain[move] + value, 1 if graph.gain[move] else self.plies[child] + 1

    def _catch(self, seeds: list[int]) -> None:
        """Settle all states worth plus or minus the seeds' threshold, in order of plies."""
        queue: list[tuple[int, int, Number]] = []  # a heap of (plies, state, value)
        for state in seeds:
            worth = self.best[state]
            if not self.values[state] and (worth > 0 or not self.inside[state]):
                heappush(queue, (self.exit_plies[state], state, worth))
        start, into = self.graph.parents
        while queue:
            plies, state, value = heappop(queue)
            if self.values[state]:
                continue
            self.values[state], self.plies[state] = value, plies
            for move in into[start[state] : start[state + 1]]:
                source = self.graph.sources[move]
                if self._is_inner(move, source) and not self.values[source]:
                    result = value if self.graph.again[move] else -value
                    self._tell(queue, source, result, plies + 1)

    def _tell(
        self, queue: list[tuple[int, int, Number]], state: int, result: Number, plies: int
    ) -> None:
        """A move inside the part turned out to be worth `result` to the mover of `state`."""
        if result > 0:
            heappush(queue, (plies, state, result))
            return
        self.inside[state] -= 1
        worth = self.best.get(state, result)  # no exit holds nobody back
        if not self.inside[state] and worth <= result:
            if worth == result:
                plies = max(plies, self.exit_plies.get(state, 0))
            heappush(queue, (plies, state, result))
