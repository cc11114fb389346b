"""The contract of this room: `stage(write)` gives the residual program of user's functions.

`write` is handed an empty `Program`. For every entry function of the residual program it opens a
scope (`entry_scope`), writes the code that reads the arguments, applies the user's functions to
them (`Scope`'s `apply`) and writes down what comes of it. Where something is learned too late, all
is written again with what was learned; what cannot be translated is `Refused`, with its line.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zermelo.staging.calls import Calls
from zermelo.staging.emitter import Emitter, Program, Restart
from zermelo.staging.source import Refused, Source

ATTEMPTS = 200  # at a translation that learns something each time
RESET = "mem[0] = mem[1]"  # all of the arena is free again
REFILL = "mem[2], mem[3] = FUEL, 0"  # all rounds of loops may be gone through again
TAKING = r"\b(take|moved|new_list|grown|repeated|backwards)\("  # memory
BURNING = (
    r"\b(burn|deeper|copy|moved|repeated|backwards|new_list|grown|cut_out|bring_forward|found_at|same|"
    r"ordered|sort|reverse)\("
)  # rounds


@dataclass(frozen=True)
class Residual:
    """The text of a residual program, and the constants at the front of the arena it runs in."""

    text: str
    constants: list[int]

    @property
    def has_loops(self) -> bool:
        """Whether there are loops whose rounds are counted."""
        return REFILL in self.text


def stage(write: Callable[[Program], Sequence[str]]) -> Residual:
    """The residual program: the functions that `write` needs, then those that it returns."""
    program = Program()
    for _ in range(ATTEMPTS):
        try:
            entries = write(program)
        except Restart:
            program = Program(program.learned)
        except RecursionError:
            raise Refused("the rules are nested too deeply", "use loops") from None
        else:
            return Residual(_linked([*program.functions, *entries]), program.constants.image())
    raise Refused("names of the rules stand for ever new kinds of things", "use more names")


def entry_scope(program: Program, name: str, function: object = None) -> Calls:
    """The scope of an entry; its only statement stands where the user's function begins."""
    code = getattr(function, "__code__", None)
    file = os.path.basename(code.co_filename) if code else "the rules"
    place = ast.Pass(lineno=code.co_firstlineno if code else 0)
    nothing = ast.arguments([], [], None, [], [], None, [])
    source = Source(name, file, nothing, [place], {}, False)
    return Calls(program, source, Emitter(program))


def begin_anew(scope: Calls) -> None:
    """The code of an entry that finds the arena empty and may take its full time."""
    scope.emit(RESET)
    scope.emit(REFILL)


def _linked(functions: list[str]) -> str:
    """The functions as one text, without preparations that none of them needs."""
    text = "\n\n\n".join(f"@inlined\n{_with_heads(function)}" for function in functions)
    for line, users in ((RESET, TAKING), (REFILL, BURNING)):
        if not re.search(users, text):
            text = text.replace(f"    {line}\n", "")
    return text


def _with_heads(text: str) -> str:
    """A function that reads where its constant rows lie once, before all else."""
    heads = sorted({int(found) for found in re.findall(r"\bhead_(\d+)\b", text)})
    first, _, rest = text.partition("\n")
    lines = "".join(f"    head_{head} = mem[{head}]\n" for head in heads)
    return f"{first}\n{lines}{rest}"
