"""Functions written in Python: inlined, or specialized.

A function with one return at its end is inlined, a generator with the loop's body in place of each
yield. Any other becomes a function of the residual program, one for each form of its arguments
(polyvariant specialization); constants are written into it while there are few versions.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable
from dataclasses import dataclass, replace

from zermelo.staging.emitter import CallKey, Emitter, Restart, Specialized
from zermelo.staging.methods import Methods
from zermelo.staging.source import Source
from zermelo.staging.syntax import ends_in_one_return, named, stored_names, yields
from zermelo.staging.value_shapes import LEAST, MOST, NUMBER, Same, Shape, join, unbounded
from zermelo.staging.values import (
    ArenaTuple,
    Body,
    Generated,
    Indexed,
    Known,
    Pack,
    Text,
    Value,
    codes_of,
    rebuild,
    shape_of,
)

DEEPEST = 40  # functions within functions while code is written
VERSIONS = 8  # of a function for different constants; after that numbers are passed
RANGES = ((0, 2**32), (-(2**32), 2**32), (LEAST, MOST))  # of numbers that are passed
NOTHING = Shape("object", detail=Same(None))


@dataclass(eq=False)
class LocalFunction:
    """A function that is written inside another, with the scope that it closes over."""

    source: Source
    scope: Routines
    defaults: dict[str, Value]


class Routines(Methods):
    """Functions of the rules."""

    def defined(self, node: ast.FunctionDef | ast.Lambda, name: str, body: list[ast.stmt]) -> Known:
        """A function inside a function, with the defaults that it has now."""
        form = node.args
        names = [arg.arg for arg in (*form.posonlyargs, *form.args)]
        late = zip(reversed(names), reversed(form.defaults), strict=False)
        defaults = {name: self.keep(self.expression(value)) for name, value in late}
        words = zip(form.kwonlyargs, form.kw_defaults, strict=True)
        defaults |= {arg.arg: self.keep(self.expression(v)) for arg, v in words if v is not None}
        own = f"{self.source.name}.{name}"
        source = Source(own, self.source.file, form, body, self.source.names, yields(body))
        return Known(LocalFunction(source, self, defaults))

    def bound(
        self,
        source: Source,
        args: list[Value],
        keywords: dict[str, Value],
        defaults: dict[str, Value],
        node: ast.AST,
    ) -> dict[str, Value]:
        """The parameters with their arguments, as Python would hand them over."""
        form = source.parameters
        names = [arg.arg for arg in (*form.posonlyargs, *form.args)]
        known = {*names, *(arg.arg for arg in form.kwonlyargs)}
        found: dict[str, Value] = dict(zip(names, args, strict=False))
        if form.vararg is not None:
            found[form.vararg.arg] = Pack(tuple(args[len(names) :]))
        elif len(args) > len(names):
            raise self.stop(node, f"too many arguments for {source.name}", "leave some out")
        if not set(keywords) <= known or set(keywords) & set(names[: len(args)]):
            raise self.stop(node, f"{source.name} has no such argument", "name the ones it has")
        found |= keywords
        for name, default in defaults.items():
            found.setdefault(name, default)
        if form.kwarg is not None:
            found[form.kwarg.arg] = Known({})
        if not known <= set(found):
            raise self.stop(node, f"too few arguments for {source.name}", "give it all")
        return found

    def run(
        self,
        key: object,
        source: Source,
        bound: dict[str, Value],
        node: ast.AST,
        outer: Routines | None,
    ) -> Value:
        """Write a function's code in place, or call it as a function of the code."""
        active = self.program.active
        if len(active) > DEEPEST:
            raise self.stop(node, "functions call each other too deeply", "use a loop")
        if source.is_generator:
            if key in active:
                raise self.stop(node, "a generator that calls itself", "use a loop and a list")
            held = {name: self.keep(value) for name, value in bound.items()}
            once = self.once()
            return Generated(lambda body: self._generated(key, source, held, outer, body), once)
        if key in active or not ends_in_one_return(source.body):
            return self.called(key, source, bound, node, outer)
        inner = self._entered(source, self.emitter, bound, outer)
        active.append(key)
        inner.statements(source.body)
        active.pop()
        return inner.result

    def _entered(
        self, source: Source, emitter: Emitter, bound: dict[str, Value], outer: Routines | None
    ) -> Routines:
        """The scope of a function whose parameters stand for their arguments."""
        inner = type(self)(self.program, source, emitter, outer)
        for name, value in bound.items():
            inner.bind(name, value, inner.here)
        return inner

    def _generated(
        self,
        key: object,
        source: Source,
        bound: dict[str, Value],
        outer: Routines | None,
        body: Body,
    ) -> None:
        """A generator's own code, with the loop's body in place of each yield."""
        inner = self._entered(source, self.emitter, bound, outer)
        active = self.program.active
        active.append(key)
        depth = len(active)

        def yielded(value: Value) -> None:
            held, active[depth - 1 :] = active[depth - 1 :], []  # the body is not a part of it
            body(value)
            active.extend(held)

        inner.on_yield = yielded
        with self.emitter.leavable() as out:
            inner.on_return = lambda value, node: self.emitter.jump(out, "break")  # noqa: ARG005
            inner.statements(source.body)
        active.pop()

    # -- functions of the code ------------------------------------------------------------------

    def called(
        self,
        function: object,
        source: Source,
        bound: dict[str, Value],
        node: ast.AST,
        outer: Routines | None,
    ) -> Value:
        """A function of its own in the code, one for each form of its arguments."""
        if outer is not None:
            bound = {**_captured(source, outer, node), **bound}
        bound = {name: self._argument(function, value, node) for name, value in bound.items()}
        key = (function, tuple((name, _form(value)) for name, value in bound.items()))
        if key not in self.program.calls:
            self._write(key, source, bound)
        found = self.program.calls[key]
        found.was_assumed = found.was_assumed or not found.is_done
        passed = [value for value in bound.values() if not _is_written_in(value)]
        codes = [code for value in passed for code in codes_of(value, shape_of(value))]
        text = f"{found.name}({', '.join(['mem', *codes])})"
        self.emitter.takes_time = True
        names = [self.name("r") for _ in range(found.shape.width)]
        self._emit_call(f"{', '.join(names)} = {text}" if names else text, found)
        if not names:
            return rebuild(found.shape, [])
        result = rebuild(found.shape, names)
        if not found.is_once:
            return result
        assert isinstance(result, ArenaTuple)
        return self._as_generator(result)

    def _emit_call(self, line: str, called: Specialized) -> None:
        """A call; how deep a function calls itself is counted: the machine's stack has an end."""
        if called.is_done:
            self.emit(line)
            return
        for each in ("deeper(mem)", line, "mem[3] -= 1"):
            self.emit(each)

    def _as_generator(self, row: ArenaTuple) -> Indexed:
        """Items that were written down, to be gone through once."""
        return replace(self.indexed(row, self.here), span=None, once=self.once())

    def _argument(self, function: object, value: Value, node: ast.AST) -> Value:
        """An argument as it is passed."""
        if isinstance(value, Generated) or (isinstance(value, Indexed) and value.once is not None):
            raise self.stop(
                node, "a generator is passed to a function with several returns", "pass tuple(…)"
            )
        if isinstance(value, Indexed):
            return self.collected(value, node)
        if isinstance(value, Known) and isinstance(value.value, int):
            versions = sum(key[0] is function for key in self.program.calls)
            if versions > VERSIONS or self.program.active.count(function) > 2:
                return self.keep(self.whole(value, node), copy=True)
        return value

    def _write(self, key: CallKey, source: Source, bound: dict[str, Value]) -> None:
        """Write a function of the code."""
        program = self.program
        stem = source.name.rpartition(".")[2].strip("<>")
        assumed = program.learned.returns.get(key)
        entry = Specialized(program.fresh(stem), unbounded(assumed or NUMBER))
        program.calls[key] = entry
        formals: list[str] = []
        entered: dict[str, Value] = {}
        for name, value in bound.items():
            entered[name] = value
            if not _is_written_in(value):
                shape = _general(shape_of(value))
                own = [f"a_{name}_{k}" for k in range(shape.width)]
                formals += own
                entered[name] = rebuild(shape, list(own))
        inner = self._entered(source, Emitter(program), entered, None)
        returned = Returned(inner, key, assumed)
        inner.on_return = returned.write
        program.active.append(key[0])
        if inner.statements(source.body):
            returned.at_the_end()
        program.active.pop()
        shape = returned.shape or NOTHING
        if entry.was_assumed and shape != entry.shape:
            program.learned.returns[key] = unbounded(shape)
            raise Restart
        entry.shape, entry.is_once, entry.is_done = shape, returned.is_once, True
        head = [f"def {entry.name}({', '.join(['mem', *formals])}):"]
        head += ["    burn(mem, 1)"] if inner.emitter.takes_time else []
        program.functions.append("\n".join([*head, *inner.emitter.lines]))


