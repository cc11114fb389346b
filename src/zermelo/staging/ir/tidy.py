"""What the translation leaves behind is cleared away: copies, known results, what nobody reads."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

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
    Var,
    Write,
    expressions_of,
    negated,
    parts_of,
    walk,
)

MAKERS = {
    "set_merge_1",
    "set_merge_2",
    "bits_1",
    "bits_2",
}  # they make something and change nothing
Known: TypeAlias = dict[str, Expr]  # what variables stand for
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge,
}  # fmt: skip


def tidy(function: Function) -> None:
    """The same function without copies, tests whose result is known, and unread variables."""
    counts = Counter(_assigned(function.body))
    once = {name for name, count in counts.items() if count == 1} - set(function.parameters)
    fixed = once | (set(function.parameters) - set(counts))
    function.body = _Copies(once, fixed).block(function.body, {})
    while _drop_unread(function):
        pass


# -- copies and known results ----------------------------------------------------------------------


class _Copies:
    """Writes what a variable stands for in its place, as far as it is sure to stand for it.

    A variable that is written once stands for what it was given in the rest of its block; what it
    was given must not change either.
    """

    def __init__(self, once: set[str], fixed: set[str]) -> None:
        self.once = once
        self.fixed = fixed

    def block(self, block: Block, around: Known) -> Block:
        known = dict(around)
        found: Block = []
        for part in block:
            found += self.statement(part, known)
            if found and isinstance(found[-1], Leave | Next | Fail | Return):
                break
        return found

    def statement(self, part: Stmt, known: Known) -> Block:
        match part:
            case Group(body=body):
                return [
                    each for inner in body for each in self.statement(inner, known)
                ]  # its names are those of the block around it
            case Assign(names=names, value=value):
                value = self.code(value, known)
                if len(names) == 1 and names[0] in self.once and self._stays(value):
                    known[names[0]] = value
                return [Assign(names, value)]
            case If(test=test, yes=yes, no=no):
                return self._branches(self.code(test, known), yes, no, known)
            case Loop(body=body, span=span):
                span = tuple(self.code(each, known) for each in span)
                return [replace(part, span=span, body=self.block(body, known))]
            case Region(body=body):
                return [replace(part, body=self.block(body, known))]
            case Write(places=places, value=value):
                at = tuple(self.code(each, known) for each in places)
                return [replace(part, places=at, value=self.code(value, known))]
            case Do(value=value):
                return [Do(self.code(value, known))]
            case Return(values=values):
                return [Return(tuple(self.code(each, known) for each in values))]
        return [part]

    def _branches(self, test: Expr, yes: Block, no: Block, known: Known) -> Block:
        if isinstance(test, Const):
            return self.block(yes if test.value else no, known)
        one, two = self.block(yes, known), self.block(no, known)
        if not one and not two:
            return [] if _is_pure(test) else [Do(test)]
        return [If(test, one, two)] if one else [If(negated(test), two)]

    def _stays(self, value: Expr) -> bool:
        return isinstance(value, Const | Header) or (
            isinstance(value, Var) and value.name in self.fixed
        )

    def code(self, code: Expr, known: Known) -> Expr:
        match code:
            case Var(name=name):
                return known.get(name, code)
            case Op(sign=sign, args=args):
                return folded(sign, tuple(self.code(each, known) for each in args))
            case At(array=array, places=places):
                return At(array, tuple(self.code(each, known) for each in places))
            case Call(function=function, args=args):
                return Call(function, tuple(self.code(each, known) for each in args))
        return code


def folded(sign: str, args: tuple[Expr, ...]) -> Expr:
    """An operation, worked out where that is sure."""
    match sign, args:
        case "int", (Const(value=value),):
            return Const(int(value))
        case "not", (one,):
            return negated(one)
        case "select", (Const(value=value), yes, no):
            return yes if value else no
        case "and" | "or", (Const(value=value), two):
            return two if bool(value) is (sign == "and") else Const(bool(value))
        case "and" | "or", (one, Const(value=value)) if bool(value) is (sign == "and"):
            return one
        case _, (Const(value=one), Const(value=two)) if sign in COMPARED:
            return Const(COMPARED[sign](one, two))
    return Op(sign, args)


# -- what nobody reads -----------------------------------------------------------------------------


def _drop_unread(function: Function) -> bool:
    """Leave out variables that nobody reads; whether there were any."""
    read = {
        code.name
        for part in walk(function.body)
        for whole in expressions_of(part)
        for code in parts_of(whole)
        if isinstance(code, Var)
    }
    before = sum(1 for _ in walk(function.body))
    function.body = _needed(function.body, read)
    return sum(1 for _ in walk(function.body)) < before


def _needed(block: Block, read: set[str]) -> Block:
    found: Block = []
    for part in block:
        match part:
            case Assign(names=names, value=value) if not read & set(names) and _is_idle(value):
                continue
            case If(test=test, yes=yes, no=no):
                one, two = _needed(yes, read), _needed(no, read)
                if not one and not two and _is_pure(test):
                    continue
                found.append(If(test, one, two) if one else If(negated(test), two))
                continue
            case Loop(body=body) | Region(body=body):
                found.append(replace(part, body=_needed(body, read)))
                continue
        found.append(part)
    return found


def _is_idle(code: Expr) -> bool:
    """Whether nothing is missed where code is left out whose value nobody reads."""
    if isinstance(code, Call) and code.function in MAKERS:
        return all(map(_is_pure, code.args))
    return _is_pure(code)


def _is_pure(code: Expr) -> bool:
    """Whether nothing happens where code is carried out: no call, and no division by 0."""
    return not any(isinstance(each, Call) or _may_fail(each) for each in parts_of(code))


def _may_fail(code: Expr) -> bool:
    if not isinstance(code, Op) or code.sign not in ("//", "%"):
        return False
    divisor = code.args[1]
    return not (isinstance(divisor, Const) and divisor.value)


def _assigned(block: Block) -> Iterator[str]:
    for part in walk(block):
        match part:
            case Assign(names=names):
                yield from names
            case Loop(name=name) if name:
                yield name
