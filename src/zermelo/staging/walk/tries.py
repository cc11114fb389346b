"""try … except around what may fail: an index, a key, a conversion."""

from __future__ import annotations

import ast

from zermelo.staging.builder.output import Handler
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.values import Known
from zermelo.staging.ir.code import Const, If, Op, Stmt, Var
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
        raise b.stop("`finally` is not translated", "write it behind the `try`")
    names = stored_names([*node.body, *node.orelse, *node.handlers])
    live = names - frozenset(each.name for each in node.handlers if each.name)
    which = b.name("caught")
    goes_on = False
    b.out.assign(which, Const(0))
    with b.in_variables(live):
        with b.joining(names), b.out.region() as region:
            handlers = [
                Handler(_caught(b, each), region.label, number, which)
                for number, each in enumerate(node.handlers, 1)
            ]
            b.out.handlers += reversed(handlers)
            reached = b.statements(node.body)
            del b.out.handlers[-len(handlers) :]
            if reached and node.orelse:
                reached = b.statements(node.orelse)
            goes_on = goes_on or reached
        chain: list[Stmt] = []
        env = dict(b.env)
        for number, each in reversed(list(enumerate(node.handlers, 1))):
            b.back_to(env)
            with b.joining(names), b.out.into([]) as block:
                goes_on = b.statements(each.body) or goes_on
            chain = [If(Op("==", (Var(which), Const(number))), block, chain)]
        b.back_to(env)
        b.out.block.extend(chain)
        b.here = node
    return goes_on


def _caught(b: Scope, node: ast.ExceptHandler) -> tuple[type[BaseException], ...]:
    """The errors that an `except` names."""
    if node.type is None:
        return (Exception,)
    found = b.expression(node.type)
    if not isinstance(found, Known):
        raise b.stop("`except` of something computed", "name the error")
    kinds = found.value if isinstance(found.value, tuple) else (found.value,)
    if node.name and any(
        isinstance(part, ast.Name) and part.id == node.name
        for line in node.body
        for part in ast.walk(line)
    ):
        raise b.stop("an error is looked at", "leave its name out")
    return kinds
