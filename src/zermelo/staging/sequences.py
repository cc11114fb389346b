"""What sequences can do: lengths, items, slices, joining, repeating."""

from __future__ import annotations

import ast
from dataclasses import replace

from zermelo.staging.arena import HELD, Arena, times
from zermelo.staging.scope import spoken
from zermelo.staging.value_shapes import NUMBER, Shape, join, joined_item
from zermelo.staging.values import (
    LONGEST_ROW,
    ArenaTuple,
    FixedList,
    Generated,
    GrowingList,
    Indexed,
    Known,
    Num,
    Number,
    Pack,
    Text,
    Value,
    codes_of,
    constant_of,
    ranged,
    shape_of,
)

WRITTEN = 16  # items that are dealt with one by one
SELECTED = 4  # items of a tuple that are picked by comparisons instead of memory


class Sequences(Arena):
    """Tuples, lists, ranges and what is made of them."""

    def length(self, value: Value, node: ast.AST) -> Known | Num:
        """How many items."""
        if isinstance(value, Known):
            try:
                return Known(len(value.value))
            except TypeError:
                raise self.stop(node, f"{spoken(value)} has no length", "use a tuple") from None
        if isinstance(value, Pack):
            return Known(len(value.items))
        if isinstance(value, GrowingList):
            size: int | str = self.view(value, node).length
        elif isinstance(value, ArenaTuple | Indexed):
            size = value.length
        else:
            raise self.stop(node, f"{spoken(value)} has no length", "make it a tuple first")
        return Known(size) if isinstance(size, int) else Num(size, 0, LONGEST_ROW)

    def statics(self, value: Value, most: int = WRITTEN) -> list[Value] | None:
        """The items one by one, as they are now, where their number is known and small."""
        if isinstance(value, Pack):
            return list(value.items)
        if isinstance(value, Known):
            count = self.count(value)
            if count is None or count > most:
                return None
            return [self.known(item, self.here) for item in value.value]
        if not isinstance(value, ArenaTuple | Indexed) or not isinstance(value.length, int):
            return None
        if value.length > most:
            return None
        places = range(value.length)
        if isinstance(value, Indexed):
            return [value.get(Known(place)) for place in places]
        items = [self.at(value, place) for place in places]
        return [self.keep(item) for item in items] if isinstance(value, FixedList) else items

    def count(self, value: Value) -> int | None:
        """How many items there are, where that is known."""
        if isinstance(value, Pack):
            return len(value.items)
        if isinstance(value, Known):
            return len(value.value) if hasattr(value.value, "__len__") else None
        length = getattr(value, "length", None)
        return length if isinstance(length, int) else None

    # -- items ------------------------------------------------------------------------------

    def item(self, value: Value, index: Value, node: ast.AST) -> Value:
        """value[index]; an array may be asked with several indices."""
        is_dict = isinstance(value, Known) and isinstance(value.value, dict)
        several = self.statics(index) if _is_tuple(index) and not is_dict else None
        if several is not None:
            for part in several:
                value = self.item(value, part, node)
            return value
        if isinstance(value, Known):
            return self._of_known(value, index, node)
        if isinstance(value, Text):
            return Text()
        if isinstance(value, Indexed):
            if value.once is not None:
                raise self.stop(node, "an item of a generator", "make it a tuple first")
            return value.get(self.place(value.length, index, node))
        if isinstance(value, Pack):
            return self._of_pack(value, index, node)
        row = self.view(value, node)
        place = self.place(row.length, index, node)
        item = self.at(row, place.value if isinstance(place, Known) else place.code)
        return self.keep(item) if isinstance(value, FixedList | GrowingList) else item

    def place(self, length: int | str, index: Value, node: ast.AST) -> Known | Num:
        """An index counted from the front; outside is an error, here or when the code runs."""
        if isinstance(index, Known) and isinstance(length, int):
            try:
                return Known(range(length)[index.value])
            except TypeError as error:
                raise self.stop(node, f"{error}", "use an int as the index") from None
            except IndexError:
                self.emit('raise IndexError("an index is out of range")')
                return Known(0)  # nobody gets here
        number = self.whole(index, node)
        if isinstance(length, int) and number.low >= 0 and number.high < length:
            return self.keep(number, "k")
        place = self.name("k")
        self.emit(f"{place} = inside({number.code}, {length})")
        return Num(place, 0, length - 1 if isinstance(length, int) else LONGEST_ROW)

    def _of_known(self, value: Known, index: Value, node: ast.AST) -> Value:
        if isinstance(index, Known):
            try:
                return self.known(value.value[index.value], node)
            except IndexError:
                self.emit('raise IndexError("an index is out of range")')
                return self.known(value.value[0], node) if len(value.value) else Known(0)
            except (KeyError, TypeError) as error:
                what = f"{type(error).__name__}: {error}"
                raise self.stop(node, what, "look before you ask for it") from None
        if isinstance(value.value, str):
            return Text()
        if isinstance(value.value, dict):
            return self.looked_up(value.value, index, None, node)
        if isinstance(value.value, range):
            return self.ranged(value.value).get(self.place(len(value.value), index, node))
        if len(value.value) <= SELECTED and all(type(item) is int for item in value.value):
            return self._of_pack(Pack(tuple(map(Known, value.value))), index, node)
        return self.item(self.constant(value.value, node), index, node)

    def _of_pack(self, pack: Pack, index: Value, node: ast.AST) -> Value:
        if isinstance(index, Known):
            place = self.place(len(pack.items), index, node)
            return pack.items[constant_of(place)] if pack.items else Known(0)
        shapes = [shape_of(item) for item in pack.items]
        if not 0 < len(shapes) <= SELECTED or any(shape != NUMBER for shape in shapes):
            return self.item(self.spilled(list(pack.items), node), index, node)
        place = self.whole(self.place(len(pack.items), index, node), node)
        code = self.number(pack.items[-1], node)
        for k in reversed(range(len(pack.items) - 1)):
            code = f"({self.number(pack.items[k], node)} if {place.code} == {k} else {code})"
        shape = joined_item(tuple(shapes)) or NUMBER
        return Num(code, shape.low, shape.high)

    def ranged(self, span: range) -> Indexed:
        """A known range as a sequence that is asked by number."""
        first, last = (self.whole(Known(end), self.here) for end in (span.start, span.stop))
        by_code = ranged(first, last, span.step)

        def get(k: Number) -> Value:
            return Known(span[k.value]) if isinstance(k, Known) else by_code.get(k)

        return replace(by_code, length=len(span), get=get)

    # -- dicts ------------------------------------------------------------------------------

    def looked_up(
        self, table: dict[object, object], key: Value, default: Value | None, node: ast.AST
    ) -> Value:
        """A known dict asked with a number or a tuple of numbers: a search through its keys."""
        if not table:
            if default is None:
                raise self.stop(node, "an empty dict is asked for a key", "put something into it")
            return default
        keys, values = self._sides(table, node)
        wanted = self.storable(key, node)
        if join(keys.item, shape_of(wanted)) != keys.item or not keys.item.is_flat:
            raise self.stop(
                node, f"{spoken(key)} as a key of this dict", "use ints, or tuples of ints, as keys"
            )
        asked = self.spilled([wanted], node, keys.item)
        found = self.name("k")
        width = keys.item.width
        where = f"mem, {keys.offset}, {keys.length}, {asked.offset}, {width}"
        self.emit(f"{found} = found_at({where})")
        if default is None:
            with self.block(f"if {found} < 0:"):
                self.emit('raise KeyError("a key is not in the table")')
            return self.at(values, found)
        with self.emitter.aside(1) as here:
            value = self.keep(self.at(values, found))
        with self.emitter.aside(1) as missing:
            other = default
        merged = self.merged([(here, value), (missing, other)], node)
        if merged is None:
            raise self.stop(
                node, f"{spoken(other)} as the default of this dict", "use a value like the others"
            )
        self.emit_if(f"{found} >= 0", here, missing)
        return merged

    def _sides(self, table: dict[object, object], node: ast.AST) -> tuple[ArenaTuple, ArenaTuple]:
        sides = self.program.constants.sides
        if id(table) not in sides:
            self.program.constants.keep.append(table)
            sides[id(table)] = tuple(table), tuple(table.values())
        keys, values = sides[id(table)]
        return self.constant(keys, node), self.constant(values, node)

    def emit_if(self, test: str, yes: list[str], no: list[str]) -> None:
        """Two pieces of code under a condition."""
        with self.block(f"if {test}:"):
            self.emitter.lines.extend(yes)
        if no:
            with self.block("else:"):
                self.emitter.lines.extend(no)

    # -- slices -----------------------------------------------------------------------------

    def sliced(self, value: Value, low: Value, high: Value, step: Value, node: ast.AST) -> Value:
        """value[low:high:step]."""
        cut = _known_slice(low, high, step)
        if isinstance(value, Text) or (isinstance(value, Known) and isinstance(value.value, str)):
            if cut is None or isinstance(value, Text):
                return Text()
            return Known(value.value[cut])
        if cut is not None and isinstance(value, Known):
            return self.known(value.value[cut], node)
        if cut is not None and isinstance(value, Pack):
            return Pack(tuple(value.items[cut]))
        if isinstance(value, Indexed | Generated):
            raise self.stop(node, "a slice of a generator or a range", "make it a tuple first")
        row = self.view(value, node)
        if step != Known(None) and step != Known(1):
            part = self._stepped(row, cut, node)
        else:
            part = self._stretch(row, low, high, node)
        is_list = isinstance(value, FixedList | GrowingList)
        return self.new_list(part, node) if is_list else part

    def _stepped(self, row: ArenaTuple, cut: slice | None, node: ast.AST) -> ArenaTuple:
        """A slice with a step: backwards, or with ends that are known."""
        if cut == slice(None, None, -1):
            offset = self.name("at")
            width = row.item.width
            self.emit(f"{offset} = backwards(mem, {row.offset}, {row.length}, {width})")
            return ArenaTuple(offset, row.length, row.item, is_fresh=True)
        if isinstance(row.length, int) and cut is not None:
            places = range(row.length)[cut]
            return self.spilled([self.at(row, place) for place in places], node, row.item)
        raise self.stop(node, "a slice with a step", "write a loop over range(…)")

    def _stretch(self, row: ArenaTuple, low: Value, high: Value, node: ast.AST) -> ArenaTuple:
        """A stretch of a row, seen in place."""
        width = row.item.width
        if isinstance(row.length, int) and isinstance(low, Known) and isinstance(high, Known):
            begin, end, _ = slice(low.value, high.value).indices(row.length)
            offset = f"{row.offset} + {begin * width}" if begin * width else row.offset
            return self.keep(ArenaTuple(offset, max(0, end - begin), row.item), "at")
        first = self._end(low, "0", row.length, node)
        last = self._end(high, str(row.length), row.length, node)
        offset, length = self.name("at"), self.name("len")
        if first == "0":
            self.emit(f"{length} = {last}")
            return ArenaTuple(row.offset, length, row.item)
        self.emit(f"{offset} = {row.offset} + {times(first, width)}")
        self.emit(f"{length} = max(0, {last} - {first})")
        return ArenaTuple(offset, length, row.item)

    def _end(self, end: Value, default: str, length: int | str, node: ast.AST) -> str:
        if end == Known(None):
            return default
        name = self.name("end")
        self.emit(f"{name} = clipped({self.number(end, node)}, {length})")
        return name

    # -- together ---------------------------------------------------------------------------

    def joined(self, parts: list[Value], node: ast.AST) -> Value:
        """The items of several sequences side by side, as a tuple."""
        parts = [self.collected(p, node) if isinstance(p, Generated) else p for p in parts]
        static = [self.statics(part) for part in parts]
        flat = [item for items in static for item in items or ()]
        size = sum(shape_of(item).width for item in flat)
        if all(items is not None for items in static) and size <= HELD:
            return Pack(tuple(flat))
        pieces = [
            Pack(tuple(items)) if items is not None and not isinstance(part, ArenaTuple) else part
            for part, items in zip(parts, static, strict=True)
        ]
        return self._laid_out([p for p in pieces if p != Pack(())], node)

    def _laid_out(self, parts: list[Value], node: ast.AST) -> ArenaTuple:
        """Sequences copied one behind the other."""
        pieces = [part if isinstance(part, Pack) else self.view(part, node) for part in parts]
        item = joined_item(tuple(shape for piece in pieces for shape in shape_of(piece).parts))
        if item is None:
            raise self.stop(node, "sequences of different things are joined", "join like to like")
        sizes = [len(p.items) if isinstance(p, Pack) else p.length for p in pieces]
        length: int | str = sum(size for size in sizes if isinstance(size, int))
        if not all(isinstance(size, int) for size in sizes):
            length = self.name("len")
            self.emit(f"{length} = {' + '.join(map(str, sizes))}")
        offset, place = self.room(length, item.width), self.name("at")
        self.emit(f"{place} = {offset}")
        for piece, size in zip(pieces, sizes, strict=True):
            self._copied_to(place, piece, item, node)
            self.emit(f"{place} += {times(size, item.width)}")
        return ArenaTuple(offset, length, item, is_fresh=True)

    def _copied_to(self, place: str, piece: Value, item: Shape, node: ast.AST) -> None:
        if isinstance(piece, Pack):
            for k, each in enumerate(piece.items):
                laid = self.fit(self.storable(each, node), item, node)
                self.write(place, k * item.width, codes_of(laid, item))
        else:
            row = self.fit(piece, Shape("row", (item,)), node)
            assert isinstance(row, ArenaTuple)
            self.emit(f"copy(mem, {row.offset}, {times(row.length, item.width)}, {place})")

    def repeated(self, value: Value, count: Value, node: ast.AST) -> Value:
        """sequence * count, as a tuple."""
        static = self.statics(value)
        if static is not None and isinstance(count, Known):
            width = sum(shape_of(item).width for item in static)
            if width * count.value <= HELD:
                return Pack(tuple(static * count.value))
        row = self.view(value, node)
        offset, length = self.name("at"), self.name("len")
        number = self.keep(self.whole(count, node))
        size = f"{row.length}, {row.item.width}"
        self.emit(f"{offset} = repeated(mem, {row.offset}, {size}, {number.code})")
        if isinstance(row.length, int) and isinstance(count, Known):
            return ArenaTuple(offset, row.length * max(0, count.value), row.item, is_fresh=True)
        self.emit(f"{length} = {row.length} * max(0, {number.code})")
        return ArenaTuple(offset, length, row.item, is_fresh=True)


def _known_slice(*parts: Value) -> slice | None:
    """The slice, where its ends and its step are known."""
    found = [part.value for part in parts if isinstance(part, Known)]
    return slice(*found) if len(found) == len(parts) else None


def _is_tuple(value: Value) -> bool:
    return isinstance(value, Pack) or (isinstance(value, Known) and isinstance(value.value, tuple))
