"""Is the total that both players collect the same in every play?

When it is, one number per state tells both scores: with Σ the total and D the difference, the
mover gets (Σ + D)/2 and the other (Σ − D)/2. When it is not, D is still exact (maximising a
difference is zero-sum by definition), but it does not tell the scores.

T(terminal) = payoff, and every move of S must give the same g + T(S'). One pass over the states
decides it, and a failure has a witness: a state and two plays from it with different totals.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.exact import Number
from zermelo.graph import StateGraph

NO_MOVE = -1


@dataclass(frozen=True, eq=False)
class Totals:
    """What all players together collect from each state on."""

    graph: StateGraph
    total: list[Number | None]  # [N], None where it depends on the play, or play cannot end
    candidate: list[Number | None]  # [N], the total of one play to the end
    choice: list[int]  # [N], the first move of that play, NO_MOVE at its end
    clash: dict[int, int]  # state → a move whose total differs from the candidate

    def witness(self, root: int = 0) -> tuple[int, list[int], list[int]] | None:
        """A state that `root` reaches and two lists of moves from it with different totals."""
        reached = [root]
        seen = {root}
        for here in reached:
            if here in self.clash:
                one = self._line(here)
                move = self.clash[here]
                return here, one, [move, *self._line(self.graph.to[move])]
            for move in self.graph.moves_of(here):
                child = self.graph.to[move]
                if child not in seen:
                    seen.add(child)
                    reached.append(child)
        return None

    def of_play(self, state: int, moves: list[int]) -> Number:
        """The total of a play to the end: gains and the last payoff."""
        end = self.graph.to[moves[-1]] if moves else state
        return sum((self.graph.gain[move] for move in moves), _at_end(self.graph, end))

    def _line(self, state: int) -> list[int]:
        line: list[int] = []
        while self.choice[state] != NO_MOVE:
            line.append(self.choice[state])
            state = self.graph.to[self.choice[state]]
        return line


def _at_end(graph: StateGraph, state: int) -> Number:
    payoff = graph.payoff[state]
    return payoff if graph.mover is None else sum(payoff)


def totals(graph: StateGraph, tolerance: float | None = None) -> Totals:
    """Decide conservation for every state of a complete graph. O(states + moves)."""
    size = len(graph)
    start, into = graph.parents
    candidate: list[Number | None] = [None] * size
    choice = [NO_MOVE] * size
    line = [state for state in range(size) if graph.payoff[state] is not None]
    for state in line:
        candidate[state] = _at_end(graph, state)
    for state in line:  # grows: each state once, the nearest to an end first
        here = candidate[state]
        for move in into[start[state] : start[state + 1]]:
            source = graph.sources[move]
            if candidate[source] is None:
                candidate[source] = graph.gain[move] + here
                choice[source] = move
                line.append(source)
    clash = _clashes(graph, candidate, tolerance or 0)
    return Totals(graph, _spread(graph, candidate, clash), candidate, choice, clash)


def _clashes(graph: StateGraph, candidate: list[Number | None], tolerance: float) -> dict[int, int]:
    found: dict[int, int] = {}
    for move, (source, child) in enumerate(zip(graph.sources, graph.to, strict=True)):
        here, there = candidate[source], candidate[child]
        if here is None or there is None:
            continue  # play that never ends has no total to compare
        if abs(graph.gain[move] + there - here) > tolerance:
            found.setdefault(source, move)
    return found


def _spread(
    graph: StateGraph, candidate: list[Number | None], clash: dict[int, int]
) -> list[Number | None]:
    """Take the total away from every state that can reach a clash."""
    total = list(candidate)
    start, into = graph.parents
    line = list(clash)
    spoilt = set(line)
    for state in line:
        total[state] = None
        for move in into[start[state] : start[state + 1]]:
            source = graph.sources[move]
            if source not in spoilt:
                spoilt.add(source)
                line.append(source)
    return total
