"""The front door: explore, decide, plan, run."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from zermelo._plan import choose
from zermelo.engines.choose import engine_name
from zermelo.facts.turn_holders import warn_of_turns
from zermelo.graph.progress import Callback
from zermelo.graph.starts import starts_of
from zermelo.limits.deadline import Deadline
from zermelo.methods import METHODS, Case, Limits
from zermelo.model.game import UNSET, Game, State
from zermelo.solution import Solution
from zermelo.solution.without_numpy import machine_code_at_hand

LEAST_FOR_A_SEARCH = 1.0  # seconds to begin a search, which says what is proven in any time


def solve(
    game: Game,
    *,
    method: str | None = None,
    start: State = UNSET,
    starts: Iterable[State] | None = None,
    budget: int | None = None,
    seconds: float | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    engine: str | None = None,
    disk: str | PathLike[str] | None = None,
    cluster: object = None,
    tables: str | PathLike[str] | Iterable[str | PathLike[str]] = (),
    progress: Callback | None = None,
) -> Solution:
    """Solve a finite game exactly.

    The method is chosen from the facts of the game unless one is named. Large games are solved by
    machine code made of their own rules (docs/compiling.md says what compiles); `engine` names
    "plain", "compiled" or "layers" to have it one way. `budget` bounds the states that are held
    (opened, in a search), `memory` the bytes of compiled tables ("8 GiB"), `threads` the cores.
    With a folder as `disk`, or an address of fsspec, the layers of a game lie there instead of in
    memory, and a solution that was ended goes on where it stopped; workers of a `cluster` (Dask's
    client, an address or "local") share the work where they share the folder. Layers that saved
    `tables` of the same rules hold are looked up there instead of being solved again. `seconds`
    ends the work, whatever the rules do: a search (alphabeta) stops with the bounds that are proven
    by then, all else raises `TimeExceeded`, which says how far it came. `start` solves from another
    state than the game's own, `starts` from several at once: an iterable of states, or the game's
    own hook of that name.

    >>> from zermelo.games import Ends
    >>> solution = solve(Ends((5, 3, 7, 10)))
    >>> solution.value, solution.scores, solution.winner
    (5, (15, 10), 'first player')
    """
    limits = Limits.checked(
        budget,
        seconds,
        memory=memory,
        threads=threads,
        engine=engine_name(engine),
        disk=disk,
        cluster=cluster,
        tables=tables,
    )
    deadline, name = Deadline(limits.seconds), type(game).__name__
    is_search = isinstance(method, str) and method in METHODS and METHODS[method].stops_early
    plan, chosen, case = (deadline.but_at_least(LEAST_FOR_A_SEARCH) if is_search else deadline).run(
        lambda: choose(_case(game, start, starts, limits, progress), method), name
    )
    end = Deadline(None) if chosen.stops_early else deadline
    with machine_code_at_hand(name):
        answers = end.run(lambda: chosen.run(case), name)
    warn_of_turns(game)
    return Solution(game, case.start, answers, plan, case.limits.from_now_on, case.starts)


def _case(
    game: Game,
    start: State,
    starts: Iterable[State] | None,
    limits: Limits,
    progress: Callback | None,
) -> Case:
    origin, many = starts_of(game, start, starts)
    return Case(game, origin, None, limits, progress, many)


def solve_explored(case: Case) -> Solution:
    """Plan and run a case that was explored already, without exploring it again."""
    plan, chosen, case = choose(case, None)
    return Solution(
        case.game, case.start, chosen.run(case), plan, case.limits.from_now_on, case.starts
    )
