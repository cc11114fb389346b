"""The rules of a game as digests, one for each function and constant that they use.

Two games whose rules read the same have the same digests, whatever their comments. What belongs to
Python or to an installed package is left out.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cached_property, partial
from hashlib import sha256
from inspect import getattr_static, getsource
from itertools import chain, islice
from textwrap import dedent
from types import CodeType, FunctionType, MethodType, ModuleType

from zermelo.model.game import Game, Spelled, SpelledRules, State
from zermelo.tables.exact_json import Unwritten, to_json

RULE_HOOKS = ("moves", "payoff", "turn", "canonical", "layer")
LOOKS_UP = {"getattr", "attrgetter", "methodcaller", "vars", "__dict__", "__getattribute__"}
FIXED = (int, str, bytes, tuple, frozenset)  # what rules do not write into
DIGITS = 16  # of a digest
NOT_RULES = ("zermelo.model", "zermelo.errors")  # the words that rules are written with


def digests_of(game: Game) -> dict[str, str]:
    """Name → digest, for all that decides on moves, turns and payoffs."""
    return dict(sorted(_walked(game).found.items()))


def names_in_rules(game: Game) -> set[str] | None:
    """All names that the rules mention: a field that is not among them decides on nothing.

    None where that cannot be told: the rules hand the game itself on (`getattr(self, …)`,
    `match self`, `for part in self`), or use what was made of fields when the game was made.
    """
    walk = _walked(game)
    return None if walk.is_handed_on or walk.names & _made_of_fields(game) else walk.names


def _made_of_fields(game: Game) -> set[str]:
    """What an instance holds besides the fields that it is compared by."""
    if not is_dataclass(game):
        return {name for name, value in vars(game).items() if callable(value)}
    given = {field.name for field in fields(game) if field.init}
    kind = type(game)
    return {
        name
        for name in {*vars(game), *(field.name for field in fields(game))} - given
        if not isinstance(getattr_static(kind, name, None), cached_property)
    }


def _walked(game: Game) -> _Walk:
    walk = _Walk(game)
    for hook in RULE_HOOKS:
        if hasattr(game, hook):
            walk.value(hook, getattr(game, hook), is_root=True)
    for state in _first_states(game):
        walk.kinds(state)
    return walk


def _first_states(game: Game) -> Iterator[State]:
    """Where play begins, for the classes of states: rules may call their methods, and name none."""
    with suppress(Exception):  # there is none, or it is told elsewhere that it fails
        yield game.start
    with suppress(Exception):
        own = game.starts
        yield from islice(own() if callable(own) else own, 1)


class _Walk:
    """Goes through a game's rules and all that they call."""

    def __init__(self, game: Game) -> None:
        self.game = game
        given = (f.name for f in fields(game) if f.init) if is_dataclass(game) else ("",)
        self.fields = set(given)
        self.found: dict[str, str] = {}
        self.names: set[str] = set()
        self.seen: set[int] = {id(game)}
        self.methods = _methods(type(game))
        made: set[str] = _made_of_fields(game) if is_dataclass(game) else set()
        self.made = {n for n in made if isinstance(vars(game).get(n), FIXED)}
        self.is_handed_on = False  # whether some rule does more with the game than name its parts

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
            for cls in () if value is type(self.game) else value.__mro__:
                if not _is_foreign(cls.__module__) and cls is not type(self.game):
                    self._put(cls.__qualname__, _source(cls))
                    self._methods_of(cls)
        elif not isinstance(value, ModuleType | Game):
            self._constant(name, value)

    def _methods_of(self, cls: type) -> None:
        """What the methods of a class use, where somebody wrote them; games have rules for that."""
        file = getattr(sys.modules.get(cls.__module__), "__file__", None)
        for held in () if issubclass(cls, Game) else map(_bare, vars(cls).values()):
            if isinstance(held, FunctionType) and held.__code__.co_filename == file:
                self._function(held)

    def kinds(self, state: State) -> None:
        """The classes of a state and of its parts."""
        kind = type(state)
        if not _is_foreign(kind.__module__):
            self.value("", kind)
        for part in _parts_of_state(state):
            if id(part) not in self.seen:
                self.seen.add(id(part))
                self.kinds(part)

    def _constant(self, name: str, value: object) -> None:
        if callable(value) and hasattr(value, "__dict__") and not isinstance(value, type):
            for part, held in vars(value).items():
                self.value(f"{name}.{part}", held)
            return
        try:
            self._put(name, str(to_json(value)))
        except Unwritten:
            self._put(name, type(value).__qualname__)
            if id(value) not in self.seen:
                self.seen.add(id(value))
                for key, inner in _parts(value):
                    self.value(f"{name}.{key}", inner)
        if not _is_foreign(type(value).__module__):
            self.value("", type(value))

    def _put(self, name: str, text: str) -> None:
        self.found[name] = sha256(text.encode()).hexdigest()[:DIGITS]

    def _function(self, function: FunctionType) -> None:
        if id(function) in self.seen:
            return
        self.seen.add(id(function))
        self._put(function.__qualname__, _source(function))
        if id(function) in self.methods and function.__code__.co_argcount:
            self.is_handed_on |= _hands_on(function)
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
        given = function.__code__.co_varnames[: function.__code__.co_argcount][::-1]
        preset = dict(zip(given, (function.__defaults__ or ())[::-1], strict=False))
        for name, value in {**preset, **(function.__kwdefaults__ or {})}.items():
            yield f"{function.__qualname__}.{name}", value
        names = _names(function.__code__)
        self.names |= names
        if names & LOOKS_UP:  # any attribute of the class may be meant
            names |= {n for c in type(self.game).__mro__ if not _is_foreign(c.__module__)
                      for n in vars(c) if not n.startswith("__")}  # fmt: skip
        for name in sorted(names):
            yield from self._meant(name, function)
            if "super" in names:
                yield from self._overridden(name)

    def _overridden(self, name: str) -> Iterator[tuple[str, object]]:
        """What `super()` may lead to."""
        for cls in type(self.game).__mro__[1:]:
            if name in vars(cls) and not _is_foreign(cls.__module__):
                yield f"{cls.__qualname__}.{name}", vars(cls)[name]

    def _meant(self, name: str, function: FunctionType) -> Iterator[tuple[str, object]]:
        if name in function.__globals__:
            value = function.__globals__[name]
            yield name, value
            if isinstance(value, ModuleType) and not _is_foreign(value.__name__):
                used = sorted(_names(function.__code__) & vars(value).keys())
                yield from ((f"{name}.{part}", vars(value)[part]) for part in used)
        kind = type(self.game)
        own = vars(self.game).get(name)
        if own is not None and not isinstance(own, Game):
            if name in self.made or (name not in self.fields and not _is_written(own)):
                yield f"{kind.__qualname__}.{name}", own
            if not _is_foreign(type(own).__module__):
                yield "", type(own)  # whose methods the rules may call
        held = getattr_static(kind, name, None)
        is_rule = name not in RULE_HOOKS and name not in self.fields and not hasattr(object, name)
        if held is not None and is_rule:
            owner = next((c for c in kind.__mro__ if name in vars(c)), kind)
            if not _is_foreign(owner.__module__):
                yield f"{owner.__qualname__}.{name}", held


