"""States that grow for ever: the game has no end, and memory is no answer.

What grows in proportion to the levels, through a thousand levels and more, counts moves, or keeps
them. Where it has left the square of every number that the game holds far behind, nothing in the
game will stop it: boards and scores end at about a product of such numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice
from math import isclose
from types import CodeType, FunctionType, ModuleType
from typing import Any

from zermelo.errors import BudgetExceeded, Setting
from zermelo.model.game import Game, State
from zermelo.model.keys import UNIQUE

LEVELS_OF_NO_BOARD = 1_000  # that a board game does not have
STAND_IN = 32  # stands for the numbers of a game that has none
DEEPEST_FIELDS = 5  # fields of fields of … are looked into
MANY_ITEMS = 10_000  # items of a row that are looked at, and numbers in all
DEEPEST_PARTS = 20  # parts of parts of … of a state are weighed
BITS_OF_AN_ITEM = 8  # of a letter, and of a place in a tuple or a set


def endless_bits(game: Game, states: list[State], levels: list[int]) -> int:
    """The bits of the last state where states grow without an end, else 0.

    `levels` has the number of the first state of every level.
    """
    last = len(levels) - 1
    if last < LEVELS_OF_NO_BOARD:
        return 0
    looks = [(place, bits_of(states[levels[place]])) for place in (last // 4, last // 2, last)]
    size = looks[-1][1]
    return size if is_straight(looks) and size > reach_of(game) ** 2 else 0


def bits_of(state: State, depth: int = DEEPEST_PARTS) -> int:
    """About as many as a state takes: of numbers their own, of rows those of the items.

    Of classes, functions and members of an Enum there is one each: they take nothing.
    """
    if isinstance(state, int):
        return state.bit_length()
    if isinstance(state, str | bytes):
        return BITS_OF_AN_ITEM * len(state)
    if not depth or isinstance(state, UNIQUE):
        return 0
    parts: Iterable[State]
    if isinstance(state, tuple | frozenset):
        parts, total = state, BITS_OF_AN_ITEM * len(state)
    else:
        parts, total = (vars(state).values() if hasattr(state, "__dict__") else ()), 0
    for part in parts:  # every state of random plays is weighed: a call for each number takes long
        total += part.bit_length() if part.__class__ is int else bits_of(part, depth - 1)
    return total


def is_straight(looks: list[tuple[int, int]]) -> bool:
    """Whether a size has grown by as much for each level between the last three looks."""
    if len(looks) < 3:
        return False
    (a, was), (b, then), (c, now) = looks[-3:]
    if not was < then < now:
        return False
    return isclose((then - was) / (b - a), (now - then) / (c - b), rel_tol=0.2)


def reach_of(game: Game) -> int:
    """The largest number that the game holds, in its fields or in its rules."""
    return max(chain([STAND_IN], islice(_numbers([game]), MANY_ITEMS)))


def endless(game: Game, what: str, size: str) -> BudgetExceeded:
    """The error for what grows without an end."""
    return BudgetExceeded(
        f"{what} grows without an end: {size}",
        where=type(game).__name__,
        rule="a game is finite: every play ends, or comes back to a state",
        fix=("See that it stops growing, or go on with a limit, e.g. ", Setting("budget", 10**9)),
    )


def _numbers(things: Iterable[object], depth: int = DEEPEST_FIELDS) -> Iterator[int]:
    """The sizes of the numbers in some values, the lengths of rows, the constants of code."""
    for thing in islice(things, MANY_ITEMS):
        if isinstance(thing, int):
            yield abs(thing)
        elif isinstance(thing, CodeType):
            yield from _numbers(thing.co_consts, depth)
        elif depth:
            yield from _numbers(_inside(thing), depth - 1)


def _inside(thing: Any) -> Iterable[object]:
    """What a value is made of, as far as numbers may be in it."""
    if isinstance(thing, FunctionType):
        cells = (cell.cell_contents for cell in thing.__closure__ or ())
        named = (thing.__globals__.get(name) for name in thing.__code__.co_names)
        return chain([thing.__code__], cells, named)
    if isinstance(thing, Game):
        kinds = (kind for kind in type(thing).__mro__ if issubclass(kind, Game))
        own = (vars(kind).values() for kind in kinds if kind.__module__ != Game.__module__)
        return chain(vars(thing).values(), *own)
    if hasattr(thing, "ravel"):  # an array
        return chain([thing.size], thing.ravel()[:MANY_ITEMS].tolist())
    if isinstance(thing, dict):
        return chain(thing, thing.values())
    if isinstance(thing, Collection) and not isinstance(thing, str):
        return chain([len(thing)], thing)
    if isinstance(thing, property):
        return (thing.fget,)
    if hasattr(thing, "__index__") and not isinstance(thing, type):  # a number of an array
        return (int(thing),)
    is_object = hasattr(thing, "__dict__") and not isinstance(thing, type | ModuleType)
    return vars(thing).values() if is_object else ()
