"""Loops over sequences: kept in the residual program, or unrolled, the body once for every item."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from zermelo.staging.arithmetic import arithmetic
from zermelo.staging.emitter import Region, Restart
from zermelo.staging.scope import Loop, spoken
from zermelo.staging.sequences import Sequences
from zermelo.staging.source import Refused
from zermelo.staging.value_shapes import MOST, joined_item
from zermelo.staging.values import (
    LONGEST_ROW,
    ArenaTuple,
    Body,
    FixedList,
    Generated,
    GrowingList,
    Indexed,
    Known,
    Num,
    Number,
    Once,
    Pack,
    Value,
    literal,
    shape_of,
)

UNROLLED = 120  # pieces of syntax that a loop may become when it is written out
FEW = 4  # rounds of a loop over memory that is written out
MOST_ROUNDS = 64  # of a loop that is written out because its items differ


class Looping(Sequences):
    """Loops over anything."""

    def each(self, value: Value, body: Body, node: ast.AST, loop: Loop | None = None) -> None:
        """Write the code that goes through a sequence."""
        loop = loop or Loop()
        if isinstance(value, Generated | Indexed):
            self.use(value.once, node)
        if isinstance(value, Generated):
            with self.in_variables(loop.carried, node):
                self._leavable(loop, lambda: value.each(lambda item: self._round(loop, body, item)))
            return
        rounds = self._rounds(value, node, loop)
        if rounds is not None:
            self._written_out(rounds, body, node, loop)
            return
        try:
            self._looped(value, body, node, loop)
        except Refused:
            count, site = self.count(value), self.source.site(node)
            if count is None or count > MOST_ROUNDS or site in self.program.learned.unrolled:
                raise
            self.program.learned.unrolled.add(site)
            raise Restart from None

    def forget(self, loop: Loop) -> None:
        """At a round's begin and behind the loop, names that nobody asks for have no value."""
        for name in loop.stored - loop.carried - set(self.loop_variables):
            self.env.pop(name, None)

    def use(self, once: Once | None, node: ast.AST) -> None:
        """What can be gone through once is gone through now."""
        if once is None:
            return
        if once.used or once.loops != self.emitter.path:
            raise self.stop(node, "a generator is gone through again", "make it a tuple first")
        once.used = True

    # -- the body written once for every item -------------------------------------------------

    def _rounds(self, value: Value, node: ast.AST, loop: Loop) -> list[Callable[[], Value]] | None:
        """The items as functions that write the code for each, or None for a loop in the code."""
        count = self.count(value)
        if count is None:
            if isinstance(value, Known):
                raise self.stop(node, f"a loop over {spoken(value)}", "loop over a tuple")
            return None
        must = self._must_write_out(value) or self.source.site(node) in (
            self.program.learned.unrolled
        )
        if must and count > MOST_ROUNDS:
            raise self.stop(node, "a long row of different things", "give all items one form")
        size = count * (loop.weight + getattr(value, "weight", 0)) * self.program.unrolls
        in_memory = isinstance(value, ArenaTuple | Indexed) or (
            isinstance(value, Known) and isinstance(value.value, range)
        )
        may = loop.is_short or not (loop.breaks or loop.skips)
        wanted = may and size <= UNROLLED and (count <= FEW or not in_memory)
        if not (must or wanted or count == 0):
            return None
        return [partial(self._pick, value, k, node) for k in range(count)]

    def _pick(self, value: Value, place: int, node: ast.AST) -> Value:
        """Item number `place`, as it is now."""
        if isinstance(value, Known) and not hasattr(value.value, "__getitem__"):
            return self.known(list(value.value)[place], node)
        if isinstance(value, Known) and isinstance(value.value, dict):
            return self.known(list(value.value)[place], node)
        if isinstance(value, Indexed):
            return value.get(Known(place))
        return self.item(value, Known(place), node)

    def _must_write_out(self, value: Value) -> bool:
        """Whether the items are things that no row of memory can hold."""
        if isinstance(value, Indexed):
            return value.by_known
        if isinstance(value, Pack):
            return joined_item(tuple(map(shape_of, value.items))) is None
        if not isinstance(value, Known) or isinstance(value.value, range):
            return False
        try:
            self.program.constants.row(tuple(value.value))
        except (TypeError, ValueError, AttributeError, OverflowError):
            return True
        return False

    def _written_out(
        self, rounds: list[Callable[[], Value]], body: Body, node: ast.AST, loop: Loop
    ) -> None:
        around = self.program.unrolls
        self.program.unrolls = around * max(1, len(rounds))

        def run() -> None:
            for pick in rounds:
                self._round(loop, body, pick)

        if loop.breaks or loop.skips:
            with self.in_variables(loop.carried, node):
                self._leavable(loop, run)
        else:
            run()
        self.program.unrolls = around

    def _leavable(self, loop: Loop, run: Callable[[], None]) -> None:
        if not loop.breaks:
            run()
            return
        with self.emitter.leavable() as out:
            loop.leave = lambda: self.emitter.jump(loop.out or out, "break")
            run()

    def _round(self, loop: Loop, body: Body, item: Value | Callable[[], Value]) -> None:
        """One round; an item that is a function is asked for here."""
        if not loop.skips:
            body(item() if callable(item) else item)
            return
        with self.emitter.leavable() as cut:
            loop.skip = lambda: self.emitter.jump(cut, "break")
            body(item() if callable(item) else item)

    # -- a loop in the code -------------------------------------------------------------------

    def _looped(self, value: Value, body: Body, node: ast.AST, loop: Loop) -> None:
        place = self.name("k")
        with self.in_variables(loop.carried, node):
            if isinstance(value, GrowingList):
                self._while_it_lasts(value, place, body, node, loop)
                return
            part = self.indexed(value, node)
            part.ready()
            more = " + 1" if part.watched else ""
            header = part.loop or f"range({part.length}{more})"
            most = part.length if isinstance(part.length, int) else part.most
            with self.emitter.loop(f"for {place} in {header}:", most) as region:
                self.plain_jumps(loop, region)
                self._watch(part, place)
                high = part.length - 1 if isinstance(part.length, int) else LONGEST_ROW
                item = part.item(place) if part.item else part.get(Num(place, 0, high))
                body(item)

    def _watch(self, part: Indexed, place: str) -> None:
        """Lists that are gone through by number stay as long as they are, or Python takes over."""
        if not part.watched:
            return
        for words in part.watched:
            self.emit(f"steady(mem, {', '.join(words)})")
        with self.block(f"if {place} == {part.length}:"):
            self.emit("break")

    def plain_jumps(self, loop: Loop, region: Region) -> None:
        """The jumps of a loop whose body is that of a loop in the code."""
        loop.leave = lambda: self.emitter.jump(loop.out or region, "break")
        loop.skip = lambda: self.emitter.jump(region, "continue")

    def _while_it_lasts(
        self, value: GrowingList, place: str, body: Body, node: ast.AST, loop: Loop
    ) -> None:
        """A loop over a list that may grow under way."""
        self.emit(f"{place} = 0")
        with self.emitter.loop(f"while {place} < mem[{value.head} + 1]:", None) as region:
            self.plain_jumps(loop, region)
            item = self.keep(self.at(self.view(value, node), place))
            self.emit(f"{place} += 1")
            body(item)

    def indexed(self, value: Value, node: ast.AST) -> Indexed:
        """Any sequence as one that is asked by number."""
        if isinstance(value, Indexed):
            return value
        if isinstance(value, Known) and isinstance(value.value, range):
            return self.ranged(value.value)
        if isinstance(value, Known):
            return self._indexed_known(value, node)
        if isinstance(value, Pack) and self._must_write_out(value):
            return Indexed(
                len(value.items), lambda k: value.items[self._known_place(k, node)], by_known=True
            )
        if isinstance(value, Pack):
            return self._indexed_pack(value, node)
        row = (
            self.collected(value, node) if isinstance(value, Generated) else self.view(value, node)
        )

        def get(k: Number) -> Value:
            item = self.at(row, k.value if isinstance(k, Known) else k.code)
            return self.keep(item) if isinstance(value, FixedList | GrowingList) else item

        watched = (
            ((value.head, row.offset, str(row.length)),) if isinstance(value, GrowingList) else ()
        )
        return Indexed(row.length, get, watched=watched)

    def _indexed_pack(self, pack: Pack, node: ast.AST) -> Indexed:
        """A tuple in variables, which is laid into memory in front of a loop."""
        laid: list[ArenaTuple] = []

        def get(k: Number) -> Value:
            if isinstance(k, Known):
                return pack.items[int(k.value)]
            return self.at(laid[0], k.code) if laid else self.item(pack, k, node)

        def lay() -> None:
            laid[:] = [self.spilled(list(pack.items), node)]

        return Indexed(len(pack.items), get, ready=lay)

    def _indexed_known(self, value: Known, node: ast.AST) -> Indexed:
        try:
            items = tuple(value.value)
        except TypeError:
            raise self.stop(node, f"a loop over {spoken(value)}", "loop over a tuple") from None
        if self._must_write_out(value):
            return Indexed(
                len(items),
                lambda k: self.known(items[self._known_place(k, node)], node),
                by_known=True,
            )
        row = self.constant(items, node)

        def get(k: Number) -> Value:
            if isinstance(k, Known):
                return self.known(items[k.value], node)
            return self.at(row, k.code)

        return Indexed(len(items), get)

    def _known_place(self, k: Number, node: ast.AST) -> int:
        """The known number by which items that differ in their code are asked for."""
        if isinstance(k, Known):
            return int(k.value)
        raise self.stop(
            node,
            "a row of different things beside one whose length is not known",
            "give all items one form",
        )

    # -- sequences made of others -------------------------------------------------------------

    def parts(self, values: list[Value], node: ast.AST) -> list[Indexed]:
        """Sequences that are gone through side by side."""
        for value in values:
            if isinstance(value, Indexed):
                self.use(value.once, node)
        return [self.indexed(value, node) for value in values]

    def zipped(self, values: list[Value], node: ast.AST, *, is_strict: bool) -> Indexed:
        """zip(…): as long as its shortest."""
        parts = self.parts(values, node)
        lengths = list(dict.fromkeys(part.length for part in parts))
        length: int | str = lengths[0] if lengths else 0
        if len(lengths) > 1 and all(isinstance(size, int) for size in lengths):
            length = min(size for size in lengths if isinstance(size, int))
        elif len(lengths) > 1:
            length = self.name("len")
            self.emit(f"{length} = min({', '.join(map(str, lengths))})")
        if is_strict:
            for size in lengths[1:]:
                self.emit(f"expect({size}, {lengths[0]})")
        by_known = any(part.by_known for part in parts)
        return Indexed(
            length,
            lambda k: Pack(tuple(part.get(k) for part in parts)),
            by_known=by_known,
            once=self.once(),
            ready=lambda: ready_all(parts),
            watched=tuple(words for part in parts for words in part.watched),
            most=min((part.most for part in parts if part.most is not None), default=None),
        )

    def enumerated(self, value: Value, start: Value, node: ast.AST) -> Value:
        """enumerate(…)."""
        if isinstance(value, Generated | GrowingList):
            return self._counted(value, start, node)
        part = self.parts([value], node)[0]

        def get(k: Number) -> Value:
            return Pack((self.counted(start, k, 1, node), part.get(k)))

        return replace(part, get=get, loop=None, item=None, span=None, once=self.once())

    def counted(self, start: Value, k: Value, step: int, node: ast.AST) -> Value:
        """start + k·step."""
        if isinstance(start, Known) and isinstance(k, Known):
            return Known(start.value + k.value * step)
        one, more = self.whole(start, node), self.whole(k, node)
        way = more if step == 1 else arithmetic("*", more, Num(literal(step), step, step))
        return way if start == Known(0) else arithmetic("+", one, way)

    def _counted(self, value: Generated | GrowingList, start: Value, node: ast.AST) -> Generated:
        begin = self.keep(self.whole(start, node))

        def each(body: Body) -> None:
            count = self.name("n")
            self.emit(f"{count} = {begin.code}")

            def numbered(item: Value) -> None:
                number = self.keep(Num(count, begin.low, MOST), copy=True)
                self.emit(f"{count} = plus({count}, 1)")
                body(Pack((number, item)))

            self.each(value, numbered, node)

        return Generated(each, self.once(), getattr(value, "most", None))

    def reversed(self, value: Value, node: ast.AST) -> Value:
        """reversed(…)."""
        if isinstance(value, Generated) or getattr(value, "once", None) is not None:
            raise self.stop(node, "a generator cannot be reversed", "make it a tuple first")
        part = self.indexed(value, node)

        def back(k: Number) -> Value:
            if isinstance(k, Known) and isinstance(part.length, int):
                return part.get(Known(part.length - 1 - k.value))
            high = part.length - 1 if isinstance(part.length, int) else LONGEST_ROW
            return part.get(Num(f"({part.length} - 1 - {self.number(k, node)})", 0, high))

        return replace(part, get=back, loop=None, item=None, span=None, once=self.once())

    def mapped(
        self, function: Callable[[list[Value]], Value], values: list[Value], node: ast.AST
    ) -> Value:
        """map(…): `function` takes the items of all sequences."""
        if len(values) == 1 and isinstance(values[0], Generated):
            source = values[0]
            return Generated(
                lambda body: self.each(source, lambda item: body(function([item])), node),
                self.once(),
                source.most,
            )
        if len(values) == 1:
            part = self.parts(values, node)[0]
        else:
            part = self.zipped(values, node, is_strict=False)

        def get(k: Number) -> Value:
            item = part.get(k)
            if len(values) == 1:
                return self.keep(function([item]))
            assert isinstance(item, Pack)  # of a zip
            return self.keep(function(list(item.items)))

        return replace(part, get=get, loop=None, item=None, span=None, once=self.once())


def ready_all(parts: list[Indexed]) -> None:
    """Make several sequences ready for a loop."""
    for part in parts:
        part.ready()
