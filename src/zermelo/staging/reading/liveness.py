"""Which names are still asked for after a statement: only those must be brought together there.

The usual backward pass: a name is live where some way leads to a use of it before it gets another
value. A loop's body is gone through twice, because its beginning follows its end.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from zermelo.staging.reading.pieces import pieces_of

Names = frozenset[str]
NONE: Names = frozenset()


@dataclass(frozen=True)
class Live:
    """Names that are live behind each branch and loop, and at the head of each loop."""

    behind: dict[ast.stmt, Names] = field(default_factory=dict)
    at_head: dict[ast.stmt, Names] = field(default_factory=dict)
    always: Names = NONE


def liveness(body: list[ast.stmt]) -> Live:
    """The names that are live in the statements of a function; O(its length)."""
    found = Live(always=_asked_later(body))
    _Pass(found).block(body, NONE, NONE, NONE)
    return found


class _Pass:
    def __init__(self, found: Live) -> None:
        self.found = found

    def block(self, body: list[ast.stmt], after: Names, leave: Names, skip: Names) -> Names:
        """What is live in front of statements; `leave` and `skip`: where the loop's jumps lead."""
        for node in reversed(body):
            after = self.statement(node, after, leave, skip)
        return after

    def statement(self, node: ast.stmt, after: Names, leave: Names, skip: Names) -> Names:
        """What is live in front of a statement."""
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                self.found.behind[node] = after
                ways = self.block(body, after, leave, skip) | self.block(orelse, after, leave, skip)
                return ways | loaded([test])
            case ast.For() | ast.While():
                return self._loop(node, after, leave, skip)
            case ast.Match(cases=cases):
                sides = [self.block(case.body, after, leave, skip) for case in cases]
                tests = [part for case in cases for part in (case.pattern, case.guard) if part]
                return after.union(*sides) | loaded([node.subject, *tests])
            case ast.Try():
                return self._try(node, after, leave, skip)
            case ast.Break():
                return leave
            case ast.Continue():
                return skip
            case ast.Return() | ast.Raise():
                return loaded([node])
            case ast.Assign(targets=targets, value=value):
                return (after - _plain_targets(targets)) | loaded([*targets, value])
            case ast.AnnAssign(target=target, value=value) if value is not None:
                return (after - _plain_targets([target])) | loaded([target, value])
        return after | loaded([node])

    def _try(self, node: ast.Try, after: Names, leave: Names, skip: Names) -> Names:
        """What goes wrong anywhere in the body leads to a handler."""
        rest = self.block(node.finalbody, after, leave, skip)
        handled = rest.union(*(self.block(each.body, rest, leave, skip) for each in node.handlers))
        other = self.block(node.orelse, rest, leave, skip)
        return self.block(node.body, other | handled, leave, skip) | handled

    def _loop(self, node: ast.For | ast.While, after: Names, leave: Names, skip: Names) -> Names:
        """A loop: its end leads to its head, and its head behind it."""
        self.found.behind[node] = after
        head = self.block(node.orelse, after, leave, skip)
        if isinstance(node, ast.While):
            head |= loaded([node.test])
        for _ in range(2):
            inside = self.block(node.body, head, after, head)
            if isinstance(node, ast.For):
                inside = (inside - _plain_targets([node.target])) | loaded([node.target])
            head |= inside
        self.found.at_head[node] = head
        return head | (loaded([node.iter]) if isinstance(node, ast.For) else NONE)


def loaded(nodes: Iterable[ast.AST]) -> Names:
    """The names that are asked for in pieces of syntax; those that `+=` changes are."""
    found = set()
    for part in (part for node in nodes for part in pieces_of(node)):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
            found.add(part.id)
        elif isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
            found.add(part.target.id)
    return frozenset(found)


def _plain_targets(targets: list[ast.expr]) -> Names:
    """The names that surely get another value."""
    found: set[str] = set()
    todo = list(targets)
    while todo:
        match todo.pop():
            case ast.Name(id=name):
                found.add(name)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                todo.extend(parts)
            case ast.Starred(value=value):
                todo.append(value)
    return frozenset(found)


def _asked_later(body: list[ast.stmt]) -> Names:
    """Names inside what is carried out later: local functions, generators under a name."""
    found: set[str] = set()
    for part in (part for node in body for part in pieces_of(node)):
        named = getattr(part, "value", None)
        if isinstance(part, ast.FunctionDef | ast.Lambda):
            found |= loaded([part])
        elif isinstance(part, ast.Assign | ast.NamedExpr) and isinstance(named, ast.GeneratorExp):
            found |= loaded([named])
    return frozenset(found)
