"""bytes and bytearray: numbers from 0 to 255; a bytearray is a list of them."""

from __future__ import annotations

from dataclasses import replace

from zermelo.staging.builder import arena
from zermelo.staging.builder.operations import function
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import FixedList, Growing
from zermelo.staging.builder.values import Known, NumberShape, Value
from zermelo.staging.ir.code import Const, Op
from zermelo.staging.types.sequence import repeated
from zermelo.staging.walk.gathering import held

LAST = 255


@function(bytearray)
def _bytearray(b: Scope, items: Value = Known(())) -> Value:
    """A list of numbers; so many zeros where it is given a number."""
    if issubclass(items.python, int):
        return b.apply(list, b.apply(bytes, items))
    found = held(b, items)
    return arena.empty_list(b) if found == Known(()) else arena.new_list(b, b.view(found))


@function(bytes)
def _bytes(b: Scope, items: Value = Known(())) -> Value:
    if issubclass(items.python, int):
        return repeated(b, Known(bytes(1)), items, bytes)
    found = held(b, items)
    row = b.view(found)
    row = arena.copied(b, row) if isinstance(found, FixedList | Growing) else row

    def look(each: Value) -> None:
        number = b.keep(b.whole(each))
        if number.low < 0 or number.high > LAST:
            low, high = Op("<", (number.code, Const(0))), Op(">", (number.code, Const(LAST)))
            with b.out.when(Op("or", (low, high))):
                b.out.fail(ValueError, "bytes must be in range(0, 256)")

    b.each(row, look)
    return replace(row, item=NumberShape(0, LAST), cls=bytes)
