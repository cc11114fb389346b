"""The residual program while it is written: lines, loops and the jumps out of them.

It is text with structure: lines in blocks, and regions (a loop, or a stretch of basic blocks) that
jumps leave. Translation starts over (`Restart`) when something turns out later than it was needed:
that a list grows, that a name stands for tuples of several lengths. What was learned is kept and
only grows: the last attempt, which learns nothing, is a fixed point.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from zermelo.staging.constants import ConstantPool
from zermelo.staging.source import Refused
from zermelo.staging.value_shapes import Shape, Site

LONGEST = 20_000  # lines of one function
SHORT = 4096  # rounds of loops within loops that are counted all at once, before the first of them
FREE = 64  # and that are not counted at all


FormKey: TypeAlias = tuple[Hashable, Hashable]  # a site, and a name or what is done there
CallKey: TypeAlias = tuple[object, Hashable]  # a function, and the forms of its arguments


class Restart(Exception):
    """The translation must start over: something was learned."""


@dataclass
class Learned:
    """What earlier attempts found out."""

    growing: set[Site] = field(default_factory=set)  # lists that grow
    items: dict[Site, Shape] = field(default_factory=dict)  # what is put into empty lists
    forms: dict[FormKey, Shape] = field(default_factory=dict)  # of what changes in loops
    returns: dict[CallKey, Shape] = field(default_factory=dict)  # what a function returns
    unrolled: set[Site] = field(default_factory=set)  # loops that must be written out
    checked: set[Site] = field(default_factory=set)  # sums that may leave 64 bits


@dataclass
class Specialized:
    """A function of the code; its shape is assumed until all of it is written."""

    name: str
    shape: Shape
    is_once: bool = False  # whether it returns what can be gone through once
    is_done: bool = False
    was_assumed: bool = False


@dataclass
class Program:
    """A residual program while it is written: functions, and the constants that they read."""

    learned: Learned = field(default_factory=Learned)
    constants: ConstantPool = field(default_factory=ConstantPool)
    functions: list[str] = field(default_factory=list)  # finished, helpers first
    calls: dict[CallKey, Specialized] = field(default_factory=dict)
    active: list[object] = field(default_factory=list)  # functions that are being written
    count: int = 0
    unrolls: int = 1  # how often the code at hand is written, because of loops written out

    def fresh(self, stem: str) -> str:
        """A name that is not used yet."""
        self.count += 1
        return f"{stem}_{self.count}"


@dataclass(eq=False)
class Region:
    """A loop in the code, or a stretch of code that can be left, written as a loop that runs once.

    `after`: (flag, jump) behind it, where something around it is left from inside; `resets`: flags
    to be lowered in front of it.
    """

    number: int
    runs_once: bool
    begin: int  # its first line
    is_left: bool = False
    after: list[tuple[str, str]] = field(default_factory=list)
    resets: list[str] = field(default_factory=list)


class Emitter:
    """The lines of one function of the code."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.lines: list[str] = []
        self.depth = 1
        self.regions: list[Region] = []
        self.rounds = 1  # of the loops around the code at hand, as far as they are short
        self.heaviest = 1  # the most of them since the outermost of these
        self.takes_time = False  # whether there are loops or calls

    def emit(self, line: str) -> None:
        """One line of code."""
        self.lines.append("    " * self.depth + line)
        if len(self.lines) > LONGEST:
            raise Refused("the rules become too long", "use loops over ranges, and fewer calls")

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """Lines under a header."""
        self.emit(header)
        self.depth += 1
        begin = len(self.lines)
        yield
        if len(self.lines) == begin:
            self.emit("pass")
        self.depth -= 1

    @contextmanager
    def loop(self, header: str, most: int | None) -> Iterator[Region]:
        """A loop of at most so many rounds; what is left from inside it is left behind it too.

        Where it may have more than a few, its rounds are counted, so that no loop runs for ever.
        """
        self.takes_time = True
        rounds, heaviest = self.rounds, self.heaviest
        is_short = most is not None and rounds * most <= SHORT
        self.rounds = rounds * max(1, most or 1) if is_short else 1
        self.heaviest = max(heaviest, self.rounds) if is_short and rounds > 1 else self.rounds
        region = self._region(runs_once=False)
        with self.block(header):
            if not is_short:
                self.emit("burn(mem, 1)")
            yield region
        if is_short and rounds == 1 and self.heaviest > FREE:
            self.lines.insert(region.begin, "    " * self.depth + f"burn(mem, {self.heaviest})")
        self.rounds = rounds
        self.heaviest = max(heaviest, self.heaviest) if is_short and rounds > 1 else heaviest
        self._close(region)

    @contextmanager
    def leavable(self) -> Iterator[Region]:
        """Code that `jump` leaves; nothing is written around it when nothing does."""
        region, lines = self._region(runs_once=True), self.lines
        self.emit("while True:")
        self.depth += 1
        yield region
        if region.is_left or region.after:
            self.emit("break")
        else:
            lines[region.begin :] = [line[4:] for line in lines[region.begin + 1 :]]
        self.depth -= 1
        self._close(region)

    def _region(self, *, runs_once: bool) -> Region:
        self.program.count += 1
        self.regions.append(Region(self.program.count, runs_once, len(self.lines)))
        return self.regions[-1]

    def _close(self, region: Region) -> None:
        self.regions.remove(region)
        margin = "    " * self.depth
        self.lines[region.begin : region.begin] = [
            f"{margin}{flag} = False" for flag in region.resets
        ]
        for flag, jump in region.after:
            self.emit(f"if {flag}:")
            self.emit(f"    {jump}")

    def jump(self, region: Region, word: str) -> None:
        """`break` or `continue` a loop, out of all loops inside it."""
        region.is_left = True
        inner = self.regions[self.regions.index(region) + 1 :]
        if not inner:
            self.emit(word)
            return
        flag = f"{word}_{region.number}"
        self.emit(f"{flag} = True")
        self.emit("break")
        for place, between in enumerate(inner):
            step = (flag, word if place == 0 else "break")
            if step not in between.after:
                between.after.append(step)
        if flag not in inner[0].resets:
            inner[0].resets.append(flag)

    @contextmanager
    def aside(self, deeper: int = 0) -> Iterator[list[str]]:
        """Lines that are collected, to be used or not."""
        kept, self.lines = self.lines, []
        self.depth += deeper
        yield self.lines
        self.lines = kept
        self.depth -= deeper

    @property
    def path(self) -> tuple[int, ...]:
        """The loops around the code at hand."""
        return tuple(region.number for region in self.regions if not region.runs_once)
