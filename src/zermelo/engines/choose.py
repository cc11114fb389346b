"""Which engine explores a game: plain Python, or its rules as machine code.

Plain Python begins. A game that is not done after some thousand states is compiled when its machine
code is on disk already; else plain Python goes on for as long as compiling would take.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from zermelo.engines.memory import NO_LIMIT, explore_packed
from zermelo.errors import BudgetExceeded, NotCompiled, RulesError, Setting
from zermelo.graph.explore import Callback, explore
from zermelo.graph.state_graph import StateGraph
from zermelo.limits import Limits
from zermelo.limits.amounts import bytes_text, count_text, free_memory, power_text
from zermelo.model.game import Game, State, declares, gain_refused
from zermelo.model.numerals import spelled

SMALL = 10_000  # states that plain Python explores sooner than numba is loaded
LOADED = 2_000  # and once it is
COLD = 200_000  # states that plain Python explores sooner than rules are compiled
LOADING, COMPILING = 1.0, 4.0  # seconds of work that plain Python gets, however few the states
SEEN = 200  # states that the layout of the keys is taken from
DENSE_SLOTS = 1 << 30  # keys of a declared space that get a flat table
LOOKED_AT = 1_000_000  # moves of a first look; one state may have as many
LIGHT = 1 << 26  # bytes that a first look may take
SLOT = 8  # bytes of memory for each of them, at least


@dataclass(frozen=True)
class Explored:
    """A graph, whoever explored it, and what is to be said about the engine."""

    graph: Any  # StateGraph or PackedGraph
    engine: str = ""


def few() -> int:
    """States that plain Python is through with sooner than a compiled engine begins."""
    return LOADED if "numba" in sys.modules else SMALL


def explored(game: Game, start: State, limits: Limits, progress: Callback | None) -> Explored:
    """The whole graph, by the engine that suits its size."""
    _weigh_declared(game, start, limits)
    if limits.engine == "compiled":
        return _compiled(game, start, limits, progress)
    small = few()
    if limits.engine == "plain" or limits.budget <= small:
        return Explored(_plain(game, start, limits, progress))
    graph = first_look(game, start, budget=small, memory=limits.memory, progress=progress)
    if graph.complete:
        return Explored(graph)
    return _by_size(game, start, limits, graph, progress)


def first_look(
    game: Game,
    start: State,
    *,
    budget: int = SMALL,
    memory: int | None = None,
    seconds: float | None = None,
    progress: Callback | None = None,
) -> StateGraph:
    """What plain Python finds in a moment, in little memory."""
    return explore(
        game,
        start=start,
        budget=budget,
        seconds=seconds,
        cpu_seconds=LOADING,
        work=LOOKED_AT,
        memory=min(memory or LIGHT, LIGHT),
        progress=progress,
    )


def _weigh_declared(game: Game, start: State, limits: Limits) -> None:
    """What the game declares may show that no table holds it, before a state is looked at."""
    least = getattr(game.shape, "at_least", 0)
    if least <= NO_LIMIT or not limits.are_ours or start != game.start:
        return
    raise BudgetExceeded(
        f"{type(game).__name__} has at least {count_text(least)} states, by its shape",
        rule=f"a table holds at most {NO_LIMIT:,}",
        fix=("Pass ", Setting("method", "alphabeta"), " for the value of the start alone"),
    )


def _by_size(
    game: Game, start: State, limits: Limits, seen: StateGraph, progress: Callback | None
) -> Explored:
    from zermelo.staging.source import Stopped

    machine = machine_of(game, start, seen.states[:: max(1, len(seen) // SEEN)], limits)
    if isinstance(machine, Stopped):
        return Explored(_plain(game, start, limits, progress), f"plain Python: {machine}")
    if not machine.was_compiled:
        most = min(limits.budget, COLD)
        graph = explore(
            game,
            start=start,
            budget=most,
            cpu_seconds=COMPILING,
            memory=limits.memory,
            weigh=True,  # what random plays show to be large is compiled at once
            progress=progress,
        )
        if graph.complete:
            return Explored(graph)
        if limits.is_asked and limits.are_ours and graph.at_least > limits.budget:
            raise _too_heavy(game, graph, limits)
        if limits.is_asked and len(graph) > limits.budget:
            raise _over_budget(game, limits)
    return _run(machine, game, start, limits, progress)


def _compiled(game: Game, start: State, limits: Limits, progress: Callback | None) -> Explored:
    """The caller asked for it: used or refused, never replaced."""
    from zermelo.staging.source import Stopped

    seen = explore(game, start=start, budget=SEEN, progress=progress)
    machine = machine_of(game, start, seen.states[:SEEN], limits)
    if isinstance(machine, Stopped):
        raise not_compiled(game, machine)
    known = len(seen) if seen.complete else 0
    return _run(machine, game, start, limits, progress, known)


def not_compiled(game: Game, reason: Any) -> NotCompiled:
    """The error that names the line which stopped the translation."""
    return NotCompiled(
        reason.what,
        where=reason.where or type(game).__name__,
        rule="compiled rules are ints, tuples and loops",
        fix=f"To have it compiled, {reason.fix}; or leave the engine out",
    )


def machine_of(game: Game, start: State, seen: Sequence[State], limits: Limits) -> Any:
    """The compiled rules with a layout that holds the start, or what stops them."""
    from zermelo.engines.memory.failures import RulesFailed, told
    from zermelo.machine.layout import observed
    from zermelo.machine.machine import Machine, compiled
    from zermelo.staging.source import Stopped

    memory = limits.memory if limits.memory is not None else free_memory()
    try:
        with told():
            same = [game.canonical(state) for state in seen] if declares(game, "canonical") else []
            machine = compiled(game, [*same, *seen], min(DENSE_SLOTS, memory // SLOT))
            if not isinstance(machine, Stopped) and machine.key(start) is None:
                machine = Machine.of(game, observed([*same, *seen]))  # outside its declared space
            return machine
    except RulesFailed as failure:
        return Stopped(str(failure), "please report the game")


def _run(
    machine: Any,
    game: Game,
    start: State,
    limits: Limits,
    progress: Callback | None,
    known: int = 0,
) -> Explored:
    """Explore with compiled rules; by Python where these fail, or differ from Python's."""
    from zermelo.engines.memory.crosscheck import disagreement
    from zermelo.engines.memory.failures import RulesFailed, told

    try:
        with told():
            machine.warm(start)
        packed = explore_packed(
            machine,
            start,
            budget=limits.budget if limits.is_asked else None,
            memory=limits.memory,
            threads=limits.threads,
            expected=known,
            patience=limits.patience,
            is_limited=limits.are_named,
            progress=progress,
        )
    except RulesFailed as failure:
        return _instead(f"the compiled rules fail: {failure}", game, start, limits, progress)
    if not packed.complete:
        raise _over_budget(game, limits)
    if packed.mover is not None and packed.has_again:
        raise _kept_turn(game)
    if packed.has_gains and not game.takes_gains:
        raise gain_refused(game, *packed.a_gain())
    if not packed.fits_64_bits:
        return _instead("a play can add up to more than 64 bits", game, start, limits, progress)
    wrong = disagreement(packed)
    if wrong is not None:
        reason = f"in state {spelled(wrong)} the compiled rules differ from Python's"
        return _instead(reason, game, start, limits, progress)
    return Explored(packed, _described(packed))


