"""The compiled engine: a game's rules as machine code, its states in this machine's memory.

What it needs takes a second to load, so it is imported when the engine is asked for something.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from zermelo.engines.contract import (
    AtLeast,
    BetterByLayers,
    Declined,
    EngineKind,
    Explored,
    Narrowing,
    Outlook,
    Prepared,
    Task,
)
from zermelo.engines.memory import PLAYING, explore_arrays, with_room
from zermelo.engines.plain import over_budget
from zermelo.errors import NotCompiled, RulesError
from zermelo.limits.amounts import count_text, free_memory
from zermelo.model.game import Game, declares, gain_refused

if TYPE_CHECKING:
    from zermelo.engines.memory.arrays import Arrays
    from zermelo.engines.memory.estimate import Estimate
    from zermelo.machine.machine import Machine
    from zermelo.staging.reading.source import Refused

SEEN = 200  # states that the layout of the keys is taken from
DENSE_SLOTS = 1 << 30  # keys of a declared space that get a flat table
SLOT = 8  # bytes of memory for each of them, at least
STATES_TO_MEASURE = 300_000  # states explored to measure the speed
STATES_OF_STARTS = 4_000_000  # and where there are many starts, which plays from one do not show
MANY = 1_000_000  # states at least, for layers
QUICK = 1_200_000  # states in a second of work, of rules that may be asked twice
LARGE_PART = 0.25  # of the memory, which a table should not take
COMPILER = ("numpy", "numba")  # what machine code is made by
ENOUGH_TO_SAY = 10**13  # states from which on an estimate says enough


class MemoryEngine:
    """States as keys, moves and values as flat arrays."""

    def prepare(self, task: Task) -> CompiledWork:
        """The machine code of the rules, on disk or to be made."""
        need_a_compiler(task.game)
        return CompiledWork(task, machine_of(task))

    def search(self, task: Task) -> Narrowing:
        """Alpha-beta by machine code."""
        try:
            need_a_compiler(task.game)
        except Declined as declined:
            raise declined.refusal from None
        from zermelo.engines.memory.search import CompiledSearch
        from zermelo.staging.reading.source import Refused

        try:
            return CompiledSearch(task.game, [*task.seen], task.limits, task.progress)
        except Refused as reason:
            raise not_translated(task.game, reason) from None

    def outlook(self, task: Task) -> Outlook:
        """Random plays, and the speed of a stretch."""
        need_a_compiler(task.game)
        from zermelo.engines.memory.failures import as_rules_failed

        machine, start = machine_of(task), task.start
        with declining(task.game):
            with as_rules_failed():
                machine.warm(start)
            found = with_room(machine, start, partial(estimated, task))
            explore_arrays(machine, start, budget=1)  # what has to be compiled is compiled now
            most = STATES_TO_MEASURE if task.starts is None else STATES_OF_STARTS
            began = perf_counter()
            arrays = explore_arrays(
                machine, start, starts=task.starts, budget=most, expected=STATES_TO_MEASURE
            )
        told = expected(found, measured(arrays, perf_counter() - began))
        space = task.game.space
        is_full = space is not None and told.states is None and told.at_least >= space.size
        return told.but(states=told.at_least) if is_full else told


class Measured(NamedTuple):
    """What was measured on the first states of a game."""

    states: int
    seconds: float
    each: float  # bytes a state
    is_all: bool


def measured(arrays: Arrays, seconds: float) -> Measured:
    """A stretch: time and moves are those of the states whose moves were asked for."""
    size, asked = len(arrays), max(1, arrays.asked)
    moves = 0 if arrays.to is None else arrays.to.nbytes
    each = (arrays.bytes - moves) / size + moves / asked
    return Measured(size, seconds * size / asked, each, arrays.complete)


def estimated(task: Task, machine: Machine) -> Estimate:
    """How many states random plays show; from one of many starts, no more than at least so many."""
    from zermelo.engines.memory.estimate import estimate

    found = estimate(
        machine, task.start, enough=ENOUGH_TO_SAY, memory=free_memory() // 2, seconds=PLAYING
    )
    return found if task.starts is None else replace(found, about=None)


def expected(found: Estimate, stretch: Measured) -> Outlook:
    """What the whole game takes, if all of it is as a stretch of it."""
    size, seconds, each, is_all = stretch
    speed = size / seconds
    if is_all:
        evidence = f"counted; {speed:,.0f} states/s with compiled rules"
        return Outlook(size, size, True, seconds, int(size * each), evidence)
    least = max(found.states, size)
    likely = found.about if found.about is not None and found.about >= least else None
    states = likely or least
    evidence = (
        f"{found.plays:,} random plays of up to {found.depth} moves; {speed:,.0f} states/s and "
        f"{each:.0f} bytes a state over the first {size:,}"
    )
    return Outlook(likely, least, False, states / speed, int(states * each), evidence)


class CompiledWork(Prepared):
    """One exploration by compiled rules; declined where these fail, or differ from Python's."""

    def __init__(self, task: Task, machine: Machine) -> None:
        self.task = task
        self.machine = machine

    @property
    def is_ready(self) -> bool:
        """Whether an earlier run has left the machine code."""
        return self.machine.was_compiled

    def explore(self) -> Explored:
        """Explore, and hold a sample against Python."""
        from zermelo.engines.memory.crosscheck import disagreement
        from zermelo.engines.memory.failures import differs
        from zermelo.engines.memory.graph import MemoryGraph

        game = self.task.game
        with declining(game):
            arrays = self._arrays()
        graph = MemoryGraph(arrays)
        if arrays.mover is not None and arrays.has_again:
            raise _kept_turn(game)
        if arrays.has_gains and not game.takes_gains:
            raise gain_refused(game, *graph.a_gain())
        if not arrays.fits_64_bits:
            raise rules_failed(game, "a play can add up to more than 64 bits", is_limit=True)
        wrong = disagreement(arrays)
        if wrong is not None:
            raise rules_failed(game, differs(self.machine.code, wrong))
        return Explored(graph, EngineKind.COMPILED, _described(arrays))

    def _arrays(self) -> Arrays:
        from zermelo.engines.memory.failures import as_rules_failed

        task, limits = self.task, self.task.limits
        with as_rules_failed():
            self.machine.warm(task.start)
        arrays = explore_arrays(
            self.machine,
            task.start,
            starts=task.starts,
            budget=limits.budget if limits.is_asked else None,
            memory=limits.memory,
            threads=limits.threads,
            expected=task.known,
            patience=limits.patience,
            is_limited=limits.are_named,
            by_layers=_better_by_layers if task.may_go_by_layers else None,
            progress=task.progress,
        )
        if not arrays.complete:
            raise over_budget(task.game, limits)
        return arrays


