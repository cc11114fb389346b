"""Names that only labels are made of: neither they nor what computes them is translated."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import lru_cache

from zermelo.staging.reading.pieces import children, pieces_of
from zermelo.staging.reading.source import Source

Ignored = dict[Callable[..., object], frozenset[str]]


def label_names(source: Source, ignored: Ignored) -> frozenset[str]:
    """The names of a function that are asked for nowhere but in arguments that are ignored."""
    callers = frozenset(
        name for name, thing in source.names.items() if _is_hashable(thing) and thing in ignored
    )
    places = {
        name: (tuple(_parameters(source.names[name])), ignored[source.names[name]])  # type: ignore[index]
        for name in callers
    }
    return _labels(tuple(source.body), tuple(sorted(places.items())))


def _is_hashable(thing: object) -> bool:
    return isinstance(thing, type)


def _parameters(cls: object) -> tuple[str, ...]:
    return tuple(getattr(cls, "_fields", ()))


Places = tuple[tuple[str, tuple[tuple[str, ...], frozenset[str]]], ...]


@lru_cache(maxsize=1024)
def _labels(body: tuple[ast.stmt, ...], places: Places) -> frozenset[str]:
    if not places:
        return frozenset()
    ignored = {
        id(part)
        for node in body
        for whole in _ignored(node, dict(places))
        for part in pieces_of(whole)
    }
    uses: dict[str, list[str | None]] = {}  # a name that it is asked for, or None where it counts
    for node in body:
        for name, user in _loads(node, ignored, None):
            uses.setdefault(name, []).append(user)
    mentioned = {
        part.id
        for node in body
        for part in pieces_of(node)
        if id(part) in ignored and isinstance(part, ast.Name)
    }
    found = mentioned | {name for name, users in uses.items() if None not in users}
    while True:
        fewer = {
            name
            for name in found
            if all(user in found for user in uses.get(name, [])) and name not in _kept(body)
        }
        if fewer == found:
            return frozenset(found)
        found = fewer


@lru_cache(maxsize=1024)
def _kept(body: tuple[ast.stmt, ...]) -> frozenset[str]:
    """Names that get values by something that changes other things too."""
    found = set()
    for node in body:
        for part in pieces_of(node):
            if isinstance(part, ast.Assign) and has_effects(part.value):
                found |= {t.id for t in part.targets if isinstance(t, ast.Name)}
    return frozenset(found)


CHANGING = {
    "append", "appendleft", "extend", "extendleft", "insert", "pop", "popleft", "remove", "clear",
    "sort", "reverse", "rotate", "add", "discard", "update", "setdefault", "popitem", "subtract",
    "intersection_update", "difference_update", "symmetric_difference_update",
}  # fmt: skip


def has_effects(node: ast.AST) -> bool:
    """Whether an expression that is left out would have changed something."""
    inner = list(pieces_of(node))
    calls = [part.func for part in inner if isinstance(part, ast.Call)]
    changes = [f for f in calls if isinstance(f, ast.Attribute) and f.attr in CHANGING]
    return bool(changes) or any(isinstance(part, ast.NamedExpr) for part in inner)


def _ignored(
    node: ast.AST, places: dict[str, tuple[tuple[str, ...], frozenset[str]]]
) -> Iterator[ast.expr]:
    """The arguments that nobody asks for."""
    for part in pieces_of(node):
        if (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and part.func.id in places
        ):
            fields, names = places[part.func.id]
            for field, arg in zip(fields, part.args, strict=False):
                if field in names:
                    yield arg
            yield from (word.value for word in part.keywords if word.arg in names)


def _loads(
    node: ast.AST, ignored: set[int], target: str | None
) -> Iterator[tuple[str, str | None]]:
    """Names that are asked for, each with the name that is made of it, if that is all."""
    if id(node) in ignored:
        return
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id, target
    if isinstance(node, ast.Assign) and all(isinstance(t, ast.Name) for t in node.targets):
        names = [t.id for t in node.targets if isinstance(t, ast.Name)]
        if len(names) == 1:
            yield from _loads(node.value, ignored, names[0])
            return
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, target
    for inner in children(node):
        yield from _loads(inner, ignored, target)
