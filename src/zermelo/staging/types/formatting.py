"""The texts of things: str, repr, format, f-strings, `%`.

A format is read while code is written, and what it says becomes code. A text that is not worked
out (of a set, of a fraction) is one that play may not depend on; labels are such texts mostly.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, replace
from itertools import count

from zermelo.staging.builder.classes import written
from zermelo.staging.builder.ignored import IGNORED, Ignored, Unspoken
from zermelo.staging.builder.iterators import Generated
from zermelo.staging.builder.operations import (
    ask,
    binary,
    function,
    is_several,
    is_true,
    method,
    protocol,
    worked_out,
)
from zermelo.staging.builder.scope import Scope, truth_code
from zermelo.staging.builder.sequences import CHARACTER, Growing, Pack, Row
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import Atom, Body, Known, Num, Value
from zermelo.staging.ir.code import MEM, Call, Const, Op
from zermelo.staging.types.sequence import joined_together, statics
from zermelo.staging.types.spelling import digits, signed, widened, with_zeros
from zermelo.staging.types.strings import ends, made, text

SPEC = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[+\- ])?(?P<prefix>#)?(?P<zero>0)?"
    r"(?P<width>\d+)?(?:\.(?P<most>\d+))?(?P<kind>[bdoxXs])?",
    re.DOTALL,
)
PERCENT = re.compile(
    r"%(?:\((?P<name>\w+)\))?(?P<flags>[-+ #0]*)(?P<width>\d+)?(?:\.(?P<most>\d+))?(?P<kind>.)"
)
BASES = {"b": 2, "o": 8, "x": 16, "X": 16}


def formatted(b: Scope, parts: list[Value]) -> Value:
    """Strings and numbers one behind the other; with anything else in it nobody may ask for it."""
    if all(isinstance(part, Known) for part in parts):
        return Known("".join(str(part.value) for part in parts if isinstance(part, Known)))
    strings = [as_text(b, part) for part in parts]
    if any(isinstance(each, Ignored) for each in strings):
        return IGNORED
    return joined_together(b, strings, str)


@function(str)
def as_text(b: Scope, value: Value = Known("")) -> Value:
    """str(value), of strings and numbers."""
    if isinstance(value, Known):
        return Known(str(value.value))
    if isinstance(value, Union):
        return b.split(value, lambda part: as_text(b, part))
    if isinstance(value, Atom):
        return b.of_members(value, str)
    if issubclass(value.python, str):
        return value
    if isinstance(value, Num) and b.is_truth(value):
        return b.chosen(truth_code(is_true(b, value)), Known("True"), Known("False"))
    if isinstance(value, Num):
        return made(b, "digits_of", value.code)
    own = written(value.python, "__str__")
    if own is not None:
        return b.apply(own, value)
    return represented(b, value)


@function(repr, ascii)
def represented(b: Scope, value: Value) -> Value:
    """repr(value), of numbers, plain strings, and tuples and lists of them."""
    if isinstance(value, Known):
        return Known(repr(value.value))
    if is_several(value):
        return b.split(value, lambda part: represented(b, part))
    if isinstance(value, Atom):
        return b.of_members(value, repr)
    if isinstance(value, Num):
        if b.program.learned.has_arrays:  # np.int64(3)
            raise b.stop("the repr of a number that may be numpy's", "write str(…) of each number")
        return as_text(b, value)
    if value.python is str:
        return _quoted(b, text(b, value))
    if value.python in (tuple, list) and isinstance(value, Pack | Row | Growing):
        return _bracketed(b, value)
    return IGNORED


def _quoted(b: Scope, row: Row) -> Value:
    """A string in quotes; one with letters that are spelled otherwise is given up."""
    from_python = Call("is_plain_text", (MEM, *ends(row)))
    with b.out.when(Op("not", (from_python,))):
        b.out.give_up(OverflowError, "a string with letters that repr spells otherwise")
    quote = Known("'")
    return joined_together(b, [quote, row, quote], str)


def _bracketed(b: Scope, value: Value) -> Value:
    """The items between brackets; a tuple of one has a comma."""
    row = b.view(value)
    opening, closing = ("(", ")") if value.python is tuple else ("[", "]")

    def each(body: Body) -> None:
        first = b.assign("first", Const(True))

        def one(item: Value) -> None:
            with b.out.when(Op("not", (first,))):
                b.each(text(b, Known(", ")), body)
            b.out.assign(first.name, Const(False))
            found = represented(b, item)
            if isinstance(found, Ignored):
                raise b.stop(f"the text of {item.spoken()}", "use numbers and strings")
            b.each(text(b, found), body)

        b.each(Known(opening), body)
        b.each(replace(row, cls=tuple), one)
        if value.python is tuple:
            with b.out.when(Op("==", (row.length, Const(1)))):
                b.each(text(b, Known(",")), body)
        b.each(Known(closing), body)

    return replace(b.collected(Generated(each, b.once()), CHARACTER), cls=str)


# -- formats ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spec:
    """A format such as `0>4b`, taken apart."""

    fill: str
    align: str
    sign: str
    prefix: str
    width: int
    most: int | None
    kind: str


def spec_of(spec: str) -> Spec | None:
    """A format taken apart, or None for one of floats and the like."""
    found = SPEC.fullmatch(spec)
    if found is None:
        return None
    part = {name: text or "" for name, text in found.groupdict().items()}
    fill = part["fill"] or ("0" if part["zero"] else " ")
    align = part["align"] or ("=" if part["zero"] else "")
    most = int(part["most"]) if part["most"] else None
    width = int(part["width"] or 0)
    return Spec(fill, align, part["sign"], part["prefix"], width, most, part["kind"])


@function(format)
def format_of(b: Scope, value: Value, spec: Value = Known("")) -> Value:
    """format(value, spec), of numbers and strings by a known format."""
    if isinstance(value, Known) and isinstance(spec, Known):
        return worked_out(b, format, value, spec)
    if is_several(value):
        return b.split(value, lambda part: format_of(b, part, spec))
    if not isinstance(spec, Known):
        return IGNORED
    if isinstance(value, Atom):
        return b.of_members(value, lambda each: format(each, spec.value))
    if not spec.value:
        return as_text(b, value) if written(value.python, "__format__") is None else IGNORED
    form = spec_of(spec.value)
    if form is None:
        return IGNORED
    is_string = issubclass(value.python, str) and not isinstance(value, Ignored)
    if not is_string and not isinstance(value, Num):
        if value.python in (tuple, list, set, frozenset, dict, bytes):
            raise b.mistyped(f"a format of {value.spoken()}", "use str(…)")
        return IGNORED
    fits_string = form.kind in ("", "s") and not (form.sign or form.prefix)
    fits_number = form.kind != "s" and form.most is None
    if not (fits_string if is_string else fits_number):
        raise b.mistyped(f"the format {spec.value!r} of {value.spoken()}", "use one of its kind")
    return _number(b, value, form) if isinstance(value, Num) else _string(b, value, form)


def _number(b: Scope, value: Num, form: Spec) -> Value:
    number = b.keep(b.whole(value))
    base = BASES.get(form.kind, 10)
    found = b.apply(digits, b.apply(abs, number), Known(base))
    found = b.apply(str.upper, found) if form.kind == "X" else found
    prefix = f"0{form.kind}" if form.prefix and base != 10 else ""
    sign = b.apply(signed, number, Known(form.sign), Known(prefix))
    if form.align == "=":
        return b.apply(with_zeros, sign, found, Known(form.width), Known(form.fill))
    whole = joined_together(b, [sign, found], str)
    return b.apply(widened, whole, Known(form.width), Known(form.fill), Known(form.align or ">"))


def _string(b: Scope, value: Value, form: Spec) -> Value:
    if form.most is not None:
        value = ask(b, "slice", value, Known(0), Known(form.most), Known(1))
    align = "<" if form.align in ("", "=") else form.align
    return b.apply(widened, value, Known(form.width), Known(form.fill), Known(align))


def _in_base(letter: str, base: int) -> None:
    @function({"b": bin, "o": oct, "x": hex}[letter])
    def _row(b: Scope, value: Value) -> Value:
        """Its digits behind a sign and a prefix."""
        number = b.keep(b.whole(value))
        sign = b.apply(signed, number, Known(""), Known(f"0{letter}"))
        return joined_together(b, [sign, b.apply(digits, b.apply(abs, number), Known(base))], str)


for _letter in "box":
    _in_base(_letter, BASES[_letter])


# -- formats with places for values ----------------------------------------------------------------


@method(str, "format")
def _format(b: Scope, owner: Value, *args: Value, **words: Value) -> Value:
    """The text with values in the place of its braces."""
    assert isinstance(owner, Known)
    parts: list[Value] = []
    places = count()
    for before, name, spec, conversion in string.Formatter().parse(owner.value):
        parts.append(Known(before))
        if name is None:
            continue
        key = name if name.isidentifier() else int(name) if name.isdigit() else next(places)
        if not isinstance(key, str) and name and not name.isdigit():
            return IGNORED  # a field, or an item, of a value
        value = words.get(key) if isinstance(key, str) else dict(enumerate(args)).get(key)
        if value is None:
            raise b.mistyped("a format with other values than it has places for", "give it all")
        parts.append(converted(b, value, conversion or "", Known(spec or "")))
    return formatted(b, parts)


def converted(b: Scope, value: Value, conversion: str, spec: Value) -> Value:
    """A value in braces: {value!conversion:spec}."""
    if conversion in ("r", "a"):
        value = represented(b, value)
    elif conversion == "s":
        value = as_text(b, value)
    return format_of(b, value, spec)


@binary("%", str, object)
def _percent(b: Scope, _sign: str, one: Value, two: Value) -> Value:
    """text % values."""
    values = statics(b, two) if issubclass(two.python, tuple) else [two]
    if values is None:
        return IGNORED
    assert isinstance(one, Known)
    known = str(one.value)
    parts: list[Value] = []
    end = 0
    for found in PERCENT.finditer(known):
        parts.append(Known(known[end : found.start()]))
        end = found.end()
        if found["kind"] == "%":
            parts.append(Known("%"))
        elif not values or found["name"]:
            return IGNORED
        else:
            parts.append(_percent_part(b, values.pop(0), found))
    return formatted(b, [*parts, Known(known[end:])])


def _percent_part(b: Scope, value: Value, found: re.Match[str]) -> Value:
    flags, kind = found["flags"], found["kind"]
    if kind not in "diuoxXrs" or found["most"] or "#" in flags:
        return IGNORED
    if kind in "rs":
        value = represented(b, value) if kind == "r" else as_text(b, value)
        align = "<" if "-" in flags else ">"
        return format_of(b, value, Known(f"{align}{found['width'] or ''}"))
    align = "<" if "-" in flags else "0" if "0" in flags else ""
    sign = "+" if "+" in flags else " " if " " in flags else ""
    kind = "d" if kind in "iu" else kind
    order = f"{align}{sign}" if align == "<" else f"{sign}{align}"
    return format_of(b, value, Known(f"{order}{found['width'] or ''}{kind}"))


# -- texts that nobody asks for --------------------------------------------------------------------


@binary("+", Unspoken, str)
@binary("+", str, Unspoken)
@binary("*", Unspoken, int)
@binary("*", int, Unspoken)
def _unspoken(_b: Scope, _sign: str, _one: Value, _two: Value) -> Value:
    return IGNORED


def _refuse(b: Scope, value: Value, *_rest: object) -> Value:
    raise b.stop(
        f"{value.spoken()} decides something",
        "join strings with + and str(…) where play depends on them",
    )


for _what in ("truth", "length", "item", "slice", "contains"):
    protocol(_what, Unspoken)(_refuse)


@binary("==", Unspoken, object)
@binary("==", object, Unspoken)
def _refuse_equal(b: Scope, one: Value, two: Value) -> Value:
    return _refuse(b, one if issubclass(one.python, Unspoken) else two)


@binary("<", Unspoken, object)
@binary("<", object, Unspoken)
def _refuse_order(b: Scope, _sign: str, one: Value, two: Value) -> Value:
    return _refuse_equal(b, one, two)
