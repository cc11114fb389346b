"""Zermelo solves finite games exactly: who wins, by how much, every best move, and a proof."""

from zermelo.check import Report, check
from zermelo.combine import OwnTotals, Sum
from zermelo.diagnose import Diagnosis, diagnose
from zermelo.errors import ZermeloError
from zermelo.explore import Progress, explore
from zermelo.forecast import Forecast, forecast
from zermelo.forms import two_forms
from zermelo.game import Game, LastMoverLoses, LastMoverWins, Move, PayoffGame, Tie, ValueType
from zermelo.plan import Plan, plan
from zermelo.solution import Play, Solution
from zermelo.solve import solve

__version__ = "0.1.0"

__all__ = [
    "Diagnosis",
    "Forecast",
    "Game",
    "LastMoverLoses",
    "LastMoverWins",
    "Move",
    "OwnTotals",
    "PayoffGame",
    "Plan",
    "Play",
    "Progress",
    "Report",
    "Solution",
    "Sum",
    "Tie",
    "ValueType",
    "ZermeloError",
    "check",
    "diagnose",
    "explore",
    "forecast",
    "plan",
    "solve",
    "two_forms",
]
