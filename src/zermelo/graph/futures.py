"""States with the same future: what they pay, or who moves for what gain to states of which future.

Acyclic graphs are merged from the ends in one pass; others are split until nothing splits, as the
states of an automaton are (Moore 1956).
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.graph.contract import Futures
from zermelo.graph.lists import Lists

LISTED_WORK = 400_000  # moves looked at, each time they are
NOT_ALL = "needs every state"


def futures(graph: Lists) -> Futures:
    """Merge the states of a graph by their futures. O(states + moves) where it is acyclic."""
    if not graph.complete:
        return Futures(None, None, NOT_ALL)
    classes = None if graph.moves > LISTED_WORK else _classes(graph)
    if classes is None:
        return Futures(None, None, f"more than {LISTED_WORK:,} moves to look at")
    return Futures(classes, len(set(classes)))


def _classes(graph: Lists) -> list[int] | None:
    return _by_refining(graph) if graph.sweep is None else _from_the_ends(graph)


def _from_the_ends(graph: Lists) -> list[int]:
    numbers: dict[object, int] = {}
    classes = [0] * len(graph)
    for state in graph.sweep or ():
        classes[state] = numbers.setdefault(_future(graph, state, classes), len(numbers))
    return classes


def _by_refining(graph: Lists) -> list[int] | None:
    """Split by what the moves lead to, until nothing splits."""
    classes = _numbered(_future(graph, state, None) for state in range(len(graph)))
    work, count = 0, 0
    while count < (count := max(classes) + 1):
        work += graph.moves
        if work > LISTED_WORK:
            return None
        classes = _numbered(
            (classes[state], _future(graph, state, classes)) for state in range(len(graph))
        )
    return classes


def _numbered(keys: Iterable[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def _future(graph: Lists, state: int, classes: list[int] | None) -> object:
    """What the state pays, or who moves and where to; without classes, where to is left open."""
    if graph.payoff[state] is not None:
        return "end", graph.payoff[state]
    mover = None if graph.mover is None else graph.mover[state]
    if classes is None:
        return "move", mover
    to, gain, again = graph.to, graph.gain, graph.again
    return mover, frozenset((gain[m], again[m], classes[to[m]]) for m in graph.moves_of(state))
