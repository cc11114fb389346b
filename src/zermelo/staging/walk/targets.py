"""What assignments do: bind a name, unpack a tuple, write into a list or a dict."""

from __future__ import annotations

import ast
from dataclasses import replace
from inspect import getattr_static
from types import MemberDescriptorType

from zermelo.staging.builder import arena
from zermelo.staging.builder.classes import has_fields_alone, written
from zermelo.staging.builder.instances import Instance, set_field
from zermelo.staging.builder.iterators import Drawn, Generated, Indexed
from zermelo.staging.builder.operations import ask
from zermelo.staging.builder.program import Restart
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import Pack, Row
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import NOTHING, Known, Value
from zermelo.staging.ir.code import Call, Const, Do, Op, plus
from zermelo.staging.library.arrays import Array
from zermelo.staging.reading.source import Refused
from zermelo.staging.reading.value_classes import value_fields
from zermelo.staging.types.arrays import index_of, is_array
from zermelo.staging.types.listing import change_item, change_slice
from zermelo.staging.types.record import filled, is_frozen
from zermelo.staging.types.sequence import statics
from zermelo.staging.types.tables import put
from zermelo.staging.walk.gathering import drained
from zermelo.staging.walk.loops import indexed, kept_iterator


def assign(b: Scope, target: ast.expr, value: Value) -> None:
    """Bind a name, unpack a tuple, write into a list or a dict."""
    with b.at_node(target):
        match target:
            case ast.Name(id=name):
                b.names.bind(name, _once(b, value))
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                unpack(b, targets, value)
            case ast.Subscript():
                _change(b, target, value)
            case ast.Attribute(value=ast.Name(id=b.built), attr=name) if _makes_a_value(b):
                record = b.names.read(b.built)
                assert isinstance(record, Pack)
                b.names.bind(b.built, filled(b, record, name, value))
            case ast.Attribute(value=owner, attr=name):
                change_field(b, b.expression(owner), name, value)
            case _:
                raise b.stop("a field is changed", "build a new state instead")


def _makes_a_value(b: Scope) -> bool:
    """Whether this is the __init__ of a class of values."""
    record = b.names.read(b.built)
    return isinstance(record, Pack) and bool(value_fields(record.cls))


def change_field(b: Scope, owner: Value, name: str, value: Value) -> None:
    """owner.name = value, of an object that the rules have made."""
    if isinstance(owner, Union):
        b.split(owner, lambda part: _changed(b, part, name, value))
    else:
        _changed(b, owner, name, value)


def _changed(b: Scope, owner: Value, name: str, value: Value) -> Value:
    is_record = isinstance(owner, Pack) and has_fields_alone(owner.cls)
    if is_record and not is_frozen(owner.python) and owner.python not in b.program.learned.objects:
        b.program.learned.objects[owner.python] = {}
        raise Restart
    if isinstance(owner, Known):
        b.program.changes(owner.value)
    if isinstance(owner, Known):
        cls = owner.value if isinstance(owner.value, type) else type(owner.value)
        what = f"a field of {cls.__name__} is changed"
        raise b.stop(what, "leave it out, or keep it in the state")
    if not isinstance(owner, Instance):
        raise b.stop("a field is changed", "build a new state instead")
    if written(owner.cls, "__setattr__") is not None:
        raise b.stop(f"a __setattr__ of {owner.cls.__name__}", "write a method that changes it")
    own = getattr_static(owner.cls, name, None)
    if isinstance(own, property) and own.fset is not None:
        b.apply(own.fset, owner, value)
    elif hasattr(type(own), "__set__") and not isinstance(own, MemberDescriptorType):
        raise b.stop(f"a change of .{name}, which is worked out", "write a method that changes it")
    else:
        set_field(b, owner, name, value)
    return NOTHING


def _once(b: Scope, value: Value) -> Value:
    """An iterator under a name is gone through once, whether its items are known or not."""
    if isinstance(value, Known) and isinstance(value.value, Drawn):
        value = replace(indexed(b, Known(tuple(value.value))), once=b.once())
    is_once = isinstance(value, Generated | Indexed) and value.once is not None
    return kept_iterator(b, value) if is_once else value  # type: ignore[arg-type]


