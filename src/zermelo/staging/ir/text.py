"""Functions of the intermediate form as Python that numba compiles.

Python's `break` leaves one loop. Where a region or an outer loop is left from inside, a flag says
so behind every loop on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from zermelo.staging.ir.code import (
    Assign,
    At,
    Block,
    Call,
    Const,
    Do,
    Expr,
    Fail,
    Function,
    Group,
    Header,
    If,
    Leave,
    Loop,
    Next,
    Op,
    Region,
    Return,
    Stmt,
    Write,
    expressions_of,
    parts_of,
    walk,
)

SPELLED = {"prepare": "mem[0] = mem[1]", "refuel": "mem[2], mem[3] = FUEL, 0"}


def text_of(function: Function, decorator: str = "@inner") -> str:
    """The text of a function, its constant places read once, before all else."""
    head = f"{decorator}\ndef {function.name}({', '.join(function.parameters)}):"
    places = sorted({code.place for code in _codes(function) if isinstance(code, Header)})
    lines = [f"    head_{place} = mem[{place}]" for place in places]
    return "\n".join([head, *lines, *(_Writer().block(function.body, 1) or ["    pass"])])


def _codes(function: Function) -> Iterator[Expr]:
    for part in walk(function.body):
        for whole in expressions_of(part):
            yield from parts_of(whole)


@dataclass
class _Frame:
    """A loop of the text around the code at hand."""

    label: int
    is_loop: bool
    after: list[str] = field(default_factory=list)  # lines behind it
    flags: list[str] = field(default_factory=list)  # lowered in front of it


class _Writer:
    """Writes blocks; `frames` are the loops of the text around them."""

    def __init__(self) -> None:
        self.frames: list[_Frame] = []

    def block(self, block: Block, depth: int) -> list[str]:
        lines: list[str] = []
        for part in block:
            lines += self.statement(part, depth)
            if isinstance(part, Leave | Next | Fail | Return):
                break
        return lines

    def statement(self, part: Stmt, depth: int) -> list[str]:
        margin = "    " * depth
        match part:
            case If(test=test, yes=yes, no=no):
                return self._branches(test, yes, no, depth)
            case Loop(name=name, span=span):
                ends = ", ".join(map(_spelled, span))
                head = f"for {name} in range({ends}):" if name else "while True:"
                return self._framed(_Frame(part.label, True), head, part.body, depth)
            case Region():
                return self._region(part, depth)
            case Group(body=body):
                return self.block(body, depth)
            case Leave(label=label):
                return [margin + line for line in self._jump(label, "break")]
            case Next(label=label):
                return [margin + line for line in self._jump(label, "continue")]
        return [margin + _line(part)]

    def _branches(self, test: Expr, yes: Block, no: Block, depth: int) -> list[str]:
        margin = "    " * depth
        lines = [
            f"{margin}if {_spelled(test)}:",
            *(self.block(yes, depth + 1) or [f"{margin}    pass"]),
        ]
        other = self.block(no, depth + 1)
        return [*lines, f"{margin}else:", *other] if other else lines

    def _framed(self, frame: _Frame, head: str, body: Block, depth: int) -> list[str]:
        margin = "    " * depth
        self.frames.append(frame)
        inside = self.block(body, depth + 1) or [f"{margin}    pass"]
        if not frame.is_loop and not _ends(body):
            inside.append(f"{margin}    break")
        self.frames.pop()
        flags = [f"{margin}{flag} = False" for flag in frame.flags]
        return [*flags, margin + head, *inside, *(margin + line for line in frame.after)]

    def _region(self, region: Region, depth: int) -> list[str]:
        """A region is a loop that runs once; nothing is written around it when nobody leaves it."""
        jumps = [part for part in walk(region.body) if isinstance(part, Leave)]
        if not any(jump.label == region.label for jump in jumps):
            return self.block(region.body, depth)
        return self._framed(_Frame(region.label, False), "while True:", region.body, depth)

    def _jump(self, label: int, word: str) -> list[str]:
        at = next(k for k, frame in enumerate(self.frames) if frame.label == label)
        inner = self.frames[at + 1 :]
        if not inner:
            return [word]
        flag = f"{word}_{label}"
        for place, between in enumerate(inner):
            step = [f"if {flag}:", f"    {word if place == 0 else 'break'}"]
            if step[0] not in between.after:
                between.after += step
        if flag not in inner[0].flags:
            inner[0].flags.append(flag)
        return [f"{flag} = True", "break"]


def _ends(body: Block) -> bool:
    return bool(body) and isinstance(body[-1], Leave | Next | Fail | Return)


def _line(part: Stmt) -> str:
    match part:
        case Assign(names=names, value=value):
            return f"{', '.join(names)} = {_spelled(value)}"
        case Write(array=array, places=places, value=value, sign=sign):
            return f"{_spelled(At(array, places))} {sign}= {_spelled(value)}"
        case Do(value=Call(function=name)) if name in SPELLED:
            return SPELLED[name]
        case Do(value=value):
            return _spelled(value)
        case Fail(error=error, message=message):
            return f"raise {error}({message!r})"
        case Return(values=values):
            return f"return {', '.join(map(_spelled, values))}".rstrip()
    raise AssertionError(part)


def _spelled(code: Expr) -> str:
    """An expression as Python; sums and products in parentheses."""
    match code:
        case Const(value=bool() as value):
            return str(value)
        case Const(value=value) if value == -(2**63):  # a literal is a sign and a number that fits
            return f"({value + 1} - 1)"
        case Const(value=value):
            return f"({value})" if value < 0 else str(value)
        case Op(sign="select", args=(test, yes, no)):
            return f"({_spelled(yes)} if {_spelled(test)} else {_spelled(no)})"
        case Op(sign="not" | "-" | "~" as sign, args=(one,)):
            return f"({sign} {_spelled(one)})"
        case Op(sign=sign, args=args) if sign.isidentifier() and sign not in ("and", "or"):
            return f"{sign}({', '.join(map(_spelled, args))})"
        case Op(sign=sign, args=args):
            return f"({f' {sign} '.join(map(_spelled, args))})"
        case At(array=array, places=places):
            return f"{array}[{', '.join(map(_spelled, places))}]"
        case Call(function=function, args=args):
            return f"{function}({', '.join(map(_spelled, args))})"
    return str(code)
