"""Calls: who is called, with which arguments; where all are static, it is called here and now."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable
from itertools import islice
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, cast

from zermelo.model.game import Move, Spelled
from zermelo.staging.functions import BUILT_IN
from zermelo.staging.methods import CHANGING
from zermelo.staging.routines import LocalFunction, Routines
from zermelo.staging.source import Refused, Source, source_of
from zermelo.staging.values import Body, Generated, Known, MoveValue, Pack, Value, constant_of

MOST_ITEMS = 100_000  # of a generator whose arguments are known
UNKNOWABLE = ("random", "secrets", "time", "datetime", "os", "posix", "uuid", "numpy.random")
DOING = (print, input, open, exec, eval, setattr, delattr, globals, locals, vars, id, hash)


class Calls(Routines):
    """What a call becomes."""

    def call(self, node: ast.Call) -> Value:
        """A call of anything."""
        if isinstance(node.func, ast.Attribute):
            owner = self.expression(node.func.value)
            if not isinstance(owner, Known) or _has_methods_of_its_own(owner.value):
                return self.method(owner, node.func.attr, node)
            function = self.attribute(owner, node.func.attr, node)
        elif isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return self._super(node)
        else:
            function = self.expression(node.func)
        if not isinstance(function, Known):
            raise self.stop(node, "a call of something computed", "call functions by their names")
        if function.value is Move:
            return self._move(node)
        args, keywords = self.arguments(node)
        return self.apply(function.value, args, keywords, node)

    def _super(self, node: ast.Call) -> Known:
        cls = self.source.names.get("__class__")
        form = self.source.parameters
        names = [arg.arg for arg in (*form.posonlyargs, *form.args)]
        owner = self.read(names[0], node) if names else None
        if not isinstance(cls, type) or not isinstance(owner, Known):
            raise self.stop(node, "super() in an odd place", "name the class instead")
        return Known(super(cls, owner.value))

    def arguments(self, node: ast.Call) -> tuple[list[Value], dict[str, Value]]:
        """The arguments of a call, with those that are spread out."""
        args: list[Value] = []
        for arg in node.args:
            if not isinstance(arg, ast.Starred):
                args.append(self.keep(self.expression(arg)))
                continue
            spread = self.statics(self.drained(self.expression(arg.value), arg), 64)
            if spread is None:
                raise self.stop(node, "arguments spread from a sequence", "pass the sequence")
            args.extend(self.keep(item) for item in spread)
        if any(keyword.arg is None for keyword in node.keywords):
            raise self.stop(node, "arguments spread from a dict", "write them out")
        words = {str(word.arg): self.keep(self.expression(word.value)) for word in node.keywords}
        return args, words

    # -- moves ----------------------------------------------------------------------------------

    def _move(self, node: ast.Call) -> MoveValue:
        """Move(…): the label is left out, whatever it is."""
        if any(isinstance(arg, ast.Starred) for arg in node.args):
            return self._made(*self.arguments(node), node)
        given = dict(zip(Move._fields, node.args, strict=False))
        given |= {str(word.arg): word.value for word in node.keywords}
        label = given.pop("label", None)
        if label is not None and _has_effects(label):
            raise self.stop(node, "a label that changes something", "change it in a line before")
        words = {name: self.keep(self.expression(value)) for name, value in given.items()}
        return self._made([], words, node)

    def _made(self, args: list[Value], keywords: dict[str, Value], node: ast.AST) -> MoveValue:
        given = dict(zip(Move._fields, args, strict=False)) | keywords
        if "to" not in given or not set(given) <= set(Move._fields):
            raise self.stop(node, "a Move without a state, or with other fields", "write Move(to)")
        return MoveValue(given["to"], given.get("gain", Known(0)), given.get("again", Known(False)))

    # -- functions that are known ---------------------------------------------------------------

    def apply(
        self, function: object, args: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """Call a known function."""
        if function is Move:
            return self._made(args, keywords, node)
        if isinstance(function, LocalFunction):
            bound = self.bound(function.source, args, keywords, function.defaults, node)
            return self.run(function, function.source, bound, node, function.scope)
        if isinstance(function, functools._lru_cache_wrapper):
            return self.apply(function.__wrapped__, args, keywords, node)
        if isinstance(function, functools.partial):
            words = {name: Known(value) for name, value in function.keywords.items()}
            given = [*map(Known, function.args), *args]
            return self.apply(function.func, given, words | keywords, node)
        if isinstance(function, Spelled):
            return self._spelled(function, args, node)
        self._refuse(function, node)
        if function not in (list, sorted) and all(map(_is_object, (*args, *keywords.values()))):
            return self._now(function, args, keywords, node)
        built_in = BUILT_IN.get(function) if _is_plain_function(function) else None
        if built_in is not None:
            return built_in(self, args, keywords, node)
        return self._apply_written(function, args, keywords, node)

    def _apply_written(
        self, function: object, args: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """Call what is written in Python."""
        if isinstance(function, MethodType):
            return self.apply(function.__func__, [Known(function.__self__), *args], keywords, node)
        if isinstance(function, FunctionType):
            source = self._read_source(function, node)
            bound = self.bound(source, args, keywords, _defaults(source), node)
            return self.run(function, source, bound, node, None)
        if inspect.isclass(function) and issubclass(function, tuple):
            return self._named_tuple(function, args, keywords, node)
        call = getattr(type(function), "__call__", None)  # noqa: B004
        if isinstance(call, FunctionType):
            return self.apply(call, [Known(function), *args], keywords, node)
        name = _name_of(function)
        if getattr(function, "__module__", "") == "itertools":
            raise self.stop(node, f"itertools.{name}(…) is not translated", "write the loops out")
        if inspect.isclass(function):
            raise self.stop(node, f"{name}(…) makes an object", "use ints, tuples and lists")
        raise self.stop(node, f"{name}(…) is not translated", "write it out with loops and ints")

    def _read_source(self, function: FunctionType, node: ast.AST) -> Source:
        try:
            return source_of(function)
        except Refused as stopped:
            raise Refused(stopped.what, stopped.fix, self.source.where(node)) from None

    def as_function(self, function: object, args: list[Value], node: ast.AST) -> Value:
        """Call a function as one of the code, so that its code is written once."""
        if isinstance(function, MethodType):
            args = [Known(function.__self__), *args]
            function = function.__func__
        if not isinstance(function, FunctionType):
            return self.apply(function, args, {}, node)
        source = self._read_source(function, node)
        return self.called(function, source, self.bound_to(source, args), node, None)

    def bound_to(self, source: Source, args: list[Value]) -> dict[str, Value]:
        """The parameters of a function with the arguments that it is given."""
        return self.bound(source, args, {}, _defaults(source), self.here)

    def _refuse(self, function: object, node: ast.AST) -> None:
        """Functions that do something, or answer differently each time."""
        if any(map(_is_unknowable, (function, *_used_by(function)))):
            raise self.stop(
                node,
                f"{_name_of(function)}(…) answers differently each time",
                "let the state alone decide",
            )
        if _is_plain_function(function) and function in DOING:
            raise self.stop(node, f"{_name_of(function)}(…) does something", "leave it out")

    def _now(
        self, function: object, args: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """All arguments are known: the result is too."""
        try:
            words = {name: constant_of(value) for name, value in keywords.items()}
            call = cast(Callable[..., Any], function)
            result = call(*map(constant_of, args), **words)
            if hasattr(result, "__next__"):
                result = tuple(islice(result, MOST_ITEMS + 1))
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise self.stop(node, what, "look at the values first") from None
        if isinstance(result, tuple) and len(result) > MOST_ITEMS:
            raise self.stop(
                node,
                f"{_name_of(function)}(…) yields more than {MOST_ITEMS:,} items",
                "work them out once, as a tuple that is a field of the game",
            )
        return self.known(result, node)

    def _spelled(self, function: Spelled, args: list[Value], node: ast.AST) -> Generated:
        """A user's function whose bare states are moves."""
        found = self.apply(function.function, args, {}, node)

        def each(body: Body) -> None:
            self.each(found, lambda item: body(as_move(item)), node)

        return Generated(each, self.once())

    def _named_tuple(
        self, cls: type, args: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Pack:
        fields = getattr(cls, "_fields", ())
        defaults = getattr(cls, "_field_defaults", {})
        given = {name: Known(value) for name, value in defaults.items()}
        given |= dict(zip(fields, args, strict=False)) | keywords
        if not fields or set(given) != set(fields) or len(args) > len(fields):
            raise self.stop(node, f"{cls.__name__}(…) with other fields", "use a plain tuple")
        return Pack(tuple(given[name] for name in fields), cls)


def as_move(value: Value) -> MoveValue:
    """A move; a bare state is where one leads."""
    return value if isinstance(value, MoveValue) else MoveValue(value, Known(0), Known(False))


def _name_of(function: object) -> str:
    return str(getattr(function, "__name__", repr(function)))


def _defaults(source: Source) -> dict[str, Value]:
    form = source.parameters
    names = [arg.arg for arg in (*form.posonlyargs, *form.args)]
    late = dict(zip(reversed(names), reversed(source.defaults), strict=False))
    return {name: Known(value) for name, value in {**late, **source.keyword_defaults}.items()}


def _has_methods_of_its_own(value: object) -> bool:
    """Whether `method` knows what the methods of a known object do."""
    plain = (tuple, list, dict, range, set, frozenset)
    return isinstance(value, int | str) or type(value) in plain


def _has_effects(node: ast.AST) -> bool:
    """Whether an expression that is left out would have changed something."""
    inner = list(ast.walk(node))
    calls = [part.func for part in inner if isinstance(part, ast.Call)]
    changes = [f for f in calls if isinstance(f, ast.Attribute) and f.attr in CHANGING]
    return bool(changes) or any(isinstance(part, ast.NamedExpr) for part in inner)


def _is_plain_function(function: object) -> bool:
    """Whether it may be one that is built in; other things may take long to be compared."""
    return isinstance(function, type | BuiltinFunctionType | FunctionType)


def _is_unknowable(thing: object) -> bool:
    """Whether it comes from a module of chance, of time or of the machine."""
    owner = getattr(thing, "__self__", None)
    homes = [getattr(thing, "__module__", None), getattr(thing, "__name__", None)]
    homes += [type(owner).__module__] if owner is not None else []
    return any(home in UNKNOWABLE for home in homes if isinstance(home, str))


def _used_by(function: object) -> list[object]:
    """The global things that a function written in Python names."""
    plain = getattr(function, "__func__", function)
    if not isinstance(plain, FunctionType):
        return []
    return [plain.__globals__.get(name) for name in plain.__code__.co_names]


def _is_object(value: Value) -> bool:
    """Whether a value is known, and no function that is being translated."""
    return isinstance(value, Known) and not isinstance(value.value, LocalFunction)
