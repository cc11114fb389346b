"""Expressions, statements and functions of the intermediate form.

Every value is a whole number of 64 bits or a truth value. Numbers are in variables, or side by side
in arrays, of which `mem`, the arena, is one. Control flow is structured: branches, loops, and
regions that can be left from anywhere inside by their label. `str(function)` prints it; tests read
that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

# -- expressions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """A number or a truth value that is written into the code."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Var:
    """A variable; each is a number of 64 bits or a truth value all its life."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Op:
    """An operation of the machine: an infix sign, `not`, `select`, or a function of numbers."""

    sign: str
    args: tuple[Expr, ...]

    def __str__(self) -> str:
        if self.sign == "select":
            test, yes, no = self.args
            return f"({yes} if {test} else {no})"
        if self.sign in NAMED:
            return f"{self.sign}({', '.join(map(str, self.args))})"
        if len(self.args) == 1:
            return f"({self.sign}{' ' if self.sign.isalpha() else ''}{self.args[0]})"
        return f"({f' {self.sign} '.join(map(str, self.args))})"


@dataclass(frozen=True, slots=True)
class At:
    """An item of an array."""

    array: str
    places: tuple[Expr, ...]

    def __str__(self) -> str:
        return f"{self.array}[{', '.join(map(_bare, self.places))}]"


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function: one of the program, or of `kernels.support`."""

    function: str
    args: tuple[Expr, ...]

    def __str__(self) -> str:
        return f"{self.function}({', '.join(map(_bare, self.args))})"


@dataclass(frozen=True, slots=True)
class Header:
    """A number at the front of the arena that never changes: where a constant lies, how long."""

    place: int

    def __str__(self) -> str:
        return f"head_{self.place}"


Expr: TypeAlias = Const | Var | Op | At | Call | Header

NAMED = {"abs", "min", "max", "int"}
MEM = Var("mem")


def _bare(code: Expr) -> str:
    """An expression where no parentheses are needed around it."""
    text = str(code)
    is_wrapped = isinstance(code, Op) and code.sign not in NAMED
    return text[1:-1] if is_wrapped else text


def mem(place: Expr) -> At:
    """A number of the arena."""
    return At("mem", (place,))


def plus(one: Expr, two: Expr | int) -> Expr:
    """A sum of places; known parts are added up."""
    two = Const(two) if isinstance(two, int) else two
    if isinstance(one, Const) and isinstance(two, Const):
        return Const(one.value + two.value)
    if isinstance(one, Const):
        one, two = two, one
    if two == Const(0):
        return one
    if isinstance(two, Const) and isinstance(one, Op) and one.sign == "+":
        first, last = one.args
        if isinstance(last, Const):
            return plus(first, last.value + two.value)
    return Op("+", (one, two))


def times(one: Expr, factor: int) -> Expr:
    """So many times a place."""
    if isinstance(one, Const):
        return Const(one.value * factor)
    return one if factor == 1 else Op("*", (one, Const(factor)))


def is_atom(code: Expr) -> bool:
    """Whether a piece of code costs nothing to be repeated."""
    return isinstance(code, Const | Var | Header)


def negated(code: Expr) -> Expr:
    """not code, of a truth value."""
    if isinstance(code, Const):
        return Const(not code.value)
    if isinstance(code, Op) and code.sign == "not":
        return code.args[0]
    return Op("not", (code,))


# -- statements ------------------------------------------------------------------------------------


@dataclass(slots=True)
class Assign:
    """Variables get values; several of them from a call that returns several."""

    names: tuple[str, ...]
    value: Expr


@dataclass(slots=True)
class Write:
    """array[places] = value, or +=, |=."""

    array: str
    places: tuple[Expr, ...]
    value: Expr
    sign: str = ""


@dataclass(slots=True)
class Do:
    """A call for its effect."""

    value: Expr


@dataclass(slots=True)
class If:
    """One block or the other."""

    test: Expr
    yes: Block
    no: Block = field(default_factory=list)


@dataclass(slots=True)
class Loop:
    """A loop over the numbers of a range, or until it is left; `most` rounds, where that is known.

    Its rounds are counted by a pass, so that no loop runs for ever; `is_free`: they need not be.
    """

    label: int
    body: Block = field(default_factory=list)
    name: str = ""
    span: tuple[Expr, ...] = ()  # stop; or first, stop; or first, stop and step
    most: int | None = None
    is_free: bool = False


