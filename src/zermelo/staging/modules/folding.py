"""Functions that go through all items: any, all, sum, min, max, next, reduce, prod."""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable
from dataclasses import replace

from zermelo.staging.builder.branches import LoopOfRules
from zermelo.staging.builder.iterators import Drawn, Generated, Indexed, Spread
from zermelo.staging.builder.operations import compare, function, is_true, length
from zermelo.staging.builder.program import Restart
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.sequences import Pack
from zermelo.staging.builder.values import (
    LEAST,
    LONGEST_ROW,
    MOST,
    NOTHING,
    NUMBER,
    Known,
    Num,
    Shape,
    Value,
    cover,
    kind_of,
    truth,
)
from zermelo.staging.ir.code import Assign, Const, Expr, Op, Var, plus
from zermelo.staging.library.arrays import Array
from zermelo.staging.types.number import arithmetic
from zermelo.staging.types.sequence import count
from zermelo.staging.walk.loops import indexed


class Accumulator:
    """Variables that get their values inside a loop, and one to begin with in front of it."""

    def __init__(self, b: Scope, stem: str) -> None:
        self.b, self.stem = b, stem
        self.key = (stem, b.site)
        self.first = b.out.group()
        self.shape: Shape | None = b.program.learned.forms.get(self.key)
        self.names: list[str] = []

    def put(self, value: Value) -> None:
        """Let the variables hold a value."""
        b = self.b
        value = b.storable(value)
        self.cover(value.shape)
        assert self.shape is not None
        codes = b.codes(value, self.shape)
        for name, code in zip(self.names, codes, strict=True):
            b.out.assign(name, code)

    def cover(self, shape: Shape) -> None:
        """Make sure that the variables can hold values of a shape."""
        if self.shape is None:
            self.shape = shape
        self.b.learn_form(self.key, self.shape, shape)
        self.shape = cover(self.shape, shape)
        if not self.names:
            self.names = [self.b.name(self.stem) for _ in range(self.shape.width)]

    @property
    def value(self) -> Value:
        """What the variables hold now; they may change."""
        assert self.shape is not None  # covered, or given a value, before
        return self.shape.loose().rebuild(iter(map(Var, self.names)))

    def finish(self, *flags: str) -> None:
        """Give the variables something to begin with, and lower flags."""
        self.first += [Assign((flag,), Const(False)) for flag in flags]
        self.first += [Assign((name,), Const(0)) for name in self.names]


def _until(stop_at: bool) -> Callable[..., Value]:
    """any and all: the first item that decides ends the search."""

    def until(b: Scope, items: Value) -> Value:
        result = b.assign("any" if stop_at else "all", Const(not stop_at))
        loop = LoopOfRules(breaks=True, is_short=True, weight=5)

        def look(each: Value) -> None:
            test = is_true(b, each)
            if isinstance(test, Known) and test.value is not stop_at:
                return
            code = truth_code(test)
            with b.out.when(code if stop_at else Op("not", (code,))):
                b.out.assign(result.name, Const(stop_at))
                loop.leave()

        with b.program.any_order():
            b.each(items, look, loop)
        return truth(result)

    return until


function(any)(_until(True))
function(all)(_until(False))


@function(sum)
def _sum(b: Scope, items: Value, start: Value = Known(0)) -> Value:
    if not issubclass(start.python, int):
        return _reduced(b, operator.add, items, start)
    if b.site in b.program.learned.of_arrays:
        return _reduced(b, operator.add, items, None if start == Known(0) else start)
    begin = b.whole(start)
    bounds = [begin.low, begin.high]
    size = count(items)
    most = LONGEST_ROW if size is None else size
    total = b.assign("sum", begin.code)
    site, checked, are_plain = b.site, b.program.learned.checked, []

    def add(each: Value) -> None:
        if each.python is Array:
            b.program.learned.of_arrays.add(site)
            raise Restart
        number = b.whole(each)
        bounds[0] += most * min(0, number.low)
        bounds[1] += most * max(0, number.high)
        fits = site not in checked and LEAST <= bounds[0] <= bounds[1] <= MOST
        if fits:
            are_plain.append(True)
            b.out.assign(total.name, Op("+", (total, number.code)))
        else:
            b.out.assign(total.name, arithmetic("+", Num(total), number).code)

    with b.program.any_order():
        b.each(items, add, LoopOfRules(weight=5))
    if are_plain and not LEAST <= bounds[0] <= bounds[1] <= MOST:
        checked.add(site)  # a generator yields in several places: what is added later was not known
        raise Restart
    return Num(total, max(LEAST, bounds[0]), min(MOST, bounds[1]))


@function(math.prod)
def _prod(b: Scope, items: Value, start: Value = Known(1)) -> Value:
    return _reduced(b, operator.mul, items, start)


@function(functools.reduce)
def _reduce(b: Scope, work: Value, items: Value, start: Value | None = None) -> Value:
    if not isinstance(work, Known):
        raise b.stop("reduce of something computed", "write a loop")
    return _reduced(b, work.value, items, start)


