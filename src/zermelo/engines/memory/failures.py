"""Errors inside compiled rules: Python's own rules are asked then, which say more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.errors import BudgetExceeded
from zermelo.machine.machine import Outgrown


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
