"""The front door: explore, decide, plan, run."""

from __future__ import annotations

from zermelo.explore import DEFAULT_BUDGET, Callback
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
    budget: int = DEFAULT_BUDGET,
    seconds: float | None = None,
    progress: Callback | None = None,
) -> Solution:
    """Solve a finite game exactly.

    The method is chosen from the facts of the game unless one is named. `budget` bounds the
    states that are held (opened, in a search), `seconds` the time of a search that can stop early
    (alphabeta). `start` solves from another state than the game's own.

    >>> from zermelo.games import Ends
    >>> solution = solve(Ends((5, 3, 7, 10)))
    >>> solution.value, solution.scores, solution.winner
    (5, (15, 10), 'first player')
    """
    case = Case(game, start_of(game, start), None, Limits.checked(budget, seconds))
    plan, chosen, case = choose(case, method, progress)
    return Solution(game, case.start, chosen.run(case), plan, case.limits)
