"""Loops over sequences: kept in the code, or unrolled, the body once for every item."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace
from functools import partial

from zermelo.staging.builder import arena
from zermelo.staging.builder.branches import LoopOfRules
from zermelo.staging.builder.classes import has_fields_alone, written
from zermelo.staging.builder.iterators import Generated, Indexed, Number, Once, Span, View
from zermelo.staging.builder.keywords import Named
from zermelo.staging.builder.operations import is_several
from zermelo.staging.builder.operations import item as item_of
from zermelo.staging.builder.program import Restart
from zermelo.staging.builder.scope import Mistyped, Scope
from zermelo.staging.builder.sequences import FixedList, Growing, Pack, Row, Table
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import (
    LONGEST_ROW,
    NOTHING,
    Atom,
    AtomShape,
    Body,
    Known,
    Num,
    Value,
    joined,
)
from zermelo.staging.ir.code import MEM, Call, Const, Do, Expr, Next, Op, Var, mem, plus
from zermelo.staging.reading.source import Refused
from zermelo.staging.types.sequence import count

UNROLLED = 120  # pieces of syntax that a loop may become when it is written out
FEW = 4  # rounds of a loop over memory that is written out
MOST_ROUNDS = 64  # of a loop that is written out because its items differ


def each(b: Scope, value: Value, body: Body, loop: LoopOfRules | None = None) -> None:
    """Write the code that goes through a sequence."""
    loop = loop or LoopOfRules()
    with b.names.joining(loop.stored):
        _each(b, value, body, loop)


def _each(b: Scope, value: Value, body: Body, loop: LoopOfRules) -> None:
    note_order(b, value)
    if is_several(value):
        _each_kind(b, value, body, loop)
        return
    if isinstance(value, Growing) and value.item is None:
        return  # nothing is ever put into it
    value = iterable(b, value)
    if isinstance(value, Generated | Indexed):
        use(b, value.once)
    if isinstance(value, Generated):
        with b.names.in_variables(loop.carried):
            _leavable(b, loop, lambda: value.each(lambda each: _round(b, loop, body, each)))
        return
    rounds = _rounds(b, value, loop)
    if rounds is not None:
        _written_out(b, rounds, body, loop)
        return
    site = b.site
    try:
        _looped(b, value, body, loop)
    except Refused:
        size = count(value)
        if size is None or size > MOST_ROUNDS or site in b.program.learned.unrolled:
            raise
        b.program.learned.unrolled.add(site)
        raise Restart from None


def note_order(b: Scope, value: Value) -> None:
    """Items come out of a set, or of what may be one, where there can be several."""
    kinds = [part for _, part in value.alternatives()] if isinstance(value, Union) else [value]
    sets = [kind for kind in kinds if issubclass(kind.python, set | frozenset)]
    if any(count(each) not in (0, 1) for each in sets):
        b.take_unordered()


def _each_kind(b: Scope, value: Union | Atom, body: Body, loop: LoopOfRules) -> None:
    """A sequence of several kinds is laid out as a row of one kind, or gone through by kind."""
    with b.out.into([]) as block:
        row = b.split(value, lambda part: replace(b.view(iterable(b, part)), cls=tuple))
    if not isinstance(row, Union):
        b.out.block.extend(block)
        _each(b, row, body, loop)
        return

    refused: list[Mistyped] = []

    def of_kind(item: Value) -> None:
        try:
            with b.steady():
                body(item)
        except Mistyped as stopped:  # which matters only where there are items
            refused.append(stopped)
            b.out.fail(TypeError, "a value is of another kind")

    def by_kind(part: Value) -> Value:
        _each(b, part, of_kind, loop)
        return NOTHING

    with b.names.in_variables(loop.carried):
        b.split(value, by_kind)
    kinds = value.groups if isinstance(value, Atom) else value.kinds()
    if len(refused) == len(kinds):
        raise refused[0]


def iterable(b: Scope, value: Value) -> Value:
    """What a loop goes through: of a dict its keys, of a class of the rules what it says."""
    own = None if isinstance(value, Known) else written(value.python, "__iter__")
    if own is not None:
        return iterable(b, b.apply(own, value))
    if isinstance(value, Pack) and has_fields_alone(value.cls):
        raise b.mistyped(f"a loop over {value.spoken()}", "loop over one of its fields")
    if isinstance(value, Known) and isinstance(value.value, dict):
        return b.known(b.program.constants.once(value.value, "keys", lambda: tuple(value.value)))
    if isinstance(value, Known) and isinstance(value.value, set | frozenset):
        return b.lifted(value)
    if isinstance(value, Table):
        return _entries(b, value, lambda entry: entry[0])
    if isinstance(value, Named):
        return Known(value.names)
    if isinstance(value, View):
        assert isinstance(value.owner, Table)
        return _entries(b, value.owner, value.pick)
    return value


def _entries(b: Scope, table: Table, pick: Callable[[tuple[Value, ...]], Value]) -> Value:
    """A part of each of the entries of a dict."""
    if table.entry is None:
        return Known(())
    row = arena.row_of_head(b, table.head, table.entry)

    def get(k: Number) -> Value:
        found = arena.at(row, b.number(k))
        assert isinstance(found, Pack)
        return b.keep(pick(found.items))

    return Indexed(row.length, get)


def forget(b: Scope, loop: LoopOfRules) -> None:
    """At a round's begin and behind the loop, names that nobody asks for have no value."""
    for name in loop.stored - loop.carried - set(b.names.loop_variables):
        b.names.env.pop(name, None)


