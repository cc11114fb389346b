"""Calls: who is called, with which arguments; where all are static, it is called here and now."""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import math
import operator
import sys
import sysconfig
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum, Flag
from fractions import Fraction
from itertools import count, cycle, groupby, repeat
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, TypeGuard

from zermelo.staging import library
from zermelo.staging.builder.classes import fields_of, is_record
from zermelo.staging.builder.iterators import Generated, Indexed, Spread
from zermelo.staging.builder.keywords import Named
from zermelo.staging.builder.operations import (
    ASKED_ALWAYS,
    FUNCTIONS,
    Words,
    call_row,
    item,
)
from zermelo.staging.builder.operations import (
    function as declared,
)
from zermelo.staging.builder.scope import Mistyped, Scope
from zermelo.staging.builder.sequences import Pack, Table
from zermelo.staging.builder.values import NOTHING, Known, Value
from zermelo.staging.reading.changes import changes_itself
from zermelo.staging.reading.labels import has_effects
from zermelo.staging.reading.source import Refused, Source, source_of
from zermelo.staging.types.record import SPREAD, Making, default_fields, filled, make_record
from zermelo.staging.types.sequence import statics
from zermelo.staging.walk.binding import bound, unspread
from zermelo.staging.walk.functions import LocalFunction, built, called, own_defaults, run
from zermelo.staging.walk.gathering import drained
from zermelo.staging.walk.loops import kept_iterator
from zermelo.staging.walk.making import can_change, is_own_class, made, member
from zermelo.staging.walk.members import (
    Applied,
    MethodOf,
    attribute,
    call_value,
    is_object,
    method,
    name_of,
    now,
)

UNKNOWABLE = ("random", "secrets", "time", "datetime", "os", "posix", "uuid", "numpy.random")
LIBRARY = sysconfig.get_paths()["stdlib"]
DOING: dict[object, tuple[str, str]] = {
    print: ("writes something", "leave it out, or make it the label of a move"),
    input: ("asks somebody", "let the state alone decide"),
    open: ("reads or writes a file", "read it once, into a field of the game"),
    exec: ("runs a text", "write it as a function"),
    eval: ("runs a text", "write it as a function"),
    setattr: ("changes a field", "build a new state instead"),
    delattr: ("changes a field", "build a new state instead"),
    globals: ("looks up names", "name what is meant"),
    locals: ("looks up names", "name what is meant"),
    vars: ("looks up names", "name what is meant"),
    id: ("differs from run to run", "compare the things themselves"),
    hash: ("differs from run to run", "compare the things themselves"),
}
WRITTEN_AS: dict[object, str] = {
    math.hypot: "compare the squares: x * x + y * y <= r * r",
    math.dist: "compare the squares: dx * dx + dy * dy <= r * r",
    math.log2: "use bit_length()",
    complex: "use pairs of whole numbers",
    Fraction: "count in parts of a common denominator, with whole numbers",
}
BUILT_IN = (list, tuple, dict, set, frozenset, str, int)
MAKING = (
    list,
    sorted,
    iter,
    next,
    groupby,
    bytearray,
    set,
    dict,
    deque,
    Counter,
    OrderedDict,
    defaultdict,
    dict.fromkeys,
    copy.copy,
    copy.deepcopy,
    count,
    cycle,
    repeat,
)  # something of the rules' own
PLAIN = (tuple, list, dict, range, set, frozenset, str, bytes, int, bool)


def call(b: Scope, node: ast.Call) -> Value:
    """A call of anything."""
    if isinstance(node.func, ast.Attribute):
        if _is_super(node.func.value):
            return _of_parent(b, node.func.attr, *arguments(b, node))
        owner = b.expression(node.func.value)
        if not isinstance(owner, Known) or type(owner.value) in PLAIN or _is_changed(owner, node):
            return method(b, owner, node.func.attr, *arguments(b, node))
        function = attribute(b, owner, node.func.attr)
    elif _is_super(node):
        return _super(b)
    else:
        function = b.expression(node.func)
    if function == Known(object.__setattr__):
        return _set_field(b, node)
    if isinstance(function, Known) and _is_plain(function.value):
        ignored = b.program.ignored.get(function.value)
        if ignored:
            return _without_ignored(b, function.value, ignored, node)
    return call_value(b, function, *arguments(b, node))


