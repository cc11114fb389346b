"""States that differ in name alone: how many have different futures, and which coordinate is idle.

Two states have the same future when they are ends that pay the same, or when each move of one has
its like in the other: the same gain, the same turn, a state of the same future (bisimilarity; Park
1981). Values, best gains and the length of play are the same then, so a table needs one of them.
On an acyclic graph one pass from the ends finds the classes; where play can come back, classes are
split until nothing splits any more (Moore 1956).

A coordinate of the states is not needed when the others tell the future without it. All this is
said of the states that were found, and so of this instance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from zermelo.graph.state_graph import StateGraph
from zermelo.model.game import State
from zermelo.model.numerals import spelled

WORK = 400_000  # moves looked at, each time they are
NOT_ALL = "needs every state"


@dataclass(frozen=True)
class Redundancy:
    """How many states were found, how many differ, and what could be left out of a state."""

    states: int
    different: int | None  # None where it is not known
    idle: tuple[str, ...] = ()  # coordinates that are not needed, all of them at once
    has_coordinates: bool = False
    twins: tuple[State, State] | None = None  # two states of the same future
    why: str = ""  # it, or what is needed of a state, is not known

    def __str__(self) -> str:
        if self.different is None:
            return f"unknown: {self.why}"
        text = f"{self.states:,} states, {self.different:,} differ"
        if self.twins is not None:
            one, other = map(spelled, self.twins)
            text += f", e.g. {one} and {other} have the same future"
        return f"{text}{self._coordinates()}"

    def _coordinates(self) -> str:
        if not self.has_coordinates:
            return f"; {self.why}" if self.why else ""
        if not self.idle:
            return "; every coordinate is needed"
        names, one = " and ".join(self.idle), len(self.idle) == 1
        return f"; {'coordinate ' * one}{names} {'is' if one else 'are'} not needed here"


def redundancy(graph: StateGraph) -> Redundancy:
    """Merge the states of a graph by their futures. O(states + moves) where it is acyclic."""
    if not graph.complete:
        return Redundancy(len(graph), None, why=NOT_ALL)
    classes = classes_of(graph)
    if classes is None:
        return Redundancy(len(graph), None, why=f"more than {WORK:,} moves to look at")
    return merged(graph.states, classes, (n for n, pay in enumerate(graph.payoff) if pay is None))


def merged(states: Sequence[State], classes: Sequence[int], inner: Iterable[int]) -> Redundancy:
    """What the classes of the states say; `inner` are those that have moves."""
    different = len(set(classes))
    pair = _twins(classes, inner) or _twins(classes, range(len(states)))
    twins = None if pair is None else (states[pair[0]], states[pair[1]])
    idle = idle_coordinates(states, classes)
    return Redundancy(len(states), different, tuple(idle or ()), idle is not None, twins)


def _twins(classes: Sequence[int], numbers: Iterable[int]) -> tuple[int, int] | None:
    """The first two states of one class."""
    seen: dict[int, int] = {}
    for number in numbers:
        first = seen.setdefault(classes[number], number)
        if first != number:
            return first, number
    return None


def classes_of(graph: StateGraph) -> list[int] | None:
    """[N] the number of each state's class; None where that takes too many moves."""
    if graph.moves > WORK:
        return None
    return _by_refining(graph) if graph.sweep is None else _from_the_ends(graph)


def _from_the_ends(graph: StateGraph) -> list[int]:
    numbers: dict[object, int] = {}
    classes = [0] * len(graph)
    for state in graph.sweep or ():
        classes[state] = numbers.setdefault(_future(graph, state, classes), len(numbers))
    return classes


def _by_refining(graph: StateGraph) -> list[int] | None:
    """Split by what the moves lead to, until nothing splits."""
    classes = _numbered(_future(graph, state, None) for state in range(len(graph)))
    work, count = 0, 0
    while count < (count := max(classes) + 1):
        work += graph.moves
        if work > WORK:
            return None
        classes = _numbered(
            (classes[state], _future(graph, state, classes)) for state in range(len(graph))
        )
    return classes


def _numbered(keys: Iterable[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def _future(graph: StateGraph, state: int, classes: list[int] | None) -> object:
    """What the state pays, or who moves and where to; without classes, where to is left open."""
    if graph.payoff[state] is not None:
        return "end", graph.payoff[state]
    mover = None if graph.mover is None else graph.mover[state]
    if classes is None:
        return "move", mover
    to, gain, again = graph.to, graph.gain, graph.again
    return mover, frozenset((gain[m], again[m], classes[to[m]]) for m in graph.moves_of(state))


def idle_coordinates(states: Sequence[State], classes: Sequence[int]) -> list[str] | None:
    """The coordinates that can be left out together, the last ones first; None without any."""
    widths = {len(state) if isinstance(state, tuple) else 0 for state in states}
    if len(widths) != 1 or widths == {0}:
        return None
    kept = list(range(widths.pop()))
    idle: list[int] = []
    for place in reversed(kept[:]):
        rest = [other for other in kept if other != place]
        if _tells(states, classes, rest):
            kept, idle = rest, [place, *idle]
    return list(_names(states[0], idle))


def _tells(states: Sequence[State], classes: Sequence[int], places: list[int]) -> bool:
    """Whether these coordinates alone determine the class."""
    seen: dict[tuple[object, ...], int] = {}
    return all(
        seen.setdefault(tuple(state[place] for place in places), number) == number
        for state, number in zip(states, classes, strict=True)
    )


def _names(state: State, places: list[int]) -> Iterator[str]:
    """Fields by their names, else counted from 1."""
    fields = getattr(state, "_fields", ())
    return (str(fields[place]) if fields else str(place + 1) for place in places)
