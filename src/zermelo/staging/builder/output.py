"""The code of one function while it is written: blocks, loops and the ways out of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from zermelo.staging.builder.program import Program
from zermelo.staging.builder.values import Value
from zermelo.staging.ir.code import (
    Assign,
    Block,
    Const,
    Expr,
    Fail,
    Group,
    If,
    Leave,
    Loop,
    Region,
    Stmt,
)
from zermelo.staging.reading.source import Refused

LONGEST = 20_000  # statements of one function


@dataclass(eq=False)
class Handler:
    """A `try` around the code at hand: the errors that it catches, and what is left for it."""

    errors: tuple[type[BaseException], ...]
    label: int
    number: int  # which `except` it is
    which: str  # the variable that tells the handlers apart


@dataclass(eq=False)
class Output:
    """The blocks of a function; statements are added to the one at hand."""

    program: Program
    block: Block = field(default_factory=list)
    loops: list[int] = field(default_factory=list)  # around the code at hand
    handlers: list[Handler] = field(default_factory=list)  # the innermost last
    size: int = 0
    captured: dict[tuple[int, str], Value] = field(default_factory=dict)  # of scopes around, passed

    def emit(self, part: Stmt) -> None:
        """One statement."""
        self.block.append(part)
        self.size += 1
        if self.size > LONGEST:
            raise Refused("the rules become too long", "use loops over ranges, and fewer calls")

    def assign(self, name: str, value: Expr) -> None:
        """name = value."""
        self.emit(Assign((name,), value))

    def group(self) -> Block:
        """A place here to which statements are added later."""
        part = Group()
        self.emit(part)
        return part.body

    @contextmanager
    def into(self, block: Block) -> Iterator[Block]:
        """Write into another block for a while."""
        kept, self.block = self.block, block
        try:
            yield block
        finally:
            self.block = kept

    @contextmanager
    def when(self, test: Expr) -> Iterator[If]:
        """Code under a condition."""
        part = If(test, [])
        self.emit(part)
        with self.into(part.yes):
            yield part

    @contextmanager
    def otherwise(self, part: If) -> Iterator[None]:
        """The other side of a condition."""
        with self.into(part.no):
            yield

    @contextmanager
    def loop(
        self,
        name: str = "",
        span: tuple[Expr, ...] = (),
        most: int | None = None,
        *,
        is_free: bool = False,
    ) -> Iterator[Loop]:
        """A loop over numbers, or one that goes on until it is left."""
        part = Loop(self.program.label(), [], name, span, most, is_free)
        self.emit(part)
        depth = len(self.loops)
        self.loops.append(part.label)
        try:
            with self.into(part.body):
                yield part
        finally:
            del self.loops[depth:]

    @contextmanager
    def region(self) -> Iterator[Region]:
        """Code that can be left."""
        part = Region(self.program.label())
        self.emit(part)
        with self.into(part.body):
            yield part

    def leave(self, label: int) -> None:
        """Go on behind a loop or a region."""
        self.emit(Leave(label))

    def fail(self, error: type[BaseException], message: str) -> None:
        """An error, which the innermost `try` that names it catches."""
        for handler in reversed(self.handlers):
            if issubclass(error, handler.errors):
                self.assign(handler.which, Const(handler.number))
                self.leave(handler.label)
                return
        self.give_up(error, message)

    def give_up(self, error: type[BaseException], message: str) -> None:
        """An error that Python has not: no `try` of the rules catches it."""
        self.emit(Fail(error.__name__, message))

    def catches(self, error: type[BaseException]) -> bool:
        """Whether a `try` around the code at hand catches an error."""
        return any(issubclass(error, handler.errors) for handler in self.handlers)

    @property
    def path(self) -> tuple[int, ...]:
        """The loops around the code at hand."""
        return tuple(self.loops)
