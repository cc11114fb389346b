"""Expressions: what is static is folded here and now, what is dynamic becomes code."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any

from zermelo.staging.builder import arena
from zermelo.staging.builder.instances import Instance
from zermelo.staging.builder.iterators import Number, Passing
from zermelo.staging.builder.operations import (
    SIGNS,
    all_of,
    ask,
    both,
    compare,
    contains,
    equal,
    is_true,
    item,
    number_of,
    operate,
    opposite,
    unary,
    worked_out,
)
from zermelo.staging.builder.program import Unreached, given_up
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.sequences import Pack
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import (
    FALSE,
    NOTHING,
    Atom,
    AtomShape,
    Known,
    Num,
    Value,
    kind_of,
    truth,
)
from zermelo.staging.ir.code import If, Op
from zermelo.staging.reading.syntax import walrus_names
from zermelo.staging.types.arrays import compared_arrays, index_of, is_array
from zermelo.staging.types.atom import same_atom
from zermelo.staging.types.formatting import converted, formatted
from zermelo.staging.types.number import inverted, negative
from zermelo.staging.types.sequence import joined_together
from zermelo.staging.types.sets import make_set
from zermelo.staging.types.tables import make_table, put
from zermelo.staging.walk import calls, comprehensions, functions, members
from zermelo.staging.walk.gathering import drained, gathered
from zermelo.staging.walk.loops import must_write_out
from zermelo.staging.walk.narrowing import field, narrow, narrowed, truthful

UNARY: dict[type[ast.unaryop], tuple[Callable[[Any], Any], Callable[[Num], Num]]] = {
    ast.USub: (operator.neg, negative),
    ast.UAdd: (operator.pos, lambda value: value),
    ast.Invert: (operator.invert, inverted),
}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


def expression(b: Scope, node: ast.expr) -> Value:
    """The value of an expression; code that it needs first is written on the way."""
    visit = VISITS.get(type(node))
    with b.at_node(node):
        if visit is None:
            raise b.stop(*_refusal(node))
        return visit(b, node)


def _constant(_b: Scope, node: ast.Constant) -> Value:
    return Known(node.value)


def _joined_string(b: Scope, node: ast.JoinedStr) -> Value:
    """An f-string: its parts one behind the other."""
    return formatted(b, [_part_of_string(b, part) for part in node.values])


def _part_of_string(b: Scope, node: ast.expr) -> Value:
    if isinstance(node, ast.FormattedValue):
        value = expression(b, node.value)
        spec = expression(b, node.format_spec) if node.format_spec else Known("")
        return converted(b, value, chr(node.conversion) if node.conversion > 0 else "", spec)
    return expression(b, node)


def _name(b: Scope, node: ast.Name) -> Value:
    """A name: local, closed over, global or built in."""
    value = b.names.read(node.id)
    if value is not None:
        return value
    if node.id in b.source.names:
        return b.known(b.source.names[node.id])
    if hasattr(builtins, node.id):
        return Known(getattr(builtins, node.id))
    refusal = b.stop(f"{node.id!r} has no value here", "give it one before it is used")
    raise b.names.early(node.id, refusal)


def _attribute(b: Scope, node: ast.Attribute) -> Value:
    told = field(b, node)
    return members.attribute(b, expression(b, node.value), node.attr) if told is None else told


# -- sequences -------------------------------------------------------------------------------------


def _tuple(b: Scope, node: ast.Tuple) -> Value:
    return displayed(b, node.elts)


def _list(b: Scope, node: ast.List) -> Value:
    """A list of its own."""
    if not node.elts:
        return arena.empty_list(b)
    items = displayed(b, node.elts)
    return _own_list(b, items)


def _own_list(b: Scope, items: Value) -> Value:
    """A list with these items; one of different things stays in variables unless it changes."""
    changes = b.site in b.program.learned.growing
    if isinstance(items, Pack) and must_write_out(b, items) and not changes:
        b.program.displays.add(b.site)
        return Pack(items.items, list)
    return arena.new_list(b, b.view(items))


def _set(b: Scope, node: ast.Set) -> Value:
    items = displayed(b, node.elts)
    return make_set(b, items)


def _dict(b: Scope, node: ast.Dict) -> Value:
    """A dict of its own, perhaps with others spread out in it."""
    keys = [None if key is None else expression(b, key) for key in node.keys]
    values = [b.keep(expression(b, value)) for value in node.values]
    pairs = list(zip(keys, values, strict=True))
    if None not in keys:
        return make_table(b, [(key, value) for key, value in pairs if key is not None])
    table = b.apply(dict)
    for key, value in pairs:
        if key is None:
            members.method(b, table, "update", [value], {})
        else:
            put(b, table, key, value)
    return table


def displayed(b: Scope, nodes: list[ast.expr]) -> Value:
    """The items of a display."""
    if not any(isinstance(node, ast.Starred) for node in nodes):
        items = tuple(expression(b, node) for node in nodes)
        if all(isinstance(each, Known) for each in items):
            return Known(tuple(each.value for each in items if isinstance(each, Known)))
        return Pack(tuple(b.keep(each) for each in items))
    parts = [
        drained(b, expression(b, node.value))
        if isinstance(node, ast.Starred)
        else Pack((expression(b, node),))
        for node in nodes
    ]
    return joined_together(b, parts)


def _subscript(b: Scope, node: ast.Subscript) -> Value:
    """An item or a slice."""
    owner = expression(b, node.value)
    if is_array(owner):
        return item(b, owner, index_of(b, owner, node.slice))
    if not isinstance(node.slice, ast.Slice):
        return item(b, owner, expression(b, node.slice))
    ends = (node.slice.lower, node.slice.upper, node.slice.step)
    low, high, step = (NOTHING if end is None else expression(b, end) for end in ends)
    cut = (low, high, step)
    if all(isinstance(part, Known) for part in (owner, *cut)):
        known = slice(*(part.value for part in cut if isinstance(part, Known)))
        assert isinstance(owner, Known)
        return worked_out(b, operator.getitem, owner, Known(known))
    for part in cut:
        if isinstance(part, Known) and part != NOTHING and not hasattr(part.value, "__index__"):
            raise b.mistyped(f"a slice that ends at {part.value!r}", "cut it by whole numbers")
    found: Value = ask(b, "slice", owner, low, high, step)
    return found


def _list_comprehension(b: Scope, node: ast.ListComp) -> Value:
    """A list of its own."""
    found = gathered(b, comprehensions.comprehension(b, node, node.elt))
    return _own_list(b, found)


def _set_comprehension(b: Scope, node: ast.SetComp) -> Value:
    return make_set(b, comprehensions.comprehension(b, node, node.elt))


def _dict_comprehension(b: Scope, node: ast.DictComp) -> Value:
    pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
    return make_table(b, comprehensions.comprehension(b, node, pair))


def _generator(b: Scope, node: ast.GeneratorExp) -> Value:
    """Items one by one, worked out where they are used."""
    return comprehensions.comprehension(b, node, node.elt)


# -- arithmetic and truth --------------------------------------------------------------------------


def _binary(b: Scope, node: ast.BinOp) -> Value:
    one = expression(b, node.left)
    two = expression(b, node.right)
    return operate(b, SIGNS[type(node.op)][0], one, two)


def _unary(b: Scope, node: ast.UnaryOp) -> Value:
    """not, minus, plus, complement."""
    if isinstance(node.op, ast.Not):
        return opposite(test(b, node.operand))
    value = expression(b, node.operand)
    known, write = UNARY[type(node.op)]
    if isinstance(value, Known):
        return worked_out(b, known, value)
    return unary(b, known.__name__, value, write)


def test(b: Scope, node: ast.expr) -> Number:
    """Whether an expression counts as true; parts that are not needed are not worked out."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return opposite(test(b, node.operand))
    if not isinstance(node, ast.BoolOp):
        with b.at_node(node):
            return is_true(b, expression(b, node))
    with b.at_node(node), b.names.in_variables(walrus_names([node])), b.names.joining():
        if isinstance(node.op, ast.And):
            return all_of(b, [partial(_later, b, node, k) for k in range(len(node.values))])
        places = range(len(node.values))
        return opposite(all_of(b, [partial(_fails, b, node, k) for k in places]))


