"""Errors inside compiled rules: Python's own rules are asked then, which say more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.errors import BudgetExceeded, NotCompiled
from zermelo.machine.machine import Outgrown
from zermelo.machine.translate import Code
from zermelo.model.game import Game, State
from zermelo.model.numerals import spelled
from zermelo.staging.reading.source import Refused

PLEASE_REPORT = "if Python solves the game, please report it"


class RulesFailed(Exception):
    """Compiled rules that raise an error, or that cannot be compiled after all."""

    def __init__(self, reason: str, *, is_limit: bool = False) -> None:
        super().__init__(reason)
        self.is_limit = is_limit  # of compiled rules, numbers of 64 bits say: nobody's fault


@contextmanager
def as_rules_failed() -> Iterator[None]:
    """Every error of compiled rules as one that the engine knows."""
    try:
        yield
    except (Outgrown, BudgetExceeded, RulesFailed, Refused):
        raise
    except Exception as error:
        raise failure_of(error) from error


def failure_of(error: Exception) -> RulesFailed:
    """An error of compiled rules in one line."""
    if isinstance(error, RulesFailed):
        return error
    what = str(error).strip().partition("\n")[0]
    is_limit = isinstance(error, OverflowError)
    return RulesFailed(f"{type(error).__name__}: {what}", is_limit=is_limit)


def differs(code: Code, state: State) -> str:
    """What is said where compiled rules differ from Python's in a state."""
    what = f"in state {spelled(state)} the compiled rules differ from Python's"
    if not code.is_unordered:
        return what
    return f"{what}; {code.unordered_at}, items come out of a set, whose order is not defined"


def failed_refusal(game: Game, reason: str, *, is_limit: bool = False) -> NotCompiled:
    """The error for rules that fail as machine code; it asks for a report where it is a fault."""
    return NotCompiled(
        reason,
        where=type(game).__name__,
        rule="compiled rules count in 64 bits" if is_limit else "they answer as Python does",
        fix="Leave the engine out" + ("" if is_limit else f"; {PLEASE_REPORT}"),
    )
