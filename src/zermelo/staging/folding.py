"""Built-in functions that go through all items: any, all, sum, min, max, next, reduce."""

from __future__ import annotations

import ast
import builtins
import functools
import math
import operator
from collections.abc import Callable
from typing import Any

from zermelo.staging.comparing import code_of
from zermelo.staging.emission import Again
from zermelo.staging.frame import Loop
from zermelo.staging.values import (
    LEAST,
    LONGEST_ROW,
    MOST,
    NUMBER,
    Indexed,
    Known,
    Lazy,
    Num,
    Pack,
    Shape,
    Value,
    codes_of,
    join,
    rebuild,
    shape_of,
    truth,
    unbounded,
)

Words = dict[str, Value]


class Slot:
    """Variables that get their values inside a loop, and one to begin with in front of it."""

    def __init__(self, frame: Any, node: ast.AST, stem: str) -> None:
        self.frame, self.node, self.stem = frame, node, stem
        self.key = (stem, frame.source.site(node))
        self.lines, self.begin = frame.page.lines, len(frame.page.lines)
        self.depth = frame.page.depth
        self.shape: Shape | None = frame.program.learned.forms.get(self.key)
        self.names: list[str] = []

    def put(self, value: Value) -> None:
        """Let the variables hold a value."""
        frame = self.frame
        value = frame.storable(value, self.node)
        self.cover(shape_of(value))
        assert self.shape is not None
        codes = codes_of(frame.fit(value, self.shape, self.node), self.shape)
        for name, code in zip(self.names, codes, strict=True):
            frame.emit(f"{name} = {code}")

    def cover(self, shape: Shape) -> None:
        """Make sure that the variables can hold values of a shape."""
        if self.shape is None:
            self.shape = shape
        self.frame.learn_form(self.key, f"what {self.stem} finds", self.shape, shape, self.node)
        self.shape = join(self.shape, shape)
        assert self.shape is not None
        if not self.names:
            self.names = [self.frame.name(self.stem) for _ in range(self.shape.width)]

    @property
    def value(self) -> Value:
        """What the variables hold now; they may change."""
        return rebuild(unbounded(self.shape or NUMBER), list(self.names) or ["0"])

    def finish(self, *first: str) -> None:
        """Give the variables something to begin with."""
        lines = [*first, *(f"{name} = 0" for name in self.names)]
        self.lines[self.begin : self.begin] = ["    " * self.depth + line for line in lines]


