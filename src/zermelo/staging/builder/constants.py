"""The constant pool: the game's own long rows of numbers, handed to the code when it runs.

It lies at the front of the arena `mem`. The code reads where a row begins and how long it is from a
header, so that the same program serves every instance: head_k stands for mem[k], an offset, and the
next one for a length.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from zermelo.staging.builder.classes import fields_of, is_record
from zermelo.staging.builder.iterators import SpanShape, span_of
from zermelo.staging.builder.sequences import CHARACTER, PackShape, Row, RowShape
from zermelo.staging.builder.unions import UnionShape
from zermelo.staging.builder.values import (
    LEAST,
    MOST,
    NUMBER,
    AtomShape,
    NumberShape,
    Same,
    Shape,
    cover,
    joined,
)
from zermelo.staging.ir.code import Header

FIRST = 4  # mem[0] … mem[3] belong to whoever runs the code, see `kernels.support`
FUEL = 1 << 28  # rounds of loops in one state
SHORT = 4  # items of a tuple that lie side by side in a row of such tuples
LOOKED_FOR = 64  # numbers of a row that is looked for among equal ones


class Array(Protocol):
    """What numpy's arrays are known by."""

    def tolist(self) -> object:
        """Nested lists of Python's own numbers."""


@dataclass
class ConstantPool:
    """Rows of constants, each under a header, and the objects that have no parts."""

    ignored: dict[Any, frozenset[str]] = field(default_factory=dict)
    rows: list[tuple[Sequence[object], Shape]] = field(default_factory=list)
    heads: dict[Hashable, Row] = field(default_factory=dict)  # by id; small ones by value
    keep: list[object] = field(default_factory=list)  # so that no identity is used twice
    plain: dict[tuple[int, str], object] = field(
        default_factory=dict
    )  # arrays as tuples, sides of dicts
    atoms: dict[Same, int] = field(default_factory=dict)

    def atom(self, thing: object) -> int:
        """The number of an object that has no parts."""
        return self.atoms.setdefault(Same(thing), len(self.atoms))

    def row(self, items: Sequence[object], item: Shape | None = None) -> Row:
        """The row of a sequence of the game's, laid out once."""
        names: list[Hashable] = [(id(items), item)]
        names += [("small", tuple(items), item)] if _is_small(items) else []
        for name in names:
            if name in self.heads:
                return self.heads[name]
        shape = item or self.item_shape(items)
        head = FIRST + 2 * len(self.rows)
        self.rows.append((items, shape))
        self.keep.append(items)
        found = Row(Header(head), Header(head + 1), shape)
        self.heads.update(dict.fromkeys(names, found))
        return found

    def once(self, owner: object, word: str, make: Any) -> Any:
        """What is made of an object of the game's, one thing for each object and word."""
        key = (id(owner), word)
        if key not in self.plain:
            self.keep.append(owner)
            self.plain[key] = make()
        return self.plain[key]

    # -- shapes ---------------------------------------------------------------------------------

    def shape(self, thing: Any) -> Shape:
        """The shape of one constant."""
        match thing:
            case Enum() | None:
                return AtomShape(frozenset([Same(thing)]))
            case int():
                if not LEAST <= thing <= MOST:
                    raise OverflowError(thing)
                return NumberShape(int(thing), int(thing), _kind_of({type(thing)}))
            case str():
                return self._packed(tuple(map(ord, thing)), str, CHARACTER)
            case bytes():
                return self._packed(tuple(thing), bytes, NumberShape(0, 255))
            case range():
                return span_of(thing).shape
            case frozenset() | set():
                return RowShape(self.item_shape(tuple(thing)), None, frozenset)
            case tuple() | list() if not is_record(type(thing)):
                return self._packed(thing, tuple if isinstance(thing, tuple) else list, None)
            case dict():
                raise TypeError(f"{thing!r} in a row")
        if is_record(type(thing)) and not isinstance(thing, type):
            names = self.fields(type(thing))
            return PackShape(tuple(self.shape(getattr(thing, n)) for n in names), type(thing))
        return AtomShape(frozenset([Same(thing)]))

    def fields(self, cls: type) -> tuple[str, ...]:
        """The fields of a record that packs hold."""
        ignored = self.ignored.get(cls, frozenset())
        return tuple(name for name in fields_of(cls) if name not in ignored)

    def _packed(self, items: Sequence[object], cls: type, item: Shape | None) -> Shape:
        """A pack of few items, or of items that differ; else a row."""
        if len(items) <= SHORT:
            return PackShape(tuple(map(self.shape, items)), cls)
        common = item or joined(map(self.shape, items))
        if common is None or isinstance(common, AtomShape):
            return PackShape(tuple(map(self.shape, items)), cls)
        return RowShape(common, None, cls)

    def item_shape(self, items: Sequence[Any]) -> Shape:
        """The common shape of a row's items."""
        kinds = set(map(type, items))
        if kinds and kinds <= {int, bool}:
            low, high = min(items), max(items)
            if not LEAST <= low <= high <= MOST:
                raise OverflowError(high)
            return NumberShape(int(low), int(high), _kind_of(kinds))
        found: Shape | None = None
        for item in items:
            shape = self.shape(item)
            found = shape if found is None else cover(found, shape)
        return NUMBER if found is None else found

    # -- numbers --------------------------------------------------------------------------------

    def image(self) -> list[int]:
        """The front of the arena as the code finds it: headers, then the rows."""
        words = [0] * (FIRST + 2 * len(self.rows))
        for place, (items, shape) in enumerate(self.rows):
            head = FIRST + 2 * place
            words[head], words[head + 1] = self._write(words, items, shape), len(items)
        words[0] = words[1] = len(words)
        words[2] = FUEL
        return words

    def _write(self, words: list[int], items: Sequence[Any], shape: Shape) -> int:
        if isinstance(shape, NumberShape):
            laid = [int(item) for item in items]
        else:
            laid = [number for item in items for number in self._laid(words, item, shape)]
        words.extend(laid)
        return len(words) - len(laid)

    def _laid(self, words: list[int], thing: Any, shape: Shape) -> list[int]:
        """A constant's numbers; rows inside it are written first."""
        match shape:
            case NumberShape():
                return [int(thing)]
            case AtomShape():
                return [self.atom(thing)] if shape.width else []
            case SpanShape():
                return [thing.start, thing.stop]
            case UnionShape(parts=parts):
                tag = shape.tag_of(self.shape(thing))
                inner = self._laid(words, thing, parts[tag])
                return [tag, *inner, *[0] * (shape.width - 1 - len(inner))]
            case PackShape(parts=parts, cls=cls):
                things = [getattr(thing, n) for n in self.fields(cls)] if is_record(cls) else thing
                things = map(ord, things) if cls is str else things
                pairs = zip(things, parts, strict=True)
                return [
                    number for inner, part in pairs for number in self._laid(words, inner, part)
                ]
            case RowShape(item=item, length=length):
                inside = self.sorted(thing, item) if isinstance(thing, frozenset | set) else thing
                place = self._write(words, tuple(inside), item)
                return [place, len(inside)] if length is None else [place]
        raise AssertionError(shape)

    def numbers(self, thing: object, shape: Shape) -> list[int]:
        """The numbers of a constant whose shape is flat."""
        return self._laid([], thing, shape)

    def sorted(self, items: Any, item: Shape) -> list[Any]:
        """The items of a set in the order of their numbers, where they are numbers alone."""
        if not item.is_flat:
            return list(items)
        return sorted(items, key=lambda each: self._laid([], each, item))


def _is_small(items: Sequence[object]) -> bool:
    return (
        isinstance(items, tuple) and len(items) <= LOOKED_FOR and all(type(i) is int for i in items)
    )


def tuples(value: object) -> object:
    """Nested lists as nested tuples."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def _kind_of(kinds: set[type]) -> type | None:
    """int or bool, or None of both."""
    is_bool = bool in kinds
    return None if is_bool and len(kinds) > 1 else bool if is_bool else int
