"""A solved game: its values, best moves, lines of play, table, text and HTML."""

from zermelo.solution.play import Play, Step
from zermelo.solution.positions import Option
from zermelo.solution.solution import Solution
from zermelo.solution.strategies import Contest, Match, Strategy
from zermelo.solution.table import ValueTable

__all__ = ["Contest", "Match", "Option", "Play", "Solution", "Step", "Strategy", "ValueTable"]
