"""What is known of a value while code is written: abstract values, and their shapes.

A rule such as `state[:place] + (heap - k,)` is carried out twice: once here, with values that say
what code computes them, and then by that code. What is static, known beforehand (the game's own
fields, the length of a tuple), is `Known` and leaves no trace in the program.

Any other value knows its Python type (`python`), its `shape` and the `codes` that it is made of. A
shape says how a value lies in variables or in the arena: `width` numbers side by side. Where
branches join, values are brought to one shape that covers both: their join, or a union of both.

A value never changes its meaning: codes name variables that are written once, or memory that is
written once. What can change (a name in a loop, an item of a list) is copied when it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from zermelo.staging.builder.classes import has_own_equality
from zermelo.staging.ir.code import Const, Expr, Op

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope

Site: TypeAlias = tuple[str, int, int]  # file, line and column where something is made
Codes: TypeAlias = Iterator[Expr]
Body: TypeAlias = Callable[["Value"], None]  # writes the code for one item of a sequence

LEAST, MOST = -(2**63), 2**63 - 1
LONGEST_ROW = 1 << 32  # no sequence is longer


class Value:
    """Something that the rules compute."""

    @property
    def python(self) -> type:
        """Its type in Python."""
        raise NotImplementedError

    @property
    def shape(self) -> Shape:
        """How it lies in variables."""
        raise NotImplementedError

    def codes(self) -> list[Expr]:
        """The numbers that it is made of, in the order of its shape."""
        raise NotImplementedError

    def spoken(self) -> str:
        """What it is, for an error."""
        name = NAMES.get(self.python.__name__, self.python.__name__)
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

    def kept(self, b: Scope, stem: str, *, copy: bool) -> Value:
        """The value under names; with `copy` under new ones, so that later changes are not seen."""
        codes = iter([b.kept(code, stem, copy=copy) for code in self.codes()])
        return self.shape.rebuild(codes)

    def released(self) -> Value:
        """The value once a name stands for it: nothing in it is fresh any more."""
        return self


NAMES = {
    "int": "number", "bool": "truth value", "str": "string", "LocalFunction": "function",
    "Array": "array of numpy",
}  # fmt: skip


@dataclass(frozen=True)
class Known(Value):
    """A Python object that is known while the code is written."""

    value: Any  # an object of the user's program

    @property
    def python(self) -> type:
        return type(self.value)

    @property
    def shape(self) -> Shape:
        return AtomShape(frozenset([Same(self.value)]))

    def codes(self) -> list[Expr]:
        return []

    def spoken(self) -> str:
        text = repr(self.value)
        short = text if len(text) <= LONGEST_SPOKEN else f"{text[:LONGEST_SPOKEN]}…"
        return f"{short} ({type(self.value).__name__})"

    def kept(self, b: Scope, stem: str, *, copy: bool) -> Known:  # noqa: ARG002
        return self


LONGEST_SPOKEN = 60  # letters of a value in an error
NOTHING = Known(None)
TRUE, FALSE = Known(True), Known(False)


class Shape:
    """How a value is laid out; equal shapes hold the same values but for bounds of numbers."""

    @property
    def is_flat(self) -> bool:
        """Whether two values are equal, or in order, when their numbers are."""
        raise NotImplementedError

    @property
    def width(self) -> int:
        """How many numbers it takes."""
        raise NotImplementedError

    def rebuild(self, codes: Codes) -> Value:
        """The value whose numbers are found under `codes`."""
        raise NotImplementedError

    def loose(self) -> Shape:
        """The shape with numbers of any size: what a loop may come to."""
        return self

    def join(self, other: Shape) -> Shape | None:
        """The least shape that covers both, or None; asked on either side."""
        return self if self == other else None

    def fit(self, b: Scope, value: Value) -> Value:
        """A value whose shape this one covers, brought to it."""
        raise NotImplementedError

    def codes(self, value: Value) -> list[Expr]:
        """The numbers of a value that was brought to this shape."""
        return value.codes()


def join(one: Shape, two: Shape) -> Shape | None:
    """The shape of one kind that values of both can be brought to, or None."""
    return one.join(two) or two.join(one)


def joined(shapes: Iterable[Shape]) -> Shape | None:
    """The shape of one kind that covers all of some, or None."""
    found: Shape | None = None
    for k, shape in enumerate(shapes):
        found = shape if k == 0 else join(found, shape) if found is not None else None
    return found


def cover(one: Shape, two: Shape) -> Shape:
    """A shape that values of both can be brought to: their join, or one that holds either."""
    return join(one, two) or EITHER[0](one, two)


EITHER: list[Callable[[Shape, Shape], Shape]] = []  # see `unions`


class Same:
    """An object that is equal to itself alone."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


