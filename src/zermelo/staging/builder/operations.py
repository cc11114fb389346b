"""What Python's operators do, by the types of the values: declared rows, and how they are found.

A row is a function under a decorator that names the Python types it is for:

    @binary("+", str, str)
    def _joined(b, one, two): …

    @method(str, "replace")
    def _replace(b, owner, old, new): …

What is known is worked out by Python itself, before a row is asked; of a value of several kinds,
each is asked by itself.
"""

from __future__ import annotations

import ast
import inspect
import operator
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import EnumMeta
from fractions import Fraction
from functools import cache, lru_cache, partial
from types import FunctionType
from typing import Any, TypeAlias, TypeGuard, TypeVar

from zermelo.staging.builder.classes import is_made, written
from zermelo.staging.builder.iterators import Number, Passing, Spread
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import (
    FALSE,
    LEAST,
    MOST,
    TRUE,
    Atom,
    Known,
    Num,
    NumberShape,
    Value,
    is_narrow,
    kind_of,
    truth,
)
from zermelo.staging.ir.code import Const, Op, negated
from zermelo.staging.library.kinds import ENDS

Words: TypeAlias = dict[str, Value]
Row: TypeAlias = Callable[..., Any]
Declared = TypeVar("Declared", bound=Row)

BINARY: dict[tuple[str, type, type], Row] = {}
METHODS: dict[tuple[type, str], Row] = {}
FUNCTIONS: dict[object, Row] = {}
PROTOCOL: dict[tuple[str, type], Row] = {}  # truth, length, item, slice, iterate, contains, …

SIGNS: dict[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
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
    ast.Div: ("/", operator.truediv),
    ast.MatMult: ("@", operator.matmul),
}
COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
DUNDER = {
    "+": "add", "-": "sub", "*": "mul", "//": "floordiv", "%": "mod", "<<": "lshift",
    ">>": "rshift", "&": "and", "|": "or", "^": "xor", "**": "pow", "/": "truediv", "@": "matmul",
    "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne",
}  # fmt: skip
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
OF_SIGN: dict[str, Callable[[Any, Any], Any]] = dict(SIGNS.values())


# -- declaring -------------------------------------------------------------------------------------


def _declaring(table: dict[Any, Row], *keys: object) -> Callable[[Declared], Declared]:
    """A decorator that puts a row into a table, under all that it is for."""

    def declare(row: Declared) -> Declared:
        table.update(dict.fromkeys(keys, row))
        return row

    return declare


def binary(sign: str, one: type, two: type) -> Callable[[Declared], Declared]:
    """Declare what `one sign two` is."""
    return _declaring(BINARY, (sign, one, two))


def method(owner: type, *names: str) -> Callable[[Declared], Declared]:
    """Declare what a method of a type does."""
    return _declaring(METHODS, *((owner, name) for name in names))


ASKED_ALWAYS: set[object] = set()  # functions with a row that is asked though all is known


@dataclass(frozen=True)
class StandIn:
    """A row for a function of a library: one that is written in Python, and translated itself."""

    written: FunctionType

    def __call__(self, b: Scope, *args: Value, **words: Value) -> Value:
        """Translate a call of it."""
        b.program.learned.arrays()
        return b.walker.apply(b, self.written, list(args), words)


def function(*things: object) -> Callable[[Declared], Declared]:
    """Declare what a function of Python's does."""
    return _declaring(FUNCTIONS, *things)


def protocol(name: str, *owners: type) -> Callable[[Declared], Declared]:
    """Declare what every value of a type can be asked: its length, an item, whether it is true."""
    return _declaring(PROTOCOL, *((name, owner) for owner in owners))


# -- finding ---------------------------------------------------------------------------------------


def _found(name: str, value: Value) -> Row | None:
    for cls in value.python.__mro__:
        if (name, cls) in PROTOCOL:
            return PROTOCOL[name, cls]
    return None


def is_several(value: Value) -> TypeGuard[Union | Atom]:
    """Whether a value may be of several kinds."""
    return isinstance(value, Union) or (isinstance(value, Atom) and len(value.groups) > 1)


