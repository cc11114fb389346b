"""Calls: who is called, with which arguments; where all are static, it is called here and now."""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import operator
import sys
import sysconfig
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass
from enum import Enum
from itertools import count, cycle, groupby, islice, repeat
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, cast

from zermelo.staging.builder.instances import new_instance, set_field
from zermelo.staging.builder.iterators import Drawn, Spread
from zermelo.staging.builder.keywords import Named
from zermelo.staging.builder.operations import (
    COMPARED,
    DUNDER,
    FUNCTIONS,
    Words,
    ask,
    call_row,
    compare,
    contains,
    equal,
    find_method,
    is_several,
    item,
    length,
    operate,
)
from zermelo.staging.builder.operations import (
    function as declared,
)
from zermelo.staging.builder.program import Restart
from zermelo.staging.builder.scope import Mistyped, Scope, truth_code
from zermelo.staging.builder.sequences import Pack, fields_of, is_record
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import NOTHING, Atom, Known, Value
from zermelo.staging.ir.code import If
from zermelo.staging.reading.changes import changes_itself
from zermelo.staging.reading.labels import CHANGING, has_effects
from zermelo.staging.reading.source import Refused, Source, source_of
from zermelo.staging.types.atom import same_atom
from zermelo.staging.types.record import PostInit, default_fields, make_record
from zermelo.staging.types.sequence import statics
from zermelo.staging.walk.functions import (
    LocalFunction,
    bound,
    built,
    called,
    own_defaults,
    run,
    unspread,
)
from zermelo.staging.walk.gathering import drained

MOST_ITEMS = 100_000  # of a generator whose arguments are known
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
OF_DUNDER = {word: sign for sign, word in DUNDER.items()}
ASKED: dict[str, Callable[..., Value]] = {
    "__len__": length, "__contains__": contains, "__getitem__": item,
}  # fmt: skip
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
    items = dict(zip(names, owner.items, strict=True)) | {name.value: value}
    b.bind(b.built, Pack(tuple(items.values()), owner.cls))
    return NOTHING


def call_value(b: Scope, function: Value, args: list[Value], words: Words) -> Value:
    """Call what a value stands for."""
    if isinstance(function, Union):
        return b.split(function, lambda part: call_value(b, part, args, words))
    if isinstance(function, Atom):
        return _one_of(b, function, args, words)
    if not isinstance(function, Known):
        raise b.stop(f"a call of {function.spoken()}", "call functions by their names, in branches")
    return apply(b, function.value, args, words)


def _one_of(b: Scope, function: Atom, args: list[Value], words: Words) -> Value:
    """A call of one of several functions."""
    sides = []
    for each in function.objects:
        with b.out.into([]) as block:
            value = apply(b, each, args, words)
        sides.append((same_atom(b, function, Known(each)), block, value))
    merged = b.merged([(block, value) for _, block, value in sides])
    rest = sides.pop()[1]
    for asked, block, _ in reversed(sides):
        rest = [If(truth_code(asked), block, rest)]
    b.out.block.extend(rest)
    return merged


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
    owner = b.read(names[0]) if names else None
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
        else:
            raise b.stop("arguments spread from a dict", "write them out")
    return args, words


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


# -- fields and methods ----------------------------------------------------------------------------


def attribute(b: Scope, owner: Value, name: str) -> Value:
    """owner.name."""
    if isinstance(owner, Known):
        try:
            return b.known(getattr(owner.value, name))
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise b.mistyped(what, "give the game this field") from None
    if is_several(owner):
        return b.split(owner, lambda part: attribute(b, part, name))
    if isinstance(owner, Atom) and not hasattr(owner.python, name) and not _have(owner, name):
        raise b.mistyped(f".{name} of {owner.spoken()}", "use a field that it has")
    if isinstance(owner, Atom) and not _is_written(owner, name):
        return _of_members(b, owner, name)
    if name not in fields_of(owner.python) and _is_method(owner.python, name):
        return Known(Applied(MethodOf(name), [owner], {}))
    found: Value = ask(b, "attribute", owner, name)
    return found


def _have(owner: Atom, name: str) -> bool:
    return all(hasattr(each, name) for each in owner.objects)


def _of_members(b: Scope, owner: Atom, name: str) -> Value:
    """What is asked of the members of an Enum; a property may fail for some of them."""
    found = inspect.getattr_static(owner.python, name, None)
    try:
        return b.of_members(owner, lambda each: getattr(each, name))
    except (Restart, Refused):
        raise
    except Exception:
        if isinstance(found, property) and found.fget is not None:
            return apply(b, found.fget, [owner], {})
        raise


def _is_method(cls: type, name: str) -> bool:
    """Whether a name of a class is a method: asked of a value, it is bound to it."""
    found = inspect.getattr_static(cls, name, None)
    return find_method(cls, name) is not None or isinstance(found, FunctionType) or name in ASKED


