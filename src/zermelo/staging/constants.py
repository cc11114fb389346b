"""The constant pool: the game's own long rows of numbers, handed to the code when it runs.

It lies at the front of the arena `mem`. The code reads where a row begins and how long it is from a
header, so that the same residual program serves every instance: head_k stands for mem[k], an
offset, and the next one for a length.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from zermelo.model.arrays import IntRow
from zermelo.model.game import Move
from zermelo.staging.value_shapes import LEAST, MOST, NUMBER, TEXT, Shape, joined_item
from zermelo.staging.values import ArenaTuple

FIRST = 4  # mem[0] … mem[3] belong to whoever runs the code, see `kernels.support`
FUEL = 1 << 28  # rounds of loops in one state
SHORT = 4  # items of a tuple that lie side by side in a row of such tuples
LOOKED_FOR = 64  # numbers of a row that is looked for among equal ones


Keys = tuple[object, ...]


class Array(Protocol):
    """What numpy's arrays are known by."""

    def tolist(self) -> object:
        """Nested lists of Python's own numbers."""


@dataclass
class ConstantPool:
    """Rows of constants, each under a header."""

    rows: list[tuple[Sequence[object], Shape]] = field(
        default_factory=list
    )  # items and their common shape
    heads: dict[Hashable, ArenaTuple] = field(default_factory=dict)  # by id; small ones by value
    keep: list[object] = field(default_factory=list)  # so that no identity is used twice
    plain: dict[int, object] = field(default_factory=dict)  # arrays as tuples
    sides: dict[int, tuple[Keys, Keys]] = field(default_factory=dict)  # of dicts: keys and values

    def row(self, items: Sequence[object]) -> ArenaTuple:
        """The row of a sequence of the game's, laid out once."""
        names: list[Hashable] = [
            id(items),
            *([("small", tuple(items))] if _is_small(items) else []),
        ]
        for name in names:
            if name in self.heads:
                return self.heads[name]
        shape = item_shape(items)
        head = FIRST + 2 * len(self.rows)
        self.rows.append((items, shape))
        self.keep.append(items)
        found = ArenaTuple(f"head_{head}", f"head_{head + 1}", shape)
        self.heads.update(dict.fromkeys(names, found))
        return found

    def plainly(self, value: IntRow | Array) -> object:
        """An array as nested tuples, one object for each array."""
        if id(value) not in self.plain:
            self.keep.append(value)
            listed = tuple(value) if isinstance(value, IntRow) else _tuples(value.tolist())
            self.plain[id(value)] = listed
        return self.plain[id(value)]

    def image(self) -> list[int]:
        """The front of the arena as the code finds it: headers, then the rows."""
        words = [0] * (FIRST + 2 * len(self.rows))
        for place, (items, shape) in enumerate(self.rows):
            head = FIRST + 2 * place
            words[head], words[head + 1] = _write(words, items, shape), len(items)
        words[0] = words[1] = len(words)
        words[2] = FUEL
        return words


def item_shape(items: Sequence[object]) -> Shape:
    """The common shape of a row's items."""
    if set(map(type, items)) <= {int, bool}:
        return _with_bounds(NUMBER, items)
    found = joined_item(tuple(dict.fromkeys(map(_shape, items))))
    if found is None:
        raise TypeError("a row of different things")
    return _with_bounds(found, items)


def _shape(item: object) -> Shape:
    """The shape of one item; its numbers are bounded later, all at once."""
    if isinstance(item, int):
        return NUMBER
    if isinstance(item, str):
        return TEXT
    if isinstance(item, Move):
        return Shape("move", tuple(map(_shape, item[:3])))
    if not isinstance(item, tuple | list):
        raise TypeError(f"{item!r} in a row")
    parts = tuple(map(_shape, item))
    cls = type(item) if hasattr(item, "_fields") else None
    common = joined_item(parts)
    if common is None or cls is not None or len(parts) <= SHORT:
        return Shape("pack", parts, cls)
    return Shape("row", (common,))


def _with_bounds(shape: Shape, items: Sequence[Any]) -> Shape:
    """The shape with the least and the greatest of its numbers."""
    if shape.kind == "number":
        low, high = min(items, default=0), max(items, default=0)
        if not LEAST <= low <= high <= MOST:
            raise OverflowError(high)
        return Shape("number", low=int(low), high=int(high))
    if shape.kind in ("pack", "move"):
        columns = list(zip(*items, strict=False))
        parts = (_with_bounds(part, columns[k]) for k, part in enumerate(shape.parts))
        return Shape(shape.kind, tuple(parts), shape.detail)
    if shape.kind == "row":
        inner = [part for item in items for part in item]
        return Shape("row", (_with_bounds(shape.parts[0], inner),), shape.detail)
    return shape


def _write(words: list[int], items: Sequence[Any], shape: Shape) -> int:
    laid = [number for item in items for number in _laid(words, item, shape)]
    words.extend(laid)
    return len(words) - len(laid)


def _laid(words: list[int], item: Any, shape: Shape) -> list[int]:
    """An item's numbers; rows inside it are written first."""
    if shape.kind == "number":
        return [int(item)]
    if shape.kind == "row":
        return [_write(words, item, shape.parts[0]), len(item)]
    parts = zip(item, shape.parts, strict=False)  # a move's label has no part
    return [number for inner, part in parts for number in _laid(words, inner, part)]


def _is_small(items: Sequence[object]) -> bool:
    return (
        isinstance(items, tuple) and len(items) <= LOOKED_FOR and all(type(i) is int for i in items)
    )


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
