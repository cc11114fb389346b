"""States as keys: how the numbers of a state are packed into words.

A state's numbers are its fields; a field that lies between low and high takes the bits of
(high − low). Fields side by side make the words of a key. A tuple of varying length begins with a
field for its length; the fields of items that it does not have are left empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from zermelo.machine.decoding import states_of
from zermelo.machine.state_forms import (
    NUMBER,
    StateForm,
    closed_leaves,
    common,
    form_of_all,
    leaf_count,
    leaves_of,
    lengths_of,
    loosened,
    numbers_of,
    roomier,
)
from zermelo.model.game import State
from zermelo.staging.builder.values import LEAST, MOST
from zermelo.staging.reading.source import Refused

WORD = 63  # bits of a word that are used: keys stay positive
WIDEST = 63  # bits of a field
READABLE = 200  # bits of a number whose digits are shown
RESERVED = 61  # bits of a field that may be spare ones
LOW, HIGH, PLACE, IN_WORD, MASK, SKIP = range(6)  # the rows of the codec

Bounds = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Layout:
    """Where each field lies in a key.

    `dense`: fields are digits of one number below `size`, and keys are used as indices.
    """

    form: StateForm
    low: tuple[int, ...]  # for every leaf of the form
    high: tuple[int, ...]
    dense: bool = False
    met: Bounds = field(default=(), compare=False)  # the bounds without a reserve, where known

    @property
    def bounds(self) -> Bounds:
        """Least and greatest, for every leaf of the form."""
        return tuple(zip(self.low, self.high, strict=True))

    @cached_property
    def leaves(self) -> list[int]:
        """[F] the leaf of each field."""
        return leaves_of(self.form)

    @property
    def fields(self) -> int:
        """How many fields there are."""
        return len(self.leaves)

    @cached_property
    def ranges(self) -> list[tuple[int, int]]:
        """[F] least and greatest of each field."""
        return [(self.low[leaf], self.high[leaf]) for leaf in self.leaves]

    @property
    def size(self) -> int:
        """How many keys a dense layout has."""
        size = 1
        for low, high in self.ranges:
            size *= high - low + 1
        return size

    @cached_property
    def words(self) -> int:
        """Words of a key."""
        return 1 if self.dense or not self.fields else self._places[-1][1] + 1

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        """(shift, word) of each field; no field lies across two words."""
        places, shift, word = [], 0, 0
        for low, high in self.ranges:
            bits = (high - low).bit_length()
            if shift + bits > WORD:
                shift, word = 0, word + 1
            places.append((shift, word))
            shift += bits
        return places

    @cached_property
    def codec(self) -> np.ndarray:
        """[6, F] for the code: low, high, shift or weight, word, mask or span, fields of all items.

        The last row says for the length of a tuple how many fields its items have.
        """
        table = np.zeros((6, max(1, self.fields)), dtype=np.int64)
        weight = 1
        for place, (low, high) in enumerate(self.ranges):
            span = high - low
            if self.dense:
                table[:5, place] = low, high, weight, 0, span + 1
                weight *= span + 1
            else:
                shift, word = self._places[place]
                table[:5, place] = low, high, shift, word, (1 << span.bit_length()) - 1
        for place, size in _skips(self.form, 0):
            table[SKIP, place] = size
        return table

    @cached_property
    def columns(self) -> list[tuple[int, ...]]:
        """[F] the codec by fields."""
        return list(zip(*self.codec.tolist(), strict=True))[: self.fields]

    def encode(self, state: State) -> list[int] | None:
        """The key of a state, word by word; None when it does not fit."""
        try:
            numbers = numbers_of(self.form, state)
        except (TypeError, ValueError):
            return None
        words = [0] * self.words
        for number, (low, high, place, word, _, _) in zip(numbers, self.columns, strict=True):
            if number is None:
                continue
            if not low <= number <= high:
                return None
            words[word] += (number - low) * place if self.dense else (number - low) << place
        return words

    def encode_all(self, states: Sequence[State]) -> np.ndarray | None:
        """[N, K] the keys of states; None when one of them does not fit."""
        numbers = self._numbers(states)
        if numbers is None:
            packed = [self.encode(state) for state in states]
            return None if None in packed else np.array(packed, np.int64)
        low, high, shift, word, _, _ = self.codec[:, : self.fields]
        if ((numbers < low) | (numbers > high)).any():
            return None
        parts = (numbers - low) * shift if self.dense else (numbers - low) << shift
        keys = np.zeros((len(states), self.words), np.int64)
        for place, part in zip(word, parts.T, strict=True):
            keys[:, place] += part
        return keys

    def extremes(self, states: Sequence[State]) -> Sequence[State]:
        """States that need as much room as all of these: two, where they are numbers alone."""
        numbers = self._numbers(states)
        if numbers is None:
            return states
        ends = [numbers.min(axis=0).tolist(), numbers.max(axis=0).tolist()]
        return [tuple(end) if self.form.is_plain else end[0] for end in ends]

    def _numbers(self, states: Sequence[State]) -> np.ndarray | None:
        """[N, F] the fields of states that are plain tuples of numbers, or numbers; else None."""
        if not (self.form.is_plain or self.form == NUMBER):
            return None
        cls = tuple if self.form.is_plain else int
        if {*map(type, states)} != {cls}:
            return None
        try:
            found = np.array(states)
        except ValueError:  # of different lengths
            return None
        found = found if self.form.is_plain else found.reshape(-1, 1)
        is_same = found.dtype == np.int64 and found.shape == (len(states), self.fields)
        return found if is_same else None

    def decode(self, words: Iterable[int]) -> State:
        """The state of a key."""
        key = [int(word) for word in words]
        if self.dense:
            numbers = [key[0] // at % span + low for low, _, at, _, span, _ in self.columns]
        else:
            numbers = [(key[w] >> at & mask) + low for low, _, at, w, mask, _ in self.columns]
        if self.form.is_plain:
            return tuple(numbers)
        return states_of(self.form, [[number] for number in numbers], 1)[0]

    def fields_of(self, keys: np.ndarray) -> Iterator[np.ndarray]:
        """[N] each field of keys [N, K]."""
        for low, _, place, word, mask, _ in self.columns:
            column = keys[:, word]
            yield (column // place % mask if self.dense else column >> place & mask) + low

    def decode_all(self, keys: np.ndarray) -> list[State]:
        """The states of keys [N, K]."""
        columns = [column.tolist() for column in self.fields_of(keys)]
        return states_of(self.form, columns, len(keys))

    # -- wider ones -----------------------------------------------------------------------------

    def wider(self, field: int, number: int) -> Layout:
        """A layout in which a field holds one more number, with as much reserve as words have.

        A field below 0 stands for a tuple, counted along the form from −1 on, whose length varies.
        """
        if field < 0:
            return self._relaid(loosened(self.form, -1 - field), None)
        leaf, lengths = self.leaves[field], lengths_of(self.form)
        if leaf in lengths:
            place = lengths[leaf]
            room = max(number, 3 * list(self.form.walk())[place].room // 2 + 1)
            return self._relaid(roomier(self.form, place, room), {leaf: (0, room)})
        low, high = self.low[leaf], self.high[leaf]
        reach = min(2 * max(abs(number), 1), (1 << RESERVED) - 1)
        low = min(low, number, -reach if number < 0 else low)
        high = max(high, number, reach if number >= 0 else high)
        if (high - low).bit_length() > WIDEST:
            low, high = min(self.low[leaf], number), max(self.high[leaf], number)
        _check_width([(low, high)])
        return self._relaid(self.form, {leaf: (low, high)})

    def covering(self, states: Iterable[State]) -> Layout:
        """A layout that holds more states than this one, whatever is new in them."""
        seen = list(states)
        form = common(self.form, form_of_all(seen))
        found = [_ends(numbers) for numbers in _numbers_at_leaves(form, seen)]
        if form == self.form:
            return _leaner(form, _hull(found, self.bounds), _hull(found, self.met or self.bounds))
        wide, lean = self._widest(self.bounds), self._widest(self.met)  # of whichever leaf
        return _leaner(form, _hull(found, [wide] * len(found)), _hull(found, [lean] * len(found)))

    def _widest(self, bounds: Bounds) -> tuple[int, int]:
        """Bounds of all numbers, those whose bounds are known by themselves left out."""
        closed, bounds = closed_leaves(self.form), bounds or self.bounds
        ends = [ends for leaf, ends in enumerate(bounds) if leaf not in closed] or [(0, 0)]
        return min(low for low, _ in ends), max(high for _, high in ends)

    def _relaid(self, form: StateForm, changed: dict[int, tuple[int, int]] | None) -> Layout:
        if changed is None:  # another form: what was learned of the numbers is taken over
            wide, lean = (
                [self._widest(each)] * leaf_count(form) for each in (self.bounds, self.met)
            )
        else:
            wide, lean = (
                [changed.get(leaf, ends) for leaf, ends in enumerate(each)]
                for each in (self.bounds, self.met or self.bounds)
            )
        return _leaner(form, wide, lean)


def _leaner(form: StateForm, wide: list[tuple[int, int]], met: list[tuple[int, int]]) -> Layout:
    """A layout that keeps the reserve of the one before, unless that takes more words."""
    lean = _with_room(form, met, met)
    if not all(map(_fits, wide)):
        return lean
    kept = _with_room(form, wide, met)
    return kept if kept.words <= lean.words else lean


def _with_room(
    form: StateForm, bounds: list[tuple[int, int]], met: list[tuple[int, int]]
) -> Layout:
    _check_width(bounds)
    known = tuple(_closed(form, met))
    return Layout(form, *with_reserve(form, _closed(form, bounds)), met=known)


def _hull(one: list[tuple[int, int]], two: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Bounds that hold both, leaf by leaf."""
    pairs = zip(one, two, strict=True)
    return [(min(a, c), max(b, d)) for (a, b), (c, d) in pairs]