ASKED_BY = {
    "truth": "__bool__", "length": "__len__", "item": "__getitem__", "contains": "__contains__",
}  # fmt: skip


def ask(b: Scope, name: str, value: Value, *args: Any) -> Any:
    """Ask a value for something that its type declares."""
    if is_several(value):
        return b.split(value, lambda part: ask(b, name, part, *args))
    own = written(value.python, ASKED_BY.get(name, "")) if name in ASKED_BY else None
    if own is not None:
        found = b.apply(own, value, *args)
        return is_true(b, found) if name in ("truth", "contains") else found
    if name == "truth" and written(value.python, "__len__") is not None:
        return is_true(b, ask(b, "length", value))
    value = b.lifted(value)
    row = _found(name, value)
    if row is None:
        raise b.mistyped(f"{SPOKEN[name]} of {value.spoken()}", FIXES.get(name, "use a tuple"))
    return row(b, value, *args)


SPOKEN = {
    "truth": "the truth", "length": "the length", "item": "an item", "slice": "a slice",
    "iterate": "a loop over the items", "contains": "a search through the items",
    "attribute": "a field", "equal": "a comparison",
}  # fmt: skip
FIXES = {"length": "make it a tuple first", "iterate": "loop over a tuple"}


def find_binary(sign: str, one: type, two: type) -> Row | None:
    """The row for two types, or for types that they are kinds of."""
    for first in one.__mro__:
        for second in two.__mro__:
            if (sign, first, second) in BINARY:
                return BINARY[sign, first, second]
    return None


# -- operators -------------------------------------------------------------------------------------


def operate(b: Scope, sign: str, one: Value, two: Value) -> Value:
    """one sign two."""
    if (
        isinstance(one, Known)
        and isinstance(two, Known)
        and not isinstance(one.value, list | set | dict)
    ):
        return worked_out(b, OF_SIGN[sign], one, two)
    if is_several(one):
        return b.split(one, lambda part: operate(b, sign, part, two))
    if is_several(two):
        return b.split(two, lambda part: operate(b, sign, one, part))
    if sign == "%" and one.python is str:
        if not isinstance(one, Known):
            raise b.mistyped(f"{one.spoken()} % {two.spoken()}", "use a string that is known")
        found: Value = BINARY["%", str, object](b, sign, one, two)  # the format is read, not run
        return found
    for owner, other, word in ((one, two, DUNDER[sign]), (two, one, f"r{DUNDER[sign]}")):
        own = written(owner.python, f"__{word}__")
        if own is not None:
            return b.apply(own, owner, other)
    one, two = b.lifted(one), b.lifted(two)
    row = find_binary(sign, one.python, two.python)
    if row is not None and b.program.learned.has_arrays:
        return _as_numpy(b, sign, one, two, row)
    if row is None:
        if not {one.python, two.python}.isdisjoint((float, complex, Fraction, Decimal)):
            raise b.stop(f"{one.spoken()} {sign} {two.spoken()}", "use whole numbers")
        raise b.mistyped(f"{one.spoken()} {sign} {two.spoken()}", "use values of one kind")
    result: Value = row(b, sign, one, two)
    return result


NARROW = "a number of numpy's with fewer than 64 bits"
WIDER = "write int(…), or dtype=int"
BITWISE = ("&", "|", "^")


def _as_numpy(b: Scope, sign: str, one: Value, two: Value, row: Row) -> Value:
    """one sign two, where numbers may be numpy's: what would wrap around there is an error."""
    found: Value = row(b, sign, one, two)
    if not (isinstance(one, Num) and isinstance(two, Num) and isinstance(found, Num)):
        return found
    if sign not in BITWISE and not {one.of, two.of} - {bool, None}:
        raise b.stop(f"{one.spoken()} {sign} {two.spoken()}, which numpy has otherwise", WIDER)
    return within(b, found, one, two)


