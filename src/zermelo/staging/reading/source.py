"""A function's own text: its syntax tree, the names it sees, and where its lines are."""

from __future__ import annotations

import ast
import inspect
import linecache
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType, FunctionType

from zermelo.staging.reading.cells import with_cells
from zermelo.staging.reading.liveness import Live
from zermelo.staging.reading.pieces import pieces_of
from zermelo.staging.reading.syntax import live_names
from zermelo.staging.reading.unbound import with_flags


class Refused(Exception):
    """Something that is not translated: what, in which line, and how to write it instead."""

    def __init__(self, what: str, fix: str, where: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.fix = fix
        self.where = where

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.what}; {self.fix}"


@dataclass(frozen=True, eq=False)
class Source:
    """A function with its parameters, its body and the names it sees."""

    name: str
    file: str
    parameters: ast.arguments
    body: list[ast.stmt]
    names: dict[str, object]  # globals, overlaid with what the function closes over
    is_generator: bool
    defaults: tuple[object, ...] = ()
    keyword_defaults: dict[str, object] = field(default_factory=dict)

    @property
    def live(self) -> Live:
        """Which names are asked for later."""
        return live_names(self.body)

    def where(self, node: ast.AST) -> str:
        """The file and the line of a piece of the function."""
        line = getattr(node, "lineno", 0)
        return f"{self.file}, line {line}" if line else self.file

    def site(self, node: ast.AST) -> tuple[str, int, int]:
        """The place of a piece of the function."""
        place = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
        return f"{self.file} {self.name}", *place


def source_of(function: object) -> Source:
    """Read a function's text back; O(length of its file) the first time."""
    if not isinstance(function, FunctionType):
        raise Refused(
            f"{getattr(function, '__name__', function)!r} is not written in Python",
            "write it out with integers and loops",
        )
    if function.__globals__.get("__spec__"):  # a file in an archive is read by what has loaded it
        linecache.lazycache(function.__code__.co_filename, function.__globals__)
    node = _definition(function.__code__, function.__qualname__)
    body = node.body if isinstance(node, ast.FunctionDef) else [_returning(node)]
    return Source(
        function.__qualname__,
        os.path.basename(function.__code__.co_filename),
        node.args,
        body,
        {**function.__globals__, **_closed_over(function)},
        inspect.isgeneratorfunction(function),
        function.__defaults__ or (),
        function.__kwdefaults__ or {},
    )


def _closed_over(function: FunctionType) -> dict[str, object]:
    """What the names of outer functions stand for; a cell may be empty still."""
    found: dict[str, object] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    return found


@lru_cache(maxsize=1024)
def _definition(code: CodeType, name: str) -> ast.FunctionDef | ast.Lambda:
    """The syntax that a function's code was made of."""
    linecache.checkcache(code.co_filename)
    try:
        written = _functions("".join(linecache.getlines(code.co_filename)))
    except SyntaxError:
        written = []
    if not written:
        raise Refused(
            f"the text of {name} cannot be read",
            "keep the rules in a file, not in an interactive session",
        )
    wanted = _is_lambda_of if code.co_name == "<lambda>" else _is_function_of
    found = [node for node in written if wanted(node, code)]
    if found:
        last = found[-1]  # the innermost of lambdas within lambdas
        return with_flags(with_cells(last)) if isinstance(last, ast.FunctionDef) else last
    raise Refused(
        f"the text of {name} is not where it was",
        "load the rules again after a change, and write them with def",
        f"{os.path.basename(code.co_filename)}, line {code.co_firstlineno}",
    )


@lru_cache(maxsize=64)
def _functions(text: str) -> list[ast.FunctionDef | ast.Lambda]:
    """All functions of a file."""
    kinds = ast.FunctionDef | ast.Lambda
    return [node for node in pieces_of(ast.parse(text)) if isinstance(node, kinds)]


def _is_function_of(node: ast.AST, code: CodeType) -> bool:
    if not isinstance(node, ast.FunctionDef) or node.name != code.co_name:
        return False
    first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
    return first == code.co_firstlineno


def _is_lambda_of(node: ast.AST, code: CodeType) -> bool:
    """Whether all places of the code are inside the lambda's body."""
    if not isinstance(node, ast.Lambda):
        return False
    places = list(_places(code))
    begin = (node.body.lineno, node.body.col_offset)
    end = (node.body.end_lineno or 0, node.body.end_col_offset or 0)
    return begin <= min(place[:2] for place in places) and max(p[2:] for p in places) <= end


def _places(code: CodeType) -> Iterator[tuple[int, int, int, int]]:
    """Where the instructions of a function come from, but for those that begin it."""
    for line, end_line, column, end_column in code.co_positions():
        if line and end_line and column is not None and end_column:
            yield line, column, end_line, end_column


def _returning(node: ast.Lambda) -> ast.stmt:
    return ast.copy_location(ast.Return(node.body), node.body)
