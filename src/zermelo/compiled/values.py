"""What the translator knows of a value while it writes code: all of it, its parts, or where it is.

A rule such as `state[:place] + (heap - k,)` is carried out twice: once here, with values that say
what code computes them, and then by that code. What is known beforehand (the game's own fields,
the length of a tuple) leaves no trace in the code.

    Known      a Python object
    Num        a whole number or a truth value, computed by a piece of code
    Pack       a tuple whose length is known, item by item
    Row        numbers side by side in the memory of the rules: an offset and a length
    Made       a move
    Text       a label or any other text: left out
    Indexed    what can be asked for its k-th item: a range, a zip, an enumerate
    Lazy       what can only be gone through: a generator
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

Value: TypeAlias = Any
Body: TypeAlias = Callable[[Value], None]


@dataclass(frozen=True)
class Known:
    """A Python object that is known while the code is written."""

    value: Any


@dataclass(frozen=True)
class Num:
    """A number in the code, or a truth value where `is_truth` says so."""

    code: str
    is_truth: bool = False


def truth(code: str) -> Num:
    """A piece of code that is True or False."""
    return Num(code, True)


@dataclass(frozen=True)
class Pack:
    """A tuple of known length; `made_by` is the named tuple's class, where it is one."""

    items: tuple[Value, ...]
    made_by: Any = None


@dataclass
class Row:
    """`length` items from `mem[offset]` on, each of them as wide as `item` says.

    A list that grows has variables for its offset, its length and its room.
    """

    offset: str
    length: int | str
    item: Shape | None
    is_list: bool = False
    room: str | None = None


@dataclass(frozen=True)
class Made:
    """A move: where it leads, what it gains, whether the turn is kept."""

    to: Value
    gain: Value
    again: Value


@dataclass(frozen=True)
class Text:
    """A text, which play does not depend on."""


@dataclass(frozen=True)
class Indexed:
    """Items by number; `loop` is the header of a loop over them where there is a shorter one.

    `written_out`: the items differ in their code, so they are asked for by known numbers only.
    """

    length: int | str
    get: Callable[[Value], Value]
    loop: str | None = None
    written_out: bool = False


@dataclass(frozen=True)
class Lazy:
    """Items one after the other: `each(body)` writes the code that goes through them."""

    each: Callable[[Body], None]


# -- shapes: what two values must share to be kept in the same variables ------------------------


@dataclass(frozen=True)
class Shape:
    """How a value is laid out in variables, or in memory: `width` of them."""

    kind: str  # number, pack, row, list, move, text, object
    parts: tuple[Shape, ...] = ()
    detail: Any = None  # a row: its known length or None, and whether it is a list

    @property
    def width(self) -> int:
        """How many numbers it takes."""
        if self.kind == "number":
            return 1
        if self.kind == "row":
            return 2 if self.detail[0] is None else 1
        return 3 if self.kind == "list" else sum(part.width for part in self.parts)


NUMBER = Shape("number")
TEXT = Shape("text")


def shape_of(value: Value) -> Shape:
    """The shape of a value."""
    match value:
        case Known(value=bool() | int()) | Num():
            return NUMBER
        case Known(value=str()) | Text():
            return TEXT
        case Known(value=tuple() as items):
            return Shape("pack", tuple(shape_of(Known(item)) for item in items))
        case Known(value=other):
            return Shape("object", detail=id(other))
        case Pack(items=items, made_by=cls):
            return Shape("pack", tuple(map(shape_of, items)), cls)
        case Row(room=None, length=length, item=item, is_list=is_list) if item is not None:
            return Shape("row", (item,), (length if isinstance(length, int) else None, is_list))
        case Row(item=item):
            return Shape("list", (item,) if item is not None else ())
        case Made(to=to):
            return Shape("move", (shape_of(to), NUMBER, NUMBER))
    return Shape("object", detail=id(value))


def flatten(value: Value) -> list[str]:
    """The codes that a value is made of, in the order of its shape."""
    match value:
        case Known(value=bool() | int() as number):
            return [literal(number)]
        case Known(value=tuple() as items):
            return [code for item in items for code in flatten(Known(item))]
        case Num(code=code):
            return [code]
        case Pack(items=items):
            return [code for item in items for code in flatten(item)]
        case Row(offset=offset, length=length, room=None):
            return [offset] if isinstance(length, int) else [offset, length]
        case Row(offset=offset, length=length, room=room):
            return [offset, str(length), str(room)]
        case Made(to=to, gain=gain, again=again):
            return [code for part in (to, gain, again) for code in flatten(part)]
    return []


def rebuild(shape: Shape, codes: list[str], was: Value = None) -> Value:
    """The value whose parts are found under `codes`; takes them off the front of the list."""
    match shape.kind:
        case "number":
            return Num(codes.pop(0))
        case "pack":
            return Pack(tuple(rebuild(part, codes) for part in shape.parts), shape.detail)
        case "row":
            offset, (length, is_list) = codes.pop(0), shape.detail
            length = codes.pop(0) if length is None else length
            return Row(offset, length, shape.parts[0], is_list)
        case "list":
            item = shape.parts[0] if shape.parts else None
            return Row(codes.pop(0), codes.pop(0), item, True, codes.pop(0))
        case "move":
            return Made(*(rebuild(part, codes) for part in shape.parts))
        case "text":
            return Text()
    return was


def literal(number: int) -> str:
    """A number as code; it must fit 64 bits."""
    if not -(2**63) <= number < 2**63:
        raise OverflowError(number)
    return f"({int(number)})" if number < 0 else str(int(number))
