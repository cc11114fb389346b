"""Names that may have no value where they are asked for, with a flag each.

    if n > 2:                     is_given_step = False
        step = 1                  if n > 2:
    yield Move(n - step)    →         step = 1
                                      is_given_step = True
                                  yield Move(n - given(step, is_given_step))

Python raises UnboundLocalError there, and so does the code; without a flag it would count with
whatever the variable holds. Only names get one that are asked for where a way leads without a value
(definite assignment). Those that get values otherwise than by assignments, loops and patterns
without a guard (functions, imports, `with`, `except`) are left as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from copy import deepcopy
from typing import TypeVar

from zermelo.staging.reading.liveness import NONE, Names
from zermelo.staging.reading.pieces import children, pieces_of
from zermelo.staging.reading.syntax import (
    Comprehensions,
    own_parts,
    parameters_of,
    stored_names,
)

V = TypeVar("V")
Known = Names | None  # names that surely have values; None where no way leads to
FLAG = "is_given_"
PLACES = ast.Subscript | ast.Attribute


def given(value: V, is_given: bool) -> V:
    """The value of a name, where it has one."""
    if not is_given:
        raise UnboundLocalError("a name has no value")
    return value


def with_flags(function: ast.FunctionDef) -> ast.FunctionDef:
    """The function, or one like it that knows of doubtful names whether they have values."""
    inner = [part for part in pieces_of(function) if isinstance(part, ast.FunctionDef)]
    if not any(_Ways(each).doubtful for each in inner):
        return function
    found = deepcopy(function)
    for part in [part for part in pieces_of(found) if isinstance(part, ast.FunctionDef)]:
        ways = _Ways(part)
        if ways.doubtful:
            part.body = _Flags(ways.doubtful).body_of(part)
    return deepcopy(found)  # answers about the pieces that have changed are remembered


def _flagged_names(function: ast.FunctionDef) -> Names:
    """The names of a function that get values in ways that a flag can follow."""
    others: set[str] = set()
    for part in own_parts(function.body):
        match part:
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                others.update(names)
            case ast.ExceptHandler(name=str(name)) | ast.FunctionDef(name=name):
                others.add(name)
            case ast.alias(name=name, asname=asname):
                others.add(asname or name.partition(".")[0])
            case ast.withitem(optional_vars=ast.expr() as target):
                others |= stored_names([target])
            case ast.match_case(pattern=pattern, guard=ast.expr()):
                others |= stored_names([pattern])
    return stored_names(function.body) - others


def _assigned(node: ast.stmt) -> Names:
    """The names that an assignment itself gives values to, not those of `:=` inside it."""
    match node:
        case ast.Assign(targets=targets):
            return stored_names([each for each in targets if not isinstance(each, PLACES)])
        case (
            ast.AnnAssign(target=ast.Name() as target) | ast.AugAssign(target=ast.Name() as target)
        ):
            return stored_names([target])
    return NONE


def _deleted(nodes: Iterable[ast.AST]) -> Names:
    """The names that `del` takes the values of."""
    parts = (part for node in nodes for part in pieces_of(node))
    return frozenset(p.id for p in parts if isinstance(p, ast.Name) and isinstance(p.ctx, ast.Del))


def _meet(*ends: Known) -> Known:
    """What is known where ways meet."""
    reached = [end for end in ends if end is not None]
    return frozenset.intersection(*reached) if reached else None


class _Ways:
    """All ways through a function: at which places a name may have no value."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.doubtful: list[ast.Name] = []
        self.names = _flagged_names(function) - parameters_of(function)
        self.leaves: list[list[Known]] = []  # what is known where the loops around are left
        if self.names:
            self.block(function.body, NONE)

    def block(self, body: list[ast.stmt], known: Known) -> Known:
        """What is known behind statements."""
        for node in body:
            if known is None:
                return None
            known = self.statement(node, known)
        return known

    def statement(self, node: ast.stmt, known: Names) -> Known:
        """What is known behind a statement."""
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                self.read(test, known)
                return _meet(self.block(body, known), self.block(orelse, known))
            case ast.For() | ast.While():
                return self._loop(node, known)
            case ast.Match():
                return self._match(node, known)
            case ast.Try():
                return self._try(node, known)
            case ast.With(items=items, body=body):
                for item in items:
                    self.read(item, known)
                return self.block(body, known)
            case ast.Return() | ast.Raise():
                self.read(node, known)
                return None
            case ast.Break():
                self.leaves[-1].append(known)
                return None
            case ast.Continue():
                return None
            case ast.Delete(targets=targets):
                self.read(node, known)
                return known - _deleted(targets)
            case ast.AugAssign(target=ast.Name(id=name) as target) if name not in known:
                self.doubtful += [target] * (name in self.names)
            case ast.AnnAssign(value=None) | ast.FunctionDef():
                return known
        self.read(node, known)
        return known | _assigned(node)

    def _loop(self, node: ast.For | ast.While, known: Names) -> Known:
        """A round may follow one that has deleted names."""
        known -= _deleted(node.body)
        self.leaves.append([])
        if isinstance(node, ast.For):
            self.read(node.iter, known)
            self.read(node.target, known)
            self.block(node.body, known | stored_names([node.target]))
            after: Known = known
        else:
            self.read(node.test, known)
            self.block(node.body, known)
            endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
            after = None if endless else known
        return _meet(self.block(node.orelse, after), *self.leaves.pop())

    def _match(self, node: ast.Match, known: Names) -> Known:
        self.read(node.subject, known)
        ends: list[Known] = []
        for case in node.cases:
            inside = known | stored_names([case.pattern])
            if case.guard is not None:
                self.read(case.guard, inside)
            ends.append(self.block(case.body, inside))
        last = node.cases[-1]
        takes_all = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None
        return _meet(*ends, *([] if takes_all and last.guard is None else [known]))

    def _try(self, node: ast.Try, known: Names) -> Known:
        """A handler may be reached from anywhere in the body."""
        known -= _deleted(node.body)
        body = self.block(node.orelse, self.block(node.body, known))
        found = _meet(body, *(self.block(each.body, known) for each in node.handlers))
        last = self.block(node.finalbody, known)
        return None if found is None or last is None else found | last

    def read(self, node: ast.AST, known: Names) -> None:
        """Look at the names that a piece of syntax asks for now."""
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load) and node.id in self.names - known:
                self.doubtful.append(node)
            return
        if isinstance(node, ast.FunctionDef):
            return  # what it asks for is asked for later
        if isinstance(node, ast.Lambda):  # so it is here, but a flag that was set by then says so
            known |= parameters_of(node)
        if isinstance(node, Comprehensions):
            known |= stored_names([each.target for each in node.generators])
        for part in children(node):
            self.read(part, known)


