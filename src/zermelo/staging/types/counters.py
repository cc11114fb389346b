"""Counter: a dict of numbers, 0 for what is missing. Its operators are those of Python's text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from zermelo.staging.builder import arena
from zermelo.staging.builder.iterators import Generated
from zermelo.staging.builder.operations import Words, function, method
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import Row, Table
from zermelo.staging.builder.values import NOTHING, Known, NumberShape, Value
from zermelo.staging.ir.code import Const, Expr, Op
from zermelo.staging.types.sorting import put_in_order
from zermelo.staging.types.tables import (
    augmented_entry,
    changing_table,
    empty_table,
    entries,
    items_of,
    pair_of,
    put,
    values_of,
)


@function(Counter)
def _counter(b: Scope, items: Value = Known(()), /, **words: Value) -> Value:
    table = empty_table(b, Counter, Known(int))
    _count(b, "+", table, items, {}, is_empty=Const(True))
    _count(b, "+", table, NOTHING, words, Const(True) if items == Known(()) else None)
    return table


def _count(
    b: Scope,
    sign: str,
    table: Table,
    items: Value,
    words: Words,
    is_empty: Expr | None = None,
) -> Value:
    """Add what is counted to a Counter, or take it away.

    A Counter without entries takes those of a dict as they are, numbers or not.
    """
    if is_empty is None:
        is_empty = b.assign("none", Op("==", (entries(b, table).length, Const(0))))

    def entry(key: Value, number: Value) -> None:
        _enter(b, sign, table, key, number, is_empty)

    if issubclass(items.python, dict):
        b.each(items_of(b, items), lambda pair: entry(*pair_of(b, pair)))
    elif items != NOTHING:
        b.each(items, lambda each: augmented_entry(b, sign, table, each, lambda: Known(1)))
    for name, value in words.items():
        entry(Known(name), value)
    return NOTHING


def _enter(b: Scope, sign: str, table: Table, key: Value, number: Value, is_empty: Expr) -> None:
    if sign == "+" and is_empty == Const(True):
        put(b, table, key, number)
    elif sign == "-" or isinstance(number.shape, NumberShape):
        augmented_entry(b, sign, table, key, lambda: number)
    else:
        with b.out.when(is_empty) as choice:
            put(b, table, key, number)
        with b.out.otherwise(choice):
            augmented_entry(b, sign, table, key, lambda: number)


@method(Counter, "update")
def _update_counter(b: Scope, owner: Value, other: Value = NOTHING, /, **words: Value) -> Value:
    return _count(b, "+", changing_table(b, owner), other, words)


@method(Counter, "subtract")
def _subtract(b: Scope, owner: Value, other: Value = NOTHING, /, **words: Value) -> Value:
    return _count(b, "-", changing_table(b, owner), other, words)


@method(Counter, "most_common")
def _most_common(b: Scope, owner: Value, most: Value = NOTHING) -> Value:
    """Entries with the highest counts first; equal ones in their order."""
    row = arena.copied(b, entries(b, owner))  # type: ignore[arg-type]
    put_in_order(b, row, Known(_count_of), Known(True))
    if most == NOTHING or row.known_length == 0:
        return arena.new_list(b, row)
    asked = Op("max", (Const(0), b.number(most)))
    length = b.assign("len", Op("min", (row.length, asked)))
    return arena.new_list(b, Row(row.offset, length, row.item))


def _count_of(entry: tuple[object, int]) -> int:
    return entry[1]


@method(Counter, "total")
def _total(b: Scope, owner: Value) -> Value:
    return b.apply(sum, values_of(b, owner))


@method(Counter, "elements")
def _elements(b: Scope, owner: Value) -> Value:
    def each(body: Callable[[Value], None]) -> None:
        def entry(pair: Value) -> None:
            key, number = pair_of(b, pair)
            b.each(b.apply(range, number), lambda _: body(key))

        b.each(items_of(b, owner), entry)

    return Generated(each, b.once())
