"""A key taken apart: the code that reads a state."""

from __future__ import annotations

from dataclasses import replace

from zermelo.machine.key_code import (
    Cursor,
    bits_of,
    codec,
    is_direct,
    letter_at,
    shape_for,
    universe_of,
)
from zermelo.machine.layout import Layout
from zermelo.machine.state_forms import CHUNK, StateForm
from zermelo.staging.builder import arena
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import (
    CHARACTER,
    Members,
    Pack,
    PackShape,
    Row,
    RowShape,
)
from zermelo.staging.builder.unions import Union, UnionShape
from zermelo.staging.builder.values import (
    Atom,
    Known,
    Num,
    NumberShape,
    Shape,
    Value,
)
from zermelo.staging.ir.code import (
    MEM,
    At,
    Call,
    Const,
    Do,
    Expr,
    Op,
    Var,
    Write,
    mem,
    plus,
    times,
)


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
                number = Num(self._field(at.code), shape.low, shape.high, stored=shape.of)
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
            if is_direct(form.parts[0]):
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
            code = b.assign("s", letter_at(b, form, self._index(at.code)))
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
                letter_at(b, part, self._index(field))
                if part.kind == "symbol"
                else self._field(field)
            )
            b.emit(Write("mem", (plus(offset, place),), code))
        return Row(offset, length, shape.item, shape.cls)

    def _read_many(self, form: StateForm, shape: RowShape, at: Cursor) -> tuple[Row, Cursor]:
        b = self.b
        length = b.assign("len", self._field(at.code))
        if is_direct(form.parts[0]):
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
        whole = b.assign("all", self._index(at.code))
        for chunk in range(form.fields):
            bits = b.assign("bits", self._index(at.on(chunk).code) if chunk else whole)
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
        known = bits_of(b, form, item)
        if known is None:
            return found
        return replace(found, members=Members(whole, known, (found.offset, found.length)))

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
