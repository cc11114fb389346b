"""Translated rules carried out by Python itself, beside the rules that they came from."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from math import isqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import njit

from zermelo import Game, PayoffGame
from zermelo.engines.memory.crosscheck import same_moves
from zermelo.kernels import support as machine_support
from zermelo.kernels.support import SUPPORT
from zermelo.machine import build
from zermelo.machine.key_code import BY_STATE
from zermelo.machine.layout import Layout, observed
from zermelo.machine.machine import Outgrown, layout_after
from zermelo.machine.translate import Code, translate
from zermelo.staging.reading.pieces import children

ROOM = 400  # moves
CHANGED = "a list changes its length"  # what rules give up with
MOST_ROOM = 1 << 19  # words of memory
LEAST, MOST = -(2**63), 2**63 - 1


class Wrong(AssertionError):
    """What machine code would do in silence: count past 64 bits, or use memory not its own."""


class Unnoticed(AssertionError):
    """Python raises an error, and the code does not."""


class Numbers(list[int]):
    """A row of Python's own ints where the code expects an array; the machine looks at no end."""

    @property
    def size(self) -> int:
        return len(self)

    def __getitem__(self, place: Any) -> Any:
        if place < 0:
            raise Wrong(f"memory is read at {place}")
        return list.__getitem__(self, place)

    def __setitem__(self, place: Any, number: Any) -> None:
        if place and not 0 < place < list.__getitem__(self, 0):
            raise Wrong(f"memory is written at {place}, which nobody has taken")
        list.__setitem__(self, place, number)


class Table:
    """Rows of Python's own ints where the code expects a table."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.rows = rows

    def __getitem__(self, place: tuple[int, int]) -> int:
        return self.rows[place[0]][place[1]]


# -- arithmetic with an error where the machine would wrap -----------------------------------------


def fits(number: int) -> int:
    """A result that the code does not check."""
    if LEAST <= number <= MOST:
        return number
    raise Wrong(f"{number} is not checked")


def checked(number: int) -> int:
    """A result that the code does check."""
    if LEAST <= number <= MOST:
        return number
    raise OverflowError(number)


def shifted(number: int, by: int) -> int:
    if number and by > 200:  # Python would build all of it
        raise OverflowError(by)
    return checked(number << by)


def machine_range(*ends: int) -> range:
    """A range that the machine counts in 64 bits."""
    span = range(*ends)
    fits(span.stop - span.start)
    return span


EXACT: dict[str, Any] = {
    "abs": lambda number: fits(abs(number)),
    "range": machine_range,
    "plus": lambda one, two: checked(one + two),
    "minus": lambda one, two: checked(one - two),
    "times": lambda one, two: checked(one * two),
    "quotient": lambda one, two: checked(one // two),
    "remainder": lambda one, two: one % two,
    "size_of": lambda number: checked(abs(number)),
    "shifted": shifted,
    "shifted_back": lambda number, by: number >> by,
    "bit_count": int.bit_count,
    "bit_length": int.bit_length,
    "isqrt": isqrt,
    "fits": fits,
}


BITS = (ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor, ast.RShift, ast.Invert, ast.Not)  # never larger
PLACES = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def watched(text: str) -> ast.Module:
    """Code with every operation that can leave 64 bits under `fits`."""
    tree = ast.parse(text)
    for node in _outside_of_memory(tree):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            _became(node, ast.Assign, targets=[node.target], value=_sum(node))
        elif isinstance(node, ast.BinOp | ast.UnaryOp) and not isinstance(node.op, BITS):
            _under_fits(node)
    return tree


def _outside_of_memory(tree: ast.Module) -> list[ast.AST]:
    """All nodes but those that say where in memory something is: memory looks at that itself."""
    found: list[ast.AST] = []
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        found.append(node)
        if not isinstance(node, ast.Subscript):
            todo += children(node)
    return found


def _under_fits(node: ast.expr) -> None:
    """The same node, as the argument of a call in its place."""
    inner = type(node)(**vars(node))
    name = ast.Name("fits", ast.Load(), **_place(node))
    _became(node, ast.Call, func=name, args=[inner], keywords=[])


def _sum(node: ast.AugAssign) -> ast.expr:
    assert isinstance(node.target, ast.Name)
    old = ast.Name(node.target.id, ast.Load(), **_place(node))
    total = ast.BinOp(old, node.op, node.value, **_place(node))
    _under_fits(total)
    return total


def _became(node: Any, kind: type, **fields: Any) -> None:
    """Another kind of node in its place: a walk over the tree costs half of what a new one does."""
    place = _place(node)
    vars(node).clear()
    node.__class__ = kind
    vars(node).update(place, **fields)


def _place(node: ast.AST) -> dict[str, Any]:
    return {name: getattr(node, name) for name in PLACES}


@cache
def support() -> dict[str, Any]:
    """What translated rules call, by Python and exact."""
    names: dict[str, Any] = {}
    for file in SUPPORT:
        text = Path(machine_support.__path__[0], f"{file}.py").read_text(encoding="utf-8")
        text = text.replace("from numba import njit", NOT_COMPILED)
        text = re.sub(
            r"^from zermelo\.kernels\.support\.\w+ import (\([^)]*\)|.*)$", "", text, flags=re.M
        )
        exec(compile(text, file, "exec"), names)
    names |= EXACT  # before they are called by name
    return names


class Executed:
    """Translated rules, carried out by Python."""

    def __init__(self, game: Game, layout: Layout, fuel: int = 1 << 20) -> None:
        self.game, self.layout = game, layout
        self.code = translate(game, layout, bounds=not isinstance(game, PayoffGame))
        self.names: dict[str, Any] = support() | {"FUEL": fuel}
        exec(compile(watched(self.code.text), "translated", "exec"), self.names)
        self.codec = Table(layout.codec.tolist())

    def _run(self, name: str, state: Any, given: tuple[Any, ...], *out: Any) -> Any:
        """Call a function of the code, with more memory when it asks, as a machine does."""
        words = self.layout.encode(state)
        assert words is not None
        room = 1 << 10
        while True:
            memory = Numbers([*self.code.memory, *[0] * room])
            try:
                return self.names[name](Table([words]), *given, memory, self.codec, *out)
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
            if status[1] == BY_STATE:
                raise Outgrown(layout_after(self.game, self.layout, state))
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


# -- whole games by code that Python carries out ---------------------------------------------------


def executed_module(text: str, **constants: int) -> SimpleNamespace:
    """The module of a file of rules, by Python; its numbers are numpy's, which wrap."""
    whole = build.whole_text(text).replace("from numba import njit", NOT_COMPILED)
    names: dict[str, Any] = {}
    exec(compile(whole, "translated", "exec"), names)
    names |= constants
    if "place_of" in names:
        names["place_of"] = _place_of
    return SimpleNamespace(**names)


