"""match … case: patterns as tests, and the names that they bind."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from zermelo.staging.builder.iterators import Number
from zermelo.staging.builder.operations import ask, both, compare, equal, item, length, opposite
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import FALSE, NOTHING, TRUE, Known, Num, Value
from zermelo.staging.reading.syntax import stored_names
from zermelo.staging.walk.expressions import identical
from zermelo.staging.walk.narrowing import Keep, note, only

Test = Callable[[], Number]
MATCH_ITSELF = (int, float, str, tuple, list, bytes, bytearray, set, frozenset, dict)


def match(b: Scope, node: ast.Match) -> bool:
    """The first case whose pattern fits and whose guard holds."""
    subject = b.keep(b.expression(node.subject))
    names = stored_names(node.cases)
    with b.names.joining(names), b.names.in_variables(names):
        return _cases(b, subject, list(node.cases), node)


def _cases(b: Scope, subject: Value, cases: list[ast.match_case], node: ast.Match) -> bool:
    if not cases:
        return True
    case, *rest = cases
    asked = _fits(b, subject, case.pattern)
    if case.guard is not None:
        guard = case.guard
        asked = both(b, asked, lambda: b.test(guard))
    if asked == TRUE:
        return b.statements(case.body)
    if asked == FALSE:
        return _cases(b, subject, rest, node)
    assert isinstance(asked, Num)
    env = dict(b.names.env)
    with b.names.joining(stored_names(node.cases)), b.out.when(asked.code) as choice:
        for keep in _kinds(b, case.pattern, holds=True):
            note(b, node.subject, keep)
        goes_on = bool(b.reached(lambda: b.statements(case.body)))
    b.names.back_to(env)
    for keep in _kinds(b, case.pattern, holds=False) if case.guard is None else ():
        note(b, node.subject, keep)
        subject = only(subject, keep)
    with b.out.otherwise(choice):
        goes_on = _cases(b, subject, rest, node) or goes_on
    b.names.back_to(env)
    b.here = node
    return goes_on


def _kinds(b: Scope, pattern: ast.pattern, *, holds: bool) -> list[Keep]:
    """The kinds of values that a pattern fits, or of those that it does not fit."""
    match pattern:
        case ast.MatchSingleton(value=None):
            return [lambda part: (part == NOTHING) is holds]
        case ast.MatchAs(pattern=inner) if inner is not None:
            return _kinds(b, inner, holds=holds)
        case ast.MatchClass(cls=named, patterns=inner, kwd_patterns=fields):
            kind = b.expression(named)
            if isinstance(kind, Known) and (holds or not (inner or fields)):
                return [lambda part: b.is_of(part, kind.value) is holds]
    return []


def _fits(b: Scope, value: Value, pattern: ast.pattern) -> Number:
    """Whether a pattern fits; names are bound as far as it does."""
    with b.at_node(pattern):
        visit = PATTERNS.get(type(pattern))
        if visit is None:
            raise b.stop("a case of a dict, or the like", "write it with if")
        if isinstance(value, Union) and not isinstance(pattern, ast.MatchAs | ast.MatchOr):
            found = b.split(value, lambda part: _fits(b, part, pattern))
            assert isinstance(found, Known | Num)
            return found
        return visit(b, value, pattern)


def _value(b: Scope, value: Value, pattern: ast.MatchValue) -> Number:
    return equal(b, value, b.expression(pattern.value))


def _singleton(b: Scope, value: Value, pattern: ast.MatchSingleton) -> Number:
    return identical(b, value, Known(pattern.value))


def _as(b: Scope, value: Value, pattern: ast.MatchAs) -> Number:
    asked = TRUE if pattern.pattern is None else _fits(b, value, pattern.pattern)
    if pattern.name is not None and asked != FALSE:
        b.names.bind(pattern.name, value)
    return asked


def _or(b: Scope, value: Value, pattern: ast.MatchOr) -> Number:
    result: Number = FALSE
    for part in pattern.patterns:
        result = opposite(both(b, opposite(result), partial(_fails, b, value, part)))
    return result


def _fails(b: Scope, value: Value, pattern: ast.pattern) -> Number:
    return opposite(_fits(b, value, pattern))


def _sequence(b: Scope, value: Value, pattern: ast.MatchSequence) -> Number:
    if not issubclass(value.python, tuple | list):
        return FALSE
    star = next((k for k, p in enumerate(pattern.patterns) if isinstance(p, ast.MatchStar)), None)
    count = len(pattern.patterns)
    size = length(b, value)
    if star is None:
        asked = equal(b, size, Known(count))
    else:
        asked = compare(b, ">=", size, Known(count - 1))
    for place, part in enumerate(pattern.patterns):
        asked = both(b, asked, partial(_part, b, value, part, place, star, count))
    return asked


def _part(
    b: Scope, value: Value, part: ast.pattern, place: int, star: int | None, count: int
) -> Number:
    """One item of a sequence pattern, counted from the end behind a star."""
    if isinstance(part, ast.MatchStar):
        end = place + 1 - count
        if part.name is not None:
            rest = ask(b, "slice", value, Known(place), Known(end) if end else NOTHING, NOTHING)
            b.names.bind(part.name, b.apply(list, rest))
        return TRUE
    index = place if star is None or place < star else place - count
    return _fits(b, b.keep(item(b, value, Known(index))), part)


def _class(b: Scope, value: Value, pattern: ast.MatchClass) -> Number:
    kind = b.expression(pattern.cls)
    if not isinstance(kind, Known) or not isinstance(kind.value, type):
        raise b.stop("a case of something computed", "name a class")
    if not b.is_of(value, kind.value):
        return FALSE
    asked: Number = TRUE
    for part in _whole(kind.value, pattern):
        asked = _fits(b, value, part)
    for name, part in _named(b, kind.value, pattern):
        held: Value = ask(b, "attribute", value, name)
        asked = both(b, asked, partial(_fits, b, held, part))
    return asked


def _whole(cls: type, pattern: ast.MatchClass) -> list[ast.pattern]:
    """What the value itself is to fit, as in `int(n)`: Python's own kinds have no fields."""
    is_plain = issubclass(cls, MATCH_ITSELF) and not hasattr(cls, "__match_args__")
    return pattern.patterns[:1] if is_plain else []


def _named(b: Scope, cls: type, pattern: ast.MatchClass) -> list[tuple[str, ast.pattern]]:
    """What fields are to fit, in order or by name."""
    names: tuple[str, ...] = getattr(cls, "__match_args__", ())
    in_order = pattern.patterns[len(_whole(cls, pattern)) :]
    if len(in_order) > len(names):
        raise b.mistyped(f"{cls.__name__} takes {len(names)} patterns in order", "name the fields")
    by_name = zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)
    return [*zip(names, in_order, strict=False), *by_name]


PATTERNS: dict[type[ast.pattern], Callable[..., Number]] = {
    ast.MatchValue: _value,
    ast.MatchSingleton: _singleton,
    ast.MatchAs: _as,
    ast.MatchOr: _or,
    ast.MatchSequence: _sequence,
    ast.MatchClass: _class,
}
