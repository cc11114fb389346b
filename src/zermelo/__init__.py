"""Zermelo solves finite games exactly: who wins, by how much, every best move, and a proof.

Public names are loaded when they are first asked for: a small solve should not wait for all of the
library, and `zermelo --help` for none of it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo._check import Report, check
    from zermelo._check.readiness import Readiness, ready
    from zermelo._diagnose import Diagnosis, diagnose
    from zermelo._forecast import Forecast, forecast
    from zermelo._plan import Plan, plan
    from zermelo._solve import solve
    from zermelo._two_forms import two_forms
    from zermelo.errors import ZermeloError
    from zermelo.faces.explanation import Explanation, explain
    from zermelo.graph.explore import explore
    from zermelo.graph.progress import Progress
    from zermelo.model.combine import Misere, OwnTotals, Sum
    from zermelo.model.game import (
        Asked,
        Game,
        LastMoverLoses,
        LastMoverWins,
        Move,
        PayoffGame,
        Tie,
        ValueType,
    )
    from zermelo.solution import Play, Solution
    from zermelo.solution.loading import load
    from zermelo.teaching.cards import Card, card
    from zermelo.teaching.compare import Comparison, compare
    from zermelo.teaching.judge import Verdict, judge
    from zermelo.teaching.patterns import cap_game, front_game, heap_game, interval_game, pool_game
    from zermelo.teaching.template import template
    from zermelo.teaching.which import which

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
    "load",
    "plan",
    "pool_game",
    "ready",
    "solve",
    "template",
    "two_forms",
    "which",
]

_ROOMS = {
    "_check": "Report check",
    "_check.readiness": "Readiness ready",
    "_forecast": "Forecast forecast",
    "_plan": "Plan plan",
    "_solve": "solve",
    "_two_forms": "two_forms",
    "errors": "ZermeloError",
    "faces.explanation": "Explanation explain",
    "_diagnose": "Diagnosis diagnose",
    "graph.explore": "explore",
    "graph.progress": "Progress",
    "model.combine": "Misere OwnTotals Sum",
    "model.game": "Asked Game LastMoverLoses LastMoverWins Move PayoffGame Tie ValueType",
    "solution": "Play Solution",
    "solution.loading": "load",
    "teaching.cards": "Card card",
    "teaching.compare": "Comparison compare",
    "teaching.judge": "Verdict judge",
    "teaching.patterns": "cap_game front_game heap_game interval_game pool_game",
    "teaching.template": "template",
    "teaching.which": "which",
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Rooms are opened when somebody asks for what is in them."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


_SHOWN = {"solution.solution": "Solution", "solution.play": "Play", "_plan": "Plan",
          "_diagnose": "Diagnosis"}  # fmt: skip


def _shown(thing: object) -> object:
    return import_module(f"{__name__}.faces.notebook").html_of(thing)


def _teach_the_notebook() -> None:
    """Where a notebook runs, tell it how answers look: boards, moves and a slider."""
    shell = sys.modules["IPython"].get_ipython()
    if shell is not None:
        html = shell.display_formatter.formatters["text/html"]
        for room, name in _SHOWN.items():
            html.for_type_by_name(f"{__name__}.{room}", name, _shown)


if "IPython" in sys.modules:
    _teach_the_notebook()