def _later(b: Scope, node: ast.BoolOp, place: int) -> Number:
    """One of several tests, where those in front of it are passed."""
    if place:
        narrow(b, node.values[place - 1], holds=isinstance(node.op, ast.And))
    return test(b, node.values[place])


def _fails(b: Scope, node: ast.BoolOp, place: int) -> Number:
    return opposite(_later(b, node, place))


def _compare(b: Scope, node: ast.Compare) -> Value:
    """Comparisons, also in chains: the later ones only when they are needed."""
    left = expression(b, node.left)
    links = list(zip(node.ops, node.comparators, strict=True))

    def follow(left: Value, place: int) -> Value:
        op, right_node = links[place]
        if isinstance(op, ast.In | ast.NotIn) and isinstance(right_node, ast.Set | ast.List):
            right = displayed(b, right_node.elts)
        else:
            right = expression(b, right_node)
        right = b.keep(right) if place + 1 < len(links) else right
        if len(links) == 1 and type(op) in COMPARISONS and (is_array(left) or is_array(right)):
            return compared_arrays(b, COMPARISONS[type(op)], left, right)
        found = compared(b, op, left, right)
        if place + 1 == len(links):
            return found
        return both(b, found, lambda: number_of(follow(right, place + 1)))

    with b.names.in_variables(walrus_names([node])):
        return follow(left, 0)


