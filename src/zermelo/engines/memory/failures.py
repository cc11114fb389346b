"""Errors inside compiled rules: Python's own rules are asked then, which say more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.errors import BudgetExceeded, NotCompiled
from zermelo.machine.machine import Outgrown
from zermelo.model.game import Game

PLEASE_REPORT = "if Python solves the game, please report it"


class RulesFailed(Exception):
    """Compiled rules that raise an error, or that cannot be compiled after all."""


@contextmanager
def as_rules_failed() -> Iterator[None]:
    """Any error of compiled rules as one that the engine knows."""
    try:
        yield
    except (Outgrown, BudgetExceeded):
        raise
    except Exception as error:
        what = str(error).strip().partition("\n")[0]
        raise RulesFailed(f"{type(error).__name__}: {what}") from error


def failed_refusal(game: Game, reason: str) -> NotCompiled:
    """The error for rules that fail as machine code; numbers that do not fit are nobody's fault."""
    is_known = "64 bits" in reason
    return NotCompiled(
        reason,
        where=type(game).__name__,
        rule="compiled rules count in 64 bits" + ("" if is_known else " and answer as Python does"),
        fix="Leave the engine out" + ("" if is_known else f"; {PLEASE_REPORT}"),
    )
