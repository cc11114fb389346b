"""Named tuples and frozen dataclasses: fields, properties, methods, copies with other fields."""

from __future__ import annotations

import ast
import dataclasses
from functools import cached_property, partial
from typing import Any

from zermelo.staging.builder.classes import fields_of, is_record, own_maker, written
from zermelo.staging.builder.ignored import IGNORED
from zermelo.staging.builder.instances import Instance, field_of, has_field
from zermelo.staging.builder.iterators import Number
from zermelo.staging.builder.operations import (
    Words,
    all_of,
    binary,
    contains,
    equal,
    function,
    is_several,
    method,
    protocol,
)
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.sequences import Pack
from zermelo.staging.builder.values import FALSE, NOTHING, Atom, Known, Value, truth
from zermelo.staging.ir.code import Op
from zermelo.staging.reading.value_classes import value_fields
from zermelo.staging.types.atom import same_atom
from zermelo.staging.types.sequence import before

SPREAD = "**"  # the name under which `replace` is handed a dict of fields


@protocol("attribute", object)
def _attribute(b: Scope, owner: Value, name: str) -> Value:
    """A field, or what a property or a constant of the class says."""
    cls = owner.python
    if written(cls, "__getattribute__") is not None:
        raise b.stop(f"a __getattribute__ of {cls.__name__}", "use properties")
    if isinstance(owner, Instance) and has_field(b, owner, name):
        return field_of(b, owner, name)
    names = b.program.fields(cls)
    if isinstance(owner, Pack) and name in names:
        return owner.items[names.index(name)]
    if name in fields_of(cls):
        return IGNORED
    if name == "__class__":
        return Known(cls)
    if not hasattr(cls, name):
        raise b.mistyped(f".{name} of {owner.spoken()}", "use a field that it has")
    found = _of_class(cls, name)
    if isinstance(found, property):
        return b.apply(found.fget, owner)
    if isinstance(found, cached_property):
        if isinstance(owner, Instance):
            raise b.stop(f"a cached property of {owner.spoken()}, which can change", "use property")
        return b.apply(found.func, owner)
    if callable(found) or isinstance(found, classmethod | staticmethod):
        raise b.stop(f"the method {name} is no value here", "call it at once")
    if hasattr(type(found), "__get__"):
        raise b.stop(f".{name} of {owner.spoken()}, which is worked out for it", "use a property")
    return b.known(getattr(cls, name))


def _of_class(cls: type, name: str) -> Any:
    return next(vars(each)[name] for each in cls.__mro__ if name in vars(each))


def make_record(
    b: Scope, cls: type, args: list[Value], words: Words, *, is_finished: bool = True
) -> Pack:
    """cls(…) of a named tuple, of a dataclass that is made as it is declared, of a value."""
    if value_fields(cls):
        empty = Pack((NOTHING,) * len(b.program.fields(cls)), cls)
        return _pack(b.walker.apply(b, Making(cls, "__init__"), [empty, *args], words))
    own = own_maker(cls)
    if own is not None:
        raise b.stop(f"{cls.__name__} with a {own} of its own", "use a function that makes one")
    defaults = _defaults(cls)
    names = fields_of(cls)
    given = dict(zip(_positional(cls), args, strict=False)) | words
    if len(args) > len(names) or not set(given) <= set(names):
        raise b.stop(f"{cls.__name__}(…) with other fields", "name the fields it has")
    for name in names:
        if name not in given and name in defaults:
            given[name] = _default(b, defaults[name], names.index(name))
    held = b.program.fields(cls)
    late = {name: NOTHING for name in _given_later(cls) if name not in given}
    if not set(held) <= set(given | late):
        raise b.stop(f"{cls.__name__}(…) without all its fields", "give it all")
    record = Pack(tuple((given | late)[name] for name in held), cls)
    return _finished(b, record) if is_finished else record


def _default(b: Scope, make: Any, place: int) -> Value:
    """What a field holds that is not given; a list of its own is made at a place of its own."""
    if make not in (list, dict, set):
        return b.known(make())
    inside = ast.copy_location(ast.Pass(), b.here)
    inside.col_offset += 1 + place
    with b.at_node(inside):
        return b.apply(make)


class Making:
    """What a class does with a record that is being made: the record behind it."""

    def __init__(self, cls: type, name: str) -> None:
        self.cls = cls
        self.name = name  # of its method


def _finished(b: Scope, record: Pack) -> Pack:
    """A record that was made just now, after what its class does with it."""
    if not hasattr(record.cls, "__post_init__"):
        return record
    return _pack(b.apply(Making(record.cls, "__post_init__"), record))


def _pack(value: Value) -> Pack:
    assert isinstance(value, Pack)
    return value


def filled(b: Scope, record: Pack, name: str, value: Value) -> Pack:
    """A record that is being made, with a value in a field."""
    names = b.program.fields(record.cls)
    items = dict(zip(names, record.items, strict=True)) | {name: value}
    return Pack(tuple(items.values()), record.cls)


def _given_later(cls: type) -> list[str]:
    """The fields to which __post_init__ gives values."""
    if not dataclasses.is_dataclass(cls):
        return []
    return [each.name for each in dataclasses.fields(cls) if not each.init]


def _positional(cls: type) -> tuple[str, ...]:
    if dataclasses.is_dataclass(cls):
        return tuple(f.name for f in dataclasses.fields(cls) if f.init and not f.kw_only)
    return fields_of(cls)


