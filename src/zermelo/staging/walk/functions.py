"""Functions written in Python: inlined, or specialized.

A function with one return at its end is inlined, a generator with the loop's body in place of each
yield. Any other becomes a function of the program, one for each form of its arguments (polyvariant
specialization); constants are written into it while there are few versions.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable
from dataclasses import replace
from types import FunctionType

from zermelo.staging.builder.ignored import Ignored
from zermelo.staging.builder.iterators import Generated, Indexed, Passing
from zermelo.staging.builder.output import Output
from zermelo.staging.builder.program import CallKey, Restart, Specialized, Unreached
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import FixedList, Pack, Row
from zermelo.staging.builder.unions import UnionShape
from zermelo.staging.builder.values import (
    LEAST,
    MOST,
    NOTHING,
    NUMBER,
    Body,
    Known,
    Num,
    NumberShape,
    Shape,
    Value,
    cover,
)
from zermelo.staging.ir.code import (
    MEM,
    Assign,
    Block,
    Call,
    Const,
    Do,
    Function,
    Return,
    Var,
    Write,
    walk,
)
from zermelo.staging.ir.passes import takes_time
from zermelo.staging.reading.pieces import pieces_of
from zermelo.staging.reading.source import Refused, Source
from zermelo.staging.reading.syntax import ends_in_one_return, named, stored_names, yields
from zermelo.staging.walk.loops import indexed, must_write_out

AROUND = "."  # behind the name of what a local function sees of the function around it
DEEPEST = 40  # functions within functions while code is written
VERSIONS = 8  # of a function for different constants; after that numbers are passed
FEW_VERSIONS, LONG = 4, 120  # as many versions, with more statements together: passed in all
RANGES = ((0, 2**32), (-(2**32), 2**32), (LEAST, MOST))  # of numbers that are passed


class LocalFunction:
    """A function that is written inside another, with the scope that it closes over."""

    def __init__(self, source: Source, scope: Scope, defaults: dict[str, Value]) -> None:
        self.source, self.scope, self.defaults = source, scope, defaults

    @property
    def key(self) -> Hashable:
        """What it is known by: the same in every attempt."""
        first = self.source.body[0]
        return "local", self.source.file, self.source.name, first.lineno, first.col_offset


def defined(b: Scope, node: ast.FunctionDef | ast.Lambda, name: str, body: list[ast.stmt]) -> Known:
    """A function inside a function, with the defaults that it has now."""
    form = node.args
    names = [arg.arg for arg in (*form.posonlyargs, *form.args)]
    late = zip(reversed(names), reversed(form.defaults), strict=False)
    defaults = {name: b.keep(b.expression(value)) for name, value in late}
    words = zip(form.kwonlyargs, form.kw_defaults, strict=True)
    defaults |= {arg.arg: b.keep(b.expression(v)) for arg, v in words if v is not None}
    own = f"{b.source.name}.{name}"
    source = Source(own, b.source.file, form, body, b.source.names, yields(body))
    return Known(LocalFunction(source, b, defaults))


def built(b: Scope, function: FunctionType, source: Source, given: dict[str, Value]) -> Value:
    """A record after a method that may look at it and gives values to its fields."""
    name = source.parameters.args[0].arg
    inner = _entered(b, source, b.out, given, None)
    inner.built = name
    b.program.active.append(function)
    with (
        b.program.in_order(),
        inner.names.in_variables([name] if _sets_inside(source.body) else ()),
    ):
        with b.out.region() as region:
            inner.on_return = lambda value: b.out.leave(region.label)  # noqa: ARG005
            inner.statements(source.body)
        found = inner.names.read(name)
    b.program.active.pop()
    assert found is not None
    return b.keep(found)


def _sets_inside(body: list[ast.stmt]) -> bool:
    """Whether fields are set on some ways only."""
    parts = [part for line in body if not isinstance(line, ast.Expr) for part in pieces_of(line)]
    return any(isinstance(part, ast.Attribute) and part.attr == "__setattr__" for part in parts)


def run(
    b: Scope, key: object, source: Source, given: dict[str, Value], outer: Scope | None
) -> Value:
    """Write a function's code in place, or call it as a function of the code."""
    active = b.program.active
    if len(active) > DEEPEST:
        raise b.stop("functions call each other too deeply", "use a loop")
    if source.is_generator and key not in active:
        held = {name: b.keep(value) for name, value in given.items()}
        return Generated(lambda body: _generated(b, key, source, held, outer, body), b.once())
    if key in active:
        return called(b, key, source, given, outer)
    if not ends_in_one_return(source.body):
        if b.out.handlers:
            return _inlined(b, key, source, given, outer)
        return called(b, key, source, given, outer)
    inner = _entered(b, source, b.out, given, outer)
    active.append(key)
    with b.program.in_order():
        inner.statements(source.body)
    active.pop()
    return inner.result


