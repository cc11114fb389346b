"""What every animation says besides its states: the rules, the line of play, the result.

All numbers are the solution's own, as text. Text keeps them exact: a browser would round large
integers and knows no fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from zermelo.errors import BudgetExceeded, Unavailable
from zermelo.faces.plain import Json, JsonObject
from zermelo.graph.contract import Value
from zermelo.model.combine import Misere
from zermelo.model.exact import Number
from zermelo.model.game import Game, Move, PayoffGame, State, Tie, seats
from zermelo.model.numerals import written
from zermelo.solution import Solution
from zermelo.solution.views import short_name

Frames: TypeAlias = JsonObject


def common_frames(solution: Solution, key: Callable[[State], Json]) -> Frames:
    """The game, its rules, one line of best play, the result; `key` names a state for the page."""
    return {
        "game": short_name(solution.game),
        "rules": rules_of(solution.game),
        "names": seats(solution.game, solution.start),
        "play": _play(solution, key),
        "result": _result(solution),
    }


def rules_of(game: Game) -> str:
    """The first paragraph of the class docstring; nothing where the class has none of its own."""
    if isinstance(game, Misere):
        return f"{rules_of(game.game)} {game.told}".lstrip()
    text = vars(type(game)).get("__doc__") or ""
    is_own = not text.startswith(f"{type(game).__name__}(")  # a dataclass writes its signature
    return " ".join(text.split("\n\n")[0].split()) if is_own else ""


def one_line(text: object) -> str:
    """A label that was drawn on several lines, on one."""
    return " / ".join(str(text).split("\n"))


def sum_text(move: Move, rest: Number, worth: Number) -> str:
    """What a move is worth: its gain, and what the next mover makes of the rest."""
    then = f"({written(rest)})" if rest < 0 else written(rest)
    return f"{written(move.gain)} {'+' if move.again else '−'} {then} = {written(worth)}"


def counts_outcomes(solution: Solution) -> bool:
    """Whether only winning, drawing and losing count."""
    return not solution.answers.value_type.is_scored


def _play(solution: Solution, key: Callable[[State], Json]) -> Frames:
    play = solution.play()
    steps = [
        {
            "player": step.player,
            "label": one_line(label),
            "gain": written(step.move.gain),
            "from": key(step.state),
            "to": key(step.move.to),
            "totals": [written(total) for total in step.totals],
        }
        for step, label in zip(play.steps, play.labels, strict=True)
    ]
    return {"steps": steps, "repeats": play.repeats, "totals": [written(t) for t in play.totals]}


def _result(solution: Solution) -> Frames:
    """Who wins, and where every play collects the same total, the raw scores that follow."""
    return {
        "value": frame_text(solution.value),
        "outcome": solution.outcome,
        "winner": solution.winner,
        "tie": _tie_rule(solution),
        **_scores(solution),
    }


def _scores(solution: Solution) -> Frames:
    if counts_outcomes(solution):
        return {"scores": None, "total": None, "why": ""}
    try:
        scores = solution.scores
    except (Unavailable, BudgetExceeded) as reason:
        return {"scores": None, "total": None, "why": f"{reason.rule}, and {reason.given}"}
    differs = not isinstance(solution.game, PayoffGame)  # the value is a difference of two scores
    total = written(sum(scores)) if differs else None
    return {"scores": [written(score) for score in scores], "total": total, "why": ""}


def _tie_rule(solution: Solution) -> str:
    """The game's rule about ties, where it decides the game."""
    decides = solution.outcome == "draw" and solution.start == solution.game.start
    return solution.game.tie.value if decides and solution.game.tie is not Tie.DRAW else ""


def frame_text(value: Value) -> str:
    """A difference, or everyone's total."""
    return ", ".join(map(written, value)) if isinstance(value, tuple) else written(value)
