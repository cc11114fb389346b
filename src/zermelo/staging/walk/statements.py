"""Statements: assignments, branches, loops, yields and returns.

Each says False when what follows it is not reached.
"""

from __future__ import annotations

import ast
import importlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.staging.builder import arena
from zermelo.staging.builder.branches import Branch, LoopOfRules
from zermelo.staging.builder.classes import written
from zermelo.staging.builder.instances import Instance
from zermelo.staging.builder.operations import SIGNS, item, operate
from zermelo.staging.builder.program import Restart, Unreached, given_up
from zermelo.staging.builder.scope import SMALLER, Scope, truth_code
from zermelo.staging.builder.sequences import FixedList, Growing
from zermelo.staging.builder.values import NOTHING, TRUE, Known, TooWide, Value
from zermelo.staging.ir.code import If, Op
from zermelo.staging.reading.labels import label_names
from zermelo.staging.reading.source import Refused
from zermelo.staging.reading.syntax import breaks, skips, stored_names, weight_of
from zermelo.staging.types.arrays import changed_array, index_of, is_array
from zermelo.staging.types.listing import augmented, change_slice, delete_item, extended, multiplied
from zermelo.staging.types.sets import changed_set
from zermelo.staging.types.tables import augmented_entry, delete_entry
from zermelo.staging.walk import calls, functions, matching, members, tries
from zermelo.staging.walk.expressions import expression, test
from zermelo.staging.walk.loops import forget, plain_jumps
from zermelo.staging.walk.narrowing import narrow
from zermelo.staging.walk.targets import assign, change_field, ends_of, own_items

INSTEAD: dict[type[ast.stmt], tuple[str, str]] = {
    ast.Global: ("a global name is changed", "pass the value as an argument, and return it"),
    ast.Nonlocal: ("a name of an outer function is changed", "change an item of a list instead"),
    ast.ClassDef: ("a class is made while playing", "define it outside of the rules"),
    ast.AsyncFunctionDef: ("`async` is not translated", "write a plain function"),
    ast.AsyncFor: ("`async` is not translated", "write a plain loop"),
    ast.AsyncWith: ("`async` is not translated", "leave it out"),
    ast.TryStar: ("`except*` is not translated", "use `except`"),
}


def statements(b: Scope, body: list[ast.stmt]) -> bool:
    """Translate in order; whether the end can be reached."""
    for node in body:
        visit = VISITS.get(type(node))
        b.here = node
        if visit is None:
            raise b.stop(*INSTEAD.get(type(node), ("such a statement", "leave it out")))
        if _carried_out(b, visit, node) is False:
            return False
    return True


def _carried_out(b: Scope, visit: Visit, node: ast.stmt) -> bool | None:
    """A statement; what goes wrong in the translator itself is a reason to stop there."""
    try:
        return visit(b, node)
    except (Restart, RecursionError, Unreached):
        raise
    except Refused as stopped:
        stopped.where = stopped.where or b.where
        raise
    except TooWide as number:
        raise b.stop(f"{number} needs more than 64 bits", SMALLER) from None
    except Exception as error:
        what = f"the translator fails ({type(error).__name__}: {error})"
        raise b.stop(what, "write it more plainly, and please report it") from error


def _pass(_b: Scope, _node: ast.Pass) -> None:
    """Nothing."""


def _expr(b: Scope, node: ast.Expr) -> None:
    """A yield, a call for its effect, a docstring."""
    match node.value:
        case ast.Constant():
            return
        case ast.Yield(value=value):
            _yielded(b, NOTHING if value is None else expression(b, value), node)
        case ast.YieldFrom(value=value):
            source = expression(b, value)
            b.each(source, lambda each: _yielded(b, each, node))
        case other:
            expression(b, other)


def _yielded(b: Scope, value: Value, node: ast.AST) -> None:
    b.here = node
    if b.on_yield is None:
        raise b.stop("a yield in an odd place", "yield in a function of its own")
    b.on_yield(value)


