"""Built-in functions that go through all items: any, all, sum, min, max, next, reduce."""

from __future__ import annotations

import ast
import builtins
import functools
import math
import operator
from collections.abc import Callable

from zermelo.staging.comparing import code_of
from zermelo.staging.emitter import Restart
from zermelo.staging.expressions import Expressions
from zermelo.staging.scope import Loop
from zermelo.staging.value_shapes import LEAST, MOST, NUMBER, Shape, join, unbounded
from zermelo.staging.values import (
    LONGEST_ROW,
    Generated,
    Indexed,
    Known,
    Num,
    Pack,
    Value,
    codes_of,
    rebuild,
    shape_of,
    truth,
)

Words = dict[str, Value]
Fold = Callable[[Expressions, list[Value], Words, ast.AST], Value]


class Accumulator:
    """Variables that get their values inside a loop, and one to begin with in front of it."""

    def __init__(self, scope: Expressions, node: ast.AST, stem: str) -> None:
        self.scope, self.node, self.stem = scope, node, stem
        self.key = (stem, scope.source.site(node))
        self.lines, self.begin = scope.emitter.lines, len(scope.emitter.lines)
        self.depth = scope.emitter.depth
        self.shape: Shape | None = scope.program.learned.forms.get(self.key)
        self.names: list[str] = []

    def put(self, value: Value) -> None:
        """Let the variables hold a value."""
        scope = self.scope
        value = scope.storable(value, self.node)
        self.cover(shape_of(value))
        assert self.shape is not None
        codes = codes_of(scope.fit(value, self.shape, self.node), self.shape)
        for name, code in zip(self.names, codes, strict=True):
            scope.emit(f"{name} = {code}")

    def cover(self, shape: Shape) -> None:
        """Make sure that the variables can hold values of a shape."""
        if self.shape is None:
            self.shape = shape
        self.scope.learn_form(self.key, f"what {self.stem} finds", self.shape, shape, self.node)
        self.shape = join(self.shape, shape)
        assert self.shape is not None
        if not self.names:
            self.names = [self.scope.name(self.stem) for _ in range(self.shape.width)]

    @property
    def value(self) -> Value:
        """What the variables hold now; they may change."""
        return rebuild(unbounded(self.shape or NUMBER), list(self.names) or ["0"])

    def finish(self, *first: str) -> None:
        """Give the variables something to begin with."""
        lines = [*first, *(f"{name} = 0" for name in self.names)]
        self.lines[self.begin : self.begin] = ["    " * self.depth + line for line in lines]


def _until(stop_at: bool) -> Fold:
    """any and all: later items are not looked at once the answer is known."""

    def until(scope: Expressions, args: list[Value], _words: Words, node: ast.AST) -> Value:
        result, loop = (
            scope.name("any" if stop_at else "all"),
            Loop(breaks=True, is_short=True, weight=5),
        )
        scope.emit(f"{result} = {not stop_at}")

        def look(item: Value) -> None:
            test = scope.truth(item, node)
            if isinstance(test, Known) and test.value is not stop_at:
                return
            code = code_of(test)
            with scope.block(f"if {code if stop_at else f'not {code}'}:"):
                scope.emit(f"{result} = {stop_at}")
                loop.leave()

        scope.each(args[0], look, node, loop)
        return truth(result)

    return until


def _sum(scope: Expressions, args: list[Value], words: Words, node: ast.AST) -> Value:
    start = args[1] if len(args) > 1 else words.get("start", Known(0))
    begin = scope.whole(start, node)
    total, bounds = scope.name("sum"), [begin.low, begin.high]
    count = scope.count(args[0])
    most = LONGEST_ROW if count is None else count
    scope.emit(f"{total} = {begin.code}")
    site, checked, are_plain = scope.source.site(node), scope.program.learned.checked, []

    def add(item: Value) -> None:
        number = scope.whole(item, node)
        bounds[0] += most * min(0, number.low)
        bounds[1] += most * max(0, number.high)
        if site in checked or not LEAST <= bounds[0] <= bounds[1] <= MOST:
            scope.emit(f"{total} = plus({total}, {number.code})")
        else:
            are_plain.append(True)
            scope.emit(f"{total} += {number.code}")

    scope.each(args[0], add, node, Loop(weight=5))
    if are_plain and not LEAST <= bounds[0] <= bounds[1] <= MOST:
        checked.add(site)  # a generator yields in several places: what is added later was not known
        raise Restart
    return Num(total, max(LEAST, bounds[0]), min(MOST, bounds[1]))