def _set_field(b: Scope, node: ast.Call) -> Value:
    """object.__setattr__(self, name, value) in the __post_init__ of a frozen dataclass."""
    owner, name, value = arguments(b, node)[0]
    target = node.args[0]
    if not (isinstance(target, ast.Name) and target.id == b.built and isinstance(owner, Pack)):
        raise b.stop("a field is changed", "build a new state instead")
    names = b.program.fields(owner.cls)
    if not isinstance(name, Known) or name.value not in names:
        raise b.stop("a field that is not declared", "declare it")
    b.names.bind(b.built, filled(b, owner, name.value, value))
    return NOTHING


def _is_changed(owner: Known, node: ast.Call) -> bool:
    """Whether fields of a known named tuple are replaced."""
    return isinstance(owner.value, tuple) and getattr(node.func, "attr", "") == "_replace"


def _is_super(node: ast.expr) -> bool:
    """super()."""
    if not isinstance(node, ast.Call) or node.args:
        return False
    return isinstance(node.func, ast.Name) and node.func.id == "super"


def _super(b: Scope) -> Known:
    cls, owner = _around(b)
    if not isinstance(owner, Known):
        raise b.stop("super() in an odd place", "call its method at once")
    return Known(super(cls, owner.value))


def _around(b: Scope) -> tuple[type, Value]:
    """The class in whose method the code stands, and the thing that the method is called for."""
    cls = b.source.names.get("__class__")
    form = b.source.parameters
    names = [arg.arg for arg in (*form.posonlyargs, *form.args)]
    owner = b.names.read(names[0]) if names else None
    if not isinstance(cls, type) or owner is None:
        raise b.stop("super() in an odd place", "name the class instead")
    return cls, owner


def _of_parent(b: Scope, name: str, args: list[Value], words: Words) -> Value:
    """super().name(…)."""
    cls, owner = _around(b)
    if isinstance(owner, Known):
        return call_value(b, attribute(b, _super(b), name), args, words)
    kinds = owner.python.__mro__
    later = kinds[kinds.index(cls) + 1 :] if cls in kinds else ()
    found = next((vars(kind)[name] for kind in later if name in vars(kind)), None)
    if not isinstance(found, FunctionType):
        raise b.stop(f"super().{name}(…)", "name the class instead")
    return apply(b, found, [owner, *args], words)


def arguments(b: Scope, node: ast.Call) -> tuple[list[Value], Words]:
    """The arguments of a call, with those that are spread out."""
    args: list[Value] = []
    for arg in node.args:
        if not isinstance(arg, ast.Starred):
            args.append(b.keep(b.expression(arg)))
            continue
        if _is_repeated(arg.value):
            args.extend(_same_iterator(b, arg.value))
            continue
        source = drained(b, b.expression(arg.value))
        spread = statics(b, source, 64)
        if spread is None:
            args.append(Spread(b.keep(source)))
            continue
        args.extend(b.keep(each) for each in spread)
    words: Words = {}
    for word in node.keywords:
        if word.arg is None and isinstance(word.value, ast.Dict):
            words |= _written_words(b, word.value)
            continue
        value = b.keep(b.expression(word.value))
        if word.arg is not None:
            words[word.arg] = value
        elif isinstance(value, Named):
            words |= value.words
        elif isinstance(value, Known) and isinstance(value.value, dict):
            words |= {str(name): b.known(each) for name, each in value.value.items()}
        elif isinstance(value, Table) and _called(node) in ("replace", "_replace"):
            words[SPREAD] = value
        else:
            raise b.stop("arguments spread from a dict", "write them out")
    return args, words


