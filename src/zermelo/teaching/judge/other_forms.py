"""The form that the answers of wrong code are right in, seen on many inputs.

On the smallest inputs all forms coincide: the row [0] has the difference 0, the own total 0 and the
nimber 0. So a form is named only where the answers to all the inputs asked are right in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo._solve import solve
from zermelo.errors import ZermeloError
from zermelo.solution import Solution
from zermelo.teaching.judge.cell_forms import VIEW_LETTERS, Form, same
from zermelo.teaching.judge.child import CallOutcome

ANSWER_WORDS = {
    "difference": "the difference",
    "total": "the own total",
    "pair": "the pair (own, other's)",
    "win": "whether the player to move wins",
    "nimber": "the nimber",
}


def form_hint(view: str) -> str:
    """What the answers are instead, in words; nothing where no form is known."""
    return view and f"yours is {ANSWER_WORDS[view]}, which is not what the problem asks for"


def form_of_answers(answered: Iterable[tuple[Solution, CallOutcome]]) -> str:
    """The form in which all answers are right; nothing where there is none."""
    views, count = list(VIEW_LETTERS), 0
    for solution, outcome in answered:
        views = [view for view in views if _is_right(view, solution, outcome)]
        if not views:
            return ""
        count += 1
    return views[0] if count else ""


def _is_right(view: str, solution: Solution, outcome: CallOutcome) -> bool:
    """Whether one answer is right in a form; what a game has not is no form of its answers."""
    if outcome.fault or isinstance(outcome.value, bool) != (view == "win"):
        return False
    try:
        return same(outcome.value, _worth(view, solution), solution.game.tolerance)
    except ZermeloError:
        return False


def _worth(view: str, solution: Solution) -> object:
    """What the start of a game is worth in a form."""
    if view == "nimber":
        solution = solve(solution.game, engine="plain", method="nimbers")
    return Form(view, solution).worth(solution.start)