def _better_by_layers(states: int, pace: float, part: float) -> None:
    """Layers hold less of a state, and ask the rules twice."""
    if states >= MANY and (pace > QUICK or part > LARGE_PART):
        at_least = f"at least about {count_text(states)} states, as random plays show"
        raise BetterByLayers(AtLeast(states, at_least))


def need_a_compiler(game: Game) -> None:
    """`Declined` where nothing can be compiled (a browser), or no table be held (Windows)."""
    where, missing = type(game).__name__, [each for each in COMPILER if not _is_installed(each)]
    if missing:
        reason = f"{missing[0]} is not installed here"
        rule = "rules become machine code by numpy and numba"
        fix = f"Install it (pip install {missing[0]}), or leave the engine out"
        raise Declined(reason, NotCompiled(reason, where=where, rule=rule, fix=fix))
    if not hasattr(mmap, "MAP_PRIVATE"):
        reason = "this system has no private pages of memory (mmap.MAP_PRIVATE), as Windows"
        rule = "tables of compiled games take memory as they are written"
        fix = "Work on Linux or macOS, or in the Linux of Windows, or leave the engine out"
        raise Declined(reason, NotCompiled(reason, where=where, rule=rule, fix=fix))


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):  # somebody has shut it out
        return False


def machine_of(task: Task) -> Machine:
    """The compiled rules with a layout that holds the start; `Declined` with what stops them."""
    from zermelo.engines.memory.failures import RulesFailed, as_rules_failed
    from zermelo.machine.layout import observed
    from zermelo.machine.machine import Machine, compiled
    from zermelo.staging.reading.source import Refused

    game, seen, limits = task.game, task.seen, task.limits
    memory = limits.memory if limits.memory is not None else free_memory()
    try:
        with as_rules_failed():
            same = [game.canonical(state) for state in seen] if declares(game, "canonical") else []
            machine = compiled(game, [*same, *seen], min(DENSE_SLOTS, memory // SLOT))
            if not isinstance(machine, Refused) and machine.key(task.start) is None:
                machine = Machine.of(game, observed([*same, *seen]))  # outside its declared space
    except RulesFailed as failure:
        machine = Refused(str(failure), "please report the game")
    except Refused as reason:
        machine = reason
    if isinstance(machine, Refused):
        raise Declined(str(machine), not_translated(game, machine))
    return machine


def not_translated(game: Game, reason: Refused) -> NotCompiled:
    """The error that names the line which stopped the translation."""
    return NotCompiled(
        reason.what,
        where=reason.where or type(game).__name__,
        rule="this cannot become machine code",
        fix=f"To have it compiled, {reason.fix}; or leave the engine out",
    )


@contextmanager
def declining(game: Game) -> Iterator[None]:
    """Work with compiled rules, `Declined` where these fail or turn out not to be for it."""
    from zermelo.engines.memory.failures import RulesFailed
    from zermelo.staging.reading.source import Refused

    try:
        yield
    except RulesFailed as failure:
        reason = f"the compiled rules fail: {failure}"
        raise rules_failed(game, reason, is_limit=failure.is_limit) from None
    except Refused as reason:
        raise Declined(str(reason), not_translated(game, reason)) from None
    except MemoryError as full:
        refused = Refused(f"its tables find no memory: {full}", "give it more, or smaller states")
        raise Declined(str(refused), not_translated(game, refused)) from None


def rules_failed(game: Game, reason: str, *, is_limit: bool = False) -> Declined:
    """The rules are not for machine code after all."""
    from zermelo.engines.memory.failures import failed_refusal

    return Declined(reason, failed_refusal(game, reason, is_limit=is_limit), has_failed=True)


def _described(arrays: Arrays) -> str:
    machine = arrays.machine
    threads = f"{arrays.threads} thread{'s' if arrays.threads > 1 else ''}"
    how = "read from disk" if machine.was_compiled else f"in {machine.compile_seconds:.1f} s"
    kept = "" if arrays.keeps_moves else ", moves forgotten and worked out again"
    table = "flat table by rank" if machine.layout.dense else "hash table of keys"
    return f"compiled rules ({how}), {table}, {threads}{kept}"


def _kept_turn(game: Game) -> RulesError:
    return RulesError(
        "a move says again=True",
        where=type(game).__name__,
        rule="in a game of p players turn(state) alone says who moves",
        fix="Leave `again` out and let turn(next_state) name the same player",
    )
