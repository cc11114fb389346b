"""`forecast(game)`: how many states, how long and how much memory, before the work begins.

Small games are counted. Of others a stretch is explored to measure the speed and the bytes a state;
the number of states comes from random plays that meet. Where these show no more than a number that
the states are not below, that is what is said: the stretch that was explored is no estimate.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter

from zermelo._decide import declared
from zermelo.engines.choose import ENGINES, first_look, goes_by_wide_levels
from zermelo.engines.contract import Declined, Outlook, Task
from zermelo.engines.memory import LEAST_BYTES, MOST_NUMBERED
from zermelo.engines.memory.engine import ENOUGH_TO_SAY
from zermelo.errors import BudgetExceeded, Setting, TimeExceeded
from zermelo.facts.growth import growth
from zermelo.graph.plays import least_states
from zermelo.graph.starts import Starts, starts_of
from zermelo.graph.state_graph import StateGraph
from zermelo.limits import Limits, time_limit
from zermelo.limits.amounts import bytes_text, count_text, free_memory, power_text
from zermelo.limits.deadline import Deadline
from zermelo.methods import METHODS, Case
from zermelo.model.game import UNSET, Game, State, declares
from zermelo.model.numerals import AnySize
from zermelo.model.shapes import states_at_least

OFF = 3  # an estimate may be off by this factor
PLAIN_BYTES = 600  # of a state with its moves in plain Python
FORECAST_MOVES = 200_000  # moves of parts that are looked at to say what they take


@dataclass(frozen=True)
class Forecast(AnySize):
    """What solving a game would take on this machine."""

    states: int | None  # counted or estimated; None when nobody knows
    at_least: int  # states that there are certainly
    is_exact: bool  # whether all states were counted
    seconds: float | None  # for `states`, or for those that there are at least
    bytes: int | None  # likewise
    free: int  # bytes of memory that are free here
    evidence: str  # what the numbers rest on
    has_layers: bool = False  # whether it is held layer by layer, which a disk can do too
    is_by_form: bool = False  # whether the states are those that a form looks at, not the game's

    @property
    def fits(self) -> bool | None:
        """Whether the table fits the memory that is free; None when that is not known."""
        if self.bytes is None:
            return None
        if self.is_exact:
            return self.bytes <= self.free
        least = self.bytes * self.at_least // (self.states or self.at_least or 1)
        if least > self.free or (self.states is not None and self.bytes > OFF * self.free):
            return False
        return True if self.states is not None and OFF * self.bytes <= self.free else None

    def __str__(self) -> str:
        return self.told_in(str)

    def told_in(self, wording: Callable[[Setting], str]) -> str:
        """All of it, with settings in the words of the face that shows it."""
        about = "" if self.is_exact else "at least " if self.states is None else "about "
        seconds = "not known" if self.seconds is None else f"{about}{time_text(self.seconds)}"
        rows = [
            ("states", self._states()),
            ("time", seconds),
            ("memory", self._memory(about)),
            *self._disk(wording),
            ("because", self.evidence),
        ]
        return "\n".join(f"{head:<9}{text}" for head, text in rows)

    def _states(self) -> str:
        if self.states is None and not self.at_least:
            return "not known"
        if self.states is None:
            return f"at least {count_text(self.at_least)}, and nobody knows how many more"
        if self.is_exact:
            return f"{count_text(self.states)}{' looked at' * self.is_by_form}"
        return f"about {power_text(self.states)}, at least {power_text(self.at_least)}"

    def _disk(self, wording: Callable[[Setting], str]) -> list[tuple[str, str]]:
        """The way out where memory may be too small."""
        if not self.has_layers or self.fits:
            return []
        folder = wording(Setting("disk", "FOLDER"))
        return [("disk", f"{folder} keeps it there, with what memory is free")]

    def _memory(self, about: str) -> str:
        if self.bytes is None:
            return "not known"
        fits = {True: "it fits", False: "it does not fit", None: "nobody knows whether it fits"}
        return (
            f"{about}{bytes_text(self.bytes)}; {bytes_text(self.free)} are free: {fits[self.fits]}"
        )


def forecast(game: Game, *, start: State = UNSET, seconds: float | None = None) -> Forecast:
    """Say what `solve(game)` would take; from what is known when the `seconds` are over.

    >>> from zermelo.games import Ends
    >>> forecast(Ends((5, 3, 7, 10))).states
    14
    """
    deadline, name = Deadline(time_limit(seconds)), type(game).__name__
    origin, starts = deadline.run(lambda: starts_of(game, start), name)
    by_family = deadline.run(lambda: _declared(game, origin), name)
    if by_family is not None:
        return by_family
    least = getattr(game.shape, "at_least", 0)
    if least > MOST_NUMBERED and origin == game.start:
        held = int(LEAST_BYTES) * least
        return Forecast(None, least, False, None, held, free_memory(), "the shape of the game")
    found = _looked_at(game, origin, starts, deadline)
    return _raised(found, states_at_least(game)) if origin == game.start else found


def _looked_at(game: Game, origin: State, starts: Starts | None, deadline: Deadline) -> Forecast:
    """By a look in plain Python, and another one with compiled rules."""
    began, name = perf_counter(), type(game).__name__
    half = None if deadline.left is None else deadline.left / 2
    with deadline.telling_its_own(name):
        graph = first_look(game, origin, starts=starts, seconds=half)
    took = perf_counter() - began
    if graph.complete:
        states = len(graph)
        return _counted(states, took, PLAIN_BYTES * states, "counted")
    try:
        return deadline.run(lambda: _by_machine(game, origin, starts, graph, took))
    except TimeExceeded:
        return _cut_short(graph, took)


def _raised(found: Forecast, least: int) -> Forecast:
    """Where a look shows fewer states than the game declares, there are as many as these."""
    if found.is_exact or least <= found.at_least:
        return found
    shown = found.states or found.at_least
    more = max(1.0, least / max(1, shown))
    states = None if found.states is None else max(least, found.states)
    held = None if found.bytes is None else int(more * found.bytes)
    took = None if found.seconds is None else more * found.seconds
    evidence = f"declared; {found.evidence}"
    return replace(
        found, states=states, at_least=least, bytes=held, seconds=took, evidence=evidence
    )


def _declared(game: Game, start: State) -> Forecast | None:
    """A closed form or a method of the game's family, which says itself what it takes."""
    early = declared(game)
    if early is None:
        return None
    method = METHODS[early.method]
    case = Case(game, start, None, Limits.checked(None, None).but(work=FORECAST_MOVES))
    try:
        if method.refuses(case) is not None:
            return None
        cost = method.cost(case)
    except BudgetExceeded as reason:  # parts that are not explored in a moment
        evidence = f"{method.title}: {reason.given}"
        return Forecast(None, 0, False, None, None, free_memory(), evidence)
    evidence = f"{method.title}: {early.reason}"
    found = _counted(cost.states, None, cost.bytes, evidence)
    return replace(found, is_by_form=True)


