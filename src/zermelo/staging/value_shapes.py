"""Shapes: what two values must share to be kept in the same variables, and the join of two shapes.

The join of two shapes is the least that covers both: where branches of a program join, a value of
either is brought to it. Bounds of numbers take part in a join and not in equality.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Site: TypeAlias = tuple[str, int, int]  # file, line and column where something is made

LEAST, MOST = -(2**63), 2**63 - 1


@dataclass(frozen=True)
class Same:
    """An object that is equal to itself alone."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


Detail: TypeAlias = type | int | Same | None


@dataclass(frozen=True)
class Shape:
    """How a value is laid out in variables, or in the arena: `width` of them.

    `detail`: of a pack its class, of a row or list its length where that is known, of a range its
    step, of an object that object.
    """

    kind: str  # number, pack, row, list, growing, range, move, text, object
    parts: tuple[Shape, ...] = ()
    detail: Detail = None
    low: int = field(default=LEAST, compare=False)
    high: int = field(default=MOST, compare=False)
    sites: frozenset[Site] = field(default=frozenset(), compare=False)

    @property
    def width(self) -> int:
        """How many numbers it takes."""
        if self.kind in ("number", "growing"):
            return 1
        if self.kind in ("row", "list"):
            return 2 if self.detail is None else 1
        return sum(part.width for part in self.parts)

    @property
    def made_by(self) -> type | None:
        """The class of a pack that is a named tuple."""
        return self.detail if isinstance(self.detail, type) else None

    @property
    def is_flat(self) -> bool:
        """Whether two of them are equal, or in order, when their numbers are."""
        return self.kind == "number" or (
            self.kind == "pack" and all(part.is_flat for part in self.parts)
        )


NUMBER = Shape("number")
TEXT = Shape("text")


def unbounded(shape: Shape) -> Shape:
    """The shape with numbers of any size: what a loop may come to."""
    return Shape(shape.kind, tuple(map(unbounded, shape.parts)), shape.detail, sites=shape.sites)


# -- shapes that cover two others -----------------------------------------------------------------


def join(one: Shape, two: Shape) -> Shape | None:
    """The shape that values of both can be brought to, or None."""
    if one.kind == two.kind == "number":
        return Shape("number", low=min(one.low, two.low), high=max(one.high, two.high))
    kinds = {one.kind, two.kind}
    if kinds <= {"pack", "row"}:
        return _join_tuples(one, two)
    if kinds <= {"list", "growing"}:
        return _join_lists(one, two)
    if kinds == {"move"} or (kinds == {"range"} and one.detail == two.detail):
        parts = [join(a, b) for a, b in zip(one.parts, two.parts, strict=True)]
        whole = tuple(part for part in parts if part)
        return None if None in parts else Shape(one.kind, whole, one.detail)
    return one if one == two else None


def _join_tuples(one: Shape, two: Shape) -> Shape | None:
    if one.kind == two.kind == "pack" and len(one.parts) == len(two.parts):
        parts = [join(a, b) for a, b in zip(one.parts, two.parts, strict=True)]
        if None not in parts:
            cls = one.detail if one.detail is two.detail else None
            return Shape("pack", tuple(part for part in parts if part), cls)
    item = joined_item((*one.parts, *two.parts))
    if item is None:
        return None
    lengths: list[Detail] = [len(s.parts) if s.kind == "pack" else s.detail for s in (one, two)]
    return Shape("row", (item,), lengths[0] if lengths[0] == lengths[1] else None)


def joined_item(shapes: tuple[Shape, ...]) -> Shape | None:
    """The shape that covers all items of a row; numbers where there are no items."""
    if not shapes:
        return NUMBER
    found: Shape | None = shapes[0]
    for shape in shapes[1:]:
        found = None if found is None else join(found, shape)
    return found


def _join_lists(one: Shape, two: Shape) -> Shape | None:
    """Lists are not copied, so that their items must have one shape already."""
    full = [shape for shape in (one, two) if shape.detail != 0] or [one]  # others hold nothing
    items = tuple(part for shape in full for part in shape.parts)
    if len(set(items)) > 1:
        return None
    item = joined_item(items) if items else None
    sites = one.sites | two.sites
    if "growing" in (one.kind, two.kind):
        return Shape("growing", () if item is None else (item,), sites=sites)
    assert item is not None
    length = one.detail if one.detail == two.detail else None
    return Shape("list", (item,), length, sites=sites)