def _entered(
    b: Scope, source: Source, out: Output, given: dict[str, Value], outer: Scope | None
) -> Scope:
    """The scope of a function whose parameters stand for their arguments."""
    inner = Scope(b.program, b.walker, source, out, outer)
    for name, value in given.items():
        inner.names.bind(name, value)
    return inner


def _inlined(
    b: Scope, key: object, source: Source, given: dict[str, Value], outer: Scope | None
) -> Value:
    """A function with several returns in place: inside a `try`, which catches its errors."""
    inner = _entered(b, source, b.out, given, outer)
    returns: list[tuple[Block, Value]] = []
    b.program.active.append(key)
    with b.program.in_order(), b.out.region() as region:

        def returned(value: Value) -> None:
            held = inner.collected(value) if isinstance(value, Passing) else inner.keep(value)
            returns.append((inner.out.group(), held))
            inner.out.leave(region.label)

        inner.on_return = returned
        if inner.statements(source.body):
            returns.append((inner.out.group(), NOTHING))
    b.program.active.pop()
    return b.merged(returns) if returns else NOTHING


def _generated(
    b: Scope, key: object, source: Source, given: dict[str, Value], outer: Scope | None, body: Body
) -> None:
    """A generator's own code, with the loop's body in place of each yield."""
    inner = _entered(b, source, b.out, given, outer)
    active = b.program.active
    active.append(key)
    depth, insensitive = len(active), b.program.insensitive

    def yielded(value: Value) -> None:
        held, active[depth - 1 :] = active[depth - 1 :], []  # the body is not a part of it
        with b.program.in_order():
            b.program.insensitive = insensitive
            body(value)
        active.extend(held)

    inner.on_yield = yielded
    with b.program.in_order(), b.out.region() as region:
        inner.on_return = lambda value: b.out.leave(region.label)  # noqa: ARG005
        inner.statements(source.body)
    active.pop()


# -- functions of the code -------------------------------------------------------------------------


def called(
    b: Scope, function: object, source: Source, given: dict[str, Value], outer: Scope | None
) -> Value:
    """A function of its own in the code, one for each form of its arguments."""
    if outer is not None:
        seen = _captured(b, source, outer)
        given = {**given, **{f"{name}{AROUND}": value for name, value in seen.items()}}
    given = {name: _argument(b, function, value) for name, value in given.items()}
    key = (function, tuple((name, _form(value)) for name, value in given.items()))
    if key not in b.program.calls:
        _write(b, key, source, given, outer)
        _weigh(b, function)
    found = b.program.calls[key]
    found.was_assumed = found.was_assumed or not found.is_done
    if not (found.is_done or found.is_known):
        if source.is_generator:
            return Pack(())
        raise Unreached
    passed = [value for value in given.values() if not _is_written_in(value)]
    call = Call(found.name, (MEM, *(code for value in passed for code in value.codes())))
    names = [b.name("r") for _ in range(found.shape.width)]
    _emit_call(b, names, call, found)
    result = found.shape.rebuild(iter(map(Var, names)))
    if not found.is_once:
        return result
    assert isinstance(result, Row)
    return replace(indexed(b, result), once=b.once())


def _weigh(b: Scope, function: object) -> None:
    """Start over where versions of a long function differ in numbers alone: these are passed, and
    loops around its calls stay loops.
    """
    program = b.program
    if function in program.learned.general:
        return
    names: dict[Hashable, set[str]] = {}
    for key, version in program.calls.items():
        if key[0] == function and version.is_done:
            names.setdefault(_without_numbers(key[1]), set()).add(version.name)
    alike = max(names.values(), key=len, default=set())
    if len(alike) < FEW_VERSIONS:
        return
    bodies = (each.body for each in program.functions if each.name in alike)
    if sum(1 for body in bodies for _ in walk(body)) > LONG:
        program.learned.general.add(function)
        program.learned.rolled.update(program.unrolling)
        raise Restart


def _without_numbers(forms: Hashable) -> Hashable:
    """The forms of arguments, for which known numbers are all the same."""
    assert isinstance(forms, tuple)
    return tuple((name, form[:1] if form[0] is int else form) for name, form in forms)