# -- assignments -----------------------------------------------------------------------------------


def _assign(b: Scope, node: ast.Assign) -> None:
    """targets = value; what only labels are made of is left out."""
    if _is_label(b, node.targets):
        return
    value = _own_list(b, b.keep(expression(b, node.value)), node.value)
    for target in node.targets:
        assign(b, target, value)


def _is_label(b: Scope, targets: list[ast.expr]) -> bool:
    names = stored_names(targets)
    plain = all(isinstance(target, ast.Name) for target in targets)
    return plain and names <= label_names(b.source, b.program.ignored)


def _own_list(b: Scope, value: Value, node: ast.expr) -> Value:
    """A known list that a call has made is a new one each time."""
    if isinstance(node, ast.Call) and isinstance(value, Known) and isinstance(value.value, list):
        if not value.value:
            return arena.empty_list(b)
        return arena.new_list(b, b.view(value))
    return value


def _ann_assign(b: Scope, node: ast.AnnAssign) -> None:
    """target: type = value."""
    if node.value is not None:
        _assign(b, ast.copy_location(ast.Assign([node.target], node.value), node))


def _aug_assign(b: Scope, node: ast.AugAssign) -> None:
    """target op= value."""
    sign = SIGNS[type(node.op)][0]
    match node.target:
        case ast.Name(id=name):
            old = expression(b, ast.copy_location(ast.Name(name, ast.Load()), node))
            value = expression(b, node.value)
            if not _changed(b, sign, old, value):
                b.names.bind(name, operate(b, sign, old, value))
        case ast.Subscript(value=owner_node, slice=place):
            owner = expression(b, owner_node)
            index = b.keep(index_of(b, owner, place) if is_array(owner) else expression(b, place))
            own = written(owner.python, "__setitem__") if _has_own_items(owner) else None
            if own is not None:
                old = b.keep(item(b, owner, index))
                b.apply(own, owner, index, operate(b, sign, old, expression(b, node.value)))
            elif issubclass(owner.python, dict):
                augmented_entry(b, sign, owner, index, lambda: expression(b, node.value))
            else:
                augmented(b, sign, owner, index, lambda: expression(b, node.value))
        case ast.Attribute(value=owner_node, attr=name):
            owner = b.keep(expression(b, owner_node))
            old = members.attribute(b, owner, name)
            value = expression(b, node.value)
            if not _changed(b, sign, old, value):
                change_field(b, owner, name, operate(b, sign, old, value))


def _has_own_items(owner: Value) -> bool:
    return isinstance(owner, Instance) or is_array(owner)


def _changed(b: Scope, sign: str, old: Value, value: Value) -> bool:
    """Whether a list, set, dict or array was changed in place, for all that hold it."""
    if is_array(old):
        changed_array(b, sign, old, value)
    elif isinstance(old, FixedList | Growing) and old.python is set:
        changed_set(b, sign, arena.growing(b, old), value)
    elif isinstance(old, FixedList | Growing) and sign == "+":
        extended(b, old, value)
    elif isinstance(old, FixedList | Growing):
        multiplied(b, arena.growing(b, old), value)
    elif issubclass(old.python, dict) and old.python is not Counter and sign == "|":
        members.method(b, old, "update", [value], {})
    else:
        return False
    return True


def _delete(b: Scope, node: ast.Delete) -> None:
    """del list[place], del dict[key]."""
    for target in node.targets:
        if isinstance(target, ast.Name):
            b.names.widen(target.id)
            b.names.env.pop(target.id, None)
            continue
        if not isinstance(target, ast.Subscript):
            raise b.stop("a field is deleted", "build a new state instead")
        owner = expression(b, target.value)
        if isinstance(owner, Instance) and written(owner.cls, "__delitem__") is not None:
            own_items(b, owner, "__delitem__", target.slice, [])
            continue
        if isinstance(target.slice, ast.Slice):
            low, high, step = ends_of(b, target.slice)
            if step != NOTHING:
                raise b.stop("a slice with a step is deleted", "build a new list")
            change_slice(b, owner, low, high, step, Known(()))
            continue
        index = expression(b, target.slice)
        if issubclass(owner.python, dict):
            delete_entry(b, owner, index)
        else:
            delete_item(b, owner, index)


