"""States in and out of keys: the code that takes a key apart, and the code that makes one."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from zermelo.machine.layout import Layout
from zermelo.machine.state_forms import StateForm, leaf_count
from zermelo.staging.calls import Calls
from zermelo.staging.comparing import is_list, is_sequence
from zermelo.staging.scope import spoken
from zermelo.staging.value_shapes import Shape, joined_item
from zermelo.staging.values import (
    ArenaTuple,
    Generated,
    Indexed,
    Num,
    Pack,
    Value,
    codes_of,
    rebuild,
    shape_of,
)

FULL, OUTSIDE = 1, 2  # status[0]: no room for more moves; a field does not fit (field, number)


def shape_for(form: StateForm, layout: Layout, leaf: int = 0) -> Shape:
    """The shape in which the rules see a state, with the bounds of its numbers."""
    if form.kind == "number":
        return Shape("number", low=layout.low[leaf], high=layout.high[leaf])
    if form.kind == "many":
        return Shape("row", (shape_for(form.parts[0], layout, leaf + 1),))
    shapes = []
    for part in form.parts:
        shapes.append(shape_for(part, layout, leaf))
        leaf += leaf_count(part)
    if form.is_row:
        item = joined_item(tuple(shapes))
        assert item is not None
        return Shape("row", (item,), len(shapes))
    return Shape("pack", tuple(shapes), form.made_by)


@dataclass(frozen=True)
class Cursor:
    """A field of a key: a number, or a number after a place that only the code knows."""

    base: str = ""
    more: int = 0

    def __str__(self) -> str:
        if not self.base:
            return str(self.more)
        return f"{self.base} + {self.more}" if self.more else self.base

    def plus(self, place: str) -> str:
        """The field so many places further, which only the code knows."""
        return place if not self.base and not self.more else f"{self} + {place}"

    def on(self, fields: int) -> Cursor:
        """So many fields further."""
        return Cursor(self.base, self.more + fields)


# -- a key taken apart ----------------------------------------------------------------------------


class KeyReader:
    """Writes the code that reads a state."""

    def __init__(self, scope: Calls, layout: Layout) -> None:
        self.scope = scope
        self.layout = layout

    def state(self) -> Value:
        """The state of keys[i]."""
        form = self.layout.form
        value, _ = self._read(form, shape_for(form, self.layout), Cursor())
        return value

    def _field(self, at: str) -> str:
        if self.layout.dense:
            return f"keys[i, 0] // codec[2, {at}] % codec[4, {at}] + codec[0, {at}]"
        word = "0" if self.layout.words == 1 else f"codec[3, {at}]"
        return f"(keys[i, {word}] >> codec[2, {at}] & codec[4, {at}]) + codec[0, {at}]"

    def _read(self, form: StateForm, shape: Shape, at: Cursor) -> tuple[Value, Cursor]:
        """The value of a form whose first field is `at`, and the field after it."""
        if form.kind == "number":
            number = Num(self._field(str(at)), shape.low, shape.high)
            return self.scope.keep(number, "s"), at.on(1)
        if form.kind == "many":
            return self._read_many(form, shape, at)
        if form.is_row and shape.parts[0].is_flat:
            return self._read_flat(shape, form.fields, str(len(form.parts)), at), at.on(form.fields)
        items, parts = [], shape.parts * len(form.parts) if form.is_row else shape.parts
        for part, inner in zip(form.parts, parts, strict=True):
            item, at = self._read(part, inner, at)
            items.append(item)
        if form.is_row:
            return self.scope.spilled(items, self.scope.here, shape.parts[0]), at
        return Pack(tuple(items), form.made_by), at

    def _read_flat(self, shape: Shape, words: int | str, length: str, at: Cursor) -> ArenaTuple:
        """Numbers that lie in memory as they lie in the key."""
        scope = self.scope
        offset, place = scope.room(words, 1), scope.name("f")
        with scope.emitter.loop(f"for {place} in range({words}):", 1):
            scope.emit(f"mem[{offset} + {place}] = {self._field(at.plus(place))}")
        return ArenaTuple(offset, int(length) if length.isdigit() else length, shape.parts[0])

    def _read_many(self, form: StateForm, shape: Shape, at: Cursor) -> tuple[ArenaTuple, Cursor]:
        scope, item = self.scope, shape.parts[0]
        length, after = scope.name("len"), scope.name("f")
        scope.emit(f"{length} = {self._field(str(at))}")
        if item.is_flat:
            words = length if item.width == 1 else f"{length} * {item.width}"
            row = self._read_flat(shape, words, length, at.on(1))
        else:
            row = self._read_items(form, item, length, at)
        scope.emit(f"{after} = {at.on(1)} + codec[5, {at}]")
        return row, Cursor(after)

    def _read_items(self, form: StateForm, item: Shape, length: str, at: Cursor) -> ArenaTuple:
        scope = self.scope
        offset, place = scope.room(length, item.width), scope.name("k")
        field = scope.name("f")
        scope.emit(f"{field} = {at.on(1)}")
        with scope.emitter.loop(f"for {place} in range({length}):", 1):
            value, after = self._read(form.parts[0], item, Cursor(field))
            scope.write(offset, f"{place} * {item.width}", codes_of(value, item))
            scope.emit(f"{field} = {after}")
        return ArenaTuple(offset, length, item)


# -- a value brought to the form of the states ----------------------------------------------------


class StateShaper:
    """Writes the code that brings a state to the form of all states."""

    def __init__(self, scope: Calls, layout: Layout, node: ast.AST) -> None:
        self.scope = scope
        self.layout = layout
        self.node = node

    def codes(self, value: Value) -> list[str]:
        """The codes of a state, in the order of its shape."""
        shape = shape_for(self.layout.form, self.layout)
        return codes_of(self._shaped(self.layout.form, shape, value, 0), shape)

    def _shaped(self, form: StateForm, shape: Shape, value: Value, place: int) -> Value:
        if form.kind == "number":
            return self.scope.whole(value, self.node)
        if isinstance(value, Generated | Indexed) or is_list(value):
            raise self.scope.stop(
                self.node, f"{spoken(value)} as a state, or in one", "make it a tuple with tuple(…)"
            )
        if not is_sequence(value):
            raise self.scope.stop(
                self.node, f"{spoken(value)} where other states have a tuple", "use one form"
            )
        if form.kind == "many":
            return self._many(form, shape, value, place)
        items = self.scope.statics(value, 10**4)
        if form.is_row and isinstance(value, ArenaTuple) and shape_of(value).parts == shape.parts:
            self._expect(value.length, len(form.parts), place)
            return ArenaTuple(value.offset, len(form.parts), value.item)
        if items is None:
            row = self.scope.view(value, self.node)
            self._expect(row.length, len(form.parts), place)
            items = [self.scope.at(row, k) for k in range(len(form.parts))]
        if len(items) != len(form.parts):
            self._expect(len(items), len(form.parts), place)
            return rebuild(shape, ["0"] * shape.width)
        return self._fixed(form, shape, items, place)

    def _fixed(self, form: StateForm, shape: Shape, items: list[Value], place: int) -> Value:
        inner = shape.parts * len(items) if form.is_row else shape.parts
        found, place = [], place + 1
        for part, part_shape, item in zip(form.parts, inner, items, strict=True):
            found.append(self._shaped(part, part_shape, item, place))
            place += sum(1 for _ in part.walk())
        if form.is_row:
            return self.scope.spilled(found, self.node, shape.parts[0])
        return Pack(tuple(found), form.made_by)

    def _many(self, form: StateForm, shape: Shape, value: Value, place: int) -> Value:
        part, item = form.parts[0], shape.parts[0]
        if isinstance(value, ArenaTuple) and value.item == item:
            return value
        static = self.scope.statics(value, 10**4)
        if static is not None:
            items = [self._shaped(part, item, each, place + 1) for each in static]
            return self.scope.spilled(items, self.node, item)

        def shaped(given: list[Value]) -> Value:
            return self._shaped(part, item, given[0], place + 1)

        return self.scope.collected(self.scope.mapped(shaped, [value], self.node), self.node, item)

    def _expect(self, length: int | str, count: int, place: int) -> None:
        """A tuple of another length needs another layout."""
        if length == count:
            return
        with self.scope.block(f"if {length} != {count}:"):
            self.scope.emit(f"status[0] = {OUTSIDE}")
            self.scope.emit(f"status[1] = {-1 - place}")
            self.scope.emit("return -1")


# -- a key made of a state ------------------------------------------------------------------------


class KeyWriter:
    """Writes the function that packs a move's target and writes the move down."""

    def __init__(self, scope: Calls, layout: Layout) -> None:
        self.scope = scope
        self.layout = layout
        self.is_one = layout.words == 1

    def text(self, *, gains: bool, again: bool) -> str:
        """The function `put`."""
        scope, layout = self.scope, self.layout
        shape = shape_for(layout.form, layout)
        names = [f"c_{k}" for k in range(shape.width)]
        given = [
            "mem",
            "codec",
            "out_keys",
            "out_gain",
            "out_again",
            "at",
            "status",
            "gain",
            "again",
        ]
        with scope.block("if at >= out_keys.shape[0]:"):
            scope.emit(f"status[0] = {FULL}")
            scope.emit("return -1")
        if self.is_one:
            scope.emit("key = 0")
        else:
            with scope.block(f"for word in range({layout.words}):"):
                scope.emit("out_keys[at, word] = 0")
        self._pack(layout.form, rebuild(shape, list(names)), Cursor())
        lines = ["out_keys[at, 0] = key"] if self.is_one else []
        lines += ["out_gain[at] = gain"] if gains else []
        lines += ["out_again[at] = again"] if again else []
        for line in (*lines, "return at + 1"):
            scope.emit(line)
        return "\n".join([f"def put({', '.join([*given, *names])}):", *scope.emitter.lines])

    def _number(self, code: str, at: str) -> None:
        scope = self.scope
        with scope.block(f"if {code} < codec[0, {at}] or {code} > codec[1, {at}]:"):
            scope.emit(f"status[0] = {OUTSIDE}")
            scope.emit(f"status[1] = {at}")
            scope.emit(f"status[2] = {code}")
            scope.emit("return -1")
        add = "key += " if self.is_one else f"out_keys[at, codec[3, {at}]] |= "
        sign = "*" if self.layout.dense else "<<"
        scope.emit(f"{add}({code} - codec[0, {at}]) {sign} codec[2, {at}]")

    def _pack(self, form: StateForm, value: Value, at: Cursor) -> Cursor:
        """Pack the value of a form whose first field is `at`; the field after it."""
        if form.kind == "number":
            assert isinstance(value, Num)
            self._number(value.code, str(at))
            return at.on(1)
        if form.kind == "many":
            assert isinstance(value, ArenaTuple)
            return self._pack_many(form, value, at)
        if form.is_row and isinstance(value, ArenaTuple) and value.item.is_flat:
            self._pack_flat(value, form.fields, at)
            return at.on(form.fields)
        items = value.items if isinstance(value, Pack) else self.scope.statics(value, 10**4)
        for part, item in zip(form.parts, items or (), strict=True):
            at = self._pack(part, item, at)
        return at

    def _pack_flat(self, row: ArenaTuple, words: int | str, at: Cursor) -> None:
        scope, place = self.scope, self.scope.name("f")
        with scope.emitter.loop(f"for {place} in range({words}):", 1):
            code = scope.keep(Num(f"mem[{row.offset} + {place}]")).code
            self._number(code, at.plus(place))

    def _pack_many(self, form: StateForm, row: ArenaTuple, at: Cursor) -> Cursor:
        scope, after, width = self.scope, self.scope.name("f"), row.item.width
        self._number(str(row.length), str(at))
        if row.item.is_flat:
            words = str(row.length) if width == 1 else f"{row.length} * {width}"
            self._pack_flat(row, words, at.on(1))
        else:
            field, place = scope.name("f"), scope.name("k")
            scope.emit(f"{field} = {at.on(1)}")
            with scope.emitter.loop(f"for {place} in range({row.length}):", 1):
                item = scope.keep(scope.at(row, place))
                scope.emit(f"{field} = {self._pack(form.parts[0], item, Cursor(field))}")
        scope.emit(f"{after} = {at.on(1)} + codec[5, {at}]")
        return Cursor(after)
