"""Zermelo solves finite games exactly: who wins, by how much, every best move, and a proof.

Public names are loaded when they are first asked for: a small solve should not wait for all of the
library, and `zermelo --help` for none of it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.cards import Card, card
    from zermelo.check import Report, check
    from zermelo.combine import Misere, OwnTotals, Sum
    from zermelo.compare import Comparison, compare
    from zermelo.diagnose import Diagnosis, diagnose
    from zermelo.errors import ZermeloError
    from zermelo.explore import Progress, explore
    from zermelo.faces.explanation import Explanation, explain
    from zermelo.forecast import Forecast, forecast
    from zermelo.forms import two_forms
    from zermelo.game import (
        Asked,
        Game,
        LastMoverLoses,
        LastMoverWins,
        Move,
        PayoffGame,
        Tie,
        ValueType,
    )
    from zermelo.judge import Verdict, judge
    from zermelo.patterns import cap_game, front_game, heap_game, interval_game, pool_game
    from zermelo.plan import Plan, plan
    from zermelo.readiness import Readiness, ready
    from zermelo.solution import Play, Solution
    from zermelo.solve import solve
    from zermelo.template import template
    from zermelo.which import which

__version__ = "0.1.0"

__all__ = [
    "Asked",
    "Card",
    "Comparison",
    "Diagnosis",
    "Explanation",
    "Forecast",
    "Game",
    "LastMoverLoses",
    "LastMoverWins",
    "Misere",
    "Move",
    "OwnTotals",
    "PayoffGame",
    "Plan",
    "Play",
    "Progress",
    "Readiness",
    "Report",
    "Solution",
    "Sum",
    "Tie",
    "ValueType",
    "Verdict",
    "ZermeloError",
    "cap_game",
    "card",
    "check",
    "compare",
    "diagnose",
    "explain",
    "explore",
    "forecast",
    "front_game",
    "heap_game",
    "interval_game",
    "judge",
    "plan",
    "pool_game",
    "ready",
    "solve",
    "template",
    "two_forms",
    "which",
]

_ROOMS = {
    "cards": "Card card",
    "compare": "Comparison compare",
    "check": "Report check",
    "combine": "Misere OwnTotals Sum",
    "diagnose": "Diagnosis diagnose",
    "errors": "ZermeloError",
    "explore": "Progress explore",
    "faces.explanation": "Explanation explain",
    "forecast": "Forecast forecast",
    "forms": "two_forms",
    "game": "Asked Game LastMoverLoses LastMoverWins Move PayoffGame Tie ValueType",
    "judge": "Verdict judge",
    "patterns": "cap_game front_game heap_game interval_game pool_game",
    "plan": "Plan plan",
    "readiness": "Readiness ready",
    "solution": "Play Solution",
    "solve": "solve",
    "template": "template",
    "which": "which",
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names.split()}


class _Package(ModuleType):
    """A package whose functions may share the names of its files."""

    def __getattr__(self, name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{self.__name__}.{_HOMES[name]}"), name)
        setattr(self, name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _HOMES and isinstance(value, ModuleType):
            return  # an import would put the file in the place of the function
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Package
