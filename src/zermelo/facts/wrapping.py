"""Negative indexes that count from the end unnoticed, found by asking rewritten rules.

`row[left - 1]` with left = 0 is the last item: no error, another game. The user's own methods, and
the functions of the same file that they call, are compiled once more with every index passed
through a notebook, and asked about a sample of states. What has no source is not looked at.
"""

from __future__ import annotations

import inspect
from array import array
from collections import deque
from collections.abc import Callable, Iterable
from copy import copy
from functools import cache
from operator import index as whole_index
from types import FunctionType
from typing import Any, SupportsIndex

from zermelo.facts.index_notes import NOTEBOOK, noting
from zermelo.model.game import Game, PayoffGame, Spelled, State
from zermelo.model.near_hooks import OURS, WRAPPERS
from zermelo.model.numerals import spelled

MOST_WARNINGS = 3  # warnings
COUNTED_FROM_THE_END = (list, tuple, str, bytes, bytearray, range, array, deque)
CACHED = type(cache(lambda: None))  # what @cache and @lru_cache make of a function


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
        """The index itself, noted; of an array each of several."""
        if isinstance(row, COUNTED_FROM_THE_END):
            self._note(index, "is at index", text)
        elif _is_array(row):
            for one in index if isinstance(index, tuple) else (index,):
                self._note(one, "is at index", text)
        return index

    def bound(self, index: object, text: str) -> object:
        """A bound of a slice, noted."""
        self._note(index, "has the bound", text)
        return index

    def _note(self, index: object, what: str, text: str) -> None:
        if isinstance(index, SupportsIndex) and (place := whole_index(index)) < 0:
            said = f"{text} {what} {place} in state {spelled(self.state)}"
            self.notes.setdefault(text, said)


def _is_array(row: object) -> bool:
    """Whether a row is an array of numpy, which is not loaded for this."""
    return type(row).__module__ == "numpy" and type(row).__name__ == "ndarray"


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
        self.known: dict[FunctionType, Callable[..., Any]] = {}

    def method(self, value: object) -> object:
        """What a class defines once more; None for what is no function, or has no source."""
        if isinstance(value, FunctionType | CACHED):
            return self.helper(value)
        part = next((part for kind, part in WRAPPERS.items() if type(value) is kind), None)
        again = None if part is None else self.helper(getattr(value, part))
        return None if again is None else type(value)(again)  # type: ignore[call-arg]

    def hook(self, value: object) -> object:
        """The same of a function that a game was made of."""
        if isinstance(value, Spelled):
            again = self.helper(value.function)
            return None if again is None else Spelled(again, value.game)
        return self.helper(value)

    def helper(self, value: object) -> Callable[..., Any] | None:
        """A function, or one whose answers are kept, once more."""
        if isinstance(value, FunctionType):
            return self.function(value)
        if isinstance(value, CACHED) and isinstance(value.__wrapped__, FunctionType):
            return self.function(value.__wrapped__, is_kept=True)
        return None

    def function(
        self, function: FunctionType, *, is_kept: bool = False
    ) -> Callable[..., Any] | None:
        """A function once more; None without a source that can be compiled by itself."""
        if function in self.known:
            return self.known[function]
        source = noting(function)
        if source is None or "__class__" in function.__code__.co_freevars:  # super() has its place
            return None
        try:
            space = _Globals(self, function)
            exec(compile(source.tree, inspect.getfile(function), "exec"), space)
        except Exception:  # of a default value that only its class can see, say
            return None
        again = space[source.name]
        assert isinstance(again, FunctionType)
        if is_kept:  # one that calls itself is not to take for ever
            space[source.name] = again = cache(again)
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
            if getattr(value, "__module__", None) == self.function.__module__:
                self[name] = self.rewriter.helper(value) or value
