"""What can be a state: a key that is equal to every other of the same content.

A table finds a state by its hash and by `==`. A value without a hash (a list) cannot be a key; one
that is compared by identity (an object of a class without `__eq__`) is a key that nobody finds
again, because the rules make a new object for the same position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import chain
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import NamedTuple

# types whose values are good keys
PLAIN_TYPES = frozenset({int, str, bool, float, bytes, type(None)})
UNIQUE = (Enum, type, FunctionType, BuiltinFunctionType, ModuleType)  # there is one of each
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
    equal: object = type(value).__eq__
    if equal is object.__eq__ and not isinstance(value, UNIQUE):
        rule = "states are equal by content; this class has no __eq__, so no two of it are equal"
        fix = f"{FROZEN}; use an Enum for a few fixed things"
        return NoKey(f"an object of class {type(value).__name__}", rule, fix)
    return None


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
