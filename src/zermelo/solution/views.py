"""How a solution looks: one line, a page of text, a piece of HTML. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from zermelo.errors import BudgetExceeded, Unavailable
from zermelo.exact import signed
from zermelo.game import PayoffGame
from zermelo.solution.play import move_name

if TYPE_CHECKING:
    from zermelo.solution.solution import Solution

LONGEST_NAME = 70
MOST_MOVES = 24


def one_line(solution: Solution) -> str:
    """For repr: the game, the value, the winner, the method."""
    value = _ask(lambda: solution.value)
    winner = _ask(lambda: solution.winner)
    return f"<Solution of {_name(solution)}: value {value}, {winner}, by {solution.plan.method}>"


def text(solution: Solution) -> str:
    """For print: every headline answer, one to a line."""
    return "\n".join(f"{head:<11}{body}" for head, body in _rows(solution))


def html(solution: Solution) -> str:
    """For notebooks."""
    rows = "".join(
        f'<tr><th style="text-align:left">{head}</th>'
        f'<td style="text-align:left">{escape(body)}</td></tr>'
        for head, body in _rows(solution)
    )
    return f"<table>{rows}</table>"


def _rows(solution: Solution) -> list[tuple[str, str]]:
    rows = [("game", _name(solution)), ("value", _value(solution))]
    rows.append(("winner", str(_ask(lambda: solution.winner))))
    rows.append(("scores", _scores(solution)))
    if solution.answers.counts_plies:
        plies = _ask(lambda: solution.remoteness)
        rows.append(
            ("remoteness", "none, nobody can force an end" if plies is None else str(plies))
        )
    rows.append(("best", str(_ask(lambda: _best(solution)))))
    rows.append(("play", str(_ask(lambda: _line(solution)))))
    rows.append(("method", f"{solution.plan.title}: {solution.plan.reason}"))
    return rows


def _name(solution: Solution) -> str:
    name = repr(solution.game)
    if name.startswith("<"):
        name = type(solution.game).__name__
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _value(solution: Solution) -> str:
    if isinstance(solution.game, PayoffGame):
        return f"{_ask(lambda: solution.value)}, every player's own total"
    low, high = solution.bounds
    if low != high:
        return f"between {low} and {high} for the player to move"
    return f"{low} for the player to move: a {_ask(lambda: solution.outcome)}"


def _scores(solution: Solution) -> str:
    answer = _ask(lambda: solution.scores)
    return " – ".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)


def _best(solution: Solution) -> str:
    names = []
    for move in solution.best_moves():
        gain = f" ({signed(move.gain)})" if move.gain else ""
        names.append(f"{move_name(solution.game, move)}{gain}")
    return ", ".join(names) or "none, play is over"


def _line(solution: Solution) -> str:
    play = solution.play()
    labels = list(play.labels[:MOST_MOVES])
    if len(play) > MOST_MOVES:
        labels.append(f"… {len(play) - MOST_MOVES} more")
    if play.repeats:
        labels.append("and so on for ever")
    return ", ".join(labels) or "none, play is over"


def _ask(question: Callable[[], Any]) -> Any:
    """The answer, or the reason why there is none."""
    try:
        return question()
    except (Unavailable, BudgetExceeded) as reason:
        return f"none: {reason.given}"
