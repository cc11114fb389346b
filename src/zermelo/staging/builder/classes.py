"""What classes of the rules' own say of themselves: fields, and what they are written with."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import FunctionType

from zermelo.staging.reading.value_classes import value_fields

MADE = ("<string>", "<attrs", "<frozen ")  # where functions come from that no user has written


def written(cls: type, name: str) -> FunctionType | None:
    """A method that a class of the rules' own is written with, by a person."""
    if cls.__module__ == "builtins":
        return None
    found = next((vars(each)[name] for each in cls.__mro__ if name in vars(each)), None)
    if not isinstance(found, FunctionType) or found.__module__ == "enum":
        return None
    return None if is_made(found) else found


def own_maker(cls: type) -> str | None:
    """`__new__` or `__init__`, where a person has written how things of a class are made."""
    for name in ("__new__", "__init__"):
        found = next((vars(each)[name] for each in cls.__mro__ if name in vars(each)), None)
        plain = found.__func__ if isinstance(found, staticmethod) else found
        if isinstance(plain, FunctionType) and not is_made(plain):
            return name
    return None


def is_made(found: FunctionType) -> bool:
    """Whether a dataclass, a named tuple or Python itself has made a function."""
    return found.__code__.co_filename.startswith(MADE)


def fields_of(cls: type) -> tuple[str, ...]:
    """The names of the fields of a named tuple, a dataclass or a class of values, in order."""
    if is_dataclass(cls):
        return tuple(field.name for field in fields(cls) if field.compare or field.init)
    return tuple(getattr(cls, "_fields", ())) or value_fields(cls)


def is_record(cls: type) -> bool:
    """Whether a type has named fields that a pack can hold."""
    return has_fields_alone(cls) or (issubclass(cls, tuple) and hasattr(cls, "_fields"))


def has_fields_alone(cls: type) -> bool:
    """Whether things of a class have fields and no items: of a dataclass, or a class of values."""
    return is_dataclass(cls) or bool(value_fields(cls))


@cache
def has_own_equality(cls: type) -> bool:
    """Whether things of a class may be equal though their fields differ, or the other way round."""
    if value_fields(cls):
        return False
    if written(cls, "__eq__") is not None:
        return True
    if not is_dataclass(cls):
        return False
    return cls.__eq__ is object.__eq__ or not all(each.compare for each in fields(cls))


@cache
def has_own_order(cls: type) -> bool:
    """Whether the order of things of a class is another than that of their fields, or none."""
    if has_own_equality(cls) or any(written(cls, f"__{word}__") for word in ("lt", "gt")):
        return True
    if not is_dataclass(cls):
        return bool(value_fields(cls))
    return not getattr(cls, "__dataclass_params__").order  # noqa: B009