# -- branches --------------------------------------------------------------------------------------


def _if(b: Scope, node: ast.If) -> bool:
    """if … else."""
    asked = test(b, node.test)
    if isinstance(asked, Known):
        return statements(b, node.body if asked.value else node.orelse)

    def side(body: list[ast.stmt], holds: bool) -> Callable[[], bool]:
        def run() -> bool:
            narrow(b, node.test, holds=holds)
            return statements(b, body)

        return run

    return branches(b, asked.code, side(node.body, True), side(node.orelse, False), node)


def branches(
    b: Scope, asked: Any, yes: Callable[[], bool], no: Callable[[], bool], node: ast.stmt
) -> bool:
    """Two pieces of code under a condition, and the names behind them."""
    sides: list[Branch] = []
    lost: list[Unreached] = []
    before, known = dict(b.names.env), dict(b.names.narrowed)
    for run in (yes, no):
        b.names.env, b.names.narrowed = dict(before), dict(known)
        with b.out.into([]) as block:
            goes_on = bool(b.reached(run, lost))
        sides.append(Branch(block, b.names.env, b.names.narrowed, goes_on))
    b.here = node
    if len(lost) == len(sides):
        raise given_up(lost)
    b.names.merge(sides[0], sides[1], node)
    b.emit(If(asked, sides[0].block, sides[1].block))
    return sides[0].goes_on or sides[1].goes_on


# -- loops -----------------------------------------------------------------------------------------


def _for(b: Scope, node: ast.For) -> None:
    """A loop over anything."""
    source = b.keep(expression(b, node.iter))
    loop = _loop(b, node, [node.target, *node.body])

    def body(each: Value) -> None:
        b.loops.append(loop)
        forget(b, loop)
        assign(b, node.target, each)
        statements(b, node.body)
        b.here = node
        b.loops.pop()

    with _before_else(b, node, loop):
        b.each(source, body, loop)
    forget(b, loop)


def _loop(b: Scope, node: ast.For | ast.While, inside: list[ast.AST]) -> LoopOfRules:
    live = b.source.live
    stored = stored_names(inside)
    asked = live.at_head[node] | live.behind[node] | live.always
    body = node.body
    return LoopOfRules(breaks(body), skips(body), stored, stored & asked, weight_of(inside))


def _while(b: Scope, node: ast.While) -> None:
    """A loop with a condition."""
    loop = _loop(b, node, [node.test, *node.body])
    with (
        _before_else(b, node, loop),
        b.names.joining(loop.stored),
        b.names.in_variables(loop.carried),
        b.out.loop() as inner,
    ):
        plain_jumps(b, loop, inner.label)
        asked = test(b, node.test)
        if asked != TRUE:
            with b.out.when(Op("not", (truth_code(asked),))):
                b.out.leave(inner.label)
        narrow(b, node.test, holds=True)
        b.loops.append(loop)
        statements(b, node.body)
        b.here = node
        b.loops.pop()
    forget(b, loop)


@contextmanager
def _before_else(b: Scope, node: ast.For | ast.While, loop: LoopOfRules) -> Iterator[None]:
    """A loop and its `else`, which a `break` leaves out."""
    if not node.orelse:
        yield
        return
    names = stored_names([*node.body, *node.orelse])
    with b.names.joining(names), b.names.in_variables(names), b.out.region() as region:
        loop.out = region.label
        yield
        statements(b, node.orelse)
        b.here = node


def _break(b: Scope, _node: ast.Break) -> bool:
    """Leave the loop."""
    tries.leave_through(b, len(b.loops))
    b.loops[-1].leave()
    return False


