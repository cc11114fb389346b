"""The abstract values of partial evaluation: what is known of a value while code is written.

A rule such as `state[:place] + (heap - k,)` is carried out twice: once here, with values that say
what code computes them, and then by that code. What is static, known beforehand (the game's own
fields, the length of a tuple), leaves no trace in the residual program.

    Known        static: a Python object
    Num          dynamic: a whole number within bounds or a truth value, computed by a piece of code
    Pack         a tuple whose length is known, item by item, in variables
    ArenaTuple   a tuple in the arena: an offset and a length
    FixedList    a list in the arena whose items change and whose length does not
    GrowingList  a list whose length changes: it is found through a head of three numbers
    MoveValue    a move
    Text         a label or any other text: left out
    Indexed      what can be asked for its k-th item: a range, a zip, an enumerate
    Generated    what can only be gone through, and only once: a generator

A value never changes its meaning: codes name variables that are written once, or memory that is
written once. What can change (a name in a loop, an item of a list) is copied when it is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias

from zermelo.staging.value_shapes import LEAST, MOST, TEXT, Same, Shape, Site

Value: TypeAlias = (
    "Known | Num | Pack | ArenaTuple | GrowingList | MoveValue | Text | Indexed | Generated"
)
Number: TypeAlias = "Known | Num"  # also a truth value
Body: TypeAlias = Callable[[Value], None]  # writes the code for one item of a sequence

LONGEST_ROW = 1 << 32  # no sequence is longer


@dataclass(frozen=True)
class Known:
    """A Python object that is known while the code is written."""

    value: Any  # an object of the user's program


def constant_of(value: Value) -> Any:
    """The object that a static value is."""
    assert isinstance(value, Known)
    return value.value


@dataclass(frozen=True)
class Num:
    """A number in the code that lies between two bounds, or a truth value."""

    code: str
    low: int = field(default=LEAST, compare=False)
    high: int = field(default=MOST, compare=False)
    is_truth: bool = False

    @property
    def is_atom(self) -> bool:
        """Whether the code is a name or a literal, which is cheap to repeat."""
        return self.code.isidentifier() or self.code.isdigit()


def truth(code: str) -> Num:
    """A piece of code that is True or False."""
    return Num(code, 0, 1, True)


@dataclass(frozen=True)
class Pack:
    """A tuple of known length; `made_by` is the named tuple's class, where it is one."""

    items: tuple[Value, ...]
    made_by: type | None = None
    is_list: bool = False  # a list of different things, which nobody changes


@dataclass(frozen=True)
class ArenaTuple:
    """A tuple: `length` items from `mem[offset]` on, each of them as wide as `item` says."""

    offset: str
    length: int | str
    item: Shape
    is_fresh: bool = field(default=False, compare=False)  # nobody else holds it


@dataclass(frozen=True)
class FixedList(ArenaTuple):
    """A list of fixed length; `sites` are the places of the rules where it was made."""

    sites: frozenset[Site] = frozenset()


@dataclass(frozen=True)
class GrowingList:
    """A list that grows: mem[head] is its offset, then its length, then the items it has room for.

    `item` is None while nothing is known to be put into it.
    """

    head: str
    item: Shape | None
    sites: frozenset[Site] = frozenset()


