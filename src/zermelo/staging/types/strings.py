"""str: a row of code points. Letters beyond ASCII keep their places but have no upper case here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from zermelo.staging.builder import arena
from zermelo.staging.builder.ignored import Ignored
from zermelo.staging.builder.iterators import Generated, Number
from zermelo.staging.builder.operations import (
    any_of,
    ask,
    function,
    is_several,
    method,
    number_of,
    protocol,
)
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.sequences import (
    CHARACTER,
    LAST_CHARACTER,
    FixedList,
    Growing,
    Pack,
    Row,
    character,
)
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import (
    LONGEST_ROW,
    NOTHING,
    TRUE,
    Body,
    Known,
    Num,
    NumberShape,
    Value,
    truth,
)
from zermelo.staging.ir.code import MEM, Assign, Call, Const, Do, Expr, Op, Var, plus
from zermelo.staging.types.sequence import contains_item


def text(b: Scope, value: Value) -> Row:
    """A string as a row of its characters."""
    if isinstance(value, Union):
        found = b.split(value, lambda part: text(b, part))
        assert isinstance(found, Row)
        return found
    if not issubclass(value.python, str) or isinstance(value, Ignored):
        raise b.mistyped(f"{value.spoken()} where a string is needed", "use a string")
    return b.view(value)


def letters(b: Scope, owner: Value, value: Value) -> Row:
    """What is looked for in a string, or in bytes: there it may be one number."""
    if not issubclass(owner.python, bytes):
        return text(b, value)
    if isinstance(value, Union):
        found = b.split(value, lambda part: letters(b, owner, part))
        assert isinstance(found, Row)
        return found
    if issubclass(value.python, int):
        return b.spilled([value], OCTET)
    if not issubclass(value.python, bytes):
        raise b.mistyped(f"{value.spoken()} where bytes are needed", "use bytes")
    return b.view(value)


def made(b: Scope, name: str, *args: Expr, like: Row | None = None) -> Row:
    """A string, or bytes, that a function of the support makes."""
    offset, length = Var(b.name("at")), Var(b.name("len"))
    b.emit(Assign((offset.name, length.name), Call(name, (MEM, *args))))
    if like is None:
        return Row(offset, length, CHARACTER, str, is_fresh=True)
    return Row(offset, length, like.item, like.cls, is_fresh=True)


SPACES = "".join(filter(str.isspace, map(chr, range(0x3001))))
BLANKS = b" \t\n\r\x0b\x0c"
OCTET = NumberShape(0, 255)
TEXTS = (str, bytes)  # what has the same methods


def ends(row: Row) -> tuple[Expr, Expr]:
    """Where it lies."""
    return row.offset, row.length


# -- made of other things --------------------------------------------------------------------------


@function(chr)
def _chr(b: Scope, value: Value) -> Value:
    number = b.keep(b.whole(value))
    if number.low < 0 or number.high > LAST_CHARACTER:
        outside = Op(
            "or", (Op("<", (number.code, Const(0))), Op(">", (number.code, Const(LAST_CHARACTER))))
        )
        with b.out.when(outside):
            b.out.fail(ValueError, "chr of a number that is no character")
    return character(Num(number.code, max(0, number.low), min(LAST_CHARACTER, number.high)))


@function(ord)
def _ord(b: Scope, value: Value) -> Value:
    if isinstance(value, Pack) and len(value.items) == 1:
        return value.items[0]
    row = text(b, value)
    with b.out.when(Op("!=", (row.length, Const(1)))):
        b.out.fail(TypeError, "ord of a string that is not one character")
    found = arena.at(row, Const(0))
    assert isinstance(found, Pack)
    return b.keep(found.items[0])


@method(str, "join")
@method(bytes, "join")
def _join(b: Scope, owner: Value, items: Value) -> Value:
    cls, item = (str, CHARACTER) if issubclass(owner.python, str) else (bytes, OCTET)
    separator = letters(b, owner, owner) if not _is_empty(owner) else None
    if separator is None and isinstance(items, Row | Growing) and items.item == CHARACTER:
        row = b.view(items)
        row = arena.copied(b, row) if isinstance(items, FixedList | Growing) else row
        return replace(row, cls=str)
    first = None if separator is None else b.assign("first", Const(True))

    def each(body: Body) -> None:
        def one(part: Value) -> None:
            if not issubclass(part.python, cls) and not isinstance(part, Union):
                raise b.mistyped(f"{part.spoken()} is joined to {owner.spoken()}", "use str(…)")
            if separator is not None and first is not None:
                with b.out.when(Op("not", (first,))):
                    b.each(separator, body)
                b.out.assign(first.name, Const(False))
            b.each(letters(b, owner, part), body)

        b.each(items, one)

    return replace(b.collected(Generated(each, b.once()), item), cls=cls)


def _is_empty(value: Value) -> bool:
    return isinstance(value, Pack) and not value.items


# -- searching -------------------------------------------------------------------------------------


def _octet(b: Scope, number: Num) -> Num:
    """A number that may be among bytes."""
    if number.low < OCTET.low or number.high > OCTET.high:
        below = Op("<", (number.code, Const(OCTET.low)))
        above = Op(">", (number.code, Const(OCTET.high)))
        with b.out.when(Op("or", (below, above))):
            b.out.fail(ValueError, "byte must be in range(0, 256)")
    return number


@protocol("contains", *TEXTS)
def _contains(b: Scope, owner: Value, value: Value) -> Number:
    if is_several(value):
        return number_of(b.split(value, lambda part: _contains(b, owner, part)))
    if issubclass(owner.python, bytes) and issubclass(value.python, int):
        return contains_item(b, owner, _octet(b, b.keep(b.whole(value))))
    if isinstance(owner, Pack) and isinstance(value, Pack) and len(value.items) == 1:
        code: Expr = Const(False)
        letter = b.number(b.keep(value.items[0]))
        for each in reversed(owner.items):
            code = Op("or", (Op("==", (b.number(each), letter)), code))
        return truth(code)
    place = _place(b, "found_in", owner, value, NOTHING, NOTHING)
    return truth(Op(">=", (place.code, Const(0))))


def _place(b: Scope, name: str, owner: Value, value: Value, begin: Value, end: Value) -> Num:
    one, two = letters(b, owner, owner), letters(b, owner, value)
    first = Const(0) if begin == NOTHING else b.number(begin)
    last = one.length if end == NOTHING else b.number(end)
    code = Call(name, (MEM, *ends(one), *ends(two), first, last))
    return Num(b.assign("k", code), -1, LONGEST_ROW)


def _search(name: str, *, is_needed: bool) -> Callable[..., Value]:
    def row(
        b: Scope, owner: Value, value: Value, begin: Value = NOTHING, end: Value = NOTHING
    ) -> Value:
        place = _place(b, name, owner, value, begin, end)
        if is_needed:
            with b.out.when(Op("<", (place.code, Const(0)))):
                b.out.fail(ValueError, "a string is not found in another")
        return place

    return row


for _cls in TEXTS:
    method(_cls, "find")(_search("found_in", is_needed=False))
    method(_cls, "index")(_search("found_in", is_needed=True))
    method(_cls, "rfind")(_search("found_last_in", is_needed=False))
    method(_cls, "rindex")(_search("found_last_in", is_needed=True))
    method(_cls, "count")(_search("counted_in", is_needed=False))


def _ends_with(name: str) -> Callable[..., Number]:
    def row(
        b: Scope, owner: Value, value: Value, begin: Value = NOTHING, end: Value = NOTHING
    ) -> Number:
        if isinstance(value, Known) and isinstance(value.value, tuple):
            return any_of(
                b, [partial(row, b, owner, Known(each), begin, end) for each in value.value]
            )
        if isinstance(value, Pack) and value.cls is tuple:
            return any_of(b, [partial(row, b, owner, each, begin, end) for each in value.items])
        if (begin, end) == (NOTHING, NOTHING):
            one, two = letters(b, owner, owner), letters(b, owner, value)
            return truth(Call(name, (MEM, *ends(one), *ends(two))))
        begin = begin if begin == NOTHING else b.keep(b.whole(begin))
        inside = ask(b, "slice", owner, begin, end, NOTHING)
        found = truth_code(row(b, inside, value))
        if begin == NOTHING:
            return truth(found)
        size = letters(b, owner, owner).length  # nothing begins behind the end, not even nothing
        return truth(Op("and", (Op("<=", (b.number(begin), size)), found)))

    return row


for _cls in TEXTS:
    method(_cls, "startswith")(_ends_with("begins_with"))
    method(_cls, "endswith")(_ends_with("ends_with"))


# -- changed ---------------------------------------------------------------------------------------


@method(str, "replace")
@method(bytes, "replace")
def _replace(b: Scope, owner: Value, old: Value, new: Value, count: Value = Known(-1)) -> Value:
    rows = [letters(b, owner, each) for each in (owner, old, new)]
    given = (*(code for row in rows for code in ends(row)), b.number(count))
    return made(b, "replaced", *given, like=rows[0])


def _mapped(name: str, kind: int) -> None:
    @method(str, name)
    def _row(b: Scope, owner: Value) -> Value:
        row = arena.copied(b, letters(b, owner, owner))
        b.emit(Do(Call("change_case", (MEM, *ends(row), Const(kind)))))
        return replace(row, cls=owner.python)

    if hasattr(bytes, name):
        method(bytes, name)(_row)


for _name, _kind in (
    ("upper", 0), ("lower", 1), ("casefold", 1), ("swapcase", 2), ("capitalize", 3), ("title", 4),
):  # fmt: skip
    _mapped(_name, _kind)


def _asked(name: str, kind: int) -> None:
    @method(str, name)
    def _row(b: Scope, owner: Value) -> Value:
        return truth(Call("is_kind", (MEM, *ends(letters(b, owner, owner)), Const(kind))))

    if hasattr(bytes, name):
        method(bytes, name)(_row)


for _kind, _name in enumerate(
    ("isupper", "islower", "isdigit", "isalpha", "isalnum", "isspace", "isdecimal", "isnumeric")
):
    _asked(_name, _kind)


@method(str, "encode")
def _encode(b: Scope, owner: Value, encoding: Value = Known("utf-8")) -> Value:
    """The bytes of a string of plain letters; others are left to Python."""
    row = text(b, owner)
    with b.out.when(Op("not", (Call("is_ascii", (MEM, *ends(row))),))):
        b.out.give_up(OverflowError, "letters beyond ASCII as bytes")
    _expect_plain(b, encoding)
    return replace(arena.copied(b, row), item=OCTET, cls=bytes)


@method(bytes, "decode")
def _decode(b: Scope, owner: Value, encoding: Value = Known("utf-8")) -> Value:
    """The string of plain bytes; others are left to Python."""
    row = letters(b, owner, owner)
    with b.out.when(Op("not", (Call("is_ascii", (MEM, *ends(row))),))):
        b.out.give_up(OverflowError, "bytes beyond ASCII as letters")
    _expect_plain(b, encoding)
    return replace(arena.copied(b, row), item=CHARACTER, cls=str)


def _expect_plain(b: Scope, encoding: Value) -> None:
    if encoding not in [Known(name) for name in ("utf-8", "utf8", "ascii", "latin-1", "UTF-8")]:
        raise b.stop("another encoding than UTF-8", "leave it out")


@method(str, "isascii")
def _isascii(b: Scope, owner: Value) -> Value:
    return truth(Call("is_ascii", (MEM, *ends(text(b, owner)))))


def _stripped(name: str, left: int, right: int) -> None:
    @method(str, name)
    @method(bytes, name)
    def _row(b: Scope, owner: Value, chars: Value = NOTHING) -> Value:
        row = letters(b, owner, owner)
        spaces = SPACES if issubclass(owner.python, str) else BLANKS
        away = letters(b, owner, Known(spaces) if chars == NOTHING else chars)
        given = (*ends(row), *ends(away), Const(left), Const(right))
        return replace(made(b, "stripped", *given, like=row), is_fresh=False)


for _name, _left, _right in (("strip", 1, 1), ("lstrip", 1, 0), ("rstrip", 0, 1)):
    _stripped(_name, _left, _right)


@method(str, "removeprefix")
def _removeprefix(b: Scope, owner: Value, value: Value) -> Value:
    one, two = text(b, owner), text(b, value)
    cut = b.assign(
        "n",
        Op("select", (Call("begins_with", (MEM, *ends(one), *ends(two))), two.length, Const(0))),
    )
    offset = b.assign("at", plus(one.offset, cut))
    return Row(offset, b.assign("len", Op("-", (one.length, cut))), CHARACTER, str)


@method(str, "removesuffix")
def _removesuffix(b: Scope, owner: Value, value: Value) -> Value:
    one, two = text(b, owner), text(b, value)
    cut = b.assign(
        "n", Op("select", (Call("ends_with", (MEM, *ends(one), *ends(two))), two.length, Const(0)))
    )
    return Row(one.offset, b.assign("len", Op("-", (one.length, cut))), CHARACTER, str)


def _padded(name: str, left: int) -> None:
    @method(str, name)
    def _row(b: Scope, owner: Value, width: Value, fill: Value = Known(" ")) -> Value:
        row, letter = text(b, owner), _ord(b, b.lifted(fill))
        return made(b, "padded", *ends(row), b.number(width), b.number(letter), Const(left))


_padded("ljust", 0)
_padded("rjust", 1)


@method(str, "center")
def _center(b: Scope, owner: Value, width: Value, fill: Value = Known(" ")) -> Value:
    row, letter = text(b, owner), _ord(b, b.lifted(fill))
    return made(b, "centred", *ends(row), b.number(width), b.number(letter))


@method(str, "zfill")
def _zfill(b: Scope, owner: Value, width: Value) -> Value:
    return made(b, "filled", *ends(text(b, owner)), b.number(width))


@method(str, "translate")
def _translate(b: Scope, owner: Value, table: Value) -> Value:
    """Each character by a table: another one, none, or itself."""
    known = None
    if isinstance(table, Known) and isinstance(table.value, dict):
        known = {code: _spelled(to) for code, to in table.value.items()}

    def each(body: Body) -> None:
        def letter(one: Value) -> None:
            assert isinstance(one, Pack)
            one = b.keep(one)
            if known is None:
                found = b.apply(dict.get, table, one.items[0], one)
                _spell(b, found, body)
                return
            found = one
            for code, to in known.items():
                asked = Op("==", (b.number(one.items[0]), Const(code)))
                found = b.chosen(asked, Known(to), found)
            b.each(text(b, found), body)

        b.each(text(b, owner), letter)

    return replace(b.collected(Generated(each, b.once()), CHARACTER), cls=str)


def _spell(b: Scope, found: Value, body: Body) -> None:
    """What a table says of a letter: None for nothing, a number or a string."""

    def one(part: Value) -> Value:
        if part != NOTHING:
            b.each(text(b, _chr(b, part) if issubclass(part.python, int) else part), body)
        return NOTHING

    if isinstance(found, Union):
        b.split(found, one)
    else:
        one(found)


@function(str.maketrans)
def _maketrans(b: Scope, one: Value, two: Value | None = None, gone: Value = NOTHING) -> Value:
    """A dict from the numbers of letters to those that they become."""
    if two is None:
        raise b.stop("str.maketrans of a dict that is computed", "use two strings")
    with_gone = b.apply(tuple, b.apply(map, Known(ord), one))
    table = b.apply(dict, b.apply(zip, with_gone, b.apply(map, Known(ord), two), strict=TRUE))
    if gone != NOTHING:
        b.apply(dict.update, table, b.apply(dict.fromkeys, b.apply(map, Known(ord), gone)))
    return table


@method(bytes, "translate")
def _translate_bytes(b: Scope, owner: Value, table: Value) -> Value:
    """Each number by a table of 256."""
    row = letters(b, owner, table)
    b.emit(Do(Call("expect", (row.length, Const(256)))))

    def each(body: Body) -> None:
        b.each(owner, lambda one: body(b.keep(arena.at(row, b.number(one)))))

    return replace(b.collected(Generated(each, b.once()), OCTET), cls=bytes)


def _spelled(to: int | str | None) -> str:
    return "" if to is None else chr(to) if isinstance(to, int) else to


# -- split -----------------------------------------------------------------------------------------


def _splitting(name: str, call: str) -> None:
    @method(str, name)
    @method(bytes, name)
    def _row(b: Scope, owner: Value, sep: Value = NOTHING, maxsplit: Value = Known(-1)) -> Value:
        """A list of the strings between separators; where they lie is written down in pairs."""
        row = letters(b, owner, owner)
        empty = Row(Const(0), Const(0), row.item, row.cls)
        between = empty if sep == NOTHING else _separator(b, owner, sep)
        return _list_of(b, row, call, *ends(row), *ends(between), b.number(maxsplit))


_splitting("split", "split_up")
_splitting("rsplit", "split_back")


@method(str, "splitlines")
def _splitlines(b: Scope, owner: Value, keepends: Value = Known(False)) -> Value:
    row = text(b, owner)
    return _list_of(b, row, "split_lines", *ends(row), b.number(keepends))


def _list_of(b: Scope, like: Row, call: str, *args: Expr) -> Value:
    """A list of strings that lie where a function of the support says, in pairs."""
    offset, length = Var(b.name("at")), Var(b.name("len"))
    b.emit(Assign((offset.name, length.name), Call(call, (MEM, *args))))
    item = Row(Const(0), Var("n"), like.item, like.cls).shape
    return arena.new_list(b, Row(offset, length, item, is_fresh=True))


def _separator(b: Scope, owner: Value, value: Value) -> Row:
    """What a string is split at; nothing at all is an error."""
    row = letters(b, owner, value)
    if row.known_length == 0:
        b.out.fail(ValueError, "empty separator")
    elif row.known_length is None:
        with b.out.when(Op("==", (row.length, Const(0)))):
            b.out.fail(ValueError, "empty separator")
    return row


def _partition(name: str, search: str) -> None:
    @method(str, name)
    def _row(b: Scope, owner: Value, separator: Value) -> Value:
        one, two = text(b, owner), _separator(b, owner, separator)
        place = Num(
            b.assign("k", Call(search, (MEM, *ends(one), *ends(two), Const(0), one.length)))
        )
        is_found = Op(">=", (place.code, Const(0)))
        missing = (one.length, Const(0)) if search == "found_in" else (Const(0), Const(0))
        head = b.assign("len", Op("select", (is_found, place.code, missing[0])))
        middle = b.assign("len", Op("select", (is_found, two.length, missing[1])))
        rest = b.assign("at", plus(plus(one.offset, head), middle))
        tail = b.assign("len", Op("-", (Op("-", (one.length, head)), middle)))
        return Pack((
            Row(one.offset, head, CHARACTER, str), Row(two.offset, middle, CHARACTER, str),
            Row(rest, tail, CHARACTER, str),
        ))  # fmt: skip


_partition("partition", "found_in")
_partition("rpartition", "found_last_in")
