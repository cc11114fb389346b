"""dict, defaultdict and Counter: entries in the order in which they were put in.

A dict of the game's own is known: what is looked up in it is found among its keys.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any

from zermelo.staging.builder import arena
from zermelo.staging.builder.branches import LoopOfRules
from zermelo.staging.builder.classes import written
from zermelo.staging.builder.iterators import Number, View
from zermelo.staging.builder.lifting import constant
from zermelo.staging.builder.operations import (
    all_of,
    binary,
    contains,
    equal,
    function,
    is_several,
    item,
    method,
    operate,
    protocol,
)
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.sequences import Pack, PackShape, Row, RowShape, Table
from zermelo.staging.builder.values import (
    LONGEST_ROW,
    NOTHING,
    Known,
    Num,
    Shape,
    Value,
    cover,
    truth,
)
from zermelo.staging.ir.code import (
    MEM,
    Block,
    Call,
    Const,
    Do,
    Expr,
    If,
    Op,
    Write,
    plus,
    times,
)
from zermelo.staging.types.lookups import FEW, looked_up, place_of, sides
from zermelo.staging.types.sequence import expect_key, place_of_equal, statics

TABLES = (Counter, defaultdict, OrderedDict, dict)


# -- making ----------------------------------------------------------------------------------------


def make_table(
    b: Scope,
    pairs: list[tuple[Value, Value]] | Value,
    cls: type = dict,
    default: Known | None = None,
) -> Value:
    """A dict of its own; one of constants alone stays known."""
    if isinstance(pairs, list) and all(isinstance(p, Known) for pair in pairs for p in pair):
        known = {key.value: value.value for key, value in pairs}  # type: ignore[attr-defined]
        if known and b.site not in b.program.learned.growing:
            b.program.made_here(known, b.site)
            return Known(known)
    table = empty_table(b, cls, default)
    if isinstance(pairs, list):
        for key, value in pairs:
            put(b, table, key, value)
    else:
        b.each(pairs, lambda pair: put(b, table, *pair_of(b, pair)))
    return table


def pair_of(b: Scope, pair: Value) -> tuple[Value, Value]:
    """The key and the value of an entry."""
    found = statics(b, pair)
    if found is None or len(found) != 2:
        return item(b, pair, Known(0)), item(b, pair, Known(1))
    return found[0], found[1]


def empty_table(b: Scope, cls: type, default: Known | None) -> Table:
    """A dict of some kind without entries."""
    site = b.site
    entry = b.program.learned.items.get(site)
    key, value = entry.parts if isinstance(entry, PackShape) else (None, None)
    width = entry.width if entry is not None else 1
    head = b.assign("dict", Call("new_list", (MEM, Const(0), Const(0), Const(width))))
    return Table(head, key, value, cls, default, frozenset([site]))


@function(dict)
def _dict(b: Scope, items: Value = Known(()), /, **words: Value) -> Value:
    table = empty_table(b, dict, None)
    _update(b, table, items, **words)
    return table


@function(OrderedDict)
def _ordered_dict(b: Scope, items: Value = Known(()), /, **words: Value) -> Value:
    table = empty_table(b, OrderedDict, None)
    _update(b, table, items, **words)
    return table


@method(OrderedDict, "move_to_end")
def _move_to_end(b: Scope, owner: Value, key: Value, last: Value = Known(True)) -> Value:
    if last != Known(True):
        raise b.stop("move_to_end to the front", "build a new dict")
    key = b.keep(key)
    value = b.keep(_pop(b, owner, key))
    put(b, owner, key, value)
    return NOTHING


@method(OrderedDict, "popitem")
def _popitem_of_end(b: Scope, owner: Value, last: Value = Known(True)) -> Value:
    """The entry that was put in last, or first."""
    if last == Known(True):
        return _popitem(b, owner)
    if last != Known(False):
        raise b.stop("popitem of an end that is computed", "write it with if")
    return _taken_out(b, changing_table(b, owner), is_last=False)


@function(dict.fromkeys)
def _fromkeys(b: Scope, items: Value, value: Value = NOTHING, /) -> Value:
    table = empty_table(b, dict, None)
    b.each(items, lambda key: put(b, table, key, value))
    return table


def _pairs_of(b: Scope, value: Value) -> Value:
    """What a dict is made of: another one's entries, or pairs."""
    if not issubclass(value.python, dict):
        return value
    return items_of(b, value)


@function(defaultdict)
def _defaultdict(
    b: Scope, default: Value = NOTHING, items: Value = Known(()), /, **words: Value
) -> Value:
    if not isinstance(default, Known):
        raise b.stop("a default that is computed", "use a function of the rules")
    table = empty_table(b, defaultdict, default if default != NOTHING else None)
    _update(b, table, items, **words)
    return table


