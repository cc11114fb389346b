"""Comprehensions: their items are worked out where they are used, under names of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias, TypeVar

from zermelo.staging.builder.branches import LoopOfRules, LoopVariables, VariableKey
from zermelo.staging.builder.iterators import Generated, Indexed, Number
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import Growing, Row
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import TRUE, Body, Known, Value
from zermelo.staging.ir.code import Const, Expr
from zermelo.staging.reading.syntax import stored_names, walrus_names, weight_of
from zermelo.staging.types.sequence import count
from zermelo.staging.walk.loops import iterable, parts
from zermelo.staging.walk.narrowing import narrowed

Comprehension: TypeAlias = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp
Held = TypeVar("Held")


class OwnNames:
    """The names of a comprehension: its own inside, those of the function outside."""

    def __init__(self, b: Scope, node: Comprehension) -> None:
        self.names = stored_names([generator.target for generator in node.generators])
        self.b = b
        self.env: dict[str, Value] = {}
        self.loop_variables: dict[str, LoopVariables | VariableKey] = {}
        self.narrowed: dict[str, Value] = {}

    @contextmanager
    def swapped(self) -> Iterator[None]:
        """Inside, or outside again when it is used inside."""
        self._swap()
        try:
            yield
        finally:
            self._swap()

    def _swap(self) -> None:
        _exchange(self.names, self.b.names.env, self.env)
        _exchange(self.names, self.b.names.loop_variables, self.loop_variables)
        known = [*self.b.names.narrowed, *self.narrowed]
        fields = [key for key in known if key.partition(".")[0] in self.names]
        _exchange(fields, self.b.names.narrowed, self.narrowed)


def _exchange(names: Iterable[str], one: dict[str, Held], two: dict[str, Held]) -> None:
    """Let names stand in one for what they stand for in the other, if anything."""
    for name in names:
        first, second = one.pop(name, None), two.pop(name, None)
        if second is not None:
            one[name] = second
        if first is not None:
            two[name] = first


def comprehension(b: Scope, node: Comprehension, item: ast.expr) -> Value:
    """The first sequence is looked at now, all else when the items are asked for."""
    own, head = OwnNames(b, node), node.generators[0]
    source = b.expression(head.iter)
    if isinstance(source, Union):
        source = b.split(source, lambda part: b.view(iterable(b, part)))
    is_plain = len(node.generators) == 1 and not head.ifs and not walrus_names([node])
    if not is_plain or isinstance(source, Generated | Growing) or issubclass(source.python, Set):
        return _lazy(b, node, item, own, source)
    part = parts(b, [source])[0]

    def get(k: Number) -> Value:
        each = part.get(k)
        with own.swapped(), b.program.in_order():
            b.give(head.target, each)
            return b.keep(b.expression(item))

    return replace(
        part, get=get, header=(), of_header=None, once=b.once(), weight=weight_of([item])
    )


def _lazy(b: Scope, node: Comprehension, item: ast.expr, own: OwnNames, source: Value) -> Generated:
    most = at_most(source) if len(node.generators) == 1 else None

    def each(body: Body) -> None:
        with b.names.in_variables(walrus_names([node])), own.swapped():
            _through(b, node, item, 0, source, own, body)

    return Generated(each, b.once(), most)


def at_most(source: Value) -> Expr | None:
    """A number that there are not more items of, where one is known."""
    if isinstance(source, Generated):
        return source.most
    size = count(source)
    if size is not None:
        return Const(size)
    return source.length if isinstance(source, Row | Indexed) else None


def _through(
    b: Scope,
    node: Comprehension,
    item: ast.expr,
    place: int,
    source: Value,
    own: OwnNames,
    body: Body,
) -> None:
    """Write the loops of a comprehension around `body`, from one `for` on."""
    generator = node.generators[place]

    def inside(each: Value) -> None:
        b.give(generator.target, each)
        _filtered(b, node, item, place, list(generator.ifs), own, body)

    with b.at_node(generator.iter):
        b.each(source, inside, LoopOfRules(weight=weight_of([generator, item])))


def _filtered(
    b: Scope, node: Comprehension, item: ast.expr, place: int, tests: list[ast.expr], own: OwnNames,
    body: Body,
) -> None:  # fmt: skip
    if tests:
        with b.program.in_order():
            asked = b.test(tests[0])
        if asked == TRUE:
            _filtered(b, node, item, place, tests[1:], own, body)
        elif not isinstance(asked, Known):
            with b.out.when(asked.code), narrowed(b, tests[0], holds=True):
                _filtered(b, node, item, place, tests[1:], own, body)
    elif place + 1 < len(node.generators):
        source = b.expression(node.generators[place + 1].iter)
        _through(b, node, item, place + 1, source, own, body)
    else:
        with b.program.in_order():
            value = b.keep(b.expression(item))
        with own.swapped():
            body(value)