def use(b: Scope, once: Once | None) -> None:
    """What can be gone through once is gone through now."""
    if once is None or once.is_kept:
        return
    if once.used or once.loops != b.out.path:
        if once.site is None or once.site in b.program.learned.drawn:
            raise b.stop("a generator is gone through again", "make it a tuple first")
        b.program.learned.drawn.add(once.site)
        raise Restart
    once.used = True


def kept_iterator(b: Scope, value: Generated | Indexed) -> Value:
    """An iterator under a name: where it is gone on with, its place is kept in memory."""
    assert value.once is not None
    value.once.site = b.site
    if b.site not in b.program.learned.drawn or getattr(value, "is_by_known", False):
        return value
    part = indexed(b, b.collected(value)) if isinstance(value, Generated) else value
    part.ready()
    cell = arena.room(b, Const(1), 1)
    arena.write(b, cell, [Const(0)])

    def each(body: Body) -> None:
        with b.out.loop() as loop:
            place = b.assign("k", mem(cell))
            with b.out.when(Op(">=", (place, part.length))):
                b.out.leave(loop.label)
            arena.write(b, cell, [plus(place, 1)])
            body(b.keep(part.get(Num(place, 0, LONGEST_ROW))))

    once = b.once()
    once.is_kept = True
    return Generated(each, once)


# -- the body written once for every item ----------------------------------------------------------


def _rounds(b: Scope, value: Value, loop: LoopOfRules) -> list[Callable[[], Value]] | None:
    """The items as functions that write the code for each, or None for a loop in the code."""
    size = count(value)
    if size is None:
        if isinstance(value, Known):
            raise b.mistyped(f"a loop over {value.spoken()}", "loop over a tuple")
        return None
    must = must_write_out(b, value) or b.site in b.program.learned.unrolled
    if must and size > MOST_ROUNDS:
        raise b.stop("a long row of different things", "give all items one form")
    weight = size * (loop.weight + getattr(value, "weight", 0)) * b.program.unrolls
    in_memory = isinstance(value, Row | Indexed | Span) or (
        isinstance(value, Known) and isinstance(value.value, range)
    )
    may = loop.is_short or not (loop.breaks or loop.skips)
    wanted = may and weight <= UNROLLED and (size <= FEW or not in_memory)
    wanted = wanted and b.site not in b.program.learned.rolled
    if not (must or wanted or size == 0):
        return None
    return [partial(_pick, b, value, k) for k in range(size)]


