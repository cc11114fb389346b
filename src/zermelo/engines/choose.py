"""Which engine explores a game, and why.

Plain Python begins. A game that is not done after some thousand states is compiled when its machine
code is on disk already; else plain Python goes on for as long as compiling would take.
"""

from __future__ import annotations

import sys
from contextlib import suppress

from zermelo.engines.contract import (
    AtLeast,
    BetterByLayers,
    Declined,
    Engine,
    Explored,
    Task,
)
from zermelo.engines.layers.engine import LayersEngine
from zermelo.engines.memory import MOST_NUMBERED
from zermelo.engines.memory.engine import SEEN, MemoryEngine
from zermelo.engines.plain import PlainEngine, endless_states, over_budget, too_heavy
from zermelo.errors import BadInput, BudgetExceeded, Setting, TimeExceeded
from zermelo.graph.endless import LEVELS_OF_NO_BOARD
from zermelo.graph.explore import explore
from zermelo.graph.progress import Callback
from zermelo.graph.starts import Starts
from zermelo.graph.state_graph import StateGraph
from zermelo.limits import Limits
from zermelo.limits.amounts import cores, count_text
from zermelo.model.game import UNSET, Game, State, declares
from zermelo.model.numerals import spelled

PLAIN_STATES = 10_000  # that plain Python explores sooner than numba is loaded
LOADED_STATES = LEVELS_OF_NO_BOARD + 100  # and once it is; a chain without an end shows by then
COLD_STATES = 200_000  # states that plain Python explores sooner than rules are compiled
LOADING, COMPILING = 1.0, 4.0  # seconds of work that plain Python gets, however few the states
PYTHON_PATIENCE = 3.0  # seconds for Python to fail where compiled rules have failed
WIDE = 50  # states of a level, on average, that make layers worth while
FIRST_LOOK_MOVES = 1_000_000  # moves of a first look; one state may have as many
LIGHT = 1 << 26  # bytes that a first look may take
MOST_MOVES_EXPLORED = 10**11  # where nobody named a limit: some hours of work

__all__ = ["ENGINES", "SEEN", "engine_name", "explored", "few", "first_look", "goes_by_wide_levels"]

ENGINES: dict[str, Engine] = {
    "plain": PlainEngine(),
    "compiled": MemoryEngine(),
    "layers": LayersEngine(),
}


def engine_name(name: object) -> str | None:
    """The name of an engine as a caller gave it, or an error that says which there are."""
    if name is None or (isinstance(name, str) and name in ENGINES):
        return name
    raise BadInput(
        spelled(name),
        where="engine",
        rule=f"the engines are {', '.join(ENGINES)}",
        fix="Leave it out to have it chosen",
    )


def few() -> int:
    """States that plain Python is through with sooner than a compiled engine begins."""
    return LOADED_STATES if "numba" in sys.modules else PLAIN_STATES


