"""The scope of one function while it is translated: its names, and the code written for it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

import numpy as np

from zermelo.staging.builder import arena
from zermelo.staging.builder.branches import (
    LoopOfRules,
    same_value,
)
from zermelo.staging.builder.environment import Environment
from zermelo.staging.builder.iterators import Once
from zermelo.staging.builder.lifting import known, lifted, storable
from zermelo.staging.builder.output import Output
from zermelo.staging.builder.program import FormKey, Program, Restart, Unreached
from zermelo.staging.builder.sequences import Row
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import (
    KIND_UNKNOWN,
    LONGEST_ROW,
    NOTHING,
    Atom,
    Body,
    Known,
    Num,
    Shape,
    Site,
    TooWide,
    Value,
    cover,
    literal,
    truth,
)
from zermelo.staging.ir.code import Assign, Block, Call, Const, Expr, If, Op, Stmt, Var, is_atom
from zermelo.staging.library.kinds import ENDS
from zermelo.staging.reading.source import Refused, Source

SMALLER = "keep numbers below 2**63"
MAY_BE = (int, bool, np.int64, np.bool_, *ENDS)  # a number, where there are arrays
SELECTED = 4  # values that are picked by comparisons instead of memory

Kept = TypeVar("Kept", bound=Value)
Result = TypeVar("Result")


class Mistyped(Refused):
    """What Python itself would refuse with a TypeError."""


class Walker(Protocol):
    """What goes through the rules and knows how each part of Python's syntax is written."""

    def expression(self, b: Scope, node: ast.expr) -> Value:
        """The value of an expression."""

    def test(self, b: Scope, node: ast.expr) -> Known | Num:
        """Whether an expression counts as true."""

    def statements(self, b: Scope, body: list[ast.stmt]) -> bool:
        """Translate statements; whether their end can be reached."""

    def assign(self, b: Scope, target: ast.expr, value: Value) -> None:
        """target = value."""

    def apply(
        self, b: Scope, function: object, args: list[Value], words: dict[str, Value]
    ) -> Value:
        """Call a known function."""

    def each(self, b: Scope, value: Value, body: Body, loop: LoopOfRules | None = None) -> None:
        """Write the code that goes through a sequence."""