def within(b: Scope, found: Num, *made_of: Value) -> Num:
    """What is worked out of numbers, which may be numpy's, and must not leave their bits."""
    kinds = {value.of for value in made_of if isinstance(value, Num)}
    if not b.program.learned.has_narrow or kinds <= {int, bool}:
        return found
    narrow = kinds - {int, bool}
    if None in kinds or len(narrow) > 1:
        raise b.stop(f"{NARROW} beside another", WIDER)
    kind = narrow.pop()
    low, high = ENDS[kind]  # type: ignore[index]
    for value in made_of:  # numpy takes no other number of Python's beside one of its own
        if isinstance(value, Num) and value.of is int:
            _between(b, value, low, high)
    found = _between(b, found, low, high)
    return replace(found, low=max(low, found.low), high=min(high, found.high), stored=kind)


def _between(b: Scope, found: Num, low: int, high: int) -> Num:
    """A number, which is looked at where it may be another than one of these."""
    if low <= found.low and found.high <= high:
        return found
    found = b.keep(found)
    code = found.code
    with b.out.when(Op("or", (Op("<", (code, Const(low))), Op(">", (code, Const(high)))))):
        b.out.give_up(OverflowError, "a number leaves the bits that numpy gives it")
    return found


def worked_out(b: Scope, work: Callable[..., Any], *args: Known) -> Value:
    """What Python makes of constants."""
    try:
        found = work(*(arg.value for arg in args))
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise b.mistyped(what, "look at the values first") from None
    return b.known(found)


SPOKEN_SIGNS = {"invert": "~", "neg": "−", "pos": "+"}


def unary(b: Scope, sign: str, value: Value, write: Callable[[Num], Num]) -> Value:
    """−value, +value or ~value."""
    if is_several(value):
        return b.split(value, lambda part: unary(b, sign, part, write))
    own = written(value.python, f"__{sign}__")
    if own is not None:
        return b.apply(own, value)
    if b.program.learned.has_arrays and kind_of(value) in (bool, None):
        if sign == "abs":
            return replace(write(b.whole(value)), stored=None)  # a truth value in numpy
        what = f"{SPOKEN_SIGNS[sign]} of {value.spoken()}, which numpy has otherwise"
        raise b.stop(what, "write not …" if sign == "invert" else "write int(…)")
    return within(b, write(b.whole(value)), value)


def is_true(b: Scope, value: Value) -> Number:
    """Whether a value counts as true."""
    if isinstance(value, Known):
        return Known(bool(value.value))
    found: Number = ask(b, "truth", value)
    return found


def length(b: Scope, value: Value) -> Number:
    """How many items."""
    if isinstance(value, Known):
        try:
            return Known(len(value.value))
        except TypeError:
            raise b.mistyped(f"{value.spoken()} has no length", "use a tuple") from None
    found: Number = ask(b, "length", value)
    return found


def item(b: Scope, value: Value, index: Value) -> Value:
    """value[index]."""
    if isinstance(value, Known) and isinstance(index, Known):
        return _known_item(b, value, index)
    if isinstance(value, Known) and isinstance(value.value, EnumMeta):  # a member by its name
        cls = value.value
        members = b.program.constants.once(cls, "members", lambda: dict(cls.__members__))
        return item(b, Known(members), index)
    if isinstance(index, Known) and isinstance(index.value, slice):
        cut = index.value
        ends = (Known(cut.start), Known(cut.stop), Known(cut.step))
        sliced: Value = ask(b, "slice", value, *ends)
        return sliced
    found: Value = ask(b, "item", value, index)
    return found


def _known_item(b: Scope, value: Known, index: Known) -> Value:
    if isinstance(index.value, tuple) and isinstance(value.value, tuple | list):
        for part in index.value:  # an array may be asked with several indices
            value = _known_item(b, value, Known(part))  # type: ignore[assignment]
        return value
    try:
        return b.known(value.value[index.value])
    except (IndexError, KeyError) as error:
        b.out.fail(type(error), "an index or a key is not there")
        return nobody(b, value)
    except TypeError as error:
        raise b.mistyped(f"{type(error).__name__}: {error}", "look before you ask for it") from None