def compared(b: Scope, op: ast.cmpop, one: Value, two: Value) -> Number:
    """one op two, as a truth value."""
    match op:
        case ast.In():
            return contains(b, two, one)
        case ast.NotIn():
            return opposite(contains(b, two, one))
        case ast.Is():
            return identical(b, one, two)
        case ast.IsNot():
            return opposite(identical(b, one, two))
    return compare(b, COMPARISONS[type(op)], one, two)


def identical(b: Scope, one: Value, two: Value) -> Number:
    """one is two: of things without parts, and of what is known."""
    if isinstance(one, Known) and isinstance(two, Known):
        return Known(one.value is two.value)
    if isinstance(two, Union):
        one, two = two, one
    if isinstance(one, Union):
        found = b.split(one, lambda part: identical(b, part, two))
        assert isinstance(found, Known | Num)
        return found
    if isinstance(one, Instance) and isinstance(two, Instance):
        return truth(Op("==", (one.head, two.head)))
    for thing in (one, two):
        if isinstance(thing, Atom) or (isinstance(thing, Known) and _is_single(thing.value)):
            if isinstance(thing, Known) and isinstance(thing.value, bool):
                other = two if thing is one else one
                _no_arrays(b, other)
                if isinstance(other, Num) and not b.is_truth(other):
                    return FALSE
                return equal(b, one, two)
            return same_atom(b, one, two)
    _no_arrays(b, one)
    if isinstance(one, Num) and isinstance(two, Num) and (b.is_truth(one) or b.is_truth(two)):
        return equal(b, one, two) if b.is_truth(one) and b.is_truth(two) else FALSE
    raise b.stop(f"`is` between {one.spoken()} and {two.spoken()}", "compare with ==")


def _no_arrays(b: Scope, value: Value) -> None:
    """No truth value of numpy's is `True` itself."""
    if isinstance(value, Num) and b.program.learned.has_arrays:
        raise b.stop("`is` of a number that may be numpy's", "leave out `is True`, or write not …")


def _is_single(thing: object) -> bool:
    """Whether equal things of its kind are one thing."""
    return (
        thing is None
        or isinstance(thing, bool)
        or (
            isinstance(Known(thing).shape, AtomShape)
            and (not isinstance(thing, int | str | tuple | bytes | frozenset))
        )
    )


def _bool(b: Scope, node: ast.BoolOp) -> Value:
    """and, or: the later ones are worked out only when they are needed."""
    stop_at = isinstance(node.op, ast.Or)

    def follow(value: Value, place: int) -> Value:
        if place == len(node.values):
            return value
        holds = is_true(b, value)
        if isinstance(holds, Known):
            if holds.value is stop_at:
                return value
            return follow(expression(b, node.values[place]), place + 1)
        value = value if value.python is bool else b.keep(value)
        narrow(b, node.values[place - 1], holds=not stop_at)
        with b.out.into([]) as block:
            second = b.reached(lambda: follow(expression(b, node.values[place]), place + 1))
        value = truthful(value, holds=stop_at)
        if second is None:
            return value
        return _either(b, value, holds, second, block, stop_at=stop_at)

    with b.names.joining(), b.names.in_variables(walrus_names([node])):
        return follow(expression(b, node.values[0]), 1)