def _emit_call(b: Scope, names: list[str], call: Call, found: Specialized) -> None:
    """A call; how deep a function calls itself is counted: the machine's stack has an end."""
    if not found.is_done:
        b.emit(Do(Call("deeper", (MEM,))))
    b.emit(Assign(tuple(names), call) if names else Do(call))
    if not found.is_done:
        b.emit(Write("mem", (Const(3),), Const(1), "-"))


def _argument(b: Scope, function: object, value: Value) -> Value:
    """An argument as it is passed."""
    once = isinstance(value, Indexed) and value.once is not None
    if isinstance(value, Generated) or once:
        raise b.stop("a generator is passed to a function with several returns", "pass tuple(…)")
    if isinstance(value, Indexed):
        return b.collected(value)
    if isinstance(value, Known) and type(value.value) is int:
        versions = sum(key[0] == function for key in b.program.calls)
        if versions > VERSIONS or b.program.active.count(function) > 2:
            return b.keep(b.whole(value), copy=True)
        if function in b.program.learned.general and abs(value.value) < RANGES[1][1]:
            return Num(b.number(value), *RANGES[1])  # of one range, whatever its sign
    if value.python in (tuple, str, bytes, list) and b.program.active.count(function) > 2:
        return _of_any_length(b, value)
    return value if _is_written_in(value) else b.storable(value)


def _of_any_length(b: Scope, value: Value) -> Value:
    """A sequence that a function hands to itself, which may be longer each time."""
    if isinstance(value, FixedList):
        return replace(value, length=b.assign("len", value.length))
    if not isinstance(value, Known | Pack) or value.python is list or must_write_out(b, value):
        return value if _is_written_in(value) else b.storable(value)
    row = b.view(value)
    return replace(row, length=b.assign("len", row.length))


def _write(
    b: Scope, key: CallKey, source: Source, given: dict[str, Value], outer: Scope | None
) -> None:
    """Write a function of the code."""
    program = b.program
    stem = source.name.rpartition(".")[2].strip("<>")
    assumed = program.learned.returns.get(key)
    entry = Specialized(
        program.fresh(stem), (assumed or NUMBER).loose(), is_known=assumed is not None
    )
    program.calls[key] = entry
    formals: list[str] = []
    entered: dict[str, Value] = {}
    for name, value in given.items():
        entered[name] = value
        if not _is_written_in(value):
            shape = _general(value.shape)
            stem = re.sub(r"\W", "_", f"o_{name}") if name.endswith(AROUND) else f"a_{name}"
            own = [f"{stem}_{k}" for k in range(shape.width)]
            formals += own
            entered[name] = shape.rebuild(iter(map(Var, own)))
    passed = {name: value for name, value in entered.items() if not name.endswith(AROUND)}
    inner = _entered(b, source, Output(program), passed, outer)
    for name in set(entered) - set(passed):
        _hand_over(inner.out, outer, name.removesuffix(AROUND), entered[name])
    returned = Returned(inner, key, assumed)
    inner.on_return = returned.write
    program.active.append(key[0])
    depth = len(program.active)
    try:
        with program.in_order():
            _write_body(inner, source, returned)
    except Refused:
        del program.calls[key]  # who asks again is told again
        raise
    except Unreached:
        if returned.shape is None and entry.was_assumed and not entry.is_known:
            program.learned.returns[key] = NUMBER.loose()  # all its ways ask itself: a number, say
            raise Restart from None
        if returned.shape is None or entry.is_known:
            raise
    del program.active[depth - 1 :]
    shape = returned.shape or NOTHING.shape
    if entry.was_assumed and (not entry.is_known or shape != entry.shape):
        wide = cover(assumed, shape) if assumed else shape
        if wide.loose() == assumed:
            raise b.stop(f"what {source.name} returns cannot be told", "return one kind of thing")
        program.learned.returns[key] = wide.loose()
        raise Restart
    entry.shape, entry.is_once, entry.is_done = shape, returned.is_once, True
    body = inner.out.block
    if takes_time(body, {each.name for each in program.calls.values()}):
        body = [Do(Call("burn", (MEM, Const(1)))), *body]
    program.functions.append(Function(entry.name, ("mem", *formals), body))


def _write_body(inner: Scope, source: Source, returned: Returned) -> None:
    """The statements; a generator that calls itself hands over all its items at once."""
    if not source.is_generator:
        if inner.statements(source.body):
            returned.at_the_end()
        return

    def each(body: Body) -> None:
        inner.on_yield = body
        with inner.out.region() as region:
            inner.on_return = lambda value: inner.out.leave(region.label)  # noqa: ARG005
            inner.statements(source.body)

    returned.write(Generated(each, inner.once()))


