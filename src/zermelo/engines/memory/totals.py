"""What is collected from each state on, and two plays where it depends on the play."""

from __future__ import annotations

import numpy as np

from zermelo.engines.memory.numbered import Numbered
from zermelo.graph.contract import Clash, Line
from zermelo.graph.rules import moves_of, payoff_of
from zermelo.model.exact import Number
from zermelo.model.game import Game, Move, PayoffGame, State, declares

TRIED = 2_000  # states whose plays are looked at
FOR_EVER = Line((), (), 0)


class ArrayTotals:
    """T(end) = payoff, and every move of S must give the same g + T(S'). O(states + moves)."""

    def __init__(
        self,
        graph: Numbered,
        game: Game,
        amount: np.ndarray,  # [N]
        fixed: np.ndarray,  # [N] whether it is one amount
        *,
        may_return: bool = False,
    ) -> None:
        self.graph, self.game = graph, game
        self.amount, self.fixed = amount, fixed
        self.may_return = may_return

    def total(self, number: int) -> Number | None:
        """The total; None where it depends on the play."""
        return int(self.amount[number]) if self.fixed[number] else None

    def candidate(self, number: int) -> Number:
        """The total of one play."""
        return int(self.amount[number])

    def row(self) -> np.ndarray | None:
        """[N] the totals, where all are fixed."""
        return self.amount if self.fixed.all() else None

    def clash(self, number: int) -> Clash | None:
        """Two plays with different totals, from a state near the ends that this one reaches."""
        if self.fixed[number]:
            return None
        if not self.may_return:
            return self._two_plays(self._last_loose(self.graph.state(number)))
        loose = np.flatnonzero(self.fixed == 0)[::-1]  # they are near the ends
        states = map(self.graph.state, loose[:TRIED].tolist())
        return next(filter(None, map(self._two_plays, states)), None)

    def _last_loose(self, state: State) -> State:
        """A state whose total depends on the play, though those of all next states do not."""
        while True:
            after = (self._same(move.to) for move in moves_of(self.game, state))
            loose = next((to for to in after if not self.fixed[self.graph.number(to)]), None)
            if loose is None:
                return state
            state = loose

    def _two_plays(self, state: State) -> Clash | None:
        """Two plays from a state, each a move and every first one after it."""
        found: dict[Number, Line] = {}
        for move in moves_of(self.game, state):
            line, is_over = self._line(state, move)
            found.setdefault(line.total, line)
            if not is_over:
                found.setdefault(0, FOR_EVER)
            if len(found) > 1:
                return Clash(state, tuple(found.values())[:2])
        return None

    def _line(self, state: State, move: Move | None) -> tuple[Line, bool]:
        """The play that goes on with every first move, to its end or back into a cycle."""
        states, gains, seen = [state], [], set()
        while move is not None and states[-1] not in seen:
            seen.add(states[-1])
            gains.append(move.gain)
            states.append(self._same(move.to))
            move = next(iter(moves_of(self.game, states[-1])), None)
        paid = self._paid(states[-1]) if move is None else 0
        return Line(tuple(states), tuple(gains), sum(gains) + paid), move is None

    def _paid(self, state: State) -> Number:
        payoff = payoff_of(self.game, state)
        return sum(payoff) if isinstance(self.game, PayoffGame) else payoff

    def _same(self, state: State) -> State:
        """The state that stands for a state in the table."""
        return self.game.canonical(state) if declares(self.game, "canonical") else state
