"""`StateGraph`: the graph that plain Python explores, read off its lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from sys import getsizeof
from typing import TYPE_CHECKING

from zermelo.graph.components import components, find_cycle, part_numbers
from zermelo.graph.contract import (
    NOT_FOUND,
    Columns,
    Define,
    Futures,
    Graph,
    Recurrence,
    Told,
    Value,
    ValueRow,
)
from zermelo.graph.futures import futures
from zermelo.graph.lists import Lists
from zermelo.graph.progress import Callback
from zermelo.graph.totals import ListedTotals, totals
from zermelo.model.exact import Number
from zermelo.model.game import State

if TYPE_CHECKING:
    from zermelo.graph.taken import StateNumbers

SAMPLED = 64  # states whose size is looked at
STATE_BYTES, MOVE_BYTES = 132, 24  # bytes of a state's dict entry and rows besides, and of a move


class StateGraph(Lists, Graph):
    """The states a game's start can reach, within a budget, and the moves between them."""

    @property
    def bytes(self) -> int:
        """An estimate: the states themselves, their dict entries and the flat lists."""
        sample = self.states[:: max(1, len(self) // SAMPLED)]
        state = sum(map(getsizeof, sample)) // len(sample)
        return len(self) * (state + STATE_BYTES) + self.moves * MOVE_BYTES

    @property
    def level_sizes(self) -> list[int]:
        """How many states are so many moves away from the start."""
        return [end - begin for begin, end in pairwise([*self.levels, len(self)])]

    @cached_property
    def has_gains(self) -> bool:
        """Whether any move carries a gain."""
        return any(self.gain)

    @cached_property
    def has_again(self) -> bool:
        """Whether any move keeps the turn."""
        return any(self.again)

    @property
    def has_floats(self) -> bool:
        """Whether any gain or payoff is a float."""
        return any(isinstance(number, float) for number in (*self.gain, *self.payoff))

    @property
    def has_own_totals(self) -> bool:
        """Whether every player counts an own total."""
        return self.mover is not None

    @property
    def is_acyclic(self) -> bool:
        """Whether there is a topological order."""
        return self.sweep is not None

    @cached_property
    def paid(self) -> set[Value]:
        """The different payoffs of the ends."""
        return {payoff for payoff in self.payoff if payoff is not None}

    # -- states --------------------------------------------------------------------------------

    def number(self, state: State) -> int:
        """The number of a state, or NOT_FOUND."""
        try:
            return self.index.get(state, NOT_FOUND)
        except TypeError:  # not hashable
            return NOT_FOUND

    def state(self, number: int) -> State:
        """The state of a number."""
        return self.states[number]

    def turn(self, number: int) -> int:
        """Whose turn it is."""
        assert self.mover is not None
        return self.mover[number]

    def told(self, number: int) -> Told:
        """What the rules said of a state."""
        moves = slice(self.first[number], self.first[number + 1])
        ends = [self.states[child] for child in self.to[moves]]
        turn = None if self.mover is None else self.mover[number]
        return Told(ends, self.gain[moves], self.again[moves], self.payoff[number], turn)

    def was_expanded(self, number: int) -> bool:
        """Whether the rules have answered; they may not, when a limit has ended the work."""
        return self.complete or bool(self.moves_of(number))

    def all_states(self) -> Sequence[State]:
        """[N] every state, in the order of their numbers."""
        return self.states

    def are_ends(self, numbers: StateNumbers) -> Sequence[bool]:
        """Which of some states have no moves."""
        return [self.payoff[number] is not None for number in numbers]

    @cached_property
    def ends(self) -> Sequence[int]:
        """The states without moves."""
        return [number for number, payoff in enumerate(self.payoff) if payoff is not None]

    def payoff_at(self, number: int) -> Value:
        """What an end pays."""
        return self.payoff[number]

    def reached_from(self, number: int) -> list[int]:
        """Breadth first."""
        line, seen = [number], {number}
        for here in line:
            for child in self.to[self.first[here] : self.first[here + 1]]:
                if child not in seen:
                    seen.add(child)
                    line.append(child)
        return sorted(line)

    # -- witnesses -----------------------------------------------------------------------------

    def a_gain(self) -> tuple[State, Number]:
        """A state with a move that carries a gain, and that gain."""
        move = next(move for move, gain in enumerate(self.gain) if gain)
        return self.states[self.source(move)], self.gain[move]

    def a_kept_turn(self) -> State:
        """A state with a move that keeps the turn."""
        return self.states[self.source(self.again.index(True))]

    def some_ends(self) -> Iterator[State]:
        """One end for each different payoff, in the order they were found."""
        seen: set[Value] = set()
        for number, payoff in enumerate(self.payoff):
            if payoff is not None and payoff not in seen:
                seen.add(payoff)
                yield self.states[number]

    def an_odd_end(self) -> tuple[State, Number]:
        """An end that pays something else than −1, 0 or 1."""
        number = next(n for n, pay in enumerate(self.payoff) if pay not in (None, -1, 0, 1))
        return self.states[number], self.payoff[number]

    def cycle(self, through: int | None = None) -> list[State]:
        """The states of a cycle; of one through a move, where one is named."""
        return [self.states[self.source(move)] for move in find_cycle(self.first, self.to, through)]

    def gain_in_cycle(self) -> tuple[int, Number] | None:
        """A move that carries a gain and lies on a cycle, and that gain."""
        part = part_numbers(components(self.first, self.to), len(self))
        for move, (source, child) in enumerate(zip(self.sources, self.to, strict=True)):
            if self.gain[move] and part[source] == part[child]:
                return move, self.gain[move]
        return None

    def out_of_turn(self, players: int) -> tuple[State, State] | None:
        """A move after which it is not the next player's turn; at an end that is moot."""
        move = self._first_out_of_turn(players)
        return (
            None if move is None else (self.states[self.source(move)], self.states[self.to[move]])
        )

    def _first_out_of_turn(self, players: int) -> int | None:
        if self.mover is None:
            return self.again.index(True) if self.has_again else None
        for move, (source, child) in enumerate(zip(self.sources, self.to, strict=True)):
            follows = self.mover[child] == (self.mover[source] + 1) % players
            if not follows and self.payoff[child] is None:
                return move
        return None

    # -- what is worked out over all states ----------------------------------------------------

    def filled(
        self,
        by: Recurrence,  # noqa: ARG002
        define: Define,
        progress: Callback | None = None,  # noqa: ARG002
    ) -> Columns:
        """As it is defined."""
        return define(self)

    def totals(self, tolerance: float | None = None) -> ListedTotals:
        """What is collected from each state on."""
        return totals(self, tolerance)

    def farthest(self) -> Number:
        """The largest sum of gains, whatever their sign, and of a payoff; no gain is on a cycle."""
        if not self.has_gains:
            return max(map(self._size, self.ends), default=0)
        parts = [[n] for n in self.sweep] if self.sweep else components(self.first, self.to)
        where = part_numbers(parts, len(self))
        reach: list[Number] = [0] * len(parts)
        for number, part in enumerate(parts):
            for state in part:
                if self.payoff[state] is not None:
                    reach[number] = self._size(state)
                for move in self.moves_of(state):
                    farther = abs(self.gain[move]) + reach[where[self.to[move]]]
                    reach[number] = max(reach[number], farther)
        return max(reach)

    def _size(self, end: int) -> Number:
        payoff = self.payoff[end]
        return abs(payoff) if self.mover is None else max(map(abs, payoff))

    def longest_play(self) -> int:
        """L(S) = 1 + max L(S')."""
        return max(self._lengths())

    def _lengths(self) -> list[int]:
        length = [0] * len(self)
        for state in self.sweep or ():
            for move in self.moves_of(state):
                length[state] = max(length[state], length[self.to[move]] + 1)
        return length

    def heights(self) -> Sequence[int]:
        """The longest plays; where play can come back, the numbers of strongly connected parts."""
        if self.sweep is not None:
            return self._lengths()
        return part_numbers(components(self.first, self.to), len(self))

    def calls(self) -> list[int] | None:
        """calls(S) = 1 + Σ calls(S'): of the recursion without memory; None with a cycle."""
        if self.sweep is None:
            return None
        calls = [1] * len(self)
        for state in self.sweep:
            calls[state] += sum(calls[self.to[move]] for move in self.moves_of(state))
        return calls

    def may_go_on(self, number: int) -> bool:
        """Whether some play from a state goes on for ever."""
        return self.sweep is None and not self.grounded[number]

    def futures(self) -> Futures:
        """Which states have the same future."""
        return futures(self)

    def as_lists(self, most: int) -> StateGraph:  # noqa: ARG002
        """They are."""
        return self

    # -- tables --------------------------------------------------------------------------------

    def entries(
        self,
        of: Callable[[State], Value],
        row: ValueRow | None = None,  # noqa: ARG002
        numbers: Sequence[int] | None = None,
    ) -> Mapping[State, Value]:
        """Written down one by one."""
        meant = self.states if numbers is None else [self.states[number] for number in numbers]
        return {state: of(state) for state in meant}
