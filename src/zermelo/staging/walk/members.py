"""Fields and methods of values, and calls of what a value stands for."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from itertools import islice
from types import FunctionType
from typing import Any, cast

from zermelo.staging.builder.classes import fields_of
from zermelo.staging.builder.iterators import Drawn
from zermelo.staging.builder.operations import (
    COMPARED,
    DUNDER,
    Words,
    ask,
    call_row,
    compare,
    contains,
    find_method,
    is_several,
    item,
    length,
    operate,
)
from zermelo.staging.builder.program import Restart
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.sequences import Pack
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import Atom, Known, Value
from zermelo.staging.ir.code import If
from zermelo.staging.reading.labels import CHANGING
from zermelo.staging.reading.source import Refused
from zermelo.staging.types.arrays import is_array
from zermelo.staging.types.atom import same_atom
from zermelo.staging.walk.functions import LocalFunction

MOST_ITEMS = 100_000  # of a generator whose arguments are known
OF_DUNDER = {word: sign for sign, word in DUNDER.items()}
ASKED: dict[str, Callable[..., Value]] = {
    "__len__": length, "__contains__": contains, "__getitem__": item,
}  # fmt: skip


def call_value(b: Scope, function: Value, args: list[Value], words: Words) -> Value:
    """Call what a value stands for."""
    if isinstance(function, Union):
        return b.split(function, lambda part: call_value(b, part, args, words))
    if isinstance(function, Atom):
        return _one_of(b, function, args, words)
    if not isinstance(function, Known):
        raise b.stop(f"a call of {function.spoken()}", "call functions by their names, in branches")
    return b.walker.apply(b, function.value, args, words)


def _one_of(b: Scope, function: Atom, args: list[Value], words: Words) -> Value:
    """A call of one of several functions."""
    sides = []
    for each in function.objects:
        with b.out.into([]) as block:
            value = b.walker.apply(b, each, args, words)
        sides.append((same_atom(b, function, Known(each)), block, value))
    merged = b.merged([(block, value) for _, block, value in sides])
    rest = sides.pop()[1]
    for asked, block, _ in reversed(sides):
        rest = [If(truth_code(asked), block, rest)]
    b.out.block.extend(rest)
    return merged


def attribute(b: Scope, owner: Value, name: str) -> Value:
    """owner.name."""
    if isinstance(owner, Known):
        try:
            found = getattr(owner.value, name)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise b.mistyped(what, "give the game this field") from None
        return b.known(found)
    if is_several(owner):
        return b.split(owner, lambda part: attribute(b, part, name))
    if isinstance(owner, Atom) and not hasattr(owner.python, name) and not _have(owner, name):
        raise b.mistyped(f".{name} of {owner.spoken()}", "use a field that it has")
    if isinstance(owner, Atom) and not _is_written(owner, name):
        return _of_members(b, owner, name)
    if name not in fields_of(owner.python) and _is_method(owner.python, name):
        return Known(Applied(MethodOf(name), [owner], {}))
    asked: Value = ask(b, "attribute", owner, name)
    return asked


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
            return b.walker.apply(b, found.fget, [owner], {})
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
        raise b.changed(owner)
    if isinstance(owner, Known) and all(map(is_object, (*args, *words.values()))):
        return now(b, getattr(owner.value, name), args, words)
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
        return b.walker.apply(b, written, [owner, *args], words)
    if isinstance(written, staticmethod):
        return b.walker.apply(b, written.__func__, args, words)
    if isinstance(written, classmethod):
        return b.walker.apply(b, written.__func__, [Known(cls), *args], words)
    if name == "__class__" or (isinstance(owner, Atom | Pack) and name in b.program.fields(cls)):
        return call_value(b, attribute(b, owner, name), args, words)
    if is_array(owner):
        raise b.stop(f"numpy's {name}(…) is not translated", "use tuples of rows, and loops")
    if not hasattr(cls, name):
        raise b.mistyped(f".{name}(…) of {owner.spoken()}", "use a method that it has")
    raise b.stop(f".{name}(…) of {owner.spoken()} is not translated", "write out what it does")


class MethodOf:
    """A method by its name, for whatever value it is bound to."""

    def __init__(self, name: str) -> None:
        self.name = name


class Applied:
    """partial(…) of values that only the code knows."""

    def __init__(self, function: object, args: list[Value], words: Words) -> None:
        self.function, self.args, self.words = function, args, words


def now(b: Scope, function: object, args: list[Value], words: Words) -> Value:
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
            f"{name_of(function)}(…) yields more than {MOST_ITEMS:,} items",
            "work them out once, as a tuple that is a field of the game",
        )
    return b.known(result)


def name_of(function: object) -> str:
    """What a function is called."""
    return str(getattr(function, "__name__", repr(function)))


def is_object(value: Value) -> bool:
    """Whether a value is known, and no function that is being translated."""
    return isinstance(value, Known) and not isinstance(value.value, LocalFunction | Applied)