def nobody(b: Scope, value: Known) -> Value:
    """Some value, for code that is never reached."""
    items = list(value.value.values()) if isinstance(value.value, dict) else list(value.value)
    return b.known(items[0]) if items else Known(0)


def contains(b: Scope, owner: Value, value: Value) -> Number:
    """value in owner."""
    if isinstance(owner, Known) and isinstance(value, Known):
        return number_of(worked_out(b, operator.contains, owner, value))
    found: Number = ask(b, "contains", owner, value)
    return found


# -- comparisons -----------------------------------------------------------------------------------


def compare(b: Scope, sign: str, one: Value, two: Value) -> Number:
    """one sign two, of <, <=, >, >=, == and !=."""
    if isinstance(one, Known) and isinstance(two, Known):
        try:
            return Known(bool(COMPARED[sign](one.value, two.value)))
        except TypeError as error:
            raise b.mistyped(f"{error}", "compare like with like") from None
    far = _beyond(sign, one, two)
    if far is not None:
        return Known(far)
    if sign == "!=":
        return _unequal(b, one, two)
    if sign == "==":
        return equal(b, one, two)
    if is_several(one):
        return number_of(b.split(one, lambda part: compare(b, sign, part, two)))
    if is_several(two):
        return number_of(b.split(two, lambda part: compare(b, sign, one, part)))
    for owner, other, word in ((one, two, sign), (two, one, MIRRORED[sign])):
        own = written(owner.python, f"__{DUNDER[word]}__")
        if own is not None:
            return is_true(b, b.apply(own, owner, other))
    one, two = b.lifted(one), b.lifted(two)
    row = find_binary("<", one.python, two.python)
    if row is None:
        raise b.mistyped(f"{one.spoken()} {sign} {two.spoken()}", "compare like with like")
    result: Number = row(b, sign, one, two)
    return result


def _unequal(b: Scope, one: Value, two: Value) -> Number:
    """one != two: the opposite of ==, unless a class has a word of its own for it."""
    for value in (one, two):
        own = None if is_several(value) else written(value.python, "__ne__")
        if own is not None and own.__module__ != "collections":  # a Counter's is the opposite
            raise b.stop(f"a __ne__ of {value.python.__name__}", "leave it to __eq__")
    return opposite(equal(b, one, two))


def _beyond(sign: str, one: Value, two: Value) -> bool | None:
    """What a comparison with a known number says that no number of 64 bits reaches."""
    for known, other, is_first in ((one, two, True), (two, one, False)):
        if isinstance(known, Known) and isinstance(known.value, int) and isinstance(other, Num):
            if LEAST <= known.value <= MOST:
                return None
            ends = (known.value, 0) if is_first else (0, known.value)
            return bool(COMPARED[sign](*ends))
    return None


def equal(b: Scope, one: Value, two: Value) -> Number:
    """one == two; things of different kinds are not equal."""
    if isinstance(one, Known) and isinstance(two, Known):
        return Known(bool(one.value == two.value))
    for value, other in ((one, two), (two, one)):
        if isinstance(value, Union) or (is_several(value) and _are_more(value)):
            return number_of(b.split(value, partial(_equal_to, b, other)))
    for owner, other in ((one, two), (two, one)):
        own = written(owner.python, "__eq__")
        found = b.apply(own, owner, other) if own is not None else Known(NotImplemented)
        if not (isinstance(found, Known) and found.value is NotImplemented):
            return is_true(b, found)
    one, two = b.lifted(one), b.lifted(two)
    row = find_binary("==", one.python, two.python)
    if row is None:
        return FALSE
    result: Number = row(b, one, two)
    return result


def _equal_to(b: Scope, other: Value, part: Value) -> Number:
    return equal(b, part, other)


def _are_more(value: Union | Atom) -> bool:
    """Whether some of the objects that a value may be are equal to others than themselves."""
    objects = value.objects if isinstance(value, Atom) else []
    return any(isinstance(each, int | str) or written(type(each), "__eq__") for each in objects)


def number_of(value: Value) -> Number:
    """A value that is known to be a number or a truth value."""
    assert isinstance(value, Known | Num)
    return value