def _pick(b: Scope, value: Value, place: int) -> Value:
    """Item number `place`, as it is now."""
    if isinstance(value, Known) and not isinstance(value.value, tuple | list | str | bytes | range):
        return b.known(list(value.value)[place])
    if isinstance(value, Indexed):
        return value.get(Known(place))
    if isinstance(value, Row) and issubclass(value.cls, Set):
        found = arena.at(value, Const(place))
        return b.keep(found) if isinstance(value, FixedList) else found
    return item_of(b, value, Known(place))


def must_write_out(b: Scope, value: Value) -> bool:
    """Whether the items are things that no row of memory can hold alike."""
    if isinstance(value, Indexed):
        return value.is_by_known
    if isinstance(value, Pack):
        return not _alike([b.storable(each) for each in value.parts])
    if not isinstance(value, Known) or isinstance(value.value, range):
        return False
    pool = b.program.constants
    if set(map(type, value.value)) <= {int, bool}:
        return False
    try:
        shape = joined([pool.shape(each) for each in value.value])
    except (TypeError, ValueError, AttributeError, OverflowError):
        return True
    return bool(value.value) and (shape is None or _has_functions(shape))


def _alike(items: list[Value]) -> bool:
    shape = joined([each.shape for each in items])
    return not items or (shape is not None and not _has_functions(shape))


def _has_functions(shape: object) -> bool:
    """Whether there are things in it that are better known than told apart when the code runs."""
    if isinstance(shape, AtomShape):
        return any(callable(member.value) for member in shape.members)
    inner = (*getattr(shape, "parts", ()), *filter(None, [getattr(shape, "item", None)]))
    return any(map(_has_functions, inner))


def _written_out(
    b: Scope, rounds: list[Callable[[], Value]], body: Body, loop: LoopOfRules
) -> None:
    around = b.program.unrolls
    b.program.unrolls = around * max(1, len(rounds))
    depth = len(b.program.unrolling)
    b.program.unrolling.append(b.site)

    def run() -> None:
        for pick in rounds:
            _round(b, loop, body, pick)

    if loop.breaks or loop.skips:
        with b.names.in_variables(loop.carried):
            _leavable(b, loop, run)
    else:
        run()
    b.program.unrolls = around
    del b.program.unrolling[depth:]


def _leavable(b: Scope, loop: LoopOfRules, run: Callable[[], None]) -> None:
    if not loop.breaks:
        run()
        return
    with b.out.region() as region:
        label = loop.out if loop.out is not None else region.label
        loop.leave = lambda: b.out.leave(label)
        run()


def _round(b: Scope, loop: LoopOfRules, body: Body, item: Value | Callable[[], Value]) -> None:
    """One round; an item that is a function is asked for here."""
    if not loop.skips:
        body(item() if callable(item) else item)
        return
    with b.names.joining(loop.stored), b.out.region() as cut:
        loop.skip = lambda: b.out.leave(cut.label)
        body(item() if callable(item) else item)


# -- a loop in the code ----------------------------------------------------------------------------


def _looped(b: Scope, value: Value, body: Body, loop: LoopOfRules) -> None:
    place = Var(b.name("k"))
    with b.names.in_variables(loop.carried):
        if isinstance(value, Growing):
            _while_it_lasts(b, value, place, body, loop)
            return
        part = indexed(b, value)
        part.ready()
        stop = plus(part.length, 1) if part.watched else part.length
        span = part.header or (stop,)
        known = part.known_length
        most = known if known is not None else part.most
        with b.out.loop(place.name, span, most) as inner:
            plain_jumps(b, loop, inner.label)
            _watch(b, part, place, inner.label)
            high = known - 1 if known is not None else LONGEST_ROW
            number = Num(place, 0, high)
            body(part.of_header(number) if part.of_header else part.get(number))


