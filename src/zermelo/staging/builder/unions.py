"""One of several kinds of things: a tag says which.

    x = None; …; x = (row, column)        None, or a pair

What is done with it is done for every kind that it may be, and what comes of it is joined again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from zermelo.staging.builder.values import EITHER, Codes, Shape, Value, join
from zermelo.staging.ir.code import Const, Expr, Op

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope


@dataclass(frozen=True)
class UnionShape(Shape):
    """A tag, then the numbers of whichever part it names; the rest is 0."""

    parts: tuple[Shape, ...]

    @property
    def width(self) -> int:
        return 1 + max(part.width for part in self.parts)

    @property
    def is_flat(self) -> bool:
        tuples = [part for part in self.parts if issubclass(getattr(part, "cls", object), tuple)]
        return len(tuples) <= 1 and all(part.is_flat for part in self.parts)

    def rebuild(self, codes: Codes) -> Union:
        return Union(next(codes), tuple(next(codes) for _ in range(self.width - 1)), self.parts)

    def loose(self) -> UnionShape:
        return UnionShape(tuple(part.loose() for part in self.parts))

    def join(self, other: Shape) -> UnionShape:
        parts = self.parts
        for new in other.parts if isinstance(other, UnionShape) else (other,):
            parts = _among(parts, new, len(parts))
        return UnionShape(parts)

    def fit(self, b: Scope, value: Value) -> Union:
        if isinstance(value, Union):
            return self._fit_union(b, value)
        value = b.storable(value)
        tag = self.tag_of(value.shape)
        codes = b.codes(value, self.parts[tag])
        rest = [Const(0)] * (self.width - 1 - len(codes))
        return Union(Const(tag), (*codes, *rest), self.parts)

    def _fit_union(self, b: Scope, value: Union) -> Union:
        if value.parts == self.parts:
            return value
        found = b.split(value, lambda part: self.fit(b, part), self)
        assert isinstance(found, Union)
        return found

    def tag_of(self, shape: Shape) -> int:
        """Which part holds values of a shape."""
        for tag, part in enumerate(self.parts):
            if join(part, shape) == part:
                return tag
        raise AssertionError(f"{shape} is not among {self.parts}")


def _among(parts: tuple[Shape, ...], new: Shape, place: int) -> tuple[Shape, ...]:
    """Parts of which no two can be joined, with a new one: at `place`, or joined with another.

    A part that has grown may be one that a third can be joined with: a pair whose first is None or
    a number, beside a row of None. Left apart, a value would fit both.
    """
    for at, part in enumerate(parts):
        both = join(part, new)
        if both is None:
            continue
        if both == part:  # of numbers in wider bounds, perhaps
            return (*parts[:at], both, *parts[at + 1 :])
        return _among((*parts[:at], *parts[at + 1 :]), both, min(place, at))
    return (*parts[:place], new, *parts[place:])


@dataclass(frozen=True)
class Union(Value):
    """A value of one of several kinds; `possible` are the tags that tests have left, if any."""

    tag: Expr
    held: tuple[Expr, ...]
    parts: tuple[Shape, ...]
    possible: frozenset[int] | None = None

    @property
    def python(self) -> type:
        return object

    @property
    def shape(self) -> UnionShape:
        return UnionShape(self.parts)

    def codes(self) -> list[Expr]:
        return [self.tag, *self.held]

    def spoken(self) -> str:
        return " or ".join(dict.fromkeys(part.spoken() for _, part in self.kinds()))

    def kinds(self) -> list[tuple[int, Value]]:
        """The kinds that it may be, by their tags."""
        return [
            (tag, part.rebuild(iter(self.held)))
            for tag, part in enumerate(self.parts)
            if self.possible is None or tag in self.possible
        ]

    def alternatives(self) -> list[tuple[Expr, Value]]:
        """The kinds that it may be, each with the test for it."""
        return [(Op("==", (self.tag, Const(tag))), part) for tag, part in self.kinds()]

    def kept(self, b: Scope, stem: str, *, copy: bool) -> Union:
        tag, *held = [b.kept(code, stem, copy=copy) for code in self.codes()]
        return replace(self, tag=tag, held=tuple(held))


def _either(one: Shape, two: Shape) -> UnionShape:
    return UnionShape((one,)).join(two)


EITHER.append(_either)
