"""States as keys: which numbers a state is made of, and how they are packed into words.

A state is an int, or a tuple of ints and such tuples. Its numbers are its fields; a field that
lies between low and high takes the bits of (high − low). Fields side by side make the words of a
key. A tuple of varying length begins with a field for its length.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from zermelo.compiled.source import Stopped
from zermelo.compiled.values import NUMBER, Shape

WORD = 63  # bits of a word that are used: keys stay positive


@dataclass(frozen=True)
class Form:
    """What states look like: a number, a tuple with a form for each item, or `many` of one form."""

    kind: str  # number, fixed, many
    parts: tuple[Form, ...] = ()
    is_bool: bool = False
    made_by: Any = None  # the class of a named tuple

    @property
    def width(self) -> int:
        """Fields of one state, or of one item of a tuple of varying length."""
        return 1 if self.kind == "number" else sum(part.width for part in self.parts)

    def shape(self) -> Shape:
        """The shape that the translated rules see."""
        if self.kind == "number":
            return NUMBER
        return Shape("pack", tuple(part.shape() for part in self.parts), self.made_by)


def form_of(state: Any) -> Form:
    """The form of one state."""
    if isinstance(state, bool):
        return Form("number", is_bool=True)
    if isinstance(state, int):
        return Form("number")
    if isinstance(state, tuple):
        cls = type(state) if type(state) is not tuple else None
        return Form("fixed", tuple(map(form_of, state)), made_by=cls)
    raise Stopped(
        f"a state of type {type(state).__name__}",
        "write states as ints or tuples of ints",
        "start" if state is None else "",
    )


def common(one: Form, two: Form) -> Form:
    """The form that covers both."""
    if one == two:
        return one
    if one.kind == two.kind == "number":
        return Form("number", is_bool=one.is_bool and two.is_bool)
    if "number" in (one.kind, two.kind):
        raise Stopped("states of different forms", "give all states the same form")
    if one.kind == two.kind == "fixed" and len(one.parts) == len(two.parts):
        pairs = zip(one.parts, two.parts, strict=True)
        return Form("fixed", tuple(common(a, b) for a, b in pairs), made_by=one.made_by)
    parts = [*one.parts, *two.parts]
    inner = parts[0] if parts else Form("number")
    for part in parts:
        inner = common(inner, part)
    return Form("many", (inner,))


def numbers_of(form: Form, state: Any) -> list[int]:
    """The fields of a state, in order."""
    if form.kind == "number":
        return [int(state)]
    if form.kind == "fixed":
        return [n for part, item in zip(form.parts, state, strict=True)
                for n in numbers_of(part, item)]  # fmt: skip
    return [len(state), *(n for item in state for n in numbers_of(form.parts[0], item))]


def state_of(form: Form, numbers: list[int]) -> Any:
    """The state with these fields; takes them off the front of the list."""
    if form.kind == "number":
        number = numbers.pop(0)
        return bool(number) if form.is_bool else number
    if form.kind == "fixed":
        items = tuple(state_of(part, numbers) for part in form.parts)
        return form.made_by(*items) if form.made_by else items
    return tuple(state_of(form.parts[0], numbers) for _ in range(numbers.pop(0)))


@dataclass(frozen=True)
class Layout:
    """Where each field lies in a key.

    `dense`: fields are digits of one number below `size`, and keys are used as indices.
    """

    form: Form
    low: tuple[int, ...]  # [F]
    high: tuple[int, ...]  # [F]
    dense: bool = False

    @property
    def fields(self) -> int:
        """How many fields there are."""
        return len(self.low)

    @property
    def size(self) -> int:
        """How many keys a dense layout has."""
        size = 1
        for low, high in zip(self.low, self.high, strict=True):
            size *= high - low + 1
        return size

    @property
    def words(self) -> int:
        """Words of a key."""
        return 1 if self.dense or not self.low else self._places[-1][1] + 1

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        """(shift, word) of each field; no field lies across two words."""
        places, shift, word = [], 0, 0
        for low, high in zip(self.low, self.high, strict=True):
            bits = (high - low).bit_length()
            if shift + bits > WORD:
                shift, word = 0, word + 1
            places.append((shift, word))
            shift += bits
        return places

    @cached_property
    def codec(self) -> np.ndarray:
        """[5, F] for the code: low, span, shift or weight, word, mask."""
        table = np.zeros((5, max(1, self.fields)), dtype=np.int64)
        weight = 1
        for field, (low, high) in enumerate(zip(self.low, self.high, strict=True)):
            span = high - low
            if self.dense:
                table[:, field] = low, span, weight, 0, 0
                weight *= span + 1
            else:
                shift, word = self._places[field]
                table[:, field] = low, span, shift, word, (1 << span.bit_length()) - 1
        return table

    @cached_property
    def _columns(self) -> list[tuple[int, ...]]:
        return list(zip(*self.codec.tolist(), strict=True))[: self.fields]

    def encode(self, state: Any) -> list[int] | None:
        """The key of a state, word by word; None when it does not fit."""
        try:
            numbers = numbers_of(self.form, state)
        except (TypeError, ValueError):
            return None
        many = self.form.kind == "many"
        if len(numbers) > self.fields or (not many and len(numbers) != self.fields):
            return None
        numbers += [0] * (self.fields - len(numbers))  # absent items are written as 0
        words = [0] * self.words
        for number, (low, span, place, word, _) in zip(numbers, self._columns, strict=False):
            if not 0 <= number - low <= span:
                return None
            words[word] += (number - low) * place if self.dense else (number - low) << place
        return words

    def decode(self, words: Iterable[int]) -> Any:
        """The state of a key."""
        key = [int(word) for word in words]
        if self.dense:
            numbers = [key[0] // at % (span + 1) + low for low, span, at, _, _ in self._columns]
        else:
            numbers = [(key[w] >> at & mask) + low for low, _, at, w, mask in self._columns]
        return state_of(self.form, numbers)

    def wider(self, field: int, number: int) -> Layout:
        """A layout in which a field holds one more number, with as much reserve as words have."""
        low, high = list(self.low), list(self.high)
        if field >= len(low):  # a tuple longer than any before
            item = self.form.parts[0].width
            grown = 2 * (field - 1) // item * item + item
            low += [min(low[1:] or [0])] * (grown + 1 - len(low))
            high += [max(high[1:] or [0])] * (grown + 1 - len(high))
            high[0] = max(high[0], grown // item)
            return Layout(self.form, tuple(low), tuple(high))
        reach = 2 * max(abs(number), 1)
        low[field] = min(low[field], number if number >= 0 else -reach)
        high[field] = max(high[field], reach if number >= 0 else number)
        return Layout(self.form, *_with_reserve(low, high))


def observed(states: Iterable[Any]) -> Layout:
    """A layout for the states seen so far; the room of one word is shared out among the fields."""
    form: Form | None = None
    seen = list(states)
    for state in seen:
        form = form_of(state) if form is None else common(form, form_of(state))
    assert form is not None
    rows = [numbers_of(form, state) for state in seen]
    count = max(map(len, rows))
    if form.kind == "many" and count == 1:
        count += form.parts[0].width
    low = [min((row[f] for row in rows if f < len(row)), default=0) for f in range(count)]
    high = [max((row[f] for row in rows if f < len(row)), default=0) for f in range(count)]
    if form.kind == "many":  # absent items are written as 0
        low = [0, *(min(0, *low[1:]) for _ in low[1:])]
        high = [high[0], *(max(0, *high[1:]) for _ in high[1:])]
    return Layout(form, *_with_reserve(low, high))


def _with_reserve(low: list[int], high: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Spread the unused bits of the words evenly: later states may be larger than early ones.

    Fields with negative numbers get half of their reserve below.
    """
    bits = [(most - least).bit_length() for least, most in zip(low, high, strict=True)]
    words = -(-sum(bits) // WORD) or 1
    spare = (words * WORD - sum(bits)) // max(1, len(bits))
    if spare <= 0 or (words > 1 and words * (WORD // max(1, -(-len(bits) // words))) == 0):
        return tuple(low), tuple(high)
    wide = min(WORD // max(1, -(-len(bits) // words)), WORD - 1)
    lows, highs = [], []
    for least, most, size in zip(low, high, bits, strict=True):
        room = (1 << max(size, min(size + spare, wide if words > 1 else WORD - 1))) - 1
        below = (room - (most - least)) // 2 if least < 0 else 0
        lows.append(least - below)
        highs.append(least - below + room)
    return tuple(lows), tuple(highs)