def _watch(b: Scope, part: Indexed, place: Expr, label: int) -> None:
    """Lists that are gone through by number stay as long as they are, or Python takes over."""
    if not part.watched:
        return
    for words in part.watched:
        b.emit(Do(Call("steady", (MEM, *words))))
    with b.out.when(Op("==", (place, part.length))):
        b.out.leave(label)


def plain_jumps(b: Scope, loop: LoopOfRules, label: int) -> None:
    """The jumps of a loop whose body is that of a loop in the code."""
    target = loop.out if loop.out is not None else label
    loop.leave = lambda: b.out.leave(target)
    loop.skip = lambda: b.emit(Next(label))


def _while_it_lasts(b: Scope, value: Growing, place: Var, body: Body, loop: LoopOfRules) -> None:
    """A loop over a list that may grow under way."""
    b.out.assign(place.name, Const(0))
    with b.out.loop() as inner:
        plain_jumps(b, loop, inner.label)
        with b.out.when(Op(">=", (place, mem(plus(value.head, 1))))):
            b.out.leave(inner.label)
        item = b.keep(arena.at(b.view(value), place))
        b.out.assign(place.name, plus(place, 1))
        body(item)


# -- items by number -------------------------------------------------------------------------------


def indexed(b: Scope, value: Value) -> Indexed:
    """Any sequence as one that is asked by number."""
    note_order(b, value)
    value = iterable(b, value)
    if isinstance(value, Known) and isinstance(value.value, range):
        value = b.lifted(value)
    match value:
        case Indexed():
            return value
        case Span():
            return value.indexed()
        case Known():
            return _indexed_known(b, value)
        case Pack() if must_write_out(b, value):
            parts = value.parts
            return Indexed(Const(len(parts)), lambda k: parts[_known_place(b, k)], is_by_known=True)
        case Pack():
            return _indexed_pack(b, value)
    row = b.collected(value) if isinstance(value, Generated) else b.view(value)

    def get(k: Number) -> Value:
        found = arena.at(row, b.number(k))
        return b.keep(found) if isinstance(value, FixedList | Growing) else found

    watched = ((value.head, row.offset, row.length),) if isinstance(value, Growing) else ()
    return Indexed(row.length, get, watched=watched)


def _indexed_pack(b: Scope, pack: Pack) -> Indexed:
    """A tuple in variables, which is laid into memory in front of a loop."""
    laid: list[Row] = []

    def get(k: Number) -> Value:
        if isinstance(k, Known):
            return pack.parts[int(k.value)]
        return arena.at(laid[0], k.code) if laid else item_of(b, pack, k)

    def lay() -> None:
        laid[:] = [b.spilled(list(pack.parts))]

    return Indexed(Const(len(pack.items)), get, ready=lay)


def _indexed_known(b: Scope, value: Known) -> Indexed:
    try:
        items = tuple(value.value)
    except TypeError:
        raise b.mistyped(f"a loop over {value.spoken()}", "loop over a tuple") from None
    size = Const(len(items))
    if must_write_out(b, Known(items)):
        return Indexed(size, lambda k: b.known(items[_known_place(b, k)]), is_by_known=True)
    row = b.view(b.known(items) if not isinstance(value.value, str) else value)

    def get(k: Number) -> Value:
        return b.known(items[k.value]) if isinstance(k, Known) else arena.at(row, k.code)

    return Indexed(size, get)


def _known_place(b: Scope, k: Number) -> int:
    """The known number by which items that differ in their code are asked for."""
    if isinstance(k, Known):
        return int(k.value)
    raise b.stop(
        "a row of different things beside one whose length is not known", "give all items one form"
    )


def parts(b: Scope, values: list[Value]) -> list[Indexed]:
    """Sequences that are gone through side by side."""
    for value in values:
        if isinstance(value, Indexed):
            use(b, value.once)
    return [indexed(b, value) for value in values]
