"""Keys → states, many at a time: field by field, and thing by thing only where these differ.

A string of twenty letters is twenty lookups in Python for each state, and one for each column here:
the states that are held against Python are a fair part of the time of a small table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import compress

from zermelo.machine.state_forms import CHUNK, StateForm
from zermelo.model.game import State
from zermelo.staging.builder.classes import fields_of

Column = Sequence[int]  # [N] a field of every state
AS_BITS = bytes.maketrans(b"01", b"\0\1")


def states_of(form: StateForm, columns: Sequence[Column], count: int) -> list[State]:
    """[N] the states whose fields are in the columns; O(all that is in them)."""
    return READERS[form.kind](form, columns, count)


def _numbers(form: StateForm, columns: Sequence[Column], _: int) -> list[State]:
    return list(map(bool, columns[0]) if form.is_bool else columns[0])


def _symbols(form: StateForm, columns: Sequence[Column], _: int) -> list[State]:
    return list(map(form.things.__getitem__, columns[0]))


def _sets(form: StateForm, columns: Sequence[Column], _: int) -> list[State]:
    rows = zip(*columns, strict=True)
    return [_set_of(form, sum(bits << CHUNK * k for k, bits in enumerate(row))) for row in rows]


def _set_of(form: StateForm, bits: int) -> frozenset[State]:
    which = f"{bits:b}"[::-1].encode().translate(AS_BITS)
    return frozenset(compress(form.things, which))


def _fixed(form: StateForm, columns: Sequence[Column], count: int) -> list[State]:
    items, at = [], 0
    for part in form.parts:
        items.append(states_of(part, columns[at : at + part.fields], count))
        at += part.fields
    rows = zip(*items, strict=True) if items else iter([()] * count)
    return list(map(_maker(form), rows))


def _many(form: StateForm, columns: Sequence[Column], count: int) -> list[State]:
    """Items that a state does not have are not made: a class might refuse them."""
    lengths, part = columns[0], form.parts[0]
    if part.kind in ("number", "symbol"):
        return list(map(_maker(form), _rows(part, columns, count)))
    rows: list[list[State]] = [[] for _ in range(count)]
    for k in range(max(lengths, default=0)):
        at = 1 + k * part.fields
        longer = [row for row, length in enumerate(lengths) if length > k]
        for row, item in zip(longer, _some(part, columns[at:], longer), strict=True):
            rows[row].append(item)
    return list(map(_maker(form), rows))


def _rows(part: StateForm, columns: Sequence[Column], count: int) -> Iterator[tuple[State, ...]]:
    """The items of every state: column by column, for nothing needs to be made of them."""
    lengths = columns[0]
    items = [states_of(part, [each], count) for each in columns[1 : 1 + max(lengths, default=0)]]
    rows = zip(*items, strict=True) if items else iter([()] * count)
    return (row[:length] for row, length in zip(rows, lengths, strict=True))


def _unions(form: StateForm, columns: Sequence[Column], count: int) -> list[State]:
    found: list[State] = [None] * count
    at = 1
    for tag, part in enumerate(form.parts):
        such = [row for row in range(count) if columns[0][row] == tag]
        for row, state in zip(such, _some(part, columns[at:], such), strict=True):
            found[row] = state
        at += part.fields
    return found


def _some(form: StateForm, columns: Sequence[Column], rows: list[int]) -> list[State]:
    """The states of some rows, whose fields are in the first of the columns."""
    own = [[column[row] for row in rows] for column in columns[: form.fields]]
    return states_of(form, own, len(rows))


def _maker(form: StateForm) -> Callable[[Iterable[State]], State]:
    """What makes a tuple, string or record of its items."""
    cls = form.made_by
    match cls:
        case None:
            return tuple
        case _ if cls is str:
            return "".join
        case _ if cls is bytes:
            return bytes
    if issubclass(cls, tuple):
        return partial(tuple.__new__, cls)
    return partial(_record, cls, fields_of(cls))


def _record(cls: type, names: tuple[str, ...], items: Iterable[State]) -> State:
    """A state as it was: what its class does with arguments has been done."""
    made: State = object.__new__(cls)
    for name, item in zip(names, items, strict=True):
        object.__setattr__(made, name, item)
    return made


Reader = Callable[[StateForm, Sequence[Column], int], list[State]]
READERS: dict[str, Reader] = {
    "number": _numbers, "symbol": _symbols, "set": _sets, "fixed": _fixed, "many": _many,
    "union": _unions,
}  # fmt: skip
