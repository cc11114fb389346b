"""Comparisons: equal, in order, contained."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from functools import partial
from typing import TypeGuard

from zermelo.staging.arena import times
from zermelo.staging.arithmetic import arithmetic
from zermelo.staging.looping import Looping
from zermelo.staging.scope import Loop, spoken
from zermelo.staging.sequences import SELECTED
from zermelo.staging.value_shapes import Shape
from zermelo.staging.values import (
    ArenaTuple,
    FixedList,
    GrowingList,
    Indexed,
    Known,
    Num,
    Number,
    Pack,
    Text,
    Value,
    ends_of,
    literal,
    truth,
)

COMPARED: dict[type[ast.cmpop], tuple[str, Callable[..., object]]] = {
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
}


class Comparing(Looping):
    """What comparisons become."""

    def compared(self, op: ast.cmpop, one: Value, two: Value, node: ast.AST) -> Known | Num:
        """one op two."""
        if isinstance(op, ast.In | ast.NotIn):
            found = self.contains(two, one, node)
            return negated(found) if isinstance(op, ast.NotIn) else found
        if isinstance(op, ast.Is | ast.IsNot):
            return self._identical(one, two, node, is_wanted=isinstance(op, ast.Is))
        sign, function = COMPARED[type(op)]
        if isinstance(one, Known) and isinstance(two, Known):
            try:
                return Known(bool(function(one.value, two.value)))
            except TypeError as error:
                raise self.stop(node, f"{error}", "compare like with like") from None
        if sign in ("==", "!="):
            same = self.same(one, two, node)
            return negated(same) if sign == "!=" else same
        if is_sequence(one) and is_sequence(two):
            if sign in (">", ">="):
                one, two = two, one
            return self.before(one, two, node, or_same="=" in sign)
        return truth(f"({self.number(one, node)} {sign} {self.number(two, node)})")

    def _identical(self, one: Value, two: Value, node: ast.AST, *, is_wanted: bool) -> Known:
        if isinstance(one, Known) and isinstance(two, Known):
            return Known((one.value is two.value) is is_wanted)
        if Known(None) in (one, two):
            return Known(not is_wanted)
        raise self.stop(node, "`is` on numbers or tuples", "compare with ==")

    # -- equal ------------------------------------------------------------------------------

    def same(self, one: Value, two: Value, node: ast.AST) -> Known | Num:
        """one == two, numbers or sequences."""
        if isinstance(one, Known) and isinstance(two, Known):
            return Known(bool(one.value == two.value))
        if is_sequence(one) and is_sequence(two):
            if is_list(one) != is_list(two):
                return Known(False)
            return self._equal(one, two, node)
        if is_number(one) and is_number(two):
            return truth(f"({self.number(one, node)} == {self.number(two, node)})")
        if isinstance(one, Text) or isinstance(two, Text):
            raise self.stop(node, "texts are compared", "use ints where play depends on it")
        if all(is_sequence(value) or is_number(value) or _is_none(value) for value in (one, two)):
            return Known(False)
        other = two if is_sequence(one) or is_number(one) else one
        raise self.stop(node, f"{spoken(other)} in a comparison", "compare ints and tuples")

    def _equal(self, one: Value, two: Value, node: ast.AST) -> Known | Num:
        first, second = self.statics(one), self.statics(two)
        if first is not None and second is not None:
            if len(first) != len(second):
                return Known(False)
            pairs = zip(first, second, strict=True)
            return self.all_of([partial(self.same, a, b, node) for a, b in pairs])
        a, b = self.view(one, node), self.view(two, node)
        if _alike(a.item, b.item):
            size = times(a.length, a.item.width)
            both = f"mem, {a.offset}, {b.offset}, {size}"
            return truth(f"({a.length} == {b.length} and same({both}))")
        return self._equal_items(a, b, node)

    def _equal_items(self, one: ArenaTuple, two: ArenaTuple, node: ast.AST) -> Num:
        """Rows whose items are compared one by one."""
        result = self.name("same")
        self.emit(f"{result} = {one.length} == {two.length}")
        place, most = self.name("k"), one.length if isinstance(one.length, int) else None
        header = f"for {place} in range({one.length}):"
        with self.block(f"if {result}:"), self.emitter.loop(header, most):
            test = self.same(self.at(one, place), self.at(two, place), node)
            with self.block(f"if not {code_of(test)}:"):
                self.emit(f"{result} = False")
                self.emit("break")
        return truth(result)

    def all_of(self, tests: list[Callable[[], Known | Num]]) -> Known | Num:
        """Whether all hold; the later ones are worked out only when they are needed."""
        result: Known | Num = Known(True)
        for test in tests:
            if result == Known(False):
                break
            result = self.then(result, test)
        return result

    def then(self, first: Known | Num, later: Callable[[], Known | Num]) -> Known | Num:
        """first and later(), both truth values."""
        if isinstance(first, Known):
            return later() if first.value else first
        with self.emitter.aside(1) as lines:
            second = later()
        if second == Known(False) and not lines:
            return second
        if not lines:
            code = f"({first.code} and {code_of(second)})"
            return first if second == Known(True) else truth(code)
        result = self.name("b")
        self.emit(f"{result} = {first.code}")
        with self.block(f"if {result}:"):
            self.emitter.lines.extend(lines)
            self.emit(f"{result} = {code_of(second)}")
        return truth(result)

    def _differs(self, one: Value, two: Value, node: ast.AST) -> Known | Num:
        return negated(self.same(one, two, node))

    # -- in order -----------------------------------------------------------------------------

    def before(self, one: Value, two: Value, node: ast.AST, *, or_same: bool) -> Known | Num:
        """one < two (or ≤) in the order of sequences: the first difference decides."""
        if is_list(one) != is_list(two):
            raise self.stop(node, "a list and a tuple are put in order", "make both tuples")
        first, second = self.statics(one, SELECTED), self.statics(two, SELECTED)
        numbers = all(is_number(value) for value in (*(first or ()), *(second or ())))
        if first and second and len(first) == len(second) and numbers:
            return self._before_few(first, second, node, or_same=or_same)
        a, b = self.view(one, node), self.view(two, node)
        if not _alike(a.item, b.item):
            raise self.stop(
                node, "tuples of different forms are put in order", "compare tuples of ints"
            )
        width = a.item.width
        ends = f"{a.offset}, {times(a.length, width)}, {b.offset}, {times(b.length, width)}"
        return truth(f"(ordered(mem, {ends}) {'<=' if or_same else '<'} 0)")

    def _before_few(
        self, one: list[Value], two: list[Value], node: ast.AST, *, or_same: bool
    ) -> Num:
        code = str(or_same)
        for a, b in zip(reversed(one), reversed(two), strict=True):
            x, y = (self.keep(self.whole(value, node)).code for value in (a, b))
            code = f"({x} < {y} or ({x} == {y} and {code}))"
        return truth(code)

    # -- contained ----------------------------------------------------------------------------

    def contains(self, owner: Value, item: Value, node: ast.AST) -> Known | Num:
        """item in owner."""
        if isinstance(owner, Known) and isinstance(item, Known):
            return Known(item.value in owner.value)
        if isinstance(owner, Text) or (isinstance(owner, Known) and isinstance(owner.value, str)):
            raise self.stop(node, "a text is searched", "use ints where play depends on it")
        if isinstance(owner, Known) and isinstance(owner.value, range):
            return self._in_range(owner.value, item, node)
        item = self.keep(item)
        static = None if isinstance(owner, Indexed) else self.statics(owner)
        if static is not None:
            return self._among(static, item, node)
        result, loop = self.name("found"), Loop(breaks=True)
        self.emit(f"{result} = False")

        def look(each: Value) -> None:
            with self.block(f"if {code_of(self.same(each, item, node))}:"):
                self.emit(f"{result} = True")
                loop.leave()

        self.each(owner, look, node, loop)
        return truth(result)

    def _in_range(self, span: range, item: Value, node: ast.AST) -> Known | Num:
        if not is_number(item):
            return Known(False)
        low, high = ends_of(span)
        code = self.keep(self.whole(item, node)).code
        test = f"{literal(low)} <= {code} <= {literal(high)}"
        if abs(span.step) > 1:
            way = arithmetic("-", Num(code, low, high), self.whole(Known(span.start), node))
            test += f" and {way.code} % {abs(span.step)} == 0"
        return truth(f"({test})")

    def _among(self, items: list[Value], item: Value, node: ast.AST) -> Known | Num:
        """Equal to one of a few."""
        result: Known | Num = Known(False)
        for each in items:
            if result == Known(True):
                break
            before = negated(result)
            differs = partial(self._differs, each, item, node)
            result = negated(self.then(before, differs))
        return result


def negated(value: Known | Num) -> Known | Num:
    """not value, of a truth value."""
    if isinstance(value, Known):
        return Known(not value.value)
    code = value.code
    return truth(code[5:-1] if code.startswith("(not ") else f"(not {code})")


def code_of(value: Known | Num) -> str:
    """The code of a truth value."""
    return str(bool(value.value)) if isinstance(value, Known) else value.code


def is_sequence(value: Value) -> bool:
    """Whether a value is a tuple or a list."""
    known = isinstance(value, Known) and isinstance(value.value, tuple | list)
    return known or isinstance(value, Pack | ArenaTuple | GrowingList)


def is_list(value: Value) -> bool:
    """Whether a value is a list, not a tuple."""
    known = isinstance(value, Known) and isinstance(value.value, list)
    pack = isinstance(value, Pack) and value.is_list
    return known or pack or isinstance(value, FixedList | GrowingList)


def is_text(value: Value) -> bool:
    """Whether a value is a text."""
    return isinstance(value, Text) or (isinstance(value, Known) and isinstance(value.value, str))


def _alike(one: Shape, two: Shape) -> bool:
    """Whether two items are compared number by number."""
    if not (one.is_flat and two.is_flat) or len(one.parts) != len(two.parts):
        return False
    return one.kind == two.kind and all(
        _alike(a, b) for a, b in zip(one.parts, two.parts, strict=True)
    )


def is_number(value: Value) -> TypeGuard[Number]:
    """Whether a value is a whole number or a truth value."""
    return isinstance(value, Num) or (isinstance(value, Known) and isinstance(value.value, int))


def _is_none(value: Value) -> bool:
    return isinstance(value, Known) and value.value is None
