"""A game under test: explored once, solved once, and asked on all states or on a stated sample."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from random import Random

from zermelo._solve import solve, solve_explored
from zermelo.engines.choose import explored
from zermelo.engines.contract import EngineKind, Explored
from zermelo.errors import BudgetExceeded, MethodRefused, UnknownState
from zermelo.graph.contract import NOT_FOUND, Graph, Value
from zermelo.graph.rules import payoff_of
from zermelo.graph.starts import starts_of
from zermelo.limits import Limits
from zermelo.methods import Case
from zermelo.model.game import UNSET, Game, State
from zermelo.solution import Solution

UNSAMPLED = 100_000  # states and moves that a property looks at without a sample
STATES_OF_A_SAMPLE = 2_000  # states of a sample, or fewer where they have many moves
SAMPLE_SEED = 20_000
MORE_WAYS = "a larger budget may do, or smaller(), a hook that yields smaller instances"
TWINS = 50_000  # states solved for twins that the start does not reach


class NotApplicable(Exception):
    """The property says nothing about this game."""


@dataclass
class Tally:
    """What a property has compared so far; true also when it is stopped in the middle."""

    compared: int = 0
    left: int = 0  # what could not be compared
    sampled: str = ""
    nothing: str = "nothing to compare"


class Subject:
    """A game under test, explored and solved when a property first asks."""

    oracle_least = 2_000  # states and moves that the naive recursion may look at in any game
    is_one_of_many = False  # whether smaller instances are looked at beside it

    def __init__(
        self, game: Game, limits: Limits, start: State = UNSET, graph: Graph | None = None
    ) -> None:
        self.game = game
        self.limits = limits
        self.start = start
        self._given = graph
        self._others: list[Solution] = []
        self._twins_left = TWINS

    @cached_property
    def _explored(self) -> Explored:
        if self._given is not None:
            return Explored(self._given)
        try:
            origin, starts = starts_of(self.game, self.start)
            return explored(self.game, origin, self.limits, None, starts)
        except BudgetExceeded as reason:
            raise NotApplicable(f"{reason.given}; {MORE_WAYS}") from reason

    @property
    def graph(self) -> Graph:
        """Every state; or the property does not apply."""
        return self._explored.graph

    @property
    def is_from_the_start(self) -> bool:
        """Whether all states are looked at, and not those after another one."""
        return self.start is UNSET or self.start == self.game.start

    @property
    def is_compiled(self) -> bool:
        """Whether compiled rules found the states."""
        return self._explored.kind is EngineKind.COMPILED

    @property
    def work(self) -> int:
        """States and moves: what one look at everything costs."""
        return len(self.graph) + self.graph.moves

    @cached_property
    def solution(self) -> Solution:
        """The solution, by the method that the planner chooses, over the same graph."""
        start, starts = starts_of(self.game, self.start)
        try:
            case = Case(self.game, start, self._explored, self.limits, starts=starts)
            return solve_explored(case)
        except (MethodRefused, BudgetExceeded) as reason:
            raise NotApplicable(f"not solved: {reason.given}") from reason

    @property
    def slack(self) -> float:
        """What counts as equal."""
        return self.game.tolerance or 0

    # -- whom to ask ----------------------------------------------------------------------------

    def numbers(self, tally: Tally, most: int | None = None) -> Sequence[int]:
        """Every state, or a sample that anyone can draw again: the start, and others at random.

        `most` bounds the states, else their work does. The tally says how many of how many.
        """
        size = len(self.graph)
        allowed = size if self.work <= UNSAMPLED else max(1, UNSAMPLED * size // self.work)
        if most is not None or self.work > UNSAMPLED:
            allowed = min(allowed, STATES_OF_A_SAMPLE if most is None else most)
        numbers: Sequence[int] = range(size) if allowed >= size else _sample(size, allowed)
        tally.sampled = _sampled(len(numbers), size, "states")
        return numbers

    def states(self, tally: Tally, most: int | None = None) -> list[State]:
        """The states to ask."""
        return [self.graph.state(number) for number in self.numbers(tally, most)]

    def ends(self, tally: Tally) -> list[tuple[State, Value]]:
        """The ends to ask, and what they pay."""
        every = self.graph.ends
        chosen: Sequence[int] = range(len(every))
        if len(every) > STATES_OF_A_SAMPLE and self.work > UNSAMPLED:
            chosen = _sample(len(every), STATES_OF_A_SAMPLE)
        tally.sampled = _sampled(len(chosen), len(every), "ends")
        states = [self.graph.state(every[place]) for place in chosen]
        return [(state, payoff_of(self.game, state)) for state in states]

    def worth(self, state: State) -> Value:
        """The value of a state that was found, which is a position for that."""
        return self.solution.answers.value(state)

    # -- values beside the table ----------------------------------------------------------------

    def value_anywhere(self, state: State) -> Value:
        """A state's value: from the table, or solved from there; None where that goes too far."""
        if self._holds(state):
            return self.worth(state)
        for known in (self.solution, *self._others):
            try:
                return known.value_of(state)
            except UnknownState:
                continue
        if self._twins_left < 1:
            return None
        try:
            other = solve(self.game, start=state, budget=self._twins_left, engine="plain")
        except (BudgetExceeded, MethodRefused):
            self._twins_left = 0
            return None
        self._twins_left -= other.plan.cost.states or 1
        self._others.append(other)
        return other.value_of(state)

    def _holds(self, state: State) -> bool:
        """Whether a state was found as it is, not as another of its kind."""
        number = self.graph.number(state)
        return number != NOT_FOUND and bool(self.graph.state(number) == state)

    def without(self, hook: str) -> Subject:
        """The same game as if it did not declare a hook."""
        game = copy(self.game)
        vars(game).pop(hook, None)
        kind = type(self.game)
        bare = type(kind.__name__, (kind,), {hook: getattr(Game, hook), "__slots__": ()})
        object.__setattr__(game, "__class__", bare)
        limits = self.limits.but(engine="plain", work=UNSAMPLED)
        return Subject(game, limits, self.start)


def _sample(size: int, count: int) -> list[int]:
    """`count` of the numbers below `size`, 0 among them, the same ones every time."""
    return sorted({0, *Random(SAMPLE_SEED).sample(range(size), count - 1)})


def _sampled(count: int, size: int, what: str) -> str:
    return "" if count == size else f"sampled {count:,} of {size:,} {what}"