def _change(b: Scope, target: ast.Subscript, value: Value) -> None:
    owner = b.expression(target.value)
    if is_array(owner):
        b.apply(Array.__setitem__, b.keep(owner), b.keep(index_of(b, owner, target.slice)), value)
        return
    if isinstance(owner, Instance) and written(owner.cls, "__setitem__") is not None:
        own_items(b, owner, "__setitem__", target.slice, [value])
        return
    if isinstance(target.slice, ast.Slice):
        change_slice(b, owner, *ends_of(b, target.slice), value)
        return
    index = b.expression(target.slice)
    if issubclass(owner.python, dict):
        put(b, owner, index, value)
    else:
        change_item(b, owner, index, value)


def own_items(b: Scope, owner: Value, name: str, place: ast.expr, more: list[Value]) -> None:
    """owner[place] is changed or deleted, as its class says."""
    if isinstance(place, ast.Slice):
        raise b.stop(f"a slice of {owner.spoken()} is changed", "change its items one by one")
    own = written(owner.python, name)
    if own is None:
        raise b.mistyped(f"{owner.spoken()} without {name}", "give its class one")
    b.apply(own, owner, b.expression(place), *more)


def ends_of(b: Scope, node: ast.Slice) -> tuple[Value, Value, Value]:
    """The ends of a slice, and its step."""
    low, high, step = (
        NOTHING if end is None else b.keep(b.expression(end))
        for end in (node.lower, node.upper, node.step)
    )
    return low, high, step


def unpack(b: Scope, targets: list[ast.expr], value: Value) -> None:
    """a, *b, c = value."""
    star = next((k for k, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
    held = [b.keep(each) for each in _unpacked(b, drained(b, value), len(targets), star)]
    for target, each in zip(targets, held, strict=True):
        if isinstance(target, ast.Starred):  # Python makes a list
            with b.at_node(target):
                assign(b, target.value, arena.new_list(b, b.view(each)))
        else:
            assign(b, target, each)


def _unpacked(b: Scope, value: Value, count: int, star: int | None) -> list[Value]:
    """As many values as there are names; of a value of several kinds, kind by kind."""
    if isinstance(value, Union):
        found = b.split(value, lambda part: Pack(tuple(_unpacked(b, part, count, star))))
        assert isinstance(found, Pack)
        return list(found.items)
    static = statics(b, value, 64)
    if static is None:
        return _unpacked_row(b, value, count, star)
    if star is not None:
        rest = len(static) - count + 1
        if rest < 0:
            raise _mismatch(b, len(static), count - 1)
        middle = Pack(tuple(static[star : star + rest]))
        static = [*static[:star], middle, *static[star + rest :]]
    if len(static) != count:
        raise _mismatch(b, len(static), count)
    return static


def _mismatch(b: Scope, values: int, names: int) -> Refused:
    return b.mistyped(f"{values} values for {names} names", "unpack as many as there are")


def _unpacked_row(b: Scope, value: Value, count: int, star: int | None) -> list[Value]:
    row = b.view(value)
    if star is None:
        _expect(b, row, "!=", "expect", count)
        return [b.keep(arena.at(row, Const(place))) for place in range(count)]
    after = count - 1 - star
    _expect(b, row, "<", "expect_at_least", count - 1)
    head = [arena.at(row, Const(place)) for place in range(star)]
    middle = ask(b, "slice", row, Known(star), Known(-after) if after else NOTHING, NOTHING)
    tail = [arena.at(row, plus(row.length, k - after)) for k in range(after)]
    return [b.keep(each) for each in (*head, middle, *tail)]


def _expect(b: Scope, row: Row, sign: str, word: str, count: int) -> None:
    if not b.out.catches(ValueError):
        b.emit(Do(Call(word, (row.length, Const(count)))))
        return
    with b.out.when(Op(sign, (row.length, Const(count)))):
        b.out.fail(ValueError, "a sequence of another length is unpacked")
