"""Built-in functions that rules use, on values that only the code knows."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.staging.arithmetic import BINARY, absolute, arithmetic
from zermelo.staging.comparing import COMPARED
from zermelo.staging.expressions import UNARY
from zermelo.staging.folding import FOLDING
from zermelo.staging.lists import put_in_order
from zermelo.staging.values import (
    MOST,
    Body,
    Growing,
    Known,
    Lazy,
    Listed,
    Made,
    Num,
    Pack,
    Row,
    Text,
    Value,
    ranged,
)

Words = dict[str, Value]


# -- numbers ---------------------------------------------------------------------------------------


def _abs(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return absolute(frame.whole(args[0], node))


def _int(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    if isinstance(args[0], Text):
        raise frame.stop(node, "a text becomes a number", "use ints where play depends on it")
    return frame.whole(args[0], node)


def _bool(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return frame.truth(args[0], node)


def _len(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return frame.length(args[0], node)


def _divmod(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    a, b = (frame.keep(frame.whole(arg, node)) for arg in args)
    return Pack((arithmetic("//", a, b), arithmetic("%", a, b)))


def _pow(frame: Any, args: list[Value], words: Words, node: ast.AST) -> Value:
    if len(args) != 2 or words:
        raise frame.stop(node, "pow with a modulus", "write it with ** and %")
    return frame.binary(ast.Pow(), args[0], args[1], node)


def _isqrt(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return Num(f"isqrt({frame.number(args[0], node)})", 0, 2**32)


def _gcd(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    found = frame.whole(args[0], node) if args else Num("0", 0, 0)
    for arg in args[1:]:
        found = Num(f"gcd({found.code}, {frame.number(arg, node)})", 0, MOST)
    return found if len(args) > 1 else absolute(found)


def _text(_frame: Any, _args: list[Value], _words: Words, _node: ast.AST) -> Value:
    return Text()


def _unary(sign: type) -> Callable[..., Value]:
    def apply(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
        return UNARY[sign][1](frame.whole(args[0], node))

    return apply


def _comparison(sign: type) -> Callable[..., Value]:
    def apply(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
        return frame.compared(sign(), args[0], args[1], node)

    return apply


def _operator(sign: type) -> Callable[..., Value]:
    def apply(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
        return frame.binary(sign(), args[0], args[1], node)

    return apply


def _isinstance(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    kinds: list[tuple[type, type]] = [
        (Pack, tuple), (Listed, list), (Growing, list), (Row, tuple), (Num, int), (Text, str),
        (Made, tuple),
    ]  # fmt: skip
    kind = next((python for staged, python in kinds if isinstance(args[0], staged)), None)
    if kind is None or not isinstance(args[1], Known):
        raise frame.stop(node, "isinstance of something else", "leave it out")
    if kind is int and args[1].value is bool:
        raise frame.stop(node, "isinstance of a truth value", "leave it out")
    return Known(issubclass(getattr(args[0], "made_by", None) or kind, args[1].value))


# -- sequences -------------------------------------------------------------------------------------


def _range(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    if len(args) == 3 and not isinstance(args[2], Known):
        raise frame.stop(node, "a range whose step is computed", "use a while loop")
    step = args[2].value if len(args) == 3 else 1
    ends = (Known(0), args[0]) if len(args) == 1 else args[:2]
    first, last = (frame.keep(frame.whole(end, node)) for end in ends)
    if step == 0:
        raise frame.stop(node, "a range with step 0", "use another step")
    frame.number(Known(step), node)  # stops where it needs more than 64 bits
    return ranged(first, last, step)


def _enumerate(frame: Any, args: list[Value], words: Words, node: ast.AST) -> Value:
    start = args[1] if len(args) > 1 else words.get("start", Known(0))
    return frame.enumerated(args[0], start, node)


def _zip(frame: Any, args: list[Value], words: Words, node: ast.AST) -> Value:
    return frame.zipped(args, node, is_strict=words.get("strict", Known(False)) == Known(True))


def _reversed(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return frame.reversed(args[0], node)


def _map(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    function, *values = args
    if not isinstance(function, Known):
        raise frame.stop(node, "map of something computed", "write a loop")
    return frame.mapped(lambda items: frame.apply(function.value, items, {}, node), values, node)


def _filter(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    function, source = args
    if not isinstance(function, Known):
        raise frame.stop(node, "filter of something computed", "write a loop")

    def each(body: Body) -> None:
        def look(item: Value) -> None:
            item = frame.keep(item)
            found = (
                item if function.value is None else frame.apply(function.value, [item], {}, node)
            )
            test = frame.truth(found, node)
            if test == Known(True):
                body(item)
            elif not isinstance(test, Known):
                with frame.block(f"if {test.code}:"):
                    body(item)

        frame.each(source, look, node)

    return Lazy(each, frame.once())


def _tuple(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    return frame.gathered(args[0], node)


def _iter(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    part = frame.parts([args[0]], node)[0] if not isinstance(args[0], Lazy) else None
    if part is None:
        return args[0]
    return replace(part, span=None, once=frame.once())


def _list(frame: Any, args: list[Value], _words: Words, node: ast.AST) -> Value:
    if not args:
        return frame.empty_list(node)
    items = _gathered(frame, args[0], node)
    if items == Known(()):
        return frame.empty_list(node)
    return frame.new_list(frame.view(items, node), node)


def _sorted(frame: Any, args: list[Value], words: Words, node: ast.AST) -> Value:
    found = frame.new_list(frame.view(_gathered(frame, args[0], node), node), node)
    put_in_order(frame, frame.view(found, node), words, node)
    return found


def _gathered(frame: Any, value: Value, node: ast.AST) -> Value:
    """A sequence that is about to be copied."""
    if isinstance(value, Known):
        return Known(tuple(value.value))
    return value if isinstance(value, Row | Growing) else frame.gathered(value, node)


BUILT_IN: dict[Any, Callable[..., Value]] = {
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
