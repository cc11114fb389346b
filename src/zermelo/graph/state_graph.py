"""`StateGraph`: numbered states, moves as flat arrays, and what can be read off them.

Moves are in compressed sparse row form: those of state n are numbered first[n] … first[n + 1] − 1.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from zermelo.model.exact import Number
from zermelo.model.game import State


@dataclass(frozen=True, eq=False)
class StateGraph:
    """The states a game's start can reach, within a budget, and the moves between them."""

    states: list[State]  # [N] in breadth-first order; states[0] is the start
    index: dict[State, int] = field(repr=False)  # state → its number
    first: list[int] = field(repr=False)  # [N + 1]
    to: list[int] = field(repr=False)  # [M]
    gain: list[Number] = field(repr=False)  # [M]
    again: list[bool] = field(repr=False)  # [M]
    payoff: list[Any] = field(repr=False)  # [N], None where the state is not terminal
    mover: list[int] | None = field(repr=False)  # [N] in games of p players
    levels: list[int] = field(repr=False)  # number of the first state of each level
    complete: bool  # False when the budget ended the exploration
    forward: bool  # every move leads to a state of higher number
    at_least: int = 0  # states there are, as random plays show, where these ended the exploration

    def __len__(self) -> int:
        return len(self.states)

    @property
    def moves(self) -> int:
        """How many moves there are in all."""
        return len(self.to)

    def state(self, number: int) -> State:
        """The state of a number."""
        return self.states[number]

    def moves_of(self, number: int) -> range:
        """The numbers of the moves of a state."""
        return range(self.first[number], self.first[number + 1])

    def source(self, move: int) -> int:
        """The state that a move leaves."""
        return bisect_right(self.first, move) - 1

    @cached_property
    def has_gains(self) -> bool:
        """Whether any move carries a gain."""
        return any(self.gain)

    @cached_property
    def has_again(self) -> bool:
        """Whether any move keeps the turn."""
        return any(self.again)

    @cached_property
    def is_outcome(self) -> bool:
        """Whether all that counts is a win (+1), a draw (0) or a loss (−1) at the end."""
        return not self.has_gains and self.paid <= {-1, 0, 1}

    @cached_property
    def paid(self) -> set[Any]:
        """The different payoffs of the ends."""
        return {payoff for payoff in self.payoff if payoff is not None}

    def a_gain(self) -> tuple[State, Number]:
        """A state with a move that carries a gain, and that gain."""
        move = next(move for move, gain in enumerate(self.gain) if gain)
        return self.states[self.source(move)], self.gain[move]

    def a_kept_turn(self) -> State:
        """A state with a move that keeps the turn."""
        return self.states[self.source(self.again.index(True))]

    def some_ends(self) -> Iterator[State]:
        """One end for each different payoff, in the order they were found."""
        seen: set[Any] = set()
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

    @property
    def has_floats(self) -> bool:
        """Whether any gain or payoff is a float."""
        return any(isinstance(number, float) for number in (*self.gain, *self.payoff))

    def gain_in_cycle(self) -> int | None:
        """A move that carries a gain and lies on a cycle."""
        part = part_numbers(components(self.first, self.to), len(self))
        for move, (source, child) in enumerate(zip(self.sources, self.to, strict=True)):
            if self.gain[move] and part[source] == part[child]:
                return move
        return None

    @cached_property
    def sweep(self) -> Sequence[int] | None:
        """The states in an order where each comes after all it leads to; None with a cycle."""
        if self.forward:
            return range(len(self.states) - 1, -1, -1)
        return postorder(self.first, self.to)

    def calls(self) -> list[int] | None:
        """calls(S) = 1 + Σ calls(S'): of the recursion without memory; None with a cycle."""
        if self.sweep is None:
            return None
        calls = [1] * len(self)
        for state in self.sweep:
            calls[state] += sum(calls[self.to[move]] for move in self.moves_of(state))
        return calls

    @cached_property
    def parents(self) -> tuple[list[int], list[int]]:
        """Moves by the state they reach: those into n are into[start[n]:start[n + 1]]."""
        start = [0] * (len(self.states) + 1)
        for child in self.to:
            start[child + 1] += 1
        for number in range(len(self.states)):
            start[number + 1] += start[number]
        slot = start[:]
        into = [0] * len(self.to)
        for move, child in enumerate(self.to):
            into[slot[child]] = move
            slot[child] += 1
        return start, into

    @cached_property
    def grounded(self) -> bytearray:
        """For each state whether no play from it can go on for ever: no cycle is in reach."""
        start, into = self.parents
        left = [end - begin for begin, end in pairwise(self.first)]
        grounded = bytearray(len(self.states))
        line = [state for state, count in enumerate(left) if not count]
        for state in line:
            grounded[state] = True
            for move in into[start[state] : start[state + 1]]:
                source = self.sources[move]
                left[source] -= 1
                if not left[source]:
                    line.append(source)
        return grounded

    @cached_property
    def sources(self) -> list[int]:
        """The state that each move leaves."""
        found: list[int] = []
        for number, (begin, end) in enumerate(pairwise(self.first)):
            found.extend([number] * (end - begin))
        return found


