"""Built-in functions that rules use, on values that only the code knows."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import replace

from zermelo.staging.arithmetic import BINARY, absolute, arithmetic
from zermelo.staging.comparing import COMPARED
from zermelo.staging.expressions import UNARY
from zermelo.staging.folding import FOLDING
from zermelo.staging.methods import Methods, put_in_order
from zermelo.staging.value_shapes import MOST
from zermelo.staging.values import (
    ArenaTuple,
    Body,
    FixedList,
    Generated,
    GrowingList,
    Known,
    MoveValue,
    Num,
    Pack,
    Text,
    Value,
    ranged,
)

Words = dict[str, Value]
BuiltIn = Callable[[Methods, list[Value], Words, ast.AST], Value]


# -- numbers ---------------------------------------------------------------------------------------


def _abs(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return absolute(scope.whole(args[0], node))


def _int(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    if isinstance(args[0], Text):
        raise scope.stop(node, "a text becomes a number", "use ints where play depends on it")
    return scope.whole(args[0], node)


def _bool(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return scope.truth(args[0], node)


def _len(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return scope.length(args[0], node)


def _divmod(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    a, b = (scope.keep(scope.whole(arg, node)) for arg in args)
    return Pack((arithmetic("//", a, b), arithmetic("%", a, b)))


def _pow(scope: Methods, args: list[Value], words: Words, node: ast.AST) -> Value:
    if len(args) != 2 or words:
        raise scope.stop(node, "pow with a modulus", "write it with ** and %")
    return scope.binary(ast.Pow(), args[0], args[1], node)


def _isqrt(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return Num(f"isqrt({scope.number(args[0], node)})", 0, 2**32)


def _gcd(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    found = scope.whole(args[0], node) if args else Num("0", 0, 0)
    for arg in args[1:]:
        found = Num(f"gcd({found.code}, {scope.number(arg, node)})", 0, MOST)
    return found if len(args) > 1 else absolute(found)


def _text(_scope: Methods, _args: list[Value], _words: Words, _node: ast.AST) -> Value:
    return Text()


def _unary(sign: type[ast.unaryop]) -> BuiltIn:
    def apply(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
        return UNARY[sign][1](scope.whole(args[0], node))

    return apply


def _comparison(sign: type[ast.cmpop]) -> BuiltIn:
    def apply(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
        return scope.compared(sign(), args[0], args[1], node)

    return apply


def _operator(sign: type[ast.operator]) -> BuiltIn:
    def apply(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
        return scope.binary(sign(), args[0], args[1], node)

    return apply


def _isinstance(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    kinds: list[tuple[type, type]] = [
        (Pack, tuple), (FixedList, list), (GrowingList, list), (ArenaTuple, tuple), (Num, int),
        (Text, str), (MoveValue, tuple),
    ]  # fmt: skip
    kind = next((python for staged, python in kinds if isinstance(args[0], staged)), None)
    if kind is None or not isinstance(args[1], Known):
        raise scope.stop(node, "isinstance of something else", "leave it out")
    if kind is int and args[1].value is bool:
        raise scope.stop(node, "isinstance of a truth value", "leave it out")
    return Known(issubclass(getattr(args[0], "made_by", None) or kind, args[1].value))


# -- sequences -------------------------------------------------------------------------------------


def _range(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    given = args[2] if len(args) == 3 else Known(1)
    if not isinstance(given, Known):
        raise scope.stop(node, "a range whose step is computed", "use a while loop")
    step = given.value
    ends = (Known(0), args[0]) if len(args) == 1 else args[:2]
    first, last = (scope.keep(scope.whole(end, node)) for end in ends)
    if step == 0:
        raise scope.stop(node, "a range with step 0", "use another step")
    scope.number(Known(step), node)  # stops where it needs more than 64 bits
    return ranged(first, last, step)


def _enumerate(scope: Methods, args: list[Value], words: Words, node: ast.AST) -> Value:
    start = args[1] if len(args) > 1 else words.get("start", Known(0))
    return scope.enumerated(args[0], start, node)


def _zip(scope: Methods, args: list[Value], words: Words, node: ast.AST) -> Value:
    return scope.zipped(args, node, is_strict=words.get("strict", Known(False)) == Known(True))


def _reversed(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return scope.reversed(args[0], node)


def _map(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    function, *values = args
    if not isinstance(function, Known):
        raise scope.stop(node, "map of something computed", "write a loop")
    return scope.mapped(lambda items: scope.apply(function.value, items, {}, node), values, node)


def _filter(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    function, source = args
    if not isinstance(function, Known):
        raise scope.stop(node, "filter of something computed", "write a loop")

    def each(body: Body) -> None:
        def look(item: Value) -> None:
            item = scope.keep(item)
            found = (
                item if function.value is None else scope.apply(function.value, [item], {}, node)
            )
            test = scope.truth(found, node)
            if test == Known(True):
                body(item)
            elif not isinstance(test, Known):
                with scope.block(f"if {test.code}:"):
                    body(item)

        scope.each(source, look, node)

    return Generated(each, scope.once())


def _tuple(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return scope.gathered(args[0], node)


def _iter(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    part = scope.parts([args[0]], node)[0] if not isinstance(args[0], Generated) else None
    if part is None:
        return args[0]
    return replace(part, span=None, once=scope.once())


def _list(scope: Methods, args: list[Value], _words: Words, node: ast.AST) -> Value:
    if not args:
        return scope.empty_list(node)
    items = _gathered(scope, args[0], node)
    if items == Known(()):
        return scope.empty_list(node)
    return scope.new_list(scope.view(items, node), node)


def _sorted(scope: Methods, args: list[Value], words: Words, node: ast.AST) -> Value:
    found = scope.new_list(scope.view(_gathered(scope, args[0], node), node), node)
    put_in_order(scope, scope.view(found, node), words, node)
    return found


def _gathered(scope: Methods, value: Value, node: ast.AST) -> Value:
    """A sequence that is about to be copied."""
    if isinstance(value, Known):
        return Known(tuple(value.value))
    return value if isinstance(value, ArenaTuple | GrowingList) else scope.gathered(value, node)


BUILT_IN: dict[object, BuiltIn] = {
    abs: _abs,
    int: _int,
    bool: _bool,
    len: _len,
    divmod: _divmod,
    pow: _pow,
    math.isqrt: _isqrt,
    math.gcd: _gcd,
    str: _text,
    repr: _text,
    chr: _text,
    format: _text,
    isinstance: _isinstance,
    range: _range,
    enumerate: _enumerate,
    zip: _zip,
    reversed: _reversed,
    map: _map,
    filter: _filter,
    tuple: _tuple,
    iter: _iter,
    list: _list,
    sorted: _sorted,
    **FOLDING,
    **{function: _operator(sign) for sign, (_, function) in BINARY.items()},
    **{function: _unary(sign) for sign, (function, _) in UNARY.items()},
    **{function: _comparison(sign) for sign, (_, function) in COMPARED.items()},
}
