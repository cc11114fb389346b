"""The rules of a game as digests, one for each function and constant that they use.

Two games whose rules read the same have the same digests, whatever their comments. What belongs to
Python or to an installed package is left out.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property, partial
from hashlib import sha256
from inspect import getattr_static, getsource
from textwrap import dedent
from types import CodeType, FunctionType, MethodType, ModuleType

from zermelo.model.game import Game, Spelled, SpelledRules
from zermelo.tables.exact_json import Unwritten, to_json

RULE_HOOKS = ("moves", "payoff", "turn", "canonical", "layer")
DIGITS = 16  # of a digest
NOT_RULES = ("zermelo.model", "zermelo.errors")  # the words that rules are written with


def digests_of(game: Game) -> dict[str, str]:
    """Name → digest, for all that decides on moves, turns and payoffs."""
    return dict(sorted(_walked(game).found.items()))


def names_in_rules(game: Game) -> set[str]:
    """All names that the rules mention: a field that is not among them decides on nothing."""
    return _walked(game).names


def _walked(game: Game) -> _Walk:
    walk = _Walk(game)
    for hook in RULE_HOOKS:
        if hasattr(game, hook):
            walk.value(hook, getattr(game, hook), is_root=True)
    return walk


class _Walk:
    """Goes through a game's rules and all that they call."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fields = {field.name for field in fields(game)} if is_dataclass(game) else {""}
        self.found: dict[str, str] = {}
        self.names: set[str] = set()
        self.seen: set[int] = {id(game)}

    def value(self, name: str, value: object, *, is_root: bool = False) -> None:
        """A function, a class, or a constant."""
        value = _bare(value)
        if isinstance(value, FunctionType):
            if is_root or not _is_foreign(value.__module__):
                self._function(value)
        elif isinstance(value, partial):
            self.value(name, value.func)
            self._constant(name, (value.args, value.keywords))
        elif isinstance(value, type):
            if not _is_foreign(value.__module__) and value is not type(self.game):
                self._put(value.__qualname__, _source(value))
        elif not isinstance(value, ModuleType | Game):
            self._constant(name, value)

    def _constant(self, name: str, value: object) -> None:
        if callable(value) and hasattr(value, "__dict__") and not isinstance(value, type):
            for part, held in vars(value).items():
                self.value(f"{name}.{part}", held)
            return
        try:
            self._put(name, str(to_json(value)))
        except Unwritten:
            self._put(name, type(value).__qualname__)

    def _put(self, name: str, text: str) -> None:
        self.found[name] = sha256(text.encode()).hexdigest()[:DIGITS]

    def _function(self, function: FunctionType) -> None:
        if id(function) in self.seen:
            return
        self.seen.add(id(function))
        self._put(function.__qualname__, _source(function))
        for name, value in self._used(function):
            self.value(name, value)

    def _used(self, function: FunctionType) -> Iterator[tuple[str, object]]:
        """What the names in a function stand for, as far as that can be told."""
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        for name, cell in cells:
            try:
                yield f"{function.__qualname__}.{name}", cell.cell_contents
            except ValueError:  # not bound yet
                continue
        names = _names(function.__code__)
        self.names |= names
        for name in sorted(names):
            yield from self._meant(name, function)

    def _meant(self, name: str, function: FunctionType) -> Iterator[tuple[str, object]]:
        if name in function.__globals__:
            value = function.__globals__[name]
            yield name, value
            if isinstance(value, ModuleType) and not _is_foreign(value.__name__):
                used = sorted(_names(function.__code__) & vars(value).keys())
                yield from ((f"{name}.{part}", vars(value)[part]) for part in used)
        kind = type(self.game)
        held = getattr_static(kind, name, None)
        is_rule = name not in RULE_HOOKS and name not in self.fields and not hasattr(object, name)
        if held is not None and is_rule:
            owner = next((c for c in kind.__mro__ if name in vars(c)), kind)
            if not _is_foreign(owner.__module__):
                yield f"{owner.__qualname__}.{name}", held


def _bare(value: object) -> object:
    """The function behind a method, a property or a decorator."""
    while True:
        match value:
            case Spelled():
                value = value.function
            case SpelledRules():
                value = value.written
            case MethodType() | staticmethod() | classmethod():
                value = value.__func__
            case property():
                value = value.fget
            case cached_property():
                value = value.func
            case _ if hasattr(value, "__wrapped__") and not isinstance(value, FunctionType):
                value = value.__wrapped__  # a cache around a function
            case _:
                return value


def _is_foreign(module: str | None) -> bool:
    """Whether a module is Python's, installed, or the vocabulary."""
    name = module or ""
    if name.startswith(NOT_RULES) or name.split(".")[0] in sys.stdlib_module_names - {"__main__"}:
        return True
    file = getattr(sys.modules.get(name), "__file__", None) or ""
    return "site-packages" in file and not name.startswith("zermelo.")


def _names(code: CodeType) -> set[str]:
    """All names in a function and the functions inside it."""
    found = set(code.co_names)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found |= _names(inner)
    return found


def _source(thing: Callable[..., object] | type) -> str:
    """The text without comments, docstrings and blank lines; the code where there is no text."""
    try:
        text = dedent(getsource(thing))
        return "\n".join(filter(str.strip, _without_comments(_without_docstrings(text))))
    except (OSError, TypeError, SyntaxError, tokenize.TokenError):
        code = getattr(thing, "__code__", None)
        return f"{code.co_code.hex()} {code.co_consts}" if code else repr(thing)


def _without_docstrings(text: str) -> list[str]:
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            first = node.body[0]
            for line in range(first.lineno - 1, first.end_lineno or first.lineno):
                lines[line] = ""
    return lines


def _without_comments(lines: list[str]) -> list[str]:
    text = "\n".join(lines)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return [line.rstrip() for line in lines]