def _is_repeated(node: ast.expr) -> TypeGuard[ast.BinOp]:
    """Whether it is [iter(…)] * n: one iterator, handed over n times."""
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)):
        return False
    row = node.left
    if not (isinstance(row, ast.List | ast.Tuple) and len(row.elts) == 1):
        return False
    return isinstance(row.elts[0], ast.Call) and _called(row.elts[0]) == "iter"


def _same_iterator(b: Scope, node: ast.BinOp) -> list[Value]:
    assert isinstance(node.left, ast.List | ast.Tuple)
    number = b.expression(node.right)
    if not isinstance(number, Known) or not isinstance(number.value, int):
        raise b.stop("an iterator handed over a computed number of times", "cut slices in a loop")
    with b.at_node(node.left):
        found = b.expression(node.left.elts[0])
        if isinstance(found, Generated | Indexed) and found.once is not None:
            found = kept_iterator(b, found)
    return [found] * max(0, number.value)


def _called(node: ast.Call) -> str:
    """The last name of what is called."""
    return str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))


def _written_words(b: Scope, node: ast.Dict) -> Words:
    """Arguments by name that are spread from a dict in place."""
    keys = [NOTHING if key is None else b.expression(key) for key in node.keys]
    if not all(isinstance(key, Known) and isinstance(key.value, str) for key in keys):
        raise b.stop("arguments spread from a dict", "write them out")
    names = [str(key.value) for key in keys if isinstance(key, Known)]
    values = [b.keep(b.expression(value)) for value in node.values]
    return dict(zip(names, values, strict=True))


def _without_ignored(b: Scope, cls: type, ignored: frozenset[str], node: ast.Call) -> Value:
    """A record some of whose fields nobody asks for; they are left out, whatever they are."""
    if any(isinstance(arg, ast.Starred) for arg in node.args):
        return apply(b, cls, *arguments(b, node))
    fields = cls._fields  # type: ignore[attr-defined]
    if len(node.args) > len(fields):
        raise b.stop(f"too many arguments for {cls.__name__}", "leave some out")
    given = dict(zip(fields, node.args, strict=False))
    given |= {str(word.arg): word.value for word in node.keywords}
    for name in ignored & set(given):
        if has_effects(given.pop(name)):
            raise b.stop(f"a {name} that changes something", "change it in a line before")
    words = {name: b.keep(b.expression(value)) for name, value in given.items()}
    return make_record(b, cls, [], words)


# -- functions that are known ----------------------------------------------------------------------


def apply(b: Scope, function: object, args: list[Value], words: Words) -> Value:
    """Call a known function."""
    if isinstance(function, LocalFunction):
        given = bound(b, function.source, args, words, own_defaults(b, function))
        return run(b, function.key, function.source, given, function.scope)
    if is_cache_of(function):
        return apply(b, function.__wrapped__, args, words)  # type: ignore[attr-defined]
    if isinstance(getattr(function, "__origin__", None), type):  # such as list[int]
        return apply(b, function.__origin__, args, words)  # type: ignore[attr-defined]
    if isinstance(function, Making):
        written = inspect.getattr_static(function.cls, function.name)
        source = _read_source(b, written)
        return built(b, written, source, bound(b, source, args, words, _defaults(source)))
    if isinstance(function, MethodOf):
        return method(b, args[0], function.name, args[1:], words)
    if isinstance(function, Applied):
        return apply(b, function.function, [*function.args, *args], function.words | words)
    if isinstance(function, operator.itemgetter | operator.attrgetter | operator.methodcaller):
        return _got(b, function, args[0])
    if isinstance(function, functools.partial):
        known = {name: Known(value) for name, value in function.keywords.items()}
        return apply(b, function.func, [*map(Known, function.args), *args], known | words)
    if type(function) in b.program.instead:
        return apply(b, b.program.instead[type(function)], [Known(function), *args], words)
    _refuse(b, function, are_known=all(map(is_object, (*args, *words.values()))))
    is_making = _is_making(function)
    if not is_making and inspect.isclass(function) and is_own_class(function):
        is_making = function in b.program.learned.objects or changes_itself(function)
    if not is_making and all(map(is_object, (*args, *words.values()))):
        found = now(b, function, args, words)
        if inspect.isclass(function) and isinstance(found, Known) and is_own_class(function):
            b.program.made.append(found.value)
        return found
    row = FUNCTIONS.get(function) if _is_plain(function) or _is_hashable(function) else None
    if row is not None:
        return call_row(b, row, name_of(function), args, words)
    return _apply_written(b, function, args, words)


