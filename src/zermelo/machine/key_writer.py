"""A key made of a state: the code that packs where a move leads and writes the move down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod

from zermelo.machine.key_code import (
    BY_STATE,
    FULL,
    OUTSIDE,
    TABLED,
    Cursor,
    bits_of,
    cell_of,
    codec,
    is_direct,
    shape_for,
    universe_of,
)
from zermelo.machine.layout import Layout
from zermelo.machine.state_forms import CHUNK, StateForm
from zermelo.staging.builder import arena
from zermelo.staging.builder.branches import LoopOfRules
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import (
    Pack,
    Row,
)
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import (
    Atom,
    Num,
    Value,
)
from zermelo.staging.ir.code import (
    MEM,
    Call,
    Const,
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
from zermelo.staging.types.sequence import place_of_equal, statics

UNKNOWN = Var("unknown")  # below 0 where a letter was not met before


class KeyWriter:
    """Writes the function that packs a move's target and writes the move down."""

    def __init__(self, b: Scope, layout: Layout) -> None:
        self.b = b
        self.layout = layout
        self.is_one = layout.words == 1
        self.alphabets: dict[tuple[int, ...], tuple[Row, Row]] = {}

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
        b.out.assign(UNKNOWN.name, Const(0))
        self._pack(layout.form, shape.rebuild(iter(map(Var, names))), Cursor())
        if self.alphabets:
            self._expect_found(UNKNOWN)
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
        if form.is_row and isinstance(value, Row) and is_direct(form.parts[0]):
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
        """A letter by its number in the alphabet; whether all were in it is asked at the end."""
        b, numbers = self.b, tuple(ord(str(thing)) for thing in form.things)
        if not numbers or numbers[-1] - numbers[0] >= TABLED:
            self._index(self._place_of([*numbers], code), at)
            return
        bounds, table = self._alphabet(numbers)
        place = b.assign("k", Call("letter", (MEM, bounds.offset, table.offset, code)))
        b.out.assign(UNKNOWN.name, Op("|", (UNKNOWN, place)))
        self._index(place, at)

    def _alphabet(self, letters: tuple[int, ...]) -> tuple[Row, Row]:
        """The first letter and the last, and the place of each between; one for all strings."""
        if letters not in self.alphabets:
            first, last = letters[0], letters[-1]
            places = {letter: place for place, letter in enumerate(letters)}
            table = tuple(places.get(code, -1) for code in range(first, last + 1))
            row = self.b.program.constants.row
            self.alphabets[letters] = row((first, last)), row(table)
        return self.alphabets[letters]

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
            table[cell_of(thing, ends)] = k
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
        if is_direct(part):
            self._pack_flat(part, row, times(row.length, row.item.width), at.on(1))
        else:
            field, place = b.assign("f", at.on(1).code), Var(b.name("k"))
            with b.out.loop(place.name, (row.length,), 1):
                item = b.keep(arena.at(row, place))
                b.out.assign(field.name, self._pack(part, item, Cursor(field)).code)
        return Cursor(b.assign("f", plus(at.on(1).code, codec(5, at.code))))

    def _pack_set(self, form: StateForm, row: Row, at: Cursor) -> None:
        """The bits of all items; they are given in the place of a row whose length is below 0."""
        b = self.b
        found = bits_of(b, form, row.item)
        if found is not None:
            made = found.bits(row, is_whole=True)
            is_given = Op("<", (row.length, Const(0)))
            whole = b.assign("bits", Op("select", (is_given, row.offset, made)))
            self._expect_found(whole)
            self._index(whole, at.code)
            return
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
            place = place_of_equal(self.b, universe, item)
        self._expect_found(place)
        return place

    def _pack_union(self, form: StateForm, value: Union, at: Cursor) -> None:
        b, field = self.b, at.on(1)
        self._index(value.tag, at.code)
        for (test, part), inner in zip(value.alternatives(), form.parts, strict=True):
            with b.out.when(test):
                self._pack(inner, part, field)
            field = field.on(inner.fields)