def _prod(scope: Expressions, args: list[Value], words: Words, node: ast.AST) -> Value:
    return _reduced(scope, operator.mul, args[0], words.get("start", Known(1)), node)


def _reduce(scope: Expressions, args: list[Value], _words: Words, node: ast.AST) -> Value:
    function, source, *start = args
    if not isinstance(function, Known):
        raise scope.stop(node, "reduce of something computed", "write a loop")
    return _reduced(scope, function.value, source, start[0] if start else None, node)


def _reduced(
    scope: Expressions, function: object, source: Value, start: Value | None, node: ast.AST
) -> Value:
    """function(function(start, first item), second item), and so on."""
    found, seen = Accumulator(scope, node, "reduced"), scope.name("seen")

    def more(item: Value) -> None:
        before = scope.keep(found.value, copy=True)
        found.put(scope.apply(function, [before, item], {}, node))

    def look(item: Value) -> None:
        item = scope.keep(item)
        with scope.block(f"if not {seen}:"):
            found.put(item)
        with scope.block("else:"):
            more(item)
        scope.emit(f"{seen} = True")

    if start is not None:
        found.put(start)
        scope.each(source, more, node)
        return scope.keep(found.value)
    scope.each(source, look, node)
    found.finish(f"{seen} = False")
    with scope.block(f"if not {seen}:"):
        scope.emit('raise TypeError("reduce of nothing")')
    return scope.keep(found.value)


def _next(scope: Expressions, args: list[Value], _words: Words, node: ast.AST) -> Value:
    """The first item, or a default."""
    found, seen, loop = Accumulator(scope, node, "next"), scope.name("seen"), Loop(breaks=True)
    source = args[0]
    if not isinstance(source, Generated | Indexed) or source.once is None:
        raise scope.stop(node, "next of something else than a generator", "use an index")
    if len(args) > 1:
        found.cover(shape_of(scope.storable(args[1], node)))

    def look(item: Value) -> None:
        found.put(item)
        scope.emit(f"{seen} = True")
        loop.leave()

    scope.each(source, look, node, loop)
    found.finish(f"{seen} = False")
    with scope.block(f"if not {seen}:"):
        if len(args) > 1:
            found.put(args[1])
        else:
            scope.emit('raise ValueError("next of an empty generator")')
    return scope.keep(found.value)


def _extreme(sign: str) -> Fold:
    """min and max, of numbers or of tuples."""

    def extreme(scope: Expressions, args: list[Value], words: Words, node: ast.AST) -> Value:
        if "key" in words:
            raise scope.stop(
                node, "min or max with a key", "compare tuples that begin with the key"
            )
        if len(args) > 1 and all(shape_of(arg) == NUMBER for arg in args):
            return _least_of_few(scope, args, node, sign)
        items = Pack(tuple(args)) if len(args) > 1 else args[0]
        return _best(scope, items, words.get("default"), node, sign)

    return extreme


def _least_of_few(scope: Expressions, args: list[Value], node: ast.AST, sign: str) -> Num:
    numbers = [scope.whole(arg, node) for arg in args]
    pick = builtins.min if sign == "<" else builtins.max
    codes = ", ".join(number.code for number in numbers)
    low, high = pick(n.low for n in numbers), pick(n.high for n in numbers)
    return Num(f"{pick.__name__}({codes})", low, high)


def _best(
    scope: Expressions, items: Value, default: Value | None, node: ast.AST, sign: str
) -> Value:
    found, seen = Accumulator(scope, node, "best"), scope.name("seen")
    better = scope.name("better")

    def look(item: Value) -> None:
        item = scope.keep(scope.storable(item, node))
        found.cover(shape_of(item))
        scope.emit(f"{better} = True")
        with scope.block(f"if {seen}:"):
            best = scope.keep(found.value, copy=True)
            one, two = (item, best) if sign == "<" else (best, item)
            test = scope.compared(ast.Lt(), one, two, node)
            scope.emit(f"{better} = {code_of(test)}")
        with scope.block(f"if {better}:"):
            found.put(item)
            scope.emit(f"{seen} = True")

    scope.each(items, look, node, Loop(weight=10))
    if default is not None:
        found.cover(shape_of(scope.storable(default, node)))
    found.finish(f"{seen} = False")
    with scope.block(f"if not {seen}:"):
        if default is not None:
            found.put(default)
        else:
            scope.emit('raise ValueError("min or max of nothing")')
    return scope.keep(found.value)


FOLDING: dict[object, Fold] = {
    any: _until(True),
    all: _until(False),
    sum: _sum,
    min: _extreme("<"),
    max: _extreme(">"),
    next: _next,
    math.prod: _prod,
    functools.reduce: _reduce,
}