def _either(
    b: Scope, value: Value, holds: Num, second: Value, block: list[Any], *, stop_at: bool
) -> Value:
    """`value and second`, or `value or second`, when only the code can tell."""
    are_truths = value.python is bool and second.python is bool
    if not block and are_truths:
        return truth(Op("or" if stop_at else "and", (holds.code, truth_code(second))))
    needed = opposite(holds) if stop_at else holds
    assert isinstance(needed, Num)
    if are_truths:
        result = b.assign("b", holds.code)
        with b.out.when(Op("not", (result,)) if stop_at else result):
            b.out.block.extend(block)
            b.out.assign(result.name, truth_code(second))
        return truth(result)
    otherwise: list[Any] = []
    merged = b.merged([(block, second), (otherwise, value)])
    b.emit(If(needed.code, block, otherwise))
    return merged


def _if(b: Scope, node: ast.IfExp) -> Value:
    """One or the other."""
    with b.names.in_variables(walrus_names([node])):
        asked = test(b, node.test)
        if isinstance(asked, Known):
            return expression(b, node.body if asked.value else node.orelse)
        lost: list[Unreached] = []
        with narrowed(b, node.test, holds=True):
            yes, one = _side(b, node.body, lost)
        with narrowed(b, node.test, holds=False):
            no, two = _side(b, node.orelse, lost)
        if one is None and two is None:
            raise given_up(lost)
        if one is None or two is None:
            return b.merged([(yes, one or two), (no, two or one)])  # type: ignore[list-item]
        if not yes and not no and _is_number(one) and _is_number(two):
            return _chosen(b, asked, one, two)
        sides = [_held(b, block, side) for block, side in ((yes, one), (no, two))]
        merged = b.merged([(yes, sides[0]), (no, sides[1])])
        if yes or no:
            b.emit(If(asked.code, yes, no))
        return merged


def _side(b: Scope, node: ast.expr, lost: list[Unreached]) -> tuple[list[Any], Value | None]:
    """One side of a choice: its code and its value, if it has one."""
    with b.out.into([]) as block:
        return block, b.reached(lambda: expression(b, node), lost)


def _held(b: Scope, block: list[Any], value: Value) -> Value:
    """A side of a choice; what can only be gone through is gone through there."""
    if not isinstance(value, Passing):
        return value
    with b.out.into(block):
        return b.collected(value)


def _is_number(value: Value) -> bool:
    if isinstance(value, Known):
        return isinstance(value.value, int) and not isinstance(value.value, Enum)
    return isinstance(value, Num)


def _chosen(b: Scope, asked: Num, one: Value, two: Value) -> Num:
    if one.python is bool and two.python is bool:
        return truth(Op("select", (asked.code, truth_code(one), truth_code(two))))
    x, y = b.whole(one), b.whole(two)
    code = Op("select", (asked.code, x.code, y.code))
    return Num(code, min(x.low, y.low), max(x.high, y.high), stored=kind_of(one, two))


def _walrus(b: Scope, node: ast.NamedExpr) -> Value:
    """name := value."""
    value = b.keep(expression(b, node.value))
    b.names.bind(node.target.id, value)
    return value.released()


def _lambda(b: Scope, node: ast.Lambda) -> Value:
    """A function without a name."""
    body = ast.copy_location(ast.Return(node.body), node.body)
    return functions.defined(b, node, "lambda", [body])


def _call(b: Scope, node: ast.Call) -> Value:
    return calls.call(b, node)


Visit = Callable[[Scope, Any], Value]
VISITS: dict[type[ast.expr], Visit] = {
    ast.Constant: _constant,
    ast.JoinedStr: _joined_string,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.Subscript: _subscript,
    ast.ListComp: _list_comprehension,
    ast.SetComp: _set_comprehension,
    ast.DictComp: _dict_comprehension,
    ast.GeneratorExp: _generator,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.BoolOp: _bool,
    ast.IfExp: _if,
    ast.NamedExpr: _walrus,
    ast.Lambda: _lambda,
    ast.Call: _call,
}

INSTEAD = {
    "Yield": ("a yield inside an expression", "write it as a statement of its own"),
    "YieldFrom": ("a yield inside an expression", "write it as a statement of its own"),
    "Await": ("await", "write plain functions"),
    "Starred": ("a star in an odd place", "write the items out"),
}


def _refusal(node: ast.AST) -> tuple[str, str]:
    kind = type(node).__name__
    return INSTEAD.get(kind, (f"{kind} is not translated", "write it in another way"))
