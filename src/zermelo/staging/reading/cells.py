"""Names that inner functions change (`nonlocal`), as items of lists that all of them see.

    total = 0                     total = 0; total = [total]
    def add(number):              def add(number):
        nonlocal total      →         total[0] += number
        total += number

The first value of such a name, a parameter or an assignment of its own, is put into a list; from
there on the name is the list's only item. A name that is only known inside a loop begins anew in
each round. Names that begin otherwise are left as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from copy import deepcopy

from zermelo.staging.reading.pieces import pieces_of
from zermelo.staging.reading.syntax import Comprehensions, own_parts, parameters_of


def with_cells(function: ast.FunctionDef) -> ast.FunctionDef:
    """The function, or one like it in which inner functions change lists."""
    if not any(isinstance(part, ast.Nonlocal) for part in pieces_of(function)):
        return function
    found = deepcopy(function)
    found.body = _in_cells(found)
    return found


def _in_cells(function: ast.FunctionDef) -> list[ast.stmt]:
    names, given = _shared(function), parameters_of(function)
    first = [_cell(name, function.body[0], k) for k, name in enumerate(sorted(names & given))]
    body = [*first, *_in_block(function.body, function, names, names & given)]
    for part in [part for line in body for part in pieces_of(line)]:
        if isinstance(part, ast.FunctionDef):
            part.body = _in_cells(part)
    return body


def _in_block(
    block: list[ast.stmt], function: ast.FunctionDef, names: set[str], done: set[str]
) -> list[ast.stmt]:
    """The statements, with lists behind the first values of names that are not `done`."""
    body: list[ast.stmt] = []
    done = set(done)
    for line in block:
        new = sorted(_given(line) & names - done)
        if isinstance(line, ast.For | ast.While):
            inside = {name for name in names - done if _is_only_in(name, line.body, function)}
            line.body = _in_block(line.body, function, inside, set())
        body.append(_Cells(frozenset(done)).visit(line))
        body += [_cell(name, line, len(done) + k) for k, name in enumerate(new)]
        done.update(new)
    return body


def _is_only_in(name: str, block: list[ast.stmt], function: ast.FunctionDef) -> bool:
    """Whether all that a function does with a name is done in a block of it, round after round."""
    parts = (part for line in block for part in pieces_of(line))
    return _times(name, parts) == _times(name, pieces_of(function))


def _times(name: str, parts: Iterable[ast.AST]) -> int:
    return sum(isinstance(part, ast.Name) and part.id == name for part in parts)


def _cell(name: str, line: ast.stmt, place: int) -> ast.stmt:
    """name = [name], at a place of its own: what lists hold is known by place."""
    item = ast.List([ast.Name(name, ast.Load())], ast.Load())
    found = ast.Assign([ast.Name(name, ast.Store())], item)
    for part in pieces_of(found):
        ast.copy_location(part, line)
        part.col_offset = line.col_offset + 1 + place  # type: ignore[attr-defined]
    return found


def _given(line: ast.stmt) -> set[str]:
    """The names that a plain assignment gives values to."""
    if isinstance(line, ast.Assign):
        targets = line.targets
    elif isinstance(line, ast.AnnAssign) and line.value is not None:
        targets = [line.target]
    else:
        return set()
    parts = [part for target in targets for part in pieces_of(target)]
    return {p.id for p in parts if isinstance(p, ast.Name) and isinstance(p.ctx, ast.Store)}


def _declared(function: ast.FunctionDef) -> set[str]:
    marks = [part for part in own_parts(function.body) if isinstance(part, ast.Nonlocal)]
    return {name for mark in marks for name in mark.names}


def _local(function: ast.FunctionDef) -> set[str]:
    """The names of a function that are its own."""
    parts = list(own_parts(function.body))
    stored = {p.id for p in parts if isinstance(p, ast.Name) and isinstance(p.ctx, ast.Store)}
    return (stored | parameters_of(function)) - _declared(function)


def _shared(function: ast.FunctionDef) -> set[str]:
    """Its own names that functions inside change."""
    wanted: set[str] = set()
    for part in own_parts(function.body):
        if isinstance(part, ast.FunctionDef):
            wanted |= _declared(part) | (_wanted_inside(part) - _local(part))
    return wanted & _local(function)


def _wanted_inside(function: ast.FunctionDef) -> set[str]:
    found: set[str] = set()
    for part in own_parts(function.body):
        if isinstance(part, ast.FunctionDef):
            found |= _declared(part) | (_wanted_inside(part) - _local(part))
    return found


class _Cells(ast.NodeTransformer):
    """Names in the place of which the items of their lists are written."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.names:
            return node
        held = ast.copy_location(ast.Name(node.id, ast.Load()), node)
        place = ast.copy_location(ast.Constant(0), node)
        return ast.copy_location(ast.Subscript(held, place, node.ctx), node)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.stmt:
        left = [name for name in node.names if name not in self.names]
        return ast.copy_location(ast.Nonlocal(left) if left else ast.Pass(), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._inside(node, _local(node))

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self._inside(node, parameters_of(node))

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, Comprehensions):
            targets = [p for g in node.generators for p in pieces_of(g.target)]
            return self._inside(node, {p.id for p in targets if isinstance(p, ast.Name)})
        return super().generic_visit(node)

    def _inside(self, node: ast.AST, own: set[str]) -> ast.AST:
        inner = _Cells(self.names - own)
        return super(_Cells, inner).generic_visit(node)
