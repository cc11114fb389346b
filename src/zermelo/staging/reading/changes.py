"""Whether objects of a class change after they were made: what its methods say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import FunctionType
from typing import Any

from zermelo.staging.reading.labels import CHANGING
from zermelo.staging.reading.pieces import pieces_of
from zermelo.staging.reading.source import Refused, Source, source_of

MAKING = ("__init__", "__post_init__", "__new__", "__setstate__")


def surely_set(cls: type) -> frozenset[str]:
    """The fields that every object of a class has from the start: those of a dataclass, and those
    that the statements of __init__ give a value to, whatever happens.
    """
    return _surely_set(cls)


@lru_cache(maxsize=256)
def _surely_set(cls: Any) -> frozenset[str]:
    if is_dataclass(cls):
        return frozenset(field.name for field in fields(cls))
    maker = next(above for above in cls.__mro__ if "__init__" in vars(above))
    source = read(vars(maker)["__init__"])
    if source is None or any(isinstance(part, ast.Return) for part in _parts(source.body)):
        return frozenset()
    found: set[str] = set()
    for line in source.body:
        if ast.unparse(line).startswith("super().__init__("):
            above = cls.__mro__[cls.__mro__.index(maker) + 1 :]
            found |= _surely_set(next(each for each in above if "__init__" in vars(each)))
        elif isinstance(line, ast.Assign | ast.AnnAssign):
            given = [part for part in _changed_in(line) if isinstance(part, ast.Attribute)]
            found |= {part.attr for part in given if _root(part) == first_of(source)}
    return frozenset(found)


def read(function: object) -> Source | None:
    """A function's own text, where there is any."""
    try:
        return source_of(function) if isinstance(function, FunctionType) else None
    except Refused:
        return None


def _parts(lines: list[ast.stmt]) -> list[ast.AST]:
    return [part for line in lines for part in pieces_of(line)]


def _changed_in(line: ast.stmt) -> Iterator[ast.expr]:
    return (each for part in pieces_of(line) for each in _changed(part))


def first_of(source: Source) -> str:
    """The name of the object itself."""
    names = [arg.arg for arg in (*source.parameters.posonlyargs, *source.parameters.args)]
    return names[0] if names else ""


def changes_itself(cls: type) -> bool:
    """Whether a method other than those that make an object gives values to parts of it."""
    return _changes_itself(cls)


@lru_cache(maxsize=256)
def _changes_itself(cls: Any) -> bool:
    is_frozen = getattr(getattr(cls, "__dataclass_params__", None), "frozen", False)
    if is_frozen or issubclass(cls, Enum | tuple | BaseException):
        return False
    found = [each for above in cls.__mro__[:-1] for each in vars(above).items()]
    methods = [each for name, each in found if name not in MAKING]
    return any(map(_changes, filter(lambda each: isinstance(each, FunctionType), methods)))


def _changes(function: FunctionType) -> bool:
    source = read(function)
    me = "" if source is None else first_of(source)
    if source is None or not me:
        return False
    return any(_root(each) == me for line in source.body for each in _changed_in(line))


def _changed(part: ast.AST) -> Iterator[ast.expr]:
    """What a piece of syntax changes: a field, an item, a list."""
    if isinstance(part, ast.Attribute | ast.Subscript) and not isinstance(part.ctx, ast.Load):
        yield part
    called = part.func if isinstance(part, ast.Call) else None
    owner = called.value if isinstance(called, ast.Attribute) else None
    if isinstance(owner, ast.Attribute) and getattr(called, "attr", "") in CHANGING:
        yield owner


def _root(node: ast.expr) -> str:
    """The name that fields and items are asked of."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