class Returned:
    """What a function of the code returns: one shape for all its returns."""

    def __init__(self, b: Scope, key: CallKey, shape: Shape | None) -> None:
        self.b = b
        self.key = key
        self.shape = shape
        self.is_once = False

    def write(self, value: Value) -> None:
        """return value."""
        b = self.b
        if isinstance(value, Passing):
            self.is_once = self.is_once or getattr(value, "once", None) is not None
            value = b.collected(value)
        value = b.storable(value)
        shape = value.shape
        both = shape if self.shape is None else cover(self.shape, shape)
        if self.shape is not None and both != self.shape:
            b.program.learned.returns[self.key] = both.loose()
            raise Restart(b.where)
        self.shape = both
        b.emit(Return(tuple(b.codes(value, both))))

    def at_the_end(self) -> None:
        """The end of the function, where None is returned."""
        self.write(NOTHING)


def _captured(b: Scope, source: Source, outer: Scope) -> dict[str, Value]:
    """What a local function sees of the function around it, by itself or by others it calls."""
    found: dict[str, Value] = {}
    todo = [source]
    for each in todo:  # which grows on the way
        own = {*stored_names(each.body), *_parameters(each)}
        for name in [n for n in named(each.body) if n not in own and n not in found]:
            value = outer.names.seen_from(b, name)
            if value is None:
                continue
            found[name] = value
            if isinstance(value, Known) and isinstance(value.value, LocalFunction):
                todo.append(value.value.source)
                found |= _passed_defaults(b, value.value)
    return found


def own_defaults(b: Scope, function: LocalFunction) -> dict[str, Value]:
    """The defaults of a local function, as the code at hand sees them."""
    if b.out is function.scope.out:
        return function.defaults
    scope, passed = id(function.scope), b.out.captured
    return {
        name: passed.get((scope, f"{function.source.name}:{name}"), value)
        for name, value in function.defaults.items()
    }


def _passed_defaults(b: Scope, function: LocalFunction) -> dict[str, Value]:
    return {
        f"{function.source.name}:{name}": value
        for name, value in own_defaults(b, function).items()
        if not _is_written_in(value)
    }


def _parameters(source: Source) -> frozenset[str]:
    form = source.parameters
    extra = [arg for arg in (form.vararg, form.kwarg) if arg is not None]
    return frozenset(arg.arg for arg in (*form.posonlyargs, *form.args, *form.kwonlyargs, *extra))


def _hand_over(out: Output, outer: Scope | None, name: str, value: Value) -> None:
    """Let a name of the functions around stand for what was passed."""
    while outer is not None:
        out.captured[id(outer), name] = value
        outer = None if name in outer.names.env else outer.outer


def _is_written_in(value: Value) -> bool:
    """Whether an argument is written into the function instead of being passed."""
    return isinstance(value, Known | Ignored)


def _general(shape: Shape) -> Shape:
    """The shape with bounds that many values share, so that few versions are written."""
    match shape:
        case NumberShape(low=low, high=high, of=of):
            return NumberShape(*next(r for r in RANGES if r[0] <= low and high <= r[1]), of)
        case UnionShape(parts=parts):
            return UnionShape(tuple(map(_general, parts)))
    inner = {name: _general_part(part) for name, part in vars(shape).items()}
    return replace(shape, **inner)  # type: ignore[type-var]


def _general_part(part: object) -> object:
    if isinstance(part, Shape):
        return _general(part)
    if isinstance(part, tuple):
        return tuple(map(_general_part, part))
    return part


def _unseen(part: object) -> Hashable:
    """What two equal shapes may differ in: bounds, and where lists are made."""
    if isinstance(part, NumberShape):
        return part.low, part.high, part.of
    if isinstance(part, Shape):
        return tuple(map(_unseen, vars(part).values()))
    if isinstance(part, tuple):
        return tuple(map(_unseen, part))
    return part if isinstance(part, frozenset) else None


def _form(value: Value) -> Hashable:
    """What two arguments share when the same function serves both."""
    if not isinstance(value, Known):
        shape = _general(value.shape)
        return shape, _unseen(shape)
    if isinstance(value.value, LocalFunction):
        return value.value.key
    try:
        hash(value.value)
    except TypeError:
        return "object", id(value.value)
    return type(value.value), value.value
