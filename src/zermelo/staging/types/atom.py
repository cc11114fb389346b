"""None, members of an Enum, functions and classes: things without parts, told apart by a number."""

from __future__ import annotations

from enum import Enum

from zermelo.staging.builder.iterators import Number
from zermelo.staging.builder.operations import binary, protocol
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.values import FALSE, Atom, Known, Same, Value, truth
from zermelo.staging.ir.code import Const, Op


def same_atom(b: Scope, one: Value, two: Value) -> Number:
    """Whether two things without parts are one."""
    if isinstance(one, Known) and isinstance(two, Known):
        return Known(one.value is two.value)
    if isinstance(two, Atom) and not isinstance(one, Atom):
        one, two = two, one
    if not isinstance(one, Atom):
        return FALSE
    if isinstance(two, Known):
        if Same(two.value) not in one.members:
            return FALSE
        return truth(Op("==", (one.code, Const(b.program.atom(two.value)))))
    if isinstance(two, Atom):
        return truth(Op("==", (one.code, two.code)))
    return FALSE


binary("==", Enum, Enum)(same_atom)
for _kind, _other in ((Enum, type(None)), (Enum, object), (type(None), object)):
    binary("==", _kind, _other)(same_atom)
    binary("==", _other, _kind)(same_atom)


@protocol("truth", Enum, type(None))
def _truth(b: Scope, value: Value) -> Number:
    if isinstance(value, Known):
        return Known(bool(value.value))
    assert isinstance(value, Atom)
    found = b.of_members(value, bool)
    return found if isinstance(found, Known) else truth(Op("!=", (b.number(found), Const(0))))
