"""A program while it is written: its functions, its constants, and what earlier attempts learned.

Translation starts over (`Restart`) when something turns out later than it was needed: that a list
grows, that a name stands for tuples of several lengths. What was learned is kept and only grows:
the last attempt, which learns nothing, is a fixed point.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from zermelo.staging.builder.constants import ConstantPool
from zermelo.staging.builder.values import Shape, Site
from zermelo.staging.ir.code import Function

FormKey: TypeAlias = tuple[Hashable, Hashable]  # a site, and a name or what is done there
CallKey: TypeAlias = tuple[object, Hashable]  # a function, and the forms of its arguments


class Restart(Exception):
    """The translation must start over: something was learned, at a line that it may name."""


class Unreached(Exception):
    """The way at hand calls a function of which nothing is known yet but that it calls itself.

    What other ways return is learned, and the translation starts over.
    """


class Early(Unreached):
    """The way at hand asks for a name that the loop around has not given a value yet.

    Later rounds may: what they give it is learned, and the translation starts over.
    """

    def __init__(self, key: FormKey, refusal: Exception) -> None:
        super().__init__()
        self.key = key
        self.refusal = refusal  # where no round gives it one


def given_up(ways: list[Unreached]) -> Unreached:
    """Why no way is known to its end: first what a function returns, which is learned sooner."""
    return next((way for way in ways if not isinstance(way, Early)), ways[0])


@dataclass
class Learned:
    """What earlier attempts found out."""

    growing: set[Site] = field(default_factory=set)  # lists that grow
    items: dict[Site, Shape] = field(default_factory=dict)  # what is put into empty lists
    forms: dict[FormKey, Shape] = field(default_factory=dict)  # of what changes in loops
    early: set[FormKey] = field(
        default_factory=set
    )  # names that a loop asks for before it sets them
    returns: dict[CallKey, Shape] = field(default_factory=dict)  # what a function returns
    objects: dict[type, dict[str, Shape]] = field(default_factory=dict)  # classes that change
    unrolled: set[Site] = field(default_factory=set)  # loops that must be written out
    drawn: set[Site] = field(default_factory=set)  # names of iterators that are gone on with
    checked: set[Site] = field(default_factory=set)  # sums that may leave 64 bits
    rolled: set[Site] = field(default_factory=set)  # loops that are too long when written out
    has_arrays: bool = False  # of numpy, made by the rules or the game's own
    has_narrow: bool = False  # whose numbers have fewer than 64 bits
    of_arrays: set[Site] = field(default_factory=set)  # sums of arrays
    general: set[object] = field(default_factory=set)  # functions that numbers are passed to

    def arrays(self, *, are_narrow: bool = False) -> None:
        """Start over where arrays turn up: numbers that come out of them are not Python's."""
        if not self.has_arrays or (are_narrow and not self.has_narrow):
            self.has_arrays, self.has_narrow = True, are_narrow or self.has_narrow
            raise Restart

    def must_grow(self, sites: frozenset[Site]) -> None:
        """Start over with lists that can grow."""
        if not sites <= self.growing:
            self.growing |= sites
            raise Restart


@dataclass
class Specialized:
    """A function of the code; its shape is assumed until all of it is written."""

    name: str
    shape: Shape
    is_once: bool = False  # whether it returns what can be gone through once
    is_known: bool = False  # whether an earlier attempt has found out what it returns
    is_done: bool = False
    was_assumed: bool = False


@dataclass
class Kinds:
    """Whether numbers are told from truth values: in text, by `is True`, by isinstance.

    Where that is asked, no number may have been put where a truth value was expected, or the other
    way round.
    """

    asked: str = ""  # the line where it is asked
    lost: bool = False
    narrow_at: str = ""  # the line where a number of numpy's is put among others


@dataclass
class Program:
    """Functions, and the constants that they read.

    `ignored`: parameters of classes whose arguments nobody asks for, such as labels of moves;
    neither they nor what computes them is translated. `instead`: functions that are applied in the
    place of callable objects of some classes, to the object and its arguments.
    """

    ignored: dict[Callable[..., object], frozenset[str]] = field(default_factory=dict)
    instead: dict[type, Callable[..., object]] = field(default_factory=dict)
    learned: Learned = field(default_factory=Learned)
    constants: ConstantPool = field(default_factory=ConstantPool)
    functions: list[Function] = field(default_factory=list)  # finished, helpers first
    calls: dict[CallKey, Specialized] = field(default_factory=dict)
    active: list[object] = field(default_factory=list)  # functions that are being written
    count: int = 0
    own: dict[int, tuple[object, Site]] = field(default_factory=dict)  # dicts of the rules, known
    put: dict[tuple[type, str], Shape] = field(default_factory=dict)  # into fields, so far
    made: list[object] = field(default_factory=list)  # objects that the rules make of constants
    displays: set[Site] = field(default_factory=set)  # lists of different things, in variables
    unordered_at: str = ""  # the line where items come out of a set, in an order not defined
    insensitive: int = 0  # functions around the code at hand that do not depend on an order
    unrolling: list[Site] = field(default_factory=list)  # loops around it that are written out
    kinds: Kinds = field(default_factory=Kinds)
    unrolls: int = 1  # how often the code at hand is written, because of loops written out

    def __post_init__(self) -> None:
        self.constants.ignored = self.ignored

    @contextmanager
    def any_order(self) -> Iterator[None]:
        """Code whose result does not depend on the order of the items that it goes through."""
        self.insensitive += 1
        try:
            yield
        finally:
            self.insensitive -= 1

    def made_here(self, thing: object, site: Site) -> None:
        """A dict that the rules make of constants: it stays known unless they change it."""
        self.own[id(thing)] = thing, site

    def changes(self, thing: object) -> None:
        """Start over where a known dict, or what a known object holds, turns out to change."""
        if id(thing) in self.own:
            self.learned.must_grow(frozenset([self.own[id(thing)][1]]))
        for each in self.made:
            if type(each) not in self.learned.objects and _holds(each, thing):
                self.learned.objects[type(each)] = {}
                raise Restart

    @contextmanager
    def in_order(self) -> Iterator[None]:
        """Code of its own inside such code: what it makes may depend on an order all the same."""
        held, self.insensitive = self.insensitive, 0
        try:
            yield
        finally:
            self.insensitive = held

    def take_unordered(self, where: str) -> None:
        """Items come out of a set in this line."""
        if not self.insensitive:
            self.unordered_at = self.unordered_at or where

    def fresh(self, stem: str) -> str:
        """A name that is not used yet."""
        self.count += 1
        return f"{stem}_{self.count}"

    def label(self) -> int:
        """The label of a loop or a region."""
        self.count += 1
        return self.count

    def atom(self, thing: object) -> int:
        """The number of an object that has no parts."""
        return self.constants.atom(thing)

    def fields(self, cls: type) -> tuple[str, ...]:
        """The fields of a record that packs hold."""
        return self.constants.fields(cls)


def _holds(owner: object, thing: object) -> bool:
    """Whether something is an object, or is found in its fields."""
    if owner is thing:
        return True
    inner: Iterable[object] = getattr(owner, "__dict__", {}).values()
    if isinstance(owner, list | tuple):
        inner = owner
    elif isinstance(owner, dict):
        inner = owner.values()
    return any(_holds(each, thing) for each in inner)
