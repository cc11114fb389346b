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

from zermelo.facts.state_words import state_words
from zermelo.graph.contract import Graph
from zermelo.model.game import State
from zermelo.model.numerals import AnySize, how_many


@dataclass(frozen=True)
class Redundancy(AnySize):
    """How many states were found, how many differ, and what could be left out of a state."""

    states: int  # that were found
    different: int | None  # None where it is not known
    idle: tuple[str, ...] = ()  # coordinates that are not needed, all of them at once
    has_coordinates: bool = False  # whether a state is a row of numbers
    twins: tuple[State, State] | None = None  # two states of the same future
    why: str = ""  # it, or what is needed of a state, is not known

    def __str__(self) -> str:
        if self.different is None:
            return f"unknown: {self.why}"
        text = f"{how_many(self.states, 'state')}, {self.different:,} differ"
        if self.twins is not None:
            one, other = map(state_words, self.twins)
            text += f", e.g. {one} and {other} have the same future"
        return f"{text}{self._coordinates()}"

    def _coordinates(self) -> str:
        if not self.has_coordinates:
            return f"; {self.why}" if self.why else ""
        if not self.idle:
            return "; every coordinate is needed"
        names = " and ".join(self.idle)
        one, several = f"coordinate {names} is", f"coordinates {names} are"
        return f"; {one if len(self.idle) == 1 else several} not needed here"


def redundancy(graph: Graph) -> Redundancy:
    """What the futures of a graph's states say about them."""
    classes, different, why = graph.futures()
    if classes is None:
        return Redundancy(len(graph), different, why=why)
    states, ends = graph.all_states(), set(graph.ends)
    inner = (number for number in range(len(states)) if number not in ends)
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