# -- entries ---------------------------------------------------------------------------------------


def entries(b: Scope, table: Table) -> Row:
    """The entries as they are now."""
    return arena.row_of_head(b, table.head, table.entry)


def _find(b: Scope, table: Table, key: Value) -> Expr:
    """The number of the entry with a key, or −1."""
    if table.key is None or table.value is None:
        return Const(-1)
    row, key = entries(b, table), b.keep(b.storable(key))
    width = row.item.width
    if table.key.is_flat and cover(table.key, key.shape) == table.key:
        codes = b.codes(key, table.key)
        given = (MEM, row.offset, row.length, Const(width))
        if len(codes) == 1:
            return b.assign("k", Call("entry_1", (*given, *codes)))
        wanted = b.spilled([key], table.key)
        call = Call("entry_of", (*given, wanted.offset, Const(len(codes))))
        return b.assign("k", call)
    return place_of_equal(b, row, key, _key_of)


def _key_of(entry: Value) -> Value:
    assert isinstance(entry, Pack)
    return entry.items[0]


def _learn(b: Scope, table: Table, key: Shape, value: Shape) -> PackShape:
    shape = arena.learn_items(b, table.sites, table.entry, PackShape((key.loose(), value.loose())))
    assert isinstance(shape, PackShape)
    return shape


def put(b: Scope, table: Value, key: Value, value: Value) -> None:
    """table[key] = value."""
    table = changing_table(b, table)
    key, value = b.keep(b.storable(key)), b.keep(b.storable(value))
    expect_key(b, key.shape)
    shape = _learn(b, table, key.shape, value.shape)
    place = _find(b, table, key)
    codes = b.codes(Pack((key, value)), shape)
    split = shape.parts[0].width
    with b.out.when(Op("<", (place, Const(0)))) as choice:
        new = b.assign("at", Call("grown", (MEM, table.head, Const(shape.width))))
        arena.write(b, new, codes)
    with b.out.otherwise(choice):
        row = entries(b, table)
        at = plus(plus(row.offset, times(place, shape.width)), split)
        arena.write(b, at, codes[split:])


def changing_table(b: Scope, table: Value) -> Table:
    """A dict that is changed; one of the game's own is nobody's to change."""
    if isinstance(table, Table) and table.sites:
        return table
    if isinstance(table, Known):
        b.program.changes(table.value)
    raise b.changed(table)


def _value_at(b: Scope, table: Table, place: Expr) -> Value:
    entry = arena.at(entries(b, table), place)
    assert isinstance(entry, Pack)
    return b.keep(entry.items[1])


@protocol("item", dict)
def _item(b: Scope, owner: Value, key: Value) -> Value:
    if isinstance(owner, Known):
        missing = _missing(b, owner)
        inner = dict_among(b, owner.value, key, missing)
        return looked_up(b, owner.value, key, missing) if inner is None else inner
    assert isinstance(owner, Table)
    key = b.keep(key)
    is_fixed = not owner.sites  # and nothing is put into it where it is asked for a missing key
    if owner.default is not None and owner.cls is not Counter and not is_fixed:
        _ensure(b, owner, key)
    place = _find(b, owner, key)
    if owner.default is not None and is_fixed:
        return _or_default(b, owner, place, b.known(owner.default.value()))
    if owner.cls is Counter:
        return _or_default(b, owner, place, Known(0))
    if isinstance(place, Const):
        b.out.fail(KeyError, "a key is not in the dict")
        return Known(0)
    with b.out.when(Op("<", (place, Const(0)))):
        b.out.fail(KeyError, "a key is not in the dict")
    return _value_at(b, owner, place)


def _missing(b: Scope, owner: Known) -> Value | None:
    """What a dict of the game's own has for a key that it does not have."""
    _expect_no_missing(b, owner)
    default = default_of(owner)
    return None if default is None else b.known(default.value())


def _expect_no_missing(b: Scope, owner: Value) -> None:
    own = written(owner.python, "__missing__")
    if own is not None and own.__module__ != Counter.__module__:
        raise b.stop(f"a __missing__ of {owner.python.__name__}", "use .get(key, default)")


def default_of(owner: Value) -> Known | None:
    """What makes the value of a missing key."""
    if isinstance(owner, Table):
        return owner.default
    assert isinstance(owner, Known)
    if isinstance(owner.value, Counter):
        return Known(int)
    factory = getattr(owner.value, "default_factory", None)
    return None if factory is None else Known(factory)


