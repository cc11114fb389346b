"""What can be a state: a key that is equal to every other of the same content.

A table finds a state by its hash and by `==`. A value without a hash (a list) cannot be a key; one
that is compared by identity (an object of a class without `__eq__`) is a key that nobody finds
again, because the rules make a new object for the same position. So is one whose copy is not equal
to it, or has another hash: an `__eq__` by identity, a hash by `id`, a NaN, a function made anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import chain
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import NamedTuple

# types whose values are good keys
PLAIN_TYPES = frozenset({int, str, bool, bytes, type(None)})
UNIQUE = (Enum, type, FunctionType, BuiltinFunctionType, ModuleType)  # there is one of each
MADE_ANEW = "<locals>"  # in the name of a function that is made whenever another is called
FROZEN = "Write @dataclass(frozen=True) above its class"


class NoKey(NamedTuple):
    """Why a value cannot be a state, and what to use instead."""

    what: str
    rule: str
    fix: str


def key_fault(value: object) -> NoKey | None:
    """What is wrong with `value` as a state, at any depth; None when nothing is."""
    if value.__class__ in PLAIN_TYPES:
        return None
    if value.__class__ in (tuple, frozenset) and _is_plain(value):
        return None  # most states, in one look or two
    inside = next(filter(None, map(key_fault, _items(value))), None)
    if inside is not None:
        return inside
    if not _has_hash(value):
        rule = "a state is hashable: numbers, strings, tuples and frozensets of them"
        return NoKey(f"a value of type {type(value).__name__}", rule, _instead_of(value))
    return _identity_fault(value)


def _identity_fault(value: object) -> NoKey | None:
    """What is wrong with a value that has a hash: none of the same content is found by it."""
    if isinstance(value, float) and value != value:
        return NoKey("a NaN", "a NaN is not equal to itself", "Use None for what has no number")
    if isinstance(value, FunctionType) and MADE_ANEW in value.__qualname__:
        rule = "states are equal by content; a function made inside another is new each time"
        return NoKey(f"the function {value.__name__}", rule, "Use its name, or an Enum")
    if isinstance(value, MethodType):
        name = value.__func__.__name__
        rule = "a state is a value; this is a method that nobody has called"
        return NoKey(f"the method {name}", rule, f"Write @property above `def {name}`, or call it")
    if isinstance(value, UNIQUE):
        return None
    what = f"an object of class {type(value).__name__}"
    fix = f"{FROZEN}; use an Enum for a few fixed things"
    equal: object = type(value).__eq__
    if equal is object.__eq__:
        rule = "states are equal by content; this class has no __eq__, so no two of it are equal"
        return NoKey(what, rule, fix)
    try:
        twin = copy(value)
        is_equal, has_same_hash = bool(twin == value), hash(twin) == hash(value)
    except Exception:  # of a class that makes no copies
        return None
    if is_equal and has_same_hash:
        return None
    lack = "has another hash" if is_equal else "is not equal to it"
    return NoKey(what, f"states are equal by content; a copy of this one {lack}", fix)


def _is_plain(value: Iterable[Iterable[object]]) -> bool:
    """Whether there are plain values in it, or tuples of them: thousands of parts in passing."""
    if PLAIN_TYPES.issuperset(map(type, value)):
        return True
    pairs = {*map(type, value)} == {tuple}
    return pairs and PLAIN_TYPES.issuperset(map(type, chain.from_iterable(value)))


def _items(value: object) -> Iterator[object]:
    """What a value's own hash and equality are made of."""
    if isinstance(value, tuple | frozenset):
        yield from value
    elif is_dataclass(value) and not isinstance(value, type) and _compares_fields(value):
        yield from (getattr(value, field.name) for field in fields(value) if field.compare)


def _compares_fields(value: object) -> bool:
    """Whether it is a frozen dataclass: `==` and the hash are those of its fields."""
    made = getattr(type(value), "__dataclass_params__", None)
    return bool(made and made.eq and made.frozen)


def _has_hash(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return type(value).__hash__ is not None


def _instead_of(value: object) -> str:
    """What stands for a value that cannot be a key."""
    if isinstance(value, dict):
        return "Use tuple(sorted(state.items())) where you have a dict"
    if isinstance(value, set):
        return "Use a frozenset where you have a set"
    if isinstance(value, bytearray):
        return "Use bytes where you have a bytearray"
    if hasattr(value, "ravel"):
        return "Use tuple(array.ravel().tolist()) where you have an array"
    if isinstance(value, list) or hasattr(value, "__iter__"):
        return f"Use a tuple where you have a {type(value).__name__}"
    if is_dataclass(value):
        return FROZEN
    if callable(getattr(value, "fen", None)):
        return "Use its text, board.fen(), or a tuple of what the rules read of it"
    return f"Use a tuple of its fields; where the class is yours: {FROZEN[0].lower()}{FROZEN[1:]}"
