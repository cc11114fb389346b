"""Questions about syntax alone. Each is answered once for a piece of text: rules are translated
again for every solve, because the numbers they read may differ, but their text is the same.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from zermelo.staging.reading.liveness import Live, liveness
from zermelo.staging.reading.pieces import children, pieces_of

REMEMBERED = 4096  # answers kept of each question
CALL = 40  # pieces of syntax that a function of the rules stands for
SHORT_CALLS = {"Move", "abs", "bool", "int", "len", "max", "min", "range", "divmod"}

Comprehensions = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp

Answer = TypeVar("Answer")
Node = TypeVar("Node", bound=ast.AST)
Nodes = Iterable[ast.AST]


def _remembered(
    question: Callable[[Iterable[Node]], Answer],
) -> Callable[[Iterable[Node]], Answer]:
    """Keep answers by the very pieces of syntax that were asked about."""
    kept = lru_cache(maxsize=REMEMBERED)(question)
    return lambda nodes: kept(tuple(nodes))


@_remembered
def live_names(body: Iterable[ast.stmt]) -> Live:
    """Which names are asked for later."""
    return liveness(list(body))


@_remembered
def stored_names(nodes: Nodes) -> frozenset[str]:
    """The names that get values in pieces of syntax, but for those of comprehensions inside."""
    found: set[str] = set()
    todo = list(nodes)
    while todo:
        node = todo.pop()
        found |= _bound_by(node)
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            continue
        if isinstance(node, Comprehensions):
            found |= walrus_names([node])
        else:
            todo.extend(children(node))
    return frozenset(found)


def _bound_by(node: ast.AST) -> set[str]:
    """The name that a piece of syntax itself gives a value to: a target, a pattern, a function."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()):
            return {name}
        case (
            ast.FunctionDef(name=str(name))
            | ast.ExceptHandler(name=str(name))
            | ast.MatchAs(name=str(name))
            | ast.MatchStar(name=str(name))
            | ast.MatchMapping(rest=str(name))
        ):
            return {name}
    return set()


@_remembered
def walrus_names(nodes: Nodes) -> frozenset[str]:
    """The names that `:=` gives values to inside expressions."""
    inner = _inside(nodes)
    return frozenset(part.target.id for part in inner if isinstance(part, ast.NamedExpr))


@_remembered
def weight_of(nodes: Nodes) -> int:
    """How long some pieces of syntax are; calls of the rules' own functions count for more."""
    inner = list(_inside(nodes))
    calls = [part.func for part in inner if isinstance(part, ast.Call)]
    own = [f for f in calls if not (isinstance(f, ast.Name) and f.id in SHORT_CALLS)]
    return len(inner) + CALL * len(own)


@_remembered
def breaks(body: Nodes) -> bool:
    """Whether a loop's body leaves its own loop."""
    return _jumps(body, ast.Break)


@_remembered
def skips(body: Nodes) -> bool:
    """Whether a loop's body cuts a round short."""
    return _jumps(body, ast.Continue)


def _jumps(body: Nodes, kind: type) -> bool:
    todo = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, kind):
            return True
        if isinstance(node, ast.For | ast.While):
            todo.extend(node.orelse)  # the `else` of a loop inside belongs to this one
        elif not isinstance(node, ast.FunctionDef):
            todo.extend(children(node))
    return False


@_remembered
def ends_in_one_return(body: Nodes) -> bool:
    """Whether the only return is the last statement; those of functions inside do not count."""
    todo = list(body)
    last, returns = todo[-1:], []
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Return):
            returns.append(node)
        elif not isinstance(node, ast.FunctionDef | ast.Lambda):
            todo.extend(children(node))
    return returns == last or not returns


@_remembered
def yields(body: Nodes) -> bool:
    """Whether a function's body makes it a generator."""
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in _inside(body))


@_remembered
def named(body: Nodes) -> tuple[str, ...]:
    """All names in pieces of syntax, sorted."""
    return tuple(sorted({part.id for part in _inside(body) if isinstance(part, ast.Name)}))


def _inside(nodes: Nodes) -> Iterator[ast.AST]:
    """The pieces and all that they consist of."""
    for node in nodes:
        yield from pieces_of(node)


def own_parts(body: Nodes) -> Iterator[ast.AST]:
    """The pieces of a function's body but for what is inside the functions in it."""
    todo = list(body)
    while todo:
        part = todo.pop()
        yield part
        if not isinstance(part, ast.FunctionDef | ast.Lambda):
            todo.extend(children(part))


def parameters_of(function: ast.FunctionDef | ast.Lambda) -> set[str]:
    """The names of a function's parameters."""
    form = function.args
    extra = [arg for arg in (form.vararg, form.kwarg) if arg is not None]
    return {arg.arg for arg in (*form.posonlyargs, *form.args, *form.kwonlyargs, *extra)}
