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
from collections.abc import Iterable
from copy import copy
from types import FunctionType
from typing import Any

from zermelo.model.game import Game, PayoffGame, Spelled, State
from zermelo.model.near_hooks import OURS, WRAPPERS
from zermelo.model.numerals import spelled

NOTEBOOK = "__zermelo_index__"
MOST_WARNINGS = 3  # warnings


def wrapped_indexes(game: Game, states: Iterable[State]) -> list[str]:
    """A warning for each place where an index was negative, with the first state that shows it."""
    notebook = Notebook()
    watched = _watched(game, notebook)
    if watched is None:
        return []
    for state in states:
        notebook.state = state
        _ask(watched, state)
    ending = ": a negative index counts from the end"
    return [text + ending for text in list(notebook.notes.values())[:MOST_WARNINGS]]


class Notebook:
    """Which indexes were negative, each with the first state that showed it."""

    def __init__(self) -> None:
        self.state: State = None  # the one that is asked about
        self.notes: dict[str, str] = {}

    def item(self, row: Any, index: object, text: str) -> object:
        """`row[index]`, noted."""
        self.index(row, index, text)
        return row[index]

    def index(self, row: object, index: object, text: str) -> object:
        """The index itself, noted."""
        if isinstance(row, list | tuple | str | bytes) and isinstance(index, int) and index < 0:
            said = f"{text} is at index {index} in state {spelled(self.state)}"
            self.notes.setdefault(text, said)
        return index


def _ask(game: Game, state: State) -> None:
    """What fails here has failed before, or fails for being rewritten."""
    try:
        if not list(game.moves(state)):
            game.payoff(state)
        if isinstance(game, PayoffGame):
            game.turn(state)
    except Exception:  # of the user's own
        return


def _watched(game: Game, notebook: Notebook) -> Game | None:
    """A copy of the game whose own methods note their indexes; None without such methods."""
    kind = type(game)
    rewriter = Rewriter(notebook)
    methods: dict[str, object] = {"__slots__": ()}
    for base in kind.__mro__:
        if issubclass(base, Game) and base.__module__.split(".")[0] != OURS:
            for name, value in vars(base).items():
                again = rewriter.method(value) if name not in methods else None
                if again is not None:
                    methods[name] = again
    own = {name: rewriter.hook(value) for name, value in getattr(game, "__dict__", {}).items()}
    own = {name: value for name, value in own.items() if value is not None}
    if len(methods) == 1 and not own:
        return None
    try:
        twin = copy(game)
        object.__setattr__(twin, "__class__", type(kind.__name__, (kind,), methods))
        if hasattr(twin, "__dict__"):
            known = {name: value for name, value in vars(twin).items() if name not in methods}
            vars(twin).clear()  # what a property has kept is asked again
            vars(twin).update(known | own)
    except Exception:  # a class that cannot be derived from, or an object that cannot be copied
        return None
    return twin


class Rewriter:
    """Compiles functions once more, with their indexes noted."""

    def __init__(self, notebook: Notebook) -> None:
        self.notebook = notebook
        self.known: dict[FunctionType, FunctionType] = {}

    def method(self, value: object) -> object:
        """What a class defines once more; None for what is no function, or has no source."""
        if isinstance(value, FunctionType):
            return self.function(value)
        part = next((part for kind, part in WRAPPERS.items() if type(value) is kind), None)
        inner = None if part is None else getattr(value, part)
        again = self.function(inner) if isinstance(inner, FunctionType) else None
        return None if again is None else type(value)(again)  # type: ignore[call-arg]

    def hook(self, value: object) -> object:
        """The same of a function that a game was made of."""
        if isinstance(value, FunctionType):
            return self.function(value)
        if isinstance(value, Spelled) and isinstance(value.function, FunctionType):
            again = self.function(value.function)
            return None if again is None else Spelled(again, value.game)
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
        super().__init__({**function.__globals__, **closed, NOTEBOOK: rewriter.notebook})
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
    """row[i] → notebook.item(row, i, "row[i]"); where it is written to, its index is noted."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Note the index, unless it is meant, or a row that is written to has to be asked twice."""
        text = ast.unparse(node)
        is_meant = _is_from_the_end(node.slice) or isinstance(node.slice, ast.Slice | ast.Tuple)
        can_be_asked = _is_pure(node.value)
        twin = ast.parse(ast.unparse(node.value), mode="eval").body
        self.generic_visit(node)
        if is_meant:
            return node
        if isinstance(node.ctx, ast.Load):
            return _noted("item", node.value, node.slice, text)
        if can_be_asked:
            node.slice = _noted("index", twin, node.slice, text)
        return node


def _noted(how: str, row: ast.expr, index: ast.expr, text: str) -> ast.Call:
    method = ast.Attribute(ast.Name(NOTEBOOK, ast.Load()), how, ast.Load())
    return ast.Call(method, [row, index, ast.Constant(text)], [])


def _is_from_the_end(index: ast.expr) -> bool:
    """Whether the index itself is written with a minus, or as ~k."""
    return isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub | ast.Invert)


def _is_pure(row: ast.expr) -> bool:
    """Whether the row can be looked at twice: names, attributes and items."""
    parts = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.BinOp, ast.UnaryOp)
    kinds = (*parts, ast.expr_context, ast.operator, ast.unaryop)
    return all(isinstance(part, kinds) for part in ast.walk(row))
