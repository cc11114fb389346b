"""States in and out of keys: the code that takes a key apart, and the code that makes one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from zermelo.machine.layout import Layout
from zermelo.machine.state_forms import CHUNK, StateForm, leaf_count
from zermelo.staging.builder import arena
from zermelo.staging.builder.ignored import Ignored
from zermelo.staging.builder.iterators import Passing
from zermelo.staging.builder.operations import equal, is_several
from zermelo.staging.builder.scope import LoopOfRules, Scope, truth_code
from zermelo.staging.builder.sequences import (
    CHARACTER,
    FixedList,
    Growing,
    Pack,
    PackShape,
    Row,
    RowShape,
    Table,
)
from zermelo.staging.builder.unions import Union, UnionShape
from zermelo.staging.builder.values import (
    Atom,
    AtomShape,
    Known,
    Num,
    NumberShape,
    Same,
    Shape,
    Value,
    cover,
)
from zermelo.staging.ir.code import (
    MEM,
    At,
    Call,
    Const,
    Do,
    Expr,
    Function,
    Op,
    Return,
    Var,
    Write,
    mem,
    plus,
    times,
)
from zermelo.staging.modules.sequences import mapped
from zermelo.staging.types.sequence import statics
from zermelo.staging.types.sets import rows_of

FULL, OUTSIDE = 1, 2  # status[0]: no room for more moves; a field does not fit (field, number)
BY_STATE = -(1 << 31)  # status[1]: something else does not fit; status[2] is the state's place
TABLED = 4096  # numbers of a table that finds the place of a thing


def shape_for(form: StateForm, layout: Layout, leaf: int = 0) -> Shape:
    """The shape in which the rules see a state, with the bounds of its numbers."""
    match form.kind:
        case "number":
            return NumberShape(layout.low[leaf], layout.high[leaf])
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


# -- a key taken apart ----------------------------------------------------------------------------


class KeyReader:
    """Writes the code that reads a state."""

    def __init__(self, b: Scope, layout: Layout) -> None:
        self.b = b
        self.layout = layout

    def state(self) -> Value:
        """The state of keys[i]."""
        form = self.layout.form
        value, _ = self._read(form, shape_for(form, self.layout), Cursor())
        return value

    def _field(self, at: Expr) -> Expr:
        word = Const(0) if self.layout.words == 1 else codec(3, at)
        key = At("keys", (Var("i"), word))
        if self.layout.dense:
            digit = Op(
                "%", (Op("//", (At("keys", (Var("i"), Const(0))), codec(2, at))), codec(4, at))
            )
            return Op("+", (digit, codec(0, at)))
        bits = Op("&", (Op(">>", (key, codec(2, at))), codec(4, at)))
        return Op("+", (bits, codec(0, at)))

    def _index(self, at: Expr) -> Expr:
        """A field whose least number is 0."""
        word = Const(0) if self.layout.words == 1 else codec(3, at)
        return Op("&", (Op(">>", (At("keys", (Var("i"), word)), codec(2, at))), codec(4, at)))

    def _read(self, form: StateForm, shape: Shape, at: Cursor) -> tuple[Value, Cursor]:
        """The value of a form whose first field is `at`, and the field after it."""
        match form.kind:
            case "number":
                assert isinstance(shape, NumberShape)
                number = Num(self._field(at.code), shape.low, shape.high)
                return self.b.keep(number, "s"), at.on(1)
            case "symbol":
                return self._read_symbol(form, shape, at), at.on(1)
            case "many":
                assert isinstance(shape, RowShape)
                return self._read_many(form, shape, at)
            case "set":
                assert isinstance(shape, RowShape)
                return self._read_set(form, shape, at), at.on(form.fields)
            case "union":
                assert isinstance(shape, UnionShape)
                return self._read_union(form, shape, at), at.on(form.fields)
        return self._read_fixed(form, shape, at)

    def _read_fixed(self, form: StateForm, shape: Shape, at: Cursor) -> tuple[Value, Cursor]:
        if isinstance(shape, RowShape):
            if _is_direct(form.parts[0]):
                row = self._read_flat(
                    form.parts[0], shape, Const(form.fields), Const(len(form.parts)), at
                )
                return row, at.on(form.fields)
            items = []
            for part in form.parts:
                item, at = self._read(part, shape.item, at)
                items.append(item)
            return replace(self.b.spilled(items, shape.item), cls=shape.cls), at
        assert isinstance(shape, PackShape)
        parts = [CHARACTER] * len(form.parts) if form.made_by is str else shape.parts
        items = []
        for part, inner in zip(form.parts, parts, strict=True):
            item, at = self._read(part, inner, at)
            items.append(item.items[0] if form.made_by is str and isinstance(item, Pack) else item)
        return Pack(tuple(items), shape.cls), at

    def _read_symbol(self, form: StateForm, shape: Shape, at: Cursor) -> Value:
        """A character or a thing, by its number among those that were met."""
        b = self.b
        if form.made_by is str:
            code = b.assign("s", _letter(b, form, self._index(at.code)))
            return shape.rebuild(iter([code]))
        if len(form.things) == 1:
            return Known(form.things[0])
        atoms = tuple(b.program.atom(thing) for thing in form.things)
        first = atoms[0]
        if atoms == tuple(range(first, first + len(atoms))):
            return Atom(b.assign("s", plus(self._index(at.code), first)), shape.members)  # type: ignore[attr-defined]
        row = b.program.constants.row(atoms)
        number = mem(plus(row.offset, self._index(at.code)))
        return Atom(b.assign("s", number), shape.members)  # type: ignore[attr-defined]

    def _read_flat(
        self, part: StateForm, shape: RowShape, words: Expr, length: Expr, at: Cursor
    ) -> Row:
        """Numbers or characters that lie in memory as they lie in the key."""
        b = self.b
        offset, place = arena.room(b, words, 1), Var(b.name("f"))
        with b.out.loop(place.name, (words,), 1):
            field = plus(at.code, place)
            code = (
                _letter(b, part, self._index(field))
                if part.kind == "symbol"
                else self._field(field)
            )
            b.emit(Write("mem", (plus(offset, place),), code))
        return Row(offset, length, shape.item, shape.cls)

    def _read_many(self, form: StateForm, shape: RowShape, at: Cursor) -> tuple[Row, Cursor]:
        b = self.b
        length = b.assign("len", self._field(at.code))
        if _is_direct(form.parts[0]):
            words = times(length, form.parts[0].fields)
            row = self._read_flat(form.parts[0], shape, words, length, at.on(1))
        else:
            row = self._read_items(form, shape, length, at)
        after = b.assign("f", plus(at.on(1).code, codec(5, at.code)))
        return row, Cursor(after)

    def _read_items(self, form: StateForm, shape: RowShape, length: Expr, at: Cursor) -> Row:
        b, item = self.b, shape.item
        offset, place = arena.room(b, length, item.width), Var(b.name("k"))
        field = b.assign("f", at.on(1).code)
        with b.out.loop(place.name, (length,), 1):
            value, after = self._read(form.parts[0], item, Cursor(field))
            codes = b.codes(value, item)
            arena.write(b, plus(offset, times(place, item.width)), codes)
            b.out.assign(field.name, after.code)
        return Row(offset, length, item, shape.cls)

    def _read_set(self, form: StateForm, shape: RowShape, at: Cursor) -> Row:
        """The things whose bits are set, in their order."""
        b, item = self.b, shape.item
        if not form.things:
            return Row(Const(0), Const(0), item, frozenset)
        if item.width == 0:  # one thing alone, which takes no room
            return Row(Const(0), b.assign("len", self._index(at.code)), item, frozenset)
        universe = universe_of(b, form, item)
        offset = arena.room(b, universe.length, item.width)
        end = b.assign("at", offset)
        for chunk in range(form.fields):
            bits = b.assign("bits", self._index(at.on(chunk).code))
            with b.out.loop(is_free=True) as loop:
                with b.out.when(Op("==", (bits, Const(0)))):
                    b.out.leave(loop.label)
                place = b.assign("k", plus(Call("lowest_bit", (bits,)), chunk * CHUNK))
                b.out.assign(bits.name, Op("&", (bits, plus(bits, -1))))
                for k in range(item.width):
                    source = mem(plus(plus(universe.offset, times(place, item.width)), k))
                    b.emit(Write("mem", (plus(end, k),), source))
                b.out.assign(end.name, plus(end, item.width))
        count = Op("-", (end, offset))
        length = count if item.width == 1 else Op("//", (count, Const(item.width)))
        found = Row(offset, b.assign("len", length), item, frozenset)
        pool = b.program.constants
        if item.is_flat and pool.sorted(form.things, item) != list(form.things):
            b.emit(Do(Call("sort", (MEM, offset, found.length, Const(item.width)))))
        return found

    def _read_union(self, form: StateForm, shape: UnionShape, at: Cursor) -> Union:
        b = self.b
        tag = b.assign("tag", self._index(at.code))
        names = [b.name("s") for _ in range(shape.width - 1)]
        field, first = at.on(1), b.out.group()
        for number, (part, inner) in enumerate(zip(form.parts, shape.parts, strict=True)):
            with b.out.when(Op("==", (tag, Const(number)))):
                value, _ = self._read(part, inner, field)
                for name, code in zip(names, b.codes(value, inner), strict=False):
                    b.out.assign(name, code)
            field = field.on(part.fields)
        with b.out.into(first):
            for name in names:
                b.out.assign(name, Const(0))
        return Union(tag, tuple(map(Var, names)), shape.parts)


def _is_direct(part: StateForm) -> bool:
    """Whether items lie in memory as they lie in the key: numbers, packs of them, or characters."""
    if part.kind == "symbol":
        return part.made_by is str
    if part.kind == "fixed" and part.made_by is str:
        return False
    return part.kind == "number" or (part.kind == "fixed" and not part.is_row and part.is_flat)


def _letter(b: Scope, form: StateForm, index: Expr) -> Expr:
    """The code point of a letter, by its number in the alphabet."""
    codes = tuple(map(ord, form.things))  # type: ignore[arg-type]
    row = b.program.constants.row(codes or (0,))
    return mem(plus(row.offset, index))


def universe_of(b: Scope, form: StateForm, item: Shape) -> Row:
    """All that may be in a set, side by side, in the order of their bits."""
    things = b.program.constants.once(form, "things", lambda: form.things)
    return b.program.constants.row(things or (), item)


# -- a value brought to the form of the states ----------------------------------------------------


class StateShaper:
    """Writes the code that brings a state to the form of all states."""

    def __init__(self, b: Scope, layout: Layout) -> None:
        self.b = b
        self.layout = layout

    def codes(self, value: Value) -> list[Expr]:
        """The codes of a state, in the order of its shape."""
        shape = shape_for(self.layout.form, self.layout)
        return shape.codes(self._shaped(self.layout.form, shape, value, 0))

    def _shaped(self, form: StateForm, shape: Shape, value: Value, place: int) -> Value:
        b = self.b
        if isinstance(value, Ignored):
            raise b.stop(
                f"{value.spoken()} as a state, or in one", "join strings with + and str(…)"
            )
        if form.kind == "union":
            assert isinstance(shape, UnionShape)
            return self._united(form, shape, value, place)
        if isinstance(value, Union):
            return b.split(value, lambda part: self._shaped(form, shape, part, place), shape)
        if isinstance(value, Passing | Growing | FixedList | Table):
            raise b.stop(f"{value.spoken()} as a state, or in one", "make it a tuple with tuple(…)")
        value = b.storable(value)
        match form.kind:
            case "number":
                return b.whole(value) if issubclass(value.python, int) else self._other(shape)
            case "symbol":
                return self._symbol(shape, value)
            case "set":
                assert isinstance(shape, RowShape)
                return self._set(form, shape, value, place)
        return self._sequence(form, shape, value, place)

    def _other(self, shape: Shape) -> Value:
        """What no state had at this place: another layout is needed."""
        b = self.b
        b.emit(Write("status", (Const(0),), Const(OUTSIDE)))
        b.emit(Write("status", (Const(1),), Const(BY_STATE)))
        b.emit(Write("status", (Const(2),), Var("i")))
        b.emit(Return((Const(-1),)))
        return shape.rebuild(iter([Const(0)] * shape.width))

    def _symbol(self, shape: Shape, value: Value) -> Value:
        b = self.b
        if shape == CHARACTER:
            if value.python is not str:
                return self._other(shape)
            if not isinstance(value, Pack):
                row = b.view(value)
                with b.out.when(Op("!=", (row.length, Const(1)))):
                    self._other(shape)
                return b.keep(arena.at(row, Const(0)))
            return value if len(value.items) == 1 else self._other(shape)
        assert isinstance(shape, AtomShape)
        members = shape.members
        if isinstance(value, Known):
            return b.fit(value, shape) if Same(value.value) in members else self._other(shape)
        if not isinstance(value, Atom):
            return self._other(shape)
        for member in value.members - members:
            with b.out.when(truth_code(equal(b, value, Known(member.value)))):
                self._other(shape)
        if len(members) == 1:
            return Known(next(iter(members)).value)
        return Atom(value.code, members)

    def _set(self, form: StateForm, shape: RowShape, value: Value, place: int) -> Value:
        """Things that differ in shape from those of other states are brought to theirs."""
        b = self.b
        if value.python is not frozenset:
            return self._other(shape)
        row = b.view(value)
        if row.item == shape.item or row.known_length == 0:
            return replace(row, item=shape.item)

        def shaped(given: list[Value]) -> Value:
            return self._shaped(form.parts[0], shape.item, given[0], place + 1)

        items = mapped(b, shaped, [replace(row, cls=tuple)])
        return replace(rows_of(b, b.collected(items, shape.item)), item=shape.item)

    def _united(self, form: StateForm, shape: UnionShape, value: Value, place: int) -> Value:
        """The part whose kind the value is of."""
        b = self.b
        if is_several(value):
            return b.split(value, lambda part: self._united(form, shape, part, place), shape)
        value = b.storable(value)
        chosen = next((part for part in form.parts if _is_of(part, value)), None)
        if chosen is None and issubclass(value.python, int):  # a member of an IntEnum
            chosen = next((part for part in form.parts if part.kind == "number"), None)
        place += 1
        for tag, (part, inner) in enumerate(zip(form.parts, shape.parts, strict=True)):
            if part is chosen:
                codes = inner.codes(self._shaped(part, inner, value, place))
                rest = [Const(0)] * (shape.width - 1 - len(codes))
                return Union(Const(tag), (*codes, *rest), shape.parts)
            place += sum(1 for _ in part.walk())
        return self._other(shape)

    def _sequence(self, form: StateForm, shape: Shape, value: Value, place: int) -> Value:
        if not _is_of(form, value):
            return self._other(shape)
        if form.kind == "many":
            assert isinstance(shape, RowShape)
            return self._many(form, shape, value, place)
        b = self.b
        if form.is_row and isinstance(value, Row) and value.item == shape.item:  # type: ignore[attr-defined]
            self._expect(value.length, len(form.parts), place)
            return Row(value.offset, Const(len(form.parts)), value.item, value.cls)
        items = list(value.parts) if isinstance(value, Pack) else statics(b, value, 10**4)
        if items is None:
            row = b.view(value)
            self._expect(row.length, len(form.parts), place)
            items = [arena.at(row, Const(k)) for k in range(len(form.parts))]
        if len(items) != len(form.parts):
            self._expect(Const(len(items)), len(form.parts), place)
            return shape.rebuild(iter([Const(0)] * shape.width))
        return self._fixed(form, shape, items, place)

    def _fixed(self, form: StateForm, shape: Shape, items: list[Value], place: int) -> Value:
        if isinstance(shape, RowShape):
            inner: tuple[Shape, ...] = (shape.item,) * len(items)
        else:
            assert isinstance(shape, PackShape)
            inner = shape.items
        found, place = [], place + 1
        for part, part_shape, item in zip(form.parts, inner, items, strict=True):
            found.append(self._shaped(part, part_shape, item, place))
            place += sum(1 for _ in part.walk())
        if isinstance(shape, RowShape):
            return replace(self.b.spilled(found, shape.item), cls=shape.cls)
        if form.made_by is str:
            return Pack(tuple(each.items[0] for each in found if isinstance(each, Pack)), str)
        return Pack(tuple(found), form.made_by or tuple)

    def _many(self, form: StateForm, shape: RowShape, value: Value, place: int) -> Value:
        b, part = self.b, form.parts[0]
        if isinstance(value, Row) and value.item == shape.item:
            return value
        static = statics(b, value, 10**4)
        if static is not None:
            items = [self._shaped(part, shape.item, each, place + 1) for each in static]
            return replace(b.spilled(items, shape.item), cls=shape.cls)

        def shaped(given: list[Value]) -> Value:
            return self._shaped(part, shape.item, given[0], place + 1)

        return replace(b.collected(mapped(b, shaped, [value]), shape.item), cls=shape.cls)

    def _expect(self, length: Expr, count: int, place: int) -> None:
        """A tuple of another length needs another layout."""
        if length == Const(count):
            return
        b = self.b
        with b.out.when(Op("!=", (length, Const(count)))):
            b.emit(Write("status", (Const(0),), Const(OUTSIDE)))
            b.emit(Write("status", (Const(1),), Const(-1 - place)))
            b.emit(Return((Const(-1),)))


def _objects(value: Value) -> list[Any]:
    """The things without parts that a value may be."""
    if isinstance(value, Known):
        return [value.value]
    return value.objects if isinstance(value, Atom) else []


def _cell(thing: tuple[int, ...], ends: list[tuple[int, int]]) -> int:
    """Where a thing stands in the table of all between the ends."""
    cell = 0
    for number, (low, high) in zip(thing, ends, strict=True):
        cell = cell * (high - low + 1) + number - low
    return cell


def _is_of(form: StateForm, value: Value) -> bool:
    """Whether a value is of the kind that a form is for."""
    cls = value.python
    match form.kind:
        case "number":
            return issubclass(cls, int) and not isinstance(value, Known | Atom)
        case "symbol" if form.made_by is str:
            return cls is str
        case "symbol":
            objects = _objects(value)
            return any(each is thing for each in objects for thing in form.things)
        case "set":
            return cls is frozenset
    if form.made_by is None or issubclass(form.made_by, tuple):
        return issubclass(cls, tuple)
    return cls is form.made_by


# -- a key made of a state ------------------------------------------------------------------------


class KeyWriter:
    """Writes the function that packs a move's target and writes the move down."""

    def __init__(self, b: Scope, layout: Layout) -> None:
        self.b = b
        self.layout = layout
        self.is_one = layout.words == 1

    def function(self, *, gains: bool, again: bool) -> Function:
        """The function `put`."""
        b, layout = self.b, self.layout
        shape = shape_for(layout.form, layout)
        names = [f"c_{k}" for k in range(shape.width)]
        given = (
            "mem",
            "codec",
            "out_keys",
            "out_gain",
            "out_again",
            "at",
            "status",
            "gain",
            "again",
        )
        at = Var("at")
        with b.out.when(Op(">=", (at, Var("out_keys.shape[0]")))):
            b.emit(Write("status", (Const(0),), Const(FULL)))
            b.emit(Return((Const(-1),)))
        if self.is_one:
            b.out.assign("key", Const(0))
        else:
            word = Var("word")
            with b.out.loop(word.name, (Const(layout.words),), 1):
                b.emit(Write("out_keys", (at, word), Const(0)))
        self._pack(layout.form, shape.rebuild(iter(map(Var, names))), Cursor())
        if self.is_one:
            b.emit(Write("out_keys", (at, Const(0)), Var("key")))
        if gains:
            b.emit(Write("out_gain", (at,), Var("gain")))
        if again:
            b.emit(Write("out_again", (at,), Var("again")))
        b.emit(Return((plus(at, 1),)))
        return Function("put", (*given, *names), b.out.block)

    def _number(self, code: Expr, at: Expr) -> None:
        b = self.b
        outside = Op("or", (Op("<", (code, codec(0, at))), Op(">", (code, codec(1, at)))))
        with b.out.when(outside):
            b.emit(Write("status", (Const(0),), Const(OUTSIDE)))
            b.emit(Write("status", (Const(1),), at))
            b.emit(Write("status", (Const(2),), code))
            b.emit(Return((Const(-1),)))
        self._add(Op("-", (code, codec(0, at))), at)

    def _index(self, code: Expr, at: Expr) -> None:
        """A number that is known to fit, and may be 0."""
        self._add(code, at)

    def _add(self, code: Expr, at: Expr) -> None:
        b = self.b
        sign = "*" if self.layout.dense else "<<"
        part = Op(sign, (code, codec(2, at)))
        if self.is_one:
            b.out.assign("key", Op("+", (Var("key"), part)))
        else:
            b.emit(Write("out_keys", (Var("at"), codec(3, at)), part, "|"))

    def _fail(self) -> None:
        """Something that was not met before: another layout is needed."""
        b = self.b
        b.emit(Write("status", (Const(0),), Const(OUTSIDE)))
        b.emit(Write("status", (Const(1),), Const(BY_STATE)))
        b.emit(Return((Const(-1),)))

    def _pack(self, form: StateForm, value: Value, at: Cursor) -> Cursor:
        """Pack the value of a form whose first field is `at`; the field after it."""
        b = self.b
        match form.kind:
            case "number":
                assert isinstance(value, Num)
                self._number(value.code, at.code)
                return at.on(1)
            case "symbol":
                self._symbol(form, value, at.code)
                return at.on(1)
            case "many":
                assert isinstance(value, Row)
                return self._pack_many(form, value, at)
            case "set":
                assert isinstance(value, Row)
                self._pack_set(form, value, at)
                return at.on(form.fields)
            case "union":
                assert isinstance(value, Union)
                self._pack_union(form, value, at)
                return at.on(form.fields)
        if form.is_row and isinstance(value, Row) and _is_direct(form.parts[0]):
            self._pack_flat(form.parts[0], value, Const(form.fields), at)
            return at.on(form.fields)
        items = value.parts if isinstance(value, Pack) else statics(b, value, 10**4)
        for part, item in zip(form.parts, items or (), strict=True):
            at = self._pack(part, item, at)
        return at

    def _symbol(self, form: StateForm, value: Value, at: Expr) -> None:
        if form.made_by is str:
            assert isinstance(value, Pack)
            self._letter(form, self.b.number(value.items[0]), at)
            return
        if len(form.things) == 1:
            return
        assert isinstance(value, Atom)
        atoms = [self.b.program.atom(thing) for thing in form.things]
        self._index(self._place_of(atoms, value.code), at)

    def _letter(self, form: StateForm, code: Expr, at: Expr) -> None:
        self._index(self._place_of([ord(str(thing)) for thing in form.things], code), at)

    def _place_of(self, numbers: list[int], code: Expr) -> Expr:
        """The place of a number among some, by a table or by a search; another one is an error."""
        b = self.b
        if not numbers:
            self._fail()
            return Const(0)
        code = b.kept(code, "c", copy=False)
        place = self._tabled([(number,) for number in numbers], [code])
        if place is None:
            row = b.program.constants.row(tuple(numbers))
            place = b.assign("k", Call("number_at", (MEM, row.offset, row.length, code)))
        self._expect_found(place)
        return place

    def _expect_found(self, place: Expr) -> None:
        with self.b.out.when(Op("<", (place, Const(0)))):
            self._fail()

    def _tabled(
        self, things: list[tuple[int, ...]], codes: list[Expr], *, shared: bool = True
    ) -> Var | None:
        """The place of a thing among some by a table of all numbers between those it can have.

        Equal tables are one where they are shared; else the code stays the same as they change.
        """
        b = self.b
        ends = [(min(column), max(column)) for column in zip(*things, strict=True)]
        spans = [high - low + 1 for low, high in ends]
        if prod(spans) > TABLED:
            return None
        table = [-1] * prod(spans)
        for k, thing in enumerate(things):
            table[_cell(thing, ends)] = k
        form: Callable[[list[int]], Sequence[int]] = tuple if shared else list
        bounds = b.program.constants.row(form([end for pair in ends for end in pair]))
        cell: Expr = Const(0)
        for k, code in enumerate(codes):
            first = b.assign("c", mem(plus(bounds.offset, 2 * k)))
            last = b.assign("c", mem(plus(bounds.offset, 2 * k + 1)))
            with b.out.when(Op("or", (Op("<", (code, first)), Op(">", (code, last))))):
                self._fail()
            digit = Op("-", (code, first))
            span = plus(Op("-", (last, first)), 1)
            cell = digit if k == 0 else Op("+", (Op("*", (cell, span)), digit))
        row = b.program.constants.row(form(table))
        return b.assign("k", mem(plus(row.offset, cell)))

    def _pack_flat(self, part: StateForm, row: Row, words: Expr, at: Cursor) -> None:
        b, place = self.b, Var(self.b.name("f"))
        with b.out.loop(place.name, (words,), 1):
            code = b.assign("t", mem(plus(row.offset, place)))
            field = plus(at.code, place)
            if part.kind == "symbol":
                self._letter(part, code, field)
            else:
                self._number(code, field)

    def _pack_many(self, form: StateForm, row: Row, at: Cursor) -> Cursor:
        b, part = self.b, form.parts[0]
        self._number(row.length, at.code)
        if _is_direct(part):
            self._pack_flat(part, row, times(row.length, row.item.width), at.on(1))
        else:
            field, place = b.assign("f", at.on(1).code), Var(b.name("k"))
            with b.out.loop(place.name, (row.length,), 1):
                item = b.keep(arena.at(row, place))
                b.out.assign(field.name, self._pack(part, item, Cursor(field)).code)
        return Cursor(b.assign("f", plus(at.on(1).code, codec(5, at.code))))

    def _pack_set(self, form: StateForm, row: Row, at: Cursor) -> None:
        """The bits of all items."""
        b = self.b
        bits = [b.assign("bits", Const(0)) for _ in range(form.fields)]
        universe = universe_of(b, form, row.item)

        def add(item: Value) -> None:
            place = self._place_in(form, universe, row, item)
            for chunk, each in enumerate(bits):
                bit = Op("<<", (Const(1), plus(place, -chunk * CHUNK)))
                new = Op("|", (each, bit))
                if len(bits) == 1:
                    b.out.assign(each.name, new)
                    continue
                low, high = Const(chunk * CHUNK), Const((chunk + 1) * CHUNK)
                inside = Op("and", (Op(">=", (place, low)), Op("<", (place, high))))
                with b.out.when(inside):
                    b.out.assign(each.name, new)

        b.each(replace(row, cls=tuple), add, LoopOfRules(weight=1000))
        for chunk, each in enumerate(bits):
            self._index(each, at.on(chunk).code)

    def _place_in(self, form: StateForm, universe: Row, row: Row, item: Value) -> Expr:
        """The number of an item among all that may be in the set."""
        b = self.b
        codes = item.codes()
        if row.item.is_flat and len(codes) == 1 and isinstance(item, Num):
            return self._place_of([int(thing) for thing in form.things], codes[0])  # type: ignore[call-overload]
        found: Var | None = None
        if row.item.is_flat and codes and form.things:
            pool = b.program.constants
            things = [tuple(pool.numbers(thing, row.item)) for thing in form.things]
            found = self._tabled(
                things, [b.kept(code, "c", copy=False) for code in codes], shared=False
            )
        if found is not None:
            place = found
        elif row.item.is_flat:
            wanted = b.spilled([item], row.item)
            given = (MEM, universe.offset, universe.length, wanted.offset, Const(row.item.width))
            place = b.assign("k", Call("found_at", given))
        else:
            place = self._searched(universe, item)
        self._expect_found(place)
        return place

    def _searched(self, universe: Row, item: Value) -> Var:
        b = self.b
        place, here, loop = (
            b.assign("k", Const(-1)),
            b.assign("k", Const(0)),
            LoopOfRules(breaks=True),
        )

        def look(each: Value) -> None:
            with b.out.when(truth_code(equal(b, each, item))):
                b.out.assign(place.name, here)
                loop.leave()
            b.out.assign(here.name, plus(here, 1))

        b.each(universe, look, loop)
        return place

    def _pack_union(self, form: StateForm, value: Union, at: Cursor) -> None:
        b, field = self.b, at.on(1)
        self._index(value.tag, at.code)
        for (test, part), inner in zip(value.alternatives(), form.parts, strict=True):
            with b.out.when(test):
                self._pack(inner, part, field)
            field = field.on(inner.fields)
