"""What states look like: numbers, tuples of a fixed form, tuples of varying length."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import TypeAlias

from zermelo.model.game import State
from zermelo.model.numerals import spelled
from zermelo.staging.source import Refused

FEW = 4  # numbers of a tuple that live in variables; more live in memory


@dataclass(frozen=True)
class StateForm:
    """What states look like: a number, a tuple with a form for each item, or `many` of one form."""

    kind: str  # number, fixed, many
    parts: tuple[StateForm, ...] = ()
    is_bool: bool = False
    made_by: type | None = None  # the class of a named tuple
    room: int = 0  # of a tuple of varying length: how many items a key has fields for

    @property
    def fields(self) -> int:
        """How many numbers a key has for it."""
        if self.kind == "number":
            return 1
        if self.kind == "many":
            return 1 + self.room * self.parts[0].fields
        return sum(part.fields for part in self.parts)

    @cached_property
    def is_flat(self) -> bool:
        """Whether it is a tuple of numbers, as many as there are fields."""
        return self.kind == "fixed" and all(part.kind == "number" for part in self.parts)

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is a tuple of numbers and of no class of its own."""
        return self.is_flat and self.made_by is None and not any(p.is_bool for p in self.parts)

    @property
    def is_row(self) -> bool:
        """Whether the items of a fixed tuple are alike and many, so that they lie in memory."""
        if self.kind != "fixed" or self.made_by is not None or self.varies:
            return False
        return self.fields > FEW and len({part.bare() for part in self.parts}) == 1

    @property
    def varies(self) -> bool:
        """Whether there is a tuple of varying length in it."""
        return any(form.kind == "many" for form in self.walk())

    def bare(self) -> StateForm:
        """The form without what its shape does not depend on."""
        return replace(self, is_bool=False, room=0, parts=tuple(part.bare() for part in self.parts))

    def walk(self) -> Iterator[StateForm]:
        """The form and all forms inside it, in order."""
        yield self
        for part in self.parts:
            yield from part.walk()


Kind: TypeAlias = "type | tuple[Kind, ...]"

PLAIN = frozenset({int, bool})
NUMBER, TRUTH = StateForm("number"), StateForm("number", is_bool=True)


def form_of(state: State) -> StateForm:
    """The form of one state."""
    if isinstance(state, bool):
        return TRUTH
    if hasattr(type(state), "__index__"):  # also the whole numbers of arrays
        return NUMBER
    if isinstance(state, tuple):
        cls = type(state) if type(state) is not tuple else None
        if cls is not None and not hasattr(cls, "_fields"):
            raise _odd(state)
        return StateForm("fixed", tuple(map(form_of, state)), made_by=cls)
    raise _odd(state)


def form_of_all(states: Iterable[State]) -> StateForm:
    """The form that covers all states; worked out once for all that are made of the same types."""
    firsts: dict[Kind, State] = {}
    for state in states:
        firsts.setdefault(_kind_of(state), state)
    return reduce(common, map(form_of, firsts.values()))


def _kind_of(state: State) -> Kind:
    """The types of a state and of all that is in it, from which its form follows."""
    if not isinstance(state, tuple):
        return type(state)
    if PLAIN.issuperset(map(type, state)):
        return type(state), *map(type, state)
    return type(state), *map(_kind_of, state)


def _odd(state: State) -> Refused:
    return Refused(
        f"{spelled(state):.40} in a state is of type {type(state).__name__}",
        "write states as ints or tuples of ints",
        "the states",
    )


def common(one: StateForm, two: StateForm) -> StateForm:
    """The form that covers both."""
    if one is two or one == two:
        return one
    if one.kind == two.kind == "number":
        return StateForm("number", is_bool=one.is_bool and two.is_bool)
    if "number" in (one.kind, two.kind):
        raise Refused(
            "a number in some states is a tuple in others", "give all states the same form",
            "the states",
        )  # fmt: skip
    if one.kind == two.kind == "fixed" and len(one.parts) == len(two.parts):
        pairs = zip(one.parts, two.parts, strict=True)
        cls = one.made_by if one.made_by is two.made_by else None
        return StateForm("fixed", tuple(common(a, b) for a, b in pairs), made_by=cls)
    return StateForm("many", (_item(one, two),), room=max(map(_length, (one, two))))


