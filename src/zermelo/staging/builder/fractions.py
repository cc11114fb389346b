"""Quotients and roots of whole numbers, which Python has as floats.

They can be compared with whole numbers, rounded, and added to them. A quotient of two numbers
below 2⁵³ is compared and rounded as the fraction that it is: Python's float is the one nearest to
it, and no whole number, nor another such fraction, lies between the two. A product of floats has
no such bound, and is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from zermelo.staging.builder.values import Codes, Num, NumberShape, Shape, Value
from zermelo.staging.ir.code import Expr

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope

EXACT = 2**53  # floats hold all whole numbers up to here


@dataclass(frozen=True)
class FractionShape(Shape):
    """A number above another one."""

    above: NumberShape
    below: NumberShape

    is_flat: ClassVar[bool] = False
    width: ClassVar[int] = 2

    def rebuild(self, codes: Codes) -> Fraction:
        return Fraction(self.above.rebuild(codes), self.below.rebuild(codes))

    def loose(self) -> FractionShape:
        return FractionShape(NumberShape(-EXACT, EXACT), NumberShape(1, EXACT))

    def join(self, other: Shape) -> FractionShape | None:
        if not isinstance(other, FractionShape):
            return None
        above, below = self.above.join(other.above), self.below.join(other.below)
        return FractionShape(above, below) if above and below else None

    def fit(self, b: Scope, value: Value) -> Value:  # noqa: ARG002
        return value


@dataclass(frozen=True)
class Fraction(Value):
    """above / below, which is more than 0."""

    above: Num
    below: Num

    @property
    def python(self) -> type:
        return float

    @property
    def shape(self) -> FractionShape:
        return FractionShape(self.above.shape, self.below.shape)

    def codes(self) -> list[Expr]:
        return [*self.above.codes(), *self.below.codes()]


@dataclass(frozen=True)
class RootShape(Shape):
    """The root of a number."""

    square: NumberShape

    is_flat: ClassVar[bool] = True
    width: ClassVar[int] = 1

    def rebuild(self, codes: Codes) -> Root:
        return Root(self.square.rebuild(codes))

    def loose(self) -> RootShape:
        return RootShape(NumberShape(0, EXACT))

    def join(self, other: Shape) -> RootShape | None:
        if not isinstance(other, RootShape):
            return None
        square = self.square.join(other.square)
        return RootShape(square) if square else None

    def fit(self, b: Scope, value: Value) -> Value:  # noqa: ARG002
        return value


@dataclass(frozen=True)
class Root(Value):
    """The square root of a number."""

    square: Num

    @property
    def python(self) -> type:
        return float

    @property
    def shape(self) -> RootShape:
        return RootShape(self.square.shape)

    def codes(self) -> list[Expr]:
        return self.square.codes()