def _reduced(b: Scope, work: object, items: Value, start: Value | None) -> Value:
    """work(work(start, first item), second item), and so on."""
    found, seen = Accumulator(b, "reduced"), Var(b.name("seen"))

    def more(each: Value) -> None:
        before = b.keep(found.value, copy=True)
        found.put(b.apply(work, before, each))

    def look(each: Value) -> None:
        each = b.keep(each)
        with b.out.when(Op("not", (seen,))) as choice:
            found.put(each)
        with b.out.otherwise(choice):
            more(each)
        b.out.assign(seen.name, Const(True))

    if start is not None:
        found.put(start)
        b.each(items, more)
        return b.keep(found.value)
    b.each(items, look)
    if found.shape is None:
        b.out.fail(TypeError, "reduce of nothing")
        return Known(0)
    found.finish(seen.name)
    with b.out.when(Op("not", (seen,))):
        b.out.fail(TypeError, "reduce of nothing")
    return b.keep(found.value)


@function(next)
def _next(b: Scope, items: Value, default: Value | None = None) -> Value:
    """The first item, or a default."""
    if isinstance(items, Known) and isinstance(items.value, Drawn):
        items = replace(indexed(b, Known(tuple(items.value))), once=b.once())
    if not isinstance(items, Generated | Indexed) or items.once is None:
        raise b.stop("next of something else than a generator", "use an index")
    found, seen, loop = Accumulator(b, "next"), Var(b.name("seen")), LoopOfRules(breaks=True)
    if default is not None:
        found.cover(b.storable(default).shape)

    def look(each: Value) -> None:
        found.put(each)
        b.out.assign(seen.name, Const(True))
        loop.leave()

    b.each(items, look, loop)
    if found.shape is None:
        b.out.fail(StopIteration, "next of an empty generator")
        return Known(0)
    found.finish(seen.name)
    with b.out.when(Op("not", (seen,))):
        if default is not None:
            found.put(default)
        else:
            b.out.fail(StopIteration, "next of an empty generator")
    return b.keep(found.value)


# -- min and max -----------------------------------------------------------------------------------


def _extreme(sign: str) -> Callable[..., Value]:
    def extreme(
        b: Scope, *args: Value, key: Value = NOTHING, default: Value | None = None
    ) -> Value:
        if len(args) > 1 and any(isinstance(arg, Spread) for arg in args):
            sides = [arg.source if isinstance(arg, Spread) else Pack((arg,)) for arg in args]
            _expect_several(b, sides)
            args = (b.apply(itertools.chain, *sides),)
        numbers = len(args) > 1 and all(b.storable(arg).shape == NUMBER for arg in args)
        if numbers and key == NOTHING:
            return _least_of_few(b, list(args), sign)
        if len(args) == 1 and isinstance(args[0], Spread):
            args = (args[0].source,)
        items = Pack(tuple(args)) if len(args) > 1 else args[0]
        return _best(b, items, key, default, sign)

    return extreme


def _expect_several(b: Scope, sides: list[Value]) -> None:
    """One argument alone would have to be a sequence."""
    total: Expr = Const(0)
    for side in sides:
        total = plus(total, b.number(length(b, side)))
    with b.out.when(Op("==", (total, Const(1)))):
        b.out.fail(TypeError, "min or max of one thing that is no sequence")


def _least_of_few(b: Scope, args: list[Value], sign: str) -> Num:
    numbers = [b.whole(arg) for arg in args]
    pick = min if sign == "<" else max
    low, high = pick(n.low for n in numbers), pick(n.high for n in numbers)
    code = Op(pick.__name__, tuple(n.code for n in numbers))
    return Num(code, low, high, stored=kind_of(*args))


def _best(b: Scope, items: Value, key: Value, default: Value | None, sign: str) -> Value:
    """The first of the items that no other one beats."""
    found, seen, better = Accumulator(b, "best"), Var(b.name("seen")), Var(b.name("better"))
    rank = found if key == NOTHING else Accumulator(b, "rank")

    def look(each: Value) -> None:
        each = b.keep(b.storable(each))
        mark = each if key == NOTHING else b.keep(b.storable(b.call(key, each)))
        rank.cover(mark.shape)
        b.out.assign(better.name, Const(True))
        with b.out.when(seen):
            best = b.keep(rank.value, copy=True)
            test = compare(b, sign, mark, best)
            b.out.assign(better.name, truth_code(test))
        with b.out.when(better):
            found.put(each)
            if rank is not found:
                rank.put(mark)
            b.out.assign(seen.name, Const(True))

    if key == NOTHING:
        with b.program.any_order():
            b.each(items, look, LoopOfRules(weight=10))
    else:
        b.each(items, look, LoopOfRules(weight=10))
    if default is not None:
        found.cover(b.storable(default).shape)
    if found.shape is None:
        b.out.fail(ValueError, "min or max of nothing")
        return Known(0)
    found.finish(seen.name, better.name)
    if rank is not found:
        rank.finish()
    with b.out.when(Op("not", (seen,))):
        if default is not None:
            found.put(default)
        else:
            b.out.fail(ValueError, "min or max of nothing")
    return b.keep(found.value)


function(min)(_extreme("<"))
function(max)(_extreme(">"))
