"""Calls: the built-in functions that rules use, and functions written in Python."""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

from zermelo.compiled.source import Source, Stopped, source_of
from zermelo.compiled.statements import Statements
from zermelo.compiled.values import (
    NUMBER,
    Indexed,
    Known,
    Lazy,
    Made,
    Num,
    Pack,
    Row,
    Shape,
    Text,
    Value,
    flatten,
    rebuild,
    shape_of,
    truth,
)
from zermelo.game import Game, Move, Spelled

DEEPEST = 40  # functions within functions while code is written


class Calls(Statements):
    """What a call becomes."""

    nested = 0

    def call(self, node: ast.Call) -> Value:
        """A call of anything."""
        if isinstance(node.func, ast.Attribute):
            owner = self.expression(node.func.value)
            if not isinstance(owner, Known) or isinstance(owner.value, int | str):
                return self._method(owner, node.func.attr, node)
        function = self.expression(node.func)
        if not isinstance(function, Known):
            raise self.stop(node, "a call of something computed", "call functions by their names")
        if function.value is Move:
            return self._move(node)
        args, keywords = self._arguments(node)
        return self.apply(function.value, args, keywords, node)

    def _arguments(self, node: ast.Call) -> tuple[list[Value], dict[str, Value]]:
        args: list[Value] = []
        for arg in node.args:
            if not isinstance(arg, ast.Starred):
                args.append(self.expression(arg))
                continue
            spread = self.statics(self.expression(arg.value))
            if spread is None:
                raise self.stop(node, "arguments spread from a sequence", "pass the sequence")
            args.extend(spread)
        if any(keyword.arg is None for keyword in node.keywords):
            raise self.stop(node, "arguments spread from a dict", "write them out")
        return args, {str(word.arg): self.expression(word.value) for word in node.keywords}

    def _move(self, node: ast.Call) -> Made:
        """Move(...): the label is left out, whatever it is."""
        names = ("to", "gain", "again")
        given = dict(zip(names, node.args, strict=False))
        given |= {str(word.arg): word.value for word in node.keywords}
        to = self.expression(given["to"]) if "to" in given else Known(None)
        gain = self.expression(given["gain"]) if "gain" in given else Known(0)
        again = self.expression(given["again"]) if "again" in given else Known(False)
        return Made(to, gain, again)

    def apply(
        self, function: Any, args: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """Call a known function."""
        if function is Move:
            return Made(*[*args, Known(0), Known(False)][:3])
        built_in = BUILT_IN.get(function) if _can_be_key(function) else None
        if built_in is not None:
            return built_in(self, args, keywords, node)
        if isinstance(function, Spelled):
            return self._spelled(function, args, node)
        if all(isinstance(value, Known) for value in (*args, *keywords.values())):
            return self._now(function, args, keywords, node)
        if inspect.isclass(function) and issubclass(function, tuple):
            return self._named_tuple(function, args, keywords, node)
        if isinstance(function, MethodType):
            return self.apply(function.__func__, [Known(function.__self__), *args], keywords, node)
        if isinstance(function, FunctionType):
            return self._function(function, args, keywords, node)
        name = getattr(function, "__name__", repr(function))
        raise self.stop(node, f"{name}(…) is not translated", "write it out with loops and ints")

    def _now(
        self, function: Any, args: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """All arguments are known: the result is too."""
        try:
            words = {name: value.value for name, value in keywords.items()}
            result = function(*(arg.value for arg in args), **words)
            if inspect.isgenerator(result) or isinstance(result, map | filter | zip | enumerate):
                result = tuple(result)
        except Exception as error:
            raise self.stop(node, f"{type(error).__name__}: {error}", "mend the call") from None
        if isinstance(result, Move):
            return Made(Known(result.to), Known(result.gain), Known(result.again))
        if isinstance(result, tuple) and any(isinstance(item, Move) for item in result):
            return Pack(tuple(Made(*map(Known, move[:3])) for move in result))
        return self.known(result, node)

    def _spelled(self, function: Spelled, args: list[Value], node: ast.AST) -> Lazy:
        """A user's function whose bare states are moves."""
        found = self.apply(function.function, args, {}, node)

        def each(body: Callable[[Value], None]) -> None:
            self.each(
                found,
                lambda item: body(
                    item if isinstance(item, Made) else Made(item, Known(0), Known(False))
                ),
                node,
            )

        return Lazy(each)

    def _named_tuple(
        self, cls: Any, args: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Pack:
        fields = getattr(cls, "_fields", None)
        if fields is None:
            raise self.stop(node, f"{cls.__name__}(…) is not translated", "use a plain tuple")
        defaults = getattr(cls, "_field_defaults", {})
        given = dict(zip(fields, args, strict=False)) | keywords
        items = [given.get(name, Known(defaults.get(name))) for name in fields]
        return Pack(tuple(items), cls)

    # -- functions written in Python ----------------------------------------------------------

    def _function(
        self, function: FunctionType, args: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        if self.nested > DEEPEST:
            raise self.stop(node, "functions call each other too deeply", "use a loop")
        source = source_of(function)
        bound = self._bound(source, args, keywords, node)
        if source.is_generator:
            return Lazy(lambda body: self._inlined_generator(source, bound, body))
        if _ends_in_one_return(source.body):
            return self._inlined(source, bound)
        return self._called(function, source, bound, node)

    def as_function(self, function: Any, args: list[Value], node: ast.AST) -> Value:
        """Call a function as one of the code, so that its code is written once."""
        if isinstance(function, MethodType):
            function, args = function.__func__, [Known(function.__self__), *args]
        source = source_of(function)
        return self._called(function, source, self._bound(source, args, {}, node), node)

    def _bound(
        self, source: Source, args: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> dict[str, Value]:
        """The parameters with their arguments, as Python would hand them over."""
        form = source.parameters
        names = [arg.arg for arg in (*form.posonlyargs, *form.args)]
        bound: dict[str, Value] = dict(zip(names, args, strict=False))
        if len(args) > len(names):
            if form.vararg is None:
                raise self.stop(node, "too many arguments", "mend the call")
            bound[form.vararg.arg] = Pack(tuple(args[len(names) :]))
        elif form.vararg is not None:
            bound[form.vararg.arg] = Pack(())
        bound |= keywords
        late = dict(zip(reversed(names), reversed(source.defaults), strict=False))
        for name, default in {**late, **source.keyword_defaults}.items():
            bound.setdefault(name, Known(default))
        if any(name not in bound for name in names):
            raise self.stop(node, "too few arguments", "mend the call")
        return bound

    def _scope(self, source: Source, out: list[str], depth: int) -> Calls:
        inner = type(self)(self.program, source, out, depth)
        inner.nested = self.nested + 1
        return inner

    def _enter(self, inner: Calls, bound: dict[str, Value]) -> None:
        """Copy the arguments into the parameters: what the caller changes later stays outside."""
        for name, value in bound.items():
            if name in inner.sites:
                inner.sites[name] += 1
            inner.bind(name, value, inner.source.body[0])

    def _inlined(self, source: Source, bound: dict[str, Value]) -> Value:
        inner = self._scope(source, self.out, self.depth)
        self._enter(inner, bound)
        inner.statements(source.body)
        return inner.result if inner.result is not None else Known(None)

    def _inlined_generator(
        self, source: Source, bound: dict[str, Value], body: Callable[[Value], None]
    ) -> None:
        """A generator's own code, with the loop's body in place of each yield."""
        inner = self._scope(source, self.out, self.depth)

        def yielded(value: Value) -> None:
            self.out, self.depth = inner.out, inner.depth
            kept = dict(self.env)
            body(value)
            self.env = {name: self.env[name] for name in kept if name in self.env} | self.env

        inner.on_yield = yielded
        self._enter(inner, bound)
        depth = self.depth
        inner.statements(source.body)
        self.depth = depth

    def _called(
        self, function: FunctionType, source: Source, bound: dict[str, Value], node: ast.AST
    ) -> Value:
        """A function of its own in the code, one for each form of its arguments."""
        bound = {name: self._argument(value, node) for name, value in bound.items()}
        key = (function, tuple((name, _form(value)) for name, value in bound.items()))
        if key not in self.program.calls:
            self._written(key, source, bound)
        name, shape = self.program.calls[key]
        codes = [
            code for value in bound.values() if not _is_plain(value) for code in flatten(value)
        ]
        text = f"{name}(mem{''.join(f', {code}' for code in codes)})"
        if shape.width == 0:
            self.emit(text)
            return rebuild(shape, [], Known(None))
        names = [self.name("r") for _ in range(shape.width)]
        self.emit(f"{', '.join(names)} = {text}")
        return rebuild(shape, names)

    def _argument(self, value: Value, node: ast.AST) -> Value:
        if isinstance(value, Indexed | Lazy):
            return self.collected(value, node)
        return value

    def _written(self, key: Any, source: Source, bound: dict[str, Value]) -> None:
        program = self.program
        name = program.fresh(source.name.rpartition(".")[2].strip("<>") or "helper")
        program.calls[key] = (name, NUMBER)  # what a call of itself returns, unless refuted below
        inner = self._scope(source, [], 1)
        formals: list[str] = []
        for parameter, value in bound.items():
            if _is_plain(value):
                entered: Value = value
            else:
                own = [f"a_{parameter}_{k}" for k in range(len(flatten(value)))]
                formals += own
                entered = rebuild(shape_of(value), list(own), value)
            self._enter(inner, {parameter: entered})
        shapes: list[Shape] = []

        def returned(value: Value, node: ast.AST) -> None:
            value = inner.laid(value, node)
            shapes.append(shape_of(value))
            codes = flatten(value)
            inner.emit(f"return {', '.join(codes)}" if codes else "return")

        inner.on_return = returned
        if inner.statements(source.body) and shapes and shapes[0].width:
            inner.emit('raise ValueError("a function of the rules returns nothing")')
        forms = set(shapes)
        if len(forms) > 1:
            raise Stopped(
                f"{source.name} returns different kinds of things",
                "return the same kind of value everywhere",
                f"{source.file}, line {source.body[0].lineno}",
            )
        shape = forms.pop() if forms else Shape("text")
        program.calls[key] = (name, shape)
        head = f"def {name}(mem{''.join(f', {formal}' for formal in formals)}):"
        program.functions.append("\n".join([head, *inner.out]))

    # -- methods of values ------------------------------------------------------------------

    def _method(self, owner: Value, name: str, node: ast.Call) -> Value:
        if isinstance(owner, Text) or (isinstance(owner, Known) and isinstance(owner.value, str)):
            return Text()
        args, keywords = self._arguments(node)
        if name in ("bit_count", "bit_length") and not args:
            if isinstance(owner, Known):
                return Known(getattr(owner.value, name)())
            return Num(f"{name}({self.number(owner, node)})")
        if isinstance(owner, Row) and name in LIST_METHODS and not keywords:
            return LIST_METHODS[name](self, owner, args, node)
        if name == "_replace" and isinstance(owner, Pack) and owner.made_by is not None:
            fields = owner.made_by._fields
            items = dict(zip(fields, owner.items, strict=True)) | keywords
            return Pack(tuple(items[field] for field in fields), owner.made_by)
        if name == "_replace" and isinstance(owner, Made):
            parts = {"to": owner.to, "gain": owner.gain, "again": owner.again} | keywords
            return Made(parts["to"], parts["gain"], parts["again"])
        if name in ("count", "index") and len(args) == 1:
            return self._searched(owner, name, args[0], node)
        raise self.stop(node, f".{name}(…) is not translated", "write it out with a loop")

    def _searched(self, owner: Value, name: str, item: Value, node: ast.AST) -> Value:
        """How often, or where first, an item is found."""
        count, place = self.name("n"), self.name("n")
        self.emit(f"{count} = 0")
        self.emit(f"{place} = -1")
        here = self.name("n")
        self.emit(f"{here} = 0")

        def look(each: Value) -> None:
            with self.block(f"if {self.number(self.same(each, item, node), node)}:"):
                self.emit(f"{count} += 1")
                with self.block(f"if {place} < 0:"):
                    self.emit(f"{place} = {here}")
            self.emit(f"{here} += 1")

        self.each(owner, look, node)
        if name == "count":
            return Num(count)
        with self.block(f"if {place} < 0:"):
            self.emit('raise ValueError("an item is not in the sequence")')
        return Num(place)


# -- lists -----------------------------------------------------------------------------------


def _append(frame: Any, row: Row, args: list[Value], node: ast.AST) -> Value:
    frame.append(row, args[0], node)
    return Known(None)


def _extend(frame: Any, row: Row, args: list[Value], node: ast.AST) -> Value:
    frame.each(args[0], lambda item: frame.append(row, item, node), node)
    return Known(None)


def _pop(frame: Any, row: Row, args: list[Value], node: ast.AST) -> Value:
    if row.room is None:
        raise frame.stop(node, "pop() from a list of fixed length", "give the list a name first")
    place = frame._inside(row.length, args[0] if args else Known(-1), node)
    item = frame.keep(frame.at(row, place))
    width = (row.item or NUMBER).width
    frame.emit(f"{row.length} -= 1")
    if args:
        frame.emit(
            f"copy(mem, {row.offset} + ({place} + 1) * {width}, "
            f"({row.length} - {place}) * {width}, {row.offset} + {place} * {width})"
        )
    return item


def _copied(frame: Any, row: Row, args: list[Value], node: ast.AST) -> Value:  # noqa: ARG001
    return frame.fixed_copy(row, node)


def _sort(frame: Any, row: Row, args: list[Value], node: ast.AST) -> Value:  # noqa: ARG001
    frame.emit(f"sort(mem, {row.offset}, {row.length}, {(row.item or NUMBER).width})")
    return Known(None)


def _reverse(frame: Any, row: Row, args: list[Value], node: ast.AST) -> Value:  # noqa: ARG001
    frame.emit(f"reverse(mem, {row.offset}, {row.length}, {(row.item or NUMBER).width})")
    return Known(None)


LIST_METHODS: dict[str, Callable[..., Value]] = {
    "append": _append,
    "extend": _extend,
    "pop": _pop,
    "copy": _copied,
    "sort": _sort,
    "reverse": _reverse,
}


# -- built-in functions ----------------------------------------------------------------------


def _abs(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    return Num(f"abs({frame.number(args[0], node)})")


def _int(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    value = args[0] if args else Known(0)
    if isinstance(value, Known):
        return Known(int(value.value))
    return Num(f"({frame.number(value, node)} + 0)")


def _bool(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    return frame.truth(args[0], node)


def _len(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    length = frame.length(args[0], node)
    return Known(length) if isinstance(length, int) else Num(length)


def _range(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    if all(isinstance(arg, Known) for arg in args):
        return Known(range(*(arg.value for arg in args)))
    if len(args) == 3 and not isinstance(args[2], Known):
        raise frame.stop(node, "a range whose step is computed", "use a while loop")
    start, stop = (Known(0), args[0]) if len(args) == 1 else (args[0], args[1])
    step = args[2].value if len(args) == 3 else 1
    begin, end = frame.keep(start), frame.keep(stop)
    low, high = frame.number(begin, node), frame.number(end, node)
    length = f"max(0, ({high} - {low} + {step - (1 if step > 0 else -1)}) // {step})"
    return Indexed(
        length, lambda k: frame.sum(begin, k, step, node), f"range({low}, {high}, {step})"
    )


def _enumerate(frame: Any, args: list[Value], words: Any, node: ast.AST) -> Value:
    start = args[1] if len(args) > 1 else words.get("start", Known(0))
    return frame.enumerated(args[0], start, node)


def _zip(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    return frame.zipped(args, node)


def _reversed(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    return frame.reversed(args[0], node)


def _map(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    function, *values = args
    if not isinstance(function, Known):
        raise frame.stop(node, "map of something computed", "write a loop")
    if all(isinstance(value, Known) for value in values):
        return Known(tuple(map(function.value, *(value.value for value in values))))
    source = values[0] if len(values) == 1 else frame.zipped(values, node)

    def applied(item: Value) -> Value:
        given = [item] if len(values) == 1 else list(item.items)
        return frame.apply(function.value, given, {}, node)

    if isinstance(source, Lazy):
        return Lazy(lambda body: source.each(lambda item: body(applied(item))))
    part = frame.indexed(source, node)
    return Indexed(part.length, lambda k: applied(part.get(k)))


def _tuple(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    if not args:
        return Known(())
    value = args[0]
    if isinstance(value, Known):
        return frame.known(tuple(value.value), node)
    if isinstance(value, Row) and value.is_list:
        copied = frame.fixed_copy(value, node)
        return Row(copied.offset, copied.length, copied.item)
    return frame.gathered(value, node)


def _list(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    if not args:
        return frame.empty_list()
    value = args[0]
    return frame.fixed_copy(frame.gathered(value, node), node)


def _sorted(frame: Any, args: list[Value], words: Any, node: ast.AST) -> Value:
    if "key" in words:
        raise frame.stop(node, "sorted with a key", "sort tuples that begin with the key")
    row = frame.fixed_copy(frame.gathered(args[0], node), node)
    frame.emit(f"sort(mem, {row.offset}, {row.length}, {(row.item or NUMBER).width})")
    backwards = words.get("reverse", Known(False))
    if not isinstance(backwards, Known):
        raise frame.stop(node, "sorted in an order that is computed", "write both ways out")
    if backwards.value:
        frame.emit(f"reverse(mem, {row.offset}, {row.length}, {(row.item or NUMBER).width})")
    return row


def _any(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    return _until(frame, args[0], node, stop_at=True)


def _all(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    return _until(frame, args[0], node, stop_at=False)


def _until(frame: Any, value: Value, node: ast.AST, *, stop_at: bool) -> Value:
    """any and all: later items are not looked at once the answer is known."""
    result = frame.name("any" if stop_at else "all")
    frame.emit(f"{result} = {not stop_at}")

    def look(item: Value) -> None:
        test = frame.truth(item, node)
        if isinstance(test, Known):
            if test.value is stop_at:
                frame.emit(f"{result} = {stop_at}")
            return
        with frame.block(f"if {test.code if stop_at else f'not {test.code}'}:"):
            frame.emit(f"{result} = {stop_at}")

    frame.each(value, look, node)
    return truth(result)


def _sum(frame: Any, args: list[Value], words: Any, node: ast.AST) -> Value:
    start = args[1] if len(args) > 1 else words.get("start", Known(0))
    total = frame.name("sum")
    frame.emit(f"{total} = {frame.number(start, node)}")
    frame.each(args[0], lambda item: frame.emit(f"{total} += {frame.number(item, node)}"), node)
    return Num(total)


def _least(frame: Any, args: list[Value], words: Any, node: ast.AST) -> Value:
    return _extreme(frame, args, words, node, "<")


def _greatest(frame: Any, args: list[Value], words: Any, node: ast.AST) -> Value:
    return _extreme(frame, args, words, node, ">")


def _extreme(frame: Any, args: list[Value], words: Any, node: ast.AST, sign: str) -> Value:
    """min and max, of numbers or of tuples."""
    if "key" in words:
        raise frame.stop(node, "min or max with a key", "compare tuples that begin with the key")
    if len(args) > 1 and all(shape_of(arg) == NUMBER for arg in args):
        codes = ", ".join(frame.number(arg, node) for arg in args)
        return Num(f"{'min' if sign == '<' else 'max'}({codes})")
    items = Pack(tuple(args)) if len(args) > 1 else args[0]
    best: list[Value] = []
    seen = frame.name("seen")
    frame.emit(f"{seen} = False")
    default = words.get("default")

    def look(item: Value) -> None:
        item = frame.keep(frame.laid(item, node))
        if not best:
            names = [frame.name("best") for _ in flatten(item)]
            for name in names:  # every way defines them
                frame.emit(f"{name} = 0")
            best.append(rebuild(shape_of(item), names, item))
        if shape_of(item) == NUMBER:
            better = f"{frame.number(item, node)} {sign} {frame.number(best[0], node)}"
        else:
            one, two = (item, best[0]) if sign == "<" else (best[0], item)
            frame.emit(f"{seen}_b = False")
            with frame.block(f"if {seen}:"):
                code = frame.number(frame.before(one, two, node, or_same=False), node)
                frame.emit(f"{seen}_b = {code}")
            better = f"{seen}_b"
        with frame.block(f"if not {seen} or {better}:"):
            for name, code in zip(flatten(best[0]), flatten(item), strict=True):
                frame.emit(f"{name} = {code}")
            frame.emit(f"{seen} = True")

    frame.each(items, look, node)
    with frame.block(f"if not {seen}:"):
        if default is None or not best:
            frame.emit('raise ValueError("min or max of nothing")')
        else:
            for name, code in zip(flatten(best[0]), flatten(default), strict=True):
                frame.emit(f"{name} = {code}")
    return best[0] if best else Known(0)


def _divmod(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    if all(isinstance(arg, Known) for arg in args):
        return Known(divmod(args[0].value, args[1].value))
    a, b = (frame.number(arg, node) for arg in args)
    return Pack((Num(f"({a} // {b})"), Num(f"({a} % {b})")))


def _isqrt(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    if isinstance(args[0], Known):
        return Known(math.isqrt(args[0].value))
    return Num(f"isqrt({frame.number(args[0], node)})")


def _gcd(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    if all(isinstance(arg, Known) for arg in args):
        return Known(math.gcd(*(arg.value for arg in args)))
    a, b = (frame.number(arg, node) for arg in args)
    return Num(f"gcd({a}, {b})")


def _text(frame: Any, args: list[Value], words: Any, node: ast.AST) -> Value:  # noqa: ARG001
    return Text()


def _pow(frame: Any, args: list[Value], _: Any, node: ast.AST) -> Value:
    return frame.binary(ast.Pow(), args[0], args[1], node)


BUILT_IN: dict[Any, Callable[..., Value]] = {
    abs: _abs,
    int: _int,
    bool: _bool,
    len: _len,
    range: _range,
    enumerate: _enumerate,
    zip: _zip,
    reversed: _reversed,
    map: _map,
    tuple: _tuple,
    list: _list,
    iter: _tuple,
    sorted: _sorted,
    any: _any,
    all: _all,
    sum: _sum,
    min: _least,
    max: _greatest,
    divmod: _divmod,
    pow: _pow,
    str: _text,
    repr: _text,
    chr: _text,
    math.isqrt: _isqrt,
    math.gcd: _gcd,
}


def _can_be_key(function: Any) -> bool:
    try:
        hash(function)
    except TypeError:
        return False
    return not isinstance(function, Game)


def _ends_in_one_return(body: list[ast.stmt]) -> bool:
    returns = [node for stmt in body for node in ast.walk(stmt) if isinstance(node, ast.Return)]
    return returns == body[-1:] or not returns


def _is_plain(value: Value) -> bool:
    """Whether an argument is written into the function instead of being passed."""
    return isinstance(value, Known | Text)


def _form(value: Value) -> Any:
    if isinstance(value, Known):
        try:
            hash(value.value)
        except TypeError:
            return ("object", id(value.value))
        return (type(value.value), value.value)
    return shape_of(value)