def _continue(b: Scope, _node: ast.Continue) -> bool:
    """The next round."""
    tries.leave_through(b, len(b.loops))
    b.loops[-1].skip()
    return False


# -- ways out --------------------------------------------------------------------------------------


def _return(b: Scope, node: ast.Return) -> bool:
    """Hand the result over; `return a if test else b` is two returns."""
    if isinstance(node.value, ast.IfExp) and b.on_return is not None:
        choice = node.value
        ways = [ast.copy_location(ast.Return(v), v) for v in (choice.body, choice.orelse)]
        return _if(b, ast.copy_location(ast.If(choice.test, [ways[0]], [ways[1]]), node))
    value = NOTHING if node.value is None else expression(b, node.value)
    if b.finals:
        value = b.keep(value, copy=True)
        tries.leave_through(b)
    if b.on_return is not None:
        b.here = node
        b.on_return(value)
    else:
        b.result = b.keep(value)
    return False


def _raise(b: Scope, node: ast.Raise) -> bool:
    """An error: the plain rules will say which."""
    error = tries.error_of(b, node.exc)
    if calls.is_of_library(b.source.names.get("__name__")):
        _raise_of_library(b, error, node)
    else:
        b.out.fail(error, "the rules raise an error")
    return False


def _raise_of_library(b: Scope, error: type[BaseException], node: ast.Raise) -> None:
    """A TypeError there says what is not translated, an OverflowError where numpy has no error."""
    assert isinstance(node.exc, ast.Call)
    what = node.exc.args[0]
    message = str(what.value) if isinstance(what, ast.Constant) else error.__name__
    if error is TypeError:
        raise b.stop(f"{message} is not translated", "write it with loops over rows and columns")
    if error is OverflowError:
        b.out.give_up(error, message)
    else:
        b.out.fail(error, message)


def _assert(b: Scope, node: ast.Assert) -> None:
    """A promise that is kept."""
    asked = test(b, node.test)
    if asked != TRUE:
        with b.out.when(Op("not", (truth_code(asked),))):
            b.out.fail(AssertionError, "an assertion of the rules fails")
    narrow(b, node.test, holds=True)


# -- definitions -----------------------------------------------------------------------------------


def _function(b: Scope, node: ast.FunctionDef) -> None:
    """def inside a function; a cache around it is seen through."""
    for each in node.decorator_list:
        mark = each.func if isinstance(each, ast.Call) else each  # lru_cache(maxsize=None)
        if not calls.is_cache(expression(b, mark)):
            raise b.stop("a decorated function inside the rules", "write it outside")
    b.names.widen(node.name)
    b.names.env[node.name] = functions.defined(b, node, node.name, node.body)


def _import(b: Scope, node: ast.Import) -> None:
    """import module."""
    for alias in node.names:
        module = importlib.import_module(alias.name)
        top = importlib.import_module(alias.name.partition(".")[0])
        name = alias.asname or alias.name.partition(".")[0]
        b.names.env[name] = Known(module if alias.asname else top)


def _import_from(b: Scope, node: ast.ImportFrom) -> None:
    """from module import name."""
    given = b.source.names.get("__package__")
    package = given if isinstance(given, str) else None
    module = importlib.import_module("." * node.level + (node.module or ""), package)
    for alias in node.names:
        b.names.env[alias.asname or alias.name] = Known(getattr(module, alias.name))


Visit = Callable[[Scope, Any], "bool | None"]
VISITS: dict[type[ast.stmt], Visit] = {
    ast.Pass: _pass,
    ast.Expr: _expr,
    ast.Assign: _assign,
    ast.AnnAssign: _ann_assign,
    ast.AugAssign: _aug_assign,
    ast.Delete: _delete,
    ast.If: _if,
    ast.For: _for,
    ast.While: _while,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.FunctionDef: _function,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Match: matching.match,
    ast.Try: tries.try_,
    ast.With: tries.suppressed,
}
