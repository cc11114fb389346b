"""A function's own text: its syntax tree, the names it sees, and where its lines are."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


class Stopped(Exception):
    """Something that is not translated: what, in which line, and how to write it instead."""

    def __init__(self, what: str, fix: str, where: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.fix = fix
        self.where = where

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.what}; {self.fix}"


@dataclass(frozen=True)
class Source:
    """A function with its parameters, its body and the names it sees."""

    name: str
    file: str
    parameters: ast.arguments
    body: list[ast.stmt]
    names: dict[str, Any]  # globals, overlaid with what the function closes over
    is_generator: bool
    defaults: tuple[Any, ...]
    keyword_defaults: dict[str, Any]

    def where(self, node: ast.AST) -> str:
        """The file and the line of a piece of the function."""
        return f"{self.file}, line {getattr(node, 'lineno', 0)}"


def source_of(function: Callable[..., Any]) -> Source:
    """Read a function's text back; O(length of its file)."""
    function = inspect.unwrap(function)
    if not inspect.isfunction(function):
        raise Stopped(
            f"{getattr(function, '__name__', function)!r} is not written in Python",
            "write it out with integers and loops",
        )
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        raise Stopped(
            f"the text of {function.__qualname__} cannot be read",
            "keep the rules in a file, not in an interactive session",
        ) from None
    file = inspect.getsourcefile(function) or "the rules"
    node = _definition(function, textwrap.dedent("".join(lines)), first)
    body = node.body if isinstance(node, ast.FunctionDef) else [_returning(node)]
    closed = inspect.getclosurevars(function)
    names = {**function.__globals__, **closed.nonlocals}
    return Source(
        function.__qualname__,
        file.rpartition("/")[2],
        node.args,
        body,
        names,
        inspect.isgeneratorfunction(function),
        function.__defaults__ or (),
        function.__kwdefaults__ or {},
    )


def _definition(
    function: Callable[..., Any], text: str, first: int
) -> ast.FunctionDef | ast.Lambda:
    try:
        tree = ast.parse(text)
    except SyntaxError:  # a lambda inside an expression that does not stand alone
        tree = ast.parse(_alone(text))
    ast.increment_lineno(tree, first - 1)
    code = function.__code__
    if code.co_name != "<lambda>":
        return next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    lambdas = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    fitting = [node for node in lambdas if _same_code(node, code)]
    if len(fitting) == 1:
        return fitting[0]
    raise Stopped(
        f"line {first} holds several functions without a name",
        "write the rules as a function with def",
        f"line {first}",
    )


def _alone(text: str) -> str:
    """The part of a broken statement from its first lambda on, as far as it parses."""
    begin = text.index("lambda")
    for end in range(len(text), begin, -1):
        try:
            ast.parse(f"({text[begin:end]})")
        except SyntaxError:
            continue
        return "\n" * text[:begin].count("\n") + f"({text[begin:end]})"
    raise Stopped("the text of a lambda cannot be read", "write the rules as a function with def")


def _same_code(node: ast.Lambda, code: Any) -> bool:
    again = compile(ast.Expression(node), "<rules>", "eval").co_consts[0]
    return bool(again.co_code == code.co_code and again.co_consts == code.co_consts)


def _returning(node: ast.Lambda) -> ast.stmt:
    return ast.copy_location(ast.Return(node.body), node.body)
