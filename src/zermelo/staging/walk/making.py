"""What calls of the rules' own classes make: objects that change, and members of Enums."""

from __future__ import annotations

import inspect
import sys
from dataclasses import is_dataclass
from enum import Enum
from types import FunctionType
from typing import Any, cast

from zermelo.staging.builder.classes import is_record
from zermelo.staging.builder.instances import new_instance, set_field
from zermelo.staging.builder.operations import Words, equal, is_several
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.values import Known, Value
from zermelo.staging.ir.code import If
from zermelo.staging.reading.changes import changes_itself
from zermelo.staging.types.record import make_record


def can_change(b: Scope, cls: type) -> bool:
    """Whether objects of a class are made here that may change: of a plain class of the rules."""
    if cls in b.program.learned.objects or (is_record(cls) and changes_itself(cls)):
        return True
    plain = [inspect.getattr_static(object, name) for name in ("__new__", "__setattr__")]
    found = [inspect.getattr_static(cls, name) for name in ("__new__", "__setattr__")]
    written = isinstance(inspect.getattr_static(cls, "__init__"), FunctionType)
    return found == plain and written and not is_record(cls) and is_own_class(cls)


def is_own_class(cls: type) -> bool:
    """Whether a class is no part of Python's own modules."""
    return cls.__module__.partition(".")[0] not in sys.stdlib_module_names


def made(b: Scope, cls: type, args: list[Value], words: Words) -> Value:
    """An object, and what its __init__ puts into it."""
    owner = b.keep(new_instance(b, cls))
    if not is_dataclass(cls):
        b.walker.apply(b, inspect.getattr_static(cls, "__init__"), [owner, *args], words)
        return owner
    given = make_record(b, cls, args, words, is_finished=False)
    for name, value in zip(b.program.fields(cls), given.items, strict=True):
        set_field(b, owner, name, value)
    if hasattr(cls, "__post_init__"):
        b.walker.apply(b, cls.__post_init__, [owner], {})
    return owner


def member(b: Scope, cls: type[Enum], args: list[Value]) -> Value:
    """The member of an Enum that has a value, or is it."""
    value = b.keep(args[0])
    if is_several(value):
        return b.split(value, lambda part: member(b, cls, [part]))
    if value.python is cls:
        return value
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
