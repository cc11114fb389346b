"""What states look like: numbers, symbols, tuples and strings, sets, records, one of several kinds.

    number   a whole number or a truth value
    symbol   one of the things that were met: a character of a string, None, a member of an Enum
    fixed    a tuple, string or record with a form for each item
    many     a tuple or string of varying length, all of whose items have one form
    set      a frozen set of things that were met: a bit for each of them
    union    one of several of these

A form is what a key is made of: its numbers are the fields of a key.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, Flag
from functools import cached_property, reduce
from typing import TypeAlias

from zermelo.model.game import State
from zermelo.model.numerals import spelled
from zermelo.staging.builder.classes import fields_of, has_own_equality, is_record
from zermelo.staging.reading.source import Refused

FEW = 4  # numbers of a tuple that live in variables; more live in memory
CHUNK = 60  # things of a set whose bits are in one field

Kind: TypeAlias = type | str  # what values are, as far as their form goes: a class, or "symbol"


@dataclass(frozen=True)
class StateForm:
    """What states look like; see above."""

    kind: str  # number, symbol, fixed, many, set, union
    parts: tuple[StateForm, ...] = ()
    is_bool: bool | None = False  # whether a number is a truth value; None where it may be either
    made_by: type | None = None  # the class of a record, or str, or bytes
    room: int = 0  # of a tuple of varying length: how many items a key has fields for
    things: tuple[Hashable, ...] = ()  # symbols, or what may be in a set

    @property
    def fields(self) -> int:
        """How many numbers a key has for it."""
        match self.kind:
            case "number" | "symbol":
                return 1
            case "many":
                return 1 + self.room * self.parts[0].fields
            case "set":
                return max(1, -(-len(self.things) // CHUNK))
            case "union":
                return 1 + sum(part.fields for part in self.parts)
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
        if self.kind != "fixed" or self.made_by not in (None, str, bytes) or self.varies:
            return False
        return self.fields > FEW and len({part.bare() for part in self.parts}) == 1

    @property
    def varies(self) -> bool:
        """Whether there is something of varying length in it."""
        return any(form.kind in ("many", "set", "union") for form in self.walk())

    def bare(self) -> StateForm:
        """The form without what its shape does not depend on."""
        things = () if self._are_characters else self.things
        parts = tuple(part.bare() for part in self.parts)
        return replace(self, is_bool=False, room=0, parts=parts, things=things)

    @property
    def _are_characters(self) -> bool:
        return self.kind == "symbol" and self.made_by is str

    def walk(self) -> Iterator[StateForm]:
        """The form and all forms inside it, in order."""
        yield self
        for part in self.parts:
            yield from part.walk()

    @cached_property
    def places(self) -> dict[Hashable, int]:
        """The number of each thing."""
        return {thing: place for place, thing in enumerate(self.things)}


NUMBER, TRUTH = StateForm("number"), StateForm("number", is_bool=True)


def form_of(state: State) -> StateForm:
    """The form of one state."""
    return form_of_all([state])


def form_of_all(states: Iterable[State]) -> StateForm:
    """The form that covers all states: column by column; O(all that is in them)."""
    states = list(states)
    kinds = {cls: _kind(cls) for cls in dict.fromkeys(map(type, states))}
    by_kind: dict[Kind, list[State]] = {kind: [] for kind in kinds.values()}
    if len(by_kind) == 1:
        return _form_of_kind(next(iter(by_kind)), states)
    for state in states:
        by_kind[kinds[type(state)]].append(state)
    return reduce(common, (_form_of_kind(*each) for each in by_kind.items()))


def _form_of_kind(kind: Kind, states: list[State]) -> StateForm:
    if isinstance(kind, str) or kind in FORMS:
        return FORMS[kind](states)
    return _form_of_records(kind, states)


def _kind(cls: type) -> Kind:
    """What values of a class are, as far as their form goes."""
    if issubclass(cls, Flag):
        return int if issubclass(cls, int) else object  # several members at once are one value
    if issubclass(cls, Enum) or cls is type(None):
        return "symbol"
    if cls in (bool, str, bytes, frozenset):
        return cls
    if hasattr(cls, "__index__"):  # also the whole numbers of arrays
        return int
    return cls if cls is tuple or is_record(cls) else object


def _form_of_symbols(things: list[State]) -> StateForm:
    """One of all members of their Enums."""
    met: set[Hashable] = set()
    for thing in set(things):
        met.update(type(thing) if isinstance(thing, Enum) else (thing,))
    return StateForm("symbol", things=_ordered(met))


def _form_of_strings(states: list[str]) -> StateForm:
    letters = tuple(sorted(set().union(*states)))
    letter = StateForm("symbol", made_by=str, things=letters)
    return _form_of_rows(list(map(len, states)), letter, str)


def _form_of_bytes(states: list[bytes]) -> StateForm:
    return _form_of_rows(list(map(len, states)), NUMBER, bytes)


def _form_of_rows(lengths: list[int], item: StateForm, cls: type) -> StateForm:
    if len(set(lengths)) == 1:
        return StateForm("fixed", (item,) * lengths[0], made_by=cls)
    return StateForm("many", (item,), made_by=cls, room=max(lengths))


def _form_of_sets(states: list[frozenset[State]]) -> StateForm:
    things = frozenset().union(*states)
    element = form_of_all(things) if things else NUMBER
    return StateForm("set", (element,), things=_ordered(things))


def _form_of_tuples(states: list[tuple[State, ...]]) -> StateForm:
    lengths = set(map(len, states))
    if len(lengths) == 1:
        columns = zip(*states, strict=True)
        return StateForm("fixed", tuple(map(form_of_all, columns)))
    items = [item for state in states for item in state]
    return StateForm("many", (form_of_all(items),), room=max(lengths))


def _form_of_records(cls: type, states: list[State]) -> StateForm:
    if has_own_equality(cls):
        raise _unequal(cls)
    columns = ([getattr(state, name) for state in states] for name in fields_of(cls))
    return StateForm("fixed", tuple(map(form_of_all, columns)), made_by=cls)


def _refused(states: list[State]) -> StateForm:
    cls: type = type(states[0])
    raise _unequal(cls) if has_own_equality(cls) else _odd(states[0])


FORMS: dict[Kind, Callable[[list[State]], StateForm]] = {
    int: lambda _: NUMBER,
    bool: lambda _: TRUTH,
    "symbol": _form_of_symbols,
    str: _form_of_strings,
    bytes: _form_of_bytes,
    frozenset: _form_of_sets,
    tuple: _form_of_tuples,
    object: _refused,
}


def _ordered(things: Iterable[Hashable]) -> tuple[Hashable, ...]:
    """Things that were met, in an order that does not depend on how they were."""
    return tuple(sorted(set(things), key=_rank))


def _rank(thing: State) -> tuple[int, str, object]:
    """A key by which things of any kinds are sorted."""
    match thing:
        case Enum():
            return (1, type(thing).__name__, thing.name)
        case int():
            return (0, "", int(thing))
        case str() | bytes():
            return (2, type(thing).__name__, thing)
        case frozenset():
            return (3, "frozenset", sorted(map(_rank, thing)))
        case None:
            return (4, "", 0)
    items = (
        thing if isinstance(thing, tuple) else [getattr(thing, n) for n in fields_of(type(thing))]
    )
    return (5, type(thing).__name__, [_rank(item) for item in items])


def _unequal(cls: type) -> Refused:
    return Refused(
        f"{cls.__name__} in a state has an equality of its own",
        "let it compare all fields that __init__ sets, and nothing else",
        "the states",
    )


def _odd(state: State) -> Refused:
    return Refused(
        f"a {type(state).__name__} in a state: {' '.join(spelled(state).split()):.40}",
        "write states as whole numbers, strings, tuples, frozensets, bytes, members of an Enum "
        "(not of a Flag) and frozen dataclasses",
        "the states",
    )


# -- forms that cover others -----------------------------------------------------------------------


def common(one: StateForm, two: StateForm) -> StateForm:
    """The form that covers both."""
    if one is two or one == two:
        return one
    if "union" in (one.kind, two.kind):
        return _united(one, two)
    joined = _joined(one, two)
    return joined if joined is not None else _united(one, two)


def _joined(one: StateForm, two: StateForm) -> StateForm | None:
    """The form of one kind that covers both, if there is one."""
    match one.kind, two.kind:
        case "number", "number":
            same = one.is_bool if one.is_bool is two.is_bool else None
            return StateForm("number", is_bool=same)
        case ("symbol", "symbol") | ("set", "set") if one.made_by is two.made_by:
            parts: tuple[StateForm, ...] = ()
            if one.kind == "set":
                parts = (common(one.parts[0], two.parts[0]),)
            if one.kind == "set" and not (one.things and two.things):
                parts = one.parts if one.things else two.parts
            return replace(one, things=_ordered((*one.things, *two.things)), parts=parts)
        case ("symbol", "number") | ("number", "symbol"):
            symbols = one if one.kind == "symbol" else two
            whole = all(isinstance(thing, int) for thing in symbols.things)
            return NUMBER if whole else None  # members of an IntEnum equal their numbers
        case ("fixed" | "many", "fixed" | "many"):
            return _joined_tuples(one, two)
    return None


def _joined_tuples(one: StateForm, two: StateForm) -> StateForm | None:
    cls = one.made_by if one.made_by is two.made_by else None
    if cls is None and {one.made_by, two.made_by} != {None}:
        both = [made or tuple for made in (one.made_by, two.made_by)]
        if not all(issubclass(made, tuple) for made in both):
            return None
        names = " and ".join(sorted(made.__name__ for made in both))
        raise Refused(
            f"{names} in one place of the states, which are equal to Python where their items are",
            "use one of them alone, or frozen dataclasses",
            "the states",
        )
    if one.kind == two.kind == "fixed" and len(one.parts) == len(two.parts):
        pairs = zip(one.parts, two.parts, strict=True)
        parts = tuple(common(a, b) for a, b in pairs)
        return StateForm("fixed", _one_alphabet(parts) if cls is str else parts, made_by=cls)
    if cls not in (None, str, bytes):
        return None
    item = _item(one, two, cls)
    return StateForm("many", (item,), made_by=cls, room=max(map(_length, (one, two))))


def _one_alphabet(letters: tuple[StateForm, ...]) -> tuple[StateForm, ...]:
    """All places of a string have the same letters."""
    return (reduce(common, letters),) * len(letters) if letters else letters


def _united(one: StateForm, two: StateForm) -> StateForm:
    """One of several kinds; those that a common form covers are one."""
    parts = list(one.parts if one.kind == "union" else (one,))
    for new in two.parts if two.kind == "union" else (two,):
        for place, part in enumerate(parts):
            both = _joined(part, new)
            if both is not None:
                parts[place] = both
                break
        else:
            parts.append(new)
    return StateForm("union", tuple(parts))


def _item(*given: StateForm | type | None) -> StateForm:
    cls = given[-1] if not isinstance(given[-1], StateForm) else None
    forms = [form for form in given if isinstance(form, StateForm)]
    parts = [part for form in forms for part in form.parts]
    if not parts:
        return StateForm("symbol", made_by=str) if cls is str else NUMBER
    return reduce(common, parts)


def _length(form: StateForm) -> int:
    return form.room if form.kind == "many" else len(form.parts)


def loosened(form: StateForm, place: int) -> StateForm:
    """The form in which one tuple, the one at `place` of the walk, may have any length."""
    target = list(form.walk())[place]
    room = 2 * max(1, len(target.parts))
    loose = StateForm("many", (_item(target, target.made_by),), made_by=target.made_by, room=room)
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
    """The fields of a state, in order; None where there is room and nothing in it."""
    match form.kind:
        case "number":
            return [_whole(state)]
        case "symbol":
            return [_number_of(form, state)]
        case "set":
            return _bits_of(form, state)
        case "union":
            return _tagged(form, state)
    if not _is_made_by(form, state):
        raise TypeError(state)
    items = _items_of(form, state)
    if form.is_flat and len(form.parts) == len(items):
        return _all_whole(tuple(items))
    if form.kind == "fixed":
        pairs = zip(form.parts, items, strict=True)
        return [number for part, item in pairs for number in numbers_of(part, item)]
    if len(items) > form.room:
        raise ValueError(state)
    part = form.parts[0]
    if part.kind == "number":
        found = [len(items), *_all_whole(tuple(items))]
    else:
        found = [len(items), *(number for item in items for number in numbers_of(part, item))]
    return [*found, *[None] * (form.fields - len(found))]


def _is_made_by(form: StateForm, state: State) -> bool:
    """Whether a state may be equal to one of the form: a named tuple equals a plain one."""
    made_by = form.made_by or tuple
    return type(state) is made_by or (issubclass(made_by, tuple) and isinstance(state, tuple))


def _items_of(form: StateForm, state: State) -> Sequence[State]:
    if form.made_by is None or isinstance(state, tuple | str | bytes):
        items: Sequence[State] = state
        return items
    return [getattr(state, name) for name in fields_of(form.made_by)]


def _number_of(form: StateForm, thing: State) -> int:
    try:
        return form.places[thing]
    except KeyError:
        raise ValueError(thing) from None


def _bits_of(form: StateForm, state: State) -> list[int | None]:
    if not isinstance(state, frozenset):
        raise TypeError(state)
    found = [0] * form.fields
    for thing in state:
        place = _number_of(form, thing)
        found[place // CHUNK] |= 1 << place % CHUNK
    return list(found)


def _tagged(form: StateForm, state: State) -> list[int | None]:
    for tag, part in enumerate(form.parts):
        try:
            numbers = numbers_of(part, state)
        except (TypeError, ValueError):
            continue
        before = sum(other.fields for other in form.parts[:tag])
        rest = form.fields - 1 - before - part.fields
        return [tag, *[None] * before, *numbers, *[None] * rest]
    raise TypeError(state)


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


# -- leaves: fields that share their bounds --------------------------------------------------------


def leaves_of(form: StateForm, first: int = 0) -> list[int]:
    """For every field the number of its leaf: items of a tuple of varying length share theirs."""
    if form.kind in ("number", "symbol"):
        return [first]
    if form.kind == "set":
        return list(range(first, first + form.fields))
    if form.kind == "many":
        item = leaves_of(form.parts[0], first + 1)
        return [first, *(leaf for _ in range(form.room) for leaf in item)]
    found: list[int] = [first] if form.kind == "union" else []
    first += len(found)
    for part in form.parts:
        found += leaves_of(part, first)
        first += leaf_count(part)
    return found


def closed_leaves(form: StateForm, leaf: int = 0) -> dict[int, int]:
    """The leaves whose greatest number is known: lengths, symbols, bits and tags."""
    match form.kind:
        case "number":
            return {}
        case "symbol":
            return {leaf: max(0, len(form.things) - 1)}
        case "set":
            sizes = [min(CHUNK, len(form.things) - CHUNK * k) for k in range(form.fields)]
            return {leaf + k: (1 << max(0, size)) - 1 for k, size in enumerate(sizes)}
    found = {leaf: form.room} if form.kind == "many" else {}
    found |= {leaf: len(form.parts) - 1} if form.kind == "union" else {}
    leaf += len(found)
    for part in form.parts:
        found |= closed_leaves(part, leaf)
        leaf += leaf_count(part)
    return found


def lengths_of(form: StateForm, leaf: int = 0, place: int = 0) -> dict[int, int]:
    """The leaves that are lengths, each with the place of its tuple in the walk."""
    if form.kind in ("number", "symbol", "set"):
        return {}
    found = {leaf: place} if form.kind == "many" else {}
    leaf, place = leaf + (form.kind in ("many", "union")), place + 1
    for part in form.parts:
        found |= lengths_of(part, leaf, place)
        leaf += leaf_count(part)
        place += sum(1 for _ in part.walk())
    return found


def leaf_count(form: StateForm) -> int:
    """How many leaves a form has."""
    if form.kind in ("number", "symbol"):
        return 1
    if form.kind == "set":
        return form.fields
    return (form.kind in ("many", "union")) + sum(map(leaf_count, form.parts))
