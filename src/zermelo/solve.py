"""The front door: explore, decide, plan, run."""

from __future__ import annotations

from zermelo.explore import Callback
from zermelo.game import UNSET, Game, State
from zermelo.methods import Case, Limits
from zermelo.plan import choose
from zermelo.rules import start_of
from zermelo.solution import Solution


def solve(
    game: Game,
    *,
    method: str | None = None,
    start: State = UNSET,
    budget: int | None = None,
    seconds: float | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    engine: str | None = None,
    progress: Callback | None = None,
) -> Solution:
    """Solve a finite game exactly.

    The method is chosen from the facts of the game unless one is named. Large games are solved by
    machine code made of their own rules, where these are ints, tuples and loops; `engine` names
    "plain" or "compiled" to have it one way. `budget` bounds the states that are held (opened, in
    a search), `memory` the bytes of compiled tables ("8 GiB"), `threads` the cores, `seconds` the
    time of a search that can stop early (alphabeta). `start` solves from another state than the
    game's own.

    >>> from zermelo.games import Ends
    >>> solution = solve(Ends((5, 3, 7, 10)))
    >>> solution.value, solution.scores, solution.winner
    (5, (15, 10), 'first player')
    """
    limits = Limits.checked(budget, seconds, memory=memory, threads=threads, engine=engine)
    plan, chosen, case = choose(Case(game, start_of(game, start), None, limits), method, progress)
    case.notes["progress"] = progress
    packed = case.packed
    answers = chosen.run(case) if packed is None else chosen.run_packed(packed, progress)
    return Solution(game, case.start, answers, plan, case.limits)
