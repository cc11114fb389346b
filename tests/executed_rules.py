"""Translated rules carried out by Python itself, beside the rules that they came from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo import Game, PayoffGame
from zermelo.compiled import build
from zermelo.compiled.layout import Layout, observed
from zermelo.compiled.machine import Outgrown
from zermelo.compiled.translate import translate

ROOM = 400  # moves
CHANGED = "a list changes its length"  # what rules give up with
MOST_ROOM = 1 << 19  # words of memory


class Numbers(list[int]):
    """A row of Python's own ints where the code expects an array."""

    @property
    def size(self) -> int:
        return len(self)


class Table:
    """Rows of Python's own ints where the code expects a table."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.rows = rows

    def __getitem__(self, place: tuple[int, int]) -> int:
        return self.rows[place[0]][place[1]]


class Executed:
    """Translated rules, carried out by Python."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self.game, self.layout = game, layout
        self.code = translate(game, layout)
        text = build.whole_text(self.code.text).replace("from numba import njit", NOT_COMPILED)
        self.names: dict[str, Any] = {}
        exec(compile(text, "translated", "exec"), self.names)

    def _run(self, name: str, state: Any, given: tuple[Any, ...], *out: Any) -> Any:
        """Call a function of the code, with more memory when it asks, as a machine does."""
        words = self.layout.encode(state)
        assert words is not None
        room = 1 << 13
        while True:
            memory = Numbers([*self.code.memory, *[0] * room])
            codec = Table(self.layout.codec.tolist())
            try:
                return self.names[name](Table([words]), *given, memory, codec, *out)
            except MemoryError:
                if room >= MOST_ROOM:
                    raise
                room *= 8

    def moves(self, state: Any) -> list[tuple[Any, int, bool]]:
        found = np.zeros((ROOM, self.layout.words), np.int64)
        gains, agains = np.zeros(ROOM, np.int64), np.zeros(ROOM, np.uint8)
        counts, status = np.zeros(1, np.int64), np.zeros(4, np.int64)
        count = self._run("expand", state, (0, 1), found, gains, agains, counts, status)
        if count < 0:
            assert status[0] == 2
            raise Outgrown(self.layout.wider(int(status[1]), int(status[2])))
        rows = zip(found[:count].tolist(), gains.tolist(), agains.tolist(), strict=False)
        return [(self.layout.decode(key), gain, bool(again)) for key, gain, again in rows]

    def payoff(self, state: Any) -> list[int]:
        out = np.zeros((1, getattr(self.game, "players", 1)), np.int64)
        self._run("payoffs", state, (np.array([0]),), out)
        return out[0].tolist()

    def turn(self, state: Any) -> int:
        out = np.zeros(1, np.int64)
        self._run("turns", state, (0, 1), out)
        return int(out[0])


NOT_COMPILED = """
def njit(function=None, **options):
    return function if function else lambda function: function
"""


def outcome(function: Callable[..., Any], *args: Any) -> Any:
    """What a function returns, or the error that it raises."""
    try:
        return function(*args)
    except MemoryError:
        raise
    except Exception as error:
        return error


def told(game: Game, state: Any) -> list[tuple[Any, int, bool]]:
    """The moves that Python has."""
    return [(game.canonical(m.to), m.gain, m.again) for m in game.moves(state)]


def assert_same(
    game: Game, states: list[Any], layout: Layout | None = None, *, may_give_up: bool = False
) -> Executed:
    """The moves, payoffs and turns of all states, and errors where Python has errors."""
    python = {state: outcome(told, game, state) for state in states}
    reached = [to for moves in python.values() if isinstance(moves, list) for to, _, _ in moves]
    rules = Executed(game, layout or observed([*states, *reached]))
    for state, moves in python.items():
        found = outcome(rules.moves, state)
        if isinstance(moves, Exception):
            assert isinstance(found, Exception), (state, moves, found)
            continue
        if may_give_up and (isinstance(found, OverflowError) or CHANGED in str(found)):
            continue  # an error is never a wrong answer: plain Python takes over
        assert found == moves, (state, found)
        if isinstance(game, PayoffGame):
            assert rules.turn(state) == game.turn(state)
        if not moves:
            paid = game.payoff(state)
            assert rules.payoff(state) == (list(paid) if isinstance(paid, tuple) else [paid])
    return rules


def game_of(moves: Callable[[Any], Any]) -> Game:
    class Rules(Game):
        start = 0

    vars(Rules)  # a class of its own for every rule
    Rules.moves = staticmethod(moves)  # type: ignore[method-assign, assignment]
    return Rules()


NUMBERS = [0, 1, 2, 3, 5, 12, 100]
PAIRS = [(a, b) for a in range(-3, 5) for b in range(-3, 5)]
SEVENS = [(1, 2, 3, 4, 5, 6, 7), (0,) * 7, (3, 1, 4, 1, 5, 9, 2), (-1, 5, -2, 8, 0, 3, 1)]
VARYING = [(), (1,), (2, 1), (3, 1, 2), (0, 5, 4, 4), (1, 1, 1, 1, 1, 2)]
ROWS = [((1, 2), (3, 4)), ((0, 0), (5, 1)), ((2, 2), (2, 2))]
HEAPS = [((1, 2, 3), 0), ((), 1), ((4,), 0), ((5, 5), 1)]
RAGGED = [((1, 2), (3,)), ((), ()), ((), (1, 2, 3)), ((0,),), ()]
