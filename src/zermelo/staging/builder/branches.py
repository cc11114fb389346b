"""Branches and loops of the rules while they are translated, and what is known where they join."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from zermelo.staging.builder.values import Known, Shape, Site, Value
from zermelo.staging.ir.code import Block

VariableKey: TypeAlias = tuple[Site, str]  # the loop, and the name


@dataclass(frozen=True)
class LoopVariables:
    """The variables of a name that changes in a loop."""

    shape: Shape
    names: tuple[str, ...]
    key: VariableKey


@dataclass(eq=False)
class LoopOfRules:
    """A loop of the rules: what its body does, and how it is left and its next round begun."""

    breaks: bool = False  # whether the body leaves it
    skips: bool = False  # whether the body cuts a round short
    stored: frozenset[str] = frozenset()  # the names that get values in it
    carried: frozenset[str] = frozenset()  # those that are asked for in later rounds, or behind it
    weight: int = 20  # how long the body is, in pieces of syntax
    is_short: bool = False  # whether it may be written out though it jumps
    out: int | None = None  # the label of what is left with the loop: its `else`
    leave: Callable[[], None] = lambda: None
    skip: Callable[[], None] = lambda: None


@dataclass
class Branch:
    """One side of an `if`: its code, its environment at the end, whether that end is reached."""

    block: Block
    env: dict[str, Value]
    narrowed: dict[str, Value]
    goes_on: bool

    def value(self, name: str) -> Value | None:
        """What a name stands for at its end."""
        return self.narrowed.get(name, self.env.get(name))


def known_to_both(one: Branch, two: Branch) -> dict[str, Value]:
    """What tests on both branches have told alike."""
    other = two.narrowed
    return {
        key: kind for key, kind in one.narrowed.items()
        if key in other and same_value(kind, other[key])
    }  # fmt: skip


def same_value(one: Value, two: Value) -> bool:
    """Whether two values are surely the same."""
    if isinstance(one, Known) and isinstance(two, Known):
        plain = isinstance(one.value, int | str | tuple) and type(one.value) is type(two.value)
        return one.value is two.value or (plain and _same_constant(one.value, two.value))
    return one is two or (type(one) is type(two) and one == two)


def _same_constant(one: object, two: object) -> bool:
    """Equal, and made of things of the same types: (1,) is not (True,)."""
    if isinstance(one, tuple) and isinstance(two, tuple):
        pairs = zip(one, two, strict=False)
        return len(one) == len(two) and all(
            type(a) is type(b) and _same_constant(a, b) for a, b in pairs
        )
    return one == two
