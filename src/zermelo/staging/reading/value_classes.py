"""Classes that people write whose objects are values, as those of a frozen dataclass are.

    class Board:
        def __init__(self, cells, turn):
            self.cells, self.turn = tuple(cells), turn

        def __eq__(self, other):
            if not isinstance(other, Board):
                return NotImplemented
            return self.cells == other.cells and self.turn == other.turn

        def __hash__(self):
            return hash((self.cells, self.turn))

Its fields are what `__init__` gives values to, line by line; its `__eq__` says that all of them are
equal, and nothing else; no method changes them afterwards. What is written in another way may be as
good, and is not recognised.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import Enum
from functools import lru_cache
from inspect import getattr_static
from types import FunctionType
from typing import Any

from zermelo.staging.reading.changes import changes_itself, first_of, read
from zermelo.staging.reading.pieces import pieces_of
from zermelo.staging.reading.source import Source

DEEPEST = 4  # methods that ask each other for what they compare
NO = ("False", "NotImplemented")  # what is said of things of another class


def value_fields(cls: type) -> tuple[str, ...]:
    """The fields of objects that are values, in the order in which they are set; else none."""
    return () if type.__subclasses__(cls) else _value_fields(cls)


@lru_cache(maxsize=1024)
def _value_fields(cls: Any) -> tuple[str, ...]:
    own = vars(cls)
    if not {"__init__", "__eq__"} <= own.keys() or is_dataclass(cls) or _is_of_another_kind(cls):
        return ()
    if not isinstance(own["__eq__"], FunctionType) or own.get("__hash__") is None:
        return ()
    fields = _set_line_by_line(read(own["__init__"]))
    if not fields or any(_is_odd(cls, name) for name in fields) or changes_itself(cls):
        return ()
    return fields if Equality(cls, fields).compared == {*fields} else ()


def _is_of_another_kind(cls: type) -> bool:
    """Whether more than its own methods decides about its objects."""
    plain = all(
        getattr_static(cls, name) is getattr_static(object, name)
        for name in ("__new__", "__setattr__", "__getattribute__")
    )
    return not plain or issubclass(cls, Enum | BaseException)


def _is_odd(cls: type, name: str) -> bool:
    """Whether a field has another name outside of its class, or is set by a property."""
    return name.startswith("__") or isinstance(getattr_static(cls, name, None), property)


def _set_line_by_line(source: Source | None) -> tuple[str, ...]:
    """The fields to which an `__init__` gives values, if it does so once each and on no branch."""
    if source is None:
        return ()
    me = first_of(source)
    outer = [line for line in source.body if isinstance(line, ast.Assign | ast.AnnAssign)]
    given = [name for line in outer for target in _targets(line) for name in _field(target, me)]
    stored = [
        name
        for line in source.body
        for part in pieces_of(line)
        if isinstance(part, ast.Attribute) and not isinstance(part.ctx, ast.Load)
        for name in _field(part, me)
    ]
    asks_parent = any(
        isinstance(part, ast.Name) and part.id == "super"
        for line in source.body
        for part in pieces_of(line)
    )
    leaves = any(isinstance(part, ast.Return) for line in source.body for part in pieces_of(line))
    if leaves or asks_parent or sorted(given) != sorted(stored) or len(given) > len(set(given)):
        return ()
    return tuple(given)


def _targets(line: ast.Assign | ast.AnnAssign) -> Iterator[ast.expr]:
    for target in line.targets if isinstance(line, ast.Assign) else [line.target]:
        yield from target.elts if isinstance(target, ast.Tuple | ast.List) else [target]


def _field(node: ast.expr, me: str) -> list[str]:
    """The name of a field of the object itself."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == me:
        return [node.attr]
    return []


class NotRead(Exception):
    """An `__eq__` that is written in another way."""