class _Flags(ast.NodeTransformer):
    """Flags that are set with the names, and asked where these are doubtful."""

    def __init__(self, doubtful: list[ast.Name]) -> None:
        self.doubtful = {id(node) for node in doubtful}
        self.names = {node.id for node in doubtful}

    def body_of(self, function: ast.FunctionDef) -> list[ast.stmt]:
        """The body of a function, in which no name has a value at first."""
        first = function.body[0]
        begin = [_flag(name, first, is_given=False) for name in sorted(self.names)]
        return [*begin, *self._block(function.body)]

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [line for node in body for line in self._lines(node)]

    def _lines(self, node: ast.stmt) -> list[ast.stmt]:
        before = []
        if isinstance(node, ast.AugAssign) and id(node.target) in self.doubtful:
            assert isinstance(node.target, ast.Name)
            before = [ast.copy_location(ast.Expr(_asked(node.target)), node)]
        if isinstance(node, ast.Delete):
            gone = sorted(_deleted([node]) & self.names)
            after = [_flag(name, node, is_given=False) for name in gone]
        else:
            after = self._set(_assigned(node), node)
        return [*before, self._line(node), *after]

    def _line(self, node: ast.stmt) -> ast.stmt:
        if isinstance(node, ast.FunctionDef):
            return node  # it has flags of its own
        found = self.generic_visit(node)
        assert isinstance(found, ast.stmt)
        return found

    def _set(self, names: Names, node: ast.AST) -> list[ast.stmt]:
        return [_flag(name, node, is_given=True) for name in sorted(names & self.names)]

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Expressions as usual, and blocks line by line."""
        for field, old in ast.iter_fields(node):
            if isinstance(old, list) and old and isinstance(old[0], ast.stmt):
                setattr(node, field, [*self._at_begin(node, field), *self._block(old)])
            elif isinstance(old, list):
                old[:] = [self.visit(part) if isinstance(part, ast.AST) else part for part in old]
            elif isinstance(old, ast.AST):
                setattr(node, field, self.visit(old))
        return node

    def _at_begin(self, node: ast.AST, field: str) -> list[ast.stmt]:
        """The flags of names that get values in front of a block."""
        if isinstance(node, ast.For) and field == "body":
            return self._set(stored_names([node.target]), node)
        if isinstance(node, ast.match_case):
            return self._set(stored_names([node.pattern]), node.pattern)
        return []

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name, or the question for it."""
        is_asked = isinstance(node.ctx, ast.Load) and id(node) in self.doubtful
        return _asked(node) if is_asked else node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        """given(name := value, is_given_name := True)."""
        found = self.generic_visit(node)
        assert isinstance(found, ast.NamedExpr)
        if found.target.id not in self.names:
            return found
        flag = ast.NamedExpr(ast.Name(FLAG + found.target.id, ast.Store()), ast.Constant(True))
        return _placed(ast.Call(ast.Constant(given), [found, flag], []), node)  # type: ignore[arg-type]


def _flag(name: str, node: ast.AST, *, is_given: bool) -> ast.stmt:
    target = ast.Name(FLAG + name, ast.Store())
    return _placed(ast.Assign([target], ast.Constant(is_given)), node)


def _asked(node: ast.Name) -> ast.expr:
    held = [ast.Name(node.id, ast.Load()), ast.Name(FLAG + node.id, ast.Load())]
    return _placed(ast.Call(ast.Constant(given), held, []), node)  # type: ignore[arg-type]


Placed = TypeVar("Placed", bound=ast.AST)


def _placed(tree: Placed, node: ast.AST) -> Placed:
    """A tree where a node was; what has a place already stays there."""
    return ast.fix_missing_locations(ast.copy_location(tree, node))