def _hands_on(function: FunctionType) -> bool:
    """Whether a method uses its first parameter otherwise than by naming a part of it."""
    try:
        tree = ast.parse(dedent(getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return True
    own = function.__code__.co_varnames[0]
    named = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return any(
        isinstance(node, ast.Name) and node.id == own and id(node) not in named
        for node in ast.walk(tree)
    )


def _methods(kind: type) -> set[int]:
    """What is handed an instance when it is called."""
    held = [value for cls in kind.__mro__ for value in vars(cls).values()]
    return {id(_bare(one)) for one in held if not isinstance(one, staticmethod | classmethod)}


def _is_written(value: object) -> bool:
    """Whether a value is told by its fields."""
    try:
        to_json(value)
    except Unwritten:
        return False
    return _is_foreign(type(value).__module__)


def _parts(value: object) -> Iterator[tuple[object, object]]:
    """What a value consists of that has no form in JSON."""
    match value:
        case Mapping():
            yield from value.items()
        case list() | tuple():
            yield from enumerate(value)
        case _ if not _is_foreign(type(value).__module__):
            yield from getattr(value, "__dict__", {}).items()


def _parts_of_state(state: State) -> Iterator[State]:
    if isinstance(state, tuple | list | set | frozenset):
        yield from state
    elif isinstance(state, Mapping):
        yield from chain.from_iterable(state.items())
    elif not _is_foreign(type(state).__module__):
        yield from getattr(state, "__dict__", {}).values()
        yield from (getattr(state, name) for name in getattr(type(state), "__slots__", ()))


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
            if _is_beside_code(lines, first):
                continue
            for line in range(first.lineno - 1, first.end_lineno or first.lineno):
                lines[line] = ""
    return lines


def _is_beside_code(lines: list[str], docstring: ast.stmt) -> bool:
    """Whether code stands in the lines of a docstring, too."""
    last = docstring.end_lineno or docstring.lineno
    before = lines[docstring.lineno - 1].encode()[: docstring.col_offset]
    after = lines[last - 1].encode()[docstring.end_col_offset :].strip()
    return bool(before.strip()) or after[:1] not in (b"", b"#")


def _without_comments(lines: list[str]) -> list[str]:
    text = "\n".join(lines)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return [line.rstrip() for line in lines]
