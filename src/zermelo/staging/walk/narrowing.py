"""What a test tells of the kinds of values: behind `if x is None: return`, x is something.

A test of a name, or of a field of a record that has a name, is read twice: as code, and here as
facts, which values of several kinds are cut down to. They hold where the test was passed, until
the name gets another value or ways meet that do not both know them (`Environment.joining`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias

from zermelo.staging.builder.classes import has_fields_alone
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import Pack
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import Atom, Known, Value
from zermelo.staging.reading.pieces import pieces_of

Keep: TypeAlias = Callable[[Value], bool]  # whether a value of one kind can be what the test found
Fact: TypeAlias = tuple[ast.expr, Keep]
PLAIN = (type(None), bool, int, str, bytes)  # of constants that tell a kind


@contextmanager
def narrowed(b: Scope, node: ast.expr, *, holds: bool) -> Iterator[None]:
    """Code that is reached where a test holds, or where it fails."""
    with b.names.joining():
        narrow(b, node, holds=holds)
        yield


def narrow(b: Scope, node: ast.expr, *, holds: bool) -> None:
    """From here on a test is known to hold, or to fail."""
    given = [each.target.id for each in pieces_of(node) if isinstance(each, ast.NamedExpr)]
    for place, keep in _facts(b, node, holds):
        often = given.count((path_of(place) or "").partition(".")[0])
        if often == int(isinstance(place, ast.NamedExpr)):  # the test looks at its last value
            note(b, place, keep)


def note(b: Scope, place: ast.expr, keep: Keep) -> None:
    """From here on a name, or a field of it, is known to be of some kinds only."""
    key = path_of(place)
    old = None if key is None else _held(b, place)
    if key is not None and old is not None:
        new = only(old, keep)
        if new is not old:
            b.names.narrowed[key] = new


def path_of(node: ast.expr) -> str | None:
    """The name of a name, or of a field of it: `state.last`."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.NamedExpr(target=target):
            return target.id
        case ast.Attribute(value=owner, attr=name):
            above = path_of(owner)
            return None if above is None else f"{above}.{name}"
    return None


def _held(b: Scope, node: ast.expr) -> Value | None:
    """What a name or a field of it stands for, found without any code."""
    key = path_of(node)
    if key in b.names.narrowed:
        return b.names.narrowed[key]
    if isinstance(node, ast.Attribute):
        owner = _held(b, node.value)
        names = b.program.fields(owner.cls) if isinstance(owner, Pack) else ()
        is_field = isinstance(owner, Pack) and node.attr in names
        return owner.items[names.index(node.attr)] if is_field else None  # type: ignore[union-attr]
    return b.names.env.get(key or "")


def field(b: Scope, node: ast.Attribute) -> Value | None:
    """What tests have told of a field, if anything."""
    key = path_of(node) if b.names.narrowed else None
    if key is None or key not in b.names.narrowed:
        return None
    changes = key.partition(".")[0] in b.names.loop_variables
    return b.keep(b.names.narrowed[key], copy=changes)


# -- values ----------------------------------------------------------------------------------------


def only(value: Value, keep: Keep) -> Value:
    """A value without the kinds that a test has ruled out."""
    if isinstance(value, Atom):
        things = [each for each in value.objects if keep(Known(each))]
        return value.only(things) if 0 < len(things) < len(value.objects) else value
    if not isinstance(value, Union):
        return value
    left = {tag: part for tag, part in value.kinds() if _can_be(part, keep)}
    if len(left) == 1:
        return only(next(iter(left.values())), keep)
    if not left or len(left) == len(value.kinds()):
        return value
    return replace(value, possible=frozenset(left))


def _can_be(part: Value, keep: Keep) -> bool:
    if isinstance(part, Atom):
        return any(keep(Known(each)) for each in part.objects)
    return keep(part)


def known_truth(value: Value) -> bool | None:
    """Whether a value of one kind counts as true, where its kind alone tells."""
    if isinstance(value, Known):
        return bool(value.value)
    if not isinstance(value, Pack):
        return None
    if has_fields_alone(value.cls):
        return None if {"__bool__", "__len__"} & set(dir(value.cls)) else True
    return bool(value.items) if value.cls in (tuple, str, bytes) else None


def truthful(value: Value, *, holds: bool) -> Value:
    """A value that is known to count as true, or as false."""
    return only(value, lambda part: known_truth(part) in (None, holds))


# -- facts -----------------------------------------------------------------------------------------


def _facts(b: Scope, node: ast.expr, holds: bool) -> Iterator[Fact]:
    """What follows for names from a test that holds, or fails."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield from _facts(b, inner, not holds)
        case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) is holds:
            for each in values:
                yield from _facts(b, each, holds)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield from _compared(left, op, right, holds)
        case ast.Call(func=ast.Name(id="isinstance"), args=[place, kinds]):
            yield from _of_kind(b, place, kinds, holds)
        case ast.Name() | ast.NamedExpr() | ast.Attribute():
            yield node, lambda part: known_truth(part) in (None, holds)


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr, holds: bool) -> Iterator[Fact]:
    if isinstance(op, ast.IsNot | ast.NotEq | ast.NotIn):
        opposite = {ast.IsNot: ast.Is(), ast.NotEq: ast.Eq(), ast.NotIn: ast.In()}
        yield from _compared(left, opposite[type(op)], right, not holds)
    elif isinstance(op, ast.In) and _is_none(left) and isinstance(right, ast.Tuple) and not holds:
        for each in right.elts:
            yield each, lambda part: part != Known(None)
    elif isinstance(op, ast.Is | ast.Eq) and _is_none(right):
        yield left, lambda part: (part == Known(None)) is holds
    elif isinstance(op, ast.Eq) and isinstance(right, ast.Constant) and holds:
        kind = type(right.value)
        if kind in PLAIN:
            yield left, lambda part: _may_equal(part, kind)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _may_equal(part: Value, kind: type) -> bool:
    """Whether a value can be equal to a constant of a kind."""
    if kind in (bool, int):
        return part.python not in (type(None), str, bytes, tuple, list, set, frozenset, dict)
    return issubclass(part.python, kind) or part.python.__module__ != "builtins"


def _of_kind(b: Scope, place: ast.expr, kinds: ast.expr, holds: bool) -> Iterator[Fact]:
    named = b.expression(kinds)  # the code of it was written with the test
    if isinstance(named, Known):
        yield place, lambda part: issubclass(part.python, named.value) is holds
