"""What is public, and what is said about it where it is defined.

A thing's words are its docstring; those of a field or of a constant are the string below it, the
comment beside it, or, of a member of an enumeration, its value. `undocumented` names what has none.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import textwrap
import tokenize
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import zermelo
from zermelo import errors, games
from zermelo.model import pictures, shapes

SOURCES = Path(zermelo.__file__).parent
READ = ("property", "cached_property")


@dataclass(frozen=True)
class Field:
    """An attribute that a class declares: its type as it is written, its default, its words."""

    kind: str
    default: str | None
    words: str


@dataclass(frozen=True)
class Member:
    """Something that may be asked of an instance: a method, a property or a field."""

    name: str
    kind: str  # "method", "classmethod", "property" or "attribute"
    signature: str
    returns: str
    words: str


@dataclass(frozen=True)
class Thing:
    """A public class, function or constant, by the name it is imported by."""

    path: str
    value: Any

    @property
    def name(self) -> str:
        """The last word of its path."""
        return self.path.rpartition(".")[2]

    @property
    def words(self) -> str:
        """What is said about it where it is defined."""
        if inspect.isclass(self.value):  # a class inherits the docstring of its base
            return inspect.cleandoc(vars(self.value).get("__doc__") or "")
        return inspect.getdoc(self.value) or ""

    @cached_property
    def fields(self) -> dict[str, Field]:
        """What the class, and bases that have no page of their own, declare."""
        found: dict[str, Field] = {}
        for kind in reversed(own_classes(self.value)):
            found |= declared(kind)
        return found

    @cached_property
    def members(self) -> list[Member]:
        """All that the class adds to its public bases, in the order of the sources."""
        named = dict.fromkeys(
            name for kind in own_classes(self.value) for name in [*declared(kind), *vars(kind)]
        )
        return [
            member(self, name)
            for name in named
            if not name.startswith("_") and not isinstance(getattr(self.value, name, None), type)
        ]


def member(owner: Thing, name: str) -> Member:
    """One member of a class."""
    static = inspect.getattr_static(owner.value, name, None)
    kind = type(static).__name__
    if isinstance(static, Enum) and issubclass(owner.value, Enum):
        return Member(name, "attribute", "", "", str(static.value))
    function = _function(static)
    if name in owner.fields and not function:
        field = owner.fields[name]
        return Member(name, "attribute", "", field.kind, field.words or _said_above(owner, name))
    words = inspect.getdoc(function) if function else ""
    if kind in READ:
        return Member(name, "property", "", written_return(function), words or "")
    if function:
        said = "classmethod" if kind == "classmethod" else "method"
        takes, gives = written_arguments(function), written_return(function)
        return Member(name, said, takes, gives, words or "")
    return Member(name, "attribute", "", "", _said_above(owner, name))


def _said_above(owner: Thing, name: str) -> str:
    """The words of a base about an attribute."""
    ours = (kind for kind in owner.value.__mro__ if kind.__module__.startswith("zermelo"))
    return next((f.words for kind in ours if (f := declared(kind).get(name)) and f.words), "")


def _function(static: object) -> Any:
    for way in ("fget", "func", "__func__", "written"):  # the last one: `moves` of last-move games
        if hasattr(static, way):
            return getattr(static, way)
    return static if inspect.isfunction(static) else None


# -- what the sources say --------------------------------------------------------------------------


@cache
def definition(function: Any) -> ast.FunctionDef:
    """A function as it is written."""
    [found] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(found, ast.FunctionDef)
    return found


def written_arguments(function: Any) -> str:
    """Its arguments, but for `self`; `...` where a default is none that one would write."""
    known = inspect.unwrap(function).__globals__
    arguments = copy(definition(function).args)
    arguments.defaults = [_told(node, known) for node in arguments.defaults]
    arguments.kw_defaults = [node and _told(node, known) for node in arguments.kw_defaults]
    text = ast.unparse(arguments).replace(" = UNSET", " = ...").replace("=UNSET", "=...")
    first, _, rest = text.partition(", ")
    return rest if first in ("self", "cls") else text


def _told(node: ast.expr, known: dict[str, Any]) -> ast.expr:
    """A default; of a constant its value, which a reader can do something with."""
    value = known.get(node.id) if isinstance(node, ast.Name) else None
    return ast.Constant(value) if isinstance(value, int | float | str) else node


def written_return(function: Any) -> str:
    """What it returns, as it is annotated."""
    returns = definition(function).returns
    return "" if returns is None else ast.unparse(returns)


@cache
def _module(name: str) -> tuple[ast.Module, dict[int, str]]:
    source = inspect.getsource(import_module(name))
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    beside = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokens
        if token.type == tokenize.COMMENT and token.line.strip() != token.string
    }
    return ast.parse(source), beside


@cache
def declared(kind: type) -> dict[str, Field]:
    """The annotated and the assigned names of a class body, in order."""
    tree, beside = _module(kind.__module__)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            return dict(_declared(node.body, beside))
    return {}


def _declared(body: list[ast.stmt], beside: dict[int, str]) -> Iterator[tuple[str, Field]]:
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.If):
            yield from _declared(node.body, beside)
        names, kind, default = _assigned(node)
        words = beside.get(getattr(node, "end_lineno", 0) or 0, "").partition("noqa")[0]
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            words = inspect.cleandoc(str(after.value.value))
        for name in names:
            if not name.startswith("_"):
                yield name, Field(kind, default, words)


def _assigned(node: ast.stmt) -> tuple[list[str], str, str | None]:
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        default = None if node.value is None else ast.unparse(node.value)
        return [node.target.id], ast.unparse(node.annotation), default
    if isinstance(node, ast.Assign):
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        return names, "", ast.unparse(node.value)
    return [], "", None


def own_classes(kind: type) -> list[type]:
    """A class, and those of its bases in the sources that have no page of their own."""
    if not inspect.isclass(kind):
        return []
    return [
        base
        for base in kind.__mro__
        if base.__module__.startswith("zermelo") and (base is kind or base not in public_classes())
    ]


# -- which things are public -----------------------------------------------------------------------

ROOMS = (zermelo, errors, games, shapes, pictures)


def defined_in(room: Any) -> list[str]:
    """The public names of a module: what it lists, or the classes that it defines."""
    if hasattr(room, "__all__"):
        return list(room.__all__)
    return [
        name
        for name, value in vars(room).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == room.__name__
    ]


@cache
def exported() -> dict[str, Thing]:
    """Every name that is offered for import, by its shortest path."""
    found: dict[str, Thing] = {}
    for room in ROOMS:
        for name in defined_in(room):
            value = getattr(room, name)
            if not any(other.value is value for other in found.values()):
                found[name] = Thing(f"{room.__name__}.{name}", value)
    return found


@cache
def public_classes() -> frozenset[type]:
    """Those that are offered for import."""
    return frozenset(t.value for t in exported().values() if inspect.isclass(t.value))


@cache
def classes() -> dict[str, str]:
    """The module of every class of the rooms above the translator; names are there once."""
    found = {}
    for file in sorted(SOURCES.rglob("*.py")):
        parts = file.relative_to(SOURCES).with_suffix("").parts
        if parts[0] not in ("staging", "kernels"):
            module = ".".join(("zermelo", *parts)).removesuffix(".__init__")
            names = re.findall(r"^class ([A-Z]\w*)", file.read_text("utf-8"), re.M)
            found |= dict.fromkeys(names, module)
    return found


@cache
def thing(name: str) -> Thing:
    """A public name, or a record that a public function returns."""
    if name in exported():
        return exported()[name]
    module = classes()[name]
    return Thing(f"{module}.{name}", getattr(import_module(module), name))


# -- what is missing -------------------------------------------------------------------------------


def undocumented(names: list[str], made: set[str]) -> list[str]:
    """Things and members without words, by their paths.

    The fields of what a reader makes are its arguments, which the words of the class are about.
    """
    missing = []
    for found in map(thing, names):
        if not found.words:
            missing.append(found.path)
        if inspect.isclass(found.value):
            silent = (member.name for member in found.members if not member.words)
            asked = found.fields if found.name in made else ()
            missing += [f"{found.path}.{name}" for name in silent if name not in asked]
    return missing


def returned(names: list[str]) -> set[str]:
    """The classes of ours that a public function, method or property gives back."""
    texts = []
    for found in map(thing, names):
        if inspect.isclass(found.value):
            texts += [m.returns for m in found.members if m.kind != "attribute"]
        elif inspect.isfunction(found.value):
            texts.append(written_return(found.value))
    words = {word for text in texts for word in _words(text)}
    return words & set(classes())


def _words(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text or "None")):
        if isinstance(node, ast.Name):
            yield node.id
