"""Counter: a dict of numbers, 0 for what is missing. Its operators are those of Python's text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from zermelo.staging.builder import arena
from zermelo.staging.builder.iterators import Generated
from zermelo.staging.builder.operations import Words, function, method
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import Row, Table
from zermelo.staging.builder.values import NOTHING, Known, Value
from zermelo.staging.ir.code import Const, Op
from zermelo.staging.types.sorting import put_in_order
from zermelo.staging.types.tables import (
    augmented_entry,
    changing_table,
    empty_table,
    entries,
    items_of,
    pair_of,
    values_of,
)


@function(Counter)
def _counter(b: Scope, items: Value = Known(()), /, **words: Value) -> Value:
    table = empty_table(b, Counter, Known(int))
    _count(b, "+", table, items, words)
    return table


def _count(b: Scope, sign: str, table: Value, items: Value, words: Words) -> Value:
    """Add what is counted to a Counter, or take it away."""
    assert isinstance(table, Table)

    def entry(pair: Value) -> None:
        key, number = pair_of(b, pair)
        augmented_entry(b, sign, table, key, lambda: number)

    if issubclass(items.python, dict):
        b.each(items_of(b, items), entry)
    elif items != NOTHING:
        b.each(items, lambda each: augmented_entry(b, sign, table, each, lambda: Known(1)))
    for name, value in words.items():
        augmented_entry(b, sign, table, Known(name), partial(_same, value))
    return NOTHING


def _same(value: Value) -> Value:
    return value


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
