"""The arena: tuples and lists side by side in one array, how they are laid out, filled and read.

What the code makes is taken from the end of what is in use; all of it is free again with the next
state, so that nothing is ever given back one by one.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from zermelo.model.arrays import IntRow
from zermelo.model.game import Move
from zermelo.staging.emitter import Restart
from zermelo.staging.scope import Scope, spoken
from zermelo.staging.value_shapes import NUMBER, Shape, Site, join, joined_item, unbounded
from zermelo.staging.values import (
    ArenaTuple,
    Body,
    FixedList,
    Generated,
    GrowingList,
    Indexed,
    Known,
    MoveValue,
    Pack,
    Value,
    codes_of,
    rebuild,
    shape_of,
)

LARGE = 64  # numbers of a constant that are handed over when the code runs, not written into it
MOST_CONSTANTS = 1 << 24  # numbers of a constant row
HELD = 8  # numbers of a tuple that are held in variables rather than in memory


class Arena(Scope):
    """Sequences in the arena: `mem` in the code."""

    # -- constants --------------------------------------------------------------------------

    def known(self, value: object, node: ast.AST) -> Value:
        """A constant; a long row of numbers is read from memory, so that the code stays the same
        when its numbers change.
        """
        if isinstance(value, IntRow) or hasattr(value, "tolist"):
            value = self.program.constants.plainly(value)
        if isinstance(value, Move):
            return MoveValue(*(self.known(part, node) for part in value[:3]))
        if isinstance(value, range):
            for number in (value.start, value.stop, value.step):
                self.number(Known(number), node)  # stops where one needs more than 64 bits
        if isinstance(value, tuple | list) and leaves(value) > LARGE and _can_lie(value):
            return self.constant(value, node)
        return Known(value)

    def constant(self, items: Sequence[object], node: ast.AST) -> ArenaTuple:
        """A known sequence as a row of memory."""
        if len(items) > MOST_CONSTANTS:
            raise self.stop(
                node, f"a constant row of {len(items):,} numbers", f"use {MOST_CONSTANTS:,} at most"
            )
        try:
            return self.program.constants.row(items)
        except (TypeError, ValueError, AttributeError):
            raise self.stop(
                node, f"{items!r:.60} is not a row of whole numbers", "use tuples of ints"
            ) from None
        except OverflowError:
            raise self.stop(
                node, f"{items!r:.60} needs more than 64 bits", "keep numbers below 2**63"
            ) from None

    # -- memory -----------------------------------------------------------------------------

    def room(self, count: int | str, width: int) -> str:
        """Fresh memory for items of a width; returns the variable that holds its offset."""
        offset = self.name("at")
        self.emit(f"{offset} = take(mem, {count}, {width})")
        return offset

    def at(self, row: ArenaTuple, index: int | str) -> Value:
        """The item at a place that is inside the row."""
        width = row.item.width
        if isinstance(index, int):
            base = f"{row.offset} + {index * width}" if index * width else row.offset
        else:
            base = f"{row.offset} + {times(index, width)}"
        codes = [f"mem[{base} + {k}]" if k else f"mem[{base}]" for k in range(width)]
        return rebuild(row.item, codes)

    def write(self, offset: str, place: int | str, codes: list[str]) -> None:
        """Numbers side by side, from mem[offset + place] on."""
        for k, code in enumerate(codes):
            where = place + k if isinstance(place, int) else f"{place} + {k}" if k else place
            self.emit(f"mem[{offset} + {where}] = {code}")

    def view(self, value: Value, node: ast.AST) -> ArenaTuple:
        """Any sequence as a row that can be read now; a list may change later."""
        if isinstance(value, FixedList):
            return ArenaTuple(value.offset, value.length, value.item, value.is_fresh)
        if isinstance(value, GrowingList):
            at, length = self.name("at"), self.name("len")
            self.emit(f"{at} = mem[{value.head}]")
            self.emit(f"{length} = mem[{value.head} + 1]")
            return ArenaTuple(at, length, value.item or NUMBER)
        if isinstance(value, ArenaTuple):
            return value
        if isinstance(value, Known):
            if not isinstance(value.value, tuple | list | range):
                raise self.stop(node, f"{spoken(value)} is not a row of numbers", "use a tuple")
            return replace(self.constant(value.value, node), length=len(value.value))
        if isinstance(value, Pack):
            return self.spilled(list(value.items), node)
        if isinstance(value, Generated | Indexed):
            return self.collected(value, node)
        raise self.stop(node, f"{spoken(value)} where a tuple is needed", "use a tuple or a list")

    def spilled(self, items: list[Value], node: ast.AST, item: Shape | None = None) -> ArenaTuple:
        """Values side by side in memory."""
        laid = [self.storable(each, node) for each in items]
        shape = item or joined_item(tuple(map(shape_of, laid)))
        if shape is None:
            raise self.stop(
                node, "a tuple of different things is used as a row", "unpack it into names"
            )
        offset = self.room(len(laid), shape.width)
        for place, each in enumerate(laid):
            codes = codes_of(self.fit(each, shape, node), shape)
            self.write(offset, place * shape.width, codes)
        return ArenaTuple(offset, len(laid), shape, is_fresh=True)

    # -- shapes -----------------------------------------------------------------------------

    def storable(self, value: Value, node: ast.AST) -> Value:
        """A value that variables or memory can hold."""
        if isinstance(value, Known) and isinstance(value.value, Move):
            return self.known(value.value, node)
        if isinstance(value, Known) and isinstance(value.value, tuple | list):
            if leaves(value.value) > HELD and _can_lie(value.value):
                return self.constant(value.value, node)
            cls = type(value.value) if hasattr(value.value, "_fields") else None
            held = (self.storable(Known(item), node) for item in value.value)
            return Pack(tuple(held), cls)
        return value

    def fit(self, value: Value, shape: Shape, node: ast.AST) -> Value:
        """The value brought to a shape that covers its own."""
        mine = shape_of(value)
        if mine == shape or shape.kind in ("number", "text", "list", "range"):
            return value
        if shape.kind == "pack" and mine.kind == "pack":
            items = self.items_of(value, node)
            pairs = zip(items, shape.parts, strict=True)
            return Pack(tuple(self.fit(item, part, node) for item, part in pairs), shape.made_by)
        if shape.kind == "row" and mine.kind == "row" and mine.parts == shape.parts:
            return value
        if shape.kind == "row" and mine.kind == "pack":
            return self.spilled(self.items_of(value, node), node, shape.parts[0])
        if shape.kind == "row" and mine.kind == "row":
            return self.collected(value, node, shape.parts[0])
        if shape.kind == "growing":
            return self._growing(value, shape)
        if shape.kind == "move" and isinstance(value, MoveValue):
            parts = zip((value.to, value.gain, value.again), shape.parts, strict=True)
            return MoveValue(*(self.fit(part, form, node) for part, form in parts))
        raise self.stop(node, f"{spoken(value)} of another form", "give all values the same form")

    def items_of(self, value: Value, node: ast.AST) -> list[Value]:
        """The items of a tuple of known length."""
        if isinstance(value, Known):
            return [self.known(item, node) for item in value.value]
        assert isinstance(value, Pack)
        return list(value.items)

    def _growing(self, value: Value, shape: Shape) -> Value:
        if isinstance(value, GrowingList):
            return replace(value, item=shape.parts[0] if shape.parts else None)
        assert isinstance(value, FixedList)
        self.must_grow(value.sites | shape.sites)
        return value

    # -- building ---------------------------------------------------------------------------

    def each(self, value: Value, body: Body, node: ast.AST) -> None:
        """Write the code that goes through a sequence; see `looping`."""
        raise NotImplementedError

    def collected(self, value: Value, node: ast.AST, item: Shape | None = None) -> ArenaTuple:
        """The items of anything side by side in memory."""
        emitter, begin, lines = self.emitter, len(self.emitter.lines), self.emitter.lines
        offset, length, room = self.name("at"), self.name("len"), self.name("room")
        key = ("collected", self.source.site(node))
        common = item or self.program.learned.forms.get(key)
        most = value.most if isinstance(value, Generated) else getattr(value, "length", None)

        is_empty = True

        def put(each: Value) -> None:
            nonlocal common, is_empty
            is_empty = False
            each = self.storable(each, node)
            shape = shape_of(each)
            common = common or shape
            self.learn_form(key, "the sequence", common, shape, node)
            common = join(common, shape)
            assert common is not None
            width = common.width
            if most is None:
                with self.block(f"if {length} == {room}:"):
                    self.emit(f"{room} = 2 * {room} + 4")
                    self.emit(f"{offset} = moved(mem, {offset}, {length}, {width}, {room})")
            codes = codes_of(self.fit(each, common, node), common)
            self.write(offset, times(length, width), codes)
            self.emit(f"{length} += 1")

        self.each(value, put, node)
        shape = common or NUMBER
        size = "0" if most is None else f"take(mem, {most}, {shape.width})"
        first = [f"{offset} = {size}", f"{length} = 0", f"{room} = 0"]
        lines[begin:begin] = ["    " * emitter.depth + line for line in first]
        known = value.length if isinstance(value, ArenaTuple | Indexed) else length
        known = 0 if is_empty else known  # nothing is ever put into it
        return ArenaTuple(offset, known if isinstance(known, int) else length, shape, is_fresh=True)

    # -- lists ------------------------------------------------------------------------------

    def new_list(self, row: ArenaTuple, node: ast.AST) -> Value:
        """A list of its own with the items of a row."""
        site = self.source.site(node)
        item = unbounded(row.item)
        learned = self.program.learned
        if site in learned.growing:
            item = learned.items.get(site, item) if row.length == 0 else item
            return self._new_growing(row, item, site)
        row = row if row.is_fresh else self.copied(row)
        return FixedList(row.offset, row.length, item, True, frozenset([site]))

    def copied(self, row: ArenaTuple) -> ArenaTuple:
        """A row of its own with the same items."""
        offset = self.room(row.length, row.item.width)
        self.emit(f"copy(mem, {row.offset}, {times(row.length, row.item.width)}, {offset})")
        return ArenaTuple(offset, row.length, row.item, is_fresh=True)

    def empty_list(self, node: ast.AST) -> Value:
        """A list without items; what is put into it shows later."""
        site = self.source.site(node)
        learned = self.program.learned
        if site not in learned.growing:
            item = learned.items.get(site, NUMBER)
            return FixedList("0", 0, item, sites=frozenset([site]))
        return self._new_growing(ArenaTuple("0", 0, NUMBER), learned.items.get(site), site)

    def _new_growing(self, row: ArenaTuple, item: Shape | None, site: Site) -> GrowingList:
        head = self.name("list")
        width = item.width if item is not None else 1
        self.emit(f"{head} = new_list(mem, {row.offset}, {row.length}, {width})")
        return GrowingList(head, item, frozenset([site]))

    def must_grow(self, sites: frozenset[Site]) -> None:
        """Start over with lists that can grow."""
        growing = self.program.learned.growing
        if not sites <= growing:
            growing |= sites
            raise Restart

    def growing(self, value: Value, node: ast.AST) -> GrowingList:
        """A list whose length changes now; one that was laid out otherwise starts over."""
        if isinstance(value, FixedList):
            self.must_grow(value.sites)
        if not isinstance(value, GrowingList):
            raise self.stop(node, f"{spoken(value)} grows", "begin with list(…) in the same rules")
        return value

    def append(self, value: Value, item: Value, node: ast.AST) -> None:
        """Add an item at the end of a list."""
        value = self.growing(value, node)
        item = self.storable(item, node)
        shape = unbounded(shape_of(item))
        self._learn_items(value, shape, node)
        assert value.item is not None
        place = self.name("at")
        self.emit(f"{place} = grown(mem, {value.head}, {value.item.width})")
        self.write(place, 0, codes_of(self.fit(item, value.item, node), value.item))

    def _learn_items(self, value: GrowingList, shape: Shape, node: ast.AST) -> None:
        """Start over where something else is put into a list than was known of."""
        both = shape if value.item is None else join(value.item, shape)
        if value.item is not None and both == value.item:
            return
        learned = self.program.learned.items
        if both is None or all(learned.get(site) == both for site in value.sites):
            raise self.stop(
                node, "a list of different things", "put the same kind of thing into it everywhere"
            )
        learned.update(dict.fromkeys(value.sites, both))
        raise Restart

    def change(
        self, value: FixedList | GrowingList, place: str, item: Value, node: ast.AST
    ) -> None:
        """list[place] = item, at a place that is inside."""
        row = self.view(value, node)
        item = self.storable(item, node)
        if join(row.item, shape_of(item)) != row.item:
            raise self.stop(node, "a list of different things", "keep one kind of thing in a list")
        codes = codes_of(self.fit(item, row.item, node), row.item)
        self.write(row.offset, times(place, row.item.width), codes)


def times(length: int | str, width: int) -> str:
    """The code of length · width."""
    if isinstance(length, int):
        return str(length * width)
    return length if width == 1 else f"{length} * {width}"


def leaves(value: object) -> int:
    """How many things there are in nested tuples."""
    return sum(map(leaves, value)) if isinstance(value, tuple | list) else 1


def _can_lie(value: object) -> bool:
    """Whether memory can hold a constant: numbers, texts and moves."""
    if isinstance(value, Move):
        return _can_lie(value[:3])
    if isinstance(value, tuple | list):
        return all(map(_can_lie, value))
    return isinstance(value, int | str)
