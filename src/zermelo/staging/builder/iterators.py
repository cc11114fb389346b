"""What can be gone through and is no thing of its own: ranges, zips, generators.

Span       a range
Indexed    items that can be asked for by number: a zip, an enumerate, a map
View       the keys, values or entries of a dict
Generated  items one after the other, once: a generator
Drawn      the items of a generator that is known
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from zermelo.staging.builder.values import (
    LEAST,
    LONGEST_ROW,
    MOST,
    Body,
    Codes,
    Known,
    Num,
    NumberShape,
    Same,
    Shape,
    Site,
    Value,
    literal,
)
from zermelo.staging.ir.code import Call, Const, Expr, Op, plus

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope

Number: TypeAlias = Known | Num


@dataclass(eq=False)
class Once:
    """What can be gone through once: the loops around the place where it was made.

    `site`: where it got a name; `is_kept`: how far it was gone through is kept in memory, so that
    it can be gone on with anywhere.
    """

    loops: tuple[int, ...]
    used: bool = False
    site: Site | None = None
    is_kept: bool = False


class Drawn(tuple[object, ...]):
    """All that an iterator gives which was known; once it has a name, it is gone through once."""

    __slots__ = ()


class Passing(Value):
    """What variables cannot hold."""

    @property
    def python(self) -> type:
        return Iterator

    @property
    def shape(self) -> Shape:
        return PassingShape(Same(self))

    def codes(self) -> list[Expr]:
        return []

    def kept(self, b: Scope, stem: str, *, copy: bool) -> Value:  # noqa: ARG002
        return self


@dataclass(frozen=True)
class PassingShape(Shape):
    """The shape of one thing alone."""

    thing: Same
    is_flat: ClassVar[bool] = False
    width: ClassVar[int] = 0

    def rebuild(self, codes: Codes) -> Value:  # noqa: ARG002
        assert isinstance(self.thing.value, Value)
        return self.thing.value

    def fit(self, b: Scope, value: Value) -> Value:  # noqa: ARG002
        return value


@dataclass(frozen=True, eq=False)
class Indexed(Passing):
    """Items by number.

    `is_by_known`: the items differ in their code, so they are asked for by known numbers only.
    `ready` writes what a loop needs in front of it; `watched`: head, offset and length of lists in
    use; `most`: a number that there are not more of, where one is known.
    """

    length: Expr
    get: Callable[[Number], Value]
    once: Once | None = None
    is_by_known: bool = False
    weight: int = 0  # how long the code of an item is, in pieces of syntax
    ready: Callable[[], None] = lambda: None
    watched: tuple[tuple[Expr, Expr, Expr], ...] = ()
    most: int | None = None
    header: tuple[Expr, ...] = ()  # a range to loop over instead of the numbers of the items
    of_header: Callable[[Num], Value] | None = None  # the item for a number of that range
    cls: type = Iterator

    @property
    def python(self) -> type:
        return self.cls

    @property
    def known_length(self) -> int | None:
        """How many items, where that is known."""
        return int(self.length.value) if isinstance(self.length, Const) else None


@dataclass(frozen=True, eq=False)
class Generated(Passing):
    """Items one after the other: `each(body)` writes the code that goes through them."""

    each: Callable[[Body], None]
    once: Once
    most: Expr | None = None  # a number that there are not more of, where one is known


@dataclass(frozen=True, eq=False)
class View(Passing):
    """The keys, values or entries of a dict, as they are when somebody goes through them."""

    owner: Value
    cls: type
    pick: Callable[[tuple[Value, ...]], Value]  # what it shows of an entry

    @property
    def python(self) -> type:
        return self.cls


@dataclass(frozen=True, eq=False)
class Spread(Passing):
    """Arguments that are spread from a sequence whose length only the code knows."""

    source: Value


@dataclass(frozen=True)
class SpanShape(Shape):
    """A range with a known step."""

    first: NumberShape
    last: NumberShape
    step: int
    is_flat: ClassVar[bool] = False
    width: ClassVar[int] = 2

    def rebuild(self, codes: Codes) -> Span:
        return Span(self.first.rebuild(codes), self.last.rebuild(codes), self.step)

    def loose(self) -> SpanShape:
        return SpanShape(NumberShape(), NumberShape(), self.step)

    def join(self, other: Shape) -> SpanShape | None:
        if not isinstance(other, SpanShape) or other.step != self.step:
            return None
        first, last = self.first.join(other.first), self.last.join(other.last)
        return SpanShape(first, last, self.step) if first and last else None

    def fit(self, b: Scope, value: Value) -> Value:
        return b.lifted(value)


@dataclass(frozen=True)
class Span(Value):
    """range(first, last, step)."""

    first: Num
    last: Num
    step: int

    @property
    def python(self) -> type:
        return range

    @property
    def shape(self) -> SpanShape:
        return SpanShape(self.first.shape, self.last.shape, self.step)

    def codes(self) -> list[Expr]:
        return [*self.first.codes(), *self.last.codes()]

    @property
    def ends(self) -> tuple[int, int]:
        """Bounds of its numbers."""
        first, last = self.first, self.last
        if self.step > 0:
            return first.low, max(first.low, last.high - 1)
        return min(first.high, last.low + 1), first.high

    def indexed(self) -> Indexed:
        """Its numbers as items by number."""
        first, last, step = self.first, self.last, self.step
        low, high = self.ends
        one, two = (first, last) if step > 0 else (last, first)
        gap = two.high - one.low
        fits = two.low - one.high >= LEAST and gap <= MOST
        length: Expr = Call("steps", (first.code, last.code, Const(step)))
        if isinstance(first.code, Const) and isinstance(last.code, Const):
            length = Const(max(0, -(-(last.code.value - first.code.value) // step)))
        elif fits and gap <= LONGEST_ROW and abs(step) == 1:
            length = Op("max", (Const(0), Op("-", (two.code, one.code))))
        end = last.code if fits else Call("near", (first.code, last.code))

        def get(k: Number) -> Value:
            if isinstance(k, Known):
                if isinstance(first.code, Const):
                    return Known(first.code.value + k.value * step)
                return Num(plus(first.code, k.value * step), low, high)
            return Num(plus(first.code, Op("*", (k.code, Const(step)))), low, high)

        def of_header(k: Num) -> Num:
            return Num(k.code, low, high)

        most = max(0, -(-gap // abs(step)))
        header = (first.code, end, Const(step))
        return Indexed(length, get, most=most, header=header, of_header=of_header)


def span_of(numbers: range) -> Span:
    """A known range."""
    return Span(literal(numbers.start), literal(numbers.stop), numbers.step)