class Returned:
    """What a function of the code returns: one shape for all its returns."""

    def __init__(self, scope: Routines, key: CallKey, shape: Shape | None) -> None:
        self.scope = scope
        self.key = key
        self.shape = shape
        self.is_once = False

    def write(self, value: Value, node: ast.AST) -> None:
        """return value."""
        scope = self.scope
        if isinstance(value, Generated | Indexed):
            self.is_once = self.is_once or value.once is not None
            value = scope.collected(value, node)
        value = scope.storable(value, node)
        shape = shape_of(value)
        both = shape if self.shape is None else join(self.shape, shape)
        if both is None:
            raise scope.stop(
                node,
                f"{scope.source.name} returns different kinds of things",
                "return the same kind of value everywhere",
            )
        if self.shape is not None and both != self.shape:
            scope.program.learned.returns[self.key] = unbounded(both)
            raise Restart
        self.shape = both
        codes = codes_of(scope.fit(value, both, node), both)
        scope.emit(f"return {', '.join(codes)}" if codes else "return")

    def at_the_end(self) -> None:
        """The end of the function, where nothing is returned."""
        if self.shape is not None and self.shape != NOTHING:
            self.scope.emit('raise ValueError("a function of the rules returns nothing")')


def _captured(source: Source, outer: Routines, node: ast.AST) -> dict[str, Value]:
    """What a local function sees of the function around it."""
    own = stored_names(source.body)
    found = {name: outer.read(name, node) for name in named(source.body) if name not in own}
    return {name: value for name, value in found.items() if value is not None}


def _is_written_in(value: Value) -> bool:
    """Whether an argument is written into the function instead of being passed."""
    return isinstance(value, Known | Text)


def _general(shape: Shape) -> Shape:
    """The shape with bounds that many values share, so that few versions are written."""
    low, high = next(span for span in RANGES if span[0] <= shape.low and shape.high <= span[1])
    return Shape(
        shape.kind, tuple(map(_general, shape.parts)), shape.detail, low, high, shape.sites
    )


def _form(value: Value) -> Hashable:
    """What two arguments share when the same function serves both."""
    if not isinstance(value, Known):
        shape = _general(shape_of(value))
        return shape, _bounds(shape), shape.sites
    try:
        hash(value.value)
    except TypeError:
        return "object", id(value.value)
    return type(value.value), value.value


def _bounds(shape: Shape) -> tuple[Hashable, ...]:
    return shape.low, shape.high, *map(_bounds, shape.parts)
