"""Tuples, lists and everything that can be gone through, as code over one memory of numbers."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from zermelo.arrays import IntRow
from zermelo.compiled.frame import Frame
from zermelo.compiled.values import (
    Indexed,
    Known,
    Lazy,
    Num,
    Pack,
    Row,
    Shape,
    Text,
    Value,
    flatten,
    rebuild,
    shape_of,
    truth,
)

UNROLLED = 16  # items of a known sequence for which a loop is written out
SELECTED = 4  # items of a tuple that are picked by comparisons instead of memory
LARGE = 64  # numbers of a constant that are handed over when the code runs, not written into it


class Sequences(Frame):
    """What sequences can do."""

    # -- constants --------------------------------------------------------------------------

    def known(self, value: Any, node: ast.AST) -> Value:
        """A constant; a long row of numbers is read from memory, so that the code stays the same
        when its numbers change.
        """
        if isinstance(value, IntRow) or hasattr(value, "tolist"):
            value = self._listed(value)
        if isinstance(value, tuple | list) and _leaves(value) > LARGE:
            return self.row_of(Known(value), node)
        return Known(value)

    def _listed(self, value: Any) -> Any:
        """An array as nested tuples, one object for each array."""
        kept = self.program.memory.keep
        for array, listed in (pair for pair in kept if isinstance(pair, tuple) and len(pair) == 2):
            if array is value:
                return listed
        listed = tuple(value) if isinstance(value, IntRow) else _tuples(value.tolist())
        kept.append((value, listed))
        return listed

    # -- memory -----------------------------------------------------------------------------

    def room(self, words: int | str) -> str:
        """Fresh memory for some numbers; returns the variable that holds its offset."""
        offset = self.name("at")
        self.emit(f"{offset} = take(mem, {words})")
        return offset

    def row_of(self, value: Value, node: ast.AST) -> Row:
        """Any sequence as a row of memory."""
        if isinstance(value, Row):
            return value
        if isinstance(value, Known):
            if not isinstance(value.value, tuple | list | range):
                raise self.stop(
                    node, f"{value.value!r} is not a row of numbers", "use a tuple of ints"
                )
            try:
                return self.program.memory.row(value.value)
            except (TypeError, ValueError, AttributeError):
                raise self.stop(
                    node, f"{value.value!r} is not a row of whole numbers", "use tuples of ints"
                ) from None
        if isinstance(value, Pack):
            return self._spilled(value, node)
        return self.collected(value, node)

    def _spilled(self, pack: Pack, node: ast.AST) -> Row:
        items = [self.laid(item, node) for item in pack.items]
        shapes = {shape_of(item) for item in items}
        if len(shapes) > 1:
            raise self.stop(
                node, "a tuple of different things is picked from by a number", "unpack it instead"
            )
        shape = shapes.pop() if shapes else Shape("number")
        offset = self.room(len(items) * shape.width)
        place = 0
        for item in items:
            for code in flatten(item):
                self.emit(f"mem[{offset} + {place}] = {code}")
                place += 1
        return Row(offset, len(items), shape)

    def laid(self, value: Value, node: ast.AST) -> Value:
        """A value that can lie in memory: known tuples become packs."""
        if isinstance(value, Known) and isinstance(value.value, tuple | list):
            return self.program_pack(value.value)
        if isinstance(value, Indexed | Lazy):
            return self.collected(value, node)
        return value

    def collected(self, value: Value, node: ast.AST) -> Row:
        """A list that grows, filled with the items of anything."""
        row = self.empty_list()
        self.each(value, lambda item: self.append(row, item, node), node)
        if row.item is None:
            row.item = Shape("number")
        return row

    def empty_list(self) -> Row:
        """A list without items whose kind of items is not known yet."""
        offset, length, room = self.name("list"), self.name("len"), self.name("room")
        self.emit(f"{offset} = 0")
        self.emit(f"{length} = 0")
        self.emit(f"{room} = 0")
        return Row(offset, length, None, True, room)

    def append(self, row: Row, item: Value, node: ast.AST) -> None:
        """Add an item; the list moves to a place twice as large when it is full."""
        item = self.laid(item, node)
        shape = shape_of(item)
        if row.item is None:
            row.item = shape
        if row.item != shape or row.room is None:
            raise self.stop(
                node, "a list of different things", "append the same kind of thing everywhere"
            )
        width = max(shape.width, 1)
        with self.block(f"if {row.length} == {row.room}:"):
            self.emit(f"{row.offset} = moved(mem, {row.offset}, {row.length} * {width})")
            self.emit(f"{row.room} = 2 * {row.room} + 4")
        for place, code in enumerate(flatten(item)):
            self.emit(f"mem[{row.offset} + {row.length} * {width} + {place}] = {code}")
        self.emit(f"{row.length} += 1")

    def growing_copy(self, value: Value, node: ast.AST) -> Row:
        """A list that can grow, with the items that it begins with."""
        return self.collected(value, node)

    def fixed_copy(self, value: Value, node: ast.AST) -> Row:
        """A list of its own that is changed in place but keeps its length."""
        row = self.row_of(value, node)
        item = row.item or Shape("number")
        size = _times(row.length, item.width)
        offset = self.room(size)
        self.emit(f"copy(mem, {row.offset}, {size}, {offset})")
        return Row(offset, row.length, item, True)

    def at(self, row: Row, index: str) -> Value:
        """The item at a place that is inside the row."""
        shape = row.item or Shape("number")
        width = shape.width
        base = f"{row.offset} + {index}" if width == 1 else f"{row.offset} + {index} * {width}"
        codes = [f"mem[{base} + {k}]" if k else f"mem[{base}]" for k in range(width)]
        return rebuild(shape, codes)

    # -- length, items ----------------------------------------------------------------------

    def length(self, value: Value, node: ast.AST) -> int | str:
        """How many items: a number where it is known, else code."""
        if isinstance(value, Known):
            return len(value.value)
        if isinstance(value, Pack):
            return len(value.items)
        if isinstance(value, Row | Indexed):
            return value.length
        if isinstance(value, Lazy):
            return self.collected(value, node).length
        raise self.stop(node, "this has no length", "ask for the length of a tuple or a list")

    def statics(self, value: Value, most: int = UNROLLED) -> list[Value] | None:
        """The items one by one, where their number is known and small; else None."""
        if isinstance(value, Pack):
            return list(value.items)
        if isinstance(value, Known):
            try:
                items = list(value.value)
            except TypeError:
                return None
            return [Known(item) for item in items] if len(items) <= most else None
        if isinstance(value, Row) and isinstance(value.length, int) and value.length <= most:
            return [self.at(value, str(place)) for place in range(value.length)]
        if isinstance(value, Indexed) and isinstance(value.length, int) and value.length <= most:
            return [value.get(Known(place)) for place in range(value.length)]
        return None

    def item(self, value: Value, index: Value, node: ast.AST) -> Value:
        """value[index]."""
        if isinstance(value, Known) and isinstance(index, Known):
            try:
                return self.known(value.value[index.value], node)
            except (LookupError, TypeError) as error:
                raise self.stop(node, f"{error}", "mend the index") from None
        if isinstance(value, Known) and isinstance(value.value, str):
            return Text()
        if isinstance(value, Known) and isinstance(value.value, dict):
            return self._looked_up(value.value, index, node)
        if isinstance(value, Text):
            return Text()
        if isinstance(value, Pack):
            return self._of_pack(value, index, node)
        if isinstance(value, Indexed) and value.written_out:
            value = Pack(tuple(self.statics(value) or ()))
            return self._of_pack(value, index, node)
        if isinstance(value, Indexed):
            return value.get(Num(self._inside(value.length, index, node)))
        row = self.row_of(value, node)
        if isinstance(index, Known) and isinstance(row.length, int):
            place = range(row.length)[index.value]
            return self.at(row, str(place))
        return self.at(row, self._inside(row.length, index, node))

    def _inside(self, length: int | str, index: Value, node: ast.AST) -> str:
        """The place as a variable, held against the length as Python would."""
        place = self.name("k")
        self.emit(f"{place} = inside({self.number(index, node)}, {length})")
        return place

    def _of_pack(self, pack: Pack, index: Value, node: ast.AST) -> Value:
        if isinstance(index, Known):
            try:
                return pack.items[index.value]
            except (IndexError, TypeError) as error:
                raise self.stop(node, f"{error}", "mend the index") from None
        flat = all(shape_of(item).kind == "number" for item in pack.items)
        if flat and 0 < len(pack.items) <= SELECTED:
            place = self._inside(len(pack.items), index, node)
            code = self.number(pack.items[-1], node)
            for k in reversed(range(len(pack.items) - 1)):
                code = f"({self.number(pack.items[k], node)} if {place} == {k} else {code})"
            return Num(code)
        return self.item(self._spilled(pack, node), index, node)

    def _looked_up(self, table: dict[Any, Any], index: Value, node: ast.AST) -> Value:
        """A known dict of numbers asked by a number: a search through its keys."""
        if not all(isinstance(key, int) for key in table):
            raise self.stop(node, "a dict whose keys are not numbers", "use a tuple and an index")
        keys = self._kept_tuple(table, 0)
        values = self._kept_tuple(table, 1)
        found = self.name("k")
        row = self.row_of(Known(keys), node)
        code = self.number(index, node)
        self.emit(f"{found} = found_at(mem, {row.offset}, {row.length}, {code})")
        return self.at(self.row_of(Known(values), node), found)

    def _kept_tuple(self, table: dict[Any, Any], side: int) -> tuple[Any, ...]:
        memory = self.program.memory
        for known in memory.keep:
            if isinstance(known, tuple) and len(known) == 3 and known[0] is table:
                found: tuple[Any, ...] = known[1 + side]
                return found
        sides = (tuple(table), tuple(table.values()))
        memory.keep.append((table, *sides))
        return sides[side]

    def sliced(self, value: Value, low: Value, high: Value, step: Value, node: ast.AST) -> Value:
        """value[low:high:step]."""
        cut = [low, high, step]
        if isinstance(value, Known) and all(isinstance(part, Known) for part in cut):
            chosen = slice(*(part.value for part in cut))
            return self.known(value.value[chosen], node)
        if isinstance(value, Text) or (isinstance(value, Known) and isinstance(value.value, str)):
            return Text()
        static = self.statics(value) if all(isinstance(part, Known) for part in cut) else None
        if static is not None and not (isinstance(value, Row) and value.is_list):
            return Pack(tuple(static[slice(*(part.value for part in cut))]))
        if isinstance(step, Known) and step.value == -1 and low == high == Known(None):
            return self.reversed(value, node)
        if step != Known(None):
            raise self.stop(node, "a slice with a step", "write a loop over range(...)")
        return self._stretch(self.row_of(value, node), low, high, node)

    def _stretch(self, row: Row, low: Value, high: Value, node: ast.AST) -> Row:
        """A stretch of a row: seen in place, or copied when it is of a list."""
        item = row.item or Shape("number")
        ends = (low, high)
        if isinstance(row.length, int) and all(isinstance(end, Known) for end in ends):
            begin, end, _ = slice(low.value, high.value).indices(row.length)
            length: int | str = max(0, end - begin)
            start: str = str(begin * item.width)
        else:
            first, last = self.name("low"), self.name("high")
            given = "0" if low == Known(None) else self.number(low, node)
            self.emit(f"{first} = clipped({given}, {row.length})")
            given = str(row.length) if high == Known(None) else self.number(high, node)
            self.emit(f"{last} = max({first}, clipped({given}, {row.length}))")
            length, start = f"({last} - {first})", f"{first} * {item.width}"
        offset = self.name("at")
        self.emit(f"{offset} = {row.offset} + {start}")
        if isinstance(length, str):
            size = self.name("len")
            self.emit(f"{size} = {length}")
            length = size
        view = Row(offset, length, item)
        return self.fixed_copy(view, node) if row.is_list else view

    # -- going through ----------------------------------------------------------------------

    def each(
        self,
        value: Value,
        body: Callable[[Value], None],
        node: ast.AST,
        jumps: bool = False,
    ) -> None:
        """Write the code that goes through a sequence. `jumps`: the body may leave the loop."""
        if isinstance(value, Lazy):
            value.each(body)
            return
        by_number = (isinstance(value, Indexed) and not value.written_out) or (
            isinstance(value, Known) and isinstance(value.value, range)
        )
        static = None if jumps or by_number else self.statics(value)
        if static is None and self._must_unroll(value):
            static = self.statics(value, 10**6)
        if static is not None:
            for item in static:
                body(item)
            return
        indexed = self.indexed(value, node)
        place = self.name("k")
        loop = indexed.loop or f"range({indexed.length})"
        with self.block(f"for {place} in {loop}:"):
            body(Num(place) if indexed.loop else indexed.get(Num(place)))

    def _must_unroll(self, value: Value) -> bool:
        """Whether the items are things that no memory can hold."""
        if isinstance(value, Known) and isinstance(value.value, tuple | list):
            return any(not isinstance(leaf, int | str) for leaf in _all_leaves(value.value))
        return False

    def indexed(self, value: Value, node: ast.AST) -> Indexed:
        """Any sequence as one that is asked by number."""
        if isinstance(value, Indexed) and value.written_out:
            value = Pack(tuple(self.statics(value) or ()))
        if isinstance(value, Indexed):
            return value
        if isinstance(value, Lazy):
            value = self.collected(value, node)
        if isinstance(value, Known) and isinstance(value.value, range):
            span = value.value
            return Indexed(
                len(span),
                lambda k: self.sum(Known(span.start), k, span.step, node),
                f"range({span.start}, {span.stop}, {span.step})",
            )
        if isinstance(value, Known | Pack):
            held: Value = value
            static = self.statics(value, 10**6) or []
            kept: list[Row] = []

            def pick(k: Value) -> Value:
                if isinstance(k, Known):
                    return static[k.value]
                if not kept:
                    raise self.stop(node, "a short tuple in a long loop", "use one length")
                return self.at(kept[0], self.number(k, node))

            if not self._must_unroll(value):
                kept.append(self.row_of(held, node))
            return Indexed(len(static), pick)
        row = self.row_of(value, node)
        return Indexed(row.length, lambda k: self.at(row, self.number(k, node)))

    def sum(self, start: Value, k: Value, step: int, node: ast.AST) -> Value:
        """start + k·step."""
        if isinstance(start, Known) and isinstance(k, Known):
            return Known(start.value + k.value * step)
        return Num(f"({self.number(start, node)} + {self.number(k, node)} * ({step}))")

    def zipped(self, values: list[Value], node: ast.AST) -> Value:
        """zip(...): as long as its shortest."""
        parts = [self.indexed(value, node) for value in values]
        lengths = [part.length for part in parts]
        known = [length for length in lengths if isinstance(length, int)]
        least: int | str = min(known) if known else lengths[0]
        if not known and len(lengths) > 1:
            least = f"min({', '.join(map(str, lengths))})"
        return Indexed(least, lambda k: Pack(tuple(part.get(k) for part in parts)))

    def enumerated(self, value: Value, start: Value, node: ast.AST) -> Value:
        """enumerate(...)."""
        if isinstance(value, Lazy):
            return self._counted(value, start, node)
        part = self.indexed(value, node)
        return Indexed(part.length, lambda k: Pack((self.sum(start, k, 1, node), part.get(k))))

    def _counted(self, value: Lazy, start: Value, node: ast.AST) -> Lazy:
        def each(body: Callable[[Value], None]) -> None:
            count = self.name("n")
            self.emit(f"{count} = {self.number(start, node)}")

            def counted(item: Value) -> None:
                number = self.name("n")
                self.emit(f"{number} = {count}")
                self.emit(f"{count} += 1")
                body(Pack((Num(number), item)))

            value.each(counted)

        return Lazy(each)

    def reversed(self, value: Value, node: ast.AST) -> Value:
        """reversed(...), or [::-1]."""
        static = self.statics(value)
        if static is not None:
            return Pack(tuple(reversed(static)))
        part = self.indexed(value, node)

        def back(k: Value) -> Value:
            code = f"({part.length} - 1 - {self.number(k, node)})"
            return part.get(Num(code))

        return Indexed(part.length, back)

    # -- together ---------------------------------------------------------------------------

    def joined(self, parts: list[Value], node: ast.AST) -> Value:
        """The items of several sequences side by side: a pack where all lengths are known."""
        parts = [self.collected(part, node) if isinstance(part, Lazy) else part for part in parts]
        static = [self.statics(part) for part in parts]
        if all(items is not None for items in static):
            flat = [item for items in static for item in items or ()]
            if len(flat) <= 2 * UNROLLED:
                return Pack(tuple(flat))
        rows = [self.row_of(part, node) for part in parts]
        full = [row for row in rows if row.length != 0]
        shapes = {row.item for row in full}
        if len(shapes) > 1:
            raise self.stop(node, "sequences of different things are joined", "join like to like")
        item = (shapes.pop() if shapes else None) or Shape("number")
        length = self.name("len")
        self.emit(f"{length} = {' + '.join(str(row.length) for row in rows)}")
        offset = self.room(_times(length, item.width))
        place = self.name("at")
        self.emit(f"{place} = {offset}")
        for row in rows:
            size = _times(row.length, item.width)
            self.emit(f"copy(mem, {row.offset}, {size}, {place})")
            self.emit(f"{place} += {size}")
        total = sum(row.length for row in rows if isinstance(row.length, int))
        known = all(isinstance(row.length, int) for row in rows)
        return Row(offset, total if known else length, item)

    def repeated(self, value: Value, times: Value, node: ast.AST) -> Value:
        """sequence * times."""
        static = self.statics(value)
        if static is not None and isinstance(times, Known) and len(static) * times.value <= 16:
            return Pack(tuple(static * times.value))
        row = self.row_of(value, node)
        if row.item is None or row.item.width != 1:
            raise self.stop(node, "tuples are repeated", "build the sequence with a loop")
        length = self.name("len")
        times_code = self.number(times, node)
        self.emit(f"{length} = max(0, {times_code}) * {row.length}")
        offset = self.room(length)
        with self.block(f"for k in range({length}):"):
            self.emit(f"mem[{offset} + k] = mem[{row.offset} + k % {row.length}]")
        both = isinstance(row.length, int) and isinstance(times, Known)
        return Row(offset, row.length * times.value if both else length, row.item)

    def equal(self, one: Value, two: Value, node: ast.AST) -> Value:
        """Whether two sequences are equal."""
        first, second = self.statics(one), self.statics(two)
        if first is not None and second is not None:
            if len(first) != len(second):
                return Known(False)
            codes = [
                self.number(self.same(a, b, node), node) for a, b in zip(first, second, strict=True)
            ]
            return truth(f"({' and '.join(codes)})") if codes else Known(True)
        a, b = self.row_of(one, node), self.row_of(two, node)
        width = (a.item or Shape("number")).width
        return truth(
            f"({a.length} == {b.length} and "
            f"same(mem, {a.offset}, {b.offset}, {_times(a.length, width)}))"
        )

    def same(self, one: Value, two: Value, node: ast.AST) -> Value:
        """one == two, numbers or sequences."""
        if isinstance(one, Known) and isinstance(two, Known):
            return Known(one.value == two.value)
        if _is_sequence(one) and _is_sequence(two):
            return self.equal(one, two, node)
        if _is_sequence(one) or _is_sequence(two):
            return Known(False)
        return truth(f"({self.number(one, node)} == {self.number(two, node)})")

    def before(self, one: Value, two: Value, node: ast.AST, *, or_same: bool) -> Value:
        """one < two (or ≤) in the order of sequences: the first difference decides."""
        first, second = self.statics(one), self.statics(two)
        if first is not None and second is not None and len(first) == len(second) <= SELECTED:
            code = str(or_same)
            for a, b in zip(reversed(first), reversed(second), strict=True):
                x, y = self.number(a, node), self.number(b, node)
                code = f"({x} < {y} or ({x} == {y} and {code}))"
            return truth(code)
        a_row, b_row = self.row_of(one, node), self.row_of(two, node)
        width = (a_row.item or Shape("number")).width
        code = (
            f"ordered(mem, {a_row.offset}, {_times(a_row.length, width)}, "
            f"{b_row.offset}, {_times(b_row.length, width)})"
        )
        return truth(f"({code} {'<=' if or_same else '<'} 0)")


def _is_sequence(value: Value) -> bool:
    known = isinstance(value, Known) and isinstance(value.value, tuple | list)
    return known or isinstance(value, Pack | Row | Indexed)


def _times(length: int | str, width: int) -> str:
    return str(length) if width == 1 else f"{length} * {width}"


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _leaves(value: Any) -> int:
    if isinstance(value, tuple | list):
        return sum(map(_leaves, value))
    return 1


def _all_leaves(value: Any) -> list[Any]:
    if isinstance(value, tuple | list):
        return [leaf for item in value for leaf in _all_leaves(item)]
    return [value]