def _item(*forms: StateForm) -> StateForm:
    parts = [part for form in forms for part in form.parts]
    inner = parts[0] if parts else StateForm("number")
    for part in parts:
        inner = common(inner, part)
    return inner


def _length(form: StateForm) -> int:
    return form.room if form.kind == "many" else len(form.parts)


def loosened(form: StateForm, place: int) -> StateForm:
    """The form in which one tuple, the one at `place` of the walk, may have any length."""
    tuples = list(form.walk())
    target = tuples[place]
    loose = StateForm("many", (_item(target),), room=2 * max(1, len(target.parts)))
    return _replaced(form, place, loose)


def roomier(form: StateForm, place: int, room: int) -> StateForm:
    """The form with more room in one tuple of varying length."""
    return _replaced(form, place, replace(list(form.walk())[place], room=room))


def _replaced(form: StateForm, place: int, new: StateForm) -> StateForm:
    if place == 0:
        return new
    parts, at = [], 1
    for part in form.parts:
        size = sum(1 for _ in part.walk())
        parts.append(_replaced(part, place - at, new) if at <= place < at + size else part)
        at += size
    return replace(form, parts=tuple(parts))


# -- states as numbers ---------------------------------------------------------------------------


def numbers_of(form: StateForm, state: State) -> list[int | None]:
    """The fields of a state, in order; None where a tuple has fewer items than there is room."""
    if form.kind == "number":
        return [_whole(state)]
    if not isinstance(state, tuple):
        raise TypeError(state)
    if form.is_flat and len(form.parts) == len(state):
        return _all_whole(state)
    if form.kind == "fixed":
        pairs = zip(form.parts, state, strict=True)
        return [number for part, item in pairs for number in numbers_of(part, item)]
    if len(state) > form.room:
        raise ValueError(state)
    part = form.parts[0]
    found = [len(state), *(number for item in state for number in numbers_of(part, item))]
    return [*found, *[None] * (form.fields - len(found))]


def _all_whole(numbers: tuple[State, ...]) -> list[int | None]:
    try:
        return list(map(operator.index, numbers))
    except TypeError:
        return list(map(_whole, numbers))


def _whole(number: State) -> int:
    """A whole number, also one that is spelled otherwise and equal."""
    try:
        return operator.index(number)
    except TypeError:
        if isinstance(number, float) and number.is_integer():
            return int(number)
        raise


def state_of(form: StateForm, numbers: list[int]) -> State:
    """The state with these fields; takes them off the front of the list."""
    if form.kind == "number":
        number = numbers.pop(0)
        return bool(number) if form.is_bool else number
    if form.kind == "fixed":
        items = tuple(state_of(part, numbers) for part in form.parts)
        return form.made_by(*items) if form.made_by else items
    rest = form.fields - 1
    inner, numbers[:] = numbers[1 : 1 + rest], [numbers[0], *numbers[1 + rest :]]
    return tuple(state_of(form.parts[0], inner) for _ in range(numbers.pop(0)))


def leaves_of(form: StateForm, first: int = 0) -> list[int]:
    """For every field the number of its leaf: items of a tuple of varying length share theirs."""
    if form.kind == "number":
        return [first]
    if form.kind == "many":
        item = leaves_of(form.parts[0], first + 1)
        return [first, *(leaf for _ in range(form.room) for leaf in item)]
    found: list[int] = []
    for part in form.parts:
        found += leaves_of(part, first)
        first += leaf_count(part)
    return found


def lengths_of(form: StateForm, leaf: int = 0, place: int = 0) -> dict[int, int]:
    """The leaves that are lengths, each with the place of its tuple in the walk."""
    found = {leaf: place} if form.kind == "many" else {}
    leaf, place = leaf + (form.kind == "many"), place + 1
    for part in form.parts:
        found |= lengths_of(part, leaf, place)
        leaf += leaf_count(part)
        place += sum(1 for _ in part.walk())
    return found


def leaf_count(form: StateForm) -> int:
    """How many leaves a form has."""
    if form.kind == "number":
        return 1
    return (form.kind == "many") + sum(map(leaf_count, form.parts))
