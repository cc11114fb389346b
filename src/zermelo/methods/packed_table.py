"""Answers for large games: values in arrays, found through the keys of the states."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from zermelo.errors import Unavailable
from zermelo.facts.decide import keeps_score
from zermelo.graph.rules import moves_of
from zermelo.methods.answers import NEVER, Answers, unknown_state
from zermelo.model.exact import Number
from zermelo.model.game import Game, State, ValueType
from zermelo.model.numerals import shown, spelled
from zermelo.proof import Proof


class PackedTable(Answers):
    """Answers that were written down for every state of a packed graph.

    `packed` is a `PackedGraph`, `sweeps` its `Sweeps`; neither is imported here, because that would
    load numpy before it is needed.
    """

    def __init__(
        self,
        value_type: ValueType,
        packed: Any,
        values: Any,  # [N], or [N, p] with p players
        plies: Any = None,  # [N]
        nimbers: Any = None,  # [N]
    ) -> None:
        self.value_type = value_type
        self.packed = packed
        self.values = values
        self.plies = plies
        self.nimbers = nimbers
        self.counts_plies = plies is not None
        self._grounded: Any = None

    def value(self, state: State) -> Any:
        """Look the value up."""
        value = self.values[self.number(state)]
        if self.value_type is ValueType.VECTOR:
            return tuple(map(int, value))
        return int(value)

    def remoteness(self, state: State) -> int | None:
        """Look the plies up."""
        if self.plies is None:
            return super().remoteness(state)
        plies = int(self.plies[self.number(state)])
        return None if plies == NEVER else plies

    def nimber(self, state: State) -> int:
        """Look the nimber up."""
        if self.nimbers is None:
            return super().nimber(state)
        return int(self.nimbers[self.number(state)])

    @property
    def may_have_nimbers(self) -> bool:
        """Read off the graph: no gain, no kept turn, no cycle, every end lost."""
        packed = self.packed
        plain = packed.mover is None and not packed.has_gains and not packed.has_again
        return plain and packed.sweep is not None and packed.paid <= {-1}

    def needs_progress(self, state: State) -> bool:
        """Whether a cycle can be reached."""
        if self.packed.sweep is not None:
            return False
        if self._grounded is None:
            self._grounded = self.packed.sweeps().grounded()
        return not self._grounded[self.number(state)]

    def total(self, state: State) -> Number | None:
        """What both players collect from `state` on, when every play collects the same."""
        game = self.packed.machine.game
        if self.value_type is not ValueType.DIFFERENCE or not keeps_score(game, self.packed):
            return None
        self.number(state)  # raises when the state is not known
        return self.totals.of(state)

    def column(self, view: str) -> Any:
        """[N], or [N, p]: the values, the pairs of scores, or the own totals of the movers."""
        if self.value_type is ValueType.VECTOR:
            return self.packed.own(self.values) if view == "total" else self.values
        if view == "difference":
            return self.values
        total = self.totals.column()
        own = (total + self.values) // 2
        return own if view == "total" else self.packed.beside(own, total - own)

    @cached_property
    def totals(self) -> PackedTotals:
        """What is collected from each state on."""
        return PackedTotals(self.packed)

    def prove(self, game: Game, start: State, budget: int) -> Proof | None:  # noqa: ARG002
        """The compiled checker looks at every state, from the keys and the rules alone."""
        proof: Proof = self.packed.prove(self, start)
        return proof

    def number(self, state: State) -> int:
        """The number of a state, or an error that says which states are known."""
        try:
            number = self.packed.number(state)
        except Exception:  # of `canonical`, which is asked for no state but the game's own
            number = -1
        if number < 0:
            start = self.packed.state(0)
            held = f"the {len(self.packed):,} states that {spelled(start)} reaches"
            raise unknown_state(state, f"the table holds {held}")
        return int(number)


class PackedTotals:
    """What both players together collect from each state of a packed graph on. O(N + M)."""

    def __init__(self, packed: Any) -> None:
        self.packed = packed
        self.total, self.fixed = packed.sweeps().totals()  # [N], [N]

    def of(self, state: State) -> Number:
        """The total, or `Unavailable` with two plays that collect different ones."""
        number = self.packed.number(state)
        if self.fixed[number]:
            return int(self.total[number])
        raise Unavailable(
            f"what is collected from {spelled(state)} on depends on the play"
            f"{self._two_ways(state)}",
            where=type(self.packed.machine.game).__name__,
            rule="raw scores follow from the difference only when every play collects the same",
            fix="Read play().totals for one line, or solve(OwnTotals(game)) for players who "
            "maximise their own totals",
        )

    def column(self) -> Any:
        """[N] the totals, where all are fixed; raises with a state whose total is not."""
        if not self.fixed.all():
            self.of(self.packed.state(int(self.fixed.argmin())))
        return self.total

    def _two_ways(self, state: State) -> str:
        """A state that `state` leads to and two of its moves after which totals differ."""
        if self.packed.sweep is None:
            return ", or on that of another state: play can come back"
        game, number = self.packed.machine.game, self.packed.number
        while True:
            moves = moves_of(game, state)
            loose = [move.to for move in moves if not self.fixed[number(move.to)]]
            if not loose:
                break
            state = loose[0]
        sums = {move.gain + int(self.total[number(move.to)]): move.to for move in moves}
        ways = [f"{spelled(to)} collects {shown(amount)}" for amount, to in list(sums.items())[:2]]
        return f": from {spelled(state)} the move to {'; to '.join(ways)}"
