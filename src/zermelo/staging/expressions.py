"""Expressions: what is static is folded here and now, what is dynamic becomes code."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeGuard

from zermelo.staging.arithmetic import BINARY, arithmetic, inverted, negative
from zermelo.staging.comparing import (
    Comparing,
    code_of,
    is_list,
    is_number,
    is_sequence,
    is_text,
    negated,
)
from zermelo.staging.scope import spoken
from zermelo.staging.syntax import walrus_names
from zermelo.staging.value_shapes import joined_item
from zermelo.staging.values import (
    ArenaTuple,
    FixedList,
    Generated,
    GrowingList,
    Indexed,
    Known,
    MoveValue,
    Num,
    Number,
    Pack,
    Text,
    Value,
    constant_of,
    held,
    shape_of,
    truth,
)

UNARY: dict[type[ast.unaryop], tuple[Callable[..., object], Callable[[Num], Num]]] = {
    ast.USub: (operator.neg, negative),
    ast.UAdd: (operator.pos, lambda value: value),
    ast.Invert: (operator.invert, inverted),
}


Later = Callable[[], Value]
Rest = Callable[[Value], Value]


class Expressions(Comparing):
    """One method for each kind of expression."""

    def expression(self, node: ast.expr) -> Value:
        """The value of an expression; code that it needs first is written on the way."""
        visit: Callable[[ast.expr], Value] | None = getattr(self, f"on_{type(node).__name__}", None)
        if visit is None:
            raise self.stop(node, *_refusal(node))
        self.here = node
        return visit(node)

    def call(self, node: ast.Call) -> Value:
        """A call; see `calls`."""
        raise NotImplementedError

    def apply(
        self, function: object, args: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """Call a known function; see `calls`."""
        raise NotImplementedError

    def comprehension(self, node: ast.GeneratorExp | ast.ListComp) -> Value:
        """Items one by one; see `comprehensions`."""
        raise NotImplementedError

    def defined(self, node: ast.FunctionDef | ast.Lambda, name: str, body: list[ast.stmt]) -> Value:
        """A function inside a function; see `routines`."""
        raise NotImplementedError

    def on_Lambda(self, node: ast.Lambda) -> Value:
        """A function without a name."""
        body = ast.copy_location(ast.Return(node.body), node.body)
        return self.defined(node, "lambda", [body])

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
        value = self.read(node.id, node)
        if value is not None:
            return value
        if node.id in self.source.names:
            return self.known(self.source.names[node.id], node)
        if hasattr(builtins, node.id):
            return Known(getattr(builtins, node.id))
        raise self.stop(node, f"{node.id!r} has no value here", "give it one before it is used")

    def on_Attribute(self, node: ast.Attribute) -> Value:
        """A field of the game, of a module, of a move or of a named tuple."""
        return self.attribute(self.expression(node.value), node.attr, node)

    def attribute(self, owner: Value, name: str, node: ast.AST) -> Value:
        """owner.name."""
        if isinstance(owner, Known):
            try:
                return self.known(getattr(owner.value, name), node)
            except Exception as error:
                what = f"{type(error).__name__}: {error}"
                raise self.stop(node, what, "give the game this field") from None
        if isinstance(owner, MoveValue):
            return getattr(owner, name) if name in MoveValue.__annotations__ else Text()
        cls = getattr(owner, "made_by", None)
        fields = getattr(cls, "_fields", ())
        if isinstance(owner, Pack) and name in fields:
            return owner.items[fields.index(name)]
        if isinstance(getattr(cls, name, None), property):
            return self.apply(getattr(cls, name).fget, [owner], {}, node)
        raise self.stop(
            node, f".{name} of {spoken(owner)}", "use ints, tuples and the game's own fields"
        )

    # -- sequences ----------------------------------------------------------------------------

    def on_Tuple(self, node: ast.Tuple) -> Value:
        """A tuple, perhaps with others spread out in it."""
        return self.displayed(node)

    def on_List(self, node: ast.List) -> Value:
        """A list of its own."""
        if not node.elts:
            return self.empty_list(node)
        items = self.displayed(node)
        if isinstance(items, Pack) and joined_item(tuple(map(shape_of, items.items))) is None:
            return replace(items, is_list=True)
        return self.new_list(self.view(items, node), node)

    def on_Set(self, node: ast.Set) -> Value:
        """A set of constants."""
        value = self.displayed(node)
        if not isinstance(value, Known):
            raise self.stop(node, "a set is built", "use the bits of an int, or a sorted tuple")
        return Known(frozenset(value.value))

    def on_Dict(self, node: ast.Dict) -> Value:
        """A dict of constants."""
        keys = [Known(None) if key is None else self.expression(key) for key in node.keys]
        values = [self.expression(value) for value in node.values]
        if None in node.keys or not all(isinstance(part, Known) for part in (*keys, *values)):
            raise self.stop(node, *INSTEAD["DictComp"])
        return Known(dict(zip(map(constant_of, keys), map(constant_of, values), strict=True)))

    def displayed(self, node: ast.Tuple | ast.List | ast.Set) -> Value:
        """The items of a display."""
        if not any(isinstance(item, ast.Starred) for item in node.elts):
            items = tuple(self.expression(item) for item in node.elts)
            if all(isinstance(item, Known) for item in items):
                return Known(tuple(map(constant_of, items)))
            return Pack(items)
        parts = [
            self.drained(self.expression(item.value), item)
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

    def on_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        """Items one by one, worked out where they are used."""
        return self.comprehension(node)

    def on_ListComp(self, node: ast.ListComp) -> Value:
        """A list of its own."""
        gathered = self.gathered(self.comprehension(node), node)
        return self.new_list(self.view(gathered, node), node)

    def on_SetComp(self, node: ast.SetComp) -> Value:
        """Sets are not translated."""
        raise self.stop(node, "a set is built", "use the bits of an int, or a sorted tuple")

    def drained(self, value: Value, node: ast.AST) -> Value:
        """A sequence that is used up now: what can be gone through once is marked."""
        if isinstance(value, Indexed) and value.once is not None:
            self.use(value.once, node)
            return replace(value, once=None)
        if isinstance(value, Generated):
            return self.collected(value, node)
        return value

    def gathered(self, value: Value, node: ast.AST) -> Value:
        """Anything as a tuple: a pack where the number of items is known, else a row."""
        value = self.drained(value, node)
        if isinstance(value, GrowingList | FixedList):
            row = self.view(value, node)
            return row if row.is_fresh else self.copied(row)
        if isinstance(value, ArenaTuple | Pack):
            return value
        static = self.statics(value, 8)
        if static is not None:
            return Pack(tuple(self.keep(item) for item in static))
        return self.collected(value, node)

    # -- arithmetic -----------------------------------------------------------------------------

    def on_BinOp(self, node: ast.BinOp) -> Value:
        """Arithmetic on numbers; joining and repeating of sequences."""
        return self.binary(node.op, self.expression(node.left), self.expression(node.right), node)

    def binary(self, op: ast.operator, one: Value, two: Value, node: ast.AST) -> Value:
        """one op two."""
        sign, function = BINARY.get(type(op), ("@", operator.matmul))
        if isinstance(one, Known) and isinstance(two, Known) and not is_list(one):
            try:
                return self.known(function(one.value, two.value), node)
            except Exception as error:
                what = f"{type(error).__name__}: {error}"
                raise self.stop(node, what, "look at the values first") from None
        if is_text(one) or (is_text(two) and sign == "+"):
            return Text()
        if sign == "+" and is_sequence(one) and is_sequence(two):
            return self._listed_like(one, self.joined([one, two], node), node)
        if sign == "*" and is_sequence(one) != is_sequence(two):
            value, count = (one, two) if is_sequence(one) else (two, one)
            return self._listed_like(value, self.repeated(value, count, node), node)
        if sign in ("/", "@"):
            raise self.stop(node, "division with /" if sign == "/" else "@", "use // and ints")
        return arithmetic(sign, self.whole(one, node), self.whole(two, node))

    def _listed_like(self, value: Value, made: Value, node: ast.AST) -> Value:
        """A list where the first operand is one."""
        if not is_list(value):
            return made
        return self.new_list(self.view(made, node), node)

    def on_UnaryOp(self, node: ast.UnaryOp) -> Value:
        """not, minus, plus, complement."""
        if isinstance(node.op, ast.Not):
            return negated(self.test(node.operand))
        value = self.expression(node.operand)
        known, written = UNARY[type(node.op)]
        if isinstance(value, Known) and isinstance(value.value, int | float):
            return Known(known(value.value))
        return written(self.whole(value, node))

    # -- truth ----------------------------------------------------------------------------------

    def truth(self, value: Value, node: ast.AST) -> Known | Num:
        """Whether a value counts as true."""
        if isinstance(value, Known):
            return Known(bool(value.value))
        if isinstance(value, Num):
            return value if value.is_truth else truth(f"({value.code} != 0)")
        if isinstance(value, Text):
            raise self.stop(node, "a text decides something", "use ints where play depends on it")
        if isinstance(value, MoveValue):
            return Known(True)
        if isinstance(value, Indexed | Generated) and value.once is not None:
            return Known(True)
        length = self.length(value, node)
        return self.truth(length, node)

    def test(self, node: ast.expr) -> Known | Num:
        """Whether an expression counts as true; parts that are not needed are not worked out."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return negated(self.test(node.operand))
        if not isinstance(node, ast.BoolOp):
            return self.truth(self.expression(node), node)
        with self.in_variables(walrus_names([node]), node):
            if isinstance(node.op, ast.And):
                return self.all_of([partial(self.test, value) for value in node.values])
            return negated(self.all_of([partial(self._fails, value) for value in node.values]))

    def _fails(self, node: ast.expr) -> Known | Num:
        return negated(self.test(node))

    def on_Compare(self, node: ast.Compare) -> Value:
        """Comparisons, also in chains: the later ones only when they are needed."""
        left = self.expression(node.left)
        links = list(zip(node.ops, node.comparators, strict=True))

        def follow(left: Value, place: int) -> Known | Num:
            op, right_node = links[place]
            if isinstance(op, ast.In | ast.NotIn) and isinstance(right_node, ast.Set):
                right = self.displayed(right_node)
            else:
                right = self.expression(right_node)
            right = self.keep(right) if place + 1 < len(links) else right
            found = self.compared(op, left, right, node)
            if place + 1 == len(links):
                return found
            return self.then(found, lambda: follow(right, place + 1))

        with self.in_variables(walrus_names([node]), node):
            return follow(left, 0)

    def on_BoolOp(self, node: ast.BoolOp) -> Value:
        """and, or: the later ones are worked out only when they are needed."""
        stop_at = isinstance(node.op, ast.Or)

        def follow(value: Value, place: int) -> Value:
            if place == len(node.values):
                return value
            holds = self.truth(value, node)
            if isinstance(holds, Known):
                if holds.value is stop_at:
                    return value
                return follow(self.expression(node.values[place]), place + 1)
            return self._either(value, holds, stop_at, lambda: self.expression(node.values[place]),
                                node, lambda second: follow(second, place + 1))  # fmt: skip

        with self.in_variables(walrus_names([node]), node):
            return follow(self.expression(node.values[0]), 1)

    def _either(
        self, value: Value, holds: Num, stop_at: bool, later: Later, node: ast.AST, rest: Rest
    ) -> Value:
        """`value and later`, or `value or later`, when only the code can tell."""
        value = value if isinstance(value, Num) and value.is_truth else self.keep(value)
        with self.emitter.aside(1) as lines:
            second = rest(later())
        if not lines and _is_truth(value) and _is_truth(second):
            word = "or" if stop_at else "and"
            return truth(f"({holds.code} {word} {code_of(second)})")
        test = negated(holds) if stop_at else holds
        if _is_truth(value) and _is_truth(second):
            result = self.name("b")
            self.emit(f"{result} = {holds.code}")
            with self.block(f"if {code_of(negated(truth(result)) if stop_at else truth(result))}:"):
                self.emitter.lines.extend(lines)
                self.emit(f"{result} = {code_of(second)}")
            return truth(result)
        otherwise: list[str] = []
        merged = self.merged([(lines, second), (otherwise, value)], node)
        if merged is None:
            sides = f"{spoken(value)} and {spoken(second)}"
            raise self.stop(node, f"`and` or `or` between {sides}", "write it with if")
        self.emit_if(code_of(test), lines, otherwise)
        return merged

    def on_IfExp(self, node: ast.IfExp) -> Value:
        """One or the other."""
        with self.in_variables(walrus_names([node]), node):
            test = self.test(node.test)
            if isinstance(test, Known):
                return self.expression(node.body if test.value else node.orelse)
            with self.emitter.aside(1) as yes:
                one = self.expression(node.body)
            with self.emitter.aside(1) as no:
                two = self.expression(node.orelse)
            if not yes and not no and is_number(one) and is_number(two):
                return self._chosen(test, one, two, node)
            merged = self.merged([(yes, one), (no, two)], node)
            if merged is None:
                sides = f"{spoken(one)} and {spoken(two)}"
                raise self.stop(node, f"`if … else` between {sides}", "give both the same form")
            if yes or no:
                self.emit_if(test.code, yes, no)
            return merged

    def _chosen(self, test: Num, one: Value, two: Value, node: ast.AST) -> Num:
        if _is_truth(one) and _is_truth(two):
            return truth(f"({code_of(one)} if {test.code} else {code_of(two)})")
        a, b = self.whole(one, node), self.whole(two, node)
        code = f"({a.code} if {test.code} else {b.code})"
        return Num(code, min(a.low, b.low), max(a.high, b.high))

    def on_NamedExpr(self, node: ast.NamedExpr) -> Value:
        """name := value."""
        value = self.keep(self.expression(node.value))
        self.bind(node.target.id, value, node)
        return held(value)


INSTEAD = {
    "DictComp": ("a dict is built", "use a tuple and an index, or a field of the game"),
    "Yield": ("a yield inside an expression", "write it as a statement of its own"),
    "YieldFrom": ("a yield inside an expression", "write it as a statement of its own"),
    "Await": ("await", "write plain functions"),
    "Starred": ("a star in an odd place", "write the items out"),
}


def _refusal(node: ast.AST) -> tuple[str, str]:
    kind = type(node).__name__
    return INSTEAD.get(kind, (f"{kind} is not translated", "write it with ints and loops"))


def _is_truth(value: Value) -> TypeGuard[Number]:
    known = isinstance(value, Known) and isinstance(value.value, bool)
    return known or (isinstance(value, Num) and value.is_truth)
