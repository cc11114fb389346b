"""Is the total that both players collect the same in every play?

When it is, one number per state tells both scores: with Σ the total and D the difference, the
mover gets (Σ + D)/2 and the other (Σ − D)/2. When it is not, D is still exact (maximising a
difference is zero-sum by definition), but it does not tell the scores.

T(terminal) = payoff, and every move of S must give the same g + T(S'). Play that goes round for
ever adds nothing, so T = 0 besides wherever play can come back. One pass over the states decides
it, and a failure has a witness: a state and two plays from it with different totals.
"""

from __future__ import annotations

from zermelo.graph.components import components
from zermelo.graph.contract import Clash, Line
from zermelo.graph.lists import Lists
from zermelo.model.exact import Number
from zermelo.model.frozen import Frozen

NO_MOVE = -1
MOST_WITNESSES = 1_000  # clashes looked at for the shortest one


class ListedTotals(Frozen, eq=False):
    """What all players together collect from each state of a graph of lists on."""

    graph: Lists
    fixed: list[Number | None]  # [N], None where it depends on the play
    one: list[Number]  # [N], the total of one play
    choice: list[int]  # [N], the first move of that play, NO_MOVE at its end or in its cycle
    other: dict[int, int]  # state → a move whose total differs from that

    def total(self, number: int) -> Number | None:
        """The total; None where it depends on the play."""
        return self.fixed[number]

    def candidate(self, number: int) -> Number:
        """The total of one play."""
        return self.one[number]

    def clash(self, number: int) -> Clash | None:
        """A state that this one reaches, and two short plays from there with different totals."""
        found = self._witness(number)
        if found is None:
            return None
        state, *two = found
        return Clash(self.graph.states[state], tuple(self._play(state, moves) for moves in two))

    def _play(self, state: int, moves: list[int]) -> Line:
        numbers = state, *(self.graph.to[move] for move in moves)
        gains = tuple(self.graph.gain[move] for move in moves)
        total = sum(gains, _at_end(self.graph, numbers[-1]))
        return Line(tuple(self.graph.states[number] for number in numbers), gains, total)

    def _witness(self, root: int) -> tuple[int, list[int], list[int]] | None:
        """A state that `root` reaches and two short lists of moves with different totals."""
        clashes = [state for state in self._reached(root) if state in self.other]
        if not clashes:
            return None
        pairs = ((state, *self._two_lines(state)) for state in clashes[-MOST_WITNESSES:])
        return min(pairs, key=lambda pair: len(pair[1]) + len(pair[2]))

    def _two_lines(self, state: int) -> tuple[list[int], list[int]]:
        move = self.other[state]
        return self._line(state), [move, *self._line(self.graph.to[move])]

    def _reached(self, root: int) -> list[int]:
        reached = [root]
        seen = {root}
        for here in reached:
            for move in self.graph.moves_of(here):
                child = self.graph.to[move]
                if child not in seen:
                    seen.add(child)
                    reached.append(child)
        return reached

    def _line(self, state: int) -> list[int]:
        line: list[int] = []
        while self.choice[state] != NO_MOVE:
            line.append(self.choice[state])
            state = self.graph.to[self.choice[state]]
        return line


def _at_end(graph: Lists, state: int) -> Number:
    """What is still collected at an end, or by going round for ever: nothing."""
    payoff = graph.payoff[state]
    if payoff is None:
        return 0
    return payoff if graph.mover is None else sum(payoff)


def totals(graph: Lists, tolerance: float | None = None) -> ListedTotals:
    """Decide conservation for every state of a complete graph. O(states + moves)."""
    start, into = graph.parents
    choice = [NO_MOVE] * len(graph)
    line = _ends_and_cycles(graph)
    candidate: list[Number] = [0] * len(graph)
    known = bytearray(len(graph))
    for state in line:
        candidate[state] = _at_end(graph, state)
        known[state] = True
    for state in line:  # grows: each state once, the nearest to an end first
        for move in into[start[state] : start[state + 1]]:
            source = graph.sources[move]
            if not known[source]:
                candidate[source] = graph.gain[move] + candidate[state]
                choice[source] = move
                known[source] = True
                line.append(source)
    clash = _clashes(graph, candidate, tolerance or 0)
    return ListedTotals(graph, _spread(graph, candidate, clash), candidate, choice, clash)


def _ends_and_cycles(graph: Lists) -> list[int]:
    """The states where a play is over, and those where it can go round for ever."""
    ends = [state for state in range(len(graph)) if graph.payoff[state] is not None]
    if graph.sweep is not None:
        return ends
    for part in components(graph.first, graph.to):
        if len(part) > 1 or any(graph.to[move] == part[0] for move in graph.moves_of(part[0])):
            ends.extend(part)
    return ends


def _clashes(graph: Lists, candidate: list[Number | None], tolerance: float) -> dict[int, int]:
    found: dict[int, int] = {}
    for move, (source, child) in enumerate(zip(graph.sources, graph.to, strict=True)):
        if abs(graph.gain[move] + candidate[child] - candidate[source]) > tolerance:
            found.setdefault(source, move)
    return found


def _spread(graph: Lists, candidate: list[Number], clash: dict[int, int]) -> list[Number | None]:
    """Take the total away from every state that can reach a clash."""
    total: list[Number | None] = list(candidate)
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