# -- atoms -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AtomShape(Shape):
    """One of some objects that have no parts: None, members of an Enum, functions, classes.

    One alone is known and takes no room; one of several is a number in the program's list of all.
    """

    members: frozenset[Same]

    @property
    def is_flat(self) -> bool:
        kinds: set[type] = {type(member.value) for member in self.members}
        return not any(map(has_own_equality, kinds))

    @property
    def width(self) -> int:
        return int(len(self.members) > 1)

    def rebuild(self, codes: Codes) -> Value:
        if self.width == 0:
            return Known(next(iter(self.members)).value)
        return Atom(next(codes), self.members)

    def join(self, other: Shape) -> AtomShape | None:
        return AtomShape(self.members | other.members) if isinstance(other, AtomShape) else None

    def fit(self, b: Scope, value: Value) -> Value:
        if isinstance(value, Known) and self.width:
            return Atom(Const(b.program.atom(value.value)), self.members)
        return replace(value, members=self.members) if isinstance(value, Atom) else value


@dataclass(frozen=True)
class Atom(Value):
    """One of several objects, by its number."""

    code: Expr
    members: frozenset[Same]

    @property
    def python(self) -> type:
        kinds = {type(member.value) for member in self.members}
        return kinds.pop() if len(kinds) == 1 else object

    @property
    def shape(self) -> AtomShape:
        return AtomShape(self.members)

    def codes(self) -> list[Expr]:
        return [self.code]

    @property
    def objects(self) -> list[Any]:
        """What it may be."""
        return [member.value for member in self.members]

    def only(self, things: list[Any]) -> Value:
        """The value, where it is known to be one of some."""
        return AtomShape(frozenset(map(Same, things))).rebuild(iter([self.code]))

    @property
    def groups(self) -> list[list[Any]]:
        """What it may be, by kind: members of an Enum together, any other thing by itself."""
        found: dict[Any, list[Any]] = {}
        for each in self.objects:
            found.setdefault(type(each) if isinstance(each, Enum) else id(each), []).append(each)
        return list(found.values())


# -- numbers ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NumberShape(Shape):
    """A whole number between two bounds, or a truth value as 0 or 1.

    `of` is int or bool, or a type of numpy's with fewer bits, or None where it may be several; as
    with bounds, shapes that differ in it are equal. Where it gets lost, the program takes note
    (`Program.kinds`).
    """

    low: int = LEAST
    high: int = MOST
    of: type | None = int

    is_flat: ClassVar[bool] = True
    width: ClassVar[int] = 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberShape)

    def __hash__(self) -> int:
        return 1

    def rebuild(self, codes: Codes) -> Num:
        return Num(next(codes), self.low, self.high, stored=self.of)

    def loose(self) -> NumberShape:
        return NumberShape(of=self.of)

    def join(self, other: Shape) -> NumberShape | None:
        if not isinstance(other, NumberShape):
            return None
        of = self.of if self.of is other.of else None
        return NumberShape(min(self.low, other.low), max(self.high, other.high), of)

    def fit(self, b: Scope, value: Value) -> Value:
        kinds = getattr(value.shape, "parts", (value.shape,))  # of a union
        others = {getattr(kind, "of", int) for kind in kinds} - {self.of}
        if self.of is not None and others:
            b.program.kinds.lost = True
            if any(map(is_narrow, (self.of, *others))):
                b.program.kinds.narrow_at = b.source.where(b.here)
        return b.whole(value)


@dataclass(frozen=True)
class Num(Value):
    """A number in the code that lies between two bounds, or a truth value.

    `stored` says what a number that was held in variables or in memory was before.
    """

    code: Expr
    low: int = LEAST
    high: int = MOST
    is_truth: bool = False
    stored: type | None = int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Num) and (self.code, self.is_truth) == (other.code, other.is_truth)

    def __hash__(self) -> int:
        return hash(self.code)

    @property
    def python(self) -> type:
        return bool if self.is_truth else int

    @property
    def shape(self) -> NumberShape:
        return NumberShape(self.low, self.high, self.of)

    @property
    def of(self) -> type | None:
        """int or bool, or None where it may be either."""
        return bool if self.is_truth else self.stored

    def codes(self) -> list[Expr]:
        return [Op("int", (self.code,)) if self.is_truth else self.code]

    def kept(self, b: Scope, stem: str, *, copy: bool) -> Num:
        return replace(self, code=b.kept(self.code, stem, copy=copy))


def truth(code: Expr) -> Num:
    """A piece of code that is True or False."""
    return Num(code, 0, 1, is_truth=True)


def literal(number: int) -> Num:
    """A known number as code."""
    if not LEAST <= number <= MOST:
        raise TooWide(str(number) if abs(number) < 10**40 else "a number of more than 40 digits")
    if isinstance(number, bool):
        return truth(Const(number))
    return Num(Const(int(number)), int(number), int(number))


class TooWide(OverflowError):
    """A known number that does not fit 64 bits."""


def kind_of(*values: Value) -> type | None:
    """int or bool, or None where one of some values may be either."""
    kinds = {value.of if isinstance(value, Num) else value.python for value in values}
    if len(kinds) == 1:
        return kinds.pop()
    return None if bool in kinds or any(map(is_narrow, kinds)) else int


def is_narrow(of: type | None) -> bool:
    """Whether a number is one of numpy's of fewer than 64 bits."""
    return of not in (int, bool)


NUMBER = NumberShape()
KIND_UNKNOWN = "a number that may be True or False is asked which of them it is"