def _is_making(function: object) -> bool:
    """Whether something is made that the rules may change, though all arguments are known."""
    if _is_plain(function) and (function in MAKING or _is_written_here(function)):
        return True
    return _is_hashable(function) and function in ASKED_ALWAYS


def _is_written_here(function: object) -> bool:
    """Whether it stands for something of a library's, and is translated with the rules."""
    return is_of_library(getattr(function, "__module__", None))


def is_of_library(module: object) -> bool:
    """Whether a module has what stands for something of a library's."""
    return str(module).startswith(library.__name__)


@declared(functools.partial)
def _partial(b: Scope, work: Value, *args: Value, **words: Value) -> Value:
    if not isinstance(work, Known):
        raise b.stop("partial of something computed", "use a function of the rules")
    return Known(Applied(work.value, list(args), words))


def _got(b: Scope, getter: Any, value: Value) -> Value:
    """itemgetter, attrgetter and methodcaller, which tell what they were made of."""
    made_of = getter.__reduce__()[1]
    if isinstance(getter, operator.methodcaller):
        name, *args = made_of
        return method(b, value, name, list(map(Known, args)), {})
    if isinstance(getter, operator.itemgetter):
        found = [item(b, value, Known(each)) for each in made_of]
    else:
        found = [_along(b, value, path) for path in made_of]
    return found[0] if len(found) == 1 else Pack(tuple(map(b.keep, found)))


def _along(b: Scope, value: Value, path: str) -> Value:
    for name in path.split("."):
        value = attribute(b, value, name)
    return value


def _is_hashable(function: object) -> bool:
    return isinstance(function, Callable) and type(function).__hash__ is not None  # type: ignore[arg-type]


def is_cache_of(function: object) -> bool:
    """Whether it is a function with a cache around it."""
    return isinstance(function, functools._lru_cache_wrapper)


def is_cache(value: Value) -> bool:
    """Whether a decorator does nothing but remember."""
    if not isinstance(value, Known):
        return False
    return value.value is functools.cache or value.value is functools.lru_cache


def _apply_written(b: Scope, function: object, args: list[Value], words: Words) -> Value:
    """Call what is written in Python."""
    if isinstance(function, MethodType):
        owner = function.__self__
        if function.__name__ == "_make" and inspect.isclass(owner) and is_record(owner):
            return make_record(b, owner, statics(b, drained(b, args[0]), 64) or [], words)
        return apply(b, function.__func__, [Known(owner), *args], words)
    if isinstance(function, FunctionType):
        with _blamed_here(b, function):
            source = _read_source(b, function)
            return run(b, function, source, bound(b, source, args, words, _defaults(source)), None)
    if inspect.isclass(function) and issubclass(function, Flag):
        raise b.stop(f"{function.__name__}(…) of a number", "use whole numbers for their bits")
    if inspect.isclass(function) and issubclass(function, Enum):
        return member(b, function, args)
    if inspect.isclass(function) and can_change(b, function):
        return made(b, function, args, words)
    if inspect.isclass(function) and is_record(function):
        count = None if words or default_fields(function) else len(fields_of(function))
        return make_record(b, function, unspread(b, args, count), words)
    call = getattr(type(function), "__call__", None)  # noqa: B004
    if isinstance(call, FunctionType):
        return apply(b, call, [Known(function), *args], words)
    if _is_of_numpy(function):
        name = _spoken(function)
        raise b.stop(f"numpy's {name}(…) is not translated", "use tuples of rows, and loops")
    owner = getattr(function, "__self__", None)
    if owner is not None and not isinstance(owner, ModuleType | type):  # such as "".join
        return method(b, Known(owner), name_of(function), args, words)
    if inspect.ismethoddescriptor(function):  # such as str.upper, handed to map
        return method(b, args[0], name_of(function), args[1:], words)
    name = _spoken(function)
    if inspect.isclass(function) and function.__module__ not in sys.stdlib_module_names:
        base = next((each for each in BUILT_IN if issubclass(function, each)), None)
        if base is not None:
            what = f"{name}(…) is a {base.__name__} with more to it"
            raise b.stop(what, f"use a {base.__name__}, and functions that take one")
        raise b.stop(f"{name}(…) makes an object that can change", "make it a frozen dataclass")
    raise b.stop(f"{name}(…) is not translated", _instead_of(function))