def _closed(form: StateForm, bounds: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The bounds with those that are known by themselves."""
    closed = closed_leaves(form)
    return [(0, closed[leaf]) if leaf in closed else ends for leaf, ends in enumerate(bounds)]


def _numbers_at_leaves(form: StateForm, states: list[State]) -> list[set[int | None]]:
    """The numbers that were seen at each leaf."""
    found: list[set[int | None]] = [set() for _ in range(leaf_count(form))]
    if len(closed_leaves(form)) == len(found):
        return found  # nobody asks for them
    columns = zip(*(numbers_of(form, state) for state in states), strict=True)
    for leaf, column in zip(leaves_of(form), columns, strict=True):
        found[leaf].update(column)
    return found


def _skips(form: StateForm, field: int) -> list[tuple[int, int]]:
    """(field, fields of all items) for every length."""
    found = []
    if form.kind == "many":
        size = form.parts[0].fields
        found.append((field, form.room * size))
        for k in range(form.room):
            found += _skips(form.parts[0], field + 1 + k * size)
    elif form.kind in ("fixed", "union"):
        field += form.kind == "union"
        for part in form.parts:
            found += _skips(part, field)
            field += part.fields
    return found


def observed(states: Iterable[State]) -> Layout:
    """A layout for the states seen so far; the room of one word is shared out among the fields."""
    seen = list(states)
    form = form_of_all(seen)
    bounds = _closed(form, map(_ends, _numbers_at_leaves(form, seen)))
    return _with_room(form, bounds, bounds)


def _fits(ends: tuple[int, int]) -> bool:
    """Whether a field holds the numbers between two."""
    low, high = ends
    return (high - low).bit_length() <= WIDEST and low >= LEAST and high <= MOST


def _check_width(bounds: Iterable[tuple[int, int]]) -> None:
    for low, high in bounds:
        if not _fits((low, high)):
            largest = max(low, high, key=abs)  # its digits may take longer than the game
            bits = largest.bit_length()
            number = str(largest) if bits < READABLE else f"a number of {bits:,} bits"
            raise Refused(
                f"{number} in a state needs more than {WIDEST} bits",
                "spread a large number over several fields of a tuple",
                "the states",
            )


def _ends(numbers: set[int | None]) -> tuple[int, int]:
    """Least and greatest of the numbers that were seen, if any was."""
    given = [number for number in numbers if number is not None]
    return min(given, default=0), max(given, default=0)


def with_reserve(
    form: StateForm, bounds: Iterable[tuple[int, int]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Spread the unused bits of the words evenly: later states may be larger than early ones.

    Fields with negative numbers get half of their reserve below, others what reaches down to 0;
    lengths get none.
    """
    ends, lengths = list(bounds), closed_leaves(form)
    times = [0] * len(ends)
    for leaf in leaves_of(form):
        times[leaf] += 1
    bits = [(high - low).bit_length() for low, high in ends]
    open_fields = sum(count for leaf, count in enumerate(times) if leaf not in lengths)
    used = sum(count * size for count, size in zip(times, bits, strict=True))
    words = max(1, -(-used // WORD))
    spare = (words * WORD - used) // max(1, open_fields)
    most = WORD // -(-open_fields // words) if words > 1 and open_fields else RESERVED
    wide: list[tuple[int, int]] = []
    for leaf, ((low, high), size) in enumerate(zip(ends, bits, strict=True)):
        room = (1 << max(size, min(size + spare, most, RESERVED))) - 1
        if leaf in lengths or room <= high - low:
            wide.append((low, high))
            continue
        below = (room - (high - low)) // 2 if low < 0 else min(low, room - (high - low))
        first = max(LEAST, min(low - below, MOST - room))
        wide.append((first, first + room))
    return tuple(low for low, _ in wide), tuple(high for _, high in wide)
