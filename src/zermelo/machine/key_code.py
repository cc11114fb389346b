"""What reading and writing keys share: the shape of a state, fields, letters and universes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from zermelo.machine.layout import Layout
from zermelo.machine.state_forms import StateForm, leaf_count
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import (
    CHARACTER,
    PackShape,
    Row,
    RowShape,
    Universe,
)
from zermelo.staging.builder.unions import UnionShape
from zermelo.staging.builder.values import (
    AtomShape,
    NumberShape,
    Same,
    Shape,
    cover,
)
from zermelo.staging.ir.code import (
    At,
    Const,
    Expr,
    mem,
    plus,
)

FULL, OUTSIDE = 1, 2  # status[0]: no room for more moves; a field does not fit (field, number)
BY_STATE = -(1 << 31)  # status[1]: something else does not fit; status[2] is the state's place
GIVEN_BITS = Const(-1)  # the length of a set that is given by its bits
TABLED = 4096  # numbers of a table that finds the place of a thing
KIND_OF = {True: bool, False: int, None: None}  # of numbers that are, or may be, truth values


def shape_for(form: StateForm, layout: Layout, leaf: int = 0) -> Shape:
    """The shape in which the rules see a state, with the bounds of its numbers."""
    match form.kind:
        case "number":
            return NumberShape(layout.low[leaf], layout.high[leaf], KIND_OF[form.is_bool])
        case "symbol" if form.made_by is str:
            return CHARACTER
        case "symbol":
            return AtomShape(frozenset(map(Same, form.things)))
        case "many":
            item = shape_for(form.parts[0], layout, leaf + 1)
            return RowShape(item, None, form.made_by or tuple)
        case "set":
            return RowShape(_element(form), None, frozenset)
    shapes = []
    leaf += form.kind == "union"
    for part in form.parts:
        shapes.append(shape_for(part, layout, leaf))
        leaf += leaf_count(part)
    if form.kind == "union":
        return UnionShape(tuple(shapes))
    if form.is_row:
        item = shapes[0]
        for shape in shapes[1:]:
            item = cover(item, shape)
        return RowShape(item, len(shapes), form.made_by or tuple)
    if form.made_by is str:
        return PackShape(CHARACTER.parts * len(shapes), str)
    return PackShape(tuple(shapes), form.made_by or tuple)


def _element(form: StateForm) -> Shape:
    """The shape of what is in a set: what covers all that was met."""
    return _bare_shape(form.parts[0])


def _bare_shape(form: StateForm) -> Shape:
    """The shape of a form without bounds."""
    leaves = leaf_count(form)
    loose = Layout(form, (-(2**63),) * leaves, (2**63 - 1,) * leaves)
    return shape_for(form, loose).loose()


@dataclass(frozen=True)
class Cursor:
    """A field of a key: a number, or a number after a place that only the code knows."""

    base: Expr | None = None
    more: int = 0

    @property
    def code(self) -> Expr:
        """Its place."""
        return Const(self.more) if self.base is None else plus(self.base, self.more)

    def on(self, fields: int) -> Cursor:
        """So many fields further."""
        return Cursor(self.base, self.more + fields)


def codec(row: int, field: Expr) -> At:
    """What the codec says of a field."""
    return At("codec", (Const(row), field))


def is_direct(part: StateForm) -> bool:
    """Whether items lie in memory as they lie in the key: numbers, packs of them, or characters."""
    if part.kind == "symbol":
        return part.made_by is str
    if part.kind == "fixed" and part.made_by is str:
        return False
    return part.kind == "number" or (part.kind == "fixed" and not part.is_row and part.is_flat)


def letter_at(b: Scope, form: StateForm, index: Expr) -> Expr:
    """The code point of a letter, by its number in the alphabet."""
    codes = tuple(map(ord, form.things))  # type: ignore[arg-type]
    row = b.program.constants.row(codes or (0,))
    return mem(plus(row.offset, index))


def universe_of(b: Scope, form: StateForm, item: Shape) -> Row:
    """All that may be in a set, side by side, in the order of their bits."""
    things = b.program.constants.once(form, "things", lambda: form.things)
    return b.program.constants.row(things or (), item)


def bits_of(b: Scope, form: StateForm, item: Shape) -> Universe | None:
    """Where code finds the bits of what may be in a set of numbers or pairs, if a table has room.

    The code stays the same as the universe grows.
    """
    pool = b.program.constants
    if not item.is_flat or item.width not in (1, 2) or form.fields > 1 or not form.things:
        return None
    things = [pool.numbers(thing, item) for thing in form.things]
    ends = [(min(column), max(column)) for column in zip(*things, strict=True)]
    spans = [high - low + 1 for low, high in ends]
    if prod(spans) > TABLED:
        return None
    table = [0] * prod(spans)
    for place, thing in enumerate(things):
        table[cell_of(thing, ends)] = 1 << place
    bounds = pool.once(form, "bounds", lambda: [end for pair in ends for end in pair])
    table = pool.once(form, "bits", lambda: table)
    return Universe(pool.row(bounds).offset, pool.row(table).offset)


def cell_of(thing: Sequence[int], ends: list[tuple[int, int]]) -> int:
    """Where a thing stands in the table of all between the ends."""
    cell = 0
    for number, (low, high) in zip(thing, ends, strict=True):
        cell = cell * (high - low + 1) + number - low
    return cell
