"""`Solution`: every answer about a solved game, from one frozen object."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from zermelo.conservation import Totals, totals
from zermelo.decide import keeps_score
from zermelo.diagnose import Diagnosis, describe_line, examine
from zermelo.errors import BadInput, BudgetExceeded, ProofFailed, Unavailable
from zermelo.exact import Number, exact
from zermelo.explore import checked_moves, explore
from zermelo.game import Game, Move, PayoffGame, State, Tie, ValueType, player_name
from zermelo.graph import StateGraph
from zermelo.methods import Answers, Limits
from zermelo.plan import Plan
from zermelo.proof import Claim, Proof, verify
from zermelo.shapes import Row
from zermelo.solution import lines, views
from zermelo.solution.play import Play
from zermelo.solution.strategies import Match
from zermelo.solution.table import VIEWS, ValueTable

TIE = "Tie"


@dataclass(frozen=True)
class Option:
    """A legal move with what it is worth to its mover."""

    move: Move
    value: Any
    plies: int | None
    best: bool


@dataclass(frozen=True, repr=False, eq=False)
class Solution:
    """The answers for `game` played from `start`.

    Values are seen by the player to move; in games of p players they are everyone's own totals.
    A question that this game or method has no answer to raises `Unavailable` with the reason.
    """

    game: Game
    start: State
    answers: Answers
    plan: Plan
    limits: Limits

    # -- the start ---------------------------------------------------------------------------

    @property
    def value(self) -> Any:
        """Under best play: the mover's total minus the other's, or everyone's own total."""
        return self.answers.value(self.start)

    @property
    def bounds(self) -> tuple[Any, Any]:
        """Proven bounds on the value; equal when it is known."""
        return self.answers.bounds(self.start)

    @property
    def outcome(self) -> str:
        """'win', 'draw' or 'loss' for the player to move."""
        return self.outcome_of(self.start)

    @property
    def winner(self) -> str:
        """The winner's name by the game's own tie rule, or 'Tie'."""
        if isinstance(self.game, PayoffGame):
            return self._richest()
        first, second = (player_name(self.game, player) for player in (0, 1))
        tied = {Tie.DRAW: TIE, Tie.FIRST: first, Tie.SECOND: second}[self.game.tie]
        low, high = self.bounds
        slack = self.game.tolerance or 0
        if tied == first and low >= -slack:
            return first
        if tied == second and high <= slack:
            return second
        return {"win": first, "loss": second, "draw": tied}[self.outcome]

    @property
    def scores(self) -> tuple[Number, ...]:
        """The players' raw totals, where every play collects the same total."""
        return self.scores_of(self.start)

    @property
    def remoteness(self) -> int | None:
        """Plies to the end (to the next gain, in scored games) under best play; None for a draw."""
        return self.answers.remoteness(self.start)

    @property
    def nimber(self) -> int:
        """The size of the Nim heap that the start is worth."""
        return self.answers.nimber(self.start)

    # -- any state ---------------------------------------------------------------------------

    def at(self, state: State) -> Solution:
        """The sub-game from `state`, without solving again."""
        self.answers.bounds(state)  # raises when the state is not known
        return replace(self, start=state)

    def value_of(self, state: State) -> Any:
        """The value of any state."""
        return self.answers.value(state)

    def outcome_of(self, state: State) -> str:
        """'win', 'draw' or 'loss' for the player to move in `state`."""
        if isinstance(self.game, PayoffGame):
            return self._own_outcome(state)
        low, high = self.answers.bounds(state)
        slack = self.game.tolerance or 0
        if low > slack:
            return "win"
        if high < -slack:
            return "loss"
        if abs(low) <= slack and abs(high) <= slack:
            return "draw"
        raise Unavailable(
            f"it is proven only that {low} ≤ value ≤ {high}",
            where=f"state {state!r}",
            rule="an outcome is given only when it is proven",
            fix="Allow a larger budget or more seconds, or name another method",
        )

    def remoteness_of(self, state: State) -> int | None:
        """The remoteness of any state."""
        return self.answers.remoteness(state)

    def nimber_of(self, state: State) -> int:
        """The nimber of any state."""
        return self.answers.nimber(state)

    def scores_of(self, state: State) -> tuple[Number, ...]:
        """(mover, other) totals from `state` on; every player's in games of p players."""
        value = self.answers.value(state)
        if isinstance(self.game, PayoffGame):
            return tuple(value)
        total = self._total(state)
        if isinstance(total, int) and isinstance(value, int) and (total + value) % 2:
            raise ProofFailed(
                f"total {total} and difference {value} differ in parity",
                where=f"state {state!r}",
                rule="the total is the sum of two scores and the value their difference",
                fix="Please report the game; the answer must not be used",
            )
        if isinstance(total, float) or isinstance(value, float):
            return (total + value) / 2, (total - value) / 2
        return _half(total + value), _half(total - value)

    def options(self, state: State = None) -> list[Option]:
        """Every legal move, in the rules' order, with its worth and whether it is best.

        Best is every move that keeps the value. Where play could go round for ever a best move
        also makes progress: the winner's quickest, the loser's slowest.
        """
        here = self.start if state is None else state
        moves = checked_moves(self.game, here)
        worths = [self._worth(here, move) for move in moves]
        keeps = [self._keeps(here, worth) for worth in worths]
        plies = [self._plies(move) for move in moves]
        if self.answers.needs_progress and any(keeps):
            right = self.pace(
                here, [count for count, keep in zip(plies, keeps, strict=True) if keep]
            )
            keeps = [
                keep and (right is None or count == right)
                for keep, count in zip(keeps, plies, strict=True)
            ]
        return list(map(Option, moves, worths, plies, keeps))

    def best_moves(self, state: State = None) -> list[Move]:
        """Every optimal move, in the rules' order; none at a terminal."""
        return [option.move for option in self.options(state) if option.best]

    # -- lines of play -----------------------------------------------------------------------

    def play(self) -> Play:
        """One optimal line: the winner hurries, the loser delays, else the first best move."""
        return lines.best_line(self)

    def plays(self) -> Iterator[Play]:
        """All optimal lines, one by one. A line that comes back to a state ends there."""
        return lines.all_best_lines(self)

    def count_plays(self) -> int:
        """How many optimal lines there are, exactly, without listing them."""
        return lines.count_best_lines(self)

    def against(self, strategy: Any, *, player: int = 0) -> Match:
        """What a strategy gets as `player` (0 moves first) when everyone else plays perfectly.

        `strategy` is 'greedy', 'colouring' (even rows), or a function of (state, moves).
        """
        return lines.contest(self, strategy, player)

    # -- the table, the proof, the diagnosis ---------------------------------------------------

    def table(self, view: str = "difference") -> ValueTable:
        """Every state's value: 'difference', 'scores' (mover, other) or 'own' (the mover's)."""
        if view not in VIEWS:
            raise BadInput(
                repr(view),
                where="table",
                rule=f"the views are {', '.join(VIEWS)}",
                fix="Pass one of them",
            )
        states = self._graph.states
        if view == "difference":
            return ValueTable(self.game, view, {s: self.value_of(s) for s in states})
        if view == "scores":
            return ValueTable(self.game, view, {s: self.scores_of(s) for s in states})
        return ValueTable(self.game, view, {s: self._own_total(s) for s in states})

    def prove(self, *, budget: int | None = None) -> Proof:
        """Have the independent checker look at every state; raises on the first lie."""
        plies = self.answers.remoteness if self.answers.counts_plies else None
        nimber = self.nimber_of if self.answers.value_type is ValueType.NIMBER else None
        claim = Claim(self.value_of, plies, nimber)
        return verify(self.game, self.start, claim, budget=budget or self.limits.budget)

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """The facts about the game, each with its evidence."""
        return examine(self.game, self._graph)

    def __repr__(self) -> str:
        return views.one_line(self)

    def __str__(self) -> str:
        return views.text(self)

    def _repr_html_(self) -> str:
        return views.html(self)

    # -- inside ------------------------------------------------------------------------------

    @cached_property
    def _graph(self) -> StateGraph:
        """The method's own graph, or one explored now for methods that need none."""
        if self.answers.graph is not None:
            return self.answers.graph
        graph = explore(self.game, start=self.start, budget=self.limits.budget)
        if graph.complete:
            return graph
        raise BudgetExceeded(
            f"more than {self.limits.budget:,} states",
            where=f"{type(self.game).__name__} from {self.start!r}",
            rule="tables, scores and facts need every state, which this method did without",
            fix="Solve with a larger budget",
        )

    @cached_property
    def _totals(self) -> Totals:
        return totals(self._graph, self.game.tolerance)

    def _total(self, state: State) -> Number:
        """What both players together collect from `state` on, or why that is not one number."""
        if isinstance(self.game.shape, Row):
            return sum(self.game.shape.values[state[0] : state[1] + 1])
        if not keeps_score(self.game, self._graph):
            raise Unavailable(
                "only the outcome counts",
                where=type(self.game).__name__,
                rule="scores belong to games whose moves or ends pay more than a win or a loss",
                fix="Read `outcome` and `remoteness`",
            )
        number = self._graph.index[state]
        total = self._totals.total[number]
        if total is not None:
            return total
        raise self._not_conserved(number)

    def _not_conserved(self, number: int) -> Unavailable:
        witness = self._totals.witness(number)
        if witness is None:
            given = "no play from here ends"
        else:
            lines = (describe_line(self.game, self._graph, witness[0], w) for w in witness[1:])
            sums = (self._totals.of_play(witness[0], line) for line in witness[1:])
            given = "; ".join(f"{a} collects {b}" for a, b in zip(lines, sums, strict=True))
        return Unavailable(
            given,
            where=f"{type(self.game).__name__} from {self._graph.states[number]!r}",
            rule="raw scores follow from the difference only when every play collects the same",
            fix="Read play().totals for one line, or solve(OwnTotals(game)) for players who "
            "maximise their own totals",
        )

    def _worth(self, state: State, move: Move) -> Any:
        rest = self.answers.value(move.to)
        if isinstance(self.game, PayoffGame):
            player = self.game.turn(state)
            return (*rest[:player], exact(rest[player] + move.gain), *rest[player + 1 :])
        return exact(move.gain + (rest if move.again else -rest))

    def _keeps(self, state: State, worth: Any) -> bool:
        value = self.answers.value(state)
        if isinstance(self.game, PayoffGame):
            player = self.game.turn(state)
            value, worth = value[player], worth[player]
        return bool(abs(worth - value) <= (self.game.tolerance or 0))

    def _plies(self, move: Move) -> int | None:
        if not self.answers.counts_plies:
            return None
        if move.gain:
            return 1
        after = self.answers.remoteness(move.to)
        return None if after is None else after + 1

    def pace(self, state: State, plies: list[int | None]) -> int | None:
        """The plies of the quickest or slowest among value-keeping moves; None at value 0."""
        value = self.answers.value(state)
        if abs(value) <= (self.game.tolerance or 0):
            return None
        counts = [count for count in plies if count is not None]
        return min(counts) if value > 0 else max(counts)

    def _own_total(self, state: State) -> Number:
        scores = self.scores_of(state)
        return scores[self.game.turn(state) if isinstance(self.game, PayoffGame) else 0]

    def _own_outcome(self, state: State) -> str:
        value, slack = self.answers.value(state), self.game.tolerance or 0
        top = [p for p, total in enumerate(value) if total >= max(value) - slack]
        mover = self.game.turn(state)  # type: ignore[attr-defined]
        if mover not in top:
            return "loss"
        return "win" if len(top) == 1 else "draw"

    def _richest(self) -> str:
        value, slack = self.value, self.game.tolerance or 0
        top = [player for player, total in enumerate(value) if total >= max(value) - slack]
        favoured = {Tie.DRAW: None, Tie.FIRST: 0, Tie.SECOND: 1}[self.game.tie]
        if len(top) > 1 and favoured not in top:
            return TIE
        return player_name(self.game, favoured if favoured in top and len(top) > 1 else top[0])


def _half(number: Number) -> Number:
    return exact(number / 2) if not isinstance(number, int) else number // 2
