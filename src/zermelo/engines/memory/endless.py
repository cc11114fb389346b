"""A number in the states that grows for ever: the game has no end, and memory is no answer.

At every doubling of the states the last ones are looked at. A number that grew in proportion to the
levels over two doublings, through a thousand levels and more, counts moves. Where it has left the
square of every number that the game holds far behind, nothing in the game will stop it: boards and
scores end at about a product of such numbers, and masks of bits do not grow in proportion.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice
from math import isclose
from types import CodeType, FunctionType, ModuleType

import numpy as np

from zermelo.errors import BudgetExceeded, Setting
from zermelo.machine.layout import Layout
from zermelo.model.game import Game

STATES_AT_FIRST = 1 << 20  # states at the first look
LEVELS_OF_NO_BOARD = 1_000  # that a board game does not have
STATES_OF_A_LOOK = 64  # states of a look
STAND_IN = 32  # stands for the numbers of a game that has none
DEEPEST_FIELDS = 5  # fields of fields of … are looked into
MANY_ITEMS = 10_000  # items of a row that are looked at, and numbers in all

Look = tuple[int, list[int]]  # levels, and the size of the number in every place


class Trend:
    """How the numbers in the states of one exploration grow."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.next = STATES_AT_FIRST
        self.looks: list[Look] = []
        self._reach: int | None = None

    def look(self, layout: Layout, keys: np.ndarray, states: int, levels: int) -> None:
        """Look at the last keys; raises when a number grows without an end."""
        self.next = 2 * states
        self.looks.append((levels, sizes(layout, keys[max(0, states - STATES_OF_A_LOOK) : states])))
        if len(self.looks) < 3 or levels < LEVELS_OF_NO_BOARD:
            return
        for place, size in enumerate(self.looks[-1][1]):
            if self._is_straight(place) and size > self.reach**2:
                raise self._endless(place, size, states)

    def _is_straight(self, place: int) -> bool:
        """Whether a number has grown by as much for each level between the last three looks."""
        (a, was), (b, then), (c, now) = self.looks[-3:]
        if not was[place] < then[place] < now[place]:
            return False
        early, late = (then[place] - was[place]) / (b - a), (now[place] - then[place]) / (c - b)
        return isclose(early, late, rel_tol=0.2)

    @property
    def reach(self) -> int:
        """The largest number that the game holds, in its fields or in its rules."""
        if self._reach is None:
            self._reach = max(STAND_IN, *islice(_numbers([self.game]), MANY_ITEMS))
        return self._reach

    def _endless(self, place: int, size: int, states: int) -> BudgetExceeded:
        return BudgetExceeded(
            f"the number in place {place} of the state grows without an end: {size:,} after "
            f"{states:,} states",
            where=type(self.game).__name__,
            rule="a game is finite: every play ends, or comes back to a state",
            fix=(
                "See that it stops growing, or go on with a limit, e.g. ",
                Setting("budget", 10**9),
            ),
        )


def sizes(layout: Layout, keys: np.ndarray) -> list[int]:
    """The largest size, whatever its sign, of the number in every place of the states."""
    found = []
    for low, _, place, word, mask, _ in layout.columns:
        column = keys[:, word]
        column = column // place % mask if layout.dense else column >> place & mask
        found.append(int(np.abs(column + low).max(initial=0)))
    return found


def _numbers(things: Iterable[object], depth: int = DEEPEST_FIELDS) -> Iterator[int]:
    """The sizes of the numbers in some values, the lengths of rows, the constants of code."""
    for thing in islice(things, MANY_ITEMS):
        if isinstance(thing, int):
            yield abs(thing)
        elif isinstance(thing, CodeType):
            yield from _numbers(thing.co_consts, depth)
        elif depth:
            yield from _numbers(_inside(thing), depth - 1)


def _inside(thing: object) -> Iterable[object]:
    """What a value is made of, as far as numbers may be in it."""
    if isinstance(thing, FunctionType):
        cells = (cell.cell_contents for cell in thing.__closure__ or ())
        named = (thing.__globals__.get(name) for name in thing.__code__.co_names)
        return chain([thing.__code__], cells, named)
    if isinstance(thing, Game):
        kinds = (kind for kind in type(thing).__mro__ if issubclass(kind, Game))
        own = (vars(kind).values() for kind in kinds if kind.__module__ != Game.__module__)
        return chain(vars(thing).values(), *own)
    if isinstance(thing, np.ndarray):
        return chain([len(thing)], thing.ravel()[:MANY_ITEMS].tolist())
    if isinstance(thing, dict):
        return chain(thing, thing.values())
    if isinstance(thing, Collection) and not isinstance(thing, str):
        return chain([len(thing)], thing)
    if isinstance(thing, property):
        return (thing.fget,)
    if isinstance(thing, np.integer):
        return (int(thing),)
    is_object = hasattr(thing, "__dict__") and not isinstance(thing, type | ModuleType)
    return vars(thing).values() if is_object else ()
