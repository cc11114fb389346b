"""Negative indexes that count from the end unnoticed, found by asking rewritten rules.

`row[left - 1]` with left = 0 is the last item: no error, another game. The user's own methods, and
the functions of the same file that they call, are compiled once more with every index passed
through a notebook, and asked about a sample of states. An index that is written as one from the
end (`row[-1]`, `row[-k]`, `row[~k]`) is meant. What has no source (a lambda) is not looked at.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable
from copy import copy
from types import FunctionType

from zermelo.facts.near_hooks import OURS
from zermelo.model.game import Game, PayoffGame, State
from zermelo.model.numerals import spelled

NOTEBOOK = "__zermelo_index__"
MOST_WARNINGS = 3  # warnings


def wrapped_indexes(game: Game, states: Iterable[State]) -> list[str]:
    """A warning for each place where an index was negative, with the first state that shows it."""
    notes: dict[str, str] = {}
    here: list[State] = []

    def note(row: object, index: object, text: str) -> object:
        if isinstance(row, list | tuple | str | bytes) and isinstance(index, int) and index < 0:
            notes.setdefault(text, f"{text} is at index {index} in state {spelled(here[0])}")
        return index

    watched = _watched(game, note)
    if watched is None:
        return []
    for state in states:
        here[:] = [state]
        _ask(watched, state)
    ending = ": a negative index counts from the end"
    return [text + ending for text in list(notes.values())[:MOST_WARNINGS]]


def _ask(game: Game, state: State) -> None:
    """What fails here has failed before, or fails for being rewritten."""
    try:
        if not list(game.moves(state)):
            game.payoff(state)
        if isinstance(game, PayoffGame):
            game.turn(state)
    except Exception:  # of the user's own
        return


def _watched(game: Game, note: Callable[[object, object, str], object]) -> Game | None:
    """A copy of the game whose own methods note their indexes; None without such methods."""
    kind = type(game)
    rewriter = Rewriter(note)
    methods: dict[str, object] = {"__slots__": ()}
    for base in kind.__mro__:
        if issubclass(base, Game) and base.__module__.split(".")[0] != OURS:
            for name, value in vars(base).items():
                again = rewriter.method(value) if name not in methods else None
                if again is not None:
                    methods[name] = again
    if len(methods) == 1:
        return None
    try:
        twin = copy(game)
        object.__setattr__(twin, "__class__", type(kind.__name__, (kind,), methods))
    except Exception:  # a class that cannot be derived from, or an object that cannot be copied
        return None
    return twin


class Rewriter:
    """Compiles functions once more, with their indexes noted."""

    def __init__(self, note: Callable[[object, object, str], object]) -> None:
        self.note = note
        self.known: dict[FunctionType, FunctionType] = {}

    def method(self, value: object) -> object:
        """A function or a property once more; None for what is neither, or has no source."""
        if isinstance(value, FunctionType):
            return self.function(value)
        if isinstance(value, property) and isinstance(value.fget, FunctionType):
            again = self.function(value.fget)
            return None if again is None else property(again)
        return None

    def function(self, function: FunctionType) -> FunctionType | None:
        """A function once more; None without a source that can be compiled by itself."""
        if function in self.known:
            return self.known[function]
        tree = _tree(function)
        if tree is None or "__class__" in function.__code__.co_freevars:  # super() has its place
            return None
        ast.fix_missing_locations(_Indexes().visit(tree))
        try:
            space = _Globals(self, function)
            exec(compile(tree, inspect.getfile(function), "exec"), space)
        except Exception:  # of a default value that only its class can see, say
            return None
        again = space[function.__name__]
        assert isinstance(again, FunctionType)
        self.known[function] = again
        space.helpers()
        return again


class _Globals(dict[str, object]):
    """What a function sees: its globals, what it closes over, its helpers once more."""

    def __init__(self, rewriter: Rewriter, function: FunctionType) -> None:
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        closed = {name: cell.cell_contents for name, cell in cells}
        super().__init__({**function.__globals__, **closed, NOTEBOOK: rewriter.note})
        self.rewriter, self.function = rewriter, function

    def helpers(self) -> None:
        """Functions of the same file that are called by name."""
        for name in self.function.__code__.co_names:
            value = self.get(name)
            if isinstance(value, FunctionType) and value.__module__ == self.function.__module__:
                self[name] = self.rewriter.function(value) or value


def _tree(function: FunctionType) -> ast.Module | None:
    """The source of a `def` without decorators; None for a lambda, and where there is none."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
    (whole,) = tree.body if len(tree.body) == 1 else (None,)
    if not isinstance(whole, ast.FunctionDef) or whole.name != function.__name__:
        return None
    whole.decorator_list = []
    return tree


class _Indexes(ast.NodeTransformer):
    """row[i] → row[note(row, i, "row[i]")], for reading and for writing."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Note the index, unless it is meant or the row cannot be looked at twice."""
        text = ast.unparse(node)
        is_meant = _is_from_the_end(node.slice)
        row, can_be_asked = node.value, _is_pure(node.value)
        self.generic_visit(node)
        if is_meant or not can_be_asked or isinstance(node.slice, ast.Slice | ast.Tuple):
            return node
        twin = ast.parse(ast.unparse(row), mode="eval").body
        name = ast.Name(NOTEBOOK, ast.Load())
        node.slice = ast.Call(name, [twin, node.slice, ast.Constant(text)], [])
        return node


def _is_from_the_end(index: ast.expr) -> bool:
    """Whether the index itself is written with a minus, or as ~k."""
    return isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub | ast.Invert)


def _is_pure(row: ast.expr) -> bool:
    """Whether the row can be looked at twice: names, attributes and items."""
    parts = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.BinOp, ast.UnaryOp)
    kinds = (*parts, ast.expr_context, ast.operator, ast.unaryop)
    return all(isinstance(part, kinds) for part in ast.walk(row))
