"""The naive recursion as a tree of calls: what a table saves.

The recursion without memory asks for a state once for every way to it, so

    calls(S) = 1 + sum over moves of calls(S'),

while a table fills each state once. The tree is drawn as deep as it fits, and says what it hides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.faces.equations import Equations
from zermelo.faces.plain import JsonObject, plain
from zermelo.graph.rules import kind_of
from zermelo.graph.state_graph import StateGraph
from zermelo.model.game import State
from zermelo.model.numerals import AnySize

MOST_CALLS_DRAWN = 80  # that are drawn


@dataclass(frozen=True)
class Call(AnySize):
    """One call of the recursion."""

    state: State
    move: str  # that led here, empty at the root
    calls: int  # in the whole tree below, this one included
    is_again: bool  # whether an earlier call asked for the same state
    children: tuple[Call, ...] | None  # None where the tree is cut


@dataclass(frozen=True)
class CallTree(AnySize):
    """The calls from one state."""

    root: Call
    states: int

    @property
    def is_cut(self) -> bool:
        """Whether some calls are not drawn."""
        return any(call.children is None for _, call in self.walk())

    def walk(self) -> Iterator[tuple[int, Call]]:
        """Every drawn call with its depth, as the recursion makes them."""
        stack = [(0, self.root)]
        while stack:
            depth, call = stack.pop()
            yield depth, call
            stack.extend((depth + 1, child) for child in reversed(call.children or ()))

    def text(self, equations: Equations) -> str:
        """One call a line, indented by its depth."""
        calls, many = self.root.calls, "" if self.root.calls == 1 else "s"
        cut = "; a line that ends with … hides calls" if self.is_cut else ""
        head = f"{calls:,} call{many} for {self.states:,} states, * for one asked before{cut}"
        return "\n".join([head, *(self._line(equations, *pair) for pair in self.walk())])

    def _line(self, equations: Equations, depth: int, call: Call) -> str:
        way = f"{call.move}: " if call.move else ""
        again = " *" if call.is_again else ""
        hidden = f" … {call.calls - 1:,} more" if call.children is None else ""
        return f"{'  ' * depth}{way}{equations.short(call.state)}{again}{hidden}"

    def record(self) -> JsonObject:
        """As plain data."""
        return {"calls": self.root.calls, "states": self.states, "root": _record(self.root)}


def _record(call: Call) -> JsonObject:
    moves = None if call.children is None else [_record(child) for child in call.children]
    return {
        "state": plain(call.state),
        "move": call.move or None,
        "calls": call.calls,
        "again": call.is_again,
        "moves": moves,
    }


def call_tree(equations: Equations, graph: StateGraph) -> CallTree | None:
    """The tree from the first state of a complete graph; None where play can come back."""
    calls = graph.calls()
    if calls is None:
        return None
    return CallTree(_Builder(equations, graph, calls).call(0, 0, ""), len(graph))


class _Builder:
    """Makes the calls in the order of the recursion, down to a depth that fits."""

    def __init__(self, equations: Equations, graph: StateGraph, calls: list[int]) -> None:
        self.equations = equations
        self.graph = graph
        self.deepest = _depth(graph)
        self.calls = calls
        self.seen: set[int] = set()

    def call(self, number: int, depth: int, move: str) -> Call:
        """One call with those that it makes."""
        state, again = self.graph.states[number], number in self.seen
        self.seen.add(number)
        cut = depth == self.deepest and self.calls[number] > 1
        children = None if cut else tuple(self._below(state, depth + 1))
        return Call(state, move, self.calls[number], again, children)

    def _below(self, state: State, depth: int) -> Iterator[Call]:
        solution = self.equations.solution
        for option in solution.options(state):
            number = self.graph.index[kind_of(solution.game, option.move.to)]
            yield self.call(number, depth, self.equations.name(option))


def _depth(graph: StateGraph) -> int:
    """The depth down to which the tree has no more calls than are drawn; at least one."""
    level, drawn, depth = Counter({0: 1}), 1, 0
    while level:
        after: Counter[int] = Counter()
        for number, ways in level.items():
            for move in graph.moves_of(number):
                after[graph.to[move]] += ways
        drawn += after.total()
        if drawn > MOST_CALLS_DRAWN:
            return max(depth, 1)
        level, depth = after, depth + 1
    return depth
