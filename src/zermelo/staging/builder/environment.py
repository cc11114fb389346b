"""What the names of one function stand for while it is translated.

Where branches join (after `if`, around a loop) a name that can stand for several values is given
variables of its own, which every branch assigns: a φ. Inside a loop it stays in them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from zermelo.staging.builder.branches import (
    Branch,
    LoopVariables,
    VariableKey,
    known_to_both,
    same_value,
)
from zermelo.staging.builder.program import Early, Restart
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import Known, Shape, Value, cover
from zermelo.staging.ir.code import Assign, Const, Var
from zermelo.staging.reading.source import Refused

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope


class Environment:
    """From names to values, and what tests have told of these."""

    def __init__(self, b: Scope) -> None:
        self.b = b
        self.env: dict[str, Value] = {}
        self.narrowed: dict[str, Value] = {}  # names and fields of which tests have told the kind
        # names in variables of their own; the key of those that are still to be made
        self.loop_variables: dict[str, LoopVariables | VariableKey] = {}

    def bind(self, name: str, value: Value) -> None:
        """Let a name stand for a value."""
        self.widen(name)
        if name in self.loop_variables:
            self._assign_variables(name, value)
        else:
            self.env[name] = self.b.keep(value.released(), f"v_{name}")

    def read(self, name: str) -> Value | None:
        """What a name of the function stands for now, or None."""
        if name in self.env:
            value = self.narrowed.get(name, self.env[name])
            changes = name in self.loop_variables
            return self.b.keep(value, f"v_{name}", copy=True) if changes else value
        return self.b.outer.names.seen_from(self.b, name) if self.b.outer is not None else None

    def seen_from(self, b: Scope, name: str) -> Value | None:
        """What a name stands for to a local function; in a function of its own it was passed."""
        if b.out is self.b.out:
            return self.read(name)
        passed = b.out.captured.get((id(self.b), name))
        if passed is not None:
            return passed
        if name in self.env:
            found = self.env[name]
            if isinstance(found, Known):
                return found
            raise b.stop(f"{name!r} of the function around is asked for", "pass it as an argument")
        return self.b.outer.names.seen_from(b, name) if self.b.outer is not None else None

    def widen(self, name: str) -> None:
        """Forget what tests have told of a name."""
        for key in [key for key in self.narrowed if key.partition(".")[0] == name]:
            del self.narrowed[key]

    @contextmanager
    def joining(self, names: Iterable[str] = ()) -> Iterator[None]:
        """Code at whose ends ways meet: what tests tell in it is not known behind it, nor are the
        kinds of `names`, which get values in it.
        """
        for name in names:
            if name in self.narrowed and name not in self.loop_variables:
                self.env[name] = self.narrowed[name]
            self.widen(name)
        known = self.narrowed
        self.narrowed = dict(known)
        try:
            yield
        finally:
            inner = self.narrowed
            self.narrowed = {key: kind for key, kind in known.items() if inner.get(key) is kind}

    @contextmanager
    def in_variables(self, names: Iterable[str]) -> Iterator[None]:
        """Give names that change variables of their own, as long as they do."""
        first, site = self.b.out.group(), self.b.site
        added = [name for name in sorted(names) if name not in self.loop_variables]
        fresh = [name for name in added if name not in self.env]
        for name in added:
            self.loop_variables[name] = (site, name)
            if name in self.env:
                self._assign_variables(name, self.narrowed.get(name, self.env[name]))
                self.widen(name)  # which may be read again after it has changed
            elif (site, name) in self.b.program.learned.early:
                self._foresee(name, (site, name))
        try:
            yield
            made = [self.loop_variables[name] for name in fresh]
            own = [name for each in made if isinstance(each, LoopVariables) for name in each.names]
            first += [Assign((name,), Const(0)) for name in own]  # so that they exist
            self._learn_early(fresh)
        except Early as early:
            if early.key in [(site, name) for name in added]:
                raise early.refusal from None
            raise
        finally:
            for name in added:
                del self.loop_variables[name]

    def early(self, name: str, refusal: Refused) -> Exception:
        """What to raise where a name has no value: a loop around may give it one later."""
        key = self.loop_variables.get(name)
        if not isinstance(key, tuple):
            return refusal
        self.b.program.learned.early.add(key)
        return Early(key, refusal)

    def _foresee(self, name: str, key: VariableKey) -> None:
        """The variables that later rounds give values to, as an earlier attempt has seen them."""
        shape = self.b.program.learned.forms.get(key)
        if shape is not None:
            own = self.loop_variables[name] = self._variables_of(name, key, shape)
            self.env[name] = own.shape.rebuild(iter(map(Var, own.names)))

    def _learn_early(self, names: list[str]) -> None:
        """Start over where a name was asked for before anybody knew what it holds."""
        learned = self.b.program.learned
        unknown = learned.early - set(learned.forms)
        for name in names:
            own = self.loop_variables[name]
            if isinstance(own, tuple) and own in unknown:
                raise self.b.stop(f"{name!r} has no value here", "give it one before the loop")
            if isinstance(own, LoopVariables) and own.key in unknown:
                learned.forms[own.key] = own.shape
        if unknown & set(learned.forms):
            raise Restart

    def back_to(self, env: dict[str, Value]) -> None:
        """The names as they were before a branch, but for those in variables of their own."""
        made = {name: own for name, own in self.loop_variables.items()
                if isinstance(own, LoopVariables)}  # fmt: skip
        own = {name: each.shape.rebuild(iter(map(Var, each.names))) for name, each in made.items()}
        self.env = {**env, **own}

    def _assign_variables(self, name: str, value: Value) -> None:
        value = self.b.storable(value)
        shape = value.shape.loose()
        own = self.loop_variables[name]
        if not isinstance(own, LoopVariables):
            own = self.loop_variables[name] = self._variables_of(name, own, shape)
        self.b.learn_form(own.key, own.shape, shape)
        codes = self.b.codes(value, own.shape)
        for target, code in zip(own.names, codes, strict=True):
            self.b.out.assign(target, code)
        held = self.env[name] = own.shape.rebuild(iter(map(Var, own.names)))
        if isinstance(held, Union) and not isinstance(value, Union):
            tag = held.shape.tag_of(value.shape)
            self.narrowed[name] = dict(held.kinds())[tag]

    def _variables_of(self, name: str, key: VariableKey, shape: Shape) -> LoopVariables:
        form = self.b.program.learned.forms.get(key)
        shape = shape if form is None else cover(form, shape)
        return LoopVariables(
            shape, tuple(self.b.name(f"p_{name}") for _ in range(shape.width)), key
        )

    def merge(self, one: Branch, two: Branch, node: ast.stmt) -> None:
        """The names behind an `if`: those of the branches whose end is reached."""
        if not (one.goes_on and two.goes_on):
            end = one if one.goes_on else two
            self.env, self.narrowed = end.env, end.narrowed
            return
        self.env = {}
        self.narrowed = known_to_both(one, two)
        live = self.b.source.live.behind[node] | self.b.source.live.always
        for name in {**one.env, **two.env}:
            a, b = one.env.get(name), two.env.get(name)
            if a is not None and b is not None and same_value(a, b):
                self.env[name] = a
            elif name in live and a is not None and b is not None:
                pairs = [(branch.block, branch.value(name) or a) for branch in (one, two)]
                self.env[name] = self.b.merged(pairs, f"v_{name}")
                self.widen(name)
            elif name in live:
                self._one_sided(name, *((one, two) if b is None else (two, one)))

    def _one_sided(self, name: str, branch: Branch, other: Branch) -> None:
        """A name with a value on one branch only; `reading.unbound` sees where it is asked for.

        Inside a loop its variables keep what an earlier round has given it.
        """
        own = self.loop_variables.get(name)
        if isinstance(own, LoopVariables):
            self.env[name] = own.shape.rebuild(iter(map(Var, own.names)))
            return
        with self.b.out.into(branch.block):
            # under names of its own: those of another value must not be cleared
            value = self.b.keep(self.b.storable(branch.env[name]), copy=True)
        self.env[name] = value
        for code in value.codes():
            if isinstance(code, Var):
                other.block.append(Assign((code.name,), Const(0)))