def postorder(first: list[int], to: list[int]) -> list[int] | None:
    """Number every state after all it leads to; None when a cycle forbids it. O(N + M)."""
    fresh, open_, done = 0, 1, 2
    mark = bytearray(len(first) - 1)
    order: list[int] = []
    for root in range(len(mark)):
        if mark[root] != fresh:
            continue
        mark[root] = open_
        path, cursor = [root], [first[root]]
        while path:
            here, move = path[-1], cursor[-1]
            if move == first[here + 1]:
                mark[here] = done
                order.append(here)
                path.pop()
                cursor.pop()
                continue
            cursor[-1] += 1
            child = to[move]
            if mark[child] == open_:
                return None
            if mark[child] == fresh:
                mark[child] = open_
                path.append(child)
                cursor.append(first[child])
    return order


def components(first: list[int], to: list[int]) -> list[list[int]]:
    """Strongly connected components, each after all it leads to. Tarjan 1972, O(N + M)."""
    size = len(first) - 1
    number = [0] * size  # 0 for a state not seen yet
    low = [0] * size
    waiting = bytearray(size)
    stack: list[int] = []
    found: list[list[int]] = []
    count = 0
    for root in range(size):
        if number[root]:
            continue
        count += 1
        number[root] = low[root] = count
        stack.append(root)
        waiting[root] = True
        path, cursor = [root], [first[root]]
        while path:
            here, move = path[-1], cursor[-1]
            if move < first[here + 1]:
                cursor[-1] += 1
                child = to[move]
                if not number[child]:
                    count += 1
                    number[child] = low[child] = count
                    stack.append(child)
                    waiting[child] = True
                    path.append(child)
                    cursor.append(first[child])
                elif waiting[child]:
                    low[here] = min(low[here], number[child])
                continue
            path.pop()
            cursor.pop()
            if path:
                low[path[-1]] = min(low[path[-1]], low[here])
            if low[here] == number[here]:
                found.append(_pop_part(stack, waiting, here))
    return found


def part_numbers(parts: list[list[int]], size: int) -> list[int]:
    """For each state the number of its part."""
    numbers = [0] * size
    for number, part in enumerate(parts):
        for state in part:
            numbers[state] = number
    return numbers


def _pop_part(stack: list[int], waiting: bytearray, last: int) -> list[int]:
    """Take the component that ends with `last` off Tarjan's stack."""
    part: list[int] = []
    while not part or part[-1] != last:
        part.append(stack.pop())
        waiting[part[-1]] = False
    return part


def find_cycle(first: list[int], to: list[int], wanted: int | None = None) -> list[int]:
    """The moves of one short cycle, through the move `wanted` when given; [] when there is none.

    Breadth-first inside one strongly connected component, so that a person can follow it.
    """
    for part in components(first, to):
        inside = set(part)
        for state in part:
            for move in range(first[state], first[state + 1]):
                if to[move] in inside and wanted in (None, move):
                    return [move, *_path(first, to, to[move], state, inside)]
    return []


def _path(first: list[int], to: list[int], begin: int, end: int, inside: set[int]) -> list[int]:
    """The moves of a shortest path from begin to end within `inside`."""
    came: dict[int, int] = {begin: -1}
    source: dict[int, int] = {}
    line = [begin]
    for here in line:
        if here == end:
            break
        for move in range(first[here], first[here + 1]):
            child = to[move]
            if child in inside and child not in came:
                came[child] = move
                source[move] = here
                line.append(child)
    path: list[int] = []
    while came[end] >= 0:
        path.append(came[end])
        end = source[came[end]]
    return path[::-1]