def dict_among(
    b: Scope, table: dict[object, object], key: Value, missing: Value | None
) -> Table | None:
    """One of many dicts of the game's own, all of one kind: its entries lie in memory."""
    if len(table) <= FEW or not all(isinstance(value, dict) for value in table.values()):
        return None
    dicts = [*sides(b, table)[1], *([missing.value] if isinstance(missing, Known) else [])]
    kinds = {(type(each), default_of(Known(each))) for each in dicts}
    row = constant(b, b.program.constants.once(table, "entries", lambda: _entries_of(dicts)))
    if len(kinds) != 1 or not isinstance(row.item, RowShape):
        return None
    (cls, default), entry = kinds.pop(), row.item.item
    if cls not in TABLES or not isinstance(entry, PackShape) or row.item.length is not None:
        return None
    place: Expr = place_of(b, table, key)
    is_missing = Op("<", (place, Const(0)))
    if missing is None:
        with b.out.when(is_missing):
            b.out.fail(KeyError, "a key is not in the dict")
    else:
        place = b.assign("k", Op("select", (is_missing, Const(len(dicts) - 1), place)))
    head = b.assign("dict", plus(row.offset, times(place, row.item.width)))
    return Table(head, entry.parts[0], entry.parts[1], cls, default)


def _entries_of(dicts: list[Any]) -> tuple[Any, ...]:
    """Their entries, and an empty row, so that it is written down how many each one has."""
    return (*(tuple(each.items()) for each in dicts), ())


def _ensure(b: Scope, owner: Table, key: Value) -> None:
    """The entry of a key, with the default for its value where it is missing."""
    assert owner.default is not None
    place = _find(b, owner, key)
    with b.out.when(Op("<", (place, Const(0)))):
        put(b, owner, key, b.apply(owner.default.value))


def _or_default(b: Scope, owner: Table, place: Expr, default: Value) -> Value:
    if isinstance(place, Const):
        return default
    with b.out.into([]) as here:
        value = _value_at(b, owner, place)
    missing: Block = []
    merged = b.merged([(here, value), (missing, default)])
    b.emit(If(Op(">=", (place, Const(0))), here, missing))
    return merged


def augmented_entry(
    b: Scope, sign: str, table: Value, key: Value, value: Callable[[], Value]
) -> None:
    """table[key] sign= value."""
    table, key = changing_table(b, table), b.keep(key)
    old = _item(b, table, key)
    put(b, table, key, operate(b, sign, old, value()))


def delete_entry(b: Scope, table: Value, key: Value) -> None:
    """del table[key]; a Counter does not mind where there is none."""
    table = changing_table(b, table)
    place = _find(b, table, key)
    with b.out.when(Op("<", (place, Const(0)))) as choice:
        if table.cls is not Counter:
            b.out.fail(KeyError, "a key is not in the dict")
    with b.out.otherwise(choice):
        _cut(b, table, place)


def _cut(b: Scope, table: Table, place: Expr) -> None:
    width = table.entry.width if table.entry is not None else 1
    b.emit(Do(Call("cut_out", (MEM, table.head, place, Const(width)))))


# -- asking ----------------------------------------------------------------------------------------


@protocol("length", dict)
def _length(b: Scope, owner: Value) -> Number:
    if isinstance(owner, Known):
        return Known(len(owner.value))
    return Num(entries(b, owner).length, 0, LONGEST_ROW)  # type: ignore[arg-type]


@protocol("truth", dict)
def _truth(b: Scope, owner: Value) -> Number:
    if isinstance(owner, Known):
        return Known(bool(owner.value))
    return truth(Op("!=", (b.number(_length(b, owner)), Const(0))))


@protocol("contains", dict)
def _contains(b: Scope, owner: Value, key: Value) -> Number:
    if isinstance(owner, Known):
        keys = b.program.constants.once(owner.value, "set", lambda: frozenset(owner.value))
        return contains(b, Known(keys), key)
    assert isinstance(owner, Table)
    return truth(Op(">=", (_find(b, owner, key), Const(0))))


@method(dict, "get")
def _get(b: Scope, owner: Value, key: Value, default: Value = NOTHING) -> Value:
    if isinstance(owner, Known):
        return looked_up(b, owner.value, key, default)
    assert isinstance(owner, Table)
    return _or_default(b, owner, _find(b, owner, key), default)


@method(dict, "setdefault")
def _setdefault(b: Scope, owner: Value, key: Value, default: Value = NOTHING) -> Value:
    owner, key = changing_table(b, owner), b.keep(key)
    place = _find(b, owner, key)
    with b.out.when(Op("<", (place, Const(0)))):
        put(b, owner, key, default)
    return _item(b, owner, key)