def _place_of(keys: Any, row: int, table: Any) -> int:
    return hash(tuple(keys[row].tolist())) & (len(table) - 2)


@contextmanager
def by_python(**constants: int) -> Iterator[None]:
    """Compiled rules are carried out by Python: nothing waits for a compiler."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "overflow encountered")  # hashes wrap, in all threads
        patch.setattr(build, "load", partial(executed_module, **constants))
        patch.setattr(build, "is_compiled", lambda *_: True)
        yield


NOT_COMPILED = """
def njit(function=None, **options):
    return function if function else lambda function: function
"""


def outcome(function: Callable[..., Any], *args: Any) -> Any:
    """What a function returns, or the error that it raises."""
    try:
        return function(*args)
    except (MemoryError, Wrong):
        raise
    except Exception as error:
        return error


def told(game: Game, state: Any) -> list[tuple[Any, int, bool]]:
    """The moves that Python has."""
    return [(game.canonical(m.to), m.gain, _flag(m.again)) for m in game.moves(state)]


def _flag(again: Any) -> bool:
    """What plain Python refuses is an error."""
    if again not in (False, True):
        raise TypeError("again is neither True nor False")
    return bool(again)


def same(code: Code, found: Any, moves: list[Any]) -> bool:
    """Whether moves are those of Python, in its order or, out of a set, in any."""
    return isinstance(found, list) and same_moves(found, moves, is_unordered=code.is_unordered)


GIVEN_UP = (OverflowError, TimeoutError)  # numbers beyond 64 bits; more rounds than are counted


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
            if not isinstance(found, Exception):
                raise Unnoticed(state, moves, found)
            continue
        if may_give_up and (isinstance(found, GIVEN_UP) or CHANGED in str(found)):
            continue  # an error is never a wrong answer: plain Python takes over
        assert same(rules.code, found, moves), (state, found)
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


@cache
def by_machine(name: str) -> Callable[..., int]:
    """What machine code calls, with a door for Python."""
    files = (import_module(f"{machine_support.__name__}.{file}") for file in SUPPORT)
    function = next(vars(file)[name] for file in files if name in vars(file))
    compiled: Callable[..., int] = njit(function.py_func)
    return compiled


def collected_in(rules: list[Any]) -> Callable[[list[Any]], Callable[[Any], Any]]:
    """A mark for functions of a state that are held against their own code on some states."""

    def rule(states: list[Any]) -> Callable[[Any], Any]:
        def note(moves: Any) -> Any:
            rules.append(pytest.param(moves, states, id=moves.__name__))
            return moves

        return note

    return rule
