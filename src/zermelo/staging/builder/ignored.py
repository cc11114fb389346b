"""A value that nobody asks for: a label, or a text whose characters are not worked out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from zermelo.staging.builder.values import Codes, Shape, Value
from zermelo.staging.ir.code import Expr

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope


@dataclass(frozen=True)
class IgnoredShape(Shape):
    """No numbers at all."""

    is_flat: ClassVar[bool] = False
    width: ClassVar[int] = 0

    def rebuild(self, codes: Codes) -> Value:  # noqa: ARG002
        return IGNORED

    def join(self, other: Shape) -> Shape | None:
        """With a string it stays what nobody asks for."""
        cls = getattr(other, "cls", None)
        return self if cls is str or isinstance(other, IgnoredShape) else None

    def fit(self, b: Scope, value: Value) -> Value:  # noqa: ARG002
        return IGNORED


class Unspoken(str):
    """The type of a text whose characters are not worked out."""


@dataclass(frozen=True)
class Ignored(Value):
    """A text that play does not depend on."""

    @property
    def python(self) -> type:
        return Unspoken

    @property
    def shape(self) -> Shape:
        return IgnoredShape()

    def codes(self) -> list[Expr]:
        return []

    def spoken(self) -> str:
        return "a formatted text"


IGNORED = Ignored()