class Equality:
    """What the `__eq__` of a class compares."""

    def __init__(self, cls: type, fields: tuple[str, ...]) -> None:
        self.cls = cls
        self.fields = fields

    @property
    def compared(self) -> set[str]:
        """The fields that are to be equal, and nothing else; none where that is unclear."""
        source = read(vars(self.cls)["__eq__"])
        names = [] if source is None else [arg.arg for arg in source.parameters.args]
        if source is None or len(names) != 2:
            return set()
        self.me, self.other = names
        self.names = source.names
        try:
            return set(self._of_lines(source.body))
        except NotRead:
            return set()

    def _of_lines(self, lines: list[ast.stmt]) -> Iterator[str]:
        """Tests of the class, each with its answer, around one comparison."""
        first, *rest = [line for line in lines if not _is_text(line)] or [ast.Pass()]
        match first:
            case ast.Return(value=ast.expr() as value):
                yield from self._of_test(value)
            case ast.Assert(test=test) if self._is_of_class(test):
                yield from self._of_lines(rest)
            case ast.If(test=test, body=[line], orelse=[]) if (
                self._are_one(test) and ast.unparse(line) == "return True"
            ):
                yield from self._of_lines(rest)
            case ast.If(test=ast.UnaryOp(op=ast.Not(), operand=test), body=[line], orelse=[]) if (
                self._is_of_class(test) and _says_no(line)
            ):
                yield from self._of_lines(rest)
            case ast.If(test=test, body=[line], orelse=[]) if self._is_of_other_class(
                test
            ) and _says_no(line):
                yield from self._of_lines(rest)
            case ast.If(test=test, body=body, orelse=others) if self._is_of_class(test) and (
                all(map(_says_no, [*others, *rest])) and len([*others, *rest]) == 1
            ):
                yield from self._of_lines(body)
            case _:
                raise NotRead

    def _of_test(self, test: ast.expr) -> Iterator[str]:
        match test:
            case ast.BoolOp(op=ast.And(), values=parts):
                for part in parts:
                    yield from self._of_test(part)
            case ast.Compare(left=one, ops=[ast.Eq()], comparators=[two]):
                yield from self._of_sides(one, two)
            case _ if not self._is_of_class(test):
                raise NotRead

    def _of_sides(self, one: ast.expr, two: ast.expr) -> Iterator[str]:
        """The same fields of both objects, on either side."""
        if self._is_of_class(ast.Compare(one, [ast.Eq()], [two])):
            return
        mine, theirs = self._asked(one, self.me), self._asked(two, self.other)
        if mine is None or theirs is None:
            mine, theirs = self._asked(two, self.me), self._asked(one, self.other)
        if mine is None or mine != theirs:
            raise NotRead
        yield from mine

    def _asked(self, node: ast.expr, owner: str, depth: int = 0) -> list[str] | None:
        """The fields of an object of which an expression is a list; None for other expressions."""
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == owner:
                if attr in self.fields:
                    return [attr]
                return [*self.fields] if attr == "__dict__" else self._told(attr, depth, property)
            case ast.Call(func=ast.Name(id="vars"), args=[ast.Name(id=name)]) if name == owner:
                return [*self.fields]
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=name), attr=attr), args=[], keywords=[]
            ) if name == owner:
                return self._told(attr, depth, FunctionType)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                found = [self._asked(part, owner, depth) for part in parts]
                return [name for each in found for name in each or ()] if all(found) else None
        return None

    def _told(self, name: str, depth: int, kind: type) -> list[str] | None:
        """The fields that a method or a property gives."""
        found = getattr_static(self.cls, name, None)
        if not isinstance(found, kind) or depth > DEEPEST:
            return None
        source = read(found.fget if isinstance(found, property) else found)
        lines = [] if source is None else [line for line in source.body if not _is_text(line)]
        match lines:
            case [ast.Return(value=ast.expr() as value)] if source is not None:
                return self._asked(value, first_of(source), depth + 1)
        return None

    def _is_of_class(self, test: ast.expr) -> bool:
        """Whether the other object is of the class itself."""
        match test:
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), kind]):
                return name == self.other and self._is_own(kind)
            case ast.Compare(left=one, ops=[ast.Is() | ast.Eq()], comparators=[two]):
                return self._are_both_classes(one, two)
        return False

    def _are_one(self, test: ast.expr) -> bool:
        """Whether the two objects are the same one."""
        return ast.unparse(test) in (f"{self.me} is {self.other}", f"{self.other} is {self.me}")

    def _is_of_other_class(self, test: ast.expr) -> bool:
        match test:
            case ast.Compare(left=one, ops=[ast.IsNot() | ast.NotEq()], comparators=[two]):
                return self._are_both_classes(one, two)
        return False

    def _are_both_classes(self, one: ast.expr, two: ast.expr) -> bool:
        return self._is_own(one) and self._is_own(two) and ast.dump(one) != ast.dump(two)

    def _is_own(self, node: ast.expr) -> bool:
        """Whether an expression is the class, or that of one of the two objects."""
        match node:
            case ast.Name(id=name):
                return self.names.get(name) is self.cls
            case ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)]):
                return name in (self.me, self.other)
            case ast.Attribute(value=ast.Name(id=name), attr="__class__"):
                return name in (self.me, self.other)
        return False


def _is_text(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)


def _says_no(line: ast.stmt) -> bool:
    return isinstance(line, ast.Return) and line.value is not None and ast.unparse(line.value) in NO
