"""Why no state lies in two layers.

Where no layer is named by the game, a layer is what is reached after so many moves. That a state
is never reached after different numbers of moves is not taken for granted. It follows where some
measure of a key (how many bits are set, how many fields are not zero, what a field holds) lies in
intervals that are apart for all layers: stones that are put down, say. Else all keys are sorted
together, and none may be there twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import islice, pairwise

import numpy as np

from zermelo.engines.layers.asking import Asker
from zermelo.engines.layers.sharing import Team
from zermelo.kernels import load
from zermelo.machine.layout import Layout
from zermelo.machine.words import Words

Measure = Callable[[np.ndarray], np.ndarray]  # of keys [n], in one word each: [n]
Span = tuple[int, int]  # the least and the largest of a measure
SAMPLE = 512  # keys of a layer that show whether a measure is worth while
KEYS_MEASURED = 1 << 16  # keys that are measured together
KEYS_SHARED = 1 << 22  # and by one thread
MOST_MARKED = 1 << 12  # keys that are remembered
MIXING = np.int64(-7046029254386353131)  # Knuth: 2⁶⁴ divided by the golden ratio


class Separation:
    """Measures of the keys of one layout."""

    def __init__(self, layout: Layout, words: Words) -> None:
        self.layout, self.words = layout, words

    def holds(self, layers: Sequence[np.ndarray], team: Team) -> bool:
        """Whether a measure shows that no key is in two of these layers."""
        samples = [keys[:: max(1, len(keys) // SAMPLE)] for keys in layers]
        for measure in self._measures:
            if are_apart(_span(measure, keys) for keys in samples):
                spans = (self._shared_span(measure, keys, team) for keys in layers)
                if are_apart(spans):
                    return True
        return False

    def _shared_span(self, measure: Measure, keys: np.ndarray, team: Team) -> Span:
        parts = (keys[low : low + KEYS_SHARED] for low in range(0, len(keys), KEYS_SHARED))
        return _together(team.results(partial(_asked_span, measure, part) for part in parts))

    @cached_property
    def _measures(self) -> list[Measure]:
        return [np.bitwise_count, self._not_zero, self._sum, *self._of_fields()]

    def _fields(self, keys: np.ndarray) -> Iterator[np.ndarray]:
        """[n] what each field holds, from zero on."""
        whole = self.words.unpack(keys)
        for _, _, place, word, mask, _ in self.layout.columns:
            row = whole[:, word]
            yield row // place % mask if self.layout.dense else row >> place & mask

    def _not_zero(self, keys: np.ndarray) -> np.ndarray:
        return self._added((field != 0 for field in self._fields(keys)), keys)

    def _sum(self, keys: np.ndarray) -> np.ndarray:
        return self._added(self._fields(keys), keys)

    def _added(self, rows: Iterator[np.ndarray], keys: np.ndarray) -> np.ndarray:
        total = np.zeros(len(keys), np.int64)
        for row in rows:
            total += row
        return total

    def _of_fields(self) -> Iterator[Measure]:
        for number in range(self.layout.fields):
            yield partial(self._field, number)
            yield partial(self._bits_of_field, number)

    def _field(self, number: int, keys: np.ndarray) -> np.ndarray:
        return next(islice(self._fields(keys), number, None))

    def _bits_of_field(self, number: int, keys: np.ndarray) -> np.ndarray:
        found: np.ndarray = np.bitwise_count(self._field(number, keys))
        return found


def are_apart(spans: Iterable[Span]) -> bool:
    """Whether no two of them have a number in common."""
    return all(one[1] < two[0] for one, two in pairwise(sorted(spans)))


def _span(measure: Measure, keys: np.ndarray) -> Span:
    parts = (keys[low : low + KEYS_MEASURED] for low in range(0, len(keys), KEYS_MEASURED))
    found = map(measure, parts)
    return _together((int(part.min()), int(part.max())) for part in found)


def _asked_span(measure: Measure, keys: np.ndarray, asker: Asker) -> Span:  # noqa: ARG001
    """As a piece of work."""
    return _span(measure, keys)


def _together(spans: Iterable[Span]) -> Span:
    lows, highs = zip(*spans, strict=True)
    return min(lows), max(highs)


class Recurring:
    """Notices where play comes back: some keys of all layers, and all keys of one now and then."""

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.mask = 0  # bits of a mixed key that are zero in those that are remembered
        self.kept = np.empty(0, np.int64)
        self.layers = 0

    def is_met(self, keys: np.ndarray) -> bool:
        """Whether a key of a new layer was met before."""
        met = self._is_kept(keys)
        for low in range(0, len(keys), KEYS_MEASURED):
            marked = set(self._marked(keys[low : low + KEYS_MEASURED]).tolist())
            met = met or not self.seen.isdisjoint(marked)
            self.seen |= marked
            if len(self.seen) > MOST_MARKED:
                self.mask = 2 * self.mask + 1
                self.seen = set(self._marked(np.array([*self.seen])).tolist())
        self.layers += 1
        if self.layers & (self.layers - 1) == 0:  # 1, 2, 4, 8, …: Brent 1980
            self.kept = keys
        return met

    def _marked(self, keys: np.ndarray) -> np.ndarray:
        """Some of the keys, the same ones always."""
        marked = np.empty(len(keys), np.int64)
        return marked[: load("layers").marked(keys, MIXING, self.mask, marked)]

    def _is_kept(self, keys: np.ndarray) -> bool:
        some = keys[:: max(1, len(keys) // SAMPLE)]
        place = np.minimum(np.searchsorted(self.kept, some), len(self.kept) - 1)
        return bool(len(self.kept)) and bool((self.kept[place] == some).any())
