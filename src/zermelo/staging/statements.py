"""Statements: assignments, branches, loops, yields and returns."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from zermelo.staging.comparing import code_of
from zermelo.staging.comprehensions import Comprehensions
from zermelo.staging.emitter import Restart
from zermelo.staging.scope import SMALLER, Branch, Loop, spoken
from zermelo.staging.source import Refused
from zermelo.staging.syntax import breaks, skips, stored_names, weight_of
from zermelo.staging.values import FixedList, GrowingList, Known, Number, Pack, TooWide, Value

INSTEAD = {
    "Try": "check with `if` beforehand",
    "With": "leave it out",
    "Match": "write it with if and elif",
    "Global": "pass the value as an argument",
    "Nonlocal": "pass the value as an argument",
    "ClassDef": "define the class outside of the rules",
    "AsyncFunctionDef": "write a plain function",
    "AsyncFor": "write a plain loop",
    "AsyncWith": "leave it out",
    "TryStar": "check with `if` beforehand",
}


Visit = Callable[[ast.stmt], bool | None]


class Statements(Comprehensions):
    """One method for each kind of statement; each says False when what follows is not reached."""

    def statements(self, body: list[ast.stmt]) -> bool:
        """Translate in order; whether the end can be reached."""
        for node in body:
            visit: Visit | None = getattr(self, f"do_{type(node).__name__}", None)
            if visit is None:
                kind = type(node).__name__
                fix = INSTEAD.get(kind, "leave it out")
                raise self.stop(node, f"`{kind.lower()}` is not translated", fix)
            self.here = node
            if self._carried_out(visit, node) is False:
                return False
        return True

    def _carried_out(self, visit: Visit, node: ast.stmt) -> bool | None:
        """A statement; what goes wrong in the translator itself is a reason to stop there."""
        try:
            return visit(node)
        except (Refused, Restart, RecursionError):
            raise
        except TooWide as number:
            raise self.stop(self.here, f"{number} needs more than 64 bits", SMALLER) from None
        except Exception as error:
            what = f"the translator fails ({type(error).__name__}: {error})"
            raise self.stop(
                self.here, what, "write it more plainly, and please report it"
            ) from None

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
        self.here = node
        self.on_yield(value)

    # -- assignments --------------------------------------------------------------------------

    def do_Assign(self, node: ast.Assign) -> None:
        """targets = value."""
        value = self._own_list(self.keep(self.expression(node.value)), node)
        for target in node.targets:
            self.assign(target, value)

    def _own_list(self, value: Value, node: ast.AST) -> Value:
        """A known list that a call has made is a new one each time."""
        is_call = isinstance(getattr(node, "value", None), ast.Call)
        if is_call and isinstance(value, Known) and isinstance(value.value, list):
            if not value.value:
                return self.empty_list(node)
            return self.new_list(self.view(value, node), node)
        return value

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        """target: type = value."""
        if node.value is not None:
            plain = ast.copy_location(ast.Assign([node.target], node.value), node)
            self.do_Assign(plain)

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        """target op= value."""
        match node.target:
            case ast.Name(id=name):
                old = self.expression(ast.copy_location(ast.Name(name, ast.Load()), node))
                value = self.expression(node.value)
                if isinstance(node.op, ast.Add) and isinstance(old, FixedList | GrowingList):
                    self.extend(old, value, node)
                else:
                    self.bind(name, self.binary(node.op, old, value, node), node)
            case ast.Subscript():
                owner, place = self._place(node.target)
                old = self.item(owner, place, node)
                new = self.binary(node.op, old, self.expression(node.value), node)
                self.change(owner, self.number(place, node), new, node)
            case _:
                raise self.stop(node, "a field is changed", "build a new state instead")

    def extend(self, owner: Value, value: Value, node: ast.AST) -> None:
        """Add all items of a sequence to a list."""
        if isinstance(value, GrowingList) or value is owner:
            value = self.copied(self.view(value, node))
        self.each(value, lambda item: self.append(owner, item, node), node)

    def assign(self, target: ast.expr, value: Value) -> None:
        """Bind a name, unpack a tuple, write into a list."""
        match target:
            case ast.Name(id=name):
                self.bind(name, value, target)
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                self._unpack(targets, value, target)
            case ast.Subscript():
                owner, place = self._place(target)
                self.change(owner, self.number(place, target), value, target)
            case _:
                raise self.stop(target, "a field is changed", "build a new state instead")

    def _place(self, target: ast.Subscript) -> tuple[FixedList | GrowingList, Number]:
        """The list and the place of an item that changes."""
        owner = self.expression(target.value)
        if not isinstance(owner, FixedList | GrowingList):
            raise self.stop(target, f"an item of {spoken(owner)} is changed", "use list(…) first")
        if isinstance(target.slice, ast.Slice):
            raise self.stop(target, "a slice is changed", "change the items one by one")
        size = owner.length if isinstance(owner, FixedList) else self.view(owner, target).length
        return owner, self.place(size, self.expression(target.slice), target)

    def _unpack(self, targets: list[ast.expr], value: Value, node: ast.AST) -> None:
        star = next((k for k, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
        value = self.drained(value, node)
        static = self.statics(value, 64)
        if static is None:
            static = self._unpacked_row(value, len(targets), star, node)
        elif star is not None:
            rest = len(static) - len(targets) + 1
            if rest < 0:
                raise self._mismatch(len(static), len(targets) - 1, node)
            middle = Pack(tuple(static[star : star + rest]))
            static = [*static[:star], middle, *static[star + rest :]]
        if len(static) != len(targets):
            raise self._mismatch(len(static), len(targets), node)
        held = [self.keep(item) for item in static]
        for target, item in zip(targets, held, strict=True):
            if isinstance(target, ast.Starred):  # Python makes a list
                self.assign(target.value, self.new_list(self.view(item, node), target))
            else:
                self.assign(target, item)

    def _mismatch(self, values: int, names: int, node: ast.AST) -> Refused:
        return self.stop(node, f"{values} values for {names} names", "unpack as many as there are")

    def _unpacked_row(
        self, value: Value, count: int, star: int | None, node: ast.AST
    ) -> list[Value]:
        row = self.view(value, node)
        if star is None:
            self.emit(f"expect({row.length}, {count})")
            return [self.keep(self.at(row, place)) for place in range(count)]
        after = count - 1 - star
        self.emit(f"expect_at_least({row.length}, {count - 1})")
        head = [self.at(row, place) for place in range(star)]
        middle = self.sliced(row, Known(star), Known(-after if after else None), Known(None), node)
        tail = [self.at(row, f"({row.length} - {after - k})") for k in range(after)]
        return [self.keep(item) for item in (*head, middle, *tail)]

    def do_Delete(self, node: ast.Delete) -> None:
        """del list[place]."""
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise self.stop(node, "a name is deleted", "leave it out")
            owner, place = self._place(target)
            self.removed(owner, place, node)

    def removed(self, owner: Value, place: Value, node: ast.AST) -> Value:
        """Take an item out of a list; see `lists`."""
        raise NotImplementedError

    # -- branches -----------------------------------------------------------------------------

    def do_If(self, node: ast.If) -> bool:
        """if … else."""
        test = self.test(node.test)
        if isinstance(test, Known):
            return self.statements(node.body if test.value else node.orelse)
        before = dict(self.env)
        with self.emitter.aside(1) as lines:
            goes_on = self.statements(node.body)
        yes = Branch(lines, self.env, goes_on)
        self.env = dict(before)
        with self.emitter.aside(1) as lines:
            goes_on = self.statements(node.orelse)
        no = Branch(lines, self.env, goes_on)
        self.merge(yes, no, node)
        self.emit_if(test.code, yes.lines, no.lines)
        return yes.goes_on or no.goes_on

    # -- loops --------------------------------------------------------------------------------

    def do_For(self, node: ast.For) -> None:
        """A loop over anything."""
        source = self.keep(self.expression(node.iter))
        inside: list[ast.AST] = [node.target, *node.body]
        loop = self._loop(node, inside)

        def body(item: Value) -> None:
            self.loops.append(loop)
            self.forget(loop)
            self.assign(node.target, item)
            self.statements(node.body)
            self.loops.pop()

        with self._before_else(node, loop):
            self.each(source, body, node, loop)
        self.forget(loop)

    def _loop(self, node: ast.For | ast.While, inside: list[ast.AST]) -> Loop:
        live = self.source.live
        stored = stored_names(inside)
        asked = live.at_head[node] | live.behind[node] | live.always
        body = node.body
        return Loop(breaks(body), skips(body), stored, stored & asked, weight_of(inside))

    def do_While(self, node: ast.While) -> None:
        """A loop with a condition."""
        loop = self._loop(node, [node.test, *node.body])
        with (
            self._before_else(node, loop),
            self.in_variables(loop.carried, node),
            self.emitter.loop("while True:", None) as region,
        ):
            self.plain_jumps(loop, region)
            test = self.test(node.test)
            if test != Known(True):
                with self.block(f"if not {code_of(test)}:"):
                    self.emit("break")
            self.loops.append(loop)
            self.statements(node.body)
            self.loops.pop()
        self.forget(loop)

    @contextmanager
    def _before_else(self, node: ast.For | ast.While, loop: Loop) -> Iterator[None]:
        """A loop and its `else`, which a `break` leaves out."""
        if not node.orelse:
            yield
            return
        names = stored_names([*node.body, *node.orelse])
        with self.in_variables(names, node), self.emitter.leavable() as loop.out:
            yield
            self.statements(node.orelse)

    def do_Break(self, node: ast.Break) -> bool:  # noqa: ARG002
        """Leave the loop."""
        self.loops[-1].leave()
        return False

    def do_Continue(self, node: ast.Continue) -> bool:  # noqa: ARG002
        """The next round."""
        self.loops[-1].skip()
        return False

    # -- ways out -----------------------------------------------------------------------------

    def do_Return(self, node: ast.Return) -> bool:
        """Hand the result over; `return a if test else b` is two returns."""
        if isinstance(node.value, ast.IfExp) and self.on_return is not None:
            choice = node.value
            ways = [ast.copy_location(ast.Return(v), v) for v in (choice.body, choice.orelse)]
            return self.do_If(ast.copy_location(ast.If(choice.test, [ways[0]], [ways[1]]), node))
        value = Known(None) if node.value is None else self.expression(node.value)
        if self.on_return is not None:
            self.here = node
            self.on_return(value, node)
        else:
            self.result = self.keep(value)
        return False

    def do_Raise(self, node: ast.Raise) -> bool:  # noqa: ARG002
        """An error: the plain rules will say which."""
        self.emit('raise ValueError("the rules raise an error")')
        return False

    def do_Assert(self, node: ast.Assert) -> None:
        """A promise that is kept."""
        test = self.test(node.test)
        if test != Known(True):
            with self.block(f"if not {code_of(test)}:"):
                self.emit('raise ValueError("an assertion of the rules fails")')

    # -- definitions --------------------------------------------------------------------------

    def do_FunctionDef(self, node: ast.FunctionDef) -> None:
        """def inside a function."""
        if node.decorator_list:
            raise self.stop(node, "a decorated function inside the rules", "write it outside")
        self.env[node.name] = self.defined(node, node.name, node.body)

    def do_Import(self, node: ast.Import) -> None:
        """import module."""
        for alias in node.names:
            module = importlib.import_module(alias.name)
            top = importlib.import_module(alias.name.partition(".")[0])
            self.env[alias.asname or alias.name.partition(".")[0]] = Known(
                module if alias.asname else top
            )

    def do_ImportFrom(self, node: ast.ImportFrom) -> None:
        """from module import name."""
        given = self.source.names.get("__package__")
        package = given if isinstance(given, str) else None
        module = importlib.import_module("." * node.level + (node.module or ""), package)
        for alias in node.names:
            self.env[alias.asname or alias.name] = Known(getattr(module, alias.name))
