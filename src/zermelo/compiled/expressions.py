"""Expressions: what is known is worked out here and now, the rest becomes code."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable
from typing import Any

from zermelo.compiled.sequences import Sequences
from zermelo.compiled.values import (
    Indexed,
    Known,
    Lazy,
    Made,
    Num,
    Pack,
    Row,
    Text,
    Value,
    flatten,
    rebuild,
    shape_of,
    truth,
)

BINARY: dict[type, tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
    ast.LShift: ("<<", operator.lshift),
    ast.RShift: (">>", operator.rshift),
    ast.BitAnd: ("&", operator.and_),
    ast.BitOr: ("|", operator.or_),
    ast.BitXor: ("^", operator.xor),
    ast.Pow: ("**", operator.pow),
}
UNARY: dict[str, Callable[[Any], Any]] = {
    "-": operator.neg,
    "+": operator.pos,
    "~": operator.invert,
}
COMPARED: dict[type, tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
}


class Expressions(Sequences):
    """One method for each kind of expression."""

    def expression(self, node: ast.expr) -> Value:
        """The value of an expression; code that it needs first is written on the way."""
        visit = getattr(self, f"on_{type(node).__name__}", None)
        if visit is None:
            raise self.stop(node, f"{_kind(node)} is not translated", "write it with plain loops")
        return visit(node)

    def call(self, node: ast.Call) -> Value:
        """A call; see `calls`."""
        raise NotImplementedError

    def on_Call(self, node: ast.Call) -> Value:
        """A call."""
        return self.call(node)

    def on_Constant(self, node: ast.Constant) -> Value:
        """A literal."""
        return Known(node.value)

    def on_JoinedStr(self, node: ast.JoinedStr) -> Value:  # noqa: ARG002
        """A text with values in it: a label."""
        return Text()

    def on_Name(self, node: ast.Name) -> Value:
        """A name: local, closed over, global or built in."""
        if node.id in self.env:
            return self.env[node.id]
        if node.id in self.source.names:
            return self.known(self.source.names[node.id], node)
        if hasattr(builtins, node.id):
            return Known(getattr(builtins, node.id))
        raise self.stop(node, f"{node.id!r} has no value here", "give it one on every way")

    def on_Attribute(self, node: ast.Attribute) -> Value:
        """A field of the game, of a module, of a move or of a named tuple."""
        owner = self.expression(node.value)
        if isinstance(owner, Known):
            try:
                return self.known(getattr(owner.value, node.attr), node)
            except Exception as error:
                raise self.stop(node, f"{type(error).__name__}: {error}", "mend it") from None
        if isinstance(owner, Made) and node.attr in ("to", "gain", "again"):
            return getattr(owner, node.attr)
        if isinstance(owner, Made):
            return Text()
        fields = getattr(getattr(owner, "made_by", None), "_fields", ())
        if node.attr in fields:
            return owner.items[fields.index(node.attr)]
        raise self.stop(
            node, f".{node.attr} of a value", "use ints, tuples and the game's own fields"
        )

    def on_Tuple(self, node: ast.Tuple) -> Value:
        """A tuple, perhaps with others spread out in it."""
        return self.displayed(node)

    def on_List(self, node: ast.List) -> Value:
        """A list: changed in place, of fixed length unless something is appended."""
        value = self.displayed(node)
        return self.fixed_copy(value, node) if self.statics(value) != [] else self.empty_list()

    def displayed(self, node: ast.Tuple | ast.List | ast.Set) -> Value:
        """The items of a display."""
        if not any(isinstance(item, ast.Starred) for item in node.elts):
            items = tuple(self.expression(item) for item in node.elts)
            if all(isinstance(item, Known) for item in items):
                return Known(tuple(item.value for item in items))
            return Pack(items)
        parts = [
            self.expression(item.value)
            if isinstance(item, ast.Starred)
            else Pack((self.expression(item),))
            for item in node.elts
        ]
        return self.joined(parts, node)

    def on_Subscript(self, node: ast.Subscript) -> Value:
        """An item or a slice."""
        owner = self.expression(node.value)
        if isinstance(node.slice, ast.Slice):
            ends = (node.slice.lower, node.slice.upper, node.slice.step)
            low, high, step = (Known(None) if end is None else self.expression(end) for end in ends)
            return self.sliced(owner, low, high, step, node)
        return self.item(owner, self.expression(node.slice), node)

    def on_BinOp(self, node: ast.BinOp) -> Value:
        """Arithmetic on numbers; joining and repeating of sequences."""
        return self.binary(node.op, self.expression(node.left), self.expression(node.right), node)

    def binary(self, op: ast.operator, one: Value, two: Value, node: ast.AST) -> Value:
        """one op two."""
        if type(op) not in BINARY:
            raise self.stop(node, f"{_kind(op)} is not translated", "use // for whole numbers")
        sign, function = BINARY[type(op)]
        if isinstance(one, Known) and isinstance(two, Known):
            try:
                return self.known(function(one.value, two.value), node)
            except Exception as error:
                raise self.stop(node, f"{type(error).__name__}: {error}", "mend it") from None
        if isinstance(one, Text) or isinstance(two, Text) or _text(one) or _text(two):
            return Text()
        if sign == "+" and _listed(one) and _listed(two):
            joined = self.joined([one, two], node)
            is_list = isinstance(one, Row) and one.is_list
            return self.fixed_copy(joined, node) if is_list else joined
        if sign == "*" and (_listed(one) or _listed(two)):
            value, times = (one, two) if _listed(one) else (two, one)
            repeated = self.repeated(value, times, node)
            is_list = isinstance(value, Row) and value.is_list
            return self.fixed_copy(repeated, node) if is_list else repeated
        a, b = self.number(one, node), self.number(two, node)
        if sign == "<<":
            return Num(f"shifted({a}, {b})")
        if sign == ">>" and not isinstance(two, Known):
            return Num(f"({a} >> min({b}, 63))")
        return Num(f"power({a}, {b})" if sign == "**" else f"({a} {sign} {b})")

    def on_UnaryOp(self, node: ast.UnaryOp) -> Value:
        """not, minus, plus, complement."""
        value = self.expression(node.operand)
        if isinstance(node.op, ast.Not):
            return self._negated(self.truth(value, node))
        sign = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}[type(node.op)]
        if isinstance(value, Known):
            return Known(UNARY[sign](value.value))
        return Num(f"({sign}{self.number(value, node)})")

    def truth(self, value: Value, node: ast.AST) -> Known | Num:
        """Whether a value counts as true."""
        if isinstance(value, Known):
            return Known(bool(value.value))
        if isinstance(value, Pack):
            return Known(bool(value.items))
        if isinstance(value, Row | Indexed):
            length = value.length
            return Known(length > 0) if isinstance(length, int) else truth(f"({length} != 0)")
        code = self.number(value, node)
        return value if isinstance(value, Num) and value.is_truth else truth(f"({code} != 0)")

    def on_Compare(self, node: ast.Compare) -> Value:
        """Comparisons, also in chains."""
        left = self.expression(node.left)
        found: list[Value] = []
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.expression(right_node)
            if len(node.ops) > 1 and not isinstance(right, Known):
                right = self.keep(right)
            found.append(self.compared(op, left, right, node))
            left = right
        if any(isinstance(each, Known) and not each.value for each in found):
            return Known(False)
        codes = [each.code for each in found if isinstance(each, Num)]
        if not codes:
            return Known(True)
        return truth(codes[0] if len(codes) == 1 else f"({' and '.join(codes)})")

    def compared(self, op: ast.cmpop, one: Value, two: Value, node: ast.AST) -> Value:
        """one op two."""
        if isinstance(op, ast.In | ast.NotIn):
            found = self.contains(two, one, node)
            return self._negated(found) if isinstance(op, ast.NotIn) else found
        if isinstance(op, ast.Is | ast.IsNot):
            if isinstance(one, Known) and isinstance(two, Known):
                return Known((one.value is two.value) is isinstance(op, ast.Is))
            if isinstance(one, Known) != isinstance(two, Known) and None in (
                getattr(one, "value", 0),
                getattr(two, "value", 0),
            ):
                return Known(isinstance(op, ast.IsNot))
            raise self.stop(node, "`is` on numbers", "compare with ==")
        sign, function = COMPARED[type(op)]
        if isinstance(one, Known) and isinstance(two, Known):
            return Known(function(one.value, two.value))
        if sign == "==":
            return self.same(one, two, node)
        if sign == "!=":
            return self._negated(self.same(one, two, node))
        if _listed(one) and _listed(two):
            if sign in (">", ">="):
                one, two = two, one
            return self.before(one, two, node, or_same="=" in sign)
        return truth(f"({self.number(one, node)} {sign} {self.number(two, node)})")

    def _negated(self, value: Value) -> Value:
        return Known(not value.value) if isinstance(value, Known) else truth(f"(not {value.code})")

    def contains(self, owner: Value, item: Value, node: ast.AST) -> Value:
        """item in owner."""
        if isinstance(owner, Known) and isinstance(owner.value, set | frozenset | dict):
            owner = Known(tuple(owner.value))
        if isinstance(owner, Known) and isinstance(owner.value, range):
            span, code = owner.value, self.number(item, node)
            if span.step == 1:
                return truth(f"({span.start} <= {code} < {span.stop})")
        if isinstance(owner, Known) and isinstance(item, Known):
            return Known(item.value in owner.value)
        if isinstance(item, Num):
            item = self.keep(item)
        static = self.statics(owner)
        if static is not None:
            found = [self.same(each, item, node) for each in static]
            if any(isinstance(each, Known) and each.value for each in found):
                return Known(True)
            codes = [each.code for each in found if isinstance(each, Num)]
            return truth(f"({' or '.join(codes)})") if codes else Known(False)
        result = self.name("found")
        self.emit(f"{result} = False")

        def look(each: Value) -> None:
            with self.block(f"if {self.number(self.same(each, item, node), node)}:"):
                self.emit(f"{result} = True")

        self.each(owner, look, node)
        return truth(result)

    def on_BoolOp(self, node: ast.BoolOp) -> Value:
        """and, or: the later ones are worked out only when they are needed."""
        stop_at = isinstance(node.op, ast.Or)
        value = self.expression(node.values[0])
        for later in node.values[1:]:
            holds = self.truth(value, node)
            if isinstance(holds, Known):
                value = value if holds.value is stop_at else self.expression(later)
                continue
            value = self._either(value, holds, later, stop_at, node)
        return value

    def _either(
        self, value: Value, holds: Num, later: ast.expr, stop_at: bool, node: ast.AST
    ) -> Value:
        """`value and later`, or `value or later`, when only the code can tell."""
        self.depth += 1
        with self.aside() as lines:
            second = self.expression(later)
        self.depth -= 1
        both = _is_truth(value) and _is_truth(second)
        if not lines and both:
            word = "or" if stop_at else "and"
            return truth(f"({holds.code} {word} {self.number(second, node)})")
        result = self.name("b")
        self.emit(f"{result} = {self.number(value, node)}")
        with self.block(f"if {f'not {holds.code}' if stop_at else holds.code}:"):
            self.out.extend(lines)
            self.emit(f"{result} = {self.number(second, node)}")
        return Num(result, both)

    def on_IfExp(self, node: ast.IfExp) -> Value:
        """One or the other."""
        test = self.truth(self.expression(node.test), node)
        if isinstance(test, Known):
            return self.expression(node.body if test.value else node.orelse)
        self.depth += 1
        with self.aside() as first:
            one = self.laid(self.expression(node.body), node)
        with self.aside() as second:
            two = self.laid(self.expression(node.orelse), node)
        self.depth -= 1
        if isinstance(one, Known | Num) and isinstance(two, Known | Num) and not first + second:
            if not (_text(one) or _text(two)):
                a, b = self.number(one, node), self.number(two, node)
                return Num(f"({a} if {test.code} else {b})", _is_truth(one) and _is_truth(two))
            return Text()
        return self._merged(test, (first, one), (second, two), node)

    def _merged(
        self,
        test: Num,
        yes: tuple[list[str], Value],
        no: tuple[list[str], Value],
        node: ast.AST,
    ) -> Value:
        """Two values of one form under one set of variables."""
        one, two = yes[1], no[1]
        if isinstance(one, Row) and isinstance(two, Row) and one.length != two.length:
            one = Row(one.offset, str(one.length), one.item, one.is_list, one.room)
            two = Row(two.offset, str(two.length), two.item, two.is_list, two.room)
        shape = shape_of(one)
        if shape_of(two) != shape:
            raise self.stop(
                node, "the two sides of `if … else` differ in kind", "give both the same form"
            )
        names = [self.name("e") for _ in flatten(one)]
        for header, (lines, _), value in (
            (f"if {test.code}:", yes, one),
            ("else:", no, two),
        ):
            with self.block(header):
                self.out.extend(lines)
                for name, code in zip(names, flatten(value), strict=True):
                    self.emit(f"{name} = {code}")
        return rebuild(shape, names, one)

    def on_NamedExpr(self, node: ast.NamedExpr) -> Value:
        """name := value."""
        self.bind(node.target.id, self.expression(node.value), node)
        return self.env[node.target.id]

    def on_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        """Items one by one, worked out where they are used."""
        return self._comprehended(node)

    def on_ListComp(self, node: ast.ListComp) -> Value:
        """A list of its own."""
        return self.fixed_copy(self.gathered(self._comprehended(node), node), node)

    def on_SetComp(self, node: ast.SetComp) -> Value:
        """Sets are not translated."""
        raise self.stop(node, "a set is built", "use the bits of an int, or a sorted tuple")

    def gathered(self, value: Value, node: ast.AST) -> Value:
        """Anything as a tuple: a pack where the number of items is known, else a row."""
        static = self.statics(value)
        if static is not None:
            return Pack(tuple(self.keep(item) for item in static))
        if isinstance(value, Lazy | Indexed):
            row = self.collected(value, node)
            return Row(row.offset, row.length, row.item)
        return value

    def _comprehended(self, node: ast.GeneratorExp | ast.ListComp) -> Value:
        if len(node.generators) == 1 and not node.generators[0].ifs:
            source = self.expression(node.generators[0].iter)
            static = self.statics(source)
            if static is not None:
                return Indexed(
                    len(static),
                    lambda k: self._element(node, static[k.value]),
                    written_out=True,
                )
        return Lazy(lambda body: self._through(node.generators, node.elt, body))

    def _element(self, node: ast.GeneratorExp | ast.ListComp, item: Value) -> Value:
        with self._own_names(node.generators):
            self.assign(node.generators[0].target, item)
            return self.keep(self.expression(node.elt))

    def _through(
        self,
        generators: list[ast.comprehension],
        element: ast.expr,
        body: Callable[[Value], None],
    ) -> None:
        """Write the nested loops of a comprehension around `body`."""
        head, *rest = generators
        with self._own_names([head]):
            source = self.expression(head.iter)

            def inside(item: Value) -> None:
                with self._own_names([head]):
                    self.assign(head.target, item)
                    self._filtered(head.ifs, rest, element, body)

            self.each(source, inside, head.iter)

    def _filtered(
        self,
        tests: list[ast.expr],
        rest: list[ast.comprehension],
        element: ast.expr,
        body: Callable[[Value], None],
    ) -> None:
        if tests:
            test = self.truth(self.expression(tests[0]), tests[0])
            if isinstance(test, Known):
                if test.value:
                    self._filtered(tests[1:], rest, element, body)
                return
            with self.block(f"if {test.code}:"):
                self._filtered(tests[1:], rest, element, body)
        elif rest:
            self._through(rest, element, body)
        else:
            body(self.expression(element))

    def _own_names(self, generators: list[ast.comprehension]) -> _Restored:
        names = {
            name.id
            for generator in generators
            for name in ast.walk(generator.target)
            if isinstance(name, ast.Name)
        }
        return _Restored(self, names)

    def assign(self, target: ast.expr, value: Value) -> None:
        """Bind a target; see `statements`."""
        raise NotImplementedError


class _Restored:
    """The names of a comprehension are its own: what they stood for before comes back."""

    def __init__(self, frame: Expressions, names: set[str]) -> None:
        self.frame = frame
        self.names = names

    def __enter__(self) -> None:
        env = self.frame.env
        self.kept = {name: env.pop(name) for name in self.names if name in env}
        self.sites = {name: self.frame.sites.get(name, 1) for name in self.names}
        self.frame.sites.update(dict.fromkeys(self.names, 1))

    def __exit__(self, *_: object) -> None:
        for name in self.names:
            self.frame.env.pop(name, None)
        self.frame.env.update(self.kept)
        self.frame.sites.update(self.sites)


def _kind(node: ast.AST) -> str:
    return {"Div": "division with /", "Set": "a set", "Dict": "a dict", "Lambda": "lambda"}.get(
        type(node).__name__, type(node).__name__
    )


def _text(value: Value) -> bool:
    return isinstance(value, Text) or (isinstance(value, Known) and isinstance(value.value, str))


def _listed(value: Value) -> bool:
    known = isinstance(value, Known) and isinstance(value.value, tuple | list)
    return known or isinstance(value, Pack | Row | Indexed | Lazy)


def _is_truth(value: Value) -> bool:
    known = isinstance(value, Known) and isinstance(value.value, bool)
    return known or (isinstance(value, Num) and value.is_truth)