def _is_of_numpy(function: object) -> bool:
    home = getattr(function, "__self__", None) if _is_plain(function) else function
    return any(_home_of(each) == "numpy" for each in (function, home))


def _home_of(thing: object) -> str:
    cls = type(thing).__module__
    return str(getattr(thing, "__module__", None) or cls).partition(".")[0]


def _instead_of(function: object) -> str:
    """What can be written in the place of a function of Python's own."""
    if getattr(function, "__module__", "") == "re":
        return "loop over the letters, or use find, count, split and replace"
    return WRITTEN_AS.get(function, "write out what it does")


def _read_source(b: Scope, function: FunctionType) -> Source:
    try:
        return source_of(function)
    except Refused as stopped:
        raise Refused(stopped.what, stopped.fix, b.source.where(b.here)) from None


def as_function(b: Scope, function: object, args: list[Value]) -> Value:
    """Call a function as one of the code, so that its code is written once."""
    if isinstance(function, MethodType):
        args = [Known(function.__self__), *args]
        function = function.__func__
    if not isinstance(function, FunctionType):
        return apply(b, function, args, {})
    source = _read_source(b, function)
    return called(b, function, source, bound_to(b, source, args), None)


def bound_to(b: Scope, source: Source, args: list[Value]) -> dict[str, Value]:
    """The parameters of a function with the arguments that it is given."""
    return bound(b, source, args, {}, _defaults(source))


def _refuse(b: Scope, function: object, *, are_known: bool) -> None:
    """Functions that do something, or answer differently each time."""
    used = _used_by(function) if are_known else []
    if any(map(_is_unknowable, (function, *used))):
        raise b.stop(
            f"{_spoken(function)}(…) answers differently each time", "let the state alone decide"
        )
    if _is_plain(function) and function in DOING:
        what, fix = DOING[function]
        raise b.stop(f"{_spoken(function)}(…) {what}", fix)


@contextmanager
def _blamed_here(b: Scope, function: FunctionType) -> Iterator[None]:
    """What cannot be translated inside Python's own modules is named where they are called."""
    try:
        yield
    except Refused as stopped:
        if _is_written_here(function):
            raise type(stopped)(stopped.what, stopped.fix, b.source.where(b.here)) from None
        if not function.__code__.co_filename.startswith(LIBRARY) or isinstance(stopped, Mistyped):
            raise
        raise b.stop(f"{_spoken(function)}(…) is not translated", _instead_of(function)) from None


def _spoken(function: object) -> str:
    """The name of a function, with the module of Python's that it comes from."""
    module = str(getattr(function, "__module__", None) or "builtins").strip("_")
    is_pythons = module in sys.stdlib_module_names and module not in ("builtins", "main")
    return f"{module}.{name_of(function)}" if is_pythons else name_of(function)


def _defaults(source: Source) -> dict[str, Value]:
    form = source.parameters
    names = [arg.arg for arg in (*form.posonlyargs, *form.args)]
    late = dict(zip(reversed(names), reversed(source.defaults), strict=False))
    return {name: Known(value) for name, value in {**late, **source.keyword_defaults}.items()}


def _is_plain(function: object) -> bool:
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