@method(dict, "pop")
def _pop(b: Scope, owner: Value, key: Value, default: Value | None = None) -> Value:
    owner, key = changing_table(b, owner), b.keep(key)
    found = _item(b, owner, key) if default is None else _get(b, owner, key, default)
    place = _find(b, owner, key)
    with b.out.when(Op(">=", (place, Const(0)))):
        _cut(b, owner, place)
    return found


@method(dict, "popitem")
def _popitem(b: Scope, owner: Value) -> Value:
    """The entry that was put in last."""
    return _taken_out(b, changing_table(b, owner), is_last=True)


def _taken_out(b: Scope, table: Table, *, is_last: bool) -> Value:
    row = entries(b, table)
    with b.out.when(Op("==", (row.length, Const(0)))):
        b.out.fail(KeyError, "popitem(): dictionary is empty")
    place = plus(row.length, -1) if is_last else Const(0)
    found = b.keep(arena.at(row, place))
    _cut(b, table, place)
    return found


@method(dict, "clear")
def _clear(b: Scope, owner: Value) -> Value:
    b.emit(Write("mem", (plus(changing_table(b, owner).head, 1),), Const(0)))
    return NOTHING


EMPTY: dict[object, object] = {}
KEYS, VALUES, ITEMS = (type(view) for view in (EMPTY.keys(), EMPTY.values(), EMPTY.items()))


@method(dict, "keys")
def _keys(b: Scope, owner: Value) -> Value:
    if isinstance(owner, Known):
        return b.known(tuple(owner.value))
    return View(owner, KEYS, lambda entry: entry[0])


@method(dict, "values")
def values_of(b: Scope, owner: Value) -> Value:
    """The values of a dict."""
    if isinstance(owner, Known):
        return b.known(tuple(owner.value.values()))
    return View(owner, VALUES, lambda entry: entry[1])


@method(dict, "items")
def items_of(b: Scope, owner: Value) -> Value:
    """The entries of a dict."""
    if is_several(owner):
        return b.split(owner, lambda part: items_of(b, part))
    if isinstance(owner, Known):
        return b.known(tuple(owner.value.items()))
    return View(owner, ITEMS, Pack)


@protocol("length", KEYS, VALUES, ITEMS)
def _length_of_view(b: Scope, view: Value) -> Number:
    assert isinstance(view, View)
    return _length(b, view.owner)


@protocol("truth", KEYS, VALUES, ITEMS)
def _truth_of_view(b: Scope, view: Value) -> Number:
    assert isinstance(view, View)
    return _truth(b, view.owner)


@protocol("contains", KEYS)
def _contains_key(b: Scope, view: Value, key: Value) -> Number:
    assert isinstance(view, View)
    return _contains(b, view.owner, key)


@method(dict, "copy")
def _copy(b: Scope, owner: Value) -> Value:
    _expect_no_missing(b, owner)
    cls = next(each for each in TABLES if issubclass(owner.python, each))
    table = empty_table(b, cls, default_of(owner))
    b.each(items_of(b, owner), lambda pair: put(b, table, *pair_of(b, pair)))
    return table


@method(dict, "update")
def _update(b: Scope, owner: Value, other: Value = Known(()), /, **words: Value) -> Value:
    table = changing_table(b, owner)
    b.each(_pairs_of(b, other), lambda pair: put(b, table, *pair_of(b, pair)))
    for name, value in words.items():
        put(b, table, Known(name), value)
    return NOTHING


@binary("==", dict, dict)
def _equal(b: Scope, one: Value, two: Value) -> Number:
    sizes = [b.apply(len, each) for each in (one, two)]
    result, loop = b.assign("same", Const(True)), LoopOfRules(breaks=True)
    with b.out.when(Op("!=", (b.number(sizes[0]), b.number(sizes[1])))):
        b.out.assign(result.name, Const(False))

    def look(pair: Value) -> None:
        key, value = (b.keep(each) for each in pair_of(b, pair))
        test = all_of(
            b, [lambda: contains(b, two, key), lambda: equal(b, item(b, two, key), value)]
        )
        with b.out.when(Op("not", (truth_code(test),))):
            b.out.assign(result.name, Const(False))
            loop.leave()

    b.each(items_of(b, one), look, loop)
    return truth(result)


@binary("|", dict, dict)
def _or(b: Scope, _sign: str, one: Value, two: Value) -> Value:
    table = _copy(b, one)
    _update(b, table, two)
    return table
