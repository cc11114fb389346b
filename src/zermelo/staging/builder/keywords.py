"""Arguments of any name, `**words`: values under names that are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zermelo.staging.builder.values import Codes, Shape, Value, cover
from zermelo.staging.ir.code import Expr

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope


class Keywords(dict[str, object]):
    """The type of arguments by name."""


@dataclass(frozen=True)
class NamedShape(Shape):
    """The arguments side by side."""

    names: tuple[str, ...]
    parts: tuple[Shape, ...]

    @property
    def width(self) -> int:
        return sum(part.width for part in self.parts)

    @property
    def is_flat(self) -> bool:
        return False

    def rebuild(self, codes: Codes) -> Named:
        return Named(self.names, tuple(part.rebuild(codes) for part in self.parts))

    def loose(self) -> NamedShape:
        return NamedShape(self.names, tuple(part.loose() for part in self.parts))

    def join(self, other: Shape) -> NamedShape | None:
        if not isinstance(other, NamedShape) or other.names != self.names:
            return None
        pairs = zip(self.parts, other.parts, strict=True)
        return NamedShape(self.names, tuple(cover(one, two) for one, two in pairs))

    def fit(self, b: Scope, value: Value) -> Named:
        assert isinstance(value, Named)
        pairs = zip(value.items, self.parts, strict=True)
        return Named(self.names, tuple(b.fit(each, part) for each, part in pairs))


@dataclass(frozen=True)
class Named(Value):
    """Arguments by name, in their order."""

    names: tuple[str, ...]
    items: tuple[Value, ...]

    @property
    def python(self) -> type:
        return Keywords

    @property
    def shape(self) -> NamedShape:
        return NamedShape(self.names, tuple(each.shape for each in self.items))

    def codes(self) -> list[Expr]:
        return [code for each in self.items for code in each.codes()]

    def kept(self, b: Scope, stem: str, *, copy: bool) -> Named:
        return Named(self.names, tuple(each.kept(b, stem, copy=copy) for each in self.items))

    @property
    def words(self) -> dict[str, Value]:
        """The arguments."""
        return dict(zip(self.names, self.items, strict=True))
