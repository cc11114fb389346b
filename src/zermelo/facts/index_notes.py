"""The source of a function, with every index passed through a notebook.

row[i] becomes notebook.item(row, i, "row[i]"). An index that is written as one from the end
(`row[-1]`, `row[-k]`, `row[~k]`) is meant, and stays.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType
from typing import NamedTuple

NOTEBOOK = "__zermelo_index__"  # its name in the functions
LAMBDA = "__zermelo_lambda__"  # the name that a lambda gets
AT_A_PLACE = ("pop", "insert")  # methods of a row whose first argument is an index


class Noting(NamedTuple):
    """What is to be compiled, and the name that the function has there."""

    tree: ast.Module
    name: str


def noting(function: FunctionType) -> Noting | None:
    """A function with its indexes noted; None where there is no source of it alone."""
    try:
        found = _lambda(function) if function.__name__ == "<lambda>" else _definition(function)
    except (OSError, TypeError, SyntaxError):
        return None
    if found is None:
        return None
    name = found.name if isinstance(found, ast.FunctionDef) else LAMBDA
    tree = ast.Module([_Indexes().visit(found)], [])
    return Noting(ast.fix_missing_locations(tree), name)


def _definition(function: FunctionType) -> ast.stmt | None:
    """A `def` without its decorators."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    (whole,) = tree.body if len(tree.body) == 1 else (None,)
    if not isinstance(whole, ast.FunctionDef) or whole.name != function.__name__:
        return None
    whole.decorator_list = []
    return whole


def _lambda(function: FunctionType) -> ast.stmt | None:
    """A lambda with a name: the innermost of its file that has all of the function's code."""
    lines, _ = inspect.findsource(function)
    places = {
        (line, column)
        for line, _, column, end in function.__code__.co_positions()
        if line is not None and column is not None and end
    }
    found = [
        node
        for node in ast.walk(ast.parse("".join(lines)))
        if isinstance(node, ast.Lambda) and places and all(_holds(node, *at) for at in places)
    ]
    if not found:
        return None
    return ast.Assign([ast.Name(LAMBDA, ast.Store())], min(found, key=_extent))


def _holds(node: ast.Lambda, line: int, column: int) -> bool:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    begin, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    return begin <= (line, column) < end


def _extent(node: ast.Lambda) -> int:
    return len(ast.unparse(node))


class _Indexes(ast.NodeTransformer):
    """Items, bounds of slices, and places that items are taken from or put at."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Note the index, unless it is meant, or a row that is written to has to be asked twice."""
        text = ast.unparse(node)
        row, is_pure = ast.parse(ast.unparse(node.value), mode="eval").body, _is_pure(node.value)
        self.generic_visit(node)
        if isinstance(node.slice, ast.Slice):
            node.slice.lower = _bound(node.slice.lower, text)
            node.slice.upper = _bound(node.slice.upper, text)
        elif _is_from_the_end(node.slice):
            pass
        elif isinstance(node.ctx, ast.Load):
            return _noted("item", node.value, node.slice, ast.Constant(text))
        elif is_pure:
            node.slice = _noted("index", row, node.slice, ast.Constant(text))
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """row.pop(i) and row.insert(i, item)."""
        text, row = ast.unparse(node), None
        if isinstance(node.func, ast.Attribute) and node.func.attr in AT_A_PLACE and node.args:
            row = node.func.value
        is_noted = row is not None and _is_pure(row) and not _is_from_the_end(node.args[0])
        twin = ast.parse(ast.unparse(row), mode="eval").body if is_noted and row else None
        self.generic_visit(node)
        if twin is not None:
            node.args[0] = _noted("index", twin, node.args[0], ast.Constant(text))
        return node


def _bound(index: ast.expr | None, text: str) -> ast.expr | None:
    if index is None or isinstance(index, ast.Constant) or _is_from_the_end(index):
        return index
    return _noted("bound", index, ast.Constant(text))


def _noted(how: str, *given: ast.expr) -> ast.Call:
    method = ast.Attribute(ast.Name(NOTEBOOK, ast.Load()), how, ast.Load())
    return ast.Call(method, list(given), [])


def _is_from_the_end(index: ast.expr) -> bool:
    """Whether an index is written with a minus, or as ~k; one of several is enough."""
    if isinstance(index, ast.Tuple):
        return any(isinstance(one, ast.Slice) or _is_from_the_end(one) for one in index.elts)
    return isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub | ast.Invert)


def _is_pure(row: ast.expr) -> bool:
    """Whether the row can be looked at twice: names, attributes and items."""
    parts = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.BinOp, ast.UnaryOp)
    kinds = (*parts, ast.expr_context, ast.operator, ast.unaryop)
    return all(isinstance(part, kinds) for part in ast.walk(row))
