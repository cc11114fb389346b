"""Self-play against a solution's own claim: the line of best play must earn the value."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.errors import BudgetExceeded, SelfPlayFailed, Unavailable
from zermelo.model.exact import Number
from zermelo.model.game import PayoffGame
from zermelo.model.numerals import shown, spelled
from zermelo.solution import Solution
from zermelo.solution.lines import best_line

LONGEST_PLAYED_LINE = 2_000  # moves of a line that is played


def asserted_scores(solution: Solution) -> tuple[Number, ...] | None:
    """The raw scores, None where there are none; `ProofFailed` where their parity is wrong."""
    try:
        return solution.scores
    except (Unavailable, BudgetExceeded):
        return None


def self_play(solution: Solution, scores: tuple[Number, ...] | None = None) -> str:
    """'passed', or 'skipped' where the line is long; raises where it earns another sum."""
    if (solution.answers.length(solution.start) or 0) > LONGEST_PLAYED_LINE:
        return "skipped"
    play = best_line(solution, most=LONGEST_PLAYED_LINE)
    if len(play) >= LONGEST_PLAYED_LINE:
        return "skipped"
    slack = solution.game.tolerance or 0
    many = isinstance(solution.game, PayoffGame)
    value = solution.value if many else (solution.value,)
    earned = play.totals if many else (play.difference,)
    _compare(solution, "value says", value, earned, slack)
    if scores is not None and not play.repeats:
        _compare(solution, "scores say", scores, play.totals, slack)
    return "passed"


def _compare(
    solution: Solution, what: str, claimed: Sequence[Number], earned: Sequence[Number], slack: float
) -> None:
    pairs = zip(claimed, earned, strict=True)
    if any(abs(claim - won) > slack * LONGEST_PLAYED_LINE for claim, won in pairs):
        raise SelfPlayFailed(
            f"self-play earns {shown(earned)}, the {what} {shown(claimed)}",
            where=f"{type(solution.game).__name__} from {spelled(solution.start)}",
            rule="the line of best play earns what the solution claims",
            fix="Please report the game; the answer must not be used",
        )
