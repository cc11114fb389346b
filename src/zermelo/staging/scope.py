"""The scope of one function while it is translated: its environment, from names to values.

Where branches join (after `if`, around a loop) a name that can stand for several values is given
variables of its own, which every branch assigns: a φ. Inside a loop it stays in them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias, overload

from zermelo.staging.emitter import Emitter, FormKey, Program, Region, Restart
from zermelo.staging.source import Refused, Source
from zermelo.staging.value_shapes import Shape, Site, join, unbounded
from zermelo.staging.values import (
    ArenaTuple,
    FixedList,
    Generated,
    GrowingList,
    Indexed,
    Known,
    MoveValue,
    Num,
    Once,
    Pack,
    Text,
    TooWide,
    Value,
    codes_of,
    held,
    literal,
    ranged,
    rebuild,
    shape_of,
)

SMALLER = "keep numbers below 2**63"
SPOKEN: dict[type, str] = {
    Text: "a text",
    Pack: "a tuple",
    ArenaTuple: "a tuple",
    MoveValue: "a move",
    FixedList: "a list",
    GrowingList: "a list",
    Generated: "a generator",
    Num: "a number",
}


VariableKey: TypeAlias = tuple[Site, str]  # the loop, and the name


@dataclass(frozen=True)
class LoopVariables:
    """The variables of a name that changes in a loop."""

    shape: Shape
    names: tuple[str, ...]
    key: VariableKey


@dataclass(eq=False)
class Loop:
    """A loop of the rules: what its body does, and how it is left and its next round begun."""

    breaks: bool = False  # whether the body leaves it
    skips: bool = False  # whether the body cuts a round short
    stored: frozenset[str] = frozenset()  # the names that get values in it
    carried: frozenset[str] = frozenset()  # those that are asked for in later rounds, or behind it
    weight: int = 20  # how long the body is, in pieces of syntax
    is_short: bool = False  # whether it may be written out though it jumps
    out: Region | None = None  # what is left with the loop: its `else`
    leave: Callable[[], None] = lambda: None
    skip: Callable[[], None] = lambda: None


@dataclass
class Branch:
    """One side of an `if`: its lines, its environment at their end, whether that end is reached."""

    lines: list[str]
    env: dict[str, Value]
    goes_on: bool


class Scope:
    """One function's names and code; the translating parts are mixed in."""

    def __init__(
        self, program: Program, source: Source, emitter: Emitter, outer: Scope | None = None
    ) -> None:
        self.program = program
        self.source = source
        self.emitter = emitter
        self.outer = outer  # the function around a local one
        self.env: dict[str, Value] = {}
        # names in variables of their own; the key of those that are still to be made
        self.loop_variables: dict[str, LoopVariables | VariableKey] = {}
        self.lost: set[str] = set()  # names that stand for different kinds of things
        self.loops: list[Loop] = []
        self.on_yield: Callable[[Value], None] | None = None
        self.on_return: Callable[[Value, ast.AST], None] | None = None
        self.result: Value = Known(None)
        self.here: ast.AST = source.body[0] if source.body else ast.Pass()  # what is translated now

    # -- writing ----------------------------------------------------------------------------

    def emit(self, line: str) -> None:
        """One line of code."""
        self.emitter.emit(line)

    def block(self, header: str) -> AbstractContextManager[None]:
        """Lines under a header."""
        return self.emitter.block(header)

    def name(self, stem: str = "t") -> str:
        """A new variable."""
        return self.program.fresh(stem)

    def stop(self, node: ast.AST, what: str, fix: str) -> Refused:
        """The error that names the line."""
        return Refused(what, fix, self.source.where(node))

    def once(self) -> Once:
        """A mark for what is made here and can be gone through once."""
        return Once(self.emitter.path)

    # -- values -----------------------------------------------------------------------------

    @overload
    def keep(self, value: Num, stem: str = "t", *, copy: bool = False) -> Num: ...
    @overload
    def keep(self, value: ArenaTuple, stem: str = "t", *, copy: bool = False) -> ArenaTuple: ...
    @overload
    def keep(self, value: Value, stem: str = "t", *, copy: bool = False) -> Value: ...
    def keep(self, value: Value, stem: str = "t", *, copy: bool = False) -> Value:
        """The value under names; with `copy` under new ones, so that later changes are not seen."""
        match value:
            case Num():
                if value.is_atom and not copy:
                    return value
                return replace(value, code=self._kept(value.code, stem))
            case Pack(items=items, made_by=cls):
                return Pack(tuple(self.keep(item, stem, copy=copy) for item in items), cls)
            case ArenaTuple(offset=offset, length=length):
                at = self._kept(offset, stem, copy=copy)
                size = length if isinstance(length, int) else self._kept(length, stem, copy=copy)
                return replace(value, offset=at, length=size)
            case Indexed(span=(first, last, step)) if value.once is None:
                if isinstance(value.length, int):
                    return value  # all of it is known
                first, last = (self.keep(end, stem, copy=copy) for end in (first, last))
                return ranged(first, last, step)
            case GrowingList(head=head):
                return replace(value, head=self._kept(head, stem, copy=copy))
            case MoveValue(to=to, gain=gain, again=again):
                return MoveValue(*(self.keep(part, stem, copy=copy) for part in (to, gain, again)))
        return value

    def _kept(self, code: str, stem: str, *, copy: bool = True) -> str:
        if not copy and code.isidentifier():
            return code
        name = self.name(stem)
        self.emit(f"{name} = {code}")
        return name

    def number(self, value: Value, node: ast.AST) -> str:
        """The code of a whole number; a truth value counts as 0 or 1."""
        if isinstance(value, Num):
            return f"int({value.code})" if value.is_truth else value.code
        if isinstance(value, Known) and isinstance(value.value, int):
            try:
                return literal(value.value)
            except TooWide as number:
                raise self.stop(node, f"{number} needs more than 64 bits", SMALLER) from None
        raise self.stop(node, f"{spoken(value)} where a whole number is needed", "use ints")

    def whole(self, value: Value, node: ast.AST) -> Num:
        """A number with its bounds."""
        if isinstance(value, Known) and isinstance(value.value, int):
            return Num(self.number(value, node), int(value.value), int(value.value))
        code = self.number(value, node)  # stops at anything but a number
        assert isinstance(value, Num)
        return Num(code, value.low, value.high)

    def fit(self, value: Value, shape: Shape, node: ast.AST) -> Value:
        """The value brought to a shape that covers its own; see `sequences`."""
        raise NotImplementedError

    def storable(self, value: Value, node: ast.AST) -> Value:
        """A value that variables can hold; see `sequences`."""
        raise NotImplementedError

    # -- names ------------------------------------------------------------------------------

    def bind(self, name: str, value: Value, node: ast.AST) -> None:
        """Let a name stand for a value."""
        self.lost.discard(name)
        if name in self.loop_variables:
            self._assign_variables(name, value, node)
        else:
            self.env[name] = self.keep(held(value), f"v_{name}")

    def read(self, name: str, node: ast.AST) -> Value | None:
        """What a name of the function stands for now, or None."""
        if name in self.env:
            value = self.env[name]
            return (
                self.keep(value, f"v_{name}", copy=True) if name in self.loop_variables else value
            )
        if name in self.lost:
            raise self.stop(
                node, f"{name!r} stands for different kinds of things", "use a name for each kind"
            )
        return self.outer.read(name, node) if self.outer is not None else None

    @contextmanager
    def in_variables(self, names: Iterable[str], node: ast.AST) -> Iterator[None]:
        """Give names that change variables of their own, as long as they do."""
        begin, emitter = len(self.emitter.lines), self.emitter
        lines, margin = emitter.lines, "    " * emitter.depth
        added = [name for name in sorted(names) if name not in self.loop_variables]
        fresh = [name for name in added if name not in self.env]
        for name in added:
            self.loop_variables[name] = (self.source.site(node), name)
            if name in self.env:
                self._assign_variables(name, self.env[name], node)
        yield
        made = [self.loop_variables[name] for name in fresh]
        own = [name for each in made if isinstance(each, LoopVariables) for name in each.names]
        lines[begin:begin] = [f"{margin}{name} = 0" for name in own]  # so that they exist
        for name in added:
            del self.loop_variables[name]

    def _assign_variables(self, name: str, value: Value, node: ast.AST) -> None:
        value = self.storable(value, node)
        shape = unbounded(shape_of(value))
        own = self.loop_variables[name]
        if not isinstance(own, LoopVariables):
            own = self.loop_variables[name] = self._variables_of(name, own, shape)
        self.learn_form(own.key, name, own.shape, shape, node)
        codes = codes_of(self.fit(value, own.shape, node), own.shape)
        for target, code in zip(own.names, codes, strict=True):
            self.emit(f"{target} = {code}")
        self.env[name] = rebuild(own.shape, list(own.names))

    def _variables_of(self, name: str, key: VariableKey, shape: Shape) -> LoopVariables:
        form = self.program.learned.forms.get(key)
        both = join(form, shape) if form is not None else shape
        shape = shape if both is None else both
        return LoopVariables(shape, tuple(self.name(f"p_{name}") for _ in range(shape.width)), key)

    def learn_form(self, key: FormKey, name: str, old: Shape, new: Shape, node: ast.AST) -> None:
        """Start over with a shape that covers both, unless the old one does."""
        both = join(old, new)
        if both == old:
            return
        forms = self.program.learned.forms
        wide = both and join(forms.get(key, both), both)
        if wide is None or wide == forms.get(key):
            raise self.stop(
                node, f"{name!r} stands for different kinds of things", "use a name for each kind"
            )
        forms[key] = wide
        raise Restart

    # -- where branches join ----------------------------------------------------------------

    def merge(self, one: Branch, two: Branch, node: ast.stmt) -> None:
        """The names behind an `if`: those of the branches whose end is reached."""
        if not (one.goes_on and two.goes_on):
            self.env = (one if one.goes_on else two).env
            return
        self.env = {}
        live = self.source.live.behind[node] | self.source.live.always
        for name in {**one.env, **two.env}:
            a, b = one.env.get(name), two.env.get(name)
            if a is not None and b is not None and same_value(a, b):
                self.env[name] = a
            elif name in live and a is not None and b is not None:
                self._phi(name, one, two, node)
            elif name in live:
                self._one_sided(name, *((one, two) if b is None else (two, one)))

    def _one_sided(self, name: str, branch: Branch, other: Branch) -> None:
        """A name with a value on one branch only: it is read only where that one was taken."""
        value = self.storable(branch.env[name], self.here)
        self.env[name] = value
        for code in codes_of(value, shape_of(value)):
            if code.isidentifier():
                other.lines.append("    " * (self.emitter.depth + 1) + f"{code} = 0")

    def _phi(self, name: str, one: Branch, two: Branch, node: ast.AST) -> None:
        merged = self.merged(
            [(branch.lines, branch.env[name]) for branch in (one, two)], node, f"v_{name}"
        )
        if merged is None:
            self.lost.add(name)
        else:
            self.env[name] = merged

    def merged(
        self, branches: list[tuple[list[str], Value]], node: ast.AST, stem: str = "e"
    ) -> Value | None:
        """One set of variables for the values that several pieces of code end with."""
        laid = []
        for lines, value in branches:
            with self.emitter.aside(1) as more:
                laid.append(self.storable(value, node))
            lines.extend(more)
        shape: Shape | None = shape_of(laid[0])
        for value in laid[1:]:
            shape = None if shape is None else join(shape, shape_of(value))
        if shape is None:
            return None
        names = [self.name(stem) for _ in range(shape.width)]
        for (lines, _), value in zip(branches, laid, strict=True):
            with self.emitter.aside(1) as more:
                codes = codes_of(self.fit(value, shape, node), shape)
                for target, code in zip(names, codes, strict=True):
                    self.emit(f"{target} = {code}")
            lines.extend(more)
        return rebuild(shape, names)


def same_value(one: Value, two: Value) -> bool:
    """Whether two values are surely the same."""
    if isinstance(one, Known) and isinstance(two, Known):
        plain = isinstance(one.value, int | str | tuple) and type(one.value) is type(two.value)
        return one.value is two.value or (plain and one.value == two.value)
    return one is two or (type(one) is type(two) and one == two)


def spoken(value: Value) -> str:
    """What a value is, for an error."""
    if isinstance(value, Known):
        return f"{value.value!r:.60} ({type(value.value).__name__})"
    if isinstance(value, Indexed) and value.span is not None:
        return f"a range of step {value.span[2]}"
    return SPOKEN.get(type(value), "a sequence")