def _until(stop_at: bool) -> Callable[..., Value]:
    """any and all: later items are not looked at once the answer is known."""

    def until(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
        result, loop = (
            frame.name("any" if stop_at else "all"),
            Loop(breaks=True, is_short=True, weight=5),
        )
        frame.emit(f"{result} = {not stop_at}")

        def look(item: Value) -> None:
            test = frame.truth(item, node)
            if isinstance(test, Known) and test.value is not stop_at:
                return
            code = code_of(test)
            with frame.block(f"if {code if stop_at else f'not {code}'}:"):
                frame.emit(f"{result} = {stop_at}")
                loop.leave()

        frame.each(args[0], look, node, loop)
        return truth(result)

    return until


def _sum(frame: Any, args: list[Value], words: Words, node: ast.AST) -> Value:
    start = args[1] if len(args) > 1 else words.get("start", Known(0))
    begin = frame.whole(start, node)
    total, bounds = frame.name("sum"), [begin.low, begin.high]
    count = frame.count(args[0])
    most = LONGEST_ROW if count is None else count
    frame.emit(f"{total} = {begin.code}")
    site, checked, are_plain = frame.source.site(node), frame.program.learned.checked, []

    def add(item: Value) -> None:
        number = frame.whole(item, node)
        bounds[0] += most * min(0, number.low)
        bounds[1] += most * max(0, number.high)
        if site in checked or not LEAST <= bounds[0] <= bounds[1] <= MOST:
            frame.emit(f"{total} = plus({total}, {number.code})")
        else:
            are_plain.append(True)
            frame.emit(f"{total} += {number.code}")

    frame.each(args[0], add, node, Loop(weight=5))
    if are_plain and not LEAST <= bounds[0] <= bounds[1] <= MOST:
        checked.add(site)  # a generator yields in several places: what is added later was not known
        raise Again
    return Num(total, max(LEAST, bounds[0]), min(MOST, bounds[1]))


def _prod(frame: Any, args: list[Value], words: Words, node: ast.AST) -> Value:
    return _reduced(frame, operator.mul, args[0], words.get("start", Known(1)), node)


def _reduce(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    function, source, *start = args
    if not isinstance(function, Known):
        raise frame.stop(node, "reduce of something computed", "write a loop")
    return _reduced(frame, function.value, source, start[0] if start else None, node)


def _reduced(frame: Any, function: Any, source: Value, start: Value | None, node: ast.AST) -> Value:
    """function(function(start, first item), second item), and so on."""
    slot, seen = Slot(frame, node, "reduced"), frame.name("seen")

    def more(item: Value) -> None:
        before = frame.keep(slot.value, copy=True)
        slot.put(frame.apply(function, [before, item], {}, node))

    def look(item: Value) -> None:
        item = frame.keep(item)
        with frame.block(f"if not {seen}:"):
            slot.put(item)
        with frame.block("else:"):
            more(item)
        frame.emit(f"{seen} = True")

    if start is not None:
        slot.put(start)
        frame.each(source, more, node)
        return frame.keep(slot.value)
    frame.each(source, look, node)
    slot.finish(f"{seen} = False")
    with frame.block(f"if not {seen}:"):
        frame.emit('raise TypeError("reduce of nothing")')
    return frame.keep(slot.value)


def _next(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    """The first item, or a default."""
    slot, seen, loop = Slot(frame, node, "next"), frame.name("seen"), Loop(breaks=True)
    source = args[0]
    if not isinstance(source, Lazy | Indexed) or source.once is None:
        raise frame.stop(node, "next of something else than a generator", "use an index")
    if len(args) > 1:
        slot.cover(shape_of(frame.storable(args[1], node)))

    def look(item: Value) -> None:
        slot.put(item)
        frame.emit(f"{seen} = True")
        loop.leave()

    frame.each(source, look, node, loop)
    slot.finish(f"{seen} = False")
    with frame.block(f"if not {seen}:"):
        if len(args) > 1:
            slot.put(args[1])
        else:
            frame.emit('raise ValueError("next of an empty generator")')
    return frame.keep(slot.value)


def _extreme(sign: str) -> Callable[..., Value]:
    """min and max, of numbers or of tuples."""

    def extreme(frame: Any, args: list[Value], words: Words, node: ast.AST) -> Value:
        if "key" in words:
            raise frame.stop(
                node, "min or max with a key", "compare tuples that begin with the key"
            )
        if len(args) > 1 and all(shape_of(arg) == NUMBER for arg in args):
            return _least_of_few(frame, args, node, sign)
        items = Pack(tuple(args)) if len(args) > 1 else args[0]
        return _best(frame, items, words.get("default"), node, sign)

    return extreme


def _least_of_few(frame: Any, args: list[Value], node: ast.AST, sign: str) -> Num:
    numbers = [frame.whole(arg, node) for arg in args]
    pick = builtins.min if sign == "<" else builtins.max
    codes = ", ".join(number.code for number in numbers)
    low, high = pick(n.low for n in numbers), pick(n.high for n in numbers)
    return Num(f"{pick.__name__}({codes})", low, high)


def _best(frame: Any, items: Value, default: Value | None, node: ast.AST, sign: str) -> Value:
    slot, seen = Slot(frame, node, "best"), frame.name("seen")
    better = frame.name("better")

    def look(item: Value) -> None:
        item = frame.keep(frame.storable(item, node))
        slot.cover(shape_of(item))
        frame.emit(f"{better} = True")
        with frame.block(f"if {seen}:"):
            best = frame.keep(slot.value, copy=True)
            one, two = (item, best) if sign == "<" else (best, item)
            test = frame.compared(ast.Lt(), one, two, node)
            frame.emit(f"{better} = {code_of(test)}")
        with frame.block(f"if {better}:"):
            slot.put(item)
            frame.emit(f"{seen} = True")

    frame.each(items, look, node, Loop(weight=10))
    if default is not None:
        slot.cover(shape_of(frame.storable(default, node)))
    slot.finish(f"{seen} = False")
    with frame.block(f"if not {seen}:"):
        if default is not None:
            slot.put(default)
        else:
            frame.emit('raise ValueError("min or max of nothing")')
    return frame.keep(slot.value)


FOLDING: dict[Any, Callable[..., Value]] = {
    any: _until(True),
    all: _until(False),
    sum: _sum,
    min: _extreme("<"),
    max: _extreme(">"),
    next: _next,
    math.prod: _prod,
    functools.reduce: _reduce,
}
