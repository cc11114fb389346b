"""Comprehensions: their items are worked out where they are used, under names of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from zermelo.staging.expressions import Expressions
from zermelo.staging.scope import Loop, LoopVariables, VariableKey
from zermelo.staging.syntax import stored_names, walrus_names, weight_of
from zermelo.staging.values import Body, Generated, GrowingList, Known, Number, Value

Comprehension = ast.GeneratorExp | ast.ListComp
Held = TypeVar("Held")


class OwnNames:
    """The names of a comprehension: its own inside, those of the function outside."""

    def __init__(self, scope: Expressions, node: Comprehension) -> None:
        targets = [generator.target for generator in node.generators]
        self.names = stored_names(targets)
        self.scope = scope
        self.env: dict[str, Value] = {}
        self.loop_variables: dict[str, LoopVariables | VariableKey] = {}

    @contextmanager
    def swapped(self) -> Iterator[None]:
        """Inside, or outside again when it is used inside."""
        self._swap()
        yield
        self._swap()

    def _swap(self) -> None:
        _exchange(self.names, self.scope.env, self.env)
        _exchange(self.names, self.scope.loop_variables, self.loop_variables)


def _exchange(names: Iterable[str], one: dict[str, Held], two: dict[str, Held]) -> None:
    """Let names stand in one for what they stand for in the other, if anything."""
    for name in names:
        first, second = one.pop(name, None), two.pop(name, None)
        if second is not None:
            one[name] = second
        if first is not None:
            two[name] = first


class Comprehensions(Expressions):
    """Items one by one."""

    def comprehension(self, node: Comprehension) -> Value:
        """The first sequence is looked at now, all else when the items are asked for."""
        if walrus_names([node]):
            raise self.stop(node, "`:=` inside a comprehension", "write a loop")
        own, head = OwnNames(self, node), node.generators[0]
        source = self.expression(head.iter)
        is_plain = len(node.generators) == 1 and not head.ifs
        if not is_plain or isinstance(source, Generated | GrowingList):
            return self._lazy(node, own, source, is_single=len(node.generators) == 1)
        part = self.parts([source], head.iter)[0]

        def get(k: Number) -> Value:
            item = part.get(k)
            with own.swapped():
                self.assign(head.target, item)
                return self.keep(self.expression(node.elt))

        weight = weight_of([node.elt])
        return replace(part, get=get, loop=None, item=None, span=None, once=self.once(),
                       weight=weight)  # fmt: skip

    def _lazy(
        self, node: Comprehension, own: OwnNames, source: Value, *, is_single: bool
    ) -> Generated:
        most = None
        if is_single:
            most = source.most if isinstance(source, Generated) else self._at_most(source)

        def each(body: Body) -> None:
            with own.swapped():
                self._through(node, 0, source, own, body)

        return Generated(each, self.once(), most)

    def _at_most(self, source: Value) -> int | str | None:
        count = self.count(source)
        return getattr(source, "length", None) if count is None else count

    def _through(
        self, node: Comprehension, place: int, source: Value, own: OwnNames, body: Body
    ) -> None:
        """Write the loops of a comprehension around `body`, from one `for` on."""
        generator = node.generators[place]

        def inside(item: Value) -> None:
            self.assign(generator.target, item)
            self._filtered(node, place, list(generator.ifs), own, body)

        loop = Loop(weight=weight_of([generator, node.elt]))
        self.each(source, inside, generator.iter, loop)

    def _filtered(
        self, node: Comprehension, place: int, tests: list[ast.expr], own: OwnNames, body: Body
    ) -> None:
        if tests:
            test = self.test(tests[0])
            if test == Known(True):
                self._filtered(node, place, tests[1:], own, body)
            elif not isinstance(test, Known):
                with self.block(f"if {test.code}:"):
                    self._filtered(node, place, tests[1:], own, body)
        elif place + 1 < len(node.generators):
            source = self.expression(node.generators[place + 1].iter)
            self._through(node, place + 1, source, own, body)
        else:
            value = self.keep(self.expression(node.elt))
            with own.swapped():
                body(value)

    def assign(self, target: ast.expr, value: Value) -> None:
        """Bind a target; see `statements`."""
        raise NotImplementedError
