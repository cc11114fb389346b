"""Dicts of the game's own, asked for a key that only the code knows."""

from __future__ import annotations

from zermelo.staging.builder import arena
from zermelo.staging.builder.lifting import constant
from zermelo.staging.builder.operations import equal
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.values import Known, Value, cover, joined
from zermelo.staging.ir.code import MEM, Block, Call, Const, Expr, If, Op, Var
from zermelo.staging.types.sequence import place_of_equal

FEW = 16  # entries of a known dict that are looked at one by one


def looked_up(b: Scope, table: dict[object, object], key: Value, default: Value | None) -> Value:
    """A known dict asked for a key that only the code knows."""
    if not table:
        if default is None:
            b.out.fail(KeyError, "a key is not in the dict")
            return Known(0)
        return default
    keys, values = sides(b, table)
    if not _can_lie(b, values):
        return _told_apart(b, table, key, default)
    row = constant(b, values)
    place = _place_among(b, keys, key)
    if default is None:
        with b.out.when(Op("<", (place, Const(0)))):
            b.out.fail(KeyError, "a key is not in the table")
        return b.keep(arena.at(row, place))
    with b.out.into([]) as here:
        value = b.keep(arena.at(row, place))
    missing: Block = []
    merged = b.merged([(here, value), (missing, default)])
    b.emit(If(Op(">=", (place, Const(0))), here, missing))
    return merged


def place_of(b: Scope, table: dict[object, object], key: Value) -> Var:
    """The number of a key among those of a known dict, as `sides` has them, or −1."""
    return _place_among(b, sides(b, table)[0], key)


def sides(b: Scope, table: dict[object, object]) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """The keys and the values; those of many entries in the order of the numbers of their keys."""
    pool = b.program.constants
    keys = pool.once(table, "keys in order", lambda: _in_order(b, tuple(table)))
    return keys, pool.once(table, "values in order", lambda: tuple(table[key] for key in keys))


def _in_order(b: Scope, keys: tuple[object, ...]) -> tuple[object, ...]:
    if len(keys) <= FEW:
        return keys
    try:
        shape = b.program.constants.item_shape(keys)
    except (TypeError, ValueError, AttributeError, OverflowError):
        return keys  # no row that memory can hold, which is said where it is asked for
    return tuple(b.program.constants.sorted(keys, shape))


def _can_lie(b: Scope, values: tuple[object, ...]) -> bool:
    """Whether memory can hold the values, and told apart they would be no better."""
    try:
        shape = joined(map(b.program.constants.shape, values))
    except (TypeError, OverflowError):
        return False
    return shape is not None and not any(callable(value) for value in values)


def _place_among(b: Scope, keys: tuple[object, ...], key: Value) -> Var:
    """The number of a key among known ones, or −1."""
    key = b.keep(b.storable(key))
    row = constant(b, keys)
    numbers = [k for k in keys if type(k) is int]
    if len(numbers) == len(keys) and keys == tuple(range(numbers[0], numbers[0] + len(keys))):
        place = b.keep(b.whole(key)).code
        low, high = Const(numbers[0]), Const(numbers[-1])
        inside = Op("and", (Op("<=", (low, place)), Op("<=", (place, high))))
        return b.assign("k", Op("select", (inside, Op("-", (place, low)), Const(-1))))
    if row.item.is_flat and cover(row.item, key.shape) == row.item:
        asked, width = b.spilled([key], row.item), Const(row.item.width)
        if len(keys) > FEW:  # they are in order
            sought = Call("set_place", (MEM, row.offset, row.length, width, asked.offset))
        else:
            sought = Call("found_at", (MEM, row.offset, row.length, asked.offset, width))
        return b.assign("k", sought)
    return place_of_equal(b, row, key)


def _told_apart(b: Scope, table: dict[object, object], key: Value, default: Value | None) -> Value:
    """Values that differ in kind, or are functions: one branch for each key."""
    if len(table) > FEW:
        raise b.stop("a long dict of different things", "give all its values one form")
    key = b.keep(key)
    sides: list[tuple[Expr, Block, Value]] = []
    for known, value in table.items():
        sides.append((truth_code(equal(b, key, Known(known))), [], b.known(value)))
    rest: Block = []
    if default is None:
        with b.out.into(rest):
            b.out.fail(KeyError, "a key is not in the table")
    else:
        sides.append((Const(True), [], default))
    merged = b.merged([(block, value) for _, block, value in sides])
    for test, block, _ in reversed(sides):
        rest = [If(test, block, rest)]
    b.out.block.extend(rest)
    return merged