def _counted(
    states: int | None, seconds: float | None, held: int | None, evidence: str
) -> Forecast:
    return Forecast(states, states or 0, True, seconds, held, free_memory(), evidence)


def _by_machine(
    game: Game, start: State, starts: Starts | None, seen: StateGraph, seconds: float
) -> Forecast:
    """With compiled rules where they can be had."""
    task = Task(game, start, Limits.checked(None, None), seen=seen.states, starts=starts)
    if not declares(game, "layer") and goes_by_wide_levels(seen):
        with suppress(Declined):
            return _told(ENGINES["layers"].outlook(task), has_layers=True)
    try:
        return _told(ENGINES["compiled"].outlook(task), has_layers=declares(game, "layer"))
    except Declined as declined:
        return _by_growth(game, seen, seconds, str(declined))


def _told(found: Outlook, *, has_layers: bool) -> Forecast:
    if found.complete:
        return _counted(found.states, found.seconds, found.bytes, found.evidence)
    sizes = found.states, found.at_least, False, found.seconds, found.bytes
    return Forecast(*sizes, free_memory(), found.evidence, has_layers)


def _cut_short(seen: StateGraph, seconds: float) -> Forecast:
    """From what plain Python found before the time was over."""
    return _unknown(seen, seconds, f"time is over; {_speed(seen, seconds)}")


def _speed(seen: StateGraph, seconds: float) -> str:
    return f"{len(seen) / seconds:,.0f} states/s in plain Python"


def _unknown(seen: StateGraph, seconds: float, evidence: str) -> Forecast:
    """What was explored, and a number that the states are not below, are all that is known."""
    states = max(len(seen), seen.at_least)
    held = PLAIN_BYTES * states
    took = seconds * states / len(seen)
    return Forecast(None, states, False, took, held, free_memory(), evidence)


def _by_growth(game: Game, seen: StateGraph, seconds: float, why: str) -> Forecast:
    """From plain Python alone."""
    least = least_states(game, seen.states[0], enough=ENOUGH_TO_SAY)
    evidence = f"random plays; {_speed(seen, seconds)} ({why}); {growth(game)}"
    return _unknown(seen.but(at_least=least), seconds, evidence)


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
