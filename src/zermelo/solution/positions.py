"""Answers about any state: values, outcomes, scores, and every move with what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from zermelo._plan import Plan
from zermelo.engines.choose import explored
from zermelo.errors import BudgetExceeded, Either, ProofFailed, Setting, Unavailable
from zermelo.facts.questions import keeps_score
from zermelo.graph.contract import NEVER, NOT_FOUND, Graph, Totals, Value
from zermelo.graph.explore import explore
from zermelo.graph.lists import Lists
from zermelo.graph.rules import checked_position, moves_of
from zermelo.graph.starts import Starts
from zermelo.limits import DEFAULT_BUDGET
from zermelo.methods import Answers, Limits
from zermelo.methods.answers import MANY_MOVES, READ_VALUE, unknown_state
from zermelo.model.exact import Number, exact
from zermelo.model.frozen import Frozen, fresh
from zermelo.model.game import UNSET, Game, Move, PayoffGame, State, own_start
from zermelo.model.numerals import shown, spelled, written
from zermelo.solution.guarantees import MOST_VECTORS, equilibria, guarantees, listed
from zermelo.solution.strategies import check_player

STATES_SEARCHED = 10_000  # states among which a position is looked for
LOOKING = 1.0  # seconds


class Option(NamedTuple):
    """A legal move with what it is worth to its mover."""

    move: Move  # itself
    value: Value  # to the mover, if everyone plays best from then on
    plies: int | None  # to the end of the game under best play; None where they are not counted
    best: bool  # whether no move is better


class Positions(Frozen, eq=False):
    """What is known about the states of `game` that were solved from `start`."""

    game: Game  # that was solved
    start: State  # the state that the answers are about
    answers: Answers  # what the method worked out; its questions are those of this class
    plan: Plan  # how it was solved, and why that way
    limits: Limits  # that it was solved within
    _starts: Starts | None = None  # where play begins at several states
    _is_whole: bool = True  # whether it begins where the work began; else it is a sub-game
    _memory: dict[object, Any] = fresh(factory=dict)  # shared by all sub-games
    mover: int | None = None  # who moves at the start, where it was said: 0 or 1

    def value_of(self, state: State) -> Value:
        """The value of any state."""
        held = self.answers.held(state, "value")  # a state that is held is a position
        return self.answers.value(self._position(state)) if held is None else held

    def outcome_of(self, state: State) -> str:
        """'win', 'draw' or 'loss' for the player to move in `state`."""
        state = self._position(state)
        if isinstance(self.game, PayoffGame):
            return self._own_outcome(state)
        low, high = self.answers.bounds(state)
        if low > self._slack:
            return "win"
        if high < -self._slack:
            return "loss"
        if abs(low) <= self._slack and abs(high) <= self._slack:
            return "draw"
        raise Unavailable(
            f"it is proven only that {written(low)} ≤ value ≤ {written(high)}",
            where=f"state {spelled(state)}",
            rule="an outcome is given only when it is proven",
            fix=(
                "Allow more with ",
                Setting("budget"),
                " or ",
                Setting("seconds"),
                ", or name another ",
                Setting("method"),
            ),
        )

    def remoteness_of(self, state: State) -> int | None:
        """The remoteness of any state."""
        held = self.answers.held(state, "plies")
        if held is None:
            return self.answers.remoteness(self._position(state))
        return None if held == NEVER else held

    def nimber_of(self, state: State) -> int:
        """The nimber of any state."""
        return self.answers.nimber(self._position(state))

    def scores_of(self, state: State) -> tuple[Number, ...]:
        """(mover, other) totals from `state` on; every player's in games of p players."""
        state = self._position(state)
        value = self.answers.value(state)
        if isinstance(self.game, PayoffGame):
            return tuple(value)
        total = self._total(state)
        if isinstance(total, int) and isinstance(value, int) and (total + value) % 2:
            raise ProofFailed(
                f"total {shown(total)} and difference {shown(value)} differ in parity",
                where=f"state {spelled(state)}",
                rule="the total is the sum of two scores and the value their difference",
                fix="Please report the game; the answer must not be used",
            )
        return _half(total + value), _half(total - value)

    def known_scores_of(self, state: State) -> tuple[Number, ...] | None:
        """The raw scores of a sub-game, from what is held: nothing is explored for them.

        For many questions about one table; None where `scores_of` would raise, or have to explore.
        """
        state = self._position(state)
        if isinstance(self.game, PayoffGame):
            return tuple(self.answers.value(state))
        if not self.answers.value_type.is_scored:
            return None
        try:
            known = self.answers.total(state) is not None or self._holds_total(state)
        except Unavailable:
            return None
        return self.scores_of(state) if known else None

    def _holds_total(self, state: State) -> bool:
        """Whether the table says what both collect from a state on."""
        graph = self.answers.graph
        if graph is None or not keeps_score(self.game, graph):
            return False
        number = graph.number(state)
        return number != NOT_FOUND and self._totals(graph).total(number) is not None

    def options(self, state: State = UNSET) -> list[Option]:
        """Every legal move, in the rules' order, with its worth and whether it is best.

        Best is every move that keeps the value. Where play could go round for ever a best move
        also makes progress: the winner's quickest, the loser's slowest.
        """
        here = self.start if state is UNSET else self._position(state)
        self.answers.bounds(here)  # raises when the state is not known
        moves = self.listed_moves(here)
        rests = self.answers.after(here, moves)
        worths = [self._worth(here, move, rest) for move, rest in zip(moves, rests, strict=True)]
        plies = [self._plies(move) for move in moves]
        keeps = self._keep(here, worths)
        if self.answers.needs_progress(here) and any(keeps):
            pace = self.pace(here, [p for p, keep in zip(plies, keeps, strict=True) if keep])
            keeps = [
                keep and (pace is None or count == pace)
                for keep, count in zip(keeps, plies, strict=True)
            ]
        return list(map(Option, moves, worths, plies, keeps))

    def best_moves(self, state: State = UNSET) -> list[Move]:
        """Every optimal move, in the rules' order; none at a terminal."""
        here = self.start if state is UNSET else self._position(state)
        known = self.answers.best(here)
        if known is None:
            return [option.move for option in self.options(here) if option.best]
        many = self.answers.best_at_least(here) > MANY_MOVES
        best = [] if many else list(islice(known, MANY_MOVES + 1))
        if many or len(best) > MANY_MOVES:
            fix = Either(
                "Read play(), or value_of(state) for the moves that you want to compare",
                "Ask about single moves: --from STATE",
            )
            raise Unavailable(
                f"there are more than {MANY_MOVES:,} best moves",
                where=f"{type(self.game).__name__} in state {spelled(here)}",
                rule="as many as that are not listed",
                fix=fix,
            )
        return best

    def listed_moves(self, state: State) -> list[Move]:
        """The legal moves of a state, where they can be listed."""
        if self.answers.best(state) is not None:
            raise Unavailable(
                "its moves are not compared one by one",
                where=f"{type(self.game).__name__} in state {spelled(state)}",
                rule="a form names the best moves of a state as large as this",
                fix=Either("Read best_moves() or value_of(state)", "Ask for a smaller one"),
            )
        return moves_of(self.game, state)

    def first_best_moves(self, most: int, state: State = UNSET) -> list[Move]:
        """Best moves in the rules' order, `most` of them at most."""
        here = self.start if state is UNSET else self._position(state)
        known = self.answers.best(here)
        if known is None:
            return self.best_moves(here)[:most]
        best: list[Move] = []
        with suppress(Unavailable):  # the form knows no more
            best.extend(islice(known, most))
        return best

    def has_more_moves_than(self, most: int) -> bool:
        """Whether the start has so many moves; a form that names the best ones has."""
        if self.answers.best(self.start) is not None:
            return True
        return next(islice(self.game.moves(self.start), most, None), None) is not None

    def pace(self, state: State, plies: list[int | None]) -> int | None:
        """The plies of the winner's quickest or the loser's slowest move; None at value 0."""
        value = self.answers.value(state)
        if abs(value) <= self._slack:
            return None
        counts = [count for count in plies if count is not None]
        return min(counts) if value > 0 else max(counts)

    def guarantee(self, player: int = 0) -> Number:
        """The own total that a player can force, whatever all others do together.

        In games of p players a vector is an equilibrium and promises nothing; this does. Where two
        players share a conserved total it is the player's score. `player` 0 of a two-player game is
        the one to move. One sweep over all states.

        >>> from zermelo import solve
        >>> from zermelo.games import PlayersRow
        >>> solution = solve(PlayersRow((4, 1, 7, 2, 9, 3)))
        >>> solution.value, [solution.guarantee(player) for player in range(3)]
        ((7, 10, 9), [6, 10, 5])
        """
        check_player(self.game, player, "guarantee")
        if not self.answers.value_type.is_scored:
            raise _no_scores(self.game)
        if not isinstance(self.game, PayoffGame):
            with suppress(Unavailable):  # not conserved: the difference does not tell
                return self.scores_of(self.start)[player]
        return self._forced(player)[self._reach.number(self.start)]

    def equilibria(self) -> list[tuple[Number, ...]]:
        """Everyone's totals under all tie-breaks, the value first; one where none decided.

        Of games of p players. `Unavailable` where there are too many to follow.
        """
        if not isinstance(self.game, PayoffGame):
            raise Unavailable(
                "two players with opposed aims",
                where=type(self.game).__name__,
                rule="their value is one number, whatever the tie-break",
                fix=READ_VALUE,
            )
        found = equilibria(self._flat, self._reach.number(self.start), self._slack)
        if found is None:
            raise Unavailable(
                f"some state has more than {MOST_VECTORS} vectors",
                where=type(self.game).__name__,
                rule="as many as that are not followed through all tie-breaks",
                fix=Either(
                    "Read options(state): moves of one own total are tied", "Begin nearer the end"
                ),
            )
        value = self.answers.value(self.start)
        return [value, *(vector for vector in found if vector != value)]

    @property
    def is_reached(self) -> bool | None:
        """Whether play from the game's own start can come to this one; None when nobody knows.

        Looked for among the first thousands of states, unless a table of the whole game is held.
        """
        begin = own_start(self.game)
        if begin in (self.start, UNSET):
            return True if begin == self.start else None
        graph = self.answers.graph
        if graph is None or graph.number(begin) != 0:
            if "reached" not in self._memory:
                self._memory["reached"] = explore(
                    self.game, budget=STATES_SEARCHED, seconds=LOOKING
                )
            graph = self._memory["reached"]
        found = graph.number(self.start) != NOT_FOUND
        return found if found or graph.complete else None

    @property
    def longest(self) -> int:
        """Moves of a play that are held: as many as the table has states, or the budget."""
        return max(self.limits.budget, DEFAULT_BUDGET, self.plan.cost.states or 0)

    # -- inside ------------------------------------------------------------------------------

    def _position(self, state: State) -> State:
        """The state, unless the game knows that it is no position."""
        return checked_position(self.game, state)

    @property
    def _slack(self) -> float:
        return self.game.tolerance or 0

    @property
    def _reach(self) -> Graph:
        """All that this start reaches: the method's graph if it began here, or explored now."""
        held = self.answers.graph
        if held is not None and held.keeps_moves and self._is_whole:
            return held
        key = ("reach", self.start, self._is_whole)
        if key not in self._memory:
            self._memory[key] = self._explored()
        reach: Graph = self._memory[key]
        return reach

    @property
    def _flat(self) -> Lists:
        """The graph of the table as lists."""
        name = type(self.game).__name__
        made: Lists = self._once("flat", self._reach, lambda graph: listed(graph, name))
        return made

    def _forced(self, player: int) -> list[Number]:
        graph = self._flat
        forced: list[Number] = self._once(
            f"forced by {player}", self._reach, lambda _: guarantees(graph, player)
        )
        return forced

    def _explored(self) -> Graph:
        try:
            return explored(self.game, self.start, self.limits, None, self._starts).graph
        except BudgetExceeded as exceeded:
            raise BudgetExceeded(
                exceeded.given,
                where=f"{type(self.game).__name__} from {spelled(self.start)}",
                rule="tables, scores and facts need every state, which this method did without",
                fix=("Solve with a larger ", Setting("budget")),
            ) from exceeded

    def _once(self, name: str, graph: Graph, work: Callable[[Graph], Any]) -> Value:
        """What is worked out once for a graph."""
        key = (name, id(graph))
        if key not in self._memory:
            self._memory[key] = work(graph)
        return self._memory[key]

    def _total(self, state: State) -> Number:
        """What both players together collect from `state` on, or why that is not one number."""
        known = self.answers.total(state)
        if known is not None:
            return known
        if not self.answers.value_type.is_scored:
            raise _no_scores(self.game)  # known without a look at the states
        held = self.answers.graph
        graph = held if held is not None and held.keeps_totals else self._reach
        if not keeps_score(self.game, graph):
            raise _no_scores(self.game)
        number = graph.number(state)
        if number == NOT_FOUND:
            self.answers.bounds(state)  # says what is known
            raise unknown_state(state, f"it is not reached from {spelled(graph.state(0))}")
        found = self._totals(graph)
        total = found.total(number)
        if total is None:
            raise self._not_conserved(found, state, number)
        return total

    def _totals(self, graph: Graph) -> Totals:
        found: Totals = self._once("totals", graph, lambda graph: graph.totals(self.game.tolerance))
        return found

    def _not_conserved(self, found: Totals, state: State, number: int) -> Unavailable:
        from zermelo.facts.properties import clash_text  # takes 3 ms to load

        clash = found.clash(number)
        depends = f"what is collected from {spelled(state)} on depends on the play"
        return Unavailable(
            depends if clash is None else clash_text(self.game, clash),
            where=f"{type(self.game).__name__} from {spelled(state)}",
            rule="raw scores follow from the difference only when every play collects the same",
            fix=Either(
                "Read play().totals for one line, or solve(OwnTotals(game)) for players who "
                "maximise their own totals",
                "Leave --view out: the line of play names both scores of one play",
            ),
        )

    def _worth(self, state: State, move: Move, rest: Value) -> Value:
        if isinstance(self.game, PayoffGame):
            player = self.game.turn(state)
            return (*rest[:player], exact(rest[player] + move.gain), *rest[player + 1 :])
        return exact(move.gain + (rest if move.again else -rest))

    def _keep(self, state: State, worths: list[Value]) -> list[bool]:
        """Which moves keep the value: all of it, with p players."""
        if not worths:
            return []
        value, slack = self.answers.value(state), self._slack
        if isinstance(self.game, PayoffGame):
            return [bool(worth == value) for worth in worths]
        return [bool(abs(worth - value) <= slack) for worth in worths]

    def _plies(self, move: Move) -> int | None:
        if not self.answers.counts_plies:
            return None
        if move.gain:
            return 1
        after = self.answers.remoteness(move.to)
        return None if after is None else after + 1

    def _own_total(self, state: State) -> Number:
        scores = self.scores_of(state)
        return scores[self.game.turn(state) if isinstance(self.game, PayoffGame) else 0]

    def _top(self, state: State) -> list[int]:
        """The players whose total is greatest."""
        value = self.answers.value(state)
        return [p for p, total in enumerate(value) if total >= max(value) - self._slack]

    def _own_outcome(self, state: State) -> str:
        top = self._top(state)
        if self.game.turn(state) not in top:  # type: ignore[attr-defined]
            return "loss"
        return "win" if len(top) == 1 else "draw"


def _no_scores(game: Game) -> Unavailable:
    return Unavailable(
        "only the outcome counts",
        where=type(game).__name__,
        rule="scores belong to games whose moves or ends pay more than a win or a loss",
        fix=Either("Read `outcome` and `remoteness`", "Leave --view out"),
    )


def _half(number: Number) -> Number:
    return number // 2 if isinstance(number, int) else exact(number / 2)
