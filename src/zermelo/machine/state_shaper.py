"""A value brought to the form of the states: the code in front of a key."""

from __future__ import annotations

from dataclasses import replace

from zermelo.machine.key_code import (
    BY_STATE,
    GIVEN_BITS,
    OUTSIDE,
    bits_of,
    shape_for,
)
from zermelo.machine.layout import Layout
from zermelo.machine.state_forms import StateForm
from zermelo.staging.builder import arena
from zermelo.staging.builder.ignored import Ignored
from zermelo.staging.builder.iterators import Passing
from zermelo.staging.builder.operations import equal, is_several
from zermelo.staging.builder.scope import Scope, truth_code
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
    Same,
    Shape,
    Value,
)
from zermelo.staging.ir.code import (
    Const,
    Expr,
    Op,
    Return,
    Var,
    Write,
)
from zermelo.staging.modules.sequences import mapped
from zermelo.staging.types.sequence import statics
from zermelo.staging.types.sets import rows_of


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
            members = row.as_bits
            if members is not None and members.universe == bits_of(b, form, shape.item):
                return Row(members.bits, GIVEN_BITS, shape.item, frozenset)
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


def _objects(value: Value) -> list[object]:
    """The things without parts that a value may be."""
    if isinstance(value, Known):
        return [value.value]
    return value.objects if isinstance(value, Atom) else []


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
    return cls is (form.made_by or tuple)
