"""Functions that look into objects: getattr, hasattr, copies, fields of dataclasses as a tuple."""

from __future__ import annotations

import ast
import copy
import dataclasses
import functools
from typing import Any

from zermelo.staging.builder import arena
from zermelo.staging.builder.classes import fields_of, written
from zermelo.staging.builder.instances import (
    Instance,
    copied_instance,
    fields_of_instances,
    has_field,
    held_in,
    is_set,
    set_field,
)
from zermelo.staging.builder.iterators import Generated, Number
from zermelo.staging.builder.operations import function, is_several, item
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.sequences import FixedList, Growing, Pack, Table, can_be_key
from zermelo.staging.builder.values import Body, Known, Value
from zermelo.staging.ir.code import Block, Const, If, Op
from zermelo.staging.reading.unbound import given
from zermelo.staging.types.tables import put
from zermelo.staging.walk.members import Applied, attribute, method

KEY, VALUE = Known(0), Known(1)


@function(getattr)
def _getattr(b: Scope, owner: Value, name: Value, default: Value | None = None) -> Value:
    if not isinstance(name, Known):
        raise b.stop("getattr of a name that is computed", "write the names out, with if")
    if is_several(owner):
        return b.split(owner, lambda part: _getattr(b, part, name, default))
    if default is None:
        return attribute(b, owner, name.value)
    known = _has(b, owner, name.value)
    if isinstance(known, Known):
        return attribute(b, owner, name.value) if known.value else default
    assert isinstance(owner, Instance)
    with b.out.into([]) as here:
        value = held_in(b, owner, name.value)
    missing: Block = []
    merged = b.merged([(here, value), (missing, default)])
    b.emit(If(truth_code(known), here, missing))
    return merged


@function(hasattr)
def _hasattr(b: Scope, owner: Value, name: Value) -> Value:
    if not isinstance(name, Known):
        raise b.stop("hasattr of a name that is computed", "write the names out, with if")
    if is_several(owner):
        return b.split(owner, lambda part: _hasattr(b, part, name))
    return _has(b, owner, name.value)


def _has(b: Scope, owner: Value, name: str) -> Number:
    if isinstance(owner, Instance) and has_field(b, owner, name):
        return is_set(b, owner, name)
    thing = owner.value if isinstance(owner, Known) else owner.python
    return Known(name in fields_of(owner.python) or hasattr(thing, name))


# -- copies ----------------------------------------------------------------------------------------


@function(copy.copy)
def _copy(b: Scope, owner: Value) -> Value:
    if is_several(owner):
        return b.split(owner, lambda part: _copy(b, part))
    own = written(owner.python, "__copy__")
    if own is not None:
        return b.apply(own, owner)
    if isinstance(owner, Instance):
        return copied_instance(b, owner)
    is_held = isinstance(owner, FixedList | Growing | Table)
    if is_held or (isinstance(owner, Known) and isinstance(owner.value, list | set | dict)):
        return method(b, owner, "copy", [], {})
    return owner


@function(copy.deepcopy)
def _deepcopy(b: Scope, owner: Value) -> Value:
    """A copy of lists within lists; what cannot change is the same thing."""
    if is_several(owner):
        return b.split(owner, lambda part: _deepcopy(b, part))
    if written(owner.python, "__deepcopy__") is not None:
        raise b.stop(f"a deep copy of {owner.spoken()}, which has its own", "call what it does")
    if isinstance(owner, Known) or can_be_key(owner.shape):
        return _copy(b, owner)
    if isinstance(owner, Instance):
        made = copied_instance(b, owner)
        for place, name in enumerate(fields_of_instances(b, owner)):
            with b.out.when(truth_code(is_set(b, owner, name))):
                set_field(b, made, name, _inner_copy(b, held_in(b, owner, name), place))
        return made
    holds_fixed = isinstance(owner, Table) and (owner.value is None or can_be_key(owner.value))
    if holds_fixed or issubclass(owner.python, set):
        return _copy(b, owner)
    if not isinstance(owner, Pack) and owner.python not in (list, dict):
        raise b.stop(f"a deep copy of {owner.spoken()}", "copy it with a loop")
    if isinstance(owner, Pack):
        return Pack(tuple(_inner_copy(b, each) for each in owner.items), owner.cls)
    if isinstance(owner, Table):
        table = b.apply(dict)

        def entry(pair: Value) -> None:
            put(b, table, item(b, pair, KEY), _inner_copy(b, item(b, pair, VALUE)))

        b.each(method(b, owner, "items", [], {}), entry)
        return table

    def each(body: Body) -> None:
        b.each(owner, lambda one: body(_inner_copy(b, one)))

    return arena.new_list(b, b.collected(Generated(each, b.once())))


def _inner_copy(b: Scope, owner: Value, place: int = 0) -> Value:
    """A copy of what is inside, made at a place of its own: what lists hold is known by place."""
    inside = ast.copy_location(ast.Pass(), b.here)
    inside.col_offset += 1 + place
    with b.at_node(inside):
        return _deepcopy(b, owner)


# -- fields ----------------------------------------------------------------------------------------


def _record(b: Scope, owner: Value) -> Pack:
    found = b.lifted(owner)
    if not isinstance(found, Pack) or not dataclasses.is_dataclass(found.cls):
        raise b.mistyped(f"{owner.spoken()} is no dataclass", "use one")
    if len(found.items) < len(fields_of(found.cls)):
        raise b.stop(f"all fields of {found.spoken()}", "ask for them by name")
    return found


def _plain(b: Scope, value: Value) -> Value:
    """Records inside become tuples as well."""
    if isinstance(value, Pack) and dataclasses.is_dataclass(value.cls):
        return Pack(tuple(_plain(b, each) for each in value.items))
    return value


@function(dataclasses.astuple)
def _astuple(b: Scope, owner: Value) -> Value:
    if is_several(owner):
        return b.split(owner, lambda part: _astuple(b, part))
    return _plain(b, _record(b, owner))


@function(dataclasses.asdict)
def _asdict(b: Scope, owner: Value) -> Value:
    record = _record(b, owner)
    words = dict(zip(fields_of(record.cls), record.items, strict=True))
    return b.walker.apply(b, dict, [], words)


# -- orders ----------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Ranked:
    """An item that another one is compared with by a function: of `cmp_to_key`."""

    work: Any
    item: Any

    def __lt__(self, other: Ranked) -> bool:
        return bool(self.work(self.item, other.item) < 0)

    def __gt__(self, other: Ranked) -> bool:
        return bool(self.work(self.item, other.item) > 0)


@function(functools.cmp_to_key)
def _cmp_to_key(b: Scope, work: Value) -> Value:
    if not isinstance(work, Known):
        raise b.stop("cmp_to_key of something computed", "use a function of the rules")
    return Known(Applied(Ranked, [work], {}))


@function(given)
def _given(b: Scope, value: Value, is_given: Value) -> Value:
    code = truth_code(is_given)
    if code != Const(True):
        with b.out.when(Op("not", (code,))):
            b.out.fail(UnboundLocalError, "a name has no value")
    return value