def _is_written(owner: Atom, name: str) -> bool:
    """Whether a name of an Enum's class is a property or a method that is written in Python."""
    return isinstance(inspect.getattr_static(owner.python, name, None), FunctionType)


def method(b: Scope, owner: Value, name: str, args: list[Value], words: Words) -> Value:
    """owner.name(…)."""
    if is_several(owner):
        return b.split(owner, lambda part: method(b, part, name, args, words))
    if isinstance(owner, Known) and not hasattr(owner.value, name):
        raise b.mistyped(f"{owner.spoken()} has no method {name}", "use one that it has")
    if isinstance(owner, Known) and name in CHANGING and not isinstance(owner.value, str):
        b.program.changes(owner.value)
        raise b.stop(f"{owner.spoken()} of the game is changed", "keep what changes in the state")
    if isinstance(owner, Known) and all(map(_is_object, (*args, *words.values()))):
        return _now(b, getattr(owner.value, name), args, words)
    if isinstance(owner, Known) and inspect.isclass(owner.value):
        return call_value(b, attribute(b, owner, name), args, words)
    return _method_of(b, owner, name, args, words)


def _method_of(b: Scope, owner: Value, name: str, args: list[Value], words: Words) -> Value:
    cls = owner.python
    row = find_method(cls, name)
    if row is not None:
        owner = owner if name == "format" else b.lifted(owner)  # whose text is read, not run
        return call_row(b, row, f".{name}", [owner, *args], words)
    if name.startswith("__") and name[2:-2] in OF_DUNDER:
        sign = OF_DUNDER[name[2:-2]]
        return (
            compare(b, sign, owner, args[0])
            if sign in COMPARED
            else operate(b, sign, owner, args[0])
        )
    if name in ASKED:
        return ASKED[name](b, owner, *args)
    written = inspect.getattr_static(cls, name, None)
    if isinstance(written, FunctionType):
        return apply(b, written, [owner, *args], words)
    if isinstance(written, staticmethod):
        return apply(b, written.__func__, args, words)
    if isinstance(written, classmethod):
        return apply(b, written.__func__, [Known(cls), *args], words)
    if isinstance(owner, Atom | Pack) and name in b.program.fields(cls):
        return call_value(b, attribute(b, owner, name), args, words)
    if not hasattr(cls, name):
        raise b.mistyped(f".{name}(…) of {owner.spoken()}", "use a method that it has")
    raise b.stop(f".{name}(…) of {owner.spoken()} is not translated", "write out what it does")


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
    if isinstance(function, PostInit):
        written = inspect.getattr_static(function.cls, "__post_init__")
        return built(b, written, _read_source(b, written), args[0])
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
    _refuse(b, function, are_known=all(map(_is_object, (*args, *words.values()))))
    is_making = _is_plain(function) and function in MAKING
    if inspect.isclass(function) and _is_own_class(function):
        is_making = function in b.program.learned.objects or changes_itself(function)
    if not is_making and all(map(_is_object, (*args, *words.values()))):
        found = _now(b, function, args, words)
        if inspect.isclass(function) and isinstance(found, Known) and _is_own_class(function):
            b.program.made.append(found.value)
        return found
    row = FUNCTIONS.get(function) if _is_plain(function) or _is_hashable(function) else None
    if row is not None:
        return call_row(b, row, _name_of(function), args, words)
    return _apply_written(b, function, args, words)


class MethodOf:
    """A method by its name, for whatever value it is bound to."""

    def __init__(self, name: str) -> None:
        self.name = name


class Applied:
    """partial(…) of values that only the code knows."""

    def __init__(self, function: object, args: list[Value], words: Words) -> None:
        self.function, self.args, self.words = function, args, words


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
    if inspect.isclass(function) and issubclass(function, Enum):
        return _member(b, function, args)
    if inspect.isclass(function) and _can_change(b, function):
        return _made(b, function, args, words)
    if inspect.isclass(function) and is_record(function):
        count = None if words or default_fields(function) else len(fields_of(function))
        return make_record(b, function, unspread(b, args, count), words)
    call = getattr(type(function), "__call__", None)  # noqa: B004
    if isinstance(call, FunctionType):
        return apply(b, call, [Known(function), *args], words)
    owner = getattr(function, "__self__", None)
    if owner is not None and not isinstance(owner, ModuleType | type):  # such as "".join
        return method(b, Known(owner), _name_of(function), args, words)
    if inspect.ismethoddescriptor(function):  # such as str.upper, handed to map
        return method(b, args[0], _name_of(function), args[1:], words)
    name = _spoken(function)
    if str(getattr(function, "__module__", "")).partition(".")[0] == "numpy":
        raise b.stop(f"numpy's {name}(…) is not translated", "use tuples of rows, and loops")
    if inspect.isclass(function) and function.__module__ not in sys.stdlib_module_names:
        raise b.stop(f"{name}(…) makes an object that can change", "make it a frozen dataclass")
    raise b.stop(f"{name}(…) is not translated", "write out what it does")