@dataclass(frozen=True)
class MoveValue:
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

    `by_known`: the items differ in their code, so they are asked for by known numbers only.
    `item`: what a place in the loop stands for, where `loop` is given.
    """

    length: int | str
    get: Callable[[Number], Value]
    loop: str | None = None
    item: Callable[[str], Value] | None = None
    by_known: bool = False
    once: Once | None = None
    weight: int = 0  # how long the code of an item is, in pieces of syntax
    ready: Callable[[], None] = lambda: None  # writes what a loop needs in front of it
    watched: tuple[tuple[str, str, str], ...] = ()  # head, offset, length of lists in use
    span: tuple[Num, Num, int] | None = None  # of a range: its first number, its end, its step
    most: int | None = None  # a number that there are not more of, where one is known


@dataclass(frozen=True)
class Generated:
    """Items one after the other: `each(body)` writes the code that goes through them.

    `most`: a number that there are not more of, where one is known.
    """

    each: Callable[[Body], None]
    once: Once
    most: int | str | None = None


def ranged(first: Num, last: Num, step: int) -> Indexed:
    """range(first, last, step), of numbers that only the code knows."""
    if step > 0:
        low, high, one, two = first.low, max(first.low, last.high - 1), first, last
    else:
        low, high, one, two = min(first.high, last.low + 1), first.high, last, first
    gap, fits = two.high - one.low, two.low - one.high >= LEAST and two.high - one.low <= MOST
    length = f"steps({first.code}, {last.code}, {step})"
    if fits and gap <= LONGEST_ROW and abs(step) == 1:
        length = f"max(0, {two.code} - {one.code})"
    end = last.code if fits else f"near({first.code}, {last.code})"

    def get(k: Number) -> Num:
        place = literal(k.value) if isinstance(k, Known) else k.code
        return Num(f"({first.code} + {place} * {literal(step)})", low, high)

    header = f"range({first.code}, {end}, {step})"
    item = partial(Num, low=low, high=high)
    most = max(0, -(-gap // abs(step)))
    return Indexed(length, get, header, item, span=(first, last, step), most=most)


def ends_of(span: range) -> tuple[int, int]:
    """The least and the greatest number of a range; 0 and −1 where it has none."""
    if not span:
        return 0, -1
    return min(span[0], span[-1]), max(span[0], span[-1])


@dataclass(eq=False)
class Once:
    """What can be gone through once: where it was made, and whether it was used."""

    loops: tuple[int, ...]
    used: bool = False


# -- values in variables and in the arena ---------------------------------------------------------


def shape_of(value: Value) -> Shape:
    """The shape of a value."""
    match value:
        case Known(value=bool() | int() as number):
            return Shape("number", low=int(number), high=int(number))
        case Num(low=low, high=high):
            return Shape("number", low=low, high=high)
        case Known(value=str()) | Text():
            return TEXT
        case Known(value=tuple() as items):
            cls = type(items) if hasattr(items, "_fields") else None
            return Shape("pack", tuple(shape_of(Known(item)) for item in items), cls)
        case Pack(items=items, made_by=cls):
            return Shape("pack", tuple(map(shape_of, items)), cls)
        case FixedList(length=length, item=item, sites=sites):
            return Shape("list", (item,), _static(length), sites=sites)
        case ArenaTuple(length=length, item=item):
            return Shape("row", (item,), _static(length))
        case GrowingList(item=item, sites=sites):
            return Shape("growing", () if item is None else (item,), sites=sites)
        case MoveValue(to=to, gain=gain, again=again):
            return Shape("move", tuple(map(shape_of, (to, gain, again))))
        case Known(value=range() as span):
            ends = tuple(shape_of(Known(end)) for end in (span.start, span.stop))
            return Shape("range", ends, span.step)
        case Indexed(span=(first, last, step)):
            return Shape("range", (shape_of(first), shape_of(last)), step)
        case Known(value=other):
            return Shape("object", detail=Same(other))
    return Shape("object", detail=Same(value))


def _static(length: int | str) -> int | None:
    return length if isinstance(length, int) else None


def codes_of(value: Value, shape: Shape) -> list[str]:
    """The codes that a value is made of, in the order of a shape that it fits."""
    match value:
        case Known(value=bool() | int() as number):
            return [literal(number)]
        case Known(value=tuple() as items):
            pairs = zip(items, shape.parts, strict=True)
            return [code for item, part in pairs for code in codes_of(Known(item), part)]
        case Known(value=range() as span):
            return [literal(span.start), literal(span.stop)]
        case Indexed(span=(first, last, _)):
            return [first.code, last.code]
        case Num(code=code, is_truth=is_truth):
            return [f"int({code})" if is_truth else code]
        case Pack(items=items):
            pairs = zip(items, shape.parts, strict=True)
            return [code for item, part in pairs for code in codes_of(item, part)]
        case ArenaTuple(offset=offset, length=length):
            return [offset] if shape.detail is not None else [offset, str(length)]
        case GrowingList(head=head):
            return [head]
        case MoveValue(to=to, gain=gain, again=again):
            pairs = zip((to, gain, again), shape.parts, strict=True)
            return [code for part, form in pairs for code in codes_of(part, form)]
    return []


def rebuild(shape: Shape, codes: list[str]) -> Value:
    """The value whose parts are found under `codes`; takes them off the front of the list."""
    match shape.kind:
        case "number":
            return Num(codes.pop(0), shape.low, shape.high)
        case "pack":
            return Pack(tuple(rebuild(part, codes) for part in shape.parts), shape.made_by)
        case "row" | "list":
            offset = codes.pop(0)
            length = shape.detail if isinstance(shape.detail, int) else codes.pop(0)
            if shape.kind == "row":
                return ArenaTuple(offset, length, shape.parts[0])
            return FixedList(offset, length, shape.parts[0], sites=shape.sites)
        case "growing":
            return GrowingList(codes.pop(0), shape.parts[0] if shape.parts else None, shape.sites)
        case "range":
            first, last = (Num(codes.pop(0), part.low, part.high) for part in shape.parts)
            assert isinstance(shape.detail, int)
            return ranged(first, last, shape.detail)
        case "move":
            return MoveValue(*(rebuild(part, codes) for part in shape.parts))
        case "text":
            return Text()
    assert isinstance(shape.detail, Same)
    thing = shape.detail.value
    return thing if isinstance(thing, Indexed | Generated) else Known(thing)


def held(value: Value) -> Value:
    """The value once a name stands for it: nothing in it is fresh any more."""
    if isinstance(value, ArenaTuple) and value.is_fresh:
        return replace(value, is_fresh=False)
    if isinstance(value, Pack):
        return Pack(tuple(map(held, value.items)), value.made_by)
    if isinstance(value, MoveValue):
        return MoveValue(held(value.to), value.gain, value.again)
    return value


class TooWide(OverflowError):
    """A known number that does not fit 64 bits."""


def literal(number: int) -> str:
    """A number as code; it must fit 64 bits."""
    if not LEAST <= number <= MOST:
        raise TooWide(str(number) if abs(number) < 10**40 else "a number of more than 40 digits")
    if number == LEAST:  # a literal is a sign and a number that fits
        return f"({-MOST} - 1)"
    return f"({int(number)})" if number < 0 else str(int(number))
