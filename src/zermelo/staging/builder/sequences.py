"""Values in the arena and in variables: tuples, strings, lists, sets, dicts and records.

    Pack       a fixed number of items, each in variables of its own
    Row        items side by side in the arena: an offset and a length; nobody changes it
    FixedList  a list in the arena whose items change and whose length does not
    Growing    a list, set or deque whose length changes: found through a head of three numbers
    Table      a dict: entries in the order in which they were put in, found through such a head

A string is a row of its characters, a character a pack of one code point; a frozen set of flat
items is a sorted row; a frozen dataclass is a pack of its fields.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from zermelo.staging.builder.classes import has_own_equality
from zermelo.staging.builder.values import (
    NUMBER,
    Codes,
    Known,
    Num,
    NumberShape,
    Shape,
    Site,
    Value,
    cover,
    joined,
)
from zermelo.staging.ir.code import MEM, Call, Const, Expr

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope

LAST_CHARACTER = 0x10FFFF
SEQUENCES = (tuple, list, str, bytes, deque)
Sites: TypeAlias = frozenset[Site]


# -- packs -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PackShape(Shape):
    """Items side by side, each of its own shape; `cls` is the type of the whole."""

    parts: tuple[Shape, ...]
    cls: type = tuple

    @property
    def width(self) -> int:
        return sum(part.width for part in self.parts)

    @property
    def is_flat(self) -> bool:
        return not has_own_equality(self.cls) and all(part.is_flat for part in self.parts)

    @property
    def items(self) -> tuple[Shape, ...]:
        """The shapes of its items as Python sees them."""
        return (CHARACTER,) * len(self.parts) if self.cls is str else self.parts

    def rebuild(self, codes: Codes) -> Pack:
        return Pack(tuple(part.rebuild(codes) for part in self.parts), self.cls)

    def loose(self) -> PackShape:
        return PackShape(tuple(part.loose() for part in self.parts), self.cls)

    def join(self, other: Shape) -> Shape | None:
        if not isinstance(other, PackShape | RowShape) or self.cls is not other.cls:
            return None  # a named tuple is a tuple too, and asked for its class later on
        if isinstance(other, PackShape) and len(self.parts) == len(other.parts):
            pairs = zip(self.parts, other.parts, strict=True)
            return PackShape(tuple(cover(a, b) for a, b in pairs), self.cls)
        return _joined_rows(self, other)

    def fit(self, b: Scope, value: Value) -> Value:
        value = b.lifted(value)
        assert isinstance(value, Pack)
        pairs = zip(value.items, self.parts, strict=True)
        return Pack(tuple(b.fit(item, part) for item, part in pairs), self.cls)

    def codes(self, value: Value) -> list[Expr]:
        assert isinstance(value, Pack)
        pairs = zip(value.items, self.parts, strict=True)
        return [code for item, part in pairs for code in part.codes(item)]


@dataclass(frozen=True)
class Pack(Value):
    """A sequence or a record of known length; `cls` is its type."""

    items: tuple[Value, ...]  # of a string its code points
    cls: type = tuple

    @property
    def python(self) -> type:
        return self.cls

    @property
    def shape(self) -> PackShape:
        return PackShape(tuple(item.shape for item in self.items), self.cls)

    def codes(self) -> list[Expr]:
        return [code for item in self.items for code in item.codes()]

    def kept(self, b: Scope, stem: str, *, copy: bool) -> Pack:
        return Pack(tuple(item.kept(b, stem, copy=copy) for item in self.items), self.cls)

    def released(self) -> Pack:
        return Pack(tuple(item.released() for item in self.items), self.cls)

    @property
    def parts(self) -> tuple[Value, ...]:
        """Its items as Python sees them: those of a string are strings."""
        return tuple(Pack((item,), str) for item in self.items) if self.cls is str else self.items


def character(code: Value) -> Pack:
    """The string of one code point."""
    return Pack((code,), str)


CHARACTER = PackShape((NumberShape(0, LAST_CHARACTER),), str)


# -- rows ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RowShape(Shape):
    """Items of one shape in the arena; the length is in a variable where it is None."""

    item: Shape
    length: int | None = None
    cls: type = tuple

    is_flat: ClassVar[bool] = False

    @property
    def width(self) -> int:
        return 2 if self.length is None else 1

    def rebuild(self, codes: Codes) -> Row:
        offset = next(codes)
        length = next(codes) if self.length is None else Const(self.length)
        return Row(offset, length, self.item, self.cls)

    def loose(self) -> RowShape:
        return replace(self, item=self.item.loose())

    def join(self, other: Shape) -> Shape | None:
        return _joined_rows(self, other) if isinstance(other, PackShape | RowShape) else None

    def fit(self, b: Scope, value: Value) -> Value:
        value = b.lifted(value)
        if isinstance(value, Row) and value.item == self.item:
            return replace(value, cls=self.cls)
        if isinstance(value, Pack):
            return replace(b.spilled(list(value.parts), self.item), cls=self.cls)
        return replace(b.collected(value, self.item), cls=self.cls)

    def codes(self, value: Value) -> list[Expr]:
        assert isinstance(value, Row)
        return [value.offset, value.length] if self.length is None else [value.offset]


@dataclass(frozen=True)
class Universe:
    """Where the code finds the bit of whatever may be in a set: see `kernels.support`."""

    bounds: Expr
    table: Expr

    def bit(self, codes: list[Expr]) -> Call:
        """The bit of a thing, or 0."""
        return Call(f"bit_{len(codes)}", (MEM, self.bounds, self.table, *codes))

    def bits(self, row: Row, *, is_whole: bool) -> Call:
        """The bits of the items of a row; −1 if one has none and `is_whole`."""
        given = (MEM, self.bounds, self.table, row.offset, row.length, Const(int(is_whole)))
        return Call(f"bits_{row.item.width}", given)


@dataclass(frozen=True)
class Members:
    """The items of a set as bits of a universe, beside the row of them.

    `of`: the row's place and length, by which a row of other items is known. Where it is not sure
    that all items are in the universe, the bits are −1 if they are not.
    """

    bits: Expr
    universe: Universe
    of: tuple[Expr, Expr]
    is_sure: bool = True


@dataclass(frozen=True)
class Row(Value):
    """`length` items from `mem[offset]` on, each of them as wide as `item` says."""

    offset: Expr
    length: Expr
    item: Shape
    cls: type = tuple
    is_fresh: bool = False  # nobody else holds it
    members: Members | None = field(default=None, compare=False, repr=False)

    @property
    def as_bits(self) -> Members | None:
        """The items of a set as bits, where these are known too."""
        own = self.members is not None and self.members.of == (self.offset, self.length)
        return self.members if own and self.cls is frozenset else None

    @property
    def python(self) -> type:
        return self.cls

    @property
    def known_length(self) -> int | None:
        """The length, where it is known."""
        return int(self.length.value) if isinstance(self.length, Const) else None

    @property
    def shape(self) -> Shape:
        return RowShape(self.item, self.known_length, self.cls)

    def codes(self) -> list[Expr]:
        return [self.offset] if isinstance(self.length, Const) else [self.offset, self.length]

    def kept(self, b: Scope, stem: str, *, copy: bool) -> Row:
        offset = b.kept(self.offset, stem, copy=copy)
        length = b.kept(self.length, stem, copy=copy)
        members = self.as_bits and replace(self.as_bits, of=(offset, length))
        return replace(self, offset=offset, length=length, members=members)

    def released(self) -> Row:
        return replace(self, is_fresh=False) if self.is_fresh else self


def _joined_rows(one: PackShape | RowShape, two: PackShape | RowShape) -> RowShape | None:
    """A row for sequences of several lengths."""
    cls = one.cls
    if cls is not two.cls or cls not in (tuple, str, bytes, frozenset, list):
        return None
    shapes = [shape for each in (one, two) for shape in _items_of(each)]
    item = joined(shapes) if shapes else _item_of_none(one, two, cls)
    if item is None:
        return None
    lengths = [len(s.parts) if isinstance(s, PackShape) else s.length for s in (one, two)]
    return RowShape(item, lengths[0] if lengths[0] == lengths[1] else None, cls)


def _item_of_none(one: PackShape | RowShape, two: PackShape | RowShape, cls: type) -> Shape:
    """An item of two sequences that have none: a shape joined to itself stays what it is."""
    rows = [shape.item for shape in (one, two) if isinstance(shape, RowShape)]
    return rows[0] if rows else CHARACTER if cls is str else NUMBER


def _items_of(shape: PackShape | RowShape) -> tuple[Shape, ...]:
    """The shapes of the items; a row that is known to be empty holds anything."""
    if isinstance(shape, PackShape):
        return shape.items
    return () if shape.length == 0 else (shape.item,)


# -- lists, sets and dicts that change -------------------------------------------------------------


@dataclass(frozen=True)
class ListShape(Shape):
    """A list or set whose length stays; `sites` are the places of the rules that make it."""

    item: Shape
    length: int | None
    cls: type
    sites: Sites

    is_flat: ClassVar[bool] = False

    def __eq__(self, other: object) -> bool:
        mine = (self.item, self.length, self.cls)
        return isinstance(other, ListShape) and mine == (other.item, other.length, other.cls)

    def __hash__(self) -> int:
        return hash((self.item, self.length, self.cls))

    @property
    def width(self) -> int:
        return 2 if self.length is None else 1

    def rebuild(self, codes: Codes) -> FixedList:
        offset = next(codes)
        length = next(codes) if self.length is None else Const(self.length)
        return FixedList(offset, length, self.item, self.cls, sites=self.sites)

    def loose(self) -> ListShape:
        return replace(self, item=self.item.loose())

    def join(self, other: Shape) -> Shape | None:
        """Lists are not copied, so that their items must have one shape already."""
        if not isinstance(other, ListShape | GrowingShape) or other.cls is not self.cls:
            return None
        if isinstance(other, ListShape):
            full = [shape for shape in (self, other) if shape.length != 0] or [self]
            if len({shape.item for shape in full}) > 1:
                return None
            item = joined(shape.item for shape in full)
            assert item is not None
            length = self.length if self.length == other.length else None
            return ListShape(item, length, self.cls, self.sites | other.sites)
        items = {shape for shape in (other.item, self.item if self.length != 0 else None) if shape}
        if len(items) > 1:
            return None
        return GrowingShape(next(iter(items), None), self.cls, self.sites | other.sites)

    def fit(self, b: Scope, value: Value) -> Value:  # noqa: ARG002
        return value

    def codes(self, value: Value) -> list[Expr]:
        assert isinstance(value, Row)
        return [value.offset, value.length] if self.length is None else [value.offset]


@dataclass(frozen=True)
class FixedList(Row):
    """A list or set of fixed length."""

    sites: Sites = frozenset()

    @property
    def shape(self) -> ListShape:
        return ListShape(self.item, self.known_length, self.cls, self.sites)


@dataclass(frozen=True)
class GrowingShape(Shape):
    """What is found through a head; `item` is None while nothing is known to be put into it."""

    item: Shape | None
    cls: type
    sites: Sites

    is_flat: ClassVar[bool] = False
    width: ClassVar[int] = 1

    def __eq__(self, other: object) -> bool:
        mine = (self.item, self.cls)
        return isinstance(other, GrowingShape) and mine == (other.item, other.cls)

    def __hash__(self) -> int:
        return hash((self.item, self.cls))

    def rebuild(self, codes: Codes) -> Growing:
        return Growing(next(codes), self.item, self.cls, self.sites)

    def join(self, other: Shape) -> Shape | None:
        if not isinstance(other, GrowingShape) or self.cls is not other.cls:
            return None
        if self.item is not None and other.item is not None and self.item != other.item:
            return None
        item = self.item if self.item is not None else other.item
        return GrowingShape(item, self.cls, self.sites | other.sites)

    def fit(self, b: Scope, value: Value) -> Value:
        value = b.lifted(value)
        if isinstance(value, Growing):
            return replace(value, item=self.item)
        assert isinstance(value, FixedList)
        b.program.learned.must_grow(value.sites | self.sites)
        return value


@dataclass(frozen=True)
class Growing(Value):
    """mem[head] is its offset, then its length, then the items it has room for."""

    head: Expr
    item: Shape | None
    cls: type
    sites: Sites = frozenset()

    @property
    def python(self) -> type:
        return self.cls

    @property
    def shape(self) -> GrowingShape:
        return GrowingShape(self.item, self.cls, self.sites)

    def codes(self) -> list[Expr]:
        return [self.head]


@dataclass(frozen=True)
class TableShape(Shape):
    """A dict; key and value are None while nothing is known to be put into it."""

    key: Shape | None
    value: Shape | None
    cls: type
    default: Known | None
    sites: Sites

    is_flat: ClassVar[bool] = False
    width: ClassVar[int] = 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableShape):
            return False
        mine, its = ((each.key, each.value, each.cls, each.default) for each in (self, other))
        return mine == its

    def __hash__(self) -> int:
        return hash((self.key, self.value, self.cls))

    def rebuild(self, codes: Codes) -> Table:
        return Table(next(codes), self.key, self.value, self.cls, self.default, self.sites)

    def join(self, other: Shape) -> Shape | None:
        if not isinstance(other, TableShape) or self.cls is not other.cls:
            return None
        if bool(self.sites) != bool(other.sites):
            return None  # one of them is the game's own, and nobody's to change
        for mine, its in ((self.key, other.key), (self.value, other.value)):
            if mine is not None and its is not None and mine != its:
                return None
        full = self if self.key is not None else other
        return replace(full, sites=self.sites | other.sites)

    def fit(self, b: Scope, value: Value) -> Value:
        value = b.lifted(value)
        assert isinstance(value, Table)
        return replace(value, key=self.key, value=self.value)


@dataclass(frozen=True)
class Table(Value):
    """A dict that is built while playing; `default` makes the value of a key that is missing."""

    head: Expr
    key: Shape | None
    value: Shape | None
    cls: type = dict
    default: Known | None = None
    sites: Sites = frozenset()

    @property
    def python(self) -> type:
        return self.cls

    @property
    def shape(self) -> TableShape:
        return TableShape(self.key, self.value, self.cls, self.default, self.sites)

    def codes(self) -> list[Expr]:
        return [self.head]

    @property
    def entry(self) -> PackShape | None:
        """The shape of an entry: its key, then its value."""
        if self.key is None or self.value is None:
            return None
        return PackShape((self.key, self.value))


def can_be_key(shape: Shape) -> bool:
    """Whether values of a shape can be keys of a dict and items of a set: no list, set or dict
    is in them.
    """
    if isinstance(shape, ListShape | GrowingShape | TableShape) or hasattr(shape, "can_change"):
        return False
    if getattr(shape, "cls", tuple) in (list, set, deque):
        return False
    inner = (*getattr(shape, "parts", ()), *filter(None, [getattr(shape, "item", None)]))
    return all(map(can_be_key, inner))


def is_sequence(value: Value) -> bool:
    """Whether a value has items in an order: a tuple, list, string, bytes or deque."""
    return issubclass(value.python, SEQUENCES) and not isinstance(value, Num)


def number_of_parts(items: Iterable[Any]) -> int:
    """How many things there are in nested tuples."""
    return sum(number_of_parts(item) if isinstance(item, tuple | list) else 1 for item in items)