def _can_change(b: Scope, cls: type) -> bool:
    """Whether objects of a class are made here that may change: of a plain class of the rules."""
    if cls in b.program.learned.objects or (is_record(cls) and changes_itself(cls)):
        return True
    plain = [inspect.getattr_static(object, name) for name in ("__new__", "__setattr__")]
    found = [inspect.getattr_static(cls, name) for name in ("__new__", "__setattr__")]
    written = isinstance(inspect.getattr_static(cls, "__init__"), FunctionType)
    return found == plain and written and not is_record(cls) and _is_own_class(cls)


def _is_own_class(cls: type) -> bool:
    """Whether a class is no part of Python's own modules."""
    return cls.__module__.partition(".")[0] not in sys.stdlib_module_names


def _made(b: Scope, cls: type, args: list[Value], words: Words) -> Value:
    """An object, and what its __init__ puts into it."""
    owner = b.keep(new_instance(b, cls))
    if not is_dataclass(cls):
        apply(b, inspect.getattr_static(cls, "__init__"), [owner, *args], words)
        return owner
    given = make_record(b, cls, args, words, is_finished=False)
    for name, value in zip(b.program.fields(cls), given.items, strict=True):
        set_field(b, owner, name, value)
    if hasattr(cls, "__post_init__"):
        apply(b, cls.__post_init__, [owner], {})
    return owner


def _member(b: Scope, cls: type[Enum], args: list[Value]) -> Value:
    """The member of an Enum that has a value."""
    value = b.keep(args[0])
    sides: list[tuple[Any, Known]] = []
    for each in cls:
        asked = equal(b, value, Known(each.value))
        if asked == Known(True):
            return Known(each)
        if asked != Known(False):
            sides.append((asked, Known(each)))
    return _selected(b, sides)


def _selected(b: Scope, sides: list[tuple[Any, Known]]) -> Value:
    """The first value whose test holds; an error where none does."""
    if not sides:
        b.out.fail(ValueError, "no member of the Enum has this value")
        return Known(None)
    blocks: list[list[Any]] = [[] for _ in sides]
    pairs = [(block, value) for block, (_, value) in zip(blocks, sides, strict=True)]
    merged = b.merged(cast(Any, pairs))
    with b.out.into([]) as rest:
        b.out.fail(ValueError, "no member of the Enum has this value")
    for (asked, _), block in zip(reversed(sides), reversed(blocks), strict=True):
        rest = [If(truth_code(asked), block, rest)]
    b.out.block.extend(rest)
    return merged


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


def _now(b: Scope, function: object, args: list[Value], words: Words) -> Value:
    """All arguments are known: the result is too."""
    try:
        known = {name: value.value for name, value in words.items() if isinstance(value, Known)}
        work = cast(Callable[..., Any], function)
        result = work(*(arg.value for arg in args if isinstance(arg, Known)), **known)
        if hasattr(result, "__next__"):
            result = Drawn(islice(result, MOST_ITEMS + 1))
    except Exception as error:
        if b.out.catches(type(error)):
            b.out.fail(type(error), "the rules raise an error")
            return Known(0)
        what = f"{type(error).__name__}: {error}"
        raise b.mistyped(what, "look at the values first") from None
    if isinstance(result, tuple) and len(result) > MOST_ITEMS:
        raise b.stop(
            f"{_name_of(function)}(…) yields more than {MOST_ITEMS:,} items",
            "work them out once, as a tuple that is a field of the game",
        )
    return b.known(result)


@contextmanager
def _blamed_here(b: Scope, function: FunctionType) -> Iterator[None]:
    """What cannot be translated inside Python's own modules is named where they are called."""
    try:
        yield
    except Refused as stopped:
        if not function.__code__.co_filename.startswith(LIBRARY) or isinstance(stopped, Mistyped):
            raise
        raise b.stop(
            f"{_spoken(function)}(…) is not translated", "write out what it does"
        ) from None


def _spoken(function: object) -> str:
    """The name of a function, with the module of Python's that it comes from."""
    module = str(getattr(function, "__module__", None) or "builtins").strip("_")
    is_pythons = module in sys.stdlib_module_names and module not in ("builtins", "main")
    return f"{module}.{_name_of(function)}" if is_pythons else _name_of(function)


def _name_of(function: object) -> str:
    return str(getattr(function, "__name__", repr(function)))


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


def _is_object(value: Value) -> bool:
    """Whether a value is known, and no function that is being translated."""
    return isinstance(value, Known) and not isinstance(value.value, LocalFunction | Applied)