def opposite(value: Number) -> Number:
    """not value, of a truth value."""
    return Known(not value.value) if isinstance(value, Known) else truth(negated(value.code))


def all_of(b: Scope, tests: list[Callable[[], Number]]) -> Number:
    """Whether all hold; the later ones are worked out only when they are needed."""
    result: Number = TRUE
    for test in tests:
        if result == FALSE:
            break
        result = both(b, result, test)
    return result


def both(b: Scope, first: Number, later: Callable[[], Number]) -> Number:
    """first and later(), both truth values."""
    if isinstance(first, Known):
        return later() if first.value else first
    with b.out.into([]) as block:
        second = b.reached(later)
    if second is None:
        return first
    if not block:
        if isinstance(second, Known):
            return first if second.value else second
        return truth(Op("and", (first.code, second.code)))
    result = b.assign("b", first.code)
    with b.out.when(result):
        b.out.block.extend(block)
        code = Const(bool(second.value)) if isinstance(second, Known) else second.code
        b.out.assign(result.name, code)
    return truth(result)


def any_of(b: Scope, tests: list[Callable[[], Number]]) -> Number:
    """Whether one holds at least."""

    def fails(test: Callable[[], Number]) -> Callable[[], Number]:
        return lambda: opposite(test())

    return opposite(all_of(b, [fails(test) for test in tests]))


# -- methods and functions -------------------------------------------------------------------------


def find_method(cls: type, name: str) -> Row | None:
    """The row of a method of a type, or of one that it is a kind of; not where a class of the
    rules' own has a method of this name.
    """
    for each in cls.__mro__:
        if (each, name) in METHODS:
            return METHODS[each, name]
        found = vars(each).get(name)
        if isinstance(found, FunctionType) and not _is_library(found):
            return None
    return None


def _is_library(found: FunctionType) -> bool:
    home = found.__globals__.get("__name__")
    return home in ("builtins", "collections", "enum", "typing") or is_made(found)


def call_row(b: Scope, row: Row, name: str, args: list[Value], words: Words) -> Value:
    """Call a row with the arguments of the rules; those that it has no place for are refused."""
    if any(isinstance(arg, Spread) for arg in args) and not _takes_many(row):
        raise b.stop("arguments spread from a sequence", "pass the sequence")
    try:
        _signature(row).bind(b, *args, **words)
    except TypeError:
        raise b.stop(f"{name}(…) with these arguments", "give it fewer or other ones") from None
    if b.program.learned.has_narrow and not name.startswith(".") and not _takes_narrow(row):
        for arg in (*args, *words.values()):
            _refuse_narrow(b, name, arg)
    found: Value = row(b, *args, **words)
    return found


HANDING_ON: set[object] = set()  # functions that make no other numbers of those that they are given


@cache
def _takes_narrow(row: Row) -> bool:
    return isinstance(row, StandIn) or any(FUNCTIONS.get(each) is row for each in HANDING_ON)


def _refuse_narrow(b: Scope, name: str, arg: Value) -> None:
    """Functions that work something out are not given numbers that could leave their bits."""
    if isinstance(arg, Passing) or narrow_in(arg.shape):
        raise b.stop(f"{name}(…) of {NARROW}", WIDER)


def narrow_in(shape: object) -> bool:
    """Whether there are such numbers in a value of this shape, or may be."""
    if isinstance(shape, NumberShape):
        return is_narrow(shape.of)
    parts = [*getattr(shape, "parts", ()), *(getattr(shape, each, None) for each in INNER)]
    things = [each.value for each in getattr(shape, "members", ())]
    if any(isinstance(thing, type) and thing in ENDS for thing in things):
        return True
    return any(narrow_in(part) for part in parts if part is not None)


INNER = ("item", "key", "value")


@lru_cache(maxsize=1024)
def _signature(row: Row) -> inspect.Signature:
    return inspect.signature(row)


def _takes_many(row: Row) -> bool:
    kinds = [each.kind for each in _signature(row).parameters.values()]
    return inspect.Parameter.VAR_POSITIONAL in kinds
