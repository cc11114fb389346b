"""The scope of one function while it is translated: its names and its code so far."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from zermelo.compiled.source import Source, Stopped
from zermelo.compiled.values import (
    Known,
    Num,
    Pack,
    Row,
    Shape,
    Text,
    Value,
    flatten,
    literal,
    rebuild,
    shape_of,
)

GROWING = {"append", "extend", "pop", "insert", "remove"}


class Again(Exception):
    """The translation must start over with a name that is kept in a wider form."""


@dataclass
class Memory:
    """Long rows of the game's own numbers, which are handed to the code when it runs.

    The code reads where a row begins and how long it is from a header, so that the same code
    serves every instance: head_k stands for mem[k], an offset, and the next one for a length.
    """

    FIRST: int = 2  # mem[0] is where free memory begins, mem[1] where it began
    rows: list[Any] = field(default_factory=list)  # nested tuples of ints, one per header
    heads: dict[int, Row] = field(default_factory=dict)
    keep: list[Any] = field(default_factory=list)  # so that no id is used twice
    texts: dict[str, int] = field(default_factory=dict)  # texts in rows are numbered

    def row(self, items: Any) -> Row:
        """The row of a sequence of the game's, laid out once."""
        if id(items) not in self.heads:
            head = self.FIRST + 2 * len(self.rows)
            self.rows.append(items)
            self.keep.append(items)
            shape = self.item_shape(items)
            self.heads[id(items)] = Row(f"head_{head}", f"head_{head + 1}", shape)
        return self.heads[id(items)]

    def item_shape(self, items: Any) -> Shape:
        """The common shape of the items: numbers, tuples of one length, or rows of any length."""
        shapes = {self._shape(item) for item in items}
        if len(shapes) == 1:
            return shapes.pop()
        if shapes and all(shape.kind in ("pack", "row") for shape in shapes):
            inner = {part for shape in shapes for part in shape.parts}
            if len(inner) == 1:
                return Shape("row", (inner.pop(),), (None, False))
        if not shapes:
            return Shape("number")
        raise Stopped("a row of different things", "give all items of a row the same form")

    def _shape(self, item: Any) -> Shape:
        if isinstance(item, str | int):
            return Shape("number")
        if isinstance(item, tuple | list) and not item:
            return Shape("row", (Shape("number"),), (None, False))
        inner = self.item_shape(item)
        if len(item) <= 4 and all(part.kind == "number" for part in [inner]):
            return Shape("pack", (inner,) * len(item))
        return Shape("row", (inner,), (None, False))

    def number(self, item: Any) -> int:
        """A number for a number, and one for each different text."""
        if isinstance(item, str):
            return self.texts.setdefault(item, len(self.texts))
        return int(item)

    def image(self) -> list[int]:
        """The memory as the code finds it: headers, then the rows."""
        words = [0] * (self.FIRST + 2 * len(self.rows))
        for place, items in enumerate(self.rows):
            head = self.FIRST + 2 * place
            offset = self._write(words, items, self.item_shape(items))
            words[head], words[head + 1] = offset, len(items)
        words[0] = words[1] = len(words)
        return words

    def _write(self, words: list[int], items: Any, shape: Shape) -> int:
        if shape.kind == "number":
            laid = [self.number(item) for item in items]
        elif shape.kind == "pack":
            laid = [self.number(number) for item in items for number in item]
        else:
            laid = []
            for item in items:
                laid += [self._write(words, item, shape.parts[0]), len(item)]
        words.extend(laid)
        return len(words) - len(laid)


@dataclass
class Program:
    """All that is written for one game: functions, and the memory they read."""

    memory: Memory = field(default_factory=Memory)
    functions: list[str] = field(default_factory=list)  # finished, helpers first
    calls: dict[Any, Any] = field(default_factory=dict)  # (function, shapes) → its name and shape
    wide: set[tuple[str, str]] = field(default_factory=set)  # (function, name) of varying length
    count: int = 0
    has_gains: bool = False
    has_again: bool = False

    def fresh(self, stem: str) -> str:
        """A name that is not used yet."""
        self.count += 1
        return f"{stem}_{self.count}"


@dataclass
class Loop:
    """What `continue` and `break` are written as in the loop at hand."""

    jump: str = "continue"
    leave: str | None = "break"


