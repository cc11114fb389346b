"""Which rules a table belongs to: what they use counts, however they come by it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from zermelo import Game
from zermelo.tables.rules_digest import digests_of

WORDS = """
from dataclasses import dataclass, field
from zermelo import LastMoverWins, Move
"""
MOVES = """
    start = 12
    def moves(self, left):
        return [left - k for k in {steps} if k <= left]
"""
GAMES = {
    "a list of functions": f"""
STEPS = [lambda: 1, lambda: MOST]
class Mine(LastMoverWins):{MOVES.format(steps="(one() for one in STEPS)")}""",
    "an object's method": f"""
class Board:
    def steps(self): return (1, MOST)
BOARD = Board()
class Mine(LastMoverWins):{MOVES.format(steps="BOARD.steps()")}""",
    "what an object's method uses": f"""
LARGEST = MOST
class Board:
    def steps(self): return (1, LARGEST)
BOARD = Board()
class Mine(LastMoverWins):{MOVES.format(steps="BOARD.steps()")}""",
    "a field's method": f"""
class Board:
    def steps(self): return (1, MOST)
class Mine(LastMoverWins):
    def __init__(self): self.board = Board(){MOVES.format(steps="self.board.steps()")}""",
    "what the class above does": f"""
class Above(LastMoverWins):{MOVES.format(steps="(1, MOST)")}
class Mine(Above):
    def moves(self, left): return super().moves(left)""",
    "the class above one that is named": f"""
class Above(LastMoverWins):{MOVES.format(steps="(1, MOST)")}
class Named(Above): pass
class Mine(LastMoverWins):
    start = 12
    def moves(self, left): return Named.moves(self, left)""",
    "a line with its docstring": """
class Mine(LastMoverWins):
    start = 12
    def moves(self, left): "Take."; return [left - k for k in (1, MOST) if k <= left]""",
    "a parameter's own value": f"""
LARGEST = MOST
def steps(largest=LARGEST): return (1, largest)
class Mine(LastMoverWins):{MOVES.format(steps="steps()")}""",
    "what is made of fields": f"""
@dataclass(frozen=True)
class Mine(LastMoverWins):
    def __post_init__(self): object.__setattr__(self, "steps", (1, MOST))
{MOVES.format(steps="self.steps")}""",
    "a field that nobody passes": f"""
@dataclass(frozen=True)
class Mine(LastMoverWins):
    steps: tuple = field(init=False, default=(1, MOST))
{MOVES.format(steps="self.steps")}""",
    "what is looked up by its name": f"""
class Mine(LastMoverWins):
    STEPS = (1, MOST){MOVES.format(steps="getattr(self, 'STEPS')")}""",
    "a method that is looked up by its name": f"""
from operator import methodcaller
class Mine(LastMoverWins):
    def steps(self): return (1, MOST){MOVES.format(steps="methodcaller('st' + 'eps')(self)")}""",
    "a method of the states": """
@dataclass(frozen=True)
class Heap:
    left: int
    def after(self, k): return type(self)(self.left - k * MOST)
class Mine(LastMoverWins):
    start = Heap(12)
    def moves(self, heap): return [heap.after(k) for k in (1, 2) if heap.left >= 6]""",
    "what a method of a part of the states uses": """
FACTOR = MOST
class Heap:
    __slots__ = ("left",)
    def __init__(self, left): self.left = left
    def after(self, k): return Heap(self.left - k * FACTOR)
class Mine(LastMoverWins):
    def starts(self): yield (Heap(12), 0)
    def moves(self, state):
        heap, _ = state
        return [(heap.after(k), 1) for k in (1, 2) if heap.left >= 6]""",
    "a function of the instance": f"""
class Mine(LastMoverWins):
    def __init__(self, most=MOST): self.fits = lambda k: k in (1, most)
{MOVES.format(steps="filter(self.fits, range(9))")}""",
}


def made(text: str, most: int, folder: Path) -> Game:
    path = folder / f"digested_{most}.py"
    path.write_text(WORDS + text.replace("MOST", str(most)))
    spec = importlib.util.spec_from_file_location("digested", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["digested"] = module
    spec.loader.exec_module(module)
    game: Game = module.Mine()
    return game


@pytest.mark.parametrize("name", GAMES)
def test_rules_have_other_digests_where_something_else_is_used(name: str, tmp_path: Path) -> None:
    two = digests_of(made(GAMES[name], 2, tmp_path))
    assert digests_of(made(GAMES[name], 2, tmp_path)) == two
    assert digests_of(made(GAMES[name], 3, tmp_path)) != two
