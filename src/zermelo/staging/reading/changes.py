"""Whether objects of a class change after they were made: what its methods say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from types import FunctionType
from typing import Any

from zermelo.staging.reading.labels import CHANGING
from zermelo.staging.reading.source import Refused, source_of

MAKING = ("__init__", "__post_init__", "__new__", "__setstate__")


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
    try:
        source = source_of(function)
    except Refused:
        return False
    form = source.parameters
    names = [arg.arg for arg in (*form.posonlyargs, *form.args)]
    parts = [part for line in source.body for part in ast.walk(line)]
    return bool(names) and any(_root(each) == names[0] for part in parts for each in _changed(part))


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