@dataclass(slots=True)
class Region:
    """A stretch of code that can be left."""

    label: int
    body: Block = field(default_factory=list)


@dataclass(slots=True)
class Group:
    """Statements one after the other: a place to which some are added later."""

    body: Block = field(default_factory=list)


@dataclass(slots=True)
class Leave:
    """Go on behind a loop or a region."""

    label: int


@dataclass(slots=True)
class Next:
    """Go on with the next round of a loop."""

    label: int


@dataclass(slots=True)
class Fail:
    """An error of the rules."""

    error: str
    message: str


@dataclass(slots=True)
class Return:
    """The end of a function."""

    values: tuple[Expr, ...] = ()


Stmt: TypeAlias = Assign | Write | Do | If | Loop | Region | Group | Leave | Next | Fail | Return
Block: TypeAlias = list[Stmt]
HOLDERS = {Loop, Region, Group}  # statements with a body


@dataclass(slots=True)
class Function:
    """A function of the program."""

    name: str
    parameters: tuple[str, ...]
    body: Block = field(default_factory=list)

    def __str__(self) -> str:
        lines = [f"function {self.name}({', '.join(self.parameters)})"]
        return "\n".join([*lines, *_printed(self.body, 1)])


# -- printing --------------------------------------------------------------------------------------


def _printed(block: Block, depth: int) -> Iterator[str]:
    margin = "    " * depth
    for part in block:
        if isinstance(part, Group):
            yield from _printed(part.body, depth)
            continue
        yield margin + _head(part)
        for word, inner in _inner(part):
            if word:
                yield margin + word
            yield from _printed(inner, depth + 1)


def _inner(part: Stmt) -> list[tuple[str, Block]]:
    match part:
        case If(yes=yes, no=no):
            return [("", yes), *([("else", no)] if no else [])]
        case Loop(body=body) | Region(body=body) | Group(body=body):
            return [("", body)]
    return []


def _head(part: Stmt) -> str:
    match part:
        case Assign(names=names, value=value):
            return f"{', '.join(names)} = {_bare(value)}"
        case Write(array=array, places=places, value=value, sign=sign):
            return f"{At(array, places)} {sign}= {_bare(value)}"
        case Do(value=value):
            return str(value)
        case If(test=test):
            return f"if {_bare(test)}"
        case Loop(label=label, name=name, span=span):
            rounds = f"{name} in {', '.join(map(_bare, span))}" if name else ""
            return f"loop {label}{': ' if rounds else ''}{rounds}"
        case Region(label=label):
            return f"region {label}"
        case Leave(label=label):
            return f"leave {label}"
        case Next(label=label):
            return f"next {label}"
        case Fail(error=error, message=message):
            return f"fail {error}: {message}"
        case Return(values=values):
            return f"return {', '.join(map(_bare, values))}".rstrip()
    raise AssertionError(part)


# -- walking ---------------------------------------------------------------------------------------


def blocks_of(part: Stmt) -> list[Block]:
    """The blocks inside a statement."""
    return [block for _, block in _inner(part)]


def walk(block: Block) -> Iterator[Stmt]:
    """All statements as they are now, those inside others too; asked for very often."""
    found: Block = []
    _gather(block, found)
    return iter(found)


def _gather(block: Block, found: Block) -> None:
    for part in block:
        found.append(part)
        if type(part) is If:
            _gather(part.yes, found)
            _gather(part.no, found)
        elif type(part) in HOLDERS:
            _gather(part.body, found)  # type: ignore[union-attr]


def expressions_of(part: Stmt) -> tuple[Expr, ...]:
    """The expressions of a statement itself."""
    match part:
        case Assign(value=value) | Do(value=value):
            return (value,)
        case Write(places=places, value=value):
            return (*places, value)
        case If(test=test):
            return (test,)
        case Loop(span=span):
            return span
        case Return(values=values):
            return values
    return ()


def parts_of(code: Expr) -> Iterator[Expr]:
    """An expression and all that it is made of."""
    found: list[Expr] = [code]
    for each in found:  # which grows on the way
        if type(each) is Op or type(each) is Call:
            found += each.args
        elif type(each) is At:
            found += each.places
    return iter(found)


def call_sites(block: Block) -> Iterator[str]:
    """The name of the function, for every call in a block."""
    for part in walk(block):
        for whole in expressions_of(part):
            yield from (code.function for code in parts_of(whole) if isinstance(code, Call))


def calls_in(block: Block) -> set[str]:
    """The names of all functions that a block calls."""
    return set(call_sites(block))