class Frame:
    """One function's names and code; the translating parts are mixed in."""

    def __init__(self, program: Program, source: Source, out: list[str], depth: int) -> None:
        self.program = program
        self.source = source
        self.out = out
        self.depth = depth
        self.env: dict[str, Value] = {}
        self.prefix = program.fresh("v")
        self.loops: list[Loop] = []
        self.on_yield: Callable[[Value], None] | None = None
        self.on_return: Callable[[Value, ast.AST], None] | None = None
        self.result: Value = None
        self.sites: dict[str, int] = {}
        self.growing: set[str] = set()
        for node in (inner for stmt in source.body for inner in ast.walk(stmt)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.sites[node.id] = self.sites.get(node.id, 0) + 1
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                self.sites[node.target.id] = self.sites.get(node.target.id, 0) + 1
            elif _grows(node):
                self.growing.add(node.func.value.id)  # type: ignore[attr-defined]

    # -- writing ----------------------------------------------------------------------------

    def emit(self, line: str) -> None:
        """One line of code."""
        self.out.append("    " * self.depth + line)

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """Lines under a header."""
        self.emit(header)
        self.depth += 1
        begin = len(self.out)
        try:
            yield
        finally:
            if len(self.out) == begin:
                self.emit("pass")
            self.depth -= 1

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """Lines that are collected, to be used or not."""
        kept, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = kept

    def name(self, stem: str = "t") -> str:
        """A new variable."""
        return self.program.fresh(stem)

    def keep(self, value: Value, stem: str = "t") -> Value:
        """The value in variables of its own, so that later changes do not reach it."""
        if isinstance(value, Known | Text):
            return value
        if isinstance(value, Pack):
            return Pack(tuple(self.keep(item, stem) for item in value.items), value.made_by)
        if isinstance(value, Row) and value.room is not None:
            return value  # a list that grows stays the same list under every name
        codes = flatten(value)
        if not codes:
            return value
        names = [self.name(stem) for _ in codes]
        for name, code in zip(names, codes, strict=True):
            self.emit(f"{name} = {code}")
        return rebuild(shape_of(value), names, value)

    def number(self, value: Value, node: ast.AST) -> str:
        """The code of a number."""
        if isinstance(value, Num):
            return value.code
        if isinstance(value, Known) and isinstance(value.value, int):
            try:
                return literal(value.value)
            except OverflowError:
                raise self.stop(
                    node, f"{value.value} needs more than 64 bits", "keep numbers below 2**63"
                ) from None
        what = {"Text": "a text", "Pack": "a tuple", "Row": "a sequence", "Made": "a move"}
        given = what.get(type(value).__name__, _spoken(value))
        raise self.stop(node, f"{given} where a whole number is needed", "use whole numbers")

    def stop(self, node: ast.AST, what: str, fix: str) -> Stopped:
        """The error that names the line."""
        return Stopped(what, fix, self.source.where(node))

    # -- names ------------------------------------------------------------------------------

    def bind(self, name: str, value: Value, node: ast.AST) -> None:
        """Let a name stand for a value; names that change live in variables."""
        if self.sites.get(name, 1) <= 1:
            self.env[name] = self.keep(value, f"{self.prefix}_{name}")
            return
        if isinstance(value, Known) and isinstance(value.value, tuple | list):
            value = self.program_pack(value.value)
        if isinstance(value, Row) and (self.source.name, name) in self.program.wide:
            value = Row(value.offset, str(value.length), value.item, value.is_list, value.room)
        shape = shape_of(value)
        before = self.env.get(name)
        if before is not None:
            self._same_form(name, shape_of(before), shape, node)
        codes = flatten(value)
        names = [f"{self.prefix}_{name}_{place}" for place in range(len(codes))]
        fresh = [self.name() for _ in codes] if len(codes) > 1 else names
        for target, code in zip(fresh, codes, strict=True):
            self.emit(f"{target} = {code}")  # all are read before any is changed
        for target, code in zip(names, fresh, strict=True):
            if target != code:
                self.emit(f"{target} = {code}")
        self.env[name] = rebuild(shape, list(names), value)

    def program_pack(self, items: Any) -> Value:
        """A known sequence as a pack when it is short, else as a row of memory."""
        if len(items) <= 16:
            return Pack(tuple(map(Known, items)))
        return self.program.memory.row(items)

    def _same_form(self, name: str, old: Shape, new: Shape, node: ast.AST) -> None:
        if old == new:
            return
        key = (self.source.name, name)
        if (
            {old.kind, new.kind} == {"row"}
            and old.parts == new.parts
            and key not in (self.program.wide)
        ):
            self.program.wide.add(key)
            raise Again
        raise self.stop(
            node,
            f"{name!r} stands for different kinds of things",
            "use one name for one kind of value",
        )


def _grows(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in GROWING
        and isinstance(node.func.value, ast.Name)
    )


def _spoken(value: Value) -> str:
    if isinstance(value, Known):
        return f"{value.value!r} ({type(value.value).__name__})"
    return "something else"
