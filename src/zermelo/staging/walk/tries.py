"""try … except around what may fail: an index, a key, a conversion."""

from __future__ import annotations

import ast
from contextlib import suppress

from zermelo.staging.builder.output import Handler
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.values import Known
from zermelo.staging.ir.code import Const, If, Op, Stmt, Var
from zermelo.staging.reading.pieces import children
from zermelo.staging.reading.syntax import stored_names

CAUGHT = (LookupError, ValueError, TypeError, ArithmeticError, StopIteration, AssertionError)


def error_of(b: Scope, node: ast.expr | None) -> type[BaseException]:
    """The class of an error that is raised."""
    if isinstance(node, ast.Call):
        node = node.func
    found = b.expression(node) if node is not None else Known(ValueError)
    kind = found.value if isinstance(found, Known) else ValueError
    kind = kind if isinstance(kind, type) else type(kind)
    return kind if issubclass(kind, BaseException) else ValueError


def try_(b: Scope, node: ast.Try) -> bool:
    """The body, then `else`; or the first `except` that catches what went wrong; then `finally`."""
    if node.finalbody:
        return _finally(b, node)
    names = stored_names([*node.body, *node.orelse, *node.handlers])
    live = names - frozenset(each.name for each in node.handlers if each.name)
    which = b.name("caught")
    goes_on = False
    b.out.assign(which, Const(0))
    with b.names.in_variables(live):
        with b.names.joining(names), b.out.region() as region:
            handlers = [
                Handler(_caught(b, each), region.label, number, which)
                for number, each in enumerate(node.handlers, 1)
            ]
            b.out.handlers += reversed(handlers)
            try:
                reached = b.statements(node.body)
            finally:  # what is given up here may be translated in another way
                del b.out.handlers[-len(handlers) :]
            if reached and node.orelse:
                reached = b.statements(node.orelse)
            goes_on = goes_on or reached
        chain: list[Stmt] = []
        env = dict(b.names.env)
        for number, each in reversed(list(enumerate(node.handlers, 1))):
            b.names.back_to(env)
            with b.names.joining(names), b.out.into([]) as block:
                goes_on = b.statements(each.body) or goes_on
            chain = [If(Op("==", (Var(which), Const(number))), block, chain)]
        b.names.back_to(env)
        b.out.block.extend(chain)
        b.here = node
    return goes_on


def _finally(b: Scope, node: ast.Try) -> bool:
    """What is done at last, on every way out but that of an error, which ends the rules."""
    if b.out.handlers:
        raise b.stop("`finally` inside another `try`", "write it behind the `try`")
    inner = ast.copy_location(ast.Try(node.body, node.handlers, node.orelse, []), node)
    b.finals.append((node.finalbody, len(b.loops)))
    try:
        goes_on = try_(b, inner) if node.handlers else b.statements(node.body)
    finally:
        b.finals.pop()
    return goes_on and b.statements(node.finalbody)


def leave_through(b: Scope, least: int = 0) -> None:
    """Do what is done at last on a way out of the loops from one on."""
    held = b.finals
    try:
        while b.finals and b.finals[-1][1] >= least:
            body = b.finals[-1][0]
            b.finals = b.finals[:-1]
            b.statements(body)
    finally:
        b.finals = held


def suppressed(b: Scope, node: ast.With) -> bool:
    """with suppress(errors): a `try` that passes over them."""
    calls = [item.context_expr for item in node.items]
    known = [b.expression(call.func) for call in calls if isinstance(call, ast.Call)]
    if len(calls) != 1 or known != [Known(suppress)]:
        raise b.stop("`with` is not translated", "write out what it does before and after")
    call = calls[0]
    assert isinstance(call, ast.Call)
    errors = ast.copy_location(ast.Tuple(call.args, ast.Load()), call)
    passed = ast.copy_location(ast.Pass(), call)
    handler = ast.copy_location(ast.ExceptHandler(errors, None, [passed]), call)
    return try_(b, ast.copy_location(ast.Try(node.body, [handler], [], []), node))


def _caught(b: Scope, node: ast.ExceptHandler) -> tuple[type[BaseException], ...]:
    """The errors that an `except` names."""
    if node.type is None:
        return (Exception,)
    found = b.expression(node.type)
    if not isinstance(found, Known):
        raise b.stop("`except` of something computed", "name the error")
    kinds = found.value if isinstance(found.value, tuple) else (found.value,)
    if node.name and _is_looked_at(node.name, node.body):
        with b.at_node(node):
            raise b.stop("an error is looked at", "leave its name out")
    return kinds


def _is_looked_at(name: str, body: list[ast.stmt]) -> bool:
    """Whether something depends on an error that was caught; raising another one does not."""
    todo: list[ast.AST] = list(body)
    while todo:
        part = todo.pop()
        if isinstance(part, ast.Name) and part.id == name:
            return True
        if not isinstance(part, ast.Raise):
            todo.extend(children(part))
    return False
