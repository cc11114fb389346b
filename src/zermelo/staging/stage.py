"""The contract of this room: `stage(write)` gives the program of user's functions.

`write` is handed an empty `Program`. For every entry function it opens a scope (`entry_scope`),
writes the code that reads the arguments, applies the user's functions to them and writes down what
comes of it. Where something is learned too late, all is written again with what was learned; what
cannot be translated is `Refused`, with its line.
"""

from __future__ import annotations

import ast
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zermelo.staging.builder.operations import NARROW, WIDER
from zermelo.staging.builder.output import Output
from zermelo.staging.builder.program import Program, Restart
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.values import KIND_UNKNOWN
from zermelo.staging.ir.code import Call, Do, Function, call_sites, calls_in, walk
from zermelo.staging.ir.passes import BURNING, PREPARE, REFUEL, finished
from zermelo.staging.ir.text import text_of
from zermelo.staging.modules import (
    folding,
    heaps,
    itertools_,
    numbers,
    numpy_,
    objects,
    octets,
    sequences,
)
from zermelo.staging.reading.source import Refused, Source
from zermelo.staging.types import counters, keywords, ranges
from zermelo.staging.walk import calls, expressions, loops, statements, targets

SHORT = 40  # statements of a function that is taken in wherever it is called
ATTEMPTS = 200  # at a translation that learns something each time
DECLARED = (
    counters,
    folding,
    heaps,
    itertools_,
    keywords,
    numbers,
    numpy_,
    objects,
    octets,
    ranges,
    sequences,
)  # modules whose rows are declared by importing


class Walking:
    """The parts of Python's syntax, each in a file of its own."""

    expression = staticmethod(expressions.expression)
    test = staticmethod(expressions.test)
    statements = staticmethod(statements.statements)
    assign = staticmethod(targets.assign)
    apply = staticmethod(calls.apply)
    each = staticmethod(loops.each)


@dataclass(frozen=True)
class Residual:
    """A program: its functions, and the constants at the front of the arena it runs in."""

    functions: list[Function]
    constants: list[int]
    unordered_at: str  # the line, if any, where something depends on the order of a set's items

    @property
    def text(self) -> str:
        """The program as Python that numba compiles."""
        called = {each.name: Counter(call_sites(each.body)) for each in self.functions}
        sites = sum(called.values(), Counter())
        return "\n\n\n".join(
            text_of(each, "@inlined" if _is_taken_in(each, sites[each.name], called) else "@inner")
            for each in self.functions
        )

    @property
    def has_loops(self) -> bool:
        """Whether there are loops whose rounds are counted."""
        return any(calls_in(function.body) & BURNING for function in self.functions)


def _is_taken_in(function: Function, sites: int, called: dict[str, Counter[str]]) -> bool:
    """Whether a function becomes a part of its callers: it is short, or called in one place.

    One that calls itself, through others too, never does.
    """
    reached: set[str] = set()
    todo = [function.name]
    while todo:
        new = called.get(todo.pop(), Counter()).keys() - reached
        reached |= new
        todo += new
    if function.name in reached:
        return False
    return sites <= 1 or sum(1 for _ in walk(function.body)) <= SHORT


def stage(write: Callable[[Program], Sequence[Function]], program: Program) -> Residual:
    """The program: the functions that `write` needs, then those that it returns."""
    place = ""
    for _ in range(ATTEMPTS):
        try:
            entries = write(program)
        except Restart as again:
            place = str(again) or place
            program = Program(program.ignored, program.instead, program.learned)
        except RecursionError:
            raise Refused("the rules are nested too deeply", "use loops") from None
        else:
            if program.kinds.asked and program.kinds.lost:
                raise Refused(KIND_UNKNOWN, "write int(…) or bool(…)", program.kinds.asked)
            if program.learned.has_narrow and program.kinds.narrow_at:
                raise Refused(NARROW, WIDER, program.kinds.narrow_at)
            functions = finished([*program.functions, *entries])
            return Residual(functions, program.constants.image(), program.unordered_at)
    raise Refused("names of the rules stand for ever new kinds of things", "use more names", place)


def entry_scope(program: Program, name: str, function: object = None) -> Scope:
    """The scope of an entry; its only statement stands where the user's function begins."""
    code = getattr(function, "__code__", None)
    file = os.path.basename(code.co_filename) if code else "the rules"
    place = ast.Pass(lineno=code.co_firstlineno if code else 0)
    nothing = ast.arguments([], [], None, [], [], None, [])
    source = Source(name, file, nothing, [place], {}, False)
    return Scope(program, Walking, source, Output(program))


def begin_anew(b: Scope) -> None:
    """The code of an entry that finds the arena empty and may take its full time."""
    b.emit(Do(Call(PREPARE, ())))
    b.emit(Do(Call(REFUEL, ())))
