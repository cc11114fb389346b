"""Statements: assignments, branches, loops, yields and returns."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.compiled.expressions import Expressions
from zermelo.compiled.frame import Loop
from zermelo.compiled.values import Known, Lazy, Pack, Row, Shape, Value, flatten, shape_of


class Statements(Expressions):
    """One method for each kind of statement."""

    def statements(self, body: list[ast.stmt]) -> bool:
        """Translate in order; whether the end can be reached."""
        for place, node in enumerate(body):
            if isinstance(node, ast.If) and self.on_return is None and _returns(node):
                return self._branch(node, body[place + 1 :])
            visit = getattr(self, f"do_{type(node).__name__}", None)
            if visit is None:
                raise self.stop(
                    node, f"`{type(node).__name__.lower()}` is not translated", "leave it out"
                )
            if visit(node) is False:
                return False
        return True

    def do_Pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def do_Expr(self, node: ast.Expr) -> None:
        """A yield, a call for its effect, a docstring."""
        match node.value:
            case ast.Constant():
                return
            case ast.Yield(value=value):
                self._yielded(Known(None) if value is None else self.expression(value), node)
            case ast.YieldFrom(value=value):
                self.each(self.expression(value), lambda item: self._yielded(item, node), node)
            case other:
                self.expression(other)

    def _yielded(self, value: Value, node: ast.AST) -> None:
        if self.on_yield is None:
            raise self.stop(node, "a yield in an odd place", "yield in a function of its own")
        self.on_yield(value)

    def do_Assign(self, node: ast.Assign) -> None:
        """targets = value."""
        value = self._listed_if_growing(node, self.expression(node.value))
        for target in node.targets:
            self.assign(target, value)

    def _listed_if_growing(self, node: ast.Assign, value: Value) -> Value:
        """A list that something is appended to later gets room to grow."""
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        is_fixed = isinstance(value, Row) and value.is_list and value.room is None
        if is_fixed and any(name in self.growing for name in names):
            return self.growing_copy(value, node)
        return value

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        """target: type = value."""
        if node.value is not None:
            plain = ast.copy_location(ast.Assign([node.target], node.value), node)
            self.do_Assign(plain)

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        """target op= value."""
        if isinstance(node.target, ast.Name):
            old = self.expression(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))
            value = self.expression(node.value)
            if isinstance(old, Row) and old.room is not None:
                self.each(value, lambda item: self.append(old, item, node), node)
                return
            self.bind(node.target.id, self.binary(node.op, old, value, node), node)
        elif isinstance(node.target, ast.Subscript):
            row, place = self._place(node.target)
            new = self.binary(node.op, self.at(row, place), self.expression(node.value), node)
            self._store(row, place, new, node)
        else:
            raise self.stop(node, "a field is changed", "build a new state instead")

    def assign(self, target: ast.expr, value: Value) -> None:
        """Bind a name, unpack a tuple, write into a list."""
        match target:
            case ast.Name(id=name):
                self.bind(name, value, target)
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                self._unpack(targets, value, target)
            case ast.Subscript():
                row, place = self._place(target)
                self._store(row, place, value, target)
            case _:
                raise self.stop(target, "a field is changed", "build a new state instead")

    def _place(self, target: ast.Subscript) -> tuple[Row, str]:
        row = self.expression(target.value)
        if not isinstance(row, Row) or isinstance(target.slice, ast.Slice):
            raise self.stop(target, "only items of a list can be changed", "use list(state)")
        index = self.expression(target.slice)
        if isinstance(index, Known) and isinstance(row.length, int):
            return row, str(range(row.length)[index.value])
        return row, self._inside(row.length, index, target)

    def _store(self, row: Row, place: str, value: Value, node: ast.AST) -> None:
        shape = row.item or Shape("number")
        value = self.laid(value, node)
        if shape_of(value) != shape:
            raise self.stop(node, "a list of different things", "keep one kind of thing in a list")
        for k, code in enumerate(flatten(value)):
            self.emit(f"mem[{row.offset} + {place} * {shape.width} + {k}] = {code}")

    def _unpack(self, targets: list[ast.expr], value: Value, node: ast.AST) -> None:
        star = next((k for k, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
        if isinstance(value, Lazy):
            value = self.collected(value, node)
        static = self.statics(value)
        if static is None:
            static = self._unpacked_row(value, len(targets), star, node)
        elif star is not None:
            rest = len(static) - len(targets) + 1
            middle = Pack(tuple(static[star : star + rest]))
            static = [*static[:star], middle, *static[star + rest :]]
        if len(static) != len(targets):
            raise self.stop(node, f"{len(static)} values for {len(targets)} names", "match them")
        held = [self.keep(item) for item in static] if len(static) > 1 else static
        for target, item in zip(targets, held, strict=True):
            self.assign(target.value if isinstance(target, ast.Starred) else target, item)

    def _unpacked_row(
        self, value: Value, count: int, star: int | None, node: ast.AST
    ) -> list[Value]:
        row = self.row_of(value, node)
        if star is None:
            self.emit(f"expect({row.length}, {count})")
            return [self.at(row, str(place)) for place in range(count)]
        after = count - 1 - star
        head = [self.at(row, str(place)) for place in range(star)]
        middle = self.sliced(row, Known(star), Known(-after if after else None), Known(None), node)
        tail = [self.at(row, f"({row.length} - {after - k})") for k in range(after)]
        return [*head, middle, *tail]

    # -- branches and loops -----------------------------------------------------------------

    def do_If(self, node: ast.If) -> bool | None:
        """if … else."""
        return self._branch(node, [])

    def _branch(self, node: ast.If, rest: list[ast.stmt]) -> bool:
        """A branch, and the statements after it, which follow on both ways that go on."""
        test = self.truth(self.expression(node.test), node)
        if isinstance(test, Known):
            return self.statements([*(node.body if test.value else node.orelse), *rest])
        before = dict(self.env)
        with self.block(f"if {test.code}:"):
            first = self.statements([*node.body, *rest])
            after_first, self.env = self.env, before
        second = True
        if node.orelse or rest:
            with self.block("else:"):
                second = self.statements([*node.orelse, *rest])
        self._meet(after_first, first, second)
        return first or second

    def _meet(self, other: dict[str, Value], first: bool, second: bool) -> None:
        """The names after a branch: those of the ways that reach its end."""
        if not second:
            self.env = other
        elif first:
            for name, value in other.items():
                mine = self.env.get(name)
                if mine is None:
                    self.env[name] = value
                elif shape_of(mine) != shape_of(value) or flatten(mine) != flatten(value):
                    self.env.pop(name)

    def do_For(self, node: ast.For) -> None:
        """A loop over anything."""
        if node.orelse:
            raise self.stop(node, "`else` after a loop", "use a flag")
        source = self.expression(node.iter)
        jumps = _jumps(node.body)
        loop = Loop("break", None) if isinstance(source, Lazy) else Loop()

        def body(item: Value) -> None:
            self.loops.append(loop)
            wrapped = isinstance(source, Lazy) and jumps
            if wrapped:
                self.emit("for once in range(1):")
                self.depth += 1
            self.assign(node.target, item)
            self.statements(node.body)
            if wrapped:
                self.depth -= 1
            self.loops.pop()

        self.each(source, body, node, jumps)

    def do_While(self, node: ast.While) -> None:
        """A loop with a condition."""
        if node.orelse:
            raise self.stop(node, "`else` after a loop", "use a flag")
        with self.block("while True:"):
            test = self.truth(self.expression(node.test), node)
            if not isinstance(test, Known):
                self.emit(f"if not {test.code}:")
                self.emit("    break")
            elif not test.value:
                self.emit("break")
            self.loops.append(Loop())
            self.statements(node.body)
            self.loops.pop()

    def do_Break(self, node: ast.Break) -> bool:
        """Leave the loop."""
        if self.loops[-1].leave is None:
            raise self.stop(
                node,
                "`break` out of a loop over a generator",
                "loop over a range or a tuple, or return from a function of its own",
            )
        self.emit("break")
        return False

    def do_Continue(self, node: ast.Continue) -> bool:  # noqa: ARG002
        """The next round."""
        self.emit(self.loops[-1].jump)
        return False

    def do_Return(self, node: ast.Return) -> bool:
        """Hand the result over."""
        value = Known(None) if node.value is None else self.expression(node.value)
        if self.on_return is not None:
            self.on_return(value, node)
        elif self.on_yield is None:
            self.result = value
        elif self.loops:
            raise self.stop(node, "`return` inside a loop of a generator", "yield in one loop")
        elif value != Known(None):
            self.each(value, lambda item: self._yielded(item, node), node)
        return False

    def do_Raise(self, node: ast.Raise) -> bool:  # noqa: ARG002
        """An error: the plain rules will say which."""
        self.emit('raise ValueError("the rules raise an error")')
        return False

    def do_Assert(self, node: ast.Assert) -> None:
        """A promise that is kept."""
        test = self.truth(self.expression(node.test), node)
        code = test.code if not isinstance(test, Known) else str(bool(test.value))
        with self.block(f"if not {code}:"):
            self.emit('raise ValueError("an assertion of the rules fails")')


def _returns(node: ast.stmt) -> bool:
    return any(isinstance(inner, ast.Return) for inner in ast.walk(node))


def _jumps(body: list[ast.stmt]) -> bool:
    """Whether a loop's body leaves or cuts short its own loop."""
    todo: list[Any] = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Break | ast.Continue):
            return True
        if not isinstance(node, ast.For | ast.While | ast.FunctionDef):
            todo.extend(ast.iter_child_nodes(node))
    return False