def explored(
    game: Game,
    start: State,
    limits: Limits,
    progress: Callback | None,
    starts: Starts | None = None,
) -> Explored:
    """The whole graph, by the engine that is named, or by the one that suits its size."""
    _weigh_declared(game, start, limits)
    task = Task(game, start, limits, progress, starts=starts)
    if (limits.disk is not None or limits.tables) and limits.engine in (None, "layers"):
        return _asked(task, ENGINES["layers"])
    if limits.tables or limits.disk is not None:
        raise BadInput(
            spelled(limits.engine),
            where="engine",
            rule="a disk and saved tables are used by the engine that solves layer by layer",
            fix=("Leave the engine out, or pass ", Setting("engine", "layers")),
        )
    if limits.engine not in (None, "plain"):
        return _asked(task, ENGINES[limits.engine])
    small = few()
    if limits.engine == "plain" or limits.budget <= small:
        return ENGINES["plain"].prepare(task).explore()
    graph = first_look(
        game, start, starts=starts, budget=small, memory=limits.memory, progress=progress
    )
    if graph.complete:
        return Explored(graph)
    if graph.endless and limits.are_ours:
        raise endless_states(game, graph)
    seen = graph.states[:: max(1, len(graph) // SEEN)]
    task = task.but(seen=seen)
    has_levels = not declares(game, "layer") and goes_by_wide_levels(graph)
    by_layers = has_levels and (limits.threads or cores()) > 1  # one alone is quicker with a table
    if by_layers and limits.is_asked:  # so many states are not weighed
        with suppress(Declined):
            return _by_size(task, "layers")
    try:
        return _by_size(task.but(may_go_by_layers=by_layers), "compiled")
    except BetterByLayers as found:
        _given_back(found)
        with suppress(Declined):
            return _by_size(task.but(at_least=found.at_least), "layers")
        return _by_size(task.but(known=found.at_least.states), "compiled")
    except BudgetExceeded as refusal:
        if not has_levels and (limits.is_asked or not declares(game, "layer")):
            raise
        _given_back(refusal)
        at_least = AtLeast(refusal.states, refusal.evidence) if refusal.states else None
        with suppress(Declined):  # layer by layer it may fit
            return _by_size(task.but(at_least=at_least), "layers")
        raise


def _given_back(error: Exception) -> None:
    """The arrays of the work that has ended go back before others are made."""
    from traceback import clear_frames  # which takes a while to load

    clear_frames(error.__traceback__)


def goes_by_wide_levels(graph: StateGraph) -> bool:
    """Whether all moves so far lead to the next level, of many states each."""
    return len(graph) >= WIDE * len(graph.levels) and graph.goes_by_levels


def _asked(task: Task, engine: Engine) -> Explored:
    """The caller asked for it: used or refused, never replaced."""
    seen = explore(task.game, **task.begins, budget=SEEN, progress=task.progress)
    known = len(seen) if seen.complete else 0
    some = [*seen.states[:SEEN], *task.some_starts(SEEN)]
    try:
        return engine.prepare(task.but(seen=some, known=known)).explore()
    except Declined as declined:
        if declined.has_failed:
            _ask_python(task)
        raise declined.refusal from None


def _ask_python(task: Task) -> None:
    """Rules that fail in Python too are told in Python's words, with the state.

    They may have failed for coming to no end, so Python has a moment for it.
    """
    with suppress(BudgetExceeded, TimeExceeded):
        explore(
            task.game,
            **task.begins,
            budget=COLD_STATES,
            cpu_seconds=LOADING,
            seconds=PYTHON_PATIENCE,
        )


def _by_size(task: Task, name: str) -> Explored:
    """Compiled rules for what is large; Python for rules that are not for them."""
    try:
        work = ENGINES[name].prepare(task)
        graph = None if work.is_ready else _meanwhile(task)
        return work.explore() if graph is None else Explored(graph)
    except Declined as declined:
        if name == "layers":
            raise
        found = ENGINES["plain"].prepare(task).explore()
        return found.but(note=f"plain Python: {declined}")


def _meanwhile(task: Task) -> StateGraph | None:
    """What plain Python finds before the rules were compiled, if that is all."""
    limits = task.limits
    graph = explore(
        task.game,
        **task.begins,
        budget=min(limits.budget, COLD_STATES),
        cpu_seconds=COMPILING,
        memory=limits.memory,
        weigh=True,  # what random plays show to be large is compiled at once
        progress=task.progress,
    )
    if graph.complete:
        return graph
    if limits.is_asked and limits.are_ours and graph.at_least > limits.budget:
        raise too_heavy(task.game, graph, limits)
    if limits.is_asked and len(graph) > limits.budget:
        raise over_budget(task.game, limits)
    return None


def first_look(
    game: Game,
    start: State,
    *,
    starts: Starts | None = None,
    budget: int = PLAIN_STATES,
    memory: int | None = None,
    seconds: float | None = None,
    progress: Callback | None = None,
) -> StateGraph:
    """What plain Python finds in a moment, in little memory."""
    return explore(
        game,
        start=start if starts is None else UNSET,
        starts=starts,
        budget=budget,
        seconds=seconds,
        cpu_seconds=LOADING,
        work=FIRST_LOOK_MOVES,
        memory=min(memory or LIGHT, LIGHT),
        progress=progress,
    )


def _weigh_declared(game: Game, start: State, limits: Limits) -> None:
    """What the game declares may show that no table holds it, before a state is looked at."""
    least, moves = getattr(game.shape, "at_least", 0), getattr(game.shape, "moves_at_least", 0)
    is_large = least > MOST_NUMBERED or moves > MOST_MOVES_EXPLORED
    if not is_large or not limits.are_ours or start != game.start:
        return
    if least > MOST_NUMBERED:
        raise BudgetExceeded(
            f"{type(game).__name__} has at least {count_text(least)} states, by its shape",
            rule=f"a table holds at most {MOST_NUMBERED:,}",
            fix=("Pass ", Setting("method", "alphabeta"), " for the value of the start alone"),
        )
    raise BudgetExceeded(
        f"{type(game).__name__} has at least {count_text(moves)} moves, by its shape",
        rule=f"a table looks at each of them, and at most {MOST_MOVES_EXPLORED:,}",
        fix=("Ask about single states, or pass a ", Setting("budget"), " all the same"),
    )