def _instead(
    reason: str, game: Game, start: State, limits: Limits, progress: Callback | None
) -> Explored:
    """Plain Python, unless the caller asked for compiled rules."""
    if limits.engine == "compiled":
        raise NotCompiled(
            reason,
            where=type(game).__name__,
            rule="compiled rules count in 64 bits and answer as Python does",
            fix="Leave the engine out; if Python solves the game, please report it",
        )
    return Explored(_plain(game, start, limits, progress), f"plain Python: {reason}")


def _described(packed: Any) -> str:
    machine = packed.machine
    threads = f"{packed.threads} thread{'s' if packed.threads > 1 else ''}"
    how = "read from disk" if machine.was_compiled else f"in {machine.compile_seconds:.1f} s"
    kept = "" if packed.keeps_moves else ", moves forgotten and worked out again"
    table = "flat table by rank" if machine.layout.dense else "hash table of keys"
    return f"compiled rules ({how}), {table}, {threads}{kept}"


def _kept_turn(game: Game) -> RulesError:
    return RulesError(
        "a move says again=True",
        where=type(game).__name__,
        rule="in a game of p players turn(state) alone says who moves",
        fix="Leave `again` out and let turn(next_state) name the same player",
    )


def _plain(game: Game, start: State, limits: Limits, progress: Callback | None) -> StateGraph:
    graph = explore(
        game,
        start=start,
        budget=limits.budget,
        work=limits.work,
        memory=limits.memory,
        weigh=limits.are_ours,
        progress=progress,
    )
    if graph.complete:
        return graph
    if graph.at_least:
        raise _too_heavy(game, graph, limits)
    if len(graph) > limits.budget:
        raise _over_budget(game, limits)
    if limits.work is not None and graph.moves > limits.work:
        raise _over_work(game, limits)
    raise _over_memory(game, graph, limits)


def _too_heavy(game: Game, graph: StateGraph, limits: Limits) -> BudgetExceeded:
    """Random plays show that the work would not be done."""
    return BudgetExceeded(
        f"{type(game).__name__} has at least about {power_text(graph.at_least)} states, as random "
        "plays show",
        rule=f"plain Python holds every state, at most {limits.budget:,} and what the memory holds",
        fix=(
            "Name a budget to begin all the same, e.g. ",
            Setting("budget", limits.budget * 10),
            ", or ",
            Setting("method", "alphabeta"),
            " for the value of the start alone",
        ),
    )


def _over_memory(game: Game, graph: StateGraph, limits: Limits) -> BudgetExceeded:
    memory = free_memory() if limits.memory is None else limits.memory
    return BudgetExceeded(
        f"{type(game).__name__}: {len(graph):,} states were found and take {bytes_text(memory)}",
        rule="plain Python keeps to the memory too",
        fix=(
            "Pass a larger one, e.g. ",
            Setting("memory", f"{ceil(2 * memory / 2**30)} GiB"),
            ", or ",
            Setting("method", "alphabeta"),
            " for the value of the start alone",
        ),
    )


def _over_work(game: Game, limits: Limits) -> BudgetExceeded:
    return BudgetExceeded(
        f"{type(game).__name__} has more than {limits.work:,} moves",
        rule="plain Python looks at every move of every state",
        fix="Pass a budget of states to have them all looked at, however many moves they have",
    )


def _over_budget(game: Game, limits: Limits) -> BudgetExceeded:
    most = limits.budget if limits.is_asked else limits.patience or limits.budget
    return BudgetExceeded(
        f"{type(game).__name__} has more than {most:,} states",
        rule="a full solution holds every state that play can reach",
        fix=(
            "Pass a larger budget, e.g. ",
            Setting("budget", most * 10),
            ", or ",
            Setting("method", "alphabeta"),
            " for the value of the start alone",
        ),
    )
