"""`forecast(game)`: how many states, how long and how much memory, before the work begins.

Small games are counted. Of others a stretch is explored to measure the speed and the bytes a state;
the number of states comes from random plays that meet (a number that they are not below), or, where
the rules cannot be compiled, from how far the exploration came.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from zermelo.amounts import bytes_text, free_memory
from zermelo.deadline import Deadline
from zermelo.decide import declared
from zermelo.engine import SMALL, machine_of
from zermelo.errors import TimeExceeded
from zermelo.explore import explore
from zermelo.game import UNSET, Game, State
from zermelo.graph import StateGraph
from zermelo.growth import growth
from zermelo.limits import Limits, time_limit
from zermelo.methods import METHODS, Case
from zermelo.packed import explore_packed, with_room
from zermelo.rules import start_of

if TYPE_CHECKING:
    from zermelo.compiled.machine import Machine
    from zermelo.packed.estimate import Estimate

STRETCH = 300_000  # states explored to measure the speed
MANY = 10**13  # states from which on an estimate says enough
PLAIN_BYTES = 600  # of a state with its moves in plain Python


@dataclass(frozen=True)
class Forecast:
    """What solving a game would take on this machine."""

    states: int | None
    is_exact: bool
    seconds: float | None
    bytes: int | None
    free: int
    evidence: str  # what the numbers rest on

    @property
    def fits(self) -> bool | None:
        """Whether the table fits the memory that is free; None when its size is not known."""
        return None if self.bytes is None else self.bytes <= self.free

    def __str__(self) -> str:
        least = "" if self.is_exact else "at least about "
        rows = [
            ("states", "not known" if self.states is None else f"{least}{self.states:,}"),
            ("time", "not known" if self.seconds is None else f"{least}{time_text(self.seconds)}"),
            ("memory", self._memory(least)),
            ("because", self.evidence),
        ]
        return "\n".join(f"{head:<9}{text}" for head, text in rows)

    def _memory(self, least: str) -> str:
        if self.bytes is None:
            return "not known"
        fits = "it fits" if self.fits else "it does not fit"
        return f"{least}{bytes_text(self.bytes)}; {bytes_text(self.free)} are free: {fits}"


def forecast(game: Game, *, start: State = UNSET, seconds: float | None = None) -> Forecast:
    """Say what `solve(game)` would take; from what is known when the `seconds` are over.

    >>> from zermelo.games import Ends
    >>> forecast(Ends((5, 3, 7, 10))).states
    14
    """
    deadline, name = Deadline(time_limit(seconds)), type(game).__name__
    origin = deadline.run(lambda: start_of(game, start), name)
    by_family = deadline.run(lambda: _declared(game, origin), name)
    if by_family is not None:
        return by_family
    began = perf_counter()
    half = None if deadline.left is None else deadline.left / 2
    graph = explore(game, start=origin, budget=SMALL, seconds=half)
    took = perf_counter() - began
    if graph.complete:
        states = len(graph)
        return Forecast(states, True, took, PLAIN_BYTES * states, free_memory(), "counted")
    try:
        return deadline.run(lambda: _by_machine(game, origin, graph, took))
    except TimeExceeded:
        return _cut_short(graph, took)


def _declared(game: Game, start: State) -> Forecast | None:
    """A closed form or a method of the game's family, which says itself what it takes."""
    early = declared(game)
    if early is None:
        return None
    case = Case(game, start, None, Limits.checked(None, None))
    method = METHODS[early.method]
    if method.refuses(case) is not None:
        return None
    cost = method.cost(case)
    evidence = f"{method.title}: {early.reason}"
    return Forecast(cost.states, True, None, cost.bytes, free_memory(), evidence)


def _by_machine(game: Game, start: State, seen: StateGraph, seconds: float) -> Forecast:
    """With compiled rules where they can be had."""
    from zermelo.compiled.staging.source import Stopped
    from zermelo.packed.failures import RulesFailed, told

    machine = machine_of(game, start, seen.states, Limits.checked(None, None))
    if isinstance(machine, Stopped):
        return _by_growth(game, seen, seconds, str(machine))
    try:
        with told():
            machine.warm(start)
        found = with_room(machine, start, partial(_estimated, start))
        explore_packed(machine, start, budget=1)  # what has to be compiled is compiled now
        began = perf_counter()
        packed = explore_packed(machine, start, budget=STRETCH, expected=STRETCH)
    except RulesFailed as failure:
        return _by_growth(game, seen, seconds, str(failure))
    speed = len(packed) / (perf_counter() - began)
    states = len(packed) if packed.complete else max(found.states, len(packed))
    each = packed.bytes / len(packed)
    evidence = (
        f"{found.plays:,} random plays of up to {found.depth} moves; {speed:,.0f} states/s and "
    )
    evidence += f"{each:.0f} bytes a state over the first {len(packed):,}"
    if packed.complete:
        evidence = f"counted; {speed:,.0f} states/s with compiled rules"
    return Forecast(
        states, packed.complete, states / speed, int(states * each), free_memory(), evidence
    )


def _cut_short(seen: StateGraph, seconds: float) -> Forecast:
    """From what plain Python found before the time was over."""
    states = len(seen)
    evidence = f"time is over; {states / seconds:,.0f} states/s in plain Python"
    return Forecast(states, False, seconds, PLAIN_BYTES * states, free_memory(), evidence)


def _estimated(start: State, machine: Machine) -> Estimate:
    from zermelo.packed.estimate import estimate

    return estimate(machine, start, enough=MANY, memory=free_memory() // 2)


def _by_growth(game: Game, seen: StateGraph, seconds: float, why: str) -> Forecast:
    """From plain Python alone."""
    states = len(seen)
    evidence = f"{states / seconds:,.0f} states/s in plain Python ({why}); {growth(game, seen)}"
    return Forecast(states, False, seconds, PLAIN_BYTES * states, free_memory(), evidence)


def time_text(seconds: float) -> str:
    """A duration as a person says it."""
    for size, name in (
        (86_400 * 365, "years"),
        (86_400, "days"),
        (3_600, "hours"),
        (60, "minutes"),
    ):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {name}"
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.2f} s"
