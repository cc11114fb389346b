"""Python's values as JSON and back, exactly: numbers of any size, tuples, sets, members, records.

Tuples are lists; what JSON has no form for is an object with one name: {"fraction": "1/3"}. Nothing
but data is read back: a class is looked up by its name, and called for records alone. Objects of a
class of values (`zermelo.staging.reading.value_classes`) get their fields as they were.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from importlib import import_module
from numbers import Integral
from typing import Any, TypeAlias

from zermelo.model.game import State
from zermelo.staging.reading.value_classes import value_fields

Find: TypeAlias = Callable[[str], type]  # a class by its name, "module:Class"
WrittenJson: TypeAlias = (
    bool | int | float | str | list["WrittenJson"] | dict[str, "WrittenJson"] | None
)


class Unwritten(TypeError):
    """A value that has no form in JSON."""


def class_name(cls: type) -> str:
    """Where a class is found."""
    return f"{cls.__module__}:{cls.__qualname__}"


def class_named(name: str) -> type:
    """The class of a name, in a module that is loaded, or one of ours."""
    module, _, path = name.partition(":")
    found: object = sys.modules.get(module)
    if found is None and module.split(".")[0] in ("zermelo", "builtins"):
        found = import_module(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    if not isinstance(found, type):
        raise LookupError(name)
    return found


def to_json(value: object) -> WrittenJson:
    """The value in JSON's own words."""
    if value is None or (type(value) in (bool, int, str) and isinstance(value, int | str)):
        return value
    if isinstance(value, Enum):
        return {"member": [class_name(type(value)), value.name]}
    if isinstance(value, Integral):
        return int(value)
    return _object(value)


def _object(value: object) -> WrittenJson:
    match value:
        case float():
            return {"float": value.hex()}
        case Fraction():
            return {"fraction": str(value)}
        case bytes():
            return {"bytes": value.hex()}
        case frozenset() | set():
            kind = "frozenset" if isinstance(value, frozenset) else "set"
            return {kind: sorted(map(to_json, value), key=repr)}
        case list():
            return {"list": list(map(to_json, value))}
        case Mapping():
            return {"dict": [[to_json(key), to_json(item)] for key, item in value.items()]}
        case str():
            return str(value)
        case range():
            return {"range": [value.start, value.stop, value.step]}
    return _record(value)


def _record(value: State) -> WrittenJson:
    if is_dataclass(value) and not isinstance(value, type):
        items = [to_json(getattr(value, field.name)) for field in fields(value) if field.init]
        return {"record": [class_name(type(value)), *items]}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"record": [class_name(type(value)), *map(to_json, value)]}
    names = value_fields(type(value))
    if names:
        return {"object": [class_name(type(value)), *(to_json(getattr(value, n)) for n in names)]}
    if isinstance(value, Sequence) or type(value).__module__ == "numpy":  # rows of numbers, too
        return [to_json(part) for part in getattr(value, "tolist", lambda: value)()]
    raise Unwritten(f"a value of type {type(value).__name__}")


def from_json(found: object, find: Find = class_named) -> State:
    """The value of what `to_json` wrote."""
    if isinstance(found, list):
        return tuple(from_json(part, find) for part in found)
    if not isinstance(found, dict):
        return found
    ((kind, given),) = found.items()
    if kind == "member":
        return find(given[0])[given[1]]  # type: ignore[index]  # an Enum has its members so
    if kind == "record":
        return find(given[0])(*(from_json(part, find) for part in given[1:]))
    return READERS[kind](given, find)


def _object_of(given: Sequence[object], find: Find) -> State:
    """An object of a class of values, with its fields as they were."""
    cls = find(str(given[0]))
    names = value_fields(cls)
    if len(names) + 1 != len(given):
        raise LookupError(f"{class_name(cls)} with other fields")
    made: State = object.__new__(cls)
    for name, part in zip(names, given[1:], strict=True):
        setattr(made, name, from_json(part, find))
    return made


READERS: dict[str, Callable[[Any, Find], State]] = {
    "float": lambda given, _: float.fromhex(given),
    "fraction": lambda given, _: Fraction(given),
    "bytes": lambda given, _: bytes.fromhex(given),
    "frozenset": lambda given, find: frozenset(from_json(given, find)),
    "set": lambda given, find: set(from_json(given, find)),
    "list": lambda given, find: list(from_json(given, find)),
    "dict": lambda given, find: dict(from_json(given, find)),
    "range": lambda given, _: range(*given),
    "object": _object_of,
}