class Scope:
    """One function's names, and the code that is written for it."""

    def __init__(
        self,
        program: Program,
        walker: Walker,
        source: Source,
        out: Output,
        outer: Scope | None = None,
    ) -> None:
        self.program = program
        self.walker = walker
        self.source = source
        self.out = out
        self.outer = outer  # the function around a local one
        self.names = Environment(self)
        self.loops: list[LoopOfRules] = []
        self.finals: list[tuple[list[ast.stmt], int]] = []  # and the loops around each `try`
        self.built = ""  # the name of a record that is still being made
        self.on_yield: Callable[[Value], None] | None = None
        self.on_return: Callable[[Value], None] | None = None
        self.result: Value = NOTHING
        self.here: ast.AST = source.body[0] if source.body else ast.Pass()  # what is translated now

    # -- writing --------------------------------------------------------------------------------

    def emit(self, part: Stmt) -> None:
        """One statement of code."""
        self.out.emit(part)

    def name(self, stem: str = "t") -> str:
        """A new variable."""
        return self.program.fresh(stem)

    def assign(self, stem: str, code: Expr) -> Var:
        """A new variable with a value."""
        name = self.name(stem)
        self.out.assign(name, code)
        return Var(name)

    @property
    def where(self) -> str:
        """The file and the line that is being translated."""
        return self.source.where(self.here)

    def take_unordered(self) -> None:
        """Items come out of a set, in an order that is not defined."""
        self.program.take_unordered(self.where)

    def stop(self, what: str, fix: str) -> Refused:
        """The error that names the line."""
        return Refused(what, fix, self.where)

    def mistyped(self, what: str, fix: str) -> Mistyped:
        """What Python would refuse, with its line."""
        return Mistyped(what, fix, self.where)

    @property
    def site(self) -> Site:
        """The place of the rules that is translated now."""
        return self.source.site(self.here)

    @contextmanager
    def at_node(self, node: ast.AST) -> Iterator[None]:
        """Translate a piece of syntax."""
        kept, self.here = self.here, node
        try:
            yield
        finally:
            self.here = kept

    def once(self) -> Once:
        """A mark for what is made here and can be gone through once."""
        return Once(self.out.path)

    def expression(self, node: ast.expr) -> Value:
        """The value of an expression; code that it needs first is written on the way."""
        return self.walker.expression(self, node)

    def test(self, node: ast.expr) -> Known | Num:
        """Whether an expression counts as true."""
        return self.walker.test(self, node)

    def statements(self, body: list[ast.stmt]) -> bool:
        """Translate statements in order; whether their end can be reached."""
        return self.walker.statements(self, body)

    def give(self, target: ast.expr, value: Value) -> None:
        """target = value."""
        self.walker.assign(self, target, value)

    def apply(self, function: object, *args: Value, **words: Value) -> Value:
        """Call a known function."""
        return self.walker.apply(self, function, list(args), words)

    def call(self, function: Value, *args: Value) -> Value:
        """Call what a value stands for: a function, or one of several."""
        if isinstance(function, Known):
            return self.apply(function.value, *args)
        if isinstance(function, Union | Atom):
            return self.split(function, lambda part: self.call(part, *args))
        raise self.stop(f"a call of {function.spoken()}", "use a function of the rules")

    def each(self, value: Value, body: Body, loop: LoopOfRules | None = None) -> None:
        """Write the code that goes through a sequence."""
        self.walker.each(self, value, body, loop)

    # -- values ---------------------------------------------------------------------------------

    def keep(self, value: Kept, stem: str = "t", *, copy: bool = False) -> Kept:
        """The value under names; with `copy` under new ones, so that later changes are not seen."""
        return value.kept(self, stem, copy=copy)  # type: ignore[return-value]

    def kept(self, code: Expr, stem: str, *, copy: bool = True) -> Expr:
        """A piece of code under a name."""
        if is_atom(code) and not (copy and isinstance(code, Var)):
            return code
        return self.assign(stem, code)

    def known(self, thing: object) -> Value:
        """A constant of the rules."""
        return known(self, thing)

    def lifted(self, value: Value) -> Value:
        """A constant as a value that code can work with, where there is one."""
        return lifted(self, value)

    def storable(self, value: Value) -> Value:
        """A value that variables can hold."""
        return storable(self, value)

    def fit(self, value: Value, shape: Shape) -> Value:
        """The value brought to a shape that covers its own."""
        return shape.fit(self, self.storable(value))

    def codes(self, value: Value, shape: Shape) -> list[Expr]:
        """The numbers of a value in a shape that covers its own."""
        return shape.codes(self.fit(value, shape))

    def whole(self, value: Value) -> Num:
        """A number with its bounds; a truth value counts as 0 or 1."""
        match value:
            case Num(code=code, is_truth=True):
                return Num(Op("int", (code,)), 0, 1)
            case Num():
                return value
            case Known(value=int() as number):
                try:
                    return literal(int(number))
                except TooWide as wide:
                    raise self.stop(f"{wide} needs more than 64 bits", SMALLER) from None
            case Union():
                found = self.split(value, self.whole)
                assert isinstance(found, Num)
                return found
            case Atom(code=code) if all(isinstance(each, int) for each in value.objects):
                return self._number_of_atom(value)
        raise self.mistyped(f"{value.spoken()} where a whole number is needed", "use ints")

    def changed(self, value: Value) -> Refused:
        """The refusal of rules that change what belongs to the game."""
        what = f"{value.spoken()} of the game is changed"
        return self.stop(what, "keep what changes in the state; for a memo use functools.cache")

    def is_truth(self, value: Num) -> bool:
        """Whether a number is a truth value: its text is another, and it can be `True` itself."""
        if value.is_truth:
            return True
        if value.of is None:
            raise self.stop(KIND_UNKNOWN, "write int(…) or bool(…)")
        self.program.kinds.asked = self.source.where(self.here)
        return value.of is bool

    def is_of(self, value: Value, kinds: Any) -> bool:
        """isinstance(value, kinds)."""
        kind = value.python
        if isinstance(value, Num) and self.program.learned.has_arrays:
            if len({issubclass(each, kinds) for each in MAY_BE}) > 1:
                raise self.stop("isinstance of a number that may be numpy's", "leave it out")
        elif isinstance(value, Num) and issubclass(bool, kinds) != issubclass(int, kinds):
            kind = bool if self.is_truth(value) else int
        return issubclass(kind, kinds)

    def number(self, value: Value) -> Expr:
        """The code of a whole number."""
        return self.whole(value).code

    def _number_of_atom(self, value: Atom) -> Num:
        found = self.of_members(value, int)
        return self.whole(found)

    def of_members(self, value: Atom, ask: Callable[[Any], object]) -> Value:
        """What is asked of each object that a value may be, picked by its number."""
        by_number = {self.program.atom(each): ask(each) for each in value.objects}
        low, high = min(by_number), max(by_number)
        answers = tuple(by_number.get(k, by_number[low]) for k in range(low, high + 1))
        if all(answer is answers[0] or answer == answers[0] for answer in answers):
            return self.known(answers[0])
        row = self.program.constants.row(answers)
        place = self.keep(Num(Op("-", (value.code, Const(low))), 0, high - low))
        return self.keep(arena.at(row, place.code))

    def reached(
        self, write: Callable[[], Result], lost: list[Unreached] | None = None
    ) -> Result | None:
        """What writes one way through the rules; None where the way is not known to the end yet.

        Why it is not is added to `lost`.
        """
        try:
            with self.steady():
                return write()
        except Unreached as reason:
            if lost is not None:
                lost.append(reason)
            return None

    @contextmanager
    def steady(self) -> Iterator[None]:
        """Code that may be given up half way: what is around it is as it was."""
        program, loops = self.program, list(self.loops)
        depth, unrolls = len(program.active), program.unrolls
        try:
            yield
        except (Refused, Unreached):
            del program.active[depth:]
            self.loops[:], program.unrolls = loops, unrolls
            raise

    # -- one of several kinds ---------------------------------------------------------------------

    def split(
        self, value: Union | Atom, do: Callable[[Value], Value], shape: Shape | None = None
    ) -> Value:
        """What is done with a value of several kinds, done for each that it may be."""
        value = self.keep(value)
        branches: list[tuple[Expr, Block, Value]] = []
        refused: Refused | None = None
        kinds = value.alternatives() if isinstance(value, Union) else self._kinds(value)
        for test, part in kinds:
            with self.out.into([]) as block:
                try:
                    branches.append((test, block, do(part)))
                except Mistyped as stopped:
                    refused = stopped
        if not branches:
            assert refused is not None
            raise refused
        merged = self.merged([(block, each) for _, block, each in branches], shape=shape)
        failing: Block = []
        with self.out.into(failing):
            self.out.fail(TypeError, "a value is of another kind")
        rest: Block = failing
        if len(branches) == len(kinds):
            rest = branches.pop()[1]
        for test, block, _ in reversed(branches):
            rest = [If(test, block, rest)]
        self.out.block.extend(rest)
        return merged

    def _kinds(self, value: Atom) -> list[tuple[Expr, Value]]:
        """Things of several kinds, by kind, in the order in which the program has met them."""
        found = []
        number = self.program.atom
        for things in sorted(value.groups, key=lambda things: min(map(number, things))):
            tests = [Op("==", (value.code, Const(each))) for each in sorted(map(number, things))]
            test: Expr = tests[0]
            for each in tests[1:]:
                test = Op("or", (test, each))
            found.append((test, value.only(things)))
        return found

    def merged(
        self, branches: list[tuple[Block, Value]], stem: str = "e", shape: Shape | None = None
    ) -> Value:
        """One set of variables for the values that several pieces of code end with."""
        if shape is None and all(same_value(value, branches[0][1]) for _, value in branches):
            return branches[0][1]
        if shape is None and all(_is_truth(value) for _, value in branches):
            return self._merged_truths(branches, stem)
        laid = []
        for block, value in branches:
            with self.out.into(block):
                laid.append(self.storable(value))
        for value in laid:
            common = value.shape if shape is None else cover(shape, value.shape)
            shape = common
        assert shape is not None
        names = [self.name(stem) for _ in range(shape.width)]
        for (block, _), value in zip(branches, laid, strict=True):
            with self.out.into(block):
                codes = self.codes(value, shape)
                for target, code in zip(names, codes, strict=True):
                    self.out.assign(target, code)
        return shape.rebuild(iter(map(Var, names)))

    def chosen(self, asked: Expr, one: Value, two: Value) -> Value:
        """One value or another."""
        yes, no = If(asked, []), []  # type: ignore[var-annotated]
        merged = self.merged([(yes.yes, one), (no, two)])
        yes.no = no
        self.emit(yes)
        return merged

    def _merged_truths(self, branches: list[tuple[Block, Value]], stem: str) -> Num:
        name = self.name(stem)
        for block, value in branches:
            block.append(Assign((name,), truth_code(value)))
        return truth(Var(name))

    # -- forms ----------------------------------------------------------------------------------

    def learn_form(self, key: FormKey, old: Shape, new: Shape) -> None:
        """Start over with a shape that covers both, unless the old one does."""
        both = cover(old, new)
        if both == old:
            return
        forms = self.program.learned.forms
        forms[key] = cover(forms[key], both) if key in forms else both
        raise Restart(self.where)

    # -- the arena --------------------------------------------------------------------------------

    def view(self, value: Value) -> Row:
        """Any sequence as a row that can be read now; a list may change later."""
        return arena.view(self, value)

    def spilled(self, items: list[Value], item: Shape | None = None) -> Row:
        """Values side by side in memory."""
        return arena.spilled(self, items, item)

    def collected(self, value: Value, item: Shape | None = None) -> Row:
        """The items of anything side by side in memory."""
        return arena.collected(self, value, item)

    def place(self, length: Expr, index: Value) -> Known | Num:
        """An index counted from the front; outside is an error, here or when the code runs."""
        size = length.value if isinstance(length, Const) else None
        if isinstance(index, Known) and size is not None:
            try:
                return Known(range(size)[index.value])
            except TypeError as error:
                raise self.mistyped(f"{error}", "use an int as the index") from None
            except IndexError:
                self.out.fail(IndexError, "an index is out of range")
                return Known(0)  # nobody gets here
        number = self.whole(index)
        if size is not None and number.low >= 0 and number.high < size:
            return self.keep(number, "k")
        most = size - 1 if size is not None else LONGEST_ROW
        if not self.out.catches(IndexError):
            return Num(self.assign("k", Call("inside", (number.code, length))), 0, most)
        return self._checked_place(number, length, most)

    def _checked_place(self, number: Num, length: Expr, most: int) -> Num:
        """A place in a `try`, whose `except` is gone to where it is outside."""
        code = self.assign("k", number.code)
        with self.out.when(Op("<", (code, Const(0)))):
            self.out.assign(code.name, Op("+", (code, length)))
        outside = Op("or", (Op("<", (code, Const(0))), Op(">=", (code, length))))
        with self.out.when(outside):
            self.out.fail(IndexError, "an index is out of range")
        return Num(code, 0, most)


def _is_truth(value: Value) -> bool:
    return value.python is bool


def truth_code(value: Value) -> Expr:
    """The code of a truth value."""
    if isinstance(value, Known):
        return Const(bool(value.value))
    assert isinstance(value, Num)
    return value.code