def is_frozen(cls: type) -> bool:
    """Whether the fields of a dataclass stay as they are."""
    return bool(getattr(getattr(cls, "__dataclass_params__", None), "frozen", False))


def default_fields(cls: type) -> bool:
    """Whether some fields need not be given."""
    return bool(_defaults(cls) or _given_later(cls) or value_fields(cls))


def _defaults(cls: type) -> dict[str, Any]:
    """What makes the value of a field that is not given."""
    if not dataclasses.is_dataclass(cls):
        given = getattr(cls, "_field_defaults", {})
        return {name: lambda v=value: v for name, value in given.items()}
    found: dict[str, Any] = {}
    for each in dataclasses.fields(cls):
        if each.default is not dataclasses.MISSING:
            found[each.name] = lambda v=each.default: v
        elif each.default_factory is not dataclasses.MISSING:
            found[each.name] = each.default_factory
    return found


@method(tuple, "_replace")
@function(dataclasses.replace)
def _replaced(b: Scope, owner: Value, /, **words: Value) -> Value:
    if is_several(owner):
        return b.split(owner, lambda part: _replaced(b, part, **words))
    owner = b.lifted(owner)
    if not isinstance(owner, Pack) or not is_record(owner.cls) or value_fields(owner.cls):
        raise b.mistyped(f"{owner.spoken()} has no fields to replace", "use a named tuple")
    names = b.program.fields(owner.cls)
    items = dict(zip(names, owner.items, strict=True))
    if SPREAD in words:
        items = _from_dict(b, items, words.pop(SPREAD))
    if not set(words) <= set(fields_of(owner.cls)):
        raise b.stop("replace of an unknown field", "name the fields it has")
    items |= words
    return _finished(b, Pack(tuple(items[name] for name in names), owner.cls))


def _from_dict(b: Scope, items: Words, changes: Value) -> Words:
    """Fields some of which a dict has other values for."""

    def look(name: Value) -> None:
        known = contains(b, Known(tuple(items)), name)
        with b.out.when(Op("not", (truth_code(known),))):
            b.out.fail(TypeError, "replace of an unknown field")

    b.each(changes, look)
    return {
        name: b.keep(b.apply(dict.get, changes, Known(name), old)) for name, old in items.items()
    }


@method(tuple, "_asdict")
def _asdict(b: Scope, owner: Value) -> Value:
    """The fields of a record by name, in a dict of their own."""
    owner = b.lifted(owner)
    if not isinstance(owner, Pack) or not is_record(owner.cls):
        raise b.mistyped(f"{owner.spoken()} has no fields", "use a named tuple")
    if len(owner.items) < len(fields_of(owner.cls)):
        raise b.stop(f"{owner.spoken()} as a dict", "ask for its fields by name")
    words = dict(zip(b.program.fields(owner.cls), owner.items, strict=True))
    return b.walker.apply(b, dict, [], words)


@binary("==", object, object)
def _equal(b: Scope, one: Value, two: Value) -> Number:
    """Dataclasses of one class are equal when their fields are; other things are not equal."""
    if isinstance(one, Atom) or isinstance(two, Atom):
        return same_atom(b, one, two)
    if isinstance(one, Instance) and isinstance(two, Instance):
        return _same_object(b, one, two)
    if not (isinstance(one, Pack) and isinstance(two, Pack) and one.cls is two.cls):
        return FALSE
    if not dataclasses.is_dataclass(one.cls):
        return FALSE
    if one.cls.__eq__ is object.__eq__:
        raise b.stop(f"{one.cls.__name__} has an __eq__ of its own", "compare fields")
    pairs = zip(_compared(b, one).items, _compared(b, two).items, strict=True)
    return all_of(b, [partial(equal, b, x, y) for x, y in pairs])


def _compared(b: Scope, record: Pack) -> Pack:
    """The fields of a dataclass that comparisons look at, as a tuple."""
    compared = {f.name for f in dataclasses.fields(record.cls) if f.compare}
    names = b.program.fields(record.cls)
    return Pack(tuple(x for name, x in zip(names, record.items, strict=True) if name in compared))


def _same_object(b: Scope, one: Instance, two: Instance) -> Number:
    if dataclasses.is_dataclass(one.cls) and one.cls.__eq__ is not object.__eq__:
        raise b.stop(f"{one.cls.__name__} objects that change are compared", "compare fields")
    return truth(Op("==", (one.head, two.head)))


@binary("<", object, object)
def _before(b: Scope, sign: str, one: Value, two: Value) -> Number:
    """Dataclasses that are declared with an order are compared as tuples."""
    ordered = isinstance(one, Pack) and isinstance(two, Pack) and one.cls is two.cls
    if ordered and getattr(getattr(one.python, "__dataclass_params__", None), "order", False):
        assert isinstance(one, Pack)
        assert isinstance(two, Pack)
        return before(b, sign, _compared(b, one), _compared(b, two))
    raise b.mistyped(f"{one.spoken()} {sign} {two.spoken()}", "compare like with like")


@protocol("truth", object)
def _truth(b: Scope, owner: Value) -> Number:
    cls = owner.python
    if hasattr(cls, "__bool__"):
        found = b.apply(cls.__bool__, owner)
        assert isinstance(found, Known)
        return found
    return Known(True)
